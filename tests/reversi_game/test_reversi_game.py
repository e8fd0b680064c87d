"""The table of reversi_game: sessions at the console, typed line by line.

A session is written as on a terminal: what the game shows, with the typed lines where they were
read. Compared are the fixed lines of the statement, all of them and in order; other lines may stand
anywhere. Most rows show what comes after the last typed line, until the end of the input. A game
that does not handle the end of the input yet passes them.

The computer is `scripted`: it makes the moves that stand in the row, good ones or not. Who goes
first is random, so a test first looks for a seed with which the side that it needs goes first: how
the game asks its random number generator is left to the game.

Stages:
    the board               the questions, the first board, either side goes first
    a move                  yours, the computer's, and what the computer's player is asked
    hints                   on, off, and for whom
    bad input               wrong answers to each question, a player that cheats
    passes                  yours, the computer's, several in a row
    the end and the score   won, lost and drawn games, before and after the board is full
    play again              yes, no, and what a new game begins with
    end of input            at each question; Ctrl-C; the word quit

The oracle writes whole sessions from lists of moves. It knows nothing of steps from cell to cell:
it writes what lies in one direction as text and reads it with a regular expression.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

import pytest
from kata_kit import CTRL_C, BadInput, Case, Kata, OneOf, scripted, seeded
from kata_kit.boards import reversi_board
from kata_kit.session import Session

Cell: TypeAlias = tuple[int, int]
Discs: TypeAlias = dict[Cell, str]

CHAPTER = "Invent Your Own Computer Games with Python, chapter 15"

# Who goes first, as the game says it.
YOU, COMPUTER = "You go first.", "The computer goes first."
ANYBODY = ""

FIXED = re.compile(
    r"Do you want.*|You go first.*|The computer goes first.*"
    r"|   1 2 3 4 5 6 7 8|[1-8] \|.*|You have \d.*"
    r"|Your move.*|Press ENTER.*|The computer plays.*|You cannot move.*|The computer cannot move.*"
    r"|You win.*|The computer wins.*|A draw.*|Play again.*|Expected .*"
)
LEAVING = re.compile(rf"{FIXED.pattern}|Goodbye.*")

X_OR_O = "Do you want to be X or O?"
MOVE = "Your move (column and row, hints, quit)?"
ENTER = "Press ENTER to see the computer's move:"
AGAIN = "Play again (yes or no)?"

# So many seeds are tried for one with which a side goes first; in a fair game half of them are.
SEEDS = 20


def hold(kata: Kata, case: Case | BadInput, only: re.Pattern[str] = FIXED) -> Session:
    """Hold the session of a row: who goes first, what is typed, and the computer's player."""
    first, typed, player = case.arguments
    assert isinstance(typed, list)
    rng = seeded(0) if first == ANYBODY else rng_for(kata, [first], typed[:2], player)
    return kata.main.session(typed, player, rng, only=only)


def rng_for(kata: Kata, firsts: list[object], typed: object, player: object) -> object:
    """A generator of random numbers with which these sides go first, game after game."""
    for seed in range(SEEDS):
        session = kata.main.session(typed, player, seeded(seed))
        if re.findall(rf"^(?:{YOU}|{COMPUTER})$", session.text, re.MULTILINE) == firsts:
            return seeded(seed)
    return seeded(0)  # The session that is held with it will show what is wrong.


# The oracle

CELLS = [(row, column) for row in range(8) for column in range(8)]
STEPS = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]
OTHER = {"X": "O", "O": "X"}
START = {(3, 3): "X", (4, 4): "X", (3, 4): "O", (4, 3): "O"}


def cell_of(key: str) -> Cell:
    """The cell that is typed as two digits, the column first."""
    return int(key[1]) - 1, int(key[0]) - 1


@cache
def ray(cell: Cell, step: Cell) -> list[Cell]:
    """The cells in one direction, up to the edge."""
    cells = [(cell[0] + far * step[0], cell[1] + far * step[1]) for far in range(1, 8)]
    return [cell for cell in cells if cell in CELLS]


def turned(discs: Discs, disc: str, cell: Cell) -> set[Cell]:
    """What a move turns over."""
    if cell in discs:
        return set()
    cells: set[Cell] = set()
    for step in STEPS:
        way = ray(cell, step)
        found = re.match(f"({OTHER[disc]}+){disc}", "".join(discs.get(c, ".") for c in way))
        if found:
            cells.update(way[: len(found[1])])
    return cells


def movable(discs: Discs, disc: str) -> set[Cell]:
    """The legal moves of a side."""
    return {cell for cell in CELLS if turned(discs, disc, cell)}


@dataclass(frozen=True)
class Turn:
    """A turn of a game, and the discs before it; `key` is empty for a pass."""

    discs: Discs
    disc: str
    key: str


@dataclass(frozen=True)
class Game:
    """A game: who goes first, your disc, and the keys of all moves, without passes."""

    first: str
    you: str
    keys: str

    @property
    def turns(self) -> list[Turn]:
        """All turns, and a last one without a key: the turn of whoever has to move now."""
        return _turns(self)

    @property
    def over(self) -> bool:
        """Whether neither side can move."""
        return not any(movable(self.turns[-1].discs, disc) for disc in OTHER)

    @property
    def moves(self) -> list[Cell]:
        """The moves of the computer."""
        return [cell_of(turn.key) for turn in self.turns if turn.key and turn.disc != self.you]

    @property
    def typed(self) -> list[str]:
        """The lines that you type: your disc, your moves, and nothing where the computer moves."""
        turns = [turn for turn in self.turns if turn.key]
        return [self.you, *(turn.key if turn.disc == self.you else "" for turn in turns)]

    @property
    def arguments(self) -> tuple[object, ...]:
        """The arguments of a row."""
        return self.first, self.typed, scripted(*self.moves)

    @property
    def shown(self) -> str:
        """The whole session."""
        return "\n".join([f"{X_OR_O} {self.you}", *self._after_the_first_answer()])

    @property
    def last_shown(self) -> str:
        """What is shown after the last typed line."""
        lines = self.shown.split("\n")
        answered = [n for n, line in enumerate(lines[:-1]) if line.startswith((MOVE, ENTER))]
        return "\n".join(lines[max(answered, default=0) + 1 :])

    def _after_the_first_answer(self) -> Iterator[str]:
        yield self.first
        for turn in self.turns[:-1]:
            yours = turn.disc == self.you
            if not turn.key:
                yield (
                    "You cannot move and pass." if yours else "The computer cannot move and passes."
                )
                continue
            yield from drawn(turn.discs, self.you)
            yield f"{MOVE} {turn.key}" if yours else ENTER
            if not yours:
                yield f"The computer plays {turn.key}."
        last = self.turns[-1]
        yield from drawn(last.discs, self.you)
        if self.over:
            yield from (self._result(last.discs), AGAIN)
        else:
            yield MOVE if last.disc == self.you else ENTER

    def _result(self, discs: Discs) -> str:
        yours = list(discs.values()).count(self.you)
        others = len(discs) - yours
        if yours == others:
            return "A draw."
        return (
            f"You win by {yours - others}."
            if yours > others
            else (f"The computer wins by {others - yours}.")
        )


@cache
def _turns(game: Game) -> list[Turn]:
    discs = START
    disc = game.you if game.first == YOU else OTHER[game.you]
    turns = []
    for key in game.keys.split():
        if not movable(discs, disc):
            turns.append(Turn(discs, disc, ""))
            disc = OTHER[disc]
        turns.append(Turn(discs, disc, key))
        cell = cell_of(key)
        discs = {**discs, **dict.fromkeys({cell, *turned(discs, disc, cell)}, disc)}
        disc = OTHER[disc]
    if not movable(discs, disc) and movable(discs, OTHER[disc]):
        turns.append(Turn(discs, disc, ""))
        disc = OTHER[disc]
    return [*turns, Turn(discs, disc, "")]


def drawn(discs: Discs, you: str, dots: Collection[Cell] = ()) -> list[str]:
    """The board as it is shown, and the score below it."""
    head = "   1 2 3 4 5 6 7 8"
    lines = [head]
    for row in range(8):
        signs = [
            "." if (row, column) in dots else discs.get((row, column), " ") for column in range(8)
        ]
        lines.append(f"{row + 1} |{'|'.join(signs)}| {row + 1}")
    count = list(discs.values()).count
    return [*lines, head, f"You have {count(you)}, the computer has {count(OTHER[you])}."]


# Stage: the board

BOARDS = (
    Case(
        "The first question is which side you want",
        (ANYBODY, [], scripted()),
        """
        Do you want to be X or O?
        """,
        why="Nothing can be shown before it is known who you are.",
    ),
    Case(
        "You are X and go first",
        (YOU, ["x"], scripted()),
        """
        Do you want to be X or O? x
        You go first.
           1 2 3 4 5 6 7 8
        1 | | | | | | | | | 1
        2 | | | | | | | | | 2
        3 | | | | | | | | | 3
        4 | | | |X|O| | | | 4
        5 | | | |O|X| | | | 5
        6 | | | | | | | | | 6
        7 | | | | | | | | | 7
        8 | | | | | | | | | 8
           1 2 3 4 5 6 7 8
        You have 2, the computer has 2.
        Your move (column and row, hints, quit)?
        """,
        why="The numbers stand on all sides, the score below, and hints are off.",
    ),
    Case(
        "You are X and the computer goes first",
        (COMPUTER, ["x"], scripted((2, 5))),
        """
        Do you want to be X or O? x
        The computer goes first.
           1 2 3 4 5 6 7 8
        1 | | | | | | | | | 1
        2 | | | | | | | | | 2
        3 | | | | | | | | | 3
        4 | | | |X|O| | | | 4
        5 | | | |O|X| | | | 5
        6 | | | | | | | | | 6
        7 | | | | | | | | | 7
        8 | | | | | | | | | 8
           1 2 3 4 5 6 7 8
        You have 2, the computer has 2.
        Press ENTER to see the computer's move:
        """,
        why="The argument rng decides who goes first: with twenty seeds, each side does.",
    ),
    Case(
        "You are O and go first",
        (YOU, ["O"], scripted()),
        Game(YOU, "O", "").shown,
        why="Either disc may go first, and a capital letter is as good as a small one.",
    ),
    Case(
        "You are O and the computer goes first",
        (COMPUTER, [" o "], scripted((2, 4))),
        Game(COMPUTER, "O", "").shown.replace("? O", "?  o"),
        why="Spaces around an answer do not matter.",
    ),
)


@pytest.mark.stage("the board")
@pytest.mark.parametrize("case", BOARDS, ids=str)
def test_the_board(kata: Kata, case: Case) -> None:
    assert hold(kata, case).lines == case.expected


# Stage: a move

MOVES = (
    Case(
        "You move to 53",
        (YOU, ["x", "53"], scripted()),
        """
           1 2 3 4 5 6 7 8
        1 | | | | | | | | | 1
        2 | | | | | | | | | 2
        3 | | | | |X| | | | 3
        4 | | | |X|X| | | | 4
        5 | | | |O|X| | | | 5
        6 | | | | | | | | | 6
        7 | | | | | | | | | 7
        8 | | | | | | | | | 8
           1 2 3 4 5 6 7 8
        You have 4, the computer has 1.
        Press ENTER to see the computer's move:
        """,
        why="The column comes first: column 5, row 3.",
        source=f"{CHAPTER}, the first move of the game that is shown",
    ),
    Case(
        "You move to 53, and the computer to 63",
        (YOU, ["x", "53", ""], scripted((2, 5))),
        """
        The computer plays 63.
           1 2 3 4 5 6 7 8
        1 | | | | | | | | | 1
        2 | | | | | | | | | 2
        3 | | | | |X|O| | | 3
        4 | | | |X|O| | | | 4
        5 | | | |O|X| | | | 5
        6 | | | | | | | | | 6
        7 | | | | | | | | | 7
        8 | | | | | | | | | 8
           1 2 3 4 5 6 7 8
        You have 3, the computer has 3.
        Your move (column and row, hints, quit)?
        """,
        why="The computer's cell (2, 5) is column 6, row 3, and is named the column first.",
    ),
    Case(
        "You are O and move to 34",
        (YOU, ["o", "34"], scripted()),
        """
           1 2 3 4 5 6 7 8
        1 | | | | | | | | | 1
        2 | | | | | | | | | 2
        3 | | | | | | | | | 3
        4 | | |O|O|O| | | | 4
        5 | | | |O|X| | | | 5
        6 | | | | | | | | | 6
        7 | | | | | | | | | 7
        8 | | | | | | | | | 8
           1 2 3 4 5 6 7 8
        You have 4, the computer has 1.
        Press ENTER to see the computer's move:
        """,
        why="The first number of the score is yours, also if you are O.",
    ),
    Case(
        "The computer goes first, as X",
        (COMPUTER, ["o", ""], scripted((5, 3))),
        """
        The computer plays 46.
           1 2 3 4 5 6 7 8
        1 | | | | | | | | | 1
        2 | | | | | | | | | 2
        3 | | | | | | | | | 3
        4 | | | |X|O| | | | 4
        5 | | | |X|X| | | | 5
        6 | | | |X| | | | | 6
        7 | | | | | | | | | 7
        8 | | | | | | | | | 8
           1 2 3 4 5 6 7 8
        You have 1, the computer has 4.
        Your move (column and row, hints, quit)?
        """,
        why="The computer has the disc that you left it.",
    ),
    Case(
        "A later move turns over three discs",
        (YOU, ["x", "64", "", "53", "", "75", "", "35"], scripted((2, 5), (4, 5), (2, 3))),
        """
           1 2 3 4 5 6 7 8
        1 | | | | | | | | | 1
        2 | | | | | | | | | 2
        3 | | | |O|O|O| | | 3
        4 | | | |O|O|X| | | 4
        5 | | |X|X|X|X|X| | 5
        6 | | | | | | | | | 6
        7 | | | | | | | | | 7
        8 | | | | | | | | | 8
           1 2 3 4 5 6 7 8
        You have 6, the computer has 5.
        Press ENTER to see the computer's move:
        """,
        why="All moves before are on the board, yours and the computer's.",
    ),
    Case(
        "Spaces around a move",
        (YOU, ["x", " 53 "], scripted()),
        Game(YOU, "X", "53").last_shown,
        why="Spaces before and behind an answer do not matter.",
    ),
    Case(
        "What is typed before ENTER is not read",
        (YOU, ["x", "53", "64"], scripted((2, 5))),
        Game(YOU, "X", "53 63").last_shown,
        why="It is the computer's move that is waited for, whatever is typed there.",
    ),
)
# fmt: off
QUESTIONS = (
    Case(
        "The computer's player is asked with the board, its disc and rng",
        (YOU, ["x", "53", ""], scripted((2, 5))),
        [(reversi_board("........",
                        "........",
                        "....X...",
                        "...XX...",
                        "...OX...",
                        "........",
                        "........",
                        "........"), "O", "rng")],
        why="The board is that of reversi_flips, and the computer has the other disc than you.",
    ),
    Case(
        "The computer's player is asked as X",
        (COMPUTER, ["o", ""], scripted((5, 3))),
        [(reversi_board("........",
                        "........",
                        "........",
                        "...XO...",
                        "...OX...",
                        "........",
                        "........",
                        "........"), "X", "rng")],
        why="If you are O, the computer is X; rng is handed on, because it decides ties.",
    ),
)
# fmt: on


@pytest.mark.stage("a move")
@pytest.mark.parametrize("case", MOVES, ids=str)
def test_a_move(kata: Kata, case: Case) -> None:
    assert hold(kata, case).reply == case.expected


@pytest.mark.stage("a move")
@pytest.mark.parametrize("case", QUESTIONS, ids=str)
def test_what_the_player_is_asked(kata: Kata, case: Case) -> None:
    assert hold(kata, case).asked == case.expected


@pytest.mark.stage("a move")
def test_the_own_player(kata: Kata) -> None:
    """A game without a scripted player, and without a generator: main()."""
    if YOU in kata.main.session(["x"]).text:
        typed, keys = ["x", "53", ""], ["53 43", "53 63", "53 65"]
        games = [Game(YOU, "X", key) for key in keys]
    else:
        typed, keys = ["x", ""], ["34", "43", "56", "65"]
        games = [Game(COMPUTER, "X", key) for key in keys]
    assert kata.main.session(typed, only=FIXED).reply == OneOf([game.last_shown for game in games])


# Stage: hints

HINTS = (
    Case(
        "Hints show where you may move",
        (YOU, ["x", "hints"], scripted()),
        """
           1 2 3 4 5 6 7 8
        1 | | | | | | | | | 1
        2 | | | | | | | | | 2
        3 | | | | |.| | | | 3
        4 | | | |X|O|.| | | 4
        5 | | |.|O|X| | | | 5
        6 | | | |.| | | | | 6
        7 | | | | | | | | | 7
        8 | | | | | | | | | 8
           1 2 3 4 5 6 7 8
        You have 2, the computer has 2.
        Your move (column and row, hints, quit)?
        """,
        why="A dot stands on each legal move; the word costs no move.",
    ),
    Case(
        "Hints for O",
        (YOU, ["o", "hints"], scripted()),
        """
           1 2 3 4 5 6 7 8
        1 | | | | | | | | | 1
        2 | | | | | | | | | 2
        3 | | | |.| | | | | 3
        4 | | |.|X|O| | | | 4
        5 | | | |O|X|.| | | 5
        6 | | | | |.| | | | 6
        7 | | | | | | | | | 7
        8 | | | | | | | | | 8
           1 2 3 4 5 6 7 8
        You have 2, the computer has 2.
        Your move (column and row, hints, quit)?
        """,
        why="The dots are your moves, not always those of X.",
    ),
    Case(
        "Hints on a board of the chapter",
        (YOU, ["x", "64", "", "53", "", "75", "", "hints"], scripted((2, 5), (4, 5), (2, 3))),
        """
           1 2 3 4 5 6 7 8
        1 | | | | | | | | | 1
        2 | | | |.| |.| | | 2
        3 | | | |O|O|O| | | 3
        4 | | |.|O|O|X| | | 4
        5 | | |.|O|O|O|X| | 5
        6 | | | |.| |.| | | 6
        7 | | | | | | | | | 7
        8 | | | | | | | | | 8
           1 2 3 4 5 6 7 8
        You have 2, the computer has 8.
        Your move (column and row, hints, quit)?
        """,
        why="The legal moves decide; the text of the chapter names one that its drawing lacks.",
        source=f"{CHAPTER}, the board that shows the hints",
    ),
    Case(
        "Hints off again",
        (YOU, ["x", "hints", "hints"], scripted()),
        Game(YOU, "X", "").last_shown.removeprefix(f"{YOU}\n"),
        why="The same word switches the dots off.",
    ),
    Case(
        "Hints on, off and on",
        (YOU, ["x", "hints", "hints", "hints"], scripted()),
        "\n".join([*drawn(START, "X", dots=movable(START, "X")), MOVE]),
        why="The word switches, as often as it is typed.",
    ),
    Case(
        "Hints in capitals",
        (YOU, ["x", " HINTS"], scripted()),
        "\n".join([*drawn(START, "X", dots=movable(START, "X")), MOVE]),
        why="Capital and small letters mean the same, and spaces around do not matter.",
    ),
    Case(
        "No hints on the computer's turn",
        (YOU, ["x", "hints", "53"], scripted((2, 5))),
        Game(YOU, "X", "53").last_shown,
        why="The dots are for you; the computer's player needs none.",
    ),
    Case(
        "Hints stay on for your next turn",
        (YOU, ["x", "hints", "53", ""], scripted((2, 5))),
        """
        The computer plays 63.
           1 2 3 4 5 6 7 8
        1 | | | | | | | | | 1
        2 | | | | | | | | | 2
        3 | | | | |X|O|.| | 3
        4 | | | |X|O|.| | | 4
        5 | | |.|O|X| | | | 5
        6 | | | |.| | | | | 6
        7 | | | | | | | | | 7
        8 | | | | | | | | | 8
           1 2 3 4 5 6 7 8
        You have 3, the computer has 3.
        Your move (column and row, hints, quit)?
        """,
        why="Hints are on until they are switched off, and show the moves of the new board.",
    ),
    Case(
        "Hints switched off stay off",
        (YOU, ["x", "hints", "hints", "53", ""], scripted((2, 5))),
        Game(YOU, "X", "53 63").last_shown,
        why="Hints are off until they are switched on again.",
    ),
)


@pytest.mark.stage("hints")
@pytest.mark.parametrize("case", HINTS, ids=str)
def test_hints(kata: Kata, case: Case) -> None:
    assert hold(kata, case).reply == case.expected


# Stage: bad input


def wrong(name: str, typed: list[str], message: str, again: str, why: str) -> Case:
    """A row about a wrong answer: the message, and the question that is asked again."""
    first = ANYBODY if again == X_OR_O else YOU
    return Case(name, (first, typed, scripted((2, 5))), f"{message}\n{again}", why=why)


def no_cell(name: str, typed: str, why: str) -> Case:
    """A row about an answer that names no cell of the board."""
    message = f"Expected a column and a row from 1 to 8, as in 53, got {typed!r}."
    return wrong(name, ["x", typed], message, MOVE, why)


WRONG_SIDES = (
    wrong(
        "X or O: another letter",
        ["z"],
        "Expected X or O, got 'z'.",
        X_OR_O,
        why="Two answers are possible; another one is quoted and the question asked again.",
    ),
    wrong(
        "X or O: an empty line",
        [""],
        "Expected X or O, got ''.",
        X_OR_O,
        why="An empty text is part of the text 'XO', and no side.",
    ),
    wrong(
        "X or O: both",
        ["XO"],
        "Expected X or O, got 'XO'.",
        X_OR_O,
        why="The text 'XO' is part of the text 'XO', and no side.",
    ),
    wrong(
        "X or O: zero",
        ["0"],
        "Expected X or O, got '0'.",
        X_OR_O,
        why="The digit is not the letter.",
    ),
    wrong(
        "X or O: wrong twice",
        ["a", "B"],
        "Expected X or O, got 'B'.",
        X_OR_O,
        why="The question is asked until it is answered, and a capital letter is quoted as typed.",
    ),
)
NO_CELLS = (
    no_cell("A move: an empty line", "", why="An empty text has no first and no second digit."),
    no_cell("A move: one digit", "5", why="A cell has a column and a row."),
    no_cell("A move: three digits", "531", why="The whole answer counts, not its beginning."),
    no_cell("A move: a space between", "5 3", why="The two digits stand side by side."),
    no_cell("A move: a column that is 0", "03", why="0 - 1 would be the last column for Python."),
    no_cell("A move: a row that is 0", "50", why="0 - 1 would be the last row for Python."),
    no_cell("A move: column 9", "93", why="There are eight columns."),
    no_cell("A move: row 9", "59", why="There are eight rows."),
    no_cell("A move: a letter for the column", "e3", why="Columns have numbers here."),
    no_cell("A move: a letter for the row", "5c", why="Rows have numbers here."),
    no_cell("A move: minus five", "-5", why="A minus is no digit, though int() reads it."),
    no_cell("A move: raised digits", "\u00b2\u00b3", why="isdigit() says yes, int() fails."),
    no_cell("A move: a part of a word", "hint", why="What the question says is accepted."),
    no_cell("A move: another word", "Exit", why="What came is quoted as it was typed."),
)
ILLEGAL = (
    wrong(
        "A disc of your own",
        ["x", "44"],
        "Expected an empty cell, got 44.",
        MOVE,
        why="A cell is taken once; the board is not shown again.",
    ),
    wrong(
        "A disc of the computer",
        ["x", "45"],
        "Expected an empty cell, got 45.",
        MOVE,
        why="A disc turns over by what is put beside it, not by what is put on it.",
    ),
    wrong(
        "A corner that turns nothing over",
        ["x", "81"],
        "Expected a move that turns a disc over, got 81.",
        MOVE,
        why="81 is the corner at the top right; no disc lies near it.",
    ),
    wrong(
        "A cell that only the other side could take",
        ["x", "43"],
        "Expected a move that turns a disc over, got 43.",
        MOVE,
        why="O could move there, X cannot.",
    ),
    wrong(
        "A mistake in a later turn",
        ["x", "53", "", "53"],
        "Expected an empty cell, got 53.",
        MOVE,
        why="Each turn is asked for until its move is legal.",
    ),
)
MISTAKES = (
    Case(
        "A game goes on after mistakes",
        (YOU, ["q", "x", "9", "11", "53", "x"], scripted((2, 5))),
        "\n".join(
            [
                f"{X_OR_O} q",
                "Expected X or O, got 'q'.",
                f"{X_OR_O} x",
                YOU,
                *drawn(START, "X"),
                f"{MOVE} 9",
                "Expected a column and a row from 1 to 8, as in 53, got '9'.",
                f"{MOVE} 11",
                "Expected a move that turns a disc over, got 11.",
                f"{MOVE} 53",
                *Game(YOU, "X", "53").last_shown.split("\n")[:-1],
                f"{ENTER} x",
                *Game(YOU, "X", "53 63").last_shown.split("\n"),
            ]
        ),
        why="A mistake costs nobody a move, and what was answered well is not asked again.",
    ),
)
CHEATS = (
    BadInput(
        "The computer takes your cell",
        (YOU, ["x", "53", ""], scripted((2, 4))),
        quotes="(2, 4)",
        why="The computer's player may be wrong, too; that is an error of its program.",
    ),
    BadInput(
        "The computer turns nothing over",
        (YOU, ["x", "53", ""], scripted((0, 7))),
        quotes="(0, 7)",
        why="A cell that is free is not yet a legal move.",
    ),
    BadInput(
        "The computer moves as if it were you",
        (YOU, ["x", "53", ""], scripted((4, 2))),
        quotes="(4, 2)",
        why="X could move there, O cannot.",
    ),
    BadInput(
        "The computer moves off the board",
        (YOU, ["x", "53", ""], scripted((8, 5))),
        quotes="(8, 5)",
        why="Rows and columns count from 0; an IndexError or a KeyError is no answer.",
    ),
    BadInput(
        "The computer moves to a negative cell",
        (YOU, ["x", "53", ""], scripted((-6, -3))),
        quotes="(-6, -3)",
        why="Python counts negative numbers from the end, and (2, 5) would be legal.",
    ),
)


@pytest.mark.stage("bad input")
@pytest.mark.parametrize("case", WRONG_SIDES + NO_CELLS + ILLEGAL, ids=str)
def test_wrong_answers(kata: Kata, case: Case) -> None:
    assert hold(kata, case).reply == case.expected


@pytest.mark.stage("bad input")
@pytest.mark.parametrize("case", MISTAKES, ids=str)
def test_mistakes(kata: Kata, case: Case) -> None:
    assert hold(kata, case).lines == case.expected


@pytest.mark.stage("bad input")
@pytest.mark.parametrize("case", CHEATS, ids=str)
def test_a_player_that_cheats(kata: Kata, case: BadInput) -> None:
    assert case.quotes in hold(kata, case).refusal


# Stage: passes. The games were found by a search through random games for the shortest ones.

# X begins, and after eight moves X cannot move.
X_PASSES = "35 36 53 25 15 14 27 16"
# X begins, and after eleven moves O cannot move.
O_PASSES = "64 43 33 65 42 41 53 75 51 23 31"
# O begins, and cannot move after sixteen moves, nor after the next one of X.
O_PASSES_TWICE = "65 66 43 53 63 33 67 77 23 75 85 68 34 84 88 86 57"


def playing(name: str, game: Game, why: str) -> Case:
    """A row about the last thing that a game shows."""
    return Case(name, game.arguments, game.last_shown, why=why)


PASSES = (
    Case(
        "You pass",
        Game(YOU, "X", X_PASSES).arguments,
        """
        The computer plays 16.
        You cannot move and pass.
           1 2 3 4 5 6 7 8
        1 | | | | | | | | | 1
        2 | | | | | | | | | 2
        3 | | | | |X| | | | 3
        4 |O| | |X|X| | | | 4
        5 |O|O|X|X|X| | | | 5
        6 |O| |X| | | | | | 6
        7 | |X| | | | | | | 7
        8 | | | | | | | | | 8
           1 2 3 4 5 6 7 8
        You have 8, the computer has 4.
        Press ENTER to see the computer's move:
        """,
        why="Nothing is asked of you; the computer moves again, and the game is not over.",
    ),
    playing(
        "The computer passes",
        Game(YOU, "X", O_PASSES),
        why="The computer's player is not asked, no ENTER is waited for, and you move again.",
    ),
    playing(
        "You pass as O",
        Game(COMPUTER, "O", O_PASSES),
        why="A pass depends on the board, not on who began.",
    ),
    playing(
        "The computer passes as X",
        Game(COMPUTER, "O", X_PASSES),
        why="A pass depends on the board, not on who began.",
    ),
    playing(
        "You pass twice",
        Game(YOU, "O", O_PASSES_TWICE),
        why="After a pass the other side moves, and then it may be a pass again.",
    ),
    playing(
        "The computer passes twice",
        Game(COMPUTER, "X", O_PASSES_TWICE),
        why="After a pass the other side moves, and then it may be a pass again.",
    ),
)
WITH_PASSES = (
    Case(
        "A whole session in which you pass",
        Game(YOU, "O", O_PASSES_TWICE).arguments,
        Game(YOU, "O", O_PASSES_TWICE).shown,
        why="A pass takes the place of a turn, and nothing else changes.",
    ),
    Case(
        "A whole session in which the computer passes",
        Game(COMPUTER, "X", O_PASSES_TWICE).arguments,
        Game(COMPUTER, "X", O_PASSES_TWICE).shown,
        why="A pass takes the place of a turn, and nothing else changes.",
    ),
)


@pytest.mark.stage("passes")
@pytest.mark.parametrize("case", PASSES, ids=str)
def test_passes(kata: Kata, case: Case) -> None:
    assert hold(kata, case).reply == case.expected


@pytest.mark.stage("passes")
@pytest.mark.parametrize("case", WITH_PASSES, ids=str)
def test_sessions_with_passes(kata: Kata, case: Case) -> None:
    assert hold(kata, case).lines == case.expected


# Stage: the end and the score

# The shortest game that there is: X begins, and O has no disc left.
NO_O_LEFT = "53 63 73 43 33 34 35 72 81"
# O begins; X has two discs left, and neither side can move.
TWO_X_LEFT = "43 53 63 35 26 52 65 56 41 72 67 25 15 76 81 58 87 33 23 85 78 32 21"
# X begins; the board is full in the end, and each side has half of it.
DRAWN_GAME = (
    "53 43 35 63 52 41 32 34 51 56 74 72 46 85 23 61 57 24 42 12 81 83 33 22 11 65 75 47 36 62 "
    "21 26 14 76 82 66 77 71 84 78 48 38 27 31 13 15 37 68 28 67 73 64 25 18 88 87 58 86 16 17"
)
# X begins; O passes before the last move, and X fills the board.
FULL_BOARD = (
    "53 43 36 64 63 65 66 56 33 32 57 52 51 73 62 23 42 77 22 31 84 35 24 41 76 34 25 14 78 72 "
    "15 87 82 47 16 75 27 37 13 61 86 18 85 58 88 12 21 11 38 26 67 81 74 68 48 83 46 28 17 71"
)

ENDS = (
    Case(
        "You win with the ninth move",
        Game(YOU, "X", NO_O_LEFT).arguments,
        """
           1 2 3 4 5 6 7 8
        1 | | | | | | | |X| 1
        2 | | | | | | |X| | 2
        3 | | |X|X|X|X|X| | 3
        4 | | |X|X|X| | | | 4
        5 | | |X|X|X| | | | 5
        6 | | | | | | | | | 6
        7 | | | | | | | | | 7
        8 | | | | | | | | | 8
           1 2 3 4 5 6 7 8
        You have 13, the computer has 0.
        You win by 13.
        Play again (yes or no)?
        """,
        why="Neither side can move, so the game is over, and nobody passes; the board is not full.",
    ),
    playing(
        "The computer wins with the ninth move",
        Game(COMPUTER, "O", NO_O_LEFT),
        why="The computer's move is said, and then the board is shown for the last time.",
    ),
    playing(
        "The computer wins, and both sides have discs",
        Game(COMPUTER, "X", TWO_X_LEFT),
        why="The difference counts: 25 to 2 is a win by 23.",
    ),
    playing(
        "You win, and both sides have discs",
        Game(YOU, "O", TWO_X_LEFT),
        why="The difference counts: 25 to 2 is a win by 23.",
    ),
    playing(
        "A draw on the full board",
        Game(YOU, "X", DRAWN_GAME),
        why="32 to 32 is no win by 0.",
    ),
    playing(
        "You fill the board after a pass",
        Game(YOU, "X", FULL_BOARD),
        why="The last two moves are yours, because the computer passes between them.",
    ),
)
WHOLE_GAMES = (
    Case(
        "A whole game, to the full board",
        Game(COMPUTER, "O", FULL_BOARD).arguments,
        Game(COMPUTER, "O", FULL_BOARD).shown,
        why="Sixty moves and a pass, each with its board and its score.",
    ),
)


@pytest.mark.stage("the end and the score")
@pytest.mark.parametrize("case", ENDS, ids=str)
def test_the_end(kata: Kata, case: Case) -> None:
    assert hold(kata, case).reply == case.expected


@pytest.mark.stage("the end and the score")
@pytest.mark.parametrize("case", WHOLE_GAMES, ids=str)
def test_a_whole_game(kata: Kata, case: Case) -> None:
    assert hold(kata, case).lines == case.expected


# Stage: play again

SHORT = Game(YOU, "X", NO_O_LEFT)


def after_a_game(name: str, typed: list[str], shown: str, why: str) -> Case:
    """A row about what is typed after a short game that you won."""
    return Case(name, (YOU, SHORT.typed + typed, scripted(*SHORT.moves)), shown, why=why)


AGAINS = (
    after_a_game(
        "Play again: yes",
        ["yes"],
        X_OR_O,
        why="The next game begins with the first question.",
    ),
    after_a_game(
        "Play again: y",
        ["y"],
        X_OR_O,
        why="The first letter is enough.",
    ),
    after_a_game(
        "Play again: yes in capitals",
        ["YES "],
        X_OR_O,
        why="Capital and small letters mean the same, and spaces around do not matter.",
    ),
    after_a_game(
        "Play again: a word that begins like yes",
        ["yesterday"],
        f"Expected yes or no, got 'yesterday'.\n{AGAIN}",
        why="The whole answer counts, not its beginning.",
    ),
    after_a_game(
        "Play again: a word that begins like no",
        ["Not yet"],
        f"Expected yes or no, got 'Not yet'.\n{AGAIN}",
        why="The whole answer counts, and it is quoted as it was typed.",
    ),
    after_a_game(
        "Play again: an empty line",
        [""],
        f"Expected yes or no, got ''.\n{AGAIN}",
        why="ENTER alone is neither yes nor no.",
    ),
)
NO_MORE = (
    after_a_game("Play again: no", ["no"], "Goodbye.", why="main says goodbye and returns."),
    after_a_game("Play again: n", ["n"], "Goodbye.", why="The first letter is enough."),
    after_a_game(
        "Play again: no in capitals",
        [" NO"],
        "Goodbye.",
        why="Capital and small letters mean the same.",
    ),
    after_a_game(
        "Play again: no after another answer",
        ["perhaps", "no"],
        "Goodbye.",
        why="The question is asked until it is answered.",
    ),
)
NEXT_GAMES = (
    Case(
        "The next game begins with a new board",
        ([YOU, YOU], [*SHORT.typed, "yes", "x"], scripted(*SHORT.moves)),
        Game(YOU, "X", "").last_shown,
        why="Nothing is left of the game before.",
    ),
    Case(
        "In the next game the other side can go first",
        ([YOU, COMPUTER], [*SHORT.typed, "yes", "x"], scripted(*SHORT.moves)),
        Game(COMPUTER, "X", "").last_shown,
        why="Who goes first is drawn for each game.",
    ),
    Case(
        "In the next game you can be the other side",
        ([YOU, YOU], [*SHORT.typed, "yes", "o", "34"], scripted(*SHORT.moves)),
        Game(YOU, "O", "34").last_shown,
        why="The question is asked for each game.",
    ),
    Case(
        "The next game begins without hints",
        (
            [YOU, YOU],
            ["x", "hints", *SHORT.typed[1:], "yes", "x"],
            scripted(*SHORT.moves),
        ),
        Game(YOU, "X", "").last_shown,
        why="Hints belong to a game.",
    ),
)


@pytest.mark.stage("play again")
@pytest.mark.parametrize("case", AGAINS, ids=str)
def test_play_again(kata: Kata, case: Case) -> None:
    assert hold(kata, case).reply == case.expected


@pytest.mark.stage("play again")
@pytest.mark.parametrize("case", NO_MORE, ids=str)
def test_no_more(kata: Kata, case: Case) -> None:
    assert hold(kata, case, only=LEAVING).reply == case.expected


@pytest.mark.stage("play again")
@pytest.mark.parametrize("case", NEXT_GAMES, ids=str)
def test_the_next_game(kata: Kata, case: Case) -> None:
    firsts, typed, player = case.arguments
    assert isinstance(firsts, list)
    rng = rng_for(kata, firsts, typed, player)
    assert kata.main.session(typed, player, rng, only=FIXED).reply == case.expected


# Stage: end of input


def left(name: str, typed: list[str | None], why: str, moves: tuple[Cell, ...] = ()) -> Case:
    """A row about a game that is left: what is said behind the last question."""
    first = ANYBODY if typed in ([], [CTRL_C]) else YOU
    return Case(name, (first, typed, scripted(*moves)), "Goodbye.", why=why)


LEFT = (
    left(
        "The input ends at the first question",
        [],
        why="input() raises an EOFError, which main turns into a farewell on a line of its own.",
    ),
    left(
        "The input ends where a move is expected",
        ["x"],
        why="The input can end at any question.",
    ),
    left(
        "The input ends after a wrong move",
        ["x", "11"],
        why="The end of the input is no wrong answer, and the question is not asked again.",
    ),
    left(
        "The input ends after hints",
        ["x", "hints"],
        why="The input can end at any question.",
    ),
    left(
        "The input ends where ENTER is expected",
        ["x", "53"],
        why="The end of the input is not ENTER: the computer does not move any more.",
    ),
    left(
        "The input ends where another game is offered",
        list(SHORT.typed),
        moves=tuple(SHORT.moves),
        why="The input can end at any question.",
    ),
    left(
        "The input ends in the next game",
        [*SHORT.typed, "yes"],
        moves=tuple(SHORT.moves),
        why="The input can end at any question.",
    ),
    left(
        "Ctrl-C at the first question",
        [CTRL_C],
        why="Ctrl-C raises a KeyboardInterrupt, and is another way to leave.",
    ),
    left(
        "Ctrl-C where a move is expected",
        ["x", CTRL_C],
        why="Ctrl-C works at any question.",
    ),
    left(
        "Ctrl-C where ENTER is expected",
        ["x", "53", CTRL_C],
        why="Ctrl-C works at any question.",
    ),
    left(
        "Ctrl-C where another game is offered",
        [*SHORT.typed, CTRL_C],
        moves=tuple(SHORT.moves),
        why="Ctrl-C works at any question.",
    ),
)
QUITS = (
    left(
        "Quit on your first turn",
        ["x", "quit"],
        why="The game has no result then, and no other game is offered.",
    ),
    left(
        "Quit in capitals",
        ["x", " Quit "],
        why="Capital and small letters mean the same, and spaces around do not matter.",
    ),
    left(
        "Quit after a move",
        ["x", "53", "", "hints", "quit"],
        moves=((2, 5),),
        why="The word is accepted whenever a move is expected.",
    ),
)
ENDED = (
    Case(
        "Quit is no error",
        (YOU, ["x", "quit"], scripted()),
        "cleanly",
        why="main returns after its farewell.",
    ),
    Case(
        "No other game is no error",
        (YOU, [*SHORT.typed, "no"], scripted(*SHORT.moves)),
        "cleanly",
        why="main returns after its farewell.",
    ),
)


@pytest.mark.stage("end of input")
@pytest.mark.parametrize("case", LEFT, ids=str)
def test_a_game_that_is_left(kata: Kata, case: Case) -> None:
    assert hold(kata, case, only=LEAVING).farewell == case.expected


@pytest.mark.stage("end of input")
@pytest.mark.parametrize("case", QUITS, ids=str)
def test_quit(kata: Kata, case: Case) -> None:
    assert hold(kata, case, only=LEAVING).reply == case.expected


@pytest.mark.stage("end of input")
@pytest.mark.parametrize("case", ENDED, ids=str)
def test_the_program_ends(kata: Kata, case: Case) -> None:
    assert hold(kata, case).ended == case.expected
