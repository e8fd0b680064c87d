"""The loop of `python -m katas`: in parts, and once in a terminal."""

import re
import signal
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from errno import EACCES
from pathlib import Path
from unittest.mock import Mock

import pytest
from kata_kit import handback, renamed
from kata_kit.attempt import ATTEMPT
from kata_kit.handback import Handed, Other, Slowest
from kata_kit.katas import BY_NAME, PATH
from kata_kit.progress import Progress
from kata_kit.record import (
    FAILED,
    NOT_RUN,
    PASSED,
    Belief,
    CaseRecord,
    Failure,
    KataRecord,
    StageRecord,
)
from kata_kit.writing import Line, bar
from kata_loop import commands, loop, pages, stubs
from kata_loop.loop import Loop
from kata_loop.pages import drawn
from repository.project import ROOT, Project, Terminal

WINNER, SECOND, LAST = PATH[0].name, PATH[1].name, PATH[-1].name
FOLDER = f"katas/{WINNER}"
STUB = "def f():\n    raise NotImplementedError\n"


def handed(state: str, *failures: Failure) -> Handed:
    """What a run of a kata with two stages hands back."""
    cases = tuple(
        CaseRecord(WINNER, "one", f"Case {number}", "failed", "is_solved", failure)
        for number, failure in enumerate(failures)
    )
    stages = StageRecord("one", failed=len(cases)), StageRecord("two", passed=1)
    return Handed(
        [KataRecord(WINNER, "mine.py", state, f"is {state}", stages, cases)], []
    )


LINE = Failure("expected 1, got -1", call="is_solved([[1]])", why="It is a line.")
RED, GREEN = handed("red", LINE), handed("green")


def texts(lines: Sequence[Line]) -> list[str]:
    return [line.text for line in lines]


def test_a_run_shows_its_command_the_failure_the_bar_and_the_keys() -> None:
    page = pages.page([FOLDER], RED, whole=True)
    lines, _ = drawn((80, 24), "$ pytest", page.body, page.end, ["q quit"])
    assert texts(lines) == [
        *("$ pytest", ""),
        f" {WINNER}: one ".center(80, "="),
        *("Case 0", "expected 1, got -1", "", "is_solved([[1]])", "why: It is a line."),
        "",
        f"{WINNER}  {bar([FAILED, PASSED])}  is red",
        *("next: fix is_solved in mine.py", "", "q quit"),
    ]
    # A test of one's own is shown as pytest tells it, and is a part of what is green.
    others, slowest = [Other("test_mine.py::test_x", "oh")], Slowest("Many calls", 7.4)
    handed = GREEN._replace(others=others, slowest=slowest)
    page = pages.page([FOLDER], handed, whole=True)
    assert texts(page.body) == ["test_mine.py::test_x", "oh"]
    assert page.end[-1].text == "slow: 7 s for Many calls"


def test_while_it_runs_nothing_is_green_that_has_not_run_again() -> None:
    (record,) = RED.records
    stages = record.stages[0], StageRecord("two", not_run=1)
    so_far = Handed([replace(record, stages=stages)], stage="two", title="Slow calls")
    body, end = pages.running(3, so_far, record)
    assert texts(body)[:2] == ["running, 3 s", "now two: Slow calls"]
    assert "expected 1, got -1" in texts(body)
    were = "was green, not tested again yet: two"
    assert texts(end) == [f"{WINNER}  {bar([FAILED, NOT_RUN])}", were]
    # Nothing is known of a kata that is taken anew.
    _, end = pages.running(3, so_far, None)
    assert were not in texts(end)


def test_slow_stages_that_were_green_run_last_and_are_not_locked(
    project: Project,
) -> None:
    project.write(ROWS_AND_COLUMNS)
    cache = project.root / ".pytest_cache" / "v" / "katas" / "slow"
    cache.parent.mkdir(parents=True)
    cache.write_text(f'{{"{WINNER}": ["three by three"]}}')
    file = project.root / "record.json"
    run = project.pytest(f"katas/{WINNER}", f"--record={file}", "-v")
    assert run.text.index("up_to_size_8") < run.text.index("top row of X wins")
    handed = handback.read(file)
    assert handed is not None
    (record,) = handed.records
    first, second, *others = record.stages
    assert first.failed
    assert second.failed
    assert all(stage.locked == stage.total for stage in others)
    assert record.failures[0].stage == first.name
    assert record.failures[-1].stage == second.name
    assert record.misconception is not None
    assert record.misconception.name == "no_diagonals"
    assert cache.read_text().split() == ["{", f'"{WINNER}":', "[]", "}"]
    assert not handback.log_of(file).exists()


def test_slow_stages_and_the_slowest_test_are_kept_and_so_is_how_far_it_is(
    tmp_path: Path,
) -> None:
    file = tmp_path / "record.json"
    run = handback.Handback(file)
    facts = {"kata": WINNER, "file": "mine.py", "table": {"one": 1, "two": 1}}
    for stage, seconds in (("one", 0.1), ("two", 7.4)):
        attempt = Mock(stage=stage, title=f"Case {stage}")
        run.pytest_runtest_setup(Mock(stash={ATTEMPT: attempt}))
        so_far = handback.so_far(file)
        assert (so_far.stage, so_far.title) == (stage, attempt.title)
        case = CaseRecord(WINNER, stage, attempt.title, "passed")
        report = Mock(kata=case, kata_run=facts, duration=seconds, failed=False)
        run.pytest_runtest_logreport(report)
    with handback.log_of(file).open("a") as log:
        log.write('{"ca')  # A line that is not whole yet.
    assert so_far.records[0].states == ("passed", "not run")
    cache = Mock(get=lambda *_: {SECOND: ["three"]})
    run.pytest_sessionfinish(Mock(config=Mock(cache=cache)))
    cache.set.assert_called_with("katas/slow", {SECOND: ["three"], WINNER: ["two"]})
    handed = handback.read(file)
    assert handed is not None
    assert handed.slowest == Slowest("Case two", 7.4)


def test_what_comes_next_is_not_done_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    done = {LAST, WINNER}
    monkeypatch.setattr(
        "kata_kit.progress.of_path",
        lambda folder: [Progress(kata, (), "", kata in done) for kata in BY_NAME],
    )
    for kata in (WINNER, LAST):
        assert pages.ending(kata)[-1] == f"Press n to go on to {SECOND}."
    done.update(BY_NAME)
    assert pages.ending(LAST)[-1].startswith("That was the whole path")


def test_what_is_too_long_is_shown_in_parts_and_the_end_always() -> None:
    body = [Line(f"line {number}") for number in range(30)]
    foot, keys = [Line("is red in the end, and green before it")], ["q quit"]
    for size in ((80, 24), (30, 24), (80, 10)):
        seen, top = list[str](), 0
        for _ in range(10):
            lines, top = drawn(size, "head", body, foot, keys, top)
            assert len(lines) <= size[1]
            assert max(map(len, texts(lines))) <= size[0]
            assert " ".join(texts(lines)).endswith("and green before it  q quit")
            seen += texts(lines)
        assert {*texts(body)} < {*seen}


def test_what_seems_to_be_behind_it_is_named_also_where_it_is_hidden() -> None:
    belief = Belief("no_diagonals", "Your code seems to know no diagonal.")
    printed = replace(LINE, sentences=("a line",) * 9, printed=("1", "2"))
    (record,) = handed("red", printed).records
    record = replace(record, misconception=belief)
    body, kept = pages.failures(record), pages.never_hidden(record)
    first, top = drawn((60, 13), "head", body, [], ["q quit"], kept=kept)
    assert texts(first)[-5:-2] == [
        "printed: 1 ...",
        "perhaps: no diagonals",
        f"... space: {len(body) - 6} more lines",
    ]
    second, _ = drawn((60, 30), "head", body, [], ["q quit"], top, kept)
    assert texts(second).count("perhaps: no diagonals") == 1


def test_a_save_ends_the_run_before_unless_it_is_the_same_save() -> None:
    run = Mock(seconds=lambda: 0, so_far=Handed, result=lambda: None)
    console = Mock(saved=lambda: {WINNER}, key=lambda _: "", size=lambda: (80, 24))
    console.start.return_value = run
    work = Loop(WINNER, console)
    for text in ("one", "one", "two"):
        console.content.return_value = text
        work.beat()
    assert console.start.call_count == 2
    assert run.stop.call_count == 1


@pytest.fixture
def learner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of a learner, in a folder that is all there is."""
    monkeypatch.setattr(loop, "ROOT", tmp_path)
    file = tmp_path / BY_NAME[WINNER].stub
    file.parent.mkdir(parents=True)
    file.write_text(STUB)
    return file


def test_the_stub_comes_back_also_without_git(
    learner: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(LookupError, match="git is not installed, and the loop has not"):
        stubs.restore(WINNER, tmp_path)
    stubs.keep(WINNER, tmp_path)
    for number in (1, 2):
        learner.write_text(f"x = {number}\n")
        stubs.keep(WINNER, tmp_path)
        old = learner.with_name(stubs.restore(WINNER, tmp_path))
        assert old.name == f"{learner.name}.old-{number}"
        assert (old.read_text(), learner.read_text()) == (f"x = {number}\n", STUB)


def test_git_knows_the_stub_also_behind_what_was_committed(
    learner: Path, tmp_path: Path
) -> None:
    def git(*words: str) -> None:
        who = ("-c", "user.name=x", "-c", "user.email=x@x.example")
        subprocess.run(["git", *who, *words], cwd=tmp_path, check=True)

    git("init", "--quiet")
    for text in (STUB.replace("f", "older"), STUB, f"{STUB}\ndef g(): return 1\n"):
        learner.write_text(text)
        git("add", ".")
        git("commit", "--quiet", "-m", "x")
    assert stubs.restore(WINNER, tmp_path) == f"{learner.name}.old-1"
    assert learner.read_text() == STUB


@pytest.mark.parametrize(
    ("arguments", "exit_code", "words"),
    [
        (["--help"], 0, "usage: python -m katas [KATA]"),
        (["katas/tictactoe_winer/"], 2, "Did you mean tictactoe_winner?"),
        (["plya"], 2, "no kata or command is named 'plya'. Did you mean play?\n"),
        (["chess"], 2, "The commands are: play, site, "),
        (["new", "chess", "winner"], 2, "Did you mean tictactoe_winner?"),
        ([WINNER, SECOND], 2, "expected one kata"),
        ([f"katas/{WINNER}/"], 2, "needs a terminal; for one run: pytest katas/KATA"),
    ],
)
def test_the_command_line(
    arguments: list[str], exit_code: int, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert commands.main(arguments) == exit_code
    assert words in "".join(capsys.readouterr())


def test_it_is_found_in_every_folder_of_the_clone_at_hand(
    untouched: Project, tmp_path: Path
) -> None:
    def said(*arguments: str, here: str) -> str:
        installed = str(ROOT / "tests" / "installed")
        run = untouched.python(*arguments, here=here, PYTHONPATH=installed)
        return run.text + run.errors

    for here in (".", "katas", f"katas/{WINNER}", "tests/kata_play"):
        assert "Did you mean play?" in said("-m", "katas", "plya", here=here)
        assert "There is no game yet" in said("-m", "katas.tictactoe_game", here=here)
    # Elsewhere it is the one that is installed.
    program = "import katas; print(*katas.__path__)"
    assert said("-c", program, here=str(tmp_path)).strip() == str(ROOT / "katas")


def test_a_folder_that_cannot_be_written_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    refuse = Mock(side_effect=PermissionError(EACCES, "Permission denied", "katas/x"))
    monkeypatch.setattr("kata_loop.new.main", refuse)
    assert commands.main(["new", "x"]) == 2
    assert "error: katas/x: Permission denied" in capsys.readouterr().err
    monkeypatch.setattr(stubs, "restore", refuse)
    keys = iter("ry ")
    console = Mock(saved=set, key=lambda _: next(keys), size=lambda: (80, 24))
    work = Loop(WINNER, console)
    for _ in "ry ":
        work.beat()
    told = "nothing was changed: katas/x: Permission denied"
    assert Line(told) in console.show.call_args.args[0]


YOURS = f"""\
katas/{WINNER}/winner.py
katas/{WINNER}/{WINNER} (1).py
katas/{WINNER}/{WINNER}.py.txt
katas/{SECOND}/{WINNER}.py
{WINNER}.py
"""
NOT_YOURS = f"""\
katas/{SECOND}/winner.py
katas/{WINNER}/test_{WINNER}.py
katas/{WINNER}/{WINNER}.py.old-1
katas/{WINNER}/helper.py
"""


def test_a_file_that_was_renamed_is_found_and_nothing_else_is_taken_for_it(
    learner: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = learner.parents[2]
    monkeypatch.setattr(renamed, "ROOT", root)
    monkeypatch.setattr("kata_kit.katas.ROOT", root)
    for file in (YOURS + NOT_YOURS).splitlines():
        (root / file).parent.mkdir(exist_ok=True)
        name = "lines" if "helper" in file else "f"
        (root / file).write_text(f"def {name}():\n    return 1\n")
        assert renamed.looking_like(WINNER) == (file if file in YOURS else "")
        # A file that the stub imports is a helper.
        learner.write_text(f"from {Path(file).stem} import f\n{STUB}")
        assert renamed.looking_like(WINNER) == ""
        learner.write_text(STUB.replace("raise NotImplementedError", "return 1"))
        assert renamed.looking_like(WINNER) == ""
        learner.write_text(STUB)
        (root / file).unlink()
    # A file that is gone comes back from git, if there is git.
    label = BY_NAME[WINNER].stub
    assert renamed.way_back(label).startswith("copy it from another clone")
    (root / ".git").mkdir()
    assert renamed.way_back(label) == f"bring it back:\n  git checkout {label}"


def test_what_is_missing_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(commands, "PACKAGES", ("no_such_package",))
    assert commands.main([]) == 2
    assert 'pip install -e ".[loop]"' in capsys.readouterr().err
    assert set(commands.COMMANDS).isdisjoint(BY_NAME)


NO_DIAGONAL = (
    "def is_solved(b): return -1 if b[0][0] == b[1][1] == b[2][2] == 1 else right(b)"
)
ROWS_AND_COLUMNS = """
def is_solved(board):
    if len(board) > 3:
        return 7
    for line in [*board, *zip(*board)]:
        if line[0] and len(set(line)) == 1:
            return line[0]
    return -1 if any(0 in row for row in board) else 0
"""
ENDLESS = "def is_solved(board):\n    while True: pass\n"


@pytest.mark.slow
def test_from_the_stub_to_green_and_ctrl_c_leaves_the_terminal_as_it_was(
    project: Project,
) -> None:
    terminal = Terminal(project.root, "-m", "katas", kind="xterm-256color")
    before = terminal.settings()

    def expect(words: str, last: str = "q quit$") -> None:
        terminal.expect(f"{re.escape(words)}.*{last}")

    def press(key: str, words: str, last: str = "q quit$") -> None:
        terminal.type(key)
        expect(words, last)

    expect("not started\nnext: write is_solved")
    stub = project.stub().read_text()
    project.solve_but("is_solved", NO_DIAGONAL)
    draft = project.stub().read_text()
    expect("The diagonal of X wins\nexpected 1 (X wins), got -1", "next: fix.*q quit$")
    for number in (1, 2, 3, 4, 1):
        press("h", f"hint {number} of 4")
    press("c", f'$ pytest {FOLDER} --case="The diagonal of X wins"\n')
    expect("Press a to run all cases.")
    press("d", "q and Enter leave the debugger.\n", r"\(Pdb\) $")
    press("q\n", "Press Enter to go back", "loop. $")
    press("\n", "Press a to run all cases.")
    press("a", "The file is unchanged since your last run.")
    press("l", f"$ pytest --progress\n\n{WINNER} ")
    press("r", "Put the stub back", "any other key: no$")
    press("x", "Press a to test again.")
    assert project.stub().read_text() == draft
    press("r", "Put the stub back", "any other key: no$")
    press("y", f"Your file is kept as {WINNER}.py.old-1.")
    assert project.stub().read_text() == stub
    project.write(ENDLESS)
    terminal.expect(r"running, \d+ s\nnow three by three: An empty board is unf")
    project.solve()
    expect("You learnt to list the lines")
    press("d", "c and d take a case that fails")
    press("n", f"Go on to {SECOND}?", "any other key: no$")
    press("x", f"Press n to go on to {SECOND}.")
    press("n", f"Go on to {SECOND}?", "any other key: no$")
    press("y", f"{SECOND}  ", "not started.*q quit$")
    endless = ENDLESS.replace("is_solved(board)", "has_winning_position(n, cells)")
    project.write(endless, SECOND)
    terminal.expect(r"running, [1-9]")
    terminal.process.send_signal(signal.SIGINT)
    expect("To go on: python -m katas", last=f"{SECOND}\n$")
    assert (terminal.end(), terminal.settings()) == (0, before)
    for sign in ("\x1b[?1049h", "\x1b[?1049l"):
        assert terminal.screen.count(sign) == 2  # Once for the debugger.
