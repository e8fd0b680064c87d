"""The loop of `python -m katas`: mostly with a desk that is made up, twice for real."""

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
from kata_kit.handback import Handed, Other, Slowest, SoFar
from kata_kit.katas import BY_NAME, PATH
from kata_kit.progress import Progress
from kata_kit.record import (
    FAILED,
    PASSED,
    Belief,
    CaseRecord,
    Failure,
    KataRecord,
    StageRecord,
)
from kata_kit.sources import is_stub
from kata_kit.writing import Line, bar
from kata_loop import commands, loop, pages, stubs
from kata_loop.loop import Loop
from kata_loop.screen import drawn
from repository.project import ROOT, Project, Terminal

BAR = bar([FAILED, PASSED])  # of `handed`
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
RED = handed("red", LINE)
GREEN = handed("green")


class Desk:
    """A learner's desk: what is typed and saved, the screen, and what was run."""

    def __init__(self, kata: str = WINNER) -> None:
        self.columns_and_lines = (80, 24)
        self.output: tuple[Handed | None, str] | None = (RED, "")
        self.so_far = SoFar()
        self.text: object = "a draft"
        self.screen = ""
        self.typed: list[str] = []
        self.runs: list[Mock] = []
        self._key, self._saved = "", False
        self.loop = Loop(kata, self)  # type: ignore[arg-type]
        self.loop._take(kata)
        self.loop.beat()

    def press(self, *keys: str) -> str:
        """Press one key after the other; the screen after the last one."""
        for self._key in keys:
            self.loop.beat()
            self._key = ""
            self.loop.beat()
        return self.screen

    def save(self, text: object) -> str:
        """Save the file with another text; the screen after it."""
        self.text, self._saved = text, True
        self.loop.beat()
        return self.screen

    def size(self) -> tuple[int, int]:
        return self.columns_and_lines

    def show(self, lines: Sequence[Line]) -> None:
        self.screen = "\n".join(line.text for line in lines)

    def key(self, seconds: float) -> str:
        return self._key

    def saved(self) -> set[str]:
        saved, self._saved = self._saved, False
        return {self.loop.kata} if saved else set()

    def start(self, command: Sequence[str]) -> Mock:
        self.typed.append(" ".join(command))
        self.runs.append(Mock(seconds=lambda: 3, so_far=lambda: self.so_far))
        self.runs[-1].result.return_value = self.output
        return self.runs[-1]

    def lend(self, command: Sequence[str], note: str) -> None:
        self.typed.append(f"{note} {' '.join(command)}")

    def content(self, kata: str) -> object:
        return self.text


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The katas that are green, to be added to."""
    names = set[str]()
    monkeypatch.setattr(
        "kata_kit.progress.of_path",
        lambda folder: [Progress(kata, (), "", kata in names) for kata in BY_NAME],
    )
    return names


def test_a_run_shows_its_command_the_failure_the_bar_and_the_keys() -> None:
    desk = Desk()
    assert desk.screen.splitlines() == [
        f"$ pytest katas/{WINNER}",
        "",
        f" {WINNER}: one ".center(80, "="),
        *("Case 0", "expected 1, got -1", "", "is_solved([[1]])", "why: It is a line."),
        "",
        f"{WINNER}  {BAR}  is red",
        *("next: fix is_solved in mine.py", ""),
        "h hint  a again  c this case  d debugger  l path  n next kata  r stub  q quit",
    ]
    desk.output = (None, "ERROR: no such option\n=== oh ===")
    # A run that could not start is shown as it is.
    assert "ERROR: no such option\n=== oh ===" in desk.press("a")
    # So is a test of one's own.
    others, slowest = [Other("test_mine.py::test_x", "oh")], Slowest("Many calls", 7.4)
    desk.output = (GREEN._replace(others=others, slowest=slowest), "")
    assert f" test_mine.py::test_x {'=' * 29}\noh\n" in desk.press("a")
    assert "\nslow: 7 s for Many calls\n" in desk.screen
    assert "You learnt" not in desk.screen


def test_while_it_runs_nothing_is_green_that_has_not_run_again() -> None:
    desk = Desk()
    desk.output = None
    so_far = desk.so_far = SoFar(handed("red", LINE).records, "two", "Slow calls")
    (record,) = so_far.records
    stages = record.stages[0], StageRecord("two", not_run=1)
    desk.so_far = so_far._replace(records=[replace(record, stages=stages)])
    desk.save("a second draft")
    shown = desk.screen.splitlines()
    assert shown[2:4] == ["running, 3 s", "now two: Slow calls"]
    assert "expected 1, got -1" in shown
    assert f"{WINNER}  [x.]" in shown
    assert "was green, not tested again yet: two" in shown
    desk.loop._take(WINNER)  # Nothing is known of a kata that is taken anew.
    assert "was green" not in desk.press("x")


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
    assert [first.failed > 0, second.failed > 0] == [True, True]
    assert all(stage.locked == stage.total for stage in others)
    order = [case.stage for case in record.failures]
    assert sorted(order, key=[first.name, second.name].index) == order
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


def test_a_save_is_a_run_and_ends_the_one_before() -> None:
    desk = Desk()
    desk.output = None
    assert "running, 3 s" in desk.save("a second draft")
    desk.save("a second draft")  # Reported twice, saved once.
    assert len(desk.runs) == 2
    desk.save("a third draft")
    assert [run.stop.called for run in desk.runs] == [False, True, False]
    desk.runs[-1].result.return_value = (RED, "")
    assert "why: It is a line." in desk.press("x")
    assert "unchanged since your last run" not in desk.screen
    assert "unchanged since your last run" in desk.press("a")
    assert desk.typed == [f"katas/{WINNER}"] * 4


def test_hints_come_one_by_one_also_while_it_runs() -> None:
    desk = Desk()
    desk.output = None
    desk.save("an endless loop")
    shown = [re.findall(r"hint . of 4", desk.press("h")) for _ in range(5)]
    assert shown == [[f"hint {number} of 4"] for number in (1, 2, 3, 4, 1)]
    with pytest.raises(KeyboardInterrupt):
        desk.press("q")


def test_the_case_on_the_screen_runs_alone_and_in_the_debugger() -> None:
    desk = Desk()
    assert f'$ pytest katas/{WINNER} --case="Case 0"\n' in desk.press("c")
    assert "Press a to run all cases." in desk.screen
    desk.press("d")
    alone = f"katas/{WINNER} --case=Case 0"
    assert desk.typed[-2:] == [alone, f"q and Enter leave the debugger. {alone} --pdb"]
    desk.output = (GREEN, "")
    desk.save("right")
    assert "c and d take a case that fails" in desk.press("d")
    assert "c and d take a case that fails" in desk.press("c")


def test_the_path_is_shown_and_the_next_kata_never_comes_by_itself(
    done: set[str],
) -> None:
    desk = Desk()
    done.add(WINNER)
    desk.output = (GREEN, "")
    assert desk.press("l").startswith(f"$ pytest --progress\n\n{WINNER} ")
    assert f"$ pytest katas/{WINNER}\n" in desk.press("a")
    assert f"Press n to go on to {SECOND}." in desk.save("right")
    assert "You learnt to list the lines" in desk.screen
    desk.press("n", "x")
    assert desk.loop.kata == WINNER
    desk.press("n", "y")
    assert (desk.loop.kata, desk.typed[-1]) == (SECOND, f"katas/{SECOND}")


def test_behind_the_last_kata_comes_the_first_that_is_not_done_or_the_end(
    done: set[str],
) -> None:
    desk = Desk(LAST)
    done.update((LAST, WINNER))
    desk.output = (GREEN, "")
    assert f"Press n to go on to {SECOND}." in desk.save("right")
    done.update(BY_NAME)
    assert "That was the whole path" in desk.save("right as well")
    assert "every other kata is done" in desk.press("n")


def test_what_is_too_long_is_shown_in_parts_and_the_end_always() -> None:
    desk = Desk()
    many = replace(LINE, sentences=tuple(f"line {number}" for number in range(30)))
    desk.output = (handed("red", many), "")
    for columns, lines in ((80, 24), (40, 24), (80, 15)):
        desk.columns_and_lines = columns, lines
        seen = [desk.save((columns, lines)), *(desk.press(" ") for _ in range(10))]
        for screen in seen:
            assert len(screen.splitlines()) <= lines
            assert max(map(len, screen.splitlines())) <= columns
            assert f"{BAR}  is red" in screen
            assert screen.endswith("q quit")
        for number in range(30):
            assert f"line {number}\n" in "".join(seen)


def test_what_seems_to_be_behind_it_is_named_also_where_it_is_hidden() -> None:
    belief = Belief("no_diagonals", "Your code seems to know no diagonal.")
    printed = replace(LINE, sentences=("a line",) * 9, printed=("1", "2"))
    (record,) = handed("red", printed).records
    record = replace(record, misconception=belief)
    body, kept = pages.failures(record), pages.never_hidden(record)
    first, top = drawn((60, 13), "head", body, [], ["q quit"], kept=kept)
    assert [line.text for line in first[-5:-2]] == [
        "printed: 1 ...",
        "perhaps: no diagonals",
        f"... space: {len(body) - 6} more lines",
    ]
    second, _ = drawn((60, 30), "head", body, [], ["q quit"], top, kept)
    assert [line.text for line in second].count("perhaps: no diagonals") == 1


@pytest.fixture
def learner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of a learner, in a folder that is all there is."""
    monkeypatch.setattr(loop, "ROOT", tmp_path)
    file = tmp_path / BY_NAME[WINNER].stub
    file.parent.mkdir(parents=True)
    file.write_text(STUB)
    return file


def test_the_stub_comes_back_when_that_is_asked_twice_also_without_git(
    learner: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    learner.write_text("x = 0\n")
    assert "nothing was changed: git is not installed" in Desk().press("r", "y")
    assert learner.read_text() == "x = 0\n"
    learner.write_text(STUB)
    desk = Desk()  # Keeps the stub.
    for number in (1, 2):
        draft = f"x = {number}\n"
        learner.write_text(draft)
        assert "Put the stub back" in desk.press("r")
        desk.press("x")
        assert learner.read_text() == draft
        desk.press("r", "y")
        assert learner.read_text() == STUB
        old = learner.with_name(f"{learner.name}.old-{number}")
        assert old.read_text() == draft
        assert f"Your file is kept as {old.name}." in desk.screen


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


def test_every_stub_is_told_from_code() -> None:
    for kata in PATH:
        assert is_stub((ROOT / kata.stub).read_text("utf-8"))
        assert not is_stub((ROOT / kata.solution).read_text("utf-8"))


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


def test_the_code_under_test_does_not_find_it(project: Project) -> None:
    project.write("from katas.tictactoe_player import tictactoe_player\n")
    run = project.pytest(FOLDER)
    assert "No module named 'katas'\n" in run.text
    assert "this kata builds on no other kata" in run.text


def test_a_folder_that_cannot_be_written_is_told(
    learner: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(EACCES, "Permission denied", "katas/x")

    monkeypatch.setattr("kata_loop.new.main", refuse)
    assert commands.main(["new", "x"]) == 2
    told = "error: katas/x: Permission denied"
    assert told in capsys.readouterr().err
    desk = Desk()
    monkeypatch.setattr(stubs, "restore", refuse)
    told = "nothing was changed: katas/x: Permission denied"
    assert told in desk.press("r", "y")


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

    expect("not started\nnext: write is_solved")
    project.solve_but("is_solved", NO_DIAGONAL)
    expect("The diagonal of X wins\nexpected 1 (X wins), got -1")
    terminal.type("h")
    expect("hint 1 of 4, for")
    project.write(ENDLESS)
    expect("running, 1 s\nnow three by three: An empty board is unfinished")
    project.solve()
    expect(f"Press n to go on to {SECOND}.")
    terminal.type("d")
    expect("c and d take a case that fails")
    project.write(ENDLESS)
    expect("running, 1 s")
    terminal.process.send_signal(signal.SIGINT)
    expect("To go on: python -m katas", last=f"{WINNER}\n$")
    assert (terminal.end(), terminal.settings()) == (0, before)
    for sign in ("\x1b[?1049h", "\x1b[?1049l"):
        assert terminal.screen.count(sign) == 1
