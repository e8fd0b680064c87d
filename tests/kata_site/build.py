"""Build the folder of the site: the pages, the editor, Python, pytest and the katas."""

import json
import re
import tarfile
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from kata_kit.katas import PATH, ROOT, KataFiles
from kata_kit.sources import is_stub
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
    "kata_kit",
    "kata_tables",
    "kata_worker",
    "kata_play",
    "kata_site",
    "installed",
)
IMPORTED = re.compile(r"""(from\s+|import\s+)(["'])(@?[\w/-]+)\2""")
BUILT = "built.txt"  # In the folder: the names of all that was built.


def build(folder: Path, source: str) -> None:
    """Build the site in a new folder, or in one that was built before."""
    check_folder(folder)
    with TemporaryDirectory() as fetched:
        parts = fetch(Path(fetched))
        files = dict(_files(Path(fetched), parts, source))
    _clear(folder)
    for name, content in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    names = "".join(f"{name}\n" for name in sorted(files))
    (folder / BUILT).write_text(names, encoding="utf-8", newline="\n")


def check_folder(folder: Path) -> None:
    """Refuse a folder in which there is anything that was not built."""
    if folder.exists() and not folder.is_dir():
        raise Missing(f"{folder} is a file; a folder is expected")
    known = {*_built(folder), BUILT}
    there = (path for path in sorted(folder.rglob("*")) if path.is_file())
    for path in there:
        name = path.relative_to(folder).as_posix()
        if name not in known:
            raise Missing(f"{folder} has other things in it, such as {name}")


def _built(folder: Path) -> list[str]:
    file = folder / BUILT
    return file.read_text(encoding="utf-8").splitlines() if file.exists() else []


def _clear(folder: Path) -> None:
    for name in _built(folder):
        (folder / name).unlink(missing_ok=True)


def _files(
    fetched: Path, parts: Sequence[Part], source: str
) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the site: their names and contents."""
    for part in parts:
        if part.name == "pyodide":
            yield from _python(fetched / part.file)
        elif part.client == "npm":
            yield from _module(fetched / part.file, part)
    wheels = [fetched / part.file for part in parts if part.client == "pip"]
    yield "packages.zip", _zipped(_of_wheels(wheels))
    stubs_of = {kata.name: _stub(kata) for kata in PATH}
    yield "project.zip", _zipped(_of_project(stubs_of))
    for name, text in pages(stubs_of, source).items():
        yield name, text.encode()
    for file in (*PAGE.glob("*.js"), *PAGE.glob("*.css")):
        yield file.name, file.read_bytes()
    yield "play.html", play_page((GAMES / "index.html").read_text("utf-8")).encode()
    for name in ("board.js", "play.css", "play.js"):
        yield name, (GAMES / name).read_bytes()


def _stub(kata: KataFiles) -> str:
    """Return the stub of a kata, also where somebody has written into the file."""
    text = (ROOT / kata.stub).read_text(encoding="utf-8")
    try:
        return text if is_stub(text) else stubs.known(kata.name, ROOT)
    except LookupError as error:
        raise Missing(str(error)) from None


def _python(archive: Path) -> Iterator[tuple[str, bytes]]:
    with tarfile.open(archive) as tar:
        for name in PYTHON:
            content = _member(tar, name)
            if name == "pyodide-lock.json":
                # Packages that nothing here imports, with the addresses of files.
                content = json.dumps({**json.loads(content), "packages": {}}).encode()
            yield f"pyodide/{name}", content


def _module(archive: Path, part: Part) -> Iterator[tuple[str, bytes]]:
    """Yield a module of the editor; what it imports stands beside it."""

    def beside(found: re.Match[str]) -> str:
        name = found[3].lstrip("@").replace("/", "-")
        return f"{found[1]}{found[2]}./{name}.js{found[2]}"

    with tarfile.open(archive) as tar:
        facts = json.loads(_member(tar, "package.json"))
        main = facts.get("module") or facts["exports"]["import"]
        text = _member(tar, str(PurePosixPath(main))).decode()
    licence = f"// {part.name} {part.version}, licence: {facts['license']}\n"
    yield f"editor/{part.flat}.js", (licence + IMPORTED.sub(beside, text)).encode()


def _member(tar: tarfile.TarFile, name: str) -> bytes:
    file = tar.extractfile(f"package/{name}")
    assert file is not None
    return file.read()


def _of_wheels(wheels: Sequence[Path]) -> Iterator[tuple[str, bytes]]:
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as archive:
            for name in archive.namelist():
                if not name.startswith("pygments/") or COLOURS.fullmatch(name):
                    yield name, archive.read(name)


def _of_project(stubs_of: dict[str, str]) -> Iterator[tuple[str, bytes]]:
    for kata in PATH:
        yield kata.stub, stubs_of[kata.name].encode()
        yield kata.statement, (ROOT / kata.statement).read_bytes()
    rooms = [ROOT / "tests" / name for name in (*ROOMS, *(k.name for k in PATH))]
    files = [ROOT / "conftest.py", ROOT / "pyproject.toml"]
    for folder in (ROOT / "solutions", *rooms):
        files += sorted(folder.rglob("*.py"))
        files += sorted(folder.glob("table.txt"))
        files += sorted(folder.glob("mistakes.md"))
    for file in files:
        if not file.name.startswith(("bench_", "cost_controls")):
            yield file.relative_to(ROOT).as_posix(), file.read_bytes()


def _zipped(files: Iterator[tuple[str, bytes]]) -> bytes:
    """Return an archive that is the same for the same files."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "it.zip"
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as made:
            for name, content in files:
                entry = zipfile.ZipInfo(name)
                entry.compress_type = zipfile.ZIP_DEFLATED
                made.writestr(entry, content)
        return file.read_bytes()
