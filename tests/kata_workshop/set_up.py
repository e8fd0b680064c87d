"""The hooks of a workshop: a test for each file, `submissions::ada::tictactoe_winner`.

So `-k`, `-x`, `--junitxml` and other plugins see tests, though `runs` runs the files.
"""

import signal
import sys
from collections.abc import Generator, Iterable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import pytest
from kata_kit.katas import KataFiles
from kata_kit.process import Limits
from kata_kit.record import BROKEN, GREEN, RED, STOPPED, KataRecord
from kata_kit.sources import Source
from kata_report.report import targets

from kata_workshop import kept, participants
from kata_workshop.evening import Evening
from kata_workshop.files import Submitted
from kata_workshop.names import Aliases, read
from kata_workshop.participants import Gathering
from kata_workshop.run import TERMS, Terms, held, isolation
from kata_workshop.runs import Once, Runs
from kata_workshop.screen import Screen

# Stands for the folder of the submissions, which pytest itself shall never look into:
# there may be a conftest.py in it, or a thousand files of an environment.
STANDS_FOR_ALL = Path(__file__)


def choose(config: pytest.Config, folder: Path, typed: str) -> Source:
    """Return whose files are in a folder; with `--anonymous` an error names nobody."""
    try:
        return participants.choose(folder, typed, config.getoption("watch"))
    except ValueError:
        if not config.getoption("anonymous"):
            raise
    why = "nothing can be run; without --anonymous it is said why"
    raise ValueError(f"--submission: {why}")


def set_up(
    config: pytest.Config, source: Source, katas: Iterable[KataFiles], limits: Limits
) -> None:
    """Have this run be about everybody's files for these katas.

    Raises:
        UsageError: if a report cannot be written.
    """
    assert isinstance(source, Gathering)
    here, typed = config.invocation_params.dir, config.getoption("roster")
    reports = targets(config.getoption("report"), here, [typed] if typed else [])
    if config.getoption("anonymous"):
        aliases = Aliases(source.participants)
        source = Gathering(source.path, source.typed, aliases, live=source.live)
    elif typed:
        source = replace(source, roster=read(typed, here))
    holds, meant = held(limits), list(katas)
    named = [] if meant == list(source.katas()) else [kata.name for kata in meant]
    terms = Terms(source, limits, named, kept=kept.place(config, holds))
    if not source.live:  # An evening is over when somebody says so.
        each, whole = map(config.getoption, ("participant_total", "workshop_total"))
        terms = replace(terms, participant_total=each, workshop_total=whole)
    config.stash[TERMS] = terms
    config.args[:] = [str(STANDS_FOR_ALL)]
    config.pluginmanager.register(sys.modules[__name__], "kata-workshop")
    # `-n` says how many files run at once: pytest-xdist, which has the option, does not
    # run them.
    config.option.dist = "no"
    config.pluginmanager.unregister(name="dsession")
    _end_by_signals()
    if not config.option.collectonly:
        # pytest's own reporter has a line for everything, and makes no picture of it.
        config.pluginmanager.set_blocked("terminalreporter")
        screen = Screen(config, reports, isolation(limits, holds))
        config.pluginmanager.register(screen, "kata-screen")
        runs = Runs(int(getattr(config.option, "numprocesses", None) or 1))
        loop = (Evening if source.live else Once)(runs, screen, terms)
        config.pluginmanager.register(loop, "kata-loop")


def _end_by_signals() -> None:
    """Have a closed terminal (not on Windows) and `kill` end a run as Ctrl-C does."""
    for name in ("SIGHUP", "SIGTERM"):
        number = getattr(signal, name, None)
        with suppress(ValueError):  # Only the main thread may ask for this.
            # With `nohup` it is ignored.
            if number and signal.getsignal(number) == signal.SIG_DFL:
                signal.signal(number, _end_as_after_ctrl_c)


def _end_as_after_ctrl_c(number: int, frame: object) -> NoReturn:
    signal.signal(number, signal.SIG_IGN)  # A terminal that is closed says so twice.
    raise KeyboardInterrupt(signal.Signals(number).name)


def pytest_collect_file(
    file_path: Path, parent: pytest.Collector
) -> pytest.Collector | None:
    is_all = file_path == STANDS_FOR_ALL
    return Everybody.from_parent(parent, path=file_path) if is_all else None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Have a report tell how long the run of the file took."""
    report = yield
    if call.when == "call" and isinstance(item, Attempt):
        report.duration = item.record.seconds
    return report


class Everybody(pytest.File):
    """Collects the tests, in the order of the files."""

    def collect(self) -> Iterable[pytest.Item]:
        for one in self.config.stash[TERMS].meant:
            name = one.node_id.partition("::")[2]
            item = Attempt.from_parent(self, name=name, nodeid=one.node_id)
            item.one = one
            yield item


class Attempt(pytest.Item):
    """One participant's file under the table of one kata."""

    one: Submitted
    record: KataRecord  # what came of it

    def runtest(self) -> None:
        if self.record.state in (RED, BROKEN, STOPPED):
            pytest.fail(self.record.words)
        if self.record.state != GREEN:
            pytest.skip(self.record.words)

    def repr_failure(self, *_: object, **__: object) -> str:
        """Return what the participant would have read."""
        return self.record.verdict or self.record.words
