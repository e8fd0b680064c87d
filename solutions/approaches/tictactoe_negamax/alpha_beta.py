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

What is known of a position that was cut off is a bound: "-1 or less". It would be wrong to keep it
as the value, and a waste to forget it. So the table has two numbers for a position, the least and
the most that it can be worth. A search with other bounds can make them closer.

Choose it for games with too many positions to know all of them: programs for chess and Othello are
built like this. For the value of the empty board it meets 2,474 positions, and the reference
5,478. But the reference then knows the value of all of them, and this table has only bounds.
"""

from __future__ import annotations

from typing import TypeAlias

from solutions.tictactoe_negamax import (
    CELLS,
    Bitboard,
    check_position,
    generate_moves,
    has_won,
    moves_to_choose_from,
    sign,
)

Bounds: TypeAlias = tuple[int, int]

# No score is beyond these.
WORST, BEST = -10, 10

# The least and the most that a position is worth to the side that moves in it.
KNOWN: dict[tuple[Bitboard, Bitboard], Bounds] = {}


def negamax(player: Bitboard, opponent: Bitboard) -> int:
    """Return the value of a position: 1, 0 or -1.

    >>> negamax(0b110_000_000, 0b000_110_000)
    1
    """
    check_position(player, opponent)
    # Any score from 1 on is a win, so more need not be known.
    return sign(score(player, opponent, -1, 1))


def best_move(player: Bitboard, opponent: Bitboard) -> int:
    """Return the cell number of a best move; of winning ones, one that wins soonest.

    >>> best_move(0b110_000_000, 0b000_110_000)
    2
    """
    moves = moves_to_choose_from(player, opponent)
    best = max(moves, key=lambda move: -score(opponent, player | move, WORST, BEST))
    return CELLS.index(best)


def score(player: Bitboard, opponent: Bitboard, alpha: int, beta: int) -> int:
    """Return the score of the reference, within bounds.

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
