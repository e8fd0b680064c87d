"""The table of tictactoe_coordinates: does one player's list of cells hold a full line?

Boards are drawn as rows of signs. A dot is a cell that the player does not have. The other signs
are the order in which the cells come: 1 to 9, then a to z; cells with the same sign come row by row
from the top left. `reachable=False` says that no game leaves one player with these cells.

Stages:
    three by three  every line, near misses, all 512 sets of cells
    any size        one cell, two rows, even and odd boards, every line, seeded random orders
    single pass     iterators that can be read once, and how far they are read
    memory          what is held while the cells of large boards come by
    bad input       a size below 1, a cell off the board, something that is not a pair

From n = 32 to n = 128 the memory of correct solutions of eight kinds grows as n^0.6 to n^1.0, and
that of six that keep the cells, in whatever form, as n^1.8 to n^2.0. A bitmask of n bits for each
row counts as correct: so long as n is below some hundreds, it is no larger than a counter.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import cache
from itertools import combinations
from typing import TypeAlias

import pytest
from kata_kit import (
    BadInput,
    Call,
    Case,
    Growth,
    Kata,
    OneOf,
    OneShot,
    cells_off_the_diagonals,
    one_shot,
)

Cell: TypeAlias = tuple[int, int]


def cells(*rows: str) -> list[Cell]:
    """The coordinates of a drawn board, in the order of their signs."""
    drawn = [
        (sign, (row, column))
        for row, signs in enumerate(rows)
        for column, sign in enumerate(signs)
        if sign != "."
    ]
    return [cell for _, cell in sorted(drawn)]


# Stage: three by three

# fmt: off
THREE_BY_THREE = (
    Case(
        "The diagonal, with one corner more",
        (3, cells("1.2",
                  ".3.",
                  "..4")),
        True,
        why="(0, 0), (1, 1) and (2, 2) are the diagonal; (0, 2) does no harm.",
        source="the German post on tic-tac-toe at leyrer.io, its example",
    ),
    Case(
        "No cell at all",
        (3, []),
        False,
        why="Nothing is covered before the first move.",
    ),
    Case(
        "Only the middle cell",
        (3, cells("...",
                  ".1.",
                  "...")),
        False,
        why="The middle cell is on four lines and fills none of them.",
    ),
    Case(
        "The top row from left to right",
        (3, cells("123",
                  "...",
                  "...")),
        True,
        why="A full row is a line.",
    ),
    Case(
        "The middle row from right to left",
        (3, cells("...",
                  "321",
                  "...")),
        True,
        why="The order of the cells means nothing.",
    ),
    Case(
        "The bottom row with its middle cell first",
        (3, cells("...",
                  "...",
                  "213")),
        True,
        why="The order of the cells means nothing.",
    ),
    Case(
        "The left column from top to bottom",
        (3, cells("1..",
                  "2..",
                  "3..")),
        True,
        why="A full column is a line.",
    ),
    Case(
        "The middle column with its middle cell last",
        (3, cells(".1.",
                  ".3.",
                  ".2.")),
        True,
        why="The order of the cells means nothing.",
    ),
    Case(
        "The right column from bottom to top",
        (3, cells("..3",
                  "..2",
                  "..1")),
        True,
        why="A full column is a line, in any order.",
    ),
    Case(
        "The diagonal from bottom to top",
        (3, cells("3..",
                  ".2.",
                  "..1")),
        True,
        why="The diagonal runs from the top left to the bottom right.",
    ),
    Case(
        "The anti-diagonal from top to bottom",
        (3, cells("..1",
                  ".2.",
                  "3..")),
        True,
        why="Row and column add up to 2 in each cell; the middle one is on both diagonals.",
    ),
    Case(
        "The anti-diagonal from bottom to top",
        (3, cells("..3",
                  ".2.",
                  "1..")),
        True,
        why="The anti-diagonal is a line, in any order.",
    ),
    Case(
        "The middle cell completes both diagonals",
        (3, cells("1.2",
                  ".5.",
                  "3.4")),
        True,
        why="The diagonals cross in the middle cell, which comes last here.",
    ),
    Case(
        "The last cell completes a column and the anti-diagonal",
        (3, cells("2.1",
                  "34.",
                  "5..")),
        True,
        why="One cell can complete two lines at once.",
    ),
    Case(
        "Cells of other lines come between those of the full row",
        (3, cells("1..",
                  "245",
                  ".3.")),
        True,
        why="The cells of a line need not follow one another.",
    ),
    Case(
        "More cells follow after the full row",
        (3, cells("123",
                  "4..",
                  ".5.")),
        True,
        why="A line that is covered stays covered.",
    ),
    Case(
        "All nine cells",
        (3, cells("XXX",
                  "XXX",
                  "XXX")),
        True,
        why="Every line is covered.",
        reachable=False,
    ),
    Case(
        "A tuple of coordinates that are lists",
        (3, ([0, 1], [1, 1], [2, 1])),
        True,
        why="A pair may be a list as well as a tuple.",
    ),
    Case(
        "A list of coordinates that are lists, without a line",
        (3, [[0, 1], [1, 1], [2, 2]]),
        False,
        why="A pair may be a list as well as a tuple.",
    ),
    Case(
        "Two cells whose column numbers add up to three",
        (3, cells(".XX",
                  "...",
                  "...")),
        False,
        why="The columns 0, 1 and 2 also add up to three: a sum is no proof of a full row.",
    ),
    Case(
        "Three cells in a corner",
        (3, cells("XX.",
                  "X..",
                  "...")),
        False,
        why="Three cells are a line only if they are on one row, column or diagonal.",
    ),
    Case(
        "Two cells of row 1 and one cell of column 1",
        (3, cells(".X.",
                  "X.X",
                  "...")),
        False,
        why="Row 1 has two cells and column 1 has one: rows and columns are counted apart.",
    ),
    Case(
        "Two cells of each diagonal",
        (3, cells("X.X",
                  ".X.",
                  "...")),
        False,
        why="Each diagonal lacks a corner: the two diagonals are counted apart.",
    ),
    Case(
        "The four corners",
        (3, cells("X.X",
                  "...",
                  "X.X")),
        False,
        why="Both diagonals lack the middle cell.",
    ),
    Case(
        "A diagonal that leaves the board and comes back",
        (3, cells(".X.",
                  "..X",
                  "X..")),
        False,
        why="A cell in each row and each column is not yet a diagonal.",
    ),
    Case(
        "Five cells of a drawn game",
        (3, cells("X.X",
                  "X..",
                  ".XX")),
        False,
        why="Even with five cells no line needs to be covered.",
    ),
    Case(
        "Six cells and no line",
        (3, cells("XX.",
                  "X.X",
                  ".XX")),
        False,
        why="Each row, column and diagonal lacks one cell.",
        reachable=False,
    ),
)
# fmt: on


# The table of the author of the text, in his order.
GO = "FMinister/coding_circle on GitHub, the test table of the solution in Go"

# fmt: off
GO_TABLE = (
    Case(
        "Go table: a single cell",
        (3, cells("1..",
                  "...",
                  "...")),
        False,
        why="One cell is no line on a board of three rows.",
        source=GO,
    ),
    Case(
        "Go table: three cells, none in line",
        (3, cells(".1.",
                  ".2.",
                  "..3")),
        False,
        why="Two cells are in a column, and two on the diagonal.",
        source=GO,
    ),
    Case(
        "Go table: the diagonal from left to right",
        (3, cells("1..",
                  ".2.",
                  "..3")),
        True,
        why="The diagonal is a line.",
        source=GO,
    ),
    Case(
        "Go table: the diagonal from right to left",
        (3, cells("..1",
                  ".2.",
                  "3..")),
        True,
        why="The anti-diagonal is a line.",
        source=GO,
    ),
    Case(
        "Go table: the first row",
        (3, cells("123",
                  "...",
                  "...")),
        True,
        why="A full row is a line.",
        source=GO,
    ),
    Case(
        "Go table: the first column",
        (3, cells("1..",
                  "2..",
                  "3..")),
        True,
        why="A full column is a line.",
        source=GO,
    ),
    Case(
        "Go table: four cells, none in line",
        (3, cells("1..",
                  ".2.",
                  "34.")),
        False,
        why="Two cells of many lines are no line.",
        source=GO,
    ),
    Case(
        "Go table: five cells, none in line",
        (3, cells("1.2",
                  ".34",
                  ".5.")),
        False,
        why="Each row, column and diagonal lacks a cell.",
        source=GO,
    ),
    Case(
        "Go table: five cells with a row",
        (3, cells("1..",
                  "234",
                  ".5.")),
        True,
        why="The second, third and fourth cell are the middle row.",
        source=GO,
    ),
)
# fmt: on


@pytest.mark.stage("three by three")
@pytest.mark.parametrize("case", THREE_BY_THREE, ids=str)
def test_three_by_three(kata: Kata, case: Case) -> None:
    """One board of three rows."""
    assert kata.has_winning_position(*case.arguments) == case.expected


@pytest.mark.stage("three by three")
@pytest.mark.parametrize("case", GO_TABLE, ids=str)
def test_the_go_table(kata: Kata, case: Case) -> None:
    """One board of the table that the author of the text wrote."""
    assert kata.has_winning_position(*case.arguments) == case.expected


@pytest.mark.stage("three by three")
def test_every_set_of_cells(kata: Kata) -> None:
    """All 512 sets of cells of a board of three rows, the small sets first."""
    sets = [list(chosen) for size in range(10) for chosen in combinations(all_cells(3), size)]
    answers = kata.has_winning_position.each([(3, chosen) for chosen in sets])
    assert answers == [holds_a_line(3, chosen) for chosen in sets]


# Stage: any size

# fmt: off
ANY_SIZE = (
    Case(
        "No cell of a board of one cell",
        (1, []),
        False,
        why="The only cell is free, so no line is covered.",
    ),
    Case(
        "The only cell of a board of one cell",
        (1, [(0, 0)]),
        True,
        why="The cell is a row, a column and both diagonals.",
    ),
    Case(
        "One cell of a board of two rows",
        (2, cells("..",
                  ".X")),
        False,
        why="A line of this board has two cells.",
    ),
    Case(
        "A row of two cells",
        (2, cells("..",
                  "21")),
        True,
        why="On a board of two rows any two cells are a line.",
    ),
    Case(
        "A column of two cells",
        (2, cells(".1",
                  ".2")),
        True,
        why="On a board of two rows any two cells are a line.",
    ),
    Case(
        "A diagonal of two cells",
        (2, cells("1.",
                  ".2")),
        True,
        why="On a board of two rows any two cells are a line.",
    ),
    Case(
        "An anti-diagonal of two cells",
        (2, cells(".1",
                  "2.")),
        True,
        why="On a board of two rows any two cells are a line.",
    ),
    Case(
        "Three cells of a row of four",
        (4, cells("....",
                  "XXX.",
                  "....",
                  "....")),
        False,
        why="A line has as many cells as the board has rows.",
    ),
    Case(
        "Three cells of a column of four",
        (4, cells(".X..",
                  ".X..",
                  ".X..",
                  "....")),
        False,
        why="A line has as many cells as the board has rows.",
    ),
    Case(
        "Three cells of a diagonal of four",
        (4, cells("X...",
                  ".X..",
                  "..X.",
                  "....")),
        False,
        why="A line has as many cells as the board has rows.",
    ),
    Case(
        "The anti-diagonal of the three by three board on a board of four rows",
        (4, cells("..X.",
                  ".X..",
                  "X...",
                  "....")),
        False,
        why="Only the two long diagonals are lines, not the short ones beside them.",
    ),
    Case(
        "A row of four",
        (4, cells("....",
                  "....",
                  "....",
                  "1234")),
        True,
        why="A full row is a line on a board of any size.",
    ),
    Case(
        "A column of four",
        (4, cells("...4",
                  "...1",
                  "...3",
                  "...2")),
        True,
        why="A full column is a line on a board of any size.",
    ),
    Case(
        "The diagonal of an even board",
        (4, cells("1...",
                  ".2..",
                  "..3.",
                  "...4")),
        True,
        why="The row number is the column number in every cell of the diagonal.",
    ),
    Case(
        "The anti-diagonal of an even board",
        (4, cells("...1",
                  "..2.",
                  ".3..",
                  "4...")),
        True,
        why="Row and column add up to n - 1 in every cell of the anti-diagonal.",
    ),
    Case(
        "Three cells of each diagonal of an even board",
        (4, cells("X..X",
                  ".XX.",
                  "....",
                  "X..X")),
        False,
        why="The diagonals of an even board share no cell; each of them lacks one here.",
    ),
    Case(
        "The four cells in the middle of an even board",
        (4, cells("....",
                  ".XX.",
                  ".XX.",
                  "....")),
        False,
        why="Four cells are a line only if they are on one row, column or diagonal.",
    ),
    Case(
        "All cells of an even board but those of the diagonal",
        (4, cells(".XXX",
                  "X.XX",
                  "XX.X",
                  "XXX.")),
        True,
        why="The anti-diagonal of an even board has no cell on the diagonal, so it is covered.",
        reachable=False,
    ),
    Case(
        "All cells of an odd board but those of the diagonal",
        (5, cells(".XXXX",
                  "X.XXX",
                  "XX.XX",
                  "XXX.X",
                  "XXXX.")),
        False,
        why="The anti-diagonal of an odd board crosses the diagonal, so it lacks the middle cell.",
        reachable=False,
    ),
    Case(
        "All cells of an odd board but those of the anti-diagonal",
        (5, cells("XXXX.",
                  "XXX.X",
                  "XX.XX",
                  "X.XXX",
                  ".XXXX")),
        False,
        why="The diagonal of an odd board crosses the anti-diagonal, so it lacks the middle cell.",
        reachable=False,
    ),
    Case(
        "Both diagonals of an odd board but for the middle cell",
        (5, cells("1...2",
                  ".3.4.",
                  ".....",
                  ".5.6.",
                  "7...8")),
        False,
        why="Both diagonals of an odd board need the middle cell.",
    ),
    Case(
        "Both diagonals of an odd board with the middle cell last",
        (5, cells("1...2",
                  ".3.4.",
                  "..9..",
                  ".5.6.",
                  "7...8")),
        True,
        why="The middle cell of an odd board counts for both diagonals.",
    ),
    Case(
        "The diagonal of an odd board with the middle cell first",
        (5, cells("2....",
                  ".3...",
                  "..1..",
                  "...4.",
                  "....5")),
        True,
        why="The middle cell of an odd board counts for the diagonal.",
    ),
    Case(
        "The anti-diagonal of an odd board with the middle cell first",
        (5, cells("....2",
                  "...3.",
                  "..1..",
                  ".4...",
                  "5....")),
        True,
        why="The middle cell of an odd board counts for the anti-diagonal.",
    ),
    Case(
        "Five cells in five rows and five columns",
        (5, cells("X....",
                  ".X...",
                  "..X..",
                  "....X",
                  "...X.")),
        False,
        why="The last two rows leave the diagonal.",
    ),
    Case(
        "Ninety-nine cells of the last column of a board of a hundred rows",
        (100, [(row, 99) for row in range(1, 100)]),
        False,
        why="One cell is missing, at the top.",
    ),
    Case(
        "The last column of a board of a hundred rows",
        (100, [(row, 99) for row in reversed(range(100))]),
        True,
        why="The size has no upper limit.",
    ),
    Case(
        "The anti-diagonal of a board of a hundred rows",
        (100, [(99 - column, column) for column in range(100)]),
        True,
        why="The size has no upper limit.",
    ),
    Case(
        "Three cells of the anti-diagonal of an even board and one beside it",
        (4, cells("...1",
                  "..2.",
                  "..4.",
                  "3...")),
        False,
        why="The diagonals of an even board share no cell: (2, 2) is on one of them only.",
    ),
    Case(
        "Five cells of the anti-diagonal of six rows and one beside it",
        (6, cells(".....1",
                  "....2.",
                  "...3..",
                  "...6..",
                  ".4....",
                  "5.....")),
        False,
        why="The diagonals of an even board share no cell: (3, 3) is on one of them only.",
    ),
)
# fmt: on


@pytest.mark.stage("any size")
@pytest.mark.parametrize("case", ANY_SIZE, ids=str)
def test_any_size(kata: Kata, case: Case) -> None:
    """One board of another size."""
    assert kata.has_winning_position(*case.arguments) == case.expected


@pytest.mark.stage("any size")
def test_every_line_short_of_one_cell(kata: Kata) -> None:
    """Every line of the boards of 1 to 6 rows, without one of its cells: never covered."""
    almost = [
        (n, [cell for cell in line if cell != missing])
        for n in range(1, 7)
        for line in lines(n)
        for missing in line
    ]
    assert kata.has_winning_position.each(almost) == [False] * len(almost)


@pytest.mark.stage("any size")
def test_every_line_in_a_random_order(kata: Kata) -> None:
    """Every line of the boards of 1 to 6 rows, its cells in a seeded random order."""
    rng = random.Random(2)
    full = [(n, rng.sample(line, n)) for n in range(1, 7) for line in lines(n)]
    assert kata.has_winning_position.each(full) == [True] * len(full)


@pytest.mark.stage("any size")
def test_random_orders(kata: Kata) -> None:
    """Boards of 1 to 6 rows in seeded random orders, up to the winning cell and one cell short."""
    boards = [
        (n, order[:count])
        for n, order in random_orders(per_size=30)
        for count in (cells_needed(n, order) - 1, cells_needed(n, order))
    ]
    boards.sort(key=lambda board: (board[0], len(board[1])))
    answers = kata.has_winning_position.each(boards)
    assert answers == [holds_a_line(n, chosen) for n, chosen in boards]


# Stage: single pass

# fmt: off
ANY_ITERABLE = (
    Case(
        "An iterator that gives the example once",
        (3, one_shot(cells("1.2",
                           ".3.",
                           "..4"))),
        True,
        why="A generator, a file or a network stream can be read only once.",
    ),
    Case(
        "An iterator that gives nothing",
        (3, one_shot([])),
        False,
        why="No cell came, so no line is covered.",
    ),
    Case(
        "An iterator that gives a row",
        (3, one_shot(cells(".4.",
                           "1..",
                           "532"))),
        True,
        why="Looking for rows must not use up what other lines need, and the other way round.",
    ),
    Case(
        "An iterator that gives a column",
        (3, one_shot(cells(".4.",
                           "23.",
                           ".51"))),
        True,
        why="After a first loop for the rows nothing is left for the columns.",
    ),
    Case(
        "An iterator that gives the diagonal",
        (3, one_shot(cells("5..",
                           ".12",
                           "4.3"))),
        True,
        why="After a first loop for the rows nothing is left for the diagonals.",
    ),
    Case(
        "An iterator that gives the anti-diagonal",
        (3, one_shot(cells("2.1",
                           ".3.",
                           "54."))),
        True,
        why="After a first loop for the rows nothing is left for the diagonals.",
    ),
    Case(
        "An iterator that gives five cells without a line",
        (3, one_shot(cells("1.2",
                           "3..",
                           ".45"))),
        False,
        why="When nothing more comes, the answer is False.",
    ),
    Case(
        "An iterator that gives the only cell of a board of one cell",
        (1, one_shot([(0, 0)])),
        True,
        why="The first cell covers all lines of this board.",
    ),
    Case(
        "An iterator that gives coordinates as lists",
        (2, one_shot([[1, 0], [0, 1]])),
        True,
        why="A pair may be a list as well as a tuple.",
    ),
    Case(
        "A set of coordinates",
        (3, {(0, 2), (1, 2), (2, 2)}),
        True,
        why="A set has no first element, but a loop can go through it.",
    ),
    Case(
        "A dictionary whose keys are coordinates",
        (3, {(2, 0): "first", (1, 1): "second", (0, 2): "third"}),
        True,
        why="A loop through a dictionary gives its keys.",
    ),
)
# fmt: on

# How many items are read: the winning coordinate is the last one. One item more is accepted, for
# code that looks ahead by one.
# fmt: off
HOW_FAR = (
    Case(
        "Nothing is read after a row",
        (3, one_shot(cells("123",
                           "456",
                           "789"))),
        OneOf((3, 4)),
        why="The third coordinate completes the top row: return without asking for more.",
        reachable=False,
    ),
    Case(
        "Nothing is read after a column",
        (3, one_shot(cells("135",
                           "267",
                           "489"))),
        OneOf((4, 5)),
        why="The fourth coordinate completes the left column.",
        reachable=False,
    ),
    Case(
        "Nothing is read after the diagonal",
        (3, one_shot(cells("125",
                           "637",
                           "894"))),
        OneOf((4, 5)),
        why="The fourth coordinate completes the diagonal.",
        reachable=False,
    ),
    Case(
        "Nothing is read after the anti-diagonal",
        (3, one_shot(cells("163",
                           "742",
                           "589"))),
        OneOf((5, 6)),
        why="The fifth coordinate completes the anti-diagonal.",
        reachable=False,
    ),
    Case(
        "Two cells decide a board of two rows",
        (2, one_shot(cells("14",
                           "32"))),
        OneOf((2, 3)),
        why="Any two cells of this board are a line.",
        reachable=False,
    ),
    Case(
        "A row of fifty is enough of 2,500 cells",
        (50, one_shot([(49 - row, column) for row in range(50) for column in range(50)])),
        OneOf((50, 51)),
        why="The iterator may be much longer than needed.",
        reachable=False,
    ),
    Case(
        "Everything is read when no line is covered",
        (3, one_shot(cells("12.",
                           "3.4",
                           ".56"))),
        6,
        why="Each further coordinate could complete a line, so all of them are needed.",
        reachable=False,
    ),
)
# fmt: on


@pytest.mark.stage("single pass")
@pytest.mark.parametrize("case", ANY_ITERABLE, ids=str)
def test_any_iterable(kata: Kata, case: Case) -> None:
    """Coordinates from something that is not a list."""
    assert kata.has_winning_position(*case.arguments) == case.expected


@pytest.mark.stage("single pass")
@pytest.mark.parametrize("case", HOW_FAR, ids=str)
def test_how_far_is_read(kata: Kata, case: Case) -> None:
    """How many coordinates are taken from an iterator."""
    assert kata.has_winning_position.taken(*case.arguments) == case.expected


@pytest.mark.stage("single pass")
def test_every_set_of_cells_from_an_iterator(kata: Kata) -> None:
    """All 512 sets of cells of a board of three rows, each from an iterator, in a random order."""
    rng = random.Random(3)
    orders = [
        rng.sample(chosen, size)
        for size in range(10)
        for chosen in combinations(all_cells(3), size)
    ]
    answers = kata.has_winning_position.each([(3, one_shot(order)) for order in orders])
    assert answers == [holds_a_line(3, order) for order in orders]


@pytest.mark.stage("single pass")
def test_random_orders_are_read_to_the_winning_cell(kata: Kata) -> None:
    """Whole boards of 1 to 6 rows, read no further than the winning cell and one item more."""
    for n, order in random_orders(per_size=5):
        needed = cells_needed(n, order)
        taken = kata.has_winning_position.taken(n, one_shot(order))
        assert taken == OneOf((needed, needed + 1))


# Stage: memory


@pytest.mark.stage("memory")
def test_memory_on_large_boards(kata: Kata) -> None:
    """Nearly all cells of boards of 16 to 128 rows.

    A board has 2n + 2 lines, and of each it is enough to know how many of its cells came by. Which
    cells these were need not be kept.
    """
    sizes = (16, 32, 64, 128)
    calls = {n: [(n, cells_off_the_diagonals(n))] for n in sizes}
    assert kata.has_winning_position.memory(calls) <= Growth(1.4, "row")


# Stage: bad input

BAD_SIZES = (
    BadInput(
        "A board of no rows",
        (0, []),
        quotes="0",
        why="A board has at least one row. The size is checked even if there is no coordinate.",
    ),
    BadInput(
        "A board of no rows and an iterator that gives nothing",
        (0, one_shot([])),
        quotes="0",
        why="The size is checked before the first coordinate is asked for.",
    ),
    BadInput(
        "A board of minus three rows",
        (-3, []),
        quotes="-3",
        why="A board has at least one row.",
    ),
)

OFF_THE_BOARD = (
    BadInput(
        "A row below the board",
        (3, [(3, 0)]),
        quotes="(3, 0)",
        why="The rows are numbered from 0 to n - 1.",
    ),
    BadInput(
        "A row two below the board",
        (3, [(4, 0)]),
        quotes="(4, 0)",
        why="All rows from n on are off the board; an IndexError says nothing of it.",
    ),
    BadInput(
        "A column to the right of the board",
        (3, [(0, 3)]),
        quotes="(0, 3)",
        why="The columns are numbered from 0 to n - 1.",
    ),
    BadInput(
        "A row above the board",
        (3, [(-1, 0)]),
        quotes="(-1, 0)",
        why="A list index of -1 is no error in Python: it is the last element.",
    ),
    BadInput(
        "A column to the left of the board",
        (3, [(0, -1)]),
        quotes="(0, -1)",
        why="A list index of -1 is no error in Python: it is the last element.",
    ),
    BadInput(
        "A row that is counted from 1",
        (4, [(2, 0), (4, 1)]),
        quotes="(4, 1)",
        why="The last row of a board of four rows is row 3.",
    ),
    BadInput(
        "A column that is counted from 1",
        (4, [(0, 2), (1, 4)]),
        quotes="(1, 4)",
        why="The last column of a board of four rows is column 3.",
    ),
    BadInput(
        "A cell beyond the only one",
        (1, [(0, 1)]),
        quotes="(0, 1)",
        why="A board of one cell has only (0, 0).",
    ),
    BadInput(
        "A coordinate far off a board of ten rows",
        (10, [(4, 5), (25, 31)]),
        quotes="(25, 31)",
        why="The message quotes the coordinate that is wrong, not the one before it.",
    ),
    BadInput(
        "A coordinate off the board that is a list",
        (3, [[1, 2], [2, 4]]),
        quotes="[2, 4]",
        why="The message quotes what came, as it came.",
    ),
    BadInput(
        "The third cell of a row is off the board",
        (3, [(0, 0), (0, 1), (0, 3)]),
        quotes="(0, 3)",
        why="Three coordinates with the same row are a full row only if all are on the board.",
    ),
    BadInput(
        "The third cell of a row has a negative column",
        (3, [(0, 0), (0, 1), (0, -1)]),
        quotes="(0, -1)",
        why="Column -1 is not the last column.",
    ),
    BadInput(
        "The third cell of a column has a negative row",
        (3, [(0, 2), (1, 2), (-1, 2)]),
        quotes="(-1, 2)",
        why="Row -1 is not the last row.",
    ),
    BadInput(
        "The third cell of the diagonal is beyond the corner",
        (3, [(0, 0), (1, 1), (3, 3)]),
        quotes="(3, 3)",
        why="Row and column are equal, but the cell is off the board.",
    ),
    BadInput(
        "The third cell of the anti-diagonal is beyond the corner",
        (3, [(0, 2), (1, 1), (3, -1)]),
        quotes="(3, -1)",
        why="Row and column add up to n - 1, but the cell is off the board.",
    ),
    BadInput(
        "A wrong coordinate before a full row",
        (3, [(0, 0), (7, 7), (0, 1), (0, 2)]),
        quotes="(7, 7)",
        why="A wrong coordinate is refused, not skipped.",
    ),
    BadInput(
        "An iterator that gives a wrong coordinate",
        (3, one_shot([(1, 1), (1, 8)])),
        quotes="(1, 8)",
        why="A coordinate is checked when it is read.",
    ),
)

NOT_A_PAIR = (
    BadInput(
        "A coordinate without a column",
        (3, [(1,)]),
        quotes="(1,)",
        why="A pair has two elements.",
    ),
    BadInput(
        "A coordinate with a third number",
        (3, [(0, 1, 2)]),
        quotes="(0, 1, 2)",
        why="A pair has two elements. The third one is not dropped.",
    ),
    BadInput(
        "A coordinate that is a list of four numbers",
        (3, [[0, 0, 1, 1]]),
        quotes="[0, 0, 1, 1]",
        why="These are two pairs, and they have to come one by one.",
    ),
    BadInput(
        "An empty coordinate",
        (3, [()]),
        quotes="()",
        why="A pair has two elements.",
    ),
    BadInput(
        "A number instead of a pair",
        (3, [12, 0]),
        quotes="12",
        why="Unpacking a number is a TypeError in Python. Make a ValueError of it.",
    ),
    BadInput(
        "None instead of a pair",
        (3, [None]),
        quotes="None",
        why="Unpacking None is a TypeError in Python. Make a ValueError of it.",
    ),
    BadInput(
        "A text of two characters instead of a pair",
        (3, ["12"]),
        quotes="12",
        why="A text can be unpacked, but it gives characters and not integers.",
    ),
    BadInput(
        "A row that is text",
        (3, [("2", 1)]),
        quotes="('2', 1)",
        why="Numbers read from a file are text until int() is called.",
    ),
    BadInput(
        "A column that is text",
        (3, [(1, "2")]),
        quotes="(1, '2')",
        why="Numbers read from a file are text until int() is called.",
    ),
    BadInput(
        "A coordinate between two rows",
        (3, [(0.5, 1)]),
        quotes="(0.5, 1)",
        why="Rows and columns are integers.",
    ),
    BadInput(
        "A coordinate between two columns",
        (3, [(1, 0.5)]),
        quotes="(1, 0.5)",
        why="Rows and columns are integers.",
    ),
)

AFTER_THE_LINE = (
    Case(
        "A coordinate off the board after a full row",
        (2, [(0, 0), (0, 1), (1, 0), (5, 5)]),
        True,
        why="What comes after the winning coordinate is not read, so it cannot be refused.",
        reachable=False,
    ),
    Case(
        "Something that is not a pair after a full row",
        (2, [(0, 0), (0, 1), (1, 0), None]),
        True,
        why="What comes after the winning coordinate is not read, so it cannot be refused.",
        reachable=False,
    ),
)


@pytest.mark.stage("bad input")
@pytest.mark.parametrize("case", BAD_SIZES, ids=str)
def test_bad_sizes(kata: Kata, case: BadInput) -> None:
    """A size that no board has."""
    assert case.quotes in kata.has_winning_position.refusal(*case.arguments)


@pytest.mark.stage("bad input")
@pytest.mark.parametrize("case", OFF_THE_BOARD, ids=str)
def test_off_the_board(kata: Kata, case: BadInput) -> None:
    """A pair that names no cell of the board."""
    assert case.quotes in kata.has_winning_position.refusal(*case.arguments)


@pytest.mark.stage("bad input")
@pytest.mark.parametrize("case", NOT_A_PAIR, ids=str)
def test_not_a_pair(kata: Kata, case: BadInput) -> None:
    """A coordinate that is not a pair of integers."""
    assert case.quotes in kata.has_winning_position.refusal(*case.arguments)


@pytest.mark.stage("bad input")
@pytest.mark.parametrize("case", AFTER_THE_LINE, ids=str)
def test_after_the_line(kata: Kata, case: Case) -> None:
    """Bad input that is never read."""
    assert kata.has_winning_position(*case.arguments) == case.expected


# The oracle: the definition put into code, slow and without a counter. All cells in a set, and a
# look at every line. All calls in this file together cost about 0.03 seconds.


def all_cells(n: int) -> list[Cell]:
    """The cells of the board, row by row."""
    return [(row, column) for row in range(n) for column in range(n)]


@cache
def lines(n: int) -> list[list[Cell]]:
    """All lines of the board: rows, columns, the diagonal and the anti-diagonal."""
    rows = [[(row, column) for column in range(n)] for row in range(n)]
    columns = [list(column) for column in zip(*rows, strict=True)]
    diagonal = [rows[i][i] for i in range(n)]
    anti_diagonal = [rows[i][-1 - i] for i in range(n)]
    return [*rows, *columns, diagonal, anti_diagonal]


def full_lines(n: int, chosen: list[Cell]) -> list[list[Cell]]:
    """The lines whose cells are all among the chosen ones."""
    covered = set(chosen)
    return [line for line in lines(n) if all(cell in covered for cell in line)]


def holds_a_line(n: int, chosen: list[Cell]) -> bool:
    """Whether the chosen cells cover a line."""
    return bool(full_lines(n, chosen))


def cells_needed(n: int, order: list[Cell]) -> int:
    """How many cells of the order it takes to cover a line; all of them if they never do."""
    counts = range(len(order))
    return next((count for count in counts if holds_a_line(n, order[:count])), len(order))


def random_orders(per_size: int) -> list[tuple[int, list[Cell]]]:
    """All cells of boards of 1 to 6 rows, in orders that are the same in every run."""
    rng = random.Random(1)
    return [(n, rng.sample(all_cells(n), n * n)) for n in range(1, 7) for _ in range(per_size)]


# What a learner is shown when a case fails.


def draw(call: Call) -> str:
    """The board with the place of each cell in the order; the line covered first is in brackets."""
    n, coordinates = call.arguments
    items = coordinates.items if isinstance(coordinates, OneShot) else coordinates
    if not isinstance(n, int) or not isinstance(items, Iterable):
        return ""
    order = [tuple(item) if isinstance(item, list) else item for item in items]
    board = all_cells(n)
    if not 1 <= n <= 9 or not set(order) <= set(board):
        return ""
    places = {cell: str(place) for place, cell in enumerate(order, 1)}
    width = len(str(len(order)))
    line = next(iter(full_lines(n, order[: cells_needed(n, order)])), [])
    signs = {cell: places.get(cell, ".").rjust(width) for cell in board}
    drawn = {cell: f"[{signs[cell]}]" if cell in line else f" {signs[cell]} " for cell in board}
    rows = ["".join(drawn[row, column] for column in range(n)).rstrip() for row in range(n)]
    key = "The numbers are the order in which the cells come."
    return "\n".join([*rows, key, *["[ ]: the line that is covered first"] * bool(line)])


def meaning(function: str, value: object) -> str:
    """An answer in words."""
    if isinstance(value, bool):
        return "a line is covered" if value else "no line is covered"
    return ""
