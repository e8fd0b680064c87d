"""Perfect play out of a table that is made once, from the full boards backwards.

A search begins at a position and asks what comes after it. *Retrograde analysis* goes
the other way: solve all boards with nine discs, then all with eight, and so on. All
that a position needs to know is in the table already. There are 3 ** 9 = 19,683
positions, and all of them are solved, also those that no game comes to: that is less
work than to tell which.

Choose it when many positions will be asked for: an answer is then one look-up. The
end-game tables of chess programs are made like this. For a single position it's the
slowest of all ways.
"""

from collections.abc import Iterator
from functools import cache

from solutions import tictactoe_negamax as reference
from solutions.tictactoe_negamax import CELLS, FULL, Bitboard, generate_moves, has_won

__all__ = ["best_move", "generate_moves", "has_won", "negamax"]


def negamax(player: Bitboard, opponent: Bitboard) -> int:
    """As the reference's."""
    reference.check_position(player, opponent)
    return reference.sign(solved()[player, opponent])


def best_move(player: Bitboard, opponent: Bitboard) -> int:
    """As the reference's."""
    moves = reference.moves_to_choose_from(player, opponent)
    return CELLS.index(max(moves, key=lambda move: -solved()[opponent, player | move]))


@cache
def solved() -> dict[tuple[Bitboard, Bitboard], int]:
    """Return the score of every position, as the reference has it.

    >>> len(solved())
    19683
    >>> solved()[0b110_000_000, 0b000_110_000]  # a win, and 4 cells stay empty
    5
    """
    scores: dict[tuple[Bitboard, Bitboard], int] = {}
    for taken in sorted(range(FULL + 1), key=int.bit_count, reverse=True):
        moves = generate_moves(taken, 0)
        for player in parts(taken):
            opponent = taken ^ player
            if has_won(opponent):
                scores[player, opponent] = -(1 + len(moves))
            else:
                after = [-scores[opponent, player | move] for move in moves]
                scores[player, opponent] = max(after, default=0)
    return scores


def parts(cells: Bitboard) -> Iterator[Bitboard]:
    """Yield every set of some of the cells, from all of them to none.

    >>> [bin(part) for part in parts(0b101)]
    ['0b101', '0b100', '0b1', '0b0']
    """
    part = cells
    yield part
    while part:
        # One less, in the binary system whose only digits are the bits of `cells`.
        part = part - 1 & cells
        yield part
