"""Draw the games, and play one; each side has a process of its own."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from kata_kit import layout, messages
from kata_kit.replies import Trouble
from kata_kit.request import portable
from kata_kit.under_test import UnderTest
from kata_play.rules import course
from kata_play.table import question
from kata_tables.answers import same
from kata_tables.arguments import Call, seeded
from kata_tables.reversi import OTHER

LATE = ("timeout", "too long")  # kinds of trouble
SEEDS = 1_000_000


class Pairing(NamedTuple):
    """A game that is to be played."""

    first: str  # the player that is X, and begins
    second: str

    @property
    def sides(self) -> dict[str, str]:
        """The players by their sides."""
        return {"X": self.first, "O": self.second}


class Game(NamedTuple):
    """The course of a game."""

    moves: tuple[int, ...]  # the cells
    winner: str  # "X", "O", or "" for a draw
    fault: str = ""  # of the loser, if that is why the game is over
    is_late: bool = False  # the fault is that time was up


def draw(names: Sequence[str]) -> list[Pairing]:
    """Return everybody against everybody, so that all come up equally often.

    >>> [f"{one.first}-{one.second}" for one in draw(["ada", "bob", "cy"])]
    ['ada-bob', 'bob-cy', 'cy-ada', 'ada-cy', 'bob-ada', 'cy-bob']
    """
    return [
        Pairing(name, names[(number + apart) % len(names)])
        for apart in range(1, len(names))
        for number, name in enumerate(names)
    ]


def game_of(kata: str) -> str:
    """Return the game that the players of a kata play."""
    return kata.partition("_")[0]


def play(kata: str, sides: Mapping[str, UnderTest], rng: Random) -> Game:
    """Play a game; a side that does not answer with a legal move loses it."""
    (at,), moves = course(game_of(kata), "X"), list[int]()
    while at.side:
        chance = seeded(rng.randrange(SEEDS))
        function, arguments, cells = question(kata, at, chance)
        request = sides[at.side].call(function, "answer", portable([arguments]))
        answer = request.outcomes[0]
        legal = [number for cell, number in cells.items() if same(cell, answer)]
        if not legal:
            is_late = isinstance(answer, Trouble) and answer.kind in LATE
            told = fault(answer, kata)
            return Game(tuple(moves), OTHER[at.side], told, is_late)
        moves += legal
        at = at.after(legal[0])
    return Game(tuple(moves), at.winner)


def fault(answer: Any, kata: str) -> str:
    """Say in one line why an answer is not a legal move."""
    if isinstance(answer, Trouble):
        return trouble(answer, kata)
    shown = layout.short(layout.source(answer), 60)
    return f"choose_move returned {shown}, which is not a legal move"


def trouble(answer: Trouble, kata: str) -> str:
    """Say in one line why there was no answer."""
    if answer.kind in LATE:
        return "choose_move was late: its time for the game was used up"
    call = Call("choose_move")
    headline, *_ = messages.headline(answer, call, f"{kata}.py").split("\n")
    return f"{headline} (line {answer.line})" if answer.line else headline
