"""Mutants of solutions/tictactoe_coordinates.py that no row can reject, each with the reason."""

from repository.mutants import Equivalent

EQUIVALENT = (
    Equivalent(
        "cell_on_board",
        was="return row, column",
        becomes="return column, row",
        why="Mirrored at the diagonal, rows become columns and both diagonals stay: the same cell "
        "covers a line at the same time. Messages quote the coordinate as it came.",
    ),
)
