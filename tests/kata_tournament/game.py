"""Play one game of two players, whose code runs in processes of their own."""

from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

from kata_kit import layout, messages
from kata_kit.replies import Trouble
from kata_kit.request import portable
from kata_kit.under_test import UnderTest
from kata_play.rules import SIZES, Position, position
from kata_play.table import question
from kata_tables.answers import same
from kata_tables.arguments import Call, seeded
from kata_tables.reversi import OTHER

LATE = ("timeout", "too long")  # kinds of trouble
SEEDS = 1_000_000


class Game(NamedTuple):
    """The course of a game."""

    moves: tuple[int, ...]  # the cells
    winner: str  # "X", "O", or "" for a draw
    fault: str = ""  # of the loser, if that is why the game is over
    is_late: bool = False  # the fault is that time was up


def game_of(kata: str) -> str:
    """Return the game that the players of a kata play."""
    return kata.partition("_")[0]


def play(kata: str, sides: Mapping[str, UnderTest], rng: Random) -> Game:
    """Play a game; a side that does not answer with a legal move loses it."""
    moves: tuple[int, ...] = ()
    while (at := position(game_of(kata), "X", moves)).side:
        chance = seeded(rng.randrange(SEEDS))
        function, arguments, cells = question(kata, at, chance)
        request = sides[at.side].call(function, "answer", portable([arguments]))
        answer = request.outcomes[0]
        legal = [number for cell, number in cells.items() if same(cell, answer)]
        if not legal:
            is_late = isinstance(answer, Trouble) and answer.kind in LATE
            return Game(moves, OTHER[at.side], fault(answer, kata, at), is_late)
        moves += (legal[0],)
    return Game(moves, at.winner)


def fault(answer: Any, kata: str, at: Position) -> str:
    """Say why an answer is not a legal move."""
    if isinstance(answer, Trouble):
        return trouble(answer, kata)
    size = SIZES[game_of(kata)]
    whole = type(answer) is tuple and [type(one) for one in answer] == [int, int]
    if not whole:
        shown = layout.short(layout.source(answer), 60)
        return f"choose_move returned {shown}, which is not a cell"
    row, column = answer
    played = f"choose_move played row {row}, column {column}, which"
    if not (0 <= row < size and 0 <= column < size):
        return f"{played} is not on the board"
    if at.board[row * size + column] != ".":
        return f"{played} is taken"
    return f"{played} turns no disc over"


def trouble(answer: Trouble, kata: str) -> str:
    """Say in one line why there was no answer."""
    if answer.kind in LATE:
        return "choose_move was late: its time for the game was used up"
    call = Call("choose_move")
    headline, *_ = messages.headline(answer, call, f"{kata}.py").split("\n")
    return f"{headline} (line {answer.line})" if answer.line else headline
