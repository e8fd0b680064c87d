"""`python -m katas site`: the folder that it builds, and its pages in Chromium."""

from __future__ import annotations

import base64
import shutil
import sys
import zlib
from pathlib import Path
from zipfile import ZipFile

import pytest
from kata_kit.code import SECONDS
from kata_kit.katas import BY_NAME
from kata_page import build
from repository.project import WINNER
from repository.site import HEAD, RIGHT, Visitor, fits, is_green, visiting

NEXT = "tictactoe_coordinates"
NO_DIAGONALS = """
    for line in [*board, *zip(*board)]:
        if len(set(line)) == 1 and line[0]:
            return line[0]
    return -1 if any(0 in row for row in board) else 0
"""


def test_one_sentence_says_why_nothing_is_built(monkeypatch, capsys, tmp_path):
    pytest.importorskip("kata_page.pages", reason='needs the extra "site"')
    new = tmp_path / "new"

    def why(folder: Path) -> str:
        assert build.main([str(folder)]) == 2
        return str(capsys.readouterr().err)

    (tmp_path / "mine.txt").write_text("mine")
    assert "is not empty: it has mine.txt" in why(tmp_path)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert "error: the site needs npm, " in why(new)
    monkeypatch.setattr(build, "PATH", [BY_NAME[WINNER]])
    written = tmp_path / f"{WINNER}.py"
    written.write_text(f"{RIGHT}\ndef more():\n    raise NotImplementedError\n")
    monkeypatch.setattr(BY_NAME[WINNER], "stub", written)
    assert f"{WINNER}.py is no stub any more" in why(new)
    monkeypatch.setitem(sys.modules, "kata_page.pages", None)
    assert 'pip install -e ".[site]"' in why(new)
    assert not new.exists()


def test_another_file_than_the_one_of_the_list_is_refused(tmp_path):
    part = build.Part("npm", "@a/b", "1.0", "0" * 64)
    with pytest.raises(build.Missing, match="npm did not bring @a/b"):
        build.listed(part, tmp_path)
    (tmp_path / "a-b-1.0.tgz").write_bytes(b"another")
    with pytest.raises(build.Missing, match=rf"expected {part.digest}, got "):
        build.listed(part, tmp_path)


@pytest.mark.slow
def test_somebody_does_the_first_kata_and_goes_on_to_the_second(visitor):
    page = visitor.page
    visitor.open("index")
    page.click("#languages [lang=es]")
    assert "en raya" in page.locator("article:visible h1").inner_text()
    visitor.shows("Ejecutar", "#run")
    assert "next: write is_solved in katas/" in visitor.run()
    # The smallest success, as the page says it, and a draft with rows and columns only.
    old, new = page.locator("#begin code").all_inner_texts()[::-1]
    stub = BY_NAME[WINNER].stub.read_text(encoding="utf-8")
    assert stub.count(old) == 1
    assert "16 failed, 6 passed" in visitor.run(code=stub.replace(old, new))
    assert "perhaps: no diagonals" in visitor.run(code=f"{HEAD}{NO_DIAGONALS}")
    # The same as a page: the board with its marks, and more about it at a click.
    verdict = page.locator("#verdict")
    assert "expected 1 (X wins), got -1" in verdict.locator("h2").inner_text()
    marked = verdict.locator(".drawing").first.locator(".marked")
    assert marked.all_inner_texts() == ["X", "X", "X"]
    assert "no diagonals" in verdict.locator(".perhaps").inner_text()
    assert page.locator("#stages .failed").inner_text() == "three by three"
    page.click("#verdict summary >> nth=0")
    verdict.locator("details[open] .drawing").wait_for()
    page.click("text=Siguiente pista")
    assert "¿" in verdict.locator(".hint").inner_text()
    page.click("text=Solo este caso")
    visitor.shows("1 failed", "#screen")
    visitor.wait()
    assert page.input_value("#options") == '--case="The diagonal of X wins"'
    # A line remembers those before it, and the examples of the statement are lines.
    assert visitor.attempt("x = is_solved([[1, 1, 1], [2, 2, 0], [0, 0, 0]])") == ""
    assert visitor.attempt("for i in range(x): i, x") == "(0, 1)\n"
    page.press("#call", "ArrowUp")
    assert page.input_value("#call") == "for i in range(x): i, x"
    page.click("article:visible .ask >> nth=0")
    visitor.shows("is_solved([[1, 2, 0], [2, 1, 0], [0, 0, 1]])\n-1", "#answer")
    visitor.wait()
    lines = visitor.attempt("is_solved([3])").splitlines()
    assert lines[0] == '  File "<stdin>", line 1, in <module>'
    assert lines[-1] == "TypeError: 'int' object is not iterable"
    # Somebody else's code is shown when you want to see it.
    page.once("dialog", lambda question: question.dismiss())
    page.click("text=La misma tabla")
    assert page.url.endswith("index.html")
    assert is_green(visitor.run(code=RIGHT))
    assert page.locator("#stages .passed").count() == 5
    assert page.locator(f"[data-kata={WINNER}] .bar .passed").count() == 5
    visitor.shows("has aprendido", "#statement")
    visitor.shows("de un tablero", "#learnt")
    visitor.shows("1", "#count")
    page.click("#looks >> text=product_root")
    page.wait_for_url("**/see/solutions/approaches/**")
    page.click("text=Back to")
    page.click(f"#solved >> text={NEXT}")
    visitor.wait()
    visitor.shows("def has_winning_position")
    assert "1 failed, " in visitor.run()
    assert page.locator(f"[data-kata={NEXT}] .bar .failed").count() == 1


@pytest.mark.slow
def test_a_run_is_red_and_then_green_in_firefox(firefox, site):
    with visiting(firefox, site) as visitor:
        visitor.open("index")
        assert "next: write is_solved in katas/" in visitor.run()
        visitor.keep(WINNER, f"{HEAD}    while True: pass\n")
        screen = visitor.run("--case='An empty board is unfinished' --kata-timeout=1")
        assert "is_solved didn't return within 1 s" in screen
        visitor.keep(WINNER, RIGHT)
        assert is_green(visitor.run())


@pytest.mark.slow
def test_code_is_kept_and_handed_on(visitor, tmp_path):
    page = visitor.page
    visitor.open(WINNER)
    visitor.run(code=f"{HEAD}    return -1  # mine\n")
    page.click("text=Your files")
    page.click("text=A link with this code")
    page.locator("#address").wait_for()
    fragment = page.locator("#address").input_value().partition(".html")[2]
    visitor.bring(f"{HEAD}    return -1  # theirs\n")
    # The code of a link doesn't run, and nothing is written over.
    visitor.open(WINNER, fragment)
    visitor.shows("# mine")
    assert page.locator("#screen").inner_text() == ""
    page.click("text=Back to my code")
    visitor.shows("# theirs")
    # What is known of the last run is kept as well.
    assert page.locator(f"[data-kata={WINNER}] .bar .failed").count() == 1
    assert "= 16 failed, " in visitor.run("--lf")
    page.goto(f"{page.url}{fragment}")
    page.click("text=Take it as mine")
    page.click("text=Your files")
    page.click("text=Back to the stub")
    visitor.shows("raise NotImplementedError")
    page.click("text=Back to the code before")
    visitor.shows("# mine")
    # It may be written in another tab.
    tab = Visitor(page.context.new_page(), visitor.address)
    tab.open(f"see/solutions/{WINNER}.py", wait=False)
    tab.keep(WINNER, RIGHT)
    visitor.shows("diagonal")
    # As a file, and all as a ZIP.
    with page.expect_download() as file:
        page.click("#download")
    assert file.value.suggested_filename == f"{WINNER}.py"
    assert file.value.path().read_text("utf-8") == RIGHT
    with page.expect_download() as download:
        page.click("#all")
    with ZipFile(download.value.path()) as archive:
        assert archive.read(f"katas/{WINNER}/{WINNER}.py").decode() == RIGHT


BEST = "def best_move(player, opponent):\n"


@pytest.mark.slow
def test_the_games_are_played_without_a_server(visitor, violations):
    page = visitor.page
    visitor.open("play", "#tictactoe,you,yours", wait=False)
    visitor.shows("X (you) is to move.", "#status")
    fits(page, violations, 1280)
    visitor.keep("tictactoe_negamax", f"{BEST}    while True: pass\n")
    page.locator("#board button").nth(8).click()
    visitor.shows(f"best_move didn't return within {SECONDS:g} s", "#trouble")
    visitor.keep("tictactoe_negamax", f"{BEST}    sum(iter(int, 1))\n")
    page.click("text=Load the file anew")
    visitor.shows("best_move of tictactoe_negamax: the call never", "#trouble")
    visitor.keep("tictactoe_negamax", f"{BEST}    return 0\n")
    page.click("text=Load the file anew")
    visitor.shows("O played (0, 0). X (you) ", "#status")


@pytest.mark.slow
def test_the_pages_fit_and_axe_finds_nothing(resident, violations):
    page = resident.page
    resident.run(code=f"{HEAD}    return -1\n")
    resident.attempt("is_solved([])")
    page.click("text=Your files")
    page.click("text=A link with this code")
    fits(page, violations, 390, 1280, 1920)
    see = page.context.new_page()
    see.goto(f"{resident.address}see/solutions/{WINNER}.py.html")
    fits(see, violations, 390)


@pytest.mark.slow
def test_all_of_it_can_be_done_with_the_keyboard(resident):
    page = resident.page

    def go_to(selector: str) -> None:
        for _ in range(60):
            if page.locator(f"{selector}:focus").count():
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not lead to {selector}")

    page.focus("#home")  # The editor is the first thing after the header.
    go_to(".cm-content")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.insert_text(f"{HEAD}    return 7\n")
    page.keyboard.press("ControlOrMeta+s")
    resident.shows("got 7", "#verdict h2")
    resident.wait()
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    go_to("#verdict")
    go_to("#call")
    page.keyboard.type("'by ' + 'hand'")
    page.keyboard.press("Enter")
    resident.shows("by hand", "#answer")


POLICY = """
() => new Promise((resolve) => {
    const code = `addEventListener("securitypolicyviolation",
        (event) => postMessage(event.effectiveDirective));
        fetch("http://127.0.0.1:1/").catch(() => {});`;
    const blob = new Blob([code], { type: "text/javascript" });
    new Worker(URL.createObjectURL(blob)).onmessage = (event) => resolve(event.data);
})
"""


@pytest.mark.slow
def test_a_worker_of_the_page_reaches_no_other_host(resident):
    assert resident.page.evaluate(POLICY) == "connect-src"
    resident.forgive("127.0.0.1:1/")  # It's logged as well.


FULL = """Storage.prototype.setItem = () => {
    throw new DOMException("", "QuotaExceededError");
}"""
# An empty page, which comes first, has no storage.
DAMAGED = """for (const name of location.host ? ["progress", "cache"] : []) {
    localStorage.setItem(`/site/${name}`, "{");
}"""


@pytest.mark.slow
def test_a_page_goes_on_where_nothing_can_be_kept(visitor):
    page = visitor.page
    page.add_init_script(DAMAGED)
    page.add_init_script(FULL)
    visitor.open(WINNER)
    assert "16 failed" in visitor.run(code=f"{HEAD}    return -1\n")
    visitor.shows("won't keep your code", "#trouble")
    assert is_green(visitor.run(code=RIGHT))
    assert page.locator("#solved").is_visible()


def link_with(code: str) -> str:
    """Return the end of a link that has code, as the page makes it."""
    squeeze = zlib.compressobj(9, wbits=-15)
    squeezed = squeeze.compress(code.encode()) + squeeze.flush()
    return f"#code={base64.urlsafe_b64encode(squeezed).decode().rstrip('=')}"


@pytest.mark.slow
def test_the_code_of_a_link_sees_nothing_of_ones_own(visitor):
    visitor.open(WINNER)
    visitor.keep(NEXT, "MINE = 'a secret'")
    own = f"open('katas/{NEXT}/{NEXT}.py').read()"
    visitor.run(code=f"TEXT = {own}\n")
    assert visitor.attempt("'a secret' in TEXT") == "True\n"
    theirs = f"TEXT = {own}\nopen('conftest.py', 'a').write('1 / 0')\n"
    visitor.page.goto(f"{visitor.page.url}{link_with(theirs)}")
    visitor.shows("conftest")
    assert visitor.attempt("'a secret' in TEXT") == "False\n"
    visitor.page.click("#leave")
    assert is_green(visitor.run(code=RIGHT))


def test_a_link_that_holds_too_much_is_refused(visitor):
    for fragment in (link_with("#" * 300_000), "#code=damaged"):
        visitor.open(WINNER, fragment, wait=False)
        visitor.shows("damaged", "#trouble")
        visitor.shows("raise NotImplementedError")
        assert visitor.page.locator("#linked").is_hidden()
