"""Reversi on bitboards, many at a time: one int holds thousands of them side by side.

A shift of a 64-bit int takes Python about 20 ns, and of an int of thousands of bits
hardly more. So each of n boards gets a *lane* of 64 bits in one int, and one `&` or
`<<` serves all lanes at once, at about 1 ns each. Row 3 of three lanes, column 0 on the
left, X to move:

    lane                0          1          2
    player           X.......   ...X....   .......X
    between          .OO.....   .OO.....   .O......   the opponent less columns 0, 7
    player << 1      .X......   ....X...   ........   the X of lane 2 is at (4, 0),
        & between    .X......   ........   ........   where nothing is between
    << 1 & between   ..X.....   ........   ........
    << 1             ...X....   ........   ........   a legal move of lane 0

A shift that leaves a board at its last row arrives at the first row of the next lane.
So in directions that change the row, `between` does without the rows 0 and 7 as well.

Perft keeps the lanes busy. Positions are sorted, most moves first: in round k each lane
that has a move number k plays it, and the lanes after it, with none left, are cut
off. Equal positions are merged from level to level, as in the kata tictactoe_perft, and
while there are few, turned and mirrored ones as well. The last ply isn't played: its
moves are counted.

Choose it when many positions have to be treated in the same way, and there's no numpy
at hand. For one position the reference is quicker. Perft of depth 11, 212,258,800
nodes, takes a few seconds and 110 MB. Lanes are known as SWAR, "SIMD within a
register".
"""

import struct
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from operator import itemgetter, lshift, mul, rshift
from typing import TypeAlias

from solutions import reversi_bitboards as reference
from solutions.reversi_bitboards import (
    FULL,
    Bitboard,
    Position,
    flips,
    legal_moves,
    play,
)

__all__ = ["flips", "legal_moves", "perft", "play"]

Shift: TypeAlias = Callable[[int, int], int]
Boards: TypeAlias = int  # Many lanes with a board in each; lane 0 is the lowest.
Level: TypeAlias = dict[
    Position, int
]  # The positions after some plies, each with its ways.

LANES = (
    2048  # More save nothing, and the ints of one round fit into the processor's cache.
)
FEW = 64  # A level of so few positions has its images merged,
# A level of more than this is followed in parts: the next is ten times as large.
MANY = 250_000

# Masks for all lanes. A mask may have more lanes than what it is put to: `&` stops at
# the shorter.
ONES = ((1 << 64 * LANES) - 1) // FULL
INNER_COLUMNS = ONES * 0x7E7E_7E7E_7E7E_7E7E
INNER_ROWS = ONES * 0x00FF_FFFF_FFFF_FF00
INNER = INNER_COLUMNS & INNER_ROWS

# The way from a disc of the player through a run, and the cells that a run can have on
# that way.
DIRECTIONS = tuple(
    (on, back, step, inner)
    for on, back in ((lshift, rshift), (rshift, lshift))
    for step, inner in ((1, INNER_COLUMNS), (7, INNER), (8, INNER_ROWS), (9, INNER))
)


def perft(player: Bitboard, opponent: Bitboard, depth: int) -> int:
    """As the reference's."""
    if depth < 2:
        return reference.perft(player, opponent, depth)
    reference.check_position(player, opponent)
    return nodes({(player, opponent): 1}, depth)


def runs_from(begin: Boards, between: Boards, shift: Shift, step: int) -> Boards:
    """Return the cells from some cells in one direction, up to the first gap.

    >>> bin(runs_from(0b000_0001, 0b101_1110, lshift, 1))
    '0b11110'
    """
    met, front = 0, shift(begin, step) & between
    while front:
        met |= front
        front = shift(front, step) & between
    return met


def closable(player: Boards, opponent: Boards) -> list[Boards]:
    """Return for each direction the discs that the player closes in from behind."""
    return [
        runs_from(player, opponent & inner, on, step)
        for on, _, step, inner in DIRECTIONS
    ]


def moves_of(runs: Sequence[Boards], taken: Boards) -> Boards:
    """Return the legal moves: the empty cells at the open end of a closable run.

    >>> hex(moves_of(closable(0x01, 0x06), taken=0x07))  # one row: XOO.....
    '0x8'
    """
    ends = 0
    for (on, _, step, _), run in zip(DIRECTIONS, runs, strict=True):
        ends |= on(run, step)
    # Not `ends & ~taken`: Python is slower with the negative int that `~` makes.
    return ends ^ (ends & taken)


def flips_of(runs: Sequence[Boards], move: Boards) -> Boards:
    """Return the discs that turn over: a move goes back along the runs of its lane.

    >>> hex(flips_of(closable(0x01, 0x06), move=0x08))
    '0x6'
    """
    turned = 0
    for (_, back, step, _), run in zip(DIRECTIONS, runs, strict=True):
        turned |= runs_from(move, run, back, step)
    return turned


def pack(boards: Sequence[Bitboard]) -> Boards:
    """Return one int with one board in each lane."""
    return int.from_bytes(struct.pack(f"<{len(boards)}Q", *boards), "little")


def unpack(boards: Boards, lanes: int) -> tuple[Bitboard, ...]:
    """Return the board in each of the first lanes."""
    return struct.unpack(f"<{lanes}Q", boards.to_bytes(8 * lanes, "little"))


def nodes(level: Level, depth: int) -> int:
    """Return the sum of perft over a level, a position as often as it has ways."""
    while depth > 2:
        if len(level) > MANY:
            return sum(nodes(dict(part), depth) for part in in_parts(level, MANY // 16))
        level = following(without_images(level) if len(level) <= FEW else level)
        depth -= 1
    return nodes_after_two_plies(level)


def following(level: Level) -> Level:
    """Return the level one ply later: each move carries all ways of its position on."""
    later: Level = defaultdict(int)
    for player, opponent, all_ways in children(level):
        lanes = len(all_ways)
        after = zip(unpack(player, lanes), unpack(opponent, lanes), strict=True)
        for position, ways in zip(after, all_ways, strict=True):
            later[position] += ways
    return later


def nodes_after_two_plies(level: Level) -> int:
    """Return how many nodes are two plies after a level, without the second ply."""
    total = 0
    for player, opponent, all_ways in children(level):
        moves = moves_of(closable(player, opponent), player | opponent)
        # A side without a move passes, or the game is finished: either way one node.
        numbers = [mask.bit_count() or 1 for mask in unpack(moves, len(all_ways))]
        total += sum(map(mul, numbers, all_ways))
    return total


def children(level: Level) -> Iterator[tuple[Boards, Boards, Sequence[int]]]:
    """Yield the first child of each position, then each second child, and so on.

    Each comes as the boards of the side to move, those of the other side, and the ways
    of a lane. A position without a move has one child, the same with the sides swapped:
    that is a pass. In a finished game both sides pass for ever, which keeps it as one
    leaf.
    """
    for part in in_parts(level, LANES):
        positions, all_ways = most_moves_first(part)
        player, opponent = map(pack, zip(*positions, strict=True))
        runs = closable(player, opponent)
        moves = moves_of(runs, player | opponent)
        lanes = len(positions)
        while lanes:
            # Taking 1 away in a lane clears its lowest bit and sets those below it.
            rest = moves & moves - (ONES & first_lanes(moves)[0])
            move = moves ^ rest
            turned = flips_of(runs, move)
            yield opponent ^ turned, player | turned | move, all_ways[:lanes]
            moves, (busy, lanes) = rest, first_lanes(rest)
            player, opponent, *runs = (
                boards & busy for boards in (player, opponent, *runs)
            )


def most_moves_first(
    part: list[tuple[Position, int]],
) -> tuple[Sequence[Position], Sequence[int]]:
    """Return positions and their ways, those with the most legal moves first."""
    player, opponent = map(pack, zip(*[position for position, _ in part], strict=True))
    moves = moves_of(closable(player, opponent), player | opponent)
    numbers = map(int.bit_count, unpack(moves, len(part)))
    ranked = sorted(zip(numbers, part, strict=True), key=itemgetter(0), reverse=True)
    return [position for _, (position, _) in ranked], [ways for _, (_, ways) in ranked]


def in_parts(level: Level, longest: int) -> Iterator[list[tuple[Position, int]]]:
    """Yield the entries of a level in lists of so many; the last one may be shorter."""
    entries = iter(level.items())
    while part := list(islice(entries, longest)):
        yield part


def first_lanes(boards: Boards) -> tuple[Boards, int]:
    """Return a mask of the lanes up to the last one that isn't 0, and their number."""
    lanes = -(-boards.bit_length() // 64)
    return (1 << 64 * lanes) - 1, lanes


def without_images(level: Level) -> Level:
    """Return the level with one position for all of its images, turned or mirrored.

    >>> without_images({(0x01, 0x02): 1, (0x80, 0x40): 2})
    {(1, 2): 3}
    """
    merged: Level = defaultdict(int)
    for (player, opponent), ways in level.items():
        merged[min(zip(images(player), images(opponent), strict=True))] += ways
    return dict(merged)


def images(board: Bitboard) -> Iterator[Bitboard]:
    """Yield the eight images of a board, always in the same order."""
    bits = f"{board:064b}"
    rows = [bits[first : first + 8] for first in range(0, 64, 8)]
    for _ in range(4):
        yield int("".join(rows), 2)
        yield int("".join(reversed(rows)), 2)
        rows = [
            "".join(column) for column in zip(*reversed(rows), strict=True)
        ]  # A quarter turn
