"""Alpha-beta that remembers, with what is known about a position kept as two bounds.

Several orders of moves lead to the same position, and alpha-beta searches it each time.
What a search finds is a bound where it was cut off: "12 or more". Kept as the value, it
would be wrong. So the table has two numbers for a position, the least and the most that
it can be worth, and a search with other bounds makes them closer:

    nothing is known                        -64 ............................ 64
    searched between -64 and 8: 8 or more            8 ..................... 64
    searched between 20 and 30: 20 or less           8 ......... 20

Choose it where many orders of moves lead to one position and there's memory for it. In
position 1 of the FFO's test suite, with fourteen empty cells, it meets 0.72 of the
positions that the reference does; in position 5, with eight, 0.90.
"""

from solutions.reversi_bitboards import (
    Bitboard,
    Position,
    cells,
    check_position,
    legal_moves,
    play,
)
from solutions.reversi_search import choose_move, fewest_replies_first, score, search

__all__ = ["choose_move", "search", "solve"]

WORST, BEST = -64, 64  # No score is beyond these.

# The least and the most that a position is worth to the side that moves in it.
KNOWN: dict[Position, tuple[int, int]] = {}


def solve(player: Bitboard, opponent: Bitboard) -> int:
    """As the reference's."""
    check_position(player, opponent)
    KNOWN.clear()  # What was kept for another endgame is seldom met again.
    return worth(player, opponent, WORST, BEST)


def worth(player: Bitboard, opponent: Bitboard, alpha: int, beta: int) -> int:
    """Return the value of a position, as `alpha_beta` of the reference does."""
    least, most = KNOWN.get((player, opponent), (WORST, BEST))
    # Known well enough: exactly, or to be on the far side of a bound.
    if least == most or least >= beta:
        return least
    if most <= alpha:
        return most
    found = searched(player, opponent, alpha, beta)
    if found > alpha:
        least = max(least, found)
    if found < beta:
        most = min(most, found)
    KNOWN[player, opponent] = least, most
    return found


def searched(player: Bitboard, opponent: Bitboard, alpha: int, beta: int) -> int:
    """Return the same as `worth`, from the values of the children."""
    moves = legal_moves(player, opponent)
    if not moves:
        if not legal_moves(opponent, player):
            return score(player, opponent)
        return -worth(opponent, player, -beta, -alpha)
    best = WORST
    for child in fewest_replies_first(
        play(player, opponent, move) for move in cells(moves)
    ):
        best = max(best, -worth(*child, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best
