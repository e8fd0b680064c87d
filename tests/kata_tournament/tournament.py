"""Play all games, several at once, each player of each in a process of its own.

Nothing is left of one game for the next, and chance has a fixed seed for each game: the
same files give the same table.
"""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from random import Random
from time import sleep

from kata_kit.process import Limits
from kata_kit.record import counted
from kata_kit.under_test import UnderTest
from kata_tables.reversi import OTHER

from kata_tournament.entrants import Entries
from kata_tournament.game import Game, Pairing, draw, play
from kata_tournament.standings import Row, standings

# So often a player may use up its time: nobody waits longer.
MOST_LATE = 2
OUT = f"does not play on: it was late in {MOST_LATE} games"


class Tournament:
    """Everybody against everybody: `games` are those that are over."""

    def __init__(
        self, kata: str, entries: Entries, limits: Limits, at_once: int
    ) -> None:
        self.kata = kata
        self.entrants, self.others = entries
        self.pairings = draw(list(self.entrants))
        self.games: dict[Pairing, Game] = {}
        self._limits = limits
        self._late = Counter[str]()
        self._running = set[UnderTest]()
        self._started: list[Future[Game]] = []
        self._pool = ThreadPoolExecutor(at_once)

    @property
    def progress(self) -> str:
        """The number of games that are over, in words."""
        return f"{len(self.games)} of {counted(len(self.pairings), 'game')}"

    def rows(self) -> list[Row]:
        """Return the table so far."""
        return standings(list(self.entrants), self.games)

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
            for code in list(self._running):
                code.close()
            sleep(0.05)

    def _play(self, pairing: Pairing) -> Game:
        names = pairing.sides
        out = [side for side in names if self._late[names[side]] >= MOST_LATE]
        if out:
            return Game((), "" if len(out) == 2 else OTHER[out[0]], OUT)
        sides = {
            side: self.entrants[name].under_test(self._limits)
            for side, name in names.items()
        }
        self._running.update(sides.values())
        try:
            # A text gives the same seed in every run.
            game = play(self.kata, sides, Random(" ".join(pairing)))
        finally:
            for code in sides.values():
                code.close()
                self._running.discard(code)
        if game.is_late:
            self._late[names[OTHER[game.winner]]] += 1
        return game
