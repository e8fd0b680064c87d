"""`python -m katas join LINK NAME`: what came of each of your runs is sent to a room.

A run only leaves a file in a folder, and starts a process that sends it. See
`conftest.py` for the end of a run, and `kata_evening.sending` for the process.
"""

import argparse
import json
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from secrets import token_hex
from typing import Any

from kata_kit.katas import BY_NAME, relative
from kata_kit.record import STOPPED, KataRecord
from kata_loop.commands import refused

from kata_evening import process, whole
from kata_evening.files import one_line
from kata_evening.sending import FOLDER, KEPT, LINK, PROBLEM, folder_of, post


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
    (FOLDER / PROBLEM).unlink(missing_ok=True)  # It was one of before.
    print(f"You take part as {answer['name']}. Each run of a whole kata is sent now.")
    return 0


def hand_on(config: Any) -> Iterator[str]:
    """Leave the records of a run for a process that sends them.

    Yield under which name it goes there, and what is wrong with an earlier one.
    """
    summary = config.pluginmanager.get_plugin("kata-summary")
    is_other = config.option.solution or config.option.file_under_test
    records = summary.all() if summary and not is_other else ()
    if whole_ones := [record for record in records if record.whole]:
        yield send_later(whole_ones)
    problem = FOLDER / PROBLEM
    if problem.exists():
        yield one_line(problem.read_text(encoding="utf-8"))
        problem.unlink()


def hand_on_lost(kata: str) -> str:
    """Leave for that process that a run of a kata has no record.

    Return under which name it goes to the room.
    """
    return send_later([KataRecord(kata, relative(BY_NAME[kata].stub), STOPPED, "")])


def send_later(records: Iterable[KataRecord]) -> str:
    """Write records down, with the code as it is now, for a process that sends them.

    Return under which name they go to the room.
    """
    place = json.loads((FOLDER / LINK).read_bytes())
    folder = folder_of(place["link"], place["name"])
    for number, record in enumerate(records):
        code = BY_NAME[record.kata].stub.read_text(encoding="utf-8", errors="replace")
        run = {"id": token_hex(8), "code": code, "record": asdict(record)}
        file = folder / f"{time.time_ns()}-{number:02}.json"  # in the order of runs
        whole.write(file, json.dumps(run))
    process.start("sending")
    return f"your run goes to the room as {one_line(place['name'])}"
