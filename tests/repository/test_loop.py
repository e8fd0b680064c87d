"""The loop of `python -m katas`: its parts, and once in a terminal."""

import re
import signal
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest
from kata_kit.katas import BY_NAME, PATH, Kata
from kata_kit.record import BEFORE, FAILED, RED, CaseRecord, Failure, KataRecord

for extra in ("blessed", "watchfiles"):
    pytest.importorskip(extra, reason='needs the extra "loop"')

from kata_loop import commands, loop, pages, stub
from kata_loop.pages import Page, Screen
from repository.project import ROWS_ONLY, WINNER
from repository.terminal import Terminal

SECOND = PATH[1].name
STUB = "def f():\n    raise NotImplementedError\n"


def record(*kinds: str) -> KataRecord:
    """Return the record of a kata, with a case that fails for each kind."""
    cases = [
        CaseRecord(WINNER, "one", f"Case {kind}", FAILED, "", Failure("", kind=kind))
        for kind in kinds
    ]
    return KataRecord(WINNER, "", RED, "", failures=tuple(cases))


OUTPUT = """\
\x1b[1m==== test session starts ====\x1b[0m
..F
==== FAILURES ====
\x1b[31mexpected 1\x1b[0m \x1b[2J
\x1b[1m==== katas ====\x1b[0m
winner  [x]
"""


def test_the_output_of_pytest_is_shown_without_its_first_lines():
    body = ["==== FAILURES ====", "\x1b[31mexpected 1\x1b[0m \\x1b[2J"]
    end = ["\x1b[1m==== katas ====\x1b[0m", "winner  [x]"]
    assert pages.page(OUTPUT, record(), "") == Page(body, end)
    lost = ["..", "the run ended here"]
    assert pages.page("\n".join(lost), None, "") == Page(lost, [])


def test_space_goes_through_what_is_too_long_and_the_end_stays():
    lines = [f"line {number}" for number in range(20)]
    parts = [
        pages.drawn(Screen("head", lines, ["end"], part), 10, lambda line: [line])
        for part in range(4)
    ]
    assert parts[0][-2:] == ["... space: 13 more lines", "end"]
    assert parts[2][-2:] == ["... space: from the beginning", "end"]
    assert parts[3] == parts[0]
    assert {*lines} <= {line for part in parts for line in part}
    assert all(len(part) <= 10 for part in parts)


@pytest.fixture
def learner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Kata:
    """A kata in a folder that is all there is."""
    monkeypatch.setattr("kata_kit.katas.ROOT", tmp_path)
    monkeypatch.setattr(stub, "ROOT", tmp_path)
    kata = Kata(WINNER)
    kata.stub.parent.mkdir(parents=True)
    kata.stub.write_text(STUB)
    return kata


def commit(root: Path) -> None:
    """Commit the katas, in a new repository if there's none."""
    who = "-c user.name=x -c user.email=x@x.example"
    for words in ("init --quiet", "add katas", f"{who} commit --quiet -m x"):
        subprocess.run(["git", *words.split()], cwd=root, check=True)


def test_git_knows_the_stub_also_after_code_was_committed(learner, tmp_path):
    with pytest.raises(LookupError, match="git isn't installed, or knows no stub"):
        stub.restore(learner)
    for text in (STUB.replace("f", "older"), STUB, f"{STUB}\ndef g(): return 1\n"):
        learner.stub.write_text(text)
        commit(tmp_path)
    for number in (1, 2):
        learner.stub.write_text(f"x = {number}\n")
        stub.restore(learner)
        old = learner.stub.with_name(f"{WINNER}.py.old-{number}")
        assert (old.read_text(), learner.stub.read_text()) == (f"x = {number}\n", STUB)
    with pytest.raises(LookupError, match=f"{WINNER}.py is the stub already"):
        stub.restore(learner)


def test_a_stub_that_cannot_be_written_leaves_the_file(learner, monkeypatch):
    def write(path: Path, *_: object, **__: object) -> None:
        path.write_bytes(b"de")
        raise OSError("No space left on device")

    monkeypatch.setattr(stub, "known", lambda _: STUB)
    monkeypatch.setattr(Path, "write_text", write)
    learner.stub.write_bytes(b"x = 1\n")
    with pytest.raises(OSError, match="No space left"):
        stub.restore(learner)
    assert [*learner.stub.parent.iterdir()] == [learner.stub]
    assert learner.stub.read_bytes() == b"x = 1\n"


@pytest.mark.parametrize(
    ("words", "exit_code", "message"),
    [
        (["--help"], 0, "usage: python -m katas [KATA]"),
        (["chess"], 2, "no kata or command is named 'chess'\n\nusage: "),
        ([WINNER, SECOND], 2, f"named '{WINNER} {SECOND}'\n\nusage: "),
        ([f"katas/{WINNER}/"], 2, "needs a terminal; for one run: pytest katas/KATA"),
    ],
)
def test_the_command_line(words, exit_code, message, capsys):
    assert commands.main(words) == exit_code
    assert message in "".join(capsys.readouterr())
    assert set(commands.COMMANDS).isdisjoint(BY_NAME)


def test_a_package_that_is_missing_is_named(monkeypatch, capsys):
    monkeypatch.delitem(sys.modules, "kata_loop.host")
    monkeypatch.setitem(sys.modules, "blessed", None)
    assert commands.main([]) == 2
    message = 'The loop needs two packages: pip install -e ".[loop]"'
    assert message in capsys.readouterr().err


class Keyboard:
    """A loop whose keys are pressed by a test, and whose runs don't run."""

    def __init__(self, *kinds: str) -> None:
        self.run = Mock(seconds=lambda: 3, output=lambda: OUTPUT)
        self.run.record = lambda: record(*kinds)
        start = Mock(return_value=self.run)
        self.host = Mock(has_saved=lambda: False, start=start)
        self.loop = loop.Loop(WINNER, self.host)

    def press(self, *keys: str, is_over: bool = False) -> str:
        """Press these keys, and return what is on the screen then."""
        self.run.is_over = lambda: is_over
        for key in [*keys, ""]:
            self.host.key = lambda _, key=key: key
            self.loop.beat()
        screen = self.host.show.call_args.args[0]
        return "\n".join(pages.drawn(screen, 24, lambda line: [line]))


def test_a_failure_stays_until_the_next_run_is_over():
    keyboard = Keyboard(BEFORE, "other")
    assert "expected 1" not in keyboard.press("a")
    assert "running" not in keyboard.press(is_over=True)
    screen = keyboard.press("c")
    assert screen.startswith(f'$ pytest katas/{WINNER} --case="Case other"  running, 3')
    assert "expected 1" in screen
    # Another kata has nothing to do with it.
    assert "expected 1" not in keyboard.press("l", "b")
    assert keyboard.loop.kata == SECOND


def test_a_key_that_can_do_nothing_says_why():
    for kinds, reason in (
        ((), "c and d need a failing case"),
        ((BEFORE,), "No case fails on its own: they depend on earlier calls"),
    ):
        keyboard = Keyboard(*kinds)
        keyboard.press("a", is_over=True)
        for key in "cd":
            assert reason in keyboard.press(key)
    assert "There are no more hints" in keyboard.press(*"hhhhh")
    assert "hint 1 of 4" in keyboard.press("h")


@pytest.mark.slow
def test_from_the_stub_to_green_and_ctrl_c_leaves_the_terminal_as_it_was(project):
    # Without colours the screen is cleared all the same.
    settings = {"TERM": "xterm-256color", "NO_COLOR": "1"}
    terminal = Terminal(project.root, "-m", "katas", **settings)
    before = terminal.settings()

    def press(key: str, *words: str) -> None:
        terminal.type(key)
        terminal.expect(".*".join(map(re.escape, words)))

    terminal.expect("not started\nnext: write is_solved.*q quit$")
    text = project.stub().read_text()
    commit(project.root)
    project.write(ROWS_ONLY)
    terminal.expect(r"The diagonal of X wins.*expected 1 \(X wins\).*next: fix")
    press("h", "hint 1 of 4")
    press("c", f'$ pytest katas/{WINNER} --case="The diagonal of X wins"', "running")
    terminal.expect("1 failed, .* deselected")
    press("d", "(Pdb) ")
    press("q\n", "Press Enter to go back to the loop. ")
    press("\n", "1 failed, ", " deselected")
    press("l", f"a  {WINNER}  ", "any other key: back")
    press("x", "1 failed, ", " deselected")
    press("r", "Put the stub back", "any other key: no")
    press("x", "q quit")
    assert project.stub().read_text() == ROWS_ONLY
    press("r", "Put the stub back", "any other key: no")
    press("y", "not started")
    assert project.stub().read_text() == text
    project.write("def is_solved(board):\n    while True: pass\n")
    terminal.expect("running")
    project.solve()
    terminal.expect(rf"You.ve learnt to .*Press n to go on to {SECOND}\.")
    press("n", f"{SECOND}  ", "not started")
    terminal.process.send_signal(signal.SIGINT)
    terminal.expect(f"To go on: python -m katas {SECOND}\n$")
    assert "then: pytest" not in terminal.screen
    assert (terminal.end(), terminal.settings()) == (0, before)
    assert "\x1b[31m" not in terminal.screen


@pytest.mark.slow
def test_a_window_that_is_closed_ends_the_run(project, tmp_path):
    project.write("def is_solved(board):\n    while True: pass\n")
    terminal = Terminal(project.root, "-m", "katas", TMPDIR=str(tmp_path))
    terminal.expect("running, ")
    terminal.process.send_signal(signal.SIGHUP)
    assert terminal.end() == 0
    assert [*tmp_path.iterdir()] == []
