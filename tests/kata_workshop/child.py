"""One participant's code under the table of one kata, in a process that can be ended as a whole.

    python child.py < task.json > record.json

It runs pytest as anybody would with `--submission=<file>`. The record goes out on what was standard
output: before pytest starts, that is moved to a descriptor that no other process inherits.
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
    """Collects what the reports of one run say, and holds what the code under test may read."""

    __name__ = "kata-child"  # `kata_kit.running` finds it by this name.

    def __init__(self, own: str) -> None:
        super().__init__()
        self.own = Path(own)


def run(task: Mapping[str, Any]) -> KataRecord:
    """Run the table of one kata, as `kata_workshop.run` asks, and return what came of it."""
    handback, kata = Handback(task["own"]), BY_NAME[task["kata"]]
    screen = sys.stdout = io.StringIO()
    limits = f"--kata-timeout={task['seconds']}", f"--kata-total={task['total_seconds']}"
    quiet = "--color=no", "-pno:cacheprovider", f"--rootdir={ROOT}"
    what = f"--submission={task['file']}", str(ROOT / kata.table)
    code = pytest.main([*what, *limits, *quiet], plugins=[handback])
    record = next(iter(handback.all()), None)
    if record is None or (record.state == GREEN and code != pytest.ExitCode.OK):
        return KataRecord(kata.name, "", STOPPED, f"pytest ended with {code!r}")
    return replace(record, verdict=screen.getvalue())


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
