"""The stages about cost: each bound is between solutions that are right and solutions that waste.

`tests/<kata>/cost_controls.py` holds both, as learners write them: `right_...` and
`wrong_...`. All give right answers; the wrong ones take too much for them. A control is
a function, which stands for the first one in its `SMALL`, or a dict of
functions by name. The right ones take the most: that the references, their approaches
and what the mistakes differ from are within the bounds as well is seen with the rest of
their tables, in `test_mistakes.py`.
"""

import re
from pathlib import Path
from typing import Any

import pytest
from kata_kit.fixture import Kata
from kata_kit.katas import BY_NAME, PATH, ROOT, KataFiles, load
from kata_kit.request import CallFailed
from kata_kit.stages import stages_of
from kata_kit.under_test import UnderTest
from repository.screen import Learner, pattern
from repository.tables import Row, rows, under_test

STAGES = ("cost", "memory")
NEGAMAX = "tictactoe_negamax"

CONTROLS = "tests/{}/cost_controls.py"
each_kata = pytest.mark.parametrize(
    "kata",
    [kata.name for kata in PATH if (ROOT / CONTROLS.format(kata.name)).is_file()],
)


def file(kata: str) -> Path:
    """The controls of a kata."""
    return ROOT / CONTROLS.format(kata)


def small(kata: str) -> dict[str, tuple[tuple[object, ...], object]]:
    """Return a small question to each function, and the answer."""
    found: dict[str, tuple[tuple[object, ...], object]] = load(file(kata)).SMALL
    return found


def controls(kata: str) -> list[str]:
    """The names of the controls of a kata."""
    return [
        name for name in vars(load(file(kata))) if name.startswith(("right_", "wrong_"))
    ]


def code_of(kata: str, control: str) -> str:
    """A file in which the functions of a control have the names that the table calls them by."""
    function = next(iter(small(kata)))
    named = f"{control} if isinstance({control}, dict) else {{{function!r}: {control}}}"
    return f"{file(kata).read_text(encoding='utf-8')}\n\nglobals().update({named})\n"


def running(kata: str, control: str, folder: Path) -> UnderTest:
    """A control in processes as a learner's."""
    path = folder / f"{kata}.py"
    path.write_text(code_of(kata, control), encoding="utf-8")
    return under_test(path)


def is_over(bound: Row, kata: Kata) -> bool:
    """Whether a control costs more than a bound allows on a function that it has."""
    try:
        bound.test(kata)
    except AssertionError:
        return True
    except CallFailed as failed:
        if failed.trouble.kind != "no function":  # Any other trouble is not a verdict.
            raise
    return False


@pytest.mark.slow
@each_kata
def test_each_bound_is_between_right_and_wrong_controls(
    kata: str, tmp_path: Path
) -> None:
    bounds = [
        row for row in rows(BY_NAME[kata]) if row.stage in STAGES and not row.case
    ]
    over, exceeded = set[str](), set[str]()
    for control in controls(kata):
        # Bounds over which no control was yet come first; the others may be skipped
        # then.
        for bound in sorted(bounds, key=lambda bound: bound.name in exceeded):
            if control in over and bound.name in exceeded:
                continue
            if is_over(bound, Kata(kata, running(kata, control, tmp_path))):
                over.add(control)
                exceeded.add(bound.name)
    wrong = {name for name in controls(kata) if name.startswith("wrong_")}
    assert over == wrong < {*controls(kata)}
    assert exceeded == {bound.name for bound in bounds}


@each_kata
def test_every_control_gives_right_answers(kata: str) -> None:
    for control in controls(kata):
        names: dict[str, Any] = {}
        exec(code_of(kata, control), names)
        asked = names.keys() & small(kata).keys()
        assert asked, control
        for function in asked:
            arguments, answer = small(kata)[function]
            assert names[function](*arguments) == answer, control


@pytest.mark.parametrize("kata", PATH, ids=lambda kata: kata.name)
def test_a_kata_with_a_stage_about_cost_has_controls(kata: KataFiles) -> None:
    has_stage = {*STAGES} & {*stages_of(load(ROOT / kata.table))}
    assert file(kata.name).is_file() == bool(has_stage)


WORK = "Boards of 16, 32 and 64 rows"
SIXTY_LINES_FOR_EACH_CELL = """\
for row in board:
        for cell in row:
            for number in range(30):
                cell = cell
    return -1 if any(0 in row for row in board) else 0"""
# What the wrong controls are told; some bytes are others in other versions of Python.
TOLD = """
== tictactoe_winner wrong_counts_the_row_for_each_cell
Boards of 16, 32 and 64 rows
is_solved works too much on large boards
steps grow as n^2.8; allowed: n^2.3
steps for a cell: 70.1; allowed: 60
steps: lines of your code, each as often as it runs, and cells that are read

     n     steps   for a cell
    16     5,791         22.6
    32    39,215         38.3
    64   287,311         70.1

is_solved([[2] + [1] * 62 + [2]] + [[1] * 63 + [2]] * 62 + [[2] * 63 + [1]])
why: There are n * n cells, and it is enough to look at each of them a few
     times: [...]
== tictactoe_winner wrong_lines_through_each_cell
Boards of 16, 32 and 64 rows
is_solved works too much on large boards
steps grow faster than n^2.8; allowed: n^2.3
steps for a cell: more than 120.0; allowed: 60
[...]
     n               steps        for a cell
    16              17,336              67.7
    32   more than 122,880   more than 120.0

is_solved([[1] * 31 + [2]] * 31 + [[2] * 31 + [0]])
why: [...]
== tictactoe_negamax wrong_plain_search
The calls that the value of the empty board takes
negamax makes too many calls: more than 54,994
calls: calls of a function while it runs already

negamax(0b000_000_000, 0b000_000_000)
why: [...]
== tictactoe_negamax wrong_explicit_stack
The lines that run for the value of the empty board
negamax runs too many lines: more than 1,200,000
lines: lines of your code[...]
== tictactoe_coordinates wrong_in_all_counters
Nearly all cells of boards of 16, 32 and 64 rows
[...]
steps grow as n^3.0; allowed: n^2.4
steps: lines of your code, each as often as it runs, and items read from lists
[...]
    64   539,782        131.8

has_winning_position(64, ((r, c) for r in range(64) for c in range(64) if r != c and r + c != 63))
why: [...]
== tictactoe_coordinates wrong_bytes
Nearly all cells of boards of 16 to 128 rows
has_winning_position needs too much memory on large boards
memory grows as n^1.9; allowed: n^1.4
memory: bytes that are held at the same time

      n   memory   for a row
     16 [...]
    128 [...]

has_winning_position(128, ((r, c) for r in range(128) [...]
why: [...]
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kata", "control", "told"),
    re.findall(r"== (\w+) (\w+)\n((?:(?!== ).*\n)+)", TOLD),
    ids=lambda text: text.partition("\n")[0],
)
def test_what_is_too_much_is_told(
    learner: Learner, kata: str, control: str, told: str
) -> None:
    learner.write(code_of(kata, control), kata)
    text = learner.screen(kata, case=told.splitlines()[0]).first_failure
    assert pattern(told.strip()).fullmatch(text), text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("body", "says"),
    [
        (SIXTY_LINES_FOR_EACH_CELL, "boards\nsteps for a cell: 64.0; allowed: 60\n"),
        (
            "while True:\n        pass",
            "   more than 30,720   more than 120.0\n\nis_solved([[1]",
        ),
        ("return 0", "\nexpected -1 (unfinished), got 0 (draw)\n\nis_solved([[1] * 15"),
        ("raise NotImplementedError", "tictactoe_winner  [...x.]  not started"),
        (
            "return board[len(board)]",
            "is_solved raised IndexError: list index out of range",
        ),
        (
            "return sum(iter(int, 1))",
            "did not return within 2 s; is there an endless loop?",
        ),
    ],
)
def test_only_what_is_wrong_is_told(learner: Learner, body: str, says: str) -> None:
    learner.write(f"def is_solved(board):\n    {body}\n")
    assert says in learner.screen(case=WORK, seconds=0.5).text


def test_a_count_is_the_same_whatever_ran_before_and_is_no_answer(
    tmp_path: Path,
) -> None:
    code = running(
        NEGAMAX, "right_lists_of_cells", tmp_path
    )  # Its cache outlives a call.
    kata = Kata(NEGAMAX, code)
    alone = kata.negamax.lines(0, 0, answer=0).number
    assert kata.kata_code.requests == []
    code.call("negamax", "answer", [(0, 0)])
    assert kata.negamax.lines(0, 0, answer=0).number == alone
