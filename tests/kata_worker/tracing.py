"""Take down what a call does, line by line."""

from __future__ import annotations

import os
import sys
from linecache import getline
from reprlib import Repr

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType
    from typing import Any, NoReturn

FIRST, LAST = 100, 30  # rows that are kept
LONGEST = 100  # characters of each field of a row
SHORT = Repr()
SHORT.maxlist = SHORT.maxtuple = SHORT.maxset = SHORT.maxdict = 8
SHORT.maxlevel, SHORT.maxlong = 3, LONGEST


class Trace:
    """The rows of calls in a folder; `stop` is called after too many lines.

    A line has a row: its place, the source and the variables that it changes. So has a
    function with its arguments, and its answer or its exception, without a place.
    """

    def __init__(self, folder: str, stop: Callable[[object], NoReturn]) -> None:
        self._folder, self._stop = folder, stop
        self._rows: list[list[str]] = []
        self._lines_left = 0
        # Of each call that runs, its newest row, and its variables before that.
        self._newest: dict[FrameType, tuple[list[str], dict[str, str]]] = {}

    def cost(
        self, function: Callable[..., object], most: int, arguments: tuple[Any, ...]
    ) -> object:
        """Make a call of at most so many lines; return their number and their rows."""
        self._lines_left = most
        sys.settrace(self._on_call)
        try:
            function(*arguments)
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
        is_own = code.co_filename.startswith(self._folder)
        if not is_own or (code.co_name.startswith("<") and code.co_name != "<lambda>"):
            return None
        arguments = ", ".join(map("=".join, _variables(frame).items()))
        self._add(frame, "", f"{code.co_name}({arguments})")
        return self._on_event

    def _on_event(self, frame: FrameType, event: str, arg: Any) -> Any:
        """Add what the last line changed, and the row of the next one."""
        row, before = self._newest[frame]
        changes = [
            f"{name} = {text}"
            for name, text in _variables(frame).items()
            if before.get(name) != text
        ]
        row[2] = ", ".join(changes)[:LONGEST]
        if event == "line":
            self._add_line(frame)
        elif event == "exception":
            self._add(frame, "", f"raises {arg[0].__name__}")
        elif not row[1].startswith("raises "):
            self._add(frame, "", f"returns {_short(arg)}")
        return self._on_event

    def _add_line(self, frame: FrameType) -> None:
        if not self._lines_left:
            sys.settrace(None)
            self._stop(self._told(more=True))
        self._lines_left -= 1
        file, line = frame.f_code.co_filename, frame.f_lineno
        place = f"{os.path.basename(file)}:{line}"
        self._add(frame, place, getline(file, line).rstrip())

    def _add(self, frame: FrameType, place: str, text: str) -> None:
        row = [place, text.expandtabs()[:LONGEST], ""]
        self._rows.append(row)
        self._newest[frame] = row, _variables(frame)


def _variables(frame: FrameType) -> dict[str, str]:
    return {name: _short(value) for name, value in frame.f_locals.items()}


def _short(value: object) -> str:
    return " ".join(SHORT.repr(value)[:LONGEST].split())
