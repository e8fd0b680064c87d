"""The katas there are, in the order of the path, and where their files are."""

import os
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


class Kata:
    """One kata, and its files; not every kata has a benchmark.

    Its name is the name of its folder, its stub, its reference and its room.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.stub = ROOT / "katas" / name / f"{name}.py"
        self.statement = ROOT / "katas" / name / "README.md"
        self.solution = ROOT / "solutions" / f"{name}.py"
        self.approaches = ROOT / "solutions" / "approaches" / name
        room = ROOT / "tests" / name
        self.tests = room / f"test_{name}.py"
        self.table = room / "table.txt"
        self.mistakes = room / "mistakes.md"
        self.benchmark = room / f"bench_{name}.py"

    def __repr__(self) -> str:
        return f"<kata {self.name}>"


# The order is that of katas/README.md; tests/repository checks that they agree.
NAMES = """
    tictactoe_winner tictactoe_coordinates tictactoe_negamax tictactoe_perft
    reversi_flips tictactoe_player tictactoe_game reversi_player reversi_game
    reversi_bitboards reversi_match reversi_search
"""
PATH = tuple(map(Kata, NAMES.split()))
BY_NAME = {kata.name: kata for kata in PATH}


def python_path(root: Path = ROOT) -> str:
    """Return what `PYTHONPATH` has to be for the modules of a clone."""
    return os.pathsep.join([str(root / "tests"), str(root)])


def load(path: Path) -> ModuleType:
    """Return the module in a file of a room.

    A room is no package, because learners write modules of its name.
    """
    name = f"{path.parent.name}/{path.stem}"  # Nobody can import a slash.
    if name not in sys.modules:
        spec: Any = spec_from_file_location(name, path)
        module = sys.modules[name] = module_from_spec(spec)
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[name]
            raise
    return sys.modules[name]


def relative(path: Path) -> str:
    """Return a file as messages name it: from the root, if it's inside."""
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else str(path)


def unknown(name: str) -> str:
    """Report an unknown kata, and list the known ones."""
    return "\n  ".join([f"no kata is named {name!r}.\nThe katas are:", *BY_NAME])
