"""Your play seems to put the disc down wherever it is told to, also where nothing turns over.

X goes to (0, 0) on the first board, far from all discs, or to (3, 4), where an O is.
What does flips say about these two moves?
"""

from __future__ import annotations

from typing import TypeAlias

Board: TypeAlias = list[list[str]]
Cell: TypeAlias = tuple[int, int]

DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


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
    other = "O" if disc == "X" else "X"
    cells: set[Cell] = set()
    for down, right in DIRECTIONS:
        run = []
        r, c = row + down, column + right
        while on_board(r, c) and board[r][c] == other:
            run.append((r, c))
            r, c = r + down, c + right
        if on_board(r, c) and board[r][c] == disc:
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
