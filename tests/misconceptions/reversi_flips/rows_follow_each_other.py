"""At the end of a row your code seems to go on in the next one.

Row 4 is "......OO", row 5 is "X.......", and X goes to (4, 5).
In a list of 64 cells the X comes right behind the two O: is it behind them on the board, too?
"""

from __future__ import annotations

from typing import TypeAlias

Board: TypeAlias = list[list[str]]
Cell: TypeAlias = tuple[int, int]

STEPS = [-9, -8, -7, -1, 1, 7, 8, 9]


def new_board() -> Board:
    board = [[" "] * 8 for _ in range(8)]
    board[3][3] = board[4][4] = "X"
    board[3][4] = board[4][3] = "O"
    return board


def flips(board: Board, disc: str, row: int, column: int) -> set[Cell]:
    check_board(board)
    check_disc(disc)
    check_cell(row, column)
    return turned(board, disc, row, column)


def legal_moves(board: Board, disc: str) -> set[Cell]:
    check_board(board)
    check_disc(disc)
    cells = [(row, column) for row in range(8) for column in range(8)]
    return {cell for cell in cells if turned(board, disc, *cell)}


def play(board: Board, disc: str, row: int, column: int) -> Board:
    cells = flips(board, disc, row, column)
    if not cells:
        raise ValueError(f"{(row, column)} is no legal move of {disc} on\n{drawn(board)}")
    after = [list(line) for line in board]
    for r, c in cells | {(row, column)}:
        after[r][c] = disc
    return after


def score(board: Board) -> dict[str, int]:
    check_board(board)
    return {disc: sum(line.count(disc) for line in board) for disc in ("X", "O")}


def turned(board: Board, disc: str, row: int, column: int) -> set[Cell]:
    if board[row][column] != " ":
        return set()
    signs = [sign for line in board for sign in line]
    other = "O" if disc == "X" else "X"
    cells: set[Cell] = set()
    for step in STEPS:
        run = []
        place = 8 * row + column + step
        while 0 <= place < 64 and signs[place] == other:
            run.append(divmod(place, 8))
            place += step
        if 0 <= place < 64 and signs[place] == disc:
            cells.update(run)
    return cells


def on_board(row: int, column: int) -> bool:
    return 0 <= row < 8 and 0 <= column < 8


def drawn(board: Board) -> str:
    return "\n".join("".join(line).replace(" ", ".") for line in board)


def check_board(board: Board) -> None:
    if len(board) != 8:
        raise ValueError(f"expected 8 rows, got {len(board)}")
    for line in board:
        if len(line) != 8:
            raise ValueError(f"expected rows of 8 cells, got one of {len(line)}")
        for cell in line:
            if cell not in ("X", "O", " "):
                raise ValueError(f"expected 'X', 'O' or ' ' in a cell, got {cell!r}")


def check_disc(disc: str) -> None:
    if disc not in ("X", "O"):
        raise ValueError(f"expected the disc 'X' or 'O', got {disc!r}")


def check_cell(row: int, column: int) -> None:
    if not on_board(row, column):
        raise ValueError(f"expected a row and a column from 0 to 7, got {(row, column)}")
