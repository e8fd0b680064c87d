"""The page of thirty people and five katas in a browser: wall, table, phone, paper."""

import re
from dataclasses import replace
from time import sleep
from typing import Any

import pytest
from kata_kit.record import BROKEN, GREEN, MISSING, RED
from kata_report.cohort import Cohort, Step, bar, ordered
from kata_report.report import page, write
from repository.cohorts import failure
from repository.evening import EVERYBODY, FLIPS, WINNER

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def room(known: Cohort) -> Cohort:
    """The evening with its times; somebody has no file, and somebody a broken one."""
    others = {"vera": MISSING, "wu": BROKEN}
    records = [
        replace(one, state=others.get(one.participant, one.state))
        for one in known.records
    ]
    history = [
        Step(one.participant, one.kata, f"2025-01-31 {at}", state, bar(one))
        for one in records
        for at, state in (("20:00", RED), ("20:41", one.state))
    ]
    return replace(
        known,
        records=tuple(records),
        started="2025-01-31 20:00",
        history=tuple(history),
    )


@pytest.fixture(scope="module")
def report(room: Cohort, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the address of the report of the room."""
    file = tmp_path_factory.mktemp("room") / "report.html"
    write(file, room)
    return file.as_uri()


@pytest.fixture
def shown(empty_page: Any, report: str) -> Any:
    size(empty_page, 1280, 720)
    empty_page.goto(report)
    return empty_page


def size(shown: Any, width: int, height: int) -> None:
    shown.set_viewport_size({"width": width, "height": height})


def go(shown: Any, place: str) -> None:
    """Follow a link."""
    shown.evaluate("place => { location.hash = place; }", place)


# How it looks


def luminance(shown: Any, what: str) -> float:
    """Return the luminance of the ground of an element."""
    ground = "one => getComputedStyle(one).backgroundColor"
    colour = shown.locator(what).first.evaluate(ground)
    linear: list[float] = [
        (int(part) / 255) ** 2.2 for part in re.findall(r"\d+", colour)[:3]
    ]
    red, green, blue = linear
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(shown: Any, *what: str) -> float:
    """Return the contrast of the grounds of two elements."""
    dark, light = sorted(luminance(shown, one) for one in what)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_fails_stands_out_and_what_is_done_does_not(shown, scheme):
    shown.emulate_media(color_scheme=scheme)
    calm = passes, sheet = "#matrix .bar .passes", "#room .wide"
    assert contrast(shown, passes, sheet) < 1.6
    for sign in (".bar .fails", ".bar .cannot", "thead .worst"):
        assert all(contrast(shown, f"#matrix {sign}", one) >= 3 for one in calm)


# A width and a height of the wall, the last one a phone in one's hand.
SIZES = [(1920, 1080), (1280, 720), (720, 540), (390, 844)]


def test_the_page_fits(shown):
    for width, height in SIZES:
        size(shown, width, height)
        for place in ("", "room", "p3"):
            go(shown, place)
            assert shown.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(empty_page, violations, room, tmp_path, scheme):
    few = [one for one in room.records if one.participant in EVERYBODY[20:]]
    write(tmp_path / "few.html", replace(room, records=tuple(few)))
    empty_page.emulate_media(color_scheme=scheme)
    empty_page.goto((tmp_path / "few.html").as_uri())
    assert violations(empty_page) == []
    titles = empty_page.locator(".slide h3").all_inner_texts()
    for title in (f"{FLIPS}, one direction", f"{WINNER}: two solutions"):
        go(empty_page, f"talk-{titles.index(title) + 1}")
        empty_page.keyboard.press(" ")
        assert violations(empty_page) == []


# The matrix


@pytest.mark.parametrize("height", [1080, 720])
def test_on_the_wall_the_whole_room_is_in_one_screen(shown, room, height):
    size(shown, height * 16 // 9, height)
    shown.get_by_role("link", name="On the wall", exact=True).click()
    shown.locator(".leave").wait_for()
    region = shown.get_by_role("region", name="The matrix")
    assert region.evaluate(
        "one => one.scrollHeight === one.clientHeight"
        " && one.scrollWidth === one.clientWidth"
    )
    boxes = [row.bounding_box() for row in shown.locator("#matrix tbody tr").all()]
    assert len(boxes) == 30
    assert boxes[-1]["y"] + boxes[-1]["height"] <= height
    assert boxes[-1]["height"] >= 0.023 * height
    # The totals stand on top; the worst column is read from the back of the room.
    totals = shown.locator("#matrix .total td").first
    assert totals.bounding_box()["y"] < boxes[0]["y"]
    font = totals.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
    assert font >= 0.035 * height
    worst = shown.locator("#matrix .worst").first
    assert "".join(worst.inner_text().split()) == room.worst
    assert shown.get_by_text("first red, green at 20:41").first.is_visible()
    shown.keyboard.press("Escape")
    assert shown.url.endswith("#matrix")


def test_on_a_phone_the_wall_covers_and_cuts_nothing_of_the_names(shown):
    size(shown, 390, 844)
    go(shown, "room")
    heading = shown.locator("#matrix-title").bounding_box()
    switch = shown.locator("#stuck-first").bounding_box()
    assert heading["y"] + heading["height"] <= switch["y"]
    region = shown.get_by_role("region", name="The matrix")
    assert region.evaluate("one => one.scrollHeight === one.clientHeight")
    names = shown.locator("#matrix th[scope='row']").all()
    assert len(names) == 32
    for name in names:
        assert name.evaluate("one => one.scrollWidth <= one.clientWidth")


@pytest.mark.parametrize("place", ["matrix", "room"])
def test_heads_stay_while_one_scrolls(shown, place):
    size(shown, 390, 600)
    go(shown, place)
    region = shown.get_by_role("region", name="The matrix")
    region.evaluate("one => one.scrollTo(2000, 2000)")
    assert region.evaluate("one => one.scrollLeft > 0 && one.scrollTop > 0")
    frame = region.bounding_box()
    head = shown.locator("#matrix thead").bounding_box()
    name = shown.locator("#matrix tbody th").last.bounding_box()
    assert abs(head["y"] - frame["y"]) <= 2
    assert abs(name["x"] - frame["x"]) <= 2


def test_red_or_stuck_comes_first_if_one_wants(shown, room):
    names = shown.locator("#matrix tbody th")
    switch = shown.get_by_role("button", name="Red or stuck first")
    for pressed, order in (("true", room.stuck_first), ("false", room.participants)):
        switch.click()
        assert switch.get_attribute("aria-pressed") == pressed
        assert [name.strip() for name in names.all_inner_texts()] == [*order]


def test_one_participant_is_open_at_a_time(shown):
    here, opened = shown.url, shown.locator(".person[open]")
    assert opened.count() == 0
    assert shown.locator(".people").bounding_box()["height"] < 2000
    for number in (4, 5):
        shown.locator(f"#matrix th a[href='#p{number}']").click()
        shown.locator(f"#p{number}[open]").wait_for()
        assert opened.count() == 1
    # So does a link from elsewhere.
    shown.goto("about:blank")
    shown.goto(f"{here}#p5")
    assert opened.locator("h3").is_visible()


# The slides

FAULTS = """slide => {
    const side = Math.min(innerWidth, innerHeight);
    const cell = slide.querySelector(".squares rect");
    const call = slide.querySelector(".call");
    const boxes = [...slide.querySelectorAll("p, pre, .board, summary")]
        .filter((one) => one.checkVisibility() && one.getClientRects().length)
        .map((one) => one.getBoundingClientRect());
    return Object.entries({
        cell: cell?.getBoundingClientRect().height < 0.06 * side,
        call: call && parseFloat(getComputedStyle(call).fontSize) < 0.035 * side,
        overflows: slide.scrollHeight > slide.clientHeight
            || slide.scrollWidth > slide.clientWidth
            || boxes.some((box) => box.left < 0 || box.right > innerWidth + 1),
        cut: call && (call.scrollWidth > call.clientWidth
            || call.scrollHeight > call.clientHeight + 1),
    }).filter(([name, isSo]) => isSo).map(([name]) => name);
}"""


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_room_reads_every_slide_from_the_back(shown, width, height):
    size(shown, width, height)
    for number in range(1, shown.locator(".slide").count() + 1):
        go(shown, f"talk-{number}")
        slide = shown.locator(f"#talk-{number}")
        assert (number, slide.evaluate(FAULTS)) == (number, [])
        shown.keyboard.press(" ")
        assert (number, slide.evaluate(FAULTS)) == (number, [])


def test_keys_draw_the_answer_on_the_board_and_go_on(shown):
    shown.locator(".topic a").click()
    slide = shown.locator("#talk-1")
    slide.locator(".steps").wait_for()
    ring, board = slide.locator(".ring .mark").first, slide.locator(".board")
    before, title = board.bounding_box(), slide.get_by_text("Two in a diagonal").first
    assert slide.get_by_text("Who has won?").is_visible()
    assert [ring.is_visible(), title.is_visible()] == [False, False]
    shown.keyboard.press(" ")
    ring.wait_for()
    assert board.bounding_box() == before
    assert title.is_visible()
    assert re.search(r"\d+ of \d+ wrong", slide.inner_text())
    assert not slide.get_by_text("who (").is_visible()
    for key, place in (("PageDown", "#talk-2"), ("ArrowLeft", "#talk-1")):
        shown.keyboard.press(key)
        assert shown.url.endswith(place)
    ring.wait_for(state="hidden")
    shown.keyboard.press("Escape")
    assert shown.url.endswith("#talk")


def test_a_facilitator_lays_two_solutions_side_by_side(shown):
    slide = shown.locator(".slide").filter(has_text=f"{WINNER}: two solutions")
    go(shown, slide.get_attribute("id"))
    code = slide.locator("pre:visible")
    one, other = (one.bounding_box() for one in code.all())
    assert one["y"] == other["y"]
    assert one["x"] + one["width"] <= other["x"]
    name = slide.get_by_text(EVERYBODY[21])
    assert not name.is_visible()
    slide.get_by_label("names").check()
    assert name.is_visible()
    slide.locator("summary").first.click()
    assert code.count() == 1


# While it is live

BEGIN = """who => {
    const row = document.querySelector(`tr[data-key="${who}"]`);
    row.querySelector("td a").focus();
    getSelection().selectAllChildren(row.querySelector("th"));
    document.querySelector("#room .wide").scrollTo(40, 90);
    scrollTo(0, 700);
    for (const one of document.querySelectorAll("*")) one.seen = true;
    window.heard = 0;
    addEventListener("message", () => { heard += 1; });
}"""
KEPT = """() => [
    document.activeElement.closest("tr")?.dataset.key,
    getSelection().toString(),
    document.querySelector("#room .wide").scrollLeft,
    document.getElementById("stuck-first").ariaPressed,
    [...document.querySelectorAll("details[open]:not(.solution)")]
        .map((one) => one.className).join(),
    Math.round(document.activeElement.getBoundingClientRect().top),
]"""
NEW = """() => [...document.body.querySelectorAll("*")]
    .filter((one) => !one.seen)
    .map((one) => one.closest(".slide, .person, tr")?.dataset.key)
"""


def wait_for(shown: Any, what: str, expected: object) -> None:
    """Wait until a script returns a value; the page has a clock of its own."""
    for _ in range(100):
        if shown.evaluate(what) == expected:
            return
        sleep(0.05)
    assert shown.evaluate(what) == expected


def test_a_live_page_is_changed_only_where_something_is_new(empty_page, room, tmp_path):
    shown, who = empty_page, room.participants

    def save(**more: Any) -> None:
        write(tmp_path / "report.html", replace(room, **{"live": True, **more}))
        shown.clock.run_for(6000)

    shown.clock.install()
    save()
    size(shown, 390, 700)
    shown.goto((tmp_path / "report.html").as_uri())
    shown.get_by_role("button", name="Red or stuck first").click()
    shown.locator(".person summary").nth(4).click()
    shown.locator("details.answer summary").first.click()
    # All green: her row is the last one, and not in the order of names.
    shown.evaluate(BEGIN, "Xenia")
    before = shown.evaluate(KEPT)
    assert before[:5] == ["Xenia", "Xenia", 40, "true", "answer,person"]
    # Somebody comes in, somebody goes on, and many get another case wrong.
    records = [replace(one, participant="zoe") for one in room.by_person["Xenia"]]
    for one in room.records:
        if one.participant == who[29]:
            one = replace(one, words="what is new")
        elif one.participant in EVERYBODY[:4] and one.kata == FLIPS:
            late = failure("Another case", kata=FLIPS)
            one = replace(one, state=RED, verdict="", failures=(late,))
        records.append(one)
    came = Step("zoe", FLIPS, "2025-01-31 20:50", GREEN, "[#######]")
    save(records=ordered(records, room.katas), history=(*room.history, came))
    shown.get_by_text("what is new").first.wait_for(state="attached")
    wait_for(shown, KEPT, before)
    assert {key for key in shown.evaluate(NEW) if key in (*who, "zoe")} == {"zoe"}
    # The new answer is closed, wherever it stands.
    slide = shown.locator("[data-key*='Another case']")
    assert slide.locator("details").count() > 0
    assert slide.locator("details[open]").count() == 0
    # On the wall nothing changes, and when it has ended, nothing is read again.
    go(shown, "talk-1")
    save(folder="while-on-the-wall")
    wait_for(shown, "heard", 2)
    assert shown.get_by_text("while-on-the-wall").count() == 0
    shown.keyboard.press("Escape")
    save(folder="the-last-one", live=False)
    shown.get_by_text("the-last-one").wait_for()
    save(folder="another")
    assert shown.get_by_text("the-last-one").count() == 1


# On paper


def pages(shown: Any) -> int:
    """Return how many pages a printer would need."""
    printed = shown.pdf(format="A4", prefer_css_page_size=True)
    return len(re.findall(rb"/Type\s*/Page\b", printed))


def test_on_paper_there_is_a_page_for_the_room_and_one_for_each_person(shown):
    assert pages(shown) == 1
    shown.locator("#people-too").check()
    assert pages(shown) == 31
    shown.emulate_media(media="print")
    parts = {"#matrix": True, ".person pre": True, ".cards": False, ".keys": False}
    for part, is_there in parts.items():
        assert shown.locator(part).last.is_visible() is is_there
    shown.evaluate("document.getElementById('talk-too').checked = true")
    assert shown.locator(".cards").is_visible()
    for heading in shown.locator("h2:visible, h3:visible, h4:visible").all():
        assert heading.evaluate("one => getComputedStyle(one).breakAfter") == "avoid"


def test_ones_own_page_is_one_page_of_paper(empty_page, known, tmp_path):
    reads = {who: len(repr(mine)) for who, mine in known.by_person.items()}
    file = tmp_path / "mine.html"
    file.write_text(page(known, max(reads, key=reads.__getitem__)), encoding="utf-8")
    empty_page.goto(file.as_uri())
    assert pages(empty_page) == 1
