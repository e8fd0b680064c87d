"""The pictures of the Reversi tables, and an oracle of the rules.

Here a board is a text of 64 signs, row by row: X, O, and a dot for an empty cell. A
cell is its place in that text. The oracle walks from cell to cell; it knows no lists of
rows and no bits.
"""

import random
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from typing import NamedTuple, TypeGuard

from kata_tables.arguments import Call
from kata_tables.drawing import Drawing, marks, rows_of
from kata_tables.table import Table

Coordinate = tuple[int, int]
# Each legal move, with the cells that it turns over.
Moves = dict[int, list[int]]

START = f"{'.' * 27}XO{'.' * 6}OX{'.' * 27}"
OTHER = {"X": "O", "O": "X"}


class Picture(NamedTuple):
    """A position as tables draw it: `*` is a move, and small letters turn over."""

    board: str  # the board before the move
    disc: str  # the side to move; X, unless an X turns over
    moves: list[int]  # the cells of moves
    turned: list[int]  # the cells of discs that turn over

    @property
    def after(self) -> str:
        """The board after the move."""
        return after(self.board, self.disc, self.moves[0], self.turned)


def picture(lines: Sequence[str]) -> Picture:
    """Read rows such as "3 ...Xo*.."; those that are not there are empty."""
    rows = ["." * 8] * 8
    for line in lines:
        number, signs = line.split()
        rows[int(number)] = signs
    drawn = "".join(rows)
    if {*map(len, rows)} != {8} or {"x", "o"} <= {*drawn}:
        raise ValueError("expected rows of eight cells, with small letters of one side")
    moves, turned = (
        [n for n, sign in enumerate(drawn) if sign in signs] for signs in ("*", "xo")
    )
    board = drawn.upper().replace("*", ".")
    return Picture(board, "O" if "x" in drawn else "X", moves, turned)


def in_rows(board: str) -> list[list[str]]:
    """A board as learners have it: eight lists of "X", "O" and " "."""
    return [
        list(board[first : first + 8].replace(".", " ")) for first in range(0, 64, 8)
    ]


def coordinates(cells: Iterable[int]) -> set[Coordinate]:
    """Cells as (row, column)."""
    return {divmod(cell, 8) for cell in cells}


def mask(cells: Iterable[int]) -> int:
    """Cells as bits: cell i is bit i."""
    return sum(1 << cell for cell in cells)


def in_bits(board: str, disc: str = "X") -> tuple[int, int]:
    """A board as `(player, opponent)`, with a side to move."""
    x, o = (mask(cell for cell in range(64) if board[cell] == mark) for mark in "XO")
    return (x, o) if disc == "X" else (o, x)


@cache
def rays(cell: int) -> list[list[int]]:
    """The cells on the way from a cell to the edge, in each direction that has any."""
    (row, column), ways = divmod(cell, 8), list[list[int]]()
    for down, right in product((-1, 0, 1), repeat=2):
        way = [(row + down * steps, column + right * steps) for steps in range(1, 8)]
        ways.append([8 * r + c for r, c in way if 0 <= r <= 7 and 0 <= c <= 7])
    return [way for way in ways if way and way[0] != cell]


@cache
def runs() -> list[tuple[int, list[int], int]]:
    """Return every run, the short ones first: the move, the run, the closing cell."""
    found = [
        (move, ray[:length], ray[length])
        for move in range(64)
        for ray in rays(move)
        for length in range(1, len(ray))
    ]
    return sorted(found, key=lambda line: len(line[1]))


def oracle(board: str, disc: str = "X") -> Moves:
    """Every legal move, with the cells that it turns over. About 0.05 ms."""
    moves: Moves = {}
    other = OTHER[disc]
    for move in [cell for cell, sign in enumerate(board) if sign == "."]:
        for ray in rays(move):
            if board[ray[0]] == other:
                signs = "".join([board[cell] for cell in ray])
                length = len(signs) - len(signs.lstrip(other))
                if signs[length : length + 1] == disc:
                    moves[move] = moves.get(move, []) + ray[:length]
    return moves


def after(board: str, disc: str, move: int, turned: Iterable[int]) -> str:
    """The board after a move."""
    signs = list(board)
    for cell in (move, *turned):
        signs[cell] = disc
    return "".join(signs)


def children(board: str, disc: str) -> list[str]:
    """The boards after each move, or after a pass; none if the game is finished."""
    moves = oracle(board, disc)
    if not moves:
        return [board] if oracle(board, OTHER[disc]) else []
    return [after(board, disc, *move) for move in moves.items()]


def best(moves: Moves) -> list[int]:
    """Return the moves of the chapter's player: corners, or else the most flips."""
    most = max(map(len, moves.values()))
    corners = [move for move in moves if move in (0, 7, 56, 63)]
    return corners or [move for move, turned in moves.items() if len(turned) == most]


@cache
def played(games: int, seed: int) -> list[tuple[str, str, Moves]]:
    """Return positions of random games, fewest discs first: board, side, legal moves.

    A side that has to pass has a position of its own. A game takes about 4 ms.
    """
    rng = random.Random(seed)
    positions = []
    for _ in range(games):
        board, disc, passes = START, "X", 0
        while passes < 2:
            moves = oracle(board, disc)
            positions.append((board, disc, moves))
            passes = 0 if moves else passes + 1
            if moves:
                move = rng.choice(list(moves))
                board = after(board, disc, move, moves[move])
            disc = OTHER[disc]
    return sorted(positions, key=lambda position: -position[0].count("."))


def plies(
    moves: Iterable[int], disc: str = "X"
) -> Iterator[tuple[str, str, int | None, str]]:
    """Yield the plies of a game: board, side, move (None for a pass), board after it.

    A move that is not legal turns nothing over.
    """
    board = START
    for move in moves:
        legal = oracle(board, disc)
        if not legal:
            yield board, disc, None, board
            disc = OTHER[disc]
            legal = oracle(board, disc)
        following = after(board, disc, move, legal.get(move, ()))
        yield board, disc, move, following
        board, disc = following, OTHER[disc]


def cells(record: str) -> list[int]:
    """The moves of a game from a text with row and column of each.

    >>> cells("24 23")
    [20, 19]
    """
    return [8 * int(move[0]) + int(move[1]) for move in record.split()]


def recorded(table: Table) -> list[tuple[str, str, int | None, str]]:
    """Return the plies of the games in a table (`moves:`), fewest discs first."""
    found: list[tuple[str, str, int | None, str]] = []
    for name, fields in table.fields.items():
        if "moves" in fields:
            game = list(plies(cells(fields["moves"])))
            *_, (_, disc, _, board) = game
            if table.names[name] not in (in_rows(board), in_bits(board, OTHER[disc])):
                raise AssertionError(f"the game of {name} does not end as it is drawn")
            found += game
    return sorted(found, key=lambda ply: -ply[0].count("."))


def judged(
    expected: Collection[Coordinate], got: Collection[Coordinate]
) -> dict[Coordinate, str]:
    """A sign for each cell: + right, - missing, ! in the answer, but should not be."""
    signs = {cell: "+" if cell in got else "-" for cell in expected}
    return signs | {cell: "!" for cell in got if cell not in expected}


def draw_reversi(
    board: Sequence[Sequence[object]],
    signs: Mapping[Coordinate, str] | None = None,
    legend: Mapping[str, str] | None = None,
    words: Sequence[str] = (),
    about: Sequence[str] = (),
) -> Drawing:
    """Draw a board with its numbers; `signs` about the answer replace cells.

    >>> print(draw_reversi([["X", " "], ["O", "X"]], signs={(0, 1): "+"}))
      0 1
    0 X +
    1 O X
    """
    known = {"'X'": "X", "'O'": "O", "' '": "."}
    rows = [[known.get(repr(cell), "?") for cell in row] for row in board]
    return Drawing(
        rows_of(rows),
        marks(signs or {}),
        tuple(words),
        tuple((legend or {}).items()),
        tuple(about),
        numbered=True,
    )


def draw_bits(
    player: int,
    opponent: int,
    signs: Mapping[Coordinate, str] | None = None,
    legend: Mapping[str, str] | None = None,
    about: Sequence[str] = (),
) -> Drawing:
    """Draw two 64-bit boards as one; ? is a cell that both have."""
    taken = {(0, 0): " ", (1, 0): "X", (0, 1): "O", (1, 1): "?"}
    board = [taken[player >> cell & 1, opponent >> cell & 1] for cell in range(64)]
    rows = [board[first : first + 8] for first in range(0, 64, 8)]
    words = f"X  the player, {player:#x}", f"O  the opponent, {opponent:#x}"
    return draw_reversi(rows, signs, legend, words, about)


def on_board(drawing: Drawing, signs: Mapping[Coordinate, str]) -> Drawing:
    """Return the drawing with signs that belong to the question, such as a move."""
    drawn = replace(drawing, marks=marks(signs)).with_marks()
    return replace(drawing, cells=rows_of(drawn))


def call_with_rows(call: Call) -> str:
    """A call whose first argument is a board, which shows its rows; else "".

    >>> print(call_with_rows(Call("score", (in_rows("." * 56 + "XO......"),))))
    score([list(row) for row in [
        '        ', '        ', '        ', '        ',
        '        ', '        ', '        ', 'XO      ']])
    """
    board, *_ = call.arguments or (None,)
    if not is_matrix(board) or not all(
        cell in ("X", "O", " ") for row in board for cell in row
    ):
        return ""
    rows = [repr("".join(map(str, row))) for row in board]
    lines = [", ".join(rows[start : start + 4]) for start in range(0, len(rows), 4)]
    return call.written("[list(row) for row in [\n    " + ",\n    ".join(lines) + "]]")


def call_with_bits(call: Call, number: int = 2) -> str:
    """A call whose first arguments are so many masks, in hexadecimal."""
    return call.written(*(f"{mask:#x}" for mask in call.arguments[:number]))


def is_matrix(value: object) -> TypeGuard[list[list[object]]]:
    """Tell whether a value is a list of lists."""
    return isinstance(value, list) and all(isinstance(row, list) for row in value)
