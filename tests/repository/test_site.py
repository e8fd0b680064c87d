"""`python -m katas site`: the folder that it builds, and its pages in each browser."""

from __future__ import annotations

import ast
import base64
import re
import shutil
import sys
import zlib
from io import BytesIO
from pathlib import Path
from textwrap import indent
from typing import TYPE_CHECKING
from urllib.request import urlopen
from zipfile import ZipFile

import pytest
from kata_kit.katas import BY_NAME
from kata_loop import stub
from kata_page import build
from repository.project import ROOT, WINNER
from repository.site import (
    CRASH,
    ENDS,
    HEAD,
    RIGHT,
    Visitor,
    fits,
    is_green,
)

if TYPE_CHECKING:
    from playwright.sync_api import Locator

NEXT = "tictactoe_coordinates"
NO_DIAGONALS = f"""{HEAD}
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
    monkeypatch.setattr(BY_NAME[WINNER], "stub", written)
    for code in (None, f"{RIGHT}\ndef more():\n    raise NotImplementedError\n"):
        if code:
            written.write_text(code)
        assert f"{WINNER}.py isn't the stub. Take the stub from a new" in why(new)
    monkeypatch.setattr(stub, "known", lambda kata: f"the stub of {kata.name}")
    assert build.stub_of(BY_NAME[WINNER]) == f"the stub of {WINNER}"
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


WORD = re.compile(r"^  (\w+): (\[.*?\]),$", re.MULTILINE | re.DOTALL)


def test_every_word_of_the_pages_is_there_in_three_languages():
    rooms = [ROOT / "tests" / room for room in ("kata_page", "kata_evening")]
    files = [file for room in rooms for file in room.rglob("*.*")]
    sources = [file for file in files if file.suffix in (".html", ".js", ".py")]
    *others, words = sorted(sources, key=lambda file: file.name == "words.js")
    rows = dict(WORD.findall(words.read_text(encoding="utf-8")))
    code = "".join(file.read_text(encoding="utf-8") for file in others)
    for name, row in rows.items():
        texts = ast.literal_eval(row)
        assert [bool(text) for text in texts] == 3 * [True], name
        assert len({text.count("%") for text in texts}) == 1, name
        assert f'"{name}"' in code, f"nothing has the word {name}"
    named = re.findall(r'(?:data-(?:word|label)=|\bword\()"(\w+)"', code)
    assert set(named) <= rows.keys()


DIAGONAL = '--case="The diagonal of X wins"'
WIDE = (1440, 900), (1280, 720)
NARROW = (768, 1024), (390, 844)


IN_SIGHT = """(place) => new Promise((resolve) => {
    const watch = ([{ intersectionRect: seen, boundingClientRect: all }]) =>
        resolve(seen.height > 0.99 * all.height);
    new IntersectionObserver(watch).observe(place);
})"""


def in_sight(place: Locator) -> bool:
    """Tell whether a place can be seen from top to bottom without scrolling."""
    return bool(place.evaluate(IN_SIGHT))


@pytest.mark.slow
def test_two_builds_of_one_commit_are_the_same(site_folder):
    for file in site_folder.rglob("*.zip"):
        with ZipFile(file) as archive:
            dates = {member.date_time for member in archive.infolist()}
        assert dates == {(2020, 1, 1, 0, 0, 0)}, file.name


@pytest.mark.slow
def test_somebody_comes_for_the_first_time(visitor):
    page = visitor.page
    page.click("#languages [lang=es]")
    assert "en raya" in page.locator("article:visible h1").inner_text()
    visitor.shows("Ejecutar", "#run")
    assert "next: write is_solved in katas/" in visitor.run()
    # The smallest success, as the page says it, and a draft with rows and columns only.
    old, new = page.locator("#begin code").all_text_contents()
    stub = BY_NAME[WINNER].stub.read_text(encoding="utf-8")
    assert stub.count(old) == 1
    assert "16 failed, 6 passed" in visitor.run(code=stub.replace(old, new))
    assert "perhaps: no diagonals" in visitor.run("--hints=1", NO_DIAGONALS)
    # The same as a page: the board with its marks, and more about it at a click.
    verdict = page.locator("#verdict")
    assert "expected 1 (X wins), got -1" in verdict.locator("h2").inner_text()
    board = verdict.locator(".drawing").first
    assert board.locator(".marked").all_inner_texts() == ["X", "X", "X"]
    assert "no diagonals" in verdict.locator(".perhaps").inner_text()
    assert page.locator("#stages .failed").inner_text() == "three by three"
    stages = page.locator(f"[data-kata={WINNER}] .bar i")
    assert stages.evaluate_all("(all) => all.map((each) => each.className)") == [
        "failed",
        *4 * ["quiet"],
    ]
    page.click("#verdict section summary >> nth=0")
    verdict.locator("details[open] .drawing").wait_for()
    assert "¿" in verdict.locator(".hint").inner_text()
    page.click("text=Siguiente pista")
    hints = verdict.locator(".hint summary").all_inner_texts()
    assert [hint.split(",")[0] for hint in hints] == ["Pista 1", "Pista 2"]
    page.click("text=Solo este caso")
    visitor.shows("1 failed", "#screen")
    visitor.wait()
    assert page.input_value("#options") == DIAGONAL


@pytest.mark.slow
def test_the_editor_and_the_failing_board_are_in_sight(visitor):
    page = visitor.page
    visitor.run(DIAGONAL, NO_DIAGONALS + 12 * "# a line\n")
    twelfth, board = page.locator(".cm-line").nth(11), page.locator(".drawing").first
    for width, height in WIDE:
        page.set_viewport_size({"width": width, "height": height})
        assert [in_sight(twelfth), in_sight(board)] == [True, True]
    for width, height in NARROW:
        page.set_viewport_size({"width": width, "height": height})
        page.click("#tabs [data-tab=work]")
        assert in_sight(twelfth)
        page.click("#tabs [data-tab=outcome]")
        assert in_sight(board)
    page.click("#path summary")
    assert page.locator("#path ol").bounding_box()["x"] > 0


@pytest.mark.slow
def test_a_line_to_try_calls_remembers(visitor):
    page = visitor.page
    visitor.bring(NO_DIAGONALS)
    assert visitor.attempt("x = is_solved([[1, 1, 1], [2, 2, 0], [0, 0, 0]])") == ""
    assert visitor.attempt("for i in range(x): i, x") == "(0, 1)\n"
    page.press("#call", "ArrowUp")
    assert page.input_value("#call") == "for i in range(x): i, x"
    # The examples of the statement are lines as well.
    page.click("article:visible .ask >> nth=0")
    visitor.shows("is_solved([[1, 2, 0], [2, 1, 0], [0, 0, 1]])\n-1", "#answer")
    visitor.wait()
    lines = visitor.attempt("is_solved([3])").splitlines()
    assert lines[0] == '  File "<stdin>", line 1, in <module>'
    assert lines[-1] == "TypeError: 'int' object is not iterable"


@pytest.mark.slow
def test_a_kata_is_green_and_leads_on(visitor):
    page = visitor.page
    # Somebody else's code is shown when you want to see it.
    page.once("dialog", lambda question: question.dismiss())
    page.click("#looks >> text=the table")
    assert page.url.endswith("index.html")
    assert is_green(visitor.run(code=RIGHT))
    assert page.locator("#stages .passed").count() == 5
    assert page.locator(f"[data-kata={WINNER}] .bar .passed").count() == 5
    visitor.shows("has aprendido", "#statement")
    visitor.shows("of a board", "#learnt")
    visitor.shows("1", "#count")
    for link, words in (
        ("#looks >> text=product_root", b"Back to"),
        (f"#solved >> text={NEXT}", b"def has_winning_position"),
    ):
        with urlopen(page.locator(link).evaluate("(link) => link.href")) as reply:
            assert words in reply.read()


@pytest.mark.slow
@pytest.mark.one_browser
def test_code_is_kept_and_handed_on(visitor, tmp_path):
    page = visitor.page
    # What is known of the last run is kept as well, but no other file of a cache.
    visitor.run(code=f"{HEAD}    return -1  # mine\n")
    page.evaluate(LEFT)
    assert "= 16 failed, " in visitor.run("--lf")
    page.click("#files summary")
    page.click("#link")
    page.locator("#address").wait_for()
    link = page.input_value("#address")
    visitor.keep(NEXT, "MINE = 'a secret'")
    own = f"open('katas/{NEXT}/{NEXT}.py').read()"
    visitor.bring(f"TEXT = {own}\n")
    assert visitor.attempt("'a secret' in TEXT") == "True\n"
    # The code of a link doesn't run by itself, sees nothing of one's own, and nothing
    # is written over.
    ran = page.locator("#screen").text_content()
    theirs = f"TEXT = {own}\nopen('conftest.py', 'a').write('1 / 0')\n"
    page.goto(f"{visitor.address}index.html{link_with(theirs)}")
    visitor.shows("conftest")
    assert visitor.attempt("'a secret' in TEXT") == "False\n"
    assert page.locator("#screen").text_content() == ran
    page.click("#leave")
    visitor.shows("TEXT")
    page.goto(link)
    visitor.shows("# mine")
    page.click("#take")
    page.click("#stub")
    visitor.shows("raise NotImplementedError")
    page.click("#before")
    visitor.shows("# mine")
    # It may be written in another tab.
    tab = Visitor(page.context.new_page(), visitor.address)
    tab.open(f"see/solutions/{WINNER}.py", wait=False)
    elsewhere = f"{RIGHT}# elsewhere\n"
    tab.keep(WINNER, elsewhere)
    tab.page.close()
    visitor.shows("# elsewhere")
    # As a file, and all as a ZIP.
    assert visitor.download("#download") == (f"{WINNER}.py", elsewhere.encode())
    name, content = visitor.download("#all")
    assert name.endswith(".zip")
    with ZipFile(BytesIO(content)) as archive:
        assert archive.read(f"katas/{WINNER}/{WINNER}.py").decode() == elsewhere
    for fragment in (link_with("#" * 300_000), "#code=damaged"):
        page.goto(f"{visitor.address}index.html{fragment}")
        visitor.shows("damaged", "#trouble")
        visitor.shows("# elsewhere")
    page.evaluate("document.getElementById('trouble').hidden = true")


# Files that other code may have left in what the browser keeps.
LEFT = """() => {
    const cache = JSON.parse(localStorage.getItem("/site/cache"));
    const left = { "conftest.py": "1 / 0", ".pytest_cache/../pytest.py": "1 / 0" };
    localStorage.setItem("/site/cache", JSON.stringify({ ...cache, ...left }));
}"""


def link_with(code: str) -> str:
    """Return the end of a link that has code, as the page makes it."""
    squeeze = zlib.compressobj(9, wbits=-15)
    squeezed = squeeze.compress(code.encode()) + squeeze.flush()
    return f"#code={base64.urlsafe_b64encode(squeezed).decode().rstrip('=')}"


# Storage as it can be met; the last of them is for a page that is loaded.
DAMAGED = """() => {
    localStorage.setItem("/site/progress", "{");
    localStorage.setItem("/site/cache", "{");
    dispatchEvent(new Event("storage"));
}"""
FULL = """() => {
    window.kept = Storage.prototype.setItem;
    Storage.prototype.setItem = () => {
        throw new DOMException("", "QuotaExceededError");
    };
}"""
FREE = "() => { Storage.prototype.setItem = window.kept; }"
BLOCKED = """Object.defineProperty(window, "localStorage", {
    get() { throw new DOMException("", "SecurityError"); },
});"""


@pytest.mark.slow
def test_a_page_goes_on_where_nothing_can_be_kept(visitor):
    page = visitor.page
    page.evaluate(DAMAGED)
    assert "= 1 failed" in visitor.run(DIAGONAL, f"{HEAD}    return -1\n")
    page.evaluate(FULL)
    visitor.bring(RIGHT)
    visitor.shows("won't keep your code", "#trouble")
    assert is_green(visitor.run())
    assert page.locator("#solved").is_visible()
    page.evaluate(FREE)
    with page.context.browser.new_page() as another:
        another.add_init_script(BLOCKED)
        another.route("**/*.wasm", lambda route: route.abort())  # Python takes long.
        blocked = Visitor(another, visitor.address)
        blocked.open("index", wait=False)
        blocked.page.locator("#trouble[title]").wait_for()
        blocked.shows("raise NotImplementedError")
        blocked.bring(f"{HEAD}    return -1\n")
        blocked.shows("won't keep your code", "#trouble")
        blocked.shows("return -1")


NEGAMAX = "tictactoe_negamax"
BEST = "def best_move(player, opponent):\n"


@pytest.mark.slow
@pytest.mark.one_browser
def test_the_games_are_played_without_a_server(visitor, violations):
    visitor.page.click("#languages [lang=de]")
    visitor.keep(NEGAMAX, BEST + indent(CRASH, "    "))
    # A page that another one opens shares what is compiled.
    with visitor.page.expect_popup() as opened:
        visitor.page.evaluate("open('play.html#tictactoe,you,yours')")
    games = Visitor(opened.value, visitor.address)
    games.shows("X (du) ist am Zug.", "#status")
    fits(games.page, violations, 1280, scheme="dark")
    games.page.locator("#board button").nth(8).click()
    games.shows("best_move of tictactoe_negamax: it crashed", "#trouble")
    visitor.keep(NEGAMAX, f"{BEST}    return 0\n")
    games.page.click("#again")
    games.shows("O hat auf (0, 0) gespielt. X (du) ist am Zug.", "#status")
    games.page.close()
    visitor.forgive(ENDS)


@pytest.mark.slow
@pytest.mark.one_browser
def test_the_pages_fit_and_axe_finds_nothing(visitor, violations):
    page = visitor.page
    visitor.run(DIAGONAL, f"{HEAD}    return -1\n")
    visitor.attempt("is_solved([])")
    page.click("#files summary")
    page.click("#link")
    fits(page, violations, 390)
    fits(page, violations, 1920, scheme="dark")
    see = page.context.new_page()
    see.goto(f"{visitor.address}see/solutions/{WINNER}.py.html")
    fits(see, violations, 390)
    see.close()


@pytest.mark.slow
def test_all_of_it_can_be_done_with_the_keyboard(visitor):
    page = visitor.page

    def go_to(selector: str) -> None:
        for _ in range(60):
            if page.locator(f"{selector}:focus").count():
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not lead to {selector}")

    page.fill("#options", DIAGONAL)
    page.focus("#home")  # The editor is the first thing after the header.
    go_to(".cm-content")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.insert_text(f"{HEAD}    return 7\n")
    page.keyboard.press("ControlOrMeta+s")
    visitor.shows("got 7", "#verdict h2")
    visitor.wait()
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    go_to("#verdict")
    go_to("#call")
    page.keyboard.type("'by ' + 'hand'")
    page.keyboard.press("Enter")
    visitor.shows("by hand", "#answer")


ASK = """(address) => new Promise((resolve) => {
    const code = `addEventListener("securitypolicyviolation",
        (event) => postMessage(event.effectiveDirective));
        fetch("${address}").then(({ status }) => postMessage(status), () => {});`;
    const blob = new Blob([code], { type: "text/javascript" });
    new Worker(URL.createObjectURL(blob)).onmessage = (event) => resolve(event.data);
})"""


@pytest.mark.slow
def test_a_worker_of_the_page_reaches_nothing_else(visitor):
    own = visitor.address
    answers = [
        visitor.page.evaluate(ASK, address)
        for address in ("http://127.0.0.1:1/", f"{own}index.html", f"{own}project.zst")
    ]
    assert answers == ["connect-src", "connect-src", 200]
    visitor.forgive("127.0.0.1:1/|index.html")  # It's logged as well.
