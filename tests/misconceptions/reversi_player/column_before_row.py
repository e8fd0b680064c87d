"""Your player seems to name the column first and the row second.

On a board where the top right corner is the only corner to take, it answers (7, 0).
Which corner is in row 7 and column 0?
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
    for row, column in CORNERS:
        if (row, column) in moves:
            return column, row
    counts = {move: len(flips(board, disc, *move)) for move in moves}
    best = [move for move in moves if counts[move] == max(counts.values())]
    row, column = rng.choice(best)
    return column, row


def drawn(board: Board) -> str:
    return "\n".join("".join(line).replace(" ", ".") for line in board)
