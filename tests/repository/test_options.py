"""The options of one person's run, beside what `screens/` shows of them."""

import shlex
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from kata_kit import hints
from kata_kit.choosing import is_expression
from kata_kit.choosing import option as case
from kata_kit.fixture import Kata
from kata_kit.hints import Hint
from kata_kit.in_process import InProcess
from kata_kit.katas import BY_NAME, PATH, KataFiles
from repository.project import WINNER, Project, Terminal, too_long
from repository.tables import rows

FIRST = BY_NAME[WINNER]
FOLDER = f"katas/{WINNER}"
TITLES = [row.title for row in rows(FIRST)]
TOP_ROW = "The top row of X wins"

each_kata = pytest.mark.parametrize("kata", PATH, ids=lambda kata: kata.name)


@pytest.fixture(autouse=True)
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal of 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")


def chosen(project: Project, option: str, text: str) -> list[str]:
    """Return the titles of the cases that an option chooses in the first kata."""
    run = project.pytest(FOLDER, "--collect-only", "-q", option, text)
    return [row.title for row in rows(FIRST) if f"::{row.name}\n" in run.text]


@pytest.mark.parametrize("name", [TOP_ROW, "top row of x", f"test_row[{TOP_ROW}]"])
def test_a_part_of_its_name_names_a_case(untouched: Project, name: str) -> None:
    assert chosen(untouched, "--case", name) == [TOP_ROW]


def test_a_text_behind_k_names_every_case_that_has_it(untouched: Project) -> None:
    named = [title for title in TITLES if "row of x" in title.lower()]
    assert chosen(untouched, "-k", "Row of X") == named
    # An expression is left to pytest.
    named = [title for title in named if "middle" not in title.lower()]
    assert chosen(untouched, "-k", "row and of and x and not middle") >= named


@pytest.mark.parametrize(
    "text",
    [
        "row",
        "row and X",
        "not (row or X)",
        "test_row[X",
        "a.py::test_row",
        "",
        "and-or",
    ],
)
def test_what_pytest_reads_is_an_expression(text: str) -> None:
    assert is_expression(text)


@pytest.mark.parametrize(
    "text", ["top row", "row and", "X, O", "it's", "row(X)", "()", "not", "(X"]
)
def test_the_rest_is_text(text: str) -> None:
    assert not is_expression(text)


@each_kata
def test_the_option_of_a_case_names_it_alone(kata: KataFiles) -> None:
    titles = {row.title for row in rows(kata)}
    for title in titles:
        (text,) = shlex.split(case(title, titles, 200).removeprefix("--case="))
        (part,) = shlex.split(case(title, titles, 40).removeprefix("--case="))
        named = [one for one in titles if part.lower() in one.lower()]
        assert text == title
        assert part == title or named == [title]


def test_signs_of_the_shell_are_quoted() -> None:
    assert case('"$x" and `y`', [], 80) == """--case='"$x" and `y`'"""


def headings(lines: list[str]) -> list[str]:
    """Return the headings of the hints among lines of a run."""
    return [line for line in lines if line.startswith("hint ")]


def test_two_hints_are_shown_as_they_stand_in_the_statement() -> None:
    lines = hints.shown(FIRST, 2)
    stage = 'for the stage "three by three":'
    assert headings(lines) == [f"hint {n} of 4, {stage}" for n in (1, 2)]
    told = " ".join(" ".join(lines).split())
    are_told = [" ".join(hint.text.split()) in told for hint in hints.all_of(FIRST)]
    assert are_told == [True, True, False, False]


def test_hints_begin_with_the_stage_at_hand() -> None:
    every = [Hint("one", "a"), Hint("one", "b"), Hint("three", "c")]
    stages = ["one", "two", "three", "four"]
    begins = [hints.start(every, stage, stages) for stage in (*stages, "", "five")]
    # Where a stage has no hint, those of the stage before it come first.
    assert begins == [0, 0, 2, 2, 0, 0]


def test_paragraphs_and_code_of_a_hint_stay_as_they_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hint = Hint("any size", "One.\n\n    two = 2")
    monkeypatch.setattr("kata_kit.hints.all_of", lambda kata: [hint])
    assert hints.shown(FIRST, 1)[2:] == ["  One.", "", "      two = 2"]


@each_kata
def test_all_hints_fit_the_terminal_and_have_an_end(kata: KataFiles) -> None:
    lines, number = hints.shown(kata, 99), len(hints.all_of(kata))
    assert too_long("\n".join(lines)) == []
    assert [line for line in lines if line != line.rstrip()] == []
    assert len(headings(lines)) == number
    assert lines[-1] == f"There are no more hints for {kata.name}."


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "not run yet"),
        ("[]", "not run yet"),
        (f'{{"{WINNER}": {{}}}}', "not run yet"),
        (f'{{"{WINNER}": ["[#]", "passes", true, "d"]}}', "not run yet"),
        (
            f'{{"{WINNER}": {{"states": ["passed"], "words": "passes",'
            ' "green": true, "digest": "another"}}',
            "changed since its last run",
        ),
    ],
)
def test_a_damaged_or_an_old_cache_is_not_an_error(
    project: Project, text: str, words: str
) -> None:
    file = project.root / ".pytest_cache" / "v" / "katas" / "progress"
    file.parent.mkdir(parents=True)
    file.write_text(text)
    run = project.pytest("--progress")
    assert run.lines[0].split(maxsplit=2) == [WINNER, "-", words]
    assert run.lines[-1] == f"next: pytest {FOLDER}"


def test_progress_needs_no_cache(project: Project) -> None:
    run = project.pytest("--progress", "-p", "no:cacheprovider")
    assert run.lines[0].endswith("not run yet")


@pytest.mark.parametrize(
    ("kata", "test", "code"),
    [
        (WINNER, "test_every_reachable_board", "def is_solved(board): return -1"),
        ("tictactoe_game", "test_row", "def main(choose_move): print(input())"),
        (
            "reversi_flips",
            "test_new_board_for",
            "def new_board(): return BOARD\nBOARD = [[' '] * 8] * 8",
        ),
    ],
)
def test_the_call_that_is_made_again_is_the_one_that_failed(
    tmp_path: Path, kata: str, test: str, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # It offers the references that the code may import, here none, to all of this
    # process.
    monkeypatch.setitem(sys.modules, "solutions", ModuleType("solutions"))
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path])
    file = tmp_path / f"{kata}.py"
    file.write_text(code, encoding="utf-8")
    callee, again = InProcess(file, kata, {}), list[Any]()
    for row in rows(BY_NAME[kata]):
        fixture = Kata(kata, callee)
        if row.name.startswith(test) and not row.holds(fixture):
            break
    asked = fixture.kata_code
    callee.again(asked, lambda f, *given: again.append((f.__name__, repr(given))))
    assert asked.mismatch is not None
    call = asked.mismatch.call
    assert again[0][0] == call.function
    assert callee.traceback is None  # Only the debugger's own call is shown.
    assert kata != WINNER or again[0][1] == repr(call.arguments)


def test_pdb_can_be_used_in_a_terminal(project: Project) -> None:
    project.write("def is_solved(board):\n    return board[7]\n")
    terminal = Terminal(project.root, "-m", "pytest", FOLDER, "--pdb")
    for line in ("p len(board)", "q"):
        terminal.expect(r"\(Pdb\) $")
        terminal.type(f"{line}\n")
    assert (terminal.end(), "p len(board)\n3\n" in terminal.screen) == (1, True)


ENDLESS = """\
def is_solved(board):
    while True:
        try: board = board
        except: pass
"""


def test_a_trace_stops_code_that_swallows_every_exception(project: Project) -> None:
    project.write(ENDLESS)
    options = ("-xv", "--trace-case", "--kata-timeout=0.3")
    lines = project.pytest(FOLDER, *options).lines
    trace = lines[lines.index("trace:") : lines.index("    stopped after 5,000 lines")]
    assert len(trace) > 100  # With -v.
