"""Of several best moves your player seems to take the one that comes first on the board, each time.

On the first board X has four moves that turn over one disc each.
With another seed, may another one of them be chosen?
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
    return max(moves, key=lambda move: len(flips(board, disc, *move)))


def drawn(board: Board) -> str:
    return "\n".join("".join(line).replace(" ", ".") for line in board)
