"""The wall: what a room of thirty talks about first, and how large it stands there."""

from pathlib import Path
from typing import Any

import pytest
from kata_kit.failure import question
from kata_kit.katas import BY_NAME, PATH
from kata_kit.record import GREEN, RED, Belief, Failure
from kata_report import debrief, slides
from kata_report.anonymous import anonymous
from kata_report.cohort import Cohort
from kata_report.debrief import Alike
from kata_report.report import page, write
from kata_tables.arguments import Call
from kata_tables.drawing import Drawing, bracketed, text
from repository.cohorts import cohort, failure, person
from repository.evening import EVERYBODY, FLIPS, WINNER, evening
from repository.project import Project
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


def test_each_kata_has_a_topic() -> None:
    both = [
        person(name, RED, A, kata=kata)
        for kata in ("first", "second")
        for name in ("ada", "bob")
    ]
    others = person("cy", GREEN), person("cy", RED, B, kata="second")
    found = debrief.topics(debrief.hard_cases(cohort(*both, *others)), most=3)
    told = [(case.kata, case.title) for case in found]
    assert told == [("first", "a"), ("second", "b"), ("second", "a")]


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


@pytest.fixture(scope="module")
def known(untouched: Project, tmp_path_factory: pytest.TempPathFactory) -> Cohort:
    """Return what came of the evening, which takes twenty seconds."""
    return evening(untouched, tmp_path_factory.mktemp("evening"))


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
    hidden = [anonymous(one) for one in known.records]
    shown = slides.slides(
        cohort(*hidden, katas=known.katas), debrief.hard_cases(cohort(*hidden))
    )
    assert {slide.kind for slide in shown} == {"topic", "alike", "belief", "questions"}
    first = slides.picture(shown[0].shown)
    assert [square.kind for square in first.squares] == ["ring", "", "", "ring"]


# How large it is: a width and a height of the wall, the last one a phone in one's hand.
WALLS = [(1920, 1080), (1280, 720), (720, 540), (390, 844)]

SIZES = """slide => {
    const side = Math.min(innerWidth, innerHeight);
    const cell = slide.querySelector(".squares rect");
    const call = slide.querySelector(".call");
    const within = [...slide.querySelectorAll("p, pre, .board, summary, select")]
        .filter((one) => one.checkVisibility() && one.getClientRects().length)
        .map((one) => one.getBoundingClientRect());
    return {
        cell: cell ? cell.getBoundingClientRect().height / side : 1,
        call: call ? parseFloat(getComputedStyle(call).fontSize) / side : 1,
        overflows: slide.scrollHeight > slide.clientHeight
            || slide.scrollWidth > slide.clientWidth
            || within.some((box) => box.left < 0 || box.right > innerWidth + 1),
        cut: call ? call.scrollWidth > call.clientWidth
            || call.scrollHeight > call.clientHeight + 1 : false,
    };
}"""


@pytest.fixture
def wall(empty_page: Any, known: Cohort, tmp_path: Path) -> Any:
    """Open the report of the evening."""
    file = tmp_path / "report.html"
    write(file, known)
    empty_page.goto(file.as_uri())
    return empty_page


def faults(wall: Any, slide: Any) -> list[str]:
    """Return what nobody could read from the back of the room."""
    sizes = slide.evaluate(SIZES)
    limits = {"cell": 0.06, "call": 0.035}
    found = [name for name, least in limits.items() if sizes[name] < least]
    return found + [name for name in ("overflows", "cut") if sizes[name]]


@pytest.mark.slow
def test_a_room_reads_every_slide_from_the_back(wall: Any) -> None:
    found = []
    for width, height in WALLS:
        wall.set_viewport_size({"width": width, "height": height})
        for number in range(1, wall.locator(".slide").count() + 1):
            wall.evaluate("number => { location.hash = `talk-${number}`; }", number)
            slide = wall.locator(f"#talk-{number}")
            found += [(width, number, "asked", one) for one in faults(wall, slide)]
            if slide.locator(".answer").count():
                wall.keyboard.press(" ")
                found += [(width, number, "told", one) for one in faults(wall, slide)]
    assert found == []


@pytest.mark.slow
def test_the_answer_is_drawn_on_the_board(wall: Any) -> None:
    wall.set_viewport_size({"width": 1280, "height": 720})
    wall.locator(".topic a").click()
    assert wall.url.endswith("#talk-1")
    slide = wall.locator("#talk-1")
    rings, size = slide.locator(".ring .mark"), slide.locator(".board").bounding_box()
    assert slide.get_by_text("Who has won?").is_visible()
    assert rings.count() == 2
    assert not rings.first.is_visible()
    wall.keyboard.press(" ")
    rings.first.wait_for()
    assert slide.locator(".board").bounding_box() == size
    assert slide.get_by_text("11 of 30 wrong").is_visible()
    wall.keyboard.press("ArrowRight")
    wall.keyboard.press("ArrowLeft")
    rings.first.wait_for(state="hidden")


@pytest.mark.slow
def test_a_facilitator_lays_two_solutions_side_by_side(wall: Any) -> None:
    wall.set_viewport_size({"width": 1280, "height": 720})
    slide = wall.locator(".slide").filter(has_text=f"{WINNER}: two solutions")
    wall.evaluate("slide => { location.hash = slide; }", slide.get_attribute("id"))
    left, right = slide.locator("select").all()
    shown = slide.locator(".solution:visible")
    assert shown.count() == 2
    boxes = [one.bounding_box() for one in shown.all()]
    assert boxes[0]["y"] == boxes[1]["y"]
    assert boxes[0]["x"] + boxes[0]["width"] <= boxes[1]["x"]
    names = EVERYBODY[21:23]
    assert not slide.get_by_text(names[0]).first.is_visible()
    slide.get_by_label("names").check()
    assert names[0] in shown.first.inner_text()
    assert names[0] in left.locator("option").first.inner_text()
    # The same one on both sides is one.
    right.select_option("0")
    assert shown.count() == 1
    # Arrow keys choose while a choice has the focus, and Escape leaves.
    left.focus()
    before = wall.url
    wall.keyboard.press("ArrowRight")
    assert wall.url == before
    wall.keyboard.press("Escape")
    assert wall.url.endswith("#talk")


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_the_wall(wall: Any, violations: Any, scheme: str) -> None:
    wall.emulate_media(color_scheme=scheme)
    wall.set_viewport_size({"width": 1280, "height": 720})
    titles = wall.locator(".slide h3").all_inner_texts()
    two = titles.index(f"{WINNER}: two solutions") + 1
    for number in (1, 3, two):  # The third one is a board of Reversi.
        wall.evaluate("number => { location.hash = `talk-${number}`; }", number)
        wall.keyboard.press(" ")
        assert violations(wall) == []


def test_a_page_without_a_topic_leads_to_two_solutions() -> None:
    both = cohort(
        person("ada", GREEN, code="a = 1"), person("bob", GREEN, code="b = 1")
    )
    assert '<a href="#talk-1">Nobody misses a case' in page(both)
    same = cohort(person("ada", GREEN, code="a = 1"), person("bob", GREEN, code="a=1"))
    assert "talk-1" not in page(same)
