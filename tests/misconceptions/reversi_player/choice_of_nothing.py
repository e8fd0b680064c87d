"""Without a legal move your player seems to choose from an empty list.

An IndexError says that a list was too short, and nothing of Reversi.
What does whoever called your player need to read?
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
    for corner in CORNERS:
        if corner in moves:
            return corner
    best: list[Cell] = []
    most = 0
    for move in moves:
        number = len(flips(board, disc, *move))
        if number > most:
            best, most = [move], number
        elif number == most:
            best.append(move)
    return rng.choice(best)
