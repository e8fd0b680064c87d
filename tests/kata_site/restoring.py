"""Puts back what code can change of the interpreter that it shares with pytest."""

import builtins
import os
import signal
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

Names = dict[str, Any]

# Modules of the harness and of the page, which code under test does not find elsewhere.
HIDDEN = frozenset(
    {
        *("kata_kit", "kata_tables", "kata_play", "kata_site", "kata_loop", "katas"),
        *("before_conftests", "conftest", "solutions", "_pytest", "pytest"),
        *("js", "pyodide", "pyodide_js", "_pyodide", "_pyodide_core"),
    }
)

# Flags of classes: made by Python code, and not to be changed.
HEAP, FIXED = 1 << 9, 1 << 8
CHANGEABLE = HEAP | FIXED


class Snapshot:
    """The names in all modules; it is made anew only where they have changed."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[ModuleType, Names]] = {}
        self._modules: dict[str, ModuleType] = {}

    def take(self) -> None:
        """Note what there is now."""
        self._modules = {**sys.modules}
        for module in self._modules.values():
            known = self._known.get(id(module))
            names = _names(module)
            if known is None or _differs(names, known[1]):
                self._known[id(module)] = module, {**names}

    def put_back(self) -> None:
        """Have all names mean what they meant."""
        # First of all, because the rest is written with them.
        builtins.__dict__.update(self._known[id(builtins)][1])
        for module, before in self._known.values():
            names = _names(module)
            if _differs(names, before):
                names.update(before)

    def enter(self, own: "Own") -> None:
        """Leave of all modules those that code finds in a process of its own."""
        for name in self._modules:
            if name.partition(".")[0] in HIDDEN or "/" in name:
                del sys.modules[name]
        sys.modules.update(own.modules)
        sys.path[:], sys.meta_path[:] = own.path, own.finders

    def leave(self, own: "Own") -> None:
        """Have all modules again, and note which were brought.

        Those of Python stay, because to import them again would take long.
        """
        own.path, own.finders = [*sys.path], [*sys.meta_path]
        own.modules = {
            name: module
            for name, module in sys.modules.items()
            if self._modules.get(name) is not module and not _is_to_stay(module)
        }
        for name in own.modules:
            del sys.modules[name]
        sys.modules.update(self._modules)


class Own:
    """Where a process would find modules, and those that its code has imported."""

    def __init__(self) -> None:
        self.modules: dict[str, ModuleType] = {}
        self.path = [place for place in sys.path if "/lib/" in place]
        self.finders = [it for it in sys.meta_path if _is_pythons_finder(it)]


SNAPSHOT = Snapshot()


@contextmanager
def as_it_was(own: Own) -> Iterator[None]:
    """Have the interpreter be as a process of its own; then put all of it back."""
    SNAPSHOT.take()
    modules, path, finders = sys.modules, sys.path, sys.meta_path
    places, found_by = [*path], [*finders]
    environment, here = {**os.environ}, os.getcwd()
    limit, handler = sys.getrecursionlimit(), signal.getsignal(signal.SIGINT)
    os.chdir(tempfile.gettempdir())
    SNAPSHOT.enter(own)
    try:
        yield
    finally:
        SNAPSHOT.put_back()
        sys.settrace(None)
        sys.setprofile(None)
        sys.setrecursionlimit(limit)
        SNAPSHOT.leave(own)
        sys.modules, sys.path, sys.meta_path = modules, path, finders
        path[:], finders[:] = places, found_by
        signal.signal(signal.SIGINT, handler)
        os.chdir(here)
        if {**os.environ} != environment:
            os.environ.clear()
            os.environ.update(environment)


def _names(module: object) -> Names:
    return getattr(module, "__dict__", {})


def _differs(names: Names, before: Names) -> bool:
    try:
        return names != before
    except Exception:  # Something in it cannot be compared.
        return True


def _is_to_stay(module: object) -> bool:
    """Return whether a module is of the standard library, or of the worker."""
    origin = getattr(getattr(module, "__spec__", None), "origin", None)
    if origin in ("built-in", "frozen"):
        return True
    file = str(getattr(module, "__file__", ""))
    return "/lib/python" in file or "/kata_worker/" in file


def _is_pythons_finder(finder: object) -> bool:
    """Return whether a finder is neither one of the page nor one of pytest."""
    return str(getattr(finder, "__module__", "")).startswith("_frozen_importlib")


class Classes:
    """The attributes of the classes of Python and of pytest, for a whole run."""

    def __init__(self) -> None:
        found = {
            id(one): one
            for module in [*sys.modules.values()]
            if "/lib/" in str(getattr(module, "__file__", ""))
            for one in [*_names(module).values()]
            if isinstance(one, type) and one.__flags__ & CHANGEABLE == HEAP
        }
        self._before = [(one, {**vars(one)}) for one in found.values()]

    def changed(self) -> str:
        """Return the name of an attribute that is another one now; "" if none is."""
        for one, before in self._before:
            now = {**vars(one)}
            if _differs(now, before):
                for name, value in before.items():
                    if now.get(name) is not value:
                        return f"{one.__module__}.{one.__qualname__}.{name}"
        return ""
