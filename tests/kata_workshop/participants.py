"""Finding everybody's files in the folder of a workshop.

What is not laid out as `LAYOUTS` has it is not run, and named: nothing is guessed.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from kata_kit.katas import BY_NAME, PATH, KataFiles
from kata_kit.layout import encodable, on_one_line
from kata_kit.record import counted
from kata_kit.sources import Source, Submission

from kata_workshop.files import (
    OF_A_CLONE,
    ONE_OF_TWO,
    files_in,
    first,
    instead_of_file,
    is_meant,
)
from kata_workshop.names import NO_ALIASES, Aliases
from kata_workshop.roster import NO_ROSTER, Roster

LAYOUTS = """\
one person's files
  <kata>.py
or one folder for each participant, with one of
  <participant>/<kata>.py
  <participant>/<kata>/<kata>.py
  <participant>/katas/<kata>/<kata>.py    a whole clone
or one folder of files
  <participant>__<kata>.py"""
COLLECT = "python -m katas collect"
OTHERWISE = f"what is handed in otherwise is read by:\n  {COLLECT} FOLDER"


# What Python and file managers make; other names that begin so are named.
NOBODYS = {"__pycache__", "__MACOSX"}


@dataclass(frozen=True)
class Submitted:
    """One participant's file for one kata."""

    participant: str
    kata: KataFiles
    file: Path
    own: Path  # what the code may read: their folder, or a file that stands alone
    identity: tuple[int, ...] = ()  # of that folder, when it was looked at

    @property
    def node_id(self) -> str:
        """The id of the file's test: one line of plain text."""
        return f"submissions::{plain_id(self.participant)}::{self.kata.name}"

    @property
    def folder(self) -> Path:
        """The folder of everybody's files."""
        return self.own.parent

    @property
    def cell(self) -> tuple[str, str]:
        return self.participant, self.kata.name


class Entry(NamedTuple):
    """What one entry of the folder holds."""

    participant: str = ""  # whose it is; empty if it is nobody's
    submitted: Sequence[Submitted] = ()
    odd: Sequence[str] = ()  # what is not run, and why
    passed_over: str = ""  # its name, if it is nothing of a kata


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
            names = [encodable(path.name) for path in _entries(self.path)]
            near = self.not_run or names or ["nothing at all"]
            raise ValueError(
                f"--submission={self.typed}: found no file of a kata. Expected\n"
                f"{LAYOUTS}\nwith a kata such as {PATH[0].name}. Found{quoted(near)}\n"
                f"{OTHERWISE}"
            )
        return [kata for kata in PATH if kata in found] or PATH[:1]

    @cached_property
    def submitted(self) -> list[Submitted]:
        """Everybody's files, by participant and kata; of two for a kata neither."""
        found = [
            replace(files[0], participant=self.aliases.of(who))
            for (who, _), files in self._cells.items()
            if len(files) == 1
        ]
        return sorted(found, key=lambda one: (one.participant, PATH.index(one.kata)))

    @cached_property
    def participants(self) -> list[str]:
        """Everybody's name, also of who has nothing that is recognised."""
        return sorted({*map(self.aliases.of, self._here), *self.expected})

    @cached_property
    def _here(self) -> set[str]:
        """The names in the folder."""
        return {entry.participant for entry in self.entries} - {""}

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
    def passed_over(self) -> list[str]:
        """The names of the files that have to do with no kata."""
        found = [entry.passed_over for entry in self.entries if entry.passed_over]
        return self._unless_hidden(found, str(len(found)))

    @property
    def not_run(self) -> list[str]:
        """What may be somebody's file and is not run, and why."""
        texts = [text for entry in self.entries for text in entry.odd]
        for files in self._cells.values():
            if len(files) > 1:
                names = [one.file.relative_to(self.path).as_posix() for one in files]
                texts += [f"{encodable(name)} ({ONE_OF_TWO})" for name in names]
        return self._unless_hidden(texts, counted(len(texts), "file"))

    @cached_property
    def entries(self) -> list[Entry]:
        """What stands in the folder."""
        there = _entries(self.path)
        is_clone = any(path.name == "katas" for path in there)
        return [_entry(path, is_clone) for path in there]

    @cached_property
    def _cells(self) -> Mapping[tuple[str, str], list[Submitted]]:
        """The files of each participant for each kata."""
        found = defaultdict[tuple[str, str], list[Submitted]](list)
        for entry in self.entries:
            for one in entry.submitted:
                found[one.cell].append(one)
        return found

    def _unless_hidden(self, texts: list[str], count: str) -> list[str]:
        is_hidden = texts and self.is_anonymous
        return [f"{count} (names are hidden)"] if is_hidden else texts


def choose(folder: Path, typed: str, live: bool = False) -> Source:
    """Return whose files are in a folder: one person's, or everybody's.

    Where somebody has a folder or a file with a name, it is everybody's.

    Raises:
        ValueError: if there is no kata, or a file of one person would not be run.
    """
    gathering = Gathering(folder, typed, live=live)
    if not any(entry.submitted for entry in gathering.entries):
        files = files_in(folder, folder)
        odd = files.odd + [f"{name} (in another folder)" for name in files.others]
        if files.of and odd:
            raise ValueError(
                f"--submission={typed}: these files would not be run:{quoted(odd)}\n"
                f"{OTHERWISE}"
            )
        if files.of:
            return Submission(folder, typed)
    gathering.katas()
    return gathering


def quoted(texts: Iterable[str]) -> str:
    """Return the first of these texts, a line each, and how many more there are."""
    return "".join(f"\n  {on_one_line(text)}" for text in first(list(texts)))


def plain_id(name: str) -> str:
    """Return a name as a part of a test's id: one line, no separator, unlike any other.

    A "[" would begin the parameters of a test, and `--junitxml` moves what is behind
    it.
    """
    escaped = on_one_line(name.replace("\\", "\\\\"))
    return escaped.replace("::", ":\\x3a").replace("[", "\\x5b")


def _entries(folder: Path) -> list[Path]:
    there = [path for path in folder.iterdir() if path.name not in NOBODYS]
    return sorted(path for path in there if not path.name.startswith("."))


def _entry(path: Path, is_clone: bool) -> Entry:
    """Return what an entry of the folder of everybody holds."""
    name = encodable(path.name)
    is_folder = path.is_dir() and not path.is_symlink()
    if path.stem in BY_NAME or (is_folder and name == "katas"):
        return Entry(odd=[f"{name} (nobody's: it has no name of a participant)"])
    if is_folder and is_clone and name in OF_A_CLONE:
        return Entry(passed_over=name)
    if name.startswith("__"):
        return Entry(odd=[f"{name} (a name may not begin with __)"])
    if is_folder:
        return _folder(path, name)
    who, _, kata = path.stem.rpartition("__")
    who = encodable(who) if kata in BY_NAME else ""
    if not (who and path.suffix == ".py"):
        if path.is_symlink():
            return Entry(odd=[f"{name} (a link)"])
        if is_meant(path):
            return Entry(who, odd=[f"{name} (expected <participant>__<kata>.py)"])
        return Entry(passed_over=name)
    if instead := instead_of_file(path, path.parent):
        return Entry(who, odd=[f"{name} ({instead})"])
    return Entry(who, [Submitted(who, BY_NAME[kata], path, path)])


def _folder(path: Path, name: str) -> Entry:
    """Return what the folder of a participant holds."""
    try:
        status = path.lstat()
        files = files_in(path, path.parent)
    except (OSError, ValueError, RecursionError) as error:
        return Entry(name, odd=[f"{name} (cannot be read: {type(error).__name__})"])
    odd, others = files.odd, [f"{other} (whose is it?)" for other in files.others]
    if files.of and others:
        whole = f"{name} (it may hold files of other people, and all of them be read)"
        return Entry(name, odd=first([whole, *others, *odd]))
    identity = status.st_dev, status.st_ino
    submitted = [
        Submitted(name, kata, file, path, identity) for kata, file in files.of.items()
    ]
    return Entry(name, submitted, first([*odd, *others]))
