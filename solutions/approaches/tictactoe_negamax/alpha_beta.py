r"""Perfect play by alpha-beta, which leaves out what cannot matter, and keeps nothing.

The player has found a move that is worth 0. The next move has an answer that is worth 1 to the
opponent, so it is worth -1 at most. Whether it is worth less need not be known, and its other
answers are not looked at:

            player           0 for sure, so alpha is 0
           /      \
        0 /        \         worth -1 or less: not better than 0
      opponent    opponent
                  /   |  \
                 1    ?   ?  not searched

Alpha is what the player has for sure elsewhere: less than that is of no interest. Beta is what the
opponent allows at most: more than that will not come to pass.

Choose it for games with too many positions to know all of them: programs for chess and Othello are
built like this. The value of the empty board takes 16,811 calls of `score`, and without bounds
549,946. The reference, which keeps what it knows, looks at 5,478 positions.
"""

from __future__ import annotations

from solutions.tictactoe_negamax import (
    CELLS,
    Bitboard,
    check_position,
    generate_moves,
    has_won,
    moves_to_choose_from,
    sign,
)

__all__ = ["best_move", "generate_moves", "has_won", "negamax"]

WORST, BEST = -10, 10  # No score is beyond these.


def negamax(player: Bitboard, opponent: Bitboard) -> int:
    """As the reference's. Any score from 1 on is a win, so more need not be known."""
    check_position(player, opponent)
    return sign(score(player, opponent, -1, 1))


def best_move(player: Bitboard, opponent: Bitboard) -> int:
    """As the reference's."""
    moves = moves_to_choose_from(player, opponent)
    best = max(moves, key=lambda move: -score(opponent, player | move, WORST, BEST))
    return CELLS.index(best)


def score(player: Bitboard, opponent: Bitboard, alpha: int, beta: int) -> int:
    """Return the score of the reference, within bounds.

    It is exact if it is between alpha and beta. If the answer is alpha or less, the score is at
    most that; if it is beta or more, the score is at least that.

    >>> score(0b110_000_000, 0b000_110_000, WORST, BEST)  # wins, and 4 cells stay empty
    5
    """
    moves = generate_moves(player, opponent)
    if has_won(opponent):
        return -(1 + len(moves))
    best = WORST if moves else 0
    for move in moves:
        best = max(best, -score(opponent, player | move, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best
