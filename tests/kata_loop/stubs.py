"""Back to the stub of a kata; what was written is kept beside it."""

import subprocess
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from shutil import which

from kata_kit.katas import BY_NAME
from kata_kit.parsing import is_stub

# Where a stub is kept when the loop first sees it, for a clone without git.
KEPT = ".pytest_cache/d/kata_stubs"


def keep(kata: str, root: Path) -> None:
    """Keep a copy of a file that is still a stub."""
    with suppress(OSError, ValueError):  # Nothing of the loop depends on it.
        text = (root / BY_NAME[kata].stub).read_text(encoding="utf-8")
        if is_stub(text):
            copy = root / KEPT / f"{kata}.py"
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(text, encoding="utf-8", newline="\n")


def restore(kata: str, root: Path) -> str:
    """Write the stub of a kata, and keep the file as `<kata>.py.old-1` or so.

    Returns the name of the file that is kept, "" if there was none. Raises a
    LookupError, whose message is for the screen, if no stub is known.
    """
    file, text, old = root / BY_NAME[kata].stub, known(kata, root), ""
    if file.exists():
        names = (f"{file.name}.old-{number}" for number in count(1))
        old = next(name for name in names if not file.with_name(name).exists())
        file.rename(file.with_name(old))
    file.write_text(text, encoding="utf-8", newline="\n")
    return old


def known(kata: str, root: Path) -> str:
    """Return the text of a stub; raises a LookupError as `restore` does."""
    if text := next(filter(is_stub, _versions(kata, root)), ""):
        return text
    unknown = f"no stub of {kata} is known to git"
    if not which("git"):
        unknown = "git is not installed"
    raise LookupError(f"{unknown}, and the loop has not seen {kata} unwritten")


def _versions(kata: str, root: Path) -> Iterator[str]:
    """Yield the versions that git has of the file, newest first; then the copy.

    The last commit may hold what the learner wrote: so the newest version that is a
    stub counts.
    """
    path = f"./{BY_NAME[kata].stub}"
    for commit in _git(root, "log", "--format=%H", "--", path).split():
        yield _git(root, "show", f"{commit}:{path}")
    with suppress(OSError):
        yield (root / KEPT / f"{kata}.py").read_text(encoding="utf-8")


def _git(root: Path, *words: str) -> str:
    """Return what git prints; "" if there is none, or it knows nothing."""
    with suppress(OSError):
        done = subprocess.run(
            ["git", *words], cwd=root, capture_output=True, check=False
        )
        return done.stdout.decode("utf-8", "replace").replace("\r\n", "\n")
    return ""
