"""Run code in the process of pytest: for a debugger, and for mistakes, our own code.

Nothing is limited here: an endless loop is yours to stop.
"""

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
from kata_tables.calls import Call
from kata_worker import COUNTED
from kata_worker.calls import asker, each, load
from kata_worker.console import (
    MOST_IN_A_SESSION,
    Keyboard,
    Printer,
    StillReading,
    hold,
)
from kata_worker.plain_values import plain
from kata_worker.troubles import explain

from kata_kit import replies
from kata_kit.katas import KataFiles, offered
from kata_kit.request import Batch, Request, Transcript, Trouble

Program: TypeAlias = Callable[..., Any]
Explain: TypeAlias = Callable[[BaseException], dict[str, Any]]

CAUGHT = (Exception, SystemExit, StillReading)
LEAVING = (BdbQuit, pytest.exit.Exception)  # the debugger, or pytest


class InProcess:
    """Calls functions of a file directly, as `UnderTest` does in other processes.

    But nothing is counted: a debugger uses the same hooks.
    """

    varies = False  # No call is made again to find out.

    def __init__(self, path: Path, kata: KataFiles) -> None:
        self._path, self._kata = path, kata
        self._folder = f"{path.parent}{os.sep}"
        self._module: ModuleType | None = None
        self.text = b""  # of the file, once it is loaded
        # Of the last exception, its frames of the code only.
        self.traceback: TracebackType | None = None

    def call(self, function: str, wanted: str, batch: Batch) -> Request:
        """Call a function for each tuple of arguments, as `UnderTest.call` does."""
        request, self.traceback = Request(function, wanted, batch), None
        if wanted in COUNTED:
            trouble = Trouble("not run", message="cost is not counted here")
            request.outcomes = [trouble]
        else:
            request.outcomes = [*self._outcomes(request)]
        return request

    def _outcomes(self, request: Request) -> Iterator[object]:
        at_load = self._module is None
        try:
            module = self._loaded()
            at_load = False
            if not hasattr(module, request.function):
                yield Trouble("no function")
                return
            for one in answers(module, request, self._explain):
                yield self._trouble(one) if isinstance(one, BaseException) else one
        except (Exception, SystemExit, KeyboardInterrupt) as error:
            yield replace(self._trouble(error), at_load=at_load)

    def _loaded(self) -> ModuleType:
        if self._module is None:
            path, self.text = self._path, self._path.read_bytes()
            references = offered(self._kata, path)
            self._module = load(str(path), self._kata.name, self.text, references)
        return self._module

    def close(self) -> None:
        for name in (self._kata.name, "solutions"):
            sys.modules.pop(name, None)
        self._module = None

    def again(self, last: Request, call: Call, run: Program) -> None:
        """Make the call that had a wrong answer once more, in a debugger's `run`."""
        module, request = self._loaded(), last
        if last.wanted != "session":
            request = Request(last.function, "answer", [call.arguments])
        program = partial(run, getattr(module, last.function))
        list(answers(module, request, self._explain, program))

    def _trouble(self, error: BaseException) -> Trouble:
        told = replies.trouble(self._explain(error))
        is_ours = isinstance(error, KeyboardInterrupt)
        return replace(told, kind="interrupted") if is_ours else told

    def _explain(self, error: BaseException) -> dict[str, Any]:
        """Explain an exception, and keep its frames for a debugger."""
        if isinstance(error, LEAVING):
            raise error
        self.traceback = _own_frames(error.__traceback__, self._folder)
        return explain(error, self._folder)


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
    told: Explain | None = None,
    program: Program | None = None,
) -> Iterator[object]:
    """Make calls, of a `program` in place of the function; yield what came of each."""
    program = program or getattr(module, request.function)
    ask: Callable[[Any], Any] = partial(_asked, asker(program, request.wanted))
    if request.wanted == "session":
        ask = partial(_held, module, program, told or partial(explain, folder=""))
    return each(ask, map(_sent, request.batch), CAUGHT)


def _sent(arguments: Sequence[Any]) -> Any:
    """Return a copy, as if it came over the pipe: of what is `Made`, the recipe."""
    recipes = [getattr(one, "recipe", one) for one in arguments]
    return marshal.loads(marshal.dumps(recipes, 2))


def _asked(ask: Callable[[Any], Any], arguments: Sequence[Any]) -> object:
    return replies.value(plain(ask(arguments)))


def _held(
    module: ModuleType, program: Program, told: Explain, arguments: Sequence[Any]
) -> Transcript:
    """Hold a session with the module's `input` and `print` replaced, and no others."""
    shown: list[tuple[str, str]] = []
    printer = Printer(lambda kind, line: shown.append((kind, line)))
    printer.left = MOST_IN_A_SESSION
    keyboard = Keyboard(printer.tell_of)

    def typed_input(prompt: object = "", /) -> str:
        printer.tell_of("printed", str(prompt))
        line = keyboard.readline()
        if not line:
            raise EOFError("EOF when reading a line")
        return line[:-1]

    noted_print = partial(print, file=printer.text)
    vars(module).update(input=typed_input, print=noted_print)
    try:
        answer = hold(keyboard, program, told, arguments)
    finally:
        del module.input, module.print
    return replies.transcript(shown, answer)
