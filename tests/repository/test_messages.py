"""What a learner reads about each kind of mistake, word for word; most stand in `messages.txt`."""

import os
import re
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from kata_kit import messages, writing
from kata_kit.failure import diagnose
from kata_kit.fixture import Kata
from kata_kit.incoming import Trouble
from kata_kit.katas import BY_NAME
from kata_kit.process import Limits
from kata_kit.record import GREEN
from kata_kit.request import CallFailed
from kata_kit.under_test import UnderTest
from kata_tables.arguments import Call
from repository.project import WINNER, solution_but
from repository.screen import Learner, pattern, too_long
from repository.tables import rows

STUB = BY_NAME[WINNER].stub
# Short, because some of the code never ends.
SECONDS = 0.5

# A message about a call stands between the title of the first case ...
TITLE = "An empty board is unfinished\n"
# ... and its board, the call to paste, and why the case exists.
REST = """

     .  .  .
     .  .  .
     .  .  .

is_solved([[0, 0, 0], [0, 0, 0], [0, 0, 0]])
why: Three empty cells are alike, but they belong to nobody."""

# ... which is not said where the answer is of another kind.
ANOTHER_KIND = re.compile("the answer should be|returned None")

# Some machines cannot have these faults.
ONLY_ON = {
    "too much memory": ("only Linux limits the memory", sys.platform == "linux"),
    "a segmentation fault": ("Windows knows no signals", sys.platform != "win32"),
}


@pytest.fixture
def learner(tmp_path: Path) -> Learner:
    """Somebody who has written nothing yet; the name of their folder is not plain."""
    return Learner(tmp_path / "Übung (neu), 2. Teil's")


def _mistakes() -> Iterator[Any]:
    """The mistakes of `messages.txt`, as parameters."""
    text = Path(__file__).with_name("messages.txt").read_text(encoding="utf-8")
    for section in text.split("\n== ")[1:]:
        heading, entries = section.strip("\n").split("\n", 1)
        for entry in re.split(r"\n(?=[^ >])", entries):
            name = re.split(r" \||\n", entry)[0]
            reason, possible = ONLY_ON.get(name, ("", True))
            marks = pytest.mark.skipif(not possible, reason=reason)
            yield pytest.param(*_mistake(heading, name, entry), id=name, marks=marks)


def _mistake(heading: str, name: str, entry: str) -> tuple[str, str, str, str]:
    """The kata, the code, what the first failure is, and how the title of the case begins."""
    kata, _, function = (re.findall(r"\[(.+)\]", name) or [WINNER])[0].partition(".")
    code = _code(
        entry, function or ("is_solved" if heading.startswith("a call") else "")
    )
    whole = (
        solution_but(kata, function, f"kept = {{}}\n{code}")
        if function
        else f"{code}\n"
    )
    lines = [line[2:] for line in entry.splitlines() if line.startswith(">")]
    said = [part for line in lines for part in _placed(kata, code, whole, line)]
    told = "\n".join(said)
    if heading.startswith("a call"):
        says, separator, printed = told.partition("\nprinted:\n")
        if heading.startswith("a call raises"):
            says += "\nexpected -1 (unfinished)"
        elif heading.endswith("another kind"):
            says = "\nthe answer should be an int; it is a ".join(
                says.rsplit(" is a ", 1)
            )
            says = f"expected -1 (unfinished), got {says}"
        rest = REST.rpartition("\nwhy: ")[0] if ANOTHER_KIND.search(says) else REST
        told = TITLE + says + rest + separator + printed
    elif heading.startswith("there is nothing"):
        told = TITLE + told
    elif heading.startswith("one case"):
        return (
            kata,
            whole,
            "" if "passes" in heading else "[...]".join([*said, ""]),
            said[0],
        )
    return kata, whole, told, ""


def _code(entry: str, function: str) -> str:
    """The code of an entry, with the head of the function if that is missing."""
    line = entry.partition("\n")[0].partition(" | ")[2]
    code = line or "\n".join(re.findall("^    (.+)", entry, re.MULTILINE))
    if function and (line or code.startswith(" ")) and "def " not in line:
        head = f"def {function}({'board' if function == 'is_solved' else '*a'}):"
        return f"{head}\n{textwrap.indent(textwrap.dedent(code), '    ')}"
    return code


def _placed(kata: str, code: str, whole: str, told: str) -> list[str]:
    """The lines that a line stands for: a number with a colon at its end is a place in the code."""
    found = re.fullmatch(r"(.*)  :(\d+)", told)
    if not found:
        return [told]
    file, number = BY_NAME[kata].stub, int(found[2])
    if not number:
        return [found[1], file]
    line = code.splitlines()[number - 1]
    return [
        found[1],
        f"{file}:{whole.splitlines().index(line) + 1}",
        f"    {line.strip()}",
    ]


@pytest.mark.parametrize(("kata", "code", "told", "case"), [*_mistakes()])
def test_the_first_failure_tells_the_mistake(
    learner: Learner, kata: str, code: str, told: str, case: str
) -> None:
    learner.write(code, kata)
    screen = learner.screen(
        kata, seconds=SECONDS if " 0.5 s" in told else 5, short=True, case=case
    )
    assert (screen.records[0].state == GREEN) == (not told)
    if not told:
        return
    if not pattern(told).fullmatch(screen.first_failure):
        assert screen.first_failure == told
    assert not re.search(r"kata_kit|kata_worker|Traceback|site-packages", screen.text)
    assert too_long(screen.first_failure) == []


def test_what_a_case_prints_has_its_name_above_it(
    learner: Learner, capsys: pytest.CaptureFixture[str]
) -> None:
    file = learner.write(
        "def is_solved(board):\n    print(len(board))\n    return -1\n"
    )
    code = UnderTest(file, BY_NAME[WINNER], Limits())
    one, many = Kata(WINNER, code, "A case"), Kata(WINNER, code, "A sweep")
    for _ in range(2):
        one.is_solved([[0]])
    many.is_solved.each([([[0]],)] * 20)
    assert capsys.readouterr().out == "\nA case, printed:\n1\n1\n"
    code.close()


def test_what_is_no_file_is_told(learner: Learner) -> None:
    bring_back = f"\nbring it back:\n  git checkout {STUB}"
    assert learner.screen().first_failure == f"{STUB} is missing{bring_back}"
    file = "ann/tictactoe_winner.py"  # Of a submission.
    assert learner.screen(label=file).first_failure == f"{file} is missing"
    learner.stub().mkdir()
    told = f"{STUB} is a folder; a file is expected{bring_back}"
    assert learner.screen().first_failure == told


@pytest.mark.skipif(
    getattr(os, "geteuid", int)() == 0, reason="root may read every file"
)
def test_a_file_that_may_not_be_read(learner: Learner) -> None:
    stub = learner.write("")
    stub.chmod(0)
    assert learner.screen().first_failure == (
        f"loading the file raised PermissionError: [Errno 13] Permission denied: '{stub}'\n{STUB}"
    )


UMLAUT = "def is_solved(board):\n    return 'ü'[len(board)]\n"
WHERE = (
    f"{TITLE}is_solved raised IndexError: string index out of range\n{STUB}:2\n"
    f"    return 'ü'[len(board)]\nexpected -1 (unfinished){REST}"
)
NULL = f"SyntaxError: there is a null byte; save the file as UTF-8\n{STUB}"
OF_ANOTHER_EDITOR = {
    "byte order mark": (UMLAUT.encode("utf-8-sig"), WHERE),
    "CR LF": (UMLAUT.replace("\n", "\r\n").encode(), WHERE),
    "CR": (UMLAUT.replace("\n", "\r").encode(), WHERE),
    "an encoding that is named": (
        f"# coding: latin-1\n{UMLAUT}".encode("latin-1"),
        WHERE.replace(".py:2", ".py:3"),
    ),
    "null byte": (b'\n    return "\0"\n', rf"{NULL}:2" '\n    return "\\x00"'),
    "UTF-16": (UMLAUT.encode("utf-16"), f"{NULL}:1"),
}


@pytest.mark.parametrize("name", OF_ANOTHER_EDITOR)
def test_a_file_of_another_editor(learner: Learner, name: str) -> None:
    data, told = OF_ANOTHER_EDITOR[name]
    learner.write(data)
    assert learner.screen(short=True).first_failure == told


def test_a_module_beside_the_stub(learner: Learner) -> None:
    beside = learner.write("from lines import lines as is_solved\n").with_name(
        "lines.py"
    )
    file = f"katas/{WINNER}/lines.py"
    beside.write_text("def lines(board):\n    return board[7]\n")
    told = learner.screen(short=True).first_failure
    assert (
        f"\nis_solved raised IndexError: list index out of range\n{file}:2\n    return"
        in told
    )
    beside.write_text("def lines(board)\n")
    broken = f"SyntaxError: expected ':'\n{file}:1\n    def lines(board)\n{'^':>21}"
    assert learner.screen(short=True).first_failure == broken


MORE_TIME = "more time for each call: --kata-timeout=20"
LESS_WORK = 'less work: the stage "cost" of the statement says how much is enough'


@pytest.mark.parametrize(
    ("done", "recursed", "busy", "told"),
    [
        (7, False, True, ""),  # a loop
        (0, True, False, ""),  # one that waits
        (0, True, True, "it had called itself"),
        (7, True, True, "it had called itself, and 7 calls before it came back"),
    ],
)
def test_slow_is_told_from_endless(
    done: int, recursed: bool, busy: bool, told: str
) -> None:
    trouble = Trouble("timeout", message="5", busy=busy, recursed=recursed, done=done)
    slow = [f"slow or endless? {told}", MORE_TIME] if told else []
    assert messages.slowness(trouble) == slow
    assert messages.slowness(trouble, costs=True) == slow + [LESS_WORK] * bool(told)
    headline = messages.headline(trouble, "perft", "perft.py")
    assert ("endless loop" in headline) == (not told)


@pytest.mark.parametrize(
    ("kata", "told"), [("tictactoe_negamax", 1), ("tictactoe_player", 0)]
)
def test_less_work_is_advised_where_a_stage_is_about_it(kata: str, told: int) -> None:
    code: Any = SimpleNamespace(mismatch=None, printed="")
    slow = CallFailed(
        Call("f"), Trouble("timeout", message="5", busy=True, recursed=True)
    )
    attempt = rows(BY_NAME[kata])[0].attempt(BY_NAME[kata], "f.py")
    found = diagnose(slow, attempt, code)
    assert found
    assert writing.text(found.failure).count(LESS_WORK) == told
