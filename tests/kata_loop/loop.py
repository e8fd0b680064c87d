"""The loop: a run for each save, and a key for whatever else a learner wants.

It knows neither the terminal nor the processes; `console` gives it both.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from shlex import split
from typing import TYPE_CHECKING, NamedTuple

from kata_kit.katas import BY_NAME, ROOT
from kata_kit.progress import hints

from kata_loop import stubs
from kata_loop.screen import drawn, parts, plain, typed

if TYPE_CHECKING:
    from kata_loop.console import Console, Process

LEARNT = Path(__file__).with_name("learnt.txt")
BEAT = 0.05  # seconds in which a key is waited for, before a save is looked for, and at the run


class Page(NamedTuple):
    """What is shown of a run: its command, the failures, and the end."""

    command: Sequence[str]
    body: Sequence[str] = ()
    end: Sequence[str] = ()


class Loop:
    """One kata in hand, and what is shown of it; outside are the terminal and the rest."""

    def __init__(self, kata: str, outside: Console) -> None:
        self.kata = kata
        self._outside = outside
        self._run: Process | None = None
        self._tested: object = (
            None  # the content of the last run that came to its end, and
        )
        self._testing: object = None  # of the one that runs
        self._page = Page(())
        self._note: list[str] = []  # what a key has to say, below the page
        self._alone: list[str] = []  # the command for the case that failed first
        self._hint = 0  # how many were shown
        self._top = self._following = (
            0  # the first line of the body that is shown, and the next
        )
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
            if not (self._run and self._is_whole and content == self._testing):
                self._again()  # Editors report a save more than once.
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
        """Whether the page is that of all cases."""
        return self._page.command == [f"katas/{self.kata}"]

    def _take(self, kata: str) -> None:
        self.kata, self._hint, self._alone, self._tested = kata, 0, [], None
        stubs.keep(kata, ROOT)
        self._again()

    def _start(self, command: Sequence[str]) -> None:
        self._stop()
        self._testing, self._asked, self._top = (
            self._outside.content(self.kata),
            None,
            0,
        )
        unchanged = self._testing == self._tested
        self._note = ["The file is unchanged since your last run."] * unchanged
        self._page, self._run = Page(command), self._outside.start(command)

    def _stop(self) -> None:
        if self._run:
            self._run.stop()
        self._run = None

    def _finish(self, exit_code: int, output: str) -> None:
        self._run, self._tested = None, self._testing
        body, end = parts(output)
        if not self._is_whole:
            end.append("Press a to run all cases.")
        else:
            self._alone = alone(body)
            if exit_code == 0:
                body, end = [], [*end, "", *self._ending()]
            elif any(plain(line).endswith("  not started") for line in end):
                end.append(f"read: {BY_NAME[self.kata].statement}")
                end.append("Each time you save the file, it is tested.")
        self._page = Page(self._page.command, body, end)

    def _ending(self) -> list[str]:
        learnt = dict(
            line.split(": ", 1) for line in LEARNT.read_text("utf-8").splitlines()[1:]
        )
        following = self._following_kata()
        what = f"Press n to go on to {following}." if following else learnt["the end"]
        return [*filter(None, [learnt.get(self.kata)]), "", what]

    def _following_kata(self) -> str:
        """The first kata behind this one that is not done, or before it; "" if all are done."""
        left, order = not_done(self._outside.path()), list(BY_NAME)
        here = order.index(self.kata)
        return next(
            (name for name in order[here + 1 :] + order[:here] if name in left), ""
        )

    def _draw(self) -> None:
        command, body, end = self._page
        if self._run:
            body = [f"running, {self._run.seconds()} s"]
        foot = [*self._note, *[""] * bool(self._note and end), *end]
        keys = [words for words, _ in KEYS.values() if words]
        if self._asked:
            foot, keys = self._note, ["y yes", "any other key: no"]
        size, head = self._outside.size(), f"$ {typed(command)}"
        lines, self._following = drawn(size, head, body, foot, keys, self._top)
        self._outside.show(lines)

    def _next_hint(self) -> None:
        every = hints(BY_NAME[self.kata])
        self._hint = self._hint % len(every) + 1
        last = ", and the last" if self._hint == len(every) else ""
        lines = every[self._hint - 1].splitlines()
        self._note = [
            f"hint {self._hint} of {len(every)}{last}:",
            *(f"  {it}" for it in lines),
        ]

    def _again(self) -> None:
        self._start([f"katas/{self.kata}"])

    def _case(self, *, debugger: bool = False) -> None:
        if not self._alone:
            self._note = ["No case is shown that could run alone."]
        elif debugger:
            self._outside.lend(
                [*self._alone, "--pdb"], "q and Enter leave the debugger."
            )
        else:
            self._start(self._alone)

    def _path(self) -> None:
        self._stop()
        self._note, self._top = [], 0
        lines = self._outside.path().splitlines()
        self._page = Page(["--progress"], lines, ["Press a to test again."])

    def _next(self) -> None:
        if following := self._following_kata():
            self._note, self._asked = (
                [f"Go on to {following}?"],
                lambda: self._take(following),
            )
        else:
            self._note = ["every other kata is done"]

    def _stub(self) -> None:
        file = BY_NAME[self.kata].stub
        self._note = [f"Put the stub back into {file}? Your file is kept beside it."]
        self._asked = self._restore

    def _restore(self) -> None:
        try:
            old = stubs.restore(self.kata, ROOT)
        except (LookupError, OSError) as error:
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
    "c": ("c this case", Loop._case),
    "d": ("d debugger", lambda loop: loop._case(debugger=True)),
    "l": ("l path", Loop._path),
    "n": ("n next kata", Loop._next),
    "r": ("r stub", Loop._stub),
    "q": ("q quit", Loop._quit),
    " ": ("", Loop._more),
    "\x03": ("", Loop._quit),  # Ctrl-C, where the console hands it over as a key
}


def not_done(path: str) -> list[str]:
    """The katas that are not green, from the output of `pytest --progress`."""
    done = re.findall(r"^(\w+) +\[#+\] ", path, re.MULTILINE)
    return [name for name in BY_NAME if name not in done]


def alone(body: Iterable[str]) -> list[str]:
    """The command with which a screen says to run its first case alone; none if it says none."""
    found = re.search(
        r"^alone:\s+pytest (.+)", "\n".join(map(plain, body)), re.MULTILINE
    )
    return split(found[1]) if found else []
