"""What README.md shows is what a learner sees."""

from __future__ import annotations

import re
import shlex
import shutil
from dataclasses import dataclass

import pytest
from repository.project import ROOT, Project

README = (ROOT / "README.md").read_text(encoding="utf-8")

# A console block, perhaps with a comment before it that says what is in which file.
BLOCK = re.compile(
    r"(?:<!-- with (?P<file>\S+?)(?:\n(?P<code>.*?))? ?-->\n)?```console\n\$ (?P<command>.*?)\n"
    r"(?P<output>.*?)```",
    re.DOTALL,
)


@dataclass(frozen=True)
class Block:
    """A command with its output, and the code that is written for it."""

    file: str
    code: str
    command: str
    output: str

    def __str__(self) -> str:
        return self.command


BLOCKS = [
    Block(*(found.group(name) or "" for name in ("file", "code", "command", "output")))
    for found in BLOCK.finditer(README)
]


def test_the_readme_shows_a_red_a_wrong_and_a_green_run() -> None:
    assert len(BLOCKS) == README.count("```console") == 3


@pytest.mark.parametrize("block", BLOCKS, ids=str)
def test_the_readme_shows_real_output(project: Project, block: Block) -> None:
    if block.file == "solutions/tictactoe_winner.py":
        project.solve("tictactoe_winner")
    elif block.file:
        (project.root / block.file).write_text(block.code, encoding="utf-8")
    program, *arguments = shlex.split(block.command)
    assert program == "pytest"
    assert _without_versions(project.pytest(*arguments).text) == _without_versions(block.output)


COMMANDS = re.findall(r"^\| `pytest ((?!--progress).*?)` \|", README, re.MULTILINE)
# What goes together is tried together.
OPTIONS = [one for one in COMMANDS if re.match("katas/tictactoe_winner --(?!bench)", one)]
TOGETHER = " ".join(["katas/tictactoe_winner", *(one.split(" ", 1)[1] for one in OPTIONS)])


@pytest.mark.parametrize("command", [*(one for one in COMMANDS if one not in OPTIONS), TOGETHER])
def test_every_command_in_the_readme_is_understood(project: Project, command: str) -> None:
    project.solve("tictactoe_winner")
    shutil.copytree(project.root / "solutions", project.root / "all" / "ada")
    paths = {"PATH": "solutions/tictactoe_winner.py", "FOLDER": "all"}
    for name, path in paths.items():
        command = command.replace(name, path)
    run = project.pytest(*shlex.split(command), "--collect-only", "-q")
    assert run.exit_code == 0
    collected = "tests/tictactoe_winner/test_tictactoe_winner.py::test_row"
    if "--submission=all" in command:
        collected = "submissions::ada::tictactoe_winner"
    elif "--benchmark-only" in command:
        collected = "tests/tictactoe_winner/bench_tictactoe_winner.py::test_drawn_boards"
    assert collected in run.text


def _without_versions(text: str) -> str:
    """The text without what differs from run to run: durations, their padding, and versions."""
    text = re.sub(r"\d+\.\d+s", "0.00s", re.sub(r"Python \d+\.\d+\.\d+", "Python 3", text))
    return re.sub(r"={3,}", "===", text)
