"""The loop of the process that holds the code under test: load one file, call its functions.

Two pipes lead here from `kata_kit.process`:

- requests come in on standard input: four bytes of length (big endian), then a `marshal`led tuple.
  They come from the harness, which is trusted.
- messages go out on what was standard output: a line of JSON each (see `kata_worker.codec`).
  Code under test can write here too, so the harness believes none of it.

The expected answers never come here, so code under test cannot find them.

Requests; each begins with its verb and three limits (see `kata_worker.clock`):
    ("load", limits, path, kata, source, setting)       once, first; see `guard` for the setting
    ("call", limits, function, wanted, [arguments, ...])
    ("count", limits, function, what, [(most, arguments), ...])

Messages:
    ["held", [name, ...]]              the limits that the system took, before the file is loaded
    ["loaded", {name: signature}]      the functions that the file defines
    ["answer", answer]                 the answer of the next call
    ["cost", number, more, answer]     what the next call costs, or that it is more than that
    ["trouble", {...}]                 the next call, or the loading, did not end in an answer
    ["printed", text]                  what the code under test printed,
    ["typed", line]                    or read in a session; and
    ["closed", ""]                     it was told of the end of the input
    ["exits", status, file, line]      the code under test called `os._exit`
    ["end", seconds]                   the request is done, in so much processor time
"""

from __future__ import annotations

import faulthandler
import marshal
import os
import sys
from time import process_time

from kata_worker.apart import asker
from kata_worker.arguments import make, seed_random
from kata_worker.clock import Clock
from kata_worker.codec import encoded, to_json
from kata_worker.console import MOST_IN_A_SESSION, Keyboard, Printer, hold
from kata_worker.guard import guard
from kata_worker.loader import functions_of, load
from kata_worker.trouble import AskedForDebugger, explain, signature

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, BinaryIO, NoReturn

# A batch ends after so many calls without an answer: the rest would say the same.
MOST_TROUBLES = 50

# In bytes. What it takes to say that the memory is full, in a process whose memory is full.
RESERVE = 2**24

leave = os._exit


class Worker:
    """The loop: reads a request, does it, tells what came of it.

    Messages go to a descriptor; another one is for where the code was when it was ended.
    """

    def __init__(self, requests: BinaryIO, messages: int, stack_dump: int) -> None:
        self._requests, self._messages = requests, messages
        self._folder = ""
        self._code = "", "", b""  # The file under test: path, kata, what is in it.
        self._files: tuple[str, ...] = ()  # How the names of files under test begin.
        self._functions: dict[str, Callable[..., Any]] = {}
        self._reserve = bytes(RESERVE)  # Of the address space only: a bytearray would be memory.
        self._clock = Clock(stack_dump)
        self.printer = Printer(self.send)
        self.keyboard = Keyboard(self.printer.note)

    def send(self, *message: object) -> None:
        """Send one message."""
        self._write(to_json(message))

    def _write(self, line: str) -> None:
        data = line.encode() + b"\n"
        while data:
            data = data[os.write(self._messages, data) :]

    def run(self) -> None:
        """Serve requests until the harness closes the pipe."""
        while request := self._next_request():
            verb, limits, *details = request
            began = process_time()
            self._clock.begin(*limits)
            getattr(self, f"_{verb}")(*details)
            self._end(began)

    def _end(self, began: float) -> None:
        self._clock.stop()
        self.printer.send_rest()
        self.send("end", process_time() - began)

    def _next_request(self) -> tuple[Any, ...] | None:
        header = self._requests.read(4)
        if len(header) < 4:
            return None
        body = self._requests.read(int.from_bytes(header, "big"))
        return marshal.loads(body)  # type: ignore[no-any-return]

    def _load(self, path: str, kata: str, source: bytes, setting: dict[str, Any]) -> None:
        self._folder = os.path.dirname(path) + os.sep
        self._code = path, kata, source
        self._files = (self._folder, *setting["references"].values())
        self.send("held", guard(setting))
        sys.dont_write_bytecode = True
        self._announce_exits()
        try:
            module = load(path, kata, source, setting["references"])
        except BaseException as error:
            self._send_trouble(error)
            return
        self._functions = functions_of(module)
        self.send("loaded", {name: signature(f, path) for name, f in self._functions.items()})

    def _call(self, name: str, wanted: str, batch: list[tuple[Any, ...]]) -> None:
        ask = asker(self._functions, name, wanted)
        troubles = 0
        seed_random()
        for arguments in batch:
            self._clock.restart()
            try:
                if wanted == "session":
                    answer = self._session(self._functions[name], arguments)
                else:
                    answer = encoded(ask(arguments))
            except BaseException as error:
                troubles += 1
                if self._send_trouble(error) == "memory" or troubles == MOST_TROUBLES:
                    break
            else:
                # At once: were it kept, a later call that never ends would take it along.
                self._write(f'["answer",{answer}]')

    def _session(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> str:
        self.printer.left = MOST_IN_A_SESSION
        session = hold(self.keyboard, function, arguments, self._folder)
        self.printer.flush_text()
        return to_json(session)

    def _count(self, name: str, what: str, batch: list[tuple[Any, ...]]) -> None:
        from kata_worker.counting import counted  # Needed in the stages about cost only.

        def stop(number: int) -> NoReturn:
            """Answer, and end this process: the call would go on."""
            self.send("cost", number, True, None)
            self._end(0.0)
            leave(0)

        seed_random()
        for limit, arguments in batch:
            made = make(arguments)
            self._clock.restart()
            try:
                function = self._functions[name]
                if what == "own steps":
                    from kata_worker.reading import reading

                    function = reading(*self._code, name)
                number, answer = counted(what, function, made, limit, self._files, stop)
                message = f'["cost",{number},false,{encoded(answer)}]'
            except BaseException as error:
                self._send_trouble(error)
                return
            self._write(message)

    def _send_trouble(self, error: BaseException) -> str:
        """Say what an exception is about, and return its kind."""
        if isinstance(error, MemoryError):
            self._reserve = b""
        facts = explain(error, self._folder)
        self.send("trouble", facts)
        return str(facts["kind"])

    def _announce_exits(self) -> None:
        """Have `os._exit` say where it was called before it ends the process."""

        def tell_and_leave(status: int) -> None:
            caller = sys._getframe(1)
            self.send("exits", repr(status), caller.f_code.co_filename, caller.f_lineno)
            leave(status)

        os._exit = tell_and_leave  # type: ignore[assignment]


def refuse_debugger(*_: object, **__: object) -> None:
    """Stand in for `sys.breakpointhook`."""
    raise AskedForDebugger


def main() -> None:
    """Take the pipes away from the code under test, then serve."""
    del sys.path[0]  # The package has been found; the code under test finds nothing beside it.
    requests = os.fdopen(os.dup(0), "rb")
    messages = os.dup(1)
    stack_dump = os.dup(2)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nowhere, standard)
    faulthandler.enable(file=stack_dump, all_threads=False)
    worker = Worker(requests, messages, stack_dump)
    sys.stdin = sys.__stdin__ = worker.keyboard  # type: ignore[misc,assignment]
    sys.stdout = sys.stderr = sys.__stdout__ = sys.__stderr__ = worker.printer.text  # type: ignore[misc]
    sys.breakpointhook = refuse_debugger
    status = 1  # The code under test broke what the worker needs.
    try:
        worker.run()
        status = 0
    finally:
        # No traceback of the worker is shown, no thread and exit handler of the code waited for.
        leave(status)
