"""Tic-tac-toe on two bitboards: moves, lines, the value of a position, a best move.

A position is a pair `(player, opponent)` of 9-bit ints. The cells are numbered row by
row from the top left, and cell i is bit 8 - i, so that a literal in groups of three
reads like the board:

    0 1 2       256 128  64       0b111_000_000 is the top row,
    3 4 5        32  16   8       0b100_010_001 is one of the two diagonals,
    6 7 8         4   2   1       0b000_000_001 is cell 8.

Glossary:
    bitboard    a set of cells held in one int, one bit per cell
    mask        an int whose bits select cells; a move is the mask of one cell
    player      the side to move; the other one is the opponent, and a move swaps the
                two boards, so that no line of code asks who is X
    finished    the opponent has a line, or the board is full; the player has no line,
                because the game would have ended before the turn came back
    ply         one move by one side
    value       1, 0 or -1, the player's result when both sides play as well as possible
    score       a value that also says how soon the result comes, see `score`

The method is negamax: what a position is worth to the one side, it's worth with the
opposite sign to the other, so one `max` over the negated scores of the children serves
both sides.
"""

from functools import cache
from typing import TypeAlias

Bitboard: TypeAlias = int
Move: TypeAlias = int

FULL: Bitboard = 0b111_111_111

CELLS: tuple[Move, ...] = tuple(1 << 8 - number for number in range(9))

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
    """Return the masks of the empty cells, cell 0 first, even if the game is finished.

    Raises ValueError if a board doesn't fit into nine bits, or a cell is on both
    boards.

    >>> generate_moves(0b101_010_000, 0b010_001_101) == [0b000_100_000, 0b000_000_010]
    True
    """
    check_position(player, opponent)
    return [cell for cell in CELLS if not cell & (player | opponent)]


@cache  # There are 512 boards: each is looked at once.
def has_won(discs: Bitboard) -> bool:
    """Return whether the discs of one side hold a full row, column or diagonal.

    Raises ValueError if the board doesn't fit into nine bits.

    >>> has_won(0b100_110_001)
    True
    """
    if not 0 <= discs <= FULL:
        raise ValueError(f"expected a board of 9 bits, got {bin(discs)}")
    return any(discs & line == line for line in LINES)


def negamax(player: Bitboard, opponent: Bitboard) -> int:
    """Return the value of a position, finished or not: 1, 0 or -1.

    Raises ValueError if a board doesn't fit into nine bits, or a cell is on both
    boards.

    >>> negamax(0b110_000_000, 0b000_110_000)
    1
    """
    return sign(score(player, opponent))


def best_move(player: Bitboard, opponent: Bitboard) -> int:
    """Return a cell that keeps the value; of winning moves, one that wins soonest.

    Raises ValueError if the position is finished, or as `generate_moves` does.

    >>> best_move(0b110_000_000, 0b000_110_000)
    2
    """
    moves = moves_to_choose_from(player, opponent)
    return CELLS.index(max(moves, key=lambda move: -score(opponent, player | move)))


@cache  # It holds each of the 5,478 positions of the game once.
def score(player: Bitboard, opponent: Bitboard) -> int:
    """Return what a position is worth to the player: the sooner a win comes, the more.

    A win scores 1 plus the cells that are still empty at the end, a loss the same with
    a minus sign, a draw 0. The sign is the value. The amount depends only on the
    final board, so it needs no correction on its way up.

    >>> score(0b110_000_000, 0b000_110_000)  # a row, 4 cells stay empty
    5
    """
    moves = generate_moves(player, opponent)
    if has_won(opponent):
        return -(1 + len(moves))
    # A full board without a line has no child, and is worth 0.
    return max([-score(opponent, player | move) for move in moves], default=0)


def sign(number: int) -> int:
    """Return 1, 0 or -1."""
    return (number > 0) - (number < 0)


def moves_to_choose_from(player: Bitboard, opponent: Bitboard) -> list[Move]:
    """Return the moves of an unfinished position, and refuse a finished one."""
    moves = generate_moves(player, opponent)
    if has_won(opponent) or not moves:
        raise ValueError(
            f"expected an unfinished position, got {bin(player)} and {bin(opponent)}"
        )
    return moves


def check_position(player: Bitboard, opponent: Bitboard) -> None:
    """Refuse boards that don't have nine bits, or that share a cell."""
    # Both boards fit into nine bits exactly when their union does.
    if not 0 <= player | opponent <= FULL:
        raise ValueError(
            f"expected boards of 9 bits, got {bin(player)} and {bin(opponent)}"
        )
    if player & opponent:
        raise ValueError(
            f"expected boards that share no cell, got {bin(player)} and {bin(opponent)}"
        )


# Roads not taken
#
# - We don't search without the cache. That makes 549,946 calls for the empty board,
#   where this makes 5,478.
# - We don't use alpha-beta, as `threats_first` and the kata reversi_search do, or one
#   entry for all images of a position, which leaves 765. If all positions fit into
#   memory, knowing them is less code.
# - We don't search a second time for the fastest win, because `score` does both in
#   one.
# - We don't count plies from the root. That would give a position another score for
#   each root, so nothing could be kept.
# - We don't keep both boards in one int of 18 bits, which the source text considers.
#   Every line would have to shift one of them first.
