"""The paths of a command line: `katas/<kata>` means the test file of the kata.

It works by replacing pytest's arguments before it collects: nothing else works with
`::`, `--lf`, pytest-xdist and the adapters of editors.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

from kata_kit.katas import BY_NAME, PATH, ROOT, Kata, unknown

KATAS, ROOMS = ROOT / "katas", ROOT / "tests"


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
        doctests: the examples of the stubs run as well.
        root: the folder that pytest takes for the root; it may be a link to it.
    """

    def __init__(
        self,
        file_of: Callable[[Kata], Path],
        *,
        yours: bool,
        benchmarks: bool,
        doctests: bool,
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
            if path in (ROOT, KATAS, KATAS / "README.md"):
                for kata in self._katas():
                    chosen += self._files(kata)
            elif meant := self._meant(path, test):
                table, *own = self._files(meant)
                chosen += [f"{table}::{test}"] if test else [table, *own]
            else:
                known = path.exists() and path.is_relative_to(ROOT)
                chosen.append(f"{self._at(path)}{colons}{test}" if known else argument)
        return list(dict.fromkeys(chosen))

    def _katas(self) -> Iterator[Kata]:
        for kata in PATH:
            file = kata.benchmark if self._benchmarks else self._file_of(kata)
            if file.is_file() or (self._yours and not self._benchmarks):
                yield kata

    def _at(self, path: Path) -> str:
        return str(self._root / path.relative_to(ROOT))

    def _files(self, kata: Kata) -> list[str]:
        """Return what runs for a kata: its table first."""
        return list(map(self._at, self._paths(kata)))

    def _paths(self, kata: Kata) -> Iterator[Path]:
        if self._benchmarks:
            if not kata.benchmark.is_file():
                raise ValueError(f"{kata.name} has no benchmark")
            yield kata.benchmark
            return
        yield kata.tests
        if self._yours:
            yield from own_tests(kata)
        if self._doctests and kata.stub.is_file():
            yield kata.stub

    def _meant(self, path: Path, test: str) -> Kata | None:
        """Return the kata whose table is meant; None for one of the learner's tests."""
        if not path.is_relative_to(KATAS):
            return None
        name = path.relative_to(KATAS).parts[0]
        if name not in BY_NAME:
            raise ValueError(unknown(name))
        kata = BY_NAME[name]
        if path == kata.stub:
            return None if test and has_test(path, test) else kata
        if path in (kata.stub.parent, kata.statement):
            return kata
        if not path.exists():
            raise ValueError(f"there is no {path.relative_to(ROOT).as_posix()}")
        return None


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
    begins = name or "test_"
    with suppress(OSError, ValueError):
        lines = file.read_text(encoding="utf-8").splitlines()
        return any(
            line.startswith((f"def {begins}", f"class {name or 'Test'}"))
            for line in lines
        )
    return False
