"""The functions that the page calls in its worker.

They take and return texts; the page has written the learner's files beforehand.
"""

import io
import json
import shlex
import traceback
import zipfile
from collections.abc import Mapping
from typing import Any

import pytest
from kata_kit.katas import BY_NAME, ROOT, offered
from kata_kit.process import Limits
from kata_kit.progress import CACHE, of_path
from kata_kit.sources import YourCode
from kata_kit.writing import bar
from kata_play.table import ALL_DAY, Desk, Table
from kata_worker.calls import load

from kata_site import in_page
from kata_site.restoring import same_classes

# Options that need a terminal, more processes, or packages that are not here.
ELSEWHERE = (
    *("--pdb", "--trace", "--benchmark", "--submission", "--report", "--watch", "-n"),
)
HERE = "<stdin>"  # as Python calls a line that is typed

in_page.take_place()


def run(kata: str, options: str) -> str:
    """Run pytest for a kata with the options that are typed.

    Returns as JSON whether pytest came to an end of its own, the files of its cache,
    and the progress: the bar of each kata, and whether it is green.
    """
    code: int = pytest.ExitCode.USAGE_ERROR
    try:
        words = shlex.split(options)
    except ValueError as error:
        print(f"ERROR: {error} in {options}")
    else:
        if refused := [word for word in words if word.startswith(ELSEWHERE)]:
            print(f"ERROR: {refused[0]} is not for this page: it needs a clone.")
        else:
            # Code warns where it prints, as in a process of its own.
            here = "--color=yes", "-p", "no:warnings"
            with same_classes():
                code = pytest.main([f"katas/{kata}", *here, *words])
    files = [file for file in CACHE.glob("v/**/*") if file.is_file()]
    told = {
        "broken": code == pytest.ExitCode.INTERNAL_ERROR,
        "cache": {str(file.relative_to(ROOT)): file.read_text() for file in files},
        "progress": {
            one.kata: {"bar": bar(one.states), "green": one.is_green}
            for one in of_path()
            if one.states
        },
    }
    return json.dumps(told)


def attempt(kata: str, line: str) -> str:
    """Return what a line shows in `python -i` with the learner's file."""
    path = ROOT / BY_NAME[kata].stub
    process = in_page.Process(Limits(), str(path.parent))

    def typed() -> None:
        references = offered(BY_NAME[kata], path)
        try:
            module = load(str(path), kata, path.read_bytes(), references)
            exec(compile(line, HERE, "single"), vars(module))
        except in_page.Gone:
            raise
        except BaseException as error:
            trace = error.__traceback__
            # It begins in what somebody has written.
            while trace and trace.tb_frame.f_code.co_filename not in (HERE, str(path)):
                trace = trace.tb_next
            told = traceback.format_exception(error.with_traceback(trace))
            print("".join(told), end="")

    shown = process.attempt(typed)
    late = f"{line} did not come back within {Limits.seconds:g} s\n"
    return shown + late if process.gone else shown


def play(verb: str, asked: str) -> str:
    """Answer the page of the games, as `python -m katas play` does."""
    try:
        return json.dumps(DESK.answer(verb, json.loads(asked)))
    except ValueError as error:
        return json.dumps({"error": str(error)})


class PageDesk(Desk):
    """A desk where there are no threads."""

    def _done(self, table: Table, *asked: Any) -> Mapping[str, Any]:
        return table.answer(*asked)


DESK = PageDesk(YourCode(), Limits(Limits.seconds, ALL_DAY))


def zipped(files: dict[str, str]) -> bytes:
    """Return an archive of files."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return made.getvalue()
