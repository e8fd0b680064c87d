"""Reversi as the source text has it: the functions of the chapter, statement by statement.

After chapter 15 of "Invent Your Own Computer Games with Python" by Al Sweigart, fourth edition. A
board is a list of columns there, `board[x][y]`. The names are in the style of this repository.
"""

from __future__ import annotations

Board = list[list[str]]


def is_on_board(x: int, y: int) -> bool:
    """Return whether a cell is on the board."""
    return x >= 0 and x <= 7 and y >= 0 and y <= 7


def is_valid_move(board: Board, tile: str, xstart: int, ystart: int) -> list[list[int]] | bool:
    """Return the discs that turn over, or False for an illegal move."""
    if board[xstart][ystart] != " " or not is_on_board(xstart, ystart):
        return False
    other_tile = "O" if tile == "X" else "X"
    tiles_to_flip = []
    directions = [[0, 1], [1, 1], [1, 0], [1, -1], [0, -1], [-1, -1], [-1, 0], [-1, 1]]
    for xdirection, ydirection in directions:
        x, y = xstart, ystart
        x += xdirection
        y += ydirection
        while is_on_board(x, y) and board[x][y] == other_tile:
            x += xdirection
            y += ydirection
            if is_on_board(x, y) and board[x][y] == tile:
                while True:
                    x -= xdirection
                    y -= ydirection
                    if x == xstart and y == ystart:
                        break
                    tiles_to_flip.append([x, y])
    if len(tiles_to_flip) == 0:
        return False
    return tiles_to_flip


def valid_moves(board: Board, tile: str) -> list[list[int]]:
    """Return the legal moves."""
    moves = []
    for x in range(8):
        for y in range(8):
            if is_valid_move(board, tile, x, y) is not False:
                moves.append([x, y])  # noqa: PERF401 - a loop, as in the text
    return moves
