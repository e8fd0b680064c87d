"""Your solution of the kata reversi_flips: the rules of Reversi on a board of rows and cells.

The task is in README.md beside this file. Check your work with `pytest katas/reversi_flips`.

A board is a list of 8 rows, each one a list of 8 cells: "X", "O", or " " for an empty cell.
A cell is named by (row, column). Both count from 0, from the top left: board[2][4] is (2, 4).
"""

from __future__ import annotations

from typing import TypeAlias

Board: TypeAlias = list[list[str]]
Cell: TypeAlias = tuple[int, int]


def new_board() -> Board:
    """Return the board at the beginning of a game.

    Returns:
        8 rows of 8 cells, row 0 at the top: "X" on (3, 3) and (4, 4), "O" on (3, 4) and (4, 3),
        and " " on all the others. Each call makes a new list of new lists.

    Example:
        >>> new_board()[3]
        [' ', ' ', ' ', 'X', 'O', ' ', ' ', ' ']
    """
    # TODO: Return the board with its first four discs, a new one each time.
    raise NotImplementedError


def flips(board: Board, disc: str, row: int, column: int) -> set[Cell]:
    """Return the cells whose discs turn over if `disc` is put on (row, column).

    Args:
        board: 8 rows of 8 cells, each one "X", "O" or " "; it is left as it was.
        disc: The side that moves, "X" or "O".
        row: The row of the move, 0 (top) to 7.
        column: The column of the move, 0 (left) to 7.

    Returns:
        The (row, column) of every disc that turns over, without the move itself; an empty set
        if the cell is taken or if nothing turns over, which means that the move is illegal.

    Raises:
        ValueError: The board or the disc is not as described, or the cell is not on the board.

    Example:
        >>> flips(new_board(), "X", 2, 4)
        {(3, 4)}
    """
    # TODO: Return a set with every cell whose disc turns over; it is empty for an illegal move.
    raise NotImplementedError


def legal_moves(board: Board, disc: str) -> set[Cell]:
    """Return the cells on which a side may put its next disc.

    Args:
        board: 8 rows of 8 cells, each one "X", "O" or " "; it is left as it was.
        disc: The side that moves, "X" or "O".

    Returns:
        The (row, column) of every legal move; an empty set if the side has to pass.

    Raises:
        ValueError: The board or the disc is not as described.

    Example:
        >>> sorted(legal_moves(new_board(), "X"))
        [(2, 4), (3, 5), (4, 2), (5, 3)]
    """
    # TODO: Return a set with every cell on which this disc may be put.
    raise NotImplementedError


def play(board: Board, disc: str, row: int, column: int) -> Board:
    """Return the board after a move.

    Args:
        board: 8 rows of 8 cells, each one "X", "O" or " "; it is left as it was.
        disc: The side that moves, "X" or "O".
        row: The row of the move, 0 (top) to 7.
        column: The column of the move, 0 (left) to 7.

    Returns:
        A new board, with the disc on its cell and everything turned over that has to be.

    Raises:
        ValueError: The move is illegal; the message names the cell as a pair and has the board
            drawn in it, one line for each row, with "." for an empty cell. Or the board or the
            disc is not as described, or the cell is not on the board.

    Example:
        >>> after = play(new_board(), "X", 2, 4)
        >>> after[2][4], after[3][4]
        ('X', 'X')
    """
    # TODO: Return a new board after the move, and refuse an illegal one.
    raise NotImplementedError


def score(board: Board) -> dict[str, int]:
    """Return how many discs each side has.

    Args:
        board: 8 rows of 8 cells, each one "X", "O" or " "; it is left as it was.

    Returns:
        A dict with the keys "X" and "O", always both of them.

    Raises:
        ValueError: The board is not as described.

    Example:
        >>> score(play(new_board(), "X", 2, 4))
        {'X': 4, 'O': 1}
    """
    # TODO: Return how many discs of each kind are on the board.
    raise NotImplementedError
