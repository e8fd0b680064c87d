"""The command: `python -m katas collect SOURCE...`."""

import argparse
import shlex
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path, PurePosixPath
from shutil import rmtree

from kata_kit.katas import BY_NAME, KataFiles
from kata_kit.layout import on_one_line, short
from kata_kit.record import counted
from kata_kit.sources import places

from kata_collect.history import Failed, author, branches, patched
from kata_collect.pile import PATCHES, Pile
from kata_collect.sorting import Files, Handed, laid_out, person, read, sort

WHAT = """\
Makes one folder of everybody's files, in the layout that pytest --submission reads.
A SOURCE is somebody's clone, ZIP, patch or file; a repository with a branch, a fork or
a pull request for each participant; or a folder or a ZIP with any of these in it.
Nothing is run, nothing is written over, and no network is used.
"""
UNNAMED = "unnamed"
# What stands at the top of one person's files.
OWN = {"katas", *BY_NAME, *(f"{name}.py" for name in BY_NAME)}


class Collection:
    """What is to be written, and what there is to say about it."""

    def __init__(self, into: Path) -> None:
        self._into = into
        there = into.iterdir() if into.is_dir() else ()
        self._names = {path.name.casefold(): path.name for path in there}
        self._codes: dict[tuple[str, bytes], list[str]] = defaultdict(list)
        self.names: set[str] = set()  # the folders of the participants
        self.files: dict[tuple[str, str], Files] = {}  # for them, by folder and kata
        self.told: list[str] = []  # a line for each thing that somebody should look at
        self.lost: list[str] = []  # the same for what is not collected

    def add_source(self, source: Path) -> None:
        """Sort what stands in a source; nothing is written yet."""
        pile, label = Pile(), person(source.name)
        found: list[tuple[str, Pile]] = []
        try:
            found = branches(source)
        except Failed as error:
            self.lost.append(f"{source.name} (git: {error})")
            if not (source / ".git").exists():
                return  # There are no files beside it.
        for who, branch in found:
            self._add(person(who), branch.files, branch)
            self.lost += branch.odd
        if found:
            return
        if source.is_dir():
            pile.add_folder(source)
        else:
            pile.add_file(source, source.name)
        whose = list(split(label, pile.files))
        for who, files in whose:
            self._add(who, files, pile)
        self.lost += pile.odd
        if source.is_dir() and [who for who, _ in whose] != [label]:
            some = {path.partition("/")[0] for path in pile.files}
            names = sorted(one.name for one in source.iterdir() if one.is_dir())
            empty = [name for name in names if name not in some and name[0] not in "._"]
            self.lost += [
                f"{name}: nothing for a kata, found no file" for name in empty
            ]

    def _add(self, who: str, files: Files, pile: Pile) -> None:
        """Sort what one participant handed in."""
        for path in [path for path in files if PurePosixPath(path).suffix in PATCHES]:
            try:
                made = patched(files[path], path)
                files |= made.files
                pile.odd += made.odd
            except Failed as error:
                pile.odd.append(f"{path} (git: {error})")
        tried, some = sort(files), ", ".join([*files][:3])
        if not tried and who == UNNAMED:
            self.told.append(f"{some} is not for a kata")
        elif not tried:
            self.lost.append(f"{who}: nothing for a kata, found {some}")
        for first, *others in tried.values():
            self._take(who, first, files)
            for one in (one for one in others if one.code != first.code):
                if one.name.exact or one.name.again or one.is_notebook:
                    self._take(who, one, files)
                else:
                    self.told.append(
                        f"{who}: {one.path} is left out, there is {first.path}"
                    )

    def _take(self, who: str, one: Handed, files: Files) -> None:
        if one.is_notebook:
            self.lost.append(f"{who}: {one.path} ({one.advice})")
            return
        laid, kata, names = laid_out(one, files), one.kata, self._like(who)
        name = next(n for n in names if one.is_stub or self._is_free(n, kata, laid))
        self.names.add(name)
        if one.is_stub:
            return
        if name != who:
            self.told.append(
                f"{who}: there is another {kata.name}.py; {one.path} is in {name}"
            )
        if not (one.name.exact or one.name.who):
            self.told.append(f"{who}: {one.path} is taken, but {one.advice}")
        self.files[name, kata.name] = laid
        self._codes[kata.name, one.code].append(name)

    def _like(self, who: str) -> Iterator[str]:
        """The name, and others like it; with the capitals that it has in the folder."""
        for number in count(1):
            name = f"{who} ({number})" if number > 1 else who
            yield self._names.setdefault(name.casefold(), name)

    def _is_free(self, name: str, kata: KataFiles, laid: Files) -> bool:
        """Whether nothing else stands where the file of a kata is to be."""
        there = next(filter(Path.exists, places(self._into / name, kata)), None)
        if there:
            return there.read_bytes() == laid[there.name]
        return self.files.get((name, kata.name), laid) == laid

    @property
    def alike(self) -> Iterator[str]:
        """A line for each solution that several people handed in."""
        for (kata, _), names in self._codes.items():
            if len(set(names)) > 1:
                yield f"{kata}: the same code from {', '.join(dict.fromkeys(names))}"

    def write(self) -> None:
        """Write all of it or nothing; raises `OSError` if that fails."""
        folders = [self._into, *(self._into / name for name in sorted(self.names))]
        laid = {
            self._into / name / kata: files
            for (name, kata), files in self.files.items()
        }
        # What is there already is the same.
        new = [folder for folder in (*folders, *laid) if not folder.exists()]
        try:
            for folder in new:
                folder.mkdir(parents=True)
                for file, data in laid.get(folder, {}).items():
                    (folder / file).write_bytes(data)
        except OSError:
            for folder in new:
                rmtree(folder, ignore_errors=True)
            raise


def split(
    label: str, files: Files, zipped: bool = False
) -> Iterator[tuple[str, Files]]:
    """What each participant handed in, of the files of a source by their paths in it.

    A ZIP may have one more folder around everything.
    """
    groups = defaultdict[str, Files](dict)
    for path in files:
        first, slash, rest = path.partition("/")
        groups[first + slash][rest or first] = files[path]
    ((first, inner),) = groups.items() if len(groups) == 1 else (("", {}),)
    if zipped and first.endswith("/"):
        yield from split(label, inner, zipped)
        return
    own = any(first.rstrip("/") in OWN for first in groups)
    if own or (zipped and sum(bool(sort(group)) for group in groups.values()) < 2):
        yield label, files
        return
    for first, group in groups.items():
        meant, at = read(first), PurePosixPath(first)
        if at.suffix.casefold() == ".zip":
            yield from split(person(at.stem), group, zipped=True)
        elif first.endswith("/"):
            yield person(first[:-1]), group
        elif at.suffix in PATCHES:
            sender = author(group[first]) if at.stem.isdecimal() else ""
            yield sender or person(at.stem), group
        else:
            yield (meant.who if meant else "") or UNNAMED, group


def main(arguments: Sequence[str]) -> int:
    """Collect; the exit code is 1 if something could not be, and 2 when nothing was written."""
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(
        "python -m katas collect", None, WHAT, formatter_class=form
    )
    parser.add_argument("sources", nargs="+", type=Path, metavar="SOURCE")
    parser.add_argument(
        "--into", type=Path, default=Path("submissions"), metavar="FOLDER"
    )
    options = parser.parse_args(arguments)
    collection = Collection(options.into.resolve())
    try:
        for source in options.sources:
            if not source.exists():
                hint = "; clone it first" if ":" in str(source) else ""
                raise FileNotFoundError(2, f"there is no {source}{hint}")
            collection.add_source(source.resolve())
        lost = map("not collected: {}".format, collection.lost)
        for line in (*collection.told, *collection.alike, *lost):
            _say(line)
        if not collection.names:
            raise FileNotFoundError(2, "found nothing to collect")
        collection.write()
    except OSError as error:
        print(f"error: {error.strerror}\nNothing was written.", file=sys.stderr)
        return 2
    people = counted(len(collection.names), "participant")
    _say(
        f"{people}, {counted(len(collection.files), 'file')} for katas, in {options.into}"
    )
    _say(f"then: pytest --submission={shlex.quote(str(options.into))}")
    return 1 if collection.lost else 0


def _say(line: str) -> None:
    encoding = sys.stdout.encoding or "utf-8"
    text = short(on_one_line(line), 300)
    print(text.encode(encoding, "backslashreplace").decode(encoding))
