"""The process that runs a learner's code for the games, and its parent's side.

They talk in lines of JSON. The parent starts another process when this one is lost: the
code ended it, or it doesn't answer.
"""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Lock, RLock, Timer
from typing import Any

from kata_kit import parent
from kata_kit.katas import ROOT, python_path
from kata_kit.watch import PATIENCE, WATCH

CLOSED = "another game has begun since"
GRACE = 10.0  # seconds more than the longest call, for a machine that is busy


class Child:
    """Has a process answer, one request at a time."""

    def __init__(self, seconds: float, katas: Path = ROOT / "katas") -> None:
        self._words = [sys.executable, "-m", __name__, str(seconds), str(katas)]
        self._longest = PATIENCE * seconds + GRACE
        self._lock = Lock()  # of the pipes: one request at a time
        self._state = RLock()  # of what is below
        self._table: object = None  # of the newest request
        self._process: subprocess.Popen[str] | None = None

    def answer(self, verb: str, request: Mapping[str, Any]) -> str:
        """Return the answer of `table.Desk`, as JSON.

        Raises:
            ValueError: if the process was lost; the message is for the page.
        """
        table = request.get("table")
        with self._state:
            if self._lock.locked() and table != self._table:
                self.close()  # A new game doesn't wait for the old one.
            self._table = table
        with self._lock:
            return self._talk(self._ready(table), json.dumps([verb, request]))

    def _ready(self, table: object) -> subprocess.Popen[str]:
        """Return the process, unless another game was begun since."""
        with self._state:
            if table != self._table:
                raise ValueError(CLOSED)
            if self._process is None or self._process.poll() is not None:
                self._process = self._start()
            return self._process

    def close(self) -> None:
        """End the process, from any thread; what is asked at the time fails."""
        with self._state:
            process, self._process = self._process, None
        if process:
            process.kill()
            process.wait()

    def _start(self) -> subprocess.Popen[str]:
        return subprocess.Popen(
            self._words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | {"PYTHONPATH": python_path()},
            encoding="utf-8",
        )

    def _talk(self, process: subprocess.Popen[str], line: str) -> str:
        with suppress(OSError):
            print(line, file=process.stdin, flush=True)
        title = dump = ""
        while reply := self._line(process):
            if not reply.startswith("["):  # `faulthandler` writes before the end.
                dump += reply
                continue
            kind, text = json.loads(reply)
            if kind == "answer":
                return str(text)
            title = text
        if process is not self._process:
            raise ValueError(CLOSED)
        fate = parent.fate(process.wait(), dump)
        raise ValueError("\n".join([f"{title}:", *fate]))

    def _line(self, process: subprocess.Popen[str]) -> str:
        """Return the next line; "" from a process that is lost."""
        assert process.stdout
        timer = Timer(self._longest, process.kill)
        timer.start()
        try:
            return process.stdout.readline()
        finally:
            timer.cancel()


def main(seconds: str, katas: str) -> None:
    """Answer the lines that come in (the process)."""
    from kata_page.table import Desk

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's.
    # What code prints is for the terminal.
    replies, sys.stdout = sys.stdout, sys.stderr
    WATCH.dump = replies

    def send(kind: str, text: str) -> None:
        print(json.dumps([kind, text]), file=replies, flush=True)

    desk = Desk(partial(send, "note"), float(seconds), Path(katas))
    for line in sys.stdin:
        verb, request = json.loads(line)
        send("answer", desk.written_answer(verb, json.dumps(request)))


if __name__ == "__main__":
    main(*sys.argv[1:])
