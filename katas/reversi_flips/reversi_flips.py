"""The rules of Reversi on a board of rows and cells.

The statement is in README.md; test your code with `pytest katas/reversi_flips`.

A board is a list of 8 rows, each one a list of 8 cells: "X", "O", or " " for an empty
cell. A cell is named by (row, column). Both count from 0, from the top left:
board[2][4] is (2, 4).
"""

from typing import TypeAlias

Board: TypeAlias = list[list[str]]
Cell: TypeAlias = tuple[int, int]


def new_board() -> Board:
    """Return the board at the beginning of a game, made anew for each call.

    >>> new_board()[3]
    [' ', ' ', ' ', 'X', 'O', ' ', ' ', ' ']
    """
    # TODO: return the board with its first four discs, a new one each time.
    raise NotImplementedError


def flips(board: Board, disc: str, row: int, column: int) -> set[Cell]:
    """Return the cells whose discs turn over; none if the move is illegal.

    Raises ValueError if the board, the disc or the cell is invalid.

    >>> flips(new_board(), "X", 2, 4)
    {(3, 4)}
    """
    # TODO: return a set with every cell whose disc turns over; it's empty for an
    # illegal move.
    raise NotImplementedError


def legal_moves(board: Board, disc: str) -> set[Cell]:
    """Return the cells on which a side may put its next disc; none if it has to pass.

    Raises ValueError if the board or the disc is invalid.

    >>> sorted(legal_moves(new_board(), "X"))
    [(2, 4), (3, 5), (4, 2), (5, 3)]
    """
    # TODO: return a set with every cell on which this disc may be put.
    raise NotImplementedError


def play(board: Board, disc: str, row: int, column: int) -> Board:
    """Return the board after a move, as a new one.

    Raises ValueError if the move is illegal, or as `flips` does.

    >>> after = play(new_board(), "X", 2, 4)
    >>> after[2][4], after[3][4]
    ('X', 'X')
    """
    # TODO: return a new board after the move, and refuse an illegal one.
    raise NotImplementedError


def score(board: Board) -> dict[str, int]:
    """Return how many discs "X" and "O" have.

    Raises ValueError if the board is invalid.

    >>> score(play(new_board(), "X", 2, 4))
    {'X': 4, 'O': 1}
    """
    # TODO: return how many discs of each kind are on the board.
    raise NotImplementedError


if __name__ == "__main__":
    print(__doc__)
