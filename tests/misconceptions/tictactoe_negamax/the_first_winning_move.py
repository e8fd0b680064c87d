"""Of several moves that win, the first in cell order seems to be taken.

The player has the cells 7 and 8, and the opponent 3 and 5.
Cell 4 wins and cell 6 wins: after how many plies does each of these games end?
"""

from __future__ import annotations

from functools import cache

CELLS = tuple(1 << (8 - cell) for cell in range(9))
LINES = (
    0b111_000_000,
    0b000_111_000,
    0b000_000_111,
    0b100_100_100,
    0b010_010_010,
    0b001_001_001,
    0b100_010_001,
    0b001_010_100,
)
WITH_A_LINE = {discs for discs in range(512) if any(discs & line == line for line in LINES)}


def generate_moves(player: int, opponent: int) -> list[int]:
    """List the masks of the empty cells."""
    check(player, opponent)
    return [cell for cell in CELLS if not cell & (player | opponent)]


def has_won(discs: int) -> bool:
    """Look for a full line."""
    check(discs)
    return discs in WITH_A_LINE


@cache
def score(player: int, opponent: int) -> int:
    """Value a position: the sooner the end, the further from 0."""
    moves = generate_moves(player, opponent)
    if has_won(opponent):
        return -1 - len(moves)
    return max([-score(opponent, player | move) for move in moves], default=0)


def negamax(player: int, opponent: int) -> int:
    """Value a position: 1, 0 or -1."""
    worth = score(player, opponent)
    return (worth > 0) - (worth < 0)


def best_move(player: int, opponent: int) -> int:
    """Choose a cell."""
    moves = generate_moves(player, opponent)
    if has_won(opponent) or not moves:
        raise ValueError(f"expected an unfinished position, got {bin(player)} and {bin(opponent)}")
    return CELLS.index(max(moves, key=lambda move: -negamax(opponent, player | move)))


def check(player: int, opponent: int = 0) -> None:
    """Refuse boards that are too wide or share a cell."""
    if not 0 <= player | opponent < 512 or player & opponent:
        raise ValueError(
            f"expected boards of 9 bits that share no cell, got {bin(player)} and {bin(opponent)}"
        )
