r"""A search for Reversi: the value of a position, deep or exactly, and a player.

Positions and plies come from the kata reversi_bitboards, boards from reversi_flips.

Glossary:
    value       what a position is worth to the side to move, in discs
    evaluation  a function that guesses the value of a position without looking ahead
    score       the value of a finished game: one side's discs minus the other's; the
                winner also gets the empty cells
    alpha       what the side to move has for sure elsewhere: less is of no interest
    beta        what the other side has for sure elsewhere: it lets no more happen

The method is alpha-beta: negamax, as in the kata tictactoe_negamax, but a reply that is
good enough refutes a move, and the replies after it aren't looked at:

            player           3 for sure, so alpha is 3
           /      \
        3 /        \         worth -5 or less: not better than 3
      opponent    opponent
                  /   |  \
                 5    ?   ?  not searched

That saves most where the best reply comes first. A move that leaves the other side few
moves is often good, and its tree is small in any case.
"""

import random
from collections.abc import Callable, Iterable
from math import inf
from types import ModuleType
from typing import TypeAlias

from solutions import reversi_flips
from solutions.reversi_bitboards import (
    FULL,
    PASS,
    Bitboard,
    Position,
    cells,
    check_depth,
    legal_moves,
    play,
)
from solutions.reversi_flips import CELLS, EMPTY, Board, Cell

Evaluation: TypeAlias = Callable[[Bitboard, Bitboard], int]
Order: TypeAlias = Callable[[Iterable[Position]], Iterable[Position]]
Rng: TypeAlias = random.Random | ModuleType

REPLIES = 2  # How many plies the player looks ahead, after its own move.

CORNERS: Bitboard = 0x8100_0000_0000_0081
# The cells that touch a corner at its tip: a disc there lets the other side in.
BESIDE: Bitboard = 0x0042_0000_0000_4200


def search(
    player: Bitboard, opponent: Bitboard, depth: int, evaluate: Evaluation
) -> int:
    """Return the value of a position, `depth` plies deep; a pass is a ply.

    `evaluate` guesses the value of a position at that depth; a finished game has its
    score.
    Raises ValueError if the depth is negative, a board doesn't fit into 64 bits, or a
    cell is on both boards.

    >>> search(0x0000_0010_0800_0000, 0x0000_0008_1000_0000, 1, discs)  # 4 discs to 1
    3
    """
    check_depth(depth)
    # Near the end of the tree, putting moves in order takes longer than it saves.
    return int(alpha_beta(player, opponent, depth, evaluate, iter, -inf, inf))


def solve(player: Bitboard, opponent: Bitboard) -> int:
    """Return the score when both sides play as well as possible to the end.

    Raises ValueError if a board doesn't fit into 64 bits, or a cell is on both boards.

    >>> solve(0x0000_0000_0000_0001, 0x0000_0000_0000_0006)  # takes all discs
    64
    """
    # Each move fills a cell, and at most one pass comes before it. So no game is longer
    # than that, and the evaluation is never asked.
    plies = 2 * empty_cells(player, opponent)
    return int(
        alpha_beta(player, opponent, plies, discs, fewest_replies_first, -inf, inf)
    )


def choose_move(board: Board, disc: str, rng: Rng = random) -> Cell:
    """Choose the move that is worth most, three plies deep; `rng` decides ties.

    Raises ValueError if the side has no legal move, or the board or the disc is
    invalid.

    >>> board = [[" "] * 8 for _ in range(8)]
    >>> board[0][:3] = [" ", "O", "X"]
    >>> choose_move(board, "X")
    (0, 0)
    """
    return choose_by(corners, board, disc, rng)


def choose_by(evaluate: Evaluation, board: Board, disc: str, rng: Rng) -> Cell:
    """Choose a move as `choose_move` does, by some evaluation."""
    # Sorted, because a set's order can't be relied on, and only the seed should
    # decide.
    moves = sorted(reversi_flips.legal_moves(board, disc))
    if not moves:
        raise ValueError(f"expected a board on which {disc!r} can move")
    position = in_bits(board, disc)
    rng.shuffle(moves)
    return max(
        moves, key=lambda move: -search(*play(*position, bit(*move)), REPLIES, evaluate)
    )


def alpha_beta(
    player: Bitboard,
    opponent: Bitboard,
    depth: int,
    evaluate: Evaluation,
    order: Order,
    alpha: float,
    beta: float,
) -> float:
    """Return the value of a position, within bounds.

    It's exact if it's between alpha and beta. If the answer is alpha or less, the
    value is at most that; if it's beta or more, the value is at least that.
    """
    moves = legal_moves(player, opponent)
    if not moves and not legal_moves(opponent, player):
        return score(player, opponent)
    if depth == 0:
        return evaluate(player, opponent)
    best = -inf
    # A pass is the only child where there's no move.
    for child in order(
        play(player, opponent, move) for move in list(cells(moves)) or [PASS]
    ):
        value = -alpha_beta(
            *child, depth - 1, evaluate, order, -beta, -max(alpha, best)
        )
        best = max(best, value)
        if best >= beta:
            break
    return best


def fewest_replies_first(positions: Iterable[Position]) -> list[Position]:
    """Return positions, those with the fewest legal moves first.

    >>> fewest_replies_first([(0b0001, 0b0010), (0b0001, 0b0100)])
    [(1, 4), (1, 2)]
    """
    return sorted(positions, key=lambda position: legal_moves(*position).bit_count())


def score(player: Bitboard, opponent: Bitboard) -> int:
    """Return the score of a finished game.

    >>> score(0b0001, 0b0110), score(0b0111, 0b1000), score(0b0011, 0b1100)
    (-62, 62, 0)
    """
    ahead = discs(player, opponent)
    winner = (ahead > 0) - (ahead < 0)  # 1, 0 or -1
    return ahead + winner * empty_cells(player, opponent)


def corners(player: Bitboard, opponent: Bitboard) -> int:
    """Return 4 for each corner and -1 for each disc beside one; less the opponent's.

    >>> corners(1 << 0 | 1 << 1, 1 << 14)
    5
    """
    return 4 * discs(player, opponent, CORNERS) - discs(player, opponent, BESIDE)


def discs(player: Bitboard, opponent: Bitboard, among: Bitboard = FULL) -> int:
    """Return by how many discs the player is ahead, among some cells."""
    return (player & among).bit_count() - (opponent & among).bit_count()


def empty_cells(player: Bitboard, opponent: Bitboard) -> int:
    """Return the number of empty cells."""
    return 64 - (player | opponent).bit_count()


def in_bits(board: Board, disc: str) -> Position:
    """Return the position of the side that has this disc.

    >>> [bin(discs) for discs in in_bits([list("OX XX   ")] + [[" "] * 8] * 7, "X")]
    ['0b11010', '0b1']
    """
    player = sum(
        bit(row, column) for row, column in CELLS if board[row][column] == disc
    )
    taken = sum(
        bit(row, column) for row, column in CELLS if board[row][column] != EMPTY
    )
    return player, taken ^ player


def bit(row: int, column: int) -> Bitboard:
    """Return the mask of one cell."""
    return 1 << 8 * row + column


# Roads not taken
#
# - We don't use plain negamax. It has six lines, and 26 times the calls on the
#   position of the stage "cost".
# - We don't use a number such as -1000 for "no value yet", as the source text does. An
#   evaluation may go below it.
# - We don't put moves in order at all depths. Three plies deep that takes twice as
#   long as it saves.
# - We don't keep a table of positions, or try the last cells without lists of moves.
#   The approaches `table_of_bounds` and `last_cells` do.
# - The player doesn't count legal moves. The approach `mobility` does.
