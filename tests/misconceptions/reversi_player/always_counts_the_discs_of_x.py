"""Your player seems to want many discs for X, also when it is O.

Let it choose for O, on a board without a legal corner.
How many X are left after its move, and how many would be after each of the others?
"""

from __future__ import annotations

import random
from types import ModuleType
from typing import TypeAlias

from solutions.reversi_flips import legal_moves, play, score

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
    counts = {move: score(play(board, disc, *move))["X"] for move in moves}
    best = [move for move in moves if counts[move] == max(counts.values())]
    return rng.choice(best)


def drawn(board: Board) -> str:
    return "\n".join("".join(line).replace(" ", ".") for line in board)
