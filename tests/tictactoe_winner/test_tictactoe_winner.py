"""The table of tictactoe_winner: boards of three by three, of any size, and what is no board.

The last stage counts the work on large boards. Correct solutions of eleven kinds take 2 to 26 steps
for a cell, and their steps grow as n^1.9 to n^2.0; those that look at whole lines for each cell
take 70 or more at n = 64 and grow as n^2.9 (`tests/repository/test_cost.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

import pytest
from kata_kit import BadInput, Call, Case, Growth, Kata, counted_rows
from kata_kit.boards import Coordinate, draw_matrix, matrix
from kata_kit.table import Made

X, O, DRAW, UNFINISHED = 1, 2, 0, -1  # noqa: E741 - O is the name of a side
WORDS = {X: "X wins", O: "O wins", DRAW: "draw", UNFINISHED: "unfinished"}

CODEWARS = 'Codewars, "Tic-Tac-Toe Checker"'
POST = 'Juanjo Salvador, "El reto de calcular el ganador en 3 en raya"'

THREE_BY_THREE = (
    Case(
        "An empty board is unfinished",
        (
            matrix(
                "...",
                "...",
                "...",
            ),
        ),
        UNFINISHED,
        why="Three empty cells are alike, but they belong to nobody.",
    ),
    Case(
        "The empty cells of an unfinished board are not a line",
        (
            matrix(
                "..X",
                ".XO",
                "O..",
            ),
        ),
        UNFINISHED,
        why="An empty cell in a line means that nobody has it; the example of the kata's text.",
        source=f"{CODEWARS}, the example of its text",
    ),
    Case(
        "The top row of X wins",
        (
            matrix(
                "XXX",
                ".OO",
                "...",
            ),
        ),
        X,
        why="A full row wins, whatever is on the rest of the board.",
        source=f"{CODEWARS}, sample test; {POST} works the line 1, 1, 1",
    ),
    Case(
        "The middle row of X wins",
        (
            matrix(
                "O.O",
                "XXX",
                "...",
            ),
        ),
        X,
        why="Every line counts, for both sides.",
    ),
    Case(
        "The bottom row of O wins",
        (
            matrix(
                "X.X",
                "X..",
                "OOO",
            ),
        ),
        O,
        why="Every row counts, and O wins as X does.",
        source=f"{POST} works the line 2, 2, 2",
    ),
    Case(
        "The left column of X wins",
        (
            matrix(
                "XO.",
                "XO.",
                "X..",
            ),
        ),
        X,
        why="A full column wins.",
    ),
    Case(
        "The middle column of O wins",
        (
            matrix(
                "XO.",
                ".OX",
                "XO.",
            ),
        ),
        O,
        why="Every line counts, for both sides.",
    ),
    Case(
        "The right column of O wins",
        (
            matrix(
                "X.O",
                "X.O",
                ".XO",
            ),
        ),
        O,
        why="Every line counts, for both sides.",
    ),
    Case(
        "The diagonal of X wins",
        (
            matrix(
                "XO.",
                "OX.",
                "..X",
            ),
        ),
        X,
        why="The cells from the top left to the bottom right are a line.",
    ),
    Case(
        "The diagonal of O wins",
        (
            matrix(
                "OXX",
                ".OX",
                "..O",
            ),
        ),
        O,
        why="The cells from the top left to the bottom right are a line, for O as well.",
    ),
    Case(
        "The anti-diagonal of X wins",
        (
            matrix(
                "OOX",
                ".X.",
                "X..",
            ),
        ),
        X,
        why="The cells from the top right to the bottom left are a line.",
    ),
    Case(
        "The anti-diagonal of O wins",
        (
            matrix(
                "X.O",
                "XO.",
                "OX.",
            ),
        ),
        O,
        why="The cells from the top right to the bottom left are a line, for O as well.",
    ),
    Case(
        "A win on a full board is not a draw",
        (
            matrix(
                "OXO",
                "OXX",
                "XXO",
            ),
        ),
        X,
        why="Look for a line first: a full board is a draw only when it has none.",
        source=f"{CODEWARS}, sample test",
    ),
    Case(
        "Two lines of one side at once are one win",
        (
            matrix(
                "XXX",
                "XOO",
                "XOO",
            ),
        ),
        X,
        why="One move can complete two lines.",
    ),
    Case(
        "A full board without a line is a draw",
        (
            matrix(
                "OXO",
                "OXX",
                "XOX",
            ),
        ),
        DRAW,
        why="All cells are taken, and nobody has a line.",
        source=f"{CODEWARS}, sample test",
    ),
    Case(
        "One empty cell is left and nobody has a line",
        (
            matrix(
                "OXO",
                "OXX",
                "XO.",
            ),
        ),
        UNFINISHED,
        why="The game goes on while a cell is empty.",
    ),
    Case(
        "A line with cells of both sides belongs to nobody",
        (
            matrix(
                "XOX",
                "...",
                "...",
            ),
        ),
        UNFINISHED,
        why="1 * 2 * 1 is 2: a product does not tell who has the cells.",
        source=f"{POST} works the line 1, 2, 1",
    ),
    Case(
        "Three cells that are not in line are no line",
        (
            matrix(
                "X.O",
                "O.X",
                ".X.",
            ),
        ),
        UNFINISHED,
        why="A cell in each row and each column is not yet a diagonal.",
    ),
    Case(
        "The middle row of X wins below an empty row",
        (
            matrix(
                "...",
                "XXX",
                "OO.",
            ),
        ),
        X,
        why="A line that nobody has is passed over; the search goes on behind it.",
    ),
    Case(
        "The right column of X wins beside an empty column",
        (
            matrix(
                ".OX",
                ".OX",
                "..X",
            ),
        ),
        X,
        why="A line that nobody has is passed over; the search goes on behind it.",
    ),
    Case(
        "The middle cell is left and nobody can have a line any more",
        (
            matrix(
                "XXO",
                "O.X",
                "XOO",
            ),
        ),
        UNFINISHED,
        why="A draw is a full board; that no line can come about any more does not end the game.",
    ),
)

ANY_SIZE = (
    Case(
        "The empty board of one cell is unfinished",
        (
            matrix(
                ".",
            ),
        ),
        UNFINISHED,
        why="n = 1 is the smallest board.",
    ),
    Case(
        "One cell of O is a full line",
        (
            matrix(
                "O",
            ),
        ),
        O,
        why="With n = 1 the only cell is a row, a column and both diagonals.",
    ),
    Case(
        "Two in a diagonal win on two by two",
        (
            matrix(
                "X.",
                "OX",
            ),
        ),
        X,
        why="With n = 2 any two cells of one side are a line.",
    ),
    Case(
        "Two in the anti-diagonal win on two by two",
        (
            matrix(
                ".O",
                "OX",
            ),
        ),
        O,
        why="Diagonals are as long as the board.",
    ),
    Case(
        "Three in a row are no line on four by four",
        (
            matrix(
                "XXX.",
                "OOO.",
                "....",
                "....",
            ),
        ),
        UNFINISHED,
        why="A line has n cells, and here n is 4.",
    ),
    Case(
        "The row of O wins on four by four",
        (
            matrix(
                "XXX.",
                "....",
                "OOOO",
                "X...",
            ),
        ),
        O,
        why="2 * 2 * 2 * 2 is 16, which has no whole cube root.",
    ),
    Case(
        "One X and three O are no line on four by four",
        (
            matrix(
                "XOOO",
                "X...",
                "X...",
                "....",
            ),
        ),
        UNFINISHED,
        why="1 * 2 * 2 * 2 is 8, the cube of 2, but the line is not O's.",
    ),
    Case(
        "The last column of X wins on four by four",
        (
            matrix(
                "OO.X",
                "O..X",
                "...X",
                "..OX",
            ),
        ),
        X,
        why="Columns are as many as the board is wide.",
    ),
    Case(
        "Three in the diagonal are no line on four by four",
        (
            matrix(
                "X...",
                ".XOO",
                "..X.",
                ".O..",
            ),
        ),
        UNFINISHED,
        why="The diagonal of this board has four cells.",
    ),
    Case(
        "The diagonal of X wins on four by four",
        (
            matrix(
                "X.OO",
                ".X..",
                "..X.",
                ".O.X",
            ),
        ),
        X,
        why="The diagonal ends in the bottom right corner, whatever the size.",
    ),
    Case(
        "The anti-diagonal of O wins on four by four",
        (
            matrix(
                "XX.O",
                ".XO.",
                ".OX.",
                "O...",
            ),
        ),
        O,
        why="The anti-diagonal starts in the top right corner, whatever the size.",
    ),
    Case(
        "A cell beside the anti-diagonal does not complete it",
        (
            matrix(
                "X..O",
                "..O.",
                ".O..",
                ".OXX",
            ),
        ),
        UNFINISHED,
        why="The anti-diagonal of this board ends in the bottom left corner.",
    ),
    Case(
        "A full board of four by four without a line is a draw",
        (
            matrix(
                "XXOO",
                "OOXX",
                "XXOO",
                "OOXX",
            ),
        ),
        DRAW,
        why="All sixteen cells are taken, and nobody has a line.",
    ),
    Case(
        "The last row of X wins on five by five",
        (
            matrix(
                "OO...",
                "O..O.",
                "..O..",
                ".O...",
                "XXXXX",
            ),
        ),
        X,
        why="The last row is a line like the first.",
    ),
    Case(
        "Four in a column are no line on five by five",
        (
            matrix(
                "X.O..",
                "X.O..",
                "X.O..",
                "X.O..",
                ".....",
            ),
        ),
        UNFINISHED,
        why="A line has five cells here.",
    ),
    Case(
        "Ten cells are taken on four by four and nobody has a line",
        (
            matrix(
                "XXOO",
                "OOXX",
                "XO..",
                "....",
            ),
        ),
        UNFINISHED,
        why="A board of four by four is full when sixteen cells are taken, not nine.",
    ),
    Case(
        "One cell is left on four by four and nobody has a line",
        (
            matrix(
                "XXOO",
                "OOXX",
                "XXOO",
                ".OXX",
            ),
        ),
        UNFINISHED,
        why="The game goes on while a cell is empty, whatever the size of the board.",
    ),
)

AS_IT_WAS = (
    Case(
        "An unfinished board is left alone",
        (
            matrix(
                "X.O",
                ".X.",
                "...",
            ),
        ),
        UNFINISHED,
        why="Whoever calls is_solved goes on playing on the board.",
    ),
    Case(
        "A won board is left alone",
        (
            matrix(
                "XXX",
                "OO.",
                "...",
            ),
        ),
        X,
        why="Whoever calls is_solved draws the board afterwards.",
    ),
    Case(
        "A full board of four by four is left alone",
        (
            matrix(
                "XXOO",
                "OOXX",
                "XXOO",
                "OOXX",
            ),
        ),
        DRAW,
        why="The size makes no difference.",
    ),
)

OTHER_SEQUENCES = (
    Case(
        "A board of tuples",
        (((1, 2, 0), (1, 2, 0), (1, 0, 0)),),
        X,
        why="A board is any sequence of sequences, also one that cannot be changed.",
    ),
    Case(
        "A list of tuples",
        ([(0, 0, 2), (1, 2, 1), (2, 1, 0)],),
        O,
        why="The rows need not be of the same type as the board.",
    ),
    Case(
        "Rows of bytes",
        ([b"\x01\x02\x00", b"\x02\x01\x00", b"\x00\x00\x01"],),
        X,
        why="Bytes are a sequence of small ints.",
    ),
    Case(
        "A full row in a board of tuples",
        (((1, 1, 1), (2, 2, 0), (0, 0, 0)),),
        X,
        why="A tuple is equal to no list, even if it holds the same cells.",
    ),
    Case(
        "A full row of bytes",
        ([b"\x01\x00\x01", b"\x02\x02\x02", b"\x01\x00\x00"],),
        O,
        why="Bytes are equal to no list, even if they hold the same cells.",
    ),
)

BAD_BOARDS = (
    BadInput("A board without rows", ([],), quotes="[]", why="The smallest board has one cell."),
    BadInput("A row without cells", ([[]],), quotes="[]", why="The smallest board has one cell."),
    BadInput(
        "A row is too short",
        ([[0, 0, 0], [1, 2], [0, 0, 0]],),
        quotes="[1, 2]",
        why="All rows of a board have as many cells as there are rows.",
    ),
    BadInput(
        "The last row is too long",
        ([[1, 1, 1], [0, 2, 0], [0, 0, 2, 2]],),
        quotes="[0, 0, 2, 2]",
        why="A line of X does not make it a board.",
    ),
    BadInput(
        "Two rows of three cells",
        ([[1, 1, 1], [2, 2, 0]],),
        quotes="[1, 1, 1]",
        why="A board has as many columns as rows.",
    ),
    BadInput(
        "Three rows of two cells",
        ([[1, 2], [1, 2], [0, 0]],),
        quotes="[1, 2]",
        why="A board has as many columns as rows.",
    ),
    BadInput(
        "A cell holds 3",
        ([[0, 0, 0], [0, 3, 0], [0, 0, 0]],),
        quotes="3",
        why="A cell is 0, 1 or 2.",
    ),
    BadInput(
        "A cell holds -1",
        ([[1, 1, 1], [0, 2, -1], [2, 0, 0]],),
        quotes="-1",
        why="A line of X does not make it a board.",
    ),
    BadInput(
        "A cell holds the letter X",
        ([[0, 0, 0], [0, 0, 0], [0, 0, "X"]],),
        quotes="X",
        why="A cell is an int; the letters are for drawing.",
    ),
    BadInput(
        "A cell holds None",
        ([[None, 0, 0], [0, 0, 0], [0, 0, 0]],),
        quotes="None",
        why="An empty cell is 0.",
    ),
)


@pytest.mark.stage("three by three")
@pytest.mark.parametrize("case", THREE_BY_THREE, ids=str)
def test_three_by_three(kata: Kata, case: Case) -> None:
    assert kata.is_solved(*case.arguments) == case.expected


@pytest.mark.stage("three by three")
def test_every_reachable_board(kata: Kata) -> None:
    """All 5,478 boards that play can reach, against a slow oracle."""
    boards = reachable_boards()
    assert kata.is_solved.each([(board,) for board, _ in boards]) == [value for _, value in boards]


@pytest.mark.stage("any size")
@pytest.mark.parametrize("case", ANY_SIZE, ids=str)
def test_any_size(kata: Kata, case: Case) -> None:
    assert kata.is_solved(*case.arguments) == case.expected


@pytest.mark.stage("any size")
@pytest.mark.parametrize("case", OTHER_SEQUENCES, ids=str)
def test_other_sequences(kata: Kata, case: Case) -> None:
    assert kata.is_solved(*case.arguments) == case.expected


@pytest.mark.stage("any size")
def test_every_line_up_to_size_8(kata: Kata) -> None:
    """Every line of every size up to 8, for both sides, against a slow oracle."""
    # Of those that fail, the first is shown: the smallest.
    boards = [
        board for size in range(1, 9) for board in sorted(boards_around_lines(size), key=discs_on)
    ]
    assert kata.is_solved.each([(board,) for board in boards]) == [oracle(b) for b in boards]


@pytest.mark.stage("any size")
def test_a_large_board(kata: Kata) -> None:
    """A line of 103 cells: here the n-th root of a product is no longer exact."""
    board = [[O] * 103, *([0] * 103 for _ in range(102))]
    assert kata.is_solved(board) == O


@pytest.mark.stage("leaves the board alone")
@pytest.mark.parametrize("case", AS_IT_WAS, ids=str)
def test_leaves_the_board_alone(kata: Kata, case: Case) -> None:
    assert kata.is_solved.arguments_after(*case.arguments) == case.arguments


@pytest.mark.stage("bad boards")
@pytest.mark.parametrize("case", BAD_BOARDS, ids=str)
def test_bad_boards(kata: Kata, case: BadInput) -> None:
    assert case.quotes in kata.is_solved.refusal(*case.arguments)


@pytest.mark.stage("cost")
def test_work_on_large_boards(kata: Kata) -> None:
    """Boards of 16, 32 and 64 rows.

    There are n * n cells, and it is enough to look at each of them a few times: for its row, its
    column, its diagonal, and for the check of the board.
    """
    boards = {n: [(board,) for board in large_boards(n)] for n in (16, 32, 64)}
    assert kata.is_solved.steps(boards) <= Growth(2.3, "cell", share=60)


def draw(call: Call) -> str:
    """The board, with the line that wins in brackets."""
    board = call.arguments[0]
    assert isinstance(board, (list, tuple))
    return draw_matrix(board, marked=winning_line(board))


def meaning(function: str, value: object) -> str:
    """An answer in words."""
    return WORDS.get(value, "") if type(value) is int else ""


# The oracle: it looks at coordinates, one cell after the other, where a solution takes whole lines.

Board = list[list[int]]


def winning_line(board: Sequence[Sequence[int]]) -> set[Coordinate]:
    """The cells of a full line; none if there is no such line."""
    size = len(board)
    for line in all_lines(size):
        owners = {board[row][column] for row, column in line}
        if owners in ({X}, {O}):
            return set(line)
    return set()


def oracle(board: Board) -> int:
    """What is_solved must answer."""
    for row, column in winning_line(board):
        return board[row][column]
    return UNFINISHED if any(0 in row for row in board) else DRAW


@cache
def all_lines(size: int) -> list[list[Coordinate]]:
    """The lines of a board, as coordinates."""
    numbers = range(size)
    return [
        *([(row, column) for column in numbers] for row in numbers),
        *([(row, column) for row in numbers] for column in numbers),
        [(number, number) for number in numbers],
        [(number, size - 1 - number) for number in numbers],
    ]


def reachable_boards() -> list[tuple[Board, int]]:
    """Every board that play can reach, with its answer: fewest discs first (about 40 ms)."""
    found: list[tuple[Board, int]] = []
    level: dict[tuple[int, ...], None] = {(0,) * 9: None}
    for disc in (X, O) * 5:
        following: dict[tuple[int, ...], None] = {}
        for cells in level:
            board = [list(cells[:3]), list(cells[3:6]), list(cells[6:])]
            value = oracle(board)
            found.append((board, value))
            if value == UNFINISHED:
                for cell, owner in enumerate(cells):
                    if owner == 0:
                        after = (*cells[:cell], disc, *cells[cell + 1 :])
                        following[after] = None
        level = following
    return found


def large_boards(n: int) -> list[Made]:
    """Boards of n rows that have to be read to the end, from wherever one begins.

    In the first one every line but the anti-diagonal is broken in its last cell, and the only empty
    cell is the last one. The second is the same, turned by 180 degrees. The third is a draw.
    """
    row = [X] * (n - 1) + [O]
    broken_at_the_end = [row] * (n - 1) + [[O] * (n - 1) + [0]]
    broken_at_the_beginning = [line[::-1] for line in reversed(broken_at_the_end)]
    drawn = [[O, *row[1:]], *[row] * (n - 2), [O] * (n - 1) + [X]]
    return [counted_rows(b) for b in (broken_at_the_end, broken_at_the_beginning, drawn)]


def boards_around_lines(size: int) -> Iterator[Board]:
    """For each line and each side: the line alone, and the line without one of its cells."""
    for line in all_lines(size):
        for side in (X, O):
            for left_out in [None, *line]:
                board = [[0] * size for _ in range(size)]
                for row, column in line:
                    board[row][column] = side if (row, column) != left_out else 0
                yield board


def discs_on(board: Board) -> int:
    """How many cells are taken."""
    return sum(cell != 0 for row in board for cell in row)
