"""The pictures of the Reversi tables, and an oracle of the rules.

Here a board is a text of 64 signs, row by row: X, O, and a dot for an empty cell. A
cell is its place in that text. The oracle walks from cell to cell.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

from kata_tables.table import Table

Coordinate = tuple[int, int]
# Each legal move, with the cells that it turns over.
Moves = dict[int, list[int]]
Board = list[list[str]]

START = f"{'.' * 27}XO{'.' * 6}OX{'.' * 27}"
OTHER = {"X": "O", "O": "X"}
DIGITS = [str.maketrans("XO.", "100"), str.maketrans("XO.", "010")]


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
    """Read rows such as "3 ...Xo*.."; those that aren't there are empty."""
    rows = ["." * 8] * 8
    for line in lines:
        number, signs = line.split()
        rows[int(number)] = signs
    drawn = "".join(rows)
    if {*map(len, rows)} != {8} or {"x", "o"} <= {*drawn}:
        raise ValueError("expected rows of eight cells, with small letters of one side")
    moves, turned = cells_with(drawn, "*"), cells_with(drawn, "xo")
    board = drawn.upper().replace("*", ".")
    return Picture(board, "O" if "x" in drawn else "X", moves, turned)


def cells_with(board: str, signs: str) -> list[int]:
    """Return the cells that have one of these signs."""
    return [cell for cell, sign in enumerate(board) if sign in signs]


def in_rows(board: str) -> Board:
    """Return a board as learners have it: eight lists of "X", "O" and " "."""
    signs = board.replace(".", " ")
    return [list(signs[first : first + 8]) for first in range(0, 64, 8)]


def coordinates(cells: Iterable[int]) -> set[Coordinate]:
    """Return cells as (row, column)."""
    return {divmod(cell, 8) for cell in cells}


CELLS = coordinates(range(64))


def mask(cells: Iterable[int]) -> int:
    """Return cells as bits: cell i is bit i."""
    return sum(1 << cell for cell in cells)


@cache
def in_bits(board: str, disc: str = "X") -> tuple[int, int]:
    """Return a board as `(player, opponent)`, with a side to move."""
    cells = board[::-1]
    x, o = (int(cells.translate(digits), 2) for digits in DIGITS)
    return (x, o) if disc == "X" else (o, x)


@cache
def rays(cell: int) -> list[list[int]]:
    """Return the cells on the way from a cell to the edge, for each direction."""
    (row, column), ways = divmod(cell, 8), list[list[int]]()
    for down, right in product((-1, 0, 1), repeat=2):
        way = [(row + down * steps, column + right * steps) for steps in range(1, 8)]
        ways.append([8 * r + c for r, c in way if (r, c) in CELLS])
    return [way for way in ways if way and way[0] != cell]


@cache
def runs() -> list[tuple[int, list[int], int]]:
    """Return every run, the short ones first: the move, the run, the closing cell."""
    lines = [
        (move, ray[:length], ray[length])
        for move in range(64)
        for ray in rays(move)
        for length in range(1, len(ray))
    ]
    return sorted(lines, key=lambda line: len(line[1]))


@cache
def oracle(board: str, disc: str = "X") -> Moves:
    """Return every legal move, with the cells that it turns over. About 0.05 ms."""
    moves: Moves = {}
    other = OTHER[disc]
    for move in cells_with(board, "."):
        for ray in rays(move):
            if board[ray[0]] == other:
                signs = "".join([board[cell] for cell in ray])
                length = len(signs) - len(signs.lstrip(other))
                if signs[length : length + 1] == disc:
                    moves[move] = moves.get(move, []) + ray[:length]
    return moves


def after(board: str, disc: str, move: int, turned: Iterable[int]) -> str:
    """Return the board after a move."""
    signs = list(board)
    for cell in (move, *turned):
        signs[cell] = disc
    return "".join(signs)


def children(board: str, disc: str) -> list[str]:
    """Return the boards after each move, or after a pass; none after the end."""
    moves = oracle(board, disc)
    if not moves:
        return [board] if oracle(board, OTHER[disc]) else []
    return [after(board, disc, *move) for move in moves.items()]


def best(moves: Moves) -> list[int]:
    """Return the moves of the chapter's player: corners, or else the most flips."""
    most = max(map(len, moves.values()))
    corners = [move for move in moves if move in (0, 7, 56, 63)]
    return corners or [move for move, turned in moves.items() if len(turned) == most]


class Ply(NamedTuple):
    """A turn of a game; a pass has no legal moves, and leaves the board as it is."""

    board: str
    disc: str
    moves: Moves  # the legal ones
    move: int | None
    after: str


def plies(choose: Callable[[str, Moves], int | None], disc: str = "X") -> Iterator[Ply]:
    """Yield the turns of a game in which `choose` names a move for a side.

    A move that isn't legal turns nothing over; None ends the game.
    """
    board, passes = START, 0
    while passes < 2:
        moves, move, following = oracle(board, disc), None, board
        passes = 0 if moves else passes + 1
        if moves:
            move = choose(disc, moves)
            if move is None:
                return
            following = after(board, disc, move, moves.get(move, ()))
        yield Ply(board, disc, moves, move, following)
        board, disc = following, OTHER[disc]


def replayed(moves: Iterable[int], disc: str = "X") -> list[Ply]:
    """Return the turns of a game whose moves are known, up to the last one."""
    script = iter(moves)
    turns = list(plies(lambda *_: next(script, None), disc))
    while turns and turns[-1].move is None:
        del turns[-1]
    return turns


@cache
def played(games: int, seed: int) -> list[tuple[str, str, Moves]]:
    """Return positions of random games, fewest discs first: board, side, legal moves.

    A game takes about 4 ms.
    """
    rng = random.Random(seed)
    positions = [
        (ply.board, ply.disc, ply.moves)
        for _ in range(games)
        for ply in plies(lambda _, moves: rng.choice(list(moves)))
    ]
    return sorted(positions, key=lambda position: -position[0].count("."))


def cells(record: str) -> list[int]:
    """Return the moves of a game from a text with row and column of each.

    >>> cells("24 23")
    [20, 19]
    """
    return [8 * int(move[0]) + int(move[1]) for move in record.split()]


def recorded(table: Table) -> list[Ply]:
    """Return the turns of the games in a table (`moves:`), fewest discs first."""
    turns = list[Ply]()
    for name, fields in table.fields.items():
        if "moves" in fields:
            game = replayed(cells(fields["moves"]))
            board, disc = game[-1].after, OTHER[game[-1].disc]
            if table.names[name] not in (in_rows(board), in_bits(board, disc)):
                raise AssertionError(f"the game of {name} doesn't end as it's drawn")
            turns += game
    return sorted(turns, key=lambda ply: -ply.board.count("."))
