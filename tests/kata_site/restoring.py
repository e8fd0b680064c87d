"""Puts back what code can change of the interpreter that it shares with pytest."""

import os
import signal
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

# Of Pyodide; code under test does not find them elsewhere.
PAGE = ("js", "pyodide", "pyodide_js", "_pyodide", "_pyodide_core")


class Own:
    """The modules that code has imported, and where it looks for others."""

    def __init__(self) -> None:
        self.modules: dict[str, ModuleType] = {}
        self.path = [place for place in sys.path if "/lib/" in place]
        self.finders = [
            one
            for one in sys.meta_path
            if "_frozen" in str(getattr(one, "__module__", ""))
        ]

    @contextmanager
    def inside(self) -> Iterator[None]:
        """Have the interpreter be as a process of its own; then put all of it back."""
        modules, path, finders = {**sys.modules}, [*sys.path], [*sys.meta_path]
        names = [(_names(one), {**_names(one)}) for one in modules.values()]
        limit, handler = sys.getrecursionlimit(), signal.getsignal(signal.SIGINT)
        environment, here = {**os.environ}, os.getcwd()
        os.chdir(tempfile.gettempdir())
        for name, module in modules.items():
            if not _is_pythons(name, module):
                del sys.modules[name]
        sys.modules.update(self.modules)
        sys.path[:], sys.meta_path[:] = self.path, self.finders
        try:
            yield
        finally:
            # Nothing is called by its name before all names mean what they meant.
            for now, before in names:
                now.update(before)
            sys.settrace(None)
            sys.setprofile(None)
            sys.setrecursionlimit(limit)
            signal.signal(signal.SIGINT, handler)
            os.chdir(here)
            os.environ.clear()
            os.environ.update(environment)
            self.path, self.finders = [*sys.path], [*sys.meta_path]
            # Python's own stay, because to import them again would take long.
            self.modules = {
                name: module
                for name, module in sys.modules.items()
                if modules.get(name) is not module and not _is_pythons(name, module)
            }
            for name in self.modules:
                del sys.modules[name]
            sys.modules.update(modules)
            sys.path[:], sys.meta_path[:] = path, finders


def _names(module: object) -> dict[str, Any]:
    return getattr(module, "__dict__", {})


def _is_pythons(name: str, module: object) -> bool:
    """Return whether any process has a module: Python's, a package's, the worker's."""
    if name.partition(".")[0] in PAGE:
        return False
    origin = getattr(getattr(module, "__spec__", None), "origin", None)
    file = str(getattr(module, "__file__", ""))
    is_here = "/lib/python" in file or "/kata_worker/" in file
    return is_here or origin in ("built-in", "frozen")


@contextmanager
def same_classes() -> Iterator[None]:
    """Put back the attributes of the classes of Python and of pytest."""
    before = [
        (one, name, value)
        for place, module in [*sys.modules.items()]
        if "/lib/" in str(getattr(module, "__file__", ""))
        for one in [*_names(module).values()]
        if isinstance(one, type) and one.__module__ == place
        for name, value in vars(one).items()
    ]
    yield
    for one, name, value in before:
        if vars(one).get(name) is not value:
            setattr(one, name, value)
