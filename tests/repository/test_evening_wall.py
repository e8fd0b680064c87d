"""An evening: who gets to see what, and what a wall shows."""

from dataclasses import asdict
from typing import Any

import pytest

pytest.importorskip("segno", reason='needs the extra "evening"')

from kata_evening.room import Room
from kata_evening.wall import Wall
from kata_kit.record import GREEN, KataRecord, StageRecord
from repository.evening import NO_DIAGONALS, RIGHT, run_of
from repository.project import GREEN_BAR, WINNER, bar

pytest_plugins = ["repository.evening_fixtures"]

SECRET = "the answer in her code"
CELL = f"cell?name=ada&kata={WINNER}"
PRIVATE = "", "events", "report.html", "report.md", CELL
PUBLIC = "", "wall", "drop", "room/wall.js", "wall/events", "evening/katas", "no"


def test_the_facilitators_addresses_need_the_cookie_of_a_link(web, evening):
    evening.send("ada", NO_DIAGONALS)
    for path in PRIVATE:
        assert evening.mine(path).status == 200
    acts = {"open": {"names": True}, "release": {"name": "ada"}}
    for path, data in {**dict.fromkeys(PRIVATE), **acts}.items():
        for cookie in ("", "facilitator=x", "facilitator=\xe9"):
            for host in ("127.0.0.1", "x?", "x/y#", "x:1/evening/"):
                headers = {"Cookie": cookie, "Host": host}
                assert (
                    evening.ask(f"/facilitator/{path}", data, **headers).status == 403
                )
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


def test_another_site_can_send_nothing(web, evening):
    cookie, data = evening.cookie, {"name": "mallory"}
    for path in ("/evening/join", "/facilitator/open", "/facilitator/release"):
        for origin in ("http://evil.example", "null", "https://127.0.0.1", "http://["):
            assert evening.ask(path, data, Cookie=cookie, Origin=origin).status == 421
        assert (
            evening.ask(path, data, Cookie=cookie, Content_Type="text/plain").status
            == 415
        )
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
    (kata,) = evening.view()["katas"]
    assert kata["rows"][0][1][0] == "stopped"
