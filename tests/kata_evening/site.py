"""The pages that an evening serves, which are made once, and anew when they changed."""

import gzip
import hashlib
import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from kata_kit.katas import BY_NAME, KATAS, ROOT, relative
from kata_page.build import COMPILER, LIST, Missing, build, of_project
from kata_page.play import PAGE

from kata_evening.known import write_down

PAGES = ROOT / ".pages"
SITE, CASES, MADE_OF = "site", "cases.json", "made-of"
SQUEEZED = {".js", ".mjs", ".wasm", ".html", ".css", ".json"}
PLACE = b'<div id="evening"'  # of a page: an evening is there where it's served by one
COPIED = """\
Making the pages needs a network, once. You can also copy the folder {}
from a machine that has made them."""
OLD = "The old pages are served, and may be out of date: {}"


def made(pages: Path) -> Path:
    """Return the folder of the pages, after making them if their sources changed.

    Raises:
        ImportError: if a package isn't installed.
        Missing: if there are none, and they can't be made.
    """
    kept, sources = pages / MADE_OF, digest()
    if kept.exists() and kept.read_text() == sources:
        return pages
    print("Making the pages; this takes a minute.", flush=True)
    try:
        make(pages, sources)
    except (OSError, ValueError, Missing) as error:
        if not kept.exists():
            raise Missing(f"{error}\n{COPIED.format(pages)}") from None
        print(OLD.format(error), file=sys.stderr)
    return pages


def digest() -> str:
    """Return a digest of all that the pages are made of, but the stubs."""
    made_of = dict(of_project(dict.fromkeys(BY_NAME, "")))
    own = Path(__file__), Path(__file__).with_name("known.py")
    for file in (*PAGE.iterdir(), LIST, COMPILER, *own, *KATAS.glob("*/README.*.md")):
        made_of[relative(file)] = file.read_bytes()
    return hashlib.sha256(repr(sorted(made_of.items())).encode()).hexdigest()


def make(pages: Path, sources: str) -> None:
    """Make the pages beside those of before, and put them in their place.

    Raises:
        ImportError: if a package isn't installed.
        Missing: if something can't be fetched.
        ValueError: if not all cases are known.
    """
    own = str(Path(sys.executable).parent)  # pip may have brought npm.
    os.environ["PATH"] = os.pathsep.join([own, os.environ.get("PATH", "")])
    with TemporaryDirectory(prefix=".pages-", dir=pages.parent) as temporary:
        new = Path(temporary, "new")
        new.mkdir()
        build(new / SITE, "")
        for file in [*(new / SITE).rglob("*.*")]:
            prepare(file)
        write_down(new / CASES)
        (new / MADE_OF).write_text(sources)
        if pages.exists():
            pages.rename(Path(temporary, "old"))
        new.rename(pages)


def prepare(file: Path) -> None:
    """Tell a page that it is served by an evening, and squeeze a file."""
    data = file.read_bytes()
    if file.suffix == ".html":
        data = data.replace(PLACE, PLACE + b" data-room")
        file.write_bytes(data)
    if file.suffix in SQUEEZED:
        squeezed = gzip.compress(data, mtime=0)
        file.with_name(f"{file.name}.gz").write_bytes(squeezed)
