"""Speed of tictactoe_perft: the table of the source text, and the deepest perft.

Each round begins afresh: the module is run again, and that is timed, too.
"""

from typing import Any

from benchmarks import plain
from benchmarks.fixtures import Race, Solution, each

# Nodes, first player's wins, second player's wins, draws, after 1 to 9 plies.
TABLE = [
    (9, 0, 0, 0),
    (72, 0, 0, 0),
    (504, 0, 0, 0),
    (3024, 0, 0, 0),
    (15120, 1440, 0, 0),
    (56160, 1440, 5328, 0),
    (154944, 49392, 5328, 0),
    (255168, 49392, 77904, 0),
    (255168, 131184, 77904, 46080),
]
ROWS = [(0, 0, depth) for depth in range(1, 10)]
DEEPEST = [(0, 0, 9)]


def read(rows: Any) -> list[tuple[int, ...]]:
    """The fields of the statistics, whatever their class."""
    return [(row.nodes, row.player_wins, row.opponent_wins, row.draws) for row in rows]


def test_statistics(race: Race, solution: Solution) -> None:
    race(
        "nine rows of statistics",
        solution.name,
        solution.afresh("statistics", ROWS),
        TABLE,
        read,
    )


def test_statistics_by_plain_recursion(race: Race) -> None:
    right = [list(row) for row in TABLE]
    race(
        "nine rows of statistics",
        "plain recursion",
        each(plain.statistics, ROWS),
        right,
    )


def test_perft(race: Race, solution: Solution) -> None:
    race("perft 9", solution.name, solution.afresh("perft", DEEPEST), [127_872])


def test_perft_by_plain_recursion(race: Race) -> None:
    race("perft 9", "plain recursion", each(plain.perft, DEEPEST), [127_872])
