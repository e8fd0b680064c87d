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
def calls(function: str) -> tuple[list[Any], list[Any]]:
    """Return calls and right answers: all positions, or each move of every eighth."""
    made, right = list[Any](), list[Any]()
    for number, (board, disc, moves) in enumerate(played(8, 8)):
        if function == "legal_moves":
            made.append((in_rows(board), disc))
            right.append(coordinates(moves))
        elif number % 8 == 0:
            for move, turned in moves.items():
                made.append((in_rows(board), disc, *divmod(move, 8)))
                right.append(coordinates(turned))
    return made, right


@each_function
def test_games(race: Race, solution: Solution, function: str) -> None:
    made, right = calls(function)
    race(GROUP[function], solution.name, solution.each(function, made), right)


@each_function
def test_games_by_the_chapter(race: Race, function: str) -> None:
    """Its boards are columns, and the column comes first."""
    made, right = calls(function)
    turned = []
    for rows, disc, *cell in made:
        columns = [list(column) for column in zip(*rows, strict=True)]
        turned.append((columns, disc, *reversed(cell)))
    race(GROUP[function], "chapter", each(CHAPTER[function], turned), right, cells)


def cells(answers: Any) -> list[set[tuple[int, int]]]:
    """Lists of [x, y] as sets of (row, column)."""
    return [{(y, x) for x, y in answer} for answer in answers]
