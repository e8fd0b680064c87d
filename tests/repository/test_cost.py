"""The stages about cost: each bound is between right code and code that wastes.

`tests/<kata>/cost_controls.py` has both, as learners write them: `right_...` and
`wrong_...`. All give right answers, but the wrong ones cost too much. A control is a
function, which stands for the first one in its `SMALL`, or a dict of functions by name.
The approaches are within the bounds by `test_mistakes.py`.

Before you choose a bound, measure five correct solutions in different styles and three
wasteful ones, and keep the nearest of each as a control.
"""

import pytest
from kata_kit.attempt import stages_of
from kata_kit.code import Code
from kata_kit.kata import Functions
from kata_kit.katas import BY_NAME, PATH, Kata, load
from kata_kit.misconceptions import key_of_test
from kata_tables.wrong import ABSENT, COST, Wrong
from repository.tables import Row, each_kata, rows
from repository.texts import text_of

STAGES = {"cost", "memory"}
SECONDS = 60.0  # for a call: a control may be slow

FILES = {kata: kata.tests.with_name("cost_controls.py") for kata in PATH}
with_controls = pytest.mark.parametrize(
    "kata", [kata for kata in PATH if FILES[kata].is_file()], ids=lambda kata: kata.name
)


def controls(kata: Kata, kind: str) -> set[str]:
    """Return the names of the controls of a kata."""
    return {name for name in vars(load(FILES[kata])) if name.startswith(kind)}


def code_of(kata: Kata, control: str) -> Code:
    """Return code in which the functions of a control have the names of the table."""
    function, *_ = load(FILES[kata]).SMALL
    named = f"{control} if isinstance({control}, dict) else {{{function!r}: {control}}}"
    source = text_of(FILES[kata])
    source += f"\n\nglobals().update({named})\n"
    path = FILES[kata].parent / control / f"{kata.name}.py"  # It's no file.
    return Code(path, SECONDS, source=source)


def is_over(bound: Row, kata: Kata, control: str) -> bool:
    """Return True if a control costs too much, by a function that it has."""
    key = key_of_test(bound, Functions(code_of(kata, control)))
    if key is None:
        return False
    assert key[1] in (COST, ABSENT), f"{control}: {key}"  # else an answer is wrong
    return bool(key[1] == COST)


@pytest.mark.slow
@with_controls
def test_each_bound_is_between_right_and_wrong_controls(kata):
    bounds = [row for row in rows(kata) if row.stage in STAGES and not row.is_case]
    bounds.reverse()  # A bound on lines is the quickest for most.
    right, wrong = controls(kata, "right_"), sorted(controls(kata, "wrong_"))
    assert right
    for control in right:
        assert [row.title for row in bounds if is_over(row, kata, control)] == []
    untested = bounds
    for control in wrong:
        # A bound that no control exceeds yet comes first.
        order = sorted(bounds, key=lambda row: row not in untested)
        over = next((row for row in order if is_over(row, kata, control)), None)
        assert over, f"{control} is within the bounds"
        untested = [row for row in untested if row is not over]
    for row in untested:
        assert any(is_over(row, kata, control) for control in wrong), row.title


@each_kata
def test_a_kata_with_a_stage_about_cost_has_controls(kata):
    assert FILES[kata].is_file() == bool(STAGES & stages_of(load(kata.tests)).keys())


def test_a_count_is_the_same_whatever_ran_before():
    # Its cache outlives a call.
    code = code_of(BY_NAME["tictactoe_negamax"], "right_lists_of_cells")
    kata, boards = Functions(code), (0b100_000_001, 0b000_010_100)
    number = kata.negamax.lines(*boards, answer=1).number
    assert kata.negamax(*boards) == 1
    assert kata.negamax.lines(*boards, answer=1).number == number


def test_a_wrong_answer_that_was_counted_is_a_wrong_answer():
    kata = Functions(code_of(PATH[0], "right_careful"))
    with pytest.raises(Wrong) as caught:
        assert kata.is_solved.lines([[1]], answer=2) <= 1_000
    assert (caught.value.about, caught.value.call.got) == ("answer", 1)
