"""An evening: what comes in is taken within bounds, and changes nobody else's row."""

import socket
from contextlib import ExitStack, suppress
from dataclasses import asdict
from typing import Any
from unittest.mock import Mock

import pytest

pytest.importorskip("segno", reason='needs the extra "evening"')

from kata_kit.record import StageRecord
from repository.evening import NO_DIAGONALS, RIGHT, run_of, serving
from repository.project import WINNER, on_linux

pytest_plugins = ["repository.evening_fixtures"]

ELSEWHERE = [asdict(StageRecord("edges", 1))]
NEGATIVE = [asdict(StageRecord("cost", -1))]
# What is sent, or the parts in which it isn't a run, and its record
BODIES: dict[str, Any] = {
    "no JSON": b"\xff\xfe{",
    "a list": [{}],
    "deep": b'{"a":' * 90_000,
    "code of another type": {"code": 5},
    "code with half a sign": {"code": "\ud800"},
    "a kata of another evening": {"record": {"kata": "reversi_flips"}},
    "stages of another kata": {"record": {"stages": ELSEWHERE, "failures": []}},
    "no stages": {"record": {"stages": []}},
    "a negative number": {"record": {"stages": NEGATIVE, "failures": []}},
    "a red stage without a case": {"record": {"failures": []}},
}
TOO_LARGE: dict[str, Any] = {
    "all of it": b"[" + b"1," * 300_000,
    "long code": {"code": "#" * 100_001},
}


def test_a_hostile_body_gets_a_sentence_and_changes_no_row(evening):
    evening.send("victim", RIGHT)
    key = evening.join("mallory").data["key"]
    before = evening.view()["katas"]
    right = run_of(NO_DIAGONALS)
    for name, body in {**BODIES, **TOO_LARGE}.items():
        if isinstance(body, dict):
            record = right["record"] | body.get("record", {})
            body = right | body | {"record": record}
        reply = evening.run(key, body)
        assert (name, reply.status) == (name, 413 if name in TOO_LARGE else 400)
        assert reply.data["error"].startswith("expected")
    sentence = f"expected a run of {WINNER}"
    assert evening.run(key, {}).data["error"] == sentence
    for key in ("", "../victim", "\xff"):
        assert evening.run(key, run_of(RIGHT)).status == 401
    assert evening.view()["katas"] == before


# The cost alone is red, and not by its cost.
DEEP = f"{RIGHT}right = is_solved\ndef is_solved(board):\n"
DEEP += "    return is_solved(board) if len(board) == 16 else right(board)\n"


def test_whatever_is_wrong_with_code_is_a_red_row_and_without_cases_no_topic(evening):
    for name, code, headline in (
        ("ada", "def is_solved(board)\n", "SyntaxError: expected ':'"),
        ("bob", "import missing\n", "loading the file raised ModuleNotFoundError: "),
        ("eva", "", "there's no function is_solved in "),
        ("kim", DEEP, "is_solved raised RecursionError"),
    ):
        assert evening.send(name, code).data["seen"][4] == "x"
        cell = evening.mine(f"cell?name={name}&kata={WINNER}").data
        failure = cell["record"]["failures"][0]["failure"]
        assert failure["headline"].startswith(headline)
        is_placed = any(", line " in line for line in failure["traceback"])
        assert is_placed is (name in ("ada", "bob"))
    view = evening.mine("events").data
    assert len(view["katas"][0]["rows"]) == 4
    assert [topic["people"] for topic in view["topics"]] == [["kim"]]


def test_people_bytes_and_requests_have_bounds(web, evening, monkeypatch):
    evening.send("ada", NO_DIAGONALS)
    with monkeypatch.context() as patch:
        patch.setattr("kata_evening.room.MOST_STEPS", 1)
        patch.setattr("kata_evening.room.MOST_PEOPLE", 1)
        reply = evening.send("ada", RIGHT, 2)
        assert reply.status == 413
        assert reply.data["error"].startswith("ada has sent too much")
        assert evening.join("bob").status == 403
    monkeypatch.setattr("kata_evening.room.MOST_RUNS", 2)
    runs = ("ada", 3), ("ada", 4), ("bob", 1)
    statuses = [evening.send(name, RIGHT, number).status for name, number in runs]
    assert statuses == [200, 429, 200]
    monkeypatch.setattr("kata_evening.room.MOST_TO_JOIN", 3)  # as many as came
    assert evening.join("eva").status == 429


@on_linux  # Elsewhere 127.0.0.2 isn't this machine.
def test_a_laptop_that_opens_many_connections_leaves_some_for_others(web):
    web.server.config.limit_concurrency = 9
    with serving(web) as evening, ExitStack() as stack:

        def is_closed(host: str) -> bool:
            place = evening.host, evening.port
            connection = socket.create_connection(place, 20, (host, 0))
            stack.enter_context(connection)
            connection.sendall(b"GET /wall HTTP/1.1\r\nHost: x\r\n\r\n")
            with suppress(ConnectionError):
                return not connection.recv(1)
            return True

        hosts = ["127.0.0.1"] * 5 + ["127.0.0.2"]
        assert [*map(is_closed, hosts)] == [False] * 3 + [True] * 2 + [False]


def test_a_request_needs_no_length_and_what_is_not_whole_is_not_waited_for(
    web, monkeypatch
):
    monkeypatch.setattr("kata_evening.door.SECONDS_TO_SEND", 0.5)
    monkeypatch.setattr("kata_evening.door.LARGEST", 100)
    head = b"POST /evening/join HTTP/1.1\r\nHost: x\r\nContent-Type: application/json"
    chunked = head + b"\r\nTransfer-Encoding: chunked\r\n\r\n"
    with serving(web) as evening:
        for sent, answer in (
            (chunked + b'f\r\n{"name": "ada"}\r\n0\r\n\r\n', b"HTTP/1.1 200"),
            (chunked + b"65\r\n" + b"x" * 101, b"HTTP/1.1 413"),
            (chunked + b"1\r\n{", b"HTTP/1.1 408"),
            (head + b"\r\nContent-Length: 9\r\n\r\n{", b"HTTP/1.1 408"),
            (b"GET / HT", b""),
        ):
            place = evening.host, evening.port
            with socket.create_connection(place, timeout=20) as connection:
                connection.sendall(sent)
                assert connection.recv(12) == answer


def test_a_key_is_a_header_and_an_error_of_ours_is_no_bad_request(
    web, evening, monkeypatch
):
    key = evening.join("ada").data["key"]
    for path in ("device", "run"):
        for sent in (key, 5):
            assert evening.ask(f"/evening/{path}", {"key": sent}).status == 401
    assert evening.ask("/evening/device", {"more": 1}).status == 400
    monkeypatch.setattr(web.room, "person", Mock(side_effect=TypeError))
    assert evening.ask("/evening/device", {}).status == 500


def test_somebody_may_join_while_the_others_are_counted(web, monkeypatch):
    names = iter(["bob"])

    def moment() -> float:
        for name in names:
            web.room.join(name)
        return 0.0

    web.room.join("ada")
    monkeypatch.setattr("kata_evening.room.time", Mock(time=moment))
    web.room.join("eva")
    assert [*web.room.people] == ["ada", "bob", "eva"]
