"""The pictures of the tic-tac-toe tables, and an oracle of the rules.

Here a board is a text of nine signs, row by row: X, O, and a dot for an empty cell. X
is the side that began. The oracle knows no bits and no swapped sides: it goes from the
first move on, or from the last boards back to the first.
"""

from collections.abc import Iterable
from functools import cache
from math import isqrt

Coordinate = tuple[int, int]

EMPTY = "." * 9


@cache
def lines(size: int) -> list[list[Coordinate]]:
    """Return the lines of a board of any size: rows, columns, both diagonals."""
    numbers = range(size)
    return [
        *([(row, column) for column in numbers] for row in numbers),
        *([(row, column) for row in numbers] for column in numbers),
        [(number, number) for number in numbers],
        [(number, size - 1 - number) for number in numbers],
    ]


LINES = [tuple(3 * row + column for row, column in line) for line in lines(3)]


def full_lines(board: str) -> set[int]:
    """Return the cells of all lines that a side has whole."""
    full = set[int]()
    for line in LINES:
        if {board[cell] for cell in line} in ({"X"}, {"O"}):
            full.update(line)
    return full


def side_to_move(board: str) -> str:
    """Return O on an even number of empty cells, X on an odd one."""
    return "O" if board.count(".") % 2 == 0 else "X"


@cache
def winner(board: str) -> str:
    """Return the side that has a line, or a dot."""
    for a, b, c in LINES:
        if board[a] == board[b] == board[c] != ".":
            return board[a]
    return "."


def put(board: str, cell: int, mark: str) -> str:
    """Return the board after a move."""
    return board[:cell] + mark + board[cell + 1 :]


@cache
def moves(board: str) -> dict[int, str]:
    """Return the board after each move, by cell; none if the game is over."""
    if winner(board) != ".":
        return {}
    mark = side_to_move(board)
    return {cell: put(board, cell, mark) for cell in range(9) if board[cell] == "."}


@cache
def every_board() -> list[str]:
    """Return all 5,478 boards that play can reach, fewest discs first (15 ms)."""
    boards, latest = [], {EMPTY}
    while latest:
        boards += sorted(latest)
        latest = {after for board in latest for after in moves(board).values()}
    return boards


@cache
def results() -> dict[str, tuple[int, int]]:
    """Return for each board the result for X and its plies: fast wins, slow losses.

    The boards with the most discs come first, so the boards after each move are known
    already. It takes 10 ms.
    """
    known: dict[str, tuple[int, int]] = {}
    for board in reversed(every_board()):
        after = [known[following] for following in moves(board).values()]
        if not after:
            known[board] = ({"X": 1, "O": -1, ".": 0}[winner(board)], 0)
            continue
        wanted = 1 if side_to_move(board) == "X" else -1
        best = wanted * max(wanted * result for result, _ in after)
        plies = [length for result, length in after if result == best]
        known[board] = (best, 1 + (min(plies) if best == wanted else max(plies)))
    return known


def value(board: str) -> int:
    """Return the result for the side to move."""
    result, _ = results()[board]
    return result if side_to_move(board) == "X" else -result


def first_image(board: str) -> str:
    """Return the image that sorts first of a board, turned and mirrored.

    >>> first_image("XO......."), first_image(".......OX")
    ('.......OX', '.......OX')
    """
    images = []
    for _ in range(4):
        # Rows become columns, then left becomes right: together a quarter turn.
        images.append(board := board[0::3] + board[1::3] + board[2::3])
        images.append(board := board[2::-1] + board[5:2:-1] + board[8:5:-1])
    return min(images)


# Boards as learners have them: rows of numbers, or two ints of nine bits.


def matrix(board: str) -> list[list[int]]:
    """Return a board of any size as a matrix: 0 empty, 1 X, 2 O.

    >>> matrix("XO.X")
    [[1, 2], [0, 1]]
    """
    size = isqrt(len(board))
    cells = [{".": 0, "X": 1, "O": 2}[sign] for sign in board]
    return [cells[first : first + size] for first in range(0, len(cells), size)]


@cache
def bitboards(board: str, side: str = "X") -> tuple[int, int]:
    """Return a board as `(player, opponent)`; cell i (0..8) is bit 8 - i.

    >>> [f"{mask:09b}" for mask in bitboards("XX.OO....")]
    ['110000000', '000110000']
    """
    x, o = (as_board(cell for cell in range(9) if board[cell] == mark) for mark in "XO")
    return (x, o) if side == "X" else (o, x)


def position(board: str) -> tuple[int, int]:
    """Return a board as `(player, opponent)`, for the side whose turn it is."""
    return bitboards(board, side_to_move(board))


def as_board(cells: Iterable[int]) -> int:
    """Return a set of cells as a bitboard."""
    return sum(2 ** (8 - cell) for cell in cells)
