"""A live evening, with `--watch`: what changes in the folder is run at once, and drawn again.

The files are read once a second: their times are not to be trusted on a network folder.
Who has not moved for a while is told in this terminal only, and never on the page.
"""

import shutil
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import replace
from math import inf
from time import monotonic, sleep, time

import pytest
from kata_kit import layout
from kata_kit.record import BROKEN, GREEN, KataRecord, counted
from kata_report import matrix
from kata_report.cohort import Cohort
from kata_report.debrief import hard_cases

from kata_workshop import kept
from kata_workshop.names import NO_ALIASES, Aliases
from kata_workshop.participants import Gathering
from kata_workshop.run import TERMS, run
from kata_workshop.screen import Screen, write

LOOK_SECONDS = 1.0
REPORT_SECONDS = 3.0  # between two reports, while files come in
IDLE_MINUTES = 10.0


class Evening:
    """Watches a folder, in the place of pytest's loop over its tests."""

    def __init__(self, config: pytest.Config, screen: Screen) -> None:
        self._screen, self._terms = screen, config.stash[TERMS]
        self._pool = ThreadPoolExecutor(
            int(getattr(config.option, "numprocesses", None) or 1)
        )
        self._keys: dict[
            str, str
        ] = {}  # by the id of a file, what it was when it was last run
        self._moved: dict[
            str, float
        ] = {}  # by participant, on the clock of `monotonic`
        self._under_way: dict[str, Future[KataRecord]] = {}
        self._problems = {"folder": "", "report": ""}  # and by the id of a file
        self._last: list[str] = []
        self._minute, self._stale, self._reported = -1, False, -inf

    def pytest_runtestloop(self) -> bool:
        """Watch until Ctrl-C."""
        try:
            while True:
                self.turn()
                if self._under_way:
                    wait(self._under_way.values(), LOOK_SECONDS, FIRST_COMPLETED)
                else:
                    sleep(LOOK_SECONDS)
        except KeyboardInterrupt:
            return True
        finally:  # What runs is ended, and waited for.
            self._pool.shutdown(wait=False, cancel_futures=True)
            while not all(future.done() for future in self._under_way.values()):
                for process in list(self._terms.running):
                    process.kill()
                wait(self._under_way.values(), 0.1)

    def turn(self) -> None:
        """Look once, take in what has come, and show what is new."""
        before, self._minute = self._minute, int(self._screen.seconds // 60)
        if any([self._look(), self._take(), before != self._minute]):
            self._stale = True
            self._show()
        if self._stale and monotonic() - self._reported >= REPORT_SECONDS:
            self._stale, self._reported = False, monotonic()
            _, problems = self._screen.report(self._screen.cohort(live=True))
            self._problems["report"] = "\n".join(problems)

    def lines(self, cohort: Cohort) -> Iterator[str]:
        """What the facilitator sees beside the matrix."""
        people, begun = cohort.participants, cohort.begun
        yield from matrix.wrapped(
            f"{cohort.folder}: {self._minute} min; Ctrl-C ends the evening"
        )
        yield f"{len(begun)} of {len(people)} have begun"
        yield from matrix.named(
            "not yet:", [name for name in people if name not in begun]
        )
        yield from matrix.said(cohort, hard_cases(cohort))
        unfinished = {one.participant for one in cohort.records if one.state != GREEN}
        since = sorted(
            (self._moved.get(name, inf), name) for name in begun if name in unfinished
        )
        waits = [((monotonic() - moved) / 60, name) for moved, name in since]
        idle = [
            f"{name} ({minutes:.0f} min)"
            for minutes, name in waits
            if minutes >= IDLE_MINUTES
        ]
        yield from matrix.named("no change for ten minutes:", idle)
        broken = [
            f"{r.participant} ({r.kata})" for r in cohort.records if r.state == BROKEN
        ]
        yield from matrix.named("cannot be loaded:", broken)
        unreadable = map("cannot be read: {}".format, self._terms.gathering.unreadable)
        for problem in filter(None, [*unreadable, *self._problems.values()]):
            yield from map(layout.on_one_line, problem.splitlines())
        if self._under_way:
            yield f"running: {counted(len(self._under_way), 'file')}"

    def _look(self) -> bool:
        """Read the folder, and start what has changed; return whether anything has."""
        told = self._problems["folder"]
        try:
            terms = replace(self._terms, gathering=self._gathering())
            files = {one.node_id: one for one in terms.meant}
            keys = {
                name: kept.key(one, terms.limits) or str(one.file.stat().st_mtime_ns)
                for name, one in files.items()
            }
        except (OSError, ValueError) as error:  # In a moment it may be right.
            self._problems["folder"] = str(error)
            return told != str(error)
        before, self._terms = self._terms.gathering.participants, terms
        new = bool(told) or keys != self._keys or terms.gathering.participants != before
        self._problems["folder"] = ""
        self._screen.begin(terms)
        for name, one in files.items():
            if name in self._under_way or keys[name] == self._keys.get(name):
                keys[name] = self._keys.get(name, "")
                continue
            # What was there at the beginning has been as it is since it was saved.
            age = (
                0.0 if self._minute or self._keys else time() - one.file.stat().st_mtime
            )
            self._moved[one.participant] = monotonic() - max(age, 0.0)
            self._under_way[name] = self._pool.submit(run, one, terms)
        for gone in self._under_way.keys() - keys.keys():
            self._under_way[gone].cancel()
        self._keys = keys
        return new

    def _gathering(self) -> Gathering:
        """What is in the folder now; whoever is new gets an animal as well."""
        before = self._terms.gathering
        if before.aliases is NO_ALIASES:
            return replace(before)
        names = replace(before, aliases=NO_ALIASES).participants
        return replace(
            before, aliases=Aliases(names, before.aliases.lot, before.aliases)
        )

    def _take(self) -> bool:
        """Take in what has run; return whether anything has."""
        done = {
            name: future for name, future in self._under_way.items() if future.done()
        }
        for name, future in done.items():
            del self._under_way[name]
            if name in self._keys and not future.cancelled():
                error = future.exception()  # Of the harness; the evening goes on.
                self._problems[name] = f"{name}: {error!r}" if error else ""
                if not error:
                    self._screen.take(future.result())
        return bool(done)

    def _show(self) -> None:
        cohort = self._screen.cohort(live=True)
        lines = list(self.lines(cohort))
        if not self._screen.is_terminal:
            if lines != self._last:
                write([*lines, ""])
            self._last = lines
            return
        lines += matrix.table(cohort, self._screen.is_coloured)
        rows = shutil.get_terminal_size().lines - 1
        more = [f"... {len(lines) - rows + 1} lines more: make the terminal higher"]
        write(["\x1b[2J\x1b[H"], end="")
        write(lines if len(lines) <= rows else lines[: rows - 1] + more)
