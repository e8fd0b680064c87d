"""The loop of the process that holds the code under test: load one file, call its functions.

Two pipes lead here from `kata_kit.process`. Requests come in on standard input, and are
trusted: four bytes of length (big endian), then a `marshal`led tuple. Messages go out
on what was standard output: a line of JSON each (see `kata_worker.outgoing`). Code
under test can write there too, so the harness believes none of it. The expected answers
never come here.

Requests; each begins with three limits (see `kata_worker.guard.Clock`):
    (limits, path, kata, source, setting)               the first one; see `guard`
    (limits, function, wanted, [arguments, ...])        see `asker` and `hold`
    (limits, function, what, [(most, arguments), ...])  to count; see `kata_worker.counting`

Messages:
    ["held", [name, ...]]              the limits that the system took, before the file is loaded
    ["loaded", {name: signature}]      the functions that the file defines
    ["answer", answer]                 the answer of the next call, or what it costs
    ["trouble", {...}]                 the next call, or the loading, did not end in an answer
    ["printed", text]                  what the code under test printed,
    ["typed", line], ["closed", ""]    or read in a session; and it was told of the end of the input
    ["end", seconds]                   the request is done, in so much processor time
"""

from __future__ import annotations

import faulthandler
import marshal
import os
import sys
from time import process_time

from kata_worker.calls import asker, load, make, seed_random
from kata_worker.console import MOST_IN_A_SESSION, MOST_PRINTED, Keyboard, Printer, hold
from kata_worker.guard import Clock, guard
from kata_worker.outgoing import (
    ExitAtOnce,
    Refused,
    encoded,
    explain,
    signature,
    to_json,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

COUNTED = ("calls", "lines", "steps", "own steps", "memory", "trace")

MOST_TROUBLES = (
    50  # calls without an answer, before a batch ends: the rest would say the same
)
RESERVE = (
    2**24
)  # bytes, to say that the memory is full in a process whose memory is full

leave = os._exit


class Worker:
    """The loop: reads a request, does it, tells what came of it."""

    _code = "", "", b""  # The file under test: path, kata, what is in it.
    _files: tuple[
        str, ...
    ] = ()  # How the names of files under test begin: its folder ...
    _functions: dict[str, Callable[..., Any]]

    def __init__(self) -> None:
        self._requests, self._messages = os.fdopen(os.dup(0), "rb"), os.dup(1)
        stack_dump, nowhere = os.dup(2), os.open(os.devnull, os.O_RDWR)
        for standard in (0, 1, 2):
            os.dup2(nowhere, standard)
        faulthandler.enable(file=stack_dump, all_threads=False)
        self._reserve = bytes(
            RESERVE
        )  # Of the address space only: a bytearray would be memory.
        self._clock = Clock(stack_dump)
        self.printer = Printer(self.send)
        self.keyboard = Keyboard(self.printer.tell_of)

    def send(self, *message: object) -> None:
        self._write(to_json(message))

    def _write(self, line: str) -> None:
        data = line.encode() + b"\n"
        while data:
            data = data[os.write(self._messages, data) :]

    def run(self) -> None:
        do: Callable[..., None] = self._load
        while header := self._requests.read(4):
            limits, *details = marshal.loads(
                self._requests.read(int.from_bytes(header, "big"))
            )
            began = process_time()
            self._clock.begin(*limits)
            do(*details)
            self._end(began)
            do = self._call

    def _end(self, began: float) -> None:
        self._clock.stop()
        self.printer.left = MOST_PRINTED
        self.send("end", process_time() - began)

    def _load(
        self, path: str, kata: str, source: bytes, setting: dict[str, Any]
    ) -> None:
        self._code = path, kata, source
        self._files = (os.path.dirname(path) + os.sep, *setting["references"].values())
        self.send("held", guard(setting))
        sys.dont_write_bytecode = True
        os._exit = refuse_exit
        try:
            names = vars(load(path, kata, source, setting["references"]))
        except BaseException as error:
            self._send_trouble(error)
            return
        public = {
            name: it for name, it in names.items() if callable(it) and name[:1] != "_"
        }
        self._functions = public
        self.send("loaded", {name: signature(it, path) for name, it in public.items()})

    def _call(self, name: str, wanted: str, batch: list[tuple[Any, ...]]) -> None:
        ask, troubles = self._asker(name, wanted), 0
        seed_random()
        for arguments in batch:
            self._clock.restart()
            try:
                answer = ask(arguments)
            except BaseException as error:
                troubles += 1
                self._send_trouble(error)
                if isinstance(error, MemoryError) or troubles == MOST_TROUBLES:
                    return
            else:
                # At once: were it kept, a later call that never ends would take it
                # along.
                self._write(f'["answer",{answer}]')

    def _asker(self, name: str, wanted: str) -> Callable[[tuple[Any, ...]], str]:
        """What makes the calls of one request, and gives what is wanted of each, as JSON."""
        function, folder = self._functions[name], self._files[0]
        if wanted == "session":
            self.printer.left = MOST_IN_A_SESSION
            return lambda arguments: to_json(
                hold(self.keyboard, function, arguments, folder)
            )
        if wanted not in COUNTED:
            ask = asker(self._functions, name, wanted)
            return lambda arguments: encoded(ask(arguments))
        stop = self._answer_and_leave
        if wanted == "trace":
            from kata_worker.tracing import Trace  # Needed with an option only.

            count: Callable[..., Any] = Trace(function, folder, stop).ask
        else:
            from kata_worker import counting  # Needed in the stages about cost only.

            if wanted == "own steps":
                function = counting.reading(*self._code, name)
            count = counting.counter(wanted, function, self._files, stop)
        return lambda asked: encoded(count(asked[0], make(asked[1])))

    def _answer_and_leave(self, answer: object) -> NoReturn:
        """End this process: the call would go on."""
        self._write(f'["answer",{encoded(answer)}]')
        self._end(0.0)
        leave(0)

    def _send_trouble(self, error: BaseException) -> None:
        if isinstance(error, MemoryError):
            self._reserve = b""
        self.send("trouble", explain(error, self._files[0]))


def refuse_debugger(*_: object, **__: object) -> NoReturn:
    raise Refused("debugger")  # Nobody can type into this process.


def refuse_exit(status: int) -> NoReturn:
    raise ExitAtOnce(status)


def main() -> None:
    """Serve until the harness closes the pipe; the streams of Python are ours."""
    del sys.path[
        0
    ]  # The package has been found; the code under test finds nothing beside it.
    worker = Worker()
    sys.stdin = sys.__stdin__ = worker.keyboard  # type: ignore[misc,assignment]
    sys.stdout = sys.stderr = sys.__stdout__ = sys.__stderr__ = worker.printer.text  # type: ignore[misc]
    sys.breakpointhook = refuse_debugger
    try:
        worker.run()
        leave(0)
    finally:
        leave(1)  # The code broke what the worker needs. No thread of it is waited for.
