"""Read names: which kata a file is for, and whose it is."""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple
from unicodedata import normalize

from kata_kit.katas import BY_NAME

GAP = re.compile(r"[\s_.-]+")
PYTHON = re.compile(r"\.pyw?(\.txt)?$", re.IGNORECASE)
COPY = re.compile(r"\s*\(\d+\)$")
ARCHIVE = re.compile(r"\.(zip|tgz|tar(\.gz)?)$", re.IGNORECASE)
# Files of tests and benchmarks bear the names of katas, and are for none.
TESTS = ("test_", "bench_", "conftest.", "__")
OF_A_CLONE = {"solutions", "tests"}  # beside its `katas`: nobody's answers

HISTORY = "history is not read: katas/WORKSHOP.md shows how to fetch files from it"
# The endings that are not read, and why.
UNREAD = {
    ".ipynb": "a notebook: its code belongs into <kata>.py",
    **dict.fromkeys((".eml", ".msg"), "a mail: save its attachment"),
    **dict.fromkeys((".patch", ".diff", ".mbox", ".bundle", ".git"), HISTORY),
    **dict.fromkeys((".7z", ".rar", ".gz", ".bz2", ".xz", ".zst"), "unpack it first"),
}


class Meant(NamedTuple):
    """The kata and the person that the name of a file says."""

    kata: str
    who: str  # "" where no name stands in front
    is_exact: bool = True  # nothing has to be put right


def stem(file: str) -> str:
    """Return the name of a Python file without ".py", " (1)" and ".txt".

    It is empty for other files, and for those of tests.
    """
    if file.startswith(TESTS) or not PYTHON.search(file):
        return ""
    return normalize("NFC", COPY.sub("", PYTHON.sub("", file)))


@cache
def meant(file: str) -> Meant | None:
    """Return what the name of a file says; None if not one kata could be meant."""
    for is_alike in (str.__eq__, _has_one_error):
        found = [
            (who, kata)
            for who, rest in _parted(stem(file))
            for kata in BY_NAME
            if is_alike(letters(rest), letters(kata))
        ]
        if len(found) == 1:
            who, kata = found[0]
            exact = (f"{kata}.py", f"{who}_{kata}.py", f"{who}__{kata}.py")
            return Meant(kata, who, normalize("NFC", file) in exact)
    return None


def _parted(text: str) -> Iterator[tuple[str, str]]:
    yield "", text
    for gap in GAP.finditer(text, 1):
        yield text[: gap.start()], text[gap.end() :]


def letters(text: str) -> str:
    return GAP.sub("", text).casefold()


def _has_one_error(wrong: str, right: str) -> bool:
    """Return whether a letter is wrong, missing or added, or two are swapped."""
    while wrong and right and wrong[0] == right[0]:
        wrong, right = wrong[1:], right[1:]
    swapped = wrong[1::-1] + wrong[2:]
    return right in (wrong[1:], swapped) or right[1:] in (wrong, wrong[1:])
