"""Whose files there are, and for which katas."""

import re
from base64 import b64decode
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeAlias
from unicodedata import normalize

from kata_kit.katas import BY_NAME, Kata
from kata_kit.layout import short, visible
from kata_kit.record import value_of

from kata_evening.process import Child, Submission

MOST_FILES, LARGEST = 5_000, 50 * 2**20  # bytes, of all
TOO_LARGE = f"expected at most {MOST_FILES:,} files and 50 MB"
SECONDS_TO_READ = 30.0  # everything
LONGEST_LINE = 200  # characters of a path or a problem
MOST_LEFT, LONGEST_LEFT = 6, 40  # names in a line, and columns of each
LONGEST_NAME = 28  # columns
NOBODY = {"solutions", "tests", "__MACOSX"}  # in a copy of the project, or of a system
KATA, NONE = "|".join(BY_NAME), "|".join(["katas", *NOBODY, *BY_NAME])
# Whose file it is: a folder, or the beginning of the name
OWNED = re.compile(
    rf"((?!(?:{NONE})/)[^/]+/)?(?:katas/)?(?:(?:{KATA})/)?({KATA})\.py"
    rf"|([^/]+)_({KATA})\.py"
)

Files: TypeAlias = Mapping[str, bytes | str]  # A text says why it isn't read.


def submissions(path: Path, parent: str, katas: Sequence[Kata]) -> list[Submission]:
    """Return everybody's files for some katas, and name what else there is.

    Raises:
        OSError: if there is nothing at the path.
        ValueError: if there is no such file.
    """
    files = everything(path, parent)
    if path.suffix == ".py" and len(katas) == 1:  # It may have any name.
        files = {f"{katas[0].name}.py": data for data in files.values()}
    found, left = gather(files, path.stem, katas)
    if not found:
        such = f"files such as ada/{katas[0].name}.py"
        raise ValueError(f"{path}: expected {such}; it has none")
    if left:
        print(in_short(left))
    return found


def everything(path: Path, parent: str) -> Files:
    """Return all files at a path, or why one isn't read.

    Raises:
        OSError: if there is nothing.
        ValueError: if it can't be read in time.
    """
    path = path.resolve(strict=True)
    files, size = dict[str, bytes | str](), 0
    with closing(Child("reader", path, parent, SECONDS_TO_READ)) as child:
        try:
            while row := child.ask():
                name, problem, data = value_of(tuple[str, str, str], row)
                name = name[:LONGEST_LINE]
                files[name] = problem[:LONGEST_LINE] or b64decode(data)
                size += len(files[name])
                if size > LARGEST or len(files) > MOST_FILES:
                    raise ValueError(TOO_LARGE)
        except ValueError as error:
            problem = f"it's broken or too large ({error})"
            raise ValueError(f"{path} can't be read: {problem}") from None
    return files


def gather(
    files: Files, title: str, katas: Sequence[Kata]
) -> tuple[list[Submission], list[str]]:
    """Return everybody's files for some katas, and the names of all that is left.

    The title stands for somebody whose files are in no folder.
    """
    files, found, left = unwrapped(files), dict[Any, bytes | str](), list[str]()
    for name in sorted(files, key=lambda name: (name.count("/"), name)):
        owner = owner_of(name)
        if owner and owner not in found:
            found[owner] = files[name]
        else:
            left.append(name)
    names = dict[str, str]()
    for person in sorted({person for person, _ in found}):
        names[person] = unlike(person or title, names.values())
    submissions = [
        Submission(names[person], BY_NAME[kata], found[person, kata])
        for person, kata in sorted(found)
        if BY_NAME[kata] in katas
    ]
    return submissions, left


def unwrapped(files: Files) -> Files:
    """Return the files without a folder around all of them, as ZIPs often have it."""
    tops = {name.partition("/")[0] for name in files}
    if len(tops) > 1 or any(map(owner_of, files)):
        return files
    return {name.partition("/")[2]: data for name, data in files.items()}


def owner_of(name: str) -> tuple[str, str] | None:
    """Return whose file for which kata this is; "" for somebody without a folder.

    >>> owner_of("ada/katas/reversi_flips/reversi_flips.py")
    ('ada', 'reversi_flips')
    >>> owner_of("ada_lovelace_reversi_flips.py")
    ('ada_lovelace', 'reversi_flips')
    """
    if not (owned := OWNED.fullmatch(name)):
        return None
    folder, kata, person, its_kata = owned.groups(default="")
    return folder.removesuffix("/") or person, kata or its_kata


def unlike(name: str, others: Iterable[str]) -> str:
    r"""Return a name as it's shown: visible, short, and unlike the others.

    >>> unlike("\x1b[1m", []), unlike("Ada", ["ada"])
    ('\\x1b[1m', 'Ada (2)')
    """
    visible_name = one_line(normalize("NFC", name)[: LONGEST_NAME + 1])
    shown = unique = short(visible_name, LONGEST_NAME)
    taken, number = {*map(folded, others)}, 1
    while folded(unique) in taken:
        number += 1
        unique = f"{shown} ({number})"
    return unique


def folded(name: str) -> str:
    return normalize("NFKC", name).casefold()


@lru_cache(maxsize=10_000)
def one_line(text: str) -> str:
    """Return a text of somebody else's for one line of a terminal."""
    return " ".join(visible(text[:LONGEST_LINE]).split())


def in_short(left: Sequence[str]) -> str:
    """Return the names of what is left, as one line."""
    first = sorted(left, key=lambda name: not name.endswith(".py"))[:MOST_LEFT]
    more = [f"and {len(left) - MOST_LEFT} more"] if left[MOST_LEFT:] else []
    names = [short(one_line(name), LONGEST_LEFT) for name in first]
    return f"left: {', '.join([*names, *more])}"
