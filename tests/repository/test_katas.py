"""Every kata is complete: `pytest tests/repository -k <kata>` says what is missing, in order."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Callable, Iterable
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar, get_type_hints

import pytest
from kata_kit import misconceptions
from kata_kit.katas import PATH, KataFiles
from kata_kit.scaffold import MARK
from repository.project import ROOT, Project
from repository.tables import rows

SECTIONS = [
    "Run it",
    "Rules",
    "Input and output",
    "Examples",
    "Bad input",
    "Stages",
    "Hints",
    "Going further",
    "Where it comes from",
]
HINT = re.compile(r"<details>\n<summary>Hint (\d)</summary>\n\n(.+?)\n\n</details>", re.DOTALL)
UNWANTED = re.compile(r"\b(just|simply|obviously|easy|easily|trivial|of course)\b", re.IGNORECASE)

# A test with this mark says in the message of its assertion what is left to write, as
# "file: what"; `repository.left_to_write` lists that at the end of the run.
Test = TypeVar("Test", bound=Callable[..., None])
to_write = pytest.mark.to_write
katas = pytest.mark.parametrize("kata", PATH, ids=lambda kata: kata.name)
each_approach = pytest.mark.parametrize(
    "approach",
    sorted((ROOT / "solutions" / "approaches").glob("*/*.py")),
    ids=lambda path: f"{path.parent.name}-{path.stem}",
)


def each_kata(test: Test) -> Test:
    """Run a test for every kata, and list what it finds missing."""
    marked: Test = to_write(katas(test))
    return marked


@each_kata
def test_nothing_of_the_template_is_left_in_the_statement(kata: KataFiles) -> None:
    assert not marks(kata.statement), fill_in(kata.statement)


@each_kata
def test_the_statement_has_its_sections_in_order(kata: KataFiles) -> None:
    found = re.findall(r"^## (.+)$", statement(kata), re.MULTILINE)
    assert found == SECTIONS, f"{kata.statement}: expected the sections {SECTIONS}, got {found}"


@each_kata
def test_the_statement_says_how_to_run_it_and_what_to_edit(kata: KataFiles) -> None:
    text = section(kata, "Run it")
    wanted = (f"pytest katas/{kata.name} ", f"pytest --solution katas/{kata.name} ", kata.stub)
    missing = [words for words in wanted if words not in text]
    assert not missing, f'{kata.statement}: "Run it" does not name {missing}'


@each_kata
def test_the_statement_draws_boards(kata: KataFiles) -> None:
    board = r"^    .*[XO] .*[XO.]|^    .*\d .*\."
    drawn = re.search(board, section(kata, "Examples"), re.MULTILINE)
    assert drawn, f'{kata.statement}: draw a board in "Examples", indented by four spaces'


@each_kata
def test_the_statement_has_three_to_five_folded_hints(kata: KataFiles) -> None:
    numbers = [int(number) for number, _ in HINT.findall(section(kata, "Hints"))]
    expected = ([1, 2, 3], [1, 2, 3, 4], [1, 2, 3, 4, 5])
    assert numbers in expected, f"{kata.statement}: expected hints 1 to 3, 4 or 5, got {numbers}"


@each_kata
def test_nothing_in_the_statement_calls_it_easy(kata: KataFiles) -> None:
    found = UNWANTED.findall(statement(kata))
    assert not found, f"{kata.statement}: take out the words {found}"


@each_kata
def test_every_sentence_of_the_statement_has_a_line(kata: KataFiles) -> None:
    prose = re.sub(r"^(    .*|\|.*|```.*)$", "", statement(kata), flags=re.MULTILINE)
    found = re.findall(r"^.*[a-z)`]\. [A-Z].*$", prose, re.MULTILINE)
    assert not found, f"{kata.statement}: give each sentence a line: {found}"


@each_kata
def test_nothing_of_the_template_is_left_in_the_stub(kata: KataFiles) -> None:
    assert not marks(kata.stub), fill_in(kata.stub)


@each_kata
def test_every_function_of_the_stub_is_left_to_write(kata: KataFiles) -> None:
    bodies = {function.name: function.body[-1] for function in functions(kata.stub)}
    written = [
        name for name, last in bodies.items() if ast.unparse(last) != "raise NotImplementedError"
    ]
    assert not written, f"{kata.stub}: end {written} with raise NotImplementedError"


@each_kata
def test_the_stub_says_what_is_to_do(kata: KataFiles) -> None:
    assert "# TODO: " in read(kata.stub), f"{kata.stub}: write a comment # TODO: with the outcome"


@each_kata
def test_every_docstring_says_what_comes_in_and_out_and_shows_an_example(kata: KataFiles) -> None:
    wanted = ("Returns:", "Raises:", ">>> ")
    docs = {function.name: ast.get_docstring(function) or "" for function in functions(kata.stub)}
    missing = {name: [part for part in wanted if part not in doc] for name, doc in docs.items()}
    # A function that takes nothing can refuse nothing.
    without = {function.name for function in functions(kata.stub) if not function.args.args}
    left = {
        name: parts
        for name, parts in missing.items()
        if parts and not (name in without and parts == ["Raises:"])
    }
    assert not left, f"{kata.stub}: the docstrings lack {left}"


@each_kata
def test_nothing_of_the_template_is_left_in_the_reference(kata: KataFiles) -> None:
    assert not marks(kata.solution), fill_in(kata.solution)


@each_kata
def test_stub_and_reference_have_the_same_contracts(kata: KataFiles) -> None:
    stub, reference = contracts(kata.stub), contracts(kata.solution, only=contracts(kata.stub))
    differ = [name for name in stub if stub[name] != reference[name]]
    assert not differ, (
        f"{kata.solution}: give {differ} the signature and docstring of the stub\n"
        + "\n".join(f"{stub[name]}\n{reference[name]}" for name in differ)
    )


@each_kata
def test_the_reference_ends_with_the_roads_not_taken(kata: KataFiles) -> None:
    found = "\n# Roads not taken" in read(kata.solution)
    assert found, f'{kata.solution}: end it with a comment "# Roads not taken"'


@each_kata
def test_the_doctests_of_the_reference_hold(kata: KataFiles, untouched: Project) -> None:
    command = f"--doctest-modules {kata.solution}"
    run = untouched.pytest(*command.split())
    assert run.exit_code == 0, f"{kata.solution}: pytest {command} is not green\n{run.text}"


@each_kata
def test_the_examples_of_the_stub_hold_for_the_reference(kata: KataFiles, project: Project) -> None:
    project.solve(kata.name)
    run = project.pytest("--doctest-modules", kata.stub)
    assert run.exit_code == 0, f"{kata.stub}: its examples fail with the reference\n{run.text}"


@each_kata
def test_nothing_of_the_template_is_left_in_the_table(kata: KataFiles) -> None:
    assert not marks(kata.table), fill_in(kata.table)


@each_kata
def test_the_statement_lists_the_stages_of_the_table(kata: KataFiles) -> None:
    listed = re.findall(
        r"^\d+\. (?:\*\*)?(.+?)(?:\*\*)?(?::.*|\.)?$", section(kata, "Stages"), re.MULTILINE
    )
    order = list(dict.fromkeys(stages(kata)))
    assert listed == order, f'{kata.statement}: "Stages" lists {listed}, the table has {order}'


@each_kata
def test_the_names_of_the_cases_are_sentences_and_differ(kata: KataFiles) -> None:
    names = [case.name for case in cases(kata)]
    twice = sorted({name for name in names if names.count(name) > 1})
    assert not twice, f"{kata.table}: give these cases names of their own: {twice}"
    known = {function.name for function in functions(kata.stub)}
    bad = [
        name
        for name in names
        if not (name.isascii() and " " in name)
        or not (name[0].isupper() or name.split()[0].rstrip(":") in known)
    ]
    assert not bad, f"{kata.table}: a case's name is a sentence, in ASCII: {bad}"


@each_kata
def test_every_case_says_why_it_is_there(kata: KataFiles) -> None:
    bad = [case.name for case in cases(kata) if not case.why.endswith((".", "?"))]
    assert not bad, f"{kata.table}: say why in a whole sentence: {bad}"


@each_kata
def test_worked_examples_of_the_source_text_are_rows(kata: KataFiles) -> None:
    found = [case.name for case in cases(kata) if getattr(case, "source", "")]
    assert found, f"{kata.table}: give the source= of at least one worked example"


@each_kata
def test_the_reference_passes_every_test(kata: KataFiles, untouched: Project) -> None:
    run = untouched.pytest("--solution", f"katas/{kata.name}")
    passes = run.exit_code == 0 and re.fullmatch(r"=+ \d+ passed in \S+s =+", run.last)
    command = f"pytest --solution katas/{kata.name}"
    assert passes, f"{kata.table}: {command} is not green\n{run.text}"


@each_kata
def test_the_stub_fails_every_test(kata: KataFiles, untouched: Project) -> None:
    run = untouched.pytest(f"katas/{kata.name}", "--all-stages")
    fails = run.exit_code == 1 and re.fullmatch(r"=+ \d+ failed in \S+s =+", run.last)
    assert fails, f"{kata.table}: the stub has to fail every test, but: {run.last}"


@each_approach
def test_the_statement_names_the_approach_among_what_goes_further(approach: Path) -> None:
    statement_of = {kata.name: kata for kata in PATH}
    further = section(statement_of[approach.parent.name], "Going further")
    assert f"solutions/approaches/{approach.parent.name}/" in further
    assert f"`{approach.name}`" in further


@each_approach
def test_the_approach_says_when_to_choose_it(approach: Path) -> None:
    text = ast.get_docstring(ast.parse(approach.read_text(encoding="utf-8"))) or ""
    assert "\n\nChoose it " in text


@each_approach
def test_the_doctests_of_the_approach_hold(approach: Path, untouched: Project) -> None:
    run = untouched.pytest("--doctest-modules", str(approach.relative_to(ROOT)))
    assert run.exit_code == 0


@each_approach
def test_every_approach_passes_the_table(approach: Path, untouched: Project) -> None:
    kata = approach.parent.name
    run = untouched.pytest(f"--submission={approach.relative_to(ROOT)}", f"katas/{kata}")
    assert run.exit_code == 0
    assert re.fullmatch(r"=+ \d+ passed in \S+s =+", run.last)


@each_kata
def test_nothing_of_the_template_is_left_in_the_misconceptions(kata: KataFiles) -> None:
    left = [path.name for path in misconceptions.files(kata) if MARK in path.read_text("utf-8")]
    assert not left, f"{kata.misconceptions}: write {left}, and name it after its mistake"


@each_kata
def test_nothing_of_the_template_is_left_in_the_benchmark(kata: KataFiles) -> None:
    there = (ROOT / kata.benchmark).is_file()  # A console game has none.
    assert not (there and marks(kata.benchmark)), fill_in(kata.benchmark)


@each_kata
@pytest.mark.parametrize("readme", ["katas/README.md", "README.md"])
def test_the_readmes_name_the_kata(kata: KataFiles, readme: str) -> None:
    rows = [line for line in read(readme).splitlines() if kata.name in line]
    linked = any(f"[{kata.name}](" in row for row in rows)
    left = [row for row in rows if MARK in row]
    assert linked, f"{readme}: add a row with a link to {kata.name}"
    assert not left, f"{readme}: fill in the rows {left}"


def test_the_path_has_the_katas_in_the_order_of_the_harness() -> None:
    pattern = re.compile(r"^\|.*?\[(\w+)\]\((?:katas/)?\1/README\.md\)", re.MULTILINE)
    names = [kata.name for kata in PATH]
    assert pattern.findall(read("katas/README.md")) == names
    assert pattern.findall(read("README.md")) == names


def test_there_is_no_kata_that_the_path_does_not_know() -> None:
    folders = {path.name for path in (ROOT / "katas").iterdir() if path.is_dir()}
    assert folders - {"__pycache__"} == {kata.name for kata in PATH}


def read(file: str) -> str:
    """The text of a file of the project."""
    assert (ROOT / file).is_file(), f"{file}: write it, there is no such file"
    return (ROOT / file).read_text(encoding="utf-8")


def marks(file: str) -> list[int]:
    """The lines with a place that `python tests/kata_kit new` has left to write."""
    return [number for number, line in enumerate(read(file).splitlines(), 1) if MARK in line]


def fill_in(file: str) -> str:
    """The message for such lines."""
    return f'{file}: fill in the lines marked "{MARK}": {", ".join(map(str, marks(file)))}'


def statement(kata: KataFiles) -> str:
    """The statement of a kata."""
    return read(kata.statement)


def section(kata: KataFiles, name: str) -> str:
    """One section of the statement."""
    return statement(kata).partition(f"\n## {name}\n")[2].partition("\n## ")[0]


def functions(file: str) -> list[ast.FunctionDef]:
    """The public functions of a Python file."""
    tree = ast.parse(read(file))
    return [
        node
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
    ]


def contracts(file: str, only: Iterable[str] | None = None) -> dict[str, tuple[str, str]]:
    """The signature, with aliases resolved, and the docstring of each public function."""
    module = load(file)
    names = [node.name for node in functions(file)] if only is None else only
    return {name: contract(getattr(module, name)) for name in names}


def contract(function: Callable[..., object]) -> tuple[str, str]:
    """The signature and the docstring of one function."""
    hints = get_type_hints(function)
    parameters = inspect.signature(function).parameters.values()
    taken = [
        f"{p.name}: {hints[p.name]}" + (f" = {p.default}" * (p.default is not p.empty))
        for p in parameters
    ]
    answer = str(hints["return"]).replace(f"{function.__module__}.", "")
    return f"({', '.join(taken)}) -> {answer}", inspect.getdoc(function) or ""


def load(file: str) -> ModuleType:
    """A Python file of the project as a module."""
    name = file.removesuffix(".py").replace("/", "_")
    spec = spec_from_file_location(name, ROOT / file)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[name] = module  # `get_type_hints` looks there.
    spec.loader.exec_module(module)
    return module


def stages(kata: KataFiles) -> list[str]:
    """The stage of each test of a table, in order."""
    return [row.stage for row in rows(kata)]


def cases(kata: KataFiles) -> list[Any]:
    """All cases of a table, each once, whatever functions and stages it is for."""
    found: list[Any] = [row.case for row in rows(kata) if row.case]
    return list({(case.name, case.why): case for case in found}.values())
