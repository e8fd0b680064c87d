"""Mutants of solutions/reversi_flips.py that no row can reject, each with the reason."""

from repository.mutants import Equivalent

BLANK_IS_LEAST = '_check_board lets only " ", "O" and "X" through, and " " is the smallest of them.'
EMPTY_CELLS = (
    "empty = [cell for cell, content in zip(CELLS, contents, strict=True) if content == EMPTY]"
)
RAYS = (
    "RAYS = {cell: [ray for step in DIRECTIONS if len(ray := _ray(cell, step)) > 1]"
    " for cell in CELLS}"
)
SHORT_RAYS = (
    "A ray of one cell holds no closed run, because there is no cell behind the run: _closed_run "
    "gives nothing for it."
)
OPPONENT_FIRST = "if board[row][column] == opponent and (run := _closed_run(board, disc, ray)):"
ASKED_AGAIN = (
    "The comparison saves a call and settles nothing: for a ray that begins with an empty cell or "
    "a disc of the player, _closed_run gives an empty list, which counts as false."
)
BOTH_WAYS = (
    "DIRECTIONS has the opposite of each step, and so RAYS holds the same rays in another order; "
    "flips makes a set of what they give."
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
        why="The ray of (0, 0) is the cell of the move again and again. flips and legal_moves have "
        "seen that the cell is empty, so _closed_runs finds no disc of the opponent there.",
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
        "flips",
        was="if board[row][column] != EMPTY:",
        becomes="if board[row][column] > EMPTY:",
        why=BLANK_IS_LEAST,
    ),
    Equivalent(
        "legal_moves",
        was=EMPTY_CELLS,
        becomes=EMPTY_CELLS.replace("== EMPTY", "<= EMPTY"),
        why=BLANK_IS_LEAST,
    ),
    Equivalent(
        "legal_moves",
        was=EMPTY_CELLS,
        becomes=EMPTY_CELLS.replace("strict=True", "strict=False"),
        why="_check_board lets only 8 rows of 8 cells through; strict never has a say.",
    ),
    Equivalent("RAYS", was=RAYS, becomes=RAYS.replace("> 1", ">= 1"), why=SHORT_RAYS),
    Equivalent("RAYS", was=RAYS, becomes=RAYS.replace("> 1", "> 0"), why=SHORT_RAYS),
    Equivalent(
        "_closed_runs",
        was=OPPONENT_FIRST,
        becomes="if (run := _closed_run(board, disc, ray)):",
        why=ASKED_AGAIN,
    ),
    Equivalent(
        "_closed_runs",
        was=OPPONENT_FIRST,
        becomes=OPPONENT_FIRST.replace("==", "<="),
        why=ASKED_AGAIN,
    ),
    Equivalent(
        "_closed_runs",
        was=OPPONENT_FIRST,
        becomes=OPPONENT_FIRST.replace("==", ">="),
        why=ASKED_AGAIN,
    ),
    Equivalent(
        "_closed_run",
        was="if board[row][column] == EMPTY:",
        becomes="if board[row][column] <= EMPTY:",
        why=BLANK_IS_LEAST,
    ),
    Equivalent(
        "_closed_run",
        was="return []",
        becomes="pass",
        why="Without the last line the answer is None, and _closed_runs asks only whether it is "
        "false.",
    ),
)
