"""The workshop: everybody's files under the tables, told as one picture."""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

import pytest
from kata_kit.katas import PATH
from kata_kit.workshop.collect import plain_id
from kata_kit.workshop.results import (
    BROKEN,
    GREEN,
    MISSING,
    NOT_STARTED,
    RED,
    STOPPED,
    Belief,
    Cohort,
    Failure,
    KataStages,
    Outcome,
    Stage,
    ordered,
)
from repository.cohorts import (
    ATTACKS,
    CALL_SECONDS,
    NAMES,
    TOTAL_SECONDS,
    Builder,
    Cells,
)
from repository.project import ROOT, Project, Run
from repository.test_hostile import files_of, processes_with

KATAS = ("first", "second")
WINNER = PATH[0].name


def outcome(participant: str, kata: str, state: str, bar: str = "") -> Outcome:
    """An outcome of which only what is given matters; a sign in `bar` is a stage with one test."""
    fields = {"#": "passed", "x": "failed", ".": "not_run"}
    stages = tuple(Stage(f"stage {n}", **{fields[sign]: 1}) for n, sign in enumerate(bar))
    return Outcome(participant, kata, f"{participant}/{kata}.py", state, f"[{bar}]", "", stages)


# Results


def test_a_cohort_survives_the_way_through_json() -> None:
    whole = Outcome(
        "ada <b>\x1b[31m",
        "first",
        "ada/first.py",
        RED,
        "[x]",
        "one: 1 of 2 cases fails",
        (Stage("one", passed=1, failed=1),),
        (Failure("one", "The case", "expected 1, got 2", "expected 1, got 2\n\n    X"),),
        Belief("a_belief", "It seems."),
        {"steps": [[16, 5000], [32, 20000]]},
        1.5,
        "verdict",
    )
    cohort = Cohort(
        "here",
        (KataStages("first", ("one",)),),
        (whole, outcome("bob", "first", MISSING)),
        ("time: held",),
        "3.11.7",
        "2025-01-31 14:05",
        2.5,
        complete=False,
    )
    assert Cohort.from_dict(json.loads(json.dumps(cohort.as_dict()))) == cohort


def test_who_has_most_green_katas_comes_first_then_who_has_most_stages_then_the_name() -> None:
    given = [
        outcome(name, kata, GREEN if bar == "##" else RED, bar)
        for name, bars in {
            "bob": ("#x", "#x"),
            "Ada": ("#x", "xx"),
            "ada": ("#x", "xx"),
            "cy": ("##", "xx"),
        }.items()
        for kata, bar in zip(KATAS, bars, strict=True)
    ]
    result = ordered(reversed(given), KATAS)
    assert [(o.participant, o.kata) for o in result] == [
        (name, kata) for name in ("cy", "bob", "Ada", "ada") for kata in KATAS
    ]


@pytest.mark.parametrize(
    ("states", "green"),
    [
        ((GREEN, GREEN), True),
        ((GREEN, MISSING), True),
        ((GREEN, NOT_STARTED), True),
        ((GREEN, RED), False),
        ((MISSING, NOT_STARTED), False),
    ],
)
def test_a_cohort_is_green_when_all_that_was_submitted_is(
    states: tuple[str, str], green: bool
) -> None:
    outcomes = tuple(outcome("ada", kata, state) for kata, state in zip(KATAS, states, strict=True))
    assert Cohort("here", (), outcomes).green is green


def test_a_state_that_there_is_not_is_refused() -> None:
    values = outcome("ada", "first", GREEN).as_dict() | {"state": "fine"}
    with pytest.raises(ValueError, match="got the state 'fine'"):
        Outcome.from_dict(values)


# Cohorts

on_posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such file names")


@dataclass(frozen=True)
class Aftermath:
    """What a run about a cohort said and left.

    Attributes:
        truth: what was known before.
        run: what the terminal showed.
        junit: the state of each test in the file for JUnit.
        katas: the names of the katas, in order.
        left: the processes and files that are there after the run and were not before.
    """

    truth: Cells
    run: Run
    junit: dict[tuple[str, str], str]
    katas: Sequence[str]
    left: list[str]


def run_cohort(
    project: Project, tmp_path: Path, honest: int, katas: int, attacks: Sequence[str]
) -> Aftermath:
    """Make a cohort, run it on two processors, and look at what is left."""
    folder, junit, temporary = tmp_path / "all of us", tmp_path / "junit.xml", tmp_path / "tmp"
    temporary.mkdir()
    truth = Builder(folder, PATH[:katas], junit).build(honest, attacks)
    before = files_of(folder) | files_of(project.root)
    run = project.pytest(
        f"--submission={folder}",
        f"--kata-timeout={CALL_SECONDS}",
        f"--kata-total={TOTAL_SECONDS}",
        f"--junitxml={junit}",
        "-n2",
        *(kata.name for kata in PATH[:katas]),
        environment={name: str(temporary) for name in ("TMPDIR", "TMP", "TEMP")},
        seconds=600,
    )
    changed = (files_of(folder) | files_of(project.root)) ^ before
    # pytest-xdist has a folder made for temporary folders of tests, and pytest keeps it.
    files = [str(path) for path in temporary.glob("*") if not path.name.startswith("pytest-of-")]
    left = [*files, *(name for name, _ in changed)]
    names = [kata.name for kata in PATH[:katas]]
    return Aftermath(truth, run, told_by(junit), names, left + processes_with(str(temporary)))


def told_by(junit: Path) -> dict[tuple[str, str], str]:
    """The state of each test in a file for JUnit, by its class and its name."""
    cases = ElementTree.parse(junit).iter("testcase")
    return {
        (case.get("classname", ""), case.get("name", "")): ", ".join(part.tag for part in case)
        for case in cases
    }


def drawn_by(run: Run, katas: Sequence[str], names: Sequence[str]) -> dict[tuple[str, str], str]:
    """The states in the matrix, cell by cell."""
    found = {}
    for name in names:
        shown = re.escape(NAMES.get(name, name))
        (row,) = re.findall(rf"^{shown} +((?:-|\[[x#.!?]+\])(?: .*)?)$", run.text, re.MULTILINE)
        for kata, bar in zip(katas, row.split(), strict=True):
            found[name, kata] = state_of(bar)
    return found


def state_of(bar: str) -> str:
    """The state that a bar shows."""
    for sign, state in {"-": MISSING, "!": BROKEN, "?": STOPPED, "x": RED}.items():
        if sign in bar:
            return state
    return GREEN if set(bar) == set("[#]") else NOT_STARTED


def check(after: Aftermath) -> None:
    """Compare everything that was told with the truth."""
    states = {cell: truth.state for cell, truth in after.truth.items()}
    names = sorted({name for name, _ in after.truth})
    assert drawn_by(after.run, after.katas, names) == states
    words = {GREEN: "", NOT_STARTED: "skipped", RED: "failure"}
    assert after.junit == {
        (f"submissions.{plain_id(name)}", kata): words.get(state, "failure")
        for (name, kata), state in states.items()
        if state != MISSING
    }
    assert after.run.exit_code == 1
    assert after.run.errors == ""
    assert after.left == []
    assert "\x1b" not in after.run.text
    assert [line for line in after.run.lines if len(line) > 80] == []


@on_posix
def test_a_cohort_of_honest_and_hostile_people_is_told_as_it_is(
    untouched: Project, tmp_path: Path
) -> None:
    check(run_cohort(untouched, tmp_path, honest=6, katas=2, attacks=["leaves", "kills"]))


@on_posix
@pytest.mark.slow
def test_thirty_people_and_five_katas_are_told_as_they_are(
    untouched: Project, tmp_path: Path
) -> None:
    after = run_cohort(untouched, tmp_path, 30 - len(ATTACKS), 5, list(ATTACKS))
    check(after)
    beliefs = {truth.belief.replace("_", " ") for truth in after.truth.values()} - {""}
    told = set(re.findall(r"^ +\d+ \w+: ([\w ]+)$", after.run.text, re.MULTILINE))
    assert told
    assert told <= beliefs


# What is typed


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one participant, whose first kata is green."""
    ada = tmp_path / "all" / "ada"
    ada.mkdir(parents=True)
    shutil.copy(ROOT / "solutions" / f"{WINNER}.py", ada)
    return ada.parent


@pytest.mark.parametrize("katas", [[], [f"katas/{WINNER}"]], ids=["all", "one"])
def test_a_folder_in_which_nothing_is_recognised_is_refused(
    untouched: Project, tmp_path: Path, katas: list[str]
) -> None:
    (tmp_path / "ada").mkdir()
    (tmp_path / "ada" / "winner.py").touch()
    run = untouched.pytest(f"--submission={tmp_path}", *katas)
    assert run.exit_code == 4
    assert "found no file of a kata" in run.errors
    assert "  <participant>/<kata>/<kata>.py\n" in run.errors
    assert "  ada/winner.py\n" in run.errors


@pytest.mark.parametrize("argument", [f"katas/{WINNER}::test_three_by_three", "tests/repository"])
def test_a_part_of_a_table_and_other_tests_are_refused(
    untouched: Project, folder: Path, argument: str
) -> None:
    run = untouched.pytest(f"--submission={folder}", argument)
    assert run.exit_code == 4
    assert f"holds everybody's files;\nexpected whole katas, such as katas/{WINNER}" in run.errors


def test_all_green_is_exit_code_0(untouched: Project, folder: Path) -> None:
    run = untouched.pytest(f"--submission={folder}")
    assert run.exit_code == 0
    assert run.last.startswith("1 participant: 1 green (")


def test_one_persons_clone_is_one_submission(untouched: Project, tmp_path: Path) -> None:
    place = tmp_path / "katas" / WINNER
    place.mkdir(parents=True)
    shutil.copy(ROOT / "solutions" / f"{WINNER}.py", place)
    assert list(untouched.pytest(f"--submission={tmp_path}").katas) == [WINNER]
