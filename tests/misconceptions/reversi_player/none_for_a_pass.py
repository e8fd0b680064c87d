"""When there is no legal move, your player seems to answer None.

The game that called it wants a row and a column, and unpacks the answer.
Where will it notice that there was none?
"""

from __future__ import annotations

import random
from types import ModuleType
from typing import TypeAlias

from solutions.reversi_flips import flips, legal_moves

Board: TypeAlias = list[list[str]]
Cell: TypeAlias = tuple[int, int]

CORNERS = [(0, 0), (0, 7), (7, 0), (7, 7)]


def choose_move(board: Board, disc: str, rng: random.Random | ModuleType = random) -> Cell | None:
    moves = sorted(legal_moves(board, disc))
    if not moves:
        return None
    for corner in CORNERS:
        if corner in moves:
            return corner
    counts = {move: len(flips(board, disc, *move)) for move in moves}
    best = [move for move in moves if counts[move] == max(counts.values())]
    return rng.choice(best)
