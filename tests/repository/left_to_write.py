"""What is left to write of a kata: one line each, in the order in which to do it.

A test with the mark `to_write` says in the message of its assertion what is missing, as
"file: what". The lines stand at the end of the run.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from textwrap import wrap
from typing import Any

import pytest
from kata_kit.katas import PATH, KataFiles

MARK = "to_write"
# A line that tells more than its first rows is no clear line.
MOST_ROWS = 3


def message(error: BaseException) -> str:
    """The first line of an assertion's message; empty for any other exception."""
    lines = str(error).splitlines()
    if not isinstance(error, AssertionError) or not lines or lines[0].startswith("assert "):
        return ""
    return lines[0]


def order(kata: KataFiles) -> list[str]:
    """The files of a kata, in the order of writing."""
    return [
        kata.statement,
        kata.stub,
        kata.solution,
        kata.table,
        kata.misconceptions,
        kata.benchmark,
    ]


def by_file(messages: Iterable[str]) -> dict[str, list[str]]:
    """What is missing, by file, in the order of writing; each once."""
    files = [file for kata in PATH for file in order(kata)]
    found: dict[str, list[str]] = {}
    for line in dict.fromkeys(messages):
        file, _, what = line.partition(": ")
        found.setdefault(file, []).append(what)
    places = {file: files.index(file) if file in files else len(files) for file in found}
    for file in found:
        folder = next((entry for entry in files if file.startswith(f"{entry}/")), None)
        if folder:
            places[file] = files.index(folder)
    return {file: found[file] for file in sorted(found, key=places.__getitem__)}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Note what a failed test says is left to write."""
    report = yield
    if call.excinfo and item.get_closest_marker(MARK):
        left = message(call.excinfo.value)
        if left:
            report.left_to_write = left  # type: ignore[attr-defined]
    return report


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter: Any) -> Generator[None, None, None]:
    """List what is left; with `-k <kata>`, instead of pytest's own texts."""
    stats: dict[str, list[Any]] = terminalreporter.stats
    failed = stats.get("failed", [])
    left = [report for report in failed if hasattr(report, "left_to_write")]
    # Who asks for one kata wants the list; -v shows what is behind it, and a whole run does.
    if terminalreporter.config.option.keyword and terminalreporter.verbosity <= 0:
        stats["failed"] = [report for report in failed if report not in left]
    try:
        return (yield)
    finally:
        if left:
            stats["failed"] = failed
            terminalreporter.write_sep("=", "left to write", bold=True)
            for line in lines(by_file(report.left_to_write for report in left)):
                terminalreporter.write_line(line)


def lines(left: dict[str, list[str]]) -> list[str]:
    """The lines for the terminal, in 80 columns."""
    told = []
    for file, parts in left.items():
        told.append(file)
        for part in parts:
            rows = wrap(part, 76, initial_indent="  - ", subsequent_indent="    ")
            told += rows[:MOST_ROWS]
            if len(rows) > MOST_ROWS:
                told[-1] += " ..."
    return told
