"""Drawings: a board as a learner sees it, and what is said about an answer on it.

A drawing is data, so that each reader can show it in its own way: a terminal with its
marks, a wall without them while a room still thinks about the question.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

BRACKETS = "[]"
"""The sign of a mark that puts a cell into brackets, and doesn't replace its sign."""

NARROW = 9
"""The columns of a terminal that a board takes which has words beside it."""


@dataclass(frozen=True)
class Mark:
    """A sign about the answer on a cell; its row and column count from 0."""

    row: int
    column: int
    sign: str


@dataclass(frozen=True)
class Drawing:
    """A board, words about it, and marks and words about an answer."""

    cells: tuple[tuple[str, ...], ...] = ()  # row by row, as they were asked about
    marks: tuple[Mark, ...] = ()
    words: tuple[str, ...] = ()  # about the board, before anybody has answered
    legend: tuple[tuple[str, str], ...] = ()  # signs, with the meaning of each
    about: tuple[str, ...] = ()  # about the answer
    numbered: bool = False  # whether rows and columns have their numbers
    beside: bool = False  # whether the words stand beside the rows, or below them
    theirs: bool = False  # whether the code under test wrote the words in `about`

    @property
    def question(self) -> "Drawing":
        """The drawing without a sign of what is right, or of what came.

        A transcript ends before what is right, and stays.
        """
        return self if self.theirs else replace(self, marks=(), about=())

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self) -> list[str]:
        """Return the drawing as it stands in a terminal, line by line."""
        rows, captions = self.board(), self.captions()
        if not self.beside:
            return rows + captions
        return side_by_side([rows, captions], width=NARROW)

    def board(self) -> list[str]:
        """Return the lines of the board, without a word about it."""
        rows = self.with_marks()
        if self.numbered and rows:
            lines = [[" ", *map(str, range(max(map(len, rows))))]]
            lines += [[str(number), *row] for number, row in enumerate(rows)]
            return [" ".join(line) for line in lines]
        drawn = []
        for row, marked in zip(self.cells, rows, strict=True):
            pairs = zip(row, marked, strict=True)
            cells = [
                f"[{sign}]" if mark == BRACKETS else f" {mark} " for sign, mark in pairs
            ]
            drawn.append("".join(cells).rstrip())
        return drawn

    def captions(self) -> list[str]:
        """Return the words about the board and the answer, and about signs on it."""
        signs = {sign for row in self.with_marks() for sign in row}
        legend = [
            f"[ ]: {words}" if sign == BRACKETS else f"{sign}  {words}"
            for sign, words in self.legend
            if sign in signs
        ]
        return [*self.words, *legend, *self.about]

    def with_marks(self) -> list[list[str]]:
        """Return the rows with marks in place of their signs."""
        marks = {(mark.row, mark.column): mark.sign for mark in self.marks}
        return [
            [marks.get((r, c), sign) for c, sign in enumerate(row)]
            for r, row in enumerate(self.cells)
        ]


EMPTY = Drawing()
"""Used when nothing can be drawn."""


def rows_of(rows: Iterable[Iterable[str]]) -> tuple[tuple[str, ...], ...]:
    """Return rows of signs as a drawing has them."""
    return tuple(map(tuple, rows))


def signs(
    board: Iterable[Iterable[object]], known: Mapping[object, str]
) -> tuple[tuple[str, ...], ...]:
    """Return the rows of a learner's board as signs; what isn't a cell is `?`."""
    by_source = {repr(cell): sign for cell, sign in known.items()}  # True isn't 1.
    return rows_of([by_source.get(repr(cell), "?") for cell in row] for row in board)


def marks(signs: Mapping[tuple[int, int], str]) -> tuple[Mark, ...]:
    """Return marks from signs by cell."""
    return tuple(Mark(row, column, sign) for (row, column), sign in signs.items())


def bracketed(cells: Iterable[tuple[int, int]]) -> tuple[Mark, ...]:
    """Return marks that put cells into brackets."""
    return tuple(Mark(row, column, BRACKETS) for row, column in sorted(cells))


def side_by_side(pictures: Sequence[Sequence[str]], width: int = 0) -> list[str]:
    """Return the lines of pictures that stand beside each other.

    >>> side_by_side([["before:", "X"], ["after:", ".", "O"]])
    ['before:   after:', 'X         .', '          O']
    """
    widths = [max([width, *map(len, picture)]) for picture in pictures]
    lines = []
    for row in zip_longest(*pictures, fillvalue=""):
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
        lines.append("   ".join(cells).rstrip())
    return lines


def text(lines: Sequence[str], *, theirs: bool = False) -> Drawing:
    """Return a drawing of words only, about an answer."""
    return Drawing(about=tuple(lines), theirs=theirs)
