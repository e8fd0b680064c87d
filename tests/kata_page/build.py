"""Builds the site, a folder of pages: `python -m katas site FOLDER`.

npm and pip fetch what `parts.txt` lists. For a new version change its line, and build:
the error says which digest came. Read what has changed in it before you write that
digest down.
"""

import hashlib
import io
import json
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import NamedTuple

from kata_kit.katas import PATH, ROOT, Kata, is_stub, relative
from kata_loop import stub

LIST = Path(__file__).with_name("parts.txt")
COMPILER = Path(__file__).with_name("compiled.mjs")
# The wheels are for the Python in the browser, whichever Python runs here.
PIP = (
    *("-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"),
    *("--only-binary=:all:", "--python-version=3.14", "--platform=any", "--abi=none"),
)
PYTHON = (
    *("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"),
    "pyodide-lock.json",
)
# What a run needs of this repository: the rooms of the katas, and these.
ROOMS = (
    *("kata_kit", "kata_tables", "kata_page"),
    *(kata.name for kata in PATH),
)
# A comment with lines of its own
COMMENT = re.compile(r"^[ \t]*(?:/\*(?:[^*]|\*(?!/))*\*/|//.*)\n", re.MULTILINE)
IMPORTED = re.compile(r"""((?:from|import)\s+["'])(@?[\w/-]+)(?=["'])""")

Files = Iterator[tuple[str, bytes]]


class Missing(RuntimeError):
    """Something is not installed, or cannot be fetched; the message says what to do."""


class Part(NamedTuple):
    """One file that npm or pip fetches."""

    client: str  # "npm" or "pip"
    name: str
    version: str
    digest: str


def main(words: Sequence[str]) -> int:
    """Build the site, and return the exit code."""
    parser = ArgumentParser(
        "python -m katas site",
        description="Builds the katas as pages for any web server. pytest runs in the"
        " browser, and nobody installs anything. It needs npm and a network.",
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="where to build it")
    parser.add_argument(
        "--source", default="", metavar="URL", help="the repository, for a link to it"
    )
    options = parser.parse_args(words)
    try:
        build(options.folder, options.source)
    except ImportError:
        problem = 'the site needs more packages: pip install -e ".[site]"'
    except Missing as error:
        problem = str(error)
    else:
        print(f"The site is in {options.folder}; see it at http://127.0.0.1:8000:")
        print(f"python -m http.server --bind 127.0.0.1 --directory {options.folder}")
        return 0
    print(f"error: {problem}", file=sys.stderr)
    return 2


def build(folder: Path, source: str) -> None:
    """Build the site in a new folder; refuse one that has something in it."""
    for other in sorted(folder.iterdir()) if folder.exists() else ():
        raise Missing(
            f"{folder} is not empty: it has {other.name}, for example;"
            " delete it, or name a new folder"
        )
    from kata_page.pages import PAGE, pages  # They need the extra.

    stubs = {kata.name: stub_of(kata) for kata in PATH}
    with TemporaryDirectory() as fetched:
        files = dict(_of_parts(_fetch(Path(fetched))))
    files["project.zip"] = zipped(of_project(stubs))
    for name, text in pages(source, stubs):
        files[name] = text.encode()
    for file in (*PAGE.glob("*.js"), *PAGE.glob("*.css")):
        files[file.name] = file.read_bytes()
    files["ask.js"] = files.pop("ask.worker.js")
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    command = ["node", str(COMPILER), str(folder.resolve())]
    if subprocess.run(command, check=False).returncode:
        raise Missing("Node.js could not compile the modules of the pages")


def _fetch(folder: Path) -> Iterator[tuple[Part, Path]]:
    """Fetch all parts into a folder; raise `Missing` where one is not to be had."""
    npm = shutil.which("npm")
    if npm is None:
        raise Missing(
            "the site needs npm, which comes with Node.js: https://nodejs.org"
        )
    lines = LIST.read_text(encoding="utf-8").splitlines()
    parts = [Part(*line.split()) for line in lines if not line.startswith("#")]
    packages = [f"{p.name}@{p.version}" for p in parts if p.client == "npm"]
    wheels = [f"{p.name}=={p.version}" for p in parts if p.client == "pip"]
    for command in (
        [npm, "pack", "--loglevel=error", "--no-update-notifier", *packages],
        [sys.executable, *PIP, *wheels],
    ):
        # Why it fails is told by itself, as an error on the screen.
        subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, check=False)
    for part in parts:
        yield part, listed(part, folder)


def listed(part: Part, folder: Path) -> Path:
    """Return the file of a part, which has its digest; refuse any other."""
    came = f"*{part.name.rpartition('/')[2]}-{part.version}[-.]*"
    for file in folder.glob(came):
        digest = hashlib.sha256(file.read_bytes()).hexdigest()
        if digest == part.digest:
            return file
        raise Missing(
            f"{file.name} is not the file that {LIST.name} names:"
            f" expected {part.digest}, got {digest}"
        )
    raise Missing(f"{part.client} did not bring {part.name} {part.version}")


def stub_of(kata: Kata) -> str:
    """Return a stub; it's that of git if the file is missing or has been written into.

    Raises:
        Missing: if there is none.
    """
    with suppress(OSError, UnicodeError):
        text = kata.stub.read_text(encoding="utf-8")
        if is_stub(text):
            return text
    try:
        return stub.known(kata)
    except LookupError:
        raise Missing(
            f"{relative(kata.stub)} isn't the stub. Take the stub from a new download,"
            " and keep your own file under another name."
        ) from None


def _of_parts(parts: Iterable[tuple[Part, Path]]) -> Files:
    for part, file in parts:
        if part.client == "pip":
            yield f"packages/{part.name}.whl", file.read_bytes()
            continue
        with tarfile.open(file) as tar:
            if part.name == "pyodide":
                yield from ((f"pyodide/{name}", _member(tar, name)) for name in PYTHON)
            else:
                yield f"editor/{_flat(part.name)}", _module(tar, part)


def _module(tar: tarfile.TarFile, part: Part) -> bytes:
    """Return a module of the editor; what it imports stands beside it."""
    facts = json.loads(_member(tar, "package.json"))
    main = facts.get("module") or facts["exports"]["import"]
    text = _member(tar, str(PurePosixPath(main))).decode()
    text = COMMENT.sub("", text)
    text = IMPORTED.sub(lambda name: f"{name[1]}./{_flat(name[2])}", text)
    licence = f"// {part.name} {part.version}, licence: {facts['license']}\n"
    return (licence + text).encode()


def _flat(name: str) -> str:
    """Return the file of a package: codemirror-view.js."""
    return name.lstrip("@").replace("/", "-") + ".js"


def _member(tar: tarfile.TarFile, name: str) -> bytes:
    file = tar.extractfile(f"package/{name}")
    assert file is not None
    return file.read()


def of_project(stubs: Mapping[str, str]) -> Files:
    """Yield what a run needs of this repository, with these stubs."""
    files = [ROOT / "conftest.py", ROOT / "pyproject.toml"]
    for kata in PATH:
        yield f"katas/{kata.name}/{kata.name}.py", stubs[kata.name].encode()
        files.append(kata.statement)
    for folder in (ROOT / "solutions", *(ROOT / "tests" / room for room in ROOMS)):
        for pattern in ("**/*.py", "table.txt", "mistakes.md"):
            files += folder.glob(pattern)
    for file in files:
        if not file.name.startswith(("bench_", "cost_controls")):
            yield relative(file), file.read_bytes()


def zipped(files: Files) -> bytes:
    """Return an archive of files."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in files:
            archive.writestr(name, content)
    return buffer.getvalue()
