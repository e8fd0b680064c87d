"""Mutants of solutions/reversi_flips.py that no row can reject, each with the reason."""

from repository.mutants import Equivalent

BOTH_WAYS = (
    "DIRECTIONS has the opposite of each step, and so RAYS holds the same rays in another order; "
    "_turned makes a set of what they give."
)

EQUIVALENT = (
    Equivalent(
        "DISCS",
        was='DISCS = ("X", "O")',
        becomes='DISCS = ("O", "X")',
        why="DISCS is asked what is in it, and gives the keys of a dict; equal dicts may have "
        "their keys in any order.",
    ),
    Equivalent(
        "DIRECTIONS",
        was="DIRECTIONS = [step for step in product((-1, 0, 1), (-1, 0, 1)) if step != (0, 0)]",
        becomes="DIRECTIONS = [step for step in product((-1, 0, 1), (-1, 0, 1)) if True]",
        why="The ray of (0, 0) is the cell of the move again and again. _turned has seen that the "
        "cell is empty, so _closed_run stops there at once with nothing.",
    ),
    Equivalent(
        "_ray",
        was="ray = [(row + down * far, column + right * far) for far in range(1, SIZE)]",
        becomes="ray = [(row - down * far, column + right * far) for far in range(1, SIZE)]",
        why=BOTH_WAYS,
    ),
    Equivalent(
        "_ray",
        was="ray = [(row + down * far, column + right * far) for far in range(1, SIZE)]",
        becomes="ray = [(row + down * far, column - right * far) for far in range(1, SIZE)]",
        why=BOTH_WAYS,
    ),
    Equivalent(
        "_turned",
        was="if board[row][column] != EMPTY:",
        becomes="if board[row][column] > EMPTY:",
        why='_check_board lets only " ", "O" and "X" through, and " " is the smallest of them.',
    ),
    Equivalent(
        "_closed_run",
        was="if board[row][column] == EMPTY:",
        becomes="if board[row][column] <= EMPTY:",
        why='_check_board lets only " ", "O" and "X" through, and " " is the smallest of them.',
    ),
)
