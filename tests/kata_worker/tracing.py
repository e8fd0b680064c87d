"""The lines of the code under test as a call runs them, and the variables that they change.

They are printed when the call is over, a row for each: its place, the source and the changes, with
a tab between. What is no line of source has no place: a function with its arguments, what it
returns, what is raised.
"""

from __future__ import annotations

import io
import linecache
import os
import sys
from collections import deque
from reprlib import Repr

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType
    from typing import Any, NoReturn

# The first rows and the last ones are kept, so many characters of what stands in each.
FIRST, LAST = 100, 30
LONGEST = 100
SHORT = Repr()
SHORT.maxlist = SHORT.maxtuple = SHORT.maxset = SHORT.maxdict = 8
SHORT.maxlevel, SHORT.maxlong = 3, LONGEST


class Trace:
    """Takes down what a call does in a folder, and calls `stop` after `most` lines."""

    def __init__(self, folder: str, most: int, stop: Callable[[int], NoReturn]) -> None:
        self._folder = folder
        self._most = most
        self._stop = stop
        self._first: list[list[str]] = []
        self._last: deque[list[str]] = deque(maxlen=LAST)
        self._rows = 0
        self._known: dict[FrameType, tuple[list[str], dict[str, str]]] = {}
        self.lines = 0

    def run(self, function: Callable[..., object], arguments: tuple[Any, ...]) -> None:
        """Make the call; raises whatever it raises."""
        self._printed, sys.stdout = sys.stdout, io.StringIO()  # Its prints are told already.
        sys.settrace(self._on_call)
        try:
            function(*arguments)
        finally:
            self._print()

    def _print(self) -> None:
        sys.settrace(None)
        sys.stdout = self._printed
        left_out = self._rows - len(self._first) - len(self._last)
        for row in self._first:
            print(*row, sep="\t")
        if left_out:
            print("", f"... {left_out:,} more ...", "", sep="\t")
        for row in self._last:
            print(*row, sep="\t")

    def _on_call(self, frame: FrameType, event: str, arg: object) -> Any:
        code = frame.f_code
        own = code.co_filename.startswith(self._folder)
        if not own or (code.co_name.startswith("<") and code.co_name != "<lambda>"):
            return None
        known = {name: _short(value) for name, value in frame.f_locals.items()}
        given = ", ".join(f"{name}={text}" for name, text in known.items())
        self._known[frame] = self._row("", f"{code.co_name}({given})"), known
        return self._on_event

    def _on_event(self, frame: FrameType, event: str, arg: Any) -> Any:
        row, before = self._known[frame]
        now = {name: _short(value) for name, value in frame.f_locals.items()}
        changes = (f"{name} = {text}" for name, text in now.items() if before.get(name) != text)
        row[2] = ", ".join(changes)[:LONGEST]
        if event == "line":
            self.lines += 1
            if self.lines > self._most:
                self._print()
                self._stop(self._most)
            file, line = frame.f_code.co_filename, frame.f_lineno
            row = self._row(
                f"{os.path.basename(file)}:{line}", linecache.getline(file, line).rstrip()
            )
        elif event == "exception":
            row = self._row("", f"raises {arg[0].__name__}")
        elif not row[1].startswith("raises "):
            row = self._row("", f"returns {_short(arg)}")
        self._known[frame] = row, now
        return self._on_event

    def _row(self, place: str, text: str) -> list[str]:
        row = [place, text.expandtabs()[:LONGEST], ""]
        self._rows += 1
        (self._first if self._rows <= FIRST else self._last).append(row)
        return row


def _short(value: object) -> str:
    return " ".join(SHORT.repr(value)[:LONGEST].split())
