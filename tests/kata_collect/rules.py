"""Say whose a file is, and for which kata.

1. A source that has a kata of its own (`<kata>.py`, `<kata>/<kata>.py` or
   `katas/<kata>/<kata>.py`) and no other person's entry is one person, named like the
   folder. Of any other source each entry is one person: a folder, a ZIP or a TAR, or a
   file `NAME_<kata>.py` or `NAME__<kata>.py`. A nameless `<kata>.py` there is left.
2. If an entry has no kata of its own, but folders or archives with katas, each of
   these is one person; a single one is the entry's. In a folder with a kata's name,
   `<kata>.py` is one person's, and files with other names are people:
   `tictactoe_winner/ada.py`.
3. Inside one person's entry each `<kata>.py` counts, wherever it is, but for the
   `solutions/` and `tests/` beside `katas/`. The modules beside it that it imports come
   with it. Of two different files for a kata neither is chosen. A name is put right for
   letter case, separators, " (1)", ".py.txt" or one typing error, if only one kata and
   no other file could be meant.
"""

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple
from unicodedata import normalize

from kata_kit.katas import BY_NAME

from kata_collect.names import ARCHIVE, may_be_meant, meant, stem
from kata_collect.seen import LINK, File, Folder

MOST_FILES = 20_000  # of one person
# What learning platforms put behind the name of a person.
PLATFORM = re.compile(
    r"(_late)?(_\d+_assignsubmission_\w*|_\d{3,}_\d{3,}_?|_attempt_[\d-]+)$",
    re.IGNORECASE,
)


class Handed(NamedTuple):
    """A file that somebody handed in for a kata."""

    who: str
    kata: str
    file: File
    is_exact: bool  # its name is right
    beside: Sequence[File] = ()

    @property
    def laid(self) -> dict[str, File]:
        """The file by the name that it should have, and the modules that it imports."""
        laid, new = {f"{self.kata}.py": self.file}, [self.file]
        there = {file.name: file for file in self.beside}
        while new:
            for name in _imported(new.pop().data):
                if name in there and name not in laid:
                    laid[name] = there[name]
                    new.append(there[name])
        return laid

    @property
    def content(self) -> dict[str, bytes]:
        """What tells it from another file; the ends of lines do not."""
        if self.file.unread:
            return {self.file.path: b""}
        laid = self.laid.items()
        return {name: file.data.replace(b"\r\n", b"\n") for name, file in laid}


def _imported(code: bytes) -> Iterator[str]:
    """Return the names of the files that code imports, if Python can parse it."""
    try:
        nodes = list(ast.walk(ast.parse(code)))
    except Exception:  # Code can be wrong in any way.
        return
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.module:
            yield _file(node.module)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            yield from (_file(alias.name) for alias in node.names)


def _file(module: str) -> str:
    return f"{module.partition('.')[0]}.py"


def sort(source: Folder) -> list[Handed]:
    """Apply the first two rules to a source."""
    own = _own(source)
    people = [_entry(folder, folder.name) for folder in _holders(source)]
    people += _loose(source, is_source=True)
    is_broken = any(file.unread and ARCHIVE.search(file.name) for file in source.files)
    if own and source.name and not (people or is_broken):
        return _named([_person(source.name, source)])
    for file in own:
        file.left = "nobody's, beside other people's: name it NAME__<kata>.py"
    return _named(people)


def choose(handed: Iterable[Handed], by_hand: Collection[str]) -> list[Handed]:
    """Return the file that counts for each person and kata, by the third rule.

    Of two different ones those count whose path was chosen by hand.
    """
    cells = defaultdict[tuple[str, str], list[Handed]](list)
    for one in handed:
        cells[one.who, one.kata].append(one)
    chosen = []
    for those in cells.values():
        asked = [one for one in those if one.file.path in by_hand]
        possible = asked or [one for one in those if one.is_exact] or those
        first = possible[0]
        is_clear = all(one.content == first.content for one in possible)
        for one in those:
            is_same = is_clear and one.content == first.content
            one.file.matters = not (is_same or (asked and is_clear))
            one.file.left = f"there is another, {first.file.path}"
            if is_same:
                one.file.left = f"the same as {first.file.path}"
            elif not is_clear and one in possible:
                one.file.left = (
                    f"one of {len(possible)} files for it; --take=PATH chooses"
                )
        if is_clear:
            chosen.append(first)
    return chosen


def _entry(folder: Folder, name: str) -> list[Handed]:
    """Apply the second rule to an entry of a source."""
    if _own(folder) or PLATFORM.search(name):
        return _person(name, folder)
    holders, people = _holders(folder), _loose(folder)
    if len(holders) == 1 and not people:
        return _entry(holders[0], name)
    people += [_person(inner.name, inner) for inner in holders]
    return _named(people)


def _person(name: str, folder: Folder) -> list[Handed]:
    """Apply the third rule to what one person handed in."""
    files = list(folder.walk())
    if len(files) > MOST_FILES:
        folder.folders.clear()
        why = f"more than {MOST_FILES:,} files"
        folder.files = [File(folder.path, folder.name, unread=why)]
        return []
    handed = []
    for place, file in files:
        found = meant(file.name)
        if found and not found.who:
            one = Handed(name, found.kata, file, found.is_exact, place.files)
            handed.append(one)
    for place, file in files if handed else []:
        file.matters = file.unread not in ("", LINK) or may_be_meant(file.name)
        file.matters |= place.name in BY_NAME and bool(stem(file.name))
    return handed


def _loose(folder: Folder, is_source: bool = False) -> list[list[Handed]]:
    """Return the files of a folder, and of its folders of katas, that name people."""
    people = []
    for file in folder.files:
        found = meant(file.name)
        if found and found.who and (is_source or PLATFORM.search(found.who)):
            people.append([Handed(found.who, found.kata, file, found.is_exact)])
    for place in _of_katas(folder):
        own = [file for file in place.files if _is_nameless(file)]
        laid = [Handed("", place.name, file, True, place.files).laid for file in own]
        used = {name for files in laid for name in files}
        for file in place.files:
            name = stem(file.name)
            if name and not (_is_nameless(file) or file.name in used):
                who = re.sub(rf"_+{place.name}$", "", name)
                is_exact = file.name == f"{name}.py"
                people.append([Handed(who, place.name, file, is_exact)])
    return people


def _own(folder: Folder) -> list[File]:
    """Return the files of the katas that a folder has of its own."""
    places = [folder, *_of_katas(folder)]
    if "katas" in folder.folders:
        places += _of_katas(folder.folders["katas"])
    return [file for place in places for file in place.files if _is_nameless(file)]


def _of_katas(folder: Folder) -> list[Folder]:
    return [one for one in folder.folders.values() if one.name in BY_NAME]


def _is_nameless(file: File) -> bool:
    found = meant(file.name)
    return found is not None and not found.who


def _holders(folder: Folder) -> list[Folder]:
    """Return the folders and archives in a folder that hold files of other people."""
    found: list[Folder] = []
    for inner in folder.folders.values():
        own = _own(Folder("", "", folders={inner.name: inner}))
        if inner.name in BY_NAME and not own:
            found += _holders(inner)
        elif not own and any(_is_of_kata(*one) for one in inner.walk()):
            found.append(inner)
    return found


def _is_of_kata(place: Folder, file: File) -> bool:
    return bool(meant(file.name) or (place.name in BY_NAME and stem(file.name)))


def _named(people: Iterable[list[Handed]]) -> list[Handed]:
    """Return the files of people by their names, without what a platform puts behind.

    It stays where two people have the same name.
    """
    handed = [one for person in people for one in person]
    marked = {one.who: PLATFORM.sub("", one.who) for one in handed}
    counts = Counter(marked.values())
    names = {who: name if counts[name] == 1 else who for who, name in marked.items()}
    return [one._replace(who=normalize("NFC", names[one.who])) for one in handed]
