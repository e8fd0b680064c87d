"""The layout shows the architecture: which imports there are, how long a file is."""

import ast
import re
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from repository.project import ROOT, each_kata

ROOMS = {path.name for path in (ROOT / "tests").glob("kata_*")}
LONGEST = 300  # lines

# What a kata's test file imports from the harness, at most.
MOST_NAMES, MOST_MODULES = 10, 2

MODULES = {
    f"{path.parent.name}.{path.stem}": path
    for path in sorted((ROOT / "tests").glob("kata_*/*.py"))
}


def imported(path: Path) -> Iterator[tuple[str, str]]:
    """Yield each module that a file imports, anywhere in it, with each name."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from ((node.module, alias.name) for alias in node.names)


IMPORTED = {name: [*imported(path)] for name, path in MODULES.items()}


def test_no_two_modules_import_each_other():
    graph = {
        name: MODULES.keys()
        & {one for pair in pairs for one in (pair[0], ".".join(pair))}
        for name, pairs in IMPORTED.items()
    }
    assert list(TopologicalSorter(graph).static_order())  # A circle raises CycleError.


def test_rooms_form_one_order_and_know_only_what_they_need():
    graph: dict[str, set[str]] = {room: set() for room in ROOMS}
    for name, pairs in IMPORTED.items():
        room = name.partition(".")[0]
        known = {module.partition(".")[0] for module, _ in pairs}
        graph[room] |= known & ROOMS - {room}
    assert list(TopologicalSorter(graph).static_order())
    assert graph["kata_worker"] == graph["kata_tables"] == set()
    assert graph["kata_kit"] == {"kata_worker", "kata_tables"}
    assert graph["kata_loop"] == {"kata_kit"}


@each_kata
def test_a_test_file_needs_few_names_from_few_modules(kata):
    found = [
        (module, name)
        for module, name in imported(ROOT / kata.table)
        if module.startswith("kata_")
    ]
    assert len(found) <= MOST_NAMES
    assert len({module for module, _ in found}) <= MOST_MODULES


@pytest.mark.parametrize("name", MODULES)
def test_no_module_is_too_long_to_read(name):
    lines = MODULES[name].read_text(encoding="utf-8").count("\n")
    assert lines <= LONGEST, "give what it does two jobs for to two"


def test_the_workflows_need_no_secrets_and_name_what_they_run_exactly():
    for path in (ROOT / ".github" / "workflows").glob("*.yml"):
        text = path.read_text(encoding="utf-8")
        assert "{{ secrets" not in text
        assert re.findall(r"^permissions:\n((?:  .+\n)+)", text, re.M) == [
            "  contents: read\n"
        ]
        for used in re.findall(r"uses: (.+)", text):
            assert re.fullmatch(r"\S+@[0-9a-f]{40} # v[\d.]+", used)


def test_the_ways_through_the_house_name_modules_that_there_are():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    ways = text[text.index("## How a run works") :]
    named = re.findall(r"^    (\w+(?:, \w+)*)  +\w", ways, re.MULTILINE)
    modules = {module for names in named for module in names.split(", ")}
    assert len(modules) > 20
    assert modules <= {name.partition(".")[2] for name in MODULES}
