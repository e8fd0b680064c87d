"""Perfect play out of a table that is made once, backwards: from the full boards to the empty one.

A search begins at a position and asks what comes after it. *Retrograde analysis* goes the other
way. On a full board nothing is left to ask. With one empty cell, there is one move, and the board
that it leads to is solved by then. So solve all boards with nine discs, then all with eight, and
so on; every position is looked at once, and all that it needs to know is in the table already:

    discs       9        8        7       ...       1        0
    solved    ooooo <- ooooo <- ooooo <-  ...  <- ooooo <- ooooo

A cell is empty, the player's or the opponent's, so there are 3 ** 9 = 19,683 positions. All of
them are solved, also those that no game comes to, because that is less work than to tell which.

Choose it when many positions will be asked for: an answer is then one look-up. The end-game tables
of chess programs are made like this. For one position alone it is the slowest of all ways, because
it answers 19,682 questions that nobody has asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TypeAlias

Bitboard: TypeAlias = int
Move: TypeAlias = int
Position: TypeAlias = tuple[Bitboard, Bitboard]

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
    check_position(player, opponent)
    worth = solved()[player, opponent]
    return (worth > 0) - (worth < 0)


def best_move(player: Bitboard, opponent: Bitboard) -> int:
    """Return the cell number of a best move; of winning ones, one that wins soonest.

    >>> best_move(0b110_000_000, 0b000_110_000)
    2
    """
    moves = generate_moves(player, opponent)
    if has_won(opponent) or not moves:
        raise ValueError(f"expected an unfinished position, got {bin(player)} and {bin(opponent)}")
    scores = solved()
    best = max(moves, key=lambda move: -scores[opponent, player | move])
    return CELLS.index(best)


@cache
def solved() -> dict[Position, int]:
    """Return what every position is worth to the side to move.

    A win is worth 1 plus the cells that are still empty at the end, a loss the same with a minus
    sign, a draw 0.

    >>> len(solved())
    19683
    >>> solved()[0b110_000_000, 0b000_110_000]  # the player wins, and 4 cells stay empty
    5
    """
    with_a_line = {discs for discs in range(FULL + 1) if has_won(discs)}
    scores: dict[Position, int] = {}
    for taken in sorted(range(FULL + 1), key=int.bit_count, reverse=True):
        moves = [cell for cell in CELLS if not cell & taken]
        for player in parts(taken):
            opponent = taken ^ player
            if opponent in with_a_line:
                score = -(1 + len(moves))
            else:
                # The default is for a full board.
                score = max([-scores[opponent, player | move] for move in moves], default=0)
            scores[player, opponent] = score
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


def check_position(player: Bitboard, opponent: Bitboard) -> None:
    """Raise a ValueError unless both boards have nine bits and no cell is on both."""
    if not 0 <= player | opponent <= FULL:
        raise ValueError(f"expected boards of 9 bits, got {bin(player)} and {bin(opponent)}")
    if player & opponent:
        raise ValueError(
            f"expected boards that share no cell, got {bin(player)} and {bin(opponent)}"
        )
