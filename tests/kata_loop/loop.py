"""The loop: a run for each save, and a key for everything else that a learner wants.

It knows neither the terminal nor the processes; `console` gives it both.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING

from kata_kit import hints, stubs
from kata_kit.choosing import quoted
from kata_kit.katas import BY_NAME
from kata_kit.record import BEFORE, GREEN, KataRecord

from kata_loop import pages
from kata_loop.pages import Page

if TYPE_CHECKING:
    from kata_loop.console import Console, Process

NO_CASE = "c and d take a case that fails, and no such case is shown."

# Seconds in which a key is waited for, before a save is looked for, and at the run.
BEAT = 0.05


class Loop:
    """One kata in hand, and what is shown of it."""

    def __init__(self, kata: str, console: Console) -> None:
        self.kata = kata
        self._console = console
        self._run: Process | None = None
        self._seconds = 0  # how long it has run, as it was looked at
        self._shown: list[KataRecord] = []  # of the run on the screen
        self._record: KataRecord | None = None  # of the last run of all cases
        self._page = Page("")
        self._part = 0  # of the page, on the screen
        self._note: tuple[str, ...] = ()  # what a key has to say, below the page
        self._is_asked = False  # whether the note waits for a yes
        # How many hints were shown, of each kata from each place on.
        self._hints = Counter[tuple[str, int]]()

    def until_somebody_leaves(self) -> None:
        """Go on until a KeyboardInterrupt."""
        try:
            with self._console:
                self._again()
                while True:
                    self.beat()
        finally:
            self._stop()

    def beat(self) -> None:
        """Look at the files, the run, and the keys, once."""
        if self.kata in self._console.saved():
            self._again()
        if self._run:
            self._look_at(self._run)
        keys = ("y yes", "any other key: no") if self._is_asked else KEYS
        self._console.show(pages.drawn(self._page, self._part, self._note, keys))
        key = self._console.key(BEAT).lower()
        if self._is_asked and key:
            self._say()
            if key == "y":
                self._restore()
        elif key in ACTIONS:
            ACTIONS[key](self)

    def _say(self, *note: str, asks: bool = False) -> None:
        self._note, self._is_asked = note, asks

    def _show(self, page: Page) -> None:
        """Show another page, whatever runs."""
        self._stop()
        self._page, self._part = page, 0
        self._say()

    def _start(self, command: str) -> None:
        self._show(Page(command))
        self._run, self._seconds = self._console.start(command), -1

    def _stop(self) -> None:
        if self._run:
            self._run.stop()
        self._run = None

    def _look_at(self, run: Process) -> None:
        """Show once a second how far a run is, and in the end what came of it."""
        command, seconds, is_over = self._page.command, run.seconds(), run.is_over()
        if seconds == self._seconds and not is_over:
            return
        handed = run.handed()
        self._seconds, self._shown = seconds, handed.records
        if self._note == (NO_CASE,) and any(one.failures for one in self._shown):
            self._say()
        if not is_over:
            self._page = pages.running(command, seconds, handed, self._record)
            return
        self._run = None
        self._page = pages.page(command, handed, run.output())
        for record in handed.records:
            if record.whole:
                self._record = record

    def _hint(self) -> None:
        kata = BY_NAME[self.kata]
        if self._record and self._record.state == GREEN:
            self._say(f"Every stage passes. The hints stand in {kata.statement}.")
            return
        every = hints.all_of(kata)
        begin = hints.start(every, self._record) if self._record else 0
        shown = self._hints[self.kata, begin]
        self._hints[self.kata, begin] += 1
        place = (begin + shown) % (len(every) + 1)
        if place < len(every):
            self._say(*hints.lines_of(every, place))
        else:
            self._say("There are no more hints. h begins with the first one.")

    def _again(self) -> None:
        self._start(f"katas/{self.kata}")

    def _this_case(self) -> None:
        if command := self._alone():
            self._start(command)

    def _debugger(self) -> None:
        if command := self._alone():
            note = "q and Enter leave the debugger."
            self._console.lend(f"{command} --pdb", note)

    def _alone(self) -> str:
        """Return the command for the first case that failed; "" if that is no help.

        The note says why it is none.
        """
        records = [*self._shown, self._record]
        for case in chain(*(record.failures for record in records if record)):
            if not (case.failure and case.failure.call):
                continue
            if case.failure.kind == BEFORE and not case.failure.count:
                self._say("Alone this case passes: c and d do not show what is wrong.")
                return ""
            return f"katas/{self.kata} --case={quoted(case.title)}"
        self._say(NO_CASE)
        return ""

    def _path(self) -> None:
        self._show(pages.path())

    def _next(self) -> None:
        if following := pages.kata_after(self.kata):
            self.kata, self._record = following, None
            self._again()
        else:
            self._say("every other kata is done")

    def _stub(self) -> None:
        kata = BY_NAME[self.kata]
        question = f"Put the stub back into {kata.stub}?"
        if kept := stubs.kept_as(kata):
            question += f" Your file is kept as {kept.name}."
        self._say(question, asks=True)

    def _restore(self) -> None:
        try:
            stubs.restore(BY_NAME[self.kata])  # The save starts a run.
        except OSError as error:
            self._say(f"nothing was changed: {error.filename}: {error.strerror}")
        except LookupError as error:
            self._say(f"nothing was changed: {error}")

    def _more(self) -> None:
        self._part += 1

    def _quit(self) -> None:
        raise KeyboardInterrupt


KEYS = (
    *("h hint", "a again", "c this case", "d debugger"),
    *("l path", "n next kata", "r stub", "q quit"),
)
ACTIONS = {
    "h": Loop._hint,
    "a": Loop._again,
    "c": Loop._this_case,
    "d": Loop._debugger,
    "l": Loop._path,
    "n": Loop._next,
    "r": Loop._stub,
    "q": Loop._quit,
    " ": Loop._more,
    "\x03": Loop._quit,  # Ctrl-C, where the console hands it over as a key
}
