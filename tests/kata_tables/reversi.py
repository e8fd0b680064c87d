"""What the tables of Reversi share: their pictures, and an oracle of the rules.

Here a board is a text of 64 signs, row by row: X, O, and a dot for an empty cell. A cell is its
place in that text. The oracle walks from cell to cell; it knows no lists of rows and no bits.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

from kata_tables.boards import Coordinate, reversi_board
from kata_tables.case import Table

# Each legal move, with the cells that it turns over.
Moves = dict[int, list[int]]

START = f"{'.' * 27}XO{'.' * 6}OX{'.' * 27}"
OTHER = {"X": "O", "O": "X"}


@dataclass(frozen=True)
class Picture:
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
    """Read rows such as "3 ...Xo*.."; those that are not there are empty.

    Raises:
        ValueError: these are not rows of a board, or small letters of both sides.
    """
    rows = ["." * 8] * 8
    for line in lines:
        number, signs = line.split()
        rows[int(number)] = signs
    drawn = "".join(rows)
    if {*map(len, rows)} != {8}:
        raise ValueError("expected rows of eight cells")
    if "x" in drawn and "o" in drawn:
        raise ValueError("expected small letters of one side")
    moves, turned = ([n for n, sign in enumerate(drawn) if sign in signs] for signs in ("*", "xo"))
    board = drawn.upper().replace("*", ".")
    return Picture(board, "O" if "x" in drawn else "X", moves, turned)


def in_rows(board: str) -> list[list[str]]:
    """A board as learners have it: eight lists of "X", "O" and " "."""
    return reversi_board(*(board[first : first + 8] for first in range(0, 64, 8)))


def coordinates(cells: Iterable[int]) -> set[Coordinate]:
    """Cells as (row, column)."""
    return {(cell // 8, cell % 8) for cell in cells}


@cache
def rays(cell: int) -> list[list[int]]:
    """The cells on the way from a cell to the edge, in each direction that has any."""
    row, column = divmod(cell, 8)
    ways = [
        [
            8 * (row + down * steps) + column + right * steps
            for steps in range(1, 8)
            if 0 <= row + down * steps <= 7 and 0 <= column + right * steps <= 7
        ]
        for down, right in product((-1, 0, 1), repeat=2)
        if (down, right) != (0, 0)
    ]
    return [way for way in ways if way]


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


def best(moves: Moves) -> list[int]:
    """The moves of the chapter's player: corners; if there is none, those with the most flips."""
    most = max(map(len, moves.values()))
    corners = [move for move in moves if move in (0, 7, 56, 63)]
    return corners or [move for move, turned in moves.items() if len(turned) == most]


@cache
def played(games: int, seed: int) -> list[tuple[str, str, Moves]]:
    """The positions of random games, fewest discs first: board, side to move, legal moves.

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


def recorded(
    table: Table, value: Callable[[str, str], object]
) -> list[tuple[str, str, int | None, str]]:
    """The plies of the games that a table records, fewest discs first: board, side, move, board.

    A board with a name may have a field `moves:`, with row and column of each move; X begins, and a
    side without a legal move is passed over, with None for its move. `value` makes of a board and
    the side to move what the table makes of the picture.

    Raises:
        AssertionError: a game does not end with the board as it is drawn.
    """
    plies: list[tuple[str, str, int | None, str]] = []
    for name, fields in table.fields.items():
        board, disc = START, "X"
        for row, column in (map(int, move) for move in " ".join(fields.get("moves", ())).split()):
            if not oracle(board, disc):
                plies.append((board, disc, None, board))
                disc = OTHER[disc]
            before, move = board, 8 * row + column
            board = after(board, disc, move, oracle(board, disc)[move])
            plies.append((before, disc, move, board))
            disc = OTHER[disc]
        if "moves" in fields and value(board, disc) != table.names[name]:
            raise AssertionError(f"the game of {name} does not end as it is drawn")
    return sorted(plies, key=lambda ply: -ply[0].count("."))


def judged(expected: Collection[Coordinate], got: Collection[Coordinate]) -> dict[Coordinate, str]:
    """A sign for each cell: + right, - missing, ! in the answer, but should not be."""
    signs = {cell: "+" if cell in got else "-" for cell in expected}
    return signs | {cell: "!" for cell in got if cell not in expected}


def legend(words: Mapping[str, str], signs: Mapping[Coordinate, str]) -> list[str]:
    """What the signs mean that are used, in the order of the words."""
    return [f"{sign}  {word}" for sign, word in words.items() if sign in signs.values()]
