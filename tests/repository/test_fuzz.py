"""Mutated replies and mutated requests of strangers are read or refused."""

import json
import socket
from collections.abc import Iterator
from itertools import chain
from random import Random
from threading import Thread
from typing import Any

import pytest
from kata_kit.process import Limits
from kata_kit.replies import UNREADABLE, read
from kata_kit.request import Request
from kata_kit.sources import Submission
from kata_play.server import Server
from kata_worker import MOST_PRINTED
from repository.fuzz import with_strange_bytes, with_strange_values

# One message of each kind, as `kata_worker.serve` writes them.
TROUBLE = {"kind": "exception", "type": "ValueError", "message": "no", "line": 3}
PARTS = [
    {"__tuple__": [1, 2.5, None, True, "a"]},
    {"__set__": [1, 2]},
    {"__dict__": [["key", [1]]]},
    {"__bytes__": "\xff"},
    {"__other__": "object", "text": "<object>"},
    {"__record__": "Move", "fields": [["cell", 3]]},
]
MESSAGES = [
    ["answer", [["is_solved"], ["files"]]],
    *(["answer", part] for part in PARTS),
    ["answer", [12, False, PARTS]],
    ["trouble", TROUBLE],
    ["answer", {"ended": TROUBLE, "asked": [PARTS]}],
    ["answer", {"ended": None, "asked": []}],
    ["printed", "begins\n"],
    ["typed", "1 2"],
    ["end", 0.25],
]
WANTED = ("load", "call", "session", "steps")
GET = b"GET /ask.js HTTP/1.1\r\nHost: localhost\r\n\r\n"
ASKED = json.dumps(
    {"game": "reversi", "first": "X", "moves": [20, 21], "table": "x"}
).encode()
POST = (
    b"POST /look HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b"Content-Length: %d\r\n\r\n%s" % (len(ASKED), ASKED)
)


def line(message: Any, dice: Random) -> bytes:
    """Return a message as a line, as it is or with something strange in it."""
    if dice.random() < 0.5:
        message = with_strange_values(message, dice)
    written = json.dumps(message).encode()
    return with_strange_bytes(written, dice) if dice.random() < 0.2 else written


def texts(value: Any) -> Iterator[str]:
    """Return all texts in what was read."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, tuple, set)):
        yield from chain(*map(texts, value))
    elif isinstance(value, dict):
        yield from texts([*value.items()])
    elif hasattr(value, "__dict__"):
        yield from texts(vars(value))


@pytest.mark.parametrize("wanted", WANTED)
def test_a_reply_is_read_or_unreadable(wanted):
    dice, found = Random(22), set()
    for _ in range(8000):
        lines = [line(message, dice) for message in dice.choices(MESSAGES, k=2)]
        try:
            request = Request("f", wanted, [(), ()])
            read(request, lines)
        except UNREADABLE:
            continue
        found |= {*map(type, request.outcomes)}
        shown = "".join([*texts(request.outcomes), request.printed])
        assert shown.replace("\n", "").replace("\t", "").isprintable()
        assert len(request.printed) <= MOST_PRINTED
    assert len(found) > 1


def test_what_is_printed_says_where_the_rest_is_missing():
    request = Request("f", "answer", [()])
    read(request, [b'["printed", "%s"]' % (b"a" * MOST_PRINTED)])
    assert request.printed.endswith("a\n(more than 20 kB: the rest is not shown)\n")


def said(server: Server, request: bytes) -> tuple[bytes, bytes]:
    """Return the status and the body that answer a request; its sender hangs up."""
    with socket.create_connection(("127.0.0.1", server.server_port), 30) as caller:
        caller.sendall(request)
        caller.shutdown(socket.SHUT_WR)
        head, _, body = caller.makefile("rb").read().partition(b"\r\n\r\n")
    return head[9:12], body


def test_a_request_is_answered_or_refused(tmp_path, capfd):
    dice = Random(23)
    with Server(Submission(tmp_path, ""), Limits()) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        right = said(server, GET), said(server, POST)
        statuses = set()
        for _ in range(400):
            strange = with_strange_bytes(dice.choice([GET, POST]), dice)
            statuses.add(said(server, strange)[0])
        assert (said(server, GET), said(server, POST)) == right
        server.shutdown()
        thread.join()
    assert {b"200", b"403", b"404"} <= statuses
    assert capfd.readouterr().err == ""
