"""Measure an evening: many people run, many walls are open, many browsers come at once.

    PYTHONPATH=tests:. python tests/benchmarks/evening.py [PEOPLE] [SECONDS]

It prints the time of an answer (median, p95, longest), the server's memory, and what
was lost: nothing may be. The defaults are 200 people, each with a run every 20 s for
five minutes, 50 walls, and 30 browsers that load all pages at once.
"""

import json
import random
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import Any

from kata_evening import site
from repository.evening import Evening, Server

PAUSE = 20.0  # seconds from one run of somebody to the next
WALLS, BROWSERS = 50, 30
KATA = "tictactoe_winner"


class Crowd:
    """People who send runs, and what each of them has sent."""

    def __init__(self, evening: Evening, people: int, failing: Sequence[Any]) -> None:
        self.evening, self._failing = evening, failing
        self.seconds = list[float]()  # of each answer
        self.keys = {f"p{n}": evening.join(f"p{n}").data["key"] for n in range(people)}
        self.sent: dict[str, list[dict[str, Any]]] = {name: [] for name in self.keys}
        self.refused = list[dict[str, Any]]()

    def run(self, name: str, runs: int, pause: float) -> None:
        """Send the runs of one person."""
        time.sleep(random.uniform(0, pause))
        for number in range(runs):
            data = self.data(name, number)
            began = time.perf_counter()
            try:
                status = self.evening.run(self.keys[name], data).status
            except (OSError, HTTPException):  # The server has ended.
                return
            self.seconds.append(time.perf_counter() - began)
            (self.sent[name] if status == 200 else self.refused).append(data)
            time.sleep(max(0.0, pause - (time.perf_counter() - began)))

    def data(self, name: str, number: int) -> dict[str, Any]:
        """Return a run with many failures, whose code says whose it is."""
        stage = {"name": self._failing[0]["stage"], "passed": number, "failed": 1}
        facts = {"kata": KATA, "file": "", "state": "red", "words": ""}
        record = {**facts, "stages": [stage], "failures": self._failing}
        code = f"# {name}, run {number}\n" * 40
        return {"id": f"{name}-{number}", "code": code, "record": record}

    def lost(self, data: Path) -> list[str]:
        """Return what was acknowledged and isn't there, or isn't whose it should be."""
        names = list[str]()
        for name, sent in self.sent.items():
            history = data / name / "history.jsonl"
            lines = history.read_text().splitlines() if sent else []
            ids = [json.loads(line)["id"] for line in lines if line.endswith("}")]
            code = (data / name / f"{KATA}.py").read_text() if sent else ""
            acknowledged = [run["id"] for run in sent]
            is_theirs = not sent or code.startswith(f"# {name}, run")
            if ids[: len(sent)] != acknowledged or not is_theirs:
                names.append(name)
        return names


def failing(known: Path) -> list[dict[str, Any]]:
    """Return cases of a stage that fail for everybody."""
    everything = json.loads(known.read_bytes())
    cases = [case for some in everything for case in some if case["kata"] == KATA]
    names = "stage", "title", "function"
    first = [case for case in cases if case["stage"] == cases[0]["stage"]]
    failure = {"headline": "expected 1 (X wins), got -1 (unfinished)"}
    rest = {"kata": KATA, "status": "failed", "failure": failure}
    return [{name: case[name] for name in names} | rest for case in first]


def wall(evening: Evening, over: Event) -> int:
    """Look at a wall until all is over; return how often it changed."""
    connection = HTTPConnection(evening.host, evening.port, timeout=60)
    connection.request("GET", "/wall/events")
    reply, changes = connection.getresponse(), 0
    while not over.is_set():
        changes += reply.readline().startswith(b"data")
    connection.close()
    return changes


def load_pages(evening: Evening, names: Sequence[str]) -> float:
    """Load all pages as a browser does; return the seconds."""
    began = time.perf_counter()
    connection = HTTPConnection(evening.host, evening.port, timeout=60)
    for name in names:
        connection.request("GET", f"/{name}", headers={"Accept-Encoding": "gzip"})
        reply = connection.getresponse()
        assert reply.read(), name
        assert reply.status == 200, name
    connection.close()
    return time.perf_counter() - began


def at_once(number: int, work: Callable[[int], Any]) -> list[Any]:
    """Return what comes of work that is done by many at once."""
    with ThreadPoolExecutor(number) as pool:
        return [*pool.map(work, range(number))]


def main(people: int = 200, seconds: float = 300) -> None:
    """Measure, and print what came of it."""
    pages = site.made(site.PAGES)
    with TemporaryDirectory() as folder:
        server = Server(Path(folder), pages)
        evening, over = server.start(), Event()
        files = (pages / site.SITE).rglob("*.*")
        paths = [file.relative_to(pages / site.SITE).as_posix() for file in files]
        names = [path for path in paths if not path.endswith(".gz")]
        loads = at_once(BROWSERS, lambda _: load_pages(evening, names))
        print(f"{BROWSERS} browsers: all pages in {max(loads):.1f} s at most")
        walls = [Thread(target=wall, args=(evening, over)) for _ in range(WALLS)]
        for each in walls:
            each.start()
        crowd = Crowd(evening, people, failing(pages / site.CASES))
        everybody = [*crowd.keys]
        runs = max(1, round(seconds / PAUSE))
        at_once(people, lambda n: crowd.run(everybody[n], runs, PAUSE))
        over.set()
        status = Path(f"/proc/{server.process.pid}/status").read_text()
        server.interrupt()
        show(crowd, int(status.partition("VmHWM:")[2].split()[0]) / 1024)
        print(f"lost or swapped: {crowd.lost(Path(folder)) or 'nothing'}")


def show(crowd: Crowd, memory: float) -> None:
    """Print how long answers took, and the megabytes of the server at most."""
    order = sorted(crowd.seconds)
    print(f"{len(crowd.keys)} people, {len(order)} runs, {WALLS} walls:")
    for word, share in {"median": 0.5, "p95": 0.95, "longest": 1}.items():
        place = min(len(order) - 1, int(share * len(order)))
        print(f"  {word:8}{1000 * order[place]:6.0f} ms")
    print(f"  memory  {memory:6.0f} MB")
    print(f"  refused {len(crowd.refused):6}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
