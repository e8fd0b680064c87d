"""The console games as people start them: real processes, through pipes and in a terminal."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from repository.project import ROOT, Project, typed_in_terminal

GAMES = ("tictactoe_game", "reversi_game")
PLAYERS = {"tictactoe_game": "tictactoe_player", "reversi_game": "reversi_player"}
# What a person types to be in the middle of a game, in which nothing is decided yet.
BEGUN = {"tictactoe_game": ["0", "2", "b"], "reversi_game": ["x"]}
QUESTION = r"(?:\?|:) $"
LONGEST_SECONDS = 20.0

each_game = pytest.mark.parametrize("game", GAMES)
in_a_terminal = pytest.mark.skipif(
    sys.platform == "win32", reason="there are no pseudo-terminals on Windows"
)


def run(project: Project, module: str, typed: list[str]) -> subprocess.CompletedProcess[str]:
    """Start a game with lines in its standard input, and then the end of it."""
    return subprocess.run(
        [sys.executable, "-m", module],
        cwd=project.root,
        input="".join(f"{line}\n" for line in typed),
        capture_output=True,
        encoding="utf-8",
        timeout=LONGEST_SECONDS,
        check=False,
    )


def in_terminal(project: Project, command: list[str], typed: list[str]) -> tuple[int, str]:
    """The exit code and the screen of a game in a terminal, where each question gets a line."""
    return typed_in_terminal(project.root, command, typed, QUESTION)


def statement_transcript(game: str) -> str:
    """The first game that the statement shows."""
    text = (ROOT / "katas" / game / "README.md").read_text(encoding="utf-8")
    examples = text.partition("\n## Examples\n")[2]
    blocks = re.findall(r"(?:^(?:    .*)?\n)+", examples, re.MULTILINE)
    block = next(block for block in blocks if block.startswith("\n    ") or block.strip())
    return "\n".join(line.removeprefix("    ") for line in block.strip("\n").split("\n")) + "\n"


def typed_in(transcript: str) -> list[str]:
    """What a transcript shows behind the questions; ENTER is an empty line."""
    questions = re.compile(r"^.*(?:\?|move:)(?: (.*))?$", re.MULTILINE)
    return [found.group(1) or "" for found in questions.finditer(transcript)]


@each_game
def test_the_end_of_the_input_ends_the_game_cleanly(game: str, untouched: Project) -> None:
    done = run(untouched, f"solutions.{game}", BEGUN[game])
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("Goodbye.\n")


@each_game
@pytest.mark.parametrize("typed", ["", "9", "zz", "99", "ä", "1" * 500], ids=ascii)
def test_wrong_input_is_answered_with_what_was_expected(
    game: str, typed: str, untouched: Project
) -> None:
    done = run(untouched, f"solutions.{game}", [typed])
    assert (done.returncode, done.stderr) == (0, "")
    assert "Expected " in done.stdout


def test_a_taken_cell_is_refused(untouched: Project) -> None:
    done = run(untouched, "solutions.tictactoe_game", ["0", "2", "b", "2", "b"])
    assert "Expected an empty cell, got row 2, column b.\n" in done.stdout


@each_game
def test_a_game_that_is_not_written_says_which_file_to_write(game: str, untouched: Project) -> None:
    done = run(untouched, f"katas.{game}", [])
    assert (done.returncode, done.stdout) == (1, "")
    assert f"write main in katas/{game}/{game}.py" in done.stderr
    assert f"python -m solutions.{game}" in done.stderr


@each_game
def test_a_player_that_is_not_written_is_replaced_by_the_reference(
    game: str, project: Project
) -> None:
    project.solve(game)
    player = PLAYERS[game]
    done = run(project, f"katas.{game}", BEGUN[game])
    told = f"katas/{player}/{player}.py is not written yet: the reference plays.\n"
    assert done.stdout.startswith(told)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("Goodbye.\n")


def test_your_game_plays_with_your_player(project: Project) -> None:
    project.solve("tictactoe_game")
    project.write(
        "tictactoe_player",
        "def choose_move(board, player):\n"
        "    return max((r, c) for r in range(3) for c in range(3) if board[r][c] == 0)\n",
    )
    done = run(project, "katas.tictactoe_game", ["0", "2", "b"])
    assert "The computer plays row 3, column c.\n" in done.stdout


@each_game
@in_a_terminal
def test_ctrl_c_ends_the_game_cleanly(game: str, untouched: Project) -> None:
    code, screen = in_terminal(untouched, ["-m", f"solutions.{game}"], [*BEGUN[game], "^C"])
    assert code == 0
    assert "Traceback" not in screen
    assert screen.endswith("Goodbye.\n")


@in_a_terminal
def test_the_tictactoe_game_of_the_statement_is_a_real_one(untouched: Project) -> None:
    transcript = statement_transcript("tictactoe_game")
    command = ["-m", "solutions.tictactoe_game"]
    assert in_terminal(untouched, command, typed_in(transcript)) == (0, transcript)


@in_a_terminal
def test_the_reversi_game_of_the_statement_is_a_real_one(untouched: Project) -> None:
    """Chance decides who goes first and which of three moves is played: a seed is looked for."""
    transcript = statement_transcript("reversi_game")
    typed = typed_in(transcript)
    for seed in range(100):
        code = f"import random; random.seed({seed}); import solutions.reversi_game as g; g.main()"
        done = subprocess.run(
            [sys.executable, "-c", code],
            cwd=untouched.root,
            input="".join(f"{line}\n" for line in typed),
            capture_output=True,
            encoding="utf-8",
            timeout=LONGEST_SECONDS,
            check=False,
        )
        if "You go first." in done.stdout and "The computer plays 63." in done.stdout:
            exit_code, screen = in_terminal(untouched, ["-c", code], typed)
            # Behind a question that ENTER answers stands a space, which a statement cannot show.
            assert (exit_code, screen.replace(" \n", "\n")) == (0, transcript)
            return
    pytest.fail("no seed gives the game of the statement")


@each_game
@in_a_terminal
def test_a_game_fits_80_columns(game: str, untouched: Project) -> None:
    typed = typed_in(statement_transcript(game))
    screen = in_terminal(untouched, ["-m", f"solutions.{game}"], [*typed, "^C"])[1]
    assert [line for line in screen.split("\n") if len(line) > 80] == []
