"""What the statements claim: the published perft of Reversi, and what the Prolog program does."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest
from kata_kit.katas import BY_NAME
from kata_kit.loading import load
from kata_tables.mistakes import read
from repository.project import ROOT
from repository.screen import Learner

START = (1 << 27 | 1 << 36, 1 << 28 | 1 << 35)


@pytest.mark.slow
@pytest.mark.parametrize(("depth", "leaves"), [(8, 390_216), (9, 3_005_288)])
def test_the_reference_counts_what_is_published(depth: int, leaves: int) -> None:
    reference = load(ROOT / "solutions" / "reversi_bitboards.py")
    assert reference.perft(*START, depth) == leaves


@pytest.mark.slow
@pytest.mark.parametrize(("depth", "leaves"), [(9, 3_005_288), (10, 24_571_284), (11, 212_258_800)])
def test_lanes_counts_what_is_published(depth: int, leaves: int) -> None:
    lanes = load(ROOT / "solutions" / "approaches" / "reversi_bitboards" / "lanes.py")
    assert lanes.perft(*START, depth) == leaves


(PLAYER,) = (
    mistake
    for mistake in read(ROOT / BY_NAME["tictactoe_player"].mistakes).mistakes
    if mistake.name == "counts_lines_instead_of_forks"
)

HUMAN, PROGRAM = 1, 2
TABLE = load(ROOT / BY_NAME["tictactoe_player"].table)
has_line, empty, put = TABLE.has_line, TABLE.empty, TABLE.put
Cells = tuple[int, ...]
Result = tuple[str, Cells]


def test_the_program_loses_28_games_when_the_human_begins_and_no_other() -> None:
    lost = [moves for result, moves in games(HUMAN) if result == "lost"]
    assert (len(lost), len(games(HUMAN))) == (28, 457)
    assert "lost" not in dict(games(PROGRAM))
    # One is that of the table; each ends with a fork.
    assert (0, 4, 5, 6, 2, 1, 8) in lost
    assert [moves for moves in lost if wins_before_the_last_two(moves) < 2] == []


def test_a_lost_game_is_shown_move_by_move(learner: Learner) -> None:
    learner.write(PLAYER.code, "tictactoe_player")
    text = learner.screen("tictactoe_player", all_stages=True).text
    shown = text[text.index("A lost game of O") : text.index("choose_move([[")]
    assert shown == (
        "A lost game of O, after each move:\n"
        "\n"
        "    1 X         2 O         3 X         4 O ?       5 X\n"
        "     .  .  .     .  .  .    [X] .  .     X  .  .     X  . [X]\n"
        "     .  . [X]    . [O] X     .  O  X     .  O  X     .  O  X\n"
        "     .  .  .     .  .  .     .  .  .    [O] .  .     O  .  .\n"
        "\n"
        "    6 O         7 X wins\n"
        "     X [O] X     X  O  X\n"
        "     .  O  X     .  O  X\n"
        "     O  .  .     O  . [X]\n"
        "\n"
        "    Move 4 is the one that loses. These moves would have held:\n"
        "    (0, 1), (0, 2), (2, 1), (2, 2)\n"
        "\n"
    )


@cache
def games(first: int) -> list[Result]:
    """Every game: what it is for the program, and its moves as cells from 0 to 8."""
    return list(play((0,) * 9, first, ()))


def play(cells: Cells, side: int, moves: Cells) -> Iterator[Result]:
    """The games that go on from a position."""
    if has_line(cells, PROGRAM):
        yield "won", moves
    elif has_line(cells, HUMAN):
        yield "lost", moves
    elif 0 not in cells:
        yield "drawn", moves
    else:
        for move in [choose_move(cells)] if side == PROGRAM else empty(cells):
            yield from play(put(cells, move, side), 3 - side, (*moves, move))


def wins_before_the_last_two(moves: Cells) -> int:
    """How many cells would win for the human when the program moved for the last time."""
    cells: Cells = (0,) * 9
    for number, move in enumerate(moves[:-2]):
        cells = put(cells, move, PROGRAM if number % 2 else HUMAN)
    return sum(has_line(put(cells, move, HUMAN), HUMAN) for move in empty(cells))


@cache
def choose_move(cells: Cells) -> int:
    """The program's answer to a position."""
    row, column = PLAYER.module.choose_move([cells[:3], cells[3:6], cells[6:]], PROGRAM)
    return int(3 * row + column)
