"""`pytest --submission=PATH`: other people's files, each in a pytest of its own."""

import sys
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from kata_kit.code import TIMES_A_CALL
from kata_kit.katas import PATH, Kata, kata_at
from kata_kit.record import GREEN, STOPPED, KataRecord, failure_lines

from kata_evening import report
from kata_evening.checked import record_in, stages_in
from kata_evening.files import submissions
from kata_evening.process import Child, Submission, at_once, parent_of
from kata_evening.report import Result

TIMES_THE_TOTAL = 2  # because the clock on the wall counts sleep, too
SECONDS_TO_START = 30.0
# Options that would be lost: each file is run whole, in a process of its own.
NOT_WITH_IT = {
    "solution": "--solution",
    "case": "--case",
    "keyword": "-k",
    "hints": "--hints",
    "record": "--record",
    "all_stages": "--all-stages",
    "lf": "--lf",
    "usepdb": "--pdb",
    "trace": "--trace",
}


def main(config: pytest.Config) -> int:
    """Run the files; the exit code is 0 only if all are green.

    Raises:
        pytest.UsageError: if nothing can be run, or no report written.
    """
    stream: Any = sys.stdout
    stream.reconfigure(errors="backslashreplace")  # for names of every script
    option = config.option
    for name, word in NOT_WITH_IT.items():
        if config.getoption(name, None):  # There's no --lf without pytest's cache.
            raise pytest.UsageError(f"{word} and --submission: expected one, got both")
    path = Path(config.invocation_params.dir, option.submission)
    try:
        parent = parent_of(trusted=option.trust)
        report.check(option.report, ".html", ".json")
        files = submissions(path, parent, meant(config))
    except (OSError, ValueError) as error:
        raise pytest.UsageError(str(error)) from None
    total = option.kata_total or TIMES_A_CALL * option.kata_timeout
    words = [f"--kata-timeout={option.kata_timeout}", f"--kata-total={total}"]
    seconds = TIMES_THE_TOTAL * total + SECONDS_TO_START
    results = at_once(partial(result, parent, seconds, words), files)
    show(results)
    try:
        for file in option.report:
            report.write(file, results)
            print(f"The report: {Path(file).absolute()}")
    except OSError as error:
        raise pytest.UsageError(f"no report: {error}") from None
    if len(results) < len(files):
        print(f"ended early: {len(results)} of {len(files)}")
    green = [result for result in results if result.record.state == GREEN]
    return int(len(green) < len(files))


def show(results: Sequence[Result]) -> None:
    """Show the matrix of each kata; of a file alone, its first failure as well."""
    for section in report.sections(results):
        print("", *section.lines(), sep="\n")
    for case in results[0].record.failures[:1] if len(results) == 1 else ():
        if case.failure:
            print("", case.title, case.headline, *failure_lines(case.failure), sep="\n")


def meant(config: pytest.Config) -> Sequence[Kata]:
    """Return the katas in the arguments of pytest, or all."""
    here = config.invocation_params.dir
    katas = [kata_at(here / word.partition("::")[0]) for word in config.args]
    return [kata for kata in PATH if kata in katas] or PATH


def result(parent: str, seconds: float, words: list[str], file: Submission) -> Result:
    """Return what came of a file; a record that is missing is never green."""
    with closing(Child("tester", file, parent, seconds)) as child:
        try:
            record = record_in(child.ask(words=words), file.kata)
        except (OSError, ValueError) as error:
            stages = stages_in(file.kata, ())
            record = KataRecord(file.kata.name, "", STOPPED, str(error), stages)
    return Result(file.participant, record)
