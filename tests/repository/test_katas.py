"""Every kata is complete: `pytest tests/repository -k <kata>` says what is missing."""

from __future__ import annotations

import ast
import doctest
import inspect
import re
import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_type_hints

import pytest
from kata_author.new import files_of
from kata_kit.fixture import Kata
from kata_kit.katas import BY_NAME, PATH, KataFiles
from kata_kit.loading import load
from repository.project import ROOT
from repository.tables import rows, under_test

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

each_kata = pytest.mark.parametrize("kata", PATH, ids=lambda kata: kata.name)
each_approach = pytest.mark.parametrize(
    "approach",
    sorted((ROOT / "solutions" / "approaches").glob("*/*.py")),
    ids=lambda path: f"{path.parent.name}-{path.stem}",
)


@each_kata
def test_no_file_of_the_kata_is_still_a_copy(kata: KataFiles) -> None:
    others = [other for other in PATH if other != kata]
    copies = [
        (file, other.name)
        for file in files_of(kata)
        for other in others
        for twin in [ROOT / file.replace(kata.name, other.name)]
        if twin.is_file() and twin.read_text("utf-8").replace(other.name, kata.name) == read(file)
    ]
    # One of two copies was there first.
    new = [f"{file} is a copy of that of {other}" for file, other in copies if later(kata, other)]
    assert not new, "write anew:\n" + "\n".join(new)


@each_kata
def test_the_statement_has_its_sections_in_order(kata: KataFiles) -> None:
    found = re.findall(r"^## (.+)$", statement(kata), re.MULTILINE)
    assert found == SECTIONS, f"{kata.statement}: expected the sections {SECTIONS}, got {found}"


@each_kata
def test_the_statement_begins_with_what_to_write_in_ten_lines(kata: KataFiles) -> None:
    _, *lines = filter(str.strip, statement(kata).partition("\n## Run it\n")[0].splitlines())
    begins = lines[0].startswith("**In short**")
    assert begins, f"{kata.statement}: begin with **In short**"
    assert len(lines) <= 10, f'{kata.statement}: {len(lines)} lines stand before "Run it"'


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
def test_the_run_button_of_an_editor_says_what_to_type(
    kata: KataFiles, capsys: pytest.CaptureFixture[str]
) -> None:
    runpy.run_path(str(ROOT / kata.stub), run_name="__main__")
    assert f"pytest katas/{kata.name}" in capsys.readouterr().out


@each_kata
def test_every_docstring_of_stub_and_reference_shows_an_example(kata: KataFiles) -> None:
    names = {function.name for function in functions(kata.stub)}
    for file in (kata.stub, kata.solution):
        public = [function for function in functions(file) if function.name in names]
        without = [f.name for f in public if "\n>>> " not in (ast.get_docstring(f) or "")]
        assert not without, f"{file}: the docstrings of {without} lack an example"
    # A function that takes nothing can refuse nothing.
    taking = [function for function in functions(kata.stub) if function.args.args]
    silent = [f.name for f in taking if "\nRaises:\n" not in (ast.get_docstring(f) or "")]
    assert not silent, f"{kata.stub}: the docstrings of {silent} do not say what is refused"


@each_kata
def test_stub_and_reference_have_the_same_signatures(kata: KataFiles) -> None:
    stub, reference = load(ROOT / kata.stub), load(ROOT / kata.solution)
    names = [node.name for node in functions(kata.stub)]
    differ = [
        f"{signature(getattr(stub, name))}\n{signature(getattr(reference, name))}"
        for name in names
        if signature(getattr(stub, name)) != signature(getattr(reference, name))
    ]
    assert not differ, f"{kata.solution}: expected the signatures of the stub\n" + "\n".join(differ)


@each_kata
def test_the_examples_of_the_stub_hold_for_the_reference(kata: KataFiles) -> None:
    names = vars(load(ROOT / kata.solution))
    runner, told = doctest.DocTestRunner(verbose=False), list[str]()
    for node in functions(kata.stub):
        text = ast.get_docstring(node) or ""
        example = doctest.DocTestParser().get_doctest(text, dict(names), node.name, kata.stub, 0)
        runner.run(example, out=told.append)
    assert not runner.failures, "".join(told)


@each_kata
def test_the_reference_ends_with_the_roads_not_taken(kata: KataFiles) -> None:
    found = "\n# Roads not taken" in read(kata.solution)
    assert found, f'{kata.solution}: end it with a comment "# Roads not taken"'


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
    if "](http" not in section(kata, "Where it comes from"):
        return  # There is no published text.
    found = [case.name for case in cases(kata) if getattr(case, "source", "")]
    assert found, f"{kata.table}: say of one worked example what text it is `from:`"


@each_approach
def test_the_statement_names_the_approach_among_what_goes_further(approach: Path) -> None:
    statement_of = {kata.name: kata for kata in PATH}
    further = section(statement_of[approach.parent.name], "Going further")
    further = further.partition("\n### Approaches\n")[2].partition("\n### ")[0]
    assert f"solutions/approaches/{approach.parent.name}/" in further
    assert f"`{approach.name}`" in further


@each_kata
def test_the_stub_fails_every_test(kata: KataFiles) -> None:
    code = under_test(ROOT / kata.stub)
    try:
        assert [row.name for row in rows(kata) if row.holds(Kata(kata.name, code))] == []
    finally:
        code.close()


@each_approach
def test_the_approach_says_when_to_choose_it(approach: Path) -> None:
    text = ast.get_docstring(ast.parse(approach.read_text(encoding="utf-8"))) or ""
    assert "\n\nChoose it " in text


@each_kata
@pytest.mark.parametrize("readme", ["katas/README.md", "README.md"])
def test_the_readmes_name_the_kata(kata: KataFiles, readme: str) -> None:
    rows = [line for line in read(readme).splitlines() if kata.name in line]
    linked = any(f"[{kata.name}](" in row for row in rows)
    assert linked, f"{readme}: add a row with a link to {kata.name}"


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


def later(kata: KataFiles, other: str) -> bool:
    """Whether a kata comes behind another one in the path."""
    return PATH.index(kata) > PATH.index(BY_NAME[other])


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


def signature(function: Callable[..., object]) -> str:
    """The signature of a function, with aliases resolved."""
    hints = get_type_hints(function)
    parameters = inspect.signature(function).parameters.values()
    taken = [
        f"{p.name}: {hints[p.name]}" + (f" = {p.default}" * (p.default is not p.empty))
        for p in parameters
    ]
    answer = str(hints["return"]).replace(f"{function.__module__}.", "")
    return f"{function.__name__}({', '.join(taken)}) -> {answer}"


def stages(kata: KataFiles) -> list[str]:
    """The stage of each test of a table, in order."""
    return [row.stage for row in rows(kata)]


def cases(kata: KataFiles) -> list[Any]:
    """All cases of a table, each once, whatever functions and stages it is for."""
    found: list[Any] = [row.case for row in rows(kata) if row.case]
    return list({(case.name, case.why): case for case in found}.values())
