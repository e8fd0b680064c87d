"""The katas there are, their files, and what the paths of a command line mean.

`katas/<kata>` means the test file of the kata: pytest's arguments are replaced before
it collects, because nothing else works with `::`, `--lf`, pytest-xdist and the adapters
of editors.
"""

import ast
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
KATAS, ROOMS = ROOT / "katas", ROOT / "tests"


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


def is_stub(text: str, name: str = "") -> bool:
    r"""Return True if every function of a file, or one, is still to be written.

    >>> stub = "def f(n):\n    raise NotImplementedError\n"
    >>> is_stub(stub), is_stub(f"def g(): pass\n{stub}", "f"), is_stub("x = 1")
    (True, True, False)
    """
    try:
        parts = ast.parse(text).body
    except (MemoryError, RecursionError, SyntaxError, ValueError):
        return False
    functions = [part for part in parts if isinstance(part, ast.FunctionDef)]
    named = [function for function in functions if name in ("", function.name)]
    return bool(named) and all(map(is_unwritten, named))


def is_unwritten(function: ast.FunctionDef) -> bool:
    """Return True if there's nothing in a function, but perhaps its docstring."""
    match function.body:
        case [ast.Raise(ast.Name(error))] | [ast.Expr(), ast.Raise(ast.Name(error))]:
            return error == "NotImplementedError"
    return False


def relative(path: Path) -> str:
    """Return a file as messages name it: from the root, if it's inside."""
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else str(path)


def unknown(name: str) -> str:
    """Report an unknown kata, and list the known ones."""
    return "\n  ".join([f"no kata is named {name!r}.\nThe katas are:", *BY_NAME])


@cache
def kata_at(path: Path) -> Kata | None:
    """Return the kata that a path in `katas/` or `tests/` belongs to."""
    path = path.resolve()  # The root may be a link.
    for place in (KATAS, ROOMS):
        if path.is_relative_to(place):
            return BY_NAME.get([*path.relative_to(place).parts, ""][0])
    return None


class Paths:
    """What the arguments of pytest mean.

    Args:
        file_of: returns the file under test of a kata; a kata without one is left out
            where all katas are meant.
        yours: the files are the learner's own, so the tests beside them run, too.
        benchmarks: benchmarks are meant, not tests.
        doctests: the examples of the learner's own files run as well.
        root: the folder that pytest takes for the root; it may be a link to it.
    """

    def __init__(
        self,
        file_of: Callable[[Kata], Path],
        *,
        yours: bool = False,
        benchmarks: bool = False,
        doctests: bool = False,
        root: Path = ROOT,
    ) -> None:
        self._file_of, self._yours = file_of, yours
        self._benchmarks, self._doctests = benchmarks, doctests
        self._root = root if root.resolve() == ROOT else ROOT

    def replaced(self, arguments: Sequence[str], here: Path) -> list[str]:
        """Return pytest's arguments, for the ones that were typed in a folder.

        Raises:
            ValueError: if a path in `katas/` is no kata's.
        """
        chosen = list[str]()
        for argument in arguments:
            typed, colons, test = argument.partition("::")
            path = find(typed, here)
            if path in (ROOT, KATAS):
                for kata in filter(self._has_file, PATH):
                    chosen += self._files(kata)
            elif meant := kata_meant(path, test):
                table, *own = self._files(meant)
                chosen += [f"{table}::{test}"] if test else [table, *own]
            else:
                known = path.exists() and path.is_relative_to(ROOT)
                chosen.append(f"{self._at(path)}{colons}{test}" if known else argument)
        return list(dict.fromkeys(chosen))

    def _has_file(self, kata: Kata) -> bool:
        if self._benchmarks:
            return kata.benchmark.is_file()
        return self._yours or self._file_of(kata).is_file()

    def _at(self, path: Path) -> str:
        return str(self._root / path.relative_to(ROOT))

    def _files(self, kata: Kata) -> list[str]:
        """Return what runs for a kata: its table first."""
        files = [kata.benchmark if self._benchmarks else kata.tests]
        if not files[0].is_file():
            raise ValueError(f"{kata.name} has no benchmark")
        if self._yours and not self._benchmarks:
            files += own_tests(kata)
            if self._doctests and kata.stub.is_file():
                files.append(kata.stub)
        return list(map(self._at, files))


def kata_meant(path: Path, test: str) -> Kata | None:
    """Return the kata whose table is meant; None for one of the learner's tests.

    Raises:
        ValueError: if a path in `katas/` is no kata's.
    """
    if not path.is_relative_to(KATAS):
        return None
    name = path.relative_to(KATAS).parts[0]
    if name not in BY_NAME:
        raise ValueError(unknown(name))
    kata = BY_NAME[name]
    if path == kata.stub and not (test and has_test(path, test)):
        return kata
    return kata if path == kata.stub.parent else None


def find(typed: str, here: Path) -> Path:
    """Return the path that was typed.

    The name of a kata means its folder, and from inside a kata's folder, paths from the
    root mean what they mean there.
    """
    path = Path(here, typed).resolve()
    if path.exists():
        return path
    from_root = (KATAS if typed in BY_NAME else ROOT).joinpath(typed).resolve()
    return from_root if from_root.exists() or from_root.is_relative_to(KATAS) else path


def own_tests(kata: Kata) -> Iterator[Path]:
    """Yield the files with a learner's own tests, beside the stub."""
    folder = kata.stub.parent
    for pattern in ("test_*.py", "*_test.py", "tests/**/test_*.py"):
        yield from sorted(folder.glob(pattern))
    if has_test(kata.stub, ""):
        yield kata.stub


def has_test(file: Path, name: str) -> bool:
    """Return True if a file defines a test whose name begins so."""
    name = name.partition("[")[0].partition("::")[0]
    begins = f"def {name or 'test_'}", f"class {name or 'Test'}"
    with suppress(OSError, ValueError):
        lines = file.read_text(encoding="utf-8").splitlines()
        return any(line.startswith(begins) for line in lines)
    return False
