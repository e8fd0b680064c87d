"""`python -m katas site`: the folder that it builds, and its pages in Chromium."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from kata_kit.katas import BY_NAME
from kata_kit.process import Limits
from kata_kit.record import FAILED, NOT_RUN
from kata_kit.writing import SIGNS
from kata_loop.commands import main
from kata_site import command, parts
from repository.project import WINNER, Project
from repository.site import HEAD, RIGHT, Visitor, bring

NEXT = "tictactoe_coordinates"
RED_BAR = f"[{SIGNS[FAILED]}{SIGNS[NOT_RUN] * 4}]"
RED_BAR_OF_SIX = f"[{SIGNS[FAILED]}{SIGNS[NOT_RUN] * 5}]"
NO_DIAGONALS = """
    for line in [*board, *zip(*board)]:
        if len(set(line)) == 1 and line[0]:
            return line[0]
    return -1 if any(0 in row for row in board) else 0
"""

# Without the browser


def test_without_npm_or_the_extra_one_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    typed = ["site", str(tmp_path / "site")]
    with monkeypatch.context() as patch:
        patch.setattr(shutil, "which", lambda name: None)
        assert main(typed) == 2
    assert "error: the site needs npm, " in capsys.readouterr().err
    monkeypatch.setattr(command, "find_spec", lambda name: None)
    assert main(typed) == 2
    assert 'pip install -e ".[site]"' in capsys.readouterr().err
    with pytest.raises(SystemExit, match="0"):
        main(["site", "--help"])
    assert not (tmp_path / "site").exists()


def test_a_folder_with_other_things_in_it_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "mine.txt").write_text("mine")
    assert main(["site", str(tmp_path)]) == 2
    assert "has other things in it, such as notes/mine.txt" in capsys.readouterr().err
    assert (tmp_path / "notes" / "mine.txt").read_text() == "mine"


def test_another_file_than_the_one_of_the_list_is_refused(tmp_path: Path) -> None:
    for part in parts.listed():
        (tmp_path / part.file).write_bytes(b"another")
        with pytest.raises(parts.Missing, match=rf"expected {part.digest}, got "):
            parts.check(tmp_path / part.file, part)


def test_the_list_of_parts_names_no_addresses() -> None:
    assert "//" not in parts.LIST.read_text(encoding="utf-8")


def test_a_statement_is_shown_in_all_languages_in_which_it_is_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    reason = 'needs the extra "site"'
    pages = pytest.importorskip("kata_site.pages", reason=reason)
    folder = tmp_path / "katas" / WINNER
    folder.mkdir(parents=True)
    (folder / "README.md").write_text("# The winner")
    (tmp_path / "tests" / WINNER).mkdir(parents=True)
    (tmp_path / "tests" / WINNER / "table.txt").touch()
    monkeypatch.setattr(pages, "ROOT", tmp_path)
    page = pages.kata_page(BY_NAME[WINNER], "", "")
    assert '<article lang="en">\n<h1>The winner</h1>' in page
    assert "data-language" not in page
    table = f"../../tests/{WINNER}/table.txt"
    (folder / "README.es.md").write_text(f"# El ganador\n\n[La tabla]({table})")
    page = pages.kata_page(BY_NAME[WINNER], "", "")
    assert '<article lang="es" hidden>\n<h1>El ganador</h1>' in page
    assert f'href="see/tests/{WINNER}/table.txt.html">La tabla' in page
    assert '<button data-language="es" lang="es">Español</button>' in page


# In the browser


@pytest.mark.slow
def test_somebody_does_the_first_kata_and_goes_on_to_the_second(
    visitor: Visitor,
) -> None:
    page = visitor.page
    visitor.open("index")
    assert "press Run" in page.locator("#begin").inner_text()
    screen = visitor.run()
    assert "not started\nnext: write is_solved in katas/" in screen
    assert "1 failed, 66 locked" in screen
    # The smallest success.
    stub = visitor.code
    visitor.write(stub.replace("raise NotImplementedError", "return -1"))
    assert "16 failed, 6 passed, 45 locked" in visitor.run()
    # A draft with rows and columns only; its mistake has a name.
    visitor.bring(f"{HEAD}{NO_DIAGONALS}", WINNER)
    assert "perhaps: no diagonals" in visitor.run()
    assert visitor.attempt("is_solved([[1, 1, 1], [2, 2, 0], [0, 0, 0]])") == "1\n"
    assert visitor.attempt("print(is_solved)").startswith("<function is_solved at ")
    shown = visitor.attempt("is_solved([3])")
    assert shown.startswith("Traceback (most recent call last):\n")
    assert shown.endswith("TypeError: 'int' object is not iterable\n")
    assert "calls.py" not in shown
    # Somebody else's code is shown when one wants to see it.
    page.click("text=The same table")
    page.click("text=No, not yet")
    assert page.url.endswith("index.html")
    assert page.locator("#solved").is_hidden()
    visitor.bring(RIGHT, WINNER)
    assert "67 passed" in visitor.run()
    assert page.locator(f"#path [data-kata={WINNER}] .bar").inner_text() == "[#####]"
    assert page.locator("#count").inner_text() == "1"
    page.click("#looks >> text=product_root")
    page.wait_for_url("**/see/solutions/approaches/**")
    page.click("text=Back to")
    page.click(f"text=Next: {NEXT}")
    visitor.wait()
    assert "def has_winning_position" in visitor.code
    assert "1 failed, " in visitor.run()
    assert page.locator(f"#path [data-kata={NEXT}] .bar").inner_text() == RED_BAR_OF_SIX


@pytest.mark.slow
def test_code_is_kept_and_handed_on(
    visitor: Visitor, tmp_path: Path, project: Project
) -> None:
    page, mine = visitor.page, f"{HEAD}    return -1  # mine\n"
    visitor.open(WINNER)
    visitor.write(mine)
    visitor.run()
    page.click("text=Your files")
    page.click("text=A link with this code")
    page.locator("#address").wait_for()
    link = page.locator("#address input").input_value()
    # After a reload, and in a second tab.
    visitor.open(WINNER)
    assert visitor.code == mine
    assert page.locator(f"#path [data-kata={WINNER}] .bar").inner_text() == RED_BAR
    assert "16 failed" in visitor.run("--lf")
    second = visitor.context.new_page()
    second.goto(page.url)
    theirs = f"{HEAD}    return 0  # theirs\n"
    bring(second, theirs, WINNER)
    page.locator(".cm-content", has_text="theirs").wait_for()
    second.close()
    # From a link: it does not run, and nothing is written over.
    visitor.open(WINNER, link.partition(".html")[2])
    assert visitor.code == mine
    assert page.locator("#screen").inner_text() == ""
    page.click("text=Back to my code")
    assert visitor.code == theirs
    visitor.open(WINNER, link.partition(".html")[2])
    page.click("text=Take it as mine")
    visitor.open(WINNER)
    assert visitor.code == mine
    page.click("text=Your files")
    page.click("text=Back to the stub")
    assert "raise NotImplementedError" in visitor.code
    page.select_option("#earlier", index=2)
    assert visitor.code == theirs
    # As a file, and all as a ZIP.
    visitor.bring(RIGHT, WINNER)
    with page.expect_download() as file:
        page.click("#download")
    handed = tmp_path / file.value.suggested_filename
    file.value.save_as(handed)
    run = project.pytest(f"--submission={handed}", f"katas/{WINNER}")
    assert "all 5 stages pass" in run.text
    with page.expect_download() as archive:
        page.click("#all")
    archive.value.save_as(tmp_path / "ada.zip")
    project.python("katas", "collect", str(tmp_path / "ada.zip"), "--into=all")
    collected = project.root / "all" / "ada" / WINNER / f"{WINNER}.py"
    assert collected.read_text(encoding="utf-8") == RIGHT


FIRST_FREE = """
def best_move(player, opponent):
    return next(cell for cell in range(9) if not (player | opponent) >> (8 - cell) & 1)
"""


@pytest.mark.slow
def test_the_games_are_played_without_a_server(visitor: Visitor) -> None:
    page = visitor.page
    visitor.open("tictactoe_negamax")
    visitor.bring(FIRST_FREE, "tictactoe_negamax")

    def shows(place: str, text: str) -> None:
        page.locator(place, has_text=text).wait_for(timeout=60_000)

    page.goto(f"{visitor.address}play.html#tictactoe,you,yours")
    for number in (4, 2, 6):
        shows("#status", "X (you) is to move.")
        page.locator("#board button").nth(number).click()
    shows("#status", "X played (2, 0). X (you) wins.")
    page.get_by_role("button", name="Play again").click()
    shows("#you", "You are X.")
    page.get_by_role("button", name="Best move").click()
    shows("#status", "The reference's search would play (0, 0).")
    page.select_option("#X", "reference")
    page.fill("#games", "2")
    page.click("#match")
    shows("#tally", "the reference's search won 2, your search won 0, 0 draws; 2 of 2")
    # An endless loop is told, and a new game does not wait for it.
    visitor.open("tictactoe_negamax")
    visitor.bring(
        FIRST_FREE.replace("    return", "    while True: pass\n    return"), "x"
    )
    page.goto(f"{visitor.address}play.html#tictactoe,you,yours")
    shows("#status", "X (you) is to move.")
    page.locator("#board button").first.click()
    late = f"did not return within {Limits.seconds:g} s; is there an endless loop?"
    shows("#trouble", f"best_move {late}")


@pytest.mark.slow
def test_the_pages_fit_and_axe_finds_nothing(visitor: Visitor, violations: Any) -> None:
    page = visitor.page

    def look(width: int) -> None:
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") == width
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            assert violations(page) == []

    visitor.open("index")
    visitor.bring(f"{HEAD}    return -1\n", WINNER)
    visitor.run()
    visitor.attempt("is_solved([])")
    page.click("text=Your files")
    page.click("text=A link with this code")
    for width in (390, 1280, 1920):
        look(width)
    page.click("#looks >> text=product_root")
    look(390)
    page.goto(f"{visitor.address}see/solutions/{WINNER}.py.html")
    look(390)
    page.goto(f"{visitor.address}play.html")
    page.locator("#board button").first.wait_for()
    look(1280)


@pytest.mark.slow
def test_all_of_it_can_be_done_with_the_keyboard(visitor: Visitor) -> None:
    page = visitor.page

    def go_to(selector: str) -> None:
        for _ in range(60):
            if page.evaluate(
                "selector => document.activeElement.matches(selector)", selector
            ):
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not lead to {selector}")

    visitor.open("index")
    go_to(".cm-content")
    page.keyboard.press("ControlOrMeta+End")
    page.keyboard.press("ControlOrMeta+Shift+ArrowLeft")
    page.keyboard.insert_text("return -1")
    page.keyboard.press("ControlOrMeta+s")
    page.locator("#screen", has_text=" locked in ").wait_for(timeout=60_000)
    visitor.wait()
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    go_to("#screen")
    go_to("#call")
    page.keyboard.type("1 + 1")
    page.keyboard.press("Enter")
    page.locator("#answer", has_text="2").wait_for()


POLICY = """
(address) => new Promise((resolve) => {
    const code = `addEventListener("securitypolicyviolation",
        (event) => postMessage(event.effectiveDirective));
        fetch("${address}").catch(() => {});`;
    const blob = new Blob([code], { type: "text/javascript" });
    new Worker(URL.createObjectURL(blob)).onmessage = (event) => resolve(event.data);
})
"""


@pytest.mark.slow
def test_a_worker_of_the_page_reaches_no_other_host(visitor: Visitor) -> None:
    visitor.page.goto(f"{visitor.address}see/solutions/{WINNER}.py.html")
    visitor.open(WINNER)
    refused = visitor.page.evaluate(POLICY, "http://127.0.0.1:1/")
    assert refused == "connect-src"
    visitor.wrong.clear()  # It is logged, too.
