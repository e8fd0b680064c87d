"""The loop of `python -m katas`: in parts, and once in a terminal."""

import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from errno import EACCES
from pathlib import Path
from unittest.mock import Mock

import pytest
from kata_kit import handback, stubs
from kata_kit.handback import Handed
from kata_kit.katas import BY_NAME, PATH
from kata_kit.record import (
    BEFORE,
    FAILED,
    GREEN,
    NOT_RUN,
    PASSED,
    Belief,
    Failure,
    StageRecord,
)
from kata_kit.writing import Line, bar
from kata_loop import commands, pages
from kata_loop.loop import Loop
from repository.cohorts import failure, person
from repository.project import ROOT, WINNER, Terminal

SECOND = PATH[1].name
FOLDER = f"katas/{WINNER}"
STUB = "def f():\n    raise NotImplementedError\n"

# A run of a kata with three stages, of which the first one fails.
WRONG = Failure(
    "expected 1, got -1",
    sentences=("a sentence",) * 9,
    call="is_solved([[1]])",
    printed=("one", "two"),
)
CASE = failure("Case 1", function="is_solved", failure=WRONG)
BELIEF = Belief("no_diagonals", "Your code seems to know no diagonal.")
RED = person("ada", "red", CASE, kata=WINNER, bar="x##", misconception=BELIEF)


@pytest.fixture(autouse=True)
def low(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal of 80 columns and few lines."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "18")


def texts(lines: Sequence[Line | str]) -> list[str]:
    return [line.text for line in pages.fitted(lines)]


def test_a_low_screen_shows_what_is_wrong_and_where_you_stand():
    page = pages.page(FOLDER, Handed([RED], [("test_mine.py::test_x", "oh")]), "")
    parts = [texts(pages.drawn(page, number, ["a hint"], ["q"])) for number in range(5)]
    assert parts[0] == [
        *(f"$ pytest {FOLDER}", ""),
        f" {WINNER}: one ".center(80, "="),
        *("Case 1", "expected 1, got -1", "a sentence", "a sentence"),
        *("printed:", "    one", "perhaps: no diagonals"),
        *("... space: 18 more lines", "", "a hint", ""),
        f"{WINNER}  {bar([FAILED, PASSED, PASSED])}  words of red",
        *(f"next: fix is_solved in {RED.file}", "", "q"),
    ]
    assert {*texts(page.body)} <= {line for part in parts for line in part}
    assert all(len(part) <= 18 and part[-7:] == parts[0][-7:] for part in parts)
    assert "... space: from the beginning" in parts[3]
    assert parts[4] == parts[0]


def test_while_it_runs_nothing_is_green_that_has_not_run_again():
    left = StageRecord("two", not_run=1), StageRecord("3", locked=1)
    record = replace(RED, stages=(RED.stages[0], *left))
    now = Handed([record], now="two: Slow calls")
    page = pages.running(FOLDER, 3, now, RED)
    assert texts(page.body)[:2] == ["running, 3 s", "now two: Slow calls"]
    assert "expected 1, got -1" in texts(page.body)
    states = bar([FAILED, NOT_RUN, NOT_RUN])
    were = "was green, not tested again yet: two"
    assert texts(page.end) == [f"{WINNER}  {states}", were]
    # Nothing is known of a kata that is taken anew.
    assert were not in texts(pages.running(FOLDER, 3, now, None).end)


SLOW = """
from time import sleep
def is_solved(board):
    sleep(2.1 if board == [[1, 2, 0], [2, 1, 0], [0, 0, 1]] else 0)
    return right(board)
"""
NO_DIAGONALS = """
def is_solved(board):
    for line in [*board, *zip(*board)]:
        if line[0] and len(set(line)) == 1:
            return line[0]
    return -1 if any(0 in row for row in board) else 0
"""
ENDLESS = "def is_solved(board):\n    while True: pass\n"


@pytest.mark.slow
def test_slow_stages_that_were_green_run_last_and_it_is_told_how_far_a_run_is(
    project, tmp_path
):
    file = tmp_path / "record"
    for changed in (SLOW, NO_DIAGONALS):
        project.solve_but("is_solved", changed)
        run = project.pytest(FOLDER, f"--record={file}", "-v")
    assert run.text.index("up_to_size_8") < run.text.index("top row of X wins")
    (record,) = handback.read(file).records
    first, second, *others = record.stages
    assert record.whole
    assert first.failed
    assert second.failed
    assert all(stage.locked == stage.total for stage in others)
    assert record.failures[0].stage == first.name
    assert record.misconception is not None
    # The last line of a run that goes on may not be whole.
    whole = file.read_text()
    begun = f'["now", "{first.name}: '
    file.write_text(whole[: whole.index(begun) + len(begun)])
    handed = handback.read(file)
    assert not handed.now.startswith(first.name)
    assert handed.records[0].states[:2] == (NOT_RUN, FAILED)


@pytest.fixture
def learner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of a learner, in a folder that is all there is."""
    monkeypatch.setattr(stubs, "ROOT", tmp_path)
    monkeypatch.setattr("kata_kit.katas.ROOT", tmp_path)
    file = tmp_path / BY_NAME[WINNER].stub
    file.parent.mkdir(parents=True)
    file.write_text(STUB)
    return file


def commit(root: Path) -> None:
    """Commit the katas, in a new repository if there is none."""
    who = "-c user.name=x -c user.email=x@x.example"
    for words in ("init --quiet", "add katas", f"{who} commit --quiet -m x"):
        subprocess.run(["git", *words.split()], cwd=root, check=True)


def test_git_knows_the_stub_also_behind_what_was_committed(learner, tmp_path):
    kata = BY_NAME[WINNER]
    with pytest.raises(LookupError, match="git is not installed, or knows no stub"):
        stubs.restore(kata)
    for text in (STUB.replace("f", "older"), STUB, f"{STUB}\ndef g(): return 1\n"):
        learner.write_text(text)
        commit(tmp_path)
    assert stubs.way_back(kata.stub) == f"bring it back:\n  git checkout {kata.stub}"
    for number in (1, 2):
        learner.write_text(f"x = {number}\n")
        stubs.restore(kata)
        old = learner.with_name(f"{learner.name}.old-{number}")
        assert (old.read_text(), learner.read_text()) == (f"x = {number}\n", STUB)
    with pytest.raises(LookupError, match=f"{WINNER}.py is the stub already"):
        stubs.restore(kata)
    question = " ".join(shown("r."))
    assert f"Your file is kept as {WINNER}.py.old-3." in question


YOURS = (
    *(f"katas/{WINNER}/winner.py", f"katas/{WINNER}/{WINNER}.py.txt"),
    *(f"katas/{SECOND}/{WINNER}.py", f"{WINNER}.py"),
)
NOT_YOURS = (
    *(f"katas/{SECOND}/winner.py", f"katas/{WINNER}/{WINNER}.py.old-1"),
    *(f"katas/{WINNER}/test_mine.py", f"katas/{WINNER}/{WINNER}_test.py"),
)


@pytest.mark.parametrize("file", [*YOURS, *NOT_YOURS])
def test_a_file_that_was_renamed_is_found_and_nothing_else_is_taken_for_it(
    learner, tmp_path, file
):
    (tmp_path / file).parent.mkdir(exist_ok=True)
    (tmp_path / file).write_text("def other():\n    return 1\n")
    assert stubs.looking_like(WINNER) == ""
    (tmp_path / file).write_text("def f():\n    return 1\n")
    assert stubs.looking_like(WINNER) == (file if file in YOURS else "")
    learner.write_text(STUB.replace("raise NotImplementedError", "return 1"))
    assert stubs.looking_like(WINNER) == ""


@pytest.mark.parametrize(
    ("arguments", "exit_code", "words"),
    [
        (["--help"], 0, "usage: python -m katas [KATA]"),
        (["katas/tictactoe_winer/"], 2, "Did you mean tictactoe_winner?"),
        (["winner"], 2, "named 'winner'. Did you mean tictactoe_winner?"),
        (["chess"], 2, "named 'chess'.\n\nusage: python -m katas [KATA]"),
        ([WINNER, SECOND], 2, f"named '{WINNER} {SECOND}'.\n\nusage: "),
        ([f"katas/{WINNER}/"], 2, "needs a terminal; for one run: pytest katas/KATA"),
    ],
)
def test_the_command_line(arguments, exit_code, words, capsys):
    assert commands.main(arguments) == exit_code
    assert words in "".join(capsys.readouterr())
    assert set(commands.COMMANDS).isdisjoint(BY_NAME)


def shown(keys: str, **outside: object) -> list[str]:
    """Return what the loop shows when the last of these keys is pressed."""
    console = Mock(saved=set, key=Mock(side_effect=keys), **outside)
    work = Loop(WINNER, console)
    for _ in keys:
        work.beat()
    return texts(console.show.call_args.args[0])


def test_what_is_missing_or_cannot_be_written_is_told(monkeypatch, capsys):
    monkeypatch.delitem(sys.modules, "kata_loop.console", raising=False)
    monkeypatch.setitem(sys.modules, "blessed", None)
    assert commands.main([]) == 2
    assert 'pip install -e ".[loop]"' in capsys.readouterr().err
    refuse = Mock(side_effect=PermissionError(EACCES, "Permission denied", "katas/x"))
    monkeypatch.setattr("kata_loop.new.main", refuse)
    assert commands.main(["new", "x"]) == 2
    assert "error: katas/x: Permission denied" in capsys.readouterr().err
    monkeypatch.setattr(stubs, "restore", refuse)
    assert "nothing was changed: katas/x: Permission denied" in shown("ry.")


def test_space_shows_the_next_part_of_a_page():
    assert "... space: from the beginning" in shown("l .")


def test_a_run_that_could_not_start_shows_what_pytest_says():
    run = Mock(is_over=lambda: True, handed=Handed, output=lambda: "ERROR: no\n")
    assert "ERROR: no" in shown("a.", start=lambda _: run)


def test_the_last_hint_is_told_and_none_is_given_for_a_green_kata():
    assert "There are no more hints. h begins with the first one." in shown("hhhhh.")
    assert any("hint 1 of 4" in line for line in shown("hhhhhh."))
    green = person("ada", GREEN, kata=WINNER)
    run = Mock(is_over=lambda: True, handed=lambda: Handed([green]))
    told = f"Every stage passes. The hints stand in {FOLDER}/README.md."
    assert told in shown("ah.", start=lambda _: run)


def test_a_case_can_be_taken_as_soon_as_it_is_shown():
    def press(keys: str) -> list[str]:
        handed = Mock(side_effect=[Handed(), Handed([RED]), Handed([RED])])
        seconds = Mock(side_effect=[0, 1, 1])
        run = Mock(is_over=lambda: False, seconds=seconds, handed=handed)
        return shown(keys, start=lambda _: run)

    assert not any("no such case is shown" in line for line in press("ac."))
    assert '--case="Case 1"' in press("acc.")[0]


@pytest.mark.parametrize("key", ["c", "d"])
def test_a_case_that_passes_alone_is_not_run_alone(key):
    case = replace(CASE, failure=replace(WRONG, kind=BEFORE))
    handed = Handed([replace(RED, failures=(case,))])
    run = Mock(is_over=lambda: True, handed=lambda: handed)
    why = "Alone this case passes: c and d do not show what is wrong."
    assert why in shown(f"a{key}.", start=lambda _: run)


def test_it_is_found_in_every_folder_of_the_clone_at_hand(untouched, tmp_path):
    def said(*arguments, here):
        installed = str(ROOT / "tests" / "installed")
        run = untouched.python(*arguments, here=here, PYTHONPATH=installed)
        return run.text + run.errors

    for here in (".", f"katas/{WINNER}"):
        assert "Did you mean play?" in said("-m", "katas", "plya", here=here)
        assert "There is no game yet" in said("-m", "katas.tictactoe_game", here=here)
    stub = "reversi_game.py"  # It imports a reference.
    assert "`pytest katas/reversi_game`" in said(stub, here="katas/reversi_game")
    # Elsewhere it is the one that is installed.
    program = "import katas; print(*katas.__path__)"
    assert said("-c", program, here=str(tmp_path)).strip() == str(ROOT / "katas")


@pytest.mark.slow
def test_from_the_stub_to_green_and_ctrl_c_leaves_the_terminal_as_it_was(project):
    # Without colours the screen is cleared all the same.
    settings = {"TERM": "xterm-256color", "NO_COLOR": "1"}
    terminal = Terminal(project.root, "-m", "katas", **settings)
    before = terminal.settings()

    def expect(words: str, last: str = "q quit$") -> None:
        terminal.expect(f"{re.escape(words)}.*{last}")

    def press(key: str, words: str, last: str = "q quit$") -> None:
        terminal.type(key)
        expect(words, last)

    expect("not started\nnext: write is_solved")
    stub = project.stub().read_text()
    commit(project.root)
    project.write(NO_DIAGONALS)
    expect("The diagonal of X wins\nexpected 1 (X wins), got -1", "next: fix.*q quit$")
    for number in (1, 2, 3, 4):
        press("h", f"hint {number} of 4")
    press("c", f'$ pytest {FOLDER} --case="The diagonal of X wins"\n')
    expect("Press a to run all cases.")
    press("d", "q and Enter leave the debugger.\n", r"\(Pdb\) $")
    press("q\n", "Press Enter to go back", "loop. $")
    press("\n", "Press a to run all cases.")
    press("l", f"$ pytest --progress\n\n{WINNER} ")
    press("r", "Put the stub back", "any other key: no$")
    press("x", "Press a to test again.")
    assert project.stub().read_text() == NO_DIAGONALS
    press("r", "Put the stub back", "any other key: no$")
    press("y", "not started\nnext: write is_solved")
    assert project.stub().read_text() == stub
    project.write(ENDLESS)
    terminal.expect(r"running, \d+ s\nnow three by three: An empty board is unf")
    project.solve()
    expect("You learnt to ", rf"Press n to go on to {SECOND}\..*q quit$")
    press("d", "c and d take a case that fails")
    press("n", f"{SECOND}  ", "not started.*q quit$")
    endless = ENDLESS.replace("is_solved(board)", "has_winning_position(n, cells)")
    project.write(endless, SECOND)
    terminal.expect(r"running, [1-9]")
    terminal.process.send_signal(signal.SIGINT)
    expect("To go on: python -m katas", last=f"{SECOND}\n$")
    assert (terminal.end(), terminal.settings()) == (0, before)
    for sign in ("\x1b[?1049h", "\x1b[?1049l"):
        assert terminal.screen.count(sign) == 2  # Once for the debugger.
