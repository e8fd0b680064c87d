"""Tell a workflow of a code host about a push: `python -m katas verdict`.

The page of the run shows pytest's own words, and annotations show the first failures. A
host reads commands in the output of a run (`::add-mask::`, `##[error]`), so no line of
somebody's code may look like one.
"""

import io
import os
from collections.abc import Sequence
from contextlib import redirect_stdout
from textwrap import indent

import pytest
from kata_kit.katas import PATH, ROOT
from kata_kit.layout import cut
from kata_kit.parsing import is_stub, line_of
from kata_kit.record import BROKEN, CaseRecord, Failure, KataRecord
from kata_kit.sources import code
from kata_kit.spelling import Parser
from kata_kit.tally import Records

WHAT = """Run pytest for each kata that is begun, and return its exit code.
Its words are added to the file that $GITHUB_STEP_SUMMARY names, or printed.
Annotations are printed."""
LONGEST = 500_000  # characters; a page of GitHub takes a megabyte


def main(arguments: Sequence[str]) -> int:
    """Run pytest, tell what it says, and return its exit code."""
    Parser("python -m katas verdict", description=WHAT).parse_args(arguments)
    katas = [str(ROOT / "katas" / kata.name) for kata in PATH if is_begun(kata.stub)]
    if not katas:
        tell("No kata is begun: every file in `katas/` is as it was.\n")
        return 0
    os.environ["COLUMNS"] = "80"
    records, screen = Records(), io.StringIO()
    with redirect_stdout(screen):
        options = ["--color=no", f"--rootdir={ROOT}"]
        exit_code = pytest.main([*katas, *options], plugins=[records])
    # No line of it is Markdown if all are indented, also the empty ones.
    tell(indent(f"\n{cut(screen.getvalue(), LONGEST)}", "    ", lambda _: True))
    for record in records.all():
        for case in record.failures[:1]:
            print(annotation(record, case))
    return int(exit_code)


def is_begun(stub: str) -> bool:
    """Return True if a file is there, and is no stub."""
    try:
        return not is_stub(code(ROOT / stub).decode("utf-8", "replace"))
    except ValueError:
        return False


def tell(text: str) -> None:
    """Add Markdown to the page of the run; print it harmlessly where there is none."""
    if page := os.environ.get("GITHUB_STEP_SUMMARY"):
        with open(page, "a", encoding="utf-8") as file:
            file.write(text)
    else:
        for line in text.splitlines():
            print(f"| {harmless(line)}")


def annotation(record: KataRecord, case: CaseRecord) -> str:
    """Return the command of a workflow that puts a failure at its line.

    >>> case = CaseRecord("k", "s", "A: 50%", "failed", "f", Failure("got ##[x]"))
    >>> annotation(KataRecord("k", "x.py", "", ""), case)
    '::error file=x.py,line=1,title=A%3A 50%25::got # #[x]'
    """
    failure = case.failure or Failure("")
    line = failure.place.line if failure.place else 0
    # If the failure names no line, the function that failed begins at one.
    line = line or line_of(case.function, ROOT / record.file)
    # A file that cannot be loaded is not about the case.
    title = "it cannot be loaded" if case.status == BROKEN else case.title
    title = escaped(title).replace(":", "%3A").replace(",", "%2C")
    where = f"file={record.file},line={line},title={title}"
    return f"::error {where}::{escaped(failure.headline)}"


def escaped(text: str) -> str:
    """Return the text as the value of a command."""
    text = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return harmless(text)


def harmless(text: str) -> str:
    """Return the text without the sign of a command that counts within a line."""
    return text.replace("##[", "# #[")
