"""The workshop: everybody's files under the tables, in whole runs and in those that are ended."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock
from xml.etree import ElementTree

import pytest
from kata_kit import layout
from kata_kit.katas import BY_NAME, PATH
from kata_kit.process import Limits
from kata_kit.record import GREEN, MISSING, NOT_STARTED, STOPPED
from kata_report.cohort import Cohort, bar
from kata_report.matrix import LONGEST_NAME
from kata_workshop import run as running
from kata_workshop.participants import Gathering, Submitted, plain_id
from kata_workshop.run import Terms, stages_of
from kata_workshop.run import run as run_one
from repository.cohorts import Truth, hand_in, write
from repository.project import (
    ROOT,
    Project,
    Terminal,
    clean_environment,
    files_of,
    processes_with,
)

BOTH = [
    PATH[0],
    BY_NAME["tictactoe_player"],
]  # The second one imports the reference of the first.
WINNER, PLAYER = KATAS = [kata.name for kata in BOTH]
Patch = pytest.MonkeyPatch
REFERENCE = ROOT / "solutions" / f"{WINNER}.py"
STAGES = stages_of(PATH[0])
STOPPED_AT_ONCE = f"[?{'.' * (len(STAGES) - 1)}]"
SLEEPS = "import time\ntime.sleep(600)"

# The slowest call takes a tenth of this on a machine with nothing else to do.
CALL_SECONDS = 0.5
LIMITS = f"--kata-timeout={CALL_SECONDS}", "--kata-total=20"

on_posix = pytest.mark.skipif(
    sys.platform == "win32", reason="Windows has no such names, signals"
)


def left_in(temporary: Path) -> list[str]:
    """The processes and files that a run has left there, once what was killed is gone."""
    patience = time.monotonic() + 5
    while processes_with(str(temporary)) and time.monotonic() < patience:
        time.sleep(0.05)
    # pytest-xdist has a folder made for temporary folders of tests, and pytest keeps
    # it.
    files = [
        str(path)
        for path in temporary.glob("*")
        if not path.name.startswith("pytest-of-")
    ]
    return files + processes_with(str(temporary))


def temporary_in(folder: Path) -> dict[str, str]:
    """The variables for a run whose temporary files stand in `tmp` in a folder."""
    (folder / "tmp").mkdir()
    return dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(folder / "tmp"))


# A whole run


def strange(folder: Path) -> list[str]:
    """Add what nobody can read, and what pytest would, if it looked into the folder."""
    (folder / "links").mkdir()
    (folder / "links" / f"{WINNER}.py").symlink_to(f"{WINNER}.py")
    (folder / "upside down" / WINNER).mkdir(parents=True)
    Path(os.fsdecode(os.fsencode(folder) + b"/lat\xedn")).mkdir()
    for name in ("conftest.py", "pytest.ini", "test_mine.py"):
        write(folder / name, "raise SystemExit('looked into')")
    return ["links", "upside down", "lat\\udcedn"]


@pytest.fixture(scope="module")
def after(untouched: Project, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What a run about honest and hostile people said, what was known of them, what is left."""
    place = tmp_path_factory.mktemp("everybody")
    folder, junit, report = (place / name for name in ("all of us", "j.xml", "r.json"))
    truth, attackers = hand_in(folder, BOTH, junit)
    truth |= {
        (name, kata): Truth(MISSING) for name in strange(folder) for kata in KATAS
    }
    before = files_of(folder) | files_of(untouched.root)
    run = untouched.pytest(
        *(f"--submission={folder}", *LIMITS, "-n2", *KATAS),
        *(f"--junitxml={junit}", f"--report={report}"),
        environment={"HOME": str(place), **temporary_in(place)},
    )
    changed = before ^ (files_of(folder) | files_of(untouched.root))
    left = [*left_in(place / "tmp"), *changed]
    text = report.read_text(encoding="utf-8")
    assert str(place / "tmp") not in text + run.text
    records = {
        (one["participant"], one["kata"]): one for one in json.loads(text)["records"]
    }
    known = {"truth": truth, "attackers": attackers, "folder": folder, "junit": junit}
    return SimpleNamespace(run=run, records=records, left=left, **known)


@pytest.mark.slow
@on_posix
def test_honest_and_hostile_people_are_found_as_they_are(after: Any) -> None:
    told, states = after.records, {cell: one.state for cell, one in after.truth.items()}
    assert {cell: one["state"] for cell, one in told.items()} == states
    names = {name for name, _ in states}
    assert len(set(map(plain_id, names))) == len(names)
    for name in names:
        shown = layout.short(layout.on_one_line(name), LONGEST_NAME)
        bars = " +".join(re.escape(told[name, kata]["bar"]) for kata in KATAS)
        assert re.search(rf"^{re.escape(shown)} +{bars}$", after.run.text, re.M)
    words = {GREEN: "", NOT_STARTED: "skipped"}
    assert {
        (case.get("classname"), case.get("name")): ", ".join(part.tag for part in case)
        for case in ElementTree.parse(after.junit).iter("testcase")
    } == {
        (f"submissions.{plain_id(name)}", kata): words.get(state, "failure")
        for (name, kata), state in states.items()
        if state != MISSING
    }
    beliefs = {
        c: one["misconception"]["name"]
        for c, one in told.items()
        if one["misconception"]
    }
    assert beliefs == {
        cell: one.belief for cell, one in after.truth.items() if one.belief
    }
    file = f"e\u0301lodie/mine.zip/katas-main/{WINNER}.py"
    assert told["e\u0301lodie", WINNER]["file"] == file
    assert (after.run.exit_code, after.run.errors, after.left) == (1, "", [])
    # The screen says what holds, and what belongs to nobody.
    head = after.run.text.partition("=====")[0]
    assert " ".join(head.split()).startswith("under test: the submissions in /")
    assert f"isolation: {CALL_SECONDS:g} s a call, 20 s a kata, 20 kB of" in head
    if sys.platform == "linux":
        assert "isolation: kernel: 2 GB of memory\n" in head
        assert "isolation: kernel: no file is written\n" in head
    assert "\npassed over: conftest.py, kept.txt, pytest.ini, test_mine.py\n" in head
    assert (
        f"\ncannot be read: links/{WINNER}.py (a link or a device; expected"
        in after.run.text
    )
    assert "\x1b" not in after.run.text
    # The path of a report is told in one piece.
    long = [line for line in after.run.lines if len(line) > 80]
    assert [line for line in long if not line.startswith("report: ")] == []


@pytest.mark.slow
@on_posix
def test_a_participant_is_told_what_their_own_run_tells(
    untouched: Project, after: Any
) -> None:
    cell = next(cell for cell, one in after.truth.items() if one.belief)
    file = after.folder / after.records[cell]["file"]
    own = untouched.pytest(f"--submission={file}", *LIMITS, cell[1])
    texts = (
        own.text.replace(f"{after.folder}{os.sep}", ""),
        after.records[cell]["verdict"],
    )
    # Durations and lines of signs may differ.
    theirs, told = (re.sub(r"\d+\.\d+s|={2,}", "", text).split() for text in texts)
    assert theirs == told
    if sys.platform == "linux":  # Only there files are guarded.
        read = [
            one["text"]
            for one in after.records[after.attackers["reads"], WINNER]["failures"]
        ]
        for path in ("kept.txt", f"{after.folder.parent}/j.xml.secret"):
            assert any(
                text.startswith(f"is_solved tried to read '{path}'\n") for text in read
            )


# Runs that are small, short or cut


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one participant, whose first kata is green."""
    ada = tmp_path / "all" / "ada"
    ada.mkdir(parents=True)
    shutil.copy(REFERENCE, ada)
    return ada.parent


# What else is typed, the exit code, and lines that begin so.
ENDS = {
    "-k nobody -n1": (5, ["chosen: 0 of 3 files"]),
    "-k ada": (0, ["chosen: 1 of 3 files", "green, of 1  1"]),
    "-x": (
        1,
        [
            f"bob          [{'.' * len(STAGES)}]",
            "the run was ended early: 1 of 3 are told",
        ],
    ),
    "--workshop-total=0.0001": (
        1,
        [
            f"ada          {STOPPED_AT_ONCE}",
            "cut short by --workshop-total=0.0001: 3 files",
        ],
    ),
    "-p broken_plugin": (1, ["error:", "E       RuntimeError: out of order \\x1b[2J"]),
    "--report=x.pdf": (
        4,
        ["ERROR: --report=x.pdf: expected a file that ends in .html"],
    ),
    f"katas/{WINNER}::test_row": (
        4,
        [f"expected whole katas, such as katas/{WINNER}, got"],
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("typed", ENDS)
def test_a_run_that_is_not_whole_says_so(
    untouched: Project, folder: Path, typed: str
) -> None:
    for name in ("abe", "bob"):
        write(folder / f"{name}__{WINNER}.py", "is_solved = 1 / 0")
    broken = "def pytest_runtest_setup(item):\n    raise RuntimeError('out of order \\x1b[2J')\n"
    write(folder.parent / "broken_plugin.py", broken)
    environment = {"PYTHONPATH": str(folder.parent)} if "plugin" in typed else {}
    run = untouched.pytest(
        f"--submission={folder}", *typed.split(), environment=environment
    )
    code, lines = ENDS[typed]
    told = "\n".join(["", run.text, run.errors])
    assert (run.exit_code, [line for line in lines if f"\n{line}" not in told]) == (
        code,
        [],
    )
    assert "\x1b" not in run.text


@pytest.mark.slow
@on_posix
def test_ctrl_c_ends_it_in_a_terminal(
    untouched: Project, folder: Path, monkeypatch: Patch
) -> None:
    write(folder / f"bob__{WINNER}.py", SLEEPS)
    for name, value in temporary_in(folder.parent).items():
        monkeypatch.setenv(name, value)
    terminal = Terminal(untouched.root, "-m", "pytest", f"--submission={folder}")
    terminal.expect("1 of 2, ")
    os.killpg(terminal.process.pid, signal.SIGINT)
    assert terminal.end() == pytest.ExitCode.INTERRUPTED
    place, screen = "1 of 2 have done everything", terminal.screen
    assert re.search(rf"\x1b\[K1 of 2, \d+ s\x1b\[K{place}\n=====", screen)
    assert f"ada          \x1b[32m[{'#' * len(STAGES)}]\x1b[0m\n" in screen
    assert "\ngreen, of 2  1\n" in screen
    assert "2 participants, 1 kata: 1 green, 1 not run (" in screen
    assert "\n\nthe run was ended early: 1 of 2 are told\n" in screen
    assert left_in(folder.parent / "tmp") == []


@pytest.mark.slow
@on_posix
@pytest.mark.parametrize("name", ["SIGHUP", "SIGTERM", "SIGKILL"])
def test_a_run_that_is_killed_leaves_nothing(
    untouched: Project, folder: Path, name: str
) -> None:
    """A terminal sends its signals to all processes of a command, `kill` to one of them."""
    for who in ("bob", "cy"):
        write(folder / f"{who}__{WINNER}.py", SLEEPS)
    (folder / "ada" / f"{WINNER}.py").unlink()
    environment, temporary = temporary_in(folder.parent), folder.parent / "tmp"
    with subprocess.Popen(
        [sys.executable, "-m", "pytest", f"--submission={folder}", "-n2"],
        cwd=untouched.root,
        env=clean_environment() | environment,
        stdout=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        while not any("kata_worker" in text for text in inside(temporary)):
            time.sleep(0.2)
        send = os.kill if name == "SIGTERM" else os.killpg
        send(process.pid, getattr(signal, name))
        out, _ = process.communicate(timeout=30)
    if name == "SIGKILL":  # Then nobody removes the files.
        assert [text for text in left_in(temporary) if "kata_work" in text] == []
        return
    assert process.returncode == pytest.ExitCode.INTERRUPTED
    assert b"the run was ended early: 0 of 2 are told" in out
    assert left_in(temporary) == []


def inside(temporary: Path) -> list[str]:
    """The processes of a participant's run."""
    found = [
        text
        for folder in temporary.glob("kata-*")
        for text in processes_with(str(folder))
    ]
    return [text for text in found if "defunct" not in text]


# One file, in this process


@pytest.fixture
def ada(folder: Path) -> tuple[Submitted, Terms]:
    """Her file, and the terms of a workshop with only her in it."""
    gathering = Gathering(folder, "here")
    return gathering.submitted[0], Terms(gathering, Limits())


def test_a_run_that_takes_too_long_is_stopped(
    ada: tuple[Submitted, Terms], tmp_path: Path, monkeypatch: Patch
) -> None:
    """Also when the pytest around the code is what does not come back."""
    one, terms = ada
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    one.file.write_text(SLEEPS, encoding="utf-8")
    told = run_one(one, replace(terms, limits=Limits(60, 60), harness_seconds=-59))
    assert (told.state, told.words, bar(told)) == (
        STOPPED,
        "stopped after 1 s",
        STOPPED_AT_ONCE,
    )
    assert told.seconds < Limits().total_seconds  # It did not end by itself.
    assert left_in(tmp_path) == [str(one.file.parents[1])]
    # The time of a participant and of a workshop is limited as well.
    short = replace(terms, participant_total=0.3, spent={})
    late = replace(terms, workshop_total=7, began=time.monotonic() - 7)
    cut = run_one(one, short), run_one(one, short), run_one(one, late)
    assert cut[1].seconds < 0.1 < cut[0].seconds
    assert {told.state for told in cut} == {STOPPED}
    assert Cohort("here", {}, cut).cut_short == [
        "cut short by --participant-total=0.3: 2 files",
        "cut short by --workshop-total=7: 1 file",
    ]
    # Whatever else it ends with, without a verdict it is not green.
    monkeypatch.setattr(running, "CHILD", "no_such_file.py")
    told = run_one(one, terms)
    assert (told.state, told.words) == (STOPPED, "no verdict: the run ended with 2")
    assert "no_such_file.py" in told.verdict


def test_the_stub_is_not_run_unless_the_facilitator_has_solved_it(
    ada: tuple[Submitted, Terms], tmp_path: Path, monkeypatch: Patch
) -> None:
    one, terms = ada
    ran = Mock(return_value=running.not_run(WINNER, GREEN, ""))
    monkeypatch.setattr(running, "_run", ran)
    stub = (ROOT / PATH[0].stub).read_bytes()
    one.file.write_bytes(stub.replace(b"\n", b"\r\n"))  # As git has it on Windows.
    assert (run_one(one, terms).state, ran.call_count) == (NOT_STARTED, 0)
    monkeypatch.setattr(running, "ROOT", tmp_path)
    write(tmp_path / PATH[0].stub, REFERENCE.read_text(encoding="utf-8"))
    shutil.copy(REFERENCE, one.file)
    assert (run_one(one, terms).state, ran.call_count) == (GREEN, 1)
