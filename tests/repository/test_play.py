"""`python -m katas play`: the answers of the server, and the page in Chromium."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path
from time import sleep
from typing import TYPE_CHECKING, Any

import pytest
from kata_kit.process import Limits
from kata_kit.sources import Submission
from kata_loop.commands import main
from kata_play.command import YOURS
from kata_play.desk import MOST_TABLES, Desk
from kata_play.rules import course
from kata_play.server import Server
from kata_play.table import PLAYERS
from repository.project import ROOT, Project

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
BROKEN = {
    "return [][3]": "best_move raised IndexError: list index out of range\n:2\n",
    "return 4": "expected one of 0, 1, 2, 3, 5, 6, 7, 8, got 4 (row 1, column 1)\n:1\n",
    "while True: pass": "best_move did not return within ",
}
ENDLESS = "def choose_move(board, disc, rng):\n    while True: pass\n"
NEGAMAX = "def negamax(player, opponent):\n    return 0\n"
LEGAL = "def legal_moves(board, disc):\n    return {(2, 4), (3, 5), (4, 2), (0, 7)}\n"


class Room:
    """A learner's files, and the server that has them play."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.server = Server(0, Submission(folder, ""), Limits(0.5, 600))
        self.desk, self.table = self.server.desk, ""

    def write(self, kata: str, code: str = "") -> Path:
        """Write code for a kata; if there is none, the reference."""
        reference = (ROOT / "solutions" / f"{kata}.py").read_text("utf-8")
        (self.folder / f"{kata}.py").write_text(code or reference)
        return self.folder / f"{kata}.py"

    def best_move(self, body: str) -> Path:
        head = "def best_move(player, opponent):\n    "
        return self.write("tictactoe_negamax", f"{head}{body}\n")

    def ask(self, verb: str, game: str = "tictactoe", **asked: Any) -> Any:
        start = {"game": game, "first": "X", "moves": [], "table": self.table}
        answer = self.desk.answer(verb, json.loads(json.dumps({**start, **asked})))
        self.table = answer.get("table", self.table)
        return answer


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """The server, which is the same for all tests."""
    room = Room(tmp_path_factory.mktemp("files"))
    with room.server:
        thread = threading.Thread(target=room.server.serve_forever, args=(0.02,))
        thread.start()
        yield room
        room.server.shutdown()
        thread.join()


@pytest.fixture
def room(served: Room) -> Room:
    """The same with a new table, and no files."""
    for file in served.folder.iterdir():
        file.unlink()
    served.ask("new")
    return served


@pytest.mark.parametrize(
    ("moves", "facts"),
    [
        ([0, 1, 4, 2, 8], {"side": "", "result": "X wins.", "line": [0, 4, 8]}),
        ([0, 4, 8, 1, 7, 6, 2, 5, 3], {"side": "", "result": "A draw.", "line": []}),
        (PASS, {"side": "O", "passed": "X", "turned": [14], "mover": "O", "cell": 5}),
        (WIPED_OUT, {"side": "", "result": "X wins by 13, 13 to 0."}),
    ],
)
def test_a_position(room: Room, moves: list[int], facts: dict[str, Any]) -> None:
    game = "reversi" if max(moves) > 8 else "tictactoe"
    *_, seen = room.ask("look", game, moves=moves)["positions"]
    assert {name: seen[name] for name in facts} == facts


@pytest.mark.parametrize("game", PLAYERS)
def test_everybody_has_a_legal_move(room: Room, game: str) -> None:
    _, *players = PLAYERS[game].items()
    for key, player in players:
        if player.instead:
            room.write(player.kata)
        move = room.ask("move", game, O=key, first="O")
        assert move["cell"] in course(game, "O")[0].legal


@pytest.mark.parametrize("body", BROKEN)
def test_a_broken_player_is_told_as_pytest_tells_it(room: Room, body: str) -> None:
    file = room.best_move(body)
    told = room.ask("move", moves=[4], O="yours")
    assert told["told"].replace(str(file), "").startswith(BROKEN[body])
    assert "instead" not in told


def test_saved_code_is_loaded_with_the_next_game(room: Room) -> None:
    room.write("tictactoe_negamax", FIRST_FREE)
    assert room.ask("move", X="yours") == {"cell": 0}
    room.write("tictactoe_negamax", FIRST_FREE.replace("range(9)", "[8, 7]"))
    assert room.ask("move", X="yours") == {"cell": 0}
    room.ask("new")
    assert room.ask("play", X="yours", O="reference")["moves"][0] == 8


def test_a_new_game_does_not_wait_for_the_old_one(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    room.write("reversi_player", ENDLESS)
    # The call is still running, under any load.
    monkeypatch.setattr(room.desk, "_limits", Limits(60, 600))
    room.ask("new")
    table, came = room.desk._tables[room.table], []

    def move() -> None:
        with pytest.raises(ValueError, match="this table was closed") as closed:
            room.ask("move", "reversi", X="yours")
        came.append(closed)

    moving = threading.Thread(target=move)
    moving.start()
    while not any(running._process for running in table._running.values()):
        sleep(0.01)
    room.ask("new")
    moving.join()
    assert came
    assert table._running["reversi_player"]._process is None


def test_there_are_few_tables_however_many_ask_at_once(tmp_path: Path) -> None:
    desk = Desk(Submission(tmp_path, "mine"), Limits())
    with ThreadPoolExecutor(8) as pages:
        asked = [pages.submit(desk.answer, "new", {}) for _ in range(400)]
    assert len({one.result()["table"] for one in asked}) == 400
    assert len(desk._tables) == MOST_TABLES
    desk.close()


# The server

TICTACTOE: dict[str, Any] = {"game": "tictactoe", "first": "X", "moves": []}
OTHERS = [
    {"Origin": "http://example.com"},
    {"Origin": "https://127.0.0.1"},
    {"Origin": "null"},
    {"Host": "example.com"},
    {"Host": "127.0.0.1.example.com:80"},
]


def requested(
    port: int, verb: str, body: str, method: str = "POST", **headers: str
) -> tuple[int, bytes]:
    """The status and the body of what comes of a request."""
    connection = HTTPConnection("127.0.0.1", port)
    headers = {"Content-Type": "application/json", **headers}
    connection.request(method, f"/{verb}", body, headers)
    reply = connection.getresponse()
    assert "default-src 'none'" in reply.headers["Content-Security-Policy"]
    return reply.status, reply.read()


ODD = ["Infinity", "[1e999]", "[0, 0]", "[[0]]", "[" * 4_000 + "]" * 4_000, "{"]


@pytest.mark.parametrize("moves", ODD)
def test_a_request_that_is_odd_gets_an_error(room: Room, moves: str) -> None:
    body = json.dumps(TICTACTOE).replace("[]", moves)
    status, answer = requested(room.server.server_port, "look", body)
    assert (status, list(json.loads(answer))) == (200, ["error"])


def test_what_the_page_would_not_ask_is_refused(room: Room) -> None:
    for wrong in ({"game": "go"}, {"first": "Z"}, {"X": "you"}, {"table": "?"}):
        with pytest.raises(ValueError, match=r"expected|was closed"):
            room.ask("move", **{"X": "random", **wrong})


def test_only_the_page_itself_is_answered(room: Room) -> None:
    def status(method: str, verb: str, **headers: str) -> int:
        body = json.dumps(TICTACTOE)
        return requested(room.server.server_port, verb, body, method, **headers)[0]

    ours = {"Host": "localhost:80", "Origin": "http://localhost:80"}
    for asked in (("GET", ""), ("POST", "look")):
        assert status(*asked) == status(*asked, **ours) == 200
        assert [status(*asked, **headers) for headers in OTHERS] == [403] * len(OTHERS)
    assert status("POST", "look", **{"Content-Type": "text/plain"}) == 403
    assert status("POST", "look", **{"Content-Length": "99999999"}) == 403
    assert status("GET", "../server.py") == 404


# The command

REFUSED = {
    "--port=80000": "python -m katas play: error: --port=80000: ",
    "reversi_palyer": "error: no player is named 'reversi_palyer'. "
    "Did you mean reversi_player?\n",
}


@pytest.mark.parametrize("word", REFUSED)
def test_what_cannot_be_is_refused(
    word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["play", "--no-browser", word])
    assert REFUSED[word] in capsys.readouterr().err


@pytest.mark.skipif(sys.platform != "linux", reason="it looks for processes in /proc")
def test_ctrl_c_ends_it_and_what_it_runs(untouched: Project) -> None:
    with subprocess.Popen(
        [sys.executable, "katas", "play", "--no-browser", "tictactoe_player"],
        cwd=untouched.root,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as play:
        assert play.stdout
        port, sides = play.stdout.readline().split(":")[-1].strip().split("/")
        assert sides == YOURS["tictactoe_player"] == "#tictactoe,you,your-rules"
        asked = {**TICTACTOE, "X": "yours"}
        for verb in ("new", "move"):
            asked |= json.loads(requested(int(port), verb, json.dumps(asked))[1])
        assert asked["told"].startswith("best_move is not written yet\nkatas/")
        tasks = Path(f"/proc/{play.pid}/task").glob("*/children")
        workers = [pid for task in tasks for pid in task.read_text().split()]
        assert workers
        play.send_signal(signal.SIGINT)
        _, errors = play.communicate(timeout=10)
        assert (play.returncode, errors) == (0, "")
    assert not [pid for pid in workers if Path(f"/proc/{pid}").exists()]


# In the browser

# By how much a name is wider than the place it has, or its card.
CUT = """() => [...document.querySelectorAll(".sides select")].map((select) => {
    const card = select.parentElement, width = select.offsetWidth;
    select.style.minWidth = "max-content";
    return Math.max(select.offsetWidth - width, card.scrollWidth - card.clientWidth);
})"""


class Seen:
    """The page in the browser."""

    def __init__(self, page: Page, room: Room) -> None:
        self.page, self.room = page, room
        self.cells = page.locator("#board button")

    def open(self, game: str, *sides: str) -> None:
        self.page.goto(f"{self.room.server.address}#{','.join((game, *sides))}")
        self.cells.first.wait_for()

    def click(self, *names: str | int) -> None:
        """Click on cells, when it is your turn, or on buttons."""
        for name in names:
            button = self.page.get_by_role("button", name=str(name), exact=True)
            (self.cells.nth(name) if isinstance(name, int) else button).click()

    def shows(self, place: str, text: str) -> None:
        """Wait for a text in a place."""
        self.page.locator(place, has_text=text).wait_for(timeout=60_000)

    def fits_a_phone(self, scheme: Any) -> None:
        """Look at what is shown on a phone, by day (light) or by night (dark)."""
        self.page.set_viewport_size({"width": 390, "height": 844})
        self.page.emulate_media(color_scheme=scheme)
        colour = self.page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert self.page.evaluate("document.documentElement.scrollWidth") == 390
        assert (int(re.findall(r"\d+", colour)[0]) > 127) == (scheme == "light")


@pytest.fixture
def seen(empty_page: Page, room: Room) -> Seen:
    """The page of the games."""
    return Seen(empty_page, room)


@pytest.mark.slow
def test_a_game_is_won_and_looked_at_again(seen: Seen) -> None:
    seen.room.write("tictactoe_negamax", FIRST_FREE)
    seen.open("tictactoe", "you", "yours")
    seen.click(4, 2, 6)
    seen.shows("#status", "X played (2, 0). X (you) wins.")
    assert seen.page.locator("#board .won").count() == 3
    seen.click("O (0, 1)")
    seen.shows("#status", "X (you) is to move.")
    assert seen.page.locator("#board [data-side=X]").count() == 2
    seen.click("Take back")
    seen.shows("#status", "O played (0, 0). X (you) is to move.")
    assert seen.page.locator("#moves li").count() == 2
    seen.page.reload()
    seen.shows("#status", "O played (0, 0). X (you) is to move.")


@pytest.mark.slow
def test_a_game_is_played_with_the_keyboard_alone(seen: Seen) -> None:
    seen.open("tictactoe", "you", "you")
    seen.shows("#status", "X (you) is to move.")
    # Two quick clicks are one move.
    seen.cells.evaluate_all("cells => { cells[0].click(); cells[1].click(); }")
    seen.shows("#status", "X played (0, 0). O (you) is to move.")
    seen.cells.first.focus()
    moves = {"(2, 1)": "ArrowDown ArrowDown ArrowRight", "(1, 0)": "ArrowUp ArrowLeft"}
    for cell, keys in moves.items():
        for key in [*keys.split(), "Enter"]:
            seen.page.keyboard.press(key)
        seen.shows("#status", f"played {cell}. ")
    assert seen.page.get_by_label("row 1, column 0: X, last move").count() == 1


@pytest.mark.slow
def test_a_player_that_never_answers_goes_on_when_it_was_saved(seen: Seen) -> None:
    seen.room.write("reversi_player", ENDLESS)
    seen.open("reversi", "you", "yours")
    seen.click(20)
    seen.shows("#trouble", "choose_move did not return within ")
    seen.fits_a_phone("dark")
    seen.room.write("reversi_player")
    seen.click("Load the file anew and go on")
    seen.shows("#status", "X (you) is to move.")
    assert seen.page.locator("#trouble").is_hidden()
    # A pass is said, and discs turn.
    seen.open("reversi", "you", "you")
    seen.click(*PASS)
    seen.shows("#status", "1 disc turned. X has no legal move and passes. O (you)")
    assert seen.page.locator("#score-X").text_content() == "8"


@pytest.mark.slow
def test_a_match_runs_and_each_of_its_games_can_be_seen(seen: Seen) -> None:
    seen.room.best_move("return 0")
    seen.open("tictactoe", "reference", "yours")
    seen.page.get_by_label("Games", exact=True).fill("4")
    seen.click("Start")
    seen.shows("#tally", "the reference's search won 4, your search won 0, 0 draws;")
    seen.shows("#trouble", "got 0 (row 0, column 0)")
    seen.fits_a_phone("light")
    seen.click("game 2: X wins")
    seen.shows("#status", "O (your search) is to move.")
    seen.open("reversi", "random", "chapter")
    seen.shows("#status", "O (the chapter's player) is to move.")


@pytest.mark.slow
def test_you_know_your_colour_ask_for_the_best_move_and_play_again(seen: Seen) -> None:
    seen.open("reversi", "you", "chapter")
    seen.shows("#you", "You are black (X).")
    for width in (1280, 1040, 1000, 390):
        seen.page.set_viewport_size({"width": width, "height": 820})
        assert max(seen.page.evaluate(CUT)) <= 0
    seen.click("Best move")
    seen.shows("#status", "The reference's search would play (")
    marked = seen.page.locator("#board .best")
    assert "legal" in str(marked.get_attribute("class"))
    seen.click("Swap sides")
    seen.shows("#you", "You are white (O).")
    assert marked.count() == 0
    seen.open("tictactoe", "you", "you")
    seen.click(0, 3, 1, 4)
    seen.click("Best move")
    seen.shows("#status", "The reference's search would play (0, 2).")
    seen.click(2)
    seen.shows("#status", "X (you) wins.")
    seen.click("Play again")
    seen.shows("#status", "X (you) is to move.")
    assert seen.page.locator("#moves li").count() == 0


@pytest.mark.slow
def test_where_your_code_is_wrong_is_marked(seen: Seen) -> None:
    seen.room.write("tictactoe_negamax", NEGAMAX)
    seen.open("tictactoe", "you", "you")
    # Also while a new game is being loaded.
    seen.page.evaluate(
        "for (const id of ['new', 'check']) document.getElementById(id).click()"
    )
    seen.shows("#checked", "Your negamax agrees with the reference here.")
    seen.click(0, 3)
    seen.shows("#checked", "(0, 1) is win; ")
    assert seen.page.locator("#board .wrong").count() == 3
    seen.room.write("reversi_flips", LEGAL)
    seen.open("reversi", "you", "you")
    seen.shows("#checked", "rules: (0, 7) is not legal; (5, 3) is legal")
    told = seen.page.locator("#checked pre").text_content()
    assert "reversi_flips.py:1\n" in str(told)
    signs = seen.page.locator("#board .wrong .says").all_text_contents()
    assert signs == ["+", "\u2212"]


@pytest.mark.slow
def test_the_reference_is_offered_where_a_player_is_not_written(seen: Seen) -> None:
    seen.room.write("tictactoe_negamax", NOT_WRITTEN)
    seen.open("tictactoe", "you", "yours")
    seen.click(4)
    seen.shows("#status", "O (your search) has not moved.")
    seen.click("Let the reference play")
    seen.shows("#status", "O played (0, 0). X (you) is to move.")
