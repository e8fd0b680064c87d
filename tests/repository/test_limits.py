"""Documents name the limits that the code has, in digits or in words."""

import sys

import pytest
from kata_kit import options, process
from kata_kit.process import Limits
from kata_kit.replies import LONGEST_PRINT
from kata_worker.console import MOST_PRINTED
from repository.project import ROOT
from repository.test_house import LONGEST

CALL, KATA = f"{Limits.seconds:g}", f"{Limits.total_seconds:g}"
CLOCK, CLOCK_WITH_ALL = process.PATIENCE, process.PATIENCE_WITH_ALL
KB = LONGEST_PRINT // 1000
PERSON, WORKSHOP = (
    options.SETTINGS[option]["default"]
    for option in ("--participant-total", "--workshop-total")
)
ENGLISH = {2: "twice", 5: "five", 3600: "an hour"}
GERMAN = {"5": "fünf"}
SPANISH = {"5": "cinco"}

SAID = [
    ("katas/WORKING.md", f"20 seconds in place of {CALL}"),
    ("CONTRIBUTING.md", f"has {CALL} s of processor time"),
    ("CONTRIBUTING.md", f"{ENGLISH.get(CLOCK)} times that by the clock"),
    ("CONTRIBUTING.md", f"All calls of a kata have {KATA} s"),
    ("CONTRIBUTING.md", f"{options.TIMES_A_CALL} times the limit of a call"),
    ("CONTRIBUTING.md", f"{ENGLISH.get(CLOCK_WITH_ALL)} that by the clock"),
    ("CONTRIBUTING.md", f"{Limits.memory // 1024**3} GB of memory"),
    ("CONTRIBUTING.md", f"prints {KB} kB"),
    ("CONTRIBUTING.md", f"longer than {LONGEST} lines"),
    ("katas/README.md", f"{ENGLISH[int(CALL)]} seconds of processor time"),
    ("katas/README.md", f"{ENGLISH.get(CLOCK)} times that"),
    ("katas/README.de.md", f"{GERMAN[CALL]} Sekunden"),
    ("katas/README.es.md", f"{SPANISH[CALL]} segundos"),
    ("katas/WORKSHOP.md", f"{ENGLISH[PERSON // 60]} minutes at most"),
    ("katas/WORKSHOP.md", f"the whole run {ENGLISH[WORKSHOP]}"),
    ("katas/reversi_search/README.md", f"{KATA} seconds"),
    ("tests/kata_workshop/run.py", f"{KB} kB of output a call"),
]


@pytest.mark.skipif(
    sys.platform == "win32", reason="the documents say where Windows has other limits"
)
@pytest.mark.parametrize(("file", "words"), SAID)
def test_a_document_names_the_limit_of_the_code(file: str, words: str) -> None:
    assert words in (ROOT / file).read_text(encoding="utf-8")


def test_both_processes_cut_what_is_printed_at_the_same_length() -> None:
    assert LONGEST_PRINT == MOST_PRINTED
