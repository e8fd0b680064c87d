"""Mutants of solutions/reversi_game.py that no row can reject, each with the reason."""

from repository.mutants import Equivalent

EQUIVALENT = (
    Equivalent(
        "DISCS",
        was='DISCS = ("X", "O")',
        becomes='DISCS = ("O", "X")',
        why="rng.choice gives the other side for the same seed. Both are as likely as before, and "
        "the statement leaves open how rng is asked.",
    ),
    Equivalent(
        "main",
        was="except (EOFError, KeyboardInterrupt):",
        becomes="except (KeyboardInterrupt, EOFError):",
        why="Which exceptions are caught does not depend on their order.",
    ),
    Equivalent(
        "what_is_wrong",
        was="if board[row][column] != EMPTY:",
        becomes="if board[row][column] > EMPTY:",
        why='A cell is " ", "O" or "X", and " " is the smallest of them.',
    ),
)
