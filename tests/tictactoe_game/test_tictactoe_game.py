"""The table of tictactoe_game: sessions at the console, and many whole games.

Compared are the fixed lines of the statement, all of them and in order; other lines may
stand anywhere. A game that does not handle the end of the input yet passes all stages
but the one about it, because nothing that comes after it is compared there.

The oracle writes whole sessions, with the rules of `kata_tables.tictactoe`, and a row
without a picture is compared with it. `asked` compares the arguments that the
computer's player got, and `ended` how the program ended. With `player:` the computer
plays for itself.
"""

import random
import re
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from functools import cache

import pytest
from kata_tables import (
    Case,
    Kata,
    OneOf,
    Row,
    Screen,
    Scripted,
    Table,
    script,
    tictactoe,
)
from kata_tables.arguments import Named

Cell = tuple[int, int]

FIXED = re.compile(
    r"   a b c|[123] \|.*|(?:Who starts|Row|Column) ?\(.*"
    r"|Expected .*|The computer plays row.*"
    r"|You win.*|The computer wins.*|A draw.*|Goodbye.*"
)

RESULTS = {"X": "You win.", "O": "The computer wins.", ".": "A draw."}
CELLS = [divmod(cell, 3) for cell in range(9)]


def session(typed: Sequence[str | None], moves: Sequence[Cell]) -> Screen:
    """Play a session until the end of the input."""
    screen = Screen(typed)
    with suppress(EOFError, StopIteration):
        play(screen, iter(moves))
    return screen


def play(screen: Screen, moves: Iterator[Cell]) -> None:
    """Play one game; on the board X is you, and O the computer."""
    who = screen.choice("Who starts (0 you, 1 the computer)?", "0 or 1", ("0", "1"))
    board, mark = tictactoe.EMPTY, "XO"[int(who)]
    while not is_over(board):
        if mark == "X":
            screen.lines += drawn(board)
            row, column = your_cell(screen, board)
        else:
            row, column = next(moves)
            screen.lines.append(f"The computer plays {named(row, column)}.")
        board = tictactoe.put(board, 3 * row + column, mark)
        mark = "O" if mark == "X" else "X"
    screen.lines += [*drawn(board), RESULTS[tictactoe.winner(board)]]


def your_cell(screen: Screen, board: str) -> Cell:
    """Ask for a row and a column until the cell is empty."""
    while True:
        row = "123".index(screen.choice("Row (1, 2, 3)?", "1, 2 or 3", [*"123"]))
        column = "abc".index(screen.choice("Column (a, b, c)?", "a, b or c", [*"abc"]))
        if board[3 * row + column] == ".":
            return row, column
        screen.lines.append(f"Expected an empty cell, got {named(row, column)}.")


def is_over(board: str) -> bool:
    """Tell whether a side has a line, or the board is full."""
    return tictactoe.winner(board) != "." or "." not in board


def named(row: int, column: int) -> str:
    """A cell in words."""
    return f"row {row + 1}, column {'abc'[column]}"


def drawn(board: str) -> list[str]:
    """The board as it is shown."""
    cells = board.replace(".", " ")
    rows = [f"{n + 1} |{'|'.join(cells[3 * n : 3 * n + 3])}|" for n in range(3)]
    return ["   a b c", *rows]


@cache
def played(first: str) -> list[tuple[list[str], list[Cell], Screen]]:
    """60 games whose moves were drawn at random, the shortest first; about 10 ms.

    Returns:
        For each game what is typed, the computer's moves, and what is shown.
    """
    begins = "XO".index(first)
    rng = random.Random(f"tictactoe_game {begins + 1}")
    games = []
    for _ in range(60):
        typed, moves = [str(begins)], list[Cell]()
        board, mark = tictactoe.EMPTY, first
        for row, column in rng.sample(CELLS, 9):
            if is_over(board):
                break
            if mark == "X":
                typed += [str(row + 1), "abc"[column]]
            else:
                moves.append((row, column))
            board = tictactoe.put(board, 3 * row + column, mark)
            mark = "O" if mark == "X" else "X"
        games.append((typed, moves, session(typed, moves)))
    return sorted(games, key=lambda game: len(game[0]) // 2 + len(game[1]))


def build(row: Row) -> tuple[tuple[object, ...], object]:
    """The session of a row; where nothing is drawn, the oracle says what is shown."""
    typed, moves = script(row.fields["types"])
    arguments: tuple[object, ...] = (typed, Scripted(*moves))
    if "player" in row.fields:
        arguments = (typed,)
    if row.picture:
        return arguments, "\n".join(row.picture)
    return arguments, row.answer_or(session(typed, moves).part(row.about))


# What may come when the imported player answers your move into the centre.
GAMES = [session(["0", "2", "b"], [cell]) for cell in CELLS if cell != (1, 1)]
REPLIES = [screen.part("reply") for screen in GAMES]

TABLE = Table(
    __file__,
    build,
    {"ANY_REPLY": OneOf(REPLIES)},
    fields=("types", "player"),
    compared=("lines", "reply", "asked", "farewell", "ended"),
)


@pytest.mark.stage("a move")
def test_a_second_game(kata: Kata) -> None:
    """A second game begins with an empty board."""
    kata.main.session(["0", "2", "b"], Scripted((2, 2)))
    second = kata.main.session(["0"], Scripted(), only=FIXED)
    assert second.reply == session(["0"], []).part("reply")


@pytest.mark.stage("a move")
def test_the_player_by_its_name(kata: Kata) -> None:
    """The computer's player is passed by its name."""
    player = Named(choose_move=Scripted((2, 2)))
    reply = session(["0", "2", "b"], [(2, 2)]).part("reply")
    assert kata.main.session(["0", "2", "b"], player, only=FIXED).reply == reply


QUESTIONS = {
    "main": "What comes next on the screen?",
    "asked": "What is the computer asked?",
}


@pytest.mark.parametrize("case", TABLE.rows)
def test_row(kata: Kata, case: Case) -> None:
    case.compare(kata.main.session(*case.arguments, only=FIXED))


@pytest.mark.stage("a won game")
def test_many_won_games(kata: Kata) -> None:
    """Whole games that one side wins, picked at random."""
    hold(kata, "X", ["You win.", "The computer wins."])


@pytest.mark.stage("a drawn game")
def test_many_drawn_games(kata: Kata) -> None:
    """Whole games that nobody wins, picked at random."""
    hold(kata, "X", ["A draw."])


@pytest.mark.stage("the computer starts")
def test_many_games_that_the_computer_starts(kata: Kata) -> None:
    """Whole games that the computer starts, picked at random."""
    hold(kata, "O", RESULTS.values())


def hold(kata: Kata, first: str, results: Collection[str]) -> None:
    """Hold sessions with whole games that end so."""
    for typed, moves, screen in played(first):
        if screen.lines[-1] in results:
            session = kata.main.session(typed, Scripted(*moves), only=FIXED)
            assert session.lines == screen.part("lines")
