"""Your player seems to count in how many directions something turns over.

One move closes three runs of one disc, another one closes a single run of five.
After which of them are there more discs of your player on the board?
"""

from __future__ import annotations

import random
from types import ModuleType
from typing import TypeAlias

from solutions.reversi_flips import flips, legal_moves

Board: TypeAlias = list[list[str]]
Cell: TypeAlias = tuple[int, int]

CORNERS = [(0, 0), (0, 7), (7, 0), (7, 7)]


def choose_move(board: Board, disc: str, rng: random.Random | ModuleType = random) -> Cell:
    moves = sorted(legal_moves(board, disc))
    if not moves:
        raise ValueError(f"{disc!r} has no legal move on\n{drawn(board)}")
    for corner in CORNERS:
        if corner in moves:
            return corner
    counts = {move: runs(flips(board, disc, *move), *move) for move in moves}
    best = [move for move in moves if counts[move] == max(counts.values())]
    return rng.choice(best)


def runs(cells: set[Cell], row: int, column: int) -> int:
    return sum(max(abs(r - row), abs(c - column)) == 1 for r, c in cells)


def drawn(board: Board) -> str:
    return "\n".join("".join(line).replace(" ", ".") for line in board)
