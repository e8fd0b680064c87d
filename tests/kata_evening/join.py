"""`python -m katas join LINK NAME`: what came of each of your runs is sent to a room.

See `conftest.py` for the end of a run, and `kata_evening.sending` for what it sends.
"""

import argparse
import json
from collections.abc import Sequence

from kata_loop.commands import refused

from kata_evening import whole
from kata_evening.sending import FOLDER, KEPT, LINK, folder_of, post, send


def main(words: Sequence[str]) -> int:
    """Join a room, and return the exit code."""
    said = parsed(words)
    try:
        return join(said.pop("link").partition("#")[0].rstrip("/") + "/", said)
    except KeyboardInterrupt:
        return 130


def parsed(words: Sequence[str]) -> dict[str, str]:
    """Return the options."""
    parser = argparse.ArgumentParser(
        "python -m katas join",
        description="From now on, the results of `pytest katas/<kata>` and of the loop "
        "are sent to an evening, with your code. `python -m katas leave` ends it.",
    )
    add = parser.add_argument
    add("link", metavar="LINK", help="the link that is on the wall")
    add("name", metavar="NAME", help="your name, or ada+grace for a pair")
    add("--word", default="", help="the room's word, if it has one")
    add("--code", default="", help="from your other browser, if you've already joined")
    return vars(parser.parse_args(words))


def join(link: str, said: dict[str, str]) -> int:
    """Join the room of a link, send what waits, and return the exit code."""
    kept = folder_of(link, said["name"]) / KEPT
    key = kept.read_text() if kept.exists() else ""
    status, answer = post(link, "join", said, key)
    if status != 200:
        return refused(answer["error"])
    kept.parent.mkdir(parents=True, exist_ok=True)
    whole.write(kept, answer["key"], 0o600)
    whole.write(FOLDER / LINK, json.dumps({**answer, "link": link}), 0o600)
    print(f"You take part as {answer['name']}. Each run of a whole kata is sent now.")
    for line in send([]):  # some may wait
        print(line)
    return 0
