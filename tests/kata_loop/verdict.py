"""Tell a workflow of a code host about a push: `python -m katas verdict`.

The page of the run shows what pytest says, boards included; the line of the learner's
file that the first failure of a kata is about gets an annotation.
"""

import io
import os
import re
import sys
from collections.abc import Sequence
from contextlib import nullcontext, redirect_stdout
from pathlib import Path

import pytest
from kata_kit.katas import BY_NAME, PATH, ROOT, unknown
from kata_kit.layout import cut
from kata_kit.record import BROKEN, CaseRecord, Failure, KataRecord, Records
from kata_kit.sources import is_stub, line_of

USAGE = """\
usage: python -m katas verdict [KATA...]

Runs pytest for each KATA, or for those that are begun. What it says is added to the file that
$GITHUB_STEP_SUMMARY names, or printed; annotations are printed. The exit code is that of pytest.
"""
LONGEST = 500_000  # characters; a page of GitHub takes a megabyte


def main(arguments: Sequence[str]) -> int:
    """Run pytest, tell what it says, and return its exit code.

    The exit code is 2 for a name that is no kata.
    """
    for wrong in (name for name in arguments if name not in BY_NAME):
        help_asked = wrong in ("-h", "--help")
        print(USAGE if help_asked else f"error: {unknown(wrong)}", file=sys.stderr)
        return 0 if help_asked else 2
    files = {
        kata.name: ROOT / kata.stub for kata in PATH if (ROOT / kata.stub).exists()
    }
    katas = arguments or [
        name for name, file in files.items() if not is_stub(_text(file))
    ]
    if not katas:
        _tell("No kata is begun: every file in `katas/` is as it was.\n")
        return 0
    os.environ["COLUMNS"] = "80"
    told = Records()
    typed = [
        *(f"{ROOT}/katas/{kata}" for kata in katas),
        "--color=no",
        f"--rootdir={ROOT}",
    ]
    with redirect_stdout(io.StringIO()) as screen:
        code = pytest.main(typed, plugins=[told])
    _tell(fenced(cut(screen.getvalue(), LONGEST)))
    for record in told.all():
        for case in record.failures[:1]:
            print(annotation(record, case))
    return int(code)


def annotation(record: KataRecord, case: CaseRecord) -> str:
    """Return the command of a workflow that puts a failure at its line.

    >>> annotation(KataRecord("k", "x.py", "", ""), CaseRecord("k", "s", "A: 50%", "failed"))
    '::error file=x.py,line=1,title=A%3A 50%25::'
    """
    failure = case.failure or Failure("")
    line = failure.place.line if failure.place else 0
    # If the failure names no line, the function that failed begins at one.
    line = line or line_of(case.function, ROOT / record.file)
    broken = case.status == BROKEN  # That is about no case.
    title = _escaped("it cannot be loaded" if broken else case.title)
    title = title.replace(":", "%3A").replace(",", "%2C")
    return (
        f"::error file={record.file},line={line},title={title}"
        f"::{_escaped(failure.headline)}"
    )


def fenced(text: str) -> str:
    """The text as a block of Markdown that nothing in it can end.

    >>> fenced("a ``` b").split()[0]
    '````text'
    """
    fence = "`" * max(2, *map(len, re.findall("`+", text)), 0) + "`"
    return f"{fence}text\n{text.rstrip()}\n{fence}\n"


def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8", errors="replace") if file.exists() else ""


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _tell(text: str) -> None:
    page = os.environ.get("GITHUB_STEP_SUMMARY")
    with open(page, "a", encoding="utf-8") if page else nullcontext(sys.stdout) as file:
        file.write(text)
