"""Mutants of solutions/tictactoe_coordinates.py that no row can reject, each with the reason."""

from repository.mutants import Equivalent

NEVER_BELOW = (
    "A line lacks n cells at first and one less after each; at 0 the function returns, so that "
    "nothing is below 0."
)

EQUIVALENT = (
    Equivalent(
        "has_winning_position",
        was="if on_diagonal == 0:",
        becomes="if on_diagonal <= 0:",
        why=NEVER_BELOW,
    ),
    Equivalent(
        "has_winning_position",
        was="if on_anti_diagonal == 0:",
        becomes="if on_anti_diagonal <= 0:",
        why=NEVER_BELOW,
    ),
    Equivalent(
        "has_winning_position",
        was="if in_row == 0 or in_column == 0:",
        becomes="if in_row <= 0 or in_column == 0:",
        why=NEVER_BELOW,
    ),
    Equivalent(
        "has_winning_position",
        was="if in_row == 0 or in_column == 0:",
        becomes="if in_row == 0 or in_column <= 0:",
        why=NEVER_BELOW,
    ),
)
