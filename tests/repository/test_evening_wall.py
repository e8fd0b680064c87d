"""An evening: who gets to see what, what there is to talk about, and its report."""

from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("segno", reason='needs the extra "evening"')

from kata_evening.evening import end
from kata_evening.people import Person, Step
from kata_evening.report import Result, Section
from kata_evening.room import Room
from kata_evening.wall import Wall, minutes_without, topics_of
from kata_kit.attempt import stages_of
from kata_kit.katas import BY_NAME, load
from kata_kit.record import GREEN, Failure, KataRecord, Misconception, StageRecord
from repository.evening import NO_DIAGONALS, RIGHT, record_of, run_of
from repository.project import GREEN_BAR, WINNER, bar

pytest_plugins = ["repository.evening_fixtures"]

NOON = 1604836800  # on 8 November 2020
SECRET = "the answer in her code"
CELL = f"cell?name=ada&kata={WINNER}"
PRIVATE = "", "events", "report.html", "report.md", CELL
PUBLIC = "", "wall", "drop", "room/wall.js", "wall/events", "evening/katas", "no"


def test_the_facilitators_addresses_need_the_cookie_of_a_link(web, evening):
    evening.send("ada", NO_DIAGONALS)
    for path in PRIVATE:
        assert evening.mine(path).status == 200
    acts = {"open": {"names": True}, "release": {"name": "ada"}}
    for cookie in ("", "facilitator=x", "facilitator=\xe9"):
        evening.cookie = cookie
        for path, data in {**dict.fromkeys(PRIVATE), **acts}.items():
            assert evening.mine(path, data).status == 403
    link = web.link()
    first = evening.enter(link)
    assert "HttpOnly; Path=/facilitator; SameSite=strict" in first.headers["set-cookie"]
    for used in (link, "/facilitator/enter/guess"):
        assert evening.enter(used).status == 404


def test_every_answer_says_what_a_browser_may_do(evening):
    for path in (*PUBLIC, *(f"facilitator/{path}" for path in PRIVATE)):
        for cookie in ("", evening.cookie):
            headers = evening.ask(f"/{path}", Cookie=cookie).headers
            assert "default-src 'none'" in headers["content-security-policy"]
            assert headers["referrer-policy"] == "no-referrer"
            assert headers["vary"] == "Accept-Encoding"


def test_another_site_can_send_nothing(web, evening):
    data, mine = {"name": "mallory"}, {"Cookie": evening.cookie}
    for path in ("/evening/join", "/facilitator/open", "/facilitator/release"):
        for origin in ("http://evil.example", "null", "https://127.0.0.1", "http://["):
            assert evening.ask(path, data, Origin=origin, **mine).status == 421
        assert evening.ask(path, data, Content_Type="text/plain", **mine).status == 415
    assert not web.room.people


def test_the_room_sees_only_what_is_opened(evening):
    code = f"# {SECRET}\n{NO_DIAGONALS}"
    key = evening.join("Zebedee").data["key"]
    evening.run(key, run_of(NO_DIAGONALS) | {"code": code})
    evening.send("Balthazar", RIGHT)

    def room(**opened: Any) -> str:
        assert evening.mine("open", opened).status == 200
        return str(evening.ask("/wall/events").text)

    (topic,) = evening.mine("events").data["topics"]
    assert (topic["name"], topic["people"]) == ("perhaps: no diagonals", ["Zebedee"])
    closed = room()
    for hidden in ("Zebedee", SECRET, "got -1", "diagonal", "X wins"):
        assert hidden not in closed
    slide = room(slide=topic["slide"])
    assert "Who has won?" in slide
    for hidden in ("Zebedee", "got -1", "(X wins)", "are a line"):
        assert hidden not in slide
    assert '"marks": []' in slide
    answer = room(answer=True)
    assert "are a line" in answer
    assert '"marks": []' not in answer
    pair = room(solutions=[["zebedee", WINNER], ["Balthazar", WINNER]], slide=[])
    assert SECRET in pair
    assert "Zebedee" not in pair
    assert "Zebedee" in room(names=True)
    assert closed == room(names=False, slide=[], solutions=[], answer=False)


NOT_THERE: list[dict[str, Any]] = [
    {"slide": [WINNER, "a", "b", "c"]},
    {"slide": 5},
    {"solutions": [["nobody", WINNER]]},
    {"solutions": [["ada", "nim"]]},
    {"more": 1},
]


def test_what_is_not_there_is_not_opened(evening):
    evening.join("ada")
    for opened in NOT_THERE:
        assert evening.mine("open", opened).status == 400
        assert evening.view()["slide"] is None
    for other in ("name=bob", f"name=ada&kata={WINNER}", "name=ada&kata=nim", ""):
        assert evening.mine(f"cell?{other}").status == 404


def test_nobody_writes_on_the_wall(evening):
    record = run_of(NO_DIAGONALS)["record"]
    first, *others = record["failures"]
    drawing = {"cells": [["BUY"]], "marks": [{"row": 0, "column": 0, "sign": "BUY"}]}
    sold = dict.fromkeys(("question", "call", "typed", "why", "expected"), "BUY")
    failure = sold | {"headline": "x" * 999, "drawing": drawing}
    bought = [first | {"failure": failure}, *others, first | {"title": "BUY"}]
    sent = evening.send(
        "ada",
        NO_DIAGONALS,
        stages=[*record["stages"], asdict(StageRecord("BUY", 1))],
        failures=bought,
        words="BUY",
        misconception={"name": "BUY", "text": "BUY"},
    )
    broken = [first | {"title": "BUY", "stage": "BUY", "status": "broken"}]
    assert sent.status == evening.send("bob", NO_DIAGONALS, failures=broken).status
    assert sent.status == 200
    texts = [evening.mine(path).text for path in ("events", "report.html", CELL)]
    for text in (*texts, evening.ask("/wall/events").text):
        assert "BUY" not in text
        assert "x" * 300 not in text


def test_the_furthest_kata_of_the_path_comes_first_on_the_wall(tmp_path):
    room = Room(tmp_path, {})
    room.join("Ada")
    for kata in ("reversi_flips", WINNER, "reversi_search"):
        room.people["ada"].records[kata] = KataRecord(kata, "", GREEN, "")
    katas = Wall(room).view(is_mine=False)["katas"]
    names = [kata["name"] for kata in katas]
    assert names == ["reversi_search", "reversi_flips", WINNER]


def test_a_cell_has_code_a_board_and_the_states_before(evening):
    evening.send("ada", RIGHT)
    evening.send("ada", NO_DIAGONALS, 2)
    cell = evening.mine(CELL).data
    assert cell["code"] == NO_DIAGONALS
    failure = cell["record"]["failures"][0]["failure"]
    assert failure["headline"] == "expected 1 (X wins), got -1 (unfinished)"
    assert failure["drawing"]["cells"][0] == ["X", "O", "."]
    assert len(failure["drawing"]["marks"]) == 3
    assert [seen for _, seen in cell["steps"]] == [GREEN_BAR, bar("xx##x")]


def test_a_cell_is_a_question_mark_when_time_ran_out(evening):
    stages = [StageRecord("three by three", 21, 1, 0, 9), StageRecord("cost", 0, 0, 1)]
    failures = run_of(NO_DIAGONALS)["record"]["failures"][:1]
    parts = {"stages": [*map(asdict, stages)], "failures": failures}
    assert evening.send("ada", NO_DIAGONALS, **parts).data["seen"] == "[???.?]"


# What to talk about


def test_a_topic_has_one_cause_and_reaches_people_not_yet_reached():
    whole = record_of(NO_DIAGONALS)
    unnamed = replace(whole, misconception=None)
    fixed = replace(whole, misconception=Misconception("a fixed size", ""))
    late = Failure("", error="TimeIsUp")
    raising = [replace(case, failure=late) for case in unnamed.failures]
    raised = replace(unnamed, failures=tuple(raising))
    people = [whole, whole, unnamed, unnamed, unnamed, raised, raised, fixed]
    results = [Result(f"p{n}", record) for n, record in enumerate(people)]
    first = unnamed.failures[0].title
    topics = Section(WINNER, results).topics()
    assert [(topic.name, topic.people) for topic in topics] == [
        ("perhaps: no diagonals", ["p0", "p1"]),
        (first, ["p2", "p3", "p4"]),
        (first, ["p5", "p6"]),
    ]
    (topic,) = Section(WINNER, results[-1:]).topics()
    assert topic.people == ["p7"]
    sections = [Section(WINNER, results[2:4]), Section("nim", results[:5])]
    assert [(topic["name"], topic["people"]) for topic in topics_of(sections)] == [
        ("nim: perhaps: no diagonals", ["p0", "p1"]),
        (f"nim: {first}", ["p2", "p3", "p4"]),
        (f"{WINNER}: {first}", ["p2", "p3"]),
    ]


def test_whoever_comes_no_further_for_ten_minutes_is_named():
    person, now = Person("ada", Path()), 100_000

    def minutes(record: KataRecord, *steps: tuple[int, str, int]) -> int:
        person.records[WINNER] = record
        person.history = [
            Step(now - 60 * ago, "", kata, "", passed) for ago, kata, passed in steps
        ]
        return minutes_without(person, now)

    red, green = record_of(NO_DIAGONALS), record_of(RIGHT)
    assert minutes(red) == 0
    assert minutes(red, (30, WINNER, 5), (12, WINNER, 6), (1, WINNER, 6)) == 12
    assert minutes(red, (30, WINNER, 5), (9, WINNER, 6)) == 0
    assert minutes(red, (30, WINNER, 5), (9, WINNER, 4)) == 30
    assert minutes(red, (40, "reversi_flips", 1), (9, WINNER, 0)) == 0
    assert minutes(green, (30, WINNER, 67)) == 0


def test_every_case_has_a_question_and_nothing_about_a_wrong_answer(web):
    cases = web.room.known[WINNER].cases
    assert len(cases) == sum(stages_of(load(BY_NAME[WINNER].tests)).values())
    for case in cases.values():
        assert case.question
        assert not case.headline + case.got
    questions = {stage: case.question for (stage, _, _), case in cases.items()}
    assert questions["cost"] == "How much work does it take?"
    given = questions["leaves the board alone"]
    assert given == "What has changed in what it was given?"


def test_the_end_names_people_and_what_the_room_talked_about(web, evening, capsys):
    for name in ("ada", "<script>"):
        evening.send(name, NO_DIAGONALS)
    for person in web.room.everybody():
        person.history[:] = [step._replace(time=NOON) for step in person.history]
    page = evening.mine("report.html").text
    assert "&lt;script&gt;" in page
    assert "<script" not in page
    assert "2 of 2: perhaps: no diagonals" in page
    assert "An evening of board game katas, 8 November 2020" in page
    head = f"- Here: <script>, ada.\n- {WINNER}: 0 of 2 green.\n"
    head += "- To talk about: perhaps: no diagonals"
    assert evening.mine("report.md").text == head
    folder = web.room.folder
    end(web.wall, folder)
    lines = (folder / "report.md").read_text()
    assert lines == f"{head}\n"
    assert (folder / "report.html").read_text() == page
    assert lines in capsys.readouterr().out
    end(web.wall, folder / "missing")
    assert "There's no report: [Errno 2] No such file" in capsys.readouterr().out
