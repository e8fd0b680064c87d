"""The loop of the process that holds the code under test: load one file, call its functions.

Two pipes lead here from `kata_kit.process`:

- requests come in on standard input: four bytes of length (big endian), then a `marshal`led tuple.
  They come from the harness, which is trusted.
- messages go out on what was standard output: one line of text each, a plain Python literal.
  The harness reads them with `ast.literal_eval`, because code under test can write here too.

The expected answers never come here, so code under test cannot find them.

Requests:
    ("load", path, kata, {...})         once, first; the dict is `kata_kit.process.Limits` and more
    ("call", function, wanted, [arguments, ...])
    ("count", function, what, [most, ...], [arguments, ...], sign, seconds)

Messages:
    ("held", [name, ...])               the limits that the system took, before the file is loaded
    ("loaded", {name: signature})       the functions that the file defines
    ("answers", [answer, ...])          answers of the next calls, in order; each is written as soon
                                        as it is there, so that the line may end in the middle; what
                                        a call costs comes as (number, whether it is more, sign)
    ("trouble", {...})                  the next call, or the loading, did not end in an answer
    ("printed", text)                   what the code under test printed
    ("exits", status, [file, line])     the code under test called `os._exit`
    ("end",)                            the request is done
"""

from __future__ import annotations

import faulthandler
import marshal
import os
import sys
from time import monotonic

from kata_worker.arguments import make, taken
from kata_worker.codec import literal
from kata_worker.guard import guard
from kata_worker.loader import functions_of, load
from kata_worker.session import Sessions
from kata_worker.streams import AskedForDebugger, Printer
from kata_worker.trouble import explain, signature

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, BinaryIO, NoReturn

# A line of answers ends at least this often, so that the harness sees that calls come back ...
LINE_SECONDS = 0.05
# ... and, in characters, before it is longer than the harness reads.
LONGEST_LINE = 250_000

# A batch ends after so many calls without an answer: the rest would say the same.
MOST_TROUBLES = 50

leave = os._exit


class Worker:
    """The loop: reads a request, does it, tells what came of it."""

    def __init__(self, requests: BinaryIO, messages: int, stack_dump: int) -> None:
        self._requests = requests
        self._messages = messages
        self._stack_dump = stack_dump
        self._folder = ""
        self._files: tuple[str, ...] = ()  # How the names of files under test begin.
        self._seconds = 0.0
        self._functions: dict[str, Callable[..., Any]] = {}
        self._line = 0  # How long the line of answers is that has begun.
        self.printer = Printer(self.send)
        self.sessions = Sessions(self.printer)

    def send(self, *message: object) -> None:
        """Send one message: a line that holds a tuple."""
        self._end_answers()
        self._write(repr(message) + "\n")

    def _send_answer(self, text: str) -> None:
        """Send one more answer: were it kept, a later call that never ends would take it along."""
        self._write(text + "," if self._line else f"('answers', [{text},")
        self._line += len(text)

    def _end_answers(self) -> None:
        if self._line:
            self._line = 0
            self._write("])\n")

    def _write(self, text: str) -> None:
        data = text.encode("utf-8", "backslashreplace")
        while data:
            data = data[os.write(self._messages, data) :]

    def run(self) -> None:
        """Serve requests until the harness closes the pipe."""
        while request := self._next_request():
            verb, *details = request
            if verb == "load":
                self._load(*details)
            elif verb == "count":
                self._count(*details)
            else:
                self._call(*details)
            faulthandler.cancel_dump_traceback_later()
            self.printer.send_rest()
            self.send("end")

    def _next_request(self) -> tuple[Any, ...] | None:
        header = self._requests.read(4)
        if len(header) < 4:
            return None
        body = self._requests.read(int.from_bytes(header, "big"))
        return marshal.loads(body)  # type: ignore[no-any-return]

    def _set_alarm(self) -> None:
        """End this process in `seconds`, telling where the code was, whatever it does then.

        The timer is a thread of the interpreter's C code: it also fires in a loop inside a bare
        `except:`, in a call that never returns to Python, and when the harness itself is gone.
        """
        faulthandler.dump_traceback_later(self._seconds, exit=True, file=self._stack_dump)

    def _load(self, path: str, kata: str, setting: dict[str, Any]) -> None:
        self._folder = os.path.dirname(path) + os.sep
        self._files = (self._folder, *setting["references"].values())
        self._seconds = setting["seconds"]
        self.send("held", guard(setting))
        self._announce_exits()
        self._set_alarm()
        try:
            module = load(path, kata, setting["references"])
        except BaseException as error:
            self.send("trouble", explain(error, self._folder))
            return
        self._functions = functions_of(module)
        self.send("loaded", {name: signature(f, path) for name, f in self._functions.items()})

    def _call(self, name: str, wanted: str, batch: list[tuple[Any, ...]]) -> None:
        function = self._functions[name]
        troubles = 0
        self._set_alarm()
        seed_random()
        sent = monotonic()
        for arguments in batch:
            try:
                answer = self._answer(function, wanted, arguments)
            except BaseException as error:
                self.send("trouble", explain(error, self._folder))
                troubles += 1
                if troubles == MOST_TROUBLES:
                    break
            else:
                self._send_answer(answer)
            if self._line > LONGEST_LINE or monotonic() - sent > LINE_SECONDS:
                self._end_answers()
                self._set_alarm()
                sent = monotonic()

    def _count(
        self,
        name: str,
        what: str,
        most: list[int | None],
        batch: list[tuple[Any, ...]],
        sign: str,
        seconds: float,
    ) -> None:
        """Answer each call with (what it costs, whether it costs more, `sign`)."""
        from kata_worker.counting import counted  # Needed in the stages about cost only.

        def stop() -> NoReturn:
            """Answer, and end this process: the call would go on."""
            self.send("answers", [(limit, True, sign)])
            self.printer.send_rest()
            self.send("end")
            leave(0)

        function = self._functions[name]
        self._seconds = seconds
        seed_random()
        for limit, arguments in zip(most, batch, strict=True):
            made = make(arguments)
            self._set_alarm()
            try:
                number = counted(what, function, made, limit, self._files, stop)
            except BaseException as error:
                self.send("trouble", explain(error, self._folder))
                return
            self.send("answers", [(number, False, sign)])

    def _answer(self, function: Callable[..., Any], wanted: str, arguments: tuple[Any, ...]) -> str:
        if wanted == "session":
            session = self.sessions.hold(function, arguments, self._folder)
            return literal(session)
        made = make(arguments)
        answer = function(*made)
        if wanted == "taken":
            return literal(taken(made))
        return literal(made if wanted == "arguments" else answer)

    def _announce_exits(self) -> None:
        """Have `os._exit` say where it was called before it ends the process."""

        def tell_and_leave(status: int) -> None:
            caller = sys._getframe(1)
            self.send("exits", status, [caller.f_code.co_filename, caller.f_lineno])
            leave(status)

        os._exit = tell_and_leave  # type: ignore[assignment]


def seed_random() -> None:
    """Have code that uses the module `random` give the same answers in every run."""
    module = sys.modules.get("random")
    if module is not None:
        module.seed(0)


def refuse_debugger(*_: object, **__: object) -> None:
    """Stand in for `sys.breakpointhook`."""
    raise AskedForDebugger


def main() -> None:
    """Take the pipes away from the code under test, then serve."""
    requests = os.fdopen(os.dup(0), "rb")
    messages = os.dup(1)
    stack_dump = os.dup(2)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nowhere, standard)
    faulthandler.enable(file=stack_dump, all_threads=False)
    worker = Worker(requests, messages, stack_dump)
    sys.stdin = sys.__stdin__ = worker.sessions.keyboard  # type: ignore[misc,assignment]
    sys.stdout = sys.stderr = sys.__stdout__ = sys.__stderr__ = worker.printer.text  # type: ignore[misc]
    sys.breakpointhook = refuse_debugger
    status = 1  # The code under test broke what the worker needs.
    try:
        worker.run()
        status = 0
    finally:
        # No traceback of the worker is shown, no thread and exit handler of the code waited for.
        leave(status)
