"""The table of tictactoe_perft: how many positions are so many plies away.

The numbers from the empty board are facts. The nodes of perft and of the statistics are
the same up to depth 5, the first at which games end. At depth 9 the statistics count
255,168 games: 1,440 + 5,328 + 47,952 + 72,576 + 127,872 that end after 5, 6, 7, 8 and 9
plies.

Plain recursion makes 549,945 calls of itself for depth 9. Correct ways make 0 to
21,644, and run at most 12 times as many lines for depth 9 as for depth 4; those that
count each node by itself run 174 times as many or more. The cost of divide is not
counted: it is that of nine walks where one walk is made for each first move, which is
as good a way as any.
"""

from functools import cache
from typing import NamedTuple

import pytest
from kata_tables import (
    Call,
    Case,
    Drawing,
    Kata,
    Record,
    Row,
    Table,
    boards,
    hold,
    tictactoe,
)


class Bet(Record):
    """An answer that the statement lets a learner bet on: no failure shows it."""

    def __repr__(self) -> str:
        return "the numbers of your bet"


def statistics(*numbers: int, kind: type[Record] = Record) -> Record:
    """The answer of `statistics` that is expected."""
    names = ("nodes", "player_wins", "opponent_wins", "draws")
    return kind("Statistics", **dict(zip(names, numbers, strict=True)))


def bet(*numbers: int) -> Record:
    """The answer of `statistics` that is expected, and a secret."""
    return statistics(*numbers, kind=Bet)


def build(row: Row) -> tuple[tuple[object, ...], object]:
    """Return the boards that are drawn, and the arguments behind `with:`."""
    boards = tictactoe.bitboards("".join(row.picture)) if row.picture else ()
    return (*boards, *row.extra), row.answer


AT_DEPTH_9 = bet(255_168, 131_184, 77_904, 46_080)

TABLE = Table(__file__, build, {"Statistics": statistics, "Bet": bet})
QUESTIONS = {
    "perft": "How many nodes are there at this depth?",
    "divide": "How many nodes follow from each move?",
    "statistics": "How many leaves are there, and how do they end?",
}


@pytest.mark.parametrize("case", TABLE.rows)
def test_row(kata: Kata, case: Case) -> None:
    case.check(kata)


@pytest.mark.stage("any position")
def test_perft_of_every_position(kata: Kata) -> None:
    """All 5,478 positions, at depth 2."""
    boards = tictactoe.every_board()
    assert len(boards) == 5_478
    rows = []
    for board in boards:
        call = (*tictactoe.position(board), 2)
        rows.append((call, tally(board, 2).reached))
    hold(kata.perft.each, rows)


@pytest.mark.stage("any position")
def test_perft_to_the_end(kata: Kata) -> None:
    """Positions of three discs or more, turned and mirrored ones once, at each depth to the end."""  # noqa: E501 - a name
    rows = []
    for board, depth in boards_and_depths():
        call = (*tictactoe.position(board), depth)
        rows.append((call, tally(board, depth).reached))
    hold(kata.perft.each, rows)


@pytest.mark.stage("divide")
def test_divide_of_many_positions(kata: Kata) -> None:
    """Positions of three discs or more, turned and mirrored ones once, at depth 0 to 3.

    A dictionary that you've returned belongs to the caller: make a new one each
    time.
    """
    rows = []
    for board, depth in boards_and_depths():
        if depth <= 3:
            shares = {
                cell: tally(after, depth - 1).reached
                for cell, after in tictactoe.moves(board).items()
                if depth
            }
            rows.append(((*tictactoe.position(board), depth), shares))
    hold(kata.divide.own, rows)


@pytest.mark.stage("statistics")
def test_statistics_to_the_end(kata: Kata) -> None:
    """Positions of three discs or more, turned and mirrored ones once, at each depth to the end."""  # noqa: E501 - a name
    rows = []
    for board, depth in boards_and_depths():
        _, nodes, *wins, draws = tally(board, depth)
        mine, theirs = wins if tictactoe.side_to_move(board) == "X" else reversed(wins)
        call = (*tictactoe.position(board), depth)
        rows.append((call, statistics(nodes, mine, theirs, draws)))
    hold(kata.statistics.each, rows)


# Depth 9 goes on from the nodes at depth 0 to 8, depth 4 from those at depth 0 to 3.
# There are 720 times as many of them, and 16 times as many positions.
MOST_TIMES = 30
# Right solutions run 110,000 to 910,000 lines at depth 9. One with a loop for each node
# runs 2,200,000, and without this bound a loop for nothing at depth 4 would allow them.
MOST_LINES = 1_200_000


@pytest.mark.stage("cost")
def test_calls_for_perft_of_depth_9(kata: Kata) -> None:
    """The calls that perft takes for depth 9 from the empty board.

    Plain recursion makes 549,945 calls, and a tenth is allowed. Many orders of moves
    lead to the same position: count what follows it once, for all of them.
    """
    assert kata.perft.calls(0, 0, 9, answer=127_872) <= 54_994


@pytest.mark.stage("cost")
def test_calls_for_statistics_of_depth_9(kata: Kata) -> None:
    """The calls that statistics takes for depth 9 from the empty board.

    Plain recursion makes 549,945 calls, and a tenth is allowed. Many orders of moves
    lead to the same position: count what follows it once, for all of them.
    """
    assert kata.statistics.calls(0, 0, 9, answer=AT_DEPTH_9) <= 54_994


@pytest.mark.stage("cost")
def test_lines_for_perft_of_depth_9(kata: Kata) -> None:
    """The lines that run for perft at depth 9, and 30 times those at depth 4.

    From depth 4 to depth 9 the positions become 16 times as many, and the nodes 720
    times. Lines that run once for each node are too many, with recursion or without.
    More than 1,200,000 are never allowed.
    """
    at_depth_4 = kata.perft.lines(0, 0, 4, answer=3_024).number
    most = min(MOST_LINES, MOST_TIMES * at_depth_4)
    assert kata.perft.lines(0, 0, 9, answer=127_872) <= most


@pytest.mark.stage("cost")
def test_lines_for_statistics_of_depth_9(kata: Kata) -> None:
    """The lines that run for statistics at depth 9, and 30 times those at depth 4.

    From depth 4 to depth 9 the positions become 16 times as many, and the nodes 720
    times. Lines that run once for each node are too many, with recursion or without.
    More than 1,200,000 are never allowed.
    """
    at_depth_4 = kata.statistics.lines(
        0, 0, 4, answer=statistics(3_024, 0, 0, 0)
    ).number
    most = min(MOST_LINES, MOST_TIMES * at_depth_4)
    assert kata.statistics.lines(0, 0, 9, answer=AT_DEPTH_9) <= most


# The oracle: the numbers of a board are the sums of the numbers after each move. It
# knows no levels and no ways.


class Tally(NamedTuple):
    """The numbers of a board at one depth."""

    reached: int
    nodes: int
    x_wins: int
    o_wins: int
    draws: int


@cache
def tallies() -> dict[str, list[Tally]]:
    """Return each board's numbers at depth 0, 1, 2, up to the number of empty cells.

    The boards with the most discs come first, so the boards after each move are known
    already.
    """
    known: dict[str, list[Tally]] = {}
    for board in reversed(tictactoe.every_board()):
        after = [known[following] for following in tictactoe.moves(board).values()]
        won = tictactoe.winner(board)
        over = (won == "X", won == "O", won == "." and not after)
        rows = [Tally(1, 1, *map(int, over))]
        for depth in range(board.count(".")):
            sums = [
                sum(column)
                for column in zip(*(rows[depth] for rows in after), strict=True)
            ]
            rows.append(Tally(*sums) if after else rows[0]._replace(reached=0))
        known[board] = rows
    return known


def tally(board: str, depth: int) -> Tally:
    """The numbers of a board at a depth."""
    rows = tallies()[board]
    return rows[depth] if depth < len(rows) else rows[-1]._replace(reached=0)


@cache
def boards_and_depths() -> list[tuple[str, int]]:
    """Return one board of eight images, with each depth from 0 to one ply too many.

    Boards with fewer than three discs are left out: plain recursion takes seconds for
    them.
    """
    images = [
        board
        for board in tictactoe.every_board()
        if board == tictactoe.first_image(board)
    ]
    assert len(images) == 765
    return [
        (board, depth)
        for board in images
        if board.count(".") <= 6
        for depth in range(board.count(".") + 2)
    ]


# For the report of a case that fails

source = boards.call_with_bits


def draw(call: Call) -> Drawing:
    """Draw the position, unless it's empty; brackets mark full lines."""
    if call.arguments[:2] == (0, 0):
        return Drawing()
    return boards.draw_nine_bits(call.arguments[:2])


def meaning(function: str, value: object) -> str:
    """The sum of what `divide` gives."""
    if function == "divide" and isinstance(value, dict):
        numbers = [number for number in value.values() if type(number) is int]
        return f"{sum(numbers)} in all" if len(numbers) == len(value) else ""
    return ""
