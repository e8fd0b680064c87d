"""`--pdb` and `--trace`: the debugger stops in the learner's function.

On an exception pytest's own debugger does it, because the traceback of a `Wrong` ends
there. On a wrong answer the call is over, so it's made once more. `--trace` stops in
the first call of each test, and not in the test.
"""

from collections.abc import Callable
from contextlib import ExitStack
from importlib import import_module
from typing import Any

import pytest
from kata_tables.arguments import parted
from kata_tables.wrong import Wrong

from kata_kit.attempt import ATTEMPT
from kata_kit.code import Code
from kata_kit.console import Console
from kata_kit.watch import WATCH

OURS = ["kata_*", "kata_*.*"]  # modules in which the debugger doesn't stop
COMMANDS = "n: next line, s: step into a call, p NAME: print it, c: continue, q: quit"


def quitting(kind: Any) -> Any:
    """Return a class of debuggers that know whether somebody has quit.

    `runcall` itself swallows the exception that ends the call then.
    """

    def set_quit(self: Any) -> None:
        self.has_quit = True
        kind.set_quit(self)

    return type(kind.__name__, (kind,), {"has_quit": False, "set_quit": set_quit})


class Debugger:
    """Stands before pytest's own plugin for `--pdb`, which does the rest."""

    def __init__(self, config: pytest.Config) -> None:
        plugins = config.pluginmanager
        self._terminal: Any = plugins.get_plugin("terminalreporter")
        self._capture: Any = plugins.get_plugin("capturemanager")
        self._option = config.option
        self._theirs: Any = plugins.unregister(name="pdbinvoke")
        if plugins.has_plugin("pdbtrace"):
            plugins.unregister(name="pdbtrace")

    def pytest_exception_interact(self, node: Any, call: Any, report: Any) -> None:
        """Make the call of a wrong answer once more; leave the rest to pytest."""
        wrong = call.excinfo.value
        if not isinstance(wrong, Wrong) or wrong.error is not None:
            if self._theirs:
                self._theirs.pytest_exception_interact(node, call, report)
            return
        module = node.stash[ATTEMPT].run.code.module
        function = getattr(module, wrong.call.function, None)
        if not self._theirs or function is None:
            return
        self._terminal.line("")
        report.longrepr.toterminal(self._terminal)
        self._call_again(wrong, function)

    def _call_again(self, wrong: Wrong, function: Any) -> None:
        run = self.runner(f"{wrong.call.function} is called once more")
        with ExitStack() as stack:
            if wrong.call.typed is not None:
                stack.enter_context(Console(wrong.call.typed).inside(shows=False))
            placed, named = parted(wrong.call.arguments)
            run(function, *placed, **named)

    def runner(self, sentence: str) -> Callable[..., Any]:
        """Return what calls a function in the debugger, below a line that says so."""

        def run(function: Callable[..., Any], *placed: Any, **named: Any) -> Any:
            WATCH.pause()
            if self._capture:
                self._capture.suspend_global_capture(in_=True)
            try:
                self._terminal.write_sep(">", f"PDB: {sentence}")
                self._terminal.line(COMMANDS)
                module, name = self._option.usepdb_cls or ("pdb", "Pdb")
                debugger = quitting(getattr(import_module(module), name))(skip=OURS)
                answer = debugger.runcall(function, *placed, **named)
            finally:
                if self._capture:
                    self._capture.resume_global_capture()
            if debugger.has_quit:
                pytest.exit("Quitting debugger")
            return answer

        return run

    def trace(self, code: Code, title: str) -> None:
        """Have the debugger stop in the next call of the code, with `--trace`."""
        if self._option.trace:
            code.caller = self.runner(title)
