"""The hooks of a workshop: a test for each participant and kata, without a look into their files.

    submissions::ada::tictactoe_winner

What came of one is attached to its report as plain values, which pytest-xdist carries
from process to process; `--junitxml` and other plugins see one test.
"""

import signal
import sys
from collections.abc import Generator, Iterable
from contextlib import suppress
from dataclasses import asdict, replace
from math import inf
from pathlib import Path
from secrets import token_hex
from typing import NoReturn

import pytest
from kata_kit.katas import KataFiles
from kata_kit.process import Limits
from kata_kit.record import BROKEN, GREEN, RED, STOPPED, KataRecord
from kata_kit.sources import Source
from kata_report.report import targets

from kata_workshop import kept
from kata_workshop.evening import Evening
from kata_workshop.names import Aliases
from kata_workshop.participants import Gathering, Submitted
from kata_workshop.run import TERMS, Terms, held, isolation, run
from kata_workshop.screen import Screen

# Stands for the folder of the submissions, which pytest itself shall never look into:
# there may be a conftest.py in it, or a thousand files of an environment.
STANDS_FOR_ALL = Path(__file__)


def set_up(
    config: pytest.Config, source: Source, katas: Iterable[KataFiles], limits: Limits
) -> None:
    """Have this run be about everybody's files for these katas; the source is a `Gathering`.

    Raises UsageError if a report cannot be written.
    """
    assert isinstance(source, Gathering)
    reports = targets(config.getoption("report"), config.invocation_params.dir)
    if config.getoption("anonymous"):
        # pytest-xdist hands this to its processes: all of them have to draw the same
        # animals.
        shared: dict[str, str] = getattr(config, "workerinput", vars(config.option))
        lot = shared["testrunuid"] = shared.get("testrunuid") or token_hex(8)
        source = replace(source, aliases=Aliases(source.participants, lot))
    holds, meant = held(limits), list(katas)
    named = [] if meant == list(source.katas()) else [kata.name for kata in meant]
    # An evening is over when somebody says so.
    budgets = "participant_total", "workshop_total"
    each, total = (inf if source.live else config.getoption(name) for name in budgets)
    place = kept.place(config, holds)
    config.stash[TERMS] = Terms(source, limits, named, each, total, kept=place)
    config.args[:] = [str(STANDS_FOR_ALL)]
    config.pluginmanager.register(sys.modules[__name__], "kata-workshop")
    if source.live:
        config.option.dist = (
            "no"  # `-n` says how many files run at once; threads start them.
        )
        config.pluginmanager.unregister(name="dsession")
    elif getattr(config.option, "dist", "no") != "no":
        # One participant's files run in one process, which knows what is left of their
        # budget.
        config.option.dist = "loadscope"
    for name in (
        "SIGHUP",
        "SIGTERM",
    ):  # A closed terminal (not on Windows), and `kill`.
        number = getattr(signal, name, None)
        with suppress(ValueError):  # Only the main thread may ask for this.
            if (
                number and signal.getsignal(number) == signal.SIG_DFL
            ):  # With `nohup` it is not.
                signal.signal(number, _end_as_after_ctrl_c)
    if not hasattr(config, "workerinput") and not config.option.collectonly:
        # pytest's own reporter has a line for everything, and makes no picture of it.
        config.pluginmanager.set_blocked("terminalreporter")
        screen = Screen(config, reports, isolation(limits, holds))
        config.pluginmanager.register(screen, "kata-screen")
        if source.live:
            config.pluginmanager.register(Evening(config, screen), "kata-evening")


def _end_as_after_ctrl_c(number: int, frame: object) -> NoReturn:
    """Whatever ends this run, have it end what it started, and tell what it knows."""
    signal.signal(number, signal.SIG_IGN)  # A terminal that is closed says so twice.
    raise KeyboardInterrupt


def pytest_collect_file(
    file_path: Path, parent: pytest.Collector
) -> pytest.Collector | None:
    """Collect everybody's files in place of the one that stands for them."""
    return (
        Everybody.from_parent(parent, path=file_path)
        if file_path == STANDS_FOR_ALL
        else None
    )


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Give the report its record; a failure reads as the participant's own run."""
    report = yield
    record = getattr(item, "record", None)
    if call.when == "call" and isinstance(record, KataRecord):
        report.workshop = asdict(record)  # type: ignore[attr-defined]
        unchanged = item.config.stash[TERMS].unchanged
        report.unchanged = item.nodeid in unchanged  # type: ignore[attr-defined]
        if report.failed:
            report.longrepr = record.verdict or record.words
    return report


class Everybody(pytest.File):
    """Collects the tests, in the order of the files."""

    def collect(self) -> Iterable[pytest.Item]:
        """Make the tests."""
        for one in self.config.stash[TERMS].meant:
            name = one.node_id.partition("::")[2]
            item: Attempt = Attempt.from_parent(self, name=name, nodeid=one.node_id)
            item.submitted = one
            yield item


class Attempt(pytest.Item):
    """One participant's file under the table of one kata."""

    submitted: Submitted
    record: KataRecord | None = None

    def runtest(self) -> None:
        """Run the table, and fail or skip with what the participant would have read."""
        self.record = run(self.submitted, self.config.stash[TERMS])
        if self.record.state in (RED, BROKEN, STOPPED):
            pytest.fail(self.record.words, pytrace=False)
        if self.record.state != GREEN:
            pytest.skip(self.record.words)

    def reportinfo(self) -> tuple[Path, None, str]:
        """Where the test is, for reports of pytest: it has no line."""
        return STANDS_FOR_ALL, None, self.name
