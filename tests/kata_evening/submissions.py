"""`pytest --submission=PATH`: other people's files, each in a pytest of its own."""

import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from kata_kit.code import TIMES_A_CALL
from kata_kit.katas import PATH, Kata
from kata_kit.layout import short, width
from kata_kit.paths import Paths, kata_at
from kata_kit.record import GREEN, STOPPED, KataRecord, counted

from kata_evening import report
from kata_evening.checked import record_in
from kata_evening.files import Submission, gather, in_short, say
from kata_evening.process import RESULT, Job, everything, parent_of, run
from kata_evening.report import Result

TIMES_THE_TOTAL = 2  # because the clock on the wall counts sleep, too
SECONDS_TO_START = 30.0
HANDED_ON = "kata_timeout", "kata_total", "case", "hints"  # options


def main(config: pytest.Config) -> int:
    """Run the files; the exit code is 0 only if all are green.

    Raises:
        pytest.UsageError: if nothing can be run, or no report written.
    """
    option = config.option
    path = Path(config.invocation_params.dir, option.submission)
    try:
        parent = parent_of(trusted=option.trust)
        report.check(option.report)
        files = submitted(path, parent, meant(config))
    except (OSError, ValueError) as error:
        raise pytest.UsageError(str(error)) from None
    limits = limits_of(option)
    jobs = (Job(file, parent, *limits) for file in files)
    results = finished(jobs, files, alone=path.suffix == ".py")
    try:
        for file in option.report:
            report.write(file, results)
    except OSError as error:
        raise pytest.UsageError(f"no report: {error}") from None
    is_green = all(result.record.state == GREEN for result in results)
    return int(not is_green or len(results) < len(files))


def limits_of(option: Any) -> tuple[float, list[str]]:
    """Return the seconds for a file as a whole, and the options of its pytest."""
    total = option.kata_total or TIMES_A_CALL * option.kata_timeout
    values = [(name.replace("_", "-"), getattr(option, name)) for name in HANDED_ON]
    words = [f"--{name}={value}" for name, value in values if value]
    return TIMES_THE_TOTAL * total + SECONDS_TO_START, words


def finished(
    jobs: Iterable[Job], files: Sequence[Submission], *, alone: bool
) -> list[Result]:
    """Run jobs, and show what came of each, or of all: those that Ctrl-C left."""
    found = dict[tuple[str, Kata], Result]()
    with suppress(KeyboardInterrupt):
        for job in run(jobs):
            found[job.file[:2]] = result_of(job)
            if alone:
                say(job.screen(), *([] if job.read(RESULT) else job.fate()))
            elif sys.stderr.isatty():
                print(f"{len(found)} of {len(files)}", end="\r", file=sys.stderr)
    results = [found[file[:2]] for file in files if file[:2] in found]
    for section in [] if alone else report.sections(results):
        say("", *(short(line, width()) for line in section.lines()))
    if len(results) < len(files):
        say(f"ended early: {len(results)} of {counted(len(files), 'file')}")
    return results


def meant(config: pytest.Config) -> list[Kata]:
    """Return the katas in the arguments of pytest; none for all."""
    paths = Paths(
        lambda kata: kata.tests, yours=False, benchmarks=False, doctests=False
    )
    files = paths.replaced(config.args, config.invocation_params.dir)
    katas = [kata_at(Path(file.partition("::")[0])) for file in files]
    return [kata for kata in PATH if kata in katas]


def submitted(path: Path, parent: str, katas: Sequence[Kata]) -> list[Submission]:
    """Return everybody's files, and name what else there is.

    Raises:
        OSError: if there is nothing at the path.
        ValueError: if there is no file of a kata.
    """
    files = everything(path, parent)
    if path.suffix == ".py" and len(katas) == 1:  # It may have any name.
        files = {(f"{katas[0].name}.py",): data for data in files.values()}
    submissions, left = gather(files, path.stem, katas or PATH)
    if not submissions:
        such = f"ada/{PATH[0].name}.py"
        raise ValueError(f"{path}: expected files of a kata, such as {such}")
    if left:
        say(in_short(left))
    return submissions


def result_of(job: Job) -> Result:
    """Return what came of a file; a record that is missing is never green."""
    kata = job.file.kata
    try:
        record = record_in(job.read(RESULT), kata)
    except ValueError:
        words, *_ = job.fate()
        record = KataRecord(kata.name, f"{kata.name}.py", STOPPED, words)
    return Result(job.file.participant, record)
