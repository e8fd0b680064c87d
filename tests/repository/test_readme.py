"""What README.md shows is what a learner sees, and the cards say what the statements do."""

from __future__ import annotations

import random
import re
import shlex
import shutil
from itertools import groupby
from typing import NamedTuple

import pytest
from kata_kit.katas import BY_NAME, PATH, KataFiles, load
from repository.project import ROOT, Project

README = (ROOT / "README.md").read_text(encoding="utf-8")

# A console block, perhaps with a comment before it that says what is in which file.
BLOCK = re.compile(
    r"(?:<!-- with (?P<file>\S+?)(?:\n(?P<code>.*?))? ?-->\n)?```console\n\$ (?P<command>.*?)\n"
    r"(?P<output>.*?)```",
    re.DOTALL,
)


class Block(NamedTuple):
    """A command with its output, and the code that is written for it."""

    file: str
    code: str
    command: str
    output: str


BLOCKS = [Block(**found.groupdict(default="")) for found in BLOCK.finditer(README)]


@pytest.mark.parametrize("block", BLOCKS, ids=["red", "wrong", "green"])
def test_the_readme_shows_real_output(project: Project, block: Block) -> None:
    if block.file == "solutions/tictactoe_winner.py":
        project.solve()
    elif block.file:
        (project.root / block.file).write_text(block.code, encoding="utf-8")
    program, *arguments = shlex.split(block.command)
    assert (program, README.count("```console")) == ("pytest", len(BLOCKS))
    assert _without_versions(project.pytest(*arguments).text) == _without_versions(block.output)


COMMANDS = re.findall(r"^\| `pytest ((?!--progress).*?)` \|", README, re.MULTILINE)
# What goes together is tried together.
OPTIONS = [one for one in COMMANDS if re.match("katas/tictactoe_winner --(?!bench)", one)]
TOGETHER = " ".join(["katas/tictactoe_winner", *(one.split(" ", 1)[1] for one in OPTIONS)])


@pytest.mark.parametrize("command", [*(one for one in COMMANDS if one not in OPTIONS), TOGETHER])
def test_every_command_in_the_readme_is_understood(project: Project, command: str) -> None:
    project.solve()
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


LANGUAGES = {"es": "Español", "de": "Deutsch"}
MOST_WORDS = 150

each_language = pytest.mark.parametrize("language", LANGUAGES)
each_kata = pytest.mark.parametrize("kata", PATH, ids=lambda kata: kata.name)


@each_language
def test_there_is_a_short_card_for_each_kata_in_order_and_a_link_to_them(language: str) -> None:
    headings = [card.partition("\n")[0] for card in cards(language)]
    assert headings == [f"{number} {kata.name}" for number, kata in enumerate(PATH, 1)]
    assert [card for card in cards(language) if len(card.split()) > MOST_WORDS] == []
    link = f"[{LANGUAGES[language]}](katas/README.{language}.md)"
    assert link in README.partition("\n## ")[0]


@each_language
@each_kata
def test_a_card_has_the_signatures_of_the_statement(language: str, kata: KataFiles) -> None:
    expected = re.findall(r"`(\w+\(.*?\) -> .+?)`", statement(kata).partition("\n## ")[0])
    assert blocks(language, kata)[0] == expected


@each_language
@each_kata
def test_the_examples_of_a_card_hold(language: str, kata: KataFiles) -> None:
    names = {"Random": random.Random}
    for other in (*kata.needs, kata.name):
        names |= vars(load(ROOT / BY_NAME[other].solution))
    lines = [line for block in blocks(language, kata)[1:] for line in block]
    assert lines, f"katas/README.{language}.md: give {kata.name} an example"
    for line in lines:
        call, arrow, answer = line.partition("  →  ")
        if arrow:
            assert eval(call, names) == eval(answer), line
        else:  # What is said at the console, and what is typed behind a question.
            assert line.partition("? ")[0] in statement(kata), line


def cards(language: str) -> list[str]:
    """The text of each card, its heading first."""
    text = (ROOT / f"katas/README.{language}.md").read_text(encoding="utf-8")
    return re.split(r"^## ", text, flags=re.MULTILINE)[1:]


def blocks(language: str, kata: KataFiles) -> list[list[str]]:
    """The lines of each block of code on a card."""
    found = [card for card in cards(language) if card.split("\n")[0].endswith(f" {kata.name}")]
    assert found, f"katas/README.{language}.md: write a card for {kata.name}"
    groups = groupby(found[0].splitlines(), key=lambda line: line.startswith("    "))
    return [[line.strip() for line in group] for is_code, group in groups if is_code]


def statement(kata: KataFiles) -> str:
    """The English statement."""
    return (ROOT / kata.statement).read_text(encoding="utf-8")
