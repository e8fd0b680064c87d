"""The wall: what a room of thirty talks about first, and what its slides show."""

import re
from dataclasses import replace

import pytest
from kata_kit.failure import View, question
from kata_kit.katas import PATH
from kata_kit.record import GREEN, RED, Belief, CaseRecord, Failure
from kata_kit.request import Mismatch
from kata_report import debrief, slides
from kata_report.anonymous import anonymous
from kata_report.cohort import ordered
from kata_report.report import page
from kata_tables.calls import Call
from kata_tables.drawing import Drawing, bracketed, text
from repository.cohorts import cohort, failure, person
from repository.evening import EVERYBODY, FLIPS, WINNER
from repository.tables import rows

# What is said first


@pytest.mark.parametrize(
    ("wrong", "order"),
    [
        # Four miss a, three of them b as well, and two others miss c.
        ("ab ab ab a c c", "ac"),
        # Of two that reach as many, the one that fewer people have had already.
        ("ab a a b b c c", "acb"),
        # No more than three of a kata.
        ("a b c d", "abc"),
        # When everybody has had a topic, it begins again with the most.
        ("aB aB aC", "aBC"),
    ],
)
def test_the_next_topic_reaches_most_people_who_had_none(wrong, order):
    people = []
    for name, letters in enumerate(wrong.split()):
        for kata in ("first", "second"):
            cases = [
                failure(one) for one in letters if one.isupper() == (kata == "second")
            ]
            people.append(person(str(name), RED, *cases, kata=kata))
    found = debrief.topics(cohort(*people), most=3)
    assert "".join(case.title for case in found) == order


def test_people_who_miss_the_same_cases_are_a_group_without_a_name():
    held = Belief("held", "It seems so.")
    wrong = {"ada": "abc", "bob": "abc", "cy": "a", "eve": "ad", "fay": "ad"}
    people = [person(who, RED, *map(failure, cases)) for who, cases in wrong.items()]
    named = person("dan", RED, *map(failure, "abc"), misconception=held)
    found = debrief.alike(cohort(*people, named))
    # Somebody else misses b as well, and nobody else d.
    assert [
        (one.participants, one.count, one.case.title, one.only) for one in found
    ] == [
        (("ada", "bob"), 3, "b", ()),
        (("eve", "fay"), 2, "d", ("d",)),
    ]


def test_only_they_miss_what_nobody_else_misses_by_another_call():
    cases = [failure("a"), asked("many", "f(1)")]
    others = person("cy", RED, asked("many", "f(2)"))
    everybody = cohort(person("ada", RED, *cases), person("bob", RED, *cases), others)
    (group,) = debrief.alike(everybody)
    assert (group.case.title, group.count, group.only) == ("a", 2, ("a",))


def asked(title: str, call: str) -> CaseRecord:
    """Return the failure of a test of many calls, whose first wrong one is known."""
    return failure(title, failure=Failure("no", call=call))


# What a slide shows


def card(wrong: Failure) -> str:
    """Return the first card of a page."""
    shown = page(cohort(person("ada", RED, failure("a", failure=wrong))))
    return shown.partition("<ol")[2].partition("</li>")[0]


@pytest.mark.parametrize("size", [1, 12, 13])
def test_a_board_is_drawn_if_its_cells_are_large_enough(size):
    drawing = Drawing((("X", *"." * (size - 1)),) * size, bracketed([(0, 0)]))
    shown = card(Failure("no", drawing=drawing, call="f([[1]])"))
    assert shown.count("<g ") - shown.count('"mark"') == (size * size % 169)
    # The call stands once, beside the board or in its place.
    assert shown.count("<code>") == (size < 13)
    assert shown.count(">f([[1]])</text>") == (size == 13)


@pytest.mark.parametrize(
    ("drawing", "drawn"),
    [
        (text(["a lost game"]), ["f()", "a lost game"]),
        # What the code wrote is a part of the question.
        (text(["I lost"], theirs=True), ["I lost"]),
    ],
)
def test_an_answer_that_is_drawn_beside_no_board_takes_its_place(drawing, drawn):
    shown = card(Failure("no", drawing=drawing, call="f()"))
    assert re.findall("<text[^>]*>(.+?)</text>", shown) == drawn
    assert '"caption">a lost game' not in shown


@pytest.mark.parametrize("kata", PATH, ids=lambda kata: kata.name)
def test_each_function_has_a_question_without_a_sign_of_what_is_right(kata):
    for row in rows(kata):
        if row.case:
            call = Call(row.case.function, row.case.arguments, row.case.expected)
            attempt = row.attempt(kata, "")
            asked = question(attempt, call, "answer")
            assert asked.endswith("?"), f"QUESTIONS has no {call.function}"
            drawn = View(attempt, Mismatch(call, "answer")).drawing.question
            assert not re.search(r"\[|best|turns? over,|covered", str(drawn))


@pytest.mark.parametrize(("code", "count"), [("b = 1", 1), ("a=1", 0)])
def test_a_page_without_a_topic_leads_to_two_solutions(code, count):
    people = person("ada", GREEN, code="a = 1"), person("bob", GREEN, code=code)
    link = '<a href="#talk-1">Nobody misses a case'
    assert page(cohort(*people)).count(link) == count


# An evening of thirty people, whose mistakes are known


@pytest.mark.slow
def test_the_first_three_topics_are_those_of_the_largest_groups(known):
    # By how many miss them, three cases of a diagonal come first.
    most = debrief.first_of_each(debrief.hard_cases(known), 4)[:3]
    assert ["diagonal" in case.title for case in most] == [True] * 3
    found = debrief.topics(known, slides.MOST_TOPICS)
    assert [(case.kata, case.title, len(case.wrong)) for case in found[:3]] == [
        (WINNER, "Two in a diagonal win on a 2x2 board", 11),
        (WINNER, "The left column of X wins", 6),
        (FLIPS, "Two discs on the diagonal up to the left", 5),
    ]
    assert {case.kata for case in found} == set(known.katas)
    (group,) = debrief.alike(known)
    assert sorted(group.participants) == sorted(EVERYBODY[17:21])
    # Others miss one more, by another call of many.
    assert (group.count, len(group.only)) == (8, 4)
    # Nobody's code is there but that of who is green.
    assert all(bool(one.code) is (one.state == GREEN) for one in known.records)


@pytest.mark.slow
def test_an_anonymous_wall_shows_boards_and_no_code(known):
    hidden = cohort(*map(anonymous, known.records), katas=known.katas)
    kinds = {slide.kind for slide in slides.slides(hidden)}
    assert kinds == {"topic", "alike", "belief", "questions"}
    assert page(hidden).count('<g class="ring"') > 1


@pytest.mark.slow
def test_two_hundred_people_are_a_page_that_one_can_send(known):
    many = [
        replace(one, participant=f"{one.participant} {number}")
        for number in range(7)
        for one in known.records
    ]
    everybody = replace(known, records=ordered(many[:1000], known.katas))
    assert len(everybody.participants) == 200
    assert len(page(everybody).encode()) < 1_500_000
