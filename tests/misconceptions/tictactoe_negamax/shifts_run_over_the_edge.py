"""A line seems to run on over the edge of the board, from one row into the next.

The cells 0, 1 and 2 follow one another by number, and so do the cells 1, 2 and 3.
Draw both on the board: what is different?
"""

from __future__ import annotations

from functools import cache

CELLS = tuple(1 << (8 - cell) for cell in range(9))
STEPS = (1, 3, 4, 2)


def generate_moves(player: int, opponent: int) -> list[int]:
    """List the masks of the empty cells."""
    check(player, opponent)
    return [cell for cell in CELLS if not cell & (player | opponent)]


def has_won(discs: int) -> bool:
    """Look for a full line."""
    check(discs)
    return any(discs & discs << step & discs << 2 * step for step in STEPS)


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
    return CELLS.index(max(moves, key=lambda move: -score(opponent, player | move)))


def check(player: int, opponent: int = 0) -> None:
    """Refuse boards that are too wide or share a cell."""
    if not 0 <= player | opponent < 512 or player & opponent:
        raise ValueError(
            f"expected boards of 9 bits that share no cell, got {bin(player)} and {bin(opponent)}"
        )
