"""Tic-tac-toe on two bitboards: the moves, the lines, the value of a position, a best move.

The statement is README.md in this folder. To check your code, run:
pytest katas/tictactoe_negamax

The cells by number, and the worth of their bits:

     0 | 1 | 2        256 | 128 |  64
    ---+---+---      -----+-----+-----        0b111_000_000 is the top row,
     3 | 4 | 5         32 |  16 |   8         0b100_010_001 is one of the two diagonals,
    ---+---+---      -----+-----+-----        0b000_000_001 is cell 8.
     6 | 7 | 8          4 |   2 |   1
"""

from __future__ import annotations


def generate_moves(player: int, opponent: int) -> list[int]:
    """Return the masks of the empty cells, in cell order.

    Lines play no part here: a finished game may have empty cells, and they are listed.

    Args:
        player: The discs of the side to move; cell i, from 0 at the top left, is bit 8 - i.
        opponent: The discs of the other side, in the same way.

    Returns:
        A list of ints with one bit each, cell 0 first.

    Raises:
        ValueError: A board does not fit into nine bits, or a cell is on both boards.

    Example:
        >>> generate_moves(0b101_010_000, 0b010_001_101) == [0b000_100_000, 0b000_000_010]
        True
    """
    # TODO: return a list with the mask of every empty cell, cell 0 first.
    raise NotImplementedError


def has_won(discs: int) -> bool:
    """Return whether the discs of one side hold a full row, column or diagonal.

    Args:
        discs: The discs of one side; cell i, from 0 at the top left, is bit 8 - i.

    Returns:
        True if at least one of the eight lines is full, False otherwise.

    Raises:
        ValueError: The board does not fit into nine bits.

    Example:
        >>> has_won(0b100_110_001)
        True
    """
    # TODO: return True if a line of three is full, and False if not.
    raise NotImplementedError


def negamax(player: int, opponent: int) -> int:
    """Return the value of a position: the result for the side to move if both sides play well.

    A finished position has a value too: -1 if the opponent has a line, 0 if the board is full
    and there is none.

    Args:
        player: The discs of the side to move; cell i, from 0 at the top left, is bit 8 - i.
        opponent: The discs of the other side, in the same way.

    Returns:
        1 if the player wins, 0 if the game is drawn, -1 if the opponent wins.

    Raises:
        ValueError: A board does not fit into nine bits, or a cell is on both boards.

    Example:
        >>> negamax(0b110_000_000, 0b000_110_000)
        1
    """
    # TODO: return 1, 0 or -1, for every position that play can reach.
    raise NotImplementedError


def best_move(player: int, opponent: int) -> int:
    """Return the cell number of a best move for the side to move.

    A best move keeps the value of the position. Of several winning moves it is one that wins
    in the fewest plies, however long the opponent puts the end off.

    Args:
        player: The discs of the side to move; cell i, from 0 at the top left, is bit 8 - i.
        opponent: The discs of the other side, in the same way.

    Returns:
        The number of an empty cell, 0 to 8. Of several best moves any one will do.

    Raises:
        ValueError: The position is finished, a board does not fit into nine bits, or a cell is
            on both boards.

    Example:
        >>> best_move(0b110_000_000, 0b000_110_000)
        2
    """
    # TODO: return the number of a cell, not its mask.
    raise NotImplementedError
