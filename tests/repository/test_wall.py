"""The wall: what a room of thirty talks about first, and what its slides show."""

import pytest
from kata_kit.failure import question
from kata_kit.katas import BY_NAME, PATH
from kata_kit.record import GREEN, RED, Belief, Failure
from kata_report import debrief, slides
from kata_report.anonymous import anonymous
from kata_report.cohort import Cohort
from kata_report.debrief import Alike
from kata_report.report import page
from kata_tables.arguments import Call
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


def test_the_next_topic_reaches_most_people_who_had_none() -> None:
    # Four miss a, three of them b as well, and two others miss c.
    assert topics(ada="ab", bob="ab", cy="ab", dan="a", eve="c", fay="c") == ["a", "c"]
    # Of two that reach as many, the one that fewer people have had already.
    both = {"eve": "b", "fay": "b", "dan": "c", "gus": "c"}
    assert topics(ada="ab", bob="a", cy="a", **both) == ["a", "c", "b"]
    # No more than three of a kata.
    assert topics(ada="a", bob="b", cy="c", dan="d") == ["a", "b", "c"]


def test_when_everybody_has_had_a_topic_it_begins_again_with_the_most() -> None:
    three = [person(name, RED, A) for name in ("ada", "bob", "cy")]
    two = [person(name, RED, B, kata="second") for name in ("ada", "bob")]
    last = person("cy", RED, C, kata="second")
    found = debrief.topics(debrief.hard_cases(cohort(*three, *two, last)), most=3)
    assert [case.title for case in found] == ["a", "b", "c"]


def test_people_who_miss_the_same_cases_are_a_group_without_a_name() -> None:
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


@pytest.mark.parametrize("size", [1, 12, 13])
def test_a_board_is_drawn_if_its_cells_are_large_enough(size: int) -> None:
    drawing = Drawing((("X", *"." * (size - 1)),) * size, bracketed([(0, 0)]))
    wrong = Failure("no", drawing=drawing, call="f([[1]])")
    everybody = cohort(person("ada", RED, failure("a", failure=wrong)))
    (case,) = debrief.hard_cases(everybody)
    shown = slides.picture(case)
    assert len(shown.squares) == (size * size if size < 13 else 0)
    assert [line for _, _, line in shown.lines] == ["f([[1]])"] * shown.is_call
    # There the call stands once.
    assert page(everybody).count("<code>") == (size < 13)


def test_an_answer_that_is_drawn_beside_no_board_takes_its_place() -> None:
    lost, theirs = text(["a lost game"]), text(["> 1"], theirs=True)
    # What is asked, and what is drawn as the answer.
    told = {lost: ("f()", "a lost game"), theirs: ("> 1", "")}
    for drawing, (asked, answered) in told.items():
        wrong = Failure("no", drawing=drawing, call="f()")
        everybody = cohort(person("ada", RED, failure("a", failure=wrong)))
        (case,) = debrief.hard_cases(everybody)
        assert slides.picture(case).lines == [(0, 0, asked)]
        answer = slides.drawn_answer(case)
        assert (answer.lines if answer else [(0, 0, "")]) == [(0, 0, answered)]


@pytest.mark.parametrize("kata", [kata.name for kata in PATH])
def test_each_function_has_a_question(kata: str) -> None:
    for row in rows(BY_NAME[kata]):
        if row.case:
            call = Call(row.case.function, row.case.arguments, row.case.expected)
            asked = question(row.attempt(BY_NAME[kata], ""), call, "answer")
            assert asked.endswith("?"), f"{kata}: QUESTIONS has no {call.function}"


# An evening of thirty people, whose mistakes are known


@pytest.mark.slow
def test_the_first_three_topics_are_those_of_the_largest_groups(known: Cohort) -> None:
    cases = debrief.hard_cases(known)
    # By how many miss them, three cases of a diagonal come first.
    most = debrief.first_of_each(cases, 4)[:4]
    assert ["diagonal" in case.title for case in most] == [True] * 4
    found = debrief.topics(cases, slides.MOST_TOPICS)
    assert [(case.kata, case.title, len(case.wrong)) for case in found[:3]] == [
        (WINNER, "Two in a diagonal win on a 2x2 board", 11),
        (WINNER, "The left column of X wins", 6),
        (FLIPS, "Two discs on the diagonal up to the left", 5),
    ]
    assert {case.kata for case in found} == set(known.katas)
    (group,) = debrief.alike(known, cases)
    assert sorted(group.participants) == sorted(EVERYBODY[17:21])
    assert (group.count, len(group.only)) == (7, 5)
    # Nobody's code is there but that of who is green.
    assert {one.state for one in known.records if one.code} == {GREEN}
    assert all(one.code for one in known.records if one.state == GREEN)


@pytest.mark.slow
def test_an_anonymous_wall_shows_boards_and_no_code(known: Cohort) -> None:
    hidden = cohort(*map(anonymous, known.records), katas=known.katas)
    shown = slides.slides(hidden, debrief.hard_cases(hidden))
    assert {slide.kind for slide in shown} == {"topic", "alike", "belief", "questions"}
    first = slides.picture(shown[0].shown)
    assert [square.kind for square in first.squares] == ["ring", "", "", "ring"]


def test_a_page_without_a_topic_leads_to_two_solutions() -> None:
    both = cohort(
        person("ada", GREEN, code="a = 1"), person("bob", GREEN, code="b = 1")
    )
    assert '<a href="#talk-1">Nobody misses a case' in page(both)
    same = cohort(person("ada", GREEN, code="a = 1"), person("bob", GREEN, code="a=1"))
    assert "talk-1" not in page(same)
