"""The table of reversi_player: corners first, then the most discs, then chance.

With several legal corners any of them is right. Which of the other moves are tied is
known, and all of them have to be chosen sooner or later. How `rng` is used is up to the
player.
"""

import random
from collections.abc import Iterator

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
from kata_tables.arguments import Made, Seeded

CORNERS = {0, 7, 56, 63}

# A fair player chooses each of k tied moves with the same chance in each call. The
# chance that one of them is missing after n calls is at most k * (1 - 1 / k) ** n. Here
# k is at most 4, so that it is below 1e-24 for each board, and below 1e-23 for all: no
# false alarm is to be expected, however `rng` is used. Even a player that gives a tied
# move one call in eight is below 1e-10.
SEEDS = {"tied": range(200), "same seed": [7] * 30}


class Kept(Made):
    """A random number generator that goes on from one call to the next."""

    def __init__(self, seed: int) -> None:
        super().__init__(f"random.Random({seed})", "import random")
        self._rng = random.Random(seed)

    def make(self) -> random.Random:
        """Return the same generator for each call."""
        return self._rng


def build(row: Row) -> tuple[tuple[object, ...], object]:
    """The call for a position that is drawn, and the moves in it."""
    if not row.picture:
        return row.extra, row.answer
    drawn = reversi.picture(row.picture)
    board = reversi.in_rows(drawn.board)
    (disc,) = row.extra or "X"
    moves = reversi.coordinates(drawn.moves)
    if row.about == "tied":
        return (board, disc), moves
    if row.about == "same seed":
        return (board, disc), calls.OneOf([{move} for move in sorted(moves)])
    if row.about != "answer":
        return (board, disc), row.answer
    legal = reversi.coordinates(reversi.oracle(drawn.board, str(disc)))
    any_of_these = calls.OneOf(sorted(moves), list(legal))
    return (board, disc, Seeded(0)), any_of_these


TABLE = Table(
    __file__,
    build,
    {"RNG": Seeded(0)},
    compared=["tied", "same seed"],
    board=lambda lines: reversi.in_rows(reversi.picture(lines).board),
)
QUESTIONS = {
    "choose_move": "Which move?",
    "tied": "Which moves are as good as each other?",
}


@pytest.mark.parametrize("case", TABLE.rows)
def test_row(kata: Kata, case: Case) -> None:
    if case.about not in SEEDS:
        case.check(kata)
    else:
        turns = [(*case.arguments, Seeded(seed)) for seed in SEEDS[case.about]]
        assert kata.choose_move.distinct(turns) == case.expected


@pytest.mark.stage("a corner first")
def test_every_corner_of_eight_games(kata: Kata) -> None:
    """Every position of eight random games in which a corner is legal.

    One board is asked about again and again: the answer is about what stands on it now.
    """
    hold(kata.choose_move.own, turns(corner=True))


@pytest.mark.stage("the most discs")
def test_every_other_position_of_eight_games(kata: Kata) -> None:
    """Every position of eight random games in which no corner is legal."""
    hold(kata.choose_move.each, turns(corner=False))


@pytest.mark.stage("ties")
def test_one_generator_for_many_calls(kata: Kata) -> None:
    """The first move, asked two hundred times with one generator.

    A copy of the generator gives the same number each time.
    """
    turn = reversi.in_rows(reversi.START), "X", Kept(1)
    moves = reversi.coordinates(reversi.oracle(reversi.START, "X"))
    assert kata.choose_move.distinct([turn] * len(SEEDS["tied"])) == set(moves)


def turns(corner: bool) -> Iterator[tuple[tuple[object, ...], calls.OneOf]]:
    """Yield turns of eight random games, with a legal corner or not, and the answer."""
    for board, disc, moves in reversi.played(8, 8):
        if moves and corner != CORNERS.isdisjoint(moves):
            right = sorted(reversi.coordinates(reversi.best(moves)))
            yield (
                (reversi.in_rows(board), disc, Seeded(0)),
                calls.OneOf(right, list(reversi.coordinates(moves))),
            )


# What a learner is shown

source = boards.call_with_rows


def draw(call: Call) -> Drawing:
    """Draw the board with the legal moves, and say below it what is wrong."""
    board, disc = call.arguments[:2]
    assert isinstance(board, list)
    assert isinstance(disc, str)
    cells = "".join(map("".join, board)).replace(" ", ".")
    legal = reversi.oracle(cells, disc)
    moves = {divmod(move, 8): len(turned) for move, turned in legal.items()}
    words = (
        f"{disc} is to move; a digit is a legal move and how many discs it turns over"
    )
    digits = {move: str(min(number, 9)) for move, number in moves.items()}
    about = judge(call, moves)
    return boards.draw_reversi(board, question=digits, words=[words], about=about)


def judge(call: Call, moves: dict[reversi.Coordinate, int]) -> list[str]:
    """Say what is wrong about an answer, or about the set of all answers."""
    if isinstance(call.expected, set) and isinstance(call.got, set):
        is_kept = isinstance(call.arguments[2], Kept)
        seeds = "with one generator" if is_kept else "each time with another seed"
        return [
            f"asked {len(SEEDS['tied'])} times, {seeds}",
            *listed("tied, and never chosen", call.expected - call.got),
            *listed("chosen, and not tied", call.got - call.expected),
        ]
    if isinstance(call.got, set):
        words = f"asked {len(SEEDS['same seed'])} times with the same seed; chosen"
        return listed(words, call.got)
    if call.got in moves:
        corner = "a corner, " if call.got in reversi.coordinates(CORNERS) else ""
        return [f"the answer: {call.got}, {corner}turns over {moves[call.got]}"]
    return [] if call.got is None else ["the answer is not a legal move"]


def listed(words: str, moves: set[reversi.Coordinate]) -> list[str]:
    """A line about some moves, if there are any."""
    return [f"{words}: {', '.join(sorted(map(str, moves)))}"] if moves else []


def meaning(function: str, value: object) -> str:
    """An answer in words."""
    return "all moves that were chosen" if isinstance(value, set) else ""
