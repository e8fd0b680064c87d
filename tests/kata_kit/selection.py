"""From what was typed to the test files that are meant.

Tests live in `tests/` only, so that a learner's folder holds nothing but the statement and the
code. `pytest katas/tictactoe_winner` therefore has its argument replaced.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from kata_kit.katas import BY_NAME, PATH, ROOT, KataFiles, unknown

KATAS = ROOT / "katas"
SOLUTIONS = ROOT / "solutions"


class Unknown(ValueError):
    """An argument that names no kata; the message is for the terminal."""


def select(
    arguments: Sequence[str], here: Path, katas: Iterable[KataFiles], *, own_tests: bool
) -> list[str]:
    """Replace arguments that name a kata by the files that test it.

    Args:
        arguments: paths as typed, each perhaps with a `::name` behind it.
        here: the folder that relative paths start from.
        katas: the katas that "all katas" means.
        own_tests: whether a learner's `test_*.py` beside the stub run, too.

    Returns:
        The arguments for pytest, each once. What names no kata stays as it is.

    Raises:
        Unknown: for a name below `katas/` that is no kata, and for `solutions/`.
    """
    selected: list[str] = []
    for argument in arguments:
        typed, separator, test = argument.partition("::")
        path = _find(typed, here)
        if path in (ROOT, KATAS):
            for kata in katas:
                selected += _tests_of(kata, own_tests)
        elif path.is_relative_to(KATAS):
            selected += _below_katas(path, separator + test, own_tests)
        elif path.is_relative_to(SOLUTIONS):
            raise Unknown(_for_a_solution(path))
        elif typed == path.name and not path.exists() and not path.suffix:
            raise Unknown(unknown(typed))
        else:
            selected.append(argument)
    return list(dict.fromkeys(selected))


def _find(typed: str, here: Path) -> Path:
    """The path that was typed; from inside a kata's folder, paths from the root are found, too."""
    path = Path(here, typed).resolve()
    if path.exists():
        return path
    if typed in BY_NAME:
        return KATAS / typed
    from_root = (ROOT / typed).resolve()
    return from_root if from_root.exists() or from_root.is_relative_to(KATAS) else path


def _below_katas(path: Path, test: str, own_tests: bool) -> list[str]:
    name = path.relative_to(KATAS).parts[0]
    if name not in BY_NAME:
        if path == KATAS / "README.md":
            return [test for kata in PATH for test in _tests_of(kata, own_tests)]
        raise Unknown(unknown(name))
    if _is_own_test(path):
        return [str(path) + test]
    if test:
        return [str(ROOT / BY_NAME[name].table) + test]
    return _tests_of(BY_NAME[name], own_tests)


def _tests_of(kata: KataFiles, own_tests: bool) -> list[str]:
    own = sorted(filter(_is_own_test, (KATAS / kata.name).glob("*.py"))) if own_tests else []
    return [str(ROOT / kata.table), *map(str, own)]


def _is_own_test(path: Path) -> bool:
    return path.suffix == ".py" and (path.stem.startswith("test_") or path.stem.endswith("_test"))


def _for_a_solution(path: Path) -> str:
    kata = path.stem if path.stem in BY_NAME else None
    command = "pytest --solution" + (f" katas/{kata}" if kata else "")
    return f"solutions/ holds the reference solutions. To run the tests against them: {command}"
