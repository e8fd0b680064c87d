"""The table of tictactoe_perft: how many positions are so many plies away.

Boards are drawn with the discs of the side to move as X and those of the other side as O, whoever
of the two began.

Stages:
    depth by depth  perft from the empty board
    any position    perft from finished and unfinished positions, and from all 5,478
    divide          the share of each first move
    statistics      the nine rows of the table in the source, and other positions
    bad input       a negative depth, boards that share a cell, boards that are too wide
    cost            the calls and the lines that depth 9 takes

The numbers from the empty board are facts. The nodes of perft and of the statistics are the same
up to depth 5, the first at which games end. At depth 9 the statistics count 255,168 games:
1,440 + 5,328 + 47,952 + 72,576 + 127,872 that end after 5, 6, 7, 8 and 9 plies.

Plain recursion makes 549,946 calls of itself for depth 9. Correct ways of six kinds make 0 to
21,644, and run at most 12 times as many lines for depth 9 as for depth 4; those that count each
node by itself run 174 times as many or more. The cost of divide is not counted: it is that of nine
walks where one walk is made for each first move, which is as good a way as any.

The oracle plays on text, with X as the side that began, and goes from the last boards back to the
first: the numbers of a board are the sums of the numbers after each move. It knows no levels, no
ways and no bits.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import pytest
from kata_kit import BadInput, Call, Case, Kata, Record
from kata_kit.boards import bitboards, call_with_bits, draw_bitboards

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

# The cell from which each cell gets its disc.
QUARTER_TURN = (6, 3, 0, 7, 4, 1, 8, 5, 2)
MIRROR = (2, 1, 0, 5, 4, 3, 8, 7, 6)


def statistics(nodes: int, player_wins: int, opponent_wins: int, draws: int) -> Record:
    """The answer of `statistics` that is expected."""
    return Record(
        "Statistics",
        nodes=nodes,
        player_wins=player_wins,
        opponent_wins=opponent_wins,
        draws=draws,
    )


# Stage: depth by depth

DEPTHS = (
    Case("Depth 0", (0, 0, 0), 1, why="The position itself is reached in no ply at all."),
    Case("Depth 1", (0, 0, 1), 9, why="There are nine first moves."),
    Case("Depth 2", (0, 0, 2), 72, why="Each of nine moves has eight answers."),
    Case("Depth 3", (0, 0, 3), 504, why="9 * 8 * 7: orders of moves count, not different boards."),
    Case("Depth 4", (0, 0, 4), 3_024, why="9 * 8 * 7 * 6: no game can be over yet."),
    Case("Depth 5", (0, 0, 5), 15_120, why="Games that end with this ply are reached, so count."),
    Case("Depth 6", (0, 0, 6), 54_720, why="The 1,440 games that ended with ply 5 do not go on."),
    Case("Depth 7", (0, 0, 7), 148_176, why="The 5,328 games that ended with ply 6 do not go on."),
    Case("Depth 8", (0, 0, 8), 200_448, why="The games that ended before do not go on."),
    Case("Depth 9", (0, 0, 9), 127_872, why="Only the games that fill the board count."),
    Case("Depth 10", (0, 0, 10), 0, why="No game has ten plies."),
)


@pytest.mark.stage("depth by depth")
@pytest.mark.parametrize("case", DEPTHS, ids=str)
def test_perft_from_the_empty_board(kata: Kata, case: Case) -> None:
    assert kata.perft(*case.arguments) == case.expected


# Stage: any position

# fmt: off
FINISHED = (
    Case(
        "The opponent has a line, depth 0",
        (*bitboards("OOO",
                    "XX.",
                    "..."), 0),
        1,
        why="A finished position is a position too, and it is 0 plies away.",
    ),
    Case(
        "The opponent has a line, depth 1",
        (*bitboards("OOO",
                    "XX.",
                    "..."), 1),
        0,
        why="After a line nobody moves, though there are empty cells.",
    ),
    Case(
        "The opponent has a line, depth 2",
        (*bitboards("OOO",
                    "XX.",
                    "..."), 2),
        0,
        why="After a line nobody moves.",
    ),
    Case(
        "The board is full without a line, depth 0",
        (*bitboards("XOX",
                    "OOX",
                    "OXO"), 0),
        1,
        why="The position itself is 0 plies away.",
    ),
    Case(
        "The board is full without a line, depth 1",
        (*bitboards("XOX",
                    "OOX",
                    "OXO"), 1),
        0,
        why="There is no empty cell.",
    ),
)

UNFINISHED = (
    Case(
        "One cell is empty, depth 1",
        (*bitboards("XOX",
                    "XOO",
                    "OX."), 1),
        1,
        why="There is one move.",
    ),
    Case(
        "One cell is empty, depth 2",
        (*bitboards("XOX",
                    "XOO",
                    "OX."), 2),
        0,
        why="After the last move the board is full.",
    ),
    Case(
        "One cell is empty, depth 1,000",
        (*bitboards("XOX",
                    "XOO",
                    "OX."), 1_000),
        0,
        why="Beyond the end of all games there is nothing to count.",
    ),
    Case(
        "The player can win, depth 1",
        (*bitboards("XX.",
                    "OO.",
                    "..."), 1),
        5,
        why="A move that wins is a move like the others.",
    ),
    Case(
        "The player can win, depth 2",
        (*bitboards("XX.",
                    "OO.",
                    "..."), 2),
        16,
        why="The winning move has no answer, the other four moves have four each.",
    ),
    Case(
        "The player can win, depth 3",
        (*bitboards("XX.",
                    "OO.",
                    "..."), 3),
        39,
        why="Both sides can end the game before the third ply.",
    ),
    Case(
        "The second side is to move, depth 2",
        (*bitboards("...",
                    ".O.",
                    "..."), 2),
        56,
        why="The turn changes from ply to ply, whoever began.",
    ),
    Case(
        "The second side is to move, depth 8",
        (*bitboards("...",
                    ".O.",
                    "..."), 8),
        13_248,
        why="Depth is counted from the position that is given, not from the empty board.",
    ),
    Case(
        "The second side is to move and the first needs one disc, depth 2",
        (*bitboards("OO.",
                    "X..",
                    "..."), 2),
        30,
        why="The player has the next disc, so each of six moves has five answers.",
    ),
)
# fmt: on


@pytest.mark.stage("any position")
@pytest.mark.parametrize("case", FINISHED, ids=str)
def test_perft_of_a_finished_game(kata: Kata, case: Case) -> None:
    assert kata.perft(*case.arguments) == case.expected


@pytest.mark.stage("any position")
@pytest.mark.parametrize("case", UNFINISHED, ids=str)
def test_perft(kata: Kata, case: Case) -> None:
    assert kata.perft(*case.arguments) == case.expected


@pytest.mark.stage("any position")
def test_perft_of_every_position(kata: Kata) -> None:
    """All 5,478 positions, at depth 2."""
    boards = every_board()
    assert len(boards) == 5_478
    calls = [(*position(board), 2) for board in boards]
    assert kata.perft.each(calls) == [tally(board, 2).reached for board in boards]


@pytest.mark.stage("any position")
def test_perft_to_the_end(kata: Kata) -> None:
    """Positions of three discs or more, turned and mirrored ones once, at each depth to the end."""
    chosen = boards_and_depths()
    calls = [(*position(board), depth) for board, depth in chosen]
    assert kata.perft.each(calls) == [tally(board, depth).reached for board, depth in chosen]


# Stage: divide

# fmt: off
DIVISIONS = (
    Case(
        "The empty board, depth 1",
        (0, 0, 1),
        {0: 1, 1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 1, 8: 1},
        why="The keys are the numbers of the cells; after each first move there is one position.",
    ),
    Case(
        "The empty board, depth 2",
        (0, 0, 2),
        {0: 8, 1: 8, 2: 8, 3: 8, 4: 8, 5: 8, 6: 8, 7: 8, 8: 8},
        why="Depth counts the first move too, so one ply is left after it.",
    ),
    Case(
        "The empty board, depth 6",
        (0, 0, 6),
        {0: 6000, 1: 6240, 2: 6000, 3: 6240, 4: 5760, 5: 6240, 6: 6000, 7: 6240, 8: 6000},
        why="Four lines go through the middle, three through a corner, two through an edge.",
    ),
    Case(
        "The first cell is taken",
        (*bitboards("O..",
                    "...",
                    "..."), 1),
        {1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1, 7: 1, 8: 1},
        why="Only cells that are empty are first moves, under their own numbers.",
    ),
    Case(
        "Divide when one cell is empty, depth 1",
        (*bitboards("XOX",
                    "XOO",
                    "OX."), 1),
        {8: 1},
        why="The only move is cell 8.",
    ),
    Case(
        "Divide when one cell is empty, depth 2",
        (*bitboards("XOX",
                    "XOO",
                    "OX."), 2),
        {8: 0},
        why="A first move after which nothing follows has 0 nodes, and is in the answer.",
    ),
    Case(
        "A first move that wins, depth 1",
        (*bitboards("XX.",
                    "OO.",
                    "..."), 1),
        {2: 1, 5: 1, 6: 1, 7: 1, 8: 1},
        why="The position after the winning move is one ply away like the others.",
    ),
    Case(
        "A first move that wins, depth 2",
        (*bitboards("XX.",
                    "OO.",
                    "..."), 2),
        {2: 0, 5: 4, 6: 4, 7: 4, 8: 4},
        why="After the winning move nobody moves, so its share is 0.",
    ),
    Case(
        "A first move that stops a line, depth 3",
        (*bitboards("XX.",
                    "OO.",
                    "..."), 3),
        {2: 0, 5: 12, 6: 9, 7: 9, 8: 9},
        why="Unless cell 5 is taken, one answer ends the game there.",
    ),
    Case(
        "The empty board, depth 0",
        (0, 0, 0),
        {},
        why="Depth 0 has no first move.",
    ),
    Case(
        "The opponent has a line",
        (*bitboards("OOO",
                    "XX.",
                    "..."), 1),
        {},
        why="A finished game has no first move, though there are empty cells.",
    ),
    Case(
        "The board is full",
        (*bitboards("XOX",
                    "OOX",
                    "OXO"), 3),
        {},
        why="A finished game has no first move.",
    ),
)
# fmt: on


@pytest.mark.stage("divide")
@pytest.mark.parametrize("case", DIVISIONS, ids=str)
def test_divide(kata: Kata, case: Case) -> None:
    assert kata.divide(*case.arguments) == case.expected


@pytest.mark.stage("divide")
def test_divide_of_many_positions(kata: Kata) -> None:
    """Positions of three discs or more, turned and mirrored ones once, at depth 0 to 3."""
    chosen = [(board, depth) for board, depth in boards_and_depths() if depth <= 3]
    expected: list[object] = [
        {cell: tally(after, depth - 1).reached for cell, after in moves(board).items() if depth}
        for board, depth in chosen
    ]
    assert kata.divide.each([(*position(board), depth) for board, depth in chosen]) == expected


# Stage: statistics

TABLE = 'Deybis Melendez, "Como hacer un tres en raya", its table'

ROWS = (
    Case(
        "Statistics at depth 0",
        (0, 0, 0),
        statistics(1, 0, 0, 0),
        why="One game goes on, and nothing has happened in it.",
    ),
    Case(
        "Statistics at depth 1",
        (0, 0, 1),
        statistics(9, 0, 0, 0),
        why="There are nine first moves.",
        source=TABLE,
    ),
    Case(
        "Statistics at depth 2",
        (0, 0, 2),
        statistics(72, 0, 0, 0),
        why="Each of nine moves has eight answers.",
        source=TABLE,
    ),
    Case(
        "Statistics at depth 3",
        (0, 0, 3),
        statistics(504, 0, 0, 0),
        why="Orders of moves count, not different boards.",
        source=TABLE,
    ),
    Case(
        "Statistics at depth 4",
        (0, 0, 4),
        statistics(3_024, 0, 0, 0),
        why="No game can be over yet.",
        source=TABLE,
    ),
    Case(
        "Statistics at depth 5",
        (0, 0, 5),
        statistics(15_120, 1_440, 0, 0),
        why="A game that ends exactly here has its result already.",
        source=TABLE,
    ),
    Case(
        "Statistics at depth 6",
        (0, 0, 6),
        statistics(56_160, 1_440, 5_328, 0),
        why="The 1,440 games that ended with ply 5 stay: 54,720 + 1,440.",
        source=TABLE,
    ),
    Case(
        "Statistics at depth 7",
        (0, 0, 7),
        statistics(154_944, 49_392, 5_328, 0),
        why="Results add up from depth to depth.",
        source=TABLE,
    ),
    Case(
        "Statistics at depth 8",
        (0, 0, 8),
        statistics(255_168, 49_392, 77_904, 0),
        why="The last disc adds no game: each game that goes on has one move left.",
        source=TABLE,
    ),
    Case(
        "Statistics at depth 9",
        (0, 0, 9),
        statistics(255_168, 131_184, 77_904, 46_080),
        why="Every game is over, and a line in the ninth disc is a win and no draw.",
        source=TABLE,
    ),
)

# fmt: off
OTHER_POSITIONS = (
    Case(
        "Statistics of a lost game at depth 0",
        (*bitboards("OOO",
                    "XX.",
                    "..."), 0),
        statistics(1, 0, 1, 0),
        why="The result counts at once, even at depth 0.",
    ),
    Case(
        "Statistics of a lost game at depth 3",
        (*bitboards("OOO",
                    "XX.",
                    "..."), 3),
        statistics(1, 0, 1, 0),
        why="A game that is over stays as one leaf, however deep.",
    ),
    Case(
        "Statistics of a drawn game at depth 0",
        (*bitboards("XOX",
                    "OOX",
                    "OXO"), 0),
        statistics(1, 0, 0, 1),
        why="A full board without a line is a draw.",
    ),
    Case(
        "Statistics of a game that the ninth disc won",
        (*bitboards("OXX",
                    "XOO",
                    "OXO"), 1),
        statistics(1, 0, 1, 0),
        why="A full board with a line is a win: look for lines first.",
    ),
    Case(
        "Statistics of a win in one ply",
        (*bitboards("XX.",
                    "OO.",
                    "..."), 1),
        statistics(5, 1, 0, 0),
        why="The side to move in the position that was asked about is the player.",
    ),
    Case(
        "Statistics of a loss in two plies",
        (*bitboards("XX.",
                    "OO.",
                    "..."), 2),
        statistics(17, 1, 3, 0),
        why="The winning move stays as one leaf, and in three other games the opponent has won.",
    ),
    Case(
        "Statistics beyond the end of all games",
        (*bitboards("XX.",
                    "OO.",
                    "..."), 1_000),
        statistics(73, 22, 27, 24),
        why="When all games are over, more depth changes nothing.",
    ),
    Case(
        "Statistics when the second side is to move",
        (*bitboards("...",
                    ".O.",
                    "..."), 5),
        statistics(6_000, 432, 240, 0),
        why="The player is the side to move at the start, not the side that began the game.",
    ),
)
# fmt: on


@pytest.mark.stage("statistics")
@pytest.mark.parametrize("case", ROWS, ids=str)
def test_statistics_from_the_empty_board(kata: Kata, case: Case) -> None:
    assert kata.statistics(*case.arguments) == case.expected


@pytest.mark.stage("statistics")
@pytest.mark.parametrize("case", OTHER_POSITIONS, ids=str)
def test_statistics(kata: Kata, case: Case) -> None:
    assert kata.statistics(*case.arguments) == case.expected


@pytest.mark.stage("statistics")
def test_statistics_to_the_end(kata: Kata) -> None:
    """Positions of three discs or more, turned and mirrored ones once, at each depth to the end."""
    chosen = boards_and_depths()
    expected: list[object] = []
    for board, depth in chosen:
        _, nodes, *wins, draws = tally(board, depth)
        mine, theirs = wins if side_to_move(board) == "X" else reversed(wins)
        expected.append(statistics(nodes, mine, theirs, draws))
    assert kata.statistics.each([(*position(board), depth) for board, depth in chosen]) == expected


# Stage: bad input

# fmt: off
BAD_INPUT = (
    BadInput(
        "The depth is -1",
        (0, 0, -1),
        why="A number of plies is 0 or more.",
        quotes="-1",
    ),
    BadInput(
        "The depth is -1 in a finished game",
        (*bitboards("OOO",
                    "XX.",
                    "..."), -1),
        why="A bad depth is bad in every position.",
        quotes="-1",
    ),
    BadInput(
        "Both sides are on one cell",
        (0b110_000_000, 0b010_000_001, 2),
        why="A cell holds one disc at most.",
        quotes="0b110000000",
    ),
    BadInput(
        "Both sides are on one cell, depth 0",
        (0b110_000_000, 0b010_000_001, 0),
        why="Bad boards are refused also when nothing is played on them.",
        quotes="0b10000001",
    ),
    BadInput(
        "Both sides are on one cell, and the opponent has a line",
        (0b100_000_000, 0b111_000_000, 1),
        why="Bad boards are refused also when the game looks finished.",
    ),
    BadInput(
        "The player has a tenth bit",
        (0b1_000_000_000, 0, 1),
        why="A board has nine cells, so the greatest board is 0b111_111_111.",
        quotes="0b1000000000",
    ),
    BadInput(
        "The opponent has a tenth bit, depth 0",
        (0, 0b1_000_000_000, 0),
        why="Both boards have nine bits at most, at any depth.",
        quotes="0b1000000000",
    ),
    BadInput(
        "The player's board is negative",
        (-1, 0, 1),
        why="A negative number is no set of nine cells.",
        quotes="-0b1",
    ),
)
# fmt: on


@pytest.mark.stage("bad input")
@pytest.mark.parametrize("case", BAD_INPUT, ids=str)
def test_bad_input_of_perft(kata: Kata, case: BadInput) -> None:
    assert case.quotes in kata.perft.refusal(*case.arguments)


@pytest.mark.stage("bad input")
@pytest.mark.parametrize("case", BAD_INPUT, ids=str)
def test_bad_input_of_divide(kata: Kata, case: BadInput) -> None:
    assert case.quotes in kata.divide.refusal(*case.arguments)


@pytest.mark.stage("bad input")
@pytest.mark.parametrize("case", BAD_INPUT, ids=str)
def test_bad_input_of_statistics(kata: Kata, case: BadInput) -> None:
    assert case.quotes in kata.statistics.refusal(*case.arguments)


# Stage: cost

# Depth 9 goes on from the nodes at depth 0 to 8, depth 4 from those at depth 0 to 3. There are 720
# times as many of them, and 16 times as many positions.
MOST_TIMES = 30


@pytest.mark.stage("cost")
def test_calls_for_perft_of_depth_9(kata: Kata) -> None:
    """The calls that perft takes for depth 9 from the empty board.

    Plain recursion makes 549,946 calls, and a tenth is allowed. Many orders of moves lead to the
    same position: count what follows it once, for all of them.
    """
    assert kata.perft.calls(0, 0, 9) <= 54_994


@pytest.mark.stage("cost")
def test_calls_for_statistics_of_depth_9(kata: Kata) -> None:
    """The calls that statistics takes for depth 9 from the empty board.

    Plain recursion makes 549,946 calls, and a tenth is allowed. Many orders of moves lead to the
    same position: count what follows it once, for all of them.
    """
    assert kata.statistics.calls(0, 0, 9) <= 54_994


@pytest.mark.stage("cost")
def test_lines_for_perft_of_depth_9(kata: Kata) -> None:
    """The lines that run for perft at depth 9, and 30 times those at depth 4.

    From depth 4 to depth 9 the positions become 16 times as many, and the nodes 720 times. Lines
    that run once for each node are too many, with recursion or without.
    """
    assert kata.perft.lines(0, 0, 9) <= MOST_TIMES * kata.perft.lines(0, 0, 4).number


@pytest.mark.stage("cost")
def test_lines_for_statistics_of_depth_9(kata: Kata) -> None:
    """The lines that run for statistics at depth 9, and 30 times those at depth 4.

    From depth 4 to depth 9 the positions become 16 times as many, and the nodes 720 times. Lines
    that run once for each node are too many, with recursion or without.
    """
    assert kata.statistics.lines(0, 0, 9) <= MOST_TIMES * kata.statistics.lines(0, 0, 4).number


# The oracle. A board is a text of nine signs, and X is the side that began.


class Tally(NamedTuple):
    """The numbers of a board at one depth."""

    reached: int
    nodes: int
    x_wins: int
    o_wins: int
    draws: int


def side_to_move(board: str) -> str:
    """O on an even number of empty cells, X on an odd one."""
    return "O" if board.count(".") % 2 == 0 else "X"


def winner(board: str) -> str:
    """The side that has a line, or a dot."""
    for a, b, c in LINES:
        if board[a] == board[b] == board[c] != ".":
            return board[a]
    return "."


@cache
def moves(board: str) -> dict[int, str]:
    """The boards after each move, by cell; none if the game is over."""
    if winner(board) != ".":
        return {}
    disc = side_to_move(board)
    return {
        cell: board[:cell] + disc + board[cell + 1 :] for cell in range(9) if board[cell] == "."
    }


@cache
def every_board() -> list[str]:
    """All boards that play can reach, those with the fewest discs first."""
    boards, latest = [], {"." * 9}
    while latest:
        boards += sorted(latest)
        latest = {after for board in latest for after in moves(board).values()}
    return boards


@cache
def tallies() -> dict[str, list[Tally]]:
    """For each board its numbers at depth 0, 1, 2 and so on, up to the number of empty cells.

    The boards with the most discs come first, so the boards after each move are known already.
    """
    known: dict[str, list[Tally]] = {}
    for board in reversed(every_board()):
        after = [known[following] for following in moves(board).values()]
        won = winner(board)
        over = (won == "X", won == "O", won == "." and not after)
        rows = [Tally(1, 1, *map(int, over))]
        for depth in range(board.count(".")):
            sums = [sum(column) for column in zip(*(rows[depth] for rows in after), strict=True)]
            rows.append(Tally(*sums) if after else rows[0]._replace(reached=0))
        known[board] = rows
    return known


def tally(board: str, depth: int) -> Tally:
    """The numbers of a board at a depth."""
    rows = tallies()[board]
    return rows[depth] if depth < len(rows) else rows[-1]._replace(reached=0)


def position(board: str) -> tuple[int, int]:
    """A board as `(player, opponent)`: cell i is worth 2 to the power of 8 - i."""
    x, o = (sum(2 ** (8 - cell) for cell in range(9) if board[cell] == disc) for disc in "XO")
    return (x, o) if side_to_move(board) == "X" else (o, x)


def is_first_image(board: str) -> bool:
    """Whether none of the turned and mirrored images of a board sorts before it."""
    image = board
    for _ in range(4):
        image = "".join(image[cell] for cell in QUARTER_TURN)
        if board > min(image, "".join(image[cell] for cell in MIRROR)):
            return False
    return True


@cache
def boards_and_depths() -> list[tuple[str, int]]:
    """One board of each eight images, with each depth from 0 to one ply more than it has left.

    Boards with fewer than three discs are left out: plain recursion takes seconds for them.
    """
    images = [board for board in every_board() if is_first_image(board)]
    assert len(images) == 765
    return [
        (board, depth)
        for board in images
        if board.count(".") <= 6
        for depth in range(board.count(".") + 2)
    ]


# For the report of a case that fails.


def source(call: Call) -> str:
    """The call, with boards that show their rows."""
    return call_with_bits(call.function, call.arguments)


def draw(call: Call) -> str:
    """The position; brackets mark full lines."""
    boards = [board for board in call.arguments[:2] if isinstance(board, int) and 0 <= board < 512]
    if len(boards) < 2:
        return ""
    player, opponent = boards
    marked = 0
    for cells in LINES:
        line = sum(2 ** (8 - cell) for cell in cells)
        if line in (line & player, line & opponent):
            marked |= line
    return draw_bitboards(player, opponent, marked)


def meaning(function: str, value: object) -> str:
    """The sum of what `divide` gives."""
    if function == "divide" and isinstance(value, dict):
        numbers = [number for number in value.values() if type(number) is int]
        return f"{sum(numbers)} in all" if len(numbers) == len(value) else ""
    return ""
