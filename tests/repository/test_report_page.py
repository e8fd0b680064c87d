"""The page of thirty people and five katas in a browser: wall, table, phone, paper."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from kata_kit.attempt import stages_of
from kata_kit.katas import BY_NAME, load
from kata_kit.record import BROKEN, GREEN, MISSING, RED, StageRecord
from kata_report.cohort import Cohort, Step, bar, ordered
from kata_report.report import page, write
from repository.cohorts import failure, person
from repository.handed_in import KATAS
from repository.project import ROOT

pytestmark = pytest.mark.slow

SIZES = [(1920, 1080), (1280, 800), (720, 900), (390, 844)]
# As long as a verdict is on the average, and in its lines.
VERDICT = "\n".join(["a line of a verdict" + " ." * 15] * 27)


def room(people: int = 30, live: bool = False) -> Cohort:
    """Return an evening: in the last kata most people fail, and two have no file."""
    records, history = [], []
    for number in range(people):
        name = f"somebody {number:02}"
        for place, kata in enumerate(KATAS):
            names = list(stages_of(load(ROOT / BY_NAME[kata].table)))
            passing = len(names) if (number + place) % 5 < 5 - place else number % 3
            state = GREEN if passing == len(names) else RED
            state = BROKEN if (number + place) % 11 == 10 else state
            state = MISSING if number in (7, 8) else state
            stages = [StageRecord(one, passed=1) for one in names[:passing]]
            stages += [StageRecord(one, failed=1) for one in names[passing:]]
            record = person(name, state, kata=kata, verdict=f"{kata}\n{VERDICT}")
            wrong = [failure("A case", kata=kata)] if state == RED else []
            record = replace(record, stages=tuple(stages), failures=tuple(wrong))
            records.append(record)
            if state != MISSING:
                at = f"2025-01-31 20:{number:02}"
                first = Step(name, kata, at, RED, "[x]")
                last = Step(name, kata, "2025-01-31 20:41", state, bar(record))
                history += [first, last]
    katas = {one.kata: tuple(stage.name for stage in one.stages) for one in records}
    return Cohort(
        "submissions",
        katas,
        ordered(records, katas),
        started="2025-01-31 20:00",
        live=live,
        history=tuple(sorted(history, key=lambda step: step.at)),
    )


@pytest.fixture
def shown(empty_page: Any, tmp_path: Path) -> Any:
    """Open the report of the room, on a wall."""
    write(tmp_path / "report.html", room())
    empty_page.set_viewport_size({"width": 1920, "height": 1080})
    empty_page.goto((tmp_path / "report.html").as_uri())
    return empty_page


def luminance(shown: Any, what: str) -> float:
    """Return the luminance of the ground that an element really has."""
    colour = shown.locator(what).first.evaluate(
        """element => {
            let ground = element;
            const of = () => getComputedStyle(ground).backgroundColor;
            while (of() === "rgba(0, 0, 0, 0)") ground = ground.parentElement;
            return of();
        }"""
    )
    parts = [int(number) / 255 for number in re.findall(r"\d+", colour)[:3]]
    linear = [
        one / 12.92 if one <= 0.03928 else ((one + 0.055) / 1.055) ** 2.4
        for one in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: float, other: float) -> float:
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


@pytest.mark.parametrize("media", ["screen", "print"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_fails_stands_out_and_what_is_done_does_not(
    shown: Any, scheme: str, media: str
) -> None:
    shown.emulate_media(color_scheme=scheme, media=media)
    passes = luminance(shown, "#matrix .bar b:not([class])")
    for ground in (
        luminance(shown, "#matrix tbody td"),
        luminance(shown, "#matrix tbody th"),
    ):
        assert contrast(passes, ground) < 1.6
        for sign in ("fails", "broken"):
            stands_out = luminance(shown, f"#matrix .bar .{sign}")
            assert contrast(stands_out, passes) >= 3
            assert contrast(stands_out, ground) >= 3


@pytest.mark.parametrize("height", [1080, 720])
def test_on_the_wall_the_whole_room_is_in_one_screen(shown: Any, height: int) -> None:
    shown.set_viewport_size({"width": height * 16 // 9, "height": height})
    shown.get_by_role("link", name="On the wall", exact=True).click()
    region = shown.get_by_role("region", name="The matrix")
    sizes = region.evaluate(
        "({ scrollHeight, clientHeight, scrollWidth, clientWidth }) => "
        "[scrollHeight - clientHeight, scrollWidth - clientWidth]"
    )
    assert sizes == [0, 0]
    rows = shown.locator("#matrix tbody tr")
    boxes = [row.bounding_box() for row in rows.all()]
    assert len(boxes) == 30
    assert boxes[-1]["y"] + boxes[-1]["height"] <= height
    assert boxes[-1]["height"] >= 0.023 * height
    # The totals stand on top; the worst column is read from the back of the room.
    totals = shown.locator("#matrix .total td")
    assert totals.first.bounding_box()["y"] < boxes[0]["y"]
    for one in totals.all():
        size = one.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
        assert size >= 0.035 * height
    worst = shown.locator("#matrix .worst").first
    assert "".join(worst.inner_text().split()) == KATAS[-1]
    head = luminance(shown, "#matrix .worst")
    assert contrast(head, luminance(shown, "#matrix tbody td")) >= 3
    assert shown.get_by_text("first red, green at 20:41").first.is_visible()
    shown.keyboard.press("Escape")
    assert shown.url.endswith("#matrix")


def test_heads_stay_while_one_scrolls(shown: Any) -> None:
    shown.set_viewport_size({"width": 390, "height": 600})
    for place in ("#matrix", "#room"):
        shown.evaluate("place => { location.hash = place; }", place)
        region = shown.get_by_role("region", name="The matrix")
        assert region.evaluate("one => one.scrollHeight > one.clientHeight")
        region.evaluate("one => one.scrollTo(2000, 2000)")
        assert region.evaluate("one => one.scrollLeft > 0 && one.scrollTop > 0")
        frame = region.bounding_box()
        head = shown.locator("#matrix thead").bounding_box()
        name = shown.locator("#matrix tbody th").last.bounding_box()
        assert abs(head["y"] - frame["y"]) <= 2
        assert abs(name["x"] - frame["x"]) <= 2


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_nothing_is_wider_than_the_screen(shown: Any, width: int, height: int) -> None:
    shown.set_viewport_size({"width": width, "height": height})
    for place in ("", "#room", "#p3"):
        shown.evaluate("place => { location.hash = place; }", place)
        assert shown.evaluate("document.documentElement.scrollWidth") == width


def test_red_or_stuck_comes_first_if_one_wants(shown: Any) -> None:
    names = shown.locator("#matrix tbody th")
    by_name = names.all_inner_texts()
    switch = shown.get_by_role("button", name="Red or stuck first")
    switch.click()
    assert switch.get_attribute("aria-pressed") == "true"
    assert [name.strip() for name in names.all_inner_texts()] == room().stuck_first
    switch.click()
    assert names.all_inner_texts() == by_name


def test_one_participant_is_open_at_a_time_and_a_green_verdict_is_a_line(
    shown: Any,
) -> None:
    people, here = shown.locator(".person"), shown.url
    assert people.count() == 30
    assert shown.locator(".person[open]").count() == 0
    section = shown.locator(".people").bounding_box()
    assert section["height"] < 30 * 60 + 200
    for number in (3, 4):
        shown.locator("#matrix tbody th a").nth(number).click()
        opened = shown.locator(".person[open]")
        assert [one.get_attribute("id") for one in opened.all()] == [f"p{number + 1}"]
        assert opened.locator("h3").is_visible()
    # So does a link from elsewhere.
    shown.goto("about:blank")
    shown.goto(f"{here}#p5")
    assert opened.locator("h3").is_visible()
    states = [one.state for one in room().by_person["somebody 04"]]
    assert opened.locator("pre").count() == len(states) - states.count(GREEN)


def test_two_hundred_people_are_a_page_that_one_can_send() -> None:
    assert len(page(room(200)).encode()) < 1_500_000


# While it is live

READ = """() => {
    const region = document.querySelector("#room .wide");
    const open = [...document.querySelectorAll("details[open]")];
    return [
        document.activeElement.closest("tr")?.dataset.key, getSelection().toString(),
        scrollY, region.scrollLeft,
        Math.round(document.activeElement.getBoundingClientRect().top),
        open.map((one) => one.id || one.className).join(),
        document.getElementById("people-too").checked,
        document.getElementById("stuck-first").getAttribute("aria-pressed"),
    ];
}"""
NEW = """() => [...document.body.querySelectorAll("*")]
    .filter((one) => !one.seen)
    .map((one) => one.closest(".slide, .person, tr")?.dataset.key)
"""


def test_a_live_page_is_changed_only_where_something_is_new(
    empty_page: Any, tmp_path: Path
) -> None:
    file, shown = tmp_path / "report.html", empty_page
    write(file, room(live=True))
    shown.set_viewport_size({"width": 390, "height": 700})
    shown.goto(file.as_uri())
    shown.get_by_role("button", name="Red or stuck first").click()
    shown.locator("#people-too").check()
    shown.locator(".person summary").nth(4).click()
    shown.locator("details.answer summary").first.click()
    shown.evaluate(
        """() => {
            const row = document.querySelector("tr[data-key='somebody 12']");
            const region = document.querySelector("#room .wide");
            row.querySelector("td a").focus();
            getSelection().selectAllChildren(row.querySelector("th"));
            region.scrollTo(40, 90);
            scrollTo(0, 700);
            for (const one of document.querySelectorAll("*")) one.seen = true;
        }"""
    )
    before = shown.evaluate(READ)
    assert before[:2] == ["somebody 12", "somebody 12"]
    assert before[2:4] == [700, 40]
    assert before[5:] == ["answer,p5", True, "true"]
    # Somebody comes in, somebody goes on, and many get another case wrong.
    records = list(room(31, live=True).records)
    for place, one in enumerate(records):
        if one.participant == "somebody 29":
            records[place] = replace(one, words="what is new")
        elif one.state == RED and one.kata == KATAS[0]:
            late = failure("Another case", kata=KATAS[0])
            records[place] = replace(one, failures=(late, *one.failures))
    write(file, replace(room(live=True), records=tuple(records)))
    shown.get_by_text("what is new").first.wait_for(state="attached")
    assert shown.evaluate(READ) == before
    people = {key for key in shown.evaluate(NEW) if (key or "").startswith("some")}
    assert people == {"somebody 30"}
    # The new answer is closed, wherever it stands.
    slide = shown.locator("[data-key*='Another case']")
    assert slide.locator("details[open]").count() == 0


# On paper


def pages(shown: Any, *ticked: str) -> int:
    """Return how many pages a printer would need."""
    for box in ticked:
        shown.locator(f"#{box}").check()
    printed = shown.pdf(format="A4", prefer_css_page_size=True)
    return len(re.findall(rb"/Type\s*/Page\b", printed))


def test_on_paper_there_is_a_page_for_the_room_and_one_for_each_person(
    shown: Any,
) -> None:
    assert pages(shown) == 1
    assert pages(shown, "people-too") == 31
    shown.emulate_media(media="print")
    for text in ("Who has done what", f"{KATAS[-1]}\na line of"):
        assert shown.get_by_text(text).last.is_visible()
    shown.evaluate("document.getElementById('talk-too').checked = true")
    assert shown.get_by_text("To talk about").last.is_visible()
    assert not shown.get_by_text("space bar").is_visible()
    for heading in shown.locator("h2:visible, h3:visible, h4:visible").all():
        assert heading.evaluate("one => getComputedStyle(one).breakAfter") == "avoid"


def test_ones_own_page_is_one_page_of_paper(empty_page: Any, tmp_path: Path) -> None:
    red = [
        person("ada", RED, kata=kata, bar="#x", verdict=f"{kata}\n{VERDICT}")
        for kata in KATAS
    ]
    katas = {one.kata: ("one", "two") for one in red}
    cohort = Cohort("all", katas, tuple(red), started="2025-01-31 20:00")
    file = tmp_path / "ada.html"
    file.write_text(page(cohort, "ada"), encoding="utf-8")
    empty_page.goto(file.as_uri())
    assert pages(empty_page) == 1
