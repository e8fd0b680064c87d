"""The reports of a workshop: the page for people, the file for programs, and animals for names."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

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
from kata_workshop.cohort import CUT_SHORT, Cohort, ordered
from kata_workshop.names import ANIMALS, Aliases
from kata_workshop.report import HERE, as_json, from_json, page, targets, write
from repository.pages import matrix, read
from repository.project import Project

HOSTILE = (
    "<script>alert(1)</script>\"'><img src=x onerror=alert(1)> http://x.example/ \x1b[31m \u202e"
)
SEEN = HOSTILE.replace("\x1b", "\\x1b").replace("\u202e", "\\u202e")
STAGES = ("one", "two")
KATAS = ("first_kata", "second_kata")
SCHEMA = json.loads((HERE / "report.schema.json").read_text(encoding="utf-8"))

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)


def outcome(participant: str, kata: str, state: str, bar: str, **more: object) -> KataRecord:
    """An outcome with two stages of one test each."""
    counts = [{"passed": int(s == "#"), "failed": int(s == "x")} for s in bar.strip("[]-")]
    stages = tuple(StageRecord(name, **count) for name, count in zip(STAGES, counts, strict=False))
    file = f"{participant}/{kata}.py" if state != MISSING else ""
    made = KataRecord(kata, file, state, f"words of {state}", stages, participant=participant)
    return replace(made, **more)  # type: ignore[arg-type]


def cohort(*outcomes: KataRecord, **more: object) -> Cohort:
    """A workshop on two katas."""
    made = Cohort(
        "the folder",
        dict.fromkeys(KATAS, STAGES),
        ordered(outcomes, KATAS),
        ("time: held",),
        "3.11.7",
        "2025-01-31 14:05",
        2.5,
    )
    return replace(made, **more)  # type: ignore[arg-type]


WRONG = CaseRecord(
    "first_kata", "two", "A case", "failed", "expected 1, got 2\n\n    X O\n\nf(1)", "f"
)
BELIEF = Belief("it_is_round", "It seems so.\nIs it?")
THREE = cohort(
    outcome("ada", "first_kata", GREEN, "[##]", verdict="all well"),
    outcome("ada", "second_kata", BROKEN, "[!.]", verdict="SyntaxError"),
    outcome("bob", "first_kata", RED, "[#x]", failures=(WRONG,), misconception=BELIEF),
    outcome("bob", "second_kata", STOPPED, "[#?]"),
    outcome("eve", "first_kata", NOT_STARTED, "[..]"),
    outcome("eve", "second_kata", MISSING, "-"),
)
MATRIX = [
    ["", "first_kata", "second_kata"],
    [
        "ada",
        "2 of 2 stages pass: one passes, two passes",
        "0 of 2 stages pass: one cannot be loaded, two not run",
    ],
    [
        "bob",
        "1 of 2 stages pass: one passes, two fails",
        "1 of 2 stages pass: one passes, two stopped",
    ],
    ["eve", "0 of 2 stages pass: one not run, two not run", "no file"],
    ["green, of 3", "1", "0"],
]
EVIL = cohort(
    outcome(
        HOSTILE,
        "first_kata",
        RED,
        "[xx]",
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
    outcome(HOSTILE, "second_kata", GREEN, "[##]"),
    folder=HOSTILE,
    isolation=(HOSTILE,),
    python=HOSTILE,
    complete=False,
)
EMPTY = cohort(
    outcome("eve", "first_kata", "missing", "-"), outcome("eve", KATAS[1], "missing", "-")
)

each_page = pytest.mark.parametrize(
    "workshop", [THREE, EVIL, EMPTY], ids=["three people", "hostile", "nothing handed in"]
)


# The page


def test_the_matrix_of_the_page_can_be_read_aloud() -> None:
    assert matrix(read(page(THREE))) == MATRIX


@pytest.mark.skipif(
    CHROMIUM is None, reason="no Chromium is installed: the same by html.parser runs"
)
def test_chromium_reads_the_same_matrix(tmp_path: Path) -> None:
    write(tmp_path / "report.html", THREE)
    command = [
        str(CHROMIUM),
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        f"--user-data-dir={tmp_path / 'profile'}",
        "--dump-dom",
        (tmp_path / "report.html").as_uri(),
    ]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=60, check=True)
    assert matrix(read(done.stdout)) == MATRIX


def test_the_bars_show_a_sign_for_each_stage() -> None:
    cells = read(page(THREE)).one("table", id="matrix").all("td")
    bars = ["".join(sign.text for sign in cell.all("b")) for cell in cells]
    assert bars == ["", "##", "!.", "#x", "#?", "..", "", "", ""]


def test_everybody_finds_their_verdict() -> None:
    whole = read(page(THREE))
    ada = whole.one("article", id="p1")
    assert [pre.text for pre in ada.all("pre")] == ["all well", "SyntaxError"]
    assert "No file for second_kata." in whole.one("article", id="p3").text


def test_what_most_got_wrong_is_shown_with_its_board() -> None:
    case = read(page(THREE)).one("section", **{"aria-labelledby": "cases"})
    assert [pre.text for pre in case.all("pre")] == [WRONG.text]
    assert "1 of 2 wrong" in case.text
    assert "bob" in case.text


def test_cases_beyond_the_first_ten_are_rows_of_a_table() -> None:
    people = [
        outcome(
            f"p{number:02}",
            "first_kata",
            RED,
            "[x#]",
            failures=tuple(
                CaseRecord("first_kata", "one", f"Case {n}", "failed", "no") for n in range(number)
            ),
        )
        for number in range(1, 13)
    ]
    section = read(page(cohort(*people))).one("section", **{"aria-labelledby": "cases"})
    shown = [title.text for title in section.one("ol").all("h3")]
    rows = [row.text for row in section.one("table").one("tbody").all("th")]
    assert shown == [f"Case {n}" for n in range(10)]
    assert rows == ["Case 10", "Case 11"]


def test_beliefs_are_shown() -> None:
    whole = read(page(THREE))
    beliefs = whole.one("section", **{"aria-labelledby": "beliefs"})
    assert [part.text for part in beliefs.all("h3")] == ["it is round"]
    assert "1 participant in first_kata" in beliefs.text


@pytest.mark.parametrize("name", ["cases", "beliefs"])
def test_a_part_without_content_is_left_out(name: str) -> None:
    whole = read(page(EMPTY))
    assert [node for node in whole.all() if node.attributes.get("id") == name] == []
    assert [a for a in whole.all("a") if a.attributes["href"] == f"#{name}"] == []


def test_a_run_that_was_ended_early_or_cut_short_says_so() -> None:
    words = f"{CUT_SHORT}--workshop-total=9"
    cut = cohort(outcome("ada", "first_kata", STOPPED, "[#?]", words=words), complete=False)
    told = ["Not complete: the run was ended early. What was not run says so.", f"{words}: 1 file"]
    warnings = [
        [p.text for p in read(page(one)).all("p") if p.attributes.get("class") == "warning"]
        for one in (THREE, cut)
    ]
    assert warnings == [[], told]


# The page asks for nothing, and nothing of a participant is markup


@each_page
def test_the_page_asks_for_nothing_from_anywhere(workshop: Cohort) -> None:
    whole = read(page(workshop))
    links = [
        value
        for node in whole.all()
        for name, value in node.attributes.items()
        if name in ("src", "href", "action", "srcset", "data", "poster", "background", "style")
    ]
    assert [link for link in links if not link.startswith("#")] == []
    style = whole.one("style").text
    assert re.findall(r"url\(|@import|//", style) == []


@each_page
def test_the_page_holds_only_the_elements_of_its_template(workshop: Cohort) -> None:
    template = (HERE / report.TEMPLATE).read_text(encoding="utf-8")
    known = set(re.findall(r"<([a-z]+\d?)", template))
    assert {node.tag for node in read(page(workshop)).all()} <= known | {"wbr"}
    assert known.isdisjoint({"script", "img", "link", "iframe", "object", "form", "base"})


def test_names_and_messages_are_shown_as_they_are() -> None:
    whole = read(page(EVIL))
    titles = [title.text for title in whole.one("ol").all("h3")]
    assert titles == [SEEN]
    assert {bdi.text for bdi in whole.all("bdi")} == {SEEN}
    assert [pre.text for pre in whole.one("article", id="p1").all("pre")] == [SEEN]
    assert whole.one("footer").one("li").text == SEEN
    assert not set("\x1b\u202e") & set(page(EVIL))


def test_the_policy_of_the_page_allows_its_style_sheet_only() -> None:
    whole = read(page(THREE))
    policy = whole.one("meta", **{"http-equiv": "Content-Security-Policy"}).attributes["content"]
    digest = b64encode(sha256(whole.one("style").text.encode()).digest()).decode()
    assert policy.split("; ") == [
        "default-src 'none'",
        f"style-src 'sha256-{digest}'",
        "base-uri 'none'",
        "form-action 'none'",
    ]


# The page is for everybody


@each_page
def test_every_table_has_a_caption_and_scopes(workshop: Cohort) -> None:
    tables = list(read(page(workshop)).all("table"))
    assert [table for table in tables if not table.one("caption").text.strip()] == []
    headers = [th.attributes.get("scope") for table in tables for th in table.all("th")]
    assert set(headers) == {"row", "col"}


@each_page
def test_every_link_leads_to_a_part_of_the_page(workshop: Cohort) -> None:
    whole = read(page(workshop))
    ids = [node.attributes["id"] for node in whole.all() if "id" in node.attributes]
    assert len(ids) == len(set(ids))
    aimed = [a.attributes["href"].removeprefix("#") for a in whole.all("a")]
    aimed += [
        n.attributes["aria-labelledby"] for n in whole.all() if "aria-labelledby" in n.attributes
    ]
    assert set(aimed) <= set(ids)


@each_page
def test_the_page_has_landmarks_and_headings_in_order(workshop: Cohort) -> None:
    whole = read(page(workshop))
    assert whole.one("html").attributes["lang"] == "en"
    assert whole.one("nav").attributes["aria-label"]
    assert [len(list(whole.all(tag))) for tag in ("header", "main", "footer", "h1")] == [1, 1, 1, 1]
    levels = [int(node.tag[1]) for node in whole.all("h1", "h2", "h3", "h4")]
    assert [a for a, b in pairwise(levels) if b > a + 1] == []


def test_no_bar_is_told_by_its_colour_alone() -> None:
    bars = [n for n in read(page(THREE)).all("span") if n.attributes.get("class") == "bar"]
    assert bars
    assert [bar for bar in bars if any(not sign.text for sign in bar.all("b"))] == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colours_are_told_apart(scheme: str) -> None:
    style = (HERE / "report.css").read_text(encoding="utf-8")
    light, dark, *_ = style.split("@media")
    colours = dict(re.findall(r"--([\w-]+): (#\w{6});", light if scheme == "light" else dark))
    pairs = [
        ("ink", "page"),
        ("ink", "sheet"),
        ("ink", "code"),
        ("soft", "page"),
        ("soft", "sheet"),
    ]
    pairs += [("accent", "page"), ("accent", "sheet")]
    pairs += [(f"{name}-ink", name) for name in ("pass", "fail", "warn", "idle")]
    low = {pair: contrast(*(colours[name] for name in pair)) for pair in pairs}
    assert {pair: ratio for pair, ratio in low.items() if ratio < 4.5} == {}


def contrast(first: str, second: str) -> float:
    """The contrast of two colours, from 1 to 21 (WCAG 2.1, relative luminance)."""

    def luminance(colour: str) -> float:
        parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
        red, green, blue = (
            part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, light = sorted(map(luminance, (first, second)))
    return (light + 0.05) / (dark + 0.05)


# The file for programs


@each_page
def test_the_file_for_programs_is_as_its_schema_says(workshop: Cohort) -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    jsonschema.validate(json.loads(as_json(workshop)), SCHEMA)


def test_the_schema_knows_every_field_and_no_other() -> None:
    whole = json.loads(as_json(THREE))
    for path in ([], ["records", 0], ["records", 2, "failures", 0], ["analysis"]):
        broken = json.loads(as_json(THREE))
        part = broken
        for step in path:
            part = part[step]
        part["surprise"] = 1
        with pytest.raises(jsonschema.ValidationError, match="surprise"):
            jsonschema.validate(broken, SCHEMA)
    assert set(SCHEMA["properties"]) == set(SCHEMA["required"]) == set(whole)


def test_the_workshop_can_be_made_from_its_file_again() -> None:
    plain = json.loads(as_json(EVIL))
    assert plain["version"] == report.VERSION == SCHEMA["properties"]["version"]["const"]
    assert from_json(as_json(EVIL)) == EVIL


# Where reports go


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("report.txt", "expected a file that ends in .html or .json"),
        ("report", "expected a file that ends in .html or .json"),
        ("no/report.html", "there is no folder"),
        ("folder.json", "this is a folder; expected a file"),
        ("file/report.json", "there is no folder"),
    ],
)
def test_a_report_that_cannot_be_written_is_refused(tmp_path: Path, typed: str, words: str) -> None:
    (tmp_path / "folder.json").mkdir()
    (tmp_path / "file").write_text("")
    with pytest.raises(ValueError, match=re.escape(words)) as error:
        targets([typed], tmp_path)
    assert str(error.value).startswith(f"--report={typed}: ")


def test_a_file_in_a_folder_that_takes_none_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "touch", refuse)  # root may write everywhere
    with pytest.raises(ValueError, match=r"--report=x\.json: cannot be written: Permission denied"):
        targets(["x.json"], tmp_path)


def test_without_jinja2_a_page_is_refused_and_a_file_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "jinja2", None)
    assert targets(["x.json"], tmp_path)
    with pytest.raises(ValueError, match=r'pip install -e "\.\[workshop\]"'):
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


def test_over_three_hundred_people_get_animals_of_their_own() -> None:
    names = [f"person {number}" for number in range(1000)]
    aliases = Aliases(names, "lot")
    assert len({aliases.of(name) for name in names}) == 1000
    assert not {aliases.of(name) for name in names} & set(names)


def test_the_lot_decides_who_gets_which_animal() -> None:
    names = [f"person {number:02}" for number in range(50)]
    drawn = [[Aliases(names, lot).of(name) for name in names] for lot in ("a", "a", "b")]
    assert drawn[0] == drawn[1] != drawn[2]
    assert sorted(drawn[2]) != drawn[2]


def test_no_animal_is_somebodys_name() -> None:
    animals = ANIMALS.read_text(encoding="ascii").split()
    assert len(animals) == len(set(animals)) >= 150
    aliases = Aliases(animals, "lot")
    assert not {aliases.of(name) for name in animals} & set(animals)


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("ada/first.py:3", "1/first.py:3"),
        ("ada__first.py", "1__first.py"),
        ("# by Ada, and not by adam", "# by 1, and not by adam"),
        ('print("/home/x/Zo\u00eb \u00dcnal/y")', 'print("/home/x/2/y")'),
        (r"No such file: 'a\x1bb/first.py'", "No such file: '3/first.py'"),
        ("X/first.py and ' X . O ' and X__first.py", "4/first.py and ' X . O ' and 4__first.py"),
    ],
)
def test_texts_name_nobody(text: str, hidden: str) -> None:
    names = ["ada", "Zo\u00eb \u00dcnal", "a\x1bb", "X"]
    aliases = Aliases(names, "lot")
    for number, name in enumerate(names, 1):
        hidden = hidden.replace(str(number), aliases.of(name), 2) if number != 3 else hidden
    assert aliases.hide(text) == hidden.replace("3/", f"{aliases.of(names[2])}/")


# Whole runs

NAMES = ("Grace Hopper", "linus", "X")
COORDINATES = (
    "def has_winning_position(n, coordinates):\n    # linus wrote this\n    return 1 / 0\n"
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files of three people for one kata."""
    made = tmp_path_factory.mktemp("everybody")
    for name in NAMES:
        (made / name).mkdir()
        (made / name / "tictactoe_coordinates.py").write_text(COORDINATES)
    (made / "linus__notes.txt").write_text("")
    return made


@pytest.fixture(scope="module")
def anonymous(untouched: Project, folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Texts:
    """All that a run with animals for names has told."""
    into = tmp_path_factory.mktemp("reports")
    files = [into / "r.html", into / "r.json", into / "r.xml"]
    html, plain, junit = files
    run = untouched.pytest(
        f"--submission={folder}",
        "katas/tictactoe_coordinates",
        "--anonymous",
        f"--report={html}",
        f"--report={plain}",
        f"--junitxml={junit}",
        "-n",
        "2",
        "-v",
    )
    assert run.errors == ""
    assert run.lines[-2:] == [f"report: {html}", f"report: {plain}"]
    return {"terminal": run.text + run.errors, **{f.suffix: f.read_text("utf-8") for f in files}}


Texts = dict[str, str]


@pytest.mark.parametrize("where", ["terminal", ".html", ".json", ".xml"])
def test_no_name_is_left_in_an_anonymous_run(anonymous: Texts, where: str) -> None:
    found = re.findall(r"Grace|Hopper|linus|notes|\bX/", anonymous[where])
    assert found == []
    assert "tictactoe_coordinates" in anonymous[where]


def test_an_animal_is_the_same_everywhere(anonymous: Texts) -> None:
    animals = {outcome["participant"] for outcome in json.loads(anonymous[".json"])["records"]}
    assert len(animals) == 3
    assert {row[0] for row in matrix(read(anonymous[".html"]))[1:-1]} == animals
    for animal in animals:
        assert re.search(rf"^{animal} +\[x+\]", anonymous["terminal"], re.MULTILINE)
        assert f'classname="submissions.{animal}" name="tictactoe_coordinates"' in anonymous[".xml"]
        assert f"{animal}/tictactoe_coordinates.py:3" in anonymous["terminal"]


def test_the_report_of_a_run_is_as_its_schema_says(anonymous: Texts) -> None:
    jsonschema.validate(json.loads(anonymous[".json"]), SCHEMA)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--submission={folder}", "--report=x.pdf"], "--report=x.pdf: expected a file that ends"),
        (["--solution", "--anonymous"], "--anonymous: this is about everybody's files"),
    ],
)
def test_an_error_is_told_before_the_run(
    untouched: Project, folder: Path, arguments: Sequence[str], words: str
) -> None:
    run = untouched.pytest(*(argument.format(folder=folder) for argument in arguments))
    assert (run.exit_code, run.text) == (4, "")
    assert words in run.errors


def test_a_report_of_ones_own_run_is_refused() -> None:
    config: Any = SimpleNamespace(getoption={"report": ["x.html"], "anonymous": False}.__getitem__)
    with pytest.raises(ValueError, match=r"--report=x\.html: this is about everybody's files"):
        refuse_for_one(config, "your code")
