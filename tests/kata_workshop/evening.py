"""A live evening, with `--watch`: what changes is run at once, and drawn again.

Everybody who has come no further for a while is named in this terminal only, and never
on the page.
"""

import shutil
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import replace
from math import inf
from pathlib import Path
from time import monotonic

from kata_kit import layout
from kata_kit.digest import of_own
from kata_kit.record import BROKEN, GREEN, counted
from kata_report import matrix
from kata_report.cohort import FAILING, Cohort
from kata_report.debrief import hard_cases

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
        self._folder_problem = self._report_problem = ""
        self._last: Sequence[str] = ()
        self._minute = -1
        self._is_stale = False  # the report
        self._reported = -inf

    def pytest_runtestloop(self) -> bool:
        with closing(self._runs):
            try:
                while True:
                    self.turn()
            except KeyboardInterrupt:
                return True

    def turn(self) -> None:
        """Look once, take in what has come, and show what is new."""
        before, self._minute = self._minute, self._screen.minute
        changes = [self._look(), self._take(), before != self._minute]
        if any(changes):
            self._is_stale = True
            self._show()
        if self._is_stale and monotonic() - self._reported >= REPORT_SECONDS:
            self._is_stale, self._reported = False, monotonic()
            cohort = self._screen.cohort(live=True)
            _, problems = self._screen.report(cohort)
            self._report_problem = "\n".join(problems)

    def lines(self, cohort: Cohort) -> Iterator[str]:
        """Yield what the facilitator sees beside the matrix."""
        people, begun = cohort.participants, cohort.begun
        yield from matrix.wrapped(
            f"{cohort.folder}: {self._minute} min; Ctrl-C ends the evening"
        )
        yield f"{len(begun)} of {len(people)} have begun"
        not_yet = [name for name in people if name not in begun]
        yield from matrix.named("not yet:", not_yet)
        yield from matrix.said(cohort, hard_cases(cohort))
        yield from matrix.named("no change for ten minutes:", self._idle(cohort))
        broken = [one for one in cohort.records if one.state == BROKEN]
        names = [f"{one.participant} ({one.kata})" for one in broken]
        yield from matrix.named("cannot be loaded:", names)
        gathering = self._terms.gathering
        yield from matrix.named("not on the roster:", gathering.strangers)
        problems = [f"not run: {text}" for text in gathering.not_run]
        problems += gathering.roster.odd
        problems += [self._folder_problem, *self._report_problem.splitlines()]
        yield from map(layout.on_one_line, filter(None, problems))
        if running := len(self._runs.under_way):
            yield f"running: {counted(running, 'file')}"

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

    def _look(self) -> bool:
        problem, self._folder_problem = self._folder_problem, ""
        try:
            terms = replace(self._terms, gathering=self._gathering())
            meant = terms.meant
        except (OSError, ValueError) as error:  # In a moment it may be right.
            self._folder_problem = str(error)
            return problem != str(error)
        owns = {one.own for one in meant}
        contents = {own: _content(own) for own in owns}
        keys = {one.node_id: contents[one.own] or _saved(one.file) for one in meant}
        before = self._terms.gathering.participants, self._keys
        is_new = bool(problem) or (terms.gathering.participants, keys) != before
        self._terms = terms
        self._screen.begin(terms)
        for one in meant:
            known = self._keys.get(one.node_id, "")
            if one.node_id in self._runs.under_way:
                keys[one.node_id] = known  # Then it is looked at again.
            elif keys[one.node_id] != known:
                self._runs.start([one], terms)
        self._keys = keys
        return is_new

    def _gathering(self) -> Gathering:
        """Return what is in the folder now; whoever is new gets an animal as well."""
        before = self._terms.gathering
        now = Gathering(before.path, before.typed, live=True)
        if before.is_anonymous:
            before.aliases.add(now.participants)
        return replace(now, aliases=before.aliases, roster=before.roster)

    def _take(self) -> bool:
        done = list(self._runs.finished())
        for one, record in done:
            if one.node_id in self._keys:  # Else the file is gone.
                self._screen.take(record)
                self._history.add(record)
        return bool(done)

    def _show(self) -> None:
        cohort = self._screen.cohort(live=True)
        lines = list(self.lines(cohort))
        if not self._screen.is_terminal:
            if lines != self._last:
                write([*lines, ""])
            self._last = lines
            return
        is_coloured, people = self._screen.is_coloured, cohort.participants
        picture = list(matrix.table(cohort, is_coloured))
        rows = shutil.get_terminal_size().lines - 1
        too_many = len(lines) + len(picture) - rows
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
