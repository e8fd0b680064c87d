"""The two games: positions, legal moves and results, by the oracles of the tables."""

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from kata_tables import reversi, tictactoe
from kata_tables.reversi import OTHER

SIZES = {"tictactoe": 3, "reversi": 8}


class Position(NamedTuple):
    """A position, and the move that led to it."""

    board: str  # a sign for each cell, row by row: "X", "O" or "."
    side: str  # the side to move; "" if the game is over
    legal: Mapping[int, Collection[int]]  # moves, each with the cells it turns over
    cell: int = -1  # the move; -1 at the beginning
    mover: str = ""  # the side that made it
    turned: Collection[int] = ()  # what it turned over
    passed: str = ""  # the side whose turn it would be, if it has no legal move
    line: Collection[int] = ()  # the cells of the winning lines

    @property
    def game(self) -> str:
        """The game that is played."""
        return "tictactoe" if len(self.board) == 9 else "reversi"

    @property
    def winner(self) -> str:
        """The side that wins, if the game is over: "X", "O", or "" for a draw."""
        if self.game == "tictactoe":
            return self.mover if self.line else ""
        x, o = map(self.board.count, "XO")
        return "X" if x > o else "O" if o > x else ""

    @property
    def result(self) -> str:
        """The end of the game in words; "" if it is not over."""
        if self.side:
            return ""
        words = f"{self.winner} wins" if self.winner else "A draw"
        if self.game == "tictactoe":
            return f"{words}."
        fewer, more = sorted(map(self.board.count, "XO"))
        by = f" by {more - fewer}" if self.winner else ""
        return f"{words}{by}, {more} to {fewer}."

    def after(self, cell: int) -> "Position":
        """Return the position after a move, which has to be legal."""
        if cell not in self.legal:
            raise ValueError(f"expected one of {sorted(self.legal)}, got {cell}")
        mover, other, turned = self.side, OTHER[self.side], self.legal[cell]
        board = reversi.after(self.board, mover, cell, turned)
        over = Position(board, "", {}, cell, mover, turned, line=full(board, mover))
        if over.line:
            return over
        if legal := legal_moves(board, other):
            return over._replace(side=other, legal=legal)
        if legal := legal_moves(board, mover):
            return over._replace(side=mover, legal=legal, passed=other)
        return over


def course(game: str, first: str, moves: Iterable[int] = ()) -> list[Position]:
    """Return the positions of a game, from the one before the first move on."""
    board = reversi.START if game == "reversi" else tictactoe.EMPTY
    positions = [Position(board, first, legal_moves(board, first))]
    for cell in moves:
        positions.append(positions[-1].after(cell))
    return positions


def legal_moves(board: str, side: str) -> Mapping[int, Collection[int]]:
    """Return the legal moves of a side, each with the cells that it turns over."""
    if len(board) == 64:
        return reversi.oracle(board, side)
    return {cell: () for cell, sign in enumerate(board) if sign == "."}


def full(board: str, side: str) -> list[int]:
    """Return the cells of the lines of tic-tac-toe that a side has whole."""
    lines = tictactoe.LINES if len(board) == 9 else []
    whole = [line for line in lines if {board[cell] for cell in line} == {side}]
    return [cell for line in whole for cell in line]
