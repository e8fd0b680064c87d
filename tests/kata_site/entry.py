"""The functions that the page calls in its worker.

They take and return texts; the page has written the learner's files beforehand.
"""

import io
import json
import shlex
import traceback
import zipfile
from collections.abc import Collection, Mapping
from typing import Any

import pytest
from kata_kit.katas import BY_NAME, ROOT, offered
from kata_kit.process import Limits
from kata_kit.progress import of_path
from kata_kit.sources import YourCode
from kata_kit.writing import bar
from kata_play.desk import ALL_DAY, Desk
from kata_play.table import Table
from kata_worker.calls import load

from kata_site import in_page
from kata_site.restoring import Classes

# Options that need a terminal, more processes, or packages that are not here.
ELSEWHERE = (
    *("--pdb", "--trace", "--benchmark", "--submission", "--report", "--watch", "-n"),
    *("--pdbcls", "--debug"),
)
SECONDS = Limits.seconds
HERE = "<stdin>"  # as Python calls a line that is typed

in_page.take_place()


def run(kata: str, options: str) -> tuple[int, str, list[tuple[str, str, bool]]]:
    """Run pytest for a kata with the options that are typed.

    Returns the exit code, changes to a class that pytest may need, and
    the progress: the bar of each kata, and whether it is green.
    """
    try:
        words = shlex.split(options)
    except ValueError as error:
        return _refused(f"{error} in {options}")
    for word in words:
        if word.startswith(ELSEWHERE):
            return _refused(f"{word} is not for this page: it needs a clone.")
    classes = Classes()
    code = int(pytest.main([f"katas/{kata}", "--color=yes", *words]))
    known = [one for one in of_path(ROOT / ".pytest_cache") if one.states]
    progress = [(one.kata, bar(one.states), one.is_green) for one in known]
    return code, classes.changed(), progress


def _refused(why: str) -> tuple[int, str, list[tuple[str, str, bool]]]:
    print(f"ERROR: {why}")
    return int(pytest.ExitCode.USAGE_ERROR), "", []


def attempt(kata: str, line: str) -> str:
    """Return what a line shows in `python -i` with the learner's file."""
    process = in_page.Process(Limits(), "")
    shown = process.attempt(SECONDS, lambda: _typed(kata, line))
    if process.gone:
        why = process.autopsy()
        shown += f"{line} did not come back within {SECONDS:g} s\n"
        shown += f"{why.file}:{why.line}\n" if why.file else ""
    return shown


def play(verb: str, asked: str) -> str:
    """Answer the page of the games, as `python -m katas play` does."""
    try:
        return json.dumps(DESK.answer(verb, json.loads(asked)))
    except (ValueError, TypeError, LookupError) as error:
        return json.dumps({"error": str(error)})


def zipped(files: dict[str, str]) -> bytes:
    """Return an archive of files."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return made.getvalue()


class PageDesk(Desk):
    """A desk where there are no threads."""

    def _done(self, table: Table, *asked: Any) -> Mapping[str, Any]:
        return table.answer(*asked)


DESK = PageDesk(YourCode(), Limits(SECONDS, ALL_DAY))


def _typed(kata: str, line: str) -> None:
    entry = BY_NAME[kata]
    path = ROOT / entry.stub
    try:
        module = load(str(path), kata, path.read_bytes(), offered(entry, path))
        exec(compile(line, HERE, "single"), vars(module))
    except in_page.Gone:
        raise
    except BaseException as error:
        _show(error, (HERE, str(path)))


def _show(error: BaseException, files: Collection[str]) -> None:
    """Print a traceback that begins in one of the files."""
    trace = error.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename not in files:
        trace = trace.tb_next
    lines = traceback.format_exception(type(error), error, trace)
    print("".join(lines), end="")
