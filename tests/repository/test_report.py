"""The reports of a workshop: the page, the file for programs, animals for names."""

import json
import re
from dataclasses import fields, replace
from html import unescape
from pathlib import Path
from shutil import rmtree
from typing import Any
from unittest.mock import Mock
from xml.etree import ElementTree

import pytest
from kata_kit.options import refuse_for_one
from kata_kit.plain import made
from kata_kit.record import (
    BROKEN,
    GREEN,
    MISSING,
    NOT_STARTED,
    RED,
    STOPPED,
    Belief,
    Failure,
)
from kata_report import report
from kata_report.anonymous import anonymous
from kata_report.cohort import CUT_SHORT, Cohort, bar
from kata_report.report import HERE, as_json, page, targets, write
from kata_tables.boards import draw_nine_bits
from kata_tables.drawing import Drawing
from kata_tables.drawing import text as drawn_text
from kata_workshop.names import ANIMALS, Aliases
from repository.cohorts import cohort, failure, person

# What people write into a page.
EVIL = (
    "e<script>alert(1)</script>\"'><img src=x onerror=alert(1)> "
    "http://x.example/ \x1b[31m \u202e"
)
SEEN = EVIL.replace("\x1b", "\\x1b").replace("\u202e", "\\u202e")
SHOWN = Failure(EVIL, drawing=Drawing((("X", "O"),)), call=EVIL, why=EVIL)
WRONG = failure(EVIL, failure=SHOWN, stage=EVIL)
CUT = f"{CUT_SHORT}--workshop-total=9"
NOTHING = person(EVIL, MISSING, kata="second_kata")
THREE = cohort(
    person("ada", GREEN, bar="##", verdict="all well"),
    person("ada", BROKEN, kata="second_kata", verdict=EVIL, file=EVIL),
    person(
        "bob",
        RED,
        WRONG,
        bar="#x",
        misconception=Belief(f"it_is_{EVIL}", f"{EVIL}\nIs it?"),
    ),
    person("bob", STOPPED, kata="second_kata", bar="..", words=CUT),
    person(EVIL, NOT_STARTED, words=EVIL),
    NOTHING,
    folder=EVIL,
    isolation=(EVIL,),
    python=EVIL,
)
SAID = """\
Workshop report
@, 2025-01-31 14:05: 3 participants, 2 katas
2 of 3 have begun; 1 of 3 are in stage 1 of kata 2 (second_kata: one).
cut short by --workshop-total=9: 1 file
Talk about next: 1 of 2 misses a case of first: @. @
On paper: the room. And what to talk about. And a page for each person.
Matrix To talk about Participants Show on the wall
Who has done what
Red or stuck first
On the wall close
| first | second_kata
green, of 3 | 1 | 0
failing | 1 | 2
ada | words of green | words of broken
bob | words of red | cut short by --workshop-total=9
@ | @ | words of missing
# passes
x fails
. not run
! cannot be loaded
? stopped
- no file
To talk about
On the wall the arrow keys go on, the space bar shows the answer, and Escape leaves.
first, @
What is right here?
@
The answer
@
@
@
1 of 2 wrong
who (1)
bob
back 1 of 2 next close
first: it is @
@
Is it?
1 participant
who (1)
bob
back 2 of 2 next close
Participants
ada 1 of 2 green
first words of green
ada/first.py (0.0 s)
second_kata words of broken
@ (0.0 s)
@
bob 0 of 2 green
first words of red
bob/first.py (0.0 s)
second_kata cut short by --workshop-total=9
bob/second_kata.py (0.0 s)
@ 0 of 2 green
first @
@/first.py (0.0 s)
No file for second_kata.
How it was run
Python @, 0 s in all. Each participant's code ran in a process of its own.
@"""
INLINE = "a|b|bdi|code|h[34]|input|label|span|strong|wbr"


def said(text: str) -> list[str]:
    """Return the lines that a page says aloud."""
    body = text.partition("</head>")[2].partition("<script>")[0]
    body = re.sub(r'(?s)<svg.*?</svg>|<[^>]+aria-hidden="true">.*?</span>', "", body)
    body = re.sub(r"</t[dh]>\s*<t[dh]\b[^>]*>", " | ", body)
    body = re.sub(rf"</?({INLINE})\b[^>]*>", "", body)
    lines = [" ".join(line.split()) for line in re.split(r"<[^>]+>|\n", body)]
    return [unescape(line) for line in lines if line]


def test_the_page_says_all_of_it_and_first_what_to_do():
    shown = page(THREE)
    assert "\n".join(said(shown)).replace(SEEN, "@") == SAID
    assert not set("\x1b\u202e") & set(shown)
    bars = re.findall(r'<b class="[^"]+">(.)</b>', shown)
    assert "".join(bars).startswith("##!.#x?...")
    assert 'role="img" aria-label=" X  O"' in shown


def test_everybody_gets_a_page_that_names_files_as_they_are_at_home(tmp_path):
    places = {"a/b": "a/b/katas/x.py", "A?B": "A?B__katas/x.py", "é": "é/katas/x.py"}
    told = "next: fix {0}\n{0}:3 is not can{0}"
    people = [
        person(name, RED, file=place, verdict=told.format(place))
        for name, place in places.items()
    ]
    (path,) = targets([f"{tmp_path}/pages/"], tmp_path).values()
    write(path, cohort(*people))
    pages = {file.name: said(file.read_text("utf-8")) for file in path.iterdir()}
    assert sorted(pages) == ["A_B (2).html", "a_b.html", "é.html"]
    for name, _, _, *lines in pages.values():
        at_home = "next: fix katas/x.py", f"katas/x.py:3 is not can{places[name]}"
        assert lines[:3] == ["katas/x.py (0.0 s)", *at_home]
    rmtree(path)  # Somebody tidies up in the evening.
    with pytest.raises(FileNotFoundError):
        write(path, cohort(*people))


@pytest.mark.parametrize(
    ("complete", "live", "told"),
    [
        (True, False, "2 of 3 have begun; "),
        # Of those who were not run, nobody knows anything.
        (False, False, "Not complete: the run was ended early. What was not run says"),
        (
            False,
            True,
            "Live: the evening has run 2 min, and this page renews itself. 2",
        ),
    ],
)
def test_what_is_not_whole_is_said(complete, live, told):
    lines = said(page(replace(THREE, complete=complete, live=live, seconds=130)))
    assert lines[2].startswith(told)


def test_what_is_empty_is_left_out():
    assert "To talk about" not in said(page(cohort(NOTHING)))


def test_the_page_asks_for_nothing_and_holds_only_what_its_template_has():
    shown = page(THREE)
    # As XML, where every element has to be closed.
    script = shown.partition("<script>")[2].partition("</script>")[0]
    closed = re.sub(r"<((?:meta|input|wbr)\b[^>]*)>", r"<\1/>", shown)
    elements = [*ElementTree.fromstring(closed.replace(script, "")).iter()]
    template = (HERE / report.TEMPLATE).read_text("utf-8")
    known = re.findall(r"<([a-z]+\d?)", template)
    assert {element.tag for element in elements} <= {*known, "wbr", "h4"}
    ids = [f"#{element.get('id')}" for element in elements if element.get("id")]
    assert len(ids) == len({*ids})
    asking = ("src", "href", "style")
    links = {element.get(name, "#") for element in elements for name in asking}
    assert links - {"#"} <= {*ids}
    # A browser shows that the digests are those of the style and the script.
    (policy,) = re.findall(r'Security-Policy" content="(.*?)"', shown)
    assert re.sub(r"'sha256-.{44}'", "OURS", policy) == (
        "default-src 'none'; style-src OURS; script-src OURS; "
        "base-uri 'none'; form-action 'none'"
    )


# The file for programs


def test_the_file_for_programs_holds_all_of_it():
    told = json.loads(as_json(THREE))
    assert [one["bar"] for one in told["records"]] == list(map(bar, THREE.records))
    assert made(Cohort, told) == THREE
    (failed,) = told["records"][2]["failures"]
    assert failed["text"].startswith(EVIL)
    (case,), (belief,) = told["analysis"]["hard_cases"], told["analysis"]["beliefs"]
    assert case["wrong"] == belief["participants"] == ["bob"]
    assert made(Failure, case["failure"]) == SHOWN


# Where reports go

REFUSED = {
    "report.txt": report.EXPECTED,
    "no/report.html": "cannot be written: No such file or directory",
    "folder.json": "this is a folder; expected a file",
    "folder.json/../names.csv": report.IS_READ,
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
        targets([typed], tmp_path, ["names.csv"])


def test_an_old_report_stays_until_the_new_one_is_whole(tmp_path, monkeypatch):
    path = tmp_path / "x.json"
    write(path, cohort(NOTHING))
    old = path.read_bytes()
    full = OSError(28, "No space left on device")
    monkeypatch.setattr(Path, "replace", Mock(side_effect=full))
    with pytest.raises(OSError, match="No space left"):
        write(path, THREE)
    assert (path.read_bytes(), list(tmp_path.iterdir())) == (old, [path])


@pytest.mark.parametrize("name", ["report", "roster", "anonymous", "watch"])
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
OURS: dict[str, Any] = {
    "neutral": "expected 1, got a text",
    "drawing": draw_nine_bits([0b111_000_000]),
    "question": "Who has won?",
    "call": "f([1, 2])",
    "why": "It is a line.",
    "kind": "",
    "count": None,
    "why_helps": True,
    "source": "",
}


def test_an_anonymous_record_shows_nothing_that_somebodys_code_wrote():
    theirs = dict.fromkeys((one.name for one in fields(Failure)), THEIRS)
    board = replace(OURS["drawing"], about=(THEIRS,))
    cases = [
        replace(WRONG, failure=Failure(**theirs | OURS | {"drawing": drawing}))
        for drawing in (board, drawn_text([THEIRS], theirs=True))
    ]
    owl = person("owl", RED, *cases, verdict=THEIRS, code=THEIRS, file=f"{THEIRS}.py")
    told = anonymous(owl)
    assert THEIRS not in repr(told)
    assert (told.state, told.states, told.words) == (RED, owl.states, owl.words)
    # The signs on the board and their legend are our own; a transcript is not.
    shown = Failure(OURS["neutral"], **OURS)
    drawn = [shown, replace(shown, drawing=Drawing())]
    assert [case.failure for case in told.failures] == drawn
    broken = person("owl", BROKEN, replace(cases[0], status="broken"), words=THEIRS)
    assert anonymous(broken).words == shown.headline
