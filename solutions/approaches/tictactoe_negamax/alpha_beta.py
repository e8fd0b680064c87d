r"""Perfect play by alpha-beta, with what is known about a position kept as two bounds.

Alpha-beta leaves out what cannot matter. The player has found a move that is worth 0. The next
move has an answer that is worth 1 to the opponent, so it is worth -1 at most. Whether it is worth
less need not be known, and its other answers are not looked at:

            player           0 for sure, so alpha is 0
           /      \
        0 /        \         worth -1 or less: not better than 0
      opponent    opponent
                  /   |  \
                 1    ?   ?  not searched

What remains of a position that was cut off is no value but a bound: "-1 or less". It would be wrong
to keep it as the value, and it would be a waste to forget it. So the table has two numbers for a
position, the least and the most that it can be worth. A search of the position with other bounds
can make them closer; when they meet, the value is known.

Choose it for games with too many positions to know all of them: programs for chess and Othello are
built like this. For the value of the empty board it meets 2,474 positions, and the reference
5,478. But the reference then knows the value of all of them, and this table has only bounds.
"""

from __future__ import annotations

from typing import TypeAlias

Bitboard: TypeAlias = int
Move: TypeAlias = int
Bounds: TypeAlias = tuple[int, int]

FULL: Bitboard = 0b111_111_111

CELLS: tuple[Move, ...] = tuple(0b100_000_000 >> cell for cell in range(9))

LINES: tuple[Bitboard, ...] = (
    0b111_000_000,
    0b000_111_000,
    0b000_000_111,
    0b100_100_100,
    0b010_010_010,
    0b001_001_001,
    0b100_010_001,
    0b001_010_100,
)

# No score is beyond these.
WORST, BEST = -10, 10

# The least and the most that a position is worth to the side that moves in it.
KNOWN: dict[tuple[Bitboard, Bitboard], Bounds] = {}


def generate_moves(player: Bitboard, opponent: Bitboard) -> list[Move]:
    """Return the masks of the empty cells, in cell order.

    >>> generate_moves(0b101_010_000, 0b010_001_101) == [0b000_100_000, 0b000_000_010]
    True
    """
    check_position(player, opponent)
    return [cell for cell in CELLS if not cell & (player | opponent)]


def has_won(discs: Bitboard) -> bool:
    """Return whether the discs of one side hold a full line.

    >>> has_won(0b100_110_001)
    True
    """
    if not 0 <= discs <= FULL:
        raise ValueError(f"expected a board of 9 bits, got {bin(discs)}")
    return any(discs & line == line for line in LINES)


def negamax(player: Bitboard, opponent: Bitboard) -> int:
    """Return the value of a position for the side to move: 1, 0 or -1.

    >>> negamax(0b110_000_000, 0b000_110_000)
    1
    """
    # Any score from 1 on is a win, so more need not be known.
    worth = score(player, opponent, -1, 1)
    return (worth > 0) - (worth < 0)


def best_move(player: Bitboard, opponent: Bitboard) -> int:
    """Return the cell number of a best move; of winning ones, one that wins soonest.

    >>> best_move(0b110_000_000, 0b000_110_000)
    2
    """
    moves = generate_moves(player, opponent)
    if has_won(opponent) or not moves:
        raise ValueError(f"expected an unfinished position, got {bin(player)} and {bin(opponent)}")
    best = max(moves, key=lambda move: -score(opponent, player | move, WORST, BEST))
    return CELLS.index(best)


def score(player: Bitboard, opponent: Bitboard, alpha: int, beta: int) -> int:
    """Return what a position is worth to the player, within bounds.

    A win is worth 1 plus the cells that are still empty at the end, a loss the same with a minus
    sign, a draw 0.

    Args:
        player: The discs of the side to move.
        opponent: The discs of the other side.
        alpha: What the player has for sure elsewhere; less than that is of no interest.
        beta: What the opponent allows at most; more than that will not come to pass.

    Returns:
        The exact score if it is between alpha and beta. If the answer is alpha or less, the score
        is at most that; if it is beta or more, the score is at least that.

    >>> score(0b110_000_000, 0b000_110_000, WORST, BEST)  # wins, and 4 cells stay empty
    5
    """
    least, most = KNOWN.get((player, opponent), (WORST, BEST))
    # Known well enough: exactly, or to be on the far side of a bound.
    if least == most or least >= beta:
        return least
    if most <= alpha:
        return most
    worth = searched(player, opponent, alpha, beta)
    if worth > alpha:
        least = max(least, worth)
    if worth < beta:
        most = min(most, worth)
    KNOWN[player, opponent] = least, most
    return worth


def searched(player: Bitboard, opponent: Bitboard, alpha: int, beta: int) -> int:
    """Return the same as `score`, from the scores of the children."""
    moves = generate_moves(player, opponent)
    if has_won(opponent):
        return -(1 + len(moves))
    best = WORST if moves else 0
    for move in moves:
        best = max(best, -score(opponent, player | move, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def check_position(player: Bitboard, opponent: Bitboard) -> None:
    """Raise a ValueError unless both boards have nine bits and no cell is on both."""
    if not 0 <= player | opponent <= FULL:
        raise ValueError(f"expected boards of 9 bits, got {bin(player)} and {bin(opponent)}")
    if player & opponent:
        raise ValueError(
            f"expected boards that share no cell, got {bin(player)} and {bin(opponent)}"
        )
