"""The table of tictactoe_game: sessions at the console, and many whole games.

Compared are the fixed lines of the statement, all of them and in order; other lines may stand
anywhere. A game that does not handle the end of the input yet passes all stages but the one about
it, because nothing that comes after it is compared there.

The oracle writes whole sessions. It finds a full line by a magic square: the cells hold the numbers
1 to 9, and three marks are a line if and only if their numbers make 15.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import combinations

import pytest
from kata_kit import Kata, OneOf, scripted
from kata_tables.case import MISSING, Case, Row
from kata_tables.scripts import Cell, Screen, check, script, shown_beside
from kata_tables.table import read

YOU, COMPUTER = 1, 2

FIXED = re.compile(
    r"   a b c|[123] \|.*|(?:Who starts|Row|Column) ?\(.*|Expected .*|The computer plays row.*"
    r"|You win.*|The computer wins.*|A draw.*"
)
LEAVING = re.compile(rf"{FIXED.pattern}|Goodbye.*")

WHO, ROW, COLUMN = "Who starts (0 you, 1 the computer)?", "Row (1, 2, 3)?", "Column (a, b, c)?"

CELLS = [(row, column) for row in range(3) for column in range(3)]
MAGIC = dict(zip(CELLS, (2, 7, 6, 9, 5, 1, 4, 3, 8), strict=True))
LINES = [line for line in combinations(CELLS, 3) if sum(MAGIC[cell] for cell in line) == 15]

GAMES = 60


# The oracle


def session(typed: Sequence[str | None], moves: Sequence[Cell]) -> Screen:
    """What a session without mistakes shows until the end of the input."""
    screen = Screen(typed)
    with suppress(EOFError):
        play(screen, iter(moves))
    return screen


def play(screen: Screen, moves: Iterator[Cell]) -> None:
    """Play one game."""
    side = (YOU, COMPUTER)[int(screen.ask(WHO))]
    taken: dict[Cell, int] = {}
    while not result(taken):
        if side == YOU:
            screen.lines += drawn(taken)
            cell = int(screen.ask(ROW)) - 1, "abc".index(screen.ask(COLUMN))
        else:
            cell = next(moves)
            screen.lines.append(f"The computer plays row {cell[0] + 1}, column {'abc'[cell[1]]}.")
        taken[cell] = side
        side = COMPUTER if side == YOU else YOU
    screen.lines += [*drawn(taken), result(taken)]


def result(taken: dict[Cell, int]) -> str:
    """What is said at the end; "" while nothing is to be said."""
    for side, words in ((YOU, "You win."), (COMPUTER, "The computer wins.")):
        if any(all(taken.get(cell) == side for cell in line) for line in LINES):
            return words
    return "A draw." if len(taken) == 9 else ""


def drawn(taken: dict[Cell, int]) -> list[str]:
    """The board."""
    rows = [[" XO"[taken.get((row, column), 0)] for column in range(3)] for row in range(3)]
    return ["   a b c", *(f"{n} |{'|'.join(row)}|" for n, row in enumerate(rows, start=1))]


@cache
def played(first: int) -> list[tuple[list[str], list[Cell], Screen]]:
    """Games whose moves were drawn at random, the shortest first; about 10 ms.

    Returns:
        For each game what is typed, the computer's moves, and what is shown.
    """
    rng = random.Random(f"tictactoe_game {first}")
    games = []
    for _ in range(GAMES):
        cells = rng.sample(CELLS, 9)
        sides = [YOU, COMPUTER] * 5 if first == YOU else [COMPUTER, YOU] * 5
        over = [n for n in range(5, 10) if result(dict(zip(cells[:n], sides, strict=False)))]
        turns = list(zip(cells[: over[0]], sides, strict=False))
        yours = [key for (row, c), side in turns if side == YOU for key in ("123"[row], "abc"[c])]
        moves = [cell for cell, side in turns if side == COMPUTER]
        typed = [str(first - 1), *yours]
        games.append((typed, moves, session(typed, moves)))
    return sorted(games, key=lambda game: len(game[0]) // 2 + len(game[1]))


# The table


def build(row: Row) -> tuple[tuple[object, ...], object]:
    """The session of a row; where nothing is drawn, the oracle says what is shown."""
    typed, moves = script(" ".join(row.fields["types"]))
    arguments = (typed,) if "player" in row.fields else (typed, scripted(*moves))
    if row.picture:
        return arguments, "\n".join(row.picture)
    return arguments, session(typed, moves).reply if row.answer is MISSING else row.answer


# What may come when the imported player answers your move into the centre.
ANY_REPLY = OneOf([session(["0", "2", "b"], [cell]).reply for cell in CELLS if cell != (1, 1)])

TABLE = read(
    __file__,
    build,
    {"ANY_REPLY": ANY_REPLY},
    fields=("types", "player"),
    picture=shown_beside(LEAVING),
)


@pytest.mark.stage("a move")
def test_a_second_game(kata: Kata) -> None:
    """A second game begins with an empty board."""
    kata.main.session(["0", "2", "b"], scripted((2, 2)))
    assert kata.main.session(["0"], scripted(), only=FIXED).reply == session(["0"], []).reply


@pytest.mark.parametrize("case", TABLE.rows)
def test_row(kata: Kata, case: Case) -> None:
    only = LEAVING if case.about == "farewell" else FIXED
    check(kata.main.session(*case.arguments, only=only), case)


@pytest.mark.stage("a won game")
def test_many_won_games(kata: Kata) -> None:
    """Whole games that one side wins, picked at random."""
    for typed, moves, screen in played(YOU):
        if screen.lines[-1] != "A draw.":
            assert kata.main.session(typed, scripted(*moves), only=FIXED).lines == screen.shown


@pytest.mark.stage("a drawn game")
def test_many_drawn_games(kata: Kata) -> None:
    """Whole games that nobody wins, picked at random."""
    for typed, moves, screen in played(YOU):
        if screen.lines[-1] == "A draw.":
            assert kata.main.session(typed, scripted(*moves), only=FIXED).lines == screen.shown


@pytest.mark.stage("the computer starts")
def test_many_games_that_the_computer_starts(kata: Kata) -> None:
    """Whole games that the computer starts, picked at random."""
    for typed, moves, screen in played(COMPUTER):
        assert kata.main.session(typed, scripted(*moves), only=FIXED).lines == screen.shown
