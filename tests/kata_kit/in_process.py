"""The code under test inside the process of pytest, for a debugger.

Breakpoints and `--pdb` need this. Nothing is limited here: an endless loop is yours to stop.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from copy import deepcopy
from pathlib import Path
from types import ModuleType
from typing import Any

from kata_worker.arguments import NoMoveLeft, make, taken
from kata_worker.codec import plain
from kata_worker.loader import load
from kata_worker.session import Keyboard, hold

from kata_kit import incoming
from kata_kit.incoming import Transcript, Trouble, restore
from kata_kit.process import Reply


class InProcess:
    """Calls functions of a file directly. What they raise is raised, for the debugger to see."""

    def __init__(self, path: Path, kata: str, references: dict[str, str]) -> None:
        self._path = path
        self._kata = kata
        self._references = references
        self._module: ModuleType | None = None

    def call(self, function: str, wanted: str, batch: Sequence[tuple[Any, ...]]) -> Reply:
        """As `UnderTest.call`, but exceptions are not caught, except an expected refusal."""
        __tracebackhide__ = True
        if self._module is None:
            source = self._path.read_bytes()
            self._module = load(str(self._path), self._kata, source, self._references)
        if wanted == "session":
            return Reply([hold_in(self._module, function, arguments) for arguments in batch])
        callee = getattr(self._module, function)
        return Reply([self._one(callee, wanted, arguments) for arguments in batch])

    def count(
        self,
        function: str,
        what: str,
        most: Sequence[int | None],
        batch: Sequence[tuple[Any, ...]],
    ) -> Reply:
        """Nothing: the debugger uses the interpreter's hooks itself."""
        return Reply([Trouble("not run", message="cost is not counted while you debug")])

    def close(self) -> None:
        """Forget the module."""
        sys.modules.pop(self._kata, None)
        self._module = None

    def _one(self, callee: Any, wanted: str, arguments: tuple[Any, ...]) -> object:
        __tracebackhide__ = True
        made = make(deepcopy(arguments))  # The test keeps its own.
        try:
            answer = callee(*made)
        except ValueError as error:
            if wanted != "refusal":
                raise
            return Trouble("exception", type(error).__name__, str(error), refusal=True)
        if wanted == "taken":
            return taken(made)
        return restore(plain(made if wanted == "arguments" else answer))


def hold_in(module: ModuleType, function: str, arguments: Sequence[Any]) -> Transcript:
    """A session. The module's own `input` and `print` are replaced; a debugger needs others.

    Raises:
        BaseException: what the program raises before the end of the input, for the debugger;
            but no SystemExit, and no ValueError, which a test may expect.
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
        return keyboard.is_at_end or isinstance(error, (ValueError, NoMoveLeft))

    vars(module).update(input=typed_input, print=noted_print)
    try:
        answer = hold(keyboard, vars(module)[function], arguments, "", is_comparable)
    finally:
        for name in ("input", "print"):
            del vars(module)[name]
    return incoming.transcript(shown, restore(answer))
