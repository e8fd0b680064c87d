"""The loop: a run for each save, and a key for everything else that a learner wants.

It knows neither the terminal nor the processes; `console` gives it both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from kata_kit import hints
from kata_kit.handback import Handed
from kata_kit.katas import BY_NAME, ROOT
from kata_kit.record import KataRecord
from kata_kit.writing import Line

from kata_loop import pages, stubs
from kata_loop.pages import Page, drawn, typed

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
        # The content of the last run that came to its end, and of the one that runs.
        self._tested: object = None
        self._testing: object = None
        self._page = Page(())
        self._note: list[str] = []  # what a key has to say, below the page
        self._record: KataRecord | None = None  # of the last run of all cases
        self._hint = 0  # the last one that was shown
        self._top = self._following = 0  # the first line of the body on the screen
        self._asked: Callable[[], None] | None = None  # what "y" does

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
            content = self._outside.content(self.kata)
            # Editors report a save more than once.
            if not (self._run and self._is_whole and content == self._testing):
                self._again()
        if self._run and (result := self._run.result()):
            self._finish(*result)
        self._draw()
        key = self._outside.key(BEAT).lower()
        if self._asked and key:
            answer, self._asked, self._note = self._asked, None, []
            if key == "y":
                answer()
        elif key in KEYS:
            KEYS[key][1](self)

    @property
    def _is_whole(self) -> bool:
        """True if the page is that of all cases."""
        return self._page.command == [f"katas/{self.kata}"]

    def _take(self, kata: str) -> None:
        self.kata, self._hint, self._record, self._tested = kata, 0, None, None
        stubs.keep(kata, ROOT)
        self._again()

    def _start(self, command: Sequence[str]) -> None:
        self._stop()
        self._testing = self._outside.content(self.kata)
        self._asked, self._top, self._note = None, 0, []
        if self._testing == self._tested:
            self._note = ["The file is unchanged since your last run."]
        self._page, self._run = Page(command), self._outside.start(command)

    def _stop(self) -> None:
        if self._run:
            self._run.stop()
        self._run = None

    def _finish(self, handed: Handed | None, output: str) -> None:
        """Show what came of a run; if it could not start, what the process wrote."""
        self._run, self._tested = None, self._testing
        command, whole = self._page.command, self._is_whole
        if handed is None:
            self._page = Page(command, pages.plain(output))
            return
        self._page = pages.page(command, handed, whole=whole)
        if whole and handed.records:
            before, (self._record,) = self._record, handed.records
            if not before or before.first_stage != self._record.first_stage:
                self._hint = 0  # There are other hints for another stage.

    def _draw(self) -> None:
        command, body, end, kept = self._page
        if self._run:
            seconds, so_far = self._run.seconds(), self._run.so_far()
            body, end = pages.running(seconds, so_far, self._record)
        foot = [*map(Line, self._note)]
        keys = [words for words, _ in KEYS.values() if words]
        if self._asked:
            keys = ["y yes", "any other key: no"]
        else:
            foot += [Line(""), *end] if foot and end else end
        size, head = self._outside.size(), f"$ {typed(command)}"
        lines, self._following = drawn(size, head, body, foot, keys, self._top, kept)
        self._outside.show(lines)

    def _next_hint(self) -> None:
        every = hints.all_of(BY_NAME[self.kata])
        if self._record and not self._hint:
            stages = [stage.name for stage in self._record.stages]
            self._hint = hints.start(every, self._record.first_stage, stages)
        self._hint = self._hint % len(every) + 1
        self._note = hints.lines_of(every, self._hint)

    def _again(self) -> None:
        self._start([f"katas/{self.kata}"])

    def _this_case(self) -> None:
        if command := self._alone():
            self._start(command)

    def _debugger(self) -> None:
        if command := self._alone():
            note = "q and Enter leave the debugger."
            self._outside.lend([*command, "--pdb"], note)

    def _alone(self) -> list[str]:
        """Return the command for the first case that failed; say so if none did."""
        for case in self._record.failures if self._record else ():
            if case.failure and case.failure.call:
                return [f"katas/{self.kata}", f"--case={case.title}"]
        self._note = ["c and d take a case that fails, and no such case is shown."]
        return []

    def _path(self) -> None:
        self._stop()
        self._note, self._top = [], 0
        self._page = pages.path()

    def _next(self) -> None:
        if following := pages.kata_after(self.kata):
            self._note = [f"Go on to {following}?"]
            self._asked = lambda: self._take(following)
        else:
            self._note = ["every other kata is done"]

    def _stub(self) -> None:
        file = BY_NAME[self.kata].stub
        self._note = [f"Put the stub back into {file}? Your file is kept beside it."]
        self._asked = self._restore

    def _restore(self) -> None:
        try:
            old = stubs.restore(self.kata, ROOT)
        except OSError as error:
            self._note = [f"nothing was changed: {error.filename}: {error.strerror}"]
            return
        except LookupError as error:
            self._note = [f"nothing was changed: {error}"]
            return
        self._again()
        self._note = [f"Your file is kept as {old}." if old else "The stub is back."]

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
