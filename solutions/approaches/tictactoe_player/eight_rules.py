"""A player of tic-tac-toe by the eight rules that are taught for the game.

Newell and Simon wrote them down in 1972. Crowley and Siegler found them in children.
The first rule that names a cell decides:

    1  win                 5  take the centre
    2  block               6  take the corner opposite to one of the opponent's
    3  fork                7  take any corner
    4  keep from a fork    8  take any edge

Rule 4 has two halves. With a threat the opponent has no time for the fork, as long as
the answer to the threat isn't the fork itself. If there's no such threat, take the
cell of the fork.

Choose it when you want rules that you can tell somebody. The reference has four of them
and loses no game either: its safe threats do the work of the rules 3 and 4.
"""

from solutions.tictactoe_player import (
    CENTRE,
    CORNERS,
    EDGES,
    SIZE,
    Cells,
    blocks,
    check,
    empty,
    is_fork,
    opponent_of,
    safe_threats,
    wins,
)
from solutions.tictactoe_winner import Board

OPPOSITE = {0: 8, 2: 6, 6: 2, 8: 0}


def choose_move(board: Board, player: int) -> tuple[int, int]:
    """As the reference's."""
    check(board, player)
    cells = tuple([cell for row in board for cell in row])
    for rule in RULES:
        if moves := rule(cells, player):
            return divmod(moves[0], SIZE)
    raise AssertionError("an unfinished game has an empty cell")


def forks(cells: Cells, player: int) -> list[int]:
    """Return the cells that leave two threats of the player.

    >>> forks((1, 0, 0,
    ...        0, 2, 0,
    ...        0, 0, 1), player=1)
    [2, 6]
    """
    return [cell for cell in empty(cells) if is_fork(cells, cell, player)]


def fork_blocks(cells: Cells, player: int) -> list[int]:
    """Return the cells that keep the opponent from a fork, if there's one to come.

    >>> fork_blocks((1, 0, 0,
    ...              0, 2, 0,
    ...              0, 0, 1), player=2)
    [1, 3, 5, 7]
    """
    dangers = forks(cells, opponent_of(player))
    return dangers and (safe_threats(cells, player) or dangers)


def centre(cells: Cells, player: int) -> list[int]:
    """Return the centre if it's empty."""
    return empty(cells, [CENTRE])


def opposite_corners(cells: Cells, player: int) -> list[int]:
    """Return the empty corners opposite to a corner of the opponent."""
    opponent = opponent_of(player)
    theirs = [corner for corner in CORNERS if cells[corner] == opponent]
    return empty(cells, [OPPOSITE[corner] for corner in theirs])


def corners(cells: Cells, player: int) -> list[int]:
    """Return the empty corners."""
    return empty(cells, CORNERS)


def edges(cells: Cells, player: int) -> list[int]:
    """Return the empty edges."""
    return empty(cells, EDGES)


RULES = (
    wins,
    blocks,
    forks,
    fork_blocks,
    centre,
    opposite_corners,
    corners,
    edges,
)
