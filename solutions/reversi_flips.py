"""Reversi: which discs turn over, which moves are legal, and the board after a move.

Glossary:
    board       8 rows of 8 cells, top row first; a cell is "X", "O" or " "
    cell        a place on the board as (row, column), from 0 to 7, from the top left
    disc        a piece; "X" or "O" says which side it belongs to
    ray         the cells from beside a cell to the edge, in one of the eight directions
    run         discs of the other side at the beginning of a ray, without a gap
    closed run  a run with a disc of one's own right after it: this is what turns over

At the start, if X moves to (2, 4), the run on the ray downwards is (3, 4), and the X on
(4, 4) closes it:

               column
           0 1 2 3 4 5 6 7
        2  . . . . * . . .        *  the move of X
    row 3  . . . X O . . .        .  an empty cell: " " in a board
        4  . . . O X . . .

The rules come from chapter 15 of "Invent Your Own Computer Games with Python", fourth
edition, by Al Sweigart, which begins with X on the diagonal that falls to the
right.
"""

from itertools import product
from typing import TypeAlias

Board: TypeAlias = list[list[str]]
Cell: TypeAlias = tuple[int, int]

SIZE = 8
EMPTY = " "
DISCS = ("X", "O")

CELLS = list(product(range(SIZE), range(SIZE)))
DIRECTIONS = [step for step in product((-1, 0, 1), (-1, 0, 1)) if step != (0, 0)]


def new_board() -> Board:
    """Return the board at the beginning of a game, made anew for each call.

    >>> new_board()[3]
    [' ', ' ', ' ', 'X', 'O', ' ', ' ', ' ']
    """
    board = [[EMPTY] * SIZE for _ in range(SIZE)]
    board[3][3] = board[4][4] = "X"
    board[3][4] = board[4][3] = "O"
    return board


def flips(board: Board, disc: str, row: int, column: int) -> set[Cell]:
    """Return the cells whose discs turn over; none if the move is illegal.

    Raises ValueError if the board, the disc or the cell is invalid.

    >>> flips(new_board(), "X", 2, 4)
    {(3, 4)}
    """
    check_board(board)
    check_disc(disc)
    check_cell(row, column)
    return turned(board, disc, (row, column))


def legal_moves(board: Board, disc: str) -> set[Cell]:
    """Return the cells on which a side may put its next disc; none if it has to pass.

    Raises ValueError if the board or the disc is invalid.

    >>> sorted(legal_moves(new_board(), "X"))
    [(2, 4), (3, 5), (4, 2), (5, 3)]
    """
    check_board(board)
    check_disc(disc)
    return {cell for cell in CELLS if turned(board, disc, cell)}


def play(board: Board, disc: str, row: int, column: int) -> Board:
    """Return the board after a move, as a new one.

    Raises ValueError if the move is illegal, or as `flips` does.

    >>> after = play(new_board(), "X", 2, 4)
    >>> after[2][4], after[3][4]
    ('X', 'X')
    """
    discs = flips(board, disc, row, column)
    if not discs:
        raise ValueError(
            f"expected a move of {disc!r} that turns a disc over, got {(row, column)}"
        )
    after = [list(cells) for cells in board]
    for down, right in [*discs, (row, column)]:
        after[down][right] = disc
    return after


def score(board: Board) -> dict[str, int]:
    """Return how many discs "X" and "O" have.

    Raises ValueError if the board is invalid.

    >>> score(play(new_board(), "X", 2, 4))
    {'X': 4, 'O': 1}
    """
    check_board(board)
    return {disc: sum(cells.count(disc) for cells in board) for disc in DISCS}


def ray(cell: Cell, direction: Cell) -> list[Cell]:
    """Return the cells from beside a cell to the edge of the board.

    >>> ray((2, 5), (1, 1))
    [(3, 6), (4, 7)]
    """
    (row, column), (down, right) = cell, direction
    steps = [(row + down * far, column + right * far) for far in range(1, SIZE)]
    return [
        (row, column) for row, column in steps if 0 <= row < SIZE and 0 <= column < SIZE
    ]


# Where the board ends is settled here, once: what walks along a ray needs no test for
# the edge, and can't fall into Python's negative indices, where row -1 is the bottom
# row.
RAYS = {cell: [ray(cell, direction) for direction in DIRECTIONS] for cell in CELLS}


def turned(board: Board, disc: str, cell: Cell) -> set[Cell]:
    """Return what `flips` returns, for checked arguments."""
    row, column = cell
    if board[row][column] != EMPTY:
        return set()
    return {other for ray in RAYS[cell] for other in closed_run(board, disc, ray)}


def closed_run(board: Board, disc: str, ray: list[Cell]) -> list[Cell]:
    """Return the run at the beginning of a ray if a disc of its side closes it.

    >>> closed_run([list(" OOX X  ")], "X", [(0, column) for column in range(1, 8)])
    [(0, 1), (0, 2)]
    """
    for length, (row, column) in enumerate(ray):
        if board[row][column] == EMPTY:
            return []
        if board[row][column] == disc:
            return ray[:length]
    # The edge came first: a run along the whole ray isn't closed by anything.
    return []


def check_board(board: Board) -> None:
    """Raise a ValueError unless there are 8 rows of 8 cells: "X", "O" or " "."""
    if len(board) != SIZE:
        raise ValueError(f"expected {SIZE} rows, got {len(board)}: {board!r}")
    for row, cells in enumerate(board):
        if len(cells) != SIZE:
            raise ValueError(
                f"expected {SIZE} cells in row {row}, got {len(cells)}: {cells!r}"
            )
        for column, cell in enumerate(cells):
            if cell != EMPTY and cell not in DISCS:
                raise ValueError(
                    f"expected 'X', 'O' or ' ' on {(row, column)}, got {cell!r}"
                )


def check_disc(disc: str) -> None:
    """Raise a ValueError unless the disc is "X" or "O"."""
    # A tuple, not the string "XO": "" and "XO" are `in` that one, too.
    if disc not in DISCS:
        raise ValueError(f"expected the disc 'X' or 'O', got {disc!r}")


def check_cell(row: int, column: int) -> None:
    """Raise a ValueError unless the cell is on the board."""
    if not (0 <= row < SIZE and 0 <= column < SIZE):
        raise ValueError(
            f"expected a row and a column from 0 to 7, got {(row, column)}"
        )


# Roads not taken
#
# - We don't test for the edge at each step. The test is needed after the run as well,
#   and people forget it there.
# - We don't put a border around the board or make text and patterns of it. The
#   approaches `border` and `regular_expressions` do, and the kata reversi_bitboards has
#   one int for each side.
# - We don't put the disc down, look, and take it up again, as the third edition of the
#   book does. An error in between leaves the caller with a changed board.
# - We don't return `False` for an illegal move, as the book does. An empty set is
#   false in a condition as well, and there's one type.
