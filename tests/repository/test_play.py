"""`python -m katas play`: the answers of the server, and the page in Chromium."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path
from time import sleep
from typing import TYPE_CHECKING, Any

import pytest
from kata_kit.process import Limits
from kata_kit.sources import Submission
from kata_play.games import course
from kata_play.server import Server
from kata_play.table import CLOSED, PLAYERS
from repository.project import ROOT, Terminal, processes_with

if TYPE_CHECKING:
    from playwright.sync_api import Page

# The shortest game in which a side, X, has to pass; and the shortest that is over.
PASS = [20, 21, 22, 14, 34, 23, 7, 5]
WIPED_OUT = [34, 42, 20, 19, 18, 26, 49, 50, 58]

FIRST_FREE = """
def best_move(player, opponent):
    return next(cell for cell in range(9) if not (player | opponent) >> (8 - cell) & 1)
"""
NOT_WRITTEN = "def best_move(*_):\n    raise NotImplementedError\n"
CENTRE = "def best_move(player, opponent):\n    return 4\n"
ENDLESS = "def choose_move(board, disc, rng):\n    while True: pass\n"
NEGAMAX = "def negamax(player, opponent):\n    return 0\n"

START: dict[str, Any] = {"game": "tictactoe", "first": "X", "moves": []}

needs_linux = pytest.mark.skipif(
    sys.platform != "linux", reason="it looks for processes in /proc"
)


class Room:
    """A learner's files, and the server that has them play."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.server = Server(Submission(folder, ""), Limits(0.5, 600))

    def write(self, kata: str, code: str = "") -> None:
        """Write code for a kata; if there is none, the reference."""
        reference = (ROOT / "solutions" / f"{kata}.py").read_text("utf-8")
        (self.folder / f"{kata}.py").write_text(code or reference)

    def ask(self, verb: str, **asked: Any) -> Any:
        return self.server.desk.answer(verb, START | asked)


def requested(
    port: int, path: str, body: str = "", **headers: str
) -> tuple[int, bytes]:
    """Return the status and the answer of a request; one without a body is a GET."""
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    headers = {"Content-Type": "application/json"} | headers
    connection.request("POST" if body else "GET", path, body, headers)
    reply = connection.getresponse()
    assert "default-src 'none'" in reply.headers["Content-Security-Policy"]
    return reply.status, reply.read()


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    """No files yet, and the server runs."""
    room = Room(tmp_path)
    with room.server:
        threading.Thread(target=room.server.serve_forever, args=(0.02,)).start()
        yield room
        room.server.shutdown()


@pytest.mark.parametrize(
    ("game", "moves", "facts"),
    [
        ("tictactoe", [0, 1, 4, 2, 8], {"result": "X wins.", "line": [0, 4, 8]}),
        ("tictactoe", [0, 4, 8, 1, 7, 6, 2, 5, 3], {"result": "A draw.", "line": []}),
        ("reversi", PASS, {"side": "O", "mover": "O", "turned": [14], "cell": 5}),
        ("reversi", WIPED_OUT, {"side": "", "result": "X wins, 13 to 0."}),
    ],
)
def test_a_position(game, moves, facts, room):
    *_, seen = room.ask("look", game=game, moves=moves)["positions"]
    assert seen | facts == seen


@pytest.mark.parametrize("game", PLAYERS)
def test_everybody_has_a_legal_move(game, room):
    _, *players = PLAYERS[game].items()
    for key, player in players:
        if player.instead:
            room.write(player.kata)
        move = room.ask("move", game=game, O=key, first="O")
        assert move["cell"] in course(game, "O")[0].legal


def test_a_wrong_move_is_told_as_pytest_tells_it(room):
    room.write("tictactoe_negamax", CENTRE)
    told = room.ask("move", moves=[4], O="yours")
    right = "expected one of 0, 1, 2, 3, 5, 6, 7, 8, got 4 (row 1, column 1)\n"
    assert told["told"].startswith(f"{right}{room.folder / 'tictactoe_negamax.py'}:1\n")
    assert not told["instead"]


def test_saved_code_is_loaded_with_the_next_game(room):
    room.write("tictactoe_negamax", FIRST_FREE)
    assert room.ask("move", X="yours") == {"cell": 0}
    room.write("tictactoe_negamax", FIRST_FREE.replace("range(9)", "[8, 7]"))
    assert room.ask("move", X="yours") == {"cell": 0}
    again = room.ask("play", X="yours", O="reference", table="another")
    assert again["moves"][0] == 8


def test_a_new_game_does_not_wait_for_the_old_one(room, monkeypatch):
    room.write("reversi_player", ENDLESS)
    # The call is still running, under any load.
    desk = room.server.desk
    monkeypatch.setattr(desk, "_limits", Limits(120, 600))
    with ThreadPoolExecutor() as pages:
        moving = pages.submit(room.ask, "move", game="reversi", X="yours")
        while not any(one._process for one in list(desk._table._running.values())):
            sleep(0.01)
        asked = {"game": "reversi", "X": "chapter", "table": "another"}
        assert "cell" in pages.submit(room.ask, "move", **asked).result(timeout=60)
    with pytest.raises(ValueError, match=CLOSED):
        moving.result()


@needs_linux
def test_one_table_is_open_however_many_pages_ask_at_once(room, tmp_path, monkeypatch):
    monkeypatch.setenv("TMP", str(tmp_path))  # All that it starts has this.
    room.write("tictactoe_negamax", FIRST_FREE)

    def move(table: int) -> None:
        with suppress(ValueError):
            room.ask("move", X="yours", table=table)

    with ThreadPoolExecutor(8) as pages:
        list(pages.map(move, range(40)))
    assert len(processes_with(f"TMP={tmp_path}")) <= 1


# The server

ODD = [
    *('"moves": Infinity', '"moves": [1e999]', '"moves": [0, 0]', '"moves": [[0]]'),
    *('"game": "go"', '"first": "Z"', '"X": "you"', "["),
    f'"moves": {"[" * 4_000 + "]" * 4_000}',
]


@pytest.mark.parametrize("odd", ODD)
def test_a_request_that_is_odd_gets_an_error(odd, room):
    body = f"{json.dumps(START | {'X': 'random'})[:-1]}, {odd}}}"
    status, answer = requested(room.server.server_port, "/move", body)
    assert (status, list(json.loads(answer))) == (200, ["error"])


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "localhost:80", "Origin": "http://localhost:80"}, 200),
        ({"Origin": "http://example.com"}, 403),
        ({"Origin": "https://127.0.0.1"}, 403),
        ({"Origin": "null"}, 403),
        ({"Host": "example.com"}, 403),
        ({"Host": "127.0.0.1.example.com:80"}, 403),
        ({"Content-Type": "text/plain"}, 403),
        ({"Content-Length": "99999999"}, 403),
    ],
)
def test_only_the_page_itself_is_answered(headers, status, room):
    port = room.server.server_port
    assert requested(port, "/look", json.dumps(START), **headers)[0] == status


def test_only_the_files_of_the_page_are_there(room):
    port = room.server.server_port
    assert b"<title>" in requested(port, "/")[1]
    assert requested(port, "/", Host="example.com")[0] == 403
    assert requested(port, "/../server.py")[0] == 404


@needs_linux
@pytest.mark.parametrize("options", [["--no-browser"], []])
def test_ctrl_c_ends_it_and_what_it_runs(options, untouched, tmp_path, monkeypatch):
    monkeypatch.setenv("TMP", str(tmp_path))  # All that it starts has this.
    # A browser of text would keep the terminal, and wait for the page.
    monkeypatch.setenv("BROWSER", f"{sys.executable} -c input() %s")
    shown = Terminal(untouched.root, "katas", "play", *options, "tictactoe_player")
    shown.expect("#tictactoe,you,your-rules\n")
    port = int(shown.screen.split(":")[2].partition("/")[0])
    _, answer = requested(port, "/move", json.dumps(START | {"X": "yours"}))
    assert b'"best_move is not written yet\\nkatas/' in answer
    assert len(processes_with(f"TMP={tmp_path}")) == 2
    assert shown.interrupt() == 0
    assert "Traceback" not in shown.screen
    assert processes_with(f"TMP={tmp_path}") == []


# In the browser

# By how much a name is wider than the place it has, or its card.
CUT = """() => [...document.querySelectorAll(".side select")].map((select) => {
    const card = select.parentElement, width = select.offsetWidth;
    select.style.minWidth = "max-content";
    return Math.max(select.offsetWidth - width, card.scrollWidth - card.clientWidth);
})"""


class Seen:
    """The page in the browser."""

    def __init__(self, page: Page, room: Room) -> None:
        self.page, self.room = page, room
        self.cells = page.locator("#board button")
        page.set_default_timeout(60_000)

    def open(self, game: str, *sides: str) -> None:
        self.page.goto(f"{self.room.server.address}#{','.join((game, *sides))}")
        self.cells.first.wait_for()

    def click(self, *names: str | int) -> None:
        """Click on cells, when it is your turn, or on buttons."""
        for name in names:
            button = self.page.get_by_role("button", name=str(name), exact=True)
            (self.cells.nth(name) if isinstance(name, int) else button).click()

    def shows(self, text: str, place: str = "#status") -> None:
        """Wait for a text in a place."""
        self.page.locator(place, has_text=text).wait_for()

    def fits_a_phone(self) -> None:
        self.page.set_viewport_size({"width": 390, "height": 844})
        assert self.page.evaluate("document.documentElement.scrollWidth") == 390


@pytest.fixture
def seen(empty_page: Page, room: Room) -> Seen:
    """The page of the games."""
    return Seen(empty_page, room)


@pytest.mark.slow
def test_a_game_is_won_and_looked_at_again(seen):
    seen.room.write("tictactoe_negamax", FIRST_FREE)
    seen.open("tictactoe", "you", "yours")
    seen.click(4, 2, 6)
    seen.shows("X played (2, 0). X (you) wins.")
    assert seen.page.locator("#board .won").count() == 3
    seen.page.get_by_label("Move", exact=True).press("ArrowLeft")
    seen.shows("O played (0, 1). X (you) is to move.")
    assert seen.page.locator("#board [data-side=X]").count() == 2
    seen.click("Take back")
    seen.shows("O played (0, 0). X (you) is to move.")
    seen.page.reload()
    seen.shows("O played (0, 0). X (you) is to move.")


@pytest.mark.slow
def test_a_game_is_played_with_the_keyboard_alone(seen):
    seen.open("tictactoe", "you", "you")
    seen.shows("X (you) is to move.")
    # Two quick clicks are one move.
    seen.cells.evaluate_all("cells => { cells[0].click(); cells[1].click(); }")
    seen.shows("X played (0, 0). O (you) is to move.")
    seen.cells.nth(1).focus()
    for keys in ("Enter", "Tab Enter", "Shift+Tab Tab Tab Enter"):
        for key in keys.split():
            seen.page.keyboard.press(key)
        seen.shows("is to move.")
    seen.shows("played (1, 1). ")
    assert seen.page.get_by_label("(1, 1): O, last move").count() == 1


@pytest.mark.slow
def test_a_player_that_never_answers_goes_on_when_it_was_saved(seen):
    seen.room.write("reversi_player", ENDLESS)
    seen.open("reversi", "you", "yours")
    seen.click(20)
    seen.shows("choose_move did not return within ", "#trouble")
    seen.fits_a_phone()
    seen.room.write("reversi_player")
    seen.click("Load the file anew and go on")
    seen.shows("X (you) is to move.")
    assert seen.page.locator("#trouble").is_hidden()
    # A pass is said, and discs turn.
    seen.open("reversi", "you", "you")
    seen.click(*PASS)
    seen.shows("O played (0, 5), 1 turned. X has no legal move and passes. O (you)")
    assert seen.page.locator("#score-X").text_content() == "8"


@pytest.mark.slow
def test_a_match_runs_and_each_of_its_games_can_be_seen(seen):
    seen.room.write("tictactoe_negamax", CENTRE)
    seen.open("tictactoe", "reference", "yours")
    seen.page.get_by_label("Games", exact=True).fill("4")
    seen.click("Start")
    won = "the reference's search won 4, your search won 0, draws: 0; 4 of 4"
    seen.shows(won, "#tally")
    seen.shows("got 4 (row 1, column 1)", "#trouble")
    seen.fits_a_phone()
    seen.click("game 2: X wins")
    seen.shows("O (your search) is to move.")


@pytest.mark.slow
def test_you_know_your_colour_ask_for_the_best_move_and_play_again(seen):
    seen.open("reversi", "you", "chapter")
    seen.shows("You are black (X).", "#you")
    for width in (1280, 1040, 1000, 390):
        seen.page.set_viewport_size({"width": width, "height": 820})
        assert max(seen.page.evaluate(CUT)) <= 0
    seen.click("Best move")
    seen.shows("The reference's search would play (")
    assert seen.page.locator("#board .best").is_enabled()
    seen.click("Swap sides")
    seen.shows("You are white (O).", "#you")
    assert seen.page.locator("#board .best").count() == 0
    seen.open("tictactoe", "you", "you")
    seen.click(0, 3, 1, 4, 2)
    seen.shows("X (you) wins.")
    seen.click("Play again")
    seen.shows("X (you) is to move.")
    assert seen.page.locator("#board [data-side=X]").count() == 0


@pytest.mark.slow
def test_where_your_code_is_wrong_is_marked(seen):
    seen.room.write("tictactoe_negamax", NEGAMAX)
    seen.open("tictactoe", "you", "you")
    # Also while a new game is being loaded.
    seen.page.evaluate(
        "for (const id of ['new', 'check']) document.getElementById(id).click()"
    )
    seen.shows("Your negamax is right here.", "#checked")
    seen.click(0, 3)
    seen.shows("tictactoe_negamax.py:1\n", "#checked")
    # The marks of the position before may still be there.
    marks = seen.page.get_by_label("your negamax says draw, not win")
    marks.nth(2).wait_for()
    assert marks.count() == 3


@pytest.mark.slow
def test_the_reference_is_offered_where_a_player_is_not_written(seen):
    seen.room.write("tictactoe_negamax", NOT_WRITTEN)
    seen.open("tictactoe", "you", "yours")
    seen.click(4)
    seen.shows("O (your search) has not moved.")
    seen.click("Let the reference play")
    seen.shows("O played (0, 0). X (you) is to move.")
