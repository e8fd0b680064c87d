"""The claims of the documents: commands, cards, and games of statements."""

import random
import re
import shlex
from collections.abc import Sequence

import pytest
from kata_kit.katas import BY_NAME, PATH, load
from repository.project import ROOT, WINNER, Project, Terminal, each_kata, too_long
from repository.tables import text_of

GUIDES = ("README.md", "katas/WORKING.md", "katas/WORKSHOP.md")
TEXTS = "".join(map(text_of, GUIDES))
# All but those that collect nothing, or need another package.
INLINE = re.findall(r"`pytest(?: ((?!--progress|--help|.*--cov).*?))?`", TEXTS)


@pytest.mark.parametrize("command", sorted({*INLINE}))
def test_every_command_in_a_line_is_understood(untouched, command):
    command = command.replace("PATH", f"solutions/{WINNER}.py")
    run = untouched.pytest(*shlex.split(command), "--collect-only", "-q")
    assert run.exit_code == 0
    test = f"test_{WINNER}.py::test_row"
    if "--benchmark-only" in command:
        test = f"bench_{WINNER}.py::test_drawn_boards"
    assert f"tests/{WINNER}/{test}" in run.text


LANGUAGES = {"es": "Español", "de": "Deutsch"}
MOST_WORDS = 150


@pytest.mark.parametrize("language", LANGUAGES)
@each_kata
def test_each_kata_has_a_short_card_whose_examples_hold(language, kata):
    file = f"katas/README.{language}.md"
    assert (
        f"[{LANGUAGES[language]}]({file})" in text_of("README.md").partition("## ")[0]
    )
    statement = text_of(kata.statement)
    # A heading is a link to the statement.
    heading = rf"## {PATH.index(kata) + 1} \[{kata.name}\]"
    card = re.search(rf"(?ms)^{heading}.*?$(.*?)(?=^## |\Z)", text_of(file))
    assert card, f"{file}: add a card {heading}"
    assert len(card[1].split()) <= MOST_WORDS
    signatures = re.findall(r"`(\w+\(.*?\) -> .+?)`", statement.partition("\n## ")[0])
    code = [line.strip() for line in card[1].splitlines() if line.startswith("    ")]
    assert code[: len(signatures)] == signatures
    names = {"Random": random.Random}
    for other in (*kata.needs, kata.name):
        names |= vars(load(ROOT / BY_NAME[other].solution))
    examples = code[len(signatures) :]
    assert examples, f"{file}: give {kata.name} an example"
    for line in examples:
        call, arrow, answer = line.partition("  →  ")
        if arrow:
            assert eval(call, names) == eval(answer), line
        else:  # What is said at the console, and what is typed behind a question.
            assert line.partition("? ")[0] in statement, line


# The console games in a terminal

# With this seed the player goes first, and the computer plays 63.
SEED = 4


def play(project: Project, game: str, typed: Sequence[str]) -> Terminal:
    """Play a game in a terminal: each question gets a line."""
    seeded = f"import random; random.seed({SEED})"
    code = f"{seeded}; import solutions.{game} as game; game.main()"
    terminal = Terminal(project.root, "-c", code)
    for line in typed:
        terminal.expect(r"[?:] $")
        terminal.type(f"{line}\n")
    return terminal


@pytest.mark.parametrize("game", ["tictactoe_game", "reversi_game"])
def test_the_game_of_a_statement_is_a_real_one_and_ctrl_c_ends_it_cleanly(
    game, untouched
):
    """The first example of a statement is a game; ENTER is an empty line in it."""
    examples = text_of(BY_NAME[game].statement).partition("\n## Examples\n")[2]
    block = re.search(r"^    .*\n(?:(?:    .*)?\n)*", examples, re.MULTILINE)
    assert block
    shown = re.sub("^    ", "", block[0].strip("\n"), flags=re.MULTILINE) + "\n"
    typed = re.findall(r"^.*(?:\?|move:) ?(.*)$", shown, re.MULTILINE)
    terminal = play(untouched, game, typed)
    assert terminal.end() == 0
    # Behind a question that ENTER answers stands a space, which a statement cannot
    # show.
    assert terminal.screen.replace(" \n", "\n") == shown
    assert too_long(shown) == []
    terminal = play(untouched, game, typed[:-1])
    terminal.expect(r"[?:] $")
    assert terminal.interrupt() == 0
    assert terminal.screen.endswith("Goodbye.\n")
