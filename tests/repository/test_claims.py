"""The claims of the documents: commands, cards, numbers and games of statements."""

import random
import re
import shlex
from collections.abc import Iterator, Sequence
from itertools import chain, groupby
from typing import Any

import pytest
from kata_kit.katas import BY_NAME, PATH, KataFiles, load
from kata_tables.mistakes import read
from kata_tables.tictactoe import matrix, moves, put, side_to_move, winner
from repository.project import ROOT, WINNER, Project, Terminal, each_kata, too_long

README = (ROOT / "README.md").read_text(encoding="utf-8")
GUIDES = [ROOT / "katas/WORKING.md", ROOT / "katas/WORKSHOP.md"]
TEXTS = README + "".join(guide.read_text(encoding="utf-8") for guide in GUIDES)
# All but those that collect nothing, or need another package.
INLINE = re.findall(r"`pytest(?: ((?!--progress|--help|.*--cov).*?))?`", TEXTS)


@pytest.mark.parametrize("command", sorted({*INLINE}))
def test_every_command_in_a_line_is_understood(
    untouched: Project, command: str
) -> None:
    command = command.replace("PATH", f"solutions/{WINNER}.py")
    run = untouched.pytest(*shlex.split(command), "--collect-only", "-q")
    assert run.exit_code == 0
    test = f"test_{WINNER}.py::test_row"
    if "--benchmark-only" in command:
        test = f"bench_{WINNER}.py::test_drawn_boards"
    assert f"tests/{WINNER}/{test}" in run.text


LANGUAGES = {"es": "Español", "de": "Deutsch"}
MOST_WORDS = 150

each_language = pytest.mark.parametrize("language", LANGUAGES)


def cards(language: str) -> dict[str, str]:
    """The text of each card, by its heading, which is a link to the statement."""
    text = (ROOT / f"katas/README.{language}.md").read_text(encoding="utf-8")
    found = re.findall(r"(?ms)^## (\d+ )\[(\w+)\].*?$(.*?)(?=^## |\Z)", text)
    return {number + name: card for number, name, card in found}


@each_language
def test_there_is_a_short_card_for_each_kata_in_order_and_a_link_to_them(
    language: str,
) -> None:
    found = cards(language)
    assert [*found] == [f"{number} {kata.name}" for number, kata in enumerate(PATH, 1)]
    assert max(len(card.split()) for card in found.values()) <= MOST_WORDS
    link = f"[{LANGUAGES[language]}](katas/README.{language}.md)"
    assert link in README.partition("\n## ")[0]


@each_language
@each_kata
def test_a_card_has_the_signatures_and_its_examples_hold(
    language: str, kata: KataFiles
) -> None:
    statement = (ROOT / kata.statement).read_text(encoding="utf-8")
    heading = f"{PATH.index(kata) + 1} {kata.name}"
    card = cards(language).get(heading)
    assert card, f"katas/README.{language}.md: add a card ## {heading}"
    groups = groupby(card.splitlines(), key=lambda line: line.startswith("    "))
    signatures, *examples = (
        [it.strip() for it in group] for is_code, group in groups if is_code
    )
    assert signatures == re.findall(
        r"`(\w+\(.*?\) -> .+?)`", statement.partition("\n## ")[0]
    )
    names = {"Random": random.Random}
    for other in (*kata.needs, kata.name):
        names |= vars(load(ROOT / BY_NAME[other].solution))
    assert examples, f"katas/README.{language}.md: give {kata.name} an example"
    for line in chain.from_iterable(examples):
        call, arrow, answer = line.partition("  →  ")
        if arrow:
            assert eval(call, names) == eval(answer), line
        else:  # What is said at the console, and what is typed behind a question.
            assert line.partition("? ")[0] in statement, line


# The numbers of the statements

START = (1 << 27 | 1 << 36, 1 << 28 | 1 << 35)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "depth", "perft"),
    [
        ("reversi_bitboards", 8, 390_216),
        ("approaches/reversi_bitboards/lanes", 9, 3_005_288),
        ("approaches/reversi_bitboards/lanes", 10, 24_571_284),
    ],
)
def test_the_perft_is_what_is_published(file: str, depth: int, perft: int) -> None:
    assert load(ROOT / "solutions" / f"{file}.py").perft(*START, depth) == perft


# The Prolog program

(PLAYER,) = (
    mistake
    for mistake in read(ROOT / BY_NAME["tictactoe_player"].mistakes).mistakes
    if mistake.name == "counts_lines_instead_of_forks"
)

Game = tuple[
    str, tuple[int, ...]
]  # who has won, and the cells from 0 to 8, of which X moved first


def games(
    choose_move: Any, program: str, board: str = "." * 9, played: tuple[int, ...] = ()
) -> Iterator[Game]:
    """Yield the games against a player that go on from a position."""
    after = moves(board)
    if not after:
        yield winner(board), played
        return
    cells = [*after]
    if side_to_move(board) == program:
        row, column = choose_move(matrix(board), "XO".index(program) + 1)
        cells = [3 * row + column]
    for cell in cells:
        yield from games(choose_move, program, after[cell], (*played, cell))


def choose_as_o(board: list[list[int]], player: int) -> Any:
    """Choose as the program does, which takes its own discs for those of O."""
    shown = [[(0, 2, 1)[disc] for disc in row] for row in board]
    return PLAYER.module.choose_move(board if player == 2 else shown, 2)


def test_the_program_loses_28_games_when_the_human_begins_and_no_other() -> None:
    every = list(games(choose_as_o, "O"))
    lost = [played for won, played in every if won == "X"]
    assert (len(lost), len(every)) == (28, 457)
    assert "O" not in dict(games(choose_as_o, "X"))
    assert (0, 4, 5, 6, 2, 1, 8) in lost  # That of the table.
    # Each ends with a fork: two cells would win when the program moved for the last
    # time.
    for played in lost:
        board = "." * 9
        for number, cell in enumerate(played[:-2]):
            board = put(board, cell, "XO"[number % 2])
        empty = [cell for cell in range(9) if board[cell] == "."]
        assert sum(winner(put(board, cell, "X")) == "X" for cell in empty) >= 2


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
    game: str, untouched: Project
) -> None:
    """The first example of a statement is a game; ENTER is an empty line in it."""
    text = (ROOT / BY_NAME[game].statement).read_text(encoding="utf-8")
    examples = text.partition("\n## Examples\n")[2]
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
