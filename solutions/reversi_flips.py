"""Reversi: which discs a move turns over, which moves are legal, and what a move leaves behind.

Two sides, "X" and "O", put discs on a board of 8 x 8 cells. A new disc turns over every unbroken
run of the other side's discs that lies, in a straight line, between it and another disc of its
own side. A move that turns nothing over is not allowed.

Glossary:
    disc        a piece; "X" or "O" says which side it belongs to
    cell        a place on the board, named by (row, column); both count from 0, from the top left
    direction   one of the eight ways to leave a cell: along its row, its column or a diagonal
    ray         the cells that are met on the way from a cell, in one direction, to the edge
    run         discs of the other side at the beginning of a ray, with no gap between them
    closed run  a run with a disc of one's own right behind it: this is what turns over
    pass        a turn without a legal move; the other side goes on

The first position. The ray from (2, 4) downwards is (3, 4), (4, 4), (5, 4), (6, 4), (7, 4). If X
moves to (2, 4), the run on that ray is (3, 4), and the X on (4, 4) closes it:

               column
           0 1 2 3 4 5 6 7
        0  . . . . . . . .
        1  . . . . . . . .
        2  . . . . * . . .        *  the move of X
    row 3  . . . X O . . .        .  an empty cell: " " in a board
        4  . . . O X . . .
        5  . . . . . . . .
        6  . . . . . . . .
        7  . . . . . . . .

The rules are those of chapter 15 of "Invent Your Own Computer Games with Python", fourth edition,
by Al Sweigart; its first position has X on the diagonal that falls to the right.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, product
from typing import TypeAlias

Board: TypeAlias = list[list[str]]
Cell: TypeAlias = tuple[int, int]

SIZE = 8
EMPTY = " "
DISCS = ("X", "O")
OTHER = {"X": "O", "O": "X"}

CELLS = list(product(range(SIZE), range(SIZE)))
DIRECTIONS = [step for step in product((-1, 0, 1), (-1, 0, 1)) if step != (0, 0)]


def new_board() -> Board:
    """Return the board at the beginning of a game.

    Returns:
        8 rows of 8 cells, row 0 at the top: "X" on (3, 3) and (4, 4), "O" on (3, 4) and (4, 3),
        and " " on all the others. Each call makes a new list of new lists.

    Example:
        >>> new_board()[3]
        [' ', ' ', ' ', 'X', 'O', ' ', ' ', ' ']
    """
    board = [[EMPTY] * SIZE for _ in range(SIZE)]
    board[3][3] = board[4][4] = "X"
    board[3][4] = board[4][3] = "O"
    return board


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
    _check_board(board)
    _check_disc(disc)
    _check_cell(row, column)
    if board[row][column] != EMPTY:
        return set()
    return {cell for run in _closed_runs(board, disc, (row, column)) for cell in run}


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
    _check_board(board)
    _check_disc(disc)
    contents = chain.from_iterable(board)
    empty = [cell for cell, content in zip(CELLS, contents, strict=True) if content == EMPTY]
    # `any` stops at the first run: how many more there are makes no difference here.
    return {cell for cell in empty if any(_closed_runs(board, disc, cell))}


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
    turned = flips(board, disc, row, column)
    if not turned:
        raise ValueError(
            f"expected a move of {disc!r} that turns a disc over, got {(row, column)} on\n"
            + _drawn(board)
        )
    after = [list(cells) for cells in board]
    for own_row, own_column in [*turned, (row, column)]:
        after[own_row][own_column] = disc
    return after


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
    _check_board(board)
    return {disc: sum(cells.count(disc) for cells in board) for disc in DISCS}


def _ray(cell: Cell, step: tuple[int, int]) -> list[Cell]:
    """Return the cells from beside `cell` to the edge of the board.

    >>> _ray((2, 5), (1, 1))
    [(3, 6), (4, 7)]
    """
    (row, column), (down, right) = cell, step
    ray = [(row + down * far, column + right * far) for far in range(1, SIZE)]
    return [(row, column) for row, column in ray if 0 <= row < SIZE and 0 <= column < SIZE]


# Where the board ends is settled here, once: what walks along a ray needs no test for the edge,
# and cannot fall into Python's negative indices, where row -1 is the bottom row. A closed run takes
# two cells at least, so shorter rays are left out.
RAYS = {cell: [ray for step in DIRECTIONS if len(ray := _ray(cell, step)) > 1] for cell in CELLS}


def _closed_runs(board: Board, disc: str, cell: Cell) -> Iterator[list[Cell]]:
    """Yield the runs that a disc on an empty cell closes. The arguments have been checked.

    >>> list(_closed_runs(new_board(), "X", (2, 4)))
    [[(3, 4)]]
    """
    opponent = OTHER[disc]
    for ray in RAYS[cell]:
        row, column = ray[0]
        # Four of five rays begin with no disc of the other side. To ask that here, before the
        # call, takes half off the time for all legal moves.
        if board[row][column] == opponent and (run := _closed_run(board, disc, ray)):
            yield run


def _closed_run(board: Board, disc: str, ray: list[Cell]) -> list[Cell]:
    """Return the run at the beginning of a ray if a disc of one's own is behind it, else nothing.

    >>> _closed_run([list(" OOX X  ")], "X", [(0, column) for column in range(1, 8)])
    [(0, 1), (0, 2)]
    """
    for length, (row, column) in enumerate(ray):
        if board[row][column] == EMPTY:
            return []
        if board[row][column] == disc:
            return ray[:length]
    # The edge came first: a run along the whole ray is not closed by anything.
    return []


def _drawn(board: Board) -> str:
    return "\n".join("".join(cells).replace(EMPTY, ".") for cells in board)


def _check_board(board: Board) -> None:
    if len(board) != SIZE:
        raise ValueError(f"expected {SIZE} rows, got {len(board)}: {board!r}")
    for row, cells in enumerate(board):
        if len(cells) != SIZE:
            raise ValueError(f"expected {SIZE} cells in row {row}, got {len(cells)}: {cells!r}")
        for column, cell in enumerate(cells):
            if cell != EMPTY and cell not in DISCS:
                raise ValueError(f"expected 'X', 'O' or ' ' on {(row, column)}, got {cell!r}")


def _check_disc(disc: str) -> None:
    # A tuple, not the string "XO": "" and "XO" are `in` that one, too.
    if disc not in DISCS:
        raise ValueError(f"expected the disc 'X' or 'O', got {disc!r}")


def _check_cell(row: int, column: int) -> None:
    if not (0 <= row < SIZE and 0 <= column < SIZE):
        raise ValueError(f"expected a row and a column from 0 to 7, got {(row, column)}")


# Roads not taken
#
# - Walk with two counters and test for the edge at each step, as most programs do. It needs the
#   same test in two places, after the step and after the run, and the second one is what people
#   forget. The rays cost 512 small lists, made once.
# - A border of sentinel cells around the board (10 x 10, one flat list, a direction is one number)
#   ends every run without a test for the edge. The board that the caller sees has no border, so
#   each call would have to copy it first.
# - Put the disc down, look, and take it up again, as the third edition of the book does to ask
#   whether a move is legal. An error in between leaves the caller with a changed board.
# - Keep the runs of every move from one position to the next. Only programs that search far ahead
#   gain by it, and those do better with bitboards: one int for each side, all cells in one step.
# - `False` for an illegal move, as in the book. An empty set is as false as that in an `if`,
#   and the answer has one type.
