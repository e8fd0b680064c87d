"""Your player seems to go to the cell where the other side would fork.

X has two opposite corners, and O has the centre.
In how many cells can X fork, and how many of them can O take?
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

Board: TypeAlias = Sequence[Sequence[int]]
Cells: TypeAlias = list[int]

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
BEST_FIRST = (4, 0, 2, 6, 8, 1, 3, 5, 7)


def choose_move(board: Board, player: int) -> tuple[int, int]:
    check(board, player)
    cells = [cell for row in board for cell in row]
    moves = (
        completing(cells, player)
        or completing(cells, 3 - player)
        or forks(cells, 3 - player)
        or empty(cells)
    )
    return divmod(moves[0], 3)


def completing(cells: Cells, side: int) -> Cells:
    return [cell for cell in empty(cells) if has_line(put(cells, cell, side), side)]


def forks(cells: Cells, side: int) -> Cells:
    return [cell for cell in empty(cells) if len(completing(put(cells, cell, side), side)) > 1]


def has_line(cells: Cells, side: int) -> bool:
    return any(cells[a] == cells[b] == cells[c] == side for a, b, c in LINES)


def empty(cells: Cells) -> Cells:
    return [cell for cell in BEST_FIRST if cells[cell] == 0]


def put(cells: Cells, cell: int, side: int) -> Cells:
    return [*cells[:cell], side, *cells[cell + 1 :]]


def check(board: Board, player: int) -> None:
    if player not in (1, 2):
        raise ValueError(f"expected the player 1 or 2, got {player!r}")
    if len(board) != 3:
        raise ValueError(f"expected 3 rows, got {board!r}")
    for row in board:
        if len(row) != 3:
            raise ValueError(f"expected 3 cells in a row, got {row!r}")
        for cell in row:
            if cell not in (0, 1, 2):
                raise ValueError(f"expected 0, 1 or 2 in a cell, got {cell!r}")
    cells = [cell for row in board for cell in row]
    if has_line(cells, 1) or has_line(cells, 2) or 0 not in cells:
        raise ValueError(f"expected an unfinished game, got {board!r}")
    if cells.count(3 - player) - cells.count(player) not in (0, 1):
        raise ValueError(f"expected the turn of {player}, got {board!r}")
