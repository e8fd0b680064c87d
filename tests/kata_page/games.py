"""The two games, by the oracles of the tables, and how a kata's code is asked."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

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

    @property
    def game(self) -> str:
        """The game that is played."""
        return "tictactoe" if len(self.board) == 9 else "reversi"

    @property
    def line(self) -> Collection[int]:
        """The cells of whole lines in tic-tac-toe."""
        return tictactoe.full_lines(self.board) if self.game == "tictactoe" else ()

    @property
    def winner(self) -> str:
        """The side that wins, if the game is over: "X", "O", or "" for a draw."""
        if self.game == "tictactoe":
            return tictactoe.winner(self.board).strip(".")
        x, o = map(self.board.count, "XO")
        return "X" if x > o else "O" if o > x else ""

    @property
    def facts(self) -> dict[str, Any]:
        """What the page shows of it."""
        more = {"legal": sorted(self.legal), "line": sorted(self.line)}
        return {**self._asdict(), **more, "winner": self.winner}

    def after(self, cell: int) -> "Position":
        """Return the position after a move; raise ValueError if it is not legal."""
        if cell not in self.legal:
            raise ValueError(f"expected one of {sorted(self.legal)}, got {cell}")
        mover, turned = self.side, self.legal[cell]
        board = reversi.after(self.board, mover, cell, turned)
        for side in (OTHER[mover], mover):
            if legal := legal_moves(board, side):
                return Position(board, side, legal, cell, mover, turned)
        return Position(board, "", {}, cell, mover, turned)


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
    if tictactoe.winner(board) != ".":
        return {}
    return {cell: () for cell, sign in enumerate(board) if sign == "."}


class Question(NamedTuple):
    """A call that asks a kata's code for a move."""

    function: str
    arguments: tuple[object, ...]
    cells: Mapping[Any, int]  # by the answers that are legal


def question(kata: str, at: Position, rng: Any) -> Question:
    """Return the call of a kata's function that asks for a move."""
    legal = sorted(at.legal)
    if kata == "tictactoe_negamax":
        boards = tictactoe.bitboards(at.board, at.side)
        return Question("best_move", boards, {cell: cell for cell in legal})
    places = {divmod(cell, SIZES[at.game]): cell for cell in legal}
    if kata == "tictactoe_player":
        number = ".XO".index(at.side)
        return Question("choose_move", (tictactoe.matrix(at.board), number), places)
    rows = reversi.in_rows(at.board)
    return Question("choose_move", (rows, at.side, rng), places)
