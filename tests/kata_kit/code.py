"""The code under test: one file, loaded and called in this process, within limits.

Everything that runs code does it here: pytest, the loop, a debugger, `play`, the
browser, a submission, a mutant and a mistake. What comes in is a file (or the source of
a mistake) and arguments; what goes out is an answer, or in its place the exception that
ended the call. Begin with `Code.call`; `kata_kit.watch` has the clock.
"""

import builtins
import os
import random
import sys
import threading
import traceback
from bdb import BdbQuit
from collections.abc import Callable, Iterable
from functools import cache, cached_property, partial
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

from kata_kit.console import NOBODY, Printer
from kata_kit.katas import ROOT
from kata_kit.watch import WATCH, TimeIsUp, own_prefix

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

SECONDS = 5.0  # of processor time for a call
TIMES_A_CALL = 12  # A kata's calls may take so many times what one call may.
MOST_TROUBLES = 50  # calls without an answer
LIMITS_MEMORY = sys.platform == "linux" and resource is not None
MEMORY = 2 * 1024**3  # bytes, on Linux

Function: TypeAlias = Callable[..., Any]
Arguments: TypeAlias = tuple[Any, ...]


class AllTimeIsUp(Exception):
    """A kata's calls took too long in all."""


class StillRunning(Exception):
    """The code started a thread that's still running after the call."""


def leaving() -> tuple[type[BaseException], ...]:
    """Return the exceptions of somebody who leaves the debugger, or pytest.

    A player of a tournament has no pytest, whose import takes long.
    """
    pytest = sys.modules.get("pytest")
    return (BdbQuit, pytest.exit.Exception) if pytest else (BdbQuit,)


class Ended(BaseException):
    """The code called `os._exit`, which would end pytest."""


def refuse_exit(status: int) -> Any:
    raise Ended(status)


def stay_open() -> None:
    """Stand for `sys.stderr.close`: pytest needs it afterwards."""


# The ids of objects; no builtin is looked up for it, which the code may have changed.
ids = partial(map, id)


@cache
def taken() -> int:
    """Return the bytes of the address space that this process has taken."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    return pages * os.sysconf("SC_PAGE_SIZE")


class Surroundings:
    """The keyboard, the screen, the memory, and what else the code might change."""

    def __init__(self) -> None:
        modules = builtins, random
        self._names = [
            (vars(module), dict(vars(module)), [*ids(vars(module).values())])
            for module in modules
        ]
        self._depth = sys.getrecursionlimit()

    def replace(self, printer: Printer | None) -> tuple[Any, ...]:
        """Replace pytest's own by ours; return what `put_back` needs."""
        limits = resource.getrlimit(resource.RLIMIT_AS) if LIMITS_MEMORY else None
        before = sys.stdin, sys.stdout, sys.stderr, os._exit, limits
        sys.stdin, os._exit = NOBODY, refuse_exit
        vars(sys.stderr)["close"] = stay_open
        if printer:
            # Not `sys.stderr`: with a printer there, a time limit was lost at times.
            printer.target, sys.stdout = sys.stdout, printer
        if limits:
            _, hard = limits
            limit = taken() + MEMORY
            if hard == resource.RLIM_INFINITY or limit <= hard:
                resource.setrlimit(resource.RLIMIT_AS, (limit, hard))
        return before

    def put_back(self, before: tuple[Any, ...]) -> None:
        """Undo this, and what the code has changed; no builtin is needed for it."""
        sys.setrecursionlimit(self._depth)
        for now, names, before_ids in self._names:
            if [*ids(now.values())] != before_ids:
                now.clear()
                now.update(names)
        sys.stdin, sys.stdout, sys.stderr, os._exit, limits = before
        vars(sys.stderr).pop("close", None)
        if limits:
            resource.setrlimit(resource.RLIMIT_AS, limits)


SURROUNDINGS = Surroundings()


class Code:
    """One file under test.

    `left` is the time for all further calls, in seconds as `WATCH` counts them. If a
    call took too long, or left a thread running, `is_lost` is True: no other is made.
    """

    def __init__(
        self,
        path: Path,
        seconds: float = SECONDS,
        total: float = 0.0,
        source: str | None = None,
    ) -> None:
        self.path, self.seconds = path, seconds
        self.left = total or TIMES_A_CALL * seconds
        self.total, self.is_lost = self.left, False
        # What the names of its files begin with; the source of a mistake is no file.
        self.own = own_prefix(path, ROOT) if source is None else str(path)
        self.printer: Printer | None = Printer()  # None: nothing is cut
        self.caller: Function | None = None  # makes the next call: a debugger
        self._source = source
        self._module: ModuleType | None = None

    @cached_property
    def source(self) -> bytes:
        return self.path.read_bytes() if self._source is None else self._source.encode()

    @property
    def module(self) -> ModuleType:
        """The module, loaded when it's first needed; raises what the file raises."""
        if self._module is None:
            outcome = self.call(self.load)
            if isinstance(outcome, BaseException):
                raise outcome
            self._module = outcome
        return self._module

    def load(self) -> ModuleType:
        """Load the file once more, with nothing left of earlier calls, in a `call`."""
        self.forget()
        module = ModuleType(self.path.stem)
        module.__file__ = str(self.path)
        if self._source is None:
            # The folder comes last, so that a file named `json.py` hides nothing.
            sys.path.append(str(self.path.parent))
        sys.modules[self.path.stem] = module  # A dataclass looks there.
        program = compile(self.source, self.path, "exec", dont_inherit=True)
        exec(program, vars(module))
        return module

    def forget(self) -> None:
        """Forget the modules that the code has imported from its own folder."""
        folder = str(self.path.parent)
        if folder in sys.path:
            sys.path.remove(folder)
        for name, module in list(sys.modules.items()):
            file = getattr(module, "__file__", None)
            if file and str(file).startswith(self.own):
                del sys.modules[name]

    def call(
        self, function: Function, *arguments: Any, seconds: float | None = None
    ) -> Any:
        """Return the answer of a call, or the exception that it raised in its place."""
        return self.make_calls(function, [arguments], seconds)[0]

    def make_calls(
        self,
        function: Function,
        batch: Iterable[Arguments],
        seconds: float | None = None,
    ) -> list[Any]:
        """Make calls, and return for each an answer, or the exception in its place.

        The list ends with a call that took too long, and after many exceptions: the
        other calls would say the same. The code is kept from the keyboard, from endless
        output to `sys.stdout`, and from ending pytest.
        """
        outcomes, troubles = list[Any](), 0
        before = SURROUNDINGS.replace(self.printer)
        try:
            WATCH.begin(self.own, seconds or self.seconds)
            threads = {*threading.enumerate()}
            for arguments in batch:
                spent = WATCH.restart()
                if outcomes and spent > self.left:
                    outcomes.append(AllTimeIsUp(f"{self.total:g} s"))
                    break
                outcomes.append(self._outcome(function, arguments))
                troubles += isinstance(outcomes[-1], BaseException)
                if self.is_lost or troubles == MOST_TROUBLES:
                    break
        finally:
            self.left -= WATCH.end()
            SURROUNDINGS.put_back(before)
        if not threads.issuperset(threading.enumerate()):
            # It would use up the time of all further calls.
            self.is_lost = True
            outcomes[-1:] = [StillRunning()]
        return outcomes

    def _outcome(self, function: Function, arguments: Arguments) -> Any:
        try:
            if (caller := self.caller) and function != self.load:
                self.caller = None
                return caller(function, *arguments)
            return function(*arguments)
        except leaving():
            raise
        except (Exception, SystemExit, TimeIsUp, Ended) as error:
            if isinstance(error, MemoryError):
                traceback.clear_frames(error.__traceback__)  # It's held there.
            self.is_lost = self.is_lost or isinstance(error, TimeIsUp)
            return error
