"""Speed of reversi_flips: the legal moves, and what they turn over, in played games."""

from __future__ import annotations

from typing import Any

from benchmarks.plain import reversi as plain
from kata_kit.benchmarks import Group, Other, each_contender
from kata_kit.katas import BY_NAME, ROOT
from kata_kit.loading import load

table = load(ROOT / BY_NAME["reversi_flips"].table)
played = table.played

Board = list[list[str]]


def moves_in_games() -> tuple[list[tuple[Board, str]], list[Any]]:
    """The legal moves of all positions of eight random games."""
    return [(board, disc) for board, disc, _ in played()], [set(moves) for _, _, moves in played()]


def flips_in_games() -> tuple[list[tuple[Board, str, int, int]], list[Any]]:
    """What each legal move turns over, in every eighth position."""
    calls, right = [], []
    for board, disc, moves in played()[::8]:
        for (row, column), turned in moves.items():
            calls.append((board, disc, row, column))
            right.append(turned)
    return calls, right


def by_columns(board: Board) -> Board:
    """A board as the chapter has it, with columns for rows."""
    return [list(column) for column in zip(*board, strict=True)]


def for_the_chapter(batch: Any) -> list[Any]:
    """The arguments of the chapter's functions."""
    return [(by_columns(board), disc, *reversed(cell)) for board, disc, *cell in batch]


def as_cells(answers: Any) -> list[Any]:
    """Lists of [x, y] as sets of (row, column)."""
    return [{(y, x) for x, y in answer} for answer in answers]


MOVES = Other(
    "the chapter's functions",
    for_the_chapter,
    lambda calls: [plain.valid_moves(*call) for call in calls],
    as_cells,
)
FLIPS = Other(
    "the chapter's functions",
    for_the_chapter,
    lambda calls: [plain.is_valid_move(*call) for call in calls],
    as_cells,
)

GROUPS = (
    Group("legal moves in eight games", "legal_moves", moves_in_games, (MOVES,)),
    Group("flips of legal moves", "flips", flips_in_games, (FLIPS,)),
)


@each_contender("reversi_flips", GROUPS)
def test_speed(race: Any, group: Group, name: str) -> None:
    race(group, name)
