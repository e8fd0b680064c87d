"""Read names: which kata a file is for, and whose it is."""

import re
from collections.abc import Callable, Iterator
from difflib import get_close_matches
from functools import lru_cache
from typing import NamedTuple
from unicodedata import normalize

from kata_kit.katas import BY_NAME

LONGEST = 255  # bytes: no system has a longer name
GAP = re.compile(r"[\s_.-]+")
# Files of tests and benchmarks bear the names of katas, and are for none.
TESTS = ("test_", "bench_", "conftest.", "__")
ARCHIVE = re.compile(r"\.(zip|tar|tgz|tbz2|txz|tar\.(gz|bz2|xz))$", re.IGNORECASE)

HISTORY = "history is not read: katas/WORKSHOP.md shows how to fetch files from it"
# What is not read, by its ending, and why.
UNREAD = {
    ".ipynb": "a notebook: its code belongs into <kata>.py",
    **dict.fromkeys((".patch", ".diff", ".mbox", ".bundle", ".git"), HISTORY),
    **dict.fromkeys((".7z", ".rar", ".gz", ".bz2", ".xz", ".zst"), "unpack it first"),
}


class Meant(NamedTuple):
    """What the name of a file says."""

    kata: str
    who: str  # "" where no name stands in front of the kata's
    is_exact: bool  # nothing has to be put right


def is_too_long(name: str) -> bool:
    return len(name.encode(errors="replace")) > LONGEST


@lru_cache(100_000)
def stem(file: str) -> str:
    """Return the name of a Python file without ".py", " (1)" and ".txt".

    It is empty for other files, and for those of tests.
    """
    found = re.fullmatch(r"(.+)\.pyw?(\.txt)?", file, re.IGNORECASE)
    if not found or is_too_long(file) or file.startswith(TESTS):
        return ""
    return normalize("NFC", re.sub(r"\s*\(\d+\)$", "", found[1]))


@lru_cache(100_000)
def meant(file: str) -> Meant | None:
    """Return what the name of a file says; None if not one kata could be meant."""
    ways: list[Callable[[str, str], bool]] = [str.__eq__, _is_alike, _has_one_error]
    for way in ways:
        found = [
            (who, kata)
            for who, rest in _parted(stem(file))
            for kata in BY_NAME
            if way(rest, kata)
        ]
        if len(found) == 1:
            who, kata = found[0]
            exact = (f"{kata}.py", f"{who}_{kata}.py", f"{who}__{kata}.py")
            return Meant(kata, who, normalize("NFC", file) in exact)
    return None


def may_be_meant(file: str) -> bool:
    """Return whether a file may be for a kata, though its name does not tell which."""
    plain = _letters(file.partition(".")[0][:LONGEST])
    katas, words = map(_letters, BY_NAME), [kata.split("_")[-1] for kata in BY_NAME]
    return not file.startswith(TESTS) and bool(
        meant(file) or plain in words or get_close_matches(plain, katas, 1, 0.7)
    )


def _parted(text: str) -> Iterator[tuple[str, str]]:
    """Return the ways to read a text as somebody's name and a kata's."""
    yield "", text
    for gap in GAP.finditer(text, 1):
        yield text[: gap.start()], text[gap.end() :]


def _letters(text: str) -> str:
    return GAP.sub("", text).casefold()


def _is_alike(text: str, kata: str) -> bool:
    return _letters(text) == _letters(kata)


def _has_one_error(text: str, kata: str) -> bool:
    """Return whether a letter is wrong, missing or added, or two are swapped."""
    wrong, right = _letters(text), _letters(kata)
    while wrong and right and wrong[0] == right[0]:
        wrong, right = wrong[1:], right[1:]
    is_swapped = wrong[:2] == right[1::-1] and wrong[2:] == right[2:]
    return is_swapped or wrong == right[1:] or wrong[1:] in (right, right[1:])
