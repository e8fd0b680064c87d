"""Finding everybody's files in the folder of a workshop."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from hashlib import sha256
from itertools import chain, pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from kata_collect.pile import Pile, is_zip
from kata_collect.sorting import laid_out, read, sort
from kata_kit.katas import BY_NAME, PATH, KataFiles
from kata_kit.layout import encodable, on_one_line
from kata_kit.record import counted
from kata_kit.sources import Source, Submission

from kata_workshop.names import NO_ALIASES, Aliases

LAYOUTS = """\
one person's files
  <kata>.py
or one folder for each participant, with one of
  <participant>/<kata>.py
  <participant>/<kata>/<kata>.py
  <participant>/katas/<kata>/<kata>.py    a whole clone
or one folder of files
  <participant>__<kata>.py"""

MOST_QUOTED = 8  # of the names that were found, in an error


@dataclass(frozen=True)
class Submitted:
    """One participant's file for one kata."""

    participant: str
    kata: KataFiles
    file: Path
    own: Path  # What the code may read: their folder, or the file where it stands among others.
    packed: str = ""  # the folder in a ZIP that `own` was unpacked from

    @property
    def node_id(self) -> str:
        """The id of the file's test: one line of plain text."""
        return f"submissions::{plain_id(self.participant)}::{self.kata.name}"

    @property
    def cell(self) -> tuple[str, str]:
        return self.participant, self.kata.name


@dataclass(frozen=True)
class Gathering(Source):
    """A folder of everybody's files; a source as those of `kata_kit.sources` are."""

    path: Path
    typed: str
    aliases: Aliases = NO_ALIASES
    live: bool = False  # it is watched: files may still come
    is_one_persons = False

    @property
    def title(self) -> str:  # type: ignore[override]
        return f"the submissions in {self.typed}"

    def katas(self) -> Sequence[KataFiles]:
        """The katas that somebody has a file for; raises `ValueError` if there are none."""
        found = {one.kata for one in self.submitted}
        if not (found or self.live):
            inside = (
                path
                for entry in self._entries
                for path in (entry, *sorted(entry.glob("*")))
            )
            near = self.unreadable or [*map(self._name, inside)] or ["nothing at all"]
            raise ValueError(
                f"--submission={self.typed}: found no file of a kata. Expected\n{LAYOUTS}\n"
                f"with a kata such as {PATH[0].name}. Found{quoted(near)}"
            )
        return [kata for kata in PATH if kata in found] or PATH[:1]

    @cached_property
    def submitted(self) -> list[Submitted]:
        """Everybody's files by participant and kata; raises `ValueError` if somebody has two."""
        of, parts = self.aliases.of, chain(*self._entries.values())
        files = (one for one in parts if isinstance(one, Submitted))
        found = [replace(one, participant=of(one.participant)) for one in files]
        found.sort(key=lambda one: (one.participant, PATH.index(one.kata)))
        for pair in pairwise(found):
            if pair[0].cell == pair[1].cell:
                both = quoted(one.packed or self._name(one.file) for one in pair)
                raise ValueError(
                    f"--submission={self.typed}: expected one file of a participant for a kata, "
                    f"got two:{both}"
                )
        return found

    @cached_property
    def participants(self) -> list[str]:
        """Everybody's name: who has a file, and who has a folder with nothing recognised in it."""
        folders = {
            self.aliases.of(self._name(entry))
            for entry in self._entries
            if _is_dir(entry)
        }
        return sorted(folders.union(one.participant for one in self.submitted))

    def _name(self, path: Path) -> str:
        return encodable(path.relative_to(self.path).as_posix())

    @property
    def passed_over(self) -> list[str]:
        """The names of the files and links that belong to nobody."""
        found = [
            path
            for path, parts in self._entries.items()
            if not (parts or _is_dir(path))
        ]
        hidden = found and self.aliases is not NO_ALIASES
        return (
            [f"{len(found)} (names are hidden)"]
            if hidden
            else [*map(self._name, found)]
        )

    @property
    def unreadable(self) -> list[str]:
        """What stands where a file or a folder of somebody's is expected, and why it is none."""
        told, nobodys = list[str](), 0
        for entry, parts in self._entries.items():
            texts = [part for part in parts if isinstance(part, str)]
            if self.aliases is NO_ALIASES or _is_dir(entry) or len(texts) < len(parts):
                told += map(self.aliases.hide, texts)
            else:  # It may bear a name for which there is no animal.
                nobodys += len(texts)
        return told + [f"{counted(nobodys, 'file')} (names are hidden)"] * bool(nobodys)

    @cached_property
    def _entries(self) -> dict[Path, list[Submitted | str]]:
        """For each entry what is recognised in it; as a text what cannot be read, and why."""
        there = [
            path
            for path in self.path.iterdir()
            if not path.name.startswith((".", "__"))
        ]
        return {entry: list(_parts(entry)) for entry in sorted(there)}


def gather(path: Path, typed: str, live: bool = False) -> Gathering:
    """Everybody's files in a folder; raises `ValueError` if nothing is there and none may come."""
    gathering = Gathering(path, typed, live=live)
    gathering.katas()
    return gathering


def refuse_nearly_right(path: Path, typed: str) -> None:
    """Raise `ValueError` for files in one person's folder that seem meant and are not run."""
    one, pile = Submission(path, typed), Pile()
    run = {one.file(kata).relative_to(path).as_posix() for kata in one.katas()}
    pile.add_folder(path)
    texts = [text for text in _handed_in("", path, pile) if isinstance(text, str)]
    near = [text for text in texts if text.partition(" (")[0] not in run]
    if near:
        raise ValueError(
            f"--submission={typed}: these files would not be run:{quoted(near)}"
        )


def quoted(texts: Iterable[str]) -> str:
    """The first of these texts, a line each, and how many more there are."""
    lines = [f"\n  {on_one_line(text)}" for text in texts]
    more = len(lines) - MOST_QUOTED
    return "".join(lines[:MOST_QUOTED]) + (f"\n  and {more} more" if more > 0 else "")


def plain_id(name: str) -> str:
    """A name as a part of a test's id: one line, no separator, two names never the same.

    A "[" would begin the parameters of a test, and `--junitxml` moves what is behind
    it.
    """
    escaped = on_one_line(name.replace("\\", "\\\\"))
    return escaped.replace("::", ":\\x3a").replace("[", "\\x5b")


def _parts(entry: Path) -> Iterator[Submitted | str]:
    """What an entry of the folder holds: files for katas, and texts on what cannot be read."""
    name, pile = encodable(entry.name), Pile()
    if _is_dir(entry):
        pile.add_folder(entry, entry.name)
    elif is_zip(name):
        pile.add_file(entry, name)
        name = encodable(entry.stem)
    elif not entry.is_symlink() and entry.is_file() and (meant := read(name)):
        who, _, kata = name.removesuffix(".py").rpartition("__")
        if entry.suffix == ".py" and who and kata in BY_NAME:
            yield Submitted(who, BY_NAME[kata], entry, entry)
        elif meant.sure or meant.who:
            expected = f"{meant.who or '<participant>'}__{meant.kata.name}.py"
            yield f"{name} (it should be called {expected})"
    yield from _handed_in(name, entry, pile)


def _handed_in(name: str, entry: Path, pile: Pile) -> Iterator[Submitted | str]:
    """The same of a folder or a ZIP, where a name is right, or nearly right."""
    for kata, (first, *others) in sort(pile.files).items():
        where = encodable(str(first.path))
        if not first.name.exact:
            yield f"{where} ({first.advice})"
        elif ".zip/" in where:
            laid = laid_out(first, pile.files)
            # One place for one content, so that a folder that is watched is seen not to
            # change.
            folder = Path(
                _unpacked().name, sha256(repr((where, laid)).encode()).hexdigest()[:16]
            )
            folder.mkdir(exist_ok=True)
            for file, data in laid.items():
                (folder / file).write_bytes(data)
            shown = where.rpartition("/")[0]
            yield Submitted(name, kata, folder / f"{kata.name}.py", folder, shown)
        else:
            yield Submitted(name, kata, entry.parent / first.path, entry)
        for one in others:
            meant = one.name.again or not first.name.exact
            if meant and not one.is_stub and one.code != first.code:
                yield f"{encodable(str(one.path))} ({one.advice})"
    yield from map(encodable, pile.odd)


@cache
def _unpacked() -> TemporaryDirectory[str]:
    """The folder for what stands in ZIPs; it goes when this process ends."""
    return TemporaryDirectory(prefix="katas-")


def _is_dir(entry: Path) -> bool:
    return entry.is_dir() and not entry.is_symlink()
