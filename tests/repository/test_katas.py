"""Every kata is complete: `pytest tests/repository -k <kata>` says what is missing."""

import ast
import builtins
import doctest
import inspect
import re
import runpy
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from kata_kit import hints
from kata_kit.fixture import Kata
from kata_kit.katas import BY_NAME, PATH, KataFiles, load
from kata_loop.commands import COMMANDS
from kata_loop.new import files_of
from kata_loop.pages import LEARNT
from kata_report.slides import questions
from repository.project import ROOT, each_kata
from repository.tables import Direct, ours, rows

SECTIONS = [
    "Rules",
    "Input and output",
    "Examples",
    "Bad input",
    "Stages",
    hints.SECTION,
    "The small print",
    LEARNT,
    "Going further",
    "Where it comes from",
]
each_approach = pytest.mark.parametrize(
    "approach",
    sorted((ROOT / "solutions" / "approaches").glob("*/*.py")),
    ids=lambda path: f"{path.parent.name}-{path.stem}",
)


def same_but_names(path: Path, kata: KataFiles) -> str:
    """Return the text of a kata's file without its name and where its rows are from."""
    text = path.read_text("utf-8").replace(kata.name, "")
    return re.sub(r"^from: .*\n", "", text, flags=re.MULTILINE)


@each_kata
def test_no_file_of_the_kata_is_still_a_copy(kata):
    text = "write anew, it is a copy of that of"
    copies = [
        f"{file}: {text} {other.name}"
        for other in PATH[: PATH.index(kata)]
        for file in files_of(kata)
        for twin in [ROOT / file.replace(kata.name, other.name)]
        if twin.is_file()
        and same_but_names(twin, other) == same_but_names(ROOT / file, kata)
    ]
    assert not copies, "\n".join(copies)


def lacking_in_the_statement(kata: KataFiles) -> Iterator[str]:
    """Yield the things to do about a statement."""
    text = read(kata.statement)
    if "TODO" in text:
        yield "write what each TODO asks for"
    found = re.findall(r"^## (.+)$", text, re.MULTILINE)
    if found != SECTIONS:
        yield f"expected the sections {SECTIONS}, got {found}"
    _, *lines = filter(str.strip, beginning(kata).splitlines())
    if not lines[0].startswith("**In short**"):
        yield "begin with **In short**"
    table = f"(../../tests/{kata.name}/table.txt)"
    for words in (f"`pytest katas/{kata.name}`", f"`{kata.stub}`", table):
        if words not in beginning(kata):
            yield f"the beginning does not name {words}"
    prose = re.sub(r"^(    .*|\|.*|```.*)$", "", text, flags=re.MULTILINE)
    for line in re.findall(r"^.*[a-z)`]\. [A-Z].*$", prose, re.MULTILINE):
        yield f"give each sentence a line: {line}"
    if stages(kata) != (order := list(dict.fromkeys(row.stage for row in rows(kata)))):
        yield f'"Stages" lists {stages(kata)}, the table has {order}'


def lacking_in_the_hints(kata: KataFiles) -> Iterator[str]:
    """Yield the things to do about the hints: their numbers, stages and order."""
    written, order = section(kata, hints.SECTION), stages(kata)
    found = hints.HINT.findall(written)
    if [number for number, _, _ in found] != [str(n) for n in range(1, len(found) + 1)]:
        yield "number the hints 1, 2, 3 and so on"
    if len(found) < 3 or written.count("<summary>Hint ") != len(found):
        begin = '<summary>Hint 1, for the stage "..."</summary>'
        yield f"begin three hints or more with {begin}"
    known = [stage for _, stage, _ in found]
    if not {*known} <= {*order} or known != sorted(known, key=order.index):
        yield f"expected hints for the stages {order}, in this order, got {known}"


def lacking_in_the_code(kata: KataFiles) -> Iterator[str]:
    """Yield the things to do about a stub and a reference."""
    to_write = functions(kata.stub)
    names = {function.name for function in to_write}
    for function in to_write:
        told = ast.get_docstring(function) or ""
        if ast.unparse(function.body[-1]) != "raise NotImplementedError":
            yield f"{kata.stub}: end {function.name} with raise NotImplementedError"
        # A function that takes nothing can refuse nothing.
        if function.args.args and "Raises ValueError " not in told:
            yield f"{kata.stub}: say what {function.name} refuses"
    if "# TODO: " not in read(kata.stub):
        yield f"{kata.stub}: write a comment # TODO: with the outcome"
    for file in (kata.stub, kata.solution):
        for function in functions(file):
            told = ast.get_docstring(function) or ""
            if function.name in names and "\n>>> " not in told:
                yield f"{file}: the docstring of {function.name} lacks an example"
    stub, reference = load(ROOT / kata.stub), load(ROOT / kata.solution)
    for name in names:
        expected = signature(getattr(stub, name))
        got = signature(getattr(reference, name))
        if expected != got:
            yield f"{kata.solution}: not the stub's signature\n{expected}\n{got}"
    if "\n# Roads not taken" not in read(kata.solution):
        yield f'{kata.solution}: end it with a comment "# Roads not taken"'


@each_kata
def test_the_run_button_of_an_editor_says_what_to_type(kata, capsys):
    runpy.run_path(str(ROOT / kata.stub), run_name="__main__")
    assert f"pytest katas/{kata.name}" in capsys.readouterr().out


@each_kata
def test_the_examples_of_the_stub_hold_for_the_reference(kata):
    names = vars(load(ROOT / kata.solution))
    runner, told = doctest.DocTestRunner(verbose=False), list[str]()
    for node in functions(kata.stub):
        text = ast.get_docstring(node) or ""
        example = doctest.DocTestParser().get_doctest(
            text, dict(names), node.name, kata.stub, 0
        )
        runner.run(example, out=told.append)
    assert not runner.failures, "".join(told)


def lacking_in_the_table(kata: KataFiles) -> Iterator[str]:
    """Yield the things to do about the cases of a table."""
    every: list[Any] = [row.case for row in rows(kata) if row.case]
    cases = {(case.name, case.why): case for case in every}.values()
    names = [case.name for case in cases]
    known = {function.name for function in functions(kata.stub)}
    for case in cases:
        begins = case.name[0].isupper() or case.name.split()[0].rstrip(":") in known
        if not (begins and case.name.isascii() and " " in case.name):
            yield f"a case's name is a sentence, in ASCII: {case.name}"
        if names.count(case.name) > 1:
            yield f"give each case a name of its own: {case.name}"


def lacking_elsewhere(kata: KataFiles) -> Iterator[str]:
    """Yield the things to do about the files that have a line for each kata."""
    for readme in ("katas/README.md", "README.md"):
        row = re.search(rf"^.*\[{kata.name}\]\(.*$", read(readme), re.MULTILINE)
        if not row or "TODO" in row[0]:
            yield f"{readme}: write the row of {kata.name}"
    if len(questions(kata.name)) != 3:
        yield f"katas/WORKSHOP.md: ask three questions about {kata.name}"
    if f"`{kata.name}`" not in read("CHANGELOG.md"):
        yield f"CHANGELOG.md: name {kata.name}"


@each_kata
def test_statement_code_and_table_are_complete(kata):
    missing = [f"{kata.statement}: {what}" for what in lacking_in_the_statement(kata)]
    missing += [f"{kata.statement}: {what}" for what in lacking_in_the_hints(kata)]
    missing += lacking_in_the_code(kata)
    missing += [f"{kata.table}: {what}" for what in lacking_in_the_table(kata)]
    missing += lacking_elsewhere(kata)
    assert not missing, "\n".join(missing)


@each_approach
def test_an_approach_says_when_to_choose_it_and_the_statement_names_it(
    approach,
):
    text = ast.get_docstring(ast.parse(approach.read_text(encoding="utf-8"))) or ""
    assert "\n\nChoose it " in text
    further = section(BY_NAME[approach.parent.name], "Going further")
    further = further.partition("\n### Approaches\n")[2].partition("\n### ")[0]
    assert f"solutions/approaches/{approach.parent.name}/" in further
    assert f"`{approach.name}`" in further
    beside = read("solutions/approaches/README.md")
    assert f"]({approach.parent.name}/{approach.name})" in beside


@each_kata
def test_the_stub_fails_every_test(kata):
    code = Direct(kata, ours(ROOT / kata.stub), counts=False)
    holding = [row.name for row in rows(kata) if row.holds(Kata(kata.name, code))]
    assert holding == []


def test_the_path_has_all_katas_in_the_order_of_the_harness():
    pattern = re.compile(r"^\|.*?\[(\w+)\]\((?:katas/)?\1/README\.md\)", re.MULTILINE)
    names = [kata.name for kata in PATH]
    folders = {path.name for path in (ROOT / "katas").iterdir() if path.is_dir()}
    assert folders - {"__pycache__"} == {*names}
    assert pattern.findall(read("katas/README.md")) == names
    assert pattern.findall(read("README.md")) == names


def test_the_features_of_the_texts_are_where_the_path_says():
    _, _, table = read("katas/README.md").partition("\n## Where it is\n")
    rows = [
        line.split("|")[2:4] for line in table.splitlines() if line.startswith("| ")
    ]
    assert len(rows) > 30
    assert [described for described, places in rows if not places.strip()] == []
    named = [place for _, places in rows for place in re.findall(r"`(.+?)`", places)]
    assert [place for place in named if not is_there(place)] == []


def is_there(place: str) -> bool:
    """Tell whether there is such a function, stage, file, command or exception."""
    name, sign, what = re.findall(r"^(\w*)(\W*)(.*)", place)[0]
    if sign == ".":
        return what in {function.name for function in functions(BY_NAME[name].solution)}
    if sign == ": ":
        return what in stages(BY_NAME[name])
    if place.startswith("python -m katas "):
        return place.split()[-1] in COMMANDS
    return (ROOT / place).is_file() or hasattr(builtins, place)


def read(file: str) -> str:
    """The text of a file of the project."""
    assert (ROOT / file).is_file(), f"{file}: write it, there is no such file"
    return (ROOT / file).read_text(encoding="utf-8")


def beginning(kata: KataFiles) -> str:
    """Return the beginning of the statement."""
    return read(kata.statement).partition("\n## ")[0]


def section(kata: KataFiles, name: str) -> str:
    """One section of the statement."""
    return read(kata.statement).partition(f"\n## {name}\n")[2].partition("\n## ")[0]


def stages(kata: KataFiles) -> list[str]:
    """The stages that the statement names, in their order."""
    return section(kata, "Stages").strip().partition("\n")[0].split(" → ")


def functions(file: str) -> list[ast.FunctionDef]:
    """The public functions of a Python file."""
    found = [
        node for node in ast.parse(read(file)).body if isinstance(node, ast.FunctionDef)
    ]
    return [function for function in found if not function.name.startswith("_")]


def signature(function: Callable[..., object]) -> str:
    """The signature of a function, with aliases resolved."""
    text = str(inspect.signature(function, eval_str=True))
    return f"{function.__name__}{text}".replace(f"{function.__module__}.", "")
