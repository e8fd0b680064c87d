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
    said = vars(parser.parse_args(words))
    link = said.pop("link").partition("#")[0].rstrip("/") + "/"
    kept = folder_of(link, said["name"]) / KEPT
    key = kept.read_text() if kept.exists() else ""
    status, answer = post(link, "join", said, key)
    if status != 200:
        return refused(answer["error"])
    kept.parent.mkdir(parents=True, exist_ok=True)
    whole.write(kept, answer["key"], 0o600)
    whole.write(FOLDER / LINK, json.dumps({"link": link, **answer}), 0o600)
    print(f"You take part as {answer['name']}. Each run of a whole kata is sent now.")
    for line in send([]):  # some may wait
        print(line)
    return 0
