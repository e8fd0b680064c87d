"""The reports of a workshop: the page, the file for programs, animals for names."""

import json
import re
from dataclasses import replace
from html import escape
from pathlib import Path
from unittest.mock import Mock
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from kata_kit.options import refuse_for_one
from kata_kit.plain import made
from kata_kit.record import (
    BROKEN,
    FAILED,
    GREEN,
    MISSING,
    NOT_STARTED,
    RED,
    STOPPED,
    Belief,
    Failure,
    KataRecord,
    Place,
)
from kata_kit.writing import SIGNS
from kata_report import report
from kata_report.anonymous import anonymous
from kata_report.cohort import CUT_SHORT, bar
from kata_report.report import HERE, as_json, page, targets, write
from kata_tables.drawing import Drawing, bracketed, rows_of
from kata_tables.drawing import text as drawn_text
from kata_workshop.names import ANIMALS, Aliases
from repository.cohorts import cohort, failure, person

HOSTILE = (
    "<script>alert(1)</script>\"'><img src=x onerror=alert(1)> "
    "http://x.example/ \x1b[31m \u202e"
)
SEEN = HOSTILE.replace("\x1b", "\\x1b").replace("\u202e", "\\u202e")
Patch = pytest.MonkeyPatch

WRONG = failure(
    "A case",
    failure=Failure("expected 1, got 2", drawing=Drawing((("X", "O"),)), call="f(1)"),
)
ROUND = Belief("it_is_round", "It seems so.\nIs it?")
CUT = f"{CUT_SHORT}--workshop-total=9"
NOTHING = person("eve", MISSING, kata="second_kata", bar="..")
THREE = cohort(
    person("ada", GREEN, bar="##", verdict="all well"),
    person("ada", BROKEN, kata="second_kata", bar="..", verdict="SyntaxError"),
    person("bob", RED, WRONG, bar="#x", misconception=ROUND),
    person("bob", STOPPED, kata="second_kata", bar="#.", words=CUT),
    person("eve", NOT_STARTED, bar=".."),
    NOTHING,
)
MATRIX = """\
 | first | second_kata
green, of 3 | 1 | 0
failing | 1 | 2
ada | words of green | words of broken
bob | words of red | cut short by --workshop-total=9
eve | words of not started | no file"""
SHOWN = Failure(HOSTILE, drawing=Drawing(((HOSTILE,),)), call=HOSTILE, why=HOSTILE)
HOSTILE_CASE = failure(HOSTILE, failure=SHOWN, kata=HOSTILE, stage=HOSTILE)
ALL_OF_IT = {"file": HOSTILE, "words": HOSTILE, "verdict": HOSTILE, "bar": "x."}
EVIL = cohort(
    person(
        HOSTILE, RED, HOSTILE_CASE, misconception=Belief(*[HOSTILE] * 2), **ALL_OF_IT
    ),
    person(HOSTILE, GREEN, kata="second_kata", bar="##"),
    folder=HOSTILE,
    isolation=(HOSTILE,),
    python=HOSTILE,
    complete=False,
)
EMPTY = cohort(person("eve", MISSING, bar=".."), NOTHING)


# The page, read as a tree


def read(text: str) -> Element:
    """Return the root of a page, read as XML: every element has to be closed."""
    text = re.sub(r"<((?:meta|input|wbr)\b[^>]*)>", r"<\1/>", text)
    script = text.partition("<script>")[2].partition("</script>")[0]
    return ElementTree.fromstring(
        text.replace(script, escape(script)) if script else text
    )


def one(inside: Element, what: str) -> Element:
    """Return the only such element."""
    (found,) = inside.iterfind(f".//{what}")
    return found


def text(element: Element) -> str:
    return "".join(element.itertext())


def texts(inside: Element, what: str) -> list[str]:
    """Return the text of each such element."""
    return [text(element) for element in inside.iterfind(f".//{what}")]


def spoken(element: Element) -> str:
    """Return the text inside that is not hidden from a screen reader."""
    if element.get("aria-hidden") == "true":
        return ""
    parts = [spoken(part) + (part.tail or "") for part in element]
    return " ".join("".join([element.text or "", *parts]).split())


def test_the_page_shows_bars_verdicts_and_what_to_talk_about():
    root = read(page(THREE))
    table = one(root, "table[@id='matrix']")
    rows = [" | ".join(map(spoken, row)) for row in table.iter("tr")]
    assert "\n".join(rows) == MATRIX
    bars = ["".join(texts(cell, "b")) for cell in table.iter("td")]
    assert bars == [""] * 5 + ["##", "!.", f"#{SIGNS[FAILED]}", "#?", "..", ""]
    # A green verdict is a line.
    assert texts(one(root, "details[@id='p1']"), "pre") == ["SyntaxError"]
    assert "words of green" in text(one(root, "details[@id='p1']"))
    assert "No file for second_kata." in text(one(root, "details[@id='p3']"))
    (top,) = texts(one(root, "header"), "p[@class='topic']")
    assert top == "Talk about next: 1 of 2 miss the same case of first: A case."
    # A card has the board first, then the answer, and names behind both.
    card, belief, *_ = one(root, "ol").iter("li")
    assert re.search("it is round.*1 participant", text(belief), re.DOTALL)
    answer = one(card, "details[@class='answer']")
    assert one(card, "svg[@role='img']").get("aria-label") == " X  O"
    assert not re.search("A case|expected|bob", text(card).replace(text(answer), ""))
    assert re.search(r"A case\s*expected 1, got 2\s*1 of 2 wrong", text(answer))
    assert "".join(texts(answer, "details")).split() == ["who", "(1)", "bob"]


def test_everybody_gets_a_page_that_names_files_as_they_are_at_home(
    tmp_path,
):
    places = {"a/b": "a/b/katas/x.py", "A?B": "A?B__katas/x.py", "é": "é/katas/x.py"}
    told = "next: fix {0}\n{0}:3 is not can{0}"
    people = [
        person(name, RED, file=place, verdict=told.format(place))
        for name, place in places.items()
    ]
    (path,) = targets([f"{tmp_path}/pages/"], tmp_path).values()
    write(path, cohort(*people))
    files = {file.name: read(file.read_text("utf-8")) for file in path.iterdir()}
    assert sorted(files) == ["A_B 2.html", "a_b.html", "é.html"]
    for root in files.values():
        (name,) = texts(root, "h1")
        at_home = f"next: fix katas/x.py\nkatas/x.py:3 is not can{places[name]}"
        assert texts(root, "pre") == [at_home]
        assert texts(root, "div/p") == ["katas/x.py (0.0 s) "]


def test_what_is_not_whole_is_said_and_what_is_empty_is_left_out():
    assert texts(read(page(EMPTY)), "*[@id='talk']") == []
    early = "Not complete: the run was ended early. What was not run says so."
    live = {"live": True, "seconds": 130}
    for more, said, warned in (
        ({"complete": True}, "2 of 3 have begun", []),
        # Of those who were not run, nobody knows it.
        ({"complete": False}, "", [early]),
        ({"complete": False, **live}, "the evening has run 2 min", []),
    ):
        header = one(read(page(replace(THREE, **more))), "header")
        assert said in text(header)
        assert ("have begun" in text(header)) is (said != "")
        assert texts(header, "p[@class='warning']") == [*warned, f"{CUT}: 1 file"]


def test_the_page_asks_for_nothing_and_holds_only_what_its_template_has():
    root = read(page(EVIL))
    asking = ("src", "href", "style")
    links = {element.get(name, "#") for element in root.iter() for name in asking}
    assert [link for link in links if not link.startswith("#")] == []
    assert re.findall(r"url\(|@import|//", text(one(root, "style"))) == []
    assert text(one(root, "script")) == (HERE / "report.js").read_text("utf-8").rstrip()
    template = (HERE / report.TEMPLATE).read_text("utf-8")
    known = set(re.findall(r"<([a-z]+\d?)", template))
    assert {element.tag for element in root.iter()} <= known | {"wbr", "h4"}
    assert known.isdisjoint({"img", "link", "iframe", "object", "form", "base"})
    # A browser shows that the digests are those of the style and the script.
    policy = one(root, "meta[@http-equiv='Content-Security-Policy']").get("content", "")
    assert re.sub(r"'sha256-.{44}'", "OURS", policy) == (
        "default-src 'none'; style-src OURS; script-src OURS; "
        "base-uri 'none'; form-action 'none'"
    )
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert {link.removeprefix("#") for link in links} - {""} <= set(ids)
    assert len(ids) == len(set(ids))
    # What is shown of people is as they wrote it.
    ada = one(root, "details[@id='p1']")
    names = [shown for shown in texts(root, "bdi") if shown]
    shown = [texts(root, "ol/li//strong")[0], *names, *texts(ada, "pre")]
    assert {*shown, *texts(root, "footer//li")} == {SEEN}
    assert not set("\x1b\u202e") & set(page(EVIL))


# The file for programs


def test_the_file_for_programs_holds_all_of_it():
    told = json.loads(as_json(EVIL))
    assert [one["bar"] for one in told["records"]] == list(map(bar, EVIL.records))
    assert made(tuple[KataRecord, ...], told["records"]) == EVIL.records
    (failed,) = told["records"][0]["failures"]
    assert failed["text"].startswith(HOSTILE)
    (case,), (belief,) = told["analysis"]["hard_cases"], told["analysis"]["beliefs"]
    assert case["wrong"] == belief["participants"] == [HOSTILE]
    assert made(Failure, case["failure"]) == SHOWN


# Where reports go


REFUSED = {
    "report.txt": report.EXPECTED,
    "no/report.html": "cannot be written: No such file or directory",
    "folder.json": "this is a folder; expected a file",
    "x.html": "a report in HTML needs jinja2, which is not installed here. Run\n",
}


@pytest.mark.parametrize("typed", REFUSED)
def test_a_report_that_cannot_be_written_is_refused(tmp_path, monkeypatch, typed):
    assert len(targets(["a.html", "a.html", "A.JSON"], tmp_path)) == 2
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "folder.json").mkdir()
    if typed == "x.html":
        monkeypatch.setattr(report, "find_spec", lambda name: None)
        assert targets(["x.json"], tmp_path)
    told = re.escape(f"--report={typed}: {REFUSED[typed]}")
    with pytest.raises(pytest.UsageError, match=told):
        targets([typed], tmp_path)


def test_an_old_report_stays_until_the_new_one_is_whole(tmp_path, monkeypatch):
    path = tmp_path / "x.json"
    write(path, EMPTY)
    old = path.read_bytes()
    full = OSError(28, "No space left on device")
    monkeypatch.setattr(Path, "replace", Mock(side_effect=full))
    with pytest.raises(OSError, match="No space left"):
        write(path, THREE)
    assert (path.read_bytes(), list(tmp_path.iterdir())) == (old, [path])


@pytest.mark.parametrize("name", ["report", "anonymous", "watch"])
def test_an_option_of_a_workshop_is_refused_for_ones_own_code(name):
    config = Mock(getoption={"report": [], name: ["x.html"]}.get)
    with pytest.raises(ValueError, match=f"--{name}.*: this is about everybody's"):
        refuse_for_one(config, "your code")


# Without names


def test_everybody_gets_an_animal_by_lot_that_is_nobodys_name():
    names = [*ANIMALS.split(), *(f"person {number:03}" for number in range(800))]
    drawn, again = (list(map(Aliases(names).of, names)) for _ in range(2))
    assert drawn != again
    assert len({*drawn, *names}) == 2 * len(names)


THEIRS = "Zoë"  # Stands for a text that the code under test wrote.
BOARD = Failure(
    "expected 1, got a text",
    neutral="expected 1, got a text",
    drawing=Drawing(rows_of(["XO"]), bracketed([(0, 1)])),
    question="Who has won?",
    call="f([1, 2])",
    why="It is a line.",
)
EVERYWHERE = replace(
    BOARD,
    headline=THEIRS,
    message=(THEIRS,),
    place=Place(f"{THEIRS}.py", 3, THEIRS),
    expected=THEIRS,
    got=THEIRS,
    sentences=(THEIRS,),
    drawing=replace(BOARD.drawing, about=(THEIRS,)),
    typed=THEIRS,
    printed=(THEIRS,),
    trace=(THEIRS,),
)


def test_an_anonymous_record_shows_nothing_that_somebodys_code_wrote():
    transcript = replace(EVERYWHERE, drawing=drawn_text([THEIRS], theirs=True))
    cases = [replace(WRONG, failure=one) for one in (EVERYWHERE, transcript)]
    owl = person("owl", RED, *cases, verdict=THEIRS, code=THEIRS, file=f"{THEIRS}.py")
    told = anonymous(owl)
    assert THEIRS not in repr(told)
    assert (told.state, told.states, told.words) == (RED, owl.states, owl.words)
    # The signs on the board are our own.
    drawn = [BOARD, replace(BOARD, drawing=Drawing(()))]
    assert [case.failure for case in told.failures] == drawn
    broken = person("owl", BROKEN, replace(cases[0], status="broken"), words=THEIRS)
    assert anonymous(broken).words == BOARD.headline
