"""Reversi on two bitboards: legal moves, flips, play, and perft to prove them right.

A position is a pair `(player, opponent)` of 64-bit ints, the discs of the side to move
first. The cell in row r and column c, both from 0 and from the top left, is bit 8 * r +
c:

                       column
           0   1   2   3   4   5   6   7
    row 0  0   1   2   3   4   5   6   7       One step on the board is a shift by
        1  8   9  10  11  12  13  14  15       1, 7, 8 or 9 bits, to the left (<<)
        2 16  17  18  19  20  21  22  23       or to the right (>>):
        3 24  25  26  27  28  29  30  31           >> 9   >> 8   >> 7
        ...                                        >> 1     *    << 1
        7 56  57  58  59  60  61  62  63           << 7   << 8   << 9

A literal such as 0x0000_0010_0800_0000 has two digits for each row. It begins with row
7, and each row with column 7: it's the board turned by 180 degrees.

Glossary:
    mask        an int whose bits select cells; a move is the mask of one cell
    player      the side to move; the other is the opponent; a move swaps both boards
    run         discs of the opponent that follow each other in one direction, without a
                gap; it's closed, and turns over, between a move and the player's disc
    ply         one move by one side, or one pass
    perft       the number of nodes so many plies away: it checks moves by counting

The method: a shift moves all discs of a board at once. So all legal moves of a
direction are found together: begin on all discs of the player, and follow all runs in
step to their other ends.
"""

from collections.abc import Callable, Iterator
from operator import lshift, rshift
from typing import TypeAlias

Bitboard: TypeAlias = int
Move: TypeAlias = int
Position: TypeAlias = tuple[Bitboard, Bitboard]

FULL: Bitboard = 0xFFFF_FFFF_FFFF_FFFF
INNER: Bitboard = 0x7E7E_7E7E_7E7E_7E7E  # The columns 1 to 6.
PASS: Move = 0

# Each direction as a shift, and the cells that a run in it can have. There's a cell at
# either end of a run, so a run that changes the column keeps off the first and the last
# one, which also stops a shift from going on in the next row. The top and the bottom
# need no mask: a bit that leaves the board there meets no disc.
DIRECTIONS: tuple[tuple[Callable[[int, int], int], int, Bitboard], ...] = (
    (rshift, 9, INNER),  # up to the left
    (rshift, 8, FULL),  # up
    (rshift, 7, INNER),  # up to the right
    (rshift, 1, INNER),  # left
    (lshift, 1, INNER),  # right
    (lshift, 7, INNER),  # down to the left
    (lshift, 8, FULL),  # down
    (lshift, 9, INNER),  # down to the right
)


def legal_moves(player: Bitboard, opponent: Bitboard) -> Bitboard:
    """Return the cells on which the player may put the next disc, as one mask.

    Raises ValueError if a board doesn't fit into 64 bits, or a cell is on both boards.

    >>> hex(legal_moves(0x0000_0010_0800_0000, 0x0000_0008_1000_0000))
    '0x80420100000'
    """
    check_position(player, opponent)
    empty = FULL ^ (player | opponent)
    moves = 0
    for shift, step, inner in DIRECTIONS:
        between = opponent & inner
        front = shift(player, step)
        while run := front & between:
            front = shift(run, step)
            moves |= front
    return moves & empty


def flips(player: Bitboard, opponent: Bitboard, move: Move) -> Bitboard:
    """Return the discs that a move turns over, as one mask; 0 if the move is illegal.

    Raises ValueError if the move isn't the mask of one cell, or as `legal_moves` does.

    >>> hex(flips(0x0000_0010_0800_0000, 0x0000_0008_1000_0000, 1 << 20))
    '0x10000000'
    """
    check_position(player, opponent)
    check_cell(move)
    return 0 if move & (player | opponent) else turned(player, opponent, move)


def play(player: Bitboard, opponent: Bitboard, move: Move) -> Position:
    """Return the position after a move, or a pass (0), with the sides swapped.

    Raises ValueError if the move is illegal, or a pass although the player has a legal
    move or the game is finished, or as `flips` does.

    >>> boards = 0x0000_0010_0800_0000, 0x0000_0008_1000_0000
    >>> [hex(board) for board in play(*boards, 1 << 20)]
    ['0x800000000', '0x1018100000']
    """
    if move == PASS:
        return pass_turn(player, opponent)
    discs = flips(player, opponent, move)
    if not discs:
        raise ValueError(
            f"expected a move that turns a disc over, got {move:#x} "
            f"for {player:#x} against {opponent:#x}"
        )
    return opponent ^ discs, player | discs | move


def perft(player: Bitboard, opponent: Bitboard, depth: int) -> int:
    """Return the number of nodes that are `depth` plies away from a position.

    A pass is a ply. A game that is finished earlier stays as one leaf and is counted.
    Raises ValueError if the depth is negative, or as `legal_moves` does.

    >>> perft(0x0000_0010_0800_0000, 0x0000_0008_1000_0000, 5)
    1396
    """
    check_depth(depth)
    moves = legal_moves(player, opponent)
    if depth == 0:
        return 1
    if not moves:
        return (
            perft(opponent, player, depth - 1) if legal_moves(opponent, player) else 1
        )
    # The last ply is counted and not played: the answer is the same, in a seventh of
    # the time.
    if depth == 1:
        return moves.bit_count()
    return sum(perft(*play(player, opponent, move), depth - 1) for move in cells(moves))


def turned(player: Bitboard, opponent: Bitboard, move: Move) -> Bitboard:
    """Return the discs that a move to an empty cell turns over; nothing is checked."""
    discs = 0
    for shift, step, inner in DIRECTIONS:
        between = opponent & inner
        run, cell = 0, shift(move, step)
        while cell & between:
            run |= cell
            cell = shift(cell, step)
        if cell & player:
            discs |= run
    return discs


def check_position(player: Bitboard, opponent: Bitboard) -> None:
    """Refuse boards that don't fit into 64 bits, or that share a cell."""
    # Both boards fit into 64 bits exactly when their union does.
    if not 0 <= player | opponent <= FULL:
        raise ValueError(
            f"expected boards of 64 bits, got {player:#x} and {opponent:#x}"
        )
    if player & opponent:
        raise ValueError(
            f"expected boards that share no cell, got {player:#x} and {opponent:#x}"
        )


def check_depth(depth: int) -> None:
    """Refuse a depth below 0."""
    if depth < 0:
        raise ValueError(f"expected a depth of 0 plies or more, got {depth}")


def check_cell(move: Move) -> None:
    """Refuse anything but the mask of one cell."""
    # Taking 1 away clears the lowest bit and sets those below it, so only the mask of
    # one cell has no bit in common with what is left.
    if not 0 < move <= FULL or move & move - 1:
        raise ValueError(f"expected a move of one bit among 64, got {move:#x}")


def pass_turn(player: Bitboard, opponent: Bitboard) -> Position:
    """Return the position after a pass; only a side without a legal move may pass."""
    if legal_moves(player, opponent):
        raise ValueError(
            f"expected a move, got a pass for {player:#x} against {opponent:#x}"
        )
    if not legal_moves(opponent, player):
        raise ValueError(
            f"expected an unfinished game, got {player:#x} against {opponent:#x}"
        )
    return opponent, player


def cells(mask: Bitboard) -> Iterator[Move]:
    """Yield the bits of a mask one by one, the lowest first.

    >>> [bin(cell) for cell in cells(0b1010)]
    ['0b10', '0b1000']
    """
    while mask:
        # In two's complement -mask is ~mask + 1: the two agree in the lowest bit only.
        lowest = mask & -mask
        yield lowest
        mask ^= lowest


# Roads not taken
#
# - We don't write six steps out one after the other, as the approach `parallel_prefix`
#   does. In Python each step costs time, and on average the last run has ended after
#   2.3 steps.
# - We don't add: in `opponent + (player << 1)` the carry runs along a whole run, but
#   in one direction only.
# - We don't ask `flips` about all 64 cells for the legal moves. That's one line, and
#   takes twenty times as long.
# - We don't merge equal positions, as the kata tictactoe_perft does. The approach
#   `lanes` does.
