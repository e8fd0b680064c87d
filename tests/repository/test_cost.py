"""The stages about cost: each bound is between right solutions and those that waste.

`tests/<kata>/cost_controls.py` holds both, as learners write them: `right_...` and
`wrong_...`. All give right answers; the wrong ones take too much for them. A control is
a function, which stands for the first one in its `SMALL`, or a dict of functions by
name. The references and approaches are within the bounds by `test_mistakes.py`.
"""

from pathlib import Path
from typing import Any

import pytest
from kata_kit.attempt import stages_of
from kata_kit.failure import question
from kata_kit.fixture import Kata
from kata_kit.katas import BY_NAME, PATH, ROOT, load
from kata_kit.request import CallFailed
from repository.project import each_kata
from repository.tables import Row, rows, under_test

STAGES = {"cost", "memory"}

FILES = {kata.name: ROOT / "tests" / kata.name / "cost_controls.py" for kata in PATH}
with_controls = pytest.mark.parametrize(
    "kata", [name for name, file in FILES.items() if file.is_file()]
)


def controls(kata: str, *kinds: str) -> set[str]:
    """Return the names of the controls of a kata."""
    return {name for name in vars(load(FILES[kata])) if name.startswith(kinds)}


def code_of(kata: str, control: str) -> str:
    """Return a file in which the functions of a control have the names of the table."""
    function, *_ = load(FILES[kata]).SMALL
    named = f"{control} if isinstance({control}, dict) else {{{function!r}: {control}}}"
    code = FILES[kata].read_text(encoding="utf-8")
    return f"{code}\n\nglobals().update({named})\n"


def running(kata: str, control: str, folder: Path) -> Kata:
    """Write a control into a file, and return the fixture that runs it."""
    path = folder / f"{kata}.py"
    path.write_text(code_of(kata, control), encoding="utf-8")
    return Kata(kata, under_test(path))


def is_over(bound: Row, kata: Kata) -> bool:
    """Return whether a control costs too much, by a function that it has."""
    try:
        bound.test(kata)
    except AssertionError:
        return True
    except CallFailed as failed:
        if failed.trouble.kind != "no function":  # Any other trouble is not a verdict.
            raise
    return False


@pytest.mark.slow
@with_controls
def test_each_bound_is_between_right_and_wrong_controls(kata, tmp_path):
    bounds = [
        row for row in rows(BY_NAME[kata]) if row.stage in STAGES and not row.case
    ]
    right, wrong = controls(kata, "right_"), controls(kata, "wrong_")
    assert right
    exceeded = {
        (control, bound.name)
        for control in right | wrong
        for bound in bounds
        if is_over(bound, running(kata, control, tmp_path))
    }
    assert {control for control, _ in exceeded} == wrong
    assert {name for _, name in exceeded} == {bound.name for bound in bounds}


@with_controls
def test_every_control_gives_right_answers(kata):
    for control in controls(kata, "right_", "wrong_"):
        names: dict[str, Any] = {}
        exec(code_of(kata, control), names)
        small = load(FILES[kata]).SMALL
        asked = names.keys() & small.keys()
        assert asked, control
        for function in asked:
            arguments, answer = small[function]
            assert names[function](*arguments) == answer, control


@each_kata
def test_a_kata_with_a_stage_about_cost_has_controls(kata):
    has_stage = STAGES & {*stages_of(load(ROOT / kata.table))}
    assert FILES[kata.name].is_file() == bool(has_stage)


def test_a_count_is_the_same_whatever_ran_before_and_is_no_answer(tmp_path):
    # Its cache outlives a call.
    kata = running("tictactoe_negamax", "right_lists_of_cells", tmp_path)
    alone = kata.negamax.lines(0, 0, answer=0).number
    assert kata.kata_code.requests == []
    assert kata.negamax(0, 0) == 0
    assert kata.negamax.lines(0, 0, answer=0).number == alone


def test_a_wrong_answer_that_was_counted_is_not_asked_about_as_a_cost(tmp_path):
    kata, winner = running("tictactoe_winner", "right_careful", tmp_path), PATH[0]
    with pytest.raises(AssertionError, match="wrong answer"):
        assert kata.is_solved.lines([[1]], answer=2) <= 1_000
    found = kata.kata_code.mismatch
    assert found
    asked = question(rows(winner)[0].attempt(winner, ""), found.call, found.about)
    assert asked == "Who has won?"
