"""The layout shows the architecture: which imports there are, how long a file is."""

import ast
import re
from graphlib import TopologicalSorter
from pathlib import Path

from repository.project import ROOT, each_kata
from repository.tables import text_of

LONGEST = 300  # lines

# What a kata's test file imports from the harness, at most.
MOST_NAMES, MOST_MODULES = 10, 2

MODULES = {
    f"{path.parent.name}.{path.stem}": path
    for path in sorted((ROOT / "tests").glob("kata_*/*.py"))
}


def imported(path: Path) -> list[str]:
    """Return what a file imports, anywhere in it: "module.name"."""
    found = list[str]()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found += [f"{node.module}.{alias.name}" for alias in node.names]
    return found


IMPORTED = {name: imported(path) for name, path in MODULES.items()}


def test_no_two_modules_import_each_other():
    graph = {}
    for name, others in IMPORTED.items():
        modules = {one.rpartition(".")[0] for one in others}
        graph[name] = MODULES.keys() & modules.union(others)
    assert [*TopologicalSorter(graph).static_order()]  # A circle raises CycleError.


def test_rooms_form_one_order_and_know_only_what_they_need():
    rooms = {room(name): set[str]() for name in MODULES}
    for name, others in IMPORTED.items():
        rooms[room(name)] |= rooms.keys() & set(map(room, others)) - {room(name)}
    assert [*TopologicalSorter(rooms).static_order()]
    assert rooms["kata_worker"] == rooms["kata_tables"] == set()
    assert rooms["kata_kit"] == {"kata_worker", "kata_tables"}
    assert rooms["kata_loop"] == {"kata_kit"}


def room(name: str) -> str:
    """Return the room that a module, or a name in one, is of."""
    return name.partition(".")[0]


@each_kata
def test_a_test_file_needs_few_names_from_few_modules(kata):
    found = [one for one in imported(ROOT / kata.table) if one.startswith("kata_")]
    assert len(found) <= MOST_NAMES
    assert len({one.rpartition(".")[0] for one in found}) <= MOST_MODULES


def test_no_module_is_too_long_to_read():
    texts = {name: path.read_text("utf-8") for name, path in MODULES.items()}
    long = [name for name, text in texts.items() if text.count("\n") > LONGEST]
    assert long == [], "give what they do two jobs for to two"


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
    text = text_of("CONTRIBUTING.md")
    ways = text[text.index("## How a run works") :]
    named = re.findall(r"^    (\w+(?:, \w+)*)  +\w", ways, re.MULTILINE)
    modules = {module for names in named for module in names.split(", ")}
    assert len(modules) > 20
    assert modules <= {name.partition(".")[2] for name in MODULES}
