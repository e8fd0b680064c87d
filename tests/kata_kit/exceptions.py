"""Put an exception of the code under test into words, as Python itself would."""

import builtins
import os
import traceback
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path
from types import TracebackType
from typing import Any

from kata_tables.arguments import NoMove

from kata_kit.code import AllTimeIsUp, StillRunning
from kata_kit.console import StillReading
from kata_kit.katas import ROOT, relative
from kata_kit.layout import cut
from kata_kit.own import Shared
from kata_kit.surroundings import MEMORY, AsksForInput, Ended
from kata_kit.values import message_of, name_of
from kata_kit.watch import TimeIsUp

LONGEST_MESSAGE = 400  # characters, of an exception in a headline
MOST_FRAMES = 12  # of an exception, those that are nearest to it
HEAD = "Traceback (most recent call last):"

# The headline, and what helps; the first type that fits counts.
SENTENCES: dict[type[BaseException], tuple[str, ...]] = {
    NotImplementedError: ("{function} isn't written yet",),
    TimeIsUp: (
        "{subject} didn't return within {message}; is there an endless loop?",
        "if it isn't endless, --kata-timeout=20 gives each call more time",
    ),
    AllTimeIsUp: (
        "this kata's calls took more than {message} in all",
        "--kata-total=240 gives them more time",
    ),
    StillRunning: ("{subject} started a thread that's still running after the call",),
    RecursionError: (
        "{subject} raised RecursionError",
        "That's Python's limit. Does every call get closer to stopping?",
    ),
    MemoryError: ("{subject} needed too much memory; {memory:g} GB are allowed",),
    SystemExit: ("{subject} called sys.exit({code!r}); return the answer instead",),
    Ended: ("{subject} called os._exit({message}); return the answer instead",),
    AsksForInput: (
        "{subject} asked for keyboard input; everything it needs is in its arguments",
    ),
    Shared: ("{subject} {message}",),
    StillReading: ("{subject}: {message}",),
    NoMove: ("{subject}: {message}",),
}
WHILE_LOADING: dict[type[BaseException], tuple[str, ...]] = {
    SyntaxError: ("{raised}",),
    AsksForInput: (
        "{subject} asked for keyboard input",
        'put the input() call under if __name__ == "__main__":',
    ),
}


def sentences(error: BaseException, function: str, *, at_load: bool) -> list[str]:
    """Return the first sentence about an exception, and lines of advice."""
    known = SENTENCES | WHILE_LOADING if at_load else SENTENCES
    general = ("{subject} raised {raised}",)
    kinds = (words for kind, words in known.items() if isinstance(error, kind))
    return [
        sentence.format(
            function=function,
            subject="loading the file" if at_load else function,
            message=message_of(error),
            raised=raised(error),
            code=getattr(error, "code", None),
            memory=MEMORY / 1024**3,
        )
        for sentence in next(kinds, general)
    ]


def raised(error: BaseException) -> str:
    """Return an exception with its message, as the last line of a traceback has it."""
    if isinstance(error, RecursionError):
        return "RecursionError"
    message = error.msg if isinstance(error, SyntaxError) else message_of(error)
    name = name_of(error)
    return cut(
        f"{name}: {message}{suggestion(error)}" if message else name, LONGEST_MESSAGE
    )


def suggestion(error: BaseException) -> str:
    """Return the name that may be meant, as Python's own traceback suggests it."""
    name: Any = getattr(error, "name", None)
    entries = own_entries(error, "")
    if isinstance(error, NameError) and entries:
        frame = entries[-1].tb_frame
        names = [*frame.f_locals, *frame.f_globals, *vars(builtins)]
    elif isinstance(error, AttributeError):
        names = dir(getattr(error, "obj", None))
    else:
        return ""
    near = get_close_matches(name, names, n=1) if isinstance(name, str) else []
    return f". Did you mean: {near[0]!r}?" if near else ""


def own_entries(error: BaseException, own: str) -> list[TracebackType]:
    """Return the entries of a traceback that are in files whose names begin so."""
    entries, entry = list[TracebackType](), error.__traceback__
    while entry:
        if entry.tb_frame.f_code.co_filename.startswith(own):
            entries.append(entry)
        entry = entry.tb_next
    return entries


def own_frames(error: BaseException, own: str) -> TracebackType | None:
    """Take the frames of other files out of a traceback, and return what is left.

    The traceback of the exception itself is changed: a debugger walks along it.
    """
    entries = own_entries(error, own)
    for entry, following in zip(entries, [*entries[1:], None], strict=False):
        entry.tb_next = following
    return entries[0] if entries else None


def python_lines(
    error: BaseException, own: str, *, show_locals: bool = False
) -> list[str]:
    """Return what Python says of an exception and its causes, with own frames only.

    Args:
        error: the exception.
        own: what the names of the files begin with whose frames are shown.
        show_locals: whether the variables of each frame are shown.
    """
    described = traceback.TracebackException.from_exception(
        error, capture_locals=show_locals, compact=True
    )
    if isinstance(error, TimeIsUp):  # The code may have caught others of its kind.
        described.__context__ = described.__cause__ = None
    parts = list(chained(described))
    for part in parts:
        frames = [frame for frame in part.stack if frame.filename.startswith(own)]
        part.stack = traceback.StackSummary.from_list(frames[-MOST_FRAMES:])
        for frame in part.stack:
            frame.line  # noqa: B018 - it's read while the name is that of the file
            frame.filename = relative(Path(frame.filename))
        if getattr(part, "filename", None):  # of a SyntaxError
            part.filename = relative(Path(part.filename))
    if isinstance(error, TimeIsUp) and not any(part.stack for part in parts):
        return [error.place.replace(f"{ROOT}{os.sep}", ""), str(error)]
    lines = "".join(described.format()).splitlines()
    is_single = len(parts) == 1
    return [line for line in lines if not (is_single and line == HEAD)]


def chained(part: Any) -> Iterator[Any]:
    """Yield an exception and those that it came from, as `traceback` has them."""
    seen = set[int]()
    waiting = [part]
    while waiting:
        part = waiting.pop()
        if part is not None and id(part) not in seen:
            seen.add(id(part))
            yield part
            waiting += [part.__cause__, part.__context__]
