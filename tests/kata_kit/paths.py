"""Find the test files that are meant: the tests of `katas/` live in `tests/`."""

from functools import cache
from pathlib import Path

import pytest

from kata_kit.katas import BY_NAME, PATH, ROOT, KataFiles, relative, unknown
from kata_kit.sources import Source, YourCode
from kata_kit.spelling import asked, nearest_path

KATAS = ROOT / "katas"
SOLUTIONS = ROOT / "solutions"
TABLES = ROOT / "tests"


def replace_arguments(config: pytest.Config, source: Source) -> None:
    """Have pytest collect the test files that its arguments mean.

    Raises as `select` does.
    """
    if config.getoption("doctestmodules", False):
        return  # The doctests of stubs and solutions are asked for by their paths.
    here = config.invocation_params.dir
    benchmarks = config.getoption("benchmark_only", False)
    # Through a link, the root that pytest sees has another name than the root.
    root = config.rootpath if config.rootpath.resolve() == ROOT else ROOT
    config.args[:] = select(config.args, here, source, root, benchmarks)


def whole_katas(config: pytest.Config) -> list[KataFiles]:
    """Return the katas that the arguments name; a workshop is about whole katas."""
    katas = []
    for argument in config.args:
        if "::" in argument or not (kata := kata_at(Path(argument))):
            raise pytest.UsageError(
                f"--submission={config.getoption('submission')} "
                "holds everybody's files;\n"
                f"expected whole katas, such as katas/{PATH[0].name}, got\n  {argument}"
            )
        katas.append(kata)
    return katas


@cache
def kata_at(path: Path) -> KataFiles | None:
    """Return the kata of a test file, by its folder in tests/ or katas/."""
    top, *names = Path(relative(path.resolve())).parts
    is_room = names and top in ("tests", "katas")
    return BY_NAME.get(names[0]) if is_room else None


def select(
    arguments: list[str],
    here: Path,
    source: Source,
    root: Path = ROOT,
    benchmarks: bool = False,
) -> list[str]:
    """Replace arguments that name a kata by the files that test it.

    An argument is a path from here, perhaps with a `::name` behind it. One that names
    no kata stays. Your own `test_*.py` beside a stub run as well. The root is that of
    the repository, by the name that pytest knows it under. Raises a ValueError for a
    name below `katas/` that is no kata, or no file of it, and the like.
    """

    def tests_of(kata: KataFiles) -> list[str]:
        file = kata.benchmark if benchmarks else kata.table
        found = [root / file] if (ROOT / file).exists() else []
        if isinstance(source, YourCode):
            beside = sorted((root / "katas" / kata.name).glob("*.py"))
            found += filter(_is_own_test, beside)
        return list(map(str, found))

    chosen = list[str]()
    for argument in arguments:
        typed, _, test = argument.partition("::")
        behind = f"::{test}" if test else ""
        path = find(typed, here)
        if path in (ROOT, KATAS, KATAS / "README.md"):
            for kata in source.katas():
                chosen += tests_of(kata)
        elif path.is_relative_to(KATAS) and not _is_own_test(path):
            kata = _kata_below(path)
            if benchmarks and not has_benchmark(kata):
                raise ValueError(f"{kata.name} has no benchmark")
            table, *own = tests_of(kata)
            chosen += [f"{table}{behind}"] if test else [table, *own]
        elif _is_ours(path, benchmarks):
            chosen.append(f"{root / path.relative_to(ROOT)}{behind}")
        else:
            _refuse_misspelt(path, typed)
            chosen.append(argument)
    return list(dict.fromkeys(chosen))


def find(typed: str, here: Path) -> Path:
    """Return the path that was typed.

    From inside a kata's folder, paths from the root are found as well.
    """
    path = Path(here, typed).resolve()
    if path.exists():
        return path
    from_root = (KATAS if typed in BY_NAME else ROOT).joinpath(typed).resolve()
    return from_root if from_root.exists() or from_root.is_relative_to(KATAS) else path


def has_benchmark(kata: KataFiles) -> bool:
    return (ROOT / kata.benchmark).is_file()


def _kata_below(path: Path) -> KataFiles:
    """Return the kata of a path below `katas/`; refuse one that is nobody's."""
    name = path.relative_to(KATAS).parts[0]
    if name not in BY_NAME:
        raise ValueError(unknown(name))
    kata = BY_NAME[name]
    if not path.exists() and path not in (KATAS / name, ROOT / kata.stub):
        raise ValueError(asked(f"there is no {relative(path)}.", kata.stub))
    return kata


def _is_ours(path: Path, benchmarks: bool) -> bool:
    """Return True for a test file of the repository; refuse other files of it."""
    if path.name.startswith("bench_") and not benchmarks:
        command = f"pytest katas/{path.parent.name} --benchmark-only"
        problem = "a run of tests starts no benchmark. To run it:"
        raise ValueError(f"{problem}\n  {command}")
    if path.is_relative_to(SOLUTIONS):
        kata = f" katas/{path.stem}" if path.stem in BY_NAME else ""
        problem = "solutions/ holds the reference solutions. To test them:"
        raise ValueError(f"{problem}\n  pytest --solution{kata}")
    is_test = path.is_relative_to(TABLES) and path != TABLES
    return path.exists() and (is_test or path.is_relative_to(KATAS))


def _refuse_misspelt(path: Path, typed: str) -> None:
    """Refuse a path that does not exist, if another one or a kata may be meant."""
    near = nearest_path(path)
    if near and near != path:
        raise ValueError(asked(f"there is no {typed}.", relative(near)))
    if typed == path.name and not path.exists() and not path.suffix:
        raise ValueError(unknown(typed))


def _is_own_test(path: Path) -> bool:
    return path.suffix == ".py" and (
        path.stem.startswith("test_") or path.stem.endswith("_test")
    )
