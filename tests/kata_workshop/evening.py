"""A live evening, with `--watch`: what changes is run at once, and drawn again.

Everybody who has come no further for a while is named in this terminal only, and never
on the page.
"""

import shutil
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import replace
from math import inf
from pathlib import Path
from time import monotonic

from kata_kit import layout
from kata_kit.record import GREEN
from kata_kit.sources import of_own
from kata_report import matrix
from kata_report.cohort import FAILING, Cohort

from kata_workshop.kept import History, minutes_since
from kata_workshop.participants import Gathering
from kata_workshop.run import Terms
from kata_workshop.runs import Runs
from kata_workshop.screen import CLEAR_SCREEN, Screen, write

REPORT_SECONDS = 3.0  # between two reports, while files come in
IDLE_MINUTES = 10.0
MOST_SHOWN = 20  # of a room that is too large for the terminal


class Evening:
    """Runs each file again when it changes, in the place of pytest's loop."""

    def __init__(self, runs: Runs, screen: Screen, terms: Terms) -> None:
        self._runs, self._screen, self._terms = runs, screen, terms
        self._keys: dict[str, str] = {}  # by the id of a file, what it was when it ran
        kept = None if terms.gathering.is_anonymous else terms.kept
        self._history = History(kept, terms.gathering.path)
        screen.go_on(self._history.steps)
        self._problem = ""  # with the folder
        self._problems: list[str] = []  # with the reports
        self._told = 0  # records
        self._shown: object = None  # for what the screen was drawn
        self._lines: list[str] = []
        self._is_stale, self._reported = False, -inf  # the report

    def pytest_runtestloop(self) -> bool:
        with closing(self._runs), suppress(KeyboardInterrupt):
            while True:
                self.turn()
        return True

    def turn(self) -> None:
        """Look once, take in what has come, and show what is new."""
        self._look()
        for one, record in self._runs.finished():
            if one.node_id in self._keys:  # Else the file is gone.
                self._screen.take(record)
                self._history.add(record)
                self._told += 1
        people, minute = self._terms.gathering.participants, self._screen.minute
        now = self._told, self._keys, people, minute, self._problem
        if now != self._shown:
            self._shown, self._is_stale = now, True
            self._show()
        if self._is_stale and monotonic() - self._reported >= REPORT_SECONDS:
            self._is_stale, self._reported = False, monotonic()
            _, self._problems = self._screen.report(self._screen.cohort(live=True))

    def lines(self, cohort: Cohort) -> Iterator[str]:
        """Yield what the facilitator sees beside the matrix."""
        people, begun = cohort.participants, cohort.begun
        minute, gathering = self._screen.minute, self._terms.gathering
        yield from matrix.wrapped(
            f"{cohort.folder}: {minute} min; Ctrl-C ends the evening"
        )
        yield f"{len(begun)} of {len(people)} have begun"
        yield from matrix.named("not yet:", [one for one in people if one not in begun])
        yield from matrix.said(cohort)
        yield from matrix.named("no change for ten minutes:", self._idle(cohort))
        yield from matrix.named("not on the roster:", gathering.strangers)
        not_run = [f"not run: {text}" for text in gathering.not_run]
        for text in (*not_run, *gathering.roster.odd, self._problem, *self._problems):
            yield from [layout.on_one_line(text)] if text else []

    def _idle(self, cohort: Cohort) -> list[str]:
        """Return everybody who is not done, and has come no further for a while."""
        lines = []
        for name in sorted(cohort.moved, key=cohort.moved.__getitem__):
            minutes = minutes_since(cohort.moved[name])
            records = cohort.by_person.get(name, ())
            is_done = all(one.state == GREEN for one in records)
            if minutes >= IDLE_MINUTES and not is_done:
                left = [one.kata for one in records if one.state in FAILING]
                where = ", ".join([*left[-1:], f"{int(minutes)} min"])
                lines.append(f"{name} ({where})")
        return lines

    def _look(self) -> None:
        """Run what has changed in the folder."""
        try:
            terms = replace(self._terms, gathering=self._gathering())
            meant = terms.meant
        except (OSError, ValueError) as error:  # In a moment it may be right.
            why = getattr(error, "strerror", "") or str(error)  # Without a path.
            self._problem = f"{self._terms.gathering.shown} cannot be read: {why}"
            return
        self._problem, self._terms = "", terms
        self._screen.begin(terms)
        contents = {own: _content(own) for own in {one.own for one in meant}}
        keys = {one.node_id: contents[one.own] or _saved(one.file) for one in meant}
        for one in meant:
            known = self._keys.get(one.node_id, "")
            if one.node_id in self._runs.under_way:
                keys[one.node_id] = known  # Then it is looked at again.
            elif keys[one.node_id] != known:
                self._runs.start(one, terms)
        self._keys = keys

    def _gathering(self) -> Gathering:
        """Return what is in the folder now; whoever is new gets an animal as well."""
        before = self._terms.gathering
        now = Gathering(before.path, before.typed, live=True)
        if before.is_anonymous:
            before.aliases.add(now.participants)
        return replace(now, aliases=before.aliases, roster=before.roster)

    def _show(self) -> None:
        cohort = self._screen.cohort(live=True)
        lines, people = list(self.lines(cohort)), cohort.participants
        if not self._screen.is_terminal:
            if lines != self._lines:
                write([*lines, ""])
            self._lines = lines
            return
        is_coloured = self._screen.is_coloured
        picture = list(matrix.table(cohort, is_coloured))
        too_many = len(lines) + len(picture) + 1 - shutil.get_terminal_size().lines
        if too_many > 0 and people:  # Those who matter: as many as there is room for.
            room = max(1, min(MOST_SHOWN, len(people) - too_many - 1))
            first = cohort.stuck_first[:room]
            picture = list(matrix.table(cohort, is_coloured, first))
            picture.append(f"{len(people) - room} more are not shown")
        write([CLEAR_SCREEN], end="")
        write([*lines, *picture])


def _content(own: Path) -> str:
    """Return the digest of a folder; "" if it is too much to read."""
    with suppress(OSError, ValueError):
        return of_own(own)
    return ""


def _saved(file: Path) -> str:
    """Return when a file was saved; "" if it has gone, and its run says so."""
    with suppress(OSError):
        return str(file.lstat().st_mtime_ns)
    return ""
