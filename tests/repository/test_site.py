"""The pages of `python -m katas site` in each browser."""

from __future__ import annotations

from textwrap import indent
from typing import TYPE_CHECKING
from urllib.request import urlopen

import pytest
from kata_kit.katas import BY_NAME
from repository.project import ROWS_ONLY, WINNER
from repository.site import CRASH, DIAGONAL, ENDS, HEAD, RIGHT, Visitor, fits, is_green
from repository.texts import text_of

if TYPE_CHECKING:
    from playwright.sync_api import Locator

pytestmark = pytest.mark.slow

NEXT = "tictactoe_coordinates"
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


def test_somebody_comes_for_the_first_time(visitor):
    page = visitor.page
    page.click("#languages [lang=es]")
    assert "en raya" in page.locator("article:visible h1").inner_text()
    visitor.shows("Ejecutar", "#run")
    assert "next: write is_solved in katas/" in visitor.run()
    # The smallest success, as the page says it
    old, new = page.locator("#begin code").all_text_contents()
    stub = text_of(BY_NAME[WINNER].stub)
    assert stub.count(old) == 1
    assert "16 failed, 6 passed" in visitor.run(code=stub.replace(old, new))


def test_a_board_has_its_marks_and_more_comes_at_a_click(visitor):
    page, verdict = visitor.page, visitor.page.locator("#verdict")
    page.click("#languages [lang=es]")
    assert "perhaps: no diagonals" in visitor.run(code=ROWS_ONLY)
    assert verdict.locator("h2").inner_text() == "The diagonal of X wins"
    answers = verdict.locator("p ~ .answers").all_inner_texts()
    assert answers == ["esperado\n1 (X wins)\nobtenido\n-1 (unfinished)"]
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
    page.set_viewport_size({"width": 390, "height": 844})
    for number in (1, 2):
        page.click("text=Siguiente pista")
        hint = verdict.locator(".hint").last
        assert f"Pista {number}," in hint.inner_text()
        assert in_sight(hint)
    page.click("text=Solo este caso")
    visitor.shows("1 failed", "#screen")
    page.locator("#run:enabled").wait_for(state="attached")
    # The command in the statement runs the whole kata again.
    page.click("#tabs [data-tab=statement]")
    page.click(f"article:visible button >> text=pytest katas/{WINNER}")
    visitor.shows("5 failed, ", "#screen")


def test_the_editor_and_the_failing_board_are_in_sight(visitor):
    page = visitor.page
    visitor.run(DIAGONAL, ROWS_ONLY + 12 * "# a line\n")
    twelfth, board = page.locator(".cm-line").nth(11), page.locator(".drawing").first
    # Where a line of the editor wraps, it goes on at its indent.
    assert page.locator(".cm-line[style*='--indent: 8ch']").count() > 0
    for width, height in WIDE:
        page.set_viewport_size({"width": width, "height": height})
        assert [in_sight(twelfth), in_sight(board)] == [True, True]
    for width, height in NARROW:
        page.set_viewport_size({"width": width, "height": height})
        page.click("#tabs [data-tab=work]")
        assert in_sight(twelfth)
        page.click("#tabs [data-tab=outcome]")
        assert in_sight(board)
    page.set_viewport_size({"width": 390, "height": 400})  # A keyboard is open.
    page.click("#tabs [data-tab=work]")
    page.focus(".cm-content")
    assert in_sight(page.locator("#run"))
    page.click("#tabs [data-tab=outcome]")
    page.click("#path summary")
    assert page.locator("#path ol").bounding_box()["x"] > 0


def test_a_line_to_try_calls_remembers(visitor):
    page = visitor.page
    visitor.bring(ROWS_ONLY)
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


def test_a_kata_is_green_and_leads_on(visitor):
    page = visitor.page
    # Somebody else's code is shown when you want to see it.
    page.once("dialog", lambda question: question.dismiss())
    page.click("#looks >> text=the table")
    assert page.url.endswith("index.html")
    # No hint and no case helps a file that can't be read.
    visitor.run(code="def is_solved(board)\n")
    assert "SyntaxError" in page.locator("#verdict h2").inner_text()
    assert page.locator("#verdict button").count() == 0
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


NEGAMAX = "tictactoe_negamax"
BEST = "def best_move(player, opponent):\n"


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
    see.set_viewport_size({"width": 390, "height": 844})
    see.goto(f"{visitor.address}index.html")
    see.click("#tabs [data-tab=outcome]")
    see.goto(f"{visitor.address}see/solutions/{WINNER}.py.html")
    fits(see, violations, 390)
    see.evaluate("history.back()")
    see.locator("#outcome").wait_for()
    see.close()


def test_all_of_it_can_be_done_with_the_keyboard(visitor):
    page = visitor.page

    def go_to(selector: str) -> None:
        for _ in range(60):
            if page.locator(f"{selector}:focus").count():
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not lead to {selector}")

    visitor.choose(DIAGONAL)
    page.focus("#home")  # The editor is the first thing after the header.
    go_to(".cm-content")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.insert_text(f"{HEAD}    return 7\n")
    page.keyboard.press("ControlOrMeta+s")
    visitor.shows("7", "#verdict .answers")
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


def test_a_worker_of_the_page_reaches_nothing_else(visitor):
    own = visitor.address
    answers = [
        visitor.page.evaluate(ASK, address)
        for address in ("http://127.0.0.1:1/", f"{own}index.html", f"{own}project.zst")
    ]
    assert answers == ["connect-src", "connect-src", 200]
    visitor.forgive("127.0.0.1:1/|index.html")  # It's logged as well.
