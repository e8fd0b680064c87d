"""What the statements claim of their numbers, of the Prolog program, of the console games."""

from __future__ import annotations

import io
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache

import pytest
from kata_kit.katas import BY_NAME, load
from kata_tables.mistakes import read
from kata_tables.tictactoe import matrix, moves, put, side_to_move, winner
from repository.project import ROOT, Project, typed_in_terminal
from repository.screen import Learner

START = (1 << 27 | 1 << 36, 1 << 28 | 1 << 35)
PERFT = {8: 390_216, 9: 3_005_288, 10: 24_571_284}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "depth"),
    [("reversi_bitboards", 8), *(("approaches/reversi_bitboards/lanes", n) for n in (9, 10))],
)
def test_the_perft_is_what_is_published(file: str, depth: int) -> None:
    assert load(ROOT / "solutions" / f"{file}.py").perft(*START, depth) == PERFT[depth]


# The Prolog program

(PLAYER,) = (
    mistake
    for mistake in read(ROOT / BY_NAME["tictactoe_player"].mistakes).mistakes
    if mistake.name == "counts_lines_instead_of_forks"
)

Game = tuple[str, tuple[int, ...]]  # who has won, and the cells from 0 to 8, of which X moved first


@cache
def games(program: str) -> list[Game]:
    """Every game against the program, which has these discs."""
    return list(play("." * 9, program))


def play(board: str, program: str, played: tuple[int, ...] = ()) -> Iterator[Game]:
    """The games that go on from a position."""
    after = moves(board)
    if not after:
        yield winner(board), played
    elif side_to_move(board) == program:  # It takes its own discs for those of O.
        shown = board if program == "O" else board.translate(str.maketrans("XO", "OX"))
        row, column = PLAYER.module.choose_move(matrix(shown), 2)
        cell = 3 * row + column
        yield from play(after[cell], program, (*played, cell))
    else:
        for cell in after:
            yield from play(after[cell], program, (*played, cell))


def test_the_program_loses_28_games_when_the_human_begins_and_no_other() -> None:
    lost = [played for won, played in games("O") if won == "X"]
    assert (len(lost), len(games("O"))) == (28, 457)
    assert "O" not in dict(games("X"))
    assert (0, 4, 5, 6, 2, 1, 8) in lost  # That of the table.
    # Each ends with a fork: two cells would win when the program moved for the last time.
    for played in lost:
        board = "." * 9
        for number, cell in enumerate(played[:-2]):
            board = put(board, cell, "XO"[number % 2])
        empty = [cell for cell in range(9) if board[cell] == "."]
        assert sum(winner(put(board, cell, "X")) == "X" for cell in empty) >= 2


LOST_GAME = """\
A lost game of O, after each move:

    1 X         2 O         3 X         4 O ?       5 X
     .  .  .     .  .  .    [X] .  .     X  .  .     X  . [X]
     .  . [X]    . [O] X     .  O  X     .  O  X     .  O  X
     .  .  .     .  .  .     .  .  .    [O] .  .     O  .  .

    6 O         7 X wins
     X [O] X     X  O  X
     .  O  X     .  O  X
     O  .  .     O  . [X]

    Move 4 is the one that loses. These moves would have held:
    (0, 1), (0, 2), (2, 1), (2, 2)

choose_move([["""


def test_a_lost_game_is_shown_move_by_move(learner: Learner) -> None:
    learner.write(PLAYER.code, "tictactoe_player")
    assert LOST_GAME in learner.screen("tictactoe_player", all_stages=True).text


# The console games

GAMES = {"tictactoe_game": "tictactoe_player", "reversi_game": "reversi_player"}
# What a person types to be in the middle of a game, in which nothing is decided yet.
BEGUN = {"tictactoe_game": ["0", "2", "b"], "reversi_game": ["x"]}

each_game = pytest.mark.parametrize("game", GAMES)
in_a_terminal = pytest.mark.skipif(
    sys.platform == "win32", reason="there are no pseudo-terminals on Windows"
)


def run(project: Project, module: str, *typed: str) -> subprocess.CompletedProcess[str]:
    """Start a game with lines in its standard input, and then the end of it."""
    return subprocess.run(
        [sys.executable, "-m", module],
        cwd=project.root,
        input="".join(f"{line}\n" for line in typed),
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


def in_terminal(project: Project, command: list[str], typed: list[str]) -> tuple[int, str]:
    """The exit code and the screen of a game in a terminal, where each question gets a line."""
    return typed_in_terminal(project.root, command, typed, r"(?:\?|:) $")


def statement_transcript(game: str) -> tuple[str, list[str]]:
    """The first game that the statement shows, and what is typed in it; ENTER is an empty line."""
    text = (ROOT / "katas" / game / "README.md").read_text(encoding="utf-8")
    examples = text.partition("\n## Examples\n")[2]
    block = re.search(r"^    .*\n(?:(?:    .*)?\n)*", examples, re.MULTILINE)
    assert block
    shown = re.sub("^    ", "", block[0].strip("\n"), flags=re.MULTILINE) + "\n"
    return shown, re.findall(r"^.*(?:\?|move:) ?(.*)$", shown, re.MULTILINE)


@each_game
def test_what_is_not_written_is_said_and_the_reference_plays(game: str, project: Project) -> None:
    done = run(project, f"katas.{game}")
    assert (done.returncode, done.stdout) == (1, "")
    assert f"write main in katas/{game}/{game}.py" in done.stderr
    assert f"python -m solutions.{game}" in done.stderr
    project.solve(game)
    done = run(project, f"katas.{game}", *BEGUN[game])
    player = GAMES[game]
    told = f"katas/{player}/{player}.py is not written yet: the reference plays.\n"
    assert done.stdout.startswith(told)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("Goodbye.\n")


def test_your_game_plays_with_your_player(project: Project) -> None:
    project.solve("tictactoe_game")
    project.write("tictactoe_player", "def choose_move(board, player):\n    return 2, 2\n")
    done = run(project, "katas.tictactoe_game", "0", "2", "b")
    assert "The computer plays row 3, column c.\n" in done.stdout


@each_game
@in_a_terminal
def test_ctrl_c_ends_the_game_cleanly_and_it_fits_80_columns(game: str, untouched: Project) -> None:
    _, typed = statement_transcript(game)
    command = ["-m", f"solutions.{game}"]
    code, screen = in_terminal(untouched, command, [*typed[:-1], "^C"])
    assert (code, "Traceback" in screen) == (0, False)
    assert screen.endswith("Goodbye.\n")
    assert max(map(len, screen.split("\n"))) <= 80


@in_a_terminal
def test_the_tictactoe_game_of_the_statement_is_a_real_one(untouched: Project) -> None:
    transcript, typed = statement_transcript("tictactoe_game")
    assert in_terminal(untouched, ["-m", "solutions.tictactoe_game"], typed) == (0, transcript)


@in_a_terminal
def test_the_reversi_game_of_the_statement_is_a_real_one(
    untouched: Project, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Chance decides who goes first and which of three moves is played: a seed is looked for."""
    from solutions.reversi_game import main

    transcript, typed = statement_transcript("reversi_game")
    for seed in range(100):
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        random.seed(seed)
        main()
        shown = capsys.readouterr().out
        if "You go first." in shown and "The computer plays 63." in shown:
            break
    code = f"import random; random.seed({seed}); import solutions.reversi_game as g; g.main()"
    exit_code, screen = in_terminal(untouched, ["-c", code], typed)
    # Behind a question that ENTER answers stands a space, which a statement cannot show.
    assert (exit_code, screen.replace(" \n", "\n")) == (0, transcript)
