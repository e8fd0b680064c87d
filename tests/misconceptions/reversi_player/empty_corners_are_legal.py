"""Your player seems to take a corner as soon as it is empty.

On the first board all four corners are empty, and X is to move.
What turns over when X goes to (0, 0)?
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
        if board[row][column] == " ":
            return row, column
    counts = {move: len(flips(board, disc, *move)) for move in moves}
    best = [move for move in moves if counts[move] == max(counts.values())]
    return rng.choice(best)


def drawn(board: Board) -> str:
    return "\n".join("".join(line).replace(" ", ".") for line in board)
