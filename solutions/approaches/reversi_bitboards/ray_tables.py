"""Reversi on bitboards with tables of rays: the run in one direction is found by one subtraction.

The reference moves all discs by one cell and looks again, until all runs have ended. With a table
of the rays of each cell there is nothing to repeat. A *ray* is the mask of all cells from beside a
cell to the edge. Its first cell without a disc of the opponent, the *blocker*, ends the run:

    a row, column 0 on the left         O O O X . O     ray of the move  * at column 1
                                      * 1 1 1 1 1 1     the ray
                                        . . . 1 1 .     blockers: no disc of the opponent
                                        . . . 1 . .     the first of them, a disc of X
                                        1 1 1 . . .     the ray before it: the run, and it is closed

In four directions the bits of a ray are above the cell, so the first blocker is its lowest bit,
`blockers & -blockers`, and taking 1 away from that gives all cells before it. In the other four
the bits are below the cell, and the first blocker is the highest bit, which `bit_length` finds.
Chess programs have found the moves of rooks and bishops in this way, before they looked them up.

Choose it when the flips of one move are asked for: no direction takes more than one step, however
long the run. For all legal moves it asks one empty cell after the other, while the reference asks
all at once.
"""

from __future__ import annotations

from solutions.reversi_bitboards import (
    FULL,
    PASS,
    Bitboard,
    Move,
    Position,
    after_move,
    cells,
    check_cell,
    check_depth,
    check_position,
)

# As (rows down, columns to the right), first those that lead to higher bits.
UPWARDS = ((0, 1), (1, -1), (1, 0), (1, 1))
DOWNWARDS = ((0, -1), (-1, 1), (-1, 0), (-1, -1))


def legal_moves(player: Bitboard, opponent: Bitboard) -> Bitboard:
    """Return the cells on which the player may put the next disc.

    >>> hex(legal_moves(0x0000_0010_0800_0000, 0x0000_0008_1000_0000))
    '0x80420100000'
    """
    check_position(player, opponent)
    empty = FULL ^ (player | opponent)
    return sum([move for move in cells(empty) if turned(player, opponent, move)])


def flips(player: Bitboard, opponent: Bitboard, move: Move) -> Bitboard:
    """Return the discs that turn over if the player puts a disc on a cell.

    >>> hex(flips(0x0000_0010_0800_0000, 0x0000_0008_1000_0000, 1 << 20))
    '0x10000000'
    """
    check_position(player, opponent)
    check_cell(move)
    if move & (player | opponent):
        return 0
    return turned(player, opponent, move)


def play(player: Bitboard, opponent: Bitboard, move: Move) -> Position:
    """Return the position after a move, or a pass (0), with the sides swapped.

    >>> [hex(board) for board in play(0x0000_0010_0800_0000, 0x0000_0008_1000_0000, 1 << 20)]
    ['0x800000000', '0x1018100000']
    """
    if move == PASS and not legal_moves(player, opponent) and legal_moves(opponent, player):
        return opponent, player
    discs = flips(player, opponent, move) if move else 0
    return after_move(player, opponent, move, discs)


def perft(player: Bitboard, opponent: Bitboard, depth: int) -> int:
    """Return the number of nodes that are `depth` plies away; finished games stay as leaves.

    >>> perft(0x0000_0010_0800_0000, 0x0000_0008_1000_0000, 5)
    1396
    """
    check_depth(depth)
    moves = legal_moves(player, opponent)
    if depth == 0:
        return 1
    if not moves:
        return perft(opponent, player, depth - 1) if legal_moves(opponent, player) else 1
    if depth == 1:
        return moves.bit_count()
    return sum([perft(*play(player, opponent, move), depth - 1) for move in cells(moves)])


def turned(player: Bitboard, opponent: Bitboard, move: Move) -> Bitboard:
    """Return the discs that a disc on an empty cell turns over.

    >>> bin(turned(0b10000, 0b01110, 0b00001))
    '0b1110'
    """
    discs = 0
    for beside, ray in RAYS_UP[move]:
        if beside & opponent:
            # The bits of the opponent are cleared, so what is left are the blockers.
            blockers = ray & ~opponent
            first = blockers & -blockers
            if first & player:
                discs |= ray & first - 1
    for beside, ray in RAYS_DOWN[move]:
        if beside & opponent:
            blockers = ray & ~opponent
            first = 1 << blockers.bit_length() >> 1
            if first & player:
                discs |= ray & -first ^ first
    return discs


def mask_of(row: int, column: int) -> Bitboard:
    """Return the mask of a cell; 0 if it is not on the board."""
    return 1 << 8 * row + column if 0 <= row < 8 and 0 <= column < 8 else 0


def rays_of(
    row: int, column: int, directions: tuple[tuple[int, int], ...]
) -> list[tuple[Bitboard, Bitboard]]:
    """Return the rays of a cell, each behind the mask of its first cell.

    Rays of fewer than two cells are left out: they have no room for a run and its end.

    >>> [(hex(beside), hex(ray)) for beside, ray in rays_of(0, 5, UPWARDS[:1])]
    [('0x40', '0xc0')]
    """
    rays = []
    for down, right in directions:
        steps = [mask_of(row + down * far, column + right * far) for far in range(1, 8)]
        if steps[1]:
            rays.append((steps[0], sum(steps)))
    return rays


RAYS_UP, RAYS_DOWN = (
    {mask_of(row, column): rays_of(row, column, ways) for row in range(8) for column in range(8)}
    for ways in (UPWARDS, DOWNWARDS)
)
