"""Speed of tictactoe_negamax: the value of the empty board, and of every position.

A round that begins afresh runs the module again, and that is timed, too: a cache is
empty then, and a table that is made beforehand is made in each round. "Asked again"
finds what was kept.
"""

from functools import cache

import pytest
from benchmarks import plain
from benchmarks.fixtures import Race, Solution, each, peer
from kata_kit.katas import ROOT, load
from kata_tables.tictactoe import every_board, moves, position

EMPTY, ALL, AGAIN = "the empty board", "4,520 positions", "4,520 positions, asked again"


@cache
def unfinished() -> list[tuple[int, int]]:
    """The positions that games reach and that go on."""
    return [position(board) for board in every_board() if moves(board)]


@cache
def values() -> list[int]:
    """Their values, by the reference, of which the table proves each."""
    negamax = load(ROOT / "solutions" / "tictactoe_negamax.py").negamax
    return [negamax(*position) for position in unfinished()]


def test_empty_board(race: Race, solution: Solution) -> None:
    race(EMPTY, solution.name, solution.afresh("negamax", [(0, 0)]), [0])


def test_empty_board_by_plain_search(race: Race) -> None:
    race(EMPTY, "plain search", each(plain.negamax, [(0, 0)]), [0])


def test_empty_board_by_open_spiel(race: Race) -> None:
    """Its alpha-beta in Python on its tic-tac-toe in C++; it keeps nothing."""
    game = peer("pyspiel").load_game("tic_tac_toe")
    search = peer("open_spiel.python.algorithms.minimax").alpha_beta_search
    race(EMPTY, "open_spiel", lambda: [int(search(game)[0])], [0])


def test_all_positions(race: Race, solution: Solution) -> None:
    race(ALL, solution.name, solution.afresh("negamax", unfinished()), values())


def test_all_positions_asked_again(race: Race, solution: Solution) -> None:
    race(AGAIN, solution.name, solution.each("negamax", unfinished()), values())


@pytest.mark.parametrize("group", [ALL, AGAIN])
def test_root_by_plain_search(race: Race, group: str) -> None:
    """The root alone: all positions would take it minutes."""
    race(group, "plain, root only", each(plain.negamax, [(0, 0)]), [0])
