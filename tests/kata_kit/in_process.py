"""The code under test inside the process of pytest, for a debugger.

Breakpoints and `--pdb` need this. Nothing is limited here: an endless loop is yours to stop.
"""

from __future__ import annotations

import io
import marshal
import os
import sys
from bdb import BdbQuit
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from types import ModuleType, TracebackType
from typing import Any, TypeAlias

import pytest
from kata_worker.apart import asker
from kata_worker.arguments import NoMoveLeft, seed_random
from kata_worker.codec import plain
from kata_worker.console import Keyboard, StillReading, hold
from kata_worker.loader import load
from kata_worker.trouble import explain

from kata_kit import incoming
from kata_kit.incoming import Transcript, Trouble, restore
from kata_kit.process import Batch, Most, Reply

Run: TypeAlias = Callable[..., Any]


def directly(function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a function."""
    return function(*arguments)


class InProcess:
    """Calls functions of a file directly.

    Attributes:
        traceback: the way of the last exception through the code under test, and nothing else.
    """

    def __init__(self, path: Path, kata: str, references: dict[str, str]) -> None:
        self._path = path
        self._kata = kata
        self._references = references
        self._module: ModuleType | None = None
        self.traceback: TracebackType | None = None

    def call(self, function: str, wanted: str, batch: Batch) -> Reply:
        """As `UnderTest.call`."""
        self.traceback = None
        try:
            if self._module is None:
                source = self._path.read_bytes()
                self._module = load(str(self._path), self._kata, source, self._references)
        except (Exception, SystemExit) as error:
            return Reply([self._trouble(error, at_load=True)])
        if not hasattr(self._module, function):
            return Reply([Trouble("no function")])
        found = answers(self._module, function, wanted, batch)
        return Reply([self._trouble(e) if isinstance(e, BaseException) else e for e in found])

    def count(self, function: str, what: str, most: Most, batch: Batch) -> Reply:
        """Nothing: the debugger uses the interpreter's hooks itself."""
        return Reply([Trouble("not run", message="cost is not counted here")])

    def close(self) -> None:
        """Forget the module."""
        sys.modules.pop(self._kata, None)
        self._module = None

    def again(self, function: str, wanted: str, arguments: tuple[Any, ...], run: Run) -> None:
        """Make one call more; `run` makes it of the function and its arguments."""
        assert self._module is not None
        list(answers(self._module, function, wanted, [arguments], run))

    def _trouble(self, error: BaseException, *, at_load: bool = False) -> Trouble:
        folder = str(self._path.parent) + os.sep
        self.traceback = _own(error.__traceback__, folder)
        return incoming.trouble(explain(error, folder), at_load=at_load)


def _own(traceback: TracebackType | None, folder: str) -> TracebackType | None:
    """A traceback without the frames of files elsewhere."""
    if traceback is None:
        return None
    found = []
    while traceback:
        found.append(traceback)
        traceback = traceback.tb_next
    for one in reversed(found):
        if one.tb_frame.f_code.co_filename.startswith(folder):
            traceback = TracebackType(traceback, one.tb_frame, one.tb_lasti, one.tb_lineno)
    return traceback


def answers(
    module: ModuleType,
    function: str,
    wanted: str,
    batch: Batch,
    run: Run = directly,
    *,
    every: bool = False,
) -> Iterator[object]:
    """What comes of calls, one by one: an answer, or the exception that was raised.

    `run` makes a call of the function and its arguments; `every` is for `hold_in`.

    Raises:
        Exception: somebody has left the debugger.
    """
    called = {function: partial(run, vars(module)[function])}
    ask = asker(vars(module) | called, function, wanted)
    seed_random()
    for arguments in batch:
        given = marshal.loads(marshal.dumps(arguments, 2))  # A copy, as over the pipe.
        try:
            if wanted == "session":
                yield hold_in(module, function, given, run, every=every)
            else:
                yield restore(plain(ask(given)))
        except (BdbQuit, pytest.exit.Exception):
            raise
        except (Exception, SystemExit, StillReading) as error:
            yield error


def hold_in(
    module: ModuleType,
    function: str,
    arguments: Sequence[Any],
    run: Run = directly,
    *,
    every: bool = False,
) -> Transcript:
    """A session. The module's own `input` and `print` are replaced; a debugger needs others.

    Raises:
        BaseException: what the program raises before the end of the input, for the debugger, if
            not `every` exception is part of the answer; but no SystemExit, and no ValueError,
            which a test may expect.
    """
    shown: list[tuple[str, str]] = []
    keyboard = Keyboard(lambda kind, line: shown.append((kind, line)))

    def typed_input(prompt: object = "", /) -> str:
        shown.append(("printed", str(prompt)))
        line = keyboard.readline()
        if not line:
            raise EOFError("EOF when reading a line")
        return line[:-1]

    def noted_print(*values: object, **options: Any) -> None:
        text = io.StringIO()
        print(*values, **{**options, "file": options.get("file") or text})
        shown.append(("printed", text.getvalue()))

    def is_comparable(error: BaseException) -> bool:
        return every or keyboard.is_at_end or isinstance(error, (ValueError, NoMoveLeft))

    vars(module).update(input=typed_input, print=noted_print)
    try:
        program = partial(run, vars(module)[function])
        answer = hold(keyboard, program, arguments, "", is_comparable)
    finally:
        for name in ("input", "print"):
            del vars(module)[name]
    return incoming.transcript(shown, restore(answer))
