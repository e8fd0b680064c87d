"""Your flips seems to count the new disc among those that turn over.

The move is (2, 4) on the first board, and the answer is 1 << 20 | 1 << 28.
Which of the two discs was there before the move?
"""

from __future__ import annotations

FULL = 0xFFFF_FFFF_FFFF_FFFF
INNER = 0x7E7E_7E7E_7E7E_7E7E

# By how many bits a step moves, and where the run of such steps can have its discs.
DIRECTIONS = [
    (-9, INNER),
    (-8, FULL),
    (-7, INNER),
    (-1, INNER),
    (1, INNER),
    (7, INNER),
    (8, FULL),
    (9, INNER),
]


def legal_moves(player: int, opponent: int) -> int:
    check_position(player, opponent)
    empty = FULL & ~(player | opponent)
    moves = 0
    for step, inner in DIRECTIONS:
        run = shift(player, step) & opponent & inner
        while run:
            moves |= shift(run, step) & empty
            run = shift(run, step) & opponent & inner
    return moves


def flips(player: int, opponent: int, move: int) -> int:
    check_position(player, opponent)
    check_move(move)
    if move & (player | opponent):
        return 0
    turned = 0
    for step, inner in DIRECTIONS:
        run = 0
        cell = shift(move, step)
        while cell & opponent & inner:
            run |= cell
            cell = shift(cell, step)
        if cell & player:
            turned |= run
    return turned | move if turned else 0


def play(player: int, opponent: int, move: int) -> tuple[int, int]:
    if move == 0:
        check_pass(player, opponent)
        return opponent, player
    turned = flips(player, opponent, move)
    if turned == 0:
        raise ValueError(f"nothing turns over for {move:#x} on {player:#x} and {opponent:#x}")
    return opponent & ~turned, player | turned | move


def perft(player: int, opponent: int, depth: int) -> int:
    if depth < 0:
        raise ValueError(f"expected a depth of 0 or more, got {depth}")
    moves = legal_moves(player, opponent)
    if depth == 0:
        return 1
    if moves == 0:
        if legal_moves(opponent, player) == 0:
            return 1
        return perft(opponent, player, depth - 1)
    if depth == 1:
        return moves.bit_count()
    return sum(perft(*play(player, opponent, move), depth - 1) for move in bits(moves))


def shift(board: int, step: int) -> int:
    return board << step if step > 0 else board >> -step


def bits(mask: int) -> list[int]:
    return [1 << number for number in range(64) if mask >> number & 1]


def check_position(player: int, opponent: int) -> None:
    if not (0 <= player <= FULL and 0 <= opponent <= FULL):
        raise ValueError(f"expected boards of 64 bits, got {player:#x} and {opponent:#x}")
    if player & opponent:
        raise ValueError(f"expected one disc in a cell, got {player:#x} and {opponent:#x}")


def check_move(move: int) -> None:
    if not (0 < move <= FULL and move.bit_count() == 1):
        raise ValueError(f"expected the mask of one cell, got {move:#x}")


def check_pass(player: int, opponent: int) -> None:
    if legal_moves(player, opponent) or not legal_moves(opponent, player):
        raise ValueError(f"nobody passes on {player:#x} and {opponent:#x}")
