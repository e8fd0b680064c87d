"""Run code in the process of pytest: for a debugger, and for mistakes, our own code.

Nothing is limited here: an endless loop is yours to stop.
"""

import io
import marshal
import os
import sys
from bdb import BdbQuit
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import ModuleType, TracebackType
from typing import Any, TypeAlias

import pytest
from kata_worker import COUNTED
from kata_worker.calls import asker, each, load
from kata_worker.console import Keyboard, StillReading, hold
from kata_worker.plain_values import plain
from kata_worker.troubles import explain

from kata_kit import replies
from kata_kit.replies import Transcript, Trouble
from kata_kit.request import Batch, Code, Request

Program: TypeAlias = Callable[..., Any]

CAUGHT = (Exception, SystemExit, StillReading)
LEAVING = (BdbQuit, pytest.exit.Exception)  # the debugger, or pytest


class InProcess:
    """Calls functions of a file directly."""

    def __init__(self, path: Path, kata: str, references: dict[str, str]) -> None:
        self._path, self._kata, self._references = path, kata, references
        self._module: ModuleType | None = None
        # Of the last exception, its frames of the code only.
        self.traceback: TracebackType | None = None

    def call(self, function: str, wanted: str, batch: Batch) -> Request:
        """Call a function for each tuple of arguments, as `UnderTest.call` does.

        But nothing is counted: a debugger uses the same hooks.
        """
        return Request(function, wanted, batch, self._outcomes(function, wanted, batch))

    def _outcomes(self, function: str, wanted: str, batch: Batch) -> list[object]:
        self.traceback = None
        if wanted in COUNTED:
            return [Trouble("not run", message="cost is not counted here")]
        try:
            module = self._load()
        except (Exception, SystemExit, KeyboardInterrupt) as error:
            return [self._trouble(error, at_load=True)]
        if not hasattr(module, function):
            return [Trouble("no function")]
        found = list[object]()
        try:
            for one in answers(module, Request(function, wanted, batch)):
                if isinstance(one, BaseException):
                    one = self._trouble(one)
                found.append(one)
        except KeyboardInterrupt as error:
            found.append(self._trouble(error))
        return found

    def _load(self) -> ModuleType:
        if self._module is None:
            path, source = str(self._path), self._path.read_bytes()
            self._module = load(path, self._kata, source, self._references)
        return self._module

    def close(self) -> None:
        for name in (self._kata, "solutions"):
            sys.modules.pop(name, None)
        self._module = None

    def again(self, code: Code, run: Program) -> None:
        """Make the call that had a wrong answer once more, in a debugger's `run`."""
        assert code.mismatch is not None
        module, last = self._load(), code.requests[-1]
        wanted = "session" if last.wanted == "session" else "answer"
        request = Request(last.function, wanted, [code.arguments(code.mismatch.call)])
        program = partial(run, getattr(module, last.function))
        list(answers(module, request, program))

    def _trouble(self, error: BaseException, *, at_load: bool = False) -> Trouble:
        folder = str(self._path.parent) + os.sep
        told = replies.trouble(explain(error, folder), at_load=at_load)
        if isinstance(error, KeyboardInterrupt):
            told = replace(told, kind="interrupted")
        self.traceback = _own_frames(error.__traceback__, folder)
        return told


def _own_frames(traceback: TracebackType | None, folder: str) -> TracebackType | None:
    """Return a traceback without the frames of files elsewhere."""
    own = []
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename.startswith(folder):
            own.append(traceback)
        traceback = traceback.tb_next
    for one, following in zip(own, [*own[1:], None], strict=False):
        one.tb_next = following
    return own[0] if own else None


def answers(
    module: ModuleType,
    request: Request,
    program: Program | None = None,
    *,
    every: bool = False,
) -> Iterator[object]:
    """Make calls, of a `program` in place of the function; yield what came of each.

    Unless `every` exception is part of the answer of a session, one before the end of
    the input is for the debugger.
    """
    program = program or getattr(module, request.function)
    ask: Callable[[Any], Any]
    if request.wanted == "session":
        ask = partial(hold_in, module, program, every)
    else:
        ask = _restoring(asker(program, request.wanted))
    # Copies, as over the pipe.
    batch = (marshal.loads(marshal.dumps(one, 2)) for one in request.batch)
    for outcome in each(ask, batch, CAUGHT):
        if isinstance(outcome, LEAVING):
            raise outcome
        yield outcome


def _restoring(ask: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda arguments: replies.value(plain(ask(arguments)))


def hold_in(
    module: ModuleType, program: Program, every: bool, arguments: Sequence[Any]
) -> Transcript:
    """Hold a session with the module's `input` and `print` replaced, and no others.

    A debugger gets no SystemExit and no ValueError from before the end of the input: a
    test may expect it.
    """
    shown: list[tuple[str, str]] = []
    keyboard = Keyboard(lambda kind, line: shown.append((kind, line)))
    keyboard.stops = not every

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

    vars(module).update(input=typed_input, print=noted_print)
    try:
        answer = hold(keyboard, program, "", arguments)
    finally:
        del module.input, module.print
    return replies.transcript(shown, answer)
