"""`python -m katas tournament`: the draw, the games, the table, and the page."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable
from itertools import permutations
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import pytest
from kata_kit.process import Limits
from kata_loop.commands import main
from kata_tournament import tournament as tournament_module
from kata_tournament.command import SECONDS
from kata_tournament.page import Page
from kata_tournament.standings import Game, Pairing, draw, standings
from kata_tournament.tournament import LATE, MOST_LATE, OUT, Tournament, entrants
from kata_workshop.participants import Gathering
from repository.cohorts import write as save
from repository.project import ROOT, Terminal, processes_with, too_long

if TYPE_CHECKING:
    from playwright.sync_api import Page as BrowserPage

TICTACTOE, REVERSI = "tictactoe_player", "reversi_player"
FREE = "free = [(r, c) for r in range(3) for c in range(3) if not board[r][c]]"
FIRST_FREE = f"{FREE}; return free[0]"
ENDLESS = "while True: pass"
CENTRE = "return (1, 1)"

needs_linux = pytest.mark.skipif(
    sys.platform != "linux", reason="the kernel guards, and /proc shows processes"
)
Room = Callable[..., Path]


@pytest.fixture
def room(tmp_path: Path) -> Room:
    """Makes the folder of everybody: "" stands for a copy of the reference."""

    def made(kata: str = TICTACTOE, **bodies: str) -> Path:
        reference = (ROOT / "solutions" / f"{kata}.py").read_text("utf-8")
        for name, body in bodies.items():
            head = "import os, sys, time\ndef choose_move(board, player):\n    "
            code = f"{head}{body}\n" if body else reference
            save(tmp_path / "room" / name / f"{kata}.py", code)
        return tmp_path / "room"

    return made


def held(folder: Path, seconds: float = 10.0, n: int = 2) -> Tournament:
    """Return a tournament with all games played."""
    limits = Limits(seconds, seconds)
    found = entrants(Gathering(folder, "room"), TICTACTOE, limits)
    made = Tournament(TICTACTOE, *found, n)
    assert len(list(made.run())) == len(made.games) == len(made.pairings)
    return made


# The draw and the table


def test_everybody_meets_everybody_and_all_come_up_equally_often():
    drawn = draw("abcde")
    assert sorted(drawn) == sorted(permutations("abcde", 2))
    for day in (drawn[:5], drawn[5:10], drawn[10:15], drawn[15:]):
        assert Counter("".join(map("".join, day))) == Counter("abcde" * 2)


def table(names: str, *told: tuple[str, str, tuple[int, ...]]) -> list[str]:
    """Return the table of games: who meets whom, the side that wins, the moves."""
    games = {Pairing(*pair): Game(moves, winner) for pair, winner, moves in told}
    return [" ".join(row).rstrip() for row in standings(list(names), games)]


def test_players_that_draw_all_games_share_a_place():
    told = [("".join(pair), "", (n,)) for n, pair in enumerate(permutations("abc", 2))]
    assert table("cab", *told) == [f"1 {name} 2 0 4 0" for name in "abc"]


def test_games_that_are_the_same_move_by_move_count_once():
    won = [(f"a{other}", "X", (0, 3, 1, 4, 2)) for other in "xyz"]
    drawn = [(f"b{other}", "", (0, 1, 2, 4, 3, 5, 7, 6, 8)) for other in "xyz"]
    # Each time the same two games are compared, which says as much as one does.
    first, second, *_ = table("abxyz", *won, *drawn)
    assert (first, second[:7]) == ("1 a 3 3 0 0 75%", "2 b 1.5")
    rows = table("ab", ("ab", "X", (1,)), ("ba", "O", (2,)))
    assert rows == ["1 a 2 2 0 0 88%", "2 b 0 0 0 2"]


# A game

# What a hostile player does, and how the game is told; the first free cell is no fault.
HOSTILE = {
    "while True: pass": "choose_move was late",
    "time.sleep(999)": "choose_move was late",
    "os._exit(0)": "choose_move ended ",
    "raise OSError('no')": "choose_move raised OSError: no (line 3)",
    "return object()": "choose_move returned <object object",
    "return [0] * 10**7": "choose_move returned ",
    f"{FREE}; return tuple(map(float, free[0]))": "choose_move returned (0.0, ",
    "open('/etc/passwd')": "choose_move tried to read '/etc/passwd'",
    "os.kill(os.getppid(), 9)": "choose_move tried to send a signal",
    f"print('x' * 10**8); {FIRST_FREE}": "",
    f"{FREE}; board[:] = [[player] * 3] * 3; return free[0]": "",
}


@needs_linux
@pytest.mark.parametrize("body", HOSTILE)
def test_an_honest_player_wins_against_a_hostile_one(body, room):
    seconds = 2.0 if HOSTILE[body].endswith("late") else 10.0
    for pairing, game in held(room(ada="", mallory=body), seconds).games.items():
        assert game.losers(pairing) == ["mallory"]
        assert game.fault.startswith(HOSTILE[body])
        assert bool(game.fault) == bool(HOSTILE[body])


def test_nobody_waits_for_a_player_that_is_late_again_and_again(room, monkeypatch):
    monkeypatch.setattr(tournament_module, "play", lambda *_: Game((), "O", LATE))
    played = held(room(a="", b="", c="", d=""), 10.0, 1).games
    lost = Counter(game.fault for one, game in played.items() if one.first == "a")
    assert lost == {LATE: MOST_LATE, OUT: 1}
    assert played[Pairing("c", "a")] == Game((), "X", OUT)


# The command


def run(capsys: Any, *arguments: object) -> tuple[int, str, str]:
    """Return the exit code, the table, and the error."""
    code = main(["tournament", *map(str, arguments)])
    return code, *capsys.readouterr()


def test_who_does_not_play_is_told(room, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    folder = room(ada="", bob="", cy=CENTRE)
    for name, code in {"eve": "def choose_move(", "fay": "x = 1"}.items():
        save(folder / name / f"{TICTACTOE}.py", code)
    # A whole clone has stubs of other players, too.
    stub = (ROOT / "katas" / REVERSI / f"{REVERSI}.py").read_text("utf-8")
    save(folder / "ada" / f"{REVERSI}.py", stub)
    (folder / "gus").mkdir()
    (folder / "gus" / f"{TICTACTOE}.py").symlink_to(folder / "ada" / f"{TICTACTOE}.py")
    _, told, _ = run(capsys, folder)
    assert too_long(told) == []
    flat = " ".join(told.split())
    for words in (
        "not read: gus/tictactoe_player.py (a link",
        "eve does not play: SyntaxError: ",
        "fay does not play: there is no function choose_move",
        "1 ada 3 2 2 0 1 bob 3 2 2 0 ",
    ):
        assert words in flat


def test_the_same_files_give_the_same_table(room, capsys):
    folder = room(REVERSI, ada="", bob="", cy="")
    assert len({run(capsys, folder, "-n", at_once) for at_once in (1, 2)}) == 1


def test_what_cannot_be_played_or_written_is_refused(room, tmp_path, capsys):
    folder = room(ada="", bob="")
    for options, words in {
        (folder / "ada",): "expected players of one kata (--kata)\nthere are: none",
        (folder / "nobody",): f"there is no folder '{folder / 'nobody'}'",
        (folder / "ada" / f"{TICTACTOE}.py",): "there is no folder '",
        (folder, "-n0"): "must be greater than 0",
        (folder, f"--page={tmp_path / 'no' / 'x.html'}"): "No such file or directory",
    }.items():
        code, _, error = run(capsys, *options)
        assert (code, error[:7]) == (2, "error: ")
        assert words in error
    with pytest.raises(SystemExit, match="2"):
        run(capsys, folder, "--page=x.pdf")


@needs_linux
def test_ctrl_c_ends_all_and_tells_the_table_so_far(room, monkeypatch):
    # The draw has ada meet bob first.
    folder = room(ada="", bob="", cy=ENDLESS, dan="time.sleep(99)")
    monkeypatch.setenv("TMP", str(folder))  # All that it starts has this.
    shown = Terminal(ROOT, "-m", "katas", "tournament", str(folder), "-n1")
    before = shown.settings()
    shown.expect("1 of 12 games")
    while len(processes_with(f"TMP={folder}")) < 2:  # The endless player has begun.
        pass
    pressed = monotonic()
    assert shown.interrupt() == 1
    assert monotonic() - pressed < SECONDS / 2  # It does not wait for the player.
    assert shown.settings() == before
    screen = shown.screen.rpartition("\x1b[K")[2]
    assert "\n  1  ada " in screen
    assert re.search(r"ended early: \d+ of 12 games\n$", screen)
    assert processes_with(f"TMP={folder}") == []


# The page


@pytest.fixture
def shown(empty_page: BrowserPage, room: Room, tmp_path: Path) -> Any:
    """The page of a tournament in the browser, and the tournament."""
    bodies = {"ada": "", "bob": FIRST_FREE, "cy": CENTRE, "x<!--<script>": ""}
    tournament = held(room(**bodies))
    file = tmp_path / "page.html"
    Page(str(file)).write(tournament, live=False)
    empty_page.goto(file.as_uri())
    return empty_page, tournament, file


@pytest.mark.slow
def test_each_game_can_be_seen_move_by_move(shown):
    page, tournament, file = shown

    def says(place: str, text: str) -> None:
        page.locator(place, has_text=text).wait_for(timeout=60_000)

    names = page.locator("tbody td:nth-child(2)").all_inner_texts()
    assert names == ["ada", "x<!--<script>", "bob", "cy"]
    assert page.locator("td button").count() == 12
    page.get_by_role("button", name="Show the final").click()
    says("h2", "The final: ada (X) against x<!--")
    page.keyboard.press("ArrowRight")
    says("#status", "Move 1: X played (")
    page.keyboard.press("End")
    says("#status", "A draw.")
    assert page.locator("#board [data-side=X]").count() == 5
    page.keyboard.press("Escape")
    assert page.locator("#replay").is_hidden()
    page.get_by_role("button", name="cy begins against ada: cy: choose_move").click()
    page.keyboard.press("End")
    says("#status", "which is not a legal move for X on ")
    page.keyboard.press("Escape")
    # The page grows by itself.
    games, tournament.games = tournament.games, dict([*tournament.games.items()][:8])
    Page(str(file)).write(tournament, live=True)
    page.reload()
    says("#played", "8 of 12 games")
    assert page.get_by_role("button", name="Show the final").is_hidden()
    tournament.games = games
    Page(str(file)).write(tournament, live=True)
    says("#played", "12 of 12 games")


@pytest.mark.slow
def test_the_page_fits_and_axe_finds_nothing(shown, violations):
    page, _, _ = shown

    def look() -> None:
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            assert violations(page) == []

    for width, height in ((1920, 1080), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        look()
    page.get_by_role("button", name="Show the final").click()
    box = page.locator("#board").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    look()
