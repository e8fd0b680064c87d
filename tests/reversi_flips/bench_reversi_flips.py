"""Speed of reversi_flips: the legal moves, and what they turn over, in played games."""

from functools import cache
from typing import Any

import pytest
from benchmarks import plain
from benchmarks.fixtures import Race, Solution, each
from kata_tables.reversi import coordinates, in_rows, played

GROUP = {"legal_moves": "legal moves in eight games", "flips": "flips of legal moves"}
CHAPTER = {"legal_moves": plain.valid_moves, "flips": plain.is_valid_move}

each_function = pytest.mark.parametrize("function", GROUP)


@cache
def calls(function: str) -> tuple[list[tuple[Any, ...]], list[Any]]:
    """Yield calls and right answers: all positions, or each move of every eighth."""
    positions = [(in_rows(board), disc, moves) for board, disc, moves in played(8, 8)]
    if function == "legal_moves":
        found = [((rows, disc), coordinates(moves)) for rows, disc, moves in positions]
        return [call for call, _ in found], [right for _, right in found]
    flips = [
        ((rows, disc, *divmod(move, 8)), coordinates(turned))
        for rows, disc, moves in positions[::8]
        for move, turned in moves.items()
    ]
    return [call for call, _ in flips], [right for _, right in flips]


@each_function
def test_games(race: Race, solution: Solution, function: str) -> None:
    made, right = calls(function)
    race(GROUP[function], solution.name, solution.each(function, made), right)


@each_function
def test_games_by_the_chapter(race: Race, function: str) -> None:
    """Its boards are columns, and the column comes first."""
    made, right = calls(function)
    turned = [
        ([list(column) for column in zip(*rows, strict=True)], disc, *reversed(cell))
        for rows, disc, *cell in made
    ]
    race(GROUP[function], "chapter", each(CHAPTER[function], turned), right, cells)


def cells(answers: Any) -> list[set[tuple[int, int]]]:
    """Lists of [x, y] as sets of (row, column)."""
    return [{(y, x) for x, y in answer} for answer in answers]
