"""Your player seems to take the most discs, even when a corner is legal.

X can turn over two discs from the corner (7, 7), or three from another cell.
Which of these discs can O never turn back?
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
    counts = {move: len(flips(board, disc, *move)) for move in moves}
    best = [move for move in moves if counts[move] == max(counts.values())]
    return rng.choice(best)


def drawn(board: Board) -> str:
    return "\n".join("".join(line).replace(" ", ".") for line in board)
