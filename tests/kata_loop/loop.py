"""The loop: a run for each save, and a key for everything else that a learner wants.

It knows neither the terminal nor the processes; `console` gives it both.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kata_kit import hints, layout, stubs
from kata_kit.choosing import quoted
from kata_kit.katas import BY_NAME
from kata_kit.record import KataRecord
from kata_kit.writing import Line

from kata_loop import pages
from kata_loop.pages import Page, drawn

if TYPE_CHECKING:
    from kata_loop.console import Console, Process

# Seconds in which a key is waited for, before a save is looked for, and at the run.
BEAT = 0.05


class Loop:
    """One kata in hand, and what is shown of it."""

    def __init__(self, kata: str, outside: Console) -> None:
        self.kata = kata
        self._outside = outside
        self._run: Process | None = None
        self._seconds = 0  # how long it has run, as it was looked at
        self._page = Page("")
        self._note: list[str] = []  # what a key has to say, below the page
        self._record: KataRecord | None = None  # of the last run of all cases
        self._hint = 0  # the last one that was shown
        self._top = self._following = 0  # the first line of the body on the screen
        self._is_sure_asked = False  # whether the stub shall come back

    def until_somebody_leaves(self) -> None:
        """Go on until a KeyboardInterrupt."""
        self._take(self.kata)
        try:
            while True:
                self.beat()
        finally:
            self._stop()

    def beat(self) -> None:
        """Look at the files, the run, and the keys, once."""
        if self.kata in self._outside.saved():
            self._again()
        if self._run:
            self._look_at(self._run)
        keys = [words for words, _ in KEYS.values() if words]
        if self._is_sure_asked:
            keys = ["y yes", "any other key: no"]
        height = self._outside.height()
        lines, self._following = drawn(height, self._page, self._note, keys, self._top)
        self._outside.show(lines)
        key = self._outside.key(BEAT).lower()
        if self._is_sure_asked and key:
            self._is_sure_asked, self._note = False, []
            if key == "y":
                self._restore()
        elif key in KEYS:
            KEYS[key][1](self)

    def _take(self, kata: str) -> None:
        self.kata, self._hint, self._record = kata, 0, None
        self._again()

    def _start(self, command: str) -> None:
        self._show(Page(command))
        self._run, self._seconds = self._outside.start(command), -1

    def _show(self, page: Page) -> None:
        """Show another page, whatever runs."""
        self._stop()
        self._page, self._top, self._note = page, 0, []
        self._is_sure_asked = False

    def _stop(self) -> None:
        if self._run:
            self._run.stop()
        self._run = None

    def _look_at(self, run: Process) -> None:
        """Show once a second how far a run is, and in the end what came of it."""
        command, seconds = self._page.command, run.seconds()
        if run.is_over():
            self._finish(run, command)
        elif seconds != self._seconds:
            self._seconds, handed = seconds, run.handed()
            self._page = pages.running(command, seconds, handed, self._record)

    def _finish(self, run: Process, command: str) -> None:
        self._run, handed = None, run.handed()
        if not handed.records and not handed.others:  # It could not start.
            lines = layout.visible(run.output()).splitlines()
            self._page = Page(command, list(map(Line, lines)))
            return
        self._page = pages.page(command, handed)
        for record in (record for record in handed.records if record.whole):
            before, self._record = self._record, record
            if not before or before.first_stage != record.first_stage:
                self._hint = 0  # There are other hints for another stage.

    def _next_hint(self) -> None:
        every = hints.all_of(BY_NAME[self.kata])
        if self._record and not self._hint:
            self._hint = hints.start(every, self._record)
        self._hint = self._hint % len(every) + 1
        self._note = hints.lines_of(every, self._hint - 1)

    def _again(self) -> None:
        self._start(f"katas/{self.kata}")

    def _this_case(self) -> None:
        if command := self._alone():
            self._start(command)

    def _debugger(self) -> None:
        if command := self._alone():
            note = "q and Enter leave the debugger."
            self._outside.lend(f"{command} --pdb", note)

    def _alone(self) -> str:
        """Return the command for the first case that failed; say so if none did."""
        for case in self._record.failures if self._record else ():
            if case.failure and case.failure.call:
                return f"katas/{self.kata} --case={quoted(case.title)}"
        self._note = ["c and d take a case that fails, and no such case is shown."]
        return ""

    def _path(self) -> None:
        self._show(pages.path())

    def _next(self) -> None:
        if following := pages.kata_after(self.kata):
            self._take(following)
        else:
            self._note = ["every other kata is done"]

    def _stub(self) -> None:
        file = BY_NAME[self.kata].stub
        self._note = [f"Put the stub back into {file}? Your file is kept beside it."]
        self._is_sure_asked = True

    def _restore(self) -> None:
        try:
            stubs.restore(BY_NAME[self.kata])  # The save starts a run.
        except OSError as error:
            self._note = [f"nothing was changed: {error.filename}: {error.strerror}"]
        except LookupError as error:
            self._note = [f"nothing was changed: {error}"]

    def _more(self) -> None:
        self._top = self._following

    def _quit(self) -> None:
        raise KeyboardInterrupt


# By key, its words on the screen, and what it does.
KEYS: dict[str, tuple[str, Callable[[Loop], None]]] = {
    "h": ("h hint", Loop._next_hint),
    "a": ("a again", Loop._again),
    "c": ("c this case", Loop._this_case),
    "d": ("d debugger", Loop._debugger),
    "l": ("l path", Loop._path),
    "n": ("n next kata", Loop._next),
    "r": ("r stub", Loop._stub),
    "q": ("q quit", Loop._quit),
    " ": ("", Loop._more),
    "\x03": ("", Loop._quit),  # Ctrl-C, where the console hands it over as a key
}
