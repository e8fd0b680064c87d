"""Every way to call pytest: which katas it means, and what it says when it means none."""

import argparse
import os
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import indent
from types import SimpleNamespace
from typing import Any

import pytest
from kata_kit import options
from kata_kit.katas import PATH
from kata_kit.paths import select
from kata_kit.sources import YourCode
from repository.project import ALONE, ROOT, WINNER, Project
from repository.screen import pattern, too_long

FOLDER = f"katas/{WINNER}"
STUB = f"{FOLDER}/{WINNER}.py"
TABLE = f"tests/{WINNER}/test_{WINNER}.py"
ROW = f"{TABLE}::test_row"
ALL = [kata.name for kata in PATH]
TABLES = [kata.table for kata in PATH]

# The test files that are meant, where something is typed, and what is typed, each way
# that there is. "{root}" is the root.
MEANT = [
    (
        [TABLE],
        ".",
        f"{FOLDER} {FOLDER}/ ./{FOLDER} {STUB} {{root}}/{STUB} {FOLDER}/README.md",
    ),
    ([TABLE], ".", f"{WINNER} {TABLE} {{root}}/{TABLE}"),
    ([TABLE], FOLDER, f". {WINNER}.py {FOLDER} {WINNER} {TABLE}"),
    ([TABLE], "katas", WINNER),
    ([TABLE], "katas/reversi_flips", f"../{WINNER}"),
    ([TABLE], "tests", f"{WINNER}/test_{WINNER}.py"),
    ([TABLE], "..", f"{{root}}/{FOLDER}"),
    (TABLES, ".", ". katas katas/README.md {root}"),
    (TABLES, "katas", "."),
    (TABLES, "..", "{root}"),
    (TABLES, FOLDER, "../.."),
    ([ROW], ".", f"{FOLDER}::test_row {STUB}::test_row {{root}}/{STUB}::test_row"),
    ([ROW], ".", f"{WINNER}::test_row {TABLE}::test_row"),
    ([ROW], FOLDER, f"{WINNER}.py::test_row ::test_row"),
]

THE_KATAS = "The katas are:\n" + "\n".join(f"  {name}" for name in ALL)


def unknown(name: str, meant: str = "") -> str:
    """What is told of a name that no kata has, and of the kata that was meant."""
    return (
        f"no kata is named {name!r}.{meant and f' Did you mean {meant}?'}\n{THE_KATAS}"
    )


SOLUTIONS = (
    "solutions/ holds the reference solutions. To test them:\n  pytest --solution"
)
NO_SUCH = f"there is no {FOLDER}/typo.py;\nthe file of this kata is {STUB}"
MISTYPED = unknown("tictactoe_wimmer", WINNER)
# What is refused with, where something is typed, and what is typed.
REFUSED = [
    (
        MISTYPED,
        ".",
        "tictactoe_wimmer katas/tictactoe_wimmer katas/tictactoe_wimmer/stub.py",
    ),
    (MISTYPED, "katas", "tictactoe_wimmer"),
    (MISTYPED, FOLDER, "katas/tictactoe_wimmer"),
    (unknown("winner", WINNER), ".", "winner"),
    (unknown("reversi_flip", "reversi_flips"), ".", "katas/reversi_flip::test_play"),
    (unknown("chess"), ".", "katas/chess"),
    (SOLUTIONS, ".", "solutions"),
    (SOLUTIONS, "solutions", "."),
    (
        f"{SOLUTIONS} {FOLDER}",
        ".",
        f"solutions/{WINNER}.py solutions/{WINNER}.py::test_x",
    ),
    (f"{SOLUTIONS} {FOLDER}", "solutions", f"{WINNER}.py"),
    (f"{SOLUTIONS} {FOLDER}", FOLDER, f"solutions/{WINNER}.py"),
    (NO_SUCH, ".", f"{FOLDER}/typo.py {FOLDER}/typo.py::test_row"),
]


def meant(here: str, *arguments: str) -> list[str]:
    """The test files that arguments mean, from the root."""
    typed = [argument.replace("{root}", str(ROOT)) for argument in arguments]
    chosen = select(typed, (ROOT / here).resolve(), YourCode())
    return [os.path.relpath(argument, ROOT) for argument in chosen]


@pytest.mark.parametrize(("tests", "here", "arguments"), MEANT)
def test_an_argument_means_test_files(
    tests: list[str], here: str, arguments: str
) -> None:
    for argument in arguments.split():
        assert meant(here, argument) == tests, argument


def test_a_kata_that_is_named_twice_is_run_once() -> None:
    assert meant(".", FOLDER, STUB, TABLE) == [TABLE]


@pytest.mark.parametrize(("told", "here", "arguments"), REFUSED)
def test_what_means_no_tests_is_told_what_does(
    told: str, here: str, arguments: str
) -> None:
    for argument in arguments.split():
        with pytest.raises(ValueError, match=re.escape(told)) as error:
            meant(here, argument)
        assert str(error.value) == told, argument


@pytest.mark.parametrize("option", ["usepdb", "trace", "cov_source"])
def test_a_debugger_and_pytest_cov_see_the_code_in_their_own_process(
    option: str,
) -> None:
    given: Any = SimpleNamespace(getoption={option: ["katas"]}.get)
    none: Any = SimpleNamespace(getoption={"cov_source": []}.get)
    assert (options.debugging(given), options.debugging(none)) == (True, False)


@pytest.mark.parametrize(
    ("option", "values", "told"),
    [
        (
            "--kata-timeout",
            "0 -1 soon inf nan",
            "expected a number of seconds above 0, got {!r}",
        ),
        (
            "--kata-total",
            "0 -1 soon inf nan",
            "expected a number of seconds above 0, got {!r}",
        ),
        (
            "--hints",
            "0 -1 two 1.5",
            "expected a number from 1 on, as --hints=1; got {!r}",
        ),
    ],
)
def test_what_is_not_such_a_number_is_refused(
    option: str, values: str, told: str
) -> None:
    parser = argparse.ArgumentParser(exit_on_error=False)
    group: Any = SimpleNamespace(
        getgroup=lambda _: SimpleNamespace(addoption=parser.add_argument)
    )
    options.add(group)
    for value in [*values.split(), ""]:
        with pytest.raises(argparse.ArgumentError) as error:
            parser.parse_args([f"{option}={value}"])
        assert str(error.value).partition(": ")[2] == told.format(value)


@pytest.mark.skipif(
    sys.platform == "win32", reason="only administrators make links on Windows"
)
def test_the_project_is_found_through_a_link(
    untouched: Project, tmp_path: Path
) -> None:
    link = tmp_path / "link"
    link.symlink_to(untouched.root)
    run = untouched.pytest(str(link / STUB), str(link / TABLE))
    assert run.katas == {WINNER: "[x....] not started"}


def _runs() -> Iterator[Any]:
    """The runs of `runs.txt`, as parameters."""
    text = Path(__file__).with_name("runs.txt").read_text(encoding="utf-8")
    for section in text.split("\n== ")[1:]:
        name, steps = section.strip("\n").split("\n", 1)
        marks = [pytest.mark.slow] if name.endswith(" (slow)") else []
        yield pytest.param(re.split(r"\n(?![ <>!\n])", steps), id=name, marks=marks)


@pytest.mark.parametrize("steps", [*_runs()])
def test_a_run_says_what_stands_there(project: Project, steps: list[str]) -> None:
    for step in steps:
        head, *lines = step.split("\n")
        here, is_run, command = head.partition("$ ")
        if is_run:
            _run(project, here.strip() or ".", command, lines)
        else:
            _write(project, head, "".join(f"{line[4:]}\n" for line in lines))


def _run(project: Project, here: str, command: str, lines: list[str]) -> None:
    """Run pytest or Python in a folder, and hold what it says against the lines below."""
    command, _, exit_code = command.partition(" # ")
    words = [word.replace("{root}", str(project.root)) for word in shlex.split(command)]
    first = next(number for number, word in enumerate(words) if "=" not in word)
    environment = dict(word.split("=") for word in words[:first])
    below = [(line[0], line[2:].replace("{root}", str(project.root))) for line in lines]
    typed = "".join(f"{text}\n" for sign, text in below if sign == "<")
    if words[first] == "pytest":
        run = project.pytest(
            *words[first + 1 :], here=here, typed=typed, environment=environment
        )
    else:
        run = project.python(
            *words[first + 1 :], here=here, typed=typed, **ALONE, **environment
        )
    screen = run.text + run.errors
    told = "\n".join(text for sign, text in below if sign == ">")
    assert pattern(told).search(screen), f"expected\n{told}\non\n{screen}"
    for absent in (text for sign, text in below if sign == "!"):
        assert not pattern(absent).search(screen), f"{absent} on\n{screen}"
    assert run.exit_code == int(exit_code or "failed" in run.counts), screen
    if told.startswith("ERROR: "):  # The words are ours.
        assert too_long(run.errors) == []


def _write(project: Project, head: str, text: str) -> None:
    """Write a file: `KATA: solved`, the body of the first function, or a path and its text."""
    kata, colon, body = head.partition(":")
    if body == " solved":
        project.solve(kata)
    elif colon:
        body = indent(body.strip() or text, "    ")
        project.solve_but("is_solved", f"def is_solved(board):\n{body}")
    else:
        file = project.root / head
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
