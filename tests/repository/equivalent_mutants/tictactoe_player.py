"""Mutants of solutions/tictactoe_player.py that no row can reject, each with the reason.

Two of them move differently, in 44 and in 358 of the 9,040 positions. They keep what the statement
asks for as well as the reference does: the table plays every game against them, and none is lost.
"""

from repository.mutants import Equivalent

EQUIVALENT = (
    Equivalent(
        "PLAYERS",
        was="PLAYERS = (1, 2)",
        becomes="PLAYERS = (2, 1)",
        why="PLAYERS is asked what is in it, and nothing else.",
    ),
    Equivalent(
        "safe_threats",
        was="if answers and not is_fork(after, answers[0], opponent_of(player)):",
        becomes="if answers and not is_fork(after, answers[-1], opponent_of(player)):",
        why="It makes a difference with two answers only. Then the move is a fork of one's own, "
        "which wins; whoever passes it by chooses another move that does not lose. "
        "The four tests test_never_loses_... play every game.",
    ),
    Equivalent(
        "is_fork",
        was="return len(completing(put(cells, cell, side), side)) > 1",
        becomes="return len(completing(put(cells, cell, side), side)) != 1",
        why="It also leaves out threats whose answer threatens nothing. Another player, which "
        "does not lose either: the four tests test_never_loses_... play every game.",
    ),
    Equivalent(
        "empty",
        was="return [cell for cell in among if cells[cell] == EMPTY]",
        becomes="return [cell for cell in among if cells[cell] <= EMPTY]",
        why="is_solved has refused cells other than 0, 1 and 2, so none is below EMPTY.",
    ),
    Equivalent(
        "check",
        was="if is_solved(board) != UNFINISHED:",
        becomes="if is_solved(board) > UNFINISHED:",
        why="UNFINISHED is -1, and the other answers of is_solved are 0, 1 and 2.",
    ),
    Equivalent(
        "check",
        was="if marks.count(opponent_of(player)) - marks.count(player) not in (0, 1):",
        becomes="if marks.count(opponent_of(player)) - marks.count(player) not in (1, 0):",
        why="What is in a tuple does not depend on its order.",
    ),
)
