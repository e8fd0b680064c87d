"""The page of the games in a browser, as `python -m katas play` serves it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import pytest
from repository.games import CENTRE, ENDLESS, FIRST_FREE, NOT_WRITTEN, Games
from repository.site import BLOCKED, Visitor, visiting

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow

# The shortest game in which a side, X, has to pass
PASS = [20, 21, 22, 14, 34, 23, 7, 5]
NEGAMAX = "def negamax(player, opponent):\n    return 0\n"

# What isn't on the screen of all that somebody can press.
HIDDEN = """() => [...document.querySelectorAll("button, select, input")]
    .filter((control) => control.offsetParent)
    .filter((control) => {
        const { right, bottom } = control.getBoundingClientRect();
        return bottom > innerHeight || right > innerWidth;
    })
    .map((control) => control.outerHTML)"""


class Seen(Visitor):
    """The page of the games in the browser."""

    def __init__(self, page: Page, games: Games) -> None:
        super().__init__(page, games.server.address)
        self.games, self.cells = games, page.locator("#board button")

    def sit(self, sides: str) -> None:
        self.page.goto(f"{self.address}#{sides}")
        self.cells.first.wait_for()

    def click(self, *names: str | int) -> None:
        """Click on cells, when it's your turn, or on buttons."""
        for name in names:
            button = self.page.get_by_role("button", name=str(name), exact=True)
            (self.cells.nth(name) if isinstance(name, int) else button).click()

    def shows(self, text: str, place: str = "#status") -> None:
        super().shows(text, place)

    def fits(self) -> None:
        """Every control can be seen in a small window, and a phone is wide enough."""
        self.page.set_viewport_size({"width": 900, "height": 800})
        assert self.page.evaluate(HIDDEN) == []
        self.page.set_viewport_size({"width": 390, "height": 844})
        assert self.page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.fixture
def seen(browser: Browser, games: Games) -> Iterator[Seen]:
    """The page of the games."""
    with visiting(browser, games.server.address) as visitor:
        yield Seen(visitor.page, games)


YOU_AGAINST_YOURS = "tictactoe,you,yours"
# The sides, what is pressed, and what the page says then.
GAMES: list[tuple[str, Sequence[str | int], str]] = [
    (YOU_AGAINST_YOURS, [4, 2, 6], "X played (2, 0). X (you) wins."),
    (YOU_AGAINST_YOURS, [4, 2, "Take back"], "O played (0, 0). X (you) is to"),
    (YOU_AGAINST_YOURS, ["Swap sides"], "X played (0, 0). O (you) is to move."),
    ("reversi,you,you", PASS, "1 turned. X has no legal move and passes. O (you)"),
    ("reversi,you,chapter", ["Best move"], "The reference would play ("),
    ("tictactoe,you,you", [0, 3, 1, 4, 2, "Play again"], "X (you) is to move."),
]


@pytest.mark.one_browser
def test_what_somebody_presses_and_reads(seen):
    seen.games.write("tictactoe_negamax", FIRST_FREE)
    for sides, pressed, words in GAMES:
        seen.sit(sides)
        seen.click("New game", *pressed)
        seen.shows(words)
    seen.games.write("tictactoe_negamax", NOT_WRITTEN)
    seen.sit(YOU_AGAINST_YOURS)
    seen.click("New game", 4, "Let the reference play")
    words = "O played (0, 0). X (you) is to move."
    seen.shows(words)
    # The game is still there when the page was loaded again, without any storage.
    seen.page.add_init_script(BLOCKED)
    seen.page.reload()
    seen.shows(words)


def test_a_game_is_played_with_the_keyboard_alone(seen):
    seen.sit("tictactoe,you,you")
    # Two quick clicks are one move.
    seen.cells.and_(seen.page.locator(":enabled")).last.wait_for()
    seen.cells.evaluate_all("cells => { cells[0].click(); cells[1].click(); }")
    seen.shows("X played (0, 0). O (you) is to move.")
    seen.cells.nth(1).focus()
    for keys, cell in (
        ("Enter", "(0, 1)"),
        ("Tab Enter", "(0, 2)"),
        ("Shift+Tab Tab Tab Enter", "(1, 1)"),
    ):
        for key in keys.split():
            seen.page.keyboard.press(key)
        seen.shows(f"played {cell}. ")
    assert seen.page.get_by_label("(1, 1): O, last move").count() == 1
    seen.page.get_by_label("Move", exact=True).press("ArrowLeft")
    seen.shows("X played (0, 2). ")


def test_a_player_that_never_answers_goes_on_when_it_was_saved(seen):
    seen.games.write("reversi_player", ENDLESS)
    seen.sit("reversi,you,yours")
    seen.shows("You are X (black).", "#you")
    seen.click(20)
    seen.shows("choose_move didn't return within ", "#trouble")
    seen.fits()
    seen.games.write("reversi_player")
    seen.click("Load the file again and go on")
    seen.shows("X (you) is to move.")
    assert seen.page.locator("#trouble").is_hidden()


@pytest.mark.one_browser
def test_a_match_runs_and_each_of_its_games_can_be_seen(seen):
    seen.games.write("tictactoe_negamax", CENTRE)
    seen.sit("tictactoe,reference,yours")
    seen.page.get_by_label("Games", exact=True).fill("4")
    seen.click("Start")
    won = "search won 4, your tictactoe_negamax won 0, draws: 0; 4 of 4"
    seen.shows(won, "#tally")
    seen.shows("got 4 (row 1, column 1)", "#trouble")
    seen.fits()
    seen.click("2: X wins.")
    seen.shows("O (your tictactoe_negamax) is to move.")


@pytest.mark.one_browser
def test_where_your_code_is_wrong_is_marked(seen):
    seen.games.write("tictactoe_negamax", NEGAMAX)
    seen.sit("tictactoe,you,you")
    # Also while a new game is being loaded.
    seen.page.evaluate(
        "for (const id of ['new', 'check']) document.getElementById(id).click()"
    )
    seen.shows("Your negamax is right here.", "#checked")
    seen.click(0, 3)
    seen.shows("got 0 (a draw)", "#checked")
    # The marks of the position before may still be there.
    marks = seen.page.get_by_label("your negamax says draw, not win")
    marks.nth(2).wait_for()
    assert marks.count() == 3
