"""Loading one of the repository's own files by its path."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType


def load(path: Path) -> ModuleType:
    """Run a file and return its module, once for each file; these are trusted.

    Rooms in `tests/` have the names of katas, and so have the modules that learners write. No
    room is a package for that reason, and what stands in one is loaded by its path.

    Raises:
        FileNotFoundError: if there is no such file.
        Exception: whatever running the file raises.
    """
    name = f"{path.parent.name}/{path.stem}"  # Nobody can import a name with a slash in it.
    if name not in sys.modules:
        spec = spec_from_file_location(name, path)
        assert spec is not None
        assert spec.loader is not None
        module = module_from_spec(spec)
        sys.modules[name] = module
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[name]
            raise
    return sys.modules[name]
