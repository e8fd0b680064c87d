"""`--pdb`: a debugger that stops in the learner's code and shows no frame of the harness.

On a wrong answer the call is made again, step by step. On an exception the debugger looks at the
frames that the exception came through.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

from kata_kit.fixture import KATA
from kata_kit.in_process import InProcess
from kata_kit.record import NOT_WRITTEN
from kata_kit.told import title_of

LEFT = "left the debugger"
COMMANDS = "n: next line, s: into a call, p NAME: its value, c: next failure, q: leave"


class Debugger:
    """Stands for pytest's own plugin behind `--pdb`, and asks it for tests that fail themselves."""

    def __init__(self, config: pytest.Config, theirs: Any) -> None:
        self._config = config
        self._theirs = theirs

    def pytest_exception_interact(self, node: Any, call: Any, report: Any) -> None:
        record = getattr(report, "kata", None)
        if record is None:
            self._theirs.pytest_exception_interact(node, call, report)
            return
        code = node.stash[KATA].kata_code
        callee = code.callee
        assert isinstance(callee, InProcess)
        if record["status"] == NOT_WRITTEN or (code.mismatch is None and not callee.traceback):
            return  # There is no line to stop in.
        plugins = self._config.pluginmanager
        terminal: Any = plugins.get_plugin("terminalreporter")
        capture: Any = plugins.get_plugin("capturemanager")
        debugger = self._make()
        if capture:
            capture.suspend_global_capture(in_=True)
        terminal.write_line(f"\n{title_of(node)}\n{record['text']}\n")
        terminal.write_sep(">", "entering PDB")
        terminal.write_line(COMMANDS)
        if code.mismatch and not (code.mismatch.trouble and callee.traceback):
            code.again(debugger.runcall)
        else:
            debugger.reset()
            debugger.interaction(None, callee.traceback)
        if capture:
            capture.resume_global_capture()
        if debugger.left:
            node.session.shouldfail = LEFT

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
