"""The workshop: everybody's files under the tables, told as one picture."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest
from kata_kit.katas import PATH
from kata_kit.paths import whole_katas
from kata_kit.process import Limits
from kata_kit.record import (
    BROKEN,
    GREEN,
    MISSING,
    NOT_STARTED,
    RED,
    STOPPED,
    KataRecord,
    StageRecord,
)
from kata_kit.whose import choose
from kata_workshop import run as running
from kata_workshop.cohort import Cohort, bar, ordered
from kata_workshop.participants import Gathering, gather, plain_id
from kata_workshop.run import Terms, stages_of
from kata_workshop.run import run as run_one
from repository.cohorts import ATTACKS, CALL_SECONDS, NAMES, TOTAL_SECONDS, Cells, build
from repository.project import ROOT, Project, Run, clean_environment, files_of, processes_with
from repository.tables import rows

KATAS = ("first", "second")
WINNER = PATH[0].name
REFERENCE = ROOT / "solutions" / f"{WINNER}.py"
STAGES = stages_of(PATH[0])
STOPPED_AT_ONCE = f"[?{'.' * (len(STAGES) - 1)}]"

on_posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such names, signals")


def record(participant: str, kata: str, state: str, bar: str = "") -> KataRecord:
    """A record of which only what is given matters; a sign in `bar` is a stage with one test."""
    fields = {"#": "passed", "x": "failed", ".": "not_run"}
    stages = tuple(StageRecord(f"stage {n}", **{fields[sign]: 1}) for n, sign in enumerate(bar))
    return KataRecord(kata, f"{participant}/{kata}.py", state, "", stages, participant=participant)


def test_nobody_is_ranked() -> None:
    given = [record(name, kata, GREEN) for kata in KATAS for name in ("bob", "ada", "Ada", "cy")]
    assert [(one.participant, one.kata) for one in ordered(given, KATAS)] == [
        (name, kata) for name in ("Ada", "ada", "bob", "cy") for kata in KATAS
    ]


@pytest.mark.parametrize(
    ("states", "green"),
    [
        ((GREEN, GREEN), True),
        ((GREEN, MISSING), True),
        ((GREEN, NOT_STARTED), True),
        ((GREEN, RED), False),
        ((GREEN, STOPPED), False),
        ((MISSING, NOT_STARTED), False),
    ],
)
def test_a_cohort_is_green_when_all_that_was_submitted_is(
    states: tuple[str, str], green: bool
) -> None:
    given = tuple(record("ada", kata, state) for kata, state in zip(KATAS, states, strict=True))
    assert Cohort("here", {}, given).all_green is green


def test_a_state_that_there_is_not_is_refused() -> None:
    values = record("ada", "first", GREEN).as_dict() | {"state": "fine"}
    with pytest.raises(ValueError, match="got the state 'fine'"):
        KataRecord.from_dict(values)


# Cohorts


@dataclass(frozen=True)
class Aftermath:
    """What a run about a cohort said and left."""

    truth: Cells  # what was known before
    run: Run  # what the terminal showed
    junit: dict[tuple[str, str], str]  # the state of each test in the file for JUnit
    records: dict[tuple[str, str], dict[str, Any]]  # those of the file for programs, by cell
    katas: Sequence[str]  # the names of the katas, in order
    left: list[str]  # the processes and files that are there after the run and were not before
    folder: Path  # the folder of the cohort


def run_cohort(
    project: Project, place: Path, honest: int, katas: int, attacks: Sequence[str]
) -> Aftermath:
    """Make a cohort, run it on two processors, and look at what is left."""
    folder, junit, temporary = place / "all of us", place / "junit.xml", place / "tmp"
    report = place / "report.json"
    temporary.mkdir()
    truth = build(folder, PATH[:katas], junit, honest, attacks)
    strange(folder)
    before = files_of(folder) | files_of(project.root)
    run = project.pytest(
        f"--submission={folder}",
        f"--kata-timeout={CALL_SECONDS}",
        f"--kata-total={TOTAL_SECONDS}",
        f"--junitxml={junit}",
        f"--report={report}",
        "-n2",
        *(kata.name for kata in PATH[:katas]),
        environment={name: str(temporary) for name in ("TMPDIR", "TMP", "TEMP")}
        | {"HOME": str(place)},
    )
    changed = (files_of(folder) | files_of(project.root)) ^ before
    left = [*left_in(temporary), *(name for name, _ in changed)]
    cases = ElementTree.parse(junit).iter("testcase")
    told = {
        (case.get("classname", ""), case.get("name", "")): ", ".join(part.tag for part in case)
        for case in cases
    }
    records = json.loads(report.read_text(encoding="utf-8"))["records"]
    names = [kata.name for kata in PATH[:katas]]
    by_cell = {(one["participant"], one["kata"]): one for one in records}
    return Aftermath(truth, run, told, by_cell, names, left, folder)


def strange(folder: Path) -> None:
    """Add what nobody can read, and what pytest would, if it looked into the folder."""
    (folder / "links").mkdir()
    (folder / "links" / f"{WINNER}.py").symlink_to(f"{WINNER}.py")
    (folder / "upside down").mkdir()
    (folder / "upside down" / WINNER).touch()
    Path(os.fsdecode(os.fsencode(folder) + b"/lat\xedn")).mkdir()
    for name in ("conftest.py", "pytest.ini", "test_mine.py"):
        (folder / name).write_text("raise SystemExit('looked into')", encoding="utf-8")


STRANGE = ("links", "upside down", "lat\\udcedn")


def left_in(temporary: Path) -> list[str]:
    """The processes and files that a run has left there, once what was killed is gone."""
    patience = time.monotonic() + 5
    while processes_with(str(temporary)) and time.monotonic() < patience:
        time.sleep(0.05)
    # pytest-xdist has a folder made for temporary folders of tests, and pytest keeps it.
    files = [str(path) for path in temporary.glob("*") if not path.name.startswith("pytest-of-")]
    return files + processes_with(str(temporary))


def state_of(bar: str) -> str:
    """The state that a bar shows."""
    for sign, state in {"-": MISSING, "!": BROKEN, "?": STOPPED, "x": RED}.items():
        if sign in bar:
            return state
    return GREEN if set(bar) == set("[#]") else NOT_STARTED


def check(after: Aftermath) -> None:
    """Compare everything that was told with the truth."""
    states = {cell: truth.state for cell, truth in after.truth.items()}
    states |= {(name, kata): MISSING for name in STRANGE for kata in after.katas}
    drawn: dict[tuple[str, str], str] = {}
    for name in {name for name, _ in states}:
        shown = re.escape(NAMES.get(name, name))
        (row,) = re.findall(rf"^{shown} +((?:-|\[[x#.!?]+\])(?: .*)?)$", after.run.text, re.M)
        drawn |= {(name, k): state_of(bar) for k, bar in zip(after.katas, row.split(), strict=True)}
    assert drawn == states
    assert {cell: one["state"] for cell, one in after.records.items()} == states
    words = {GREEN: "", NOT_STARTED: "skipped"}
    assert after.junit == {
        (f"submissions.{plain_id(name)}", kata): words.get(state, "failure")
        for (name, kata), state in states.items()
        if state != MISSING
    }
    beliefs = {cell: one["misconception"] for cell, one in after.records.items()}
    sure = {cell: truth.belief for cell, truth in after.truth.items() if truth.belief}
    assert {cell: held["name"] for cell, held in beliefs.items() if held} == sure
    assert after.run.exit_code == 1
    assert after.run.errors == ""
    assert after.left == []
    assert "\x1b" not in after.run.text
    # The path of a report is told in one piece.
    long = [line for line in after.run.lines if len(line) > 80]
    assert [line for line in long if not line.startswith("report: ")] == []


@pytest.fixture(scope="module")
def cohort(untouched: Project, tmp_path_factory: pytest.TempPathFactory) -> Aftermath:
    """Five honest people, some hostile ones, and strange files, on two katas."""
    attacks = ["leaves", "kills", "crashes", "reads a file", "reads at home", "reads their own"]
    return run_cohort(untouched, tmp_path_factory.mktemp("cohort"), 5, 2, attacks)


@pytest.mark.slow
@on_posix
def test_a_cohort_of_honest_and_hostile_people_is_told_as_it_is(cohort: Aftermath) -> None:
    check(cohort)


@on_posix
@pytest.mark.slow
def test_thirty_people_are_told_as_they_are(untouched: Project, tmp_path: Path) -> None:
    check(run_cohort(untouched, tmp_path, 30 - len(ATTACKS), 3, list(ATTACKS)))


@pytest.mark.slow
@on_posix
def test_the_head_says_what_holds_and_what_belongs_to_nobody(cohort: Aftermath) -> None:
    head = cohort.run.text.partition("=====")[0]
    assert " ".join(head.split()).startswith("under test: the submissions in /")
    assert f"isolation: {CALL_SECONDS:g} s a call, {TOTAL_SECONDS:g} s a kata, 20 kB of" in head
    assert "\npassed over: conftest.py, kept.txt, pytest.ini, test_mine.py\n" in head
    if sys.platform == "linux":
        assert "isolation: kernel: 2 GB of memory\n" in head
        assert "isolation: kernel: no file is written\n" in head


@pytest.mark.slow
@on_posix
def test_a_file_that_cannot_be_read_is_one_line(cohort: Aftermath) -> None:
    assert (
        f"\ncannot be read: links/{WINNER}.py (expected a file of their own)\n" in cohort.run.text
    )


@pytest.mark.slow
@on_posix
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux guards files")
def test_what_is_somebody_elses_is_refused_and_a_crash_is_told_as_one(cohort: Aftermath) -> None:
    for name in ("reads a file", "reads at home"):
        failures = cohort.records[name, WINNER]["failures"]
        starts = {one["text"].startswith("is_solved tried to read ") for one in failures}
        assert starts == {True}
    crash = cohort.records["crashes", WINNER]["failures"][0]["text"]
    assert crash.startswith("is_solved crashed Python itself (SIGABRT)\n")


@pytest.mark.slow
@on_posix
def test_a_participant_is_told_what_their_own_run_would_tell(
    untouched: Project, cohort: Aftermath
) -> None:
    name = next(cell for cell, truth in cohort.truth.items() if truth.belief)
    file = cohort.folder / cohort.records[name]["file"]
    options = f"--kata-timeout={CALL_SECONDS}", f"--kata-total={TOTAL_SECONDS}"
    own = untouched.pytest(f"--submission={file}", f"katas/{name[1]}", *options)
    told = own.text.replace(f"{cohort.folder}{os.sep}", "")
    assert words_of(told) == words_of(cohort.records[name]["verdict"])


def words_of(text: str) -> list[str]:
    """The words of a run, without its durations and its lines of signs."""
    return re.sub(r"\d+\.\d+s|={2,}", "", text).split()


# What is typed


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one participant, whose first kata is green."""
    ada = tmp_path / "all" / "ada"
    ada.mkdir(parents=True)
    shutil.copy(REFERENCE, ada)
    return ada.parent


def test_a_folder_in_which_nothing_is_recognised_is_refused(
    untouched: Project, tmp_path: Path
) -> None:
    (tmp_path / "ada").mkdir()
    (tmp_path / "ada" / "winner.py").touch()
    run = untouched.pytest(f"--submission={tmp_path}", f"katas/{WINNER}")
    assert run.exit_code == 4
    assert "found no file of a kata" in run.errors
    assert "  <participant>/<kata>/<kata>.py\n" in run.errors
    assert "  ada/winner.py\n" in run.errors


@pytest.mark.parametrize("argument", [f"tests/{WINNER}/test_{WINNER}.py::test_row", "tests"])
def test_a_part_of_a_table_and_other_tests_are_refused(argument: str) -> None:
    config: Any = SimpleNamespace(args=[str(ROOT / argument)], getoption=lambda name: "all")
    refused = f"holds everybody's files;\nexpected whole katas, such as katas/{WINNER}"
    with pytest.raises(pytest.UsageError, match=refused):
        whole_katas(config)


def test_one_persons_clone_is_one_submission(tmp_path: Path) -> None:
    place = tmp_path / "katas" / WINNER
    place.mkdir(parents=True)
    shutil.copy(REFERENCE, place)
    found = choose(solution=False, submission=".", here=tmp_path)
    assert found is not None
    assert (found.is_one_persons, found.katas()) == (True, [PATH[0]])


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


@on_posix
def test_who_is_somebody_and_what_is_passed_over(tmp_path: Path) -> None:
    for name in ("ada", "bob", ".git", "__pycache__"):
        (tmp_path / name).mkdir()
    mine = tmp_path / "ada" / f"{WINNER}.py"
    for path in (mine, tmp_path / "notes.txt", tmp_path / f"__{WINNER}.py"):
        path.touch()
    (tmp_path / f"eve__of__us__{WINNER}.py").touch()
    # What is not one's own is not a submission.
    (tmp_path / "bob" / f"{WINNER}.py").symlink_to(mine)
    (tmp_path / "cy").symlink_to(tmp_path / "ada")
    (tmp_path / f"dan__{WINNER}.py").symlink_to(mine)
    gathering = Gathering(tmp_path, "here")
    assert gathering.participants == ["ada", "bob", "eve__of__us"]
    assert [one.participant for one in gathering.submitted] == ["ada", "eve__of__us"]
    assert gathering.passed_over == ["cy", f"dan__{WINNER}.py", "notes.txt"]
    assert gathering.unreadable == [f"bob/{WINNER}.py (expected a file of their own)"]


@pytest.mark.parametrize(
    ("module", "name", "refused"),
    [(os, "scandir", "bob"), (Path, "lstat", f"bob/{WINNER}/{WINNER}.py")],
)
def test_a_folder_without_permission_is_one_line(
    folder: Path, monkeypatch: pytest.MonkeyPatch, module: Any, name: str, refused: str
) -> None:
    (folder / "bob").mkdir()
    ask = getattr(module, name)

    def refuse(path: Any) -> Any:  # root may read everywhere
        if Path(path) == folder / refused:
            raise PermissionError(13, "Permission denied")
        return ask(path)

    monkeypatch.setattr(module, name, refuse)
    gathering = gather(folder, "here")
    monkeypatch.undo()
    assert gathering.unreadable == ["bob (Permission denied)"]
    assert [one.participant for one in gathering.submitted] == ["ada"]


def test_two_files_of_one_participant_for_one_kata_are_refused(tmp_path: Path) -> None:
    (tmp_path / "ada").mkdir()
    for file in (f"ada/{WINNER}.py", f"ada__{WINNER}.py"):
        (tmp_path / file).touch()
    with pytest.raises(ValueError, match=rf"got two:\n  ada/{WINNER}.py\n  ada__{WINNER}.py"):
        gather(tmp_path, "here")


@pytest.mark.parametrize(
    ("name", "other"),
    [("a::b", "a:\\x3ab"), ("[a", "\\x5ba"), ("a\nb", "a\\nb"), ("Ada", "ada"), ("é", "e\u0301")],
)
def test_two_names_never_have_one_id(name: str, other: str) -> None:
    ids = plain_id(name), plain_id(other)
    assert ids[0] != ids[1]
    assert not re.search(r"::|\[", ids[0])
    assert ids[0].isprintable()


# Runs that are small, short or cut


@pytest.mark.slow
def test_with_k_only_the_chosen_are_told(untouched: Project, folder: Path) -> None:
    (folder / f"bob__{WINNER}.py").write_text("is_solved = 1 / 0", encoding="utf-8")
    (folder / "bob__tictactoe_perft.py").touch()
    run = untouched.pytest(f"--submission={folder}", "-k", "ada", "-n1")
    assert run.exit_code == 0
    assert "green, of 1  1" in run.lines
    assert re.search(
        r"^1 participant, 1 kata: 1 green \(\d+ s\)\n\nchosen: 1 of 3 files$", run.text, re.M
    )
    nobody = untouched.pytest(f"--submission={folder}", "-k", "nobody")
    assert (nobody.exit_code, nobody.last) == (5, "chosen: 0 of 3 files")


@pytest.mark.slow
def test_a_run_that_is_ended_early_says_so_and_is_not_green(
    untouched: Project, folder: Path
) -> None:
    (folder / f"abe__{WINNER}.py").write_text("is_solved = 1 / 0", encoding="utf-8")
    run = untouched.pytest(f"--submission={folder}", "-x")
    assert run.exit_code == 1
    assert f"ada          [{'.' * len(STAGES)}]" in run.lines
    assert run.last == "the run was ended early: 1 of 2 are told"


@pytest.mark.slow
def test_an_error_of_the_harness_is_told_and_not_green(untouched: Project, folder: Path) -> None:
    broken = "def pytest_runtest_setup(item):\n    raise RuntimeError('out of order \\x1b[2J')\n"
    (folder.parent / "broken_plugin.py").write_text(broken, encoding="utf-8")
    environment = {"PYTHONPATH": str(folder.parent)}
    run = untouched.pytest(f"--submission={folder}", "-pbroken_plugin", environment=environment)
    assert run.exit_code == 1
    assert "error:" in run.lines
    assert "E       RuntimeError: out of order \\x1b[2J" in run.lines
    assert "\x1b" not in run.text


@pytest.mark.slow
@on_posix
def test_a_terminal_shows_how_far_the_run_is(untouched: Project, folder: Path) -> None:
    """All of it is green, so the exit code is 0."""
    import pty

    ours, theirs = pty.openpty()
    with start(untouched, f"--submission={folder}", stdout=theirs) as process:
        os.close(theirs)
        text = b""
        try:
            while part := os.read(ours, 10_000):
                text += part
        except OSError:  # The other end is closed.
            pass
    os.close(ours)
    assert process.returncode == 0
    assert re.search(rb"\r\x1b\[K1 of 1, \d+ s\r\x1b\[K1 of 1 have done everything\r\n=====", text)
    assert f"ada          \x1b[32m[{'#' * len(STAGES)}]\x1b[0m".encode() in text
    assert b"1 participant, 1 kata: 1 green (" in text


def start(project: Project, *arguments: str, **options: Any) -> subprocess.Popen[bytes]:
    """Start pytest in a project, and do not wait for it."""
    options = {"env": clean_environment(), "start_new_session": True, **options}
    command = [sys.executable, "-m", "pytest", *arguments]
    return subprocess.Popen(command, cwd=project.root, **options)


@on_posix
@pytest.mark.parametrize(
    ("name", "to_all", "more"),
    [
        ("SIGTERM", False, []),
        pytest.param("SIGHUP", True, ["-n2"], marks=pytest.mark.slow),
        pytest.param("SIGINT", True, ["-n2"], marks=pytest.mark.slow),
        pytest.param("SIGTERM", False, ["-n2"], marks=pytest.mark.slow),
    ],
)
def test_a_run_that_is_killed_leaves_nothing(
    untouched: Project, folder: Path, name: str, to_all: bool, more: list[str]
) -> None:
    """A terminal sends its signals to all processes of a command, `kill` to one of them."""
    for who in ("bob", "cy"):
        (folder / f"{who}__{WINNER}.py").write_text("while True: pass", encoding="utf-8")
    (folder / "ada" / f"{WINNER}.py").unlink()
    temporary = folder.parent / "tmp"
    temporary.mkdir()
    environment = clean_environment() | dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(temporary))
    arguments = f"--submission={folder}", "--kata-timeout=60", *more
    with start(untouched, *arguments, env=environment, stdout=subprocess.PIPE) as process:
        while not any(
            "kata_worker" in text and "defunct" not in text for text in inside(temporary)
        ):
            time.sleep(0.05)
        (os.killpg if to_all else os.kill)(process.pid, getattr(signal, name))
        out, _ = process.communicate(timeout=30)
    assert process.returncode == pytest.ExitCode.INTERRUPTED
    assert b"the run was ended early: 0 of 2 are told" in out
    assert left_in(temporary) == []


def inside(temporary: Path) -> list[str]:
    """The processes of a participant's run."""
    return [text for folder in temporary.glob("kata-*") for text in processes_with(str(folder))]


def submitted(folder: Path) -> Any:
    """The only file in a folder."""
    (one,) = Gathering(folder, "here").submitted
    return one


def test_a_run_that_does_not_come_back_is_stopped(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also when the pytest around the code is what does not come back."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    (folder / "ada" / f"{WINNER}.py").write_text("while True: pass", encoding="utf-8")
    terms = Terms(Gathering(folder, "here"), Limits(60, 60), harness_seconds=-58.5)
    told = run_one(submitted(folder), terms)
    assert (told.state, told.words) == (STOPPED, "stopped after 1.5 s")
    assert bar(told) == STOPPED_AT_ONCE
    assert told.seconds < Limits().total_seconds  # It did not end by itself.
    assert left_in(tmp_path) == [str(folder)]


def test_the_time_of_a_participant_and_of_a_workshop_is_limited(folder: Path) -> None:
    gathering, one = Gathering(folder, "here"), submitted(folder)
    terms = Terms(gathering, Limits(), participant_total=0.3)
    cut = [run_one(one, terms), run_one(one, terms)]
    late = Terms(gathering, Limits(), workshop_total=7, end=time.monotonic())
    cut.append(run_one(one, late))
    assert cut[1].seconds < 0.1 < cut[0].seconds
    assert {told.state for told in cut} == {STOPPED}
    assert Cohort("here", {}, tuple(cut)).cut_short == [
        "cut short by --participant-total=0.3: 2 files",
        "cut short by --workshop-total=7: 1 file",
    ]


@pytest.mark.slow
def test_what_was_cut_short_is_said_and_is_not_green(untouched: Project, folder: Path) -> None:
    run = untouched.pytest(f"--submission={folder}", "--workshop-total=0.0001")
    assert run.exit_code == 1
    assert f"ada          {STOPPED_AT_ONCE}" in run.lines
    assert run.last == "cut short by --workshop-total=0.0001: 1 file"


def test_a_run_without_a_verdict_is_not_green(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "CHILD", folder / "no_such_file.py")
    told = run_one(submitted(folder), Terms(Gathering(folder, "here"), Limits()))
    assert (told.state, told.words) == (STOPPED, "no verdict: the run ended with 2")
    assert "no_such_file.py" in told.verdict


def test_the_stub_is_not_run_unless_the_facilitator_has_solved_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, terms = submitted(folder), Terms(Gathering(folder, "here"), Limits())
    ran: list[str] = []

    def note(*arguments: object) -> KataRecord:
        ran.append("ran")
        return running.not_run(WINNER, GREEN, "")

    monkeypatch.setattr(running, "_run", note)
    shutil.copy(ROOT / PATH[0].stub, one.file)
    assert (run_one(one, terms).state, ran) == (NOT_STARTED, [])
    solved = folder.parent / "katas" / WINNER
    solved.mkdir(parents=True)
    monkeypatch.setattr(running, "ROOT", folder.parent)
    for file in (one.file, solved / f"{WINNER}.py"):
        shutil.copy(REFERENCE, file)
    assert (run_one(one, terms).state, ran) == (GREEN, ["ran"])


@pytest.mark.slow
def test_the_references_that_a_kata_needs_can_be_imported_and_its_own_cannot(
    tmp_path: Path,
) -> None:
    # The reference of the player imports that of the winner.
    name = "tictactoe_player.py"
    shutil.copy(ROOT / "solutions" / name, tmp_path / f"ada__{name}")
    code = "from solutions.tictactoe_player import choose_move\n"
    (tmp_path / f"bob__{name}").write_text(code, encoding="utf-8")
    gathering = Gathering(tmp_path, "all")
    ada, bob = (run_one(one, Terms(gathering, Limits())) for one in gathering.submitted)
    assert (ada.state, bob.state) == (GREEN, BROKEN)


def test_the_stages_of_a_table_are_known_before_it_is_run(untouched: Project) -> None:
    run = untouched.pytest("--solution", "--collect-only", "-q")
    for kata in PATH:
        assert sum(stages_of(kata).values()) == sum(f"{kata.table}::" in line for line in run.lines)
        assert list(stages_of(kata)) == list(dict.fromkeys(row.stage for row in rows(kata)))


def test_one_persons_run_imports_nothing_of_the_workshop(untouched: Project) -> None:
    code = f"import pytest, sys; pytest.main(['katas/{WINNER}']); print(*sys.modules)"
    command, environment = [sys.executable, "-c", code], clean_environment()
    done = subprocess.run(command, cwd=untouched.root, env=environment, capture_output=True)
    assert b"kata_kit.summary" in done.stdout
    assert re.findall(rb"kata_workshop|jinja2", done.stdout) == []
