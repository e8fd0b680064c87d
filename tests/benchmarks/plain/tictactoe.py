"""Negamax and perft on bitboards as the source text has them: plain recursion, nothing is kept.

After "Como hacer un tres en raya", Deybis Melendez, 2024, whose code is JavaScript. Cell i is bit
8 - i; the side to move stands first.
"""

from __future__ import annotations

LINES = (
    0b100100100,
    0b010010010,
    0b001001001,
    0b111000000,
    0b000111000,
    0b000000111,
    0b100010001,
    0b001010100,
)
FULL = 0b111111111


def generate_moves(player: int, opponent: int) -> list[int]:
    """Return the masks of the empty cells."""
    taken = player | opponent
    moves = []
    for cell in range(9):
        move = 0b100000000 >> cell
        if not taken & move:
            moves.append(move)
    return moves


def has_won(discs: int) -> bool:
    """Return whether one side has a line."""
    for line in LINES:  # noqa: SIM110 - a loop, as in the text
        if discs & line == line:
            return True
    return False


def negamax(player: int, opponent: int) -> int:
    """Return the value of a position for the side to move; every game is played out."""
    if has_won(opponent):
        return -1
    if player | opponent == FULL:
        return 0
    best = -1
    for move in generate_moves(player, opponent):
        score = -negamax(opponent, player | move)
        if score > best:
            best = score
    return best


def statistics(player: int, opponent: int, depth: int) -> list[int]:
    """Return nodes, wins of the player, wins of the opponent, draws; ended games stay as leaves."""
    if has_won(opponent):
        return [1, 0, 1, 0]
    if player | opponent == FULL:
        return [1, 0, 0, 1]
    if depth == 0:
        return [1, 0, 0, 0]
    total = [0, 0, 0, 0]
    for move in generate_moves(player, opponent):
        nodes, wins, losses, draws = statistics(opponent, player | move, depth - 1)
        total[0] += nodes
        total[1] += losses
        total[2] += wins
        total[3] += draws
    return total


def perft(player: int, opponent: int, depth: int) -> int:
    """Return the positions that are exactly so many plies away."""
    if depth == 0:
        return 1
    if has_won(opponent):
        return 0
    nodes = 0
    for move in generate_moves(player, opponent):
        nodes += perft(opponent, player | move, depth - 1)
    return nodes
