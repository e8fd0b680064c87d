"""The katas there are, in the order of the path, and where their files stand."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from threading import RLock
from types import ModuleType
from typing import Any

from kata_kit.spelling import asked, nearest

ROOT = Path(__file__).resolve().parents[2]


class KataFiles:
    """One kata, and its files, from the root; not every kata has a benchmark."""

    def __init__(self, name: str, needs: Sequence[str] = ()) -> None:
        self.name = name
        self.needs = needs  # whose references its code may import, and what these need
        self.statement = f"katas/{name}/README.md"
        self.stub = f"katas/{name}/{name}.py"
        self.solution = f"solutions/{name}.py"
        self.table = f"tests/{name}/test_{name}.py"
        self.mistakes = f"tests/{name}/mistakes.md"
        self.benchmark = f"tests/{name}/bench_{name}.py"

    def __repr__(self) -> str:
        return f"<kata {self.name}>"


# The order is that of katas/README.md; tests/repository checks that they agree.
PATH = (
    KataFiles("tictactoe_winner"),
    KataFiles("tictactoe_coordinates"),
    KataFiles("tictactoe_negamax"),
    KataFiles("tictactoe_perft", ("tictactoe_negamax",)),
    KataFiles("reversi_flips"),
    KataFiles("tictactoe_player", ("tictactoe_winner",)),
    KataFiles(
        "tictactoe_game", ("tictactoe_winner", "tictactoe_negamax", "tictactoe_player")
    ),
    KataFiles("reversi_player", ("reversi_flips",)),
    KataFiles("reversi_game", ("reversi_flips", "reversi_player")),
    KataFiles("reversi_bitboards"),
    KataFiles("reversi_match", ("reversi_flips", "reversi_player")),
    KataFiles(
        "reversi_search", ("reversi_player", "reversi_bitboards", "reversi_match")
    ),
)
BY_NAME = {kata.name: kata for kata in PATH}


def references(kata: KataFiles) -> dict[str, str]:
    """Return the files that code of a kata may import as `solutions.<name>`."""
    files: dict[str, str] = {}
    for needed in map(BY_NAME.__getitem__, kata.needs):
        files |= {needed.name: str(ROOT / needed.solution), **references(needed)}
    return files


def offered(kata: KataFiles, path: Path) -> dict[str, str]:
    """Return what a file may import: `references`, and for an approach its own."""
    is_approach = path.is_relative_to(ROOT / "solutions" / "approaches")
    own = {kata.name: str(ROOT / kata.solution)} if is_approach else {}
    return references(kata) | own


_LOADING = RLock()  # The threads of an evening ask for the same table at the same time.


def load(path: Path) -> ModuleType:
    """Return the module in a file of a room.

    A room is no package, because learners write modules of its name.
    """
    name = f"{path.parent.name}/{path.stem}"  # Nobody can import a slash.
    with _LOADING:
        if name not in sys.modules:
            spec: Any = spec_from_file_location(name, path)
            module = sys.modules[name] = module_from_spec(spec)
            try:
                spec.loader.exec_module(module)
            except BaseException:
                del sys.modules[name]
                raise
        return sys.modules[name]


def relative(file: str | Path) -> str:
    """Return a file as messages name it: from the root, if it is inside."""
    path = Path(file)
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else str(path)


def unknown(name: str) -> str:
    """Say that there is no such kata, and which may be meant, or which there are."""
    if near := nearest(name, BY_NAME, cutoff=0.5):
        return asked(f"no kata is named {name!r}.", near)
    return "\n  ".join([f"no kata is named {name!r}.\nThe katas are:", *BY_NAME])
