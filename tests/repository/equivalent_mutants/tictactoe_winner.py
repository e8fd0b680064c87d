"""Mutants of solutions/tictactoe_winner.py that no row can reject, each with the reason."""

from repository.mutants import Equivalent

EQUIVALENT = (
    Equivalent(
        "is_solved",
        was="owner = line[0]",
        becomes="owner = line[-1]",
        why="If all cells of a line are one side's, the first and the last are the same.",
    ),
    Equivalent(
        "is_solved",
        was="if owner != EMPTY and line.count(owner) == size:",
        becomes="if owner > EMPTY and line.count(owner) == size:",
        why="checked_rows lets only 0, 1 and 2 through: whatever is not 0 is above 0.",
    ),
    Equivalent(
        "is_solved",
        was="if owner != EMPTY and line.count(owner) == size:",
        becomes="if owner != EMPTY and line.count(owner) >= size:",
        why="A line has size cells, so no count is above size.",
    ),
    Equivalent(
        "lines",
        was="columns = zip(*rows, strict=True)",
        becomes="columns = zip(*rows, strict=False)",
        why="checked_rows lets only rows of one length through; strict never has a say.",
    ),
    Equivalent(
        "checked_rows",
        was="if size == 0:",
        becomes="if size <= 0:",
        why="No length is below 0.",
    ),
)
