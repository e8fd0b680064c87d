"""The table of reversi_search: the value of a position, and a player.

The oracle is a minimax over texts of 64 signs, seen by X at all times: the one side
takes the greatest value, the other the least. It negates nothing and cuts nothing off.

The stage "cost" asks for a position of the FFO's test suite with eight cells left.
Alpha-beta makes 362 calls of itself with the fewest replies first, 667 in the order of
the cells and 1,598 with the most flips first; equal positions searched once make 4,973,
and plain negamax 9,377. Correct searches run 79 to 138 times the lines of a search one
ply deep, and plain ones 920 to 2,000 times.

The last stage is a match of 12 games. So many games of 5,000 does a search of three
plies win against the player of the chapter, and so many matches of 1,000 would it win
by that with 9 games:

    legal moves and corners    4,735    997
    discs and corners          4,515    977
    corners                    4,190    885
    legal moves                3,315    383
    discs                      2,660    109
    discs, one ply deep        1,035      0
"""

import random
from collections.abc import Callable, Generator
from functools import cache
from itertools import cycle
from math import inf
from typing import Any, TypeAlias

import pytest
from kata_tables import (
    Call,
    Case,
    Drawing,
    Kata,
    Row,
    Table,
    boards,
    calls,
    hold,
    reversi,
)
from kata_tables.arguments import Made, Seeded, given
from kata_tables.wrong import Wrong

Turn: TypeAlias = tuple[str, str]

GAMES, WINS = 12, 9
MATCH = Call("choose_move")  # stands for all calls of a match


# The evaluations


def discs(player: int, opponent: int) -> int:
    return player.bit_count() - opponent.bit_count()


def own(player: int, opponent: int) -> int:
    return player.bit_count()


def seven(player: int, opponent: int) -> int:
    return 7


def thousands(player: int, opponent: int) -> int:
    return 1000 * (player.bit_count() - opponent.bit_count())


def huge(player: int, opponent: int) -> int:
    return 10**30


class Always(Made):
    """An evaluation that is a new function in each call, and always says one number."""

    def __init__(self, number: int) -> None:
        super().__init__(f"lambda player, opponent: {number}")
        self._number = number

    def make(self) -> Callable[[int, int], int]:
        number = self._number
        return lambda player, opponent: number


# By the name that the table uses.
EVALUATIONS = {"DISCS": discs, "OWN": own, "SEVEN": seven, "THOUSANDS": thousands}
MADE = {name: given(function) for name, function in EVALUATIONS.items()}


def legal(board: str, disc: str) -> list[reversi.Coordinate]:
    """The legal moves."""
    return [divmod(move, 8) for move in reversi.oracle(board, disc)]


def build(row: Row) -> tuple[tuple[object, ...], object]:
    """The call for a position that is drawn; X is to move."""
    if not row.picture:
        return row.extra, row.answer
    drawn = reversi.picture(row.picture)
    if row.function != "choose_move":
        return (*reversi.in_bits(drawn.board), *row.extra), row.answer
    disc = str(row.extra[0]) if row.extra else "X"
    call: tuple[object, ...] = (reversi.in_rows(drawn.board), disc)
    if row.about == "unchanged":  # And without a generator.
        return call, row.answer
    call = (*call, Seeded(0))
    if row.about == "refusal":
        return call, row.answer
    right = [divmod(move, 8) for move in drawn.moves]
    return call, calls.OneOf(right, legal(drawn.board, disc))


TABLE = Table(
    __file__,
    build,
    MADE | {"HUGE": given(huge), "RNG": Seeded(0)},
    board=lambda lines: reversi.in_bits(reversi.picture(lines).board),
)
START, FEW_LEFT = TABLE.names["START"], TABLE.names["FEW_LEFT"]
QUESTIONS = {
    "choose_move": "Which move?",
    "search": "What is the position worth?",
    "solve": "What is the score when both play well to the end?",
}


@pytest.mark.parametrize("case", TABLE.rows)
def test_row(kata: Kata, case: Case) -> None:
    case.check(kata)


@pytest.mark.stage("search")
def test_search_in_played_games(kata: Kata) -> None:
    """Positions of the first 40 plies of five games at depth 0, 1 and 2, with four evaluations."""  # noqa: E501 - a name
    turns = [turn for turn in played(5, every=3) if turn[0].count(".") >= 20]
    check_search(kata, turns, [0, 1, 2, 1, 2])


@pytest.mark.stage("search")
def test_deep_search_in_played_games(kata: Kata) -> None:
    """Five positions of five random games at depth 3, with four evaluations."""
    check_search(kata, played(5, every=61), [3])


@pytest.mark.stage("search")
def test_search_at_falling_depths(kata: Kata) -> None:
    """Five positions of a random game at depth 3, 2, 1 and 0, with one evaluation.

    What you know of a position at one depth says nothing about another depth.
    """
    turns = played(1, every=11)[:5]
    rows = []
    for turn in turns:
        for depth in (3, 2, 1, 0):
            call = (*reversi.in_bits(*turn), depth, MADE["OWN"])
            rows.append((call, value(*turn, depth, "OWN")))
    hold(kata.search.each, rows)


@pytest.mark.stage("search")
def test_search_with_a_new_evaluation_each_time(kata: Kata) -> None:
    """The start at depth 1, with five evaluations that are gone after their call.

    What you know with one evaluation says nothing about another one.
    """
    calls = [(*START, 1, Always(number)) for number in range(5)]
    hold(kata.search.each, [(call, -number) for number, call in enumerate(calls)])


@pytest.mark.stage("passes")
def test_search_where_somebody_passes(kata: Kata) -> None:
    """Positions of 20 random games in which a side has to pass, at depth 1 to 3."""
    turns = [
        turn
        for turn in played(20)
        if not reversi.oracle(*turn) and reversi.children(*turn)
    ]
    check_search(kata, turns, [1, 2, 3])


@pytest.mark.stage("solve")
def test_solve_late_in_played_games(kata: Kata) -> None:
    """Positions of 20 random games with at most five empty cells."""
    rows = [(reversi.in_bits(*turn), exact(*turn)) for turn in late(5)]
    hold(kata.solve.each, rows)


@pytest.mark.stage("solve")
def test_a_deep_search_comes_to_the_end(kata: Kata) -> None:
    """A search that is deep enough gives what solve gives, whatever the evaluation."""
    rows = []
    for turn in late(5)[::4]:
        call = (*reversi.in_bits(*turn), 12, MADE["SEVEN"])
        rows.append((call, exact(*turn)))
    hold(kata.search.each, rows)


@pytest.mark.stage("a player")
def test_a_legal_move_in_played_games(kata: Kata) -> None:
    """Positions of five random games: any legal move is right."""
    turns = [turn for turn in played(5, every=6) if reversi.oracle(*turn)]
    rows = [(arguments(*turn), calls.OneOf(legal(*turn))) for turn in turns]
    hold(kata.choose_move.each, rows)


@pytest.mark.stage("a player")
def test_the_player_sees_the_end(kata: Kata) -> None:
    """Positions from which no game is longer than three plies: the result has to be kept.

    One board is asked about again and again: the answer is about what stands on it now.
    """  # noqa: E501 - a name
    rows = []
    for turn in late(3):
        if reversi.oracle(*turn) and longest(*turn) <= 3:
            right = calls.OneOf(best_moves(*turn), legal(*turn))
            rows.append((arguments(*turn), right))
    hold(kata.choose_move.own, rows)


@pytest.mark.stage("a player")
def test_the_same_seed_gives_the_same_move(kata: Kata) -> None:
    """The first move, asked ten times with the same seed."""
    any_move = calls.OneOf([{move} for move in legal(reversi.START, "X")])
    assert kata.choose_move.distinct([arguments(reversi.START, "X")] * 10) == any_move


@pytest.mark.stage("cost")
def test_calls_with_eight_empty_cells(kata: Kata) -> None:
    """The calls that solve takes with eight empty cells.

    Plain negamax calls itself 9,377 times. Alpha-beta does with 667 in the order of the
    cells, and with 362 if the moves that leave the fewest replies come first.
    """
    assert kata.solve.calls(*FEW_LEFT, answer=32) <= 2_750


@pytest.mark.stage("cost")
def test_lines_with_eight_empty_cells(kata: Kata) -> None:
    """The lines that run for solve with eight empty cells, and those of a search of depth 1.

    A search with a stack of its own makes no calls, but its lines run once for each
    position.
    """  # noqa: E501 - a name
    one_ply = kata.search.lines(*FEW_LEFT, 1, MADE["SEVEN"], answer=-7).number
    assert kata.solve.lines(*FEW_LEFT, answer=32) <= 450 * one_ply


@pytest.mark.stage("a match")
def test_a_match_against_the_player_of_the_chapter(kata: Kata) -> None:
    """Twelve games against the player of the chapter.

    That player takes a corner if it can, else as many discs as it can. You are X in
    every other game, and nine games have to be won.
    """
    leads = list[int]()
    games = {seed: game(seed) for seed in range(GAMES)}
    turns = {seed: next(moves) for seed, moves in games.items()}
    while turns:
        batch = [arguments(*turn) for turn in turns.values()]
        moves = kata.choose_move.each(batch)
        assert moves == [calls.OneOf(legal(*turn)) for turn in turns.values()]
        for seed, move in zip(list(turns), moves.values, strict=True):
            try:
                turns[seed] = games[seed].send(move)
            except StopIteration as end:
                leads.append(end.value)
                del turns[seed]
    won = sum(lead > 0 for lead in leads)
    if won < WINS:
        lost = sum(lead < 0 for lead in leads)
        score = f"choose_move wins {won} games of {GAMES} and loses {lost}"
        margins = ", ".join(f"{lead:+}" for lead in leads)
        raise Wrong(
            MATCH,
            "match",
            headline=f"{score}; expected at least {WINS}",
            details=[f"discs ahead at the end: {margins}"],
            key="a lost match",
        )


def game(seed: int) -> Generator[Turn, Any, int]:
    """Play against the chapter's player: yield turns, get moves, return the lead."""
    board, disc, passes = reversi.START, "X", 0
    own, rng = "XO"[seed % 2], random.Random(seed)
    while passes < 2:
        moves = reversi.oracle(board, disc)
        passes = 0 if moves else passes + 1
        if moves:
            if disc == own:
                row, column = yield board, disc
                move = 8 * row + column
            else:
                move = rng.choice(reversi.best(moves))
            board = reversi.after(board, disc, move, moves[move])
        disc = reversi.OTHER[disc]
    return board.count(own) - board.count(reversi.OTHER[own])


def check_search(kata: Kata, turns: list[Turn], depths: list[int]) -> None:
    """Compare searches with the oracle, with depths and evaluations in turn."""
    rows = []
    for turn, depth, name in zip(turns, cycle(depths), cycle(EVALUATIONS)):
        call = (*reversi.in_bits(*turn), depth, MADE[name])
        rows.append((call, value(*turn, depth, name)))
    hold(kata.search.each, rows)


def arguments(board: str, disc: str) -> tuple[object, ...]:
    """The arguments of choose_move."""
    return reversi.in_rows(board), disc, Seeded(0)


# Positions, and the oracle


def played(games: int, every: int = 1) -> list[Turn]:
    """Positions of random games, fewest discs first, with the side to move."""
    return [(board, disc) for board, disc, _ in reversi.played(games, 12)[::every]]


def late(most: int) -> list[Turn]:
    """Positions of 20 random games with at most so many empty cells."""
    return [turn for turn in played(20) if turn[0].count(".") <= most]


def value(board: str, disc: str, depth: float, evaluation: str) -> int:
    """The answer of search."""
    worth = minimax(board, disc, depth, evaluation)
    return worth if disc == "X" else -worth


def exact(board: str, disc: str) -> int:
    """The answer of solve."""
    return value(board, disc, inf, "SEVEN")


@cache
def minimax(board: str, disc: str, depth: float, evaluation: str) -> int:
    """Return the value for X: the side to move takes the greatest, or the least."""
    after = reversi.children(board, disc)
    if not after:
        x, o, empty = map(board.count, "XO.")
        if x == o:
            return 0
        return x - o + (empty if x > o else -empty)
    if depth == 0:
        guess = EVALUATIONS[evaluation](*reversi.in_bits(board, disc))
        return guess if disc == "X" else -guess
    other = reversi.OTHER[disc]
    values = [minimax(board, other, depth - 1, evaluation) for board in after]
    return max(values) if disc == "X" else min(values)


def longest(board: str, disc: str) -> int:
    """Return how many plies a game can still have."""
    other = reversi.OTHER[disc]
    after = reversi.children(board, disc)
    return max([1 + longest(board, other) for board in after], default=0)


def best_moves(board: str, disc: str) -> list[reversi.Coordinate]:
    """The moves that keep the result."""
    right, other = exact(board, disc), reversi.OTHER[disc]
    moves = []
    for move, turned in reversi.oracle(board, disc).items():
        after = reversi.after(board, disc, move, turned)
        if exact(after, other) == -right:
            moves.append(divmod(move, 8))
    return moves


# What a learner is shown


def draw(call: Call) -> Drawing:
    """Draw the position."""
    if call.function == "choose_move":
        board, disc, *_ = call.arguments
        assert isinstance(board, list)
        right = dict.fromkeys(getattr(call.expected, "choices", ()), "+")
        legend, words = {"+": "a right move"}, [f"{disc} is to move"]
        return boards.draw_reversi(board, right, legend, words=words)
    player, opponent, *_ = call.arguments
    if not (isinstance(player, int) and isinstance(opponent, int)):
        return Drawing()
    board = boards.from_bits(player, opponent)
    return boards.draw_reversi(board, words=boards.sides(player, opponent))


def source(call: Call) -> str:
    """Return the call, with boards as rows or hexadecimal, or how to watch a match."""
    if call == MATCH:
        return "watch it: python -m katas play --watch"
    if call.function == "choose_move":
        return boards.call_with_rows(call)
    return boards.call_in_hex(call)
