"""Finding everybody's files in the folder of a workshop."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path

from kata_kit.katas import BY_NAME, PATH, KataFiles
from kata_kit.layout import on_one_line, short
from kata_kit.whose import Source, places

from kata_workshop.cohort import encodable
from kata_workshop.names import Aliases

# Between the participant and the kata in the name of a file, where all files are in one folder.
BETWEEN = "__"

LAYOUTS = """\
one person's files
  <kata>.py
or one folder for each participant, with one of
  <participant>/<kata>.py
  <participant>/<kata>/<kata>.py
  <participant>/katas/<kata>/<kata>.py    a whole clone
or one folder of files
  <participant>__<kata>.py"""

# Of what was found, an error quotes so many names.
MOST_QUOTED = 8


@dataclass(frozen=True)
class Submitted:
    """One participant's file for one kata.

    Attributes:
        participant: the name.
        kata: the kata.
        file: the file.
        own: what the code may read: the participant's folder, or the file alone where it stands
            among those of others.
    """

    participant: str
    kata: KataFiles
    file: Path
    own: Path


@dataclass(frozen=True)
class Gathering(Source):
    """A folder of everybody's files; a source as those of `kata_kit.whose` are.

    Attributes:
        path: the folder.
        typed: the folder as it was typed.
        aliases: what stands for the names; None if they are shown.
    """

    path: Path
    typed: str
    aliases: Aliases | None = None
    is_one_persons = False

    @property
    def title(self) -> str:  # type: ignore[override]
        """What the head of the run says."""
        return f"the submissions in {self.typed}"

    def file(self, kata: KataFiles) -> Path:
        """No run is about the folder as a whole: each file gets one of its own."""
        raise NotImplementedError(f"{self.typed} holds many files for {kata.name}")

    def katas(self) -> Sequence[KataFiles]:
        """The katas that somebody has a file for.

        Raises:
            ValueError: if nothing is recognised.
        """
        found = {one.kata for one in self.submitted}
        if not found:
            raise ValueError(
                f"--submission={self.typed}: found no file of a kata. Expected\n"
                f"{LAYOUTS}\n"
                f"with a kata such as {PATH[0].name}. Found\n{self._all_quoted()}"
            )
        return [kata for kata in PATH if kata in found]

    @cached_property
    def submitted(self) -> list[Submitted]:
        """Everybody's files, sorted by participant, then in the order of the path.

        Raises:
            ValueError: if somebody has a folder and a file of the flat layout for one kata.
        """
        found = [
            Submitted(self._shown(name), kata, file, own)
            for entry in self._entries
            for name, kata, file, own in _recognised(entry)
        ]
        found.sort(key=lambda one: (one.participant, PATH.index(one.kata)))
        for one, other in pairwise(found):
            if (one.participant, one.kata) == (other.participant, other.kata):
                raise ValueError(
                    f"--submission={self.typed}: expected one file of a participant for a kata, "
                    f"got two:\n  {self._quoted(one)}\n  {self._quoted(other)}"
                )
        return found

    @cached_property
    def participants(self) -> list[str]:
        """Everybody's name: who has a file, and who has a folder with nothing recognised in it."""
        folders = {self._shown(entry.name) for entry in self._entries if _is_folder(entry)}
        return sorted(folders | {one.participant for one in self.submitted})

    @property
    def passed_over(self) -> list[str]:
        """The names of the files and links that belong to nobody."""
        names = [
            encodable(entry.name)
            for entry in self._entries
            if not _is_folder(entry) and not any(_recognised(entry))
        ]
        return [f"{len(names)} (names are hidden)"] if names and self.aliases else names

    def _shown(self, name: str) -> str:
        written = encodable(name)
        return self.aliases.of(written) if self.aliases else written

    @property
    def _entries(self) -> list[Path]:
        return sorted(
            entry for entry in self.path.iterdir() if not entry.name.startswith((".", "__"))
        )

    def _quoted(self, one: Submitted) -> str:
        return on_one_line(encodable(str(one.file.relative_to(self.path))))

    def _all_quoted(self) -> str:
        names = [
            encodable(str(path.relative_to(self.path)))
            for entry in self._entries
            for path in ([entry, *sorted(entry.glob("*"))] if _is_folder(entry) else [entry])
        ]
        quoted = [f"  {short(on_one_line(name), 60)}" for name in names[:MOST_QUOTED]]
        if len(names) > MOST_QUOTED:
            quoted.append(f"  and {len(names) - MOST_QUOTED} more")
        return "\n".join(quoted or ["  nothing at all"])


def gather(path: Path, typed: str) -> Gathering:
    """Everybody's files in a folder.

    Raises:
        ValueError: if nothing is recognised: then nothing is told about it.
    """
    gathering = Gathering(path, typed)
    gathering.katas()
    return gathering


def _recognised(entry: Path) -> Iterator[tuple[str, KataFiles, Path, Path]]:
    """The participant, the kata, the file and what is the participant's, for each file."""
    if _is_folder(entry):
        for kata in PATH:
            file = next((file for file in places(entry, kata) if file.is_file()), None)
            if file and _is_inside(file, entry):
                yield entry.name, kata, file, entry
    elif entry.suffix == ".py" and entry.is_file() and not entry.is_symlink():
        name, _, kata_name = entry.stem.rpartition(BETWEEN)
        if name and kata_name in BY_NAME:
            yield name, BY_NAME[kata_name], entry, entry


def _is_folder(entry: Path) -> bool:
    return entry.is_dir() and not entry.is_symlink()


def _is_inside(file: Path, folder: Path) -> bool:
    """Whether a file is a participant's own, and no link to somebody else's or a reference."""
    return file.resolve().is_relative_to(folder.resolve())
