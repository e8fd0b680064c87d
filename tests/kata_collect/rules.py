"""Say whose a file is.

1. A source with a kata of its own (`<kata>.py`, also in `<kata>/` or `katas/<kata>/`)
   and no other person's entry is one person. Of any other source each entry is one: a
   folder, a ZIP or a TAR, or a file `NAME_<kata>.py`.
2. In an entry without a kata of its own, each folder or archive with katas is one
   person; a single one is the entry's. In `<kata>/`, files with other names are people.
3. Inside one person's entry each `<kata>.py` counts, with the modules that it imports.
"""

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from unicodedata import normalize

from kata_collect.seen import File, Source, named

# What a platform puts behind the name of a person: Moodle, and Canvas.
MARK = re.compile(r"_\d+_assignsubmission_\w*$|(_late)?_\d{3,}_\d{3,}$")


def say_whose(source: Source) -> None:
    """Say of each file for a kata whose it is, and what has to come with it."""
    by_path = {file.path: file for file in source.files}
    for file in source.files:
        file.laid = _laid(file, by_path)
        if file.is_among_people and not file.by:
            for module in file.laid.values():
                if module.by:  # It is no person.
                    module.kata = module.by = ""
    files = [file for file in source.files if file.kata or file.is_closed]
    _source(source, files)
    names = {file.who: MARK.sub("", file.who) for file in files}
    counts = Counter(names.values())
    for file in files:  # Two people may have the same name without a mark.
        is_one = counts[names[file.who]] == 1
        file.who = normalize("NFC", names[file.who] if is_one else file.who)


def _source(source: Source, files: list[File], depth: int = 0) -> None:
    """Apply the first rule; one folder around all in an archive is no entry."""
    here, inner = _parted(files, depth)
    if (
        source.is_archive
        and len(inner) == 1
        and not (here or MARK.search(named("".join(inner))))
    ):
        _source(source, files, depth + 1)
        return
    people = [file for file in here if file.by]
    source.is_one_persons = bool(here) and not (people or inner)
    if source.is_one_persons:
        _are_of(files, source.name)
    for file in people:
        file.who = file.by
    for name, those in inner.items():
        _entry(those, named(name), depth + 1)


def _entry(files: list[File], name: str, depth: int) -> None:
    """Apply the second rule to an entry of a source."""
    here, inner = _parted(files, depth)
    signed = [file for file in here if file.by]
    people = [one for one in signed if one.is_among_people or MARK.search(one.by)]
    if MARK.search(name) or signed != here:
        _are_of(files, name)
    elif len(inner) == 1 and not people:
        _entry(files, name, depth + 1)
    else:
        for file in people:
            file.who = file.by
        for who, those in inner.items():
            _are_of(those, named(who))


def _parted(files: list[File], depth: int) -> tuple[list[File], dict[str, list[File]]]:
    """Return the files in a folder that is so deep, and those in folders in it."""
    here, inner = list[File](), defaultdict[str, list[File]](list)
    for file in files:
        if len(file.folders) > depth:
            inner[file.folders[depth]].append(file)
        else:
            here.append(file)
    return here, inner


def _are_of(files: list[File], who: str) -> None:
    """Apply the third rule to what one person handed in."""
    for file in files:
        if file.kata and not file.by:
            file.who = who


def _laid(file: File, by_path: Mapping[PurePosixPath, File]) -> dict[str, File]:
    """Return a file by the name that it should have, with the modules it imports.

    Beside a file with a person's name stand those of other people.
    """
    laid = {f"{file.kata}.py": file} if file.kata else {}
    new = [file]
    while new and file.kata and not file.by:
        for name in _imported(new.pop().data):
            module = by_path.get(file.path.with_name(name))
            if module and name not in laid:
                laid[name] = module
                new.append(module)
    return laid


def _imported(code: bytes) -> Iterator[str]:
    try:
        nodes = [*ast.walk(ast.parse(code))]
    except Exception:  # Code can be wrong in any way.
        return
    for node in nodes:
        if isinstance(node, ast.Import | ast.ImportFrom):
            module = getattr(node, "module", None)
            for name in [module] if module else [alias.name for alias in node.names]:
                yield f"{name.partition('.')[0]}.py"
