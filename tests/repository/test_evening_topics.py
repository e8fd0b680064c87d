"""An evening: what there is to talk about, who may need help, and what is left."""

from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("segno", reason='needs the extra "evening"')

from kata_evening.evening import end
from kata_evening.people import Person, Step
from kata_evening.report import Result, Section
from kata_evening.wall import minutes_without, topics_of
from kata_kit.attempt import stages_of
from kata_kit.katas import BY_NAME, load
from kata_kit.record import Failure, KataRecord
from repository.evening import NO_DIAGONALS, RIGHT, record_of
from repository.project import WINNER

pytest_plugins = ["repository.evening_fixtures"]

FIXED = """
def is_solved(board):
    for line in [*board[:3], *zip(*board), [board[i][i] for i in range(3)],
                 [board[i][2 - i] for i in range(3)]]:
        if len(set(line)) == 1 and line[0]:
            return line[0]
    return -1 if any(0 in row for row in board) else 0
"""


def test_a_topic_has_one_cause_and_reaches_people_not_yet_reached():
    whole, fixed = record_of(NO_DIAGONALS), record_of(FIXED)
    unnamed = replace(whole, misconception=None)
    late = Failure("", error="TimeIsUp")
    raising = [replace(case, failure=late) for case in unnamed.failures]
    raised = replace(unnamed, failures=tuple(raising))
    odd = replace(raising[0], failure=Failure("", error="KeyError"))
    alone = replace(unnamed, failures=(odd,))
    people = [whole, whole, unnamed, unnamed, unnamed, raised, raised, alone, fixed]
    results = [Result(f"p{n}", record) for n, record in enumerate(people)]
    first = unnamed.failures[0].title
    topics = Section(WINNER, results).topics()
    assert [(topic.name, topic.people) for topic in topics] == [
        ("perhaps: no diagonals", ["p0", "p1"]),
        (first, ["p2", "p3", "p4"]),
        (first, ["p5", "p6"]),
    ]
    for single in results[-2:]:
        (topic,) = Section(WINNER, [single]).topics()
        assert topic.people == [single.participant]
    sections = [Section(WINNER, results[2:4]), Section("nim", results[:5])]
    assert [(topic["name"], topic["people"]) for topic in topics_of(sections)] == [
        ("nim: perhaps: no diagonals", ["p0", "p1"]),
        (f"nim: {first}", ["p2", "p3", "p4"]),
        (f"{WINNER}: {first}", ["p2", "p3"]),
    ]


def test_whoever_comes_no_further_for_ten_minutes_is_named():
    person, now = Person("ada", Path()), 100_000

    def minutes(record: KataRecord, *steps: tuple[int, str, int]) -> int:
        person.records[WINNER] = record
        person.history = [
            Step(now - 60 * ago, "", kata, "", passed) for ago, kata, passed in steps
        ]
        return minutes_without(person, now)

    red, green = record_of(NO_DIAGONALS), record_of(RIGHT)
    assert minutes(red) == 0
    assert minutes(red, (30, WINNER, 5), (12, WINNER, 6), (1, WINNER, 6)) == 12
    assert minutes(red, (30, WINNER, 5), (9, WINNER, 6)) == 0
    assert minutes(red, (30, WINNER, 5), (9, WINNER, 4)) == 30
    assert minutes(red, (40, "reversi_flips", 1), (9, WINNER, 0)) == 0
    assert minutes(green, (30, WINNER, 67)) == 0


def test_every_case_has_a_question_and_nothing_about_a_wrong_answer(web):
    cases = web.room.known[WINNER].cases
    assert len(cases) == sum(stages_of(load(BY_NAME[WINNER].tests)).values())
    for case in cases.values():
        assert case.question
        assert not case.headline + case.got
    questions = {stage: case.question for (stage, _, _), case in cases.items()}
    assert questions["cost"] == "How much work does it take?"
    given = questions["leaves the board alone"]
    assert given == "What has changed in what it was given?"


def test_the_end_names_people_and_what_the_room_talked_about(web, evening, capsys):
    for name in ("ada", "<script>"):
        evening.send(name, NO_DIAGONALS)
    page = evening.mine("report.html").text
    assert "&lt;script&gt;" in page
    assert "<script" not in page
    assert "2 of 2: perhaps: no diagonals" in page
    head = f"- Here: <script>, ada.\n- {WINNER}: 0 of 2 green.\n"
    head += "- To talk about: perhaps: no diagonals"
    assert evening.mine("report.md").text == head
    folder = web.room.folder
    end(web.wall, folder)
    lines = (folder / "report.md").read_text()
    assert lines == f"{head}\n"
    assert (folder / "report.html").read_text() == page
    screen = capsys.readouterr().out
    assert lines in screen
    assert f"The report: {folder / 'report.html'}\n" in screen
    end(web.wall, folder / "missing")
    assert "There's no report: [Errno 2] No such file" in capsys.readouterr().out
