"""What runs beside a stranger's files: a process of its own, under the guard.

`process.Child` starts it. A line of JSON asks, and a line of JSON answers. There are
four kinds: a reader of everybody's files, two that run pytest, and a player.
"""

import json
import os
import stat
import sys
from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import IO, Any, TypeAlias
from zipfile import ZipFile, ZipInfo, is_zipfile

from kata_guard import guard
from kata_kit.code import Code, Ended, taken
from kata_kit.exceptions import raised
from kata_kit.katas import BY_NAME, ROOT
from kata_kit.layout import short
from kata_kit.tally import Records
from kata_kit.values import answer
from kata_kit.watch import WATCH, TimeIsUp
from kata_tables.arguments import Seeded
from kata_tables.calls import source

from kata_evening.whole import open_file

LARGEST_FILE = 2**20  # bytes
INNER = {"katas", *BY_NAME}  # the folders in a person's that are looked into
# By an evening, beside people's files
WRITTEN = (".json", ".jsonl", "report.html", "report.md")
OPTIONS = "-q", "--color=no", "-p", "no:cacheprovider", "-p", "no:faulthandler"
SECONDS = 10.0  # for all moves of a game

Open: TypeAlias = Callable[[], IO[bytes]]
Answer: TypeAlias = Callable[..., Any]


def main(kind: str, path: str, parent: str) -> None:
    """Answer until nobody asks any more; without a parent there is no guard."""
    questions, answers = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")
    for stream in (0, 1):  # The code reads nothing, and prints into nothing.
        os.dup2(os.open(os.devnull, os.O_RDWR), stream)
    act = KINDS[kind](Path(path), parent)
    for line in questions:
        print(json.dumps(act(**json.loads(line))), file=answers, flush=True)


def confine(file: Path, parent: str) -> None:
    """Confine this process to somebody's file, and start the clock of calls."""
    taken()  # It is read from /proc, and remembered.
    if parent:
        statement = BY_NAME[file.stem].statement
        readable = [file.parent, ROOT / "tests", ROOT / "solutions", statement]
        guard.confine(readable, int(parent), start=start_clock)


def start_clock() -> None:
    """Start the thread that looks at the clock."""
    WATCH.begin("", SECONDS)
    WATCH.end()


# Everybody's files


def reader(path: Path, parent: str) -> Answer:
    """Return what hands on the files at a path, one after the other, and then None."""
    if parent:
        guard.confine([path], int(parent))
    files = in_zip(path) if is_zipfile(path) else in_folder(path)
    return lambda: next(files, None)


def row(name: str, opens: Open) -> tuple[str, str, str]:
    """Return the name of a file, why it isn't read, and else what is in it."""
    if not name.endswith(".py"):
        return name, "it isn't Python", ""
    try:
        with opens() as file:
            data = file.read(LARGEST_FILE + 1)
    except Exception as error:  # `zipfile` raises many, and each is about one file.
        return name, getattr(error, "strerror", None) or str(error), ""
    if len(data) > LARGEST_FILE:
        return name, "it's larger than 1 MB", ""
    return name, "", b64encode(data).decode()


def in_zip(path: Path) -> Iterator[tuple[str, str, str]]:
    archive = ZipFile(path)
    for info in archive.infolist():
        if not info.is_dir():
            yield row(info.filename, partial(open_member, archive, info))


def open_member(archive: ZipFile, info: ZipInfo) -> IO[bytes]:
    if stat.S_ISLNK(info.external_attr >> 16):
        raise ValueError("it's a link")
    return archive.open(info)


def in_folder(top: Path) -> Iterator[tuple[str, str, str]]:
    """Yield the files of people, and the names of folders that aren't looked into."""
    if top.is_file():
        yield row(top.name, partial(open_file, top))
    for folder, folders, names in os.walk(top):
        place, every = Path(folder), {*folders, *names}
        inner = [name for name in folders if place == top or name in INNER]
        folders[:] = [name for name in inner if is_readable(place / name)]
        for name in every.difference(folders):
            path = place / name
            if not name.endswith(WRITTEN):
                yield row(path.relative_to(top).as_posix(), partial(open_file, path))


def is_readable(folder: Path) -> bool:
    return os.access(folder, os.R_OK | os.X_OK) and not folder.is_symlink()


# One file


def tester(file: Path, parent: str) -> Answer:
    """Return what runs pytest on a file, with further options.

    This process is confined when pytest has collected the tests.
    """
    import pytest  # It takes long, and a player does without.

    @pytest.hookimpl(tryfirst=True)
    def begin() -> None:
        confine(file, parent)

    plugin = SimpleNamespace(pytest_runtestloop=begin)
    return lambda words: asdict(run(file, *words, plugins=[plugin]).all()[0])


def lister(file: Path, parent: str) -> Answer:
    """Return what runs pytest on a file of ours, for all its cases."""
    return lambda: [asdict(case) for case in run(file).cases[file.stem]]


def run(file: Path, *words: str, plugins: Sequence[Any] = ()) -> Records:
    """Run the tests of its kata on a file, and return what came of it."""
    import pytest

    records, tests = Records(), BY_NAME[file.stem].tests
    words = (str(tests), f"--file-under-test={file}", *OPTIONS, *words)
    pytest.main([*words], [records, *plugins])
    return records


def player(file: Path, parent: str) -> Answer:
    """Return what asks a player for its moves in one game."""
    code = Code(file, SECONDS)
    confine(file, parent)
    return partial(move, code)


def move(code: Code, arguments: list[Any], seed: int) -> list[int] | str:
    """Return the cell of a move, or what is wrong; None stands for the generator."""
    given = [Seeded(seed) if part is None else part for part in arguments]
    try:
        function = getattr(code.module, "choose_move", None)
    except (Exception, SystemExit, TimeIsUp, Ended) as error:
        return f"loading the file raised {raised(error)}"
    if function is None:
        return "there's no function choose_move"
    outcome = code.call(answer, function, *given)
    if type(outcome) is tuple and [*map(type, outcome)] == [int, int]:
        return [*outcome]
    if isinstance(outcome, BaseException):
        return f"choose_move raised {raised(outcome)}"
    return f"choose_move returned {short(source(outcome), 60)}"


KINDS = {"reader": reader, "tester": tester, "lister": lister, "player": player}

if __name__ == "__main__":
    main(*sys.argv[1:])
