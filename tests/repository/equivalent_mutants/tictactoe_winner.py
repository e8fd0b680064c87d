"""Mutants of solutions/tictactoe_winner.py that no row can reject, each with the reason."""

from repository.mutants import Equivalent

EQUIVALENT = (
    Equivalent(
        "OWNERS",
        was="OWNERS = (1, 2)",
        becomes="OWNERS = (2, 1)",
        why="Which side is looked for first makes a difference only where both have a line, and "
        "such boards are out of scope.",
    ),
    Equivalent(
        "checked_rows",
        was="if size == 0:",
        becomes="if size <= 0:",
        why="No length is below 0.",
    ),
)
