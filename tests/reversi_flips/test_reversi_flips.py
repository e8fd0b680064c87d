"""The table of reversi_flips: which discs a move turns over, and what follows from it.

A board is drawn as eight rows; X and O are discs, a dot is an empty cell. Coordinates are
(row, column), both from 0. `reachable=False` says that no game comes to this position: most of
those boards have an empty cell among the four in the middle, which are full from the start.

Stages:
    one direction     the first board, runs that are closed, runs that are not, taken cells
    all eight         several directions in one move, every set of directions
    edges             runs along the edge and up to it, every run that the edge cuts off,
                      what lies across the edge for negative or flat indices
    legal moves       drawn positions, the first four plies, played games
    play              drawn positions, illegal moves, the first four plies, recorded games
    score and passes  counts, a side without a move, finished games
    bad input         cells off the board, wrong discs, wrong boards

The oracle knows nothing of steps and directions: it writes each of the board's lines as text and
finds the moves with a regular expression.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from functools import cache
from itertools import combinations, product, zip_longest
from typing import TypeAlias

import pytest
from kata_kit import BadInput, Call, Case, Kata
from kata_kit.boards import call_with_rows, draw_reversi, is_matrix, reversi_board

Board: TypeAlias = list[list[str]]
Cell: TypeAlias = tuple[int, int]

FIGURES = "Invent Your Own Computer Games with Python, chapter 15, figures"
CHAPTER = "Invent Your Own Computer Games with Python, chapter 15, the game that is shown"

# fmt: off
START = reversi_board("........",
                      "........",
                      "........",
                      "...XO...",
                      "...OX...",
                      "........",
                      "........",
                      "........")
# Boards that games reach; the games stand in RECORDS.
ONE_MOVE = reversi_board("........",
                         "........",
                         "....X...",
                         "...XX...",
                         "...OX...",
                         "........",
                         "........",
                         "........")
# X on (2, 5) turns discs over in all eight directions.
EIGHT_WAYS = reversi_board("..XXXXXX",
                           "..XOOOOX",
                           "..XOO.OX",
                           ".X.OOOOX",
                           "..XXOXXX",
                           "..XOXX..",
                           "..OXXXX.",
                           "..O.X...")
# One empty cell: O moves to (0, 7).
LAST_CELL = reversi_board("OXXXXXX.",
                          "OXXXXXXX",
                          "OXOOXXXX",
                          "OOXOXOXX",
                          "OXOXOXOX",
                          "OOXOXOXX",
                          "OOOXXXOX",
                          "OOOXXOOO")
# X has to pass.
EARLY_PASS = reversi_board(".....O.X",
                           "......O.",
                           "....XXOO",
                           "...XX...",
                           "..XXX...",
                           "........",
                           "........",
                           "........")
LATE_PASS = reversi_board("XXXX....",
                          "XXXX....",
                          "XXXXX...",
                          "XXXXX..O",
                          "XXXXXXXO",
                          "XXXXXX.O",
                          ".XXXXXX.",
                          ".XXXXX..")
# Neither side can move.
NO_O_LEFT = reversi_board("........",
                          "..XXXXX.",
                          "...XXX..",
                          "...XX...",
                          "..XXX...",
                          "........",
                          "........",
                          "........")
ONE_O_LEFT = reversi_board("........",
                           "........",
                           ".....X..",
                           ".XXXX...",
                           "XXXXX...",
                           ".X.X....",
                           "..X.....",
                           ".X.O....")
DRAWN_GAME = reversi_board("OOOOOOOX",
                           "XOOOXOXX",
                           "XOOOXXXX",
                           "XOOXOXXX",
                           "XOXXOOXO",
                           "XXOOXOOO",
                           "XXOOOOXO",
                           "XXXXXXXO")
# fmt: on

# A move is its row and its column. X begins, and a side that has no move is passed over.
RECORDS = (
    ("24", ONE_MOVE),
    ("24 25 26 16 42 27 07 05", EARLY_PASS),
    ("24 23 12 15 14 25 42 13 16", NO_O_LEFT),
    ("42 32 25 53 62 51 31 73 71 41 40", ONE_O_LEFT),
    (
        "24 23 52 55 54 15 14 05 04 35 22 64 46 36 66 37 45 53 27 26 63 72 74 17 16 12 02 06 47 03 "
        "65 42 31 13 07 62",
        EIGHT_WAYS,
    ),
    (
        "53 32 22 12 21 20 10 31 30 54 03 02 65 52 41 40 01 11 24 63 00 51 61 62 13 23 73 42 71 72 "
        "50 45 46 74 64 55 75 37 66 47 57",
        LATE_PASS,
    ),
    (
        "42 54 65 41 32 24 35 26 52 22 30 51 14 15 61 62 23 25 06 70 71 64 53 03 45 55 56 46 17 13 "
        "47 40 05 04 73 37 11 12 21 36 50 20 02 31 10 00 16 57 01 66 67 72 63 75 76 60 27 77 74",
        LAST_CELL,
    ),
    (
        "35 45 56 23 42 67 25 55 13 26 27 41 53 22 46 15 21 64 63 57 65 73 40 75 24 12 04 30 36 02 "
        "03 11 66 05 14 17 10 50 54 47 37 77 72 32 16 06 07 00 20 71 52 51 76 74 61 31 70 62 60 01",
        DRAWN_GAME,
    ),
)

# Games of Reversi from the first position, by the number of plies: the table that programs for
# this game publish as "perft" and that the kata reversi_bitboards carries on.
PERFT = (1, 4, 12, 56, 244)


# Stage: one direction

# fmt: off
ONE_DIRECTION = (
    Case(
        "The example: X at column 5 and row 3, counted from 1",
        (START, "X", 2, 4),
        {(3, 4)},
        why="The O on (3, 4) is between the new X and the X on (4, 4).",
        source=CHAPTER,
    ),
    Case(
        "From the start, X closes a run to its left",
        (START, "X", 3, 5),
        {(3, 4)},
        why="The O on (3, 4) is between the X on (3, 3) and the new X.",
    ),
    Case(
        "From the start, X closes a run to its right",
        (START, "X", 4, 2),
        {(4, 3)},
        why="The O on (4, 3) is between the new X and the X on (4, 4).",
    ),
    Case(
        "From the start, X closes a run above it",
        (START, "X", 5, 3),
        {(4, 3)},
        why="The O on (4, 3) is between the X on (3, 3) and the new X.",
    ),
    Case(
        "From the start, O closes a run below it",
        (START, "O", 2, 3),
        {(3, 3)},
        why="What holds for X holds for O: here the X on (3, 3) turns over.",
    ),
    Case(
        "From the start, O closes a run to its right",
        (START, "O", 3, 2),
        {(3, 3)},
        why="The X on (3, 3) is between the new O and the O on (3, 4).",
    ),
    Case(
        "From the start, O closes a run to its left",
        (START, "O", 4, 5),
        {(4, 4)},
        why="The X on (4, 4) is between the O on (4, 3) and the new O.",
    ),
    Case(
        "From the start, O closes a run above it",
        (START, "O", 5, 4),
        {(4, 4)},
        why="The X on (4, 4) is between the O on (3, 4) and the new O.",
    ),
    Case(
        "The second move of a game turns a disc over on a diagonal",
        (ONE_MOVE, "O", 2, 5),
        {(3, 4)},
        why="Diagonals count: the X on (3, 4) is between the new O and the O on (4, 3).",
    ),
    Case(
        "Two discs turn over together",
        (reversi_board("........",
                       "........",
                       "........",
                       "........",
                       "........",
                       "..OOX...",
                       "........",
                       "........"), "X", 5, 1),
        {(5, 2), (5, 3)},
        why="A run may be of any length; the X behind it closes all of it.",
        reachable=False,
    ),
    Case(
        "Four discs in a column turn over together",
        (reversi_board("........",
                       "......X.",
                       "......O.",
                       "......O.",
                       "......O.",
                       "......O.",
                       "........",
                       "........"), "X", 6, 6),
        {(2, 6), (3, 6), (4, 6), (5, 6)},
        why="A run may be of any length, in a column too.",
        reachable=False,
    ),
    Case(
        "Two discs on the diagonal up to the left",
        (reversi_board("........",
                       ".X......",
                       "..O.....",
                       "...O....",
                       "........",
                       "........",
                       "........",
                       "........"), "X", 4, 4),
        {(2, 2), (3, 3)},
        why="Each step of this diagonal goes one row up and one column to the left.",
        reachable=False,
    ),
    Case(
        "Three discs on the diagonal up to the right",
        (reversi_board("........",
                       "......X.",
                       ".....O..",
                       "....O...",
                       "...O....",
                       "........",
                       "........",
                       "........"), "X", 5, 2),
        {(2, 5), (3, 4), (4, 3)},
        why="Each step of this diagonal goes one row up and one column to the right.",
        reachable=False,
    ),
    Case(
        "Two discs on the diagonal down to the left, turned by O",
        (reversi_board("........",
                       "........",
                       "........",
                       "....X...",
                       "...X....",
                       "..O.....",
                       "........",
                       "........"), "O", 2, 5),
        {(3, 4), (4, 3)},
        why="Each step of this diagonal goes one row down and one column to the left.",
        reachable=False,
    ),
    Case(
        "Three discs on the diagonal down to the right",
        (reversi_board("........",
                       "........",
                       "..O.....",
                       "...O....",
                       "....O...",
                       ".....X..",
                       "........",
                       "........"), "X", 1, 1),
        {(2, 2), (3, 3), (4, 4)},
        why="Each step of this diagonal goes one row down and one column to the right.",
        reachable=False,
    ),
    Case(
        "A run that is not closed beside one that is",
        (reversi_board("........",
                       "........",
                       "....O...",
                       "...O....",
                       "...X....",
                       "........",
                       "........",
                       "........"), "X", 2, 3),
        {(3, 3)},
        why="The run to the right ends at an empty cell; it has nothing to do with the one below.",
        reachable=False,
    ),
    Case(
        "A cell with nothing beside it",
        (START, "X", 0, 0),
        set(),
        why="A move that turns nothing over is illegal: the answer is an empty set.",
    ),
    Case(
        "A run with an empty cell behind it",
        (START, "X", 2, 3),
        set(),
        why="Behind the O on (3, 4) the cell (4, 5) is empty: nothing closes the run.",
    ),
    Case(
        "A run of two with an empty cell behind it",
        (START, "X", 2, 5),
        set(),
        why="Behind the two O the cell (5, 2) is empty: nothing closes the run.",
    ),
    Case(
        "Only one's own disc beside the cell",
        (START, "X", 5, 5),
        set(),
        why="Between the new X and the X on (4, 4) there is no O.",
    ),
    Case(
        "A gap before the run",
        (reversi_board("........",
                       "........",
                       "........",
                       "........",
                       "........",
                       "...OX...",
                       "........",
                       "........"), "X", 5, 1),
        set(),
        why="A run begins right beside the move; (5, 2) is empty.",
        reachable=False,
    ),
    Case(
        "A gap within the run",
        (reversi_board("........",
                       "..O.OX..",
                       "........",
                       "........",
                       "........",
                       "........",
                       "........",
                       "........"), "X", 1, 1),
        set(),
        why="A run has no gaps: it ends at (1, 3), which is empty.",
        reachable=False,
    ),
    Case(
        "A gap between the run and one's own disc",
        (reversi_board("........",
                       "........",
                       "........",
                       "........",
                       "........",
                       "........",
                       "..OO.X..",
                       "........"), "X", 6, 1),
        set(),
        why="The X has to be right behind the run; (6, 4) is empty.",
        reachable=False,
    ),
    Case(
        "A second run behind the first",
        (reversi_board("........",
                       "........",
                       "........",
                       "........",
                       "........",
                       "..OXOX..",
                       "........",
                       "........"), "X", 5, 1),
        {(5, 2)},
        why="The first X closes the run; what lies behind it stays.",
        reachable=False,
    ),
    Case(
        "One's own disc first, a run behind it",
        (reversi_board("........",
                       "........",
                       "........",
                       "........",
                       "........",
                       "..XOX...",
                       "........",
                       "........"), "X", 5, 1),
        set(),
        why="The new X and the X on (5, 2) have nothing between them.",
        reachable=False,
    ),
    Case(
        "The cell is taken by one's own disc",
        (reversi_board("........",
                       "........",
                       "........",
                       "........",
                       "........",
                       "..XOX...",
                       "........",
                       "........"), "X", 5, 2),
        set(),
        why="A taken cell takes no second disc, whatever lies beside it.",
        reachable=False,
    ),
    Case(
        "The cell is taken by the other side's disc",
        (reversi_board("........",
                       "........",
                       "........",
                       "........",
                       "........",
                       "..OOX...",
                       "........",
                       "........"), "X", 5, 2),
        set(),
        why="A taken cell takes no second disc, whatever lies beside it.",
        reachable=False,
    ),
)
LEFT_ALONE_BY_FLIPS = (
    Case(
        "flips leaves the board alone when the move is legal",
        (START, "X", 2, 4),
        (START, "X", 2, 4),
        why="flips only says what would turn over; nothing is put down.",
    ),
    Case(
        "flips leaves the board alone when the move is illegal",
        (START, "X", 2, 3),
        (START, "X", 2, 3),
        why="A disc that was put down to try a move has to be taken up again.",
    ),
)
# fmt: on


@pytest.mark.stage("one direction")
def test_new_board(kata: Kata) -> None:
    """The board at the beginning of a game."""
    assert kata.new_board() == START


@pytest.mark.stage("one direction")
@pytest.mark.parametrize("case", ONE_DIRECTION, ids=str)
def test_one_direction(kata: Kata, case: Case) -> None:
    assert kata.flips(*case.arguments) == case.expected


@pytest.mark.stage("one direction")
@pytest.mark.parametrize("case", LEFT_ALONE_BY_FLIPS, ids=str)
def test_flips_leaves_the_board_alone(kata: Kata, case: Case) -> None:
    assert kata.flips.arguments_after(*case.arguments) == case.expected


# Stage: all eight

# fmt: off
ALL_EIGHT = (
    Case(
        "To both sides at once",
        (reversi_board("........",
                       "........",
                       "........",
                       "........",
                       "........",
                       "........",
                       ".XO.OOX.",
                       "........"), "X", 6, 3),
        {(6, 2), (6, 4), (6, 5)},
        why="One move closes the run on its left and the run on its right.",
        reachable=False,
    ),
    Case(
        "Across and down at once",
        (reversi_board("........",
                       "........",
                       "....OOX.",
                       "...O....",
                       "...O....",
                       "...X....",
                       "........",
                       "........"), "X", 2, 3),
        {(2, 4), (2, 5), (3, 3), (4, 3)},
        why="Each direction is looked at for itself, and all that is closed turns over.",
        reachable=False,
    ),
    Case(
        "Only the first of two directions is closed",
        (reversi_board("........",
                       "........",
                       ".XO.OO..",
                       "........",
                       "........",
                       "........",
                       "........",
                       "........"), "X", 2, 3),
        {(2, 2)},
        why="The run on the left is closed; the run on the right ends in an empty cell and stays.",
        reachable=False,
    ),
    Case(
        "Only the second of two directions is closed",
        (reversi_board("........",
                       "........",
                       ".OO.OX..",
                       "........",
                       "........",
                       "........",
                       "........",
                       "........"), "X", 2, 3),
        {(2, 4)},
        why="A run that is not closed must not end the search, nor be carried to the next one.",
        reachable=False,
    ),
    Case(
        "One disc in each of the eight directions",
        (reversi_board("........",
                       ".X.X.X..",
                       "..OOO...",
                       ".XO.OX..",
                       "..OOO...",
                       ".X.X.X..",
                       "........",
                       "........"), "X", 3, 3),
        {(2, 2), (2, 3), (2, 4), (3, 2), (3, 4), (4, 2), (4, 3), (4, 4)},
        why="A disc has eight neighbors; each can begin a run.",
        reachable=False,
    ),
    Case(
        "Eight directions for O, with runs of different lengths",
        (reversi_board("........",
                       ".O.O.O..",
                       "..XXX...",
                       ".OX.XXO.",
                       "..XXX...",
                       ".O.X.X..",
                       "...O..O.",
                       "........"), "O", 3, 3),
        {(2, 2), (2, 3), (2, 4), (3, 2), (3, 4), (3, 5), (4, 2), (4, 3), (4, 4), (5, 3), (5, 5)},
        why="Each run ends where its own O is; the runs have nothing to do with each other.",
        reachable=False,
    ),
    Case(
        "Only the last of eight directions is closed",
        (reversi_board("........",
                       "........",
                       "..OOO...",
                       "..O.O...",
                       "..OOO...",
                       ".....X..",
                       "........",
                       "........"), "X", 3, 3),
        {(4, 4)},
        why="Seven runs are not closed; the eighth is, and only that one turns over.",
        reachable=False,
    ),
    Case(
        "All but one of eight directions are closed",
        (reversi_board("........",
                       ".X.X....",
                       "..OOO...",
                       ".XO.OX..",
                       "..OOO...",
                       ".X.X.X..",
                       "........",
                       "........"), "X", 3, 3),
        {(2, 2), (2, 3), (3, 2), (3, 4), (4, 2), (4, 3), (4, 4)},
        why="The run up to the right is not closed: the cell (1, 5) is empty.",
        reachable=False,
    ),
    Case(
        "A disc that turns over turns no others",
        (reversi_board("........",
                       "........",
                       "........",
                       "...OOX..",
                       "...X....",
                       "........",
                       "........",
                       "........"), "X", 2, 3),
        {(3, 3)},
        why="Only lines through the new disc count: (3, 4) is on no such line that is closed.",
        reachable=False,
    ),
)
# fmt: on


@pytest.mark.stage("all eight")
@pytest.mark.parametrize("case", ALL_EIGHT, ids=str)
def test_all_eight(kata: Kata, case: Case) -> None:
    assert kata.flips(*case.arguments) == case.expected


@pytest.mark.stage("all eight")
def test_every_set_of_directions(kata: Kata) -> None:
    """A move among eight discs: every choice of the directions that are closed."""
    # 256 boards: eight O around (3, 4), and an X behind each of those that are to turn over.
    around = [cell for cell in product((-1, 0, 1), repeat=2) if cell != (0, 0)]
    calls, expected = [], []
    for number in range(len(around) + 1):
        for closed in combinations(around, number):
            discs = {(3 + down, 4 + right): "O" for down, right in around}
            discs |= {(3 + 2 * down, 4 + 2 * right): "X" for down, right in closed}
            calls.append((board_of(discs), "X", 3, 4))
            expected.append({(3 + down, 4 + right) for down, right in closed})
    assert kata.flips.each(calls) == expected


# Stage: edges

# fmt: off
EDGES = (
    Case(
        "Along the top edge, from corner to corner",
        (reversi_board(".OOOOOOX",
                       "........",
                       "........",
                       "........",
                       "........",
                       "........",
                       "........",
                       "........"), "X", 0, 0),
        {(0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (0, 6)},
        why="The cell that closes the run may be on the edge, in the last column.",
        reachable=False,
    ),
    Case(
        "Along the bottom edge, from corner to corner",
        (reversi_board("........",
                       "........",
                       "........",
                       "........",
                       "........",
                       "........",
                       "........",
                       "XOOOOOO."), "X", 7, 7),
        {(7, 1), (7, 2), (7, 3), (7, 4), (7, 5), (7, 6)},
        why="The cell that closes the run may be on the edge, in column 0.",
        reachable=False,
    ),
    Case(
        "Along the left edge, from corner to corner",
        (reversi_board("X.......",
                       "O.......",
                       "O.......",
                       "O.......",
                       "O.......",
                       "O.......",
                       "O.......",
                       "........"), "X", 7, 0),
        {(1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0)},
        why="The cell that closes the run may be on the edge, in row 0.",
        reachable=False,
    ),
    Case(
        "Along the right edge, from corner to corner",
        (reversi_board("........",
                       ".......O",
                       ".......O",
                       ".......O",
                       ".......O",
                       ".......O",
                       ".......O",
                       ".......X"), "X", 0, 7),
        {(1, 7), (2, 7), (3, 7), (4, 7), (5, 7), (6, 7)},
        why="The cell that closes the run may be on the edge, in the last row.",
        reachable=False,
    ),
    Case(
        "Along the diagonal, from corner to corner",
        (reversi_board("........",
                       ".X......",
                       "..X.....",
                       "...X....",
                       "....X...",
                       ".....X..",
                       "......X.",
                       ".......O"), "O", 0, 0),
        {(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6)},
        why="The corner (7, 7) closes the run.",
        reachable=False,
    ),
    Case(
        "Along the other diagonal, from corner to corner",
        (reversi_board(".......O",
                       "......X.",
                       ".....X..",
                       "....X...",
                       "...X....",
                       "..X.....",
                       ".X......",
                       "........"), "O", 7, 0),
        {(1, 6), (2, 5), (3, 4), (4, 3), (5, 2), (6, 1)},
        why="The corner (0, 7) closes the run.",
        reachable=False,
    ),
    Case(
        "A move of a real game that turns discs in all eight directions",
        (EIGHT_WAYS, "X", 2, 5),
        {(1, 4), (1, 5), (1, 6), (2, 3), (2, 4), (2, 6), (3, 4), (3, 5), (3, 6)},
        why="Five of the eight runs are closed by an X on the edge.",
    ),
    Case(
        "The last cell of a real game: 17 discs from a corner",
        (LAST_CELL, "O", 0, 7),
        {(0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (0, 6), (1, 6), (2, 5), (3, 4), (4, 3), (5, 2),
         (1, 7), (2, 7), (3, 7), (4, 7), (5, 7), (6, 7)},
        why="A corner has three directions on the board; five lead off it.",
    ),
    Case(
        "A run to the right edge has nothing behind it",
        (reversi_board("........",
                       "........",
                       "........",
                       "........",
                       "........",
                       "........",
                       ".....OOO",
                       "........"), "X", 6, 4),
        set(),
        why="The board ends behind column 7: nothing closes the run, and nothing is there to read.",
        reachable=False,
    ),
    Case(
        "A run to the bottom edge has nothing behind it",
        (reversi_board("........",
                       "........",
                       "........",
                       "........",
                       "........",
                       ".O......",
                       ".O......",
                       ".O......"), "X", 4, 1),
        set(),
        why="The board ends behind row 7: nothing closes the run, and nothing is there to read.",
        reachable=False,
    ),
    Case(
        "A run to the left edge, one's own disc at the right end of the row",
        (reversi_board("........",
                       "........",
                       "........",
                       "OO.....X",
                       "........",
                       "........",
                       "........",
                       "........"), "X", 3, 2),
        set(),
        why="The board ends at column 0; in Python board[3][-1] is the last cell of the row.",
        reachable=False,
    ),
    Case(
        "A run to the top edge, one's own disc at the bottom of the column",
        (reversi_board("...O....",
                       "...O....",
                       "........",
                       "........",
                       "........",
                       "........",
                       "........",
                       "...X...."), "X", 2, 3),
        set(),
        why="The board ends at row 0; in Python board[-1] is the last row.",
        reachable=False,
    ),
    Case(
        "A diagonal run to the corner, one's own disc in the opposite corner",
        (reversi_board("O.......",
                       ".O......",
                       "........",
                       "........",
                       "........",
                       "........",
                       "........",
                       ".......X"), "X", 2, 2),
        set(),
        why="The board ends at (0, 0); in Python board[-1][-1] is the opposite corner.",
        reachable=False,
    ),
    Case(
        "A closed run at the far end of the row, seen from the left edge",
        (reversi_board("........",
                       "........",
                       "........",
                       "........",
                       "......XO",
                       "........",
                       "........",
                       "........"), "X", 4, 0),
        set(),
        why="To the left of column 0 there is no cell; in Python board[4][-1] is the row's end.",
        reachable=False,
    ),
    Case(
        "A closed run at the bottom of the column, seen from the top edge",
        (reversi_board("........",
                       "........",
                       "........",
                       "........",
                       "........",
                       "........",
                       "..X.....",
                       "..O....."), "X", 0, 2),
        set(),
        why="Above row 0 there is no cell; in Python board[-1] is the last row.",
        reachable=False,
    ),
    Case(
        "A closed run in the opposite corner",
        (reversi_board("........",
                       "........",
                       "........",
                       "........",
                       "........",
                       "........",
                       "......X.",
                       ".......O"), "X", 0, 0),
        set(),
        why="In Python board[-1][-1] is the opposite corner, no neighbor of (0, 0).",
        reachable=False,
    ),
    Case(
        "A closed run at the near end of the row, seen from the right edge",
        (reversi_board("........",
                       "........",
                       "........",
                       "OX......",
                       "........",
                       "........",
                       "........",
                       "........"), "X", 3, 7),
        set(),
        why="The board is no ring: column 0 does not follow column 7.",
        reachable=False,
    ),
    Case(
        "A closed run at the top of the column, seen from the bottom edge",
        (reversi_board(".....O..",
                       ".....X..",
                       "........",
                       "........",
                       "........",
                       "........",
                       "........",
                       "........"), "X", 7, 5),
        set(),
        why="The board is no ring: row 0 does not follow row 7.",
        reachable=False,
    ),
    Case(
        "Closed runs at the left edge, one row higher and lower",
        (reversi_board("........",
                       "........",
                       ".X......",
                       "O.......",
                       "OX......",
                       "O.......",
                       ".X......",
                       "........"), "X", 3, 7),
        set(),
        why="The cells of the next row are not to the right of column 7, not even in a flat list.",
        reachable=False,
    ),
    Case(
        "Closed runs at the right edge, one row higher and lower",
        (reversi_board("......X.",
                       ".......O",
                       "......XO",
                       ".......O",
                       "......X.",
                       "........",
                       "........",
                       "........"), "X", 3, 0),
        set(),
        why="The cells of the row above are not to the left of column 0, not even in a flat list.",
        reachable=False,
    ),
    Case(
        "A run to the right edge that goes on in the next row",
        (reversi_board("........",
                       "........",
                       "........",
                       "........",
                       "......OO",
                       "X.......",
                       "........",
                       "........"), "X", 4, 5),
        set(),
        why="The run ends at the edge; the X in the next row does not close it.",
        reachable=False,
    ),
)
# fmt: on


@pytest.mark.stage("edges")
@pytest.mark.parametrize("case", EDGES, ids=str)
def test_edges(kata: Kata, case: Case) -> None:
    assert kata.flips(*case.arguments) == case.expected


@pytest.mark.stage("edges")
def test_every_run_that_the_edge_cuts_off(kata: Kata) -> None:
    """A run to the edge, with one's own discs on every other cell of the board."""
    # 420 boards, one for each cell and each direction in which it has a neighbor.
    calls = []
    for line in lines():
        for place, (row, column) in enumerate(line):
            for run in filter(None, (line[:place], line[place + 1 :])):
                discs = dict.fromkeys(set(CELLS) - {(row, column)}, "X")
                calls.append((board_of(discs | dict.fromkeys(run, "O")), "X", row, column))
    assert kata.flips.each(calls) == [set() for _ in calls]


@pytest.mark.stage("edges")
def test_every_closed_run(kata: Kata) -> None:
    """A closed run on an otherwise empty board: every line, place and length."""
    calls, expected = [], []
    for length in range(1, 7):
        for line in lines():
            for first in range(len(line) - length - 1):
                before, *run, behind = line[first : first + length + 2]
                for move, end in ((before, behind), (behind, before)):
                    board = board_of({end: "X"} | dict.fromkeys(run, "O"))
                    calls.append((board, "X", *move))
                    expected.append(set(run))
    assert kata.flips.each(calls) == expected


@pytest.mark.stage("edges")
def test_flips_in_played_games(kata: Kata) -> None:
    """What every cell turns over, in positions of played games."""
    # Every seventh position of the games, all 64 cells.
    positions = played()[::7]
    calls = [(board, disc, *cell) for board, disc, _ in positions for cell in CELLS]
    assert kata.flips.each(calls) == [
        moves.get(cell, set()) for _, _, moves in positions for cell in CELLS
    ]


# Stage: legal moves

# fmt: off
HINTS = reversi_board("........",
                      "........",
                      "...OOO..",
                      "...OOX..",
                      "...OOOX.",
                      "........",
                      "........",
                      "........")
LATE = reversi_board("OOOOOOOO",
                     "OOOOOOOO",
                     "OOOOOOOO",
                     "OOXOOOOO",
                     "OOOXOXOX",
                     "OXOXXOO.",
                     "OXXOOOOO",
                     "OXXO..X.")
LEGAL_MOVES = (
    Case(
        "The hints of the chapter: 42, 62, 34, 35, 46 and 66",
        (HINTS, "X"),
        {(1, 3), (1, 5), (3, 2), (4, 2), (5, 3), (5, 5)},
        why="The dots of the drawing, column before row, counted from 1.",
        source=CHAPTER,
    ),
    Case(
        "The late board of the chapter: 58, 68 and 86",
        (LATE, "X"),
        {(7, 4), (7, 5), (5, 7)},
        why="Even on a nearly full board only moves that turn discs over are legal.",
        source=CHAPTER,
    ),
    Case(
        "X has four moves from the start",
        (START, "X"),
        {(2, 4), (3, 5), (4, 2), (5, 3)},
        why="These four cells turn a disc over, no others do.",
        source="perft of Reversi: 4 at depth 1",
    ),
    Case(
        "O has four moves from the start",
        (START, "O"),
        {(2, 3), (3, 2), (4, 5), (5, 4)},
        why="Either side may begin: the board does not say whose turn it is.",
    ),
    Case(
        "O has three answers to the first move",
        (ONE_MOVE, "O"),
        {(2, 3), (2, 5), (4, 5)},
        why="Each of the four first moves has three answers, twelve in all.",
        source="perft of Reversi: 12 at depth 2",
    ),
    Case(
        "X after the first move, as if it were X's turn again",
        (ONE_MOVE, "X"),
        {(4, 2), (5, 2), (5, 3)},
        why="The moves are those of the disc that is asked for; (5, 2) is one on a diagonal.",
    ),
    Case(
        "A crowded board with four moves",
        (EIGHT_WAYS, "X"),
        {(2, 5), (3, 2), (6, 1), (7, 1)},
        why="Empty cells beside discs are not enough: something has to turn over.",
    ),
    Case(
        "A crowded board with moves on every edge",
        (EIGHT_WAYS, "O"),
        {(0, 1), (1, 1), (2, 0), (2, 1), (3, 2), (4, 0), (4, 1), (5, 1), (5, 6), (5, 7), (6, 1),
         (6, 7), (7, 3), (7, 5), (7, 7)},
        why="Cells on the edge and in the corners are moves like any others.",
    ),
    Case(
        "The four corners",
        (reversi_board(".O....O.",
                       "O......O",
                       "X......X",
                       "........",
                       "........",
                       "X......X",
                       "O......O",
                       ".O....O."), "X"),
        {(0, 0), (0, 7), (7, 0), (7, 7)},
        why="All 64 cells have to be looked at, the corners too.",
        reachable=False,
    ),
    Case(
        "One cell left, and it is a move",
        (LAST_CELL, "O"),
        {(0, 7)},
        why="Taken cells are no moves, whatever lies beside them.",
    ),
    Case(
        "The last cell of a full game is taken",
        (DRAWN_GAME, "X"),
        set(),
        why="A full board has no moves.",
    ),
    Case(
        "A side without discs",
        (NO_O_LEFT, "O"),
        set(),
        why="Nothing closes a run for a side that has no disc.",
    ),
    Case(
        "A side that has all the discs",
        (NO_O_LEFT, "X"),
        set(),
        why="There is nothing to turn over.",
    ),
    Case(
        "An empty board",
        (reversi_board("........",
                       "........",
                       "........",
                       "........",
                       "........",
                       "........",
                       "........",
                       "........"), "X"),
        set(),
        why="There is nothing to turn over, so no move is legal.",
        reachable=False,
    ),
)
LEFT_ALONE_BY_LEGAL_MOVES = (
    Case(
        "legal_moves leaves the board alone",
        (ONE_MOVE, "O"),
        (ONE_MOVE, "O"),
        why="Looking for moves puts nothing down for good.",
    ),
    Case(
        "legal_moves leaves a crowded board alone",
        (EIGHT_WAYS, "O"),
        (EIGHT_WAYS, "O"),
        why="The moves are in the answer; the board gets no marks.",
    ),
)
# fmt: on


@pytest.mark.stage("legal moves")
@pytest.mark.parametrize("case", LEGAL_MOVES, ids=str)
def test_legal_moves(kata: Kata, case: Case) -> None:
    assert kata.legal_moves(*case.arguments) == case.expected


@pytest.mark.stage("legal moves")
@pytest.mark.parametrize("case", LEFT_ALONE_BY_LEGAL_MOVES, ids=str)
def test_legal_moves_leaves_the_board_alone(kata: Kata, case: Case) -> None:
    assert kata.legal_moves.arguments_after(*case.arguments) == case.expected


@pytest.mark.stage("legal moves")
def test_legal_moves_of_the_first_plies(kata: Kata) -> None:
    """The moves in every position after at most four plies."""
    calls = [(board, disc) for board, disc, _ in first_plies()]
    assert kata.legal_moves.each(calls) == [set(oracle(*call)) for call in calls]


@pytest.mark.stage("legal moves")
def test_legal_moves_in_played_games(kata: Kata) -> None:
    """The moves of both sides, in positions of played games."""
    # Every other position of the games, for the side to move and for the one that waits.
    calls = [(board, disc) for board, _, _ in played()[::2] for disc in "XO"]
    assert kata.legal_moves.each(calls) == [set(oracle(*call)) for call in calls]


# Stage: play

# fmt: off
# The figures at the beginning of the chapter: O, then X, then O.
FIRST_FIGURE = reversi_board("........",
                             "........",
                             "........",
                             "...XO...",
                             "...OO...",
                             "....O...",
                             "........",
                             "........")
SECOND_FIGURE = reversi_board("........",
                              "........",
                              "........",
                              "...XO...",
                              "...XO...",
                              "...XO...",
                              "........",
                              "........")
THIRD_FIGURE = reversi_board("........",
                             "........",
                             "........",
                             "...XO...",
                             "...OO...",
                             "..OOO...",
                             "........",
                             "........")
PLAY = (
    Case(
        "Playing the first figure: O at column 5 and row 6, counted from 1",
        (START, "O", 5, 4),
        FIRST_FIGURE,
        why="The X between the new O and the O above it turns over.",
        source=f"{FIGURES} 1 and 2",
    ),
    Case(
        "Playing the second figure: X at column 4 and row 6, counted from 1",
        (FIRST_FIGURE, "X", 5, 3),
        SECOND_FIGURE,
        why="The O between the new X and the X above it turns over.",
        source=f"{FIGURES} 3 and 4",
    ),
    Case(
        "Playing the third figure: O at column 3 and row 6, counted from 1",
        (SECOND_FIGURE, "O", 5, 2),
        THIRD_FIGURE,
        why="One X to the right and one X on a diagonal turn over at once.",
        source=f"{FIGURES} 5 and 6",
    ),
    Case(
        "Playing the example: X at column 5 and row 3, counted from 1",
        (START, "X", 2, 4),
        ONE_MOVE,
        why="The new disc is on the board, and the O between the two X has turned over.",
        source=CHAPTER,
    ),
    Case(
        "O answers on a diagonal",
        (ONE_MOVE, "O", 2, 5),
        reversi_board("........",
                      "........",
                      "....XO..",
                      "...XO...",
                      "...OX...",
                      "........",
                      "........",
                      "........"),
        why="The X on (3, 4) becomes an O; the X on (2, 4) is not between two O.",
    ),
    Case(
        "Playing a move that turns discs in all eight directions",
        (EIGHT_WAYS, "X", 2, 5),
        reversi_board("..XXXXXX",
                      "..XOXXXX",
                      "..XXXXXX",
                      ".X.OXXXX",
                      "..XXOXXX",
                      "..XOXX..",
                      "..OXXXX.",
                      "..O.X..."),
        why="Everything that is closed turns over, in one move.",
    ),
    Case(
        "Playing the last cell of a game",
        (LAST_CELL, "O", 0, 7),
        reversi_board("OOOOOOOO",
                      "OXXXXXOO",
                      "OXOOXOXO",
                      "OOXOOOXO",
                      "OXOOOXOO",
                      "OOOOXOXO",
                      "OOOXXXOO",
                      "OOOXXOOO"),
        why="From the corner 17 discs turn over, along two edges and a diagonal.",
    ),
)
LEFT_ALONE_BY_PLAY = (
    Case(
        "play leaves the board alone",
        (START, "X", 2, 4),
        (START, "X", 2, 4),
        why="The answer is a new board with new rows; a copy of the outer list shares its rows.",
    ),
    Case(
        "play leaves the board alone when many discs turn over",
        (LAST_CELL, "O", 0, 7),
        (LAST_CELL, "O", 0, 7),
        why="The answer is a new board with new rows; a copy of the outer list shares its rows.",
    ),
)
START_DRAWN = """\
........
........
........
...XO...
...OX...
........
........
........"""
LATE_PASS_DRAWN = """\
XXXX....
XXXX....
XXXXX...
XXXXX..O
XXXXXXXO
XXXXXX.O
.XXXXXX.
.XXXXX.."""
ILLEGAL_MOVES = (
    BadInput(
        "A move that turns nothing over is refused",
        (START, "X", 2, 3),
        why="Such a move is against the rules.",
    ),
    BadInput(
        "A move far from all discs is refused",
        (START, "O", 7, 7),
        why="A move has to turn something over.",
    ),
    BadInput(
        "A move to a cell with one's own disc is refused",
        (START, "X", 3, 3),
        why="A cell takes one disc.",
    ),
    BadInput(
        "A move to a cell with the other side's disc is refused",
        (ONE_MOVE, "O", 4, 4),
        why="A cell takes one disc.",
    ),
    BadInput(
        "The other side's move is refused",
        (START, "O", 2, 4),
        why="(2, 4) turns a disc over for X and none for O.",
    ),
    BadInput(
        "The refusal names the cell",
        (START, "X", 2, 3),
        quotes="(2, 3)",
        why="The message quotes the move as a pair.",
    ),
    BadInput(
        "The refusal has the board in it",
        (START, "X", 2, 3),
        quotes=START_DRAWN,
        why="The message shows the board, eight lines of eight signs, as it was before the move.",
    ),
    BadInput(
        "The refusal of a taken cell has the board in it",
        (LATE_PASS, "X", 0, 0),
        quotes=LATE_PASS_DRAWN,
        why="The message shows the board of this call, for each kind of illegal move.",
    ),
)
# fmt: on


@pytest.mark.stage("play")
@pytest.mark.parametrize("case", PLAY, ids=str)
def test_play(kata: Kata, case: Case) -> None:
    assert kata.play(*case.arguments) == case.expected


@pytest.mark.stage("play")
@pytest.mark.parametrize("case", LEFT_ALONE_BY_PLAY, ids=str)
def test_play_leaves_the_board_alone(kata: Kata, case: Case) -> None:
    assert kata.play.arguments_after(*case.arguments) == case.expected


@pytest.mark.stage("play")
@pytest.mark.parametrize("case", ILLEGAL_MOVES, ids=str)
def test_illegal_moves(kata: Kata, case: BadInput) -> None:
    assert case.quotes in kata.play.refusal(*case.arguments)


@pytest.mark.stage("play")
def test_play_of_the_first_plies(kata: Kata) -> None:
    """Every move of the first four plies."""
    calls, expected = [], []
    for board, disc, ply in first_plies():
        if ply < len(PERFT) - 1:
            for move, turned in sorted(oracle(board, disc).items()):
                calls.append((board, disc, *move))
                expected.append(with_discs(board, disc, {move} | turned))
    assert kata.play.each(calls) == expected


@pytest.mark.stage("play")
def test_play_of_the_records(kata: Kata) -> None:
    """The recorded games, move by move."""
    games = sorted(recorded(), key=lambda move: discs_on(move[1]))
    calls = [(board, disc, *move) for move, board, disc, _ in games]
    assert kata.play.each(calls) == [after for _, _, _, after in games]


# Stage: score and passes

# fmt: off
SCORES = (
    Case(
        "The score of the late board of the chapter",
        (LATE,),
        {"X": 12, "O": 48},
        why="Four cells are empty, and 12 and 48 make 60.",
        source=CHAPTER,
    ),
    Case(
        "The score of the chapter's board with hints",
        (HINTS,),
        {"X": 2, "O": 8},
        why="Discs are counted, not cells.",
        source=CHAPTER,
    ),
    Case(
        "The score at the start",
        (START,),
        {"X": 2, "O": 2},
        why="Each side begins with two discs.",
    ),
    Case(
        "The score after the example's move",
        (ONE_MOVE,),
        {"X": 4, "O": 1},
        why="The new disc and the one that turned over: 4 to 1.",
        source=CHAPTER,
    ),
    Case(
        "The score of a side that has lost all its discs",
        (NO_O_LEFT,),
        {"X": 13, "O": 0},
        why="Both sides have an entry, with 0 for none.",
    ),
    Case(
        "The score of a finished game with empty cells",
        (ONE_O_LEFT,),
        {"X": 14, "O": 1},
        why="Discs are counted; the empty cells belong to nobody, also at the end.",
    ),
    Case(
        "The score of an empty board",
        (reversi_board("........",
                       "........",
                       "........",
                       "........",
                       "........",
                       "........",
                       "........",
                       "........"),),
        {"X": 0, "O": 0},
        why="Both sides have an entry, with 0 for none; empty cells have none.",
        reachable=False,
    ),
    Case(
        "The score of a drawn game",
        (DRAWN_GAME,),
        {"X": 32, "O": 32},
        why="A full board has 64 discs.",
    ),
    Case(
        "The score before the last cell",
        (LAST_CELL,),
        {"X": 36, "O": 27},
        why="X leads by nine, and loses 17 discs with the last move.",
    ),
)
PASSES = (
    Case(
        "X has to pass after eight plies, the earliest that happens",
        (EARLY_PASS, "X"),
        set(),
        why="A side without a legal move passes; for legal_moves that is an empty set.",
    ),
    Case(
        "O goes on after the early pass",
        (EARLY_PASS, "O"),
        {(2, 3), (5, 2)},
        why="The game is not over while one side has a move.",
    ),
    Case(
        "X has to pass with 42 discs against 3",
        (LATE_PASS, "X"),
        set(),
        why="Many discs and many empty cells do not make a move.",
    ),
    Case(
        "O has one move after the late pass",
        (LATE_PASS, "O"),
        {(3, 5)},
        why="The X on (4, 6) is between (3, 5) and the O on (5, 7).",
    ),
    Case(
        "A finished game with empty cells: X",
        (ONE_O_LEFT, "X"),
        set(),
        why="The game is over when neither side has a move; the board need not be full.",
    ),
    Case(
        "A finished game with empty cells: O",
        (ONE_O_LEFT, "O"),
        set(),
        why="One disc is left, and it closes no run.",
    ),
    Case(
        "A finished game with a full board: O",
        (DRAWN_GAME, "O"),
        set(),
        why="There is no cell to move to.",
    ),
)
PLAY_AFTER_PASSES = (
    Case(
        "O moves after the late pass",
        (LATE_PASS, "O", 3, 5),
        reversi_board("XXXX....",
                      "XXXX....",
                      "XXXXX...",
                      "XXXXXO.O",
                      "XXXXXXOO",
                      "XXXXXX.O",
                      ".XXXXXX.",
                      ".XXXXX.."),
        why="After a pass the same side moves twice in a row; play is told which disc it is.",
    ),
    Case(
        "O moves after the early pass",
        (EARLY_PASS, "O", 5, 2),
        reversi_board(".....O.X",
                      "......O.",
                      "....XOOO",
                      "...XO...",
                      "..XOX...",
                      "..O.....",
                      "........",
                      "........"),
        why="After a pass the same side moves twice in a row; play is told which disc it is.",
    ),
)
NO_MOVE = (
    BadInput(
        "A side that has to pass cannot move",
        (LATE_PASS, "X", 3, 5),
        quotes=LATE_PASS_DRAWN,
        why="X turns nothing over on (3, 5), which is a move for O.",
    ),
    BadInput(
        "Nobody can move in a finished game",
        (NO_O_LEFT, "X", 0, 0),
        quotes="(0, 0)",
        why="There is nothing left to turn over.",
    ),
)
# fmt: on


@pytest.mark.stage("score and passes")
@pytest.mark.parametrize("case", SCORES, ids=str)
def test_scores(kata: Kata, case: Case) -> None:
    assert kata.score(*case.arguments) == case.expected


@pytest.mark.stage("score and passes")
@pytest.mark.parametrize("case", PASSES, ids=str)
def test_passes(kata: Kata, case: Case) -> None:
    assert kata.legal_moves(*case.arguments) == case.expected


@pytest.mark.stage("score and passes")
@pytest.mark.parametrize("case", PLAY_AFTER_PASSES, ids=str)
def test_play_after_passes(kata: Kata, case: Case) -> None:
    assert kata.play(*case.arguments) == case.expected


@pytest.mark.stage("score and passes")
@pytest.mark.parametrize("case", NO_MOVE, ids=str)
def test_no_move(kata: Kata, case: BadInput) -> None:
    assert case.quotes in kata.play.refusal(*case.arguments)


@pytest.mark.stage("score and passes")
def test_scores_in_played_games(kata: Kata) -> None:
    """The score in positions of played games."""
    boards = [board for board, _, _ in played()[::3]]
    assert kata.score.each([(board,) for board in boards]) == [
        {disc: "".join(map("".join, board)).count(disc) for disc in "XO"} for board in boards
    ]


# Stage: bad input

SEVEN_ROWS = START[:7]
NINE_ROWS = [*START, [" "] * 8]
# The wrong cell or row is in a corner, where no move from the start comes by.
SHORT_ROW = [[" "] * 7, *START[1:]]
LONG_ROW = [*START[:7], [" "] * 9]
# 64 cells in all, in rows of different lengths.
UNEVEN_ROWS = [[" "] * 6, *START[1:7], [" "] * 10]
SMALL_LETTER = [*START[:7], [*" " * 7, "x"]]
DOT = [*START[:7], [".", *" " * 7]]
NO_CHARACTER = [["", *" " * 7], *START[1:]]
TWO_CHARACTERS = [[*" " * 7, "XO"], *START[1:]]

BAD_FLIPS = (
    BadInput(
        "flips: row -1",
        (START, "X", -1, 4),
        quotes="(-1, 4)",
        why="Rows are 0 to 7; Python takes board[-1] for the last one.",
    ),
    BadInput(
        "flips: row -6, which Python takes for row 2",
        (START, "X", -6, 4),
        quotes="(-6, 4)",
        why="board[-6] is board[2], where this would be a legal move.",
    ),
    BadInput(
        "flips: column -4, which Python takes for column 4",
        (START, "X", 2, -4),
        quotes="(2, -4)",
        why="board[2][-4] is board[2][4], where this would be a legal move.",
    ),
    BadInput(
        "flips: column -1",
        (START, "X", 2, -1),
        quotes="(2, -1)",
        why="Columns are 0 to 7.",
    ),
    BadInput(
        "flips: row 8",
        (START, "X", 8, 4),
        quotes="(8, 4)",
        why="Rows are 0 to 7; an IndexError says nothing of Reversi.",
    ),
    BadInput(
        "flips: column 8",
        (START, "X", 2, 8),
        quotes="(2, 8)",
        why="Columns are 0 to 7; an IndexError says nothing of Reversi.",
    ),
    BadInput(
        "flips: row 9",
        (START, "X", 9, 4),
        quotes="(9, 4)",
        why="All rows from 8 on are off the board.",
    ),
    BadInput(
        "flips: column 9",
        (START, "X", 2, 9),
        quotes="(2, 9)",
        why="All columns from 8 on are off the board.",
    ),
    BadInput(
        "flips: a small letter",
        (START, "x", 2, 4),
        quotes="'x'",
        why="The discs are X and O, in capitals.",
    ),
    BadInput(
        "flips: another letter",
        (START, "Z", 2, 4),
        quotes="'Z'",
        why="The discs are X and O.",
    ),
    BadInput(
        "flips: an empty cell for a disc",
        (START, " ", 2, 4),
        quotes="' '",
        why="A space is an empty cell, no disc.",
    ),
    BadInput(
        "flips: an empty text for a disc",
        (START, "", 2, 4),
        quotes="''",
        why='The empty text is no disc; `"" in "XO"` is True.',
    ),
    BadInput(
        "flips: both discs in one text",
        (START, "XO", 2, 4),
        quotes="'XO'",
        why='One disc at a time; `"XO" in "XO"` is True.',
    ),
    BadInput(
        "flips: seven rows",
        (SEVEN_ROWS, "X", 2, 4),
        quotes="7",
        why="A board has 8 rows.",
    ),
    BadInput(
        "flips: nine rows",
        (NINE_ROWS, "X", 2, 4),
        quotes="9",
        why="A board has 8 rows.",
    ),
    BadInput(
        "flips: no rows",
        ([], "X", 2, 4),
        quotes="0",
        why="A board has 8 rows.",
    ),
    BadInput(
        "flips: a row of seven cells",
        (SHORT_ROW, "X", 2, 4),
        quotes="7",
        why="Every row has 8 cells, also those that the move does not touch.",
    ),
    BadInput(
        "flips: a row of nine cells",
        (LONG_ROW, "X", 2, 4),
        quotes="9",
        why="Every row has 8 cells, also those that the move does not touch.",
    ),
    BadInput(
        "flips: 64 cells in rows of different lengths",
        (UNEVEN_ROWS, "X", 2, 4),
        why="Every row has 8 cells; it is not enough that there are 64 in all.",
    ),
    BadInput(
        "flips: a small letter on the board",
        (SMALL_LETTER, "X", 2, 4),
        quotes="'x'",
        why="A cell is X, O or a space, also one that the move does not touch.",
    ),
    BadInput(
        "flips: a dot on the board",
        (DOT, "X", 2, 4),
        quotes="'.'",
        why="An empty cell is a space; the dot is for drawings.",
    ),
    BadInput(
        "flips: an empty text on the board",
        (NO_CHARACTER, "X", 2, 4),
        quotes="''",
        why="An empty cell is a space.",
    ),
    BadInput(
        "flips: two discs on one cell",
        (TWO_CHARACTERS, "X", 2, 4),
        quotes="'XO'",
        why="A cell has one character.",
    ),
)
BAD_LEGAL_MOVES = (
    BadInput(
        "legal_moves: a small letter",
        (START, "o"),
        quotes="'o'",
        why="The discs are X and O, in capitals.",
    ),
    BadInput(
        "legal_moves: an empty cell for a disc",
        (START, " "),
        quotes="' '",
        why="A space is an empty cell, no disc.",
    ),
    BadInput(
        "legal_moves: both discs in one text",
        (START, "XO"),
        quotes="'XO'",
        why="One disc at a time.",
    ),
    BadInput(
        "legal_moves: nine rows",
        (NINE_ROWS, "X"),
        quotes="9",
        why="A board has 8 rows.",
    ),
    BadInput(
        "legal_moves: a row of nine cells",
        (LONG_ROW, "X"),
        quotes="9",
        why="Every row has 8 cells.",
    ),
    BadInput(
        "legal_moves: a dot on the board",
        (DOT, "X"),
        quotes="'.'",
        why="An empty cell is a space; the dot is for drawings.",
    ),
)
BAD_PLAY = (
    BadInput(
        "play: row -6, which Python takes for row 2",
        (START, "X", -6, 4),
        quotes="(-6, 4)",
        why="board[-6] is board[2], where this would be a legal move.",
    ),
    BadInput(
        "play: column -4, which Python takes for column 4",
        (START, "X", 2, -4),
        quotes="(2, -4)",
        why="board[2][-4] is board[2][4], where this would be a legal move.",
    ),
    BadInput(
        "play: row 8",
        (START, "X", 8, 0),
        quotes="(8, 0)",
        why="Rows are 0 to 7.",
    ),
    BadInput(
        "play: column 8",
        (START, "X", 0, 8),
        quotes="(0, 8)",
        why="Columns are 0 to 7.",
    ),
    BadInput(
        "play: a small letter",
        (START, "x", 2, 4),
        quotes="'x'",
        why="The discs are X and O, in capitals.",
    ),
    BadInput(
        "play: an empty cell for a disc",
        (START, " ", 2, 4),
        quotes="' '",
        why="A space is an empty cell, no disc.",
    ),
    BadInput(
        "play: nine rows",
        (NINE_ROWS, "X", 2, 4),
        quotes="9",
        why="A board has 8 rows.",
    ),
    BadInput(
        "play: a row of seven cells",
        (SHORT_ROW, "X", 2, 4),
        quotes="7",
        why="Every row has 8 cells.",
    ),
    BadInput(
        "play: a small letter on the board",
        (SMALL_LETTER, "X", 2, 4),
        quotes="'x'",
        why="A cell is X, O or a space.",
    ),
)
BAD_SCORES = (
    BadInput(
        "score: seven rows",
        (SEVEN_ROWS,),
        quotes="7",
        why="A board has 8 rows.",
    ),
    BadInput(
        "score: a row of seven cells",
        (SHORT_ROW,),
        quotes="7",
        why="Every row has 8 cells.",
    ),
    BadInput(
        "score: a small letter on the board",
        (SMALL_LETTER,),
        quotes="'x'",
        why="A cell is X, O or a space; what is neither must not be passed over.",
    ),
    BadInput(
        "score: two discs on one cell",
        (TWO_CHARACTERS,),
        quotes="'XO'",
        why="A cell has one character.",
    ),
)


@pytest.mark.stage("bad input")
@pytest.mark.parametrize("case", BAD_FLIPS, ids=str)
def test_bad_flips(kata: Kata, case: BadInput) -> None:
    assert case.quotes in kata.flips.refusal(*case.arguments)


@pytest.mark.stage("bad input")
@pytest.mark.parametrize("case", BAD_LEGAL_MOVES, ids=str)
def test_bad_legal_moves(kata: Kata, case: BadInput) -> None:
    assert case.quotes in kata.legal_moves.refusal(*case.arguments)


@pytest.mark.stage("bad input")
@pytest.mark.parametrize("case", BAD_PLAY, ids=str)
def test_bad_play(kata: Kata, case: BadInput) -> None:
    assert case.quotes in kata.play.refusal(*case.arguments)


@pytest.mark.stage("bad input")
@pytest.mark.parametrize("case", BAD_SCORES, ids=str)
def test_bad_scores(kata: Kata, case: BadInput) -> None:
    assert case.quotes in kata.score.refusal(*case.arguments)


# The oracle, and the positions that it is asked about

CELLS = list(product(range(8), range(8)))


@cache
def lines() -> list[list[Cell]]:
    """The rows, columns and diagonals of the board: cells that agree in one of four numbers."""
    found: dict[tuple[str, int], list[Cell]] = defaultdict(list)
    for row, column in CELLS:
        found["row", row].append((row, column))
        found["column", column].append((row, column))
        found["falling", row - column].append((row, column))
        found["rising", row + column].append((row, column))
    return list(found.values())


def oracle(board: Board, disc: str) -> dict[Cell, set[Cell]]:
    """Every legal move, with the cells that it turns over. About 0.1 ms."""
    other = "XO".replace(disc, "")
    closed = re.compile(f"(?= ({other}+){disc})")
    moves: dict[Cell, set[Cell]] = defaultdict(set)
    for line in lines():
        for path in (line, line[::-1]):
            text = "".join([board[row][column] for row, column in path])
            for match in closed.finditer(text):
                moves[path[match.start()]] |= set(path[match.start(1) : match.end(1)])
    return dict(moves)


def with_discs(board: Board, disc: str, cells: set[Cell]) -> Board:
    """A copy of the board with `disc` on some cells."""
    return [
        [disc if (row, column) in cells else sign for column, sign in enumerate(signs)]
        for row, signs in enumerate(board)
    ]


def board_of(discs: dict[Cell, str]) -> Board:
    """A board with these discs and no others."""
    return [[discs.get((row, column), " ") for column in range(8)] for row in range(8)]


def discs_on(board: Board) -> int:
    """How many discs there are on a board."""
    return sum(sign != " " for signs in board for sign in signs)


@cache
def first_plies() -> list[tuple[Board, str, int]]:
    """Every position after at most four plies from the start: board, side to move, ply."""
    # 317 games, 307 positions. Nobody has to pass before the ninth ply.
    games = [(START, "X")]
    positions: dict[str, tuple[Board, str, int]] = {}
    for ply, number in enumerate(PERFT):
        if len(games) != number:
            raise AssertionError(f"the oracle finds {len(games)} games of {ply} plies")
        positions.update({repr(game): (*game, ply) for game in games})
        if ply < len(PERFT) - 1:
            games = [
                (with_discs(board, disc, {move} | turned), "XO".replace(disc, ""))
                for board, disc in games
                for move, turned in oracle(board, disc).items()
            ]
    return list(positions.values())


@cache
def played() -> list[tuple[Board, str, dict[Cell, set[Cell]]]]:
    """Positions of eight random games, fewest discs first: board, side to move, its moves."""
    # About 500 positions and 0.1 s, once for all the tests that ask.
    rng = random.Random(8)
    positions = []
    for _ in range(8):
        board, disc, passes = START, "X", 0
        while passes < 2:
            moves = oracle(board, disc)
            positions.append((board, disc, moves))
            passes = 0 if moves else passes + 1
            if moves:
                move = rng.choice(sorted(moves))
                board = with_discs(board, disc, {move} | moves[move])
            disc = "XO".replace(disc, "")
    return sorted(positions, key=lambda position: discs_on(position[0]))


def recorded() -> list[tuple[Cell, Board, str, Board]]:
    """The moves of the recorded games: cell, board before, disc, board after."""
    moves = []
    for record, end in RECORDS:
        board, disc = START, "X"
        for row, column in (map(int, move) for move in record.split()):
            if not oracle(board, disc):
                disc = "XO".replace(disc, "")
            before, turned = board, oracle(board, disc)[row, column]
            board = with_discs(board, disc, {(row, column)} | turned)
            moves.append(((row, column), before, disc, board))
            disc = "XO".replace(disc, "")
        if board != end:
            raise AssertionError(f"the game {record} does not end as it is drawn")
    return moves


# What a learner is shown


def draw(call: Call) -> str:
    """The board, with signs for the move and for what is right and wrong about the answer."""
    if call.function == "new_board":
        return draw_start(call.got)
    board = call.arguments[0]
    assert isinstance(board, list)
    if call.function == "flips" and isinstance(call.expected, set):
        return draw_flips(call, board)
    if call.function == "legal_moves" and isinstance(call.expected, set):
        words = {
            "+": "a legal move, in the answer",
            "-": "a legal move, missing in the answer",
            "!": "in the answer, but not a legal move",
        }
        return picture(board, judged(call.expected, call.got), words)
    if call.function == "play" and isinstance(call.expected, list):
        return draw_play(call, board)
    return picture(board, move_of(call), {"*": "the move"})


def source(call: Call) -> str:
    """The call, with a board that shows its rows."""
    return call_with_rows(call.function, call.arguments)


def draw_start(got: object) -> str:
    """The first board, and beside it the one that came."""
    if not is_matrix(got):
        return ""
    right = ["as it should be:", *draw_reversi(START).splitlines()]
    came = ["as it came:", *draw_reversi(got).splitlines()]
    pairs = zip_longest(right, came, fillvalue="")
    drawn = [f"{one:20}    {other}".rstrip() for one, other in pairs]
    known = all(cell in ("X", "O", " ") for row in got for cell in row)
    return "\n".join([*drawn, *([] if known else ["?  neither 'X' nor 'O' nor ' '"])])


def draw_flips(call: Call, board: Board) -> str:
    """The board before the move, and which discs turn over."""
    words = {
        "*": f"the move of {call.arguments[1]}",
        "#": f"the move of {call.arguments[1]}: in the answer, but not turned over",
        "+": "turns over, in the answer",
        "-": "turns over, missing in the answer",
        "!": "in the answer, but does not turn over",
    }
    signs = judged(call.expected, call.got)
    move = {cell: "#" if cell in signs else sign for cell, sign in move_of(call).items()}
    return picture(board, signs | move, words)


def draw_play(call: Call, board: Board) -> str:
    """The board before the move, and what should and what did become of it."""
    words = {
        "*": f"the move of {call.arguments[1]}",
        "#": f"the move of {call.arguments[1]}: the disc is not there",
        "+": "turned over, as it should",
        "-": "not turned over, but should be",
        "!": "changed, but should not be",
    }
    wrong = compared(call.got, call.expected)
    turning = compared(call.expected, board)
    signs = {
        cell: "#" if cell in move_of(call) else "-" if cell in turning else "!" for cell in wrong
    }
    if not wrong:
        words["+"] = "has to turn over"  # The answer is no board: nothing can be said about it.
    return picture(board, dict.fromkeys(turning, "+") | move_of(call) | signs, words)


def picture(board: Board, signs: dict[Cell, str], words: dict[str, str]) -> str:
    """A board with signs on it, and below it the meaning of those that are used."""
    legend = [f"{sign}  {word}" for sign, word in words.items() if sign in signs.values()]
    return "\n".join([draw_reversi(board, signs), *legend])


def move_of(call: Call) -> dict[Cell, str]:
    """The sign of the move that a call is about, if it is on the board."""
    return {cell: "*" for cell in CELLS if cell == call.arguments[2:]}


def judged(expected: object, got: object) -> dict[Cell, str]:
    """A sign for each cell that is in a set of cells, or should be."""
    assert isinstance(expected, set)
    answer = {cell for cell in got if cell in CELLS} if isinstance(got, (set, list)) else set()
    return {
        cell: "!" if cell not in expected else "+" if cell in answer else "-"
        for cell in expected | answer
    }


def compared(got: object, expected: object) -> dict[Cell, str]:
    """A sign for each cell in which two boards differ; none if one of them is no board."""
    try:
        return {
            (row, column): "!"
            for row, column in CELLS
            if got[row][column] != expected[row][column]  # type: ignore[index]
        }
    except (TypeError, LookupError):
        return {}


def meaning(function: str, value: object) -> str:
    """An answer in words."""
    if function == "flips" and value == set():
        return "nothing turns over, the move is illegal"
    if function == "legal_moves" and value == set():
        return "no move, the side has to pass"
    return ""
