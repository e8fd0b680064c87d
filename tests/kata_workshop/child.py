"""One participant's code under the table of one kata, in a process that can be ended as a whole.

    python child.py < task.json > record.json

It runs pytest as anybody would with `--submission=<file>`. The code under test is one process
further away, as ever. The results go out on what was standard output when the process began;
before pytest starts, that is moved to a descriptor that no other process inherits.
"""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    # A script's own folder stands first on the path; the packages are found beside its folder.
    sys.path[0] = str(Path(__file__).resolve().parents[1])

import pytest
from kata_kit.katas import BY_NAME, ROOT
from kata_kit.record import GREEN, STOPPED, KataRecord
from kata_kit.summary import Records


class Handback(Records):
    """Collects what the reports of one run say.

    Attributes:
        own: what the code under test may read.

    Args:
        task: what `kata_workshop.run` sends.
    """

    # What pytest registers a plugin under, and `kata_kit.hooks` finds it by.
    __name__ = "kata-child"

    def __init__(self, task: Mapping[str, Any]) -> None:
        super().__init__()
        self.kata = BY_NAME[task["kata"]]
        self.own = Path(task["own"])


def run(task: Mapping[str, Any]) -> KataRecord:
    """Run the table of one kata and return what came of it."""
    handback = Handback(task)
    screen = sys.stdout = io.StringIO()
    code = pytest.main(
        [
            f"--submission={task['file']}",
            f"--kata-timeout={task['seconds']}",
            f"--kata-total={task['total_seconds']}",
            "--color=no",
            "-pno:cacheprovider",
            f"--rootdir={ROOT}",
            str(ROOT / handback.kata.table),
        ],
        plugins=[handback],
    )
    verdict = screen.getvalue()
    record = next(iter(handback.all()), None)
    if record is None or (record.state == GREEN and code != pytest.ExitCode.OK):
        return KataRecord(handback.kata.name, "", STOPPED, f"pytest ended with {code!r}")
    return replace(record, verdict=verdict)


def main() -> None:
    """Take a task from standard input, do it, and write the record."""
    task = json.load(sys.stdin)
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as back:
        nowhere = os.open(os.devnull, os.O_RDWR)
        for standard in (0, 1):
            os.dup2(nowhere, standard)
        json.dump(run(task).as_dict(), back)


if __name__ == "__main__":
    main()
