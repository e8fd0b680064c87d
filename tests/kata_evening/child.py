"""pytest on one file, under the guard: started by `submissions.Runner`."""

import sys
from pathlib import Path
from typing import Any

import pytest
from kata_kit.katas import BY_NAME
from kata_kit.record import written

from kata_evening.process import confine, pipe_of_answers

OPTIONS = ["--color=no", "-p", "no:cacheprovider", "-p", "no:faulthandler"]


class Confined:
    """Confines this process when pytest has collected, and hands the record on."""

    def __init__(self, *guarded: Any) -> None:
        self._guarded, self._answers = guarded, pipe_of_answers()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self) -> None:
        confine(*self._guarded)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        summary: Any = session.config.pluginmanager.get_plugin("kata-summary")
        with self._answers:
            self._answers.write(written(summary.all()))


def main(file: str, parent: str, *words: str) -> int:
    """Run pytest; the words are its further options."""
    tests, path = BY_NAME[Path(file).stem].tests, Path(file)
    words = (str(tests), f"--file-under-test={file}", *OPTIONS, *words)
    return int(pytest.main([*words], [Confined(path, parent)]))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
