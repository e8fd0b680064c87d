"""Say whose a file is, and for which kata.

1. A source with a kata of its own (`<kata>.py`, also in `<kata>/` or `katas/<kata>/`)
   and no other person's entry is one person. Of any other source each entry is one: a
   folder, a ZIP or a TAR, or a file `NAME_<kata>.py`.
2. In an entry without a kata of its own, each folder or archive with katas is one
   person; a single one is the entry's. In `<kata>/`, files with other names are people.
3. Inside one person's entry each `<kata>.py` counts, with the modules that it imports.
"""

import ast
import re
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from unicodedata import normalize

from kata_kit.katas import BY_NAME

from kata_collect.names import ARCHIVE, Meant, is_nameless, meant, stem
from kata_collect.seen import Source, looked_at, named, walk

# What a platform puts behind the name of a person: Moodle, and Canvas.
MARK = re.compile(r"_\d+_assignsubmission_\w*$|(_late)?_\d{3,}_\d{3,}$")


@dataclass
class Handed:
    """A file that somebody handed in for a kata."""

    path: Path
    kata: str
    who: str
    is_exact: bool = True  # nothing in its name is put right
    is_loose: bool = False  # the modules beside it are other people's

    @property
    def laid(self) -> dict[str, Path]:
        """The file by the name that it should have, and the modules that it imports."""
        laid, new = {f"{self.kata}.py": self.path}, [self.path]
        while new and not self.is_loose:
            for name in _imported(new.pop()):
                module = self.path.parent / name
                if name not in laid and module.is_file():
                    laid[name] = module
                    new.append(module)
        return laid

    @property
    def content(self) -> list[bytes]:
        """The code, in which the ends of lines make no difference."""
        return [
            path.read_bytes().replace(b"\r\n", b"\n") for path in self.laid.values()
        ]


def _imported(file: Path) -> Iterator[str]:
    try:
        nodes = [*ast.walk(ast.parse(file.read_bytes()))]
    except Exception:  # Code can be wrong in any way.
        return
    for node in nodes:
        modules: list[str] = []
        if isinstance(node, ast.Import | ast.ImportFrom):
            modules = [alias.name for alias in node.names]
        if isinstance(node, ast.ImportFrom) and node.module:
            modules = [node.module]
        for module in modules:
            yield f"{module.partition('.')[0]}.py"


def handed_in(source: Source) -> list[Handed]:
    """Return the files that people handed in, by the first two rules."""
    folder = source.folder
    others, people = _of_others(folder), _loose(folder, is_source=True)
    entries = [path for path in source.unread if path.parent == folder]
    broken = [path for path in entries if ARCHIVE.search(path.name)]
    if source.name and not (others or people or broken) and _own(folder):
        people = _person(source.name, folder)
    for inner in others:
        people += _entry(inner, named(inner), source.unread)
    return _without_marks(people)


def _entry(folder: Path, name: str, unread: Collection[Path]) -> list[Handed]:
    """Apply the second rule to an entry of a source."""
    if _own(folder) or MARK.search(name):
        return _person(name, folder)
    others, people = _of_others(folder), _loose(folder)
    if len(others) == 1 and not people:
        beside = [path for path in unread if others[0] not in path.parents]
        if not any(folder in path.parents for path in beside):
            return _entry(others[0], name, unread)
    for inner in others:
        people += _person(named(inner), inner)
    return people


def _person(name: str, folder: Path) -> list[Handed]:
    """Apply the third rule to what one person handed in."""
    handed = []
    for path in walk(folder):
        found = meant(path.name)
        if found and not found.who:
            handed.append(Handed(path, found.kata, name, found.is_exact))
    return handed


def _loose(folder: Path, is_source: bool = False) -> list[Handed]:
    handed = []
    for path in _files(folder):
        found = meant(path.name)
        if found and found.who and (is_source or MARK.search(found.who)):
            handed.append(Handed(path, *found, is_loose=True))
    for place in _of_katas(folder):
        handed += _people_of_a_kata(place)
    return handed


def _people_of_a_kata(folder: Path) -> list[Handed]:
    kata, files = named(folder), _files(folder)
    nameless = [Handed(path, kata, "") for path in files if is_nameless(path.name)]
    modules = {path for one in nameless for path in one.laid.values()}
    handed = []
    for path in files:
        found = meant(path.name) or Meant(kata, stem(path.name))
        if found.who and path not in modules:
            handed.append(Handed(path, *found, is_loose=True))
    return handed


def _own(folder: Path) -> list[Path]:
    """Return the files of the katas that a folder has of its own."""
    places = [folder, *_of_katas(folder), *_of_katas(folder / "katas")]
    files = [path for place in places for path in _files(place)]
    return [path for path in files if is_nameless(path.name)]


def _of_others(folder: Path) -> list[Path]:
    """Return the folders and archives in a folder that hold files of other people."""
    found: list[Path] = []
    own = {place for path in _own(folder) for place in path.parents}
    for inner in looked_at(folder):
        if not inner.is_dir() or inner in own:
            continue
        if named(inner) in BY_NAME:
            found += _of_others(inner)
        elif any(map(_is_of_a_kata, walk(inner))):
            found.append(inner)
    return found


def _is_of_a_kata(path: Path) -> bool:
    in_folder = named(path.parent) in BY_NAME and stem(path.name) != ""
    return in_folder or meant(path.name) is not None


def _of_katas(folder: Path) -> list[Path]:
    return [path for path in looked_at(folder) if named(path) in BY_NAME]


def _files(folder: Path) -> list[Path]:
    return [path for path in looked_at(folder) if path.is_file()]


def _without_marks(handed: list[Handed]) -> list[Handed]:
    """Return the files by names without marks, if no two people have the same then."""
    marked = {one.who: MARK.sub("", one.who) for one in handed}
    counts = Counter(marked.values())
    for one in handed:
        name = marked[one.who]
        one.who = normalize("NFC", name if counts[name] == 1 else one.who)
    return handed
