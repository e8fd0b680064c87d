"""The two games: positions, legal moves and results, as the references have them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import NamedTuple

from solutions import reversi_flips
from solutions.tictactoe_negamax import CELLS, LINES

OTHER = {"X": "O", "O": "X"}
SIZES = {"tictactoe": 3, "reversi": 8}
STARTS = {
    "tictactoe": "." * 9,
    "reversi": "".join(map("".join, reversi_flips.new_board())).replace(" ", "."),
}


class Position(NamedTuple):
    """A position, and how it came about."""

    board: str  # a sign for each cell, row by row: "X", "O" or "."
    side: str  # the side to move; "" if the game is over
    legal: Mapping[int, Collection[int]]  # its legal moves, each with the cells that it turns over
    mover: str = ""  # the side that made the last move; "" at the beginning
    turned: Collection[int] = ()  # what that move turned over
    passed: str = ""  # the side whose turn it would be, if it has no legal move
    line: Collection[int] = ()  # the cells of the winning lines

    @property
    def winner(self) -> str:
        """Who wins, if the game is over: "X", "O", or "" for a draw."""
        if len(self.board) == 9:
            return self.mover if self.line else ""
        by = self.board.count("X") - self.board.count("O")
        return "X" if by > 0 else "O" if by < 0 else ""

    @property
    def result(self) -> str:
        """How the game ended, in words; "" if it has not."""
        if self.side:
            return ""
        words = f"{self.winner} wins" if self.winner else "A draw"
        if len(self.board) == 9:
            return f"{words}."
        more, fewer = sorted(map(self.board.count, OTHER), reverse=True)
        return f"{words}{f' by {more - fewer}' if self.winner else ''}, {more} to {fewer}."


@lru_cache(maxsize=10_000)
def position(game: str, first: str, moves: tuple[int, ...]) -> Position:
    """The position after some moves, of which `first` made the first one; all have to be legal."""
    if not moves:
        return Position(STARTS[game], first, legal_moves(game, STARTS[game], first))
    before, cell = position(game, first, moves[:-1]), moves[-1]
    if cell not in before.legal:
        raise ValueError(f"expected one of {sorted(before.legal)} as move {len(moves)}, got {cell}")
    mover, turned = before.side, before.legal[cell]
    board = put(before.board, {cell, *turned}, mover)
    line = winning(board) if game == "tictactoe" else []
    for side in () if line else (OTHER[mover], mover):
        if legal := legal_moves(game, board, side):
            passed = OTHER[mover] if side == mover else ""
            return Position(board, side, legal, mover, turned, passed)
    return Position(board, "", {}, mover, turned, line=line)


def legal_moves(game: str, board: str, side: str) -> dict[int, Collection[int]]:
    """The legal moves of a side in an unfinished game, each with the cells that it turns over."""
    empty = [cell for cell, sign in enumerate(board) if sign == "."]
    if game == "tictactoe":
        return dict.fromkeys(empty, ())
    lists = rows(board)
    moves = {cell: reversi_flips.turned(lists, side, divmod(cell, 8)) for cell in empty}
    return {cell: [8 * r + c for r, c in discs] for cell, discs in moves.items() if discs}


def winning(board: str) -> list[int]:
    """The cells of each winning line, one line after the other."""
    full = [line for line in LINES for side in OTHER if line & bits(board, side) == line]
    return [cell for line in full for cell, mask in enumerate(CELLS) if mask & line]


def put(board: str, cells: Collection[int], side: str) -> str:
    """The board with discs of a side on some cells."""
    return "".join(side if cell in cells else sign for cell, sign in enumerate(board))


def rows(board: str) -> list[list[str]]:
    """A board as the katas on Reversi have it."""
    return [list(board[first : first + 8].replace(".", " ")) for first in range(0, 64, 8)]


def marks(board: str) -> list[list[int]]:
    """A board as the katas on lists have it."""
    return [[".XO".index(sign) for sign in board[first : first + 3]] for first in (0, 3, 6)]


def bits(board: str, side: str) -> int:
    """The marks of a side as the katas on bitboards have them."""
    return int("".join("01"[sign == side] for sign in board), 2)


def both(board: str, side: str) -> tuple[int, int]:
    """The marks of the side to move and of the other."""
    return bits(board, side), bits(board, OTHER[side])
