"""Find your file where it was renamed or moved, and say how it comes back."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from shutil import which

from kata_kit.katas import BY_NAME, ROOT, KataFiles, relative
from kata_kit.parsing import is_stub


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
        is_it = wanted & _functions(text) and not is_stub(text)
        if is_it and path != own and not is_helper:
            return relative(path)
    return ""


def way_back(label: str) -> str:
    """Say how a kata's file comes back that is missing; its label is from the root."""
    if other := looking_like(Path(label).stem):
        return f"{other} looks like it"
    if which("git") and (ROOT / ".git").exists():
        return f"bring it back:\n  git checkout {label}"
    return "copy it from another clone, or from an archive of this repository"


def _candidates(kata: KataFiles) -> Iterator[Path]:
    """Yield files beside a kata's own, and those elsewhere with its name in theirs."""
    begin = f"{kata.name}*.py"
    folder = ROOT / "katas" / kata.name
    for path in (*sorted(folder.glob("*.py")), *sorted(folder.glob("*.txt"))):
        if not path.stem.startswith("test_") and not path.stem.endswith("_test"):
            yield path
    for pattern in (begin, f"katas/{begin}", f"katas/*/{begin}"):
        yield from sorted(ROOT.glob(pattern))


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
