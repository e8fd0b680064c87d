"""Collect everybody's files: `python -m katas collect SOURCE...`.

Written is `INTO/NAME/<kata>/<kata>.py`. The account at the end names every Python file,
archive and notebook, as taken or left.
"""

import argparse
import shlex
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain
from os import listdir
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from unicodedata import normalize

from kata_kit.katas import BY_NAME
from kata_kit.layout import on_one_line, short
from kata_kit.record import counted
from kata_kit.spelling import Parser

from kata_collect.names import ARCHIVE, PYTHON, TESTS, UNREAD, is_nameless, meant
from kata_collect.rules import Handed, handed_in
from kata_collect.seen import Source, said, walk

WHAT = """\
Makes one folder of everybody's files, in the layout that pytest --submission reads.
A SOURCE is what one person handed in, or a folder or an archive of what people did:
folders, clones, ZIPs, TARs, and files such as ada_tictactoe_winner.py.
Nothing is run, nothing is overwritten, and what is not taken is named.
"""
TAKE = "of different files for a kata, the one that counts"
TAKEN, LEFT, ODD = range(3)  # the order of the account


class Line(NamedTuple):
    """A line of the account."""

    order: int
    text: str


class Collection:
    """What was handed in, what is taken of it, and the account."""

    def __init__(self, sources: Sequence[Source]) -> None:
        self.handed = [one for source in sources for one in handed_in(source)]
        self.taken: list[Handed] = []
        self._sources = sources
        self._lines: dict[Path, Line] = {}
        unread = [source.unread.items() for source in sources]
        self._unread = dict(chain.from_iterable(unread))

    def shown(self, path: Path) -> str:
        """Return the path of a copy as the account prints it and `--take` names it."""
        (source,) = (one for one in self._sources if path.is_relative_to(one.room))
        return short(on_one_line(source.shown(path)), 1_000)

    def choose(self, wanted: Sequence[str]) -> Iterator[Handed]:
        """Return the file that counts for each person and kata; leave the others."""
        cells = defaultdict[tuple[str, str], list[Handed]](list)
        for one in self.handed:
            cells[one.who, one.kata].append(one)
        for those in cells.values():
            asked = [one for one in those if self.shown(one.path) in wanted]
            possible = asked or [one for one in those if one.is_exact] or those
            first = possible[0]
            contents = [self._unread.get(one.path) or one.content for one in possible]
            if any(content != contents[0] for content in contents):
                why = f"one of {len(those)} files for it; --take=PATH chooses"
                for one in those:
                    self._leave(one.path, why)
                continue
            for one in those:
                is_same = one.content == first.content
                why = "the same as" if is_same else "there is another,"
                for path in {*one.laid.values()} - self._lines.keys():
                    is_odd = not (is_same or asked)
                    self._leave(path, f"{why} {self.shown(first.path)}", is_odd)
            yield first

    def hand_over(self, one: Handed, into: Path, replace: bool) -> None:
        """Write somebody's file for a kata, and note what became of it."""
        unread = [self._unread.get(path, "") for path in one.laid.values()]
        if left := "".join(unread) or write(one, into, replace):
            self._leave(one.path, left)
            return
        self.taken.append(one)
        for path in one.laid.values():
            self._take(path, f"{one.who}, with {one.kata}")
        right = "" if one.is_exact else "; its name is put right"
        self._take(one.path, f"{one.who}, {one.kata}{right}")

    def account(self) -> list[Line]:
        """Return a line for each file, and for archives without any."""
        for source in self._sources:
            seen = {*walk(source.folder), *source.unread}
            for path in seen - self._lines.keys():
                if why := self._why_left(path):
                    self._leave(path, why, not path.name.startswith(TESTS))
            told = {folder for path in self._lines for folder in path.parents}
            for folder in {*source.room.rglob("*")} - told:
                if ARCHIVE.search(folder.name) and folder.is_dir():
                    self._leave(folder, "nothing for a kata", is_odd=False)
        return sorted(self._lines.values())

    def _why_left(self, path: Path) -> str:
        if path in self._unread:
            return self._unread[path]
        if is_nameless(path.name):
            return "nobody's, beside other people's: name it NAME__<kata>.py"
        if path.name.startswith(TESTS):
            return "not for a kata" if PYTHON.search(path.name) else ""
        if PYTHON.search(path.name) or meant(f"{path.stem}.py"):
            return "its name is not <kata>.py"
        return UNREAD.get(path.suffix.lower(), "")

    def _take(self, path: Path, whose: str) -> None:
        self._lines[path] = Line(TAKEN, f"taken: {self.shown(path)} ({whose})")

    def _leave(self, path: Path, why: str, is_odd: bool = True) -> None:
        """Say why a file is left; if it is odd, somebody should look at it."""
        order = ODD if is_odd else LEFT
        self._lines[path] = Line(order, f"left: {self.shown(path)} ({why})")


def write(one: Handed, into: Path, replace: bool) -> str:
    """Write a file and its modules; return why not, if they are not written."""
    is_run = not one.who.startswith((".", "__")) and one.who not in ("katas", *BY_NAME)
    if (into / one.who).parent != into or not is_run:
        return f"{one.who!r} cannot be the name of a participant: rename it"
    try:
        return _write(one, into / one.who, replace)
    except (OSError, ValueError) as error:
        return f"cannot be written: {said(error)}"


def _write(one: Handed, person: Path, replace: bool) -> str:
    folder = person / one.kata
    laid = {folder / name: path.read_bytes() for name, path in one.laid.items()}
    for path in (person, folder, *laid):
        if path.is_symlink():
            return f"{path} is a link"
    if person.exists():
        there = [normalize("NFC", name) for name in listdir(person.parent)]
        if one.who not in there:
            return "here a folder has the same name in other letters: rename one"
    for path, data in laid.items():
        if not replace and path.exists() and path.read_bytes() != data:
            return f"{path} has other content; --replace overwrites it"
    folder.mkdir(parents=True, exist_ok=True)
    for path, data in laid.items():
        beside = path.with_name(f".{path.name}.part")
        beside.write_bytes(data)
        beside.replace(path)  # An interrupt leaves the file as it was.
    return ""


def main(arguments: Sequence[str]) -> int:
    """Collect; return 1 if something was left that may be for a kata, 2 if all was."""
    parser = Parser("python -m katas collect", description=WHAT)
    option = parser.add_argument
    option("sources", nargs="+", type=Path, metavar="SOURCE")
    option("--into", type=Path, default=Path("submissions"), metavar="FOLDER")
    option("--take", action="append", default=[], metavar="PATH", help=TAKE)
    option("--replace", action="store_true", help="overwrite what is there already")
    options = parser.parse_args(arguments)
    for path in options.sources:
        if not path.exists():
            return _refused(f"there is no {path}; a clone has to be made first")
    with TemporaryDirectory() as room:
        return _collect(options, Path(room))


def _collect(options: argparse.Namespace, room: Path) -> int:
    into = options.into.resolve()
    numbered = enumerate(options.sources)
    sources = [Source(path, room / str(number), into) for number, path in numbered]
    found = Collection(sources)
    there = [found.shown(one.path) for one in found.handed]
    for path in options.take:
        if path not in there:
            return _refused(f"--take={path}: there is no such file to choose")
    for one in found.choose(options.take):
        found.hand_over(one, into, options.replace)
    account = found.account()
    for line in account:
        _say(line.text)
    if not found.taken:
        return _refused("found nothing to collect")
    people = counted(len({one.who for one in found.taken}), "participant")
    files = counted(len(found.taken), "file")
    _say(f"{people}, {files} for katas, in {options.into}")
    odd = [line for line in account if line.order == ODD]
    if odd:
        _say(f"left that may be for a kata: {len(odd)}, the last lines above")
    _say(f"then: pytest --submission={shlex.quote(str(options.into))}")
    return 1 if odd else 0


def _say(line: str) -> None:
    encoding = sys.stdout.encoding or "utf-8"
    print(on_one_line(line).encode(encoding, "backslashreplace").decode(encoding))


def _refused(reason: str) -> int:
    print(f"error: {on_one_line(reason)}\nNothing was written.", file=sys.stderr)
    return 2
