"""The code under test inside the process of pytest: for a debugger, and for mistakes, our own code.

Nothing is limited here: an endless loop is yours to stop.
"""

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
from kata_worker.calls import asker, load, seed_random
from kata_worker.console import Keyboard, StillReading, hold
from kata_worker.outgoing import explain, plain

from kata_kit import incoming
from kata_kit.incoming import COUNTED, Transcript, Trouble, restore
from kata_kit.request import Batch, Code, Request

Program: TypeAlias = Callable[..., Any]


class InProcess:
    """Calls functions of a file directly."""

    def __init__(self, path: Path, kata: str, references: dict[str, str]) -> None:
        self._path, self._kata, self._references = path, kata, references
        self._module: ModuleType | None = None
        self.traceback: TracebackType | None = (
            None  # Of the last one, its frames of the code only.
        )

    def call(self, function: str, wanted: str, batch: Batch) -> Request:
        """As `UnderTest.call`; but nothing is counted: a debugger uses the same hooks."""
        return Request(function, wanted, batch, self._outcomes(function, wanted, batch))

    def _outcomes(self, function: str, wanted: str, batch: Batch) -> list[object]:
        self.traceback = None
        if wanted in COUNTED:
            return [Trouble("not run", message="cost is not counted here")]
        try:
            if self._module is None:
                source = self._path.read_bytes()
                self._module = load(
                    str(self._path), self._kata, source, self._references
                )
        except (Exception, SystemExit) as error:
            return [self._trouble(error, at_load=True)]
        if not hasattr(self._module, function):
            return [Trouble("no function")]
        found = answers(self._module, Request(function, wanted, batch))
        return [
            self._trouble(it) if isinstance(it, BaseException) else it for it in found
        ]

    def close(self) -> None:
        for name in (self._kata, "solutions"):
            sys.modules.pop(name, None)
        self._module = None

    def again(self, code: Code, run: Program) -> None:
        """Make the call that had a wrong answer once more, in a debugger's `run`."""
        assert self._module is not None
        assert code.mismatch is not None
        last, batch = code.requests[-1], [code.arguments(code.mismatch.call)]
        again = Request(
            last.function, "session" if last.wanted == "session" else "answer", batch
        )
        list(
            answers(
                self._module, again, partial(run, vars(self._module)[last.function])
            )
        )

    def _trouble(self, error: BaseException, *, at_load: bool = False) -> Trouble:
        folder, own, traceback = (
            str(self._path.parent) + os.sep,
            [],
            error.__traceback__,
        )
        while traceback:
            if traceback.tb_frame.f_code.co_filename.startswith(folder):
                own.append(traceback)
            traceback = traceback.tb_next
        told = incoming.trouble(explain(error, folder), at_load=at_load)
        # Without the frames of files elsewhere.
        for one, following in zip(own, [*own[1:], None], strict=False):
            one.tb_next = following
        self.traceback = own[0] if own else None
        return told


def answers(
    module: ModuleType,
    asked: Request,
    program: Program | None = None,
    *,
    every: bool = False,
) -> Iterator[object]:
    """What comes of calls, one by one: an answer, or what was raised; of a `program` in place."""
    program = program or vars(module)[asked.function]
    ask = asker({**vars(module), asked.function: program}, asked.function, asked.wanted)
    seed_random()
    for arguments in asked.batch:
        given = marshal.loads(marshal.dumps(arguments, 2))  # A copy, as over the pipe.
        try:
            if asked.wanted == "session":
                yield hold_in(module, program, given, every=every)
            else:
                yield restore(plain(ask(given)))
        except (BdbQuit, pytest.exit.Exception):
            raise
        except (Exception, SystemExit, StillReading) as error:
            yield error


def hold_in(
    module: ModuleType, program: Program, arguments: Sequence[Any], *, every: bool
) -> Transcript:
    """A session. The module's own `input` and `print` are replaced; a debugger needs others.

    If not `every` exception is part of the answer, one before the end of the input is
    raised, for the debugger; but no SystemExit, and no ValueError: a test may expect
    it.
    """
    shown: list[tuple[str, str]] = []
    keyboard = Keyboard(lambda kind, line: shown.append((kind, line)))
    keyboard.stops = not every

    def typed_input(prompt: object = "", /) -> str:
        shown.append(("printed", str(prompt)))
        if line := keyboard.readline():
            return line[:-1]
        raise EOFError("EOF when reading a line")

    def noted_print(*values: object, **options: Any) -> None:
        text = io.StringIO()
        print(*values, **{**options, "file": options.get("file") or text})
        shown.append(("printed", text.getvalue()))

    vars(module).update(input=typed_input, print=noted_print)
    try:
        answer = hold(keyboard, program, arguments, "")
    finally:
        for name in ("input", "print"):
            del vars(module)[name]
    return incoming.transcript(shown, restore(answer))
