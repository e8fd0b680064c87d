"""Tic-tac-toe on two bitboards: moves, lines, the value of a position, a best move.

The statement is in README.md; test your code with `pytest katas/tictactoe_negamax`.

Cell 0 is the highest bit: 0b111_000_000 is the top row, and 0b000_000_001 is cell 8.
"""


def generate_moves(player: int, opponent: int) -> list[int]:
    """Return the masks of the empty cells, cell 0 first, even if the game is finished.

    Raises ValueError if a board doesn't fit into nine bits, or a cell is on both
    boards.

    >>> generate_moves(0b101_010_000, 0b010_001_101) == [0b000_100_000, 0b000_000_010]
    True
    """
    # TODO: return a list with the mask of every empty cell, cell 0 first.
    raise NotImplementedError


def has_won(discs: int) -> bool:
    """Return whether the discs of one side hold a full row, column or diagonal.

    Raises ValueError if the board doesn't fit into nine bits.

    >>> has_won(0b100_110_001)
    True
    """
    # TODO: return True if a line of three is full, and False if not.
    raise NotImplementedError


def negamax(player: int, opponent: int) -> int:
    """Return the value of a position, finished or not: 1, 0 or -1.

    Raises ValueError if a board doesn't fit into nine bits, or a cell is on both
    boards.

    >>> negamax(0b110_000_000, 0b000_110_000)
    1
    """
    # TODO: return 1, 0 or -1, for every position that play can reach.
    raise NotImplementedError


def best_move(player: int, opponent: int) -> int:
    """Return a cell that keeps the value; of winning moves, one that wins soonest.

    Raises ValueError if the position is finished, or as `generate_moves` does.

    >>> best_move(0b110_000_000, 0b000_110_000)
    2
    """
    # TODO: return the number of a cell, not its mask.
    raise NotImplementedError


if __name__ == "__main__":
    print(__doc__)
