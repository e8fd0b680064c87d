"""The table of tictactoe_coordinates: does one player's list of cells hold a full line?

From n = 32 to n = 128 the memory of correct solutions grows as n^0.6 to n^1.0, and that
of those that keep the cells, in whatever form, as n^1.8 to n^2.0. A bitmask of n bits
for each row counts as correct: so long as n is below some hundreds, it is no larger
than a counter.

From n = 16 to n = 64 the steps of correct solutions grow as n^2.1, 8 to 18 for a cell.
Those that look along whole lines or through all counters for each cell grow as n^2.7 to
n^3.1.
"""

import random
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

import pytest
from kata_tables import (
    Call,
    Case,
    Kata,
    OneOf,
    Row,
    Table,
    calls,
    drawing,
    hold,
    tictactoe,
)
from kata_tables.arguments import Made, OneShot

Cell = tuple[int, int]


def build(row: Row) -> tuple[tuple[object, ...], object]:
    """Return the cells of a board in the order of their signs, or what is written."""
    given = row.extra
    if row.picture:
        cells: Any = in_order(row.picture)
        if row.about in ("taken", "from an iterator"):
            cells = OneShot(cells)
        given = len(row.picture), cells
    if row.about == "taken":
        return given, may_be_taken(row.answer, given[1])
    return given, row.answer


def may_be_taken(needed: Any, cells: Any) -> object:
    """Return how much may be read: one item more than is needed, if there is one."""
    has_more = needed < len(cells.items)
    return OneOf((needed, needed + 1)) if has_more else needed


def in_order(picture: tuple[str, ...]) -> list[Cell]:
    """Return the cells of a picture in the order of their signs."""
    n, signs = len(picture), "".join(picture)
    places = [place for place in range(n * n) if signs[place] != "."]
    places.sort(key=lambda place: signs[place])
    return [divmod(place, n) for place in places]


def all_cells(n: int) -> list[Cell]:
    """Return the cells of the board, row by row."""
    return [divmod(place, n) for place in range(n * n)]


TABLE = Table(
    __file__,
    build,
    {"iter": OneShot},
    compared=["from an iterator"],
)
QUESTIONS = {
    "has_winning_position": "Do these cells cover a line?",
    "taken": "How many cells does it read?",
}


@pytest.mark.parametrize("case", TABLE.rows)
def test_row(kata: Kata, case: Case) -> None:
    case.check(kata)


@pytest.mark.stage("three by three")
def test_every_set_of_cells(kata: Kata) -> None:
    """All 512 sets of cells of a board of three rows, the small sets first."""
    rows = [((3, chosen), holds_a_line(3, chosen)) for chosen in every_set()]
    hold(kata.has_winning_position.each, rows)


@pytest.mark.stage("any size")
def test_every_line_short_of_one_cell(kata: Kata) -> None:
    """Every line of the boards of 1 to 6 rows, without one of its cells: never covered."""  # noqa: E501 - a name
    rows = [
        ((n, [cell for cell in line if cell != missing]), False)
        for n in range(1, 7)
        for line in tictactoe.lines(n)
        for missing in line
    ]
    hold(kata.has_winning_position.each, rows)


@pytest.mark.stage("any size")
def test_every_line_in_a_random_order(kata: Kata) -> None:
    """Every line of the boards of 1 to 6 rows, its cells in a seeded random order."""
    rng = random.Random(2)
    rows = [
        ((n, rng.sample(line, n)), True)
        for n in range(1, 7)
        for line in tictactoe.lines(n)
    ]
    hold(kata.has_winning_position.each, rows)


@pytest.mark.stage("any size")
def test_random_orders(kata: Kata) -> None:
    """Boards of 1 to 6 rows in seeded random orders, up to the winning cell and one cell short.

    One list is asked about again and again: the answer is about the cells that are in
    it now.
    """  # noqa: E501 - a name
    boards = []
    for n, order in random_orders(per_size=30):
        needed = cells_needed(n, order)
        boards += [(n, order[: needed - 1]), (n, order[:needed])]
    boards.sort(key=lambda board: (board[0], len(board[1])))
    hold(
        kata.has_winning_position.own,
        [(board, holds_a_line(*board)) for board in boards],
    )


@pytest.mark.stage("single pass")
def test_every_set_of_cells_from_an_iterator(kata: Kata) -> None:
    """All 512 sets of cells of a board of three rows, each from an iterator, in a random order."""  # noqa: E501 - a name
    rng = random.Random(3)
    orders = [rng.sample(chosen, len(chosen)) for chosen in every_set()]
    rows = [((3, OneShot(order)), holds_a_line(3, order)) for order in orders]
    hold(kata.has_winning_position.each, rows)


@pytest.mark.stage("single pass")
def test_random_orders_are_read_to_the_winning_cell(kata: Kata) -> None:
    """Whole boards of 1 to 6 rows, read no further than the winning cell and one item more."""  # noqa: E501 - a name
    for n, order in random_orders(per_size=5):
        needed = cells_needed(n, order)
        taken = kata.has_winning_position.taken(n, OneShot(order))
        assert taken == OneOf((needed, needed + 1))


@pytest.mark.stage("memory")
def test_memory_on_large_boards(kata: Kata) -> None:
    """Nearly all cells of boards of 16 to 128 rows.

    A board has 2n + 2 lines, and of each it is enough to know how many of its cells
    came by. Which cells these were need not be kept.
    """
    boards = {n: nearly_full(n) for n in (16, 32, 64, 128)}
    growth = calls.Growth(1.4, "row", share=300)
    assert kata.has_winning_position.memory(boards) <= growth


@pytest.mark.stage("cost")
def test_work_on_large_boards(kata: Kata) -> None:
    """Nearly all cells of boards of 16, 32 and 64 rows.

    There are n * n cells, and each of them is on four lines at most: no other line can
    be covered by it, so no other counter has to be looked at.
    """
    boards = {n: nearly_full(n) for n in (16, 32, 64)}
    assert kata.has_winning_position.steps(boards) <= calls.Growth(2.4, "cell")


# The oracle: the definition put into code, slow and without a counter. All cells in a
# set, and a look at every line. All calls in this file together cost about 0.03
# seconds.


class MostCells(Made):
    """A generator of the cells that are on no diagonal: no line is complete."""

    def __init__(self, n: int) -> None:
        cells = f"(r, c) for r in range({n}) for c in range({n})"
        super().__init__(f"({cells} if r != c and r + c != {n - 1})")
        self._n = n

    def make(self) -> Iterator[Cell]:
        n = self._n
        return ((r, c) for r in range(n) for c in range(n) if r != c and r + c != n - 1)


def nearly_full(n: int) -> list[tuple[tuple[object, ...], bool]]:
    """Return a call with a generator of most cells."""
    return [((n, MostCells(n)), False)]


def every_set() -> list[list[Cell]]:
    """The sets of cells of a board of three rows, the small sets first."""
    return [
        list(chosen)
        for size in range(10)
        for chosen in combinations(all_cells(3), size)
    ]


def full_lines(n: int, chosen: list[Cell]) -> list[list[Cell]]:
    """The lines whose cells are all among the chosen ones."""
    return [line for line in tictactoe.lines(n) if set(line) <= set(chosen)]


def holds_a_line(n: int, chosen: list[Cell]) -> bool:
    """Tell whether the chosen cells cover a line."""
    return bool(full_lines(n, chosen))


def cells_needed(n: int, order: list[Cell]) -> int:
    """Return how many cells it takes to cover a line; all of them if they never do."""
    for count in range(len(order)):
        if holds_a_line(n, order[:count]):
            return count
    return len(order)


def random_orders(per_size: int) -> list[tuple[int, list[Cell]]]:
    """All cells of boards of 1 to 6 rows, in orders that are the same in every run."""
    rng = random.Random(1)
    return [
        (n, rng.sample(all_cells(n), n * n))
        for n in range(1, 7)
        for _ in range(per_size)
    ]


# What a learner is shown when a case fails.


def draw(call: Call) -> drawing.Drawing:
    """Draw the board with the place of each cell in the order.

    The line that is covered first stands in brackets.
    """
    n, coordinates = call.arguments
    items = coordinates.items if isinstance(coordinates, OneShot) else coordinates
    if not isinstance(n, int) or not isinstance(items, Iterable):
        return drawing.Drawing()
    order = [tuple(item) if isinstance(item, list) else item for item in items]
    if not 1 <= n <= 9 or not set(order) <= set(all_cells(n)):
        return drawing.Drawing()
    places = {cell: str(place) for place, cell in enumerate(order, 1)}
    width = len(str(len(order)))
    signs = [places.get(cell, ".").rjust(width) for cell in all_cells(n)]
    needed = order[: cells_needed(n, order)]
    line = next(iter(full_lines(n, needed)), [])
    return drawing.Drawing(
        drawing.rows_of(signs[first : first + n] for first in range(0, n * n, n)),
        drawing.bracketed(line),
        words=("The numbers show the order in which the cells arrive.",),
        legend=((drawing.BRACKETS, "the line that is covered first"),),
    )


def meaning(function: str, value: object) -> str:
    """An answer in words."""
    words = {True: "a line is covered", False: "no line is covered"}
    return words[value] if isinstance(value, bool) else ""
