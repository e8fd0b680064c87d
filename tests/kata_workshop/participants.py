"""Everybody's files, and what in their folder is not run."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from kata_kit.katas import PATH, KataFiles
from kata_kit.layout import encodable, on_one_line
from kata_kit.record import counted
from kata_kit.sources import COLLECT, Source, Submission

from kata_workshop.files import Entry, Submitted, decided, entry, first, in_folder
from kata_workshop.names import NO_ALIASES, NO_ROSTER, Aliases, Roster

LAYOUTS = """\
one person's files
  <kata>.py
or one folder for each participant, with one of
  <participant>/<kata>.py
  <participant>/<kata>/<kata>.py
  <participant>/katas/<kata>/<kata>.py    a whole clone
or one folder of files
  <participant>__<kata>.py"""
OTHERWISE = f"what is handed in otherwise is read by:\n  {COLLECT} FOLDER"

# What Python and file managers make; other names that begin so are named.
NOBODYS = {"__pycache__", "__MACOSX"}


@dataclass(frozen=True)
class Gathering(Source):
    """A folder of everybody's files; a source as those of `kata_kit.sources` are."""

    path: Path
    typed: str
    aliases: Aliases = NO_ALIASES
    roster: Roster = NO_ROSTER
    live: bool = False  # it is watched: files may still come
    is_one_persons = False

    @property
    def is_anonymous(self) -> bool:
        return self.aliases is not NO_ALIASES

    @property
    def shown(self) -> str:
        """The folder as it is shown: where names are hidden, no path is."""
        return "a folder" if self.is_anonymous else self.typed

    @property
    def title(self) -> str:  # type: ignore[override]
        return f"the submissions in {self.shown}"

    def katas(self) -> Sequence[KataFiles]:
        """Return the katas that somebody has a file for.

        Raises:
            ValueError: if there are none, and none may come.
        """
        found = {one.kata for one in self.submitted}
        if not (found or self.live):
            names = [encodable(path.name) for path in self._there]
            near = self.not_run or names or ["nothing at all"]
            raise ValueError(
                f"--submission={self.typed}: found no file of a kata. Expected\n"
                f"{LAYOUTS}\nwith a kata such as {PATH[0].name}. Found{quoted(near)}\n"
                f"{OTHERWISE}"
            )
        return [kata for kata in PATH if kata in found] or PATH[:1]

    @cached_property
    def submitted(self) -> list[Submitted]:
        """Everybody's files, by participant and kata; none where two of them differ."""
        found = [
            replace(one, participant=self.aliases.of(one.participant))
            for one in self._decided[0]
        ]
        return sorted(found, key=lambda one: (one.participant, PATH.index(one.kata)))

    @cached_property
    def participants(self) -> list[str]:
        """Everybody's name, also of who has nothing that is recognised."""
        return sorted({*map(self.aliases.of, self._here), *self.expected})

    @cached_property
    def expected(self) -> Mapping[str, str]:
        """Everybody on the roster, with the names that it has."""
        return self.roster.people(self._here)

    @property
    def strangers(self) -> list[str]:
        """Everybody here who is not on the roster, if there is one."""
        return sorted(self._here - self.expected.keys()) if self.roster.rows else []

    @property
    def absent(self) -> list[str]:
        """Everybody on the roster who has no file here."""
        here = {one.participant for one in self.submitted}
        return sorted(self.expected.keys() - here)

    @property
    def not_run(self) -> list[str]:
        """What may be somebody's file and is not run, and why."""
        texts = [text for entry in self.entries for text in entry.odd]
        texts += self._decided[1]
        is_hidden = texts and self.is_anonymous
        count = counted(len(texts), "file")
        return [f"{count} (names are hidden)"] if is_hidden else texts

    @cached_property
    def _there(self) -> list[Path]:
        there = [path for path in self.path.iterdir() if path.name not in NOBODYS]
        return sorted(path for path in there if not path.name.startswith("."))

    @cached_property
    def entries(self) -> list[Entry]:
        """What stands in the folder."""
        return [entry(path) for path in self._there]

    @cached_property
    def _here(self) -> set[str]:
        return {entry.participant for entry in self.entries} - {""}

    @cached_property
    def _decided(self) -> tuple[list[Submitted], list[str]]:
        found = [one for entry in self.entries for one in entry.submitted]
        return decided(found, self.path)


def choose(folder: Path, typed: str, live: bool = False) -> Source:
    """Return whose files are in a folder: everybody's, where one has a name.

    Raises:
        ValueError: if there is no kata, or a file of one person would not be run.
    """
    gathering = Gathering(folder, typed, live=live)
    if not any(one.submitted for one in gathering.entries):
        mine = in_folder(folder, folder)
        _, twice = decided(mine.submitted, folder)
        if mine.submitted and (odd := [*mine.odd, *twice]):
            why = f"these files would not be run:{quoted(odd)}\n{OTHERWISE}"
            raise ValueError(f"--submission={typed}: {why}")
        if mine.submitted:
            return Submission(folder, typed)
    gathering.katas()
    return gathering


def quoted(texts: Sequence[str]) -> str:
    """Return the first of these texts, a line each, and how many more there are."""
    return "".join(f"\n  {on_one_line(text)}" for text in first(texts))
