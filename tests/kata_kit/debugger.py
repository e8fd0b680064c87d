"""Look into a run: `--pdb` and `--trace-case`.

`--pdb` stops on a wrong answer in the call, which is made again; on an exception in the
learner's frames that it came through.
"""

from importlib import import_module
from typing import Any

import pytest
from kata_tables.arguments import Call

from kata_kit import layout, writing
from kata_kit.fixture import FIXTURE
from kata_kit.in_process import InProcess
from kata_kit.record import NOT_WRITTEN
from kata_kit.request import Code

COMMANDS = "n: next line, s: into a call, p NAME: its value, c: next failure, q: leave"
UNLIMITED = (
    "No time limit here. If nothing comes back, Ctrl-C shows where your code is."
)

# Of a call; after these it is stopped, and the first and the last ones are kept.
MOST_LINES = 5_000
FIRST, LAST = 12, 6  # of these, on a screen


class Debugger:
    """Stands for pytest's own plugin behind `--pdb`.

    It asks that plugin for tests that fail themselves.
    """

    def __init__(self, config: pytest.Config, theirs: Any) -> None:
        self._config, self._theirs = config, theirs

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self) -> None:
        """Say how an endless loop is left, before any call is made."""
        self._plugin("terminalreporter").write_line(UNLIMITED)

    def pytest_exception_interact(self, node: Any, call: Any, report: Any) -> None:
        record = getattr(report, "kata", None)
        if record is None:
            self._theirs.pytest_exception_interact(node, call, report)
            return
        code: Code = node.stash[FIXTURE].kata_code
        callee = code.callee
        assert isinstance(callee, InProcess)
        trouble = code.mismatch.trouble if code.mismatch else None
        has_no_line = code.mismatch is None and not callee.traceback
        has_no_line |= trouble is not None and trouble.kind == "no function"
        if record.status == NOT_WRITTEN or has_no_line:
            return
        terminal = self._plugin("terminalreporter")
        capture = self._plugin("capturemanager")
        debugger = self._make()
        if capture:
            capture.suspend_global_capture(in_=True)
        told = writing.text(record.failure) if record.failure else ""
        terminal.write_line(f"\n{record.title}\n{told}\n")
        terminal.write_sep(">", "entering PDB")
        terminal.write_line(COMMANDS)
        if code.mismatch and not (code.mismatch.trouble and callee.traceback):
            callee.again(code, debugger.runcall)
        else:
            debugger.reset()
            debugger.interaction(None, callee.traceback)
        if capture:
            capture.resume_global_capture()
        if debugger.left:
            node.session.shouldfail = "left the debugger"

    def _plugin(self, name: str) -> Any:
        return self._config.pluginmanager.get_plugin(name)

    def _make(self) -> Any:
        module, name = self._config.getoption("usepdb_cls") or ("pdb", "Pdb")
        base: Any = getattr(import_module(module), name)

        class Leaving(base):  # type: ignore[misc] # which class it is, an option says
            """Notes that it was left by `q` or Ctrl-D."""

            left = False

            def set_quit(self) -> None:
                self.left = True
                super().set_quit()

        return Leaving()


def traced(code: Code, call: Call, *, whole: bool) -> list[str]:
    """Return the lines of `--trace-case`; none if the call cannot be made again."""
    if code.requests[-1].wanted == "session":
        return ["trace: a session is not traced; --pdb steps through it"]
    batch = [(MOST_LINES, code.arguments(call))]
    (outcome,) = code.callee.call(call.function, "trace", batch).outcomes
    if not isinstance(outcome, tuple):
        return []
    _, more, told = outcome
    rows = [[*map(str, row)] for row in told]
    # The source with the number of its line, and the changes in a column of their own.
    one_file = len({place.rpartition(":")[0] for place, _, _ in rows if place}) == 1
    numbers = [place.rpartition(":")[2] if one_file else place for place, _, _ in rows]
    width = max(map(len, numbers), default=0)
    widest = max((len(source) for _, source, changes in rows if changes), default=0)
    room, lines = min(widest, max(24, (layout.width() - width) * 3 // 5)), list[str]()
    for number, (_, source, changes) in zip(numbers, rows, strict=True):
        line = f"{layout.short(source, room):{room}}  {changes}" if changes else source
        lines.append(f"  {number:>{width}}  {line}")
    if not whole and len(lines) > FIRST + LAST + 1:
        lines = [*lines[:FIRST], "    ... (-v shows more)", *lines[-LAST:]]
    if more:
        lines.append(f"    stopped after {MOST_LINES:,} lines")
    return ["", "trace:", *(layout.short(line, layout.width()) for line in lines)]
