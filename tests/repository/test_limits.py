"""Documents name the limits that the code has, in digits or in words."""

import sys
from typing import Any

import pytest
from kata_kit import options, process
from kata_kit.process import Limits
from kata_worker import MOST_PRINTED
from repository.project import ROOT
from repository.test_house import LONGEST

# Numbers in words, from nought on
ENGLISH = "no one two three four five six seven eight nine ten eleven twelve"
GERMAN = "null eine zwei drei vier fünf sechs sieben acht neun zehn elf zwölf"
SPANISH = "cero un dos tres cuatro cinco seis siete ocho nueve diez once doce"

CALL, ALL = Limits.seconds, Limits.total_seconds
KB = MOST_PRINTED // 1000
PERSON, WORKSHOP = (
    options.OPTIONS[option][1]["default"]
    for option in ("--participant-total", "--workshop-total")
)
CLOCK, CLOCK_WITH_ALL = process.PATIENCE, process.PATIENCE_WITH_ALL
HOURS = "an hour" if WORKSHOP == 3600 else f"{WORKSHOP:g} s"


def word(number: Any, words: str = ENGLISH) -> str:
    """Return a number as a document has it: "five"."""
    return dict(enumerate(words.split()))[number]  # 5.0 is 5, and 5.5 is none.


def times(number: int) -> str:
    """Return how often, as in "twice that", "five times that"."""
    return "twice" if number == 2 else f"{word(number)} times"


# What stands in which document
SAID = [
    ("katas/WORKING.md", f"20 seconds in place of {CALL:g} |"),
    ("CONTRIBUTING.md", f"has {CALL:g} s of processor time"),
    ("CONTRIBUTING.md", f"`), and {times(CLOCK)} that by the clock, because"),
    ("CONTRIBUTING.md", f"a kata have {ALL:g} s"),
    ("CONTRIBUTING.md", f"; {options.TIMES_A_CALL} times the limit of a call"),
    (
        "CONTRIBUTING.md",
        f"if that is more), and {times(CLOCK_WITH_ALL)} that by the clock",
    ),
    ("CONTRIBUTING.md", f"gets {Limits.memory // 1024**3} GB of memory"),
    ("CONTRIBUTING.md", f"prints {KB} kB"),
    ("CONTRIBUTING.md", f"longer than {LONGEST} lines"),
    ("katas/WORKING.md", f"up to {KB} kB"),
    ("katas/README.md", f"may take {word(CALL)} seconds of processor time"),
    ("katas/README.md", f"code that waits has {times(CLOCK)} that"),
    ("katas/README.de.md", f"darf {word(CALL, GERMAN)} Sekunden"),
    ("katas/README.es.md", f"dispone de {word(CALL, SPANISH)} segundos"),
    ("katas/WORKSHOP.md", f"participant take {word(PERSON / 60)} minutes"),
    ("katas/WORKSHOP.md", f"the whole run {HOURS} ("),
    ("katas/reversi_search/README.md", f"together may take {ALL:g} seconds"),
    ("tests/kata_workshop/run.py", f"{KB} kB of output a call"),
    # The page waits half a second longer than a call may take.
    ("tests/kata_site/page/python.js", f"= {CALL * 1000 + 500:_.0f}; // ms"),
]


@pytest.mark.skipif(
    sys.platform == "win32", reason="the documents say where Windows has other limits"
)
@pytest.mark.parametrize(("document", "sentence"), SAID)
def test_a_document_names_a_limit_of_the_code(document, sentence):
    assert sentence in (ROOT / document).read_text(encoding="utf-8")
