"""Collect everybody's files: `python -m katas collect SOURCE...`.

Written is `INTO/NAME/<kata>/<kata>.py`. Nothing is overwritten: an existing file with
other content is named, and `--replace` overwrites it. The account at the end names
every Python file, archive and notebook, as taken or left.
"""

import argparse
import shlex
import sys
from collections.abc import Iterator, Sequence
from os import listdir
from pathlib import Path, PurePath
from typing import NamedTuple
from unicodedata import normalize

from kata_kit.katas import BY_NAME
from kata_kit.layout import on_one_line, short
from kata_kit.record import counted

from kata_collect.names import ARCHIVE, HISTORY, UNREAD, may_be_meant
from kata_collect.rules import Handed, choose, sort
from kata_collect.seen import Folder, see, why

WHAT = """\
Makes one folder of everybody's files, in the layout that pytest --submission reads.
A SOURCE is what one person handed in, or a folder or an archive of what people did:
folders, clones, ZIPs, TARs, and files such as ada_tictactoe_winner.py.
Nothing is run, nothing is overwritten, and what is not taken is named.
"""
TAKE = "of different files for a kata, the one that counts"
ENDINGS = (".py", ".pyw", *UNREAD)
# Other endings that the file of a kata may have by mistake.
MISTAKEN = ("", ".txt", ".bak", ".rtf", ".docx", ".odt")
TAKEN, LEFT, ODD = range(3)  # the order of the account


def hand_over(one: Handed, into: Path, replace: bool) -> None:
    """Write somebody's file for a kata, and note what became of it."""
    left = one.file.unread or write(one, into, replace)
    if left:
        one.file.left, one.file.matters = left, True
        return
    for file in one.laid.values():
        file.taken = f"{one.who}, with {one.kata}"
    right = "" if one.is_exact else "; its name is put right"
    one.file.taken = f"{one.who}, {one.kata}{right}"


def write(one: Handed, into: Path, replace: bool) -> str:
    """Write the file and its modules; return why not, if they are not written."""
    folder = into / one.who
    is_run = not one.who.startswith((".", "__")) and one.who not in ("katas", *BY_NAME)
    if folder.parent != into or not is_run:
        return f"{one.who!r} cannot be the name of a participant: rename it"
    try:
        return _write(one, folder, replace)
    except (OSError, ValueError) as error:
        return why(error).replace("read", "written")


def _write(one: Handed, folder: Path, replace: bool) -> str:
    name = f"{one.kata}.py"
    laid = {folder / one.kata / at: file.data for at, file in one.laid.items()}
    others = (folder / name, folder / "katas" / one.kata / name)
    links = [path for path in (folder, folder / one.kata, *laid) if path.is_symlink()]
    if links:
        return f"{links[0]} is a link"
    if folder.exists() and one.who not in map(_composed, listdir(folder.parent)):
        return "here a folder has the same name in other letters: rename one"
    wanted = laid | dict.fromkeys(others, one.file.data)
    for path, data in wanted.items():
        if not replace and path.exists() and path.read_bytes() != data:
            return f"{path} has other content; --replace overwrites it"
    for path, data in laid.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(".part")
        part.write_bytes(data)
        part.replace(path)
    return ""


def _composed(name: str) -> str:
    return normalize("NFC", name)


class Line(NamedTuple):
    """A line of the account."""

    order: int
    text: str


def account(folder: Folder, is_source: bool = True) -> Iterator[Line]:
    """Return a line for each file that may be for a kata, and for empty entries."""
    for file in folder.files:
        ending = PurePath(file.name.casefold()).suffix
        is_listed = ending in ENDINGS or ARCHIVE.search(file.name) or file.unread
        is_odd = file.matters or ending in UNREAD
        if file.taken:
            yield Line(TAKEN, f"taken: {shown(file.path)} ({file.taken})")
        elif is_listed or (ending in MISTAKEN and may_be_meant(file.name)):
            usual = "its name is not <kata>.py" if is_odd else "not for a kata"
            reason = file.unread or file.left or UNREAD.get(ending, usual)
            yield Line(ODD if is_odd else LEFT, f"left: {shown(file.path)} ({reason})")
    for inner in folder.folders.values():
        lines = list(account(inner, is_source=False))
        yield from lines
        is_entry = is_source and not inner.name.startswith(".")
        if not lines and (is_entry or inner.is_archive):
            reason = UNREAD.get(PurePath(inner.name).suffix, "nothing for a kata")
            is_odd = reason == HISTORY or (is_source and inner.is_archive)
            yield Line(ODD if is_odd else LEFT, f"left: {shown(inner.path)} ({reason})")


def shown(path: str) -> str:
    """Return a path as the account prints it and `--take` names it."""
    return short(on_one_line(path), 1_000)


def main(arguments: Sequence[str]) -> int:
    """Collect; return 1 if something was left that may be for a kata, 2 if all was."""
    parser = argparse.ArgumentParser("python -m katas collect", description=WHAT)
    option = parser.add_argument
    option("sources", nargs="+", type=Path, metavar="SOURCE")
    option("--into", type=Path, default=Path("submissions"), metavar="FOLDER")
    option("--take", action="append", default=[], metavar="PATH", help=TAKE)
    option("--replace", action="store_true", help="overwrite what is there already")
    options = parser.parse_args(arguments)
    into = options.into.resolve()
    for path in options.sources:
        if not path.exists():
            return _refused(f"there is no {path}; a clone has to be made first")
    sources = [see(path, into) for path in options.sources]
    handed = [one for source in sources for one in sort(source)]
    by_name = {shown(one.file.path): one.file.path for one in handed}
    if unknown := [path for path in options.take if path not in by_name]:
        return _refused(f"--take={unknown[0]}: there is no such file to choose")
    chosen = choose(handed, [by_name[path] for path in options.take])
    for one in chosen:
        hand_over(one, into, options.replace)
    lines = sorted(line for source in sources for line in account(source))
    for line in lines:
        _say(line.text)
    taken = [one for one in chosen if one.file.taken]
    if not taken:
        return _refused("found nothing to collect")
    people, left = (
        {one.who for one in taken},
        [one for one in lines if one.order == ODD],
    )
    counts = counted(len(people), "participant"), counted(len(taken), "file")
    _say(f"{', '.join(counts)} for katas, in {options.into}")
    if left:
        _say(f"left that may be for a kata: {len(left)}, the last lines above")
    _say(f"then: pytest --submission={shlex.quote(str(options.into))}")
    return 1 if left else 0


def _say(line: str) -> None:
    encoding = sys.stdout.encoding or "utf-8"
    print(on_one_line(line).encode(encoding, "backslashreplace").decode(encoding))


def _refused(reason: str) -> int:
    print(f"error: {on_one_line(reason)}\nNothing was written.", file=sys.stderr)
    return 2
