"""The two games: positions, legal moves and results, by the oracles of the tables."""

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import NamedTuple

from kata_tables import reversi, tictactoe
from kata_tables.reversi import OTHER

SIZES = {"tictactoe": 3, "reversi": 8}


class Position(NamedTuple):
    """A position, and how it came about."""

    board: str  # a sign for each cell, row by row: "X", "O" or "."
    side: str  # the side to move; "" if the game is over
    legal: Mapping[
        int, Collection[int]
    ]  # its legal moves, each with the cells that it turns over
    mover: str = ""  # the side that made the last move; "" at the beginning
    turned: Collection[int] = ()  # what that move turned over
    passed: str = ""  # the side whose turn it would be, if it has no legal move
    line: Collection[int] = ()  # the cells of the winning lines

    @property
    def winner(self) -> str:
        """Return who wins, if the game is over: "X", "O", or "" for a draw."""
        if len(self.board) == 9:
            return self.mover if self.line else ""
        by = self.board.count("X") - self.board.count("O")
        return "X" if by > 0 else "O" if by < 0 else ""

    @property
    def result(self) -> str:
        """Return how the game ended, in words; "" if it has not."""
        if self.side:
            return ""
        words = f"{self.winner} wins" if self.winner else "A draw"
        if len(self.board) == 9:
            return f"{words}."
        more, fewer = sorted(map(self.board.count, OTHER), reverse=True)
        return (
            f"{words}{f' by {more - fewer}' if self.winner else ''}, {more} to {fewer}."
        )


@lru_cache(maxsize=10_000)
def position(game: str, first: str, moves: tuple[int, ...]) -> Position:
    """Return the position after some legal moves; `first` made the first one."""
    if not moves:
        start = reversi.START if game == "reversi" else tictactoe.EMPTY
        return Position(start, first, legal_moves(start, first))
    before, cell = position(game, first, moves[:-1]), moves[-1]
    if cell not in before.legal:
        raise ValueError(
            f"expected one of {sorted(before.legal)} as move {len(moves)}, got {cell}"
        )
    mover, turned = before.side, before.legal[cell]
    board = reversi.after(before.board, mover, cell, turned)
    lines = tictactoe.LINES if game == "tictactoe" else []
    full = [line for line in lines if all(board[on] == mover for on in line)]
    for side in () if full else (OTHER[mover], mover):
        if legal := legal_moves(board, side):
            passed = OTHER[mover] if side == mover else ""
            return Position(board, side, legal, mover, turned, passed)
    return Position(
        board, "", {}, mover, turned, line=[on for line in full for on in line]
    )


def legal_moves(board: str, side: str) -> Mapping[int, Collection[int]]:
    """Return the legal moves of a side, each with the cells that it turns over."""
    if len(board) == 64:
        return reversi.oracle(board, side)
    return {cell: () for cell, sign in enumerate(board) if sign == "."}
