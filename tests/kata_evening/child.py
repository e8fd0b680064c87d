"""pytest on one file, under the guard: started by `process.Job`."""

import faulthandler
import os
import sys
from mmap import mmap
from pathlib import Path
from typing import Any

import pytest
from kata_kit import parent
from kata_kit.katas import BY_NAME
from kata_kit.record import written
from kata_kit.watch import WATCH

from kata_evening.process import DUMP, NOTE, OWN, RESULT, SCREEN, confine

OPTIONS = ["--color=no", "-p", "no:cacheprovider", "-p", "no:faulthandler"]


class Note(parent.Slot):
    """A place in a file for the test that runs: who waits for this process reads it."""

    def __init__(self, path: Path) -> None:
        path.write_bytes(bytes(parent.LONGEST))
        with path.open("r+b") as file:
            self._memory = mmap(file.fileno(), 0)


class Confined:
    """Confines this process when pytest has collected, and hands the record on."""

    def __init__(self, folder: Path, *guarded: Any) -> None:
        self._result = (folder / RESULT).open("w", encoding="utf-8")
        self._dump = (folder / DUMP).open("w")
        self._note = Note(folder / NOTE)
        self._guarded = guarded

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self) -> None:
        parent.SLOTS[:] = [self._note]
        WATCH.dump = self._dump
        faulthandler.enable(self._dump, all_threads=False)
        confine(*self._guarded)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        summary: Any = session.config.pluginmanager.get_plugin("kata-summary")
        with self._result:
            self._result.write(written(summary.all()))


def main(folder: str, name: str, starter: str, *words: str) -> int:
    """Run pytest; the words are its further options."""
    with Path(folder, SCREEN).open("wb") as screen:
        os.dup2(screen.fileno(), 1)
        os.dup2(screen.fileno(), 2)
    kata, own = BY_NAME[name], Path(folder, OWN)
    file = f"--file-under-test={own / name}.py"
    confined = Confined(Path(folder), starter, own, kata)
    return int(pytest.main([str(kata.tests), file, *OPTIONS, *words], [confined]))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
