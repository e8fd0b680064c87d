"""Put an exception of the code under test into words, as Python itself would."""

import os
import traceback
from pathlib import Path
from types import TracebackType
from typing import Any

from kata_tables.arguments import NoMove

from kata_kit.code import MEMORY, AllTimeIsUp, Code, Ended, StillRunning
from kata_kit.console import AsksForInput, StillReading
from kata_kit.katas import ROOT, relative
from kata_kit.layout import cut
from kata_kit.values import message_of
from kata_kit.watch import TimeIsUp

LONGEST_MESSAGE = 400  # characters, of an exception in a headline
MORE = 4  # times a limit, where a message offers more time
MOST_FRAMES = 12  # of an exception, those that are nearest to it
HEAD = "Traceback (most recent call last):"

# The headline, and what helps; the first type that fits counts.
SENTENCES: dict[type[BaseException], tuple[str, ...]] = {
    TimeIsUp: (
        "{subject} didn't return within {message}; is there an endless loop?",
        "if it isn't endless, --kata-timeout={more:g} gives each call more time",
    ),
    AllTimeIsUp: (
        "this kata's calls took more than {message} in all",
        "--kata-total={more_in_all:g} gives them more time",
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
    StillReading: ("{subject}: {message}",),
    NoMove: ("{subject}: {message}",),
}
WHILE_LOADING: dict[type[BaseException], tuple[str, ...]] = {
    SyntaxError: ("{raised}",),
    AsksForInput: (
        "{subject} asked for keyboard input",
        'put the input() call under if __name__ == "__main__":',
    ),
    SystemExit: (
        "{subject} called sys.exit({code!r})",
        'put the sys.exit() call under if __name__ == "__main__":',
    ),
    Ended: (
        "{subject} called os._exit({message})",
        'put the os._exit() call under if __name__ == "__main__":',
    ),
}


def unwritten(error: BaseException, function: str, own: str) -> str:
    """Return the function that isn't written yet; "" for another exception.

    A function that is written may call one that isn't: the last of the code's frames.
    """
    if not isinstance(error, NotImplementedError):
        return ""
    names = [entry.tb_frame.f_code.co_name for entry in own_entries(error, own)]
    return names[-1] if names else function


def sentences(
    error: BaseException, function: str, code: Code, *, at_load: bool
) -> list[str]:
    """Return the first sentence about an exception, and lines of advice."""
    helper = "" if at_load else unwritten(error, function, code.own)
    if helper:
        caller = "" if helper == function else f", and {function} calls it"
        return [f"{helper} isn't written yet{caller}"]
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
            more=MORE * code.seconds,
            more_in_all=MORE * code.total,
        )
        for sentence in next(kinds, general)
    ]


def raised(error: BaseException) -> str:
    """Return an exception with its message, as the end of a traceback has it."""
    described = traceback.TracebackException.from_exception(error, compact=True)
    lines = [*described.format_exception_only()]
    # Of a SyntaxError, the lines of the code come first; notes follow the message.
    message = next(line for line in lines if not line.startswith(" "))
    return cut(message.rstrip(), LONGEST_MESSAGE)


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


def python_lines(error: BaseException, own: str) -> list[str]:
    """Return what Python says of an exception and its causes.

    Only the frames are shown of files whose names begin as `own` says.
    """
    described = traceback.TracebackException.from_exception(error, compact=True)
    if isinstance(error, TimeIsUp):  # The code may have caught others of its kind.
        described.__context__ = described.__cause__ = None
    part: Any = described
    while part:
        frames = [frame for frame in part.stack if frame.filename.startswith(own)]
        part.stack = traceback.StackSummary.from_list(frames[-MOST_FRAMES:])
        for frame in part.stack:
            frame.line  # noqa: B018 - it's read while the name is that of the file
            frame.filename = relative(Path(frame.filename))
        if getattr(part, "filename", None):  # of a SyntaxError
            part.filename = relative(Path(part.filename))
        part = part.__cause__ or part.__context__
    if isinstance(error, TimeIsUp) and not described.stack:
        return [error.place.replace(f"{ROOT}{os.sep}", ""), str(error)]
    lines = "".join(described.format()).splitlines()
    return lines[1:] if lines[0] == HEAD and lines.count(HEAD) == 1 else lines
