"""Documents name the limits that the code has, in digits or in words."""

import sys
from typing import NamedTuple

import pytest
from kata_kit import options, process
from kata_kit.process import Limits
from kata_worker import MOST_PRINTED
from repository.project import ROOT
from repository.test_house import LONGEST

CALL = Limits.seconds
CLOCK, CLOCK_WITH_ALL = process.PATIENCE, process.PATIENCE_WITH_ALL
KB = MOST_PRINTED // 1000
PERSON, WORKSHOP = (
    options.OPTIONS[option][1]["default"]
    for option in ("--participant-total", "--workshop-total")
)

# Numbers in words, from one to twelve; others are in digits.
ENGLISH = "one two three four five six seven eight nine ten eleven twelve"
GERMAN = "eine zwei drei vier fünf sechs sieben acht neun zehn elf zwölf"
SPANISH = "un dos tres cuatro cinco seis siete ocho nueve diez once doce"


def in_words(number: float, language: str = ENGLISH) -> str:
    """Return a number as a sentence has it: "five", "5.5", "15"."""
    words = language.split()
    known = number in range(1, len(words) + 1)
    return words[int(number) - 1] if known else f"{number:g}"


def times(number: int) -> str:
    """Return how often, as in "twice that", "five times that"."""
    return "twice" if number == 2 else f"{in_words(number)} times"


class Said(NamedTuple):
    """A limit in a document: the words around it, and what stands at `{}`."""

    file: str
    words: str
    value: object


SAID = [
    Said("katas/WORKING.md", "20 seconds in place of {} |", f"{CALL:g}"),
    Said("CONTRIBUTING.md", "has {} s of processor time", f"{CALL:g}"),
    Said("CONTRIBUTING.md", "`), and {} that by the clock, because", times(CLOCK)),
    Said("CONTRIBUTING.md", "a kata have {} s", f"{Limits.total_seconds:g}"),
    Said("CONTRIBUTING.md", "; {} times the limit of a call", options.TIMES_A_CALL),
    Said(
        "CONTRIBUTING.md",
        "if that is more), and {} that by the clock",
        times(CLOCK_WITH_ALL),
    ),
    Said("CONTRIBUTING.md", "gets {} GB of memory", Limits.memory // 1024**3),
    Said("CONTRIBUTING.md", "prints {} kB", KB),
    Said("CONTRIBUTING.md", "longer than {} lines", LONGEST),
    Said("katas/README.md", "may take {} seconds of processor time", in_words(CALL)),
    Said("katas/README.md", "code that waits has {} that", times(CLOCK)),
    Said("katas/README.de.md", "darf {} Sekunden", in_words(CALL, GERMAN)),
    Said("katas/README.es.md", "dispone de {} segundos", in_words(CALL, SPANISH)),
    Said(
        "katas/WORKSHOP.md",
        "participant take {} at most",
        f"{in_words(PERSON / 60)} minutes",
    ),
    Said(
        "katas/WORKSHOP.md",
        "the whole run {} (",
        "an hour" if WORKSHOP == 3600 else f"{WORKSHOP} s",
    ),
    Said(
        "katas/reversi_search/README.md",
        "together may take {} seconds",
        f"{Limits.total_seconds:g}",
    ),
    Said("tests/kata_workshop/run.py", "{} kB of output a call", KB),
    # The page waits half a second longer than a call may take.
    Said("tests/kata_site/page/python.js", "= {}; // ms", f"{CALL * 1e3 + 500:_.0f}"),
]


@pytest.mark.skipif(
    sys.platform == "win32", reason="the documents say where Windows has other limits"
)
def test_documents_name_the_limits_of_the_code():
    missing = [
        f"{said.file}: expected {sentence!r}"
        for said in SAID
        if (sentence := said.words.format(said.value))
        not in (ROOT / said.file).read_text(encoding="utf-8")
    ]
    assert not missing, "\n".join(missing)
