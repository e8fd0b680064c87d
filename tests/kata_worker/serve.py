"""Serve the harness: load one file, and call its functions again and again.

Requests come in on standard input, and are trusted: four bytes of length (big endian),
then a `marshal`led tuple. Messages go out on what was standard output: a line of JSON
each (see `kata_worker.plain_values`). Code under test can write there too, so the
harness believes none of it. The expected answers never come here.

Requests; each begins with three limits (see `kata_worker.guard.Clock`):
    (limits, path, "load", [(kata, source, setting, seed)])     see `guard`
    (limits, function, wanted, [arguments, ...])                see `asker` and `hold`
    (limits, function, wanted, [(most, *arguments), ...])       to count; see `COUNTED`

Messages:
    ["answer", answer]      of the next call, or what it costs; of loading, the names
                            of functions, and what the system `held`
    ["trouble", {...}]      the next call, or the loading, ended without one
    ["printed", text]       by the code under test
    ["typed", line]         a line that it read in a session, or "" at the end
    ["end", seconds]        the request is done, in so much processor time
"""

from __future__ import annotations

import faulthandler
import marshal
import os
import sys
from time import process_time

from kata_worker import COUNTED, MOST_PRINTED
from kata_worker.calls import asker, each, load, make
from kata_worker.console import MOST_IN_A_SESSION, Keyboard, Printer, hold
from kata_worker.guard import Clock, guard
from kata_worker.plain_values import encoded, to_json
from kata_worker.troubles import Refused, explain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

    Arguments = tuple[Any, ...]

# Calls without an answer, before a batch ends: the rest would say the same.
MOST_TROUBLES = 50
# Bytes, to say that the memory is full in a process whose memory is full.
RESERVE = 2**24

leave = os._exit  # The page of the site has another one.


class Worker:
    """The loop: reads a request, does it, and sends the outcome."""

    def __init__(self) -> None:
        self._requests, self._messages = os.fdopen(os.dup(0), "rb"), os.dup(1)
        stack_dump, nowhere = os.dup(2), os.open(os.devnull, os.O_RDWR)
        for standard in (0, 1, 2):
            os.dup2(nowhere, standard)
        faulthandler.enable(file=stack_dump, all_threads=False)
        # Of the address space only: a bytearray would be memory.
        self._reserve = bytes(RESERVE)
        self._clock = Clock(stack_dump)
        self.printer = Printer(self.send)
        self.keyboard = Keyboard(self.printer.tell_of)
        # The file under test: path, kata, source.
        self._code = "", "", b""
        self._folder, self._seed = "", 0
        # What the names of files begin with that belong to it: its folder, references.
        self._files: tuple[str, ...] = ()
        self._functions: dict[str, Callable[..., Any]] = {}

    def send(self, *message: object) -> None:
        self._write(to_json(message))

    def _write(self, line: str) -> None:
        data = line.encode() + b"\n"
        while data:
            data = data[os.write(self._messages, data) :]

    def run(self) -> None:
        while header := self._requests.read(4):
            body = self._requests.read(int.from_bytes(header, "big"))
            limits, *request = marshal.loads(body)
            began = process_time()
            self._clock.begin(*limits)
            self.do(*request)
            self._end(began)

    def do(self, name: str, wanted: str, batch: list[Arguments]) -> None:
        """Do one request: the first one loads the file."""
        if wanted == "load":
            self._load(name, *batch[0])
        else:
            self._call(name, wanted, batch)

    def _end(self, began: float) -> None:
        self._clock.stop()
        self.printer.left = MOST_PRINTED
        self.send("end", process_time() - began)

    def _load(
        self,
        path: str,
        kata: str,
        source: bytes,
        setting: dict[str, Any],
        seed: int,
    ) -> None:
        references, self._seed = setting["references"], seed
        self._code = path, kata, source
        self._folder = os.path.dirname(path) + os.sep
        self._files = (self._folder, *references.values())
        held = guard(setting)
        sys.dont_write_bytecode = True
        try:
            names = vars(load(path, kata, source, references))
        except BaseException as error:
            self._send_trouble(error)
            return
        for name, value in names.items():
            if callable(value) and not name.startswith("_"):
                self._functions[name] = value
        self.send("answer", [[*self._functions], held])

    def _call(self, name: str, wanted: str, batch: list[Arguments]) -> None:
        troubles = 0
        ask = self._asker(name, wanted)
        for outcome in each(ask, batch, (BaseException,), self._seed):
            if not isinstance(outcome, BaseException):
                # At once: were it kept, a call that never ends would take it along.
                self._write(f'["answer",{outcome}]')
                continue
            self._send_trouble(outcome, self._functions[name])
            troubles += 1
            if isinstance(outcome, MemoryError) or troubles == MOST_TROUBLES:
                return

    def _asker(self, name: str, wanted: str) -> Callable[[Arguments], str]:
        """Return what makes a call and returns what is wanted of it, as JSON."""
        function, encode = self._functions[name], encoded
        ask: Callable[[Arguments], Any]
        if wanted == "session":
            from functools import partial  # 2 ms, for the console games

            self.printer.left = MOST_IN_A_SESSION
            told = partial(explain, folder=self._folder)
            ask, encode = partial(hold, self.keyboard, function, told), to_json
        elif wanted in COUNTED:
            ask = self._counter(name, wanted)
        else:
            ask = asker(function, wanted)

        def ask_in_time(arguments: Arguments) -> str:
            self._clock.restart()
            return encode(ask(arguments))

        return ask_in_time

    def _counter(self, name: str, wanted: str) -> Callable[[Arguments], object]:
        """Return what makes a call at a cost of so much at the most, and counts it."""
        from kata_worker import counting  # Needed in a stage only.

        function = self._functions[name]
        files = (self._folder,) if wanted == "trace" else self._files
        counter = counting.COUNTERS[wanted](files, self._answer_and_leave)
        if wanted == "steps":
            function = counting.reading(*self._code, counter.count)[name]
        return lambda asked: counter.cost(function, asked[0], *make(asked[1:]))

    def _answer_and_leave(self, answer: object) -> NoReturn:
        """End this process: the call would go on."""
        self._write(f'["answer",{encoded(answer)}]')
        self._end(0.0)
        leave(0)

    def _send_trouble(self, error: BaseException, function: Any = None) -> None:
        if isinstance(error, MemoryError):
            self._reserve = b""
        self.send("trouble", explain(error, self._folder, function))


def refuse_debugger(*_: object, **__: object) -> NoReturn:
    raise Refused("debugger")  # Nobody can type into this process.


def main() -> None:
    """Serve until the harness closes the pipe; the streams of Python are ours."""
    # The package has been found; the code under test finds nothing beside it.
    del sys.path[0]
    # Nor what an installation adds to the path.
    installed = os.path.join("tests", "installed")
    sys.path[:] = [folder for folder in sys.path if not folder.endswith(installed)]
    worker = Worker()
    sys.stdin = sys.__stdin__ = worker.keyboard  # type: ignore[misc,assignment]
    sys.stdout = sys.stderr = worker.printer.text
    sys.__stdout__ = sys.__stderr__ = worker.printer.text  # type: ignore[misc]
    sys.breakpointhook = refuse_debugger
    try:
        worker.run()
        leave(0)
    finally:
        leave(1)  # The code broke what the worker needs. No thread of it is waited for.
