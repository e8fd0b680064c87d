"""Of several best moves your player seems to take the one that comes last on the board, each time.

A later move that turns over as many discs as the best one so far: is it better?
On the first board X has four such moves, and each of them has to be possible.
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
    best, most = moves[0], 0
    for move in moves:
        number = len(flips(board, disc, *move))
        if number >= most:
            best, most = move, number
    return best


def drawn(board: Board) -> str:
    return "\n".join("".join(line).replace(" ", ".") for line in board)
