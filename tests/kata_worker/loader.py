"""Loading the code under test by its path."""

from __future__ import annotations

import os
import sys
from types import ModuleType, SimpleNamespace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any


def load(path: str, name: str, source: bytes, references: Mapping[str, str]) -> ModuleType:
    """Run the source of the file at `path` as the module `name` and return the module.

    Modules beside the file can be imported; the folder comes last on the path, so that a file
    named `json.py` hides nothing. `references` maps names of other katas to the files that
    `from solutions.<kata> import ...` loads.

    Raises:
        SyntaxError: if there is a null byte (Python does not say where).
        Exception: whatever running the file raises.
    """
    sys.path.append(os.path.dirname(path))
    _offer(references)
    if b"\0" in source:
        line = source[: source.index(b"\0")].count(b"\n") + 1
        raise SyntaxError("there is a null byte; save the file as UTF-8", (path, line, 0, None))
    module = ModuleType(name)
    module.__file__ = path
    sys.modules[name] = module
    exec(compile(source, path, "exec", dont_inherit=True), module.__dict__)
    return module


def functions_of(module: ModuleType) -> dict[str, Callable[..., Any]]:
    """The public callables of a module, by name."""
    return {
        name: value
        for name, value in vars(module).items()
        if not name.startswith("_") and callable(value)
    }


def _offer(references: Mapping[str, str]) -> None:
    """Make `solutions.<kata>` importable for these katas, not those of another copy."""
    solutions = ModuleType("solutions")
    solutions.__path__ = []
    sys.modules["solutions"] = solutions
    files = {f"solutions.{kata}": path for kata, path in references.items()}

    def find(name: str, path: object = None, target: object = None) -> Any:
        if name not in files:
            return None
        # The frozen import machinery is there already; importlib.util would be one more import.
        from importlib.machinery import ModuleSpec, SourceFileLoader

        spec = ModuleSpec(name, SourceFileLoader(name, files[name]), origin=files[name])
        spec.has_location = True
        return spec

    sys.meta_path.append(SimpleNamespace(find_spec=find))
