"""The layout shows the architecture: who may import whom, and how long a file may be."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from repository.project import ROOT

ROOMS = (
    "kata_author",
    "kata_collect",
    "kata_kit",
    "kata_loop",
    "kata_play",
    "kata_tables",
    "kata_worker",
    "kata_workshop",
)
LONGEST = 300  # lines


def modules() -> dict[str, Path]:
    """The modules of the harness, by name."""
    return {
        f"{room}.{path.stem}": path
        for room in ROOMS
        for path in sorted((ROOT / "tests" / room).glob("*.py"))
        if not path.stem.startswith("__")
    }


def imports(path: Path) -> Iterator[str]:
    """The names of the modules that a file imports, wherever in it, but for type checkers only."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for_types = {
        node
        for guarded in ast.walk(tree)
        if isinstance(guarded, ast.If) and ast.unparse(guarded.test) == "TYPE_CHECKING"
        for node in ast.walk(guarded)
    }
    for node in ast.walk(tree):
        if node in for_types:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def rooms_imported(room: str) -> set[str]:
    """The rooms that the modules of a room import."""
    return {
        found.partition(".")[0]
        for name, path in modules().items()
        if name.startswith(f"{room}.")
        for found in imports(path)
    } & set(ROOMS)


def test_no_two_modules_import_each_other() -> None:
    known = modules()
    graph = {name: set(imports(path)) & known.keys() for name, path in known.items()}
    assert list(TopologicalSorter(graph).static_order())  # A circle raises CycleError.


def test_the_worker_imports_nothing_of_the_harness() -> None:
    assert rooms_imported("kata_worker") <= {"kata_worker"}


def test_nobody_imports_the_loop_or_the_table() -> None:
    for command in ("kata_loop", "kata_play"):
        assert {room for room in ROOMS if command in rooms_imported(room)} <= {command}
    assert rooms_imported("kata_loop") <= {"kata_kit", "kata_loop"}


def test_only_the_hooks_know_the_workshop() -> None:
    known = modules()
    knowing = [
        name
        for name, path in known.items()
        if name.startswith("kata_kit.")
        and any(found.startswith("kata_workshop") for found in imports(path))
    ]
    assert knowing == ["kata_kit.hooks"]


@pytest.mark.parametrize("name", modules())
def test_no_module_is_too_long_to_read(name: str) -> None:
    lines = modules()[name].read_text(encoding="utf-8").count("\n")
    assert lines <= LONGEST, f"{name} has {lines} lines; give what it does two jobs for to two"


def test_the_top_level_has_nothing_else() -> None:
    allowed = """
        katas solutions tests conftest.py pyproject.toml README.md CONTRIBUTING.md CHANGELOG.md
        LICENSE .ci .devcontainer .editorconfig .gitattributes .github .gitignore
        .pre-commit-config.yaml
    """
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip("this is not a clone")
    assert {path.split("/")[0] for path in done.stdout.splitlines()} <= set(allowed.split())


def test_the_workflows_need_no_secrets_and_name_what_they_run_exactly() -> None:
    for path in (ROOT / ".github" / "workflows").glob("*.yml"):
        text = path.read_text(encoding="utf-8")
        assert "{{ secrets" not in text
        assert re.findall(r"^permissions:\n((?:  .+\n)+)", text, re.M) == ["  contents: read\n"]
        used = re.findall(r"uses: (.+)", text)
        assert [one for one in used if not re.fullmatch(r"\S+@[0-9a-f]{40} # v[\d.]+", one)] == []


def test_pip_tells_an_older_python_that_it_is_too_old() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    oldest = re.findall(r'^requires-python = ">=([\d.]+)"$', text, re.MULTILINE)
    (needed,) = re.findall(r"^dependencies = \[(.+)\]$", text, re.MULTILINE)
    # What it has no version of would be all that it is told. Of pytest it has one.
    marked = [one for one in re.findall(r'"(.+?)"', needed) if not one.startswith("pytest>")]
    assert marked
    assert [one.partition("; ")[2] for one in marked] == [f"python_version >= '{oldest[0]}'"]
