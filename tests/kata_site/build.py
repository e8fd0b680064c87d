"""Build the folder of the site: the pages, the editor, Python, pytest and the katas."""

import io
import json
import re
import tarfile
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from kata_kit.katas import PATH, ROOT, KataFiles
from kata_kit.parsing import is_stub
from kata_loop import stubs

from kata_site.pages import PAGE, pages, play_page
from kata_site.parts import Missing, Part, fetch

PYTHON = (
    *("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"),
    "pyodide-lock.json",
)
GAMES = ROOT / "tests" / "kata_play" / "page"
# pytest colours the lines of a traceback with these parts of Pygments, and no others.
COLOURS = re.compile(
    r"pygments/(?:\w+\.py|lexers/(?:__init__|_mapping|python|diff|_builtin_mappings)\.py"
    r"|formatters/(?:__init__|_mapping|terminal)\.py|filters/__init__\.py"
    r"|styles/(?:__init__|_mapping|default)\.py)"
)
# What a run needs of this repository: the rooms of the katas, and these.
ROOMS = (
    *("kata_kit", "kata_tables", "kata_worker", "kata_play", "kata_site", "installed"),
    *(kata.name for kata in PATH),
)
IMPORTED = re.compile(r"""(from\s+|import\s+)(["'])(@?[\w/-]+)\2""")

Files = Iterator[tuple[str, bytes]]


def build(folder: Path, source: str) -> None:
    """Build the site in a new folder; refuse one that has something in it."""
    for other in sorted(folder.iterdir()) if folder.exists() else ():
        raise Missing(
            f"{folder} is not empty: it has {other.name}, for example;"
            " delete it, or name a new folder"
        )
    with TemporaryDirectory() as fetched:
        parts = fetch(Path(fetched))
        files = dict(_files(Path(fetched), parts, source))
    for name, content in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)


def _files(fetched: Path, parts: Iterable[Part], source: str) -> Files:
    """Yield the files of the site: their names and contents."""
    wheels = []
    for part in parts:
        if part.client == "pip":
            wheels.append(fetched / part.file)
        elif part.name == "pyodide":
            with tarfile.open(fetched / part.file) as tar:
                yield from ((f"pyodide/{name}", _member(tar, name)) for name in PYTHON)
        else:
            yield f"editor/{part.flat}.js", _module(fetched / part.file, part)
    stubs_of = {kata.name: _stub(kata) for kata in PATH}
    yield "packages.zip", _zipped(_of_wheels(wheels))
    yield "project.zip", _zipped(_of_project(stubs_of))
    for name, text in pages(stubs_of, source):
        yield name, text.encode()
    yield "play.html", play_page((GAMES / "index.html").read_text("utf-8")).encode()
    games = [GAMES / name for name in ("board.js", "play.css", "play.js")]
    for file in (*PAGE.glob("*.js"), *PAGE.glob("*.css"), *games):
        yield file.name, file.read_bytes()


def _stub(kata: KataFiles) -> str:
    """Return the stub of a kata, also where somebody has written into the file."""
    text = (ROOT / kata.stub).read_text(encoding="utf-8")
    try:
        return text if is_stub(text) else stubs.known(kata.name, ROOT)
    except LookupError as error:
        raise Missing(str(error)) from None


def _module(archive: Path, part: Part) -> bytes:
    """Return a module of the editor; what it imports stands beside it."""

    def beside(found: re.Match[str]) -> str:
        name = found[3].lstrip("@").replace("/", "-")
        return f"{found[1]}{found[2]}./{name}.js{found[2]}"

    with tarfile.open(archive) as tar:
        facts = json.loads(_member(tar, "package.json"))
        main = facts.get("module") or facts["exports"]["import"]
        text = _member(tar, str(PurePosixPath(main))).decode()
    licence = f"// {part.name} {part.version}, licence: {facts['license']}\n"
    return (licence + IMPORTED.sub(beside, text)).encode()


def _member(tar: tarfile.TarFile, name: str) -> bytes:
    file = tar.extractfile(f"package/{name}")
    assert file is not None
    return file.read()


def _of_wheels(wheels: Iterable[Path]) -> Files:
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as archive:
            for name in archive.namelist():
                if not name.startswith("pygments/") or COLOURS.fullmatch(name):
                    yield name, archive.read(name)


def _of_project(stubs_of: dict[str, str]) -> Files:
    for kata in PATH:
        yield kata.stub, stubs_of[kata.name].encode()
        yield kata.statement, (ROOT / kata.statement).read_bytes()
    files = [ROOT / "conftest.py", ROOT / "pyproject.toml"]
    for folder in (ROOT / "solutions", *(ROOT / "tests" / room for room in ROOMS)):
        for pattern in ("**/*.py", "table.txt", "mistakes.md"):
            files += sorted(folder.glob(pattern))
    for file in files:
        if not file.name.startswith(("bench_", "cost_controls")):
            yield file.relative_to(ROOT).as_posix(), file.read_bytes()


def _zipped(files: Files) -> bytes:
    """Return an archive that is the same for the same files."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in files:
            entry = zipfile.ZipInfo(name)
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED)
    return made.getvalue()
