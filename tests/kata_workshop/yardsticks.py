"""References and other approaches, run beside the participants' code to compare what it costs.

They are run when somebody's code was counted, by a thread that waits for their processes, while
the tests of the others go on.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor

from kata_kit.katas import ROOT, KataFiles
from kata_kit.process import Limits

from kata_workshop import results
from kata_workshop.isolation import Sandbox
from kata_workshop.participants import Submitted
from kata_workshop.run import Terms, run

# These are the repository's own files, and trusted; they get the time that they need.
TERMS = Terms(ROOT, Limits(), Sandbox())


class Yardsticks:
    """The outcomes of the right solutions that the repository has, for the katas asked about."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(max_workers=1)
        self._asked: dict[str, list[Future[results.Outcome]]] = {}

    def ask(self, kata: KataFiles) -> None:
        """Have the solutions of a kata run, if they are not yet."""
        if kata.name not in self._asked:
            self._asked[kata.name] = [
                self._pool.submit(run, solution, TERMS) for solution in solutions(kata)
            ]

    def outcomes(self) -> tuple[results.Outcome, ...]:
        """Wait for all that was asked about."""
        found = tuple(future.result() for asked in self._asked.values() for future in asked)
        self._pool.shutdown()
        return found

    def close(self) -> None:
        """Wait for none but the one that runs."""
        self._pool.shutdown(cancel_futures=True)


def solutions(kata: KataFiles) -> Iterator[Submitted]:
    """The reference of a kata, and the other approaches by name."""
    approaches = ROOT / "solutions" / "approaches" / kata.name
    for file in (ROOT / kata.solution, *sorted(approaches.glob("*.py"))):
        yield Submitted("", kata, file, file)
