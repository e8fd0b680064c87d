"""Which files are under test: a learner's, the references, or a submission."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from shlex import quote

from kata_kit.katas import PATH, ROOT, KataFiles

# In bytes. A solution has some thousands.
LARGEST = 1_000_000


def code(path: Path, own: Path | None = None) -> bytes:
    """What is in a file under test, which has to lie in `own`: a link could lead to anything.

    Raises:
        ValueError: with what the file is instead.
    """
    real = path.resolve()
    if not real.exists():
        raise ValueError("missing")
    if not real.is_relative_to((own or path.parent).resolve()):
        raise ValueError("a link to another place; a file is expected")
    if not real.is_file():
        kind = "a folder" if real.is_dir() else "a pipe or a device"
        raise ValueError(f"{kind}; a file is expected")
    if real.stat().st_size > LARGEST:
        raise ValueError(f"larger than {LARGEST // 10**6} MB")
    try:
        return real.read_bytes()
    except OSError as error:
        raise ValueError(f"not readable ({error.strerror})") from None


def is_stub(text: str) -> bool:
    r"""Whether no function of a file is written yet.

    >>> is_stub("def f():\n    raise NotImplementedError"), is_stub("def f():\n    return 1")
    (True, False)
    """
    try:
        functions = [one for one in ast.parse(text).body if isinstance(one, ast.FunctionDef)]
    except (SyntaxError, ValueError):
        return False
    unwritten = [ast.unparse(one.body[-1]) == "raise NotImplementedError" for one in functions]
    return bool(functions) and all(unwritten) and all(len(f.body) <= 2 for f in functions)


class Source:
    """Where the files under test come from."""

    title = ""  # what the head of the run says
    is_one_persons = True  # one person wrote all of it

    def file(self, kata: KataFiles) -> Path:
        """The file under test for a kata."""
        raise NotImplementedError

    def katas(self) -> Sequence[KataFiles]:
        """The katas that a run without arguments means."""
        return PATH


class YourCode(Source):
    """The stubs in `katas/`, as a learner edits them."""

    title = "your code in katas/"

    def file(self, kata: KataFiles) -> Path:
        return ROOT / kata.stub


class References(Source):
    """The reference solutions."""

    title = "the reference solutions"

    def file(self, kata: KataFiles) -> Path:
        return ROOT / kata.solution


@dataclass(frozen=True)
class Submission(Source):
    """A file, or one person's folder: of `<kata>.py`, of `<kata>/<kata>.py`, or a clone."""

    path: Path
    typed: str

    @property
    def title(self) -> str:  # type: ignore[override]
        return f"the submission {self.typed}"

    def file(self, kata: KataFiles) -> Path:
        if self.path.is_file():
            return self.path
        expected = self.path / f"{kata.name}.py"
        return next((file for file in places(self.path, kata) if file.is_file()), expected)

    def katas(self) -> Sequence[KataFiles]:
        """Those that the submission has files for; raises ValueError for a file of no kata."""
        if self.path.is_file():
            found = [kata for kata in PATH if kata.name == self.path.stem]
            if not found:
                raise ValueError(
                    f"--submission={self.typed}: which kata is this?\n"
                    "Name the file after the kata, or name the kata:\n"
                    f"  pytest --submission={quote(self.typed)} katas/{PATH[0].name}"
                )
            return found
        return [kata for kata in PATH if self.file(kata).is_file()]


def places(folder: Path, kata: KataFiles) -> tuple[Path, ...]:
    """Where the file of a kata may stand in one person's folder; the first one counts."""
    name = f"{kata.name}.py"
    return folder / kata.name / name, folder / name, folder / "katas" / kata.name / name


def choose(*, solution: bool, submission: str | None, here: Path) -> Source | None:
    """Choose what is under test; None for a folder without a kata's file, perhaps everybody's.

    Raises:
        ValueError: if the options contradict each other, or the submission is not there.
    """
    if solution and submission:
        raise ValueError("--solution and --submission: expected one of them, got both")
    if solution:
        return References()
    if submission is None:
        return YourCode()
    path = Path(here, submission).resolve()
    if not submission or not path.exists():
        raise ValueError(
            f"--submission={submission}: there is no such file or folder;\n"
            "expected a Python file, or a folder of <kata>.py files"
        )
    one = Submission(path, submission)
    return one if path.is_file() or one.katas() else None
