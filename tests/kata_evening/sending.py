"""What a run of a clone that has joined an evening sends to the room.

Each run leaves a file in a folder, and then sends what is there, in order. Two of them
may send the same run, which has a number: the room takes it once.
"""

import json
import time
import urllib.error
import urllib.request
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from hashlib import sha256
from http.client import HTTPException
from importlib.util import decode_source
from pathlib import Path
from secrets import token_hex
from threading import Thread
from typing import Any

from kata_kit.katas import BY_NAME, ROOT, relative
from kata_kit.record import STOPPED, KataRecord

from kata_evening import whole
from kata_evening.checked import decoded
from kata_evening.files import folded, one_line

FOLDER, LINK = ROOT / ".evening", "link.json"  # of the room, with name and key
KEPT = "key.txt"  # of a name in a room: this clone can come back under it
KEY = "X-Evening-Key"
SECONDS = 3  # for the whole of an answer, and a run waits for it
LARGEST = 10_000  # bytes of an answer
PARTS = {"join": ("name", "key"), "run": ("seen",)}  # that an evening's answer has
LATER = {0, 408, 429, 500, 502, 503, 504, 507}  # statuses of what isn't lost
WAITS = "your run is kept, and sent with the next one"
UNKNOWN = "the room doesn't know you any more: join again with `python -m katas join`"


def post(link: str, verb: str, data: Any, key: str = "") -> tuple[int, dict[str, Any]]:
    """Return the status of a request, and its answer; 0 if no evening answered."""
    answers = list[tuple[int, dict[str, Any]]]()

    def ask() -> None:
        answers.append(_answer(link, verb, data, key))

    # No time limit of a socket holds for a whole answer.
    thread = Thread(target=ask, daemon=True)
    thread.start()
    thread.join(SECONDS)
    return answers[0] if answers else _no_evening(link, "timed out")


def _answer(link: str, verb: str, data: Any, key: str) -> tuple[int, dict[str, Any]]:
    headers = {"Content-Type": "application/json", KEY: key}
    body = json.dumps(data).encode()
    try:
        request = urllib.request.Request(f"{link}evening/{verb}", body, headers)
        try:
            response = urllib.request.urlopen(request, timeout=SECONDS)
        except urllib.error.HTTPError as error:
            response = error
        with response:
            answer = decoded(response.read(LARGEST))
        parts = PARTS[verb] if response.status == 200 else ("error",)
        if type(answer) is dict and all(type(answer.get(p)) is str for p in parts):
            return response.status, answer
        problem = f"{response.status} {response.reason}"
    except (HTTPException, OSError, ValueError) as error:
        problem = str(getattr(error, "reason", error))
    return _no_evening(link, problem)


def _no_evening(link: str, problem: str) -> tuple[int, dict[str, Any]]:
    return 0, {"error": one_line(f"no evening answers at {link} ({problem})")}


def folder_of(link: str, name: str) -> Path:
    """Return where the key for a name in a room is, and the runs that wait for it."""
    entry = f"{link} {folded(' '.join(name.split()))}"
    return FOLDER / sha256(entry.encode()).hexdigest()[:16]


def hand_on(config: Any) -> Iterator[str]:
    """Send the records of a run, and yield what came of that."""
    summary = config.pluginmanager.get_plugin("kata-summary")
    is_other = config.option.solution or config.option.file_under_test
    records = summary.all() if summary and not is_other else ()
    if whole_ones := [record for record in records if record.whole]:
        yield from send(whole_ones)


def hand_on_lost(kata: str) -> Iterator[str]:
    """Send that a run of a kata has no record, and yield what came of that."""
    file = relative(BY_NAME[kata].stub)
    yield from send([KataRecord(kata, file, STOPPED, "")])


def send(records: Iterable[KataRecord]) -> Iterator[str]:
    """Send records after those that wait, and yield what came of that.

    What belongs to another room waits until this clone joins that again.
    """
    place = json.loads((FOLDER / LINK).read_bytes())
    folder = folder_of(place["link"], place["name"])
    for number, record in enumerate(records):
        keep(record, folder / f"{time.time_ns()}-{number:02}.json")
    try:
        yield from _send_kept(folder, place)
    except KeyboardInterrupt:
        yield f"{WAITS}: you pressed Ctrl-C"
    except Exception as error:
        yield f"{WAITS}: {error!r}"


def _send_kept(folder: Path, place: Any) -> Iterator[str]:
    is_sent = False
    for file in sorted(folder.glob("*.json")):
        try:
            run = json.loads(file.read_bytes())
        except FileNotFoundError:  # Another run has sent it.
            continue
        status, answer = post(place["link"], "run", run, place["key"])
        if status in LATER:
            yield f"{WAITS}: {answer['error']}"
            return
        if status == 401:
            yield UNKNOWN
            return
        file.unlink(missing_ok=True)
        is_sent = status == 200
        if not is_sent:
            yield f"a run wasn't taken: {one_line(answer['error'])}"
    if is_sent:
        yield f"sent as {one_line(place['name'])}"


def keep(record: KataRecord, file: Path) -> None:
    """Write a record down, with the code as it is now."""
    data = BY_NAME[record.kata].stub.read_bytes()
    try:
        code = decode_source(data)  # It may name an encoding.
    except (SyntaxError, UnicodeError):
        code = data.decode(errors="replace")
    run = {"id": token_hex(8), "code": code, "record": asdict(record)}
    whole.write(file, json.dumps(run))
