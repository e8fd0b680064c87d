"""The layout shows the architecture: who may import whom, and how long a file may be."""

from __future__ import annotations

import ast
import re
import subprocess
from functools import cache
from graphlib import TopologicalSorter

import pytest
from repository.project import ROOT

ROOMS = [path.name for path in sorted((ROOT / "tests").glob("kata_*"))]
LONGEST = 300  # lines


MODULES = {
    f"{room}.{path.stem}": path
    for room in ROOMS
    for path in sorted((ROOT / "tests" / room).glob("*.py"))
    if not path.stem.startswith("__")
}


@cache
def imports(name: str) -> set[str]:
    """What a module imports, wherever in it, but not for type checkers only."""
    tree = ast.parse(MODULES[name].read_text(encoding="utf-8"))
    for_types = {
        node
        for guarded in ast.walk(tree)
        if isinstance(guarded, ast.If) and ast.unparse(guarded.test) == "TYPE_CHECKING"
        for node in ast.walk(guarded)
    }
    found = set[str]()
    for node in ast.walk(tree):
        if node in for_types:
            continue
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {
                node.module,
                *(f"{node.module}.{alias.name}" for alias in node.names),
            }
    return found


def known_to(room: str) -> set[str]:
    """The rooms that the modules of a room import."""
    found = (imports(name) for name in MODULES if name.startswith(f"{room}."))
    return {one.partition(".")[0] for one in set[str]().union(*found)} & {*ROOMS}


def test_no_two_modules_import_each_other() -> None:
    graph = {name: imports(name) & MODULES.keys() for name in MODULES}
    assert list(TopologicalSorter(graph).static_order())  # A circle raises CycleError.


def test_rooms_know_only_what_they_need() -> None:
    assert known_to("kata_worker") == {"kata_worker"}
    assert known_to("kata_loop") == {"kata_kit", "kata_loop"}
    for command in ("kata_loop", "kata_play"):
        assert [room for room in ROOMS if command in known_to(room)] == [command]
    # The hooks choose a workshop, and nothing else of a run knows of it.
    kit = [name for name in MODULES if name.startswith("kata_kit.")]
    assert [one for one in kit if "kata_workshop" in str(imports(one))] == [
        "kata_kit.hooks"
    ]
    # What a table is written in, and what runs it, know each other.
    below = {"kata_kit", "kata_tables"}
    graph = {room: known_to(room) - below - {room} for room in ROOMS}
    assert list(TopologicalSorter(graph).static_order())


@pytest.mark.parametrize("name", MODULES)
def test_no_module_is_too_long_to_read(name: str) -> None:
    lines = MODULES[name].read_text(encoding="utf-8").count("\n")
    assert lines <= LONGEST, (
        f"{name} has {lines} lines; give what it does two jobs for to two"
    )


def test_the_top_level_has_nothing_else() -> None:
    allowed = """
        katas solutions tests conftest.py pyproject.toml README.md CONTRIBUTING.md CHANGELOG.md
        LICENSE .ci .devcontainer .editorconfig .gitattributes .github .gitignore
        .pre-commit-config.yaml
    """
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode:
        pytest.skip("this is not a clone")
    assert {path.split("/")[0] for path in done.stdout.splitlines()} <= set(
        allowed.split()
    )


def test_the_workflows_need_no_secrets_and_name_what_they_run_exactly() -> None:
    for path in (ROOT / ".github" / "workflows").glob("*.yml"):
        text = path.read_text(encoding="utf-8")
        assert "{{ secrets" not in text
        assert re.findall(r"^permissions:\n((?:  .+\n)+)", text, re.M) == [
            "  contents: read\n"
        ]
        used = re.findall(r"uses: (.+)", text)
        assert [
            one for one in used if not re.fullmatch(r"\S+@[0-9a-f]{40} # v[\d.]+", one)
        ] == []


def test_pip_tells_an_older_python_that_it_is_too_old() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    oldest = re.findall(r'^requires-python = ">=([\d.]+)"$', text, re.MULTILINE)
    (needed,) = re.findall(r"^dependencies = \[(.+)\]$", text, re.MULTILINE)
    # What it has no version of would be all that it is told. Of pytest it has one.
    marked = [
        one for one in re.findall(r'"(.+?)"', needed) if not one.startswith("pytest>")
    ]
    assert marked
    assert [one.partition("; ")[2] for one in marked] == [
        f"python_version >= '{oldest[0]}'"
    ]
