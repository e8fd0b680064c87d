"""Every kata is complete: `pytest tests/repository -k <kata>` says what is missing."""

import ast
import builtins
import doctest
import inspect
import re
import runpy
from collections.abc import Callable

import pytest
from kata_kit import hints
from kata_kit.attempt import stages_of
from kata_kit.fixture import Kata
from kata_kit.katas import BY_NAME, PATH, KataFiles, load
from kata_loop.commands import COMMANDS
from kata_loop.new import MODEL, files_of
from kata_loop.pages import LEARNT
from kata_report.slides import questions
from repository.project import ROOT, each_kata
from repository.tables import Direct, ours, rows, text_of

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


def section(kata: KataFiles, name: str) -> str:
    """Return one section of the statement."""
    return text_of(kata.statement).partition(f"\n## {name}\n")[2].partition("\n## ")[0]


def stages(kata: KataFiles) -> list[str]:
    """Return the stages that the statement names, in their order."""
    return section(kata, "Stages").strip().partition("\n")[0].split(" → ")


def functions(file: str) -> dict[str, ast.FunctionDef]:
    """Return the public functions of a Python file, by their names."""
    found = {
        node.name: node
        for node in ast.parse(text_of(file)).body
        if isinstance(node, ast.FunctionDef)
    }
    return {name: node for name, node in found.items() if not name.startswith("_")}


@each_kata
def test_the_statement_is_complete_and_has_a_line_for_each_sentence(kata):
    text = text_of(kata.statement)
    assert "TODO" not in text
    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == SECTIONS
    assert re.match(r"# .+\n\n\*\*In short\*\*", text)
    beginning, _, _ = text.partition("\n## ")
    assert f"`pytest katas/{kata.name}`" in beginning
    assert f"`{kata.stub}`" in beginning
    assert f"(../../tests/{kata.name}/table.txt)" in beginning
    prose = re.sub(r"^(    .*|\|.*|```.*)$", "", text, flags=re.MULTILINE)
    assert re.findall(r"^.*[a-z)`]\. [A-Z].*$", prose, re.MULTILINE) == []
    assert stages(kata) == [*stages_of(load(ROOT / kata.table))]


@each_kata
def test_hints_have_numbers_and_stand_in_the_order_of_the_stages(kata):
    written = section(kata, hints.SECTION)
    found = hints.HINT.findall(written)
    assert len(found) == written.count("<summary>Hint ") >= 3
    assert [int(number) for number, _, _ in found] == [*range(1, len(found) + 1)]
    helped = [stage for _, stage, _ in found]
    assert helped == sorted(helped, key=stages(kata).index)


@each_kata
def test_the_stub_says_what_is_to_be_written_and_what_is_refused(kata):
    assert "# TODO: " in text_of(kata.stub)
    for function in functions(kata.stub).values():
        assert ast.unparse(function.body[-1]) == "raise NotImplementedError"
        # A function that takes nothing can refuse nothing.
        told = ast.get_docstring(function) or ""
        assert not function.args.args or "Raises ValueError " in told, function.name


@each_kata
def test_the_reference_is_written_as_the_stub_says(kata):
    stub, reference = load(ROOT / kata.stub), load(ROOT / kata.solution)
    for name in functions(kata.stub):
        ours, theirs = getattr(reference, name), getattr(stub, name)
        assert signature(ours) == signature(theirs)
        for function in (ours, theirs):
            assert "\n    >>> " in function.__doc__, f"{name} lacks an example"
    assert "\n# Roads not taken" in text_of(kata.solution)


def signature(function: Callable[..., object]) -> str:
    """Return the signature of a function, with aliases resolved."""
    text = str(inspect.signature(function, eval_str=True))
    return text.replace(f"{function.__module__}.", "")


@each_kata
def test_the_examples_of_the_stub_hold_for_the_reference(kata, capsys):
    stub, names = load(ROOT / kata.stub), vars(load(ROOT / kata.solution))
    for name in functions(kata.stub):
        doctest.run_docstring_examples(getattr(stub, name), {**names})
    assert capsys.readouterr().out == ""


@each_kata
def test_the_run_button_of_an_editor_says_what_to_type(kata, capsys):
    runpy.run_path(str(ROOT / kata.stub), run_name="__main__")
    assert f"pytest katas/{kata.name}" in capsys.readouterr().out


@each_kata
def test_the_stub_fails_every_test(kata):
    code = Direct(kata, ours(ROOT / kata.stub), counts=False)
    holding = [row.name for row in rows(kata) if row.holds(Kata(kata.name, code))]
    assert holding == []


@each_kata
def test_each_case_has_a_name_of_its_own_and_that_is_a_sentence(kata):
    # Rows that run again have their reason again.
    cases = {(row.case.name, row.case.why) for row in rows(kata) if row.case}
    names = sorted(name for name, _ in cases)
    assert names == sorted({*names})
    for name in names:
        assert name.isascii()
        assert " " in name
        first = name.split()[0].rstrip(":")
        assert name[0].isupper() or first in functions(kata.stub)


@each_kata
def test_each_list_of_katas_has_a_row_of_it(kata):
    for readme in ("katas/README.md", "README.md"):
        row = re.search(rf"^.*\[{kata.name}\]\(.*$", text_of(readme), re.MULTILINE)
        assert row, f"{readme}: add a row"
        assert "TODO" not in row[0]
    assert len(questions(kata.name)) == 3, "katas/WORKSHOP.md: ask three questions"
    assert f"`{kata.name}`" in text_of("CHANGELOG.md")


@pytest.mark.parametrize("kata", PATH[1:], ids=lambda kata: kata.name)
def test_no_file_of_the_kata_is_still_that_of_the_model(kata):
    model = {without_names(file, MODEL) for file in files_of(MODEL)}
    copies = [file for file in files_of(kata) if without_names(file, kata) in model]
    assert copies == [], "write them anew"


def without_names(file: str, kata: KataFiles) -> str:
    """Return the text of a kata's file without its name and where its rows are from."""
    text = text_of(file).replace(kata.name, "")
    return re.sub(r"^from: .*\n", "", text, flags=re.MULTILINE)


@each_approach
def test_an_approach_says_when_to_choose_it_and_the_statement_names_it(approach):
    folder, file = approach.parent.name, approach.name
    text = ast.get_docstring(ast.parse(approach.read_text(encoding="utf-8"))) or ""
    assert "\n\nChoose it " in text
    further = section(BY_NAME[folder], "Going further")
    further = further.partition("\n### Approaches\n")[2].partition("\n### ")[0]
    assert f"solutions/approaches/{folder}/" in further
    assert f"`{file}`" in further
    assert f"]({folder}/{file})" in text_of("solutions/approaches/README.md")


def test_the_path_has_all_katas_in_the_order_of_the_harness():
    pattern = re.compile(r"^\|.*?\[(\w+)\]\((?:katas/)?\1/README\.md\)", re.MULTILINE)
    names = [kata.name for kata in PATH]
    folders = {path.name for path in (ROOT / "katas").iterdir() if path.is_dir()}
    assert folders - {"__pycache__"} == {*names}
    assert pattern.findall(text_of("katas/README.md")) == names
    assert pattern.findall(text_of("README.md")) == names


def test_the_features_of_the_texts_are_where_the_path_says():
    _, _, table = text_of("katas/README.md").partition("\n## Where it is\n")
    places = re.findall(r"^\|.*\|(.*)\|$", table, re.MULTILINE)[2:]
    assert len(places) > 30
    assert all(place.strip() for place in places)
    named = re.findall(r"`(.+?)`", "\n".join(places))
    assert [place for place in named if not is_there(place)] == []


def is_there(place: str) -> bool:
    """Tell whether there is such a function, stage, file, command or exception."""
    kata, sign, what = re.findall(r"^(\w*)(\W*)(.*)", place)[0]
    if sign == ".":
        return what in functions(BY_NAME[kata].solution)
    if sign == ": ":
        return what in stages(BY_NAME[kata])
    if place.startswith("python -m katas "):
        return place.split()[-1] in COMMANDS
    return (ROOT / place).is_file() or hasattr(builtins, place)
