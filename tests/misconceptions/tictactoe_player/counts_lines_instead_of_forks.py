"""Your player seems to trust that the cell with the most open lines is a safe one.

X has (0, 0) and (1, 2), you have the centre, and it is your move. You threaten a line from (2, 0),
and X has to answer in (0, 2). How many lines does X threaten after that answer?
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

Board: TypeAlias = Sequence[Sequence[int]]
Cells: TypeAlias = list[int]

# The rules are those of a tic-tac-toe program in Prolog by Pedro Ortiz and Miguel Pazos (2019),
# which claims never to lose. tests/repository/test_prolog_player.py plays them out.

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def choose_move(board: Board, player: int) -> tuple[int, int]:
    """Win, or block, or take the cell that opens the most lines and closes the most."""
    check(board, player)
    cells = [cell for row in board for cell in row]
    opponent = 3 - player
    moves = completing(cells, player) or completing(cells, opponent)
    if not moves:
        empty = [cell for cell in range(9) if cells[cell] == 0]
        # Of cells with the same balance the one with the highest number is taken.
        moves = [max(empty, key=lambda cell: (balance(cells, cell, player), cell))]
    return divmod(moves[0], 3)


def balance(cells: Cells, move: int, player: int) -> int:
    """The player's open lines through the cell, minus those that stay open to the opponent."""
    after = [player if cell == move else owner for cell, owner in enumerate(cells)]
    own = [line for line in LINES if move in line and all(cells[c] != 3 - player for c in line)]
    others = [line for line in LINES if all(after[cell] != player for cell in line)]
    return len(own) - len(others)


def completing(cells: Cells, side: int) -> list[int]:
    """The empty cells that complete a line of a side."""
    return [
        move
        for move in range(9)
        if cells[move] == 0
        and any(
            move in line and all(cells[cell] == side for cell in line if cell != move)
            for line in LINES
        )
    ]


def check(board: Board, player: int) -> None:
    """Refuse what is no position in which the player is to move."""
    if player not in (1, 2):
        raise ValueError(f"expected the player 1 or 2, got {player!r}")
    if len(board) != 3:
        raise ValueError(f"expected 3 rows, got {board!r}")
    for row in board:
        if len(row) != 3:
            raise ValueError(f"expected 3 cells in a row, got {row!r}")
        for cell in row:
            if cell not in (0, 1, 2):
                raise ValueError(f"expected cells 0, 1 or 2, got {cell!r}")
    cells = [cell for row in board for cell in row]
    won = any(cells[a] == cells[b] == cells[c] != 0 for a, b, c in LINES)
    if won or 0 not in cells:
        raise ValueError(f"expected an unfinished game, got {board!r}")
    if cells.count(3 - player) - cells.count(player) not in (0, 1):
        raise ValueError(f"expected the turn of {player}, got {board!r}")
