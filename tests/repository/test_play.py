"""`python -m katas play`: the answers of the server, and the page in Chromium."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path
from time import sleep
from typing import TYPE_CHECKING, Any

import pytest
from kata_page.child import CLOSED, Child
from kata_page.games import course
from kata_page.play import Server
from kata_page.table import PLAYERS
from repository.project import ROOT, Terminal, on_linux, processes_with
from repository.site import Visitor, visiting

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

# The shortest game in which a side, X, has to pass; and the shortest that is over.
PASS = [20, 21, 22, 14, 34, 23, 7, 5]
WIPED_OUT = [34, 42, 20, 19, 18, 26, 49, 50, 58]

FIRST_FREE = """
def best_move(player, opponent):
    return next(cell for cell in range(9) if not (player | opponent) >> (8 - cell) & 1)
"""
BEST = "def best_move(player, opponent):\n"
NOT_WRITTEN = f"{BEST}    raise NotImplementedError\n"
CENTRE = f"{BEST}    return 4\n"
ENDLESS = "def choose_move(board, disc, rng):\n    while True: pass\n"
NEGAMAX = "def negamax(player, opponent):\n    return 0\n"

START: dict[str, Any] = {"game": "tictactoe", "first": "X", "moves": []}


class Room:
    """A learner's files, and the server that has them play."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.server = Server(Child(1, folder))

    def write(self, kata: str, code: str = "") -> None:
        """Write code for a kata; if there's none, the reference."""
        reference = (ROOT / "solutions" / f"{kata}.py").read_text("utf-8")
        (self.folder / kata).mkdir(exist_ok=True)
        (self.folder / kata / f"{kata}.py").write_text(code or reference)

    def ask(self, verb: str, **request: Any) -> Any:
        return json.loads(self.server.answer(verb, START | request))


def requested(
    port: int, path: str, body: str = "", **headers: str
) -> tuple[int, bytes]:
    """Return the status and the answer of a request; one without a body is a GET."""
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
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
        ("tictactoe", [0, 1, 4, 2, 8], {"winner": "X", "line": [0, 4, 8]}),
        ("reversi", PASS, {"side": "O", "mover": "O", "turned": [14], "cell": 5}),
        ("reversi", WIPED_OUT, {"side": "", "winner": "X"}),
    ],
)
def test_a_position(game, moves, facts, room):
    *_, last = room.ask("look", game=game, moves=moves)["positions"]
    assert last | facts == last


@pytest.mark.parametrize("game", PLAYERS)
def test_everybody_has_a_legal_move(game, room):
    _, *players = PLAYERS[game].items()
    for key, player in players:
        if player.instead:
            room.write(player.kata)
        move = room.ask("move", game=game, O=key, first="O")
        assert move["cell"] in course(game, "O")[0].legal


# Code, and words about it; where it ended the process, they are an "error".
WRONG = [
    (CENTRE, "told", "one of 0, 1, 2, 3, 5, 6, 7, 8, got 4 (row 1, column 1)\n"),
    (NOT_WRITTEN, "told", "best_move isn't written yet"),
    ("def best_move(:", "told", "SyntaxError"),
    (f"{BEST}    return 1 / 0", "told", "line 2, in best_move\n"),
    (f"{BEST}    while True: pass", "told", "didn't return within 1 s"),
    (f"{BEST}    sum(iter(int, 1))", "error", "line 2, in best_move"),
    (f"import os, signal\n{BEST}    os.kill(os.getpid(), 9)", "error", "best_move"),
    (f"import os\n{BEST}    os._exit(0)", "told", "os._exit(0)"),
]


@on_linux
@pytest.mark.parametrize(("code", "kind", "words"), WRONG)
def test_what_is_wrong_is_told_and_the_next_game_is_played(code, kind, words, room):
    room.write("tictactoe_negamax", code)
    request = json.dumps(START | {"moves": [4], "O": "yours"})
    answer = json.loads(requested(room.server.server_port, "/move", request)[1])
    assert words in answer[kind]
    assert bool(answer.get("instead")) == (code == NOT_WRITTEN)
    room.write("tictactoe_negamax", FIRST_FREE)
    assert room.ask("move", moves=[4], O="yours", table="another") == {"cell": 0}


def test_saved_code_is_loaded_with_the_next_game(room, capfd):
    room.write("tictactoe_negamax", f"print('loaded')\n{FIRST_FREE}")
    assert room.ask("move", X="yours") == {"cell": 0}
    assert capfd.readouterr().err == "loaded\n"
    room.write("tictactoe_negamax", FIRST_FREE.replace("range(9)", "[8, 7]"))
    assert room.ask("move", X="yours") == {"cell": 0}
    again = room.ask("play", X="yours", O="reference", table="another")
    assert again["moves"][0] == 8


def test_no_two_games_are_the_same(room):
    room.write("reversi_player")
    sides = {"game": "reversi", "X": "yours", "O": "chapter"}
    games = [room.ask("play", **sides)["moves"] for _ in range(4)]
    assert games[0] not in games[1:]


def test_a_new_game_does_not_wait_for_the_old_one(room):
    room.write("reversi_player", ENDLESS)
    child = room.server.child = Child(120, room.folder)
    with ThreadPoolExecutor() as pages:
        moving = pages.submit(room.ask, "move", game="reversi", X="yours")
        while not child._process:
            sleep(0.01)
        request = {"game": "reversi", "X": "chapter", "table": "another"}
        assert "cell" in pages.submit(room.ask, "move", **request).result(timeout=60)
    with pytest.raises(ValueError, match=CLOSED):
        moving.result()


def test_nothing_is_asked_for_a_game_that_is_old(room):
    room.write("reversi_player")
    child = room.server.child
    sides = {"game": "reversi", "X": "yours"}
    waiting = dict[str, Any]()
    with ThreadPoolExecutor() as pages:
        with child._lock:  # A request is being answered.
            for table in ("old", "new"):
                waiting[table] = pages.submit(room.ask, "move", table=table, **sides)
                for _ in range(500):
                    sleep(0.01 * (child._table != table))
        assert "cell" in waiting["new"].result(timeout=60)
        with pytest.raises(ValueError, match=CLOSED):
            waiting["old"].result(timeout=60)


# The server

ODD = (
    *('"moves": Infinity', '"moves": [0, 0]', '"moves": [[0]]', '"game": "go"'),
    *('"X": "you"', "[", f'"moves": {"[" * 4_000 + "]" * 4_000}'),
)


def test_a_request_that_is_odd_gets_an_error(room):
    for odd in ODD:
        body = f"{json.dumps(START | {'X': 'random'})[:-1]}, {odd}}}"
        status, answer = requested(room.server.server_port, "/move", body)
        assert (status, list(json.loads(answer))) == (200, ["error"]), odd


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "localhost:80", "Origin": "http://localhost:80"}, 200),
        ({"Origin": "http://example.com"}, 403),
        ({"Origin": "null"}, 403),
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
    assert requested(port, "/../play.py")[0] == 404
    assert requested(port, "/see/kata.html")[0] == 404


def test_a_console_game_is_played_against_your_player_or_the_reference(project):
    game, player = "tictactoe_game", "tictactoe_player"
    left = "    raise NotImplementedError\n"
    asks = "def main(choose_move):\n    return print(choose_move.__module__)\n"
    moves = "def choose_move(board, player):\n    return 1, 1\n"
    assert "There's no game yet" in project.python("-m", f"katas.{game}").errors
    project.write(f"{asks}{left}", game)
    _, mover = project.python("-m", f"katas.{game}").lines
    assert mover == f"solutions.{player}"
    project.write(f"{moves}{left}", player)
    assert project.python("-m", f"katas.{game}").text == f"{player}\n"


@on_linux
def test_ctrl_c_ends_it_and_what_it_runs(untouched, tmp_path, monkeypatch):
    monkeypatch.setenv("TMP", str(tmp_path))  # All that it starts has this.
    # A browser of text would keep the terminal, and wait for the page.
    monkeypatch.setenv("BROWSER", f"{sys.executable} -c input() %s")
    terminal = Terminal(untouched.root, "katas", "play", "tictactoe_player")
    terminal.expect("#tictactoe,you,your-rules\n")
    port = int(terminal.screen.split(":")[2].partition("/")[0])
    _, answer = requested(port, "/move", json.dumps(START | {"X": "yours"}))
    assert b"best_move isn't written yet" in answer
    assert len(processes_with(f"TMP={tmp_path}")) == 2
    assert terminal.interrupt() == 0
    assert "Traceback" not in terminal.screen
    assert processes_with(f"TMP={tmp_path}") == []


# In the browser

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

    def __init__(self, page: Page, room: Room) -> None:
        super().__init__(page, room.server.address)
        self.room, self.cells = room, page.locator("#board button")

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
def seen(browser: Browser, room: Room) -> Iterator[Seen]:
    """The page of the games."""
    with visiting(browser, room.server.address) as visitor:
        yield Seen(visitor.page, room)


YOU_AGAINST_YOURS = "tictactoe,you,yours"
FREE = {"tictactoe_negamax": FIRST_FREE}
# The code, the sides, what is pressed, and what the page says then.
GAMES: list[tuple[dict[str, str], str, Sequence[str | int], str]] = [
    (FREE, YOU_AGAINST_YOURS, [4, 2, 6], "X played (2, 0). X (you) wins."),
    (FREE, YOU_AGAINST_YOURS, [4, 2, "Take back"], "O played (0, 0). X (you) is to"),
    (FREE, YOU_AGAINST_YOURS, ["Swap sides"], "X played (0, 0). O (you) is to move."),
    ({}, "reversi,you,you", PASS, "1 turned. X has no legal move and passes. O (you)"),
    ({}, "reversi,you,chapter", ["Best move"], "The reference would play ("),
    ({}, "tictactoe,you,you", [0, 3, 1, 4, 2, "Play again"], "X (you) is to move."),
    (
        {"tictactoe_negamax": NOT_WRITTEN},
        YOU_AGAINST_YOURS,
        [4, "Let the reference play"],
        "O played (0, 0). X (you) is to move.",
    ),
]


@pytest.mark.slow
@pytest.mark.one_browser
def test_what_somebody_presses_and_reads(seen):
    for codes, sides, pressed, words in GAMES:
        for kata, code in codes.items():
            seen.room.write(kata, code)
        seen.sit(sides)
        seen.click("New game", *pressed)
        seen.shows(words)
    # The game is still there when the page was loaded again.
    seen.page.reload()
    seen.shows(words)


@pytest.mark.slow
def test_a_game_is_played_with_the_keyboard_alone(seen):
    seen.sit("tictactoe,you,you")
    # Two quick clicks are one move.
    seen.cells.and_(seen.page.locator(":enabled")).last.wait_for()
    seen.cells.evaluate_all("cells => { cells[0].click(); cells[1].click(); }")
    seen.shows("X played (0, 0). O (you) is to move.")
    seen.cells.nth(1).focus()
    for keys in ("Enter", "Tab Enter", "Shift+Tab Tab Tab Enter"):
        for key in keys.split():
            seen.page.keyboard.press(key)
        seen.shows("is to move.")
    seen.shows("played (1, 1). ")
    assert seen.page.get_by_label("(1, 1): O, last move").count() == 1
    seen.page.get_by_label("Move", exact=True).press("ArrowLeft")
    seen.shows("X played (0, 2). ")


@pytest.mark.slow
def test_a_player_that_never_answers_goes_on_when_it_was_saved(seen):
    seen.room.write("reversi_player", ENDLESS)
    seen.sit("reversi,you,yours")
    seen.shows("You are X (black).", "#you")
    seen.click(20)
    seen.shows("choose_move didn't return within ", "#trouble")
    seen.fits()
    seen.room.write("reversi_player")
    seen.click("Load the file again and go on")
    seen.shows("X (you) is to move.")
    assert seen.page.locator("#trouble").is_hidden()


@pytest.mark.slow
@pytest.mark.one_browser
def test_a_match_runs_and_each_of_its_games_can_be_seen(seen):
    seen.room.write("tictactoe_negamax", CENTRE)
    seen.sit("tictactoe,reference,yours")
    seen.page.get_by_label("Games", exact=True).fill("4")
    seen.click("Start")
    won = "search won 4, your tictactoe_negamax won 0, draws: 0; 4 of 4"
    seen.shows(won, "#tally")
    seen.shows("got 4 (row 1, column 1)", "#trouble")
    seen.fits()
    seen.click("2: X wins.")
    seen.shows("O (your tictactoe_negamax) is to move.")


@pytest.mark.slow
@pytest.mark.one_browser
def test_where_your_code_is_wrong_is_marked(seen):
    seen.room.write("tictactoe_negamax", NEGAMAX)
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
