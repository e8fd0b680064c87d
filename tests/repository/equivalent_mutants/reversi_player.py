"""Mutants of solutions/reversi_player.py that no row can reject, each with the reason."""

from repository.mutants import Equivalent

EQUIVALENT = (
    Equivalent(
        "with_most_flips",
        was="return [move for move, count in zip(moves, counts, strict=True) if count == most]",
        becomes="return [move for move, count in zip(moves, counts, strict=False) "
        "if count == most]",
        why="counts is made with one number for each move, so strict never has a say.",
    ),
    Equivalent(
        "with_most_flips",
        was="return [move for move, count in zip(moves, counts, strict=True) if count == most]",
        becomes="return [move for move, count in zip(moves, counts, strict=True) if count >= most]",
        why="most is the largest of the counts, so none is above it.",
    ),
)
