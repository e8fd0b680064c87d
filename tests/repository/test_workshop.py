"""The workshop: everybody's files under the tables, told as one picture."""

from __future__ import annotations

import json

import pytest
from kata_kit.workshop.results import (
    GREEN,
    MISSING,
    NOT_STARTED,
    RED,
    Belief,
    Cohort,
    Failure,
    KataStages,
    Outcome,
    Stage,
    ordered,
)

KATAS = ("first", "second")


def outcome(participant: str, kata: str, state: str, bar: str = "") -> Outcome:
    """An outcome of which only what is given matters; a sign in `bar` is a stage with one test."""
    fields = {"#": "passed", "x": "failed", ".": "not_run"}
    stages = tuple(Stage(f"stage {n}", **{fields[sign]: 1}) for n, sign in enumerate(bar))
    return Outcome(participant, kata, f"{participant}/{kata}.py", state, f"[{bar}]", "", stages)


# Results


def test_a_cohort_survives_the_way_through_json() -> None:
    whole = Outcome(
        "ada <b>\x1b[31m",
        "first",
        "ada/first.py",
        RED,
        "[x]",
        "one: 1 of 2 cases fails",
        (Stage("one", passed=1, failed=1),),
        (Failure("one", "The case", "expected 1, got 2", "expected 1, got 2\n\n    X"),),
        Belief("a_belief", "It seems."),
        {"steps": [[16, 5000], [32, 20000]]},
        1.5,
        "verdict",
    )
    cohort = Cohort(
        "here",
        (KataStages("first", ("one",)),),
        (whole, outcome("bob", "first", MISSING)),
        ("time: held",),
        "3.11.7",
        "2025-01-31 14:05",
        2.5,
        complete=False,
    )
    assert Cohort.from_dict(json.loads(json.dumps(cohort.as_dict()))) == cohort


def test_who_has_most_green_katas_comes_first_then_who_has_most_stages_then_the_name() -> None:
    given = [
        outcome(name, kata, GREEN if bar == "##" else RED, bar)
        for name, bars in {
            "bob": ("#x", "#x"),
            "Ada": ("#x", "xx"),
            "ada": ("#x", "xx"),
            "cy": ("##", "xx"),
        }.items()
        for kata, bar in zip(KATAS, bars, strict=True)
    ]
    result = ordered(reversed(given), KATAS)
    assert [(o.participant, o.kata) for o in result] == [
        (name, kata) for name in ("cy", "bob", "Ada", "ada") for kata in KATAS
    ]


@pytest.mark.parametrize(
    ("states", "green"),
    [
        ((GREEN, GREEN), True),
        ((GREEN, MISSING), True),
        ((GREEN, NOT_STARTED), True),
        ((GREEN, RED), False),
        ((MISSING, NOT_STARTED), False),
    ],
)
def test_a_cohort_is_green_when_all_that_was_submitted_is(
    states: tuple[str, str], green: bool
) -> None:
    outcomes = tuple(outcome("ada", kata, state) for kata, state in zip(KATAS, states, strict=True))
    assert Cohort("here", (), outcomes).green is green


def test_a_state_that_there_is_not_is_refused() -> None:
    values = outcome("ada", "first", GREEN).as_dict() | {"state": "fine"}
    with pytest.raises(ValueError, match="got the state 'fine'"):
        Outcome.from_dict(values)
