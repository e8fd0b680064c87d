"""Speed of tictactoe_perft: the table of the source text, and the deepest perft.

Each round begins afresh: the module is run again, and that is timed, too.
"""

from __future__ import annotations

from typing import Any

from benchmarks.plain import tictactoe as plain
from kata_kit import Record
from kata_kit.benchmarks import Group, Other, each_contender

# Nodes, first player's wins, second player's wins, draws, after 1 to 9 plies.
TABLE = (
    (9, 0, 0, 0),
    (72, 0, 0, 0),
    (504, 0, 0, 0),
    (3024, 0, 0, 0),
    (15120, 1440, 0, 0),
    (56160, 1440, 5328, 0),
    (154944, 49392, 5328, 0),
    (255168, 49392, 77904, 0),
    (255168, 131184, 77904, 46080),
)


def record(nodes: int, player_wins: int, opponent_wins: int, draws: int) -> Record:
    """A row of the table as the kata's functions give it."""
    return Record(
        "Statistics",
        nodes=nodes,
        player_wins=player_wins,
        opponent_wins=opponent_wins,
        draws=draws,
    )


def nine_rows() -> tuple[list[tuple[int, int, int]], list[Any]]:
    """The statistics of depth 1 to 9."""
    return [(0, 0, depth) for depth in range(1, 10)], [record(*row) for row in TABLE]


def deepest() -> tuple[list[tuple[int, int, int]], list[Any]]:
    """The perft of depth 9."""
    return [(0, 0, 9)], [127_872]


def read_rows(rows: Any) -> list[Any]:
    """The rows of the plain recursion as records."""
    return [record(*row) for row in rows]


PLAIN_ROWS = Other(
    "the plain recursion",
    list,
    lambda batch: [plain.statistics(*arguments) for arguments in batch],
    read_rows,
)
PLAIN_PERFT = Other(
    "the plain recursion", list, lambda batch: [plain.perft(*arguments) for arguments in batch]
)

GROUPS = (
    Group("statistics, all nine rows", "statistics", nine_rows, (PLAIN_ROWS,), afresh=True),
    Group("perft 9", "perft", deepest, (PLAIN_PERFT,), afresh=True),
)


@each_contender("tictactoe_perft", GROUPS)
def test_speed(race: Any, group: Group, name: str) -> None:
    race(group, name)
