"""One participant's code under the table of one kata, in a process that can be ended as a whole.

    python child.py FILE OWN KATA SECONDS TOTAL_SECONDS PARENT > record.json

The record goes out on what was standard output, which no other process inherits.
"""

import io
import json
import os
import sys
from contextlib import suppress
from dataclasses import asdict, replace
from pathlib import Path

if __name__ == "__main__":
    # A script's own folder stands first on the path; the packages are found beside its
    # folder.
    sys.path[0] = str(Path(__file__).resolve().parents[1])
    parent = int(sys.argv.pop())
    if sys.platform == "linux":
        with suppress(ImportError):  # Python was built without ctypes.
            from kata_worker.kernel import give_up_privileges

            give_up_privileges()  # It ends with its parent, which Ctrl-C may have ended already.
            if os.getppid() != parent:
                sys.exit()

import pytest
from kata_kit.katas import BY_NAME, ROOT
from kata_kit.record import GREEN, STOPPED, KataRecord
from kata_kit.tally import Records


class Handback(Records):
    """Collects what the reports of one run say, and holds what the code under test may read."""

    __name__ = "kata-child"  # `kata_kit.launcher` finds it by this name.

    def __init__(self, own: str) -> None:
        super().__init__()
        self.own = Path(own)


def run(file: str, own: str, kata: str, seconds: str, total_seconds: str) -> KataRecord:
    """Run the table of one kata, and return what came of it."""
    handback, screen = Handback(own), io.StringIO()
    sys.stdout = screen
    limits = f"--kata-timeout={seconds}", f"--kata-total={total_seconds}"
    quiet = "--color=no", "-pno:cacheprovider", f"--rootdir={ROOT}"
    what = f"--submission={file}", str(ROOT / BY_NAME[kata].table)
    code = pytest.main([*what, *limits, *quiet], plugins=[handback])
    record = next(iter(handback.all()), None)
    if record is None or (record.state == GREEN and code != pytest.ExitCode.OK):
        return KataRecord(kata, "", STOPPED, f"pytest ended with {code!r}")
    return replace(record, verdict=screen.getvalue())


if __name__ == "__main__":
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as back:
        os.dup2(os.open(os.devnull, os.O_RDWR), 1)
        json.dump(asdict(run(*sys.argv[1:])), back)
