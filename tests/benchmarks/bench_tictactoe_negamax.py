"""Speed of tictactoe_negamax: the value of the empty board, and of every position.

In the first two groups each round begins afresh: the module is run again, and that is timed, too.
A cache is empty then, and a table that is made beforehand is made in each round. In the third one,
what was kept from the first round is there.
"""

from __future__ import annotations

from typing import Any

from benchmarks.plain import tictactoe as plain
from kata_kit.benchmarks import Group, Other, each_contender
from kata_kit.katas import BY_NAME, ROOT
from kata_kit.loading import load

table = load(ROOT / BY_NAME["tictactoe_negamax"].table)
every_board = table.every_board
moves = table.moves
position = table.position
value = table.value


def empty_board() -> tuple[list[tuple[int, int]], list[Any]]:
    """The root of the game."""
    return [(0, 0)], [0]


def all_positions() -> tuple[list[tuple[int, int]], list[Any]]:
    """The 4,520 unfinished positions."""
    boards = [board for board in every_board() if moves(board)]
    return [position(board) for board in boards], [value(board) for board in boards]


def alpha_beta(_: Any) -> list[Any]:
    """Open_spiel's alpha-beta, which is Python, on its tic-tac-toe, which is C++."""
    import pyspiel
    from open_spiel.python.algorithms.minimax import alpha_beta_search

    worth, _move = alpha_beta_search(pyspiel.load_game("tic_tac_toe"))
    return [int(worth)]


PLAIN = Other("the plain search", list, lambda batch: [plain.negamax(*batch[0])])
PLAIN_ROOT = Other(
    "the plain search, root alone", list, lambda _: [plain.negamax(0, 0)], right=(0,)
)
OPEN_SPIEL = Other("open_spiel, alpha-beta", list, alpha_beta, needs="pyspiel")

GROUPS = (
    Group("the empty board", "negamax", empty_board, (PLAIN, OPEN_SPIEL), afresh=True),
    Group("all 4,520 positions", "negamax", all_positions, (PLAIN_ROOT,), afresh=True),
    Group("all 4,520 positions, asked again", "negamax", all_positions, (PLAIN_ROOT,)),
)


@each_contender("tictactoe_negamax", GROUPS)
def test_speed(race: Any, group: Group, name: str) -> None:
    race(group, name)
