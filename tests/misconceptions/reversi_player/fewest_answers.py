"""Your player seems to look one move ahead: it leaves the other side as few moves as it can.

That makes a stronger player than the one that is asked for.
How many discs does its move turn over, and how many would the best one?
"""

from __future__ import annotations

import random
from types import ModuleType
from typing import TypeAlias

from solutions.reversi_flips import legal_moves, play

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
    other = "O" if disc == "X" else "X"
    counts = {move: len(legal_moves(play(board, disc, *move), other)) for move in moves}
    best = [move for move in moves if counts[move] == min(counts.values())]
    return rng.choice(best)


def drawn(board: Board) -> str:
    return "\n".join("".join(line).replace(" ", ".") for line in board)
