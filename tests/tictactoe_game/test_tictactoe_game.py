"""The table of tictactoe_game: sessions at the console, typed line by line.

A session is written as on a terminal: what the game shows, with the typed lines where they were
read. Compared are the fixed lines of the statement, all of them and in order; other lines may stand
anywhere. Most rows show what comes after the last typed line, until the end of the input. There is
no end of the game in these rows, so a game that does not handle the end of the input yet passes.

The computer is `scripted`: it makes the moves that stand in the row, good ones or not.

Stages:
    the board           the questions, the empty board
    a move              rows and columns, marks that stay, what the computer's player is asked
    bad input           wrong answers to each question, taken cells, a player that cheats
    a won game          the eight lines of either side, the ninth move, many games
    a drawn game        a full board, many games
    the computer starts the same from the other side
    end of input        at each question; Ctrl-C; a game that is over ends by itself

The oracle writes whole sessions from lists of moves. It finds a full line by a magic square: the
cells hold the numbers 1 to 9, and three marks are a line if and only if their numbers make 15.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from functools import cache
from itertools import combinations, zip_longest
from typing import TypeAlias

import pytest
from kata_kit import CTRL_C, BadInput, Case, Kata, OneOf, scripted

Cell: TypeAlias = tuple[int, int]

YOU, COMPUTER = 1, 2

PROLOG = "the tic-tac-toe program in Prolog by Pedro Ortiz and Miguel Pazos"

FIXED = re.compile(
    r"   a b c|[123] \|.*|(Who starts|Row|Column) ?\(.*|Expected .*|The computer plays row.*"
    r"|You win.*|The computer wins.*|A draw.*"
)
LEAVING = re.compile(rf"{FIXED.pattern}|Goodbye.*")

GAMES = 60


# The oracle

CELLS = [(row, column) for row in range(3) for column in range(3)]
MAGIC = dict(zip(CELLS, (2, 7, 6, 9, 5, 1, 4, 3, 8), strict=True))
LINES = [line for line in combinations(CELLS, 3) if sum(MAGIC[cell] for cell in line) == 15]


@dataclass(frozen=True)
class Game:
    """A game: who starts, and the cells that are taken in turn."""

    first: int
    moves: tuple[Cell, ...]

    def moves_of(self, side: int) -> list[Cell]:
        """The moves of one side."""
        return list(self.moves[side != self.first :: 2])

    @property
    def result(self) -> str:
        """What is said at the end; "" while nothing is to be said."""
        for side, words in ((YOU, "You win."), (COMPUTER, "The computer wins.")):
            if any(set(line) <= set(self.moves_of(side)) for line in LINES):
                return words
        return "A draw." if len(self.moves) == 9 else ""

    @property
    def typed(self) -> list[str]:
        """The lines that you type."""
        keys = [key for row, column in self.moves_of(YOU) for key in ("123"[row], "abc"[column])]
        return [str(self.first - 1), *keys]

    @property
    def shown(self) -> str:
        """The whole session."""
        lines = [f"Who starts (0 you, 1 the computer)? {self.first - 1}"]
        for number, (row, column) in enumerate(self.moves):
            before = Game(self.first, self.moves[:number])
            if (number % 2 == 0) == (self.first == YOU):
                lines += [*drawn(before), f"Row (1, 2, 3)? {'123'[row]}"]
                lines += [f"Column (a, b, c)? {'abc'[column]}"]
            else:
                lines += [f"The computer plays row {'123'[row]}, column {'abc'[column]}."]
        return "\n".join([*lines, *drawn(self), self.result or "Row (1, 2, 3)?"])

    @property
    def last_shown(self) -> str:
        """What is shown after the last typed line."""
        lines = self.shown.split("\n")
        read = [n for n, line in enumerate(lines) if re.match(r"(Who|Column).*\? ", line)]
        return "\n".join(lines[read[-1] + 1 :])

    @property
    def arguments(self) -> tuple[object, ...]:
        """The arguments of its session."""
        return self.typed, scripted(*self.moves_of(COMPUTER))


def drawn(game: Game) -> list[str]:
    """The board after a game."""
    marks = dict.fromkeys(CELLS, " ")
    marks.update(dict.fromkeys(game.moves_of(YOU), "X"))
    marks.update(dict.fromkeys(game.moves_of(COMPUTER), "O"))
    rows = [[marks[row, column] for column in range(3)] for row in range(3)]
    return ["   a b c", *(f"{n} |{'|'.join(row)}|" for n, row in enumerate(rows, start=1))]


@cache
def played(first: int) -> list[Game]:
    """Games whose moves were drawn at random, the shortest first; about 10 ms."""
    rng = random.Random(f"tictactoe_game {first}")
    games = []
    for _ in range(GAMES):
        moves = rng.sample(CELLS, 9)
        every = [Game(first, tuple(moves[:length])) for length in range(5, 10)]
        games.append(next(game for game in every if game.result))
    return sorted(games, key=lambda game: len(game.moves))


# Stage: the board

BOARDS = (
    Case(
        "The first question is who starts",
        ([], scripted()),
        """
        Who starts (0 you, 1 the computer)?
        """,
        why="Nothing can be shown before it is known who starts.",
    ),
    Case(
        "Who starts sees the empty board and is asked for a row",
        (["0"], scripted()),
        """
        Who starts (0 you, 1 the computer)? 0
           a b c
        1 | | | |
        2 | | | |
        3 | | | |
        Row (1, 2, 3)?
        """,
        why="The columns are a, b and c, the rows are 1, 2 and 3, and the board stands first.",
    ),
    Case(
        "After the row comes the column",
        (["0", "2"], scripted()),
        """
        Who starts (0 you, 1 the computer)? 0
           a b c
        1 | | | |
        2 | | | |
        3 | | | |
        Row (1, 2, 3)? 2
        Column (a, b, c)?
        """,
        why="A move takes two answers, typed behind their questions; the board comes before both.",
    ),
)


@pytest.mark.stage("the board")
@pytest.mark.parametrize("case", BOARDS, ids=str)
def test_the_board(kata: Kata, case: Case) -> None:
    assert kata.main.session(*case.arguments, only=FIXED).lines == case.expected


# Stage: a move

MOVES = (
    Case(
        "You take the centre, and the computer a corner",
        (["0", "2", "b"], scripted((2, 2))),
        """
        The computer plays row 3, column c.
           a b c
        1 | | | |
        2 | |X| |
        3 | | |O|
        Row (1, 2, 3)?
        """,
        why="You are X; the computer's move is said in words, and then the board is shown.",
        source=f"{PROLOG}, the first game of its README",
    ),
    Case(
        "The first row and the last column",
        (["0", "1", "c"], scripted((2, 0))),
        """
        The computer plays row 3, column a.
           a b c
        1 | | |X|
        2 | | | |
        3 |O| | |
        Row (1, 2, 3)?
        """,
        why="The row is asked for first: row 1 is the upper one, and column c the right one.",
    ),
    Case(
        "The last row and the first column",
        (["0", "3", "a"], scripted((0, 1))),
        """
        The computer plays row 1, column b.
           a b c
        1 | |O| |
        2 | | | |
        3 |X| | |
        Row (1, 2, 3)?
        """,
        why="Row 3 is the lower one, and column a the left one.",
    ),
    Case(
        "Marks stay where they are",
        (["0", "1", "a", "2", "c", "3", "b"], scripted((1, 1), (0, 2), (1, 0))),
        """
        The computer plays row 2, column a.
           a b c
        1 |X| |O|
        2 |O|O|X|
        3 | |X| |
        Row (1, 2, 3)?
        """,
        why="Each move puts one mark on the board that is there.",
    ),
    Case(
        "A capital letter is a column",
        (["0", "1", "B"], scripted((1, 1))),
        """
        The computer plays row 2, column b.
           a b c
        1 | |X| |
        2 | |O| |
        3 | | | |
        Row (1, 2, 3)?
        """,
        why="Capital and small letters mean the same.",
    ),
    Case(
        "Spaces around an answer",
        ([" 0 ", " 3", "  c "], scripted((1, 1))),
        """
        The computer plays row 2, column b.
           a b c
        1 | | | |
        2 | |O| |
        3 | | |X|
        Row (1, 2, 3)?
        """,
        why="Spaces before and behind an answer do not matter.",
    ),
)
QUESTIONS = (
    Case(
        "The computer's player is asked with the board and its side",
        (["0", "1", "b", "3", "a"], scripted((1, 1), (2, 2))),
        [
            ([[0, 1, 0], [0, 0, 0], [0, 0, 0]], 2),
            ([[0, 1, 0], [0, 2, 0], [1, 0, 0]], 2),
        ],
        why="The board is rows of 0, 1 and 2 as in tictactoe_winner, and the computer is 2.",
    ),
    Case(
        "The computer's player is not asked before you moved",
        (["0", "1", "b", "3"], scripted((1, 1))),
        [([[0, 1, 0], [0, 0, 0], [0, 0, 0]], 2)],
        why="A row without a column is no move yet.",
    ),
)
OWN_PLAYER = (
    Case(
        "A game without a scripted player",
        (["0", "2", "b"],),
        OneOf([Game(YOU, ((1, 1), cell)).last_shown for cell in CELLS if cell != (1, 1)]),
        why="main() plays against the player that is imported at the top of the file.",
    ),
)


@pytest.mark.stage("a move")
def test_a_second_game(kata: Kata) -> None:
    """A second game begins with an empty board."""
    kata.main.session(["0", "2", "b"], scripted((2, 2)))
    assert kata.main.session(["0"], scripted(), only=FIXED).reply == Game(YOU, ()).last_shown


@pytest.mark.stage("a move")
@pytest.mark.parametrize("case", MOVES, ids=str)
def test_a_move(kata: Kata, case: Case) -> None:
    assert kata.main.session(*case.arguments, only=FIXED).reply == case.expected


@pytest.mark.stage("a move")
@pytest.mark.parametrize("case", QUESTIONS, ids=str)
def test_what_the_player_is_asked(kata: Kata, case: Case) -> None:
    assert kata.main.session(*case.arguments, only=FIXED).asked == case.expected


@pytest.mark.stage("a move")
@pytest.mark.parametrize("case", OWN_PLAYER, ids=str)
def test_the_own_player(kata: Kata, case: Case) -> None:
    assert kata.main.session(*case.arguments, only=FIXED).reply == case.expected


# Stage: bad input


def wrong(name: str, typed: list[str], message: str, again: str, why: str) -> Case:
    """A row about a wrong answer: the message, and the question that is asked again."""
    return Case(name, (typed, scripted((0, 0))), f"{message}\n{again}", why=why)


WHO = "Who starts (0 you, 1 the computer)?"
ROW = "Row (1, 2, 3)?"
COLUMN = "Column (a, b, c)?"

WRONG_ANSWERS = (
    wrong(
        "Who starts: 2",
        ["2"],
        "Expected 0 or 1, got '2'.",
        WHO,
        why="Two answers are possible; another one is quoted and the question asked again.",
    ),
    wrong(
        "Who starts: an empty line",
        [""],
        "Expected 0 or 1, got ''.",
        WHO,
        why="Who presses ENTER only has answered nothing, and repr writes that as two quotes.",
    ),
    wrong(
        "Who starts: a word",
        ["you"],
        "Expected 0 or 1, got 'you'.",
        WHO,
        why="A word is no number, and int() raises an error for it.",
    ),
    wrong(
        "Who starts: both numbers at once",
        ["01"],
        "Expected 0 or 1, got '01'.",
        WHO,
        why="The whole answer counts: '01' begins with an answer, and is none.",
    ),
    wrong(
        "Who starts: minus one",
        ["-1"],
        "Expected 0 or 1, got '-1'.",
        WHO,
        why="As an index, -1 would be the last one of two.",
    ),
    wrong(
        "Who starts: wrong twice",
        ["x", "Y"],
        "Expected 0 or 1, got 'Y'.",
        WHO,
        why="The question is asked until it is answered, and a capital letter is quoted as typed.",
    ),
    wrong(
        "Row: a letter",
        ["0", "b"],
        "Expected 1, 2 or 3, got 'b'.",
        ROW,
        why="The row is asked for first; the letter of a column is no row.",
    ),
    wrong(
        "Row: 0",
        ["0", "0"],
        "Expected 1, 2 or 3, got '0'.",
        ROW,
        why="Rows count from 1; 0 - 1 would be the last row for Python.",
    ),
    wrong(
        "Row: 4",
        ["0", "4"],
        "Expected 1, 2 or 3, got '4'.",
        ROW,
        why="There are three rows.",
    ),
    wrong(
        "Row: an empty line",
        ["0", ""],
        "Expected 1, 2 or 3, got ''.",
        ROW,
        why="An empty text has no first character, and it is part of every other text.",
    ),
    wrong(
        "Row: a word",
        ["0", "top"],
        "Expected 1, 2 or 3, got 'top'.",
        ROW,
        why="A word is no number.",
    ),
    wrong(
        "Row: two digits",
        ["0", "12"],
        "Expected 1, 2 or 3, got '12'.",
        ROW,
        why="The text '12' is part of the text '123', and no row.",
    ),
    wrong(
        "Row: minus one",
        ["0", "-1"],
        "Expected 1, 2 or 3, got '-1'.",
        ROW,
        why="A negative number is an index for Python, and no row.",
    ),
    wrong(
        "Row: a small raised two",
        ["0", "\u00b2"],
        "Expected 1, 2 or 3, got '\u00b2'.",
        ROW,
        why="The text's isdigit() says yes here, and int() raises an error.",
    ),
    wrong(
        "Row: row and column at once",
        ["0", "2b"],
        "Expected 1, 2 or 3, got '2b'.",
        ROW,
        why="A row has one character; the column is another question.",
    ),
    wrong(
        "Column: a digit",
        ["0", "2", "2"],
        "Expected a, b or c, got '2'.",
        COLUMN,
        why="Columns are letters, and the column is asked for again, not the row.",
    ),
    wrong(
        "Column: d",
        ["0", "2", "d"],
        "Expected a, b or c, got 'd'.",
        COLUMN,
        why="There are three columns.",
    ),
    wrong(
        "Column: an empty line",
        ["0", "2", ""],
        "Expected a, b or c, got ''.",
        COLUMN,
        why="An empty text is part of the text 'abc', and no column.",
    ),
    wrong(
        "Column: two letters",
        ["0", "2", "bc"],
        "Expected a, b or c, got 'bc'.",
        COLUMN,
        why="The text 'bc' is part of the text 'abc', and no column.",
    ),
    wrong(
        "Column: a capital letter that is none",
        ["0", "2", "D"],
        "Expected a, b or c, got 'D'.",
        COLUMN,
        why="What came is quoted as it was typed.",
    ),
    wrong(
        "Your own cell again",
        ["0", "2", "b", "2", "b"],
        "Expected an empty cell, got row 2, column b.",
        ROW,
        why="A cell is taken once; both questions are asked again.",
    ),
    wrong(
        "A cell of the computer",
        ["0", "2", "b", "1", "a"],
        "Expected an empty cell, got row 1, column a.",
        ROW,
        why="The computer's mark stays.",
    ),
    wrong(
        "A taken cell in capitals",
        ["0", "3", "c", "1", "A"],
        "Expected an empty cell, got row 1, column a.",
        ROW,
        why="The cell is named as the board names it.",
    ),
)
MISTAKES = (
    Case(
        "A game goes on after mistakes",
        (["x", "0", "b", "2", "2", "b", "1", "a", "3", "", "a"], scripted((0, 0), (0, 2))),
        """
        Who starts (0 you, 1 the computer)? x
        Expected 0 or 1, got 'x'.
        Who starts (0 you, 1 the computer)? 0
           a b c
        1 | | | |
        2 | | | |
        3 | | | |
        Row (1, 2, 3)? b
        Expected 1, 2 or 3, got 'b'.
        Row (1, 2, 3)? 2
        Column (a, b, c)? 2
        Expected a, b or c, got '2'.
        Column (a, b, c)? b
        The computer plays row 1, column a.
           a b c
        1 |O| | |
        2 | |X| |
        3 | | | |
        Row (1, 2, 3)? 1
        Column (a, b, c)? a
        Expected an empty cell, got row 1, column a.
        Row (1, 2, 3)? 3
        Column (a, b, c)?
        Expected a, b or c, got ''.
        Column (a, b, c)? a
        The computer plays row 1, column c.
           a b c
        1 |O| |O|
        2 | |X| |
        3 |X| | |
        Row (1, 2, 3)?
        """,
        why="A mistake costs nobody a move, and what was answered well is not asked again.",
    ),
)
CHEATS = (
    BadInput(
        "The computer takes your cell",
        (["0", "2", "b"], scripted((1, 1))),
        quotes="(1, 1)",
        why="The computer's player may be wrong, too; that is an error of its program.",
    ),
    BadInput(
        "The computer takes its own cell again",
        (["0", "2", "b", "3", "a"], scripted((0, 2), (0, 2))),
        quotes="(0, 2)",
        why="A move into a cell of one's own is as wrong as one into another's.",
    ),
    BadInput(
        "The computer moves below the board",
        (["0", "2", "b"], scripted((3, 0))),
        quotes="(3, 0)",
        why="Rows and columns count from 0, so 3 is not on the board; an IndexError is no answer.",
    ),
    BadInput(
        "The computer moves to a negative row",
        (["0", "2", "b"], scripted((-1, 2))),
        quotes="(-1, 2)",
        why="Python counts negative numbers from the end; here they are not on the board.",
    ),
    BadInput(
        "The computer moves to a negative column",
        (["0", "2", "b"], scripted((0, -3))),
        quotes="(0, -3)",
        why="Python counts negative numbers from the end; here they are not on the board.",
    ),
)


@pytest.mark.stage("bad input")
@pytest.mark.parametrize("case", WRONG_ANSWERS, ids=str)
def test_wrong_answers(kata: Kata, case: Case) -> None:
    assert kata.main.session(*case.arguments, only=FIXED).reply == case.expected


@pytest.mark.stage("bad input")
@pytest.mark.parametrize("case", MISTAKES, ids=str)
def test_mistakes(kata: Kata, case: Case) -> None:
    assert kata.main.session(*case.arguments, only=FIXED).lines == case.expected


@pytest.mark.stage("bad input")
@pytest.mark.parametrize("case", CHEATS, ids=str)
def test_a_player_that_cheats(kata: Kata, case: BadInput) -> None:
    assert case.quotes in kata.main.session(*case.arguments, only=FIXED).refusal


# Stage: a won game

ALL_LINES = {
    "the top row": ((0, 0), (0, 1), (0, 2)),
    "the middle row": ((1, 0), (1, 1), (1, 2)),
    "the bottom row": ((2, 0), (2, 1), (2, 2)),
    "column a": ((0, 0), (1, 0), (2, 0)),
    "column b": ((0, 1), (1, 1), (2, 1)),
    "column c": ((0, 2), (1, 2), (2, 2)),
    "the diagonal from the top left": ((0, 0), (1, 1), (2, 2)),
    "the diagonal from the top right": ((0, 2), (1, 1), (2, 0)),
}


def in_turn(first: tuple[Cell, ...], second: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """The moves of two sides, one after the other."""
    pairs = zip_longest(first, second)
    return tuple([move for pair in pairs for move in pair if move is not None])


def beside(line: tuple[Cell, ...], count: int) -> tuple[Cell, ...]:
    """Some cells that are not in a line and are none themselves."""
    free = [cell for cell in CELLS if cell not in line]
    return next(cells for cells in combinations(free, count) if cells not in LINES)


def ending(name: str, game: Game, why: str) -> Case:
    """A row about the end of a game."""
    return Case(name, game.arguments, game.last_shown, why=why)


WON = (
    Case(
        "The computer fills the bottom row, as in the Prolog program",
        (["0", "2", "b", "1", "a", "1", "c"], scripted((2, 2), (2, 0), (2, 1))),
        """
        The computer plays row 3, column b.
           a b c
        1 |X| |X|
        2 | |X| |
        3 |O|O|O|
        The computer wins.
        """,
        why="The board is shown with the last move, and then the result; nothing is asked.",
        source=f"{PROLOG}, the second game of its README",
    ),
    Case(
        "The computer fills a diagonal, as in the Prolog program",
        (["0", "1", "a", "1", "b", "2", "a"], scripted((1, 1), (0, 2), (2, 0))),
        """
        The computer plays row 3, column a.
           a b c
        1 |X|X|O|
        2 |X|O| |
        3 |O| | |
        The computer wins.
        """,
        why="A diagonal is a line.",
        source=f"{PROLOG}, the board of a finished game in its README",
    ),
    Case(
        "You win before the board is full",
        (["0", "1", "a", "1", "b", "1", "c"], scripted((1, 0), (1, 1), (1, 2))),
        """
           a b c
        1 |X|X|X|
        2 |O|O| |
        3 | | | |
        You win.
        """,
        why="The game is over at once: the computer could have won with its next move.",
    ),
    Case(
        "You win with the ninth move",
        (
            ["0", "1", "a", "1", "b", "2", "c", "3", "a", "2", "a"],
            scripted((0, 2), (1, 1), (2, 1), (2, 2)),
        ),
        """
           a b c
        1 |X|X|O|
        2 |X|O|X|
        3 |X|O|O|
        You win.
        """,
        why="A full board with a line is won, and no draw.",
    ),
)
YOUR_LINES = tuple(
    ending(
        f"You fill {name}",
        Game(YOU, in_turn(line, beside(line, 2))),
        why="Three marks in a row, a column or a diagonal win.",
    )
    for name, line in ALL_LINES.items()
)
LINES_OF_THE_COMPUTER = tuple(
    ending(
        f"The computer fills {name}",
        Game(YOU, in_turn(beside(line, 3), line)),
        why="Three marks in a row, a column or a diagonal win.",
    )
    for name, line in ALL_LINES.items()
)


@pytest.mark.stage("a won game")
@pytest.mark.parametrize("case", WON + YOUR_LINES + LINES_OF_THE_COMPUTER, ids=str)
def test_a_won_game(kata: Kata, case: Case) -> None:
    assert kata.main.session(*case.arguments, only=FIXED).reply == case.expected


@pytest.mark.stage("a won game")
def test_many_won_games(kata: Kata) -> None:
    """Whole games that one side wins, picked at random."""
    for game in played(YOU):
        if game.result != "A draw.":
            assert kata.main.session(*game.arguments, only=FIXED).lines == game.shown


# Stage: a drawn game

DRAWN = (
    Case(
        "Nobody has a line on the full board",
        (
            ["0", "2", "b", "3", "a", "1", "b", "2", "c", "3", "c"],
            scripted((0, 0), (0, 2), (2, 1), (1, 0)),
        ),
        """
           a b c
        1 |O|X|O|
        2 |O|X|X|
        3 |X|O|X|
        A draw.
        """,
        why="The ninth move is yours; the computer has no cell left to be asked about.",
    ),
    Case(
        "Before the last cell a game is no draw",
        (
            ["0", "2", "b", "3", "a", "1", "b", "2", "c"],
            scripted((0, 0), (0, 2), (2, 1), (1, 0)),
        ),
        """
        The computer plays row 2, column a.
           a b c
        1 |O|X|O|
        2 |O|X|X|
        3 |X|O| |
        Row (1, 2, 3)?
        """,
        why="One cell is empty: it is your turn, whatever can still come of it.",
    ),
)


@pytest.mark.stage("a drawn game")
@pytest.mark.parametrize("case", DRAWN, ids=str)
def test_a_drawn_game(kata: Kata, case: Case) -> None:
    assert kata.main.session(*case.arguments, only=FIXED).reply == case.expected


@pytest.mark.stage("a drawn game")
def test_many_drawn_games(kata: Kata) -> None:
    """Whole games that nobody wins, picked at random."""
    for game in played(YOU):
        if game.result == "A draw.":
            assert kata.main.session(*game.arguments, only=FIXED).lines == game.shown


# Stage: the computer starts

COMPUTER_STARTS = (
    Case(
        "The computer has the first move",
        (["1"], scripted((1, 1))),
        """
        The computer plays row 2, column b.
           a b c
        1 | | | |
        2 | |O| |
        3 | | | |
        Row (1, 2, 3)?
        """,
        why="The computer is O, also if it starts; the empty board is not shown.",
    ),
    Case(
        "After the computer's move comes yours, and then the computer's",
        (["1", "1", "a"], scripted((1, 1), (2, 2))),
        """
        The computer plays row 3, column c.
           a b c
        1 |X| | |
        2 | |O| |
        3 | | |O|
        Row (1, 2, 3)?
        """,
        why="The sides take turns.",
    ),
    Case(
        "The computer wins with its third move",
        (["1", "1", "a", "1", "c"], scripted((1, 0), (1, 1), (1, 2))),
        """
        The computer plays row 2, column c.
           a b c
        1 |X| |X|
        2 |O|O|O|
        3 | | | |
        The computer wins.
        """,
        why="After five moves, three of them the computer's, a game can be over.",
    ),
    Case(
        "You win with your third move",
        (
            ["1", "1", "c", "2", "b", "3", "a"],
            scripted((0, 0), (0, 1), (1, 2), (2, 2)),
        ),
        """
           a b c
        1 |O|O|X|
        2 | |X|O|
        3 |X| | |
        You win.
        """,
        why="You are X, also if the computer starts.",
    ),
    Case(
        "The computer makes the ninth move of a draw",
        (
            ["1", "1", "a", "1", "c", "3", "b", "2", "a"],
            scripted((1, 1), (0, 1), (2, 0), (1, 2), (2, 2)),
        ),
        """
        The computer plays row 3, column c.
           a b c
        1 |X|O|X|
        2 |X|O|O|
        3 |O|X|O|
        A draw.
        """,
        why="Here the last cell is the computer's.",
    ),
)
FIRST_QUESTION = (
    Case(
        "The computer's player is asked with the empty board",
        (["1"], scripted((1, 1))),
        [([[0, 0, 0], [0, 0, 0], [0, 0, 0]], 2)],
        why="The computer is 2, also if it starts.",
    ),
)


@pytest.mark.stage("the computer starts")
@pytest.mark.parametrize("case", COMPUTER_STARTS, ids=str)
def test_the_computer_starts(kata: Kata, case: Case) -> None:
    assert kata.main.session(*case.arguments, only=FIXED).reply == case.expected


@pytest.mark.stage("the computer starts")
@pytest.mark.parametrize("case", FIRST_QUESTION, ids=str)
def test_the_first_question(kata: Kata, case: Case) -> None:
    assert kata.main.session(*case.arguments, only=FIXED).asked == case.expected


@pytest.mark.stage("the computer starts")
def test_many_games_that_the_computer_starts(kata: Kata) -> None:
    """Whole games that the computer starts, picked at random."""
    for game in played(COMPUTER):
        assert kata.main.session(*game.arguments, only=FIXED).lines == game.shown


# Stage: end of input


def left(name: str, typed: list[str | None], why: str, moves: tuple[Cell, ...] = ()) -> Case:
    """A row about a game that is left: what is said behind the last question."""
    return Case(name, (typed, scripted(*moves)), "Goodbye.", why=why)


LEFT = (
    left(
        "The input ends at the first question",
        [],
        why="input() raises an EOFError, which main turns into a farewell on a line of its own.",
    ),
    left(
        "The input ends where a row is expected",
        ["0"],
        why="The input can end at any question.",
    ),
    left(
        "The input ends where a column is expected",
        ["0", "2"],
        why="The input can end at any question.",
    ),
    left(
        "The input ends after a wrong answer",
        ["0", "x"],
        why="The end of the input is no wrong answer, and the question is not asked again.",
    ),
    left(
        "The input ends after a wrong column",
        ["0", "2", "x"],
        why="The end of the input is no wrong answer, and the question is not asked again.",
    ),
    left(
        "The input ends after a wrong first answer",
        ["x"],
        why="The end of the input is no wrong answer, and the question is not asked again.",
    ),
    left(
        "The input ends after a taken cell",
        ["0", "2", "b", "2", "b"],
        moves=((0, 0),),
        why="The input can end at any question.",
    ),
    left(
        "The input ends in the middle of a game",
        ["1", "1", "a"],
        moves=((1, 1), (0, 1)),
        why="The game has no result then: nobody has won, and it is no draw.",
    ),
    left(
        "Ctrl-C at the first question",
        [CTRL_C],
        why="Ctrl-C raises a KeyboardInterrupt, and is another way to leave.",
    ),
    left(
        "Ctrl-C where a row is expected",
        ["0", CTRL_C],
        why="Ctrl-C works at any question.",
    ),
    left(
        "Ctrl-C where a column is expected",
        ["0", "2", CTRL_C],
        why="Ctrl-C works at any question.",
    ),
)
FINISHED = (
    Case(
        "A won game is over",
        Game(YOU, in_turn(((0, 0), (0, 1), (0, 2)), ((1, 0), (1, 1)))).arguments,
        "cleanly",
        why="main returns after the result.",
    ),
    Case(
        "A drawn game is over",
        next(game for game in played(YOU) if game.result == "A draw.").arguments,
        "cleanly",
        why="main returns after the result.",
    ),
)


@pytest.mark.stage("end of input")
@pytest.mark.parametrize("case", LEFT, ids=str)
def test_a_game_that_is_left(kata: Kata, case: Case) -> None:
    assert kata.main.session(*case.arguments, only=LEAVING).farewell == case.expected


@pytest.mark.stage("end of input")
@pytest.mark.parametrize("case", FINISHED, ids=str)
def test_a_finished_game(kata: Kata, case: Case) -> None:
    assert kata.main.session(*case.arguments).ended == case.expected
