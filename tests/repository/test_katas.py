"""Every kata is complete: `pytest tests/repository -k <kata>` says what is missing.

What statements say, and the links in all documents, is up to `test_documents.py`.
"""

import ast
import doctest
import inspect
import re
import runpy
from collections.abc import Callable
from pathlib import Path

import pytest
from kata_kit.attempt import stages_of
from kata_kit.katas import BY_NAME, NAMES, PATH, ROOT, load
from kata_tables.calls import source
from repository.tables import cases_of, each_kata
from repository.texts import text_of

pytestmark = pytest.mark.usefixtures("remembering")

APPROACHES = [path for kata in PATH for path in sorted(kata.approaches.glob("*.py"))]
each_approach = pytest.mark.parametrize(
    "approach", APPROACHES, ids=lambda path: f"{path.parent.name}-{path.stem}"
)


def functions(path: Path) -> dict[str, ast.FunctionDef]:
    """Return the public functions of a Python file, by their names."""
    body = ast.parse(text_of(path)).body
    nodes = [node for node in body if isinstance(node, ast.FunctionDef)]
    return {node.name: node for node in nodes if not node.name.startswith("_")}


@each_kata
def test_the_statement_says_what_to_do_and_names_the_stages_in_order(kata):
    text, name = text_of(kata.statement), kata.name
    beginning, _, _ = text.partition("\n## ")
    assert beginning.startswith("# ")
    assert "\n\n**In short**" in beginning
    for part in (f"`pytest katas/{name}`", f"`katas/{name}/{name}.py`"):
        assert part in beginning
    assert f"(../../tests/{name}/table.txt)" in beginning
    (line,) = re.findall("## Stages\n\n(.*)", text)
    assert line.split(" → ") == [*stages_of(load(kata.tests))]


@each_kata
def test_the_stub_says_what_is_to_be_written_and_what_is_refused(kata):
    assert "# TODO: " in text_of(kata.stub)
    for name, function in functions(kata.stub).items():
        assert ast.unparse(function.body[-1]) == "raise NotImplementedError"
        # A function that takes nothing can refuse nothing.
        text = ast.get_docstring(function) or ""
        assert not function.args.args or "Raises ValueError " in text, name


@each_kata
def test_the_reference_is_written_as_the_stub_says(kata, capsys):
    stub, reference = load(kata.stub), load(kata.solution)
    for name in functions(kata.stub):
        mine, other = getattr(reference, name), getattr(stub, name)
        assert signature(mine) == signature(other)
        for function in (mine, other):
            assert "\n>>> " in (inspect.getdoc(function) or ""), (
                f"{name} lacks an example"
            )
        doctest.run_docstring_examples(other, dict(vars(reference)))
    assert capsys.readouterr().out == ""
    assert "\n# Roads not taken" in text_of(kata.solution)


def signature(function: Callable[..., object]) -> str:
    """Return the signature of a function, with aliases resolved."""
    text = str(inspect.signature(function, eval_str=True))
    return text.replace(f"{function.__module__}.", "")


@pytest.mark.parametrize("kata", [k for k in PATH if "_game" not in k.name], ids=str)
def test_the_run_button_of_an_editor_says_what_to_type(kata, capsys):
    runpy.run_path(str(kata.stub), run_name="__main__")
    assert f"pytest katas/{kata.name}" in capsys.readouterr().out


@each_kata
def test_each_case_has_a_name_of_its_own_and_that_is_a_sentence(kata):
    # Rows that run again have their reason again.
    reasons = {(case.name, case.why) for case in cases_of(kata)}
    names = sorted(name for name, _ in reasons)
    assert names == sorted({*names})
    for name in names:
        first, space, _ = name.partition(" ")
        assert space
        assert name.isascii()
        assert name[0].isupper() or first.rstrip(":") in functions(kata.stub)


def test_no_failure_shows_the_numbers_that_the_statement_of_perft_bets_on():
    cases = cases_of(BY_NAME["tictactoe_perft"])
    answers = [source(case.expected) for case in cases]
    assert [answer for answer in answers if "255168" in answer] == []
    assert answers.count("the numbers of your bet") == 2


@each_approach
def test_an_approach_says_when_to_choose_it_and_the_statement_names_it(approach):
    folder, file = approach.parent.name, approach.name
    assert "\n\nChoose it " in (ast.get_docstring(ast.parse(text_of(approach))) or "")
    _, _, further = text_of(BY_NAME[folder].statement).partition("\n### Approaches\n")
    section, _, _ = further.partition("\n##")
    assert f"solutions/approaches/{folder}/" in section
    assert f"`{file}`" in section
    assert f"]({folder}/{file})" in text_of("solutions/approaches/README.md")


@pytest.mark.parametrize("document", ["README.md", "katas/README.md"])
def test_a_list_of_katas_has_the_order_of_the_path(document):
    link = r"(?m)^\|.*?\[(\w+)\]\((?:katas/)?\1/README\.md\)"
    assert re.findall(link, text_of(document)) == NAMES.split()


def test_every_statement_is_of_a_kata_of_the_path():
    folders = {path.parent.name for path in (ROOT / "katas").glob("*/README.md")}
    assert folders == {*BY_NAME}


# What a document says of each kata begins with
LISTS = {
    "README.md": "| [{0}](katas/{0}/README.md) |",
    "katas/README.md": "[{0}]({0}/README.md) |",
    "katas/README.es.md": " [{0}]({0}/README.",
    "katas/README.de.md": " [{0}]({0}/README.",
    "katas/CIRCLE.md": "\n| `{0}` | ",
    "CHANGELOG.md": "`{0}`",
}


@each_kata
def test_each_list_of_katas_has_it(kata):
    places = {file: text.format(kata.name) for file, text in LISTS.items()}
    lacking = {
        file: f"add {text!r}"
        for file, text in places.items()
        if text not in text_of(file)
    }
    assert lacking == {}


def test_the_ideas_of_the_texts_are_where_the_map_says():
    table = text_of("katas/SOURCES.md")
    places = re.findall(r"(?m)^\|.*\|(.*)\|$", table)[2:]
    assert len(places) > 30
    assert all(place.strip() for place in places)
    files = re.findall(r"`(\w+/[\w/]+\.\w+)`", table)
    assert [file for file in files if not (ROOT / file).is_file()] == []
    for kata, stage in re.findall(r"`(\w+): ([^`]+)`", table):
        assert stage in stages_of(load(BY_NAME[kata].tests))
    for kata, function in re.findall(r"`(\w+_\w+)\.(\w+)`", table):
        assert function in functions(BY_NAME[kata].solution)
