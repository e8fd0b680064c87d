"""Which files are under test: a learner's, the references, or a submission."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kata_kit.katas import PATH, ROOT, KataFiles


@dataclass(frozen=True)
class YourCode:
    """The stubs in `katas/`, as a learner edits them."""

    title = "your code in katas/"

    def file(self, kata: KataFiles) -> Path:
        """The file under test for a kata."""
        return ROOT / kata.stub

    def katas(self) -> Sequence[KataFiles]:
        """The katas that a run without arguments means."""
        return PATH


@dataclass(frozen=True)
class References:
    """The reference solutions."""

    title = "the reference solutions"

    def file(self, kata: KataFiles) -> Path:
        """The file under test for a kata."""
        return ROOT / kata.solution

    def katas(self) -> Sequence[KataFiles]:
        """The katas that a run without arguments means."""
        return PATH


@dataclass(frozen=True)
class Submission:
    """A file, or a folder of `<kata>.py` files (or `<kata>/<kata>.py`, as in a clone)."""

    path: Path
    typed: str

    @property
    def title(self) -> str:
        """What the head of the run says."""
        return f"the submission {self.typed}"

    def file(self, kata: KataFiles) -> Path:
        """The file under test for a kata."""
        if self.path.is_file():
            return self.path
        nested = self.path / kata.name / f"{kata.name}.py"
        return nested if nested.is_file() else self.path / f"{kata.name}.py"

    def katas(self) -> Sequence[KataFiles]:
        """The katas that a run without arguments means: those that the submission has files for.

        Raises:
            ValueError: if there are none.
        """
        if self.path.is_file():
            found = [kata for kata in PATH if kata.name == self.path.stem]
            if not found:
                raise ValueError(
                    f"--submission={self.typed}: which kata is this?\n"
                    "Name the file after the kata, or name the kata:\n"
                    f"  pytest --submission={self.typed} katas/{PATH[0].name}"
                )
            return found
        found = [kata for kata in PATH if self.file(kata).is_file()]
        if not found:
            raise ValueError(
                f"--submission={self.typed}: found no file named after a kata;\n"
                f"expected {PATH[0].name}.py, ..."
            )
        return found


Source = YourCode | References | Submission


def choose(*, solution: bool, submission: str | None, here: Path) -> Source:
    """Choose what is under test from the options.

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
    return Submission(path, submission)
