"""Back to the stub of a kata; what was written is kept beside it."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from kata_kit.katas import BY_NAME
from kata_kit.whose import is_stub

# Where a stub is kept when the loop first sees it, for a clone without git.
KEPT = ".pytest_cache/d/kata_stubs"


class NoStub(LookupError):
    """There is no stub to go back to; the message is for the screen."""


def keep(kata: str, root: Path) -> None:
    """Keep a copy of a file that is still a stub, where there is no git to ask for it."""
    if (root / ".git").exists():
        return
    stub, copy = root / BY_NAME[kata].stub, root / KEPT / f"{kata}.py"
    try:
        text = stub.read_text(encoding="utf-8")
        if is_stub(text):
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(text, encoding="utf-8", newline="\n")
    except (OSError, ValueError):  # Nothing of the loop depends on it.
        return


def restore(kata: str, root: Path) -> str:
    """Write the stub of a kata, and keep the file that was there as `<kata>.py.old-1` or so.

    Returns:
        The name of the file that is kept; "" if there was none.

    Raises:
        NoStub: if git knows none, and none was kept.
        OSError: if a file cannot be written.
    """
    file = root / BY_NAME[kata].stub
    text = next(filter(is_stub, _versions(kata, root)), None)
    if text is None:
        raise NoStub(f"no stub of {kata} is known to git, and the loop has not seen it unwritten")
    old = ""
    if file.exists():
        names = (f"{file.name}.old-{number}" for number in count(1))
        old = next(name for name in names if not file.with_name(name).exists())
        file.rename(file.with_name(old))
    file.write_text(text, encoding="utf-8", newline="\n")
    return old


def _versions(kata: str, root: Path) -> Iterator[str]:
    """What git knows the file to have been, newest first; then the copy.

    The last commit may hold what the learner wrote: so the newest version that is a stub counts.
    """
    path = f"./{BY_NAME[kata].stub}"
    for commit in _git(root, "log", "--format=%H", "--", path).split():
        yield _git(root, "show", f"{commit}:{path}")
    try:
        yield (root / KEPT / f"{kata}.py").read_text(encoding="utf-8")
    except OSError:
        return


def _git(root: Path, *words: str) -> str:
    """What git prints; "" if there is none, or it knows nothing."""
    try:
        done = subprocess.run(["git", *words], cwd=root, capture_output=True, check=False)
    except OSError:
        return ""
    return done.stdout.decode("utf-8", "replace").replace("\r\n", "\n")
