"""The table of reversi_bitboards: the rules of Reversi on two 64-bit ints, and perft to prove them.

Boards are drawn with the discs of the player, the side to move, as X and those of the opponent as
O. Cells are (row, column), both from 0, and cell (row, column) is bit 8 * row + column.
`reachable=False` says that no game comes to this position: most of those boards have an empty cell
among the four in the middle, which are full from the start.

Stages:
    flips               runs in each direction, runs that are not closed, taken cells, bad input
    moves               legal moves, moves and passes that are played, those that are refused
    edges do not wrap   runs along the edges, up to them and, by the number of the bit, across them
    agrees with reversi_flips
                        all of it on 3,000 positions of played games
    perft               the published table to depth 7, passes, finished games, bad input
    cost                the calls and the lines that depth 5 takes, where the last ply is counted

Code that counts the last ply makes 0 to 632 calls of itself for depth 5 and runs at most 1.8 times
the lines that are expected; code that plays it makes 1,712 calls, or runs 4.8 times the lines. To
merge equal positions is no substitute: at these depths nearly all of them differ.

In the first two stages no run comes from beyond an edge or goes on there.

The oracle looks at cells by row and column and walks step by step, as the kata reversi_flips does.
It knows no bits, no shifts and no masks.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import cache
from itertools import product
from typing import TypeAlias

import pytest
from kata_kit import BadInput, Call, Case, Kata
from kata_kit.boards import draw_reversi

Cell: TypeAlias = tuple[int, int]

CHAPTER = "Invent Your Own Computer Games with Python, chapter 15, the game that is shown"
HINTS = "Invent Your Own Computer Games with Python, chapter 15, the board that is shown with hints"
BIK = "Aart Bik, Perft for Reversi, the table"


def bit(row: int, column: int) -> int:
    """The mask of one cell."""
    return 1 << 8 * row + column


def mask(*cells: Cell) -> int:
    """The mask of some cells."""
    return sum(bit(row, column) for row, column in cells)


def position(*rows: str) -> tuple[int, int]:
    """Eight rows of text as `(player, opponent)`: X is the player, O the opponent."""
    cells = list(product(range(8), range(8)))
    player, opponent = (
        mask(*[(row, column) for row, column in cells if rows[row][column] == disc])
        for disc in "XO"
    )
    return player, opponent


# fmt: off
START = position("........",
                 "........",
                 "........",
                 "...XO...",
                 "...OX...",
                 "........",
                 "........",
                 "........")
# Positions that games reach. The games stand in RECORDS.
SECOND_PLY = position("........",
                      "........",
                      "....O...",
                      "...OO...",
                      "...XO...",
                      "........",
                      "........",
                      "........")
# X on (2, 5) turns discs over in all eight directions.
EIGHT_WAYS = position("..XXXXXX",
                      "..XOOOOX",
                      "..XOO.OX",
                      ".X.OOOOX",
                      "..XXOXXX",
                      "..XOXX..",
                      "..OXXXX.",
                      "..O.X...")
# One empty cell, (0, 7).
LAST_CELL = position("XOOOOOO.",
                     "XOOOOOOO",
                     "XOXXOOOO",
                     "XXOXOXOO",
                     "XOXOXOXO",
                     "XXOXOXOO",
                     "XXXOOOXO",
                     "XXXOOXXX")
# The player has to pass.
EARLY_PASS = position(".....O.X",
                      "......O.",
                      "....XXOO",
                      "...XX...",
                      "..XXX...",
                      "........",
                      "........",
                      "........")
LATE_PASS = position("XXXX....",
                     "XXXX....",
                     "XXXXX...",
                     "XXXXX..O",
                     "XXXXXXXO",
                     "XXXXXX.O",
                     ".XXXXXX.",
                     ".XXXXX..")
# Neither side can move. The side to move has no disc in the first of them.
NO_DISC_LEFT = position("........",
                        "..OOOOO.",
                        "...OOO..",
                        "...OO...",
                        "..OOO...",
                        "........",
                        "........",
                        "........")
ONE_DISC_LEFT = position("........",
                         "........",
                         ".....O..",
                         ".OOOO...",
                         "OOOOO...",
                         ".O.O....",
                         "..O.....",
                         ".O.X....")
FULL_BOARD = position("OOOOOOOX",
                      "XOOOXOXX",
                      "XOOOXXXX",
                      "XOOXOXXX",
                      "XOXXOOXO",
                      "XXOOXOOO",
                      "XXOOOOXO",
                      "XXXXXXXO")
# Boards of the chapter.
WITH_HINTS = position("........",
                      "........",
                      "...OOO..",
                      "...OOX..",
                      "...OOOX.",
                      "........",
                      "........",
                      "........")
LATE_GAME = position("OOOOOOOO",
                     "OOOOOOOO",
                     "OOOOOOOO",
                     "OOXOOOOO",
                     "OOOXOXOX",
                     "OXOXXOO.",
                     "OXXOOOOO",
                     "OXXO..X.")
# Positions that no game comes to, with nothing near an edge: the player has to pass, and neither
# side can move.
PASS_IN_THE_MIDDLE = position("........",
                              "........",
                              "........",
                              "..XOX...",
                              "........",
                              "........",
                              "........",
                              "........")
END_IN_THE_MIDDLE = position("........",
                             "........",
                             "..X.....",
                             "........",
                             ".....O..",
                             "........",
                             "........",
                             "........")
# fmt: on

# Games from the first position, with the position after the last move. A move is its row and its
# column; a side that has no move is passed over.
RECORDS = (
    ("24", SECOND_PLY),
    ("24 25 26 16 42 27 07 05", EARLY_PASS),
    ("24 23 12 15 14 25 42 13 16", NO_DISC_LEFT),
    ("42 32 25 53 62 51 31 73 71 41 40", ONE_DISC_LEFT),
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
        FULL_BOARD,
    ),
)


# Stage: flips

# fmt: off
FLIPS = (
    Case(
        "The example: the player moves to column 5 and row 3, counted from 1",
        (*START, bit(2, 4)),
        mask((3, 4)),
        why="The O on (3, 4) is between the move and the X on (4, 4).",
        source=CHAPTER,
    ),
    Case(
        "From the start, a run to the left is closed",
        (*START, bit(3, 5)),
        mask((3, 4)),
        why="The O on (3, 4) is between the X on (3, 3) and the move.",
    ),
    Case(
        "From the start, a run to the right is closed",
        (*START, bit(4, 2)),
        mask((4, 3)),
        why="The O on (4, 3) is between the move and the X on (4, 4).",
    ),
    Case(
        "From the start, a run above the move is closed",
        (*START, bit(5, 3)),
        mask((4, 3)),
        why="The O on (4, 3) is between the X on (3, 3) and the move.",
    ),
    Case(
        "The second move of a game closes a run on a diagonal",
        (*SECOND_PLY, bit(2, 5)),
        mask((3, 4)),
        why="Diagonals count: the O on (3, 4) is between the move and the X on (4, 3).",
    ),
    Case(
        "Two discs on the diagonal up to the left",
        (*position("........",
                   ".X......",
                   "..O.....",
                   "...O....",
                   "........",
                   "........",
                   "........",
                   "........"), bit(4, 4)),
        mask((2, 2), (3, 3)),
        why="A run may be of any length; the X behind it closes all of it.",
        reachable=False,
    ),
    Case(
        "Three discs on the diagonal up to the right",
        (*position("........",
                   "......X.",
                   ".....O..",
                   "....O...",
                   "...O....",
                   "........",
                   "........",
                   "........"), bit(5, 2)),
        mask((2, 5), (3, 4), (4, 3)),
        why="One step up to the right is 7 bits less.",
        reachable=False,
    ),
    Case(
        "Three discs on the diagonal down to the right",
        (*position("........",
                   "........",
                   "........",
                   "..O.....",
                   "...O....",
                   "....O...",
                   ".....X..",
                   "........"), bit(2, 1)),
        mask((3, 2), (4, 3), (5, 4)),
        why="One step down to the right is 9 bits more.",
        reachable=False,
    ),
    Case(
        "Five discs in a column below the move",
        (*position("........",
                   "......O.",
                   "......O.",
                   "......O.",
                   "......O.",
                   "......O.",
                   "......X.",
                   "........"), bit(0, 6)),
        mask((1, 6), (2, 6), (3, 6), (4, 6), (5, 6)),
        why="One step down is 8 bits more.",
        reachable=False,
    ),
    Case(
        "Six discs from corner to corner, and the move is bit 0",
        (*position("........",
                   ".O......",
                   "..O.....",
                   "...O....",
                   "....O...",
                   ".....O..",
                   "......O.",
                   ".......X"), bit(0, 0)),
        mask((1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6)),
        why="No run is longer than six discs.",
        reachable=False,
    ),
    Case(
        "Six discs from corner to corner, and the move is bit 63",
        (*position("X.......",
                   ".O......",
                   "..O.....",
                   "...O....",
                   "....O...",
                   ".....O..",
                   "......O.",
                   "........"), bit(7, 7)),
        mask((1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6)),
        why="Bit 63 is a cell like the others.",
        reachable=False,
    ),
    Case(
        "The board that is shown with hints: three runs from one move",
        (*WITH_HINTS, bit(4, 2)),
        mask((4, 3), (4, 4), (4, 5)),
        why="The three O on row 4 are between the move and the X on (4, 6).",
        source=HINTS,
    ),
    Case(
        "A move in a game turns discs over in all eight directions",
        (*EIGHT_WAYS, bit(2, 5)),
        mask((1, 4), (1, 5), (1, 6), (2, 3), (2, 4), (2, 6), (3, 4), (3, 5), (3, 6)),
        why="One move turns over every run that it closes.",
    ),
    Case(
        "The last empty cell of a game, in the corner that is bit 7",
        (*LAST_CELL, bit(0, 7)),
        mask((0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (0, 6),
             (1, 6), (2, 5), (3, 4), (4, 3), (5, 2),
             (1, 7), (2, 7), (3, 7), (4, 7), (5, 7), (6, 7)),
        why="Three runs are closed: along the top, on the diagonal and down the right edge.",
    ),
    Case(
        "One direction is closed and the others are not",
        (*position("........",
                   "........",
                   "........",
                   "........",
                   "........",
                   ".XOO.O.X",
                   "....O...",
                   "....O..."), bit(5, 4)),
        mask((5, 2), (5, 3)),
        why="To the right there is a gap, and below the run ends at the edge.",
        reachable=False,
    ),
    Case(
        "Only the nearest run of a direction turns over",
        (*position("........",
                   "........",
                   "........",
                   "........",
                   ".OXOX...",
                   "........",
                   "........",
                   "........"), bit(4, 0)),
        mask((4, 1)),
        why="The X on (4, 2) ends the run; the O behind it is not next to it.",
        reachable=False,
    ),
    Case(
        "A disc that turns over closes no run",
        (*position("........",
                   "........",
                   "..OOX...",
                   "...O....",
                   "...X....",
                   "........",
                   "........",
                   "........"), bit(2, 1)),
        mask((2, 2), (2, 3)),
        why="The O on (3, 3) is between two X afterwards, but the move is not in line with it.",
        reachable=False,
    ),
)

NO_FLIPS = (
    Case(
        "Between the move and the player's disc there is no disc",
        (*START, bit(2, 3)),
        0,
        why="Below the move there is an X right away, so there is no run.",
    ),
    Case(
        "No disc is next to the move",
        (*START, bit(0, 0)),
        0,
        why="A run begins right beside the move.",
    ),
    Case(
        "The run ends at an empty cell",
        (*START, bit(2, 5)),
        0,
        why="The run on the diagonal down to the left is (3, 4) and (4, 3), and no X is behind it.",
    ),
    Case(
        "The run has a gap",
        (*position("........",
                   "........",
                   "........",
                   "........",
                   ".OO.OX..",
                   "........",
                   "........",
                   "........"), bit(4, 0)),
        0,
        why="Beyond the empty cell the run does not go on.",
        reachable=False,
    ),
    Case(
        "The run is closed, but the cell is taken by the player",
        (*position("........",
                   "........",
                   "........",
                   "........",
                   "...XOOX.",
                   "........",
                   "........",
                   "........"), bit(4, 3)),
        0,
        why="A taken cell is no move, and for `flips` no error either.",
        reachable=False,
    ),
    Case(
        "The run is closed, but the cell is taken by the opponent",
        (*position("........",
                   "........",
                   "........",
                   "........",
                   "...OOOX.",
                   "........",
                   "........",
                   "........"), bit(4, 3)),
        0,
        why="A taken cell is no move, and for `flips` no error either.",
        reachable=False,
    ),
)
# fmt: on

BAD_BOARDS = (
    BadInput(
        "Both sides are on one cell, and the player's board is quoted",
        (0x0000_0010_0C00_0000, 0x0000_0008_1400_0000),
        why="A cell holds one disc at most.",
        quotes="0x100c000000",
    ),
    BadInput(
        "Both sides are on one cell, and the opponent's board is quoted",
        (0x0000_0010_0C00_0000, 0x0000_0008_1400_0000),
        why="A message that shows both boards lets the reader see the shared cell.",
        quotes="0x814000000",
    ),
    BadInput(
        "Both sides are on the first cell",
        (0x0000_0000_0000_0001, 0x0000_0000_0000_0001),
        why="The shared cell may be any cell.",
    ),
    BadInput(
        "Both sides are on the last cell",
        (0x8000_0000_0000_0000, 0x8000_0000_0000_0000),
        why="The shared cell may be any cell.",
    ),
    BadInput(
        "The player has bit 64",
        (0x1_0000_0010_0800_0000, 0x0000_0008_1000_0000),
        why="A board has 64 cells, and the last one is bit 63.",
        quotes="0x10000001008000000",
    ),
    BadInput(
        "The opponent has bit 64",
        (0x0000_0010_0800_0000, 0x1_0000_0008_1000_0000),
        why="Both boards have 64 bits at most.",
        quotes="0x10000000810000000",
    ),
    BadInput(
        "The player's board is negative",
        (-1, 0),
        why="A negative number is no set of cells.",
        quotes="-0x1",
    ),
    BadInput(
        "The opponent's board is negative",
        (0, -0x1_0000_0000_0000_0000),
        why="The 64 lowest bits of this number are 0, but it is no set of cells.",
        quotes="-0x10000000000000000",
    ),
)

# For `flips` and `play`.
BAD_MOVES = (
    BadInput(
        "The move has two bits, each of them a legal move",
        (*START, mask((2, 4), (3, 5))),
        why="A move is one cell.",
        quotes="0x20100000",
    ),
    BadInput(
        "The move has two bits, on cells where nothing turns over",
        (*START, mask((0, 0), (7, 7))),
        why="A move is one cell, whatever is on the board.",
        quotes="0x8000000000000001",
    ),
    BadInput(
        "The move has two bits, on taken cells",
        (*START, mask((3, 3), (3, 4))),
        why="A move is one cell, also where no move is possible.",
        quotes="0x18000000",
    ),
    BadInput(
        "The move has all 64 bits",
        (*START, 0xFFFF_FFFF_FFFF_FFFF),
        why="A move is one cell.",
        quotes="0xffffffffffffffff",
    ),
    BadInput(
        "The move is bit 64",
        (*START, 0x1_0000_0000_0000_0000),
        why="The last cell of the board is bit 63.",
        quotes="0x10000000000000000",
    ),
    BadInput(
        "The move is negative",
        (*START, -1),
        why="A negative number is no mask.",
        quotes="-0x1",
    ),
    BadInput(
        "The move is negative, and its 64 lowest bits are one cell",
        (*START, -0x8000_0000_0000_0000),
        why="A negative number is no mask, whatever its lowest bits are.",
        quotes="-0x8000000000000000",
    ),
)
NO_BIT = BadInput(
    "The move has no bit",
    (*START, 0),
    why="0 is no cell; only `play` knows it, as a pass.",
    quotes="0x0",
)


@pytest.mark.stage("flips")
@pytest.mark.parametrize("case", FLIPS, ids=str)
def test_flips(kata: Kata, case: Case) -> None:
    assert kata.flips(*case.arguments) == case.expected


@pytest.mark.stage("flips")
@pytest.mark.parametrize("case", NO_FLIPS, ids=str)
def test_no_flips(kata: Kata, case: Case) -> None:
    assert kata.flips(*case.arguments) == case.expected


@pytest.mark.stage("flips")
def test_flips_of_every_run(kata: Kata) -> None:
    """Every run of every length in every direction, closed and not closed."""
    closed = [((2**end, mask_of(run), 2**move), mask_of(run)) for move, run, end in runs()]
    opened = [((0, mask_of(run), 2**move), 0) for move, run, end in runs()]
    rows = sorted(closed + opened, key=lambda row: discs_of(row[0]))
    assert kata.flips.each([call for call, _ in rows]) == [turned for _, turned in rows]


@pytest.mark.stage("flips")
@pytest.mark.parametrize("case", BAD_BOARDS, ids=str)
def test_flips_on_bad_boards(kata: Kata, case: BadInput) -> None:
    assert case.quotes in kata.flips.refusal(*case.arguments, bit(2, 4))


@pytest.mark.stage("flips")
@pytest.mark.parametrize("case", [*BAD_MOVES, NO_BIT], ids=str)
def test_flips_of_bad_moves(kata: Kata, case: BadInput) -> None:
    assert case.quotes in kata.flips.refusal(*case.arguments)


# Stage: moves

LEGAL_MOVES = (
    Case(
        "From the start, there are four moves",
        START,
        mask((2, 4), (3, 5), (4, 2), (5, 3)),
        why="Each of the two O can be closed in from two sides.",
    ),
    Case(
        "The other side has four moves, too",
        (START[1], START[0]),
        mask((2, 3), (3, 2), (4, 5), (5, 4)),
        why="The first board is the side to move, whichever side of the game that is.",
    ),
    Case(
        "The second ply has three moves",
        SECOND_PLY,
        mask((2, 3), (2, 5), (4, 5)),
        why="A run in a column, one on a diagonal and one in a row.",
    ),
    Case(
        "The board that is shown with hints has six moves",
        WITH_HINTS,
        mask((1, 3), (1, 5), (3, 2), (4, 2), (5, 3), (5, 5)),
        why="A cell is in the answer once, however many runs end there.",
        source=HINTS,
    ),
    Case(
        "The player has to pass",
        PASS_IN_THE_MIDDLE,
        0,
        why="The run of O is between two X, so at neither end is an empty cell.",
        reachable=False,
    ),
    Case(
        "The other side does not have to pass",
        (PASS_IN_THE_MIDDLE[1], PASS_IN_THE_MIDDLE[0]),
        mask((3, 1), (3, 5)),
        why="The moves of one side say nothing about those of the other one.",
        reachable=False,
    ),
    Case(
        "The discs of the two sides are apart",
        END_IN_THE_MIDDLE,
        0,
        why="A run begins right beside a disc of the player.",
        reachable=False,
    ),
    Case(
        "The player has no disc left",
        NO_DISC_LEFT,
        0,
        why="Without a disc of one's own no run can be closed.",
    ),
    Case(
        "The opponent has no disc left",
        (NO_DISC_LEFT[1], NO_DISC_LEFT[0]),
        0,
        why="Without a disc of the opponent there is no run.",
    ),
    Case(
        "The board is empty",
        (0, 0),
        0,
        why="A move needs a run that it closes.",
        reachable=False,
    ),
)

# fmt: off
PLAY = (
    Case(
        "The first move of the example, after which the score is 4 to 1",
        (*START, bit(2, 4)),
        SECOND_PLY,
        why="The disc is put down, (3, 4) turns over, and then the other side is the player.",
        source=CHAPTER,
    ),
    Case(
        "A move that turns discs over in all eight directions",
        (*EIGHT_WAYS, bit(2, 5)),
        position("..OOOOOO",
                 "..OXOOOO",
                 "..OOOOOO",
                 ".O.XOOOO",
                 "..OOXOOO",
                 "..OXOO..",
                 "..XOOOO.",
                 "..X.O..."),
        why="All closed runs turn over in one move, and the sides are swapped.",
    ),
    Case(
        "The last move of a game",
        (*LAST_CELL, bit(0, 7)),
        position("OOOOOOOO",
                 "OXXXXXOO",
                 "OXOOXOXO",
                 "OOXOOOXO",
                 "OXOOOXOO",
                 "OOOOXOXO",
                 "OOOXXXOO",
                 "OOOXXOOO"),
        why="The sides are swapped also when nobody can move any more.",
    ),
    Case(
        "A pass",
        (*PASS_IN_THE_MIDDLE, 0),
        (PASS_IN_THE_MIDDLE[1], PASS_IN_THE_MIDDLE[0]),
        why="The discs stay as they are, and the other side is to move.",
        reachable=False,
    ),
)
# fmt: on

# Moves that `flips` answers with 0, and passes.
ILLEGAL = (
    BadInput(
        "A move that turns nothing over",
        (*START, bit(2, 3)),
        why="A move has to turn over at least one disc.",
        quotes="0x80000",
    ),
    BadInput(
        "A move far away from all discs",
        (*START, bit(7, 7)),
        why="A move has to turn over at least one disc.",
        quotes="0x8000000000000000",
    ),
    BadInput(
        "A move to a cell that the player has taken",
        (*START, bit(3, 3)),
        why="A move needs an empty cell.",
        quotes="0x8000000",
    ),
    BadInput(
        "A move to a cell that the opponent has taken",
        (*START, bit(3, 4)),
        why="A move needs an empty cell.",
        quotes="0x10000000",
    ),
    BadInput(
        "A move of the side that has to pass",
        (*PASS_IN_THE_MIDDLE, bit(3, 1)),
        why="This is a legal move of the other side only.",
        quotes="0x2000000",
    ),
    BadInput(
        "A pass at the start",
        (*START, 0),
        why="A side that has a legal move has to move.",
        quotes="0x1008000000",
    ),
    BadInput(
        "A pass of a side that has the only move that is left",
        (*LAST_CELL, 0),
        why="A side that has a legal move has to move, even if the other side has none.",
        quotes="0xe7472b552b0d0101",
    ),
    BadInput(
        "A pass when neither side can move",
        (*END_IN_THE_MIDDLE, 0),
        why="The game is finished: nobody moves, and nobody passes.",
        quotes="0x2000000000",
    ),
    BadInput(
        "A pass when the player has no disc",
        (*NO_DISC_LEFT, 0),
        why="The game is finished: nobody moves, and nobody passes.",
    ),
    BadInput(
        "A pass on a full board",
        (*FULL_BOARD, 0),
        why="The game is finished: nobody moves, and nobody passes.",
    ),
)


@pytest.mark.stage("moves")
@pytest.mark.parametrize("case", LEGAL_MOVES, ids=str)
def test_legal_moves(kata: Kata, case: Case) -> None:
    assert kata.legal_moves(*case.arguments) == case.expected


@pytest.mark.stage("moves")
def test_legal_moves_of_every_run(kata: Kata) -> None:
    """Every run of every length in every direction, between a disc of the player and the move."""
    calls = [(2**end, mask_of(run)) for _, run, end in runs()]
    assert kata.legal_moves.each(calls) == [2**move for move, _, _ in runs()]


@pytest.mark.stage("moves")
@pytest.mark.parametrize("case", BAD_BOARDS, ids=str)
def test_legal_moves_on_bad_boards(kata: Kata, case: BadInput) -> None:
    assert case.quotes in kata.legal_moves.refusal(*case.arguments)


@pytest.mark.stage("moves")
@pytest.mark.parametrize("case", PLAY, ids=str)
def test_play(kata: Kata, case: Case) -> None:
    assert kata.play(*case.arguments) == case.expected


@pytest.mark.stage("moves")
@pytest.mark.parametrize("case", ILLEGAL, ids=str)
def test_play_of_illegal_moves(kata: Kata, case: BadInput) -> None:
    assert case.quotes in kata.play.refusal(*case.arguments)


@pytest.mark.stage("moves")
@pytest.mark.parametrize("case", BAD_MOVES, ids=str)
def test_play_of_bad_moves(kata: Kata, case: BadInput) -> None:
    assert case.quotes in kata.play.refusal(*case.arguments)


@pytest.mark.stage("moves")
@pytest.mark.parametrize("case", BAD_BOARDS, ids=str)
def test_play_on_bad_boards(kata: Kata, case: BadInput) -> None:
    assert case.quotes in kata.play.refusal(*case.arguments, bit(2, 4))


@pytest.mark.stage("moves")
@pytest.mark.parametrize("case", BAD_BOARDS, ids=str)
def test_passes_on_bad_boards(kata: Kata, case: BadInput) -> None:
    assert case.quotes in kata.play.refusal(*case.arguments, 0)


# Stage: edges do not wrap

# fmt: off
EDGES = (
    Case(
        "A run along the top edge",
        (*position(".OOOOOOX",
                   "........",
                   "........",
                   "........",
                   "........",
                   "........",
                   "........",
                   "........"), bit(0, 0)),
        mask((0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (0, 6)),
        why="A run along an edge can be closed like any other run.",
        reachable=False,
    ),
    Case(
        "A run along the bottom edge",
        (*position("........",
                   "........",
                   "........",
                   "........",
                   "........",
                   "........",
                   "........",
                   "XOOOOOO."), bit(7, 7)),
        mask((7, 1), (7, 2), (7, 3), (7, 4), (7, 5), (7, 6)),
        why="A run along an edge can be closed like any other run.",
        reachable=False,
    ),
    Case(
        "A run along the left edge",
        (*position("X.......",
                   "O.......",
                   "O.......",
                   "O.......",
                   "O.......",
                   "O.......",
                   "O.......",
                   "........"), bit(7, 0)),
        mask((1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0)),
        why="What keeps runs from wrapping at the first column must not forbid runs in it.",
        reachable=False,
    ),
    Case(
        "A run along the right edge",
        (*position("........",
                   ".......O",
                   ".......O",
                   ".......O",
                   ".......O",
                   ".......O",
                   ".......O",
                   ".......X"), bit(0, 7)),
        mask((1, 7), (2, 7), (3, 7), (4, 7), (5, 7), (6, 7)),
        why="What keeps runs from wrapping at the last column must not forbid runs in it.",
        reachable=False,
    ),
    Case(
        "To the right, a run leaves row 3 and meets the player's disc in row 4",
        (*position("........",
                   "........",
                   "........",
                   "......OO",
                   "X.......",
                   "........",
                   "........",
                   "........"), bit(3, 5)),
        0,
        why="Bit 32 follows bit 31, but (4, 0) is not beside (3, 7).",
        reachable=False,
    ),
    Case(
        "To the right of the last column, a run begins in the next row",
        (*position("........",
                   "........",
                   "........",
                   "........",
                   "OX......",
                   "........",
                   "........",
                   "........"), bit(3, 7)),
        0,
        why="Bit 32 follows bit 31, but (4, 0) is not beside (3, 7).",
        reachable=False,
    ),
    Case(
        "To the left, a run leaves row 4 and meets the player's disc in row 3",
        (*position("........",
                   "........",
                   "........",
                   ".......X",
                   "OO......",
                   "........",
                   "........",
                   "........"), bit(4, 2)),
        0,
        why="Bit 32 follows bit 31, but (4, 0) is not beside (3, 7).",
        reachable=False,
    ),
    Case(
        "To the left of the first column, a run begins in the row above",
        (*position("........",
                   "........",
                   "........",
                   "......XO",
                   "........",
                   "........",
                   "........",
                   "........"), bit(4, 0)),
        0,
        why="Bit 32 follows bit 31, but (4, 0) is not beside (3, 7).",
        reachable=False,
    ),
    Case(
        "Down to the right, a run comes in again on the left",
        (*position("........",
                   "........",
                   "........",
                   ".......O",
                   "........",
                   "X.......",
                   "........",
                   "........"), bit(2, 6)),
        0,
        why="(3, 7) is bit 31, and 9 bits more is bit 40, which is (5, 0).",
        reachable=False,
    ),
    Case(
        "Up to the right, a run comes in again on the left",
        (*position("........",
                   "........",
                   "........",
                   "X......O",
                   "........",
                   "........",
                   "........",
                   "........"), bit(4, 6)),
        0,
        why="(3, 7) is bit 31, and 7 bits less is bit 24, which is (3, 0).",
        reachable=False,
    ),
    Case(
        "Down to the left, a run comes in again on the right",
        (*position("........",
                   "........",
                   "........",
                   "O......X",
                   "........",
                   "........",
                   "........",
                   "........"), bit(2, 1)),
        0,
        why="(3, 0) is bit 24, and 7 bits more is bit 31, which is (3, 7).",
        reachable=False,
    ),
    Case(
        "Up to the left, a run comes in again on the right",
        (*position("........",
                   ".......X",
                   "........",
                   "O.......",
                   "........",
                   "........",
                   "........",
                   "........"), bit(4, 1)),
        0,
        why="(3, 0) is bit 24, and 9 bits less is bit 15, which is (1, 7).",
        reachable=False,
    ),
)

MOVES_AT_EDGES = (
    Case(
        "Runs that end at the bottom",
        position("........",
                 "........",
                 "........",
                 "........",
                 "........",
                 "X......X",
                 "OO....OO",
                 "O.O..O.O"),
        0,
        why="An int of Python goes on after bit 63, but the board does not.",
        reachable=False,
    ),
    Case(
        "Runs that end at the top",
        position("O.O..O.O",
                 "OO....OO",
                 "X......X",
                 "........",
                 "........",
                 "........",
                 "........",
                 "........"),
        0,
        why="Above row 0 there is no cell.",
        reachable=False,
    ),
    Case(
        "Runs that end at the right edge",
        position("........",
                 "......O.",
                 ".....O..",
                 "....XOOO",
                 ".....O..",
                 "......O.",
                 "........",
                 "........"),
        mask((0, 7), (6, 7)),
        why="The run in row 3 ends at the edge; (4, 0) is no cell behind it.",
        reachable=False,
    ),
    Case(
        "Runs that end at the left edge",
        position("........",
                 "........",
                 ".O......",
                 "OOX.....",
                 ".O......",
                 "........",
                 "........",
                 "........"),
        mask((1, 0), (5, 0)),
        why="The run in row 3 ends at the edge; (2, 7) is no cell behind it.",
        reachable=False,
    ),
    Case(
        "Runs that begin in the corners",
        position("XO....OX",
                 "OO....OO",
                 "........",
                 "........",
                 "........",
                 "........",
                 "OO....OO",
                 "XO....OX"),
        mask((0, 2), (0, 5), (2, 0), (2, 2), (2, 5), (2, 7),
             (5, 0), (5, 2), (5, 5), (5, 7), (7, 2), (7, 5)),
        why="From a corner three directions stay on the board, and five leave it.",
        reachable=False,
    ),
    Case(
        "In a game, the player has to pass",
        EARLY_PASS,
        0,
        why="No run of O that begins beside an X ends at an empty cell.",
    ),
    Case(
        "In the same game, the other side does not have to pass",
        (EARLY_PASS[1], EARLY_PASS[0]),
        mask((2, 3), (5, 2)),
        why="A run in row 2 and a run on a diagonal are closed, and none that crosses an edge.",
    ),
    Case(
        "Late in the game there are three moves",
        LATE_GAME,
        mask((5, 7), (7, 4), (7, 5)),
        why="At the fourth empty cell, (7, 7), no run ends.",
        source=CHAPTER,
    ),
    Case(
        "The only move is the last empty cell",
        LAST_CELL,
        mask((0, 7)),
        why="Three runs end in the corner; beyond it there is no cell.",
    ),
    Case(
        "The board is full",
        FULL_BOARD,
        0,
        why="A move needs an empty cell on the board.",
    ),
)

PASSES_AT_EDGES = (
    Case(
        "A pass early in the game",
        (*EARLY_PASS, 0),
        (EARLY_PASS[1], EARLY_PASS[0]),
        why="The discs stay as they are, and the other side is to move.",
    ),
    Case(
        "A pass late in the game",
        (*LATE_PASS, 0),
        (LATE_PASS[1], LATE_PASS[0]),
        why="The discs stay as they are, and the other side is to move.",
    ),
)
# fmt: on


@pytest.mark.stage("edges do not wrap")
@pytest.mark.parametrize("case", EDGES, ids=str)
def test_flips_at_the_edges(kata: Kata, case: Case) -> None:
    assert kata.flips(*case.arguments) == case.expected


@pytest.mark.stage("edges do not wrap")
@pytest.mark.parametrize("case", MOVES_AT_EDGES, ids=str)
def test_legal_moves_at_the_edges(kata: Kata, case: Case) -> None:
    assert kata.legal_moves(*case.arguments) == case.expected


@pytest.mark.stage("edges do not wrap")
@pytest.mark.parametrize("case", PASSES_AT_EDGES, ids=str)
def test_passes_at_the_edges(kata: Kata, case: Case) -> None:
    assert kata.play(*case.arguments) == case.expected


@pytest.mark.stage("edges do not wrap")
def test_flips_of_every_run_across_an_edge(kata: Kata) -> None:
    """Every run of bits that are 1, 7, 8 or 9 apart and that leaves its line at an edge."""
    calls = [(*in_bits(board), 2**move) for board, move in across_edges()]
    assert kata.flips.each(calls) == [0] * len(calls)


@pytest.mark.stage("edges do not wrap")
def test_legal_moves_of_every_run_across_an_edge(kata: Kata) -> None:
    """Every run of bits that are 1, 7, 8 or 9 apart and that leaves its line at an edge."""
    boards = [board for board, _ in across_edges()]
    expected: list[object] = [mask_of(oracle(board)) for board in boards]
    assert kata.legal_moves.each([in_bits(board) for board in boards]) == expected


@pytest.mark.stage("edges do not wrap")
def test_legal_moves_of_every_run_up_to_an_edge(kata: Kata) -> None:
    """From every cell in every direction, a run that ends at the edge."""
    calls = [(2**number, mask_of(ray)) for number in range(64) for ray in rays(number)]
    calls.sort(key=discs_of)
    assert kata.legal_moves.each(calls) == [0] * len(calls)


# Stage: agrees with reversi_flips


@pytest.mark.stage("agrees with reversi_flips")
def test_legal_moves_in_played_games(kata: Kata) -> None:
    """The legal moves of 3,000 positions."""
    expected: list[object] = [mask_of(moves) for _, moves in played()]
    assert kata.legal_moves.each([in_bits(board) for board, _ in played()]) == expected


@pytest.mark.stage("agrees with reversi_flips")
def test_flips_in_played_games(kata: Kata) -> None:
    """The flips of a legal move and of any cell, in 3,000 positions."""
    rng = random.Random(64)
    calls, expected = [], []
    for board, moves in played():
        some = [rng.randrange(64), *rng.sample(list(moves), 1 if moves else 0)]
        calls += [(*in_bits(board), 2**move) for move in some]
        expected += [mask_of(moves.get(move, ())) for move in some]
    assert kata.flips.each(calls) == expected


@pytest.mark.stage("agrees with reversi_flips")
def test_play_in_played_games(kata: Kata) -> None:
    """A legal move, or the pass, of 3,000 positions."""
    rng = random.Random(64)
    calls, expected = [], []
    for board, moves in played():
        if moves:
            move = rng.choice(list(moves))
            calls.append((*in_bits(board), 2**move))
            expected.append(in_bits(after(board, move, moves[move])))
        elif oracle(swapped(board)):
            calls.append((*in_bits(board), 0))
            expected.append(in_bits(swapped(board)))
    assert kata.play.each(calls) == expected


@pytest.mark.stage("agrees with reversi_flips")
def test_play_of_the_records(kata: Kata) -> None:
    """Every move and every pass of the recorded games."""
    plies = sorted(recorded(), key=lambda ply: discs_of(in_bits(ply[0])))
    calls = [(*in_bits(board), move) for board, move, _ in plies]
    assert kata.play.each(calls) == [in_bits(board) for _, _, board in plies]


# Stage: perft

# The table goes on with 390,216 at depth 8, 3,005,288 at depth 9, 24,571,284 at depth 10 and
# 212,258,800 at depth 11. Those take too long here for code that plays every move.
FROM_THE_START = (
    Case("Depth 0", (*START, 0), 1, why="The position itself is 0 plies away.", source=BIK),
    Case("Depth 1", (*START, 1), 4, why="There are four first moves.", source=BIK),
    Case("Depth 2", (*START, 2), 12, why="Each first move has three answers.", source=BIK),
    Case("Depth 3", (*START, 3), 56, why="Some answers leave four moves, others five.", source=BIK),
    Case("Depth 4", (*START, 4), 244, why="Orders of moves count, not boards.", source=BIK),
    Case("Depth 5", (*START, 5), 1_396, why="Every legal move counts once.", source=BIK),
    Case("Depth 6", (*START, 6), 8_200, why="Every legal move counts once.", source=BIK),
    Case("Depth 7", (*START, 7), 55_092, why="Every legal move counts once.", source=BIK),
)

OTHER_POSITIONS = (
    Case(
        "The player has to pass, depth 0",
        (*EARLY_PASS, 0),
        1,
        why="The position itself is 0 plies away.",
    ),
    Case(
        "The player has to pass, depth 1",
        (*EARLY_PASS, 1),
        1,
        why="A pass is a ply, and there is one way to pass.",
    ),
    Case(
        "The player has to pass, depth 2",
        (*EARLY_PASS, 2),
        2,
        why="After the pass the other side has two moves.",
    ),
    Case(
        "The player has to pass, depth 5",
        (*EARLY_PASS, 5),
        205,
        why="If a pass were no ply, this would be the answer at depth 4.",
    ),
    Case(
        "Late in the game, depth 1",
        (*LATE_GAME, 1),
        3,
        why="There are three moves.",
    ),
    Case(
        "Late in the game, depth 2",
        (*LATE_GAME, 2),
        5,
        why="After two of the three moves the other side has two moves each; after one, it passes.",
    ),
    Case(
        "Late in the game, depth 4",
        (*LATE_GAME, 4),
        11,
        why="Passes and moves follow each other here, and each of them is a ply.",
    ),
    Case(
        "Late in the game, depth 5",
        (*LATE_GAME, 5),
        12,
        why="Games that are finished by then stay as one leaf each.",
    ),
    Case(
        "Late in the game, depth 12",
        (*LATE_GAME, 12),
        12,
        why="When all games are finished, more depth changes nothing.",
    ),
    Case(
        "A pass late in the game, depth 6",
        (*LATE_PASS, 6),
        15,
        why="Passes, moves and finished games come together here.",
    ),
    Case(
        "The last empty cell, depth 1",
        (*LAST_CELL, 1),
        1,
        why="There is one move.",
    ),
    Case(
        "The last empty cell, depth 3",
        (*LAST_CELL, 3),
        1,
        why="After the last move the game is finished, and stays as one leaf.",
    ),
    Case(
        "A full board, depth 1",
        (*FULL_BOARD, 1),
        1,
        why="A finished game has no children, but it is counted as one leaf.",
    ),
    Case(
        "Neither side can move, depth 1",
        (*ONE_DISC_LEFT, 1),
        1,
        why="The game is finished, though there are empty cells.",
    ),
    Case(
        "The player has no disc left, depth 2",
        (*NO_DISC_LEFT, 2),
        1,
        why="The game is finished, and is counted as one leaf.",
    ),
    Case(
        "A full board, depth 2,000",
        (*FULL_BOARD, 2_000),
        1,
        why="In a finished game nobody passes, so there is nothing to follow.",
    ),
)

BAD_DEPTHS = (
    BadInput(
        "The depth is -1",
        (*START, -1),
        why="A number of plies is 0 or more.",
        quotes="-1",
    ),
    BadInput(
        "The depth is -7 where the player has to pass",
        (*EARLY_PASS, -7),
        why="A bad depth is bad in every position.",
        quotes="-7",
    ),
    BadInput(
        "The depth is -1 in a finished game",
        (*FULL_BOARD, -1),
        why="A bad depth is bad in every position.",
        quotes="-1",
    ),
)


@pytest.mark.stage("perft")
@pytest.mark.parametrize("case", FROM_THE_START, ids=str)
def test_perft_from_the_start(kata: Kata, case: Case) -> None:
    assert kata.perft(*case.arguments) == case.expected


@pytest.mark.stage("perft")
@pytest.mark.parametrize("case", OTHER_POSITIONS, ids=str)
def test_perft(kata: Kata, case: Case) -> None:
    assert kata.perft(*case.arguments) == case.expected


@pytest.mark.stage("perft")
def test_perft_to_the_end(kata: Kata) -> None:
    """Positions with at most four empty cells, at each depth until the games are finished."""
    chosen = endings()
    calls = [(*in_bits(board), depth) for board, depth in chosen]
    assert kata.perft.each(calls) == [leaves(board, depth) for board, depth in chosen]


@pytest.mark.stage("perft")
@pytest.mark.parametrize("case", BAD_DEPTHS, ids=str)
def test_perft_of_bad_depths(kata: Kata, case: BadInput) -> None:
    assert case.quotes in kata.perft.refusal(*case.arguments)


@pytest.mark.stage("perft")
@pytest.mark.parametrize("case", BAD_BOARDS, ids=str)
def test_perft_on_bad_boards(kata: Kata, case: BadInput) -> None:
    assert case.quotes in kata.perft.refusal(*case.arguments, 0)


# Stage: cost


@pytest.mark.stage("cost")
def test_calls_for_perft_of_depth_5(kata: Kata) -> None:
    """The calls that perft takes for depth 5 from the start.

    There are 317 nodes at depth 0 to 4, and 1,396 at depth 5. These need not be played: after the
    last ply but one, the number of legal moves says how many there are.
    """
    assert kata.perft.calls(*START, 5) <= 900


@pytest.mark.stage("cost")
def test_lines_for_perft_of_depth_5(kata: Kata) -> None:
    """The lines that run for perft at depth 5, and those for one node, 244 times.

    There are 244 nodes at depth 4. One takes the lines of your legal_moves and of your play, and
    three times that is allowed. The 1,396 nodes at depth 5 are to be counted, and not to be played.
    """
    first_move = bit(2, 4)
    one_node = kata.legal_moves.lines(*START).number + kata.play.lines(*START, first_move).number
    assert kata.perft.lines(*START, 5) <= 3 * 244 * one_node


# The oracle. A board is a text of 64 signs, row by row, and X is the side to move.


@cache
def rays(number: int) -> list[list[int]]:
    """The signs on the way from a sign to the edge of the board, in each direction that has any."""
    row, column = divmod(number, 8)
    ways = [
        [
            8 * (row + down * steps) + column + right * steps
            for steps in range(1, 8)
            if 0 <= row + down * steps <= 7 and 0 <= column + right * steps <= 7
        ]
        for down, right in product((-1, 0, 1), repeat=2)
        if (down, right) != (0, 0)
    ]
    return [way for way in ways if way]


def oracle(board: str) -> dict[int, list[int]]:
    """Every legal move, with the discs that it turns over. About 0.05 ms."""
    moves: dict[int, list[int]] = {}
    for move in [number for number, sign in enumerate(board) if sign == "."]:
        for ray in rays(move):
            if board[ray[0]] == "O":
                signs = "".join([board[number] for number in ray])
                length = len(signs) - len(signs.lstrip("O"))
                if signs[length : length + 1] == "X":
                    moves[move] = moves.get(move, []) + ray[:length]
    return moves


def swapped(board: str) -> str:
    """The board after a pass: X is the side to move again."""
    return board.translate(str.maketrans("XO", "OX"))


def after(board: str, move: int, turned: list[int]) -> str:
    """The board after a move."""
    signs = list(board)
    for number in (move, *turned):
        signs[number] = "X"
    return swapped("".join(signs))


def leaves(board: str, depth: int) -> int:
    """The answer of perft."""
    moves = oracle(board)
    if depth == 0 or not (moves or oracle(swapped(board))):
        return 1
    if not moves:
        return leaves(swapped(board), depth - 1)
    return sum(leaves(after(board, *move), depth - 1) for move in moves.items())


def in_bits(board: str) -> tuple[int, int]:
    """A board as `(player, opponent)`."""
    # The first sign is the lowest bit, and `int` wants the highest one first.
    player, opponent = (
        int(board[::-1].translate(str.maketrans("XO.", digits)), 2) for digits in ("100", "010")
    )
    return player, opponent


def as_board(player: int, opponent: int) -> str:
    """`(player, opponent)` as a board; # is a cell that both have."""
    signs = {(0, 0): ".", (1, 0): "X", (0, 1): "O", (1, 1): "#"}
    return "".join(signs[player >> number & 1, opponent >> number & 1] for number in range(64))


# The positions that the oracle is asked about.


def mask_of(numbers: Iterable[int]) -> int:
    """The mask of some cells, by their places in the text."""
    return sum(2**number for number in numbers)


@cache
def runs() -> list[tuple[int, list[int], int]]:
    """Every run there can be, the short ones first: the move, the run, the cell that closes it."""
    found = [
        (move, ray[:length], ray[length])
        for move in range(64)
        for ray in rays(move)
        for length in range(1, len(ray))
    ]
    return sorted(found, key=lambda line: len(line[1]))


def discs_of(call: tuple[int, ...]) -> int:
    """How many discs are on the two bitboards that a call begins with."""
    player, opponent, *_ = call
    return (player | opponent).bit_count()


@cache
def across_edges() -> list[tuple[str, int]]:
    """Boards with a run that begins at a move by the numbers of the bits, but not on the board."""
    found = []
    for length, move, step in product(range(1, 7), range(64), (-9, -8, -7, -1, 1, 7, 8, 9)):
        line = [move + step * number for number in range(1, length + 2)]
        if 0 <= line[-1] < 64 and line not in [ray[: length + 1] for ray in rays(move)]:
            signs = ["O" if number in line else "." for number in range(64)]
            signs[line[-1]] = "X"
            found.append(("".join(signs), move))
    return found


@cache
def played() -> list[tuple[str, dict[int, list[int]]]]:
    """Positions of 50 random games, fewest discs first, with their moves. About 0.2 s, once."""
    rng = random.Random(10)
    positions = []
    for _ in range(50):
        board, passes = as_board(*START), 0
        while passes < 2:
            moves = oracle(board)
            positions.append((board, moves))
            passes = 0 if moves else passes + 1
            move = rng.choice(list(moves)) if moves else None
            board = swapped(board) if move is None else after(board, move, moves[move])
    check_what_there_is(positions)
    return sorted(positions, key=lambda position: -position[0].count("."))


def check_what_there_is(positions: list[tuple[str, dict[int, list[int]]]]) -> None:
    """Raise an AssertionError unless the games have what wrong code stumbles over."""
    moves = [(move, turned) for _, found in positions for move, turned in found.items()]
    numbers = {
        "moves in a corner": sum(move in (0, 7, 56, 63) for move, _ in moves),
        "moves on an edge": sum(not {*divmod(move, 8)}.isdisjoint((0, 7)) for move, _ in moves),
        "runs of six": sum(
            any(len(ray) == 7 and {*ray[:6]} <= {*turned} for ray in rays(move))
            for move, turned in moves
        ),
        "full rows": sum("." not in board[-8:] for board, _ in positions),
        "full columns": sum("." not in board[::8] for board, _ in positions),
        "full diagonals": sum("." not in board[::9] for board, _ in positions),
        "passes": sum(not found and bool(oracle(swapped(board))) for board, found in positions),
    }
    if len(positions) < 3_000 or min(numbers.values()) < 20:
        raise AssertionError(f"the games have too little: {len(positions)} positions, {numbers}")


def recorded() -> list[tuple[str, int, str]]:
    """The plies of the recorded games: the board before, the move or 0, the board after."""
    plies = []
    for record, end in RECORDS:
        board = as_board(*START)
        for row, column in (map(int, move) for move in record.split()):
            if not oracle(board):
                plies.append((board, 0, swapped(board)))
                board = swapped(board)
            before, move = board, 8 * row + column
            board = after(board, move, oracle(board)[move])
            plies.append((before, bit(row, column), board))
        if board != as_board(*end):
            raise AssertionError(f"the game {record} does not end as it is drawn")
    return plies


@cache
def endings() -> list[tuple[str, int]]:
    """Boards with at most four empty cells, at each depth to five plies more. About 0.1 s."""
    boards = [board for board, _ in played() if board.count(".") <= 4]
    return [(board, depth) for board in boards[::5] for depth in range(board.count(".") + 6)]


# For the report of a case that fails.


def draw(call: Call) -> str:
    """The board, with signs for the move and for what is right and wrong about the answer."""
    boards = [board for board in call.arguments[:2] if isinstance(board, int)]
    if len(boards) < 2 or not all(0 <= board < 2**64 for board in boards):
        return ""
    player, opponent = boards
    signs: dict[Cell, str] = {}
    words = {"*": "the move"}
    if call.function == "play" and isinstance(call.expected, tuple):
        signs, words = signs_of_play(call, player, opponent)
    elif call.function != "perft" and isinstance(call.expected, int):
        what = "turns over" if call.function == "flips" else "a legal move"
        signs = judged(call.expected, call.got)
        words |= {
            "+": f"{what}, in the answer",
            "-": f"{what}, missing in the answer",
            "!": "in the answer, but should not be",
        }
    if call.function in ("flips", "play"):
        signs = dict.fromkeys(cells_of(call.arguments[2]), "*") | signs
    board = as_board(player, opponent).replace(".", " ")
    rows = [board[8 * row : 8 * row + 8] for row in range(8)]
    legend = [f"{sign}  {meant}" for sign, meant in words.items() if sign in signs.values()]
    names = [f"X  the player, {player:#x}", f"O  the opponent, {opponent:#x}"]
    if isinstance(call.expected, tuple) and call.got == call.expected[::-1]:
        legend.append("the boards are right, but the side that is to move now comes first")
    return "\n".join([draw_reversi(rows, signs), *names, *legend])


def signs_of_play(call: Call, player: int, opponent: int) -> tuple[dict[Cell, str], dict[str, str]]:
    """Signs for the cells that should change and for those that are wrong in the answer."""
    words = {
        "*": "the move",
        "+": "turned over, as it should",
        "-": "not turned over, but should be",
        "!": "wrong in the answer",
    }
    assert isinstance(call.expected, tuple)
    own = call.expected[1]
    turned = dict.fromkeys(cells_of(own & opponent), "+")
    if call.got == call.expected[::-1]:
        return turned, words
    if not is_position(call.got):
        words["+"] = "has to turn over"  # The answer is no position: nothing more can be said.
        return turned, words
    assert isinstance(call.got, tuple)
    wrong = cells_of((call.got[0] ^ call.expected[0]) | (call.got[1] ^ own))
    return turned | {cell: "-" if cell in turned else "!" for cell in wrong}, words


def is_position(value: object) -> bool:
    """Whether an answer is a tuple of two boards."""
    return (
        isinstance(value, tuple)
        and len(value) == 2
        and all(type(board) is int and 0 <= board < 2**64 for board in value)
    )


def judged(expected: int, got: object) -> dict[Cell, str]:
    """A sign for each cell that is in a mask, or should be."""
    signs = dict.fromkeys(cells_of(expected), "-")
    for cell in cells_of(got):
        signs[cell] = "+" if cell in signs else "!"
    return signs


def cells_of(value: object) -> list[Cell]:
    """The cells of a mask; none if it is no mask."""
    if type(value) is not int or value < 0:
        return []
    return [divmod(number, 8) for number in range(64) if value >> number & 1]


def meaning(function: str, value: object) -> str:
    """The cells of a mask."""
    if function not in ("flips", "legal_moves") or type(value) is not int:
        return ""
    if value < 0:
        return "negative, so it is no mask"
    cells = [*map(str, cells_of(value)), *["cells beyond the board"] * (value >= 2**64)]
    return " ".join(cells) or "no cell"
