"""Whatever comes in, by the dice: the records of strangers, and odd answers."""

import copy
import json
from collections.abc import Iterator
from dataclasses import asdict
from random import Random
from typing import Any

from kata_evening.checked import decoded, record_in
from kata_kit.code import Code
from kata_kit.kata import Functions
from kata_kit.katas import PATH, Kata
from kata_kit.record import (
    FAILED,
    RED,
    CaseRecord,
    Failure,
    KataRecord,
    Misconception,
    StageRecord,
    as_json,
)
from kata_tables.wrong import Wrong
from repository.learner import described
from repository.tables import Row, each_kata, rows

PIECES = ['"\\ud800"', '"\\u001b[2J"', "[" * 2000, "9" * 5000, "NaN", "1e999", "-1"]
TEXTS = ["", "red", "\x1b[2J", "\ud800", "\u202e", "a\nb", "<b>", "x" * 21_000]
VALUES: list[Any] = [None, True, -1, 10**20, [], {}, [[]], [1, "a"], {"name": "x"}]
ANSWERS = [*VALUES, *TEXTS, 2**99, (), {1}, b"a", 1j, object(), print, [object()] * 99]


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield each list and object in JSON, with each of its keys."""
    for key in list(value) if isinstance(value, dict) else range(len(value)):
        yield value, key
        if isinstance(value[key], (dict, list)):
            yield from places(value[key])


def strange(right: Any, dice: Random) -> str:
    """Return JSON in which a value or two are replaced, and sometimes a bit of text."""
    value = copy.deepcopy(right)
    for _ in range(dice.randrange(1, 3)):
        place, key = dice.choice([*places(value)])
        place[key] = copy.deepcopy(dice.choice([*VALUES, *TEXTS]))
    text = json.dumps(value)
    start = dice.randrange(len(text))
    if dice.random() < 0.3:
        text = text[:start] + dice.choice(PIECES) + text[start + dice.randrange(6) :]
    return text


def failure_of(kata: Kata, row: Row, code: Code) -> Failure | None:
    """Return what a learner reads about a test; None if it passes."""
    try:
        row.obj(kata=Functions(code))
    except Wrong as wrong:
        return described(wrong, code, kata)
    return None


def test_a_record_is_read_or_refused():
    kata, code = PATH[0], Code(PATH[0].stub, source="is_solved = lambda board: 7")
    failure = failure_of(kata, rows(kata)[0], code)
    cases = (CaseRecord(kata.name, "a stage", "a case", FAILED, "is_solved", failure),)
    stages, explained = (StageRecord("a stage", 1, 2),), Misconception("a mistake", "")
    whole = KataRecord(kata.name, "a file", RED, "words", stages, cases, explained)
    right, dice, records = asdict(whole), Random(22), []
    for _ in range(2000):
        try:
            records.append(record_in(decoded(strange(right, dice)), kata))
        except ValueError:
            continue
    assert 100 < len(records) < 1900
    assert max(len(as_json([record])) for record in records) < 50_000
    text = repr(records).replace("\\\\", "").replace("\\n", "")
    assert "\\" not in text  # Nothing has to be escaped.


@each_kata
def test_any_answer_is_described(kata):
    dice, code = Random(23), Code(kata.stub)
    functions = [name for name, value in vars(code.module).items() if callable(value)]
    cases = [row for row in rows(kata) if row.is_case]
    for row in dice.sample(cases, min(40, len(cases))):
        answer = dice.choice(ANSWERS)
        for name in functions:
            setattr(code.module, name, lambda *_, answer=answer: answer)
        failure = failure_of(kata, row, code)
        assert failure is None or failure.headline
