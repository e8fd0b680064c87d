"""The wall: what a room of thirty talks about first, and what its slides show."""

import re

import pytest
from kata_kit.failure import View, question
from kata_kit.katas import BY_NAME, PATH
from kata_kit.record import GREEN, RED, Belief, Failure
from kata_kit.request import Mismatch
from kata_report import debrief, slides
from kata_report.anonymous import anonymous
from kata_report.debrief import Alike
from kata_report.report import page
from kata_tables.calls import Call
from kata_tables.drawing import Drawing, bracketed, text
from repository.cohorts import cohort, failure, person
from repository.evening import EVERYBODY, FLIPS, WINNER
from repository.tables import rows

A, B, C, D = map(failure, "abcd")

# What is said first


def topics(**wrong: str) -> list[str]:
    """Return the topics of people, each with the letters of their wrong cases."""
    people = [
        person(name, RED, *map(failure, letters)) for name, letters in wrong.items()
    ]
    found = debrief.topics(debrief.hard_cases(cohort(*people)), most=3)
    return [case.title for case in found]


def test_the_next_topic_reaches_most_people_who_had_none():
    # Four miss a, three of them b as well, and two others miss c.
    assert topics(ada="ab", bob="ab", cy="ab", dan="a", eve="c", fay="c") == ["a", "c"]
    # Of two that reach as many, the one that fewer people have had already.
    both = {"eve": "b", "fay": "b", "dan": "c", "gus": "c"}
    assert topics(ada="ab", bob="a", cy="a", **both) == ["a", "c", "b"]
    # No more than three of a kata.
    assert topics(ada="a", bob="b", cy="c", dan="d") == ["a", "b", "c"]


def test_when_everybody_has_had_a_topic_it_begins_again_with_the_most():
    people = [person(name, RED, A) for name in ("ada", "bob", "cy")]
    for name, case in (("ada", B), ("bob", B), ("cy", C)):
        people.append(person(name, RED, case, kata="second"))
    found = debrief.topics(debrief.hard_cases(cohort(*people)), most=3)
    assert [case.title for case in found] == ["a", "b", "c"]


def test_people_who_miss_the_same_cases_are_a_group_without_a_name():
    held = Belief("held", "It seems so.")
    people = cohort(
        person("ada", RED, A, B, C),
        person("bob", RED, A, B, C),
        person("cy", RED, A),
        person("dan", RED, A, B, C, misconception=held),
        person("eve", RED, A, D),
        person("fay", RED, A, D),
    )
    cases = debrief.hard_cases(people)
    by_title = {case.title: case for case in cases}
    found = debrief.alike(people, cases)
    assert found == [
        Alike("first", ("ada", "bob"), 3, by_title["b"]),
        Alike("first", ("eve", "fay"), 2, by_title["d"]),
    ]
    # Somebody else misses b as well, and nobody else d.
    assert [group.only for group in found] == [(), ("d",)]


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


def test_an_answer_that_is_drawn_beside_no_board_takes_its_place():
    ours, theirs = text(["a lost game"]), text(["I lost"], theirs=True)
    # What the code wrote is a part of the question.
    told = {ours: ["f()", "a lost game"], theirs: ["I lost"]}
    for drawing, drawn in told.items():
        shown = card(Failure("no", drawing=drawing, call="f()"))
        assert re.findall("<text[^>]*>(.+?)</text>", shown) == drawn
        assert '"caption">a lost game' not in shown


@pytest.mark.parametrize("kata", [kata.name for kata in PATH])
def test_each_function_has_a_question_without_a_sign_of_what_is_right(
    kata,
):
    for row in rows(BY_NAME[kata]):
        if row.case:
            call = Call(row.case.function, row.case.arguments, row.case.expected)
            attempt = row.attempt(BY_NAME[kata], "")
            asked = question(attempt, call, "answer")
            assert asked.endswith("?"), f"{kata}: QUESTIONS has no {call.function}"
            view = View(attempt, Mismatch(call, "answer"))
            drawn = str(view.drawing.question)
            assert not re.search(r"\[|best|turns? over,|covered", drawn)


def test_a_page_without_a_topic_leads_to_two_solutions():
    for code, count in (("b = 1", 1), ("a=1", 0)):
        people = person("ada", GREEN, code="a = 1"), person("bob", GREEN, code=code)
        link = '<a href="#talk-1">Nobody misses a case'
        assert page(cohort(*people)).count(link) == count


# An evening of thirty people, whose mistakes are known


@pytest.mark.slow
def test_the_first_three_topics_are_those_of_the_largest_groups(known):
    cases = debrief.hard_cases(known)
    # By how many miss them, three cases of a diagonal come first.
    most = debrief.first_of_each(cases, 4)[:3]
    assert ["diagonal" in case.title for case in most] == [True] * 3
    found = debrief.topics(cases, slides.MOST_TOPICS)
    assert [(case.kata, case.title, len(case.wrong)) for case in found[:3]] == [
        (WINNER, "Two in a diagonal win on a 2x2 board", 11),
        (WINNER, "The left column of X wins", 6),
        (FLIPS, "Two discs on the diagonal up to the left", 5),
    ]
    assert {case.kata for case in found} == set(known.katas)
    (group,) = debrief.alike(known, cases)
    assert sorted(group.participants) == sorted(EVERYBODY[17:21])
    assert (group.count, len(group.only)) == (8, 5)
    # Nobody's code is there but that of who is green.
    assert {one.state for one in known.records if one.code} == {GREEN}
    assert all(one.code for one in known.records if one.state == GREEN)


@pytest.mark.slow
def test_an_anonymous_wall_shows_boards_and_no_code(known):
    hidden = cohort(*map(anonymous, known.records), katas=known.katas)
    shown = slides.slides(hidden, debrief.hard_cases(hidden))
    assert {slide.kind for slide in shown} == {"topic", "alike", "belief", "questions"}
    assert page(hidden).count('<g class="ring"') > 1
