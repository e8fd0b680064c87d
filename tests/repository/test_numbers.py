"""The numbers of the statements: their examples, counts, and results of matches."""

import random
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from types import ModuleType
from typing import Any

import pytest
from benchmarks import plain
from kata_kit.katas import BY_NAME, load
from kata_tables.mistakes import read
from kata_tables.reversi import in_bits
from kata_tables.tictactoe import matrix, moves, put, side_to_move, winner
from repository.project import ROOT
from repository.tables import text_of

from solutions.reversi_flips import flips, legal_moves
from solutions.reversi_match import play_match
from solutions.tictactoe_negamax import CELLS, generate_moves, has_won, negamax

# The examples of the statements: a call, with two parentheses in each other at most,
# and what is said behind "is".
EXAMPLE = r"\b((?:%s)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))`? +is +`?(?=([^\[\n].*))"
# A set or dictionary, a call or a tuple, a text, a number or a name.
ANSWER = re.compile(r'\{.*?\}|\w*\(.*?\)|"\w+"|-?\w+')

# All but those whose call or answer goes on in the next line, beside a drawing.
CHECKED = {
    "tictactoe_winner": 3,
    "tictactoe_coordinates": 6,
    "tictactoe_negamax": 10,
    "tictactoe_perft": 12,
    "reversi_flips": 1,
    "tictactoe_player": 2,
    "reversi_match": 3,
}


@pytest.mark.parametrize("name", CHECKED)
def test_the_examples_of_a_statement_hold(name):
    names = vars(load(ROOT / BY_NAME[name].solution)) | {"rng": random}
    text, stub = text_of(BY_NAME[name].statement), text_of(BY_NAME[name].stub)
    for player, code in re.findall(r"^    (\w+) = (lambda .*)$", text, re.MULTILINE):
        names[player] = eval(code, names)
    functions, checked = re.findall(r"^def (\w+)", stub, re.MULTILINE), 0
    for call, answer in re.findall(EXAMPLE % "|".join(functions), text):
        with suppress(SyntaxError, NameError):  # A drawing, a board that is described
            if answer.startswith("a ValueError"):
                with pytest.raises(ValueError, match="expected"):
                    eval(call, names)
            else:
                (expected, *_) = ANSWER.findall(answer)
                assert eval(call, names) == eval(expected, names), call
            checked += 1
    assert checked == CHECKED[name]


# The counts of the statements and the approaches


def calls_of(
    monkeypatch: pytest.MonkeyPatch, module: ModuleType, name: str
) -> list[tuple[Any, ...]]:
    """Keep the arguments of each call of a function of a module, in a list."""
    calls: list[tuple[Any, ...]] = []
    function = getattr(module, name)

    def kept(*arguments, **named):
        calls.append(arguments)
        return function(*arguments, **named)

    monkeypatch.setattr(module, name, kept)
    return calls


def test_a_plain_search_calls_itself_549_945_times_in_5_478_positions(monkeypatch):
    calls = calls_of(monkeypatch, plain, "negamax")
    plain.negamax(0, 0)
    assert len(calls) == 1 + 549_945  # Nobody was running yet at the first one.
    for kata in ("tictactoe_negamax", "tictactoe_perft"):
        assert "calls itself 549,945 times" in text_of(BY_NAME[kata].statement)
    positions = {*calls}
    assert len(positions) == 5_478
    wrong = [(x, o) for x, o in positions if last_child(x, o, {}) != negamax(x, o)]
    assert len(wrong) == 421


def last_child(player: int, opponent: int, memo: dict[tuple[int, int], int]) -> int:
    """Return a value, with two mistakes.

    The key has the union of the boards, and the value is that of the last child.
    """
    moves = generate_moves(player, opponent)
    if has_won(opponent) or not moves:
        return -1 if has_won(opponent) else 0
    key = player | opponent, player.bit_count() - opponent.bit_count()
    if key not in memo:
        scores = [-last_child(opponent, player | move, memo) for move in moves]
        memo[key] = scores[-1]
        return max(scores)
    return memo[key]


def test_threats_leave_918_calls_and_alpha_beta_without_them_6_323(monkeypatch):
    file = "solutions/approaches/tictactoe_negamax/threats_first.py"
    threats_first = load(ROOT / file)
    calls = calls_of(monkeypatch, threats_first, "score")
    assert threats_first.negamax(0, 0) == 0
    assert len(calls) == 918
    without = calls_of(monkeypatch, sys.modules[__name__], "alpha_beta")
    for order, number in ((threats_first.BY_LINES, 6_323), (CELLS, 16_811)):
        without.clear()
        assert alpha_beta(0, 0, -1, 1, order) == 0
        assert len(without) == number
        assert f"{number:,}" in text_of(file)
    assert "918 calls" in text_of(file)


def alpha_beta(x: int, o: int, low: int, high: int, order: Sequence[int]) -> int:
    """Return the value of a position for x, who is to move, within bounds."""
    empty = [move for move in order if not move & (x | o)]
    if has_won(o) or not empty:
        return -1 if has_won(o) else 0
    best = -1
    for move in empty:
        best = max(best, -alpha_beta(o, x | move, -high, -max(low, best), order))
        if best >= high:
            break
    return best


# The games of tic-tac-toe

# Who has won, and the cells from 0 to 8, of which X moved first
Game = tuple[str, tuple[int, ...]]


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


def test_the_program_loses_28_games_when_the_human_begins_and_no_other():
    mistakes = read(ROOT / BY_NAME["tictactoe_player"].mistakes).mistakes
    programs = {one.name: one for one in mistakes}
    choose_move = programs["counts_lines_instead_of_forks"].module.choose_move

    def choose_as_o(board, player):
        """Choose as the program does, which takes its own discs for those of O."""
        shown = [[(0, 2, 1)[disc] for disc in row] for row in board]
        return choose_move(board if player == 2 else shown, 2)

    every = [*games(choose_as_o, "O")]
    lost = [played for won, played in every if won == "X"]
    assert (len(lost), len(every)) == (28, 457)
    assert "O" not in dict(games(choose_as_o, "X"))
    assert (0, 4, 5, 6, 2, 1, 8) in lost  # That of the table.
    for played in lost:  # Each ends with a fork.
        board = "." * 9
        for number, cell in enumerate(played[:-2]):
            board = put(board, cell, "XO"[number % 2])
        empty = [cell for cell in range(9) if board[cell] == "."]
        assert sum(winner(put(board, cell, "X")) == "X" for cell in empty) >= 2


@pytest.mark.parametrize(
    ("file", "wins", "draws"),
    [
        ("tictactoe_player", 71, 6),
        ("approaches/tictactoe_player/eight_rules", 124, 16),
    ],
)
def test_the_players_of_tic_tac_toe_win_as_many_games_as_their_texts_say(
    file, wins, draws
):
    choose_move = load(ROOT / "solutions" / f"{file}.py").choose_move
    first = Counter(won for won, _ in games(choose_move, "X"))
    second = Counter(won for won, _ in games(choose_move, "O"))
    assert first == {"X": wins, ".": draws}
    assert second == {"O": 366, ".": 91}


@pytest.mark.slow
def test_the_solvers_meet_as_many_positions_as_their_texts_say(monkeypatch):
    reference = load(ROOT / BY_NAME["reversi_search"].solution)
    folder = ROOT / "solutions/approaches/reversi_search"
    table, last = load(folder / "table_of_bounds.py"), load(folder / "last_cells.py")
    searched = calls_of(monkeypatch, reference, "alpha_beta")
    met = calls_of(monkeypatch, table, "worth")
    for position, ratio in ((FOURTEEN_EMPTY, 0.72), (EIGHT_EMPTY, 0.90)):
        searched.clear()
        met.clear()
        assert reference.solve(*position) == table.solve(*position)
        assert round(len(met) / len(searched), 2) == ratio
    many = calls_of(monkeypatch, last, "worth")
    few = calls_of(monkeypatch, last, "last_cells")
    last.solve(*FOURTEEN_EMPTY)
    more = [one for one in many if 64 - (one[0] | one[1]).bit_count() > last.FEW]
    assert (len(more), len(few) + len(more)) == (2_688, 216_202)


# Of the FFO's test suite, position 1 with fourteen empty cells, and position 5 with
# eight.
FOURTEEN_EMPTY = in_bits(
    "..XXXXX..OOOXX.O.OOOXXOX.OXOXOXXOXXXOXXX..XOXOXX.XXXOOO..OOOOO.."
)
EIGHT_EMPTY = in_bits(
    ".OOOOO..OOOOOOOXXOXXOOO.XXOXOXOOXXOOXOOOXXXXOX.OX.XOOOX..XXXXXXX"
)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("player", "rival", "wins"),
    [("chapter", "chance", 79), ("chapter", "most", 76), ("most", "chance", 60)],
)
def test_the_players_win_as_often_as_the_statement_says(player, rival, wins):
    """Of 500 games the wins are within six of a hundred: three standard errors."""
    players = {
        "chapter": load(ROOT / BY_NAME["reversi_player"].solution).choose_move,
        "chance": lambda board, disc, rng: rng.choice(sorted(legal_moves(board, disc))),
        "most": most_discs,
    }
    match = play_match(players[player], players[rival], 500, random.Random(1))
    assert abs(match.wins / 5 - wins) <= 6


def most_discs(board: Any, disc: str, rng: Any) -> tuple[int, int]:
    """Choose a move that turns over the most discs, and care for nothing else."""
    legal = sorted(legal_moves(board, disc))
    numbers = {move: len(flips(board, disc, *move)) for move in legal}
    most = max(numbers.values())
    chosen: tuple[int, int] = rng.choice([one for one in legal if numbers[one] == most])
    return chosen


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "depth", "perft"),
    [
        ("reversi_bitboards", 8, 390_216),
        ("approaches/reversi_bitboards/lanes", 9, 3_005_288),
        ("approaches/reversi_bitboards/lanes", 10, 24_571_284),
    ],
)
def test_the_perft_is_what_is_published(file, depth, perft):
    published = f"| {depth} | {perft:,} |"
    assert published in text_of(BY_NAME["reversi_bitboards"].statement)
    start = 1 << 27 | 1 << 36, 1 << 28 | 1 << 35
    assert load(ROOT / "solutions" / f"{file}.py").perft(*start, depth) == perft
