"""Your player seems to keep away from the cells beside a corner as long as it has another move.

That is wise, because such a disc can give the corner away.
This player is not wise: what do its two rules say about (6, 1)?
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
    moves = [move for move in moves if not is_beside_a_corner(*move)] or moves
    counts = {move: len(flips(board, disc, *move)) for move in moves}
    best = [move for move in moves if counts[move] == max(counts.values())]
    return rng.choice(best)


def is_beside_a_corner(row: int, column: int) -> bool:
    return row in (0, 1, 6, 7) and column in (0, 1, 6, 7)


def drawn(board: Board) -> str:
    return "\n".join("".join(line).replace(" ", ".") for line in board)
