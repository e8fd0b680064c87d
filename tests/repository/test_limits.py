"""Documents name the limits that the code has, in digits or in words."""

import re
import sys
from pathlib import Path

import pytest
from kata_kit import options, process
from kata_kit.process import Limits
from kata_kit.replies import LONGEST_PRINT
from kata_worker.console import MOST_PRINTED
from repository.project import ROOT
from repository.test_house import LONGEST

MINUTE, HOUR = 60, 3600

LIMITS = {
    "seconds of a call": Limits.seconds,
    "seconds of a kata": Limits.total_seconds,
    "calls of a kata": options.TIMES_A_CALL,
    "clock of a call": process.PATIENCE,
    "clock of a kata": process.PATIENCE_WITH_ALL,
    "minutes of a person": options.SETTINGS["--participant-total"]["default"] / MINUTE,
    "hours of a workshop": options.SETTINGS["--workshop-total"]["default"] / HOUR,
    "GB": Limits.memory / 1024**3,
    "kB": LONGEST_PRINT / 1000,
    "lines": LONGEST,
}

# A file, and words in it with the name of a limit in place of its number.
SAID = [
    ("katas/WORKING.md", "20 seconds in place of {seconds of a call}"),
    ("CONTRIBUTING.md", "has {seconds of a call} s of processor time"),
    ("CONTRIBUTING.md", "{clock of a call} times that by the clock"),
    ("CONTRIBUTING.md", "All calls of a kata have {seconds of a kata} s"),
    ("CONTRIBUTING.md", "{calls of a kata} times the limit of a call"),
    ("CONTRIBUTING.md", "{clock of a kata} that by the clock"),
    ("CONTRIBUTING.md", "{GB} GB of memory"),
    ("CONTRIBUTING.md", "prints {kB} kB"),
    ("CONTRIBUTING.md", "longer than {lines} lines"),
    ("katas/README.md", "{seconds of a call} seconds of processor time"),
    ("katas/README.md", "{clock of a call} times that"),
    ("katas/README.de.md", "{seconds of a call} Sekunden"),
    ("katas/README.es.md", "{seconds of a call} segundos"),
    ("katas/WORKSHOP.md", "{minutes of a person} minutes at most"),
    ("katas/WORKSHOP.md", "the whole run {hours of a workshop} hour"),
    ("katas/reversi_search/README.md", "{seconds of a kata} seconds"),
    ("tests/kata_workshop/run.py", "{kB} kB of output a call"),
]
WORDS = {
    1: "an one",
    2: "twice two zwei dos",
    3: "three drei tres",
    4: "four vier cuatro",
    5: "five fünf cinco",
    6: "six sechs seis",
    8: "eight acht ocho",
    10: "ten zehn diez",
    12: "twelve zwölf doce",
}
NUMBERS = "|".join([r"\d[\d,.]*", *" ".join(WORDS.values()).split()])
WITH_UNITS = rf"\b(?:{NUMBERS}) (?:s|seconds|Sekunden|segundos|GB|kB)\b"

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="the documents say where Windows has other limits"
)


def name_in(words: str) -> str:
    """Return the name of the limit that words are about."""
    return words.partition("{")[2].partition("}")[0]


def with_number(words: str, number: str) -> str:
    """Return the pattern of words about a limit, with the pattern of its number."""
    return words.replace(f"{{{name_in(words)}}}", rf"\b(?:{number})\b")


def spellings(number: float) -> str:
    """Return the pattern of a number in digits or in words."""
    return "|".join([f"{number:g}", *WORDS.get(int(number), "").split()])


def prose(path: Path) -> str:
    """Return a document without what stands in its blocks of code."""
    text = path.read_text(encoding="utf-8")
    return re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)


def test_all_that_is_said_of_limits_is_so() -> None:
    wrong = []
    for file, words in SAID:
        number = LIMITS[name_in(words)]
        pattern = with_number(words, spellings(number))
        if not re.search(pattern, prose(ROOT / file)):
            wrong.append(f"{file}: in {words!r} it should be {number:g}")
    assert not wrong, "\n".join(wrong)


def test_all_sentences_that_name_a_limit_are_known() -> None:
    katas = sorted((ROOT / "katas").rglob("*.md"))
    unknown = []
    for path in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *katas):
        text = prose(path)
        for file, words in SAID:
            if path == ROOT / file:
                text = re.sub(with_number(words, NUMBERS), "", text)
        found = re.findall(WITH_UNITS, text)
        unknown += [f"{path.relative_to(ROOT)}: {one}" for one in found]
    assert not unknown, "\n".join(["not in SAID:", *unknown])


def test_both_processes_cut_what_is_printed_at_the_same_length() -> None:
    assert LONGEST_PRINT == MOST_PRINTED
