"""The reports of a workshop: the page for people, the file for programs, and animals for names."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from dataclasses import fields, replace
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Literal
from xml.etree.ElementTree import Element, TreeBuilder

import jsonschema
import pytest
from kata_kit.options import refuse_for_one
from kata_kit.record import (
    BROKEN,
    GREEN,
    MISSING,
    NOT_STARTED,
    RED,
    STOPPED,
    Belief,
    CaseRecord,
    KataRecord,
    StageRecord,
)
from kata_workshop import report
from kata_workshop.cohort import CUT_SHORT, Cohort, bar, ordered
from kata_workshop.names import ANIMALS, Aliases
from kata_workshop.report import HERE, as_json, page, targets, write
from repository.project import Project

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

HOSTILE = (
    "<script>alert(1)</script>\"'><img src=x onerror=alert(1)> http://x.example/ \x1b[31m \u202e"
)
SEEN = HOSTILE.replace("\x1b", "\\x1b").replace("\u202e", "\\u202e")
KATAS, WHEN = ("first_kata", "second_kata"), "2025-01-31 14:05"
SCHEMA = json.loads((HERE / "report.schema.json").read_text(encoding="utf-8"))


def person(name: str, kata: str, state: str, passed: str, **more: Any) -> KataRecord:
    """A record with two stages of one test each; "10" is one that passes and one that fails."""
    counts = [{"passed": 1} if sign == "1" else {"failed": int(state == RED)} for sign in passed]
    stages = tuple(
        StageRecord(s, **count) for s, count in zip(("one", "two"), counts, strict=False)
    )
    file = f"{name}/{kata}.py" if state != MISSING else ""
    made = KataRecord(kata, file, state, f"words of {state}", stages, participant=name)
    return replace(made, **more)


def cohort(*records: KataRecord, **more: Any) -> Cohort:
    """A workshop on two katas."""
    katas = dict.fromkeys(KATAS, ("one", "two"))
    made = Cohort("the folder", katas, ordered(records, KATAS), ("time: held",), "3.11.7", WHEN, 2)
    return replace(made, **more)


WRONG = CaseRecord(
    "first_kata", "two", "A case", "failed", "expected 1, got 2\n\n    X O\n\nf(1)", "f"
)
THREE = cohort(
    person("ada", "first_kata", GREEN, "11", verdict="all well"),
    person("ada", "second_kata", BROKEN, "00", verdict="SyntaxError"),
    person(
        *("bob", "first_kata", RED, "10"),
        failures=(WRONG,),
        misconception=Belief("it_is_round", "It seems so.\nIs it?"),
    ),
    person("bob", "second_kata", STOPPED, "10", words=f"{CUT_SHORT}--workshop-total=9"),
    person("eve", "first_kata", NOT_STARTED, "00"),
    person("eve", "second_kata", MISSING, ""),
)
MATRIX = """\
 | first_kata | second_kata
ada | 2 of 2 stages pass: one passes, two passes | \
0 of 2 stages pass: one cannot be loaded, two not run
bob | 1 of 2 stages pass: one passes, two fails | 1 of 2 stages pass: one passes, two stopped
eve | 0 of 2 stages pass: one not run, two not run | no file
green, of 3 | 1 | 0"""
EVIL = cohort(
    person(
        *(HOSTILE, "first_kata", RED, "00"),
        file=HOSTILE,
        words=HOSTILE,
        stages=(StageRecord(HOSTILE, failed=1), StageRecord("two", failed=1)),
        failures=(
            CaseRecord(HOSTILE, HOSTILE, HOSTILE, "failed", HOSTILE, HOSTILE),
            CaseRecord("first_kata", "two", HOSTILE, "failed"),
        ),
        misconception=Belief(HOSTILE, HOSTILE),
        verdict=HOSTILE,
    ),
    person(HOSTILE, "second_kata", GREEN, "11"),
    folder=HOSTILE,
    isolation=(HOSTILE,),
    python=HOSTILE,
    complete=False,
)
EMPTY = cohort(*(person("eve", kata, MISSING, "") for kata in KATAS))

each_page = pytest.mark.parametrize(
    "workshop", [THREE, EVIL, EMPTY], ids=["three people", "hostile", "nothing handed in"]
)

# A page, read as a tree


class _Reader(HTMLParser):
    """Reads a page; every element has to be closed, and in the right place."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.builder = TreeBuilder()
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.builder.start(tag, {name: value or "" for name, value in attrs})
        if tag in ("meta", "wbr", "rect", "input"):
            self.builder.end(tag)
        else:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag != "rect":
            assert self.open.pop() == tag
            self.builder.end(tag)

    def handle_data(self, data: str) -> None:
        if self.open:
            self.builder.data(data)


def read(text: str) -> Element:
    """The root of a page."""
    root: Element = _Reader(text).builder.close()
    return root


def one(inside: Element, what: str) -> Element:
    """The only such element: a name, or a name and `[@attribute='value']`."""
    (found,) = inside.iterfind(f".//{what}")
    return found


def text(element: Element) -> str:
    """All text inside."""
    return "".join(element.itertext())


def spoken(element: Element) -> str:
    """The text inside that is not hidden from a screen reader."""
    if element.get("aria-hidden") == "true":
        return ""
    parts = [spoken(part) + (part.tail or "") for part in element]
    return " ".join("".join([element.text or "", *parts]).split())


def matrix(root: Element) -> str:
    """The matrix as it is read aloud."""
    rows = one(root, "table[@id='matrix']").iter("tr")
    return "\n".join(" | ".join(spoken(cell) for cell in row) for row in rows)


def test_the_matrix_of_the_page_can_be_read_aloud() -> None:
    assert matrix(read(page(THREE))) == MATRIX


def test_the_page_shows_bars_verdicts_cases_and_beliefs() -> None:
    root = read(page(THREE))
    cells = one(root, "table[@id='matrix']").iter("td")
    bars = ["".join(text(sign) for sign in cell.iter("b")) for cell in cells]
    assert bars == ["", "##", "!.", "#x", "#?", "..", "", "", ""]
    assert [text(pre) for pre in one(root, "article[@id='p1']").iter("pre")] == [
        "all well",
        "SyntaxError",
    ]
    assert "No file for second_kata." in text(one(root, "article[@id='p3']"))
    talk = one(root, "section[@aria-labelledby='talk']")
    assert "it is round" in text(talk)
    assert "1 participant" in text(talk)


def test_a_card_shows_the_board_before_the_answer_and_names_behind_both() -> None:
    (card, *_) = one(read(page(THREE)), "ol").iter("li")
    answer = one(card, "details[@class='answer']")
    shown = text(card).replace(text(answer), "")
    assert one(card, "svg[@class='board']").get("aria-label") == "X O"
    assert not re.search("A case|expected|bob", shown)
    assert re.search(r"A case\s*expected 1, got 2\s*1 of 2 wrong", text(answer))
    (names,) = [d for d in answer.iter("details") if text(d).startswith("who")]
    assert text(names).split() == ["who", "(1)", "bob"]


def test_a_sentence_on_top_says_what_to_talk_about_next() -> None:
    top = text(one(one(read(page(THREE)), "header"), "p[@class='topic']"))
    assert top == "Talk about next: 1 of 2 miss the same board of first_kata: A case."


def test_a_live_page_reloads_itself_and_the_last_one_does_not() -> None:
    for live in (True, False):
        root = read(page(replace(THREE, live=live, seconds=130, complete=False)))
        assert (root.get("class") == "live") is live
        assert [meta.get("content") for meta in root.iterfind(".//noscript/meta")] == ["10"] * live
        assert ("the evening has run 2 min" in text(one(root, "header"))) is live
        assert ("Not complete" in text(one(root, "header"))) is not live


def test_everybody_gets_a_page_of_their_own(tmp_path: Path) -> None:
    people = [person(name, "first_kata", GREEN, "11", verdict=name) for name in ("a/b", "A?B", "é")]
    (path,) = targets([f"{tmp_path}/pages/"], tmp_path).values()
    write(path, cohort(*people))
    files = {file.name: file.read_text("utf-8") for file in path.iterdir()}
    assert {file: text(one(read(html), "h1")) for file, html in files.items()} == {
        "a_b.html": "a/b",
        "A_B 2.html": "A?B",
        "é.html": "é",
    }
    assert [text(pre) for pre in read(files["a_b.html"]).iter("pre")] == ["a/b"]


def test_a_run_that_was_ended_early_or_cut_short_says_so() -> None:
    cut = f"{CUT_SHORT}--workshop-total=9: 1 file"
    early = "Not complete: the run was ended early. What was not run says so."
    both = replace(THREE, complete=False)
    for workshop, warnings in ((EMPTY, []), (THREE, [cut]), (both, [early, cut])):
        found = read(page(workshop)).iterfind(".//p[@class='warning']")
        assert [text(warning) for warning in found] == warnings
        # Of those who were not run, nobody knows it.
        begun = "have begun" in text(one(read(page(workshop)), "header"))
        assert begun is workshop.complete


def test_cases_beyond_the_first_of_a_kata_are_rows_of_a_table() -> None:
    cases = [CaseRecord("first_kata", "one", f"Case {n}", "failed", "no") for n in range(9)]
    people = [
        person(f"p{count}", "first_kata", RED, "01", failures=tuple(cases[:count]))
        for count in range(1, 10)
    ]
    root = read(page(cohort(*people)))
    shown = [text(title) for title in one(root, "ol").iter("strong")]
    rows = [text(row) for row in one(root, "table[@class='cases']").findall("tbody//th")]
    assert shown + rows == [f"Case {n}" for n in range(9)]
    assert len(shown) == report.MOST_CASES


def test_a_part_without_content_is_left_out() -> None:
    root = read(page(EMPTY))
    marks = {element.get("id") or element.get("href") for element in root.iter()}
    assert marks.isdisjoint({"talk", "#talk", "#talk-1", "others", "#others"})
    assert {"matrix", "#matrix"} <= marks


# The page asks for nothing, and nothing of a participant is markup


@each_page
def test_the_page_asks_for_nothing_and_holds_only_what_its_template_has(workshop: Cohort) -> None:
    root = read(page(workshop))
    asking = ("src", "href", "action", "srcset", "data", "poster", "background", "style")
    links = [element.get(name, "#") for element in root.iter() for name in asking]
    assert [link for link in links if not link.startswith("#")] == []
    style = text(one(root, "style"))
    assert re.findall(r"url\(|@import|//", style) == []
    template = (HERE / report.TEMPLATE).read_text(encoding="utf-8")
    known = set(re.findall(r"<([a-z]+\d?)", template))
    assert {element.tag for element in root.iter()} <= known | {"wbr", "h4"}
    assert known.isdisjoint({"img", "link", "iframe", "object", "form", "base"})
    script = text(one(root, "script"))
    assert script == (HERE / "report.js").read_text(encoding="utf-8")
    digests = [b64encode(sha256(t.encode()).digest()).decode() for t in (style, script)]
    policy = one(root, "meta[@http-equiv='Content-Security-Policy']").get("content")
    allowed = "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'".format(*digests)
    assert policy == f"{allowed}; base-uri 'none'; form-action 'none'"


def test_names_and_messages_are_shown_as_they_are() -> None:
    root = read(page(EVIL))
    assert {text(title) for title in one(root, "ol").iter("strong")} == {SEEN}
    assert {text(bdi) for bdi in root.iter("bdi")} == {SEEN}
    assert [text(pre) for pre in one(root, "article[@id='p1']").iter("pre")] == [SEEN]
    assert text(one(one(root, "footer"), "li")) == SEEN
    assert not set("\x1b\u202e") & set(page(EVIL))


# The page is for everybody


@each_page
def test_the_page_can_be_found_ones_way_in_without_seeing_it(workshop: Cohort) -> None:
    root = read(page(workshop))
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    aimed = {a.get("href", "").removeprefix("#") for a in root.iter("a")}
    aimed |= {element.get("aria-labelledby", "") for element in root.iter()} - {""}
    assert aimed <= set(ids)
    # No bar is told by its colour alone.
    assert all(text(sign) for span in root.iterfind(".//span[@class='bar']") for sign in span)


# In a browser

MORE = [f"another_kata_{number}" for number in range(4)]
WIDE = replace(
    THREE,
    katas={**THREE.katas, **dict.fromkeys(MORE, ("one", "two"))},
    records=ordered(
        [
            *THREE.records,
            *(person(who, k, GREEN, "11") for who in ("ada", "bob", "eve") for k in MORE),
        ],
        [*KATAS, *MORE],
    ),
)


@pytest.fixture
def shown(chromium: Browser, tmp_path: Path) -> Iterator[Page]:
    """A page of a browser that may not ask for anything but the report, nor complain."""
    (tmp_path / "report.html").write_text(page(WIDE), encoding="utf-8")
    context, told = chromium.new_context(reduced_motion="reduce"), list[str]()
    shown = context.new_page()
    shown.on("console", lambda message: told.append(message.text))
    shown.on("pageerror", lambda error: told.append(str(error)))
    shown.on("request", lambda request: told.append(request.url))
    shown.goto((tmp_path / "report.html").as_uri())
    yield shown
    assert {text.partition("#")[0] for text in told} == {(tmp_path / "report.html").as_uri()}
    context.close()


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_fits_and_axe_finds_nothing(shown: Page, scheme: Literal["light", "dark"]) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs [dev]").Axe()
    shown.emulate_media(color_scheme=scheme)
    for width, height in ((1920, 1080), (1280, 800), (390, 844)):
        shown.set_viewport_size({"width": width, "height": height})
        for place in ("", "#talk-1", "#talk-2"):
            shown.evaluate("place => { location.hash = place; }", place)
            assert shown.evaluate("document.documentElement.scrollWidth") == width
            found = axe.run(shown).response["violations"]
            assert [(one["id"], one["nodes"][0]["html"]) for one in found] == []


@pytest.mark.slow
def test_on_the_wall_the_board_comes_first_and_keys_go_on(shown: Page) -> None:
    shown.set_viewport_size({"width": 1280, "height": 800})
    shown.get_by_role("link", name="Show on the wall").click()
    first, second = shown.locator("#talk-1"), shown.locator("#talk-2")
    board = first.locator(".board").bounding_box()
    assert board is not None
    assert board["height"] > 400
    assert not first.get_by_text("A case").is_visible()
    shown.keyboard.press(" ")
    assert first.get_by_text("A case").is_visible()
    assert not first.get_by_text("who (1)").is_visible()
    shown.keyboard.press("PageDown")
    assert second.get_by_text("Is it?").bounding_box() is not None
    shown.keyboard.press("ArrowLeft")
    assert shown.url.endswith("#talk-1")
    assert not first.get_by_text("A case").is_visible()
    shown.keyboard.press("Escape")
    assert shown.url.endswith("#talk")


@pytest.mark.slow
def test_a_live_page_stays_where_it_was_until_the_evening_is_over(
    shown: Page, tmp_path: Path
) -> None:
    def save(**more: Any) -> None:
        (tmp_path / "report.html").write_text(page(replace(THREE, **more)), encoding="utf-8")
        shown.clock.run_for(6000)

    shown.clock.install()
    shown.set_viewport_size({"width": 800, "height": 300})
    save(live=True)
    shown.reload()
    shown.locator("summary").first.click()
    shown.evaluate("scrollTo(0, 350)")
    save(live=True, folder="the next")
    shown.get_by_text("the next").wait_for()
    assert shown.locator("details").first.get_attribute("open") is not None
    assert shown.evaluate("scrollY") == 350
    shown.evaluate("location.hash = 'talk-1'")
    save(live=True, folder="not on the wall")
    assert shown.get_by_text("the next").count() == 1
    shown.keyboard.press("Escape")
    save(folder="the last")
    shown.get_by_text("the last").wait_for()
    save(folder="another")
    assert shown.get_by_text("the last").count() == 1


@pytest.mark.slow
def test_on_paper_it_is_the_overview_unless_more_is_asked_for(shown: Page) -> None:
    shown.emulate_media(media="print")
    assert shown.get_by_text("Who has done what").is_visible()
    assert not shown.get_by_text("SyntaxError").is_visible()
    shown.evaluate("document.getElementById('everything').checked = true")
    assert shown.get_by_text("SyntaxError").is_visible()


# The file for programs


@each_page
def test_the_file_for_programs_holds_all_of_it_as_its_schema_says(workshop: Cohort) -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    whole = json.loads(as_json(workshop))
    jsonschema.validate(whole, SCHEMA)
    assert whole["version"] == SCHEMA["properties"]["version"]["const"]
    assert set(SCHEMA["properties"]) == set(SCHEMA["required"]) == set(whole)
    assert {field.name for field in fields(Cohort)} | {"version", "analysis"} == set(whole)
    assert [told.pop("bar") for told in whole["records"]] == [bar(one) for one in workshop.records]
    assert tuple(map(KataRecord.from_dict, whole["records"])) == workshop.records
    cases = whole["analysis"]["hard_cases"]
    assert all(0 < len(case["wrong"]) <= case["tried"] for case in cases)


def test_the_schema_knows_every_field_and_no_other() -> None:
    for path in ([], ["records", 0], ["records", 2, "failures", 0], ["analysis"]):
        broken = part = json.loads(as_json(THREE))
        for step in path:
            part = part[step]
        part["surprise"] = 1
        with pytest.raises(jsonschema.ValidationError, match="surprise"):
            jsonschema.validate(broken, SCHEMA)


# Where reports go


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("report.txt", "expected a file that ends in .html or .json, or a folder that ends in /"),
        ("no/report.html", "cannot be written: No such file or directory"),
        ("folder.json", "this is a folder; expected a file"),
        ("file/report.json", "cannot be written: Not a directory"),
        ("refused.json", "cannot be written: Permission denied"),
    ],
)
def test_a_report_that_cannot_be_written_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str, words: str
) -> None:
    (tmp_path / "folder.json").mkdir()
    (tmp_path / "file").write_text("")

    def refuse(path: Path) -> None:
        raise PermissionError(13, "Permission denied")

    if typed == "refused.json":
        monkeypatch.setattr(Path, "touch", refuse)  # root may write everywhere
    with pytest.raises(pytest.UsageError, match=re.escape(f"--report={typed}: {words}")):
        targets([typed], tmp_path)


def test_without_jinja2_a_page_is_refused_and_a_file_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report, "find_spec", lambda name: None)
    assert targets(["x.json"], tmp_path)
    with pytest.raises(pytest.UsageError, match=r'pip install -e "\.\[workshop\]"'):
        targets(["x.html"], tmp_path)


def test_a_report_asked_for_twice_is_written_once(tmp_path: Path) -> None:
    assert len(targets(["a.html", "a.html", "A.JSON"], tmp_path)) == 2
    assert list(tmp_path.iterdir()) == []


def test_an_old_report_stays_until_the_new_one_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x.json"
    write(path, EMPTY)
    old = path.read_bytes()

    def full(beside: Path, to: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space left"):
        write(path, THREE)
    assert path.read_bytes() == old
    assert list(tmp_path.iterdir()) == [path]


# Animals for names


def test_everybody_gets_an_animal_by_lot_that_is_nobodys_name() -> None:
    animals = ANIMALS.read_text(encoding="ascii").split()
    assert len(animals) == len(set(animals)) >= 150
    names = [*animals, *(f"person {number:03}" for number in range(800))]
    drawn = [list(map(Aliases(names, lot).of, names)) for lot in ("a", "a", "b")]
    assert drawn[0] == drawn[1] != drawn[2]
    assert sorted(drawn[2]) != drawn[2]
    assert len({*drawn[2], *names}) == 2 * len(names)


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("ada/first.py:3", "{1}/first.py:3"),
        ("ada__first.py", "{1}__first.py"),
        ("# by Ada, and not by adam", "# by {1}, and not by adam"),
        ('print("/home/x/Zo\u00eb \u00dcnal/y")', 'print("/home/x/{2}/y")'),
        (r"No such file: 'a\x1bb/first.py'", "No such file: '{3}/first.py'"),
        ("X/first.py and ' X . O ' and X__first", "{4}/first.py and ' X . O ' and {4}__first"),
        ("by ADA, zoe_unal and ZO\u00cb\u00dcNAL", "by {1}, {2} and {2}"),
        ("by Zoe\u0308 U\u0308nal, not by Zo\u00eb", "by {2}, not by Zo\u00eb"),
        ('x = "Zo\u00eb \u00dcn..." and ad...', 'x = "{2}..." and ad...'),
    ],
)
def test_texts_name_nobody(text: str, hidden: str) -> None:
    names = ["ada", "Zo\u00eb \u00dcnal", "a\x1bb", "X"]
    aliases = Aliases(names, "lot")
    assert aliases.hide(text) == hidden.format("", *map(aliases.of, names))


def test_whoever_comes_later_gets_an_animal_and_whoever_was_there_keeps_theirs() -> None:
    before = Aliases(["ada", "bob"], "lot")
    after = Aliases(["abe", "ada", "cy"], "lot", before)
    assert [after.of(name) for name in ("ada", "bob")] == [before.of(n) for n in ("ada", "bob")]
    assert len({after.of(name) for name in ("abe", "ada", "bob", "cy")}) == 4


# Whole runs

COORDINATES = (
    "def has_winning_position(n, coordinates):\n    # linus wrote this\n    return 1 / 0\n"
)


@pytest.fixture(scope="module")
def anonymous(untouched: Project, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """All that a run with animals for names has told, about three people's files for a kata."""
    folder, into = tmp_path_factory.mktemp("everybody"), tmp_path_factory.mktemp("reports")
    for name in ("Grace Hopper", "linus", "X"):
        (folder / name).mkdir()
        (folder / name / "tictactoe_coordinates.py").write_text(COORDINATES)
    (folder / "linus__notes.txt").write_text("")
    files = html, plain, junit = [into / f"r.{ending}" for ending in ("html", "json", "xml")]
    run = untouched.pytest(
        *(f"--submission={folder}", "katas/tictactoe_coordinates", "--anonymous", "-n2", "-v"),
        *(f"--report={html}", f"--report={plain}", f"--junitxml={junit}"),
    )
    assert run.errors == ""
    assert run.lines[-2:] == [f"report: {html}", f"report: {plain}"]
    return {"terminal": run.text, **{file.suffix: file.read_text("utf-8") for file in files}}


@pytest.mark.slow
@pytest.mark.parametrize("where", ["terminal", ".html", ".json", ".xml"])
def test_no_name_is_left_in_an_anonymous_run(anonymous: dict[str, str], where: str) -> None:
    assert re.findall(r"Grace|Hopper|linus|notes|\bX/", anonymous[where]) == []
    assert "tictactoe_coordinates" in anonymous[where]


def test_an_animal_is_the_same_everywhere(anonymous: dict[str, str]) -> None:
    told = json.loads(anonymous[".json"])
    jsonschema.validate(told, SCHEMA)
    animals = {one["participant"] for one in told["records"]}
    assert len(animals) == 3
    rows = matrix(read(anonymous[".html"])).splitlines()[1:-1]
    assert {row.partition(" | ")[0] for row in rows} == animals
    for animal in animals:
        assert re.search(rf"^{animal} +\[x+\]", anonymous["terminal"], re.MULTILINE)
        assert f'classname="submissions.{animal}" name="tictactoe_coordinates"' in anonymous[".xml"]
        assert f"{animal}/tictactoe_coordinates.py:3" in anonymous["terminal"]


def test_a_report_that_cannot_be_written_is_told_before_the_run(
    untouched: Project, tmp_path: Path
) -> None:
    (tmp_path / "ada__tictactoe_coordinates.py").touch()
    run = untouched.pytest(f"--submission={tmp_path}", "--report=x.pdf")
    assert (run.exit_code, run.text) == (4, "")
    assert "--report=x.pdf: expected a file that ends" in run.errors


@pytest.mark.parametrize(
    ("given", "word"),
    [
        ({"report": ["x.html"]}, "--report=x.html"),
        ({"anonymous": True}, "--anonymous"),
        ({"watch": True}, "--watch"),
    ],
)
def test_an_option_of_a_workshop_is_refused_for_ones_own_code(
    given: dict[str, Any], word: str
) -> None:
    config: Any = SimpleNamespace(getoption=lambda name: given.get(name, []))
    with pytest.raises(ValueError, match=f"{word}: this is about everybody's files"):
        refuse_for_one(config, "your code")
