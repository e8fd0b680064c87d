"""`python -m katas tournament`: the draw, the games, the table, and the page."""

from __future__ import annotations

import json
import re
import sys
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import CancelledError
from contextlib import suppress
from itertools import permutations
from pathlib import Path
from random import Random
from time import sleep
from typing import TYPE_CHECKING, Any

import pytest
from kata_kit.process import Limits
from kata_kit.request import Request
from kata_loop.commands import main
from kata_play.rules import position
from kata_tournament import tournament as tournament_module
from kata_tournament.command import chosen
from kata_tournament.draw import Pairing, draw
from kata_tournament.entrants import entries
from kata_tournament.game import Game, fault, play
from kata_tournament.page import Page, seen
from kata_tournament.standings import standings
from kata_tournament.tournament import MOST_LATE, OUT, Tournament
from kata_workshop.participants import Gathering
from repository.cohorts import write as save
from repository.project import ROOT, Terminal, processes_with, too_long

if TYPE_CHECKING:
    from playwright.sync_api import Page as BrowserPage

TICTACTOE, REVERSI, SEARCH = "tictactoe_player", "reversi_player", "reversi_search"
FREE = "free = [(r, c) for r in range(3) for c in range(3) if not board[r][c]]"
FIRST_FREE = f"{FREE}; return free[0]"
ENDLESS = "while True: pass"
CENTRE = "return (1, 1)"

needs_linux = pytest.mark.skipif(
    sys.platform != "linux", reason="the kernel guards, and /proc shows processes"
)


def player(body: str) -> str:
    return f"import os, sys, time\ndef choose_move(board, player):\n    {body}\n"


def reference(kata: str) -> str:
    return (ROOT / "solutions" / f"{kata}.py").read_text("utf-8")


Room = Callable[..., Path]


@pytest.fixture
def room(tmp_path: Path) -> Room:
    """Makes the folder of everybody: "" stands for a copy of the reference."""

    def made(kata: str = TICTACTOE, **bodies: str) -> Path:
        for name, body in bodies.items():
            code = player(body) if body else reference(kata)
            save(tmp_path / "room" / name / f"{kata}.py", code)
        return tmp_path / "room"

    return made


def held(folder: Path, seconds: float = 10.0, at_once: int = 2) -> Tournament:
    """Return a tournament of tic-tac-toe with all games played."""
    limits = Limits(seconds, seconds)
    players, _ = entries(Gathering(folder, "room"), TICTACTOE, limits)
    made = Tournament(TICTACTOE, players, limits, at_once)
    assert len(list(made.run(draw(list(players))))) == len(made.games)
    return made


# The draw


@pytest.mark.parametrize("count", range(2, 10))
def test_everybody_meets_everybody_once_on_each_side(count: int) -> None:
    names = [chr(ord("a") + number) for number in range(count)]
    drawn = [(one.first, one.second) for one in draw(names)]
    assert sorted(drawn) == sorted(permutations(names, 2))
    for games in range(0, len(drawn), max(count // 2, 1)):
        day = drawn[games : games + count // 2]
        assert Counter(name for game in day for name in game).most_common(1)[0][1] == 1
    assert Counter(draw(names, 3)).total() == 3 * len(drawn) == len({*draw(names, 3)})


# The table

# Who wins, by the pairing; and the moves, where games are to be the same.
WON, LOST, DRAWN = "first", "second", ""


def games(*told: tuple[str, str, str, tuple[int, ...]]) -> dict[Pairing, Game]:
    sides = {WON: "X", LOST: "O", DRAWN: ""}
    return {
        Pairing(first, second): Game(moves, sides[winner])
        for first, second, winner, moves in told
    }


def table(names: str, *told: tuple[str, str, str, tuple[int, ...]]) -> list[Any]:
    rows = standings(names.split(), games(*told))
    return [(row.place, row.name, row.points, round(row.sure, 3)) for row in rows]


def test_players_that_draw_all_games_share_a_place() -> None:
    told = [(*pair, DRAWN, (n,)) for n, pair in enumerate(permutations("abc", 2))]
    assert table("c a b", *told) == [(1, name, 2, 0) for name in "abc"]


def test_games_that_are_the_same_move_by_move_count_once() -> None:
    won = [("a", other, WON, (0, 3, 1, 4, 2)) for other in "xyz"]
    drawn = [("b", other, DRAWN, (0, 1, 2, 4, 3, 5, 7, 6, 8)) for other in "xyz"]
    # Each time the same two games are compared, which says as much as one does.
    first, second, *_ = table("a b x y z", *won, *drawn)
    assert (first, second[:3]) == ((1, "a", 3, 0.75), (2, "b", 1.5))
    different = [(*one[:3], (*one[3][:4], n)) for n, one in enumerate(won)]
    row, *_ = standings([*"abxyz"], games(*different, *drawn))
    assert (row.different, row.won) == (3, 3)
    rows = table("a b", ("a", "b", WON, (1,)), ("b", "a", LOST, (2,)))
    assert rows == [(1, "a", 2, 0.875), (2, "b", 0, 0)]


# A game

FAULTS: dict[str, tuple[Any, str]] = {
    "taken": ((0, 0), "played row 0, column 0, which is taken"),
    "off": ((3, 0), "played row 3, column 0, which is not on the board"),
    "list": ([1, 1], "returned [1, 1], which is not a cell"),
    "bool": ((True, 1), "returned (True, 1), which is not a cell"),
    "long": ("x" * 99, f"returned '{'x' * 56}..., which is not a cell"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_move_that_is_not_legal_is_told(name: str) -> None:
    answer, words = FAULTS[name]
    at = position("tictactoe", "X", (0,))
    assert fault(answer, TICTACTOE, at) == f"choose_move {words}"


def test_a_move_that_turns_nothing_is_told() -> None:
    told = fault((0, 0), REVERSI, position("reversi", "X", ()))
    assert told == "choose_move played row 0, column 0, which turns no disc over"


class Says:
    """A player without a process."""

    def __init__(self, *answer: object) -> None:
        self.answer = answer

    def call(self, *_: object) -> Request:
        return Request("choose_move", "answer", [], [self.answer])


def test_a_cell_is_two_ints_and_true_is_not_one() -> None:
    for answer, moves in {Says(True, True): (), Says(1, 1): (4,)}.items():
        sides: Any = {"X": answer, "O": answer}
        assert play(TICTACTOE, sides, Random(1)).moves == moves


# What a hostile player does, and how the game is told; the first free cell is no fault.
HOSTILE = {
    "while True: pass": "choose_move was late",
    "time.sleep(999)": "choose_move was late",
    "os._exit(0)": "choose_move called ",
    "sys.exit()": "choose_move called sys.exit",
    "raise OSError('no')": "choose_move raised OSError: no (line 3)",
    "return object()": "choose_move returned <object object",
    "return [0] * 10**7": "choose_move returned ",
    "return board": "choose_move returned [[0, 0, 0], ",
    "open('/etc/passwd')": "choose_move tried to read '/etc/passwd'",
    "open('written', 'w')": "choose_move tried to write the file 'written'",
    "os.kill(os.getppid(), 9)": "choose_move tried to send a signal",
    "x = [0]; x.append(x); return x": "choose_move returned ",
    "os.write(3, b'x' * 10**7)": "choose_move ",
    f"print('x' * 10**8); {FIRST_FREE}": "",
    f"{FREE}; board[:] = [[player] * 3] * 3; return free[0]": "",
    f"{FREE}; board.clear(); return free[0]": "",
}


@needs_linux
@pytest.mark.parametrize("body", HOSTILE)
def test_an_honest_player_wins_against_a_hostile_one(body: str, room: Room) -> None:
    seconds = 2.0 if HOSTILE[body].endswith("late") else 10.0
    played = held(room(ada="", mallory=body), seconds).games
    assert len(played) == 2
    for pairing, game in played.items():
        assert pairing.sides[game.winner] == "ada"
        assert game.fault.startswith(HOSTILE[body])
        assert bool(game.fault) == bool(HOSTILE[body])


def test_nobody_waits_for_a_player_that_is_late_again_and_again(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[str]()

    def lose(kata: str, sides: Any, rng: Any) -> Game:
        asked.append(kata)
        return Game((), "O", "choose_move was late", is_late=True)

    monkeypatch.setattr(tournament_module, "play", lose)
    played = held(room(a="", b="", c="", d=""), at_once=1).games
    late = Counter(
        pairing.first for pairing, game in played.items() if game.fault != OUT
    )
    assert max(late.values()) == MOST_LATE
    assert len(asked) == late.total() < len(played) == 12
    last = list(played.values())[-1]
    assert (last.fault, last.moves) == (OUT, ())


def test_what_runs_ends_at_once_when_the_tournament_does(room: Room) -> None:
    limits = Limits(3600, 3600)
    folder = room(ada=ENDLESS, bob="time.sleep(3600)", cy=ENDLESS, dan=ENDLESS)
    players, _ = entries(Gathering(folder, "room"), TICTACTOE, limits)
    made = Tournament(TICTACTOE, players, limits, 2)

    def run_all() -> None:
        with suppress(CancelledError):
            assert not list(made.run(draw(list(players))))

    running = threading.Thread(target=run_all, daemon=True)
    running.start()
    while not any(code._process for code in list(made._running)):
        sleep(0.01)
    closing = threading.Thread(target=made.close, daemon=True)
    closing.start()
    closing.join(300)
    assert not closing.is_alive()


# The command


def run(capsys: Any, *arguments: object) -> tuple[int, str]:
    code = main(["tournament", *map(str, arguments)])
    return code, capsys.readouterr().out


def test_the_table_says_who_plays_and_why_a_game_was_lost(
    room: Room, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    folder = room(ada="", bob="", cy=CENTRE)
    stub = (ROOT / "katas" / TICTACTOE / f"{TICTACTOE}.py").read_text("utf-8")
    for name, code in {"dan": stub, "eve": "def choose_move(", "fay": "x = 1"}.items():
        save(folder / name / f"{TICTACTOE}.py", code)
    (folder / "gus").mkdir()
    (folder / "gus" / f"{TICTACTOE}.py").symlink_to(folder / "ada" / f"{TICTACTOE}.py")
    exit_code, told = run(capsys, folder)
    assert exit_code == 0
    assert too_long(told) == []
    flat = " ".join(told.split())
    for words in (
        "not read: gus/tictactoe_player.py (a link",
        "dan does not play: not written yet",
        "eve does not play: SyntaxError: ",
        "fay does not play: there is no function choose_move",
        "1 ada 3 2 2 0 ",
        "1 bob 3 2 2 0 ",
        "3 cy 0 0 0 4 ",
        "cy: choose_move played row 1, column 1, which is taken (and 3 more games)",
        "copies of the reference: ada, bob",
        "played: 6 of 6 games",
    ):
        assert words in flat


def test_the_same_files_give_the_same_table(
    room: Room, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = room(REVERSI, ada="", bob="", cy="")
    told = {run(capsys, folder, "-n", at_once)[1] for at_once in (1, 2)}
    assert len(told) == 1
    assert "played: 6 of 6 games" in told.pop()


def test_one_kata_is_chosen_and_two_players_are_needed(
    room: Room, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = room(SEARCH, ada="")
    assert chosen(Gathering(folder, "room")) == SEARCH
    for arguments, words in {
        (folder,): "expected two players or more, got 1",
        (folder / "ada",): "no player of tictactoe_player, reversi_player, reversi_se",
        (folder / "nobody",): "No such file or directory",
        (folder, f"--kata={TICTACTOE}"): "expected two players or more, got 0",
    }.items():
        assert refused(capsys, *arguments).startswith("error: ")
        assert words in refused(capsys, *arguments)
    room(TICTACTOE, ada="", bob=CENTRE)
    both = "players of tictactoe_player and reversi_search\nchoose, such as --kata="
    assert both in refused(capsys, folder)
    chosen_kata = f"--kata={TICTACTOE}"
    for page, words in {
        "x.pdf": "--page=x.pdf: expected a file such as tournament.html",
        tmp_path / "no" / "x.html": "No such file or directory",
    }.items():
        assert words in refused(capsys, folder, chosen_kata, f"--page={page}")
    with pytest.raises(SystemExit, match="2"):
        run(capsys, folder, "--rounds=0")
    assert run(capsys, folder, chosen_kata, "--rounds=2")[1].endswith("4 of 4 games\n")


def refused(capsys: Any, *arguments: object) -> str:
    assert main(["tournament", *map(str, arguments)]) == 2
    return str(capsys.readouterr().err)


@needs_linux
def test_ctrl_c_ends_all_and_tells_the_table_so_far(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The draw has ada meet dan first.
    folder = room(ada="", bob=ENDLESS, cy="time.sleep(99)", dan="")
    monkeypatch.setenv("TMP", str(folder))  # All that it starts has this.
    shown = Terminal(ROOT, "-m", "katas", "tournament", str(folder), "-n1")
    before = shown.settings()
    shown.expect("1 of 12 games")
    while len(processes_with(f"TMP={folder}")) < 2:  # The endless player has begun.
        pass
    assert shown.interrupt() == 1
    assert shown.settings() == before
    screen = shown.screen.rpartition("\x1b[K")[2]
    assert "\n  1  ada " in screen
    assert re.search(r"ended early: \d+ of 12 games\n$", screen)
    assert processes_with(f"TMP={folder}") == []


# The page


def test_the_page_holds_what_the_rules_say(room: Room) -> None:
    facts = seen(held(room(ada="", bob=CENTRE)), 2, ["cy does not play"], live=False)
    assert facts["names"] == ["ada", "bob"]
    assert facts["told"][-1] == "cy does not play"
    first, second = sorted(facts["games"], key=lambda one: int(one["first"]))
    assert first["result"].startswith("bob: choose_move played row 1, column 1, which")
    plies = facts["lines"][first["line"]]["plies"]
    assert [ply["side"] for ply in plies] == ["X"]
    assert second["fault"]
    assert second["winner"] == "O"


@pytest.fixture
def shown(empty_page: BrowserPage, room: Room, tmp_path: Path) -> Any:
    """The page of a tournament, in the browser."""
    bodies = {"ada": "", "bob": FIRST_FREE, "cy": CENTRE, "x<!--<script>": ""}
    tournament = held(room(**bodies))
    path = tmp_path / "page.html"
    page = Page(path, len(tournament.games), [])
    page.write(tournament, live=False)
    empty_page.goto(path.as_uri())
    return empty_page, tournament, page


@pytest.mark.slow
def test_each_game_can_be_seen_move_by_move(shown: Any) -> None:
    page, _, _ = shown
    rows = page.locator("tbody tr")
    assert rows.count() == 4
    assert page.locator("tbody tr th").all_inner_texts()[:2] == ["ada", "x<!--<script>"]
    assert page.locator(".games a").count() == 12
    page.get_by_role("button", name="Show the final").click()
    page.get_by_role("heading", name="The final: ada (X) against x<!--").wait_for()
    page.keyboard.press("ArrowRight")
    page.locator("#status", has_text="Move 1: X to row").wait_for()
    for _ in range(9):
        page.keyboard.press("ArrowRight")
    page.locator("#status", has_text="A draw.").wait_for()
    assert page.locator("#board [data-side=X]").count() == 5
    page.get_by_role("button", name="The other game").click()
    page.get_by_role("heading", name="x<!--<script> (X) against ada (O)").wait_for()
    page.keyboard.press("Escape")
    assert page.locator("#replay").is_hidden()
    page.get_by_role("link", name="cy begins against ada: cy: choose_move").click()
    page.locator("#status", has_text="which is taken.").wait_for(timeout=20_000)


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_fits_and_axe_finds_nothing(shown: Any, scheme: str) -> None:
    reason = 'axe is not installed: pip install -e ".[dev]"'
    driver = pytest.importorskip("axe_playwright_python.sync_playwright", reason=reason)
    page, _, _ = shown
    page.emulate_media(color_scheme=scheme)
    for width, height in ((1920, 1080), (1280, 720), (720, 900), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        found = driver.Axe().run(page).response["violations"]
        assert [(one["id"], one["nodes"][0]["html"]) for one in found] == []
    page.get_by_role("button", name="Show the final").click()
    box = page.locator("#board").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    assert driver.Axe().run(page).response["violations"] == []


@pytest.mark.slow
def test_a_page_that_grows_keeps_what_has_the_focus(shown: Any) -> None:
    page, tournament, file = shown
    games = dict(tournament.games)
    tournament.games = dict(list(games.items())[:8])
    file.write(tournament, live=True)
    file._last = 0.0
    file.write(tournament, live=True)
    page.reload()
    assert page.locator("#played").inner_text() == "8 of 12 games"
    assert page.get_by_role("button", name="Show the final").is_hidden()
    link = page.locator(".games a").first
    name = link.get_attribute("aria-label")
    link.focus()
    tournament.games = games
    file.write(tournament, live=False)
    page.locator("#played", has_text="12 of 12 games").wait_for(timeout=60_000)
    assert page.evaluate("document.activeElement.ariaLabel") == name
    assert json.loads(page.locator("#data").inner_text())["live"] is False
