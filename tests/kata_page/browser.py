"""What the page of a kata calls in its worker, where Python runs in the browser.

The functions take and return texts; the page has written the learner's files before.
`js.katas` is of `page/worker.js`: it sends SIGINT ten times a second, so that the clock
of `kata_kit.watch` ends a loop in Python. A call that never comes back to Python gives
no sign of life; the page starts another worker, and says which call it was.
"""

import io
import json
import re
import shlex
from contextlib import redirect_stdout, suppress
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import js
import pytest
from kata_kit import progress
from kata_kit.attempt import ATTEMPT
from kata_kit.code import SECONDS, Code
from kata_kit.exceptions import python_lines
from kata_kit.katas import BY_NAME, ROOT, relative
from kata_kit.record import GREEN
from kata_kit.watch import TimeIsUp

from kata_page.table import Desk

# Options that need a terminal, more processes, or packages that are not here.
ELSEWHERE = re.compile(
    r"(?:--(?:pdb|trace|submission|report)|--benchmark[\w-]*|-n\d*)(?:=|$)"
)
RECORD = Path("/tmp/record.json")
HERE = ("--color=yes", "--capture=sys", "-p", "no:faulthandler", f"--record={RECORD}")
LARGEST = 1_000_000  # bytes of a file in an archive
TYPED = "<stdin>"  # as Python calls a line that is typed


class Signs:
    """Says which test begins, and how long a call of it may take (a plugin)."""

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        attempt = item.stash.get(ATTEMPT, None)
        title = f"{attempt.kata.name}: {attempt.title}" if attempt else item.name
        js.katas.note(title, item.config.option.kata_timeout)


def run(kata: str, options: str) -> str:
    """Run pytest for a kata with the options that are typed.

    Returns as JSON whether pytest broke, the records of the run, the files of pytest's
    cache, and the progress: the bar of each kata, and whether it is green.
    """
    code: int = pytest.ExitCode.USAGE_ERROR
    RECORD.unlink(missing_ok=True)
    if problem := problem_with(options):
        print(f"ERROR: {problem}")
    else:
        words = [f"katas/{kata}", *HERE, *shlex.split(options)]
        code = pytest.main(words, plugins=[Signs()])
    files = [file for file in progress.CACHE.glob("v/**/*") if file.is_file()]
    reply = {
        "broken": code == pytest.ExitCode.INTERNAL_ERROR,
        "records": json.loads(RECORD.read_text()) if RECORD.exists() else [],
        "cache": {str(file.relative_to(ROOT)): file.read_text() for file in files},
        "progress": {
            known.kata: {"states": known.states, "green": known.state == GREEN}
            for known in progress.of_path()
            if known.stages
        },
    }
    return json.dumps(reply)


def problem_with(options: str) -> str:
    """Return why options can't be used; "" if they can."""
    try:
        refused = [word for word in shlex.split(options) if ELSEWHERE.match(word)]
    except ValueError as error:
        return f"{error} in {options}"
    return f"{refused[0]} is not for this page: it needs a clone." if refused else ""


class Console:
    """Lines that are typed for one file; it remembers names until the file changes."""

    def __init__(self) -> None:
        self._file: object = None
        self._code: Code | None = None

    def code(self, kata: str) -> Code:
        """Return the file of a kata, loaded anew if it has changed."""
        stub = BY_NAME[kata].stub
        file = kata, stub.read_bytes()
        if self._code is None or self._file != file:
            if self._code is not None:
                self._code.forget()
            self._file, self._code = file, Code(stub)
        return self._code

    def attempt(self, kata: str, line: str) -> str:
        """Return what a line shows in `python -i` with the learner's file."""
        js.katas.note(line, SECONDS)
        code = self.code(kata)
        name = code.path.with_name(TYPED)  # The watch takes it for the learner's code.
        with redirect_stdout(io.StringIO()) as screen:
            try:
                program = compile(f"{line}\n\n", str(name), "single")
                names = vars(code.module)
                outcome = code.call(exec, program, names)
            except (Exception, SystemExit, TimeIsUp) as error:
                outcome = error
            if isinstance(outcome, TimeIsUp):
                print(f"{line} didn't return within {outcome}")
            elif outcome is not None:
                print(*python_lines(outcome, code.own), sep="\n")
        return screen.getvalue().replace(relative(name), TYPED)


attempt = Console().attempt
play = Desk(lambda title: js.katas.note(title, SECONDS)).written_answer


def zipped(files: dict[str, str]) -> bytes:
    """Return an archive of files."""
    buffer = io.BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def unzipped(data: memoryview) -> str:
    """Return as JSON the files of Python in an archive that have a usual size."""
    files = {}
    # Of an odd archive, `zipfile` raises many exceptions.
    with suppress(Exception), ZipFile(io.BytesIO(data)) as archive:
        for info in archive.infolist():
            if info.filename.endswith(".py") and info.file_size < LARGEST:
                with suppress(Exception):
                    files[info.filename] = archive.read(info).decode()
    return json.dumps(files)
