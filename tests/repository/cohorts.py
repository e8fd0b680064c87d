"""Workshops that tests make: records, and everybody's files with the truth.

The honest people hand in right solutions, misconceptions, other wrong code, stubs, and
nothing. The hostile ones hand in code that attacks the run or somebody else; most of it
would give the right answers if nothing stopped it.
"""

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
from kata_report.cohort import Cohort, ordered
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


NAMES = [
    "Ada",
    "ada",
    "<b>bold & co",
    "朱 明",
    "\u00e9lodie",
    "e\u0301lodie",
    "a::b[1]",
]
NAMES += ["a:\\x3ab\\x5b1]"]  # as the one before it is written in the id of a test
NAMES += ["red \x1b[31m", "two\nlines", "turned \u202e round", "' --solution"]
NAMES += ["a name that is longer than its column"]

# What honest people hand in for two katas, each in another layout.
HONEST = (
    ("{name}/{kata}.py", "right", "right"),
    ("{name}/{kata}/{kata}.py", "mistake", "right"),
    ("{name}/katas/{kata}/{kata}.py", "right", "mistake"),
    ("{name}__{kata}.py", "wrong", "missing"),
    ("{name}/{kata}.py", "stub", "stub"),
)

# Attacks on the first kata, when it is loaded and in each call, in which `right(board)`
# may follow. Each knows FOLDER, the folder of all submissions, and RESULTS, the file
# that the run writes.
AT_FIRST = {
    "leaves": (BROKEN, "os._exit(0)"),
    "imports the answer": (BROKEN, "from solutions.tictactoe_winner import is_solved"),
    "shadows": (GREEN, "import ast, json\nassert ast.literal_eval and json.loads"),
}
FORGES = """\
    for number in range(3, 30):
        with suppress(OSError):
            os.write(number, b"('answers', [1, 1, 1])\\n" + b'{"state": "green"}')
    with open(RESULTS, "w") as file:
        file.write('<testsuites><testsuite tests="1" failures="0"/></testsuites>')"""
RUINS = """\
    for ruin in (
        lambda: os.kill(os.getppid(), 9),
        lambda: shutil.rmtree(FOLDER),
        lambda: subprocess.Popen([sys.executable, '-m', 'http.server']),
    ):
        with suppress(OSError):
            ruin()"""
READS = """\
    open(__file__).close()
    open(FOLDER + '/kept.txt' if len(board) == 3 else RESULTS + '.secret')"""
IN_CALLS = {
    "loops": (RED, "    while True: pass"),
    "forges": (RED, FORGES),
    "ruins": (GREEN, RUINS),
    "reads": (RED if sys.platform == "linux" else GREEN, READS),
    "floods": (
        GREEN,
        "    if not printed:\n        printed.append(print('X' * 10**7))",
    ),
}
CALLED = "def is_solved(board):\n{}\n    return right(board)"
ATTACKS = AT_FIRST | {
    name: (state, CALLED.format(b)) for name, (state, b) in IN_CALLS.items()
}
HEAD = """
import os, shutil, subprocess, sys
from contextlib import suppress
right, printed, FOLDER, RESULTS = is_solved, [], {!r}, {!r}
"""

# Files beside the code of whoever shadows: none of them may be taken for what it is
# named after.
SHADOWS = (
    "json.py",
    "ast.py",
    "conftest.py",
    "pytest.py",
    "kata_worker.py",
    "sitecustomize.py",
)


def hand_in(
    folder: Path, katas: Sequence[KataFiles], results: Path
) -> tuple[dict[tuple[str, str], Truth], dict[str, str]]:
    """Write everybody's files for two katas into a new folder.

    The first kata is `tictactoe_winner`.
    The hostile ones shall try to write the file of results.

    Returns:
        The truth about everybody and each kata, and who makes which attack.
    """
    write(folder / "kept.txt", "")
    write(Path(f"{results}.secret"), "")
    truth, names = dict[tuple[str, str], Truth](), [*NAMES]
    for layout, *parts in HONEST:
        name = names.pop(0)
        for kata, part in zip(katas, parts, strict=True):
            path = folder / layout.format(name=name, kata=kata.name)
            code, truth[name, kata.name] = _handed_in(kata, part)
            if (
                part == "right"
            ):  # Everybody has a helper of the same name, and needs their own.
                write(path.with_name("helper.py"), f"OWNER = {name!r}\n")
                code += f"\nimport helper\nassert helper.OWNER == {name!r}\n"
            if code:
                write(path, code)
    right = (ROOT / katas[0].solution).read_text(encoding="utf-8")
    head = right + HEAD.format(str(folder), str(results))
    hostile = dict(zip(ATTACKS, names, strict=True))
    for attack, name in hostile.items():
        state, code = ATTACKS[attack]
        write(folder / name / f"{katas[0].name}.py", f"{head}{code}\n")
        for file in SHADOWS if attack == "shadows" else ():
            write(folder / name / file, "raise SystemExit('shadowed')\n")
        truth |= {
            (name, katas[0].name): Truth(state),
            (name, katas[1].name): Truth(MISSING),
        }
    return truth, hostile


def write(path: Path, text: str) -> None:
    """Write a file into a folder, which is made."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _handed_in(kata: KataFiles, part: str) -> tuple[str, Truth]:
    """The code, and what is true of it."""
    stub = (ROOT / kata.stub).read_text(encoding="utf-8")
    mistake, *_ = read(ROOT / kata.mistakes).mistakes
    return {
        "right": ((ROOT / kata.solution).read_text(encoding="utf-8"), Truth(GREEN)),
        "mistake": (mistake.code, Truth(RED, mistake.name)),
        "wrong": (
            stub.replace("raise NotImplementedError", "return object()"),
            Truth(RED),
        ),
        "stub": (stub, Truth(NOT_STARTED)),
        "missing": ("", Truth(MISSING)),
    }[part]
