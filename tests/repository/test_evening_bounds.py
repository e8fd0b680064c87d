"""An evening: what comes in has bounds, and changes nobody else's row."""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import asdict
from typing import Any

import pytest

pytest.importorskip("segno", reason='needs the extra "evening"')

from kata_kit.record import StageRecord
from repository.evening import NO_DIAGONALS, RIGHT, run_of, serving
from repository.project import WINNER, on_linux

pytest_plugins = ["repository.evening_fixtures"]


def changed(**parts: Any) -> Callable[[dict[str, Any]], Any]:
    return lambda data: data | {"record": data["record"] | parts}


ELSEWHERE = [asdict(StageRecord("edges", 1))]
NEGATIVE = [asdict(StageRecord("cost", -1))]
BODIES: dict[str, tuple[int, Callable[[dict[str, Any]], Any]]] = {
    "no JSON": (400, lambda data: b"\xff\xfe{"),
    "a list": (400, lambda data: [data]),
    "deep": (400, lambda data: b'{"a":' * 90_000),
    "huge": (413, lambda data: b"[" + b"1," * 300_000),
    "no kata": (400, changed(kata="nim")),
    "code of another type": (400, lambda data: data | {"code": 5}),
    "code with half a sign": (400, lambda data: data | {"code": "\ud800"}),
    "long code": (413, lambda data: data | {"code": "#" * 100_001}),
    "stages of another kata": (400, changed(stages=ELSEWHERE, failures=[])),
    "no stages": (400, changed(stages=[])),
    "a negative number": (400, changed(stages=NEGATIVE, failures=[])),
    "a red stage without a case": (400, changed(failures=[])),
    "a long number": (413, lambda data: data | {"id": "9" * 41}),
}


def test_a_hostile_body_gets_a_sentence_and_changes_no_row(evening):
    evening.send("victim", RIGHT)
    key = evening.join("mallory").data["key"]
    before = evening.view()["katas"]
    for name, (status, spoiled) in BODIES.items():
        reply = evening.run(key, spoiled(run_of(NO_DIAGONALS)))
        assert (name, reply.status) == (name, status)
        assert reply.data["error"].startswith("expected")
    other = evening.send("mallory's friend", NO_DIAGONALS, kata="reversi_flips")
    sentence = "this evening doesn't have the kata reversi_flips: its katas are "
    assert (other.status, other.data["error"]) == (400, f"{sentence}{WINNER}")
    for key in ("", "../victim", "\xff"):
        assert evening.run(key, run_of(RIGHT)).status == 401
    assert evening.view()["katas"] == before


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


def test_whoever_sends_no_whole_request_is_not_waited_for(web, monkeypatch):
    monkeypatch.setattr("kata_evening.door.SECONDS_TO_SEND", 0.2)
    head = b"POST /evening/join HTTP/1.1\r\nContent-Length: 9"
    json = b"\r\nHost: x\r\nContent-Type: application/json\r\n\r\n{"
    with serving(web) as evening:
        for begun, reply in ((b"", b""), (head, b""), (head + json, b"HTTP/1.1 408")):
            place = evening.host, evening.port
            with socket.create_connection(place, timeout=20) as connection:
                connection.sendall(begun)
                assert connection.recv(12) == reply
