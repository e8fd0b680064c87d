"""`pytest --submission=PATH`: other people's files, each in a pytest of its own."""

import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from kata_kit.code import TIMES_A_CALL
from kata_kit.katas import PATH, Kata, Paths, kata_at
from kata_kit.parent import fate
from kata_kit.record import GREEN, STOPPED, KataRecord, lines_of

from kata_evening import report
from kata_evening.checked import record_in
from kata_evening.files import Submission
from kata_evening.process import (
    MOST_READ,
    Child,
    at_once,
    parent_of,
    submissions,
    within,
)
from kata_evening.report import Result

TIMES_THE_TOTAL = 2  # because the clock on the wall counts sleep, too
SECONDS_TO_START = 30.0


def main(config: pytest.Config) -> int:
    """Run the files; the exit code is 0 only if all are green.

    Raises:
        pytest.UsageError: if nothing can be run, or no report written.
    """
    stream: Any = sys.stdout
    stream.reconfigure(errors="backslashreplace")  # for names of every script
    option = config.option
    path = Path(config.invocation_params.dir, option.submission)
    try:
        parent = parent_of(trusted=option.trust)
        report.check(option.report)
        files = submissions(path, parent, meant(config))
    except (OSError, ValueError) as error:
        raise pytest.UsageError(str(error)) from None
    work = partial(result, parent, limits_of(option))
    results, is_all = at_once(work, files)
    show(results)
    try:
        for file in option.report:
            report.write(file, results)
            print(f"The report: {Path(file).absolute()}")
    except OSError as error:
        raise pytest.UsageError(f"no report: {error}") from None
    if not is_all:
        print(f"ended early: {len(results)} of {len(files)}")
    return int(not is_all or any(each.record.state != GREEN for each in results))


class Limits(NamedTuple):
    """How long pytest may take with one file, and its options that say so."""

    seconds: float
    words: list[str]


def limits_of(option: Any) -> Limits:
    total = option.kata_total or TIMES_A_CALL * option.kata_timeout
    words = f"--kata-timeout={option.kata_timeout}", f"--kata-total={total}"
    return Limits(TIMES_THE_TOTAL * total + SECONDS_TO_START, [*words])


def show(results: Sequence[Result]) -> None:
    """Show the matrix of each kata; of a file alone, its first failure as well."""
    for section in report.sections(results):
        print("", *section.lines(), sep="\n")
    for case in results[0].record.failures[:1] if len(results) == 1 else ():
        if case.failure:
            print("", case.title, case.headline, *lines_of(case.failure), sep="\n")


def meant(config: pytest.Config) -> list[Kata]:
    """Return the katas in the arguments of pytest; none for all."""
    paths = Paths(lambda kata: kata.tests)
    files = paths.replaced(config.args, config.invocation_params.dir)
    katas = [kata_at(Path(file.partition("::")[0])) for file in files]
    return [kata for kata in PATH if kata in katas]


def result(parent: str, limits: Limits, file: Submission) -> Result:
    """Return what came of a file; a record that is missing is never green."""
    kata, nothing = file.kata, subprocess.DEVNULL
    with closing(Child(file, "child", parent, *limits.words, stdin=nothing)) as child:
        text = answer(child, limits.seconds)
        try:
            record = record_in(text, kata)
        except ValueError:
            words = child.problem or fate(child.process.wait(), "")[0]
            record = KataRecord(kata.name, f"{kata.name}.py", STOPPED, words)
    return Result(file.participant, record)


def answer(child: Child, seconds: float) -> str:
    """Return what a process says, within bounds; then it has ended."""
    if not child.process:
        return ""
    with within(seconds, child.process) as late:
        with child.process.stdout as pipe:
            data = pipe.read(MOST_READ)
        child.process.wait()
    child.problem = "".join(late)
    return str(data, errors="replace")
