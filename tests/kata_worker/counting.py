"""What a call costs, counted and not timed.

    calls   calls of functions in the code under test from within themselves, directly or not
    lines   executed lines of the code under test
    steps   lines, and cells that are read from `Row`s
    own steps
            lines, and items that code reads of its own lists; see `kata_worker.reading`
    memory  the most memory that was held at once during the call, in bytes

The code under test is every file in its folder, and the references that it builds on. A call that
is not recursive is not counted: a search in many small functions is as good as one in a few large
ones. What differs between versions of Python is not a call either: a comprehension, which is a
function before Python 3.12, and a generator, whose every item would be one. Their lines count.

A count goes no further than it is told, because the plain search of a whole game takes seconds.
It is the same in every run: the harness asks for it in a process that has done nothing else.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import CodeType, FrameType
    from typing import Any, NoReturn, SupportsIndex

    Tracer = Callable[[FrameType, str, Any], Any]

COMPREHENSIONS = frozenset({"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"})
# Of `inspect`, which takes 10 ms to import: generators, coroutines, asynchronous generators.
NO_PLAIN_FUNCTION = 0x20 | 0x80 | 0x200


class Tally:
    """A number that goes up."""

    def __init__(self) -> None:
        self.number = 0


TALLY = Tally()
"""What is counted now."""


class Row(list):  # type: ignore[type-arg] # with [int] it would not be a class before it is made
    """A row of a board that counts the cells that are read, also by a C function.

    It is a list, so that code may ask for one. What is made of it, such as a slice or a tuple, is
    an ordinary value: making it has read the cells once.
    """

    def __getitem__(self, key: SupportsIndex | slice) -> Any:
        cells = list.__getitem__(self, key)
        TALLY.number += len(cells) if type(key) is slice else 1
        return cells

    def __iter__(self) -> Iterator[Any]:
        for cell in list.__iter__(self):
            TALLY.number += 1
            yield cell

    def __reversed__(self) -> Iterator[Any]:
        for cell in list.__reversed__(self):
            TALLY.number += 1
            yield cell

    def __contains__(self, value: object) -> bool:
        return any(cell == value for cell in self)

    def index(self, value: Any, *limits: SupportsIndex) -> int:
        """As that of a list; the cells before the place are read."""
        place = list.index(self, value, *limits)
        TALLY.number += place + 1
        return place


def _all_cells_read(name: str) -> Callable[..., Any]:
    """A method of a list that reads all cells."""
    method = getattr(list, name)

    def counted(self: Row, *arguments: Any) -> Any:
        TALLY.number += len(self)
        return method(self, *arguments)

    return counted


for _name in ("count", "copy", "__eq__", "__ne__", "__lt__", "__gt__", "__add__", "__mul__"):
    setattr(Row, _name, _all_cells_read(_name))


def counted(
    what: str,
    function: Callable[..., object],
    arguments: tuple[Any, ...],
    most: int | None,
    files: tuple[str, ...],
    stop: Callable[[int], NoReturn],
) -> tuple[int, object]:
    """Make a call and return what it costs, and its answer; raises whatever the call raises.

    Args:
        what: one of the words above; or "trace", which prints the lines.
        function: the function.
        arguments: what it is called with.
        most: how far to count; None for no end. Memory has none.
        files: how the names of counted files begin.
        stop: is called with `most` when there is more, and does not return.
    """
    if what == "memory":
        return _memory(function, arguments)
    if what == "trace":
        from kata_worker.tracing import Trace  # Needed with an option only.

        trace = Trace(files[0], most or 0, stop)
        trace.run(function, arguments)
        return trace.lines, None
    TALLY.number = 0

    def count() -> None:
        TALLY.number += 1
        if most is not None and TALLY.number > most:
            stop(most)

    sys.settrace((_calls if what == "calls" else _lines)(files, count))
    try:
        answer = function(*arguments)
    finally:
        sys.settrace(None)
    return TALLY.number, answer


# A generator is marked when it begins: what it is need not be asked again when it goes on.


def _calls(files: tuple[str, ...], count: Callable[[], None]) -> Tracer:
    running: dict[CodeType, int] = {}  # How many calls of a function have not returned.

    def on_return(frame: FrameType, event: str, arg: object) -> Tracer:
        if event == "return":
            running[frame.f_code] -= 1
        return on_return

    def on_call(frame: FrameType, event: str, arg: object) -> Tracer | None:
        if not frame.f_trace_lines:  # The mark.
            return None
        frame.f_trace_lines = False
        code = frame.f_code
        if (
            code.co_flags & NO_PLAIN_FUNCTION
            or code.co_name in COMPREHENSIONS
            or not code.co_filename.startswith(files)
        ):
            return None
        if running.get(code, 0):
            count()
        running[code] = running.get(code, 0) + 1
        return on_return

    return on_call


def _lines(files: tuple[str, ...], count: Callable[[], None]) -> Tracer:
    def on_line(frame: FrameType, event: str, arg: object) -> Tracer:
        if event == "line":
            count()
        return on_line

    def on_call(frame: FrameType, event: str, arg: object) -> Tracer | None:
        if frame.f_trace:
            return on_line
        if frame.f_trace_lines and frame.f_code.co_filename.startswith(files):
            return on_line
        frame.f_trace_lines = False  # The mark.
        return None

    return on_call


def _memory(function: Callable[..., object], arguments: tuple[Any, ...]) -> tuple[int, object]:
    import tracemalloc

    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    tracemalloc.reset_peak()
    try:
        answer = function(*arguments)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    return peak - before, answer
