"""The lines of the code under test as a call runs them, and the variables that they change.

There is a row for each: its place, the source and the changes. What is no line of source has no
place: a function with its arguments, what it returns, what is raised.
"""

from __future__ import annotations

import linecache
import os
import sys
from reprlib import Repr

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType
    from typing import Any, NoReturn

# The first rows and the last ones are kept, so many characters of what stands in each.
FIRST, LAST, LONGEST = 100, 30, 100
SHORT = Repr()
SHORT.maxlist = SHORT.maxtuple = SHORT.maxset = SHORT.maxdict = 8
SHORT.maxlevel, SHORT.maxlong = 3, LONGEST


class Trace:
    """Takes down what a call of a function does in a folder; `stop`s after too many lines."""

    def __init__(
        self, function: Callable[..., object], folder: str, stop: Callable[[object], NoReturn]
    ) -> None:
        self._function, self._folder, self._stop = function, folder, stop
        self._rows: list[list[str]] = []
        self._left = 0  # of the lines
        self._known: dict[FrameType, tuple[list[str], dict[str, str]]] = {}

    def ask(self, most: int, arguments: tuple[Any, ...]) -> object:
        """Make a call of at most so many lines; return as `counting.counter`, but the rows."""
        self._left = most
        sys.settrace(self._on_call)
        try:
            self._function(*arguments)
        except BaseException:
            pass  # It is in the rows.
        finally:
            sys.settrace(None)
        return self._told(more=False)

    def _told(self, *, more: bool) -> object:
        left_out = len(self._rows) - FIRST - LAST
        if left_out > 0:
            self._rows[FIRST:-LAST] = [["", f"... {left_out:,} more ...", ""]]
        return len(self._rows), more, self._rows

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
            if not self._left:
                sys.settrace(None)
                self._stop(self._told(more=True))
            self._left -= 1
            file, line = frame.f_code.co_filename, frame.f_lineno
            source = linecache.getline(file, line).rstrip()
            row = self._row(f"{os.path.basename(file)}:{line}", source)
        elif event == "exception":
            row = self._row("", f"raises {arg[0].__name__}")
        elif not row[1].startswith("raises "):
            row = self._row("", f"returns {_short(arg)}")
        self._known[frame] = row, now
        return self._on_event

    def _row(self, place: str, text: str) -> list[str]:
        row = [place, text.expandtabs()[:LONGEST], ""]
        self._rows.append(row)
        return row


def _short(value: object) -> str:
    return " ".join(SHORT.repr(value)[:LONGEST].split())
