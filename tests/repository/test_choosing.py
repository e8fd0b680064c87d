"""`--case` and `-k` choose cases by their names, and a failure says how to run it alone."""

from __future__ import annotations

import shlex
from types import SimpleNamespace
from typing import Any

import pytest
from kata_kit.choosing import choose, is_expression, option, take_text
from kata_kit.katas import BY_NAME, PATH, KataFiles
from repository.project import Project
from repository.screen import WINNER, Learner
from repository.tables import rows

TITLES = [row.title for row in rows(BY_NAME[WINNER])]
TOP_ROW = "The top row of X wins"


def chosen(*, case: str = "", keyword: str = "") -> list[str]:
    """The titles of the cases that options choose in the first kata."""
    config: Any = SimpleNamespace(
        getoption={"case": case or None}.get,
        option=SimpleNamespace(keyword=keyword),
        stash=pytest.Stash(),
        hook=SimpleNamespace(pytest_deselected=lambda items: None),
    )
    take_text(config)
    items = [row.item for row in rows(BY_NAME[WINNER])]
    choose(config, items)
    return [TITLES[number] for number, row in enumerate(rows(BY_NAME[WINNER])) if row.item in items]


def refused(**options: str) -> list[str]:
    """The lines of the error that options get."""
    with pytest.raises(pytest.UsageError) as error:
        chosen(**options)
    return str(error.value).splitlines()


@pytest.mark.parametrize("text", [TOP_ROW, "top row of x", f"test_row[{TOP_ROW}]"])
def test_a_case_is_named_by_its_name_or_by_a_part_that_no_other_has(text: str) -> None:
    assert chosen(case=text) == [TOP_ROW]


def test_a_part_that_several_names_have_is_refused_with_these() -> None:
    having = [title for title in TITLES if "row of" in title]
    assert refused(case="row of") == [
        f"'row of' is in the names of {len(having)} cases; expected one of:",
        *(f"  {title}" for title in having[:5]),
        *([f"  ... and {len(having) - 5} more"] if len(having) > 5 else []),
    ]


def test_a_name_that_is_mistyped_is_refused_with_those_that_are_near() -> None:
    problem, *names = refused(case="the top row of x wons")
    assert problem == "no case is named 'the top row of x wons'. Did you mean:"
    assert names[0] == f"  {TOP_ROW}"
    assert refused(case="zzz") == ["no case is named 'zzz'."]


def test_text_behind_k_is_looked_for_in_the_names() -> None:
    assert chosen(keyword="Row of X") == [title for title in TITLES if "row of x" in title.lower()]
    assert refused(keyword="no such case") == ["no case is named 'no such case'."]


def test_an_expression_behind_k_is_left_to_pytest() -> None:
    assert chosen(keyword="row and not X") == TITLES


@pytest.mark.parametrize(
    "text", ["row", "row and X", "not (row or X)", "test_row[X", "a.py::test_row", "", "and-or"]
)
def test_what_pytest_reads_is_an_expression(text: str) -> None:
    assert is_expression(text)


@pytest.mark.parametrize(
    "text", ["top row", "row and", "X, O", "it's", "row(X)", "()", "not", "(X"]
)
def test_what_pytest_refuses_is_text(text: str) -> None:
    assert not is_expression(text)


@pytest.mark.parametrize("kata", PATH, ids=lambda kata: kata.name)
def test_the_option_of_a_case_names_it_alone(kata: KataFiles) -> None:
    titles = {row.title for row in rows(kata)}
    for title in titles:
        (text,) = shlex.split(option(title, titles, 200).removeprefix("--case="))
        (part,) = shlex.split(option(title, titles, 40).removeprefix("--case="))
        assert text == title
        assert [one for one in titles if part.lower() in one.lower()] == [title] or part == title


def test_a_name_with_signs_of_the_shell_is_quoted() -> None:
    assert option('"$x" and `y`', [], 80) == """--case='"$x" and `y`'"""


def test_the_first_failure_says_how_to_run_it_alone(learner: Learner) -> None:
    learner.write("def is_solved(board):\n    return -1\n")
    lines = learner.screen(all_stages=True).lines
    assert [line for line in lines if line.startswith("alone:")] == [
        f'alone: pytest katas/{WINNER} --case="{TOP_ROW}"'
    ]


def test_a_function_that_is_not_there_has_no_case_to_run_alone(learner: Learner) -> None:
    learner.write("def is_sovled(board):\n    return -1\n")
    assert "alone:" not in learner.screen().text


def test_the_command_runs_the_case(project: Project) -> None:
    project.write(WINNER, "def is_solved(board):\n    return -1\n")
    run = project.pytest(f"katas/{WINNER}", f"--case={TOP_ROW}")
    assert (run.counts["failed"], "alone:" in run.text) == (1, False)
    assert run.katas[WINNER] == "[x....] three by three: 1 of 1 case fails; 21 not run"


def test_text_behind_k_is_no_error(project: Project) -> None:
    run = project.pytest(f"katas/{WINNER}", "-k", "the top row of x", "--solution")
    assert (run.exit_code, run.counts["passed"]) == (0, 1)
