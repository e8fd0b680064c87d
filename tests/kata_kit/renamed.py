"""Find your file where it was renamed or moved, and say how it comes back."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from shutil import which

from kata_kit.katas import BY_NAME, ROOT, KataFiles, relative
from kata_kit.sources import is_stub

LOOKS = "{} looks like it"
CHECKOUT = "bring it back:\n  git checkout {}"
COPY = "copy it from another clone, or from an archive of this repository"


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
    for path in _candidates(kata):
        text = _text(path)
        is_helper = re.search(rf"(from|import) {re.escape(path.stem)}\b", stub)
        if path == own or is_helper or is_stub(text):
            continue
        if wanted & _functions(text):
            return relative(path)
    return ""


def way_back(label: str) -> str:
    """Say how a kata's file comes back that is missing; its label is from the root."""
    if other := looking_like(Path(label).stem):
        return LOOKS.format(other)
    has_git = which("git") and (ROOT / ".git").exists()
    return CHECKOUT.format(label) if has_git else COPY


def _candidates(kata: KataFiles) -> Iterator[Path]:
    """Yield files beside a kata's own, and those elsewhere with its name in theirs."""
    folder, begin = (ROOT / kata.stub).parent, f"{kata.name}*.py"
    for path in (*sorted(folder.glob("*.py")), *sorted(folder.glob("*.txt"))):
        if not path.stem.startswith("test_") and not path.stem.endswith("_test"):
            yield path
    for place in (ROOT, ROOT / "katas"):
        yield from sorted(place.glob(begin))
    yield from sorted((ROOT / "katas").glob(f"*/{begin}"))


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, ValueError):
        return ""


def _functions(text: str) -> set[str]:
    try:
        body = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return set()
    return {one.name for one in body if isinstance(one, ast.FunctionDef)}
