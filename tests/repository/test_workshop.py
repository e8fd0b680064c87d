"""The workshop: everybody's files under the tables, told as one picture."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

import pytest
from kata_kit.katas import PATH, KataFiles
from kata_kit.process import Limits
from kata_kit.record import (
    BROKEN,
    GREEN,
    MISSING,
    NOT_STARTED,
    RED,
    STOPPED,
    Belief,
    CaseRecord,
    KataRecord,
    StageRecord,
)
from kata_workshop.cohort import Cohort, KataStages, ordered
from kata_workshop.cohort import bar as drawn
from kata_workshop.collect import plain_id
from kata_workshop.participants import Gathering
from kata_workshop.run import Terms, stages_of
from kata_workshop.run import run as run_one
from repository.cohorts import (
    ATTACKS,
    CALL_SECONDS,
    NAMES,
    TOTAL_SECONDS,
    Builder,
    Cells,
)
from repository.project import ROOT, Project, Run, clean_environment
from repository.tables import rows
from repository.test_hostile import files_of, on_linux, processes_with

KATAS = ("first", "second")
WINNER = PATH[0].name
STAGES = stages_of(PATH[0])
STOPPED_AT_ONCE = f"[?{'.' * (len(STAGES) - 1)}]"


def outcome(participant: str, kata: str, state: str, bar: str = "") -> KataRecord:
    """An outcome of which only what is given matters; a sign in `bar` is a stage with one test."""
    fields = {"#": "passed", "x": "failed", ".": "not_run"}
    stages = tuple(StageRecord(f"stage {n}", **{fields[sign]: 1}) for n, sign in enumerate(bar))
    return KataRecord(kata, f"{participant}/{kata}.py", state, "", stages, participant=participant)


# Results


def test_a_cohort_survives_the_way_through_json() -> None:
    whole = KataRecord(
        "first",
        "ada/first.py",
        RED,
        "one: 1 of 2 cases fails",
        (StageRecord("one", passed=1, failed=1),),
        (CaseRecord("first", "one", "The case", "failed", "expected 1, got 2\n\n    X"),),
        Belief("a_belief", "It seems."),
        participant="ada <b>\x1b[31m",
        seconds=1.5,
        verdict="verdict",
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
        KataRecord.from_dict(values)


# Cohorts

on_posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such file names")


@dataclass(frozen=True)
class Aftermath:
    """What a run about a cohort said and left.

    Attributes:
        truth: what was known before.
        run: what the terminal showed.
        junit: the state of each test in the file for JUnit.
        beliefs: the misconceptions that were recognised, by cell.
        katas: the names of the katas, in order.
        left: the processes and files that are there after the run and were not before.
    """

    truth: Cells
    run: Run
    junit: dict[tuple[str, str], str]
    beliefs: dict[tuple[str, str], str]
    katas: Sequence[str]
    left: list[str]


def run_cohort(
    project: Project, tmp_path: Path, honest: int, katas: int, attacks: Sequence[str]
) -> Aftermath:
    """Make a cohort, run it on two processors, and look at what is left."""
    folder, junit, temporary = tmp_path / "all of us", tmp_path / "junit.xml", tmp_path / "tmp"
    report = tmp_path / "report.json"
    temporary.mkdir()
    truth = Builder(folder, PATH[:katas], junit).build(honest, attacks)
    before = files_of(folder) | files_of(project.root)
    run = project.pytest(
        f"--submission={folder}",
        f"--kata-timeout={CALL_SECONDS}",
        f"--kata-total={TOTAL_SECONDS}",
        f"--junitxml={junit}",
        f"--report={report}",
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
    left += processes_with(str(temporary))
    return Aftermath(truth, run, told_by(junit), believed(report), names, left)


def told_by(junit: Path) -> dict[tuple[str, str], str]:
    """The state of each test in a file for JUnit, by its class and its name."""
    cases = ElementTree.parse(junit).iter("testcase")
    return {
        (case.get("classname", ""), case.get("name", "")): ", ".join(part.tag for part in case)
        for case in cases
    }


def believed(report: Path) -> dict[tuple[str, str], str]:
    """The misconceptions in a file for programs, by cell."""
    outcomes = json.loads(report.read_text(encoding="utf-8"))["records"]
    return {
        (one["participant"], one["kata"]): one["misconception"]["name"]
        for one in outcomes
        if one["misconception"]
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
    # A mutant may give the answers of a misconception, too; nothing else may.
    sure = {cell: truth.belief for cell, truth in after.truth.items() if truth.belief}
    assert {cell: name for cell, name in after.beliefs.items() if cell in sure} == sure
    assert {states[cell] for cell in after.beliefs} == {RED}
    assert after.run.exit_code == 1
    assert after.run.errors == ""
    assert after.left == []
    assert "\x1b" not in after.run.text
    # The path of a report is told in one piece.
    long = [line for line in after.run.lines if len(line) > 80]
    assert [line for line in long if not line.startswith("report: ")] == []


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
    check(run_cohort(untouched, tmp_path, 30 - len(ATTACKS), 5, list(ATTACKS)))


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


@pytest.mark.parametrize("argument", [f"katas/{WINNER}::test_row", "tests/repository"])
def test_a_part_of_a_table_and_other_tests_are_refused(
    untouched: Project, folder: Path, argument: str
) -> None:
    run = untouched.pytest(f"--submission={folder}", argument)
    assert run.exit_code == 4
    assert f"holds everybody's files;\nexpected whole katas, such as katas/{WINNER}" in run.errors


def test_all_green_is_exit_code_0(untouched: Project, folder: Path) -> None:
    run = untouched.pytest(f"--submission={folder}")
    assert run.exit_code == 0
    assert run.last.startswith("1 participant, 1 kata: 1 green (")


def test_a_folder_with_nothing_but_stubs_is_not_green(untouched: Project, folder: Path) -> None:
    shutil.copy(ROOT / "katas" / WINNER / f"{WINNER}.py", folder / "ada")
    run = untouched.pytest(f"--submission={folder}")
    assert run.exit_code == 1
    assert run.last.startswith("1 participant, 1 kata: 1 not started (")


def test_one_persons_clone_is_one_submission(untouched: Project, tmp_path: Path) -> None:
    place = tmp_path / "katas" / WINNER
    place.mkdir(parents=True)
    shutil.copy(ROOT / "solutions" / f"{WINNER}.py", place)
    assert list(untouched.pytest(f"--submission={tmp_path}").katas) == [WINNER]


@pytest.mark.parametrize(
    "path",
    ["ada/{kata}.py", "ada/{kata}/{kata}.py", "ada/katas/{kata}/{kata}.py", "ada__{kata}.py"],
)
def test_a_file_is_found_in_every_layout(tmp_path: Path, path: str) -> None:
    file = tmp_path / path.format(kata=WINNER)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch()
    (found,) = Gathering(tmp_path, "here").submitted
    assert (found.participant, found.kata, found.file) == ("ada", PATH[0], file)
    # Beside the file of a flat folder stand the files of others.
    assert found.own == (file if "__" in path else tmp_path / "ada")


def test_a_name_may_have_the_separator_in_it(tmp_path: Path) -> None:
    (tmp_path / f"ada__of__us__{WINNER}.py").touch()
    assert Gathering(tmp_path, "here").participants == ["ada__of__us"]


def test_a_folder_with_nothing_in_it_is_somebody_and_a_stray_file_is_nobody(
    tmp_path: Path,
) -> None:
    for name in ("ada", "bob", ".git", "__pycache__"):
        (tmp_path / name).mkdir()
    (tmp_path / "ada" / f"{WINNER}.py").touch()
    for name in ("notes.txt", "__tictactoe_winner.py", "winner.py"):
        (tmp_path / name).touch()
    gathering = Gathering(tmp_path, "here")
    assert gathering.participants == ["ada", "bob"]
    assert gathering.passed_over == ["notes.txt", "winner.py"]


def test_two_files_of_one_participant_for_one_kata_are_refused(tmp_path: Path) -> None:
    (tmp_path / "ada").mkdir()
    for file in (f"ada/{WINNER}.py", f"ada__{WINNER}.py"):
        (tmp_path / file).touch()
    with pytest.raises(ValueError, match=rf"got two:\n  ada/{WINNER}.py\n  ada__{WINNER}.py"):
        Gathering(tmp_path, "here").katas()


@on_posix
def test_a_link_to_something_that_is_not_ones_own_is_no_submission(tmp_path: Path) -> None:
    for name in ("ada", "bob"):
        (tmp_path / name).mkdir()
    (tmp_path / "ada" / f"{WINNER}.py").touch()
    (tmp_path / "bob" / f"{WINNER}.py").symlink_to(tmp_path / "ada" / f"{WINNER}.py")
    (tmp_path / "cy").symlink_to(tmp_path / "ada")
    (tmp_path / f"dan__{WINNER}.py").symlink_to(tmp_path / "ada" / f"{WINNER}.py")
    gathering = Gathering(tmp_path, "here")
    assert [one.participant for one in gathering.submitted] == ["ada"]
    assert gathering.passed_over == ["cy", f"dan__{WINNER}.py"]


@on_posix
def test_a_name_that_is_no_text_becomes_one(tmp_path: Path) -> None:
    Path(os.fsdecode(bytes(tmp_path) + b"/ada\xff")).mkdir()
    assert Gathering(tmp_path, "here").participants == ["ada\\udcff"]


@pytest.mark.parametrize(
    ("name", "other"),
    [("a::b", "a:\\x3ab"), ("[a", "\\x5ba"), ("a\nb", "a\\nb"), ("Ada", "ada"), ("é", "e\u0301")],
)
def test_two_names_never_have_one_id(name: str, other: str) -> None:
    ids = plain_id(name), plain_id(other)
    assert ids[0] != ids[1]
    assert not re.search(r"::|\[", ids[0])
    assert ids[0].isprintable()


# What is told


def test_a_participant_is_told_what_their_own_run_would_tell(
    untouched: Project, folder: Path
) -> None:
    code = "def is_solved(board):\n    return 1\n"
    (folder / "ada" / f"{WINNER}.py").write_text(code, encoding="utf-8")
    junit = folder.parent / "junit.xml"
    untouched.pytest(f"--submission={folder}", f"--junitxml={junit}")
    failure = ElementTree.parse(junit).find(".//failure")
    assert failure is not None
    own = untouched.pytest(f"--submission={folder / 'ada' / WINNER}.py")
    told = (failure.text or "").replace("ada/", f"{folder}{os.sep}ada{os.sep}")
    # How long it took, and how a long path is folded, may differ.
    assert words_of(told) == words_of(own.text)


def words_of(text: str) -> list[str]:
    """The words of a run, without its durations and its lines of signs."""
    return re.sub(r"\d+\.\d+s|={2,}", "", text).split()


def test_pytest_does_not_look_into_the_folder(untouched: Project, folder: Path) -> None:
    for place in (folder, folder / "ada"):
        for name in ("conftest.py", "pytest.ini", "test_mine.py"):
            (place / name).write_text("raise SystemExit('looked into')", encoding="utf-8")
    assert untouched.pytest(f"--submission={folder}").exit_code == 0


def test_a_run_that_is_ended_early_says_so_and_is_not_green(
    untouched: Project, folder: Path
) -> None:
    (folder / "abe").mkdir()
    (folder / "abe" / f"{WINNER}.py").write_text("is_solved = 1 / 0", encoding="utf-8")
    run = untouched.pytest(f"--submission={folder}", "-x")
    assert run.exit_code == 1
    assert f"ada          {STOPPED_AT_ONCE}" in run.lines
    assert run.last == "the run was ended early: 1 of 2 are told"


def test_an_error_of_the_harness_is_told_and_not_green(untouched: Project, folder: Path) -> None:
    broken = "def pytest_runtest_setup(item):\n    raise RuntimeError('out of order \\x1b[2J')\n"
    (folder.parent / "broken_plugin.py").write_text(broken, encoding="utf-8")
    run = untouched.pytest(
        f"--submission={folder}",
        "-pbroken_plugin",
        environment={"PYTHONPATH": str(folder.parent)},
    )
    assert run.exit_code == 1
    assert "error:" in run.lines
    assert "E       RuntimeError: out of order \\x1b[2J" in run.lines
    assert "\x1b" not in run.text


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")
def test_a_terminal_shows_how_far_the_run_is_and_a_pipe_does_not(
    untouched: Project, folder: Path
) -> None:
    assert "\x1b" not in untouched.pytest(f"--submission={folder}").text
    import pty

    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "pytest", f"--submission={folder}"],
        cwd=untouched.root,
        env=clean_environment(),
        stdout=theirs,
    ) as running:
        os.close(theirs)
        text = b""
        try:
            while part := os.read(ours, 10_000):
                text += part
        except OSError:  # The other end is closed.
            pass
    os.close(ours)
    assert running.returncode == 0
    assert re.search(rb"\r\x1b\[K1 of 1, \d+ s\r\x1b\[K=====", text)
    assert f"ada          \x1b[32m[{'#' * len(STAGES)}]\x1b[0m".encode() in text


def test_the_total_time_of_a_participant_is_limited(tmp_path: Path) -> None:
    """Also when the pytest around the code is what does not come back."""
    file = tmp_path / "ada" / f"{WINNER}.py"
    file.parent.mkdir()
    file.write_text("while True: pass", encoding="utf-8")
    (submitted,) = Gathering(tmp_path, "here").submitted
    outcome = run_one(submitted, Terms(tmp_path, Limits(60, 60), -58.5))
    assert (outcome.state, outcome.words) == (STOPPED, "stopped after 1.5 s")
    assert drawn(outcome) == STOPPED_AT_ONCE
    assert outcome.seconds < Limits().total_seconds  # It did not end by itself.
    assert processes_with(str(tmp_path)) == []


def test_a_run_without_a_verdict_is_not_green(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / f"ada__{WINNER}.py"
    shutil.copy(ROOT / "solutions" / f"{WINNER}.py", file)
    (submitted,) = Gathering(tmp_path, "here").submitted
    monkeypatch.setattr("kata_workshop.run.CHILD", tmp_path / "no_such_file.py")
    outcome = run_one(submitted, Terms(tmp_path, Limits()))
    assert (outcome.state, outcome.words) == (STOPPED, "no verdict: the run ended with 2")
    assert "no_such_file.py" in outcome.verdict


@pytest.mark.parametrize("kata", PATH, ids=lambda kata: kata.name)
def test_the_stages_of_a_table_are_known_before_it_is_run(
    untouched: Project, kata: KataFiles
) -> None:
    run = untouched.pytest("--solution", f"katas/{kata.name}", "--collect-only", "-q")
    assert sum(stages_of(kata).values()) == sum(f"{kata.table}::" in line for line in run.lines)
    assert list(stages_of(kata)) == list(dict.fromkeys(row.stage for row in rows(kata)))


def test_one_persons_run_imports_nothing_of_the_workshop(untouched: Project) -> None:
    code = "import pytest, sys; pytest.main(); print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=untouched.root,
        env=clean_environment(),
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert "kata_kit.summary" in done.stdout
    assert "kata_workshop" not in done.stdout


# What keeps people apart


def test_the_head_says_what_holds(untouched: Project, folder: Path) -> None:
    head = untouched.pytest(f"--submission={folder}", "--kata-timeout=3").text.partition("=====")[0]
    assert "isolation: 3 s a call, 60 s a kata, 20 kB of output a call\n" in head
    if sys.platform == "linux":
        assert "isolation: kernel: 2 GB of memory\n" in head
        assert "isolation: kernel: no processes, no sockets, and none of other processes is" in head


NEIGHBOURS = """
import os
def is_solved(board):
    with open(os.path.join(os.path.dirname(__file__), {path!r})) as file:
        file.read()
    return 0
"""


@on_linux
@pytest.mark.parametrize(
    ("file", "path"),
    [
        ("bob/{kata}.py", "../ada/{kata}.py"),
        ("bob__{kata}.py", "ada/{kata}.py"),
        ("bob__{kata}.py", "ada__notes.txt"),
    ],
)
def test_nobody_reads_what_is_somebody_elses(folder: Path, file: str, path: str) -> None:
    (folder / "ada__notes.txt").touch()
    own = folder / file.format(kata=WINNER)
    own.parent.mkdir(exist_ok=True)
    own.write_text(NEIGHBOURS.format(path=path.format(kata=WINNER)), encoding="utf-8")
    bob = next(one for one in Gathering(folder, "all").submitted if one.participant == "bob")
    assert_refused(run_one(bob, Terms(folder, Limits())))


@on_linux
def test_nobody_reads_in_the_home_folder(
    folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "secret").touch()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    code = NEIGHBOURS.format(path=str(home / "secret"))
    (folder / "ada" / f"{WINNER}.py").write_text(code, encoding="utf-8")
    (ada,) = Gathering(folder, "all").submitted
    assert_refused(run_one(ada, Terms(folder, Limits())))


def assert_refused(outcome: KataRecord) -> None:
    """Check that no test passed, and that each says that something was not to be read."""
    assert {
        failure.headline.startswith("is_solved tried to read ") for failure in outcome.failures
    } == {True}
    assert not any(stage.passed for stage in outcome.stages)


def test_the_references_that_a_kata_needs_can_be_imported_and_its_own_cannot(
    tmp_path: Path,
) -> None:
    # The reference of perft imports that of negamax.
    shutil.copy(ROOT / "solutions" / "tictactoe_perft.py", tmp_path / "ada__tictactoe_perft.py")
    code = "from solutions.tictactoe_perft import divide, perft, statistics\n"
    (tmp_path / "bob__tictactoe_perft.py").write_text(code, encoding="utf-8")
    terms = Terms(tmp_path, Limits())
    ada, bob = (run_one(one, terms) for one in Gathering(tmp_path, "all").submitted)
    assert (ada.state, bob.state) == (GREEN, BROKEN)


def test_a_crash_is_told_as_one(folder: Path) -> None:
    code = "import os\ndef is_solved(board):\n    os.abort()\n"
    (folder / "ada" / f"{WINNER}.py").write_text(code, encoding="utf-8")
    (ada,) = Gathering(folder, "all").submitted
    outcome = run_one(ada, Terms(folder, Limits()))
    assert outcome.failures[0].headline == "is_solved crashed Python itself (SIGABRT)"


def test_what_is_beside_ones_own_code_can_be_read(folder: Path) -> None:
    (folder / "ada" / "notes.txt").touch()
    code = (ROOT / "solutions" / f"{WINNER}.py").read_text(encoding="utf-8")
    code += "\nimport os\nopen(os.path.join(os.path.dirname(__file__), 'notes.txt')).close()\n"
    (folder / "ada" / f"{WINNER}.py").write_text(code, encoding="utf-8")
    (ada,) = Gathering(folder, "all").submitted
    assert run_one(ada, Terms(folder, Limits())).state == GREEN
