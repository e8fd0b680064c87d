"""Collect everybody's files: `python -m katas collect SOURCE...`.

Written is `INTO/NAME/<kata>/<kata>.py`. The account at the end names every Python file,
archive, notebook and mail, as taken or left, and every other entry.
"""

import shlex
import sys
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from os import listdir
from pathlib import Path
from unicodedata import normalize

from kata_kit.katas import BY_NAME
from kata_kit.layout import on_one_line
from kata_kit.record import counted
from kata_kit.spelling import Parser

from kata_collect.names import ARCHIVE, PYTHON, TESTS, UNREAD, meant
from kata_collect.rules import say_whose
from kata_collect.seen import ODD, TAKEN, File, Source, said

WHAT = """\
Makes one folder of everybody's files, in the layout that pytest --submission reads.
A SOURCE is what one person handed in, or a folder or an archive of what people did:
folders, clones, ZIPs, TARs, and files such as ada_tictactoe_winner.py.
Nothing is run, nothing is overwritten, and what is not taken is named.
"""
NOTHING = "nothing for a kata"
INTO = "where they are written (%(default)s)"
TAKE = "of different files for a kata, the one that counts"


def choose(files: Iterable[File], wanted: Collection[str]) -> Iterator[File]:
    """Yield the file that counts for each person and kata; leave the others."""
    cells = defaultdict[tuple[str, str], list[File]](list)
    for file in files:
        if file.who:
            cells[file.who, file.kata].append(file)
    for those in cells.values():
        asked = [file for file in those if file.shown in wanted]
        possible = asked or those
        first = min(
            possible, key=lambda file: (not file.is_exact, len(file.path.parts))
        )
        if any(file.content != first.content for file in possible):
            for file in those:
                choice = f"--take={shlex.quote(file.shown)}"
                file.leave(f"one of {len(those)} files for it; {choice} chooses it")
            continue
        for file in those:
            is_same = file.content == first.content
            why = "the same as" if is_same else "there is another,"
            for part in [file, *file.modules]:
                if part.order != TAKEN:
                    part.leave(f"{why} {first.shown}", is_odd=False)
        yield first


def hand_over(file: File, into: Path, replace: bool) -> None:
    """Write somebody's file for a kata, and say what became of it."""
    unread = [one.unread for one in file.laid.values() if one.unread]
    if unread:
        file.leave(unread[0])
        return
    try:
        write(file, into, replace)
    except (OSError, ValueError) as error:
        file.leave(f"cannot be written: {said(error)}")
        return
    for module in file.modules:
        module.take(f"{file.who}, with {file.kata}")
    right = "" if file.is_exact else "; its name is put right"
    file.take(f"{file.who}, {file.kata}{right}")


def write(file: File, into: Path, replace: bool) -> None:
    """Write a file and its modules; OSError or ValueError say why they are not."""
    who, person = file.who, into / file.who
    is_run = not who.startswith((".", "__")) and who not in ("katas", *BY_NAME)
    if person.parent != into or not is_run:
        raise ValueError(f"{who!r} cannot be the name of a participant: rename it")
    folder = person / file.kata
    laid = {folder / name: one.data for name, one in file.laid.items()}
    for path in (person, folder, *laid):
        if path.is_symlink():
            raise ValueError(f"{path} is a link")
    if person.exists() and who not in [normalize("NFC", one) for one in listdir(into)]:
        raise ValueError("a folder has the same name in other letters: rename one")
    for path, data in laid.items():
        if not replace and path.exists() and path.read_bytes() != data:
            raise ValueError(f"{path} has other content; --replace overwrites it")
    folder.mkdir(parents=True, exist_ok=True)
    parts = {path: path.with_name(f".{path.name}.part") for path in laid}
    for path, part in parts.items():
        part.write_bytes(laid[path])
    for path, part in parts.items():  # A full disk leaves the files as they were.
        part.replace(path)


def leave_others(source: Source) -> None:
    """Say why the other files are left, and which entries have nothing for a kata."""
    for file in source.files:
        name, is_python = file.path.name, PYTHON.search(file.path.name)
        if file.line:
            continue
        if file.unread:
            file.leave(file.unread)
        elif file.kata and not file.by:
            file.leave("nobody's, beside other people's: name it NAME__<kata>.py")
        elif is_python and name.startswith(("_", *TESTS)):
            file.leave("not for a kata", is_odd=False)
        elif why := UNREAD.get(file.path.suffix.lower()):
            file.leave(why)
        elif is_python or meant(f"{file.path.stem}.py"):
            file.leave("its name is not <kata>.py")
        elif file.is_entry and not source.is_one_persons:
            file.leave(NOTHING, is_odd=False)
    of_lines = [file.path for file in source.files if file.line]
    told = {folder for path in of_lines for folder in (path, *path.parents)}
    for holder in source.holders:
        is_entry = ARCHIVE.search(holder.path.name) or not source.is_one_persons
        if is_entry and holder.path not in told:
            holder.leave(NOTHING, is_odd=False)


def main(arguments: Sequence[str]) -> int:
    """Collect; return 1 if something was left that may be for a kata, 2 if all was."""
    parser = Parser("python -m katas collect", description=WHAT)
    option = parser.add_argument
    option("sources", nargs="+", type=Path, metavar="SOURCE")
    option("--into", type=Path, default="submissions", metavar="FOLDER", help=INTO)
    option("--take", action="append", default=[], metavar="PATH", help=TAKE)
    option("--replace", action="store_true", help="overwrite what is there already")
    options = parser.parse_args(arguments)
    for path in options.sources:
        if not path.exists():
            return _refused(f"there is no {path}; a clone has to be made first")
    into = options.into.resolve()
    sources = [Source(path, into) for path in options.sources]
    for source in sources:
        say_whose(source)
    files = [file for source in sources for file in source.files]
    there = [file.shown for file in files if file.who]
    for path in options.take:
        if path not in there:
            return _refused(f"--take={path}: there is no such file to choose")
    for file in choose(files, options.take):
        hand_over(file, into, options.replace)
    for source in sources:
        leave_others(source)
    return _account(sources, options.into)


def _account(sources: Iterable[Source], into: Path) -> int:
    files = [file for one in sources for file in [*one.files, *one.holders]]
    for _, line in sorted((file.order, file.line) for file in files if file.line):
        _say(line)
    taken = [file for file in files if file.order == TAKEN and file.who]
    if not taken:
        return _refused("found nothing to collect")
    people = counted(len({file.who for file in taken}), "participant")
    katas = counted(len(taken), "file")
    _say(f"{people}, {katas} for katas, in {into}")
    odd = [file for file in files if file.order == ODD]
    if odd:
        _say(f"left that may be for a kata: {len(odd)}, the last lines above")
    _say(f"then: pytest --submission={shlex.quote(str(into))}")
    return 1 if odd else 0


def _say(line: str) -> None:
    encoding = sys.stdout.encoding or "utf-8"
    print(on_one_line(line).encode(encoding, "backslashreplace").decode(encoding))


def _refused(reason: str) -> int:
    print(f"error: {on_one_line(reason)}\nNothing was written.", file=sys.stderr)
    return 2
