"""The files under test: a learner's, the references, or a submission."""

import os
from collections.abc import Sequence
from pathlib import Path
from shlex import quote

from kata_kit.katas import BY_NAME, PATH, ROOT, KataFiles
from kata_kit.spelling import asked, nearest_path


class Source:
    """Where the files under test come from."""

    title = ""  # what the head of the run says
    option = ""  # of pytest that chooses it
    is_one_persons = True  # one person wrote all of it

    def file(self, kata: KataFiles) -> Path:
        raise NotImplementedError

    def katas(self) -> Sequence[KataFiles]:
        return PATH


class YourCode(Source):
    """The stubs in `katas/`, as a learner edits them."""

    title = "your code in katas/"

    def file(self, kata: KataFiles) -> Path:
        return ROOT / kata.stub


class References(Source):
    """The reference solutions."""

    title = "the reference solutions"
    option = "--solution "

    def file(self, kata: KataFiles) -> Path:
        return ROOT / kata.solution


class Submission(Source):
    """A file, or a person's folder: of `<kata>.py`, `<kata>/<kata>.py`, or a clone."""

    def __init__(self, path: Path, typed: str) -> None:
        self.path, self._typed = path, typed
        self.title = f"the submission {typed}"
        self.option = f"--submission={quote(typed)} "

    def file(self, kata: KataFiles) -> Path:
        if self.path.is_file():
            return self.path
        found = filter(Path.is_file, places(self.path, kata))
        return next(found, self.path / f"{kata.name}.py")

    def katas(self) -> Sequence[KataFiles]:
        """Return those that there are files for; refuse a file of no kata."""
        if not self.path.is_file():
            return [kata for kata in PATH if self.file(kata).is_file()]
        if self.path.stem in BY_NAME:
            return [BY_NAME[self.path.stem]]
        raise ValueError(
            f"--submission={self._typed}: which kata is this?\n"
            "Name the file after the kata, or name the kata:\n"
            f"  pytest {self.option}katas/{PATH[0].name}"
        )


def places(folder: Path, kata: KataFiles) -> tuple[Path, ...]:
    """Return where a kata's file may be in one folder; the first one counts."""
    name = f"{kata.name}.py"
    return folder / kata.name / name, folder / name, folder / "katas" / kata.name / name


def choose(*, solution: bool, submission: str | None, here: Path) -> Source:
    """Return what is under test, if it is no folder.

    Raises ValueError if there is no such file, or with both options.
    """
    if submission is None:
        return References() if solution else YourCode()
    if solution:
        raise ValueError("--solution and --submission: expected one of them, got both")
    path = Path(here, submission).resolve()
    if not submission or not path.exists():
        problem = f"--submission={submission}: there is no such file or folder"
        if submission and (near := nearest_path(path)):
            meant = quote(os.path.relpath(near, here))
            raise ValueError(asked(f"{problem}.", f"--submission={meant}"))
        expected = "expected a Python file, or a folder of <kata>.py files"
        raise ValueError(f"{problem};\n{expected}")
    return Submission(path, submission)
