"""Workshops that tests make: records, and everybody's files with the truth.

The honest people hand in right solutions, misconceptions, other wrong code, stubs, and
nothing. The hostile ones hand in code that attacks the run or somebody else; most of it
would give the right answers if nothing stopped it.
"""

import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from kata_kit.katas import KataFiles
from kata_kit.record import (
    BROKEN,
    GREEN,
    MISSING,
    NOT_STARTED,
    RED,
    CaseRecord,
    Failure,
    KataRecord,
    StageRecord,
)
from kata_report.cohort import NOTHING, Cohort, ordered
from kata_tables.mistakes import read
from repository.project import ROOT

# Records

STAGES = ("one", "two", *map(str, range(3, 9)))


def person(
    name: str,
    state: str,
    *failures: CaseRecord,
    kata: str = "first",
    bar: str = "#.",
    **more: Any,
) -> KataRecord:
    """What came of somebody's code; each sign of the bar is a stage with one case."""
    ended = {"#": "passed", "x": "failed", ".": "not_run"}
    if state in (BROKEN, *NOTHING):
        bar = "." * len(bar)
    signs = zip(STAGES, bar, strict=False)
    stages = tuple(StageRecord(stage, **{ended[sign]: 1}) for stage, sign in signs)
    file = "" if state == MISSING else f"{name}/{kata}.py"
    made = KataRecord(
        kata, file, state, f"words of {state}", stages, failures, participant=name
    )
    return replace(made, **more)


def failure(
    title: str, text: str = "no", function: str = "f", **more: Any
) -> CaseRecord:
    """A case that somebody got wrong."""
    case = CaseRecord("first", "one", title, "failed", function, Failure(text))
    return replace(case, **more)


def cohort(*records: KataRecord, **more: Any) -> Cohort:
    """The workshop of which these are the records."""
    katas = {one.kata: tuple(stage.name for stage in one.stages) for one in records}
    made = Cohort(
        "the folder", katas, ordered(records, katas), started="2025-01-31 14:05"
    )
    return replace(made, **more)


# Files


class Truth(NamedTuple):
    """What is known of one participant's code for one kata before it is run."""

    state: str  # the state that it must be found in; see `kata_kit.record`
    belief: str = ""  # the name of the misconception that it is


# What honest people hand in for two katas, each in another layout.
HONEST = {
    "Ada": ("{name}/{kata}.py", "right", "right"),
    "ada": ("{name}/{kata}/{kata}.py", "mistake", "right"),
    "<b>bold & co": ("{name}/katas/{kata}/{kata}.py", "right", "mistake"),
    "\u00e9lodie": ("{name}__{kata}.py", "wrong", "missing"),
    "e\u0301lodie": ("{name}/{kata}.py", "stub", "stub"),
}

# Attacks on the first kata, and what comes of them. Each knows FOLDER, the folder of
# all submissions, and RESULTS, the file that the run writes.
FORGES = """
def is_solved(board):
    for number in range(3, 30):
        with suppress(OSError):
            os.write(number, b"('answers', [1, 1, 1])\\n" + b'{"state": "green"}')
    with open(RESULTS, "w") as file:
        file.write('<testsuites><testsuite tests="1" failures="0"/></testsuites>')
"""
RUINS = """
def is_solved(board):
    for ruin in (
        lambda: os.kill(os.getppid(), 9),
        lambda: shutil.rmtree(FOLDER),
        lambda: subprocess.Popen([sys.executable, '-m', 'http.server']),
    ):
        with suppress(OSError):
            ruin()
    return right(board)
"""
READS = """
def is_solved(board):
    open(__file__).close()
    open(FOLDER + '/kept.txt' if len(board) == 3 else RESULTS + '.secret')
    return right(board)
"""
SHADOWED = "import json\nassert json.loads\n"
READER = "two\nlines"
ATTACKS = {
    "a::b[1]": (RED, FORGES),
    "a:\\x3ab\\x5b1]": (GREEN, RUINS),  # As the one before it in the id of a test.
    READER: (RED if sys.platform == "linux" else GREEN, READS),
    "red \x1b[31m": (GREEN, SHADOWED),
}
HEAD = """
import os, shutil, subprocess, sys
from contextlib import suppress
right, FOLDER, RESULTS = is_solved, {!r}, {!r}
"""

# Files beside the code of whoever attacks: none of them may be taken for what it is
# named after.
SHADOWS = ("json.py", "conftest.py", "pytest.py", "kata_worker.py", "sitecustomize.py")


def hand_in(
    folder: Path, katas: Sequence[KataFiles], results: Path
) -> dict[tuple[str, str], Truth]:
    """Write everybody's files for two katas, and return the truth about each.

    The first kata is `tictactoe_winner`.
    The hostile ones shall try to write the file of results.
    """
    write(folder / "kept.txt", "")
    write(Path(f"{results}.secret"), "")
    truth = dict[tuple[str, str], Truth]()
    for name, (layout, *parts) in HONEST.items():
        for kata, part in zip(katas, parts, strict=True):
            path = folder / layout.format(name=name, kata=kata.name)
            code, truth[name, kata.name] = _handed_in(kata, part)
            # Everybody has a helper of the same name, and needs their own.
            if part == "right":
                write(path.with_name("helper.py"), f"OWNER = {name!r}\n")
                code += f"\nimport helper\nassert helper.OWNER == {name!r}\n"
            if code:
                write(path, code)
    first, second = katas
    right = (ROOT / first.solution).read_text(encoding="utf-8")
    head = right + HEAD.format(str(folder), str(results))
    for name, (state, code) in ATTACKS.items():
        write(folder / name / f"{first.name}.py", f"{head}{code}")
        for file in SHADOWS:
            write(folder / name / file, "raise SystemExit('shadowed')\n")
        truth[name, first.name] = Truth(state)
        truth[name, second.name] = Truth(MISSING)
    return truth


def write(path: Path, text: str) -> None:
    """Write a file into a folder, which is made."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def on_its_own(kata: str, code: str) -> str:
    """Return code with the reference in it, if it takes a part of that.

    A mistake may import from the reference of its kata, and a person may not.
    """
    right = (ROOT / "solutions" / f"{kata}.py").read_text(encoding="utf-8")
    taken = re.compile(rf"from solutions\.{kata} import (\([^)]*\)|.*)\n")
    return f"{right}\n{taken.sub('', code)}" if taken.search(code) else code


def _handed_in(kata: KataFiles, part: str) -> tuple[str, Truth]:
    """The code, and what is true of it."""
    stub = (ROOT / kata.stub).read_text(encoding="utf-8")
    mistake, *_ = read(ROOT / kata.mistakes).mistakes
    return {
        "right": ((ROOT / kata.solution).read_text(encoding="utf-8"), Truth(GREEN)),
        "mistake": (on_its_own(kata.name, mistake.code), Truth(RED, mistake.name)),
        "wrong": (
            stub.replace("raise NotImplementedError", "return object()"),
            Truth(RED),
        ),
        "stub": (stub, Truth(NOT_STARTED)),
        "missing": ("", Truth(MISSING)),
    }[part]
