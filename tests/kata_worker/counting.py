"""What a call costs, counted and not timed.

    calls   calls of functions in the code under test from within themselves, directly or not
    lines   executed lines of the code under test
    steps   lines, and cells that are read from `Row`s
    memory  the most memory that was held at once during the call, in bytes

The code under test is every file in its folder, and the references that it builds on. A call that
is no recursion is not counted: a search in many small functions is as good as one in a few large
ones. What differs between versions of Python is no call either: a comprehension, which is a
function before Python 3.12, and a generator, whose every item would be one. Their lines count.

A count goes no further than it is told, because the plain search of a whole game takes seconds.
It is the same in every run: the harness asks for it in a process that has done nothing else.
"""

from __future__ import annotations

import sys

from kata_worker.guard import Forbidden

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import CodeType, FrameType
    from typing import Any, NoReturn, SupportsIndex

    Tracer = Callable[[FrameType, str, Any], Any]

COMPREHENSIONS = frozenset({"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"})
# Of `inspect`, which takes 10 ms to import: generators, coroutines, asynchronous generators.
NO_PLAIN_FUNCTION = 0x20 | 0x80 | 0x200

SWITCHED_OFF = "switch off the counting of its cost"
# Without these, code under test cannot make `tracemalloc` forget.
KEEPERS = ("stop", "clear_traces", "reset_peak")


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
    stop: Callable[[], NoReturn],
) -> int:
    """Make a call and return what it costs.

    Args:
        what: "calls", "lines", "steps" or "memory".
        function: the function.
        arguments: what it is called with.
        most: how far to count; None for no end. Memory has none.
        files: how the names of counted files begin.
        stop: is called when there is more, and does not return.

    Raises:
        Forbidden: The call switched the counting off.
        BaseException: whatever the call raises.
    """

    def call() -> None:
        function(*arguments)

    TALLY.number = 0
    if what == "memory":
        return _memory(call)
    most = sys.maxsize if most is None else most
    trace = _calls if what == "calls" else _lines
    _trace(call, trace(files, most, stop))
    return TALLY.number


# The guard hears of each `f_code` that is read, which takes longer than all the rest here. So a
# generator is marked when it begins: what it is need not be asked again when it goes on.


def _calls(files: tuple[str, ...], most: int, stop: Callable[[], NoReturn]) -> Tracer:
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
        calls = running.get(code, 0)
        running[code] = calls + 1
        if calls:
            TALLY.number += 1
            if TALLY.number > most:
                stop()
        return on_return

    return on_call


def _lines(files: tuple[str, ...], most: int, stop: Callable[[], NoReturn]) -> Tracer:
    def on_line(frame: FrameType, event: str, arg: object) -> Tracer:
        if event == "line":
            TALLY.number += 1
            if TALLY.number > most:
                stop()
        return on_line

    def on_call(frame: FrameType, event: str, arg: object) -> Tracer | None:
        if frame.f_trace:
            return on_line
        if frame.f_trace_lines and frame.f_code.co_filename.startswith(files):
            return on_line
        frame.f_trace_lines = False  # The mark.
        return None

    return on_call


def _trace(call: Callable[[], None], tracer: Tracer) -> None:
    """Make a call with a tracer, and see to it that the tracer stays."""
    tried: list[str] = []
    ours = True

    def refuse(event: str, details: object) -> None:
        if not ours and event in ("sys.settrace", "sys.setprofile"):
            tried.append(event)
            raise Forbidden(SWITCHED_OFF)

    sys.addaudithook(refuse)
    sys.settrace(tracer)
    ours = False
    try:
        call()
    finally:
        ours = True
        kept = sys.gettrace() is tracer
        sys.settrace(None)
        if tried or not kept:
            raise Forbidden(SWITCHED_OFF)


def _memory(call: Callable[[], None]) -> int:
    import _tracemalloc
    import tracemalloc

    def refuse(*_: object) -> NoReturn:
        tried.append(SWITCHED_OFF)
        raise Forbidden(SWITCHED_OFF)

    tried: list[str] = []
    own = {name: getattr(_tracemalloc, name) for name in KEEPERS}
    tracemalloc.start()
    witness = bytearray(1)  # Has a trace as long as nobody makes them be forgotten.
    before, _ = tracemalloc.get_traced_memory()
    own["reset_peak"]()
    for name in KEEPERS:
        setattr(_tracemalloc, name, refuse)
        setattr(tracemalloc, name, refuse)
    try:
        call()
    finally:
        _, peak = tracemalloc.get_traced_memory()
        kept = tracemalloc.get_object_traceback(witness) is not None
        for name in KEEPERS:
            setattr(_tracemalloc, name, own[name])
            setattr(tracemalloc, name, own[name])
        own["stop"]()
        if tried or not kept:
            raise Forbidden(SWITCHED_OFF)
    return peak - before
