"""The workshop: everybody's files under the tables, in runs whole and ended."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock
from xml.etree import ElementTree

import pytest
from kata_kit import layout
from kata_kit.katas import BY_NAME, PATH
from kata_kit.process import Limits
from kata_kit.record import BROKEN, GREEN, MISSING, NOT_STARTED, RED, STOPPED
from kata_kit.sources import Submission
from kata_report.cohort import Cohort
from kata_workshop import kept, runs
from kata_workshop import run as running
from kata_workshop.child import FORKS
from kata_workshop.files import Submitted, plain_id
from kata_workshop.names import Aliases
from kata_workshop.participants import Gathering, choose
from kata_workshop.run import Terms, run, stages_of
from kata_workshop.runs import Host, Runs
from repository.cohorts import READER, Truth, hand_in, write
from repository.project import (
    ROOT,
    Project,
    Terminal,
    clean_environment,
    files_of,
    processes_with,
)

# The second one imports the reference of the first.
BOTH = [PATH[0], BY_NAME["tictactoe_player"]]
WINNER, PLAYER = KATAS = [kata.name for kata in BOTH]
Patch = pytest.MonkeyPatch
REFERENCE = ROOT / "solutions" / f"{WINNER}.py"
STAGES = stages_of(PATH[0])
SLEEPS = "import time\ntime.sleep(600)"

# The slowest call takes a tenth of this on a machine with nothing else to do.
CALL_SECONDS = 0.5
LIMITS = f"--kata-timeout={CALL_SECONDS}", "--kata-total=20"

on_posix = pytest.mark.skipif(
    sys.platform == "win32", reason="Windows has no such names, signals"
)


def left_in(temporary: Path) -> list[str]:
    patience = time.monotonic() + 5
    while processes_with(str(temporary)) and time.monotonic() < patience:
        time.sleep(0.05)
    return [*map(str, temporary.glob("*")), *processes_with(str(temporary))]


def temporary_in(folder: Path) -> dict[str, str]:
    (folder / "tmp").mkdir()
    return dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(folder / "tmp"))


# A whole run


def strange(folder: Path) -> list[str]:
    """Add what nobody can read, and what pytest would, if it looked into the folder."""
    (folder / "links").mkdir()
    (folder / "links" / f"{WINNER}.py").symlink_to(REFERENCE)
    (folder / "upside down" / WINNER).mkdir(parents=True)
    Path(os.fsdecode(os.fsencode(folder) + b"/lat\xedn")).mkdir()
    for name in ("conftest.py", "pytest.ini", "test_mine.py"):
        write(folder / name, "raise SystemExit('looked into')")
    return ["links", "upside down", "lat\\udcedn"]


@pytest.fixture(scope="module")
def after(untouched: Project, tmp_path_factory: pytest.TempPathFactory) -> Any:
    place = tmp_path_factory.mktemp("everybody")
    folder, junit, report = (place / name for name in ("all of us", "j.xml", "r.json"))
    truth = hand_in(folder, BOTH, junit)
    for name in strange(folder):
        truth |= {(name, kata): Truth(MISSING) for kata in KATAS}
    before = files_of(folder) | files_of(untouched.root)
    run = untouched.pytest(
        *(f"--submission={folder}", *LIMITS, "-n2", *KATAS),
        *(f"--junitxml={junit}", f"--report={report}"),
        HOME=str(place),
        **temporary_in(place),
    )
    changed = before ^ (files_of(folder) | files_of(untouched.root))
    left = [*left_in(place / "tmp"), *changed]
    text = report.read_text(encoding="utf-8")
    assert str(place / "tmp") not in text + run.text
    told = json.loads(text)["records"]
    records = {(one["participant"], one["kata"]): one for one in told}
    known = {"truth": truth, "folder": folder, "junit": junit}
    return SimpleNamespace(run=run, records=records, left=left, **known)


@pytest.mark.slow
@on_posix
def test_honest_and_hostile_people_are_found_as_they_are(after):
    told, truth, shown = after.records, after.truth, after.run.text
    found = {
        cell: Truth(one["state"], (one["misconception"] or {"name": ""})["name"])
        for cell, one in told.items()
    }
    assert found == truth
    for name in {name for name, _ in truth}:
        bars = " +".join(re.escape(told[name, kata]["bar"]) for kata in KATAS)
        row = re.escape(layout.on_one_line(name))
        assert re.search(rf"^{row} +{bars}$", shown, re.M)
    cases = {
        (case.get("classname"), case.get("name")): [part.tag for part in case]
        for case in ElementTree.parse(after.junit).iter("testcase")
    }
    tags = {GREEN: [], NOT_STARTED: ["skipped"]}
    assert cases == {
        (f"submissions.{plain_id(name)}", kata): tags.get(one.state, ["failure"])
        for (name, kata), one in truth.items()
        if one.state != MISSING
    }
    times = [
        float(one.get("time", "0"))
        for one in ElementTree.parse(after.junit).iter("testcase")
    ]
    assert sum(times) > 0.9 * sum(one["seconds"] for one in told.values())
    assert (after.run.exit_code, after.run.errors, after.left) == (1, "", [])
    # Nobody reads the files of others.
    if sys.platform == "linux":
        failures = str(told[READER, WINNER]["failures"])
        for path in ("kept.txt", f"{after.folder.parent}/j.xml.secret"):
            assert f"is_solved tried to read '{path}'" in failures
    assert f"\nnot run: links/{WINNER}.py (a link, a folder or a device; " in shown
    assert "\x1b" not in shown


@pytest.mark.slow
@on_posix
def test_a_participant_is_told_what_their_own_run_tells(untouched, after):
    (name, kata) = next(cell for cell, one in after.truth.items() if one.belief)
    told = after.records[name, kata]
    own = untouched.pytest(f"--submission={after.folder / told['file']}", *LIMITS, kata)
    texts = own.text.replace(f"{after.folder}{os.sep}", ""), told["verdict"]
    # Durations and lines of signs may differ.
    own_words, words = (re.sub(r"\d+\.\d+s|==+", "", text).split() for text in texts)
    assert own_words == words


# Runs that are small, short or cut


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    ada = tmp_path / "all" / "ada"
    ada.mkdir(parents=True)
    shutil.copy(REFERENCE, ada)
    return ada.parent


@pytest.mark.parametrize(
    ("option", "told"),
    [
        ("--case=X wins", "--case: this is about one person's code; expected\n"),
        ("--pdb", "--pdb: this is about one person's code; expected\n"),
        ("-ktop row", "no file is named 'top row'.\n"),
    ],
)
def test_an_option_about_cases_is_refused(untouched, folder, option, told):
    run = untouched.pytest(f"--submission={folder}", option)
    assert run.exit_code == pytest.ExitCode.USAGE_ERROR
    assert f"ERROR: {told}" in run.errors


@pytest.mark.slow
def test_a_run_that_a_plugin_ends_says_so(untouched, folder):
    write(folder / f"bob__{WINNER}.py", "is_solved = 1 / 0")
    code = "def pytest_runtest_logfinish():\n    raise RuntimeError('\\x1b[2J')\n"
    write(folder.parent / "fails.py", code)
    run = untouched.pytest(
        *(f"--submission={folder}", "-p", "fails"),
        PYTHONPATH=str(folder.parent),
    )
    assert run.exit_code == pytest.ExitCode.INTERNAL_ERROR
    assert "\nthe run was ended early: 1 of 2 are told (an error of the har" in run.text
    assert "RuntimeError: \\x1b[2J" in run.text


@pytest.mark.slow
@on_posix
def test_ctrl_c_ends_it_in_a_terminal(untouched, folder, monkeypatch):
    write(folder / f"bob__{WINNER}.py", SLEEPS)
    for name, value in temporary_in(folder.parent).items():
        monkeypatch.setenv(name, value)
    terminal = Terminal(untouched.root, "-m", "pytest", f"--submission={folder}")
    terminal.expect("1 of 2, ")
    os.killpg(terminal.process.pid, signal.SIGINT)
    assert terminal.end() == pytest.ExitCode.INTERRUPTED
    screen = terminal.screen
    assert re.search(r"\x1b\[K1 of 2, \d+ s\x1b\[K1 of 2 have done", screen)
    assert f"ada          \x1b[32m[{'#' * len(STAGES)}]\x1b[0m\n" in screen
    assert "2 participants, 1 kata: 1 green, 1 not run (" in screen
    assert "\n\nthe run was ended early: 1 of 2 are told (Ctrl-C)\n" in screen
    assert left_in(folder.parent / "tmp") == []


@pytest.mark.slow
@on_posix
@pytest.mark.parametrize("name", ["SIGHUP", "SIGTERM", "SIGKILL"])
def test_a_run_that_is_killed_leaves_nothing(untouched, folder, name):
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
        of_a_participant = f"{temporary}/kata-"
        while "kata_worker" not in "".join(processes_with(of_a_participant)):
            time.sleep(0.2)
        # A terminal sends its signals to all processes, `kill` to one.
        send = os.kill if name == "SIGTERM" else os.killpg
        send(process.pid, getattr(signal, name))
        out, _ = process.communicate(timeout=30)
    if name == "SIGKILL":  # Then nobody removes the files.
        assert "kata_work" not in "".join(left_in(temporary))
        return
    assert process.returncode == pytest.ExitCode.INTERRUPTED
    assert f"the run was ended early: 0 of 2 are told ({name})" in out.decode()
    assert left_in(temporary) == []


# One file


@pytest.fixture
def ada(folder: Path) -> tuple[Submitted, Terms]:
    gathering = Gathering(folder, "here")
    return gathering.submitted[0], Terms(gathering, Limits())


@pytest.fixture
def host() -> Iterator[Host]:
    made = Host()
    yield made
    made.close()


def test_a_run_that_takes_too_long_is_stopped(ada, host, tmp_path, monkeypatch):
    one, terms = ada
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    code = one.file.read_bytes()
    one.file.write_text(SLEEPS, encoding="utf-8")
    with monkeypatch.context() as patch:
        patch.setattr(running, "HARNESS_SECONDS", -59)
        told = run(one, replace(terms, limits=Limits(60, 60)), host.run)
    assert told.words == "stopped after 1 s"
    assert left_in(tmp_path) == [str(one.file.parents[1])]
    # The time of a participant and of a workshop is limited as well.
    short = replace(terms, participant_total=0.3, spent={})
    late = replace(terms, workshop_total=7, began=time.monotonic() - 7)
    cut = tuple(run(one, limited, host.run) for limited in (short, short, late))
    assert {told.state for told in cut} == {STOPPED}
    assert Cohort("here", {}, cut).cut_short == [
        "cut short by --participant-total=0.3: 2 files",
        "cut short by --workshop-total=7: 1 file",
    ]
    # The next one is run as ever; without a verdict nothing is green.
    one.file.write_bytes(code)
    assert run(one, terms, host.run).state == GREEN
    monkeypatch.setattr(runs, "CHILD", "no_such_file.py")
    told = run(one, terms, Host().run)
    assert (told.state, told.words) == (STOPPED, "no verdict: the run ended with 2")
    assert "no_such_file.py" in told.verdict


@pytest.mark.skipif(not FORKS, reason="one process a file")
def test_one_process_runs_all_files_and_nothing_is_left_of_one_for_the_next(ada, host):
    one, terms = ada
    right, told, servers = one.file.read_bytes(), [], set()
    for code in (right, b"is_solved = 1 / 0", right):
        one.file.write_bytes(code)
        record = run(one, terms, host.run)
        verdict = re.sub(r"\d+\.\d+s|=", "", record.verdict)
        told.append(replace(record, seconds=0.0, verdict=verdict))
        servers.add(host._process)
    first, broken, again = told
    assert first == again != broken
    assert (broken.state, len(servers)) == (BROKEN, 1)
    os.write(host._errors.fileno(), b"is_solved crashed")
    unknown: Any = replace(one, kata=SimpleNamespace(name="no_such_kata"))
    ended = host.run(unknown, Limits(), 60)
    assert ended
    assert "no_such_kata" in ended.verdict
    assert "is_solved" not in ended.verdict


def test_a_folder_that_became_another_one_is_not_read(ada, host):
    one, terms = ada
    bob = shutil.copytree(one.own, one.own.parents[1] / "bob")
    one.own.rename(one.own.with_name("old"))
    one.own.symlink_to(bob)
    told = [run(one, terms, host.run)]
    one.own.unlink()
    bob.rename(one.own)
    told.append(run(one, terms, host.run))
    words = "not run: something else came in its place"
    assert [(one.state, one.words) for one in told] == [(STOPPED, words)] * 2


def test_what_cannot_be_read_concerns_one_person(ada, host, monkeypatch):
    one, terms = ada
    one.file.write_text("+".join("1" * 20_000), encoding="utf-8")
    assert run(one, terms, host.run).state in (BROKEN, NOT_STARTED, RED)
    # Whatever else goes wrong with it.
    monkeypatch.setattr(kept, "key", Mock(side_effect=RecursionError("deep")))
    told = run(one, terms, host.run)
    assert (told.state, told.words) == (STOPPED, "cannot be read: RecursionError")
    hidden = replace(terms.gathering, aliases=Aliases(["ada"]))
    terms = replace(terms, gathering=hidden)
    told = run(hidden.submitted[0], terms, host.run)
    assert (told.verdict, told.file) == ("", f"{WINNER}.py")


def test_files_of_one_participant_run_one_after_the_other(ada, monkeypatch):
    one, terms = ada
    busy, told, bob_runs = list[str](), list[tuple[int, bool]](), Event()

    def slow(one: Submitted, *others: object) -> None:
        busy.append(one.participant)
        if one.participant == "bob":
            bob_runs.set()
        # Nobody waits for the files of another participant.
        told.append((busy.count(one.participant), bob_runs.wait(5)))
        time.sleep(0.1)
        busy.remove(one.participant)

    monkeypatch.setattr(runs, "run", slow)
    with closing(Runs(3)) as made:
        made.start(one, terms)
        made.start(replace(one, kata=BY_NAME[PLAYER]), terms)
        made.start(replace(one, participant="bob"), terms)
        while made.under_way:
            [*made.finished()]
    assert told == [(1, True)] * 3


def test_a_stub_is_not_run(ada, tmp_path):
    one, terms = ada
    stub = (ROOT / PATH[0].stub).read_bytes()
    one.file.write_bytes(stub.replace(b"\n", b"\r\n"))  # As git has it on Windows.
    keeping = replace(terms, kept=tmp_path)
    told = [run(one, keeping, Mock()).state for _ in range(2)]
    assert told == [NOT_STARTED] * 2
    assert keeping.unchanged == {one.node_id}


# What is run of a folder, and what is named

FILE = f"{WINNER}.py"
# What stands in the folder, whose file is run, and how what is named begins.
FOLDERS = [
    (
        f"ada/{FILE} b/{WINNER}/{FILE} c/katas/{WINNER}/{FILE} d__{FILE} eve/ readme",
        "ada b c d",
        [],
    ),
    # A file on top, or a folder of a kata, does not make them one person.
    (
        f"ada/{FILE} {FILE} katas/{WINNER}/{FILE} {WINNER}/bob.py solutions/{FILE}",
        "ada",
        ["katas (nobody's", f"{WINNER} (nobody's", f"{FILE} (nobody's"],
    ),
    # Nor is somebody's folder with the katas of others in it theirs.
    (
        f"ada/{FILE} b/{FILE} b/cy/{FILE}",
        "ada",
        ["b (it may hold", f"b/cy/{FILE} (whose"],
    ),
    (f"ada/katas/{WINNER}/{FILE} ada/solutions/{FILE}", "ada", []),
    # Two that are the same count as one.
    (f"ada/{FILE} ada/{WINNER}/{FILE} b/{FILE}", "ada b", []),
    (
        f"ada/{FILE} ada__{FILE} b/{FILE}",
        "b",
        [f"ada/{FILE} (one of two", f"ada__{FILE} (one of two"],
    ),
    (
        f"a__{FILE} b.zip c/{FILE} c/d.tar __e/{FILE} __f__{FILE}",
        "a c",
        ["__e (a name", f"__f__{FILE} (a name", "b.zip (", "c/d.tar ("],
    ),
    (
        f"a/{FILE} a/TicTacToe-Winner.py a/lines.py b/mine.py c.py conftest.py",
        "a",
        ["a/TicTacToe-Winner.py (", "b/mine.py (expected <kata>.py)", "c.py (expected"],
    ),
]


@pytest.mark.parametrize(("there", "run", "named"), FOLDERS)
def test_nothing_is_guessed_and_what_is_not_run_is_named(tmp_path, there, run, named):
    for path in there.split():
        if path.endswith("/"):
            (tmp_path / path).mkdir()
        else:
            write(tmp_path / path, "1" if "__" in path else "")
    chosen = choose(tmp_path, "here")
    assert isinstance(chosen, Gathering)
    assert [one.participant for one in chosen.submitted] == run.split()
    assert len(chosen.not_run) == len(named)
    for text, expected in zip(sorted(chosen.not_run), named, strict=True):
        assert text.startswith(expected)
    assert ("eve" in chosen.participants) is ("eve" in there)
    hidden = replace(chosen, aliases=Aliases(chosen.participants))
    assert not re.search(r"ada|\bb\b", " ".join([*hidden.not_run, hidden.title]))


def test_one_persons_folder_is_run_whole_or_refused(tmp_path):
    write(tmp_path / FILE, "")
    write(tmp_path / "katas" / PLAYER / f"{PLAYER}.py", "")
    assert isinstance(choose(tmp_path, "here"), Submission)
    for name in (f"{WINNER} (1).py", f"old/more/{FILE}", f"{WINNER}/{FILE}"):
        write(tmp_path / name, "1")
        with pytest.raises(ValueError, match="these files would not be run") as refused:
            choose(tmp_path, "here")
        assert f"\n  {name} (" in str(refused.value)
        assert "python -m katas collect" in str(refused.value)
        (tmp_path / name).unlink()
