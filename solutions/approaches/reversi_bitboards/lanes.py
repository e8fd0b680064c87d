"""Reversi on bitboards, many boards at a time: one Python int holds thousands of them side by side.

A shift of a 64-bit int takes Python about 20 ns, and nearly all of that is spent around the shift:
on finding out what to do and on making an object for the result. An int may have any length, and
these costs stay the same. So put n boards side by side into one int of 64 * n bits. Each of them
has a *lane* of 64 bits, and one `&` or `<<` serves all lanes at once, at about 1 ns each.

Three lanes, of which only row 3 is drawn, with column 0 on the left, so that `<<` goes to the
right. X is the player of each board and O is the opponent:

    lane                0          1          2
    player           X.......   ...X....   .......X
    opponent         .OO.....   .OO.....   OO......
    between          .OO.....   .OO.....   .O......   the opponent, without columns 0 and 7
    player << 1      .X......   ....X...   ........   the X of lane 2 is in row 4, column 0,
        & between    .X......   ........   ........   where nothing is between
    << 1             ..X.....   ........   ........
        & between    ..X.....   ........   ........
    << 1             ...X....   ........   ........   a legal move of lane 0
        & between    ........   ........   ........   all runs have ended, so this is done

A shift that leaves a board at its last row arrives at the first row of the next lane. So in
directions that change the row, `between` does without the rows 0 and 7 as well: a run has a cell on
either side of it, here as there.

Glossary:
    lane: 64 bits of an int that hold one board, or one number for each board.
    boards: an int of many lanes; lane 0 is the lowest.
    closable: the discs of the opponent that a disc of the player closes in from one side, so that
        a move to the other end of their run turns them over.
    level: all positions after one number of plies, each with its number of ways.
    way: one order of moves that leads to a position.

What is left to do for perft is to keep the lanes busy:

- Positions have different numbers of moves. They are sorted, most moves first. In round k each of
  the first so many lanes plays its move number k; the others have no move left and are cut off.
- Equal positions are merged from level to level, as in the kata tictactoe_perft. Turned and
  mirrored positions have the same perft; merging them pays while there are few positions.
- The last ply is not played: the bits of the legal moves are counted, in all lanes at once.

Choose it when many positions have to be treated in the same way, and there is no numpy at hand. For
one position it is slower than the reference. perft of depth 11, 212,258,800 nodes, takes 2 s and
110 MB (CPython 3.11). Lanes and the way to count bits in them are known as SWAR, "SIMD within a
register"; here the register is as long as one likes.
"""

from __future__ import annotations

import struct
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import islice
from operator import itemgetter, lshift, rshift
from typing import TypeAlias, TypeVar

from solutions.reversi_bitboards import (
    FULL,
    PASS,
    Bitboard,
    Position,
    after_move,
    check_cell,
    check_depth,
    check_position,
)

Boards: TypeAlias = int
Numbers: TypeAlias = int
Level: TypeAlias = dict[Position, int]
Item = TypeVar("Item")

BITS = 64

# How many lanes an int has at most. More save nothing, and the ints of one round should fit into
# the processor's cache.
LANES = 2048

# A level of so few positions has its images merged.
FEW = 64
# A level of more positions is not followed as a whole, because the next one is some ten times as
# large and needs about 250 bytes for each position.
MANY = 250_000

# Masks for all lanes. A mask may have more lanes than what it is put to: `&` stops at the shorter.
ONES: Boards = ((1 << BITS * LANES) - 1) // FULL
INNER_COLUMNS: Boards = ONES * 0x7E7E_7E7E_7E7E_7E7E
INNER_ROWS: Boards = ONES * 0x00FF_FFFF_FFFF_FF00
INNER: Boards = INNER_COLUMNS & INNER_ROWS

# The way from a disc of the player through a run, and the cells that a run can have on that way.
DIRECTIONS = tuple(
    (there, back, step, inner)
    for there, back in ((lshift, rshift), (rshift, lshift))
    for step, inner in ((1, INNER_COLUMNS), (7, INNER), (8, INNER_ROWS), (9, INNER))
)

# To count bits: how far the second half of a number is from the first, and where first halves are.
HALVES = tuple((half, ONES * (FULL // ((1 << half) + 1))) for half in (1, 2, 4, 8, 16, 32))


def legal_moves(player: Bitboard, opponent: Bitboard) -> Bitboard:
    """Return the cells on which the player may put the next disc.

    >>> hex(legal_moves(0x0000_0010_0800_0000, 0x0000_0008_1000_0000))
    '0x80420100000'
    """
    check_position(player, opponent)
    return moves_of(closable(player, opponent), player | opponent)


def flips(player: Bitboard, opponent: Bitboard, move: Bitboard) -> Bitboard:
    """Return the discs that turn over if the player puts a disc on a cell.

    >>> hex(flips(0x0000_0010_0800_0000, 0x0000_0008_1000_0000, 1 << 20))
    '0x10000000'
    """
    check_position(player, opponent)
    check_cell(move)
    if move & (player | opponent):
        return 0
    return flips_of(closable(player, opponent), move)


def play(player: Bitboard, opponent: Bitboard, move: Bitboard) -> Position:
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

    >>> perft(0x0000_0010_0800_0000, 0x0000_0008_1000_0000, 9)
    3005288
    """
    check_position(player, opponent)
    check_depth(depth)
    if depth == 0:
        return 1
    if depth == 1:
        return legal_moves(player, opponent).bit_count() or 1
    return nodes({(player, opponent): 1}, depth)


# Many boards at once. With one lane, this is one board.


def closable(player: Boards, opponent: Boards) -> list[Boards]:
    """Return for each direction the discs that a disc of the player closes in from behind.

    >>> [hex(runs) for runs in closable(0x01, 0x06)]  # one row: XOO.....
    ['0x6', '0x0', '0x0', '0x0', '0x0', '0x0', '0x0', '0x0']
    """
    all_runs = []
    for shift, _, step, inner in DIRECTIONS:
        between = opponent & inner
        runs, front = 0, shift(player, step) & between
        while front:
            runs |= front
            front = shift(front, step) & between
        all_runs.append(runs)
    return all_runs


def moves_of(closable_runs: list[Boards], taken: Boards) -> Boards:
    """Return the legal moves: the empty cells at the open end of a run.

    >>> hex(moves_of(closable(0x01, 0x06), taken=0x07))
    '0x8'
    """
    ends = 0
    for (shift, _, step, _), runs in zip(DIRECTIONS, closable_runs, strict=True):
        ends |= shift(runs, step)
    # Not `ends & ~taken`: Python is slower with the negative int that `~` makes.
    return ends ^ (ends & taken)


def flips_of(closable_runs: list[Boards], move: Boards) -> Boards:
    """Return the discs that turn over if each board has the move, or none, that is in its lane.

    A move goes the runs in the other direction, from their open end. All discs that it meets
    before it leaves them turn over.

    >>> hex(flips_of(closable(0x01, 0x06), move=0x08))
    '0x6'
    """
    turned = 0
    for (_, shift, step, _), runs in zip(DIRECTIONS, closable_runs, strict=True):
        front = shift(move, step) & runs
        while front:
            turned |= front
            front = shift(front, step) & runs
    return turned


def number_of_bits(boards: Boards) -> Numbers:
    """Return in each lane how many bits it has.

    Each number begins as one bit. Then neighbours are added, six times: two fields of 1 bit make
    one of 2 bits, and so on, until one field fills the lane.

    >>> hex(number_of_bits(0x8000_0000_0000_0001_0000_0000_0000_FFFF))
    '0x20000000000000010'
    """
    for half, first in HALVES:
        boards = (boards & first) + (boards >> half & first)
    return boards


def first_lanes(number: int) -> Boards:
    """Return a mask of the first lanes."""
    return (1 << BITS * number) - 1


def pack(boards: Iterable[Bitboard]) -> Boards:
    """Return one int with one board in each lane.

    >>> hex(pack([0x0A, 0x0B]))
    '0xb000000000000000a'
    """
    single = list(boards)
    return int.from_bytes(struct.pack(f"<{len(single)}Q", *single), "little")


def unpack(boards: Boards, number: int) -> tuple[Bitboard, ...]:
    """Return what is in each of the first lanes.

    >>> unpack(0xB_0000_0000_0000_000A, 3)
    (10, 11, 0)
    """
    return struct.unpack(f"<{number}Q", boards.to_bytes(8 * number, "little"))


# Perft, level by level


def nodes(level: Level, depth: int) -> int:
    """Return the sum of perft over a level, each position as often as it has ways; depth >= 2."""
    while depth > 2:
        if len(level) > MANY:
            parts = in_parts(level.items(), MANY // 16)
            return sum(nodes(dict(part), depth) for part in parts)
        if len(level) <= FEW:
            level = without_images(level)
        level = following(level)
        depth -= 1
    return sum(nodes_after_two_plies(part) for part in in_parts(level.items(), LANES))


def following(level: Level) -> Level:
    """Return the level one ply later: each move carries all ways of its position on."""
    later: Level = defaultdict(int)
    for part in in_parts(level.items(), LANES):
        positions, all_ways = most_moves_first(part)
        for player, opponent, lanes in children(positions):
            after = zip(unpack(player, lanes), unpack(opponent, lanes), strict=True)
            for position, ways in zip(after, all_ways):  # noqa: B905 - the first lanes
                later[position] += ways
    return later


def nodes_after_two_plies(part: list[tuple[Position, int]]) -> int:
    """Return how many nodes are two plies after some positions, which fit into the lanes."""
    positions, all_ways = most_moves_first(part)
    sums = 0
    for player, opponent, lanes in children(positions):
        moves = number_of_bits(moves_of(closable(player, opponent), player | opponent))
        # A side without a move passes, or the game is finished: either way one node. The sum with
        # 63 reaches bit 6 if there is a move.
        ones = ONES & first_lanes(lanes)
        sums += moves + (ones ^ (moves + 63 * ones >> 6 & ones))
    numbers = unpack(sums, len(positions))
    return sum(number * ways for number, ways in zip(numbers, all_ways, strict=True))


def most_moves_first(part: list[tuple[Position, int]]) -> tuple[list[Position], list[int]]:
    """Return positions and their ways, those with the most legal moves first."""
    player, opponent = (pack([position[side] for position, _ in part]) for side in (0, 1))
    moves = moves_of(closable(player, opponent), player | opponent)
    numbers = unpack(number_of_bits(moves), len(part))
    ranked = sorted(zip(numbers, part, strict=True), key=itemgetter(0), reverse=True)
    return [position for _, (position, _) in ranked], [ways for _, (_, ways) in ranked]


def children(positions: list[Position]) -> Iterator[tuple[Boards, Boards, int]]:
    """Yield the first child of each position, then the second of each that has two, and so on.

    A position without a legal move has one child, the same with the sides swapped: that is a pass.
    In a finished game both sides pass for ever, which keeps it as one leaf.

    Args:
        positions: Those with the most legal moves first.

    Yields:
        The boards of the side to move, those of the other side, and how many lanes they have.
        Lane i is a child of position i.
    """
    player, opponent = (pack([position[side] for position in positions]) for side in (0, 1))
    runs = closable(player, opponent)
    moves = moves_of(runs, player | opponent)
    lanes = len(positions)
    while lanes:
        busy = -(-moves.bit_length() // BITS)  # The lanes up to the last one that has a move.
        # Taking 1 away in a lane clears its lowest bit and sets those below it.
        rest = moves & moves - (ONES & first_lanes(busy))
        move = moves ^ rest
        turned = flips_of(runs, move)
        yield opponent ^ turned, player | turned | move, lanes
        moves = rest
        lanes = -(-moves.bit_length() // BITS)
        first = first_lanes(lanes)
        player, opponent, *runs = (boards & first for boards in (player, opponent, *runs))


def without_images(level: Level) -> Level:
    """Return the level with one position for all that are turned or mirrored images of it.

    >>> without_images({(0x01, 0x02): 1, (0x80, 0x40): 2})
    {(1, 2): 3}
    """
    merged: Level = defaultdict(int)
    for position, ways in level.items():
        merged[min(images(position))] += ways
    return dict(merged)


def images(position: Position) -> Iterator[Position]:
    """Yield the eight images of a position; two kinds of mirrors in turn make all of them."""
    player, opponent = position
    for _ in range(4):
        for mirrored in (upside_down, transposed):
            yield player, opponent
            player, opponent = mirrored(player), mirrored(opponent)


def upside_down(board: Bitboard) -> Bitboard:
    """Return the board with its rows in reverse order: a row is a byte."""
    return int.from_bytes(board.to_bytes(8, "little"), "big")


def transposed(board: Bitboard) -> Bitboard:
    """Return the board with rows and columns exchanged.

    Two cells of each block of 2 x 2 change places, then two blocks of each of 4 x 4, and at last
    two of the whole board.

    >>> transposed(1 << 8 * 2 + 5) == 1 << 8 * 5 + 2
    True
    """
    for distance, upper in (
        (7, 0x00AA_00AA_00AA_00AA),
        (14, 0x0000_CCCC_0000_CCCC),
        (28, 0x0000_0000_F0F0_F0F0),
    ):
        differing = (board ^ board >> distance) & upper
        board ^= differing ^ differing << distance
    return board


def in_parts(items: Iterable[Item], longest: int) -> Iterator[list[Item]]:
    """Yield lists of so many items; the last one may be shorter.

    >>> list(in_parts("ABCDE", 2))
    [['A', 'B'], ['C', 'D'], ['E']]
    """
    rest = iter(items)
    while part := list(islice(rest, longest)):
        yield part
