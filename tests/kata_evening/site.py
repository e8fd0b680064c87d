"""The pages that an evening serves, which are made once, and anew when they changed."""

import gzip
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from kata_kit.katas import PATH, ROOT, python_path, relative
from kata_loop import stub
from kata_page.build import Missing, Written, check_stub

PAGES = ROOT / ".pages"
SITE, CASES, MADE_OF = "site", "cases.json", "made-of"
SQUEEZED = {".js", ".mjs", ".wasm", ".html", ".css", ".json"}
PLACE = '<div id="evening"'  # of a page: an evening is there where it's served by one
UNUSED = {"__pycache__", "repository", "benchmarks", "kata_evening"}
NOT_COPIED = shutil.ignore_patterns("__pycache__", "repository")
NETWORK = "The pages need a network, once. "
COPIED = """\
You can also copy the folder {}
from a machine that has made them."""
OLD = "The old pages are served, and may be out of date: {}"


def made(pages: Path) -> Path:
    """Return the folder of the pages, after making them if their sources changed.

    Raises:
        Missing: if there are none, and they can't be made.
    """
    kept, sources = pages / MADE_OF, digest()
    if kept.exists() and kept.read_text() == sources:
        return pages
    print("Making the pages; this takes a minute.", flush=True)
    try:
        make(pages, sources)
    except (OSError, ImportError, Missing) as error:
        if not kept.exists():
            needs = "" if isinstance(error, Written) else NETWORK
            raise Missing(f"{error}\n{needs}{COPIED.format(pages)}") from None
        print(OLD.format(error), file=sys.stderr)
    return pages


def digest() -> str:
    """Return a digest of all that the pages are made of, but the stubs."""
    files = {ROOT / "pyproject.toml"}
    for top in (ROOT / "katas", ROOT / "solutions", ROOT / "tests"):
        files.update(top.rglob("*.*"))
    files -= {kata.stub for kata in PATH}
    found = hashlib.sha256()
    for file in sorted(files):
        parts = file.relative_to(ROOT).parts
        if file.is_file() and not UNUSED.intersection(parts):
            found.update(f"{parts}".encode() + file.read_bytes())
    return found.hexdigest()


def make(pages: Path, sources: str) -> None:
    """Make the pages beside those of before, and put them in their place.

    Raises:
        Missing: if something isn't installed, or can't be fetched.
    """
    own = str(Path(sys.executable).parent)  # pip may have brought npm.
    os.environ["PATH"] = os.pathsep.join([own, os.environ.get("PATH", "")])
    with TemporaryDirectory(prefix=".pages-", dir=pages.parent) as temporary:
        new, clone = Path(temporary, "new"), Path(temporary, "clone")
        new.mkdir()
        copy(clone)
        run(clone, "katas", "site", str(new / SITE))
        for file in [*(new / SITE).rglob("*.*")]:
            prepare(file)
        run(clone, "kata_evening.known", str(new / CASES))
        (new / MADE_OF).write_text(sources)
        if pages.exists():
            pages.rename(Path(temporary, "old"))
        new.rename(pages)


def prepare(file: Path) -> None:
    """Tell a page that it is served by an evening, and squeeze a file."""
    data = file.read_bytes()
    if file.suffix == ".html":
        data = data.replace(PLACE.encode(), f"{PLACE} data-room".encode())
        file.write_bytes(data)
    if file.suffix in SQUEEZED:
        squeezed = gzip.compress(data, mtime=0)
        file.with_name(f"{file.name}.gz").write_bytes(squeezed)


def copy(clone: Path) -> None:
    """Copy the project, with the stubs that git knows.

    Raises:
        Written: if git knows none, and somebody has written into one.
    """
    for part in ("katas", "solutions", "tests"):
        shutil.copytree(ROOT / part, clone / part, ignore=NOT_COPIED)
    for name in ("conftest.py", "pyproject.toml"):
        shutil.copy(ROOT / name, clone)
    for kata in PATH:
        try:
            text = stub.known(kata)
        except LookupError:
            check_stub(kata)
        else:
            (clone / relative(kata.stub)).write_text(text, "utf-8", newline="\n")


def run(clone: Path, module: str, *words: str) -> None:
    """Run a module of a copy of the project.

    Raises:
        Missing: if it couldn't do its work.
    """
    done = subprocess.run(
        [sys.executable, "-m", module, *words],
        env=os.environ | {"PYTHONPATH": python_path(clone), "PYTEST_ADDOPTS": ""},
        cwd=clone,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        *_, reason = done.stderr.strip().splitlines() or [f"{module} failed"]
        raise Missing(reason.partition(": ")[2] or reason)
