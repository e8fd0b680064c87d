"""The table of tictactoe_negamax: moves, lines, values and best moves on two bitboards.

The plain search values the empty board in 549,945 calls of itself. Correct searches
make 0 to 16,810 of them, and run 105,000 to 755,000 lines; a plain search without
recursion runs 2,800,000 or more.
"""

from functools import cache
from itertools import combinations

import pytest
from kata_tables import (
    Call,
    Case,
    Drawing,
    Kata,
    OneOf,
    Row,
    Table,
    boards,
    hold,
    tictactoe,
)

MASKS: list[object] = [256, 128, 64, 32, 16, 8, 4, 2, 1]


def build(row: Row) -> tuple[tuple[object, ...], object]:
    """The boards that are drawn, and the moves that have a star as the answer."""
    if not row.picture:
        return row.extra, row.answer
    drawn = "".join(row.picture)
    boards = tictactoe.bitboards(drawn)
    stars = [cell for cell, sign in enumerate(drawn) if sign == "*"]
    if row.function == "has_won":
        return boards[:1], row.answer
    if row.function == "generate_moves":
        return boards, [MASKS[cell] for cell in stars]
    if row.function == "best_move" and stars:
        return boards, OneOf(stars) if len(stars) > 1 else stars[0]
    return boards, row.answer


TABLE = Table(__file__, build)
QUESTIONS = {
    "generate_moves": "Which moves are there, and in which order?",
    "has_won": "Do these discs hold a line?",
    "negamax": "Who wins if both play well?",
    "best_move": "Which cell?",
}


@pytest.mark.parametrize("case", TABLE.rows)
def test_row(kata: Kata, case: Case) -> None:
    case.check(kata)


@pytest.mark.stage("moves")
def test_moves_of_every_set_of_taken_cells(kata: Kata) -> None:
    """All 512 sets of taken cells, dealt to the two sides in turn.

    A list that you've returned belongs to the caller, so make a new one each time.
    """
    rows = []
    for cells in every_set_of_cells():
        boards = tictactoe.as_board(cells[1::2]), tictactoe.as_board(cells[::2])
        free = [2 ** (8 - cell) for cell in range(9) if cell not in cells]
        rows.append((boards, free))
    hold(kata.generate_moves.own, rows)


@pytest.mark.stage("lines")
def test_lines_of_every_set_of_discs(kata: Kata) -> None:
    """All 512 sets of discs."""
    rows = [
        (
            (tictactoe.as_board(cells),),
            any(set(line) <= set(cells) for line in tictactoe.LINES),
        )
        for cells in every_set_of_cells()
    ]
    hold(kata.has_won.each, rows)


@pytest.mark.stage("value")
def test_value_does_not_depend_on_the_cells_alone(kata: Kata) -> None:
    """Three positions with the same cells taken: a win, a draw and a loss, asked one by one."""  # noqa: E501 - a name
    boards = {".O..O.XX.": 1, ".O..X.OX.": 0, ".X..O.OX.": -1}
    rows = [(tictactoe.bitboards(board), boards[board]) for board in boards]
    hold(kata.negamax.each, rows)


@pytest.mark.stage("value")
def test_value_of_every_position(kata: Kata) -> None:
    """All 5,478 positions, 765 if turned and mirrored ones count once, against a slow oracle."""  # noqa: E501 - a name
    boards = tictactoe.every_board()
    assert len(boards) == 5_478
    assert len(set(map(tictactoe.first_image, boards))) == 765
    rows = [(tictactoe.position(board), tictactoe.value(board)) for board in boards]
    hold(kata.negamax.each, rows)


@pytest.mark.stage("best move")
def test_best_move_of_every_position(kata: Kata) -> None:
    """All 4,520 positions that are not finished: any move that keeps the value is right."""  # noqa: E501 - a name
    boards = [board for board in tictactoe.every_board() if tictactoe.moves(board)]
    assert len(boards) == 4_520
    rows = [(tictactoe.position(board), OneOf(best_cells(board))) for board in boards]
    hold(kata.best_move.each, rows)


@pytest.mark.stage("fastest win")
def test_fastest_win_of_every_position(kata: Kata) -> None:
    """All 2,836 positions that the side to move can win."""
    boards = [
        board
        for board in tictactoe.every_board()
        if tictactoe.moves(board) and tictactoe.value(board) == 1
    ]
    assert len(boards) == 2_836
    rows = [
        (tictactoe.position(board), OneOf(fastest_cells(board))) for board in boards
    ]
    hold(kata.best_move.each, rows)


@pytest.mark.stage("cost")
def test_calls_for_the_empty_board(kata: Kata) -> None:
    """The calls it takes to find the value of the empty board.

    There are 5,478 positions, and 549,946 ways to reach them, counted ply by ply. You
    may use a tenth of that: remember what you know about a position, or leave out what
    can't change the value.
    """
    assert kata.negamax.calls(0, 0, answer=0) <= 54_994


@pytest.mark.stage("cost")
def test_lines_for_the_empty_board(kata: Kata) -> None:
    """The lines that run for the value of the empty board.

    A search with a stack of its own makes no calls, but its lines run once for each
    position that it comes to. With 5,478 positions there are 219 lines for each.
    """
    assert kata.negamax.lines(0, 0, answer=0) <= 1_200_000


# The oracle


@cache
def every_set_of_cells() -> list[tuple[int, ...]]:
    """All 512 sets of cells, small ones first."""
    return [cells for size in range(10) for cells in combinations(range(9), size)]


def best_cells(board: str) -> list[int]:
    """The moves that keep the result."""
    known = tictactoe.results()
    return [
        cell
        for cell, after in tictactoe.moves(board).items()
        if known[after][0] == known[board][0]
    ]


def fastest_cells(board: str) -> list[int]:
    """The moves that keep the result and do not lengthen the way to it."""
    known = tictactoe.results()
    result, plies = known[board]
    return [
        cell
        for cell, after in tictactoe.moves(board).items()
        if known[after] == (result, plies - 1)
    ]


# For the report of a case that fails

source = boards.call_with_bits


def draw(call: Call) -> Drawing:
    """Draw the position; brackets mark full lines, or right answers of `best_move`."""
    right = getattr(call.expected, "choices", [call.expected])
    best = right if call.function == "best_move" else None
    return boards.draw_nine_bits(call.arguments, best)


def meaning(function: str, value: object) -> str:
    """An answer in words."""
    if function == "has_won" and isinstance(value, bool):
        return "a line" if value else "no line"
    if function == "generate_moves" and isinstance(value, list):
        if not all(type(move) is int and move in MASKS for move in value):
            return ""
        cells = ", ".join(str(MASKS.index(move)) for move in value)
        return f"cells {cells}" if cells else "no cell"
    if type(value) is not int:
        return ""
    if function == "negamax":
        return {1: "the player wins", 0: "a draw", -1: "the opponent wins"}.get(
            value, ""
        )
    if function == "best_move" and 0 <= value <= 8:
        return f"row {value // 3}, column {value % 3}"
    if function == "best_move" and value in MASKS:
        return f"the mask of cell {MASKS.index(value)}"
    return ""
