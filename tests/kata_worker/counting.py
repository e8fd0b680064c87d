"""Count what a call costs; nothing here is timed.

    calls     calls of functions from within themselves, directly or not
    lines     executed lines
    steps     lines, and items that C functions read: `n in counts` is one line
    memory    the most memory that was held at once during the call, in bytes

The code under test is its folder, and the references that it builds on. A call that is
not recursive is not counted: many small functions are as good as a few large ones. What
differs between versions of Python is not a call either: a comprehension, which is a
function before Python 3.12, and a generator, whose every item would be one. Their lines
count.
"""

from __future__ import annotations

import sys
from collections import Counter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import CodeType, FrameType
    from typing import Any, NoReturn

    Function = Callable[..., Any]
    Stop = Callable[[object], NoReturn]
    Cost = tuple[int, bool, object]

COMPREHENSIONS = frozenset({"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"})
NO_PLAIN_FUNCTION = 0x20 | 0x80 | 0x200  # of `inspect`: generators, coroutines, both


class Lines:
    """Counts the lines that run in files whose names begin in one of these ways."""

    def __init__(self, files: tuple[str, ...], stop: Stop) -> None:
        self._files, self._stop = files, stop
        self._number = 0
        self._most: int | None = None

    def cost(
        self, function: Function, most: int | None, arguments: tuple[Any, ...]
    ) -> Cost:
        """Make a call; return its cost, that this is no more, and its answer.

        If it costs more than `most`, `stop` is called with what to return.
        """
        self._number, self._most = 0, most
        sys.settrace(self._on_call)
        try:
            answer = function(*arguments)
        finally:
            sys.settrace(None)
        return self._number, False, answer

    def count(self, number: int = 1) -> None:
        self._number += number
        if self._most is not None and self._number > self._most:
            self._stop((self._most, True, None))

    def _on_call(self, frame: FrameType, event: str, arg: object) -> Any:
        if frame.f_code.co_filename.startswith(self._files):
            return self._on_event
        return None

    def _on_event(self, frame: FrameType, event: str, arg: object) -> Any:
        if event == "line":
            self.count()
        return self._on_event


class Calls(Lines):
    """Counts the calls of functions that run already."""

    def __init__(self, files: tuple[str, ...], stop: Stop) -> None:
        super().__init__(files, stop)
        self._running: Counter[CodeType] = Counter()

    def _on_call(self, frame: FrameType, event: str, arg: object) -> Any:
        code = frame.f_code
        frame.f_trace_lines = False
        if not code.co_filename.startswith(self._files):
            return None
        if code.co_flags & NO_PLAIN_FUNCTION or code.co_name in COMPREHENSIONS:
            return None
        if self._running[code]:
            self.count()
        self._running[code] += 1
        return self._on_event

    def _on_event(self, frame: FrameType, event: str, arg: object) -> Any:
        if event == "return":
            self._running[frame.f_code] -= 1
        return self._on_event


class Memory(Lines):
    """Measures the memory of a call; there is no bound at which it stops."""

    def cost(
        self, function: Function, most: int | None, arguments: tuple[Any, ...]
    ) -> Cost:
        """Make a call; return its cost, that this is no more, and its answer."""
        import tracemalloc  # Needed in one stage only.

        tracemalloc.start()
        try:
            answer = function(*arguments)
            _, number = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        return number, False, answer


COUNTERS = {"calls": Calls, "lines": Lines, "steps": Lines, "memory": Memory}
