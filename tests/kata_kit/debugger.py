"""Look into a run: `--pdb` and `--trace-case`.

`--pdb` stops on a wrong answer in the call, which is made again; on an exception in the
learner's frames that it came through.
"""

from importlib import import_module
from typing import Any

import pytest
from kata_tables.calls import Call

from kata_kit import layout, writing
from kata_kit.fixture import CODE, Code
from kata_kit.in_process import InProcess
from kata_kit.record import BEFORE, NOT_WRITTEN, Failure
from kata_kit.request import Counted

COMMANDS = "n: next line, s: into a call, p NAME: its value, c: next failure, q: leave"
# The call is over: the next line would be none of it.
AFTERWARDS = "p NAME: its value, u: to the caller, d: back, c: go on, q: leave"
UNLIMITED = (
    "No time limit here. If nothing comes back, Ctrl-C shows where your code is."
)

MOST_LINES = 5_000  # of a call; after these it is stopped
WIDEST_SOURCE = 40  # columns, beside what a line changes


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
        code = node.stash[CODE]
        callee, mismatch = code.callee, code.mismatch
        assert isinstance(callee, InProcess)
        trouble = mismatch and mismatch.trouble
        is_answer = mismatch and (not trouble or trouble.kind == "not apart")
        if record.status == NOT_WRITTEN or not (is_answer or callee.traceback):
            return
        terminal = self._plugin("terminalreporter")
        capture = self._plugin("capturemanager")
        debugger = self._make()
        if capture:
            capture.suspend_global_capture(in_=True)
        told = writing.text(record.failure) if record.failure else ""
        terminal.write_line(f"\n{record.title}\n{told}\n")
        terminal.write_sep(">", "entering PDB")
        if mismatch and is_answer:
            terminal.write_line(COMMANDS)
            callee.again(code.last, mismatch.call, debugger.runcall)
        else:
            terminal.write_line(AFTERWARDS)
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


def traced(code: Code, call: Call, failure: Failure) -> list[str]:
    """Return the lines of `--trace-case`; none if the call cannot be made again."""
    if code.last.wanted == "session":
        return ["trace: a session is not traced; --pdb steps through it"]
    if failure.kind == BEFORE:
        return ["trace: there is none, because a fresh call answers rightly"]
    batch = [(MOST_LINES, *call.arguments)]
    (outcome,) = code.callee.call(call.function, "trace", batch).outcomes
    if not isinstance(outcome, Counted):
        return []
    lines, width = ["", "trace:"], len(str(MOST_LINES))
    for row in outcome.answer:
        number, source, changes = map(str, row)
        if changes:  # In a column of their own.
            source = f"{layout.short(source, WIDEST_SOURCE):{WIDEST_SOURCE}}  {changes}"
        lines.append(layout.short(f"  {number:>{width}}  {source}", layout.width()))
    if outcome.stopped:
        lines.append(f"    stopped after {MOST_LINES:,} lines")
    return lines
