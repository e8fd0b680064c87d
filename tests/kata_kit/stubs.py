"""Find your file where it was renamed or moved, and bring a stub back."""

import re
import subprocess
from contextlib import suppress
from itertools import count
from pathlib import Path
from shutil import which

from kata_kit.katas import BY_NAME, ROOT, KataFiles, relative
from kata_kit.parsing import functions, is_stub

# Where a file of a kata may stand, in its folder and elsewhere.
PLACES = (
    *("katas/{0}/*.py", "katas/{0}/*.txt"),
    *("{0}*.py", "katas/{0}*.py", "katas/*/{0}*.py"),
)


def looking_like(name: str) -> str:
    """Return the file that looks like a kata's, if its own is missing or a stub.

    It is named from the root, and "" if there is none.
    """
    kata = BY_NAME[name]
    own = ROOT / kata.stub
    stub = _text(own)
    if own.exists() and not is_stub(stub):
        return ""
    wanted = _functions(stub or _text(ROOT / kata.solution))
    for place in PLACES:
        for path in sorted(ROOT.glob(place.format(name))):
            text = _text(path)
            is_helper = re.search(rf"(from|import) {re.escape(path.stem)}\b", stub)
            is_test = path.stem.startswith("test_") or path.stem.endswith("_test")
            is_it = wanted & _functions(text) and not is_stub(text)
            if is_it and path != own and not is_helper and not is_test:
                return relative(path)
    return ""


def way_back(label: str) -> str:
    """Say how a kata's file comes back that is missing; its label is from the root."""
    if other := looking_like(Path(label).stem):
        return f"{other} looks like it"
    if which("git") and (ROOT / ".git").exists():
        return f"bring it back:\n  git checkout {label}"
    return "copy it from another clone, or from an archive of this repository"


def restore(kata: KataFiles) -> None:
    """Write the stub of a kata, and keep the file as `kept_as` says.

    Raises as `known` does, and a LookupError if the file is the stub already.
    """
    file, text = ROOT / kata.stub, known(kata)
    if _text(file) == text:
        raise LookupError(f"{kata.stub} is the stub already")
    if kept := kept_as(kata):
        file.rename(kept)
    file.write_text(text, encoding="utf-8", newline="\n")


def kept_as(kata: KataFiles) -> Path | None:
    """Return where the file of a kata is kept; None if there is none to keep."""
    file = ROOT / kata.stub
    names = (file.with_name(f"{file.name}.old-{number}") for number in count(1))
    return next(path for path in names if not path.exists()) if file.exists() else None


def known(kata: KataFiles) -> str:
    """Return the newest stub of a kata that git knows.

    The last commit may hold what the learner wrote. Raises a LookupError, whose message
    is for the screen, if there is no stub, or no git.
    """
    path = f"./{kata.stub}"
    for commit in _git("log", "--format=%H", "--", path).split():
        text = _git("show", f"{commit}:{path}")
        if is_stub(text):
            return text
    raise LookupError(f"git is not installed, or knows no stub of {kata.name}")


def _git(*words: str) -> str:
    """Return what git prints; "" if there is none, or it knows nothing."""
    with suppress(OSError):
        done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True)
        return done.stdout.decode("utf-8", "replace").replace("\r\n", "\n")
    return ""


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, ValueError):
        return ""


def _functions(text: str) -> set[str]:
    return {one.name for one in functions(text)}
