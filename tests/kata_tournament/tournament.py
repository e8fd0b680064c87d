"""Play all games, several at once, each player of each in a process of its own.

Nothing is left of one game for the next, and chance has a fixed seed for each game: the
same files give the same table.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from contextlib import closing
from functools import partial
from random import Random
from time import sleep
from typing import Any, TypeAlias

from kata_kit import layout, messages
from kata_kit.process import Limits
from kata_kit.record import counted
from kata_kit.request import Trouble
from kata_kit.under_test import UnderTest
from kata_play.games import SIZES, Position, course, question
from kata_tables.calls import Call, same, seeded, source
from kata_tables.reversi import OTHER
from kata_workshop.child import opened
from kata_workshop.participants import Gathering

from kata_tournament.standings import Game, Pairing, draw, standings

KATAS = ("tictactoe_player", "reversi_player", "reversi_search")
SEEDS = 1_000_000
LATE = "choose_move was late: its time for the game was used up"
# So often a player may use up its time: nobody waits longer.
MOST_LATE = 2
OUT = f"does not play on: it was late in {MOST_LATE} games"

# Makes a player for one game; its process starts with the first call.
Entrant: TypeAlias = Callable[[], UnderTest]


def entrants(
    gathering: Gathering, kata: str, limits: Limits
) -> tuple[dict[str, Entrant], list[str]]:
    """Return who takes part, and a sentence about everybody else with a file.

    Each file is loaded once.
    """
    found = dict[str, Entrant]()
    told = [f"not read: {text}" for text in gathering.not_run]
    for one in gathering.submitted:
        if one.kata.name != kata:
            continue
        try:
            own = opened(one.own, one.identity)
            if one.is_stub:
                raise ValueError("not written yet")
            entrant = partial(UnderTest, one.file, one.kata, limits, own)
            with closing(entrant()) as loaded:
                for wrong in loaded.call("choose_move", "answer", []).outcomes:
                    raise ValueError(trouble(wrong, kata))
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", "") or str(error)
            told.append(f"{one.participant} does not play: {why}")
        else:
            found[one.participant] = entrant
    return found, told


def play(kata: str, sides: Mapping[str, UnderTest], rng: Random) -> Game:
    """Play a game; a side that does not answer with a legal move loses it."""
    (at,), moves = course(game_of(kata), "X"), list[int]()
    while at.side:
        chance = seeded(rng.randrange(SEEDS))
        function, arguments, cells = question(kata, at, chance)
        request = sides[at.side].call(function, "answer", [arguments])
        answer = request.outcomes[0]
        legal = [number for cell, number in cells.items() if same(cell, answer)]
        if not legal:
            return Game(tuple(moves), OTHER[at.side], fault(answer, kata, at))
        moves += legal
        at = at.after(legal[0])
    return Game(tuple(moves), at.winner)


def game_of(kata: str) -> str:
    """Return the game that the players of a kata play."""
    return kata.partition("_")[0]


def fault(answer: Any, kata: str, at: Position) -> str:
    """Say in one line why an answer is not a legal move."""
    if isinstance(answer, Trouble):
        return trouble(answer, kata)
    shown = layout.short(source(answer), 60)
    size = SIZES[at.game]
    rows = [at.board[first : first + size] for first in range(0, size**2, size)]
    here = f"for {at.side} on {' '.join(rows)}"
    return f"choose_move returned {shown}, which is not a legal move {here}"


def trouble(answer: Trouble, kata: str) -> str:
    """Say in one line why there was no answer."""
    if answer.kind in ("timeout", "too long"):
        return LATE
    call = Call("choose_move")
    headline, *_ = messages.headline(answer, call, f"{kata}.py").split("\n")
    return f"{headline} (line {answer.line})" if answer.line else headline


class Tournament:
    """Everybody against everybody: `games` are those that are over."""

    def __init__(
        self, kata: str, players: Mapping[str, Entrant], others: Sequence[str], n: int
    ) -> None:
        self.kata = kata
        self.pairings = draw(list(players))
        self.games: dict[Pairing, Game] = {}
        self.others = others
        self._players = players
        self._late = Counter[str]()
        self._running = set[UnderTest]()
        self._started: list[Future[Game]] = []
        self._pool = ThreadPoolExecutor(n)

    @property
    def progress(self) -> str:
        """The number of games that are over, in words."""
        return f"{len(self.games)} of {counted(len(self.pairings), 'game')}"

    def rows(self) -> list[tuple[str, ...]]:
        """Return the table so far."""
        return standings(list(self._players), self.games)

    def run(self) -> Iterator[None]:
        """Play all games; yield after each."""
        for pairing in self.pairings:
            self._started.append(self._pool.submit(self._play, pairing))
        pairing_of = dict(zip(self._started, self.pairings, strict=True))
        for game in as_completed(pairing_of):
            self.games[pairing_of[game]] = game.result()
            yield

    def close(self) -> None:
        """End what runs, and wait for it."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        while not all(game.done() for game in self._started):
            for running in list(self._running):
                running.close()
            sleep(0.05)

    def _play(self, pairing: Pairing) -> Game:
        names = pairing.sides
        playing = [side for side in names if self._late[names[side]] < MOST_LATE]
        if len(playing) < 2:
            return Game((), "".join(playing), OUT)
        sides = {side: self._players[name]() for side, name in names.items()}
        self._running.update(sides.values())
        try:
            # A text gives the same seed in every run.
            game = play(self.kata, sides, Random(" ".join(pairing)))
        finally:
            for running in sides.values():
                running.close()
                self._running.discard(running)
        if game.fault == LATE:
            self._late.update(game.losers(pairing))
        return game
