"""The files under test, what their code may read, and a digest of all of that."""

import os
import re
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from shlex import quote
from stat import S_ISDIR, S_ISLNK, S_ISREG

from kata_kit.katas import BY_NAME, PATH, ROOT, KataFiles, references
from kata_kit.spelling import asked, nearest_path

LARGEST = 1_000_000  # bytes of a file; a solution has some thousands
# More than this is not read: there is no digest of it.
MOST_FILES, MOST_BYTES = 1_000, 20 * LARGEST

# Folders that a person does not write, and files that an editor writes while one types.
NOBODYS = {".git", "__pycache__"}
EDITORS = re.compile(r"\..*\.sw.|\.#.*|.*~|\.DS_Store")

COLLECT = "python -m katas collect"

# What code may read: a folder, a file, or on Linux the descriptor of one of these.
Own = Path | int


class Source:
    """Where the files under test come from."""

    title = ""  # what the head of the run says
    option = ""  # of pytest that chooses it
    is_one_persons = True  # one person wrote all of it

    def file(self, kata: KataFiles) -> Path:
        raise NotImplementedError

    def own(self, file: Path) -> Path:
        """Return what the code in a file may read: its folder, or the file alone."""
        around = ROOT, Path(os.path.expanduser("~"))
        is_wide = any(place.is_relative_to(file.parent) for place in around)
        return file if is_wide else file.parent

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

    def own(self, file: Path) -> Path:
        return file


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

    def own(self, file: Path) -> Path:
        return file if file == self.path else super().own(file)

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

    Raises ValueError if there is no such Python file, or with both options.
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
            problem = asked(f"{problem}.", f"--submission={meant}")
        raise ValueError(problem)
    if path.is_file() and path.suffix.lower() != ".py":
        raise ValueError(
            f"--submission={submission}: expected a folder or a Python file (.py)\n"
            f"what is handed in otherwise is read by:\n  {COLLECT} {quote(submission)}"
        )
    return Submission(path, submission)


def code(path: Path, own: Own | None = None) -> bytes:
    """Return what is in a file, which has to lie in `own`.

    Raises ValueError with what is there instead.
    """
    real = path.resolve()
    if not real.exists():
        raise ValueError("missing")
    if isinstance(own, int):
        own = Path(f"/proc/self/fd/{own}")
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


def digest(kata: KataFiles, file: Path, own: Path | None = None) -> str:
    """Return one digest of the table and of everything that the code may read.

    That is `own`, or its folder. It is "" where something cannot be read, or is too
    much.
    """
    table = ROOT / kata.table
    others = [table, table.with_name("table.txt")]
    others += map(Path, references(kata).values())
    try:
        parts = [of_own(own or file.parent), *map(_of_file, others)]
    except (OSError, ValueError):
        return ""
    return _hashed(" ".join(parts))


def files(folder: Path) -> Iterator[Path]:
    """Yield the files in a folder, but not those of git, Python or an environment."""
    for root, folders, names in os.walk(folder):
        folders[:] = sorted({*folders} - NOBODYS)
        if "pyvenv.cfg" in names:
            folders.clear()
        for name in sorted(names):
            if not EDITORS.fullmatch(name):
                yield Path(root, name)


def of_own(own: Path) -> str:
    """Return the digest of a folder, or of a file alone.

    Raises OSError or ValueError if it cannot be read, or is too much.
    """
    if not S_ISDIR(own.lstat().st_mode):
        return _of_file(own)
    lines, size = list[str](), 0
    for path in files(own):
        size += path.lstat().st_size
        if len(lines) == MOST_FILES or size > MOST_BYTES:
            raise ValueError(f"{own}: too much to read")
        lines.append(f"{path.relative_to(own)} {_of_file(path)}")
    return _hashed("\n".join(lines))


def _of_file(path: Path) -> str:
    """Return the digest of a file; of what else bears its name, what it is."""
    status = path.lstat()
    if S_ISLNK(status.st_mode):
        return f"a link to {path.readlink()}"
    if not S_ISREG(status.st_mode):
        return "a pipe or a device"
    if status.st_size > MOST_BYTES:
        raise ValueError(f"{path}: too much to read")
    return sha256(path.read_bytes()).hexdigest()


def _hashed(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogateescape")).hexdigest()
