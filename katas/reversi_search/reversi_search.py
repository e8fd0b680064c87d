"""A search for Reversi: the value of a position, deep or exactly, and a player.

The statement is in README.md; test your code with `pytest katas/reversi_search`. You
may build on the references: `from solutions.reversi_bitboards import legal_moves,
play`.
"""

import random
from collections.abc import Callable
from types import ModuleType


def search(
    player: int, opponent: int, depth: int, evaluate: Callable[[int, int], int]
) -> int:
    """Return what a position is worth if both sides look `depth` plies ahead.

    Raises ValueError if the depth is negative, a board doesn't fit into 64 bits, or a
    cell is on both boards.

    >>> discs = lambda player, opponent: player.bit_count() - opponent.bit_count()
    >>> search(0x0000_0010_0800_0000, 0x0000_0008_1000_0000, 1, discs)
    3
    """
    # TODO: return the value at that depth; a pass is a ply, a finished game has its
    # score.
    raise NotImplementedError


def solve(player: int, opponent: int) -> int:
    """Return the score when both sides play as well as possible to the end.

    Raises ValueError if a board doesn't fit into 64 bits, or a cell is on both boards.

    >>> solve(0x0000_0000_0000_0001, 0x0000_0000_0000_0006)
    64
    """
    # TODO: return the difference in discs at the end; empty cells go to the winner.
    raise NotImplementedError


def choose_move(
    board: list[list[str]], disc: str, rng: random.Random | ModuleType = random
) -> tuple[int, int]:
    """Choose a move by a search of three plies.

    Raises ValueError if the side has no legal move, or the board or the disc is
    invalid.

    >>> board = [[" "] * 8 for _ in range(8)]
    >>> board[0][:3] = [" ", "O", "X"]
    >>> choose_move(board, "X")
    (0, 0)
    """
    # TODO: return the cell of a move that is worth the most, as (row, column).
    raise NotImplementedError


if __name__ == "__main__":
    print(__doc__)
