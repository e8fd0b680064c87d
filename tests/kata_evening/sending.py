"""Send what runs have left in a folder, in order: a process behind a run.

Two of them may send the same run, which has a number: the room takes it once.
"""

import json
import time
import urllib.error
import urllib.request
from hashlib import sha256
from pathlib import Path
from typing import Any

from kata_kit.katas import ROOT

from kata_evening.files import folded

FOLDER, LINK = ROOT / ".evening", "link.json"  # of the room, with name and key
KEPT = "key.txt"  # of a name in a room: this clone can come back under it
PROBLEM = "problem.txt"  # what is wrong with a run: the next one shows it
KEY = "X-Evening-Key"
SECONDS = 10  # for an answer
PAUSES = 0, 1, 2, 4, 8, 16, 32, 64  # seconds, while nobody answers
LATER = {0, 408, 429, 500, 502, 503, 504, 507}  # statuses of what isn't lost
UNKNOWN = "the room doesn't know you any more: join again with `python -m katas join`"


def post(link: str, verb: str, data: Any, key: str = "") -> tuple[int, dict[str, Any]]:
    """Return the status of a request, and its answer; 0 if nobody answered."""
    headers = {"Content-Type": "application/json", KEY: key}
    body = json.dumps(data).encode()
    try:
        request = urllib.request.Request(f"{link}evening/{verb}", body, headers)
        with urllib.request.urlopen(request, timeout=SECONDS) as response:
            return response.status, json.load(response)
    except urllib.error.HTTPError as error:
        try:
            return error.code, dict(json.load(error))
        except ValueError:
            return error.code, {"error": f"{link}: {error}"}
    except (OSError, ValueError) as error:
        return 0, {"error": f"no evening answers at {link} ({error})"}


def folder_of(link: str, name: str) -> Path:
    """Return where the key for a name in a room is, and the runs that wait for it."""
    entry = f"{link} {folded(' '.join(name.split()))}"
    return FOLDER / sha256(entry.encode()).hexdigest()[:16]


def send() -> str:
    """Send what waits, in order, and return why that wasn't possible; "" if it was.

    What belongs to another room waits until this clone joins that again.
    """
    place = json.loads((FOLDER / LINK).read_bytes())
    for file in sorted(folder_of(place["link"], place["name"]).glob("*.json")):
        try:
            run = json.loads(file.read_bytes())
        except FileNotFoundError:  # Another process has sent it.
            continue
        status, answer = post(place["link"], "run", run, place["key"])
        if status == 401:
            return UNKNOWN
        if status in LATER:
            return str(answer["error"])
        if status != 200:
            leave(f"a run wasn't taken: {answer['error']}")
        file.unlink(missing_ok=True)
    return ""


def leave(problem: str) -> None:
    """Leave a problem for the next run; nobody sees what this process prints."""
    (FOLDER / PROBLEM).write_text(problem, encoding="utf-8")


def main() -> None:
    """Send all that waits, for some minutes at most."""
    for pause in PAUSES:
        time.sleep(pause)
        if not (problem := send()):
            return
    leave(f"a run is still waiting: {problem}")


if __name__ == "__main__":
    main()
