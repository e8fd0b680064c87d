"""The table of tictactoe_negamax: moves, lines, values and best moves on two bitboards.

Boards are drawn with the discs of the side to move as X and those of the other side as O, whoever
of the two began. `reachable=False` says that no game leads to this position.

Stages:
    moves         the masks of the empty cells, and all 512 sets of taken cells
    lines         the eight lines, near misses, and all 512 sets of discs
    value         wins, draws and losses, finished games, and all 5,478 positions
    best move     moves that keep the value, in all 4,520 positions that are not finished
    fastest win   of several winning moves the fastest, in all 2,836 positions that can be won
    cost          the calls and the lines that the value of the empty board takes

The plain search values the empty board in 549,946 calls of itself. Correct searches of seven kinds
make 0 to 16,810 of them, and run 105,000 to 755,000 lines; a plain search without recursion runs
2,800,000 or more.

The oracle plays on text, from the first move on with X as the side that begins, and values the
boards from the last ones back to the first: no bits, no recursion, no swapped sides.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import combinations

import pytest
from kata_kit import BadInput, Call, Case, Kata, OneOf
from kata_kit.boards import bitboards, call_with_bits, draw_bitboards, draw_discs

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
MASKS: list[object] = [256, 128, 64, 32, 16, 8, 4, 2, 1]

# The cell from which each cell gets its disc.
QUARTER_TURN = (6, 3, 0, 7, 4, 1, 8, 5, 2)
MIRROR = (2, 1, 0, 5, 4, 3, 8, 7, 6)


def discs(*rows: str) -> tuple[int]:
    """The arguments of a call of `has_won`: the discs of one side, drawn as X."""
    return bitboards(*rows)[:1]


# Stage: moves

# fmt: off
MOVES = (
    Case(
        "An empty board has nine moves",
        bitboards("...",
                  "...",
                  "..."),
        [
            0b100_000_000, 0b010_000_000, 0b001_000_000,
            0b000_100_000, 0b000_010_000, 0b000_001_000,
            0b000_000_100, 0b000_000_010, 0b000_000_001,
        ],
        why="Cell 0 is the highest of the nine bits, and cell 8 the lowest.",
    ),
    Case(
        "Cells of both sides are taken",
        bitboards("XO.",
                  ".X.",
                  "..O"),
        [0b001_000_000, 0b000_100_000, 0b000_001_000, 0b000_000_100, 0b000_000_010],
        why="A cell is empty when neither side has a disc on it.",
    ),
    Case(
        "Only the opponent has a disc",
        bitboards("...",
                  "...",
                  "..O"),
        [
            0b100_000_000, 0b010_000_000, 0b001_000_000,
            0b000_100_000, 0b000_010_000, 0b000_001_000,
            0b000_000_100, 0b000_000_010,
        ],
        why="The opponent's discs take cells too.",
    ),
    Case(
        "Only the player has a disc",
        bitboards("X..",
                  "...",
                  "..."),
        [
            0b010_000_000, 0b001_000_000,
            0b000_100_000, 0b000_010_000, 0b000_001_000,
            0b000_000_100, 0b000_000_010, 0b000_000_001,
        ],
        why="The player's own discs take cells too.",
        reachable=False,
    ),
    Case(
        "The last empty cell is the first one",
        bitboards(".XO",
                  "OOX",
                  "XXO"),
        [0b100_000_000],
        why="Cell 0 is a cell like the others.",
    ),
    Case(
        "The last empty cell is the last one",
        bitboards("XOX",
                  "XOO",
                  "OX."),
        [0b000_000_001],
        why="Cell 8 is a cell like the others.",
    ),
    Case(
        "A full board has no moves",
        bitboards("XOX",
                  "OOX",
                  "OXO"),
        [],
        why="Without an empty cell the list is empty.",
    ),
    Case(
        "A line does not take the empty cells away",
        bitboards("OOO",
                  "XX.",
                  "..."),
        [0b000_001_000, 0b000_000_100, 0b000_000_010, 0b000_000_001],
        why="The list is about cells; whether the game is over is another question.",
    ),
    Case(
        "The only empty cell is a move after a line too",
        bitboards("XOX",
                  "XOO",
                  ".OX"),
        [0b000_000_100],
        why="The opponent's column ends the game, but the cell is empty all the same.",
    ),
)

BAD_BOARDS = (
    BadInput(
        "Both sides are on one cell, and the player's board is quoted",
        (0b110_000_000, 0b010_000_001),
        why="A cell holds one disc at most.",
        quotes="0b110000000",
    ),
    BadInput(
        "Both sides are on one cell, and the opponent's board is quoted",
        (0b110_000_000, 0b010_000_001),
        why="A message that shows both boards lets the reader see the shared cell.",
        quotes="0b10000001",
    ),
    BadInput(
        "Both sides are on the last cell",
        (0b000_000_001, 0b000_000_001),
        why="The shared cell may be any cell.",
    ),
    BadInput(
        "The player has a tenth bit",
        (0b1_000_000_000, 0),
        why="A board has nine cells, so the greatest board is 0b111_111_111.",
        quotes="0b1000000000",
    ),
    BadInput(
        "The opponent has a tenth bit",
        (0, 0b1_000_000_000),
        why="Both boards have nine bits at most.",
        quotes="0b1000000000",
    ),
    BadInput(
        "The player's board is negative",
        (-1, 0),
        why="A negative number is no set of nine cells.",
        quotes="-0b1",
    ),
    BadInput(
        "The opponent's board is negative",
        (0, -512),
        why="The nine lowest bits of -512 are 0, but it is no set of nine cells.",
        quotes="-0b1000000000",
    ),
)
# fmt: on


@pytest.mark.stage("moves")
@pytest.mark.parametrize("case", MOVES, ids=str)
def test_moves(kata: Kata, case: Case) -> None:
    assert kata.generate_moves(*case.arguments) == case.expected


@pytest.mark.stage("moves")
@pytest.mark.parametrize("case", BAD_BOARDS, ids=str)
def test_bad_boards_have_no_moves(kata: Kata, case: BadInput) -> None:
    assert case.quotes in kata.generate_moves.refusal(*case.arguments)


@pytest.mark.stage("moves")
def test_moves_of_every_set_of_taken_cells(kata: Kata) -> None:
    """All 512 sets of taken cells, dealt to the two sides in turn."""
    positions, expected = [], []
    for cells in every_set_of_cells():
        positions.append((as_board(cells[1::2]), as_board(cells[::2])))
        expected.append([2 ** (8 - cell) for cell in range(9) if cell not in cells])
    assert kata.generate_moves.each(positions) == expected


# Stage: lines

POST = 'Deybis Melendez, "Como hacer un tres en raya"'

# fmt: off
FULL_LINES = (
    Case(
        "The top row",
        discs("XXX",
              "...",
              "..."),
        True,
        why="A full row is a line.",
    ),
    Case(
        "The middle row",
        discs("...",
              "XXX",
              "..."),
        True,
        why="Every row counts.",
    ),
    Case(
        "The bottom row",
        discs("...",
              "...",
              "XXX"),
        True,
        why="Every row counts.",
    ),
    Case(
        "The left column",
        discs("X..",
              "X..",
              "X.."),
        True,
        why="A full column is a line.",
        source=f"{POST}, the first of its lines: 0b100100100",
    ),
    Case(
        "The middle column",
        discs(".X.",
              ".X.",
              ".X."),
        True,
        why="Every column counts.",
    ),
    Case(
        "The right column",
        discs("..X",
              "..X",
              "..X"),
        True,
        why="Every column counts.",
    ),
    Case(
        "The diagonal from the top left",
        discs("X..",
              ".X.",
              "..X"),
        True,
        why="A full diagonal is a line.",
    ),
    Case(
        "The diagonal from the top right",
        discs("..X",
              ".X.",
              "X.."),
        True,
        why="Both diagonals count.",
    ),
    Case(
        "A diagonal with one disc more",
        discs("X..",
              "XX.",
              "..X"),
        True,
        why="A line stays a line whatever else is on the board.",
    ),
    Case(
        "A row and a diagonal at once",
        discs("XXX",
              ".X.",
              "..X"),
        True,
        why="0b111010001 has the discs on cells 0, 1, 2, 4 and 8.",
        source=f"{POST}, its example of a board: 0b111010001",
    ),
    Case(
        "A row and a column at once",
        discs("XXX",
              ".X.",
              ".X."),
        True,
        why="One disc can complete two lines.",
    ),
    Case(
        "Both diagonals at once",
        discs("X.X",
              ".X.",
              "X.X"),
        True,
        why="One disc can complete two lines.",
    ),
    Case(
        "All nine cells",
        discs("XXX",
              "XXX",
              "XXX"),
        True,
        why="All eight lines are full.",
        reachable=False,
    ),
)

NO_LINES = (
    Case(
        "No discs at all",
        discs("...",
              "...",
              "..."),
        False,
        why="An empty set of cells holds no line.",
    ),
    Case(
        "Two discs of a row",
        discs("XX.",
              "...",
              "..."),
        False,
        why="A line has three discs.",
    ),
    Case(
        "Cells 1, 2 and 3 follow one another, but not in a row",
        discs(".XX",
              "X..",
              "..."),
        False,
        why="Cell 3 begins a new row; a row does not run on over the edge.",
    ),
    Case(
        "Cells 5, 6 and 7 follow one another, but not in a row",
        discs("...",
              "..X",
              "XX."),
        False,
        why="Cell 6 begins a new row; a row does not run on over the edge.",
    ),
    Case(
        "Cells 3, 5 and 7 are two apart, but not on a diagonal",
        discs("...",
              "X.X",
              ".X."),
        False,
        why="Cells 2, 4 and 6 are two apart and a diagonal; 3, 5 and 7 are not.",
    ),
    Case(
        "The four corners",
        discs("X.X",
              "...",
              "X.X"),
        False,
        why="Each line needs three cells, and the corners have two of each.",
    ),
    Case(
        "The four cells at the edges",
        discs(".X.",
              "X.X",
              ".X."),
        False,
        why="The two middle lines lack the cell in the middle.",
    ),
    Case(
        "Two discs in every row and column",
        discs("XX.",
              "X.X",
              ".XX"),
        False,
        why="Even six discs can leave a cell of every line free.",
        reachable=False,
    ),
    Case(
        "Five discs without a line",
        discs("XX.",
              "..X",
              "XX."),
        False,
        why="So many discs has a side that began when the game is drawn.",
    ),
)

WIDE_DISCS = (
    BadInput(
        "The discs have a tenth bit",
        (0b1_000_000_000,),
        why="A board has nine cells, so the greatest board is 0b111_111_111.",
        quotes="0b1000000000",
    ),
    BadInput(
        "The discs are a line and a tenth bit",
        (0b1_111_000_000,),
        why="A full row does not make a board of ten bits a good one.",
        quotes="0b1111000000",
    ),
    BadInput(
        "The discs are negative",
        (-1,),
        why="A negative number is no set of nine cells.",
        quotes="-0b1",
    ),
)
# fmt: on


@pytest.mark.stage("lines")
@pytest.mark.parametrize("case", FULL_LINES, ids=str)
def test_lines(kata: Kata, case: Case) -> None:
    assert kata.has_won(*case.arguments) == case.expected


@pytest.mark.stage("lines")
@pytest.mark.parametrize("case", NO_LINES, ids=str)
def test_no_lines(kata: Kata, case: Case) -> None:
    assert kata.has_won(*case.arguments) == case.expected


@pytest.mark.stage("lines")
@pytest.mark.parametrize("case", WIDE_DISCS, ids=str)
def test_bad_discs(kata: Kata, case: BadInput) -> None:
    assert case.quotes in kata.has_won.refusal(*case.arguments)


@pytest.mark.stage("lines")
def test_lines_of_every_set_of_discs(kata: Kata) -> None:
    """All 512 sets of discs."""
    sets = every_set_of_cells()
    expected = [any(set(line) <= set(cells) for line in LINES) for cells in sets]
    assert kata.has_won.each([(as_board(cells),) for cells in sets]) == expected


# Stage: value

# fmt: off
FINISHED = (
    Case(
        "The opponent has a line",
        bitboards("OOO",
                  "XX.",
                  "..."),
        -1,
        why="The game is over and the side to move has lost it, empty cells or not.",
    ),
    Case(
        "The opponent has a line, and the player could complete one",
        bitboards("XX.",
                  "OOO",
                  "..."),
        -1,
        why="After a line no more moves are made.",
    ),
    Case(
        "The opponent began and has a line",
        bitboards("XX.",
                  "OOO",
                  "O.X"),
        -1,
        why="Who began does not matter, only who has the line.",
    ),
    Case(
        "The board is full and nobody has a line",
        bitboards("XOX",
                  "OOX",
                  "OXO"),
        0,
        why="A full board without a line is a draw.",
    ),
    Case(
        "The ninth disc completed a line",
        bitboards("OXX",
                  "XOO",
                  "OXO"),
        -1,
        why="A full board with a line is no draw: look for lines first.",
    ),
)

ONE_PLY_LEFT = (
    Case(
        "The player completes a row",
        bitboards("XX.",
                  "OO.",
                  "..."),
        1,
        why="The player moves first and needs one disc.",
    ),
    Case(
        "The player completes a column although the opponent has two threats",
        bitboards("OX.",
                  "O..",
                  ".XO"),
        1,
        why="A line ends the game, so the opponent's threats come too late.",
    ),
    Case(
        "The last cell completes a line of the player",
        bitboards(".XO",
                  "OXO",
                  "XOX"),
        1,
        why="The ninth disc can win.",
    ),
    Case(
        "The last cell completes nothing",
        bitboards("XOX",
                  "XOO",
                  "OX."),
        0,
        why="After the ninth disc the board is full and there is no line.",
    ),
)

DEEPER = (
    Case(
        "The opponent has two threats",
        bitboards("O.O",
                  ".X.",
                  "O.X"),
        -1,
        why="The player can stop only one of two threats.",
    ),
    Case(
        "The player must stop a threat, and then it is a draw",
        bitboards("XO.",
                  ".O.",
                  "..."),
        0,
        why="Only cell 7 holds the draw; the value is that of the best move.",
    ),
    Case(
        "The player wins in three plies",
        bitboards("X..",
                  "O.O",
                  "X.."),
        1,
        why="A disc that makes two threats wins with the next disc.",
    ),
    Case(
        "The player loses in four plies",
        bitboards("...",
                  "O..",
                  "O.X"),
        -1,
        why="The player must stop a threat, and then the opponent makes two.",
    ),
    Case(
        "The player wins in five plies",
        bitboards("...",
                  "...",
                  ".OX"),
        1,
        why="The value is 1 for any win, however many plies it takes.",
    ),
    Case(
        "Nobody has moved",
        bitboards("...",
                  "...",
                  "..."),
        0,
        why="Played well by both sides, the game is a draw.",
    ),
    Case(
        "The opponent took a corner",
        bitboards("...",
                  "...",
                  "..O"),
        0,
        why="The middle cell holds the draw.",
    ),
    Case(
        "The opponent took the middle",
        bitboards("...",
                  ".O.",
                  "..."),
        0,
        why="A corner holds the draw.",
    ),
    Case(
        "The opponent took a cell at an edge",
        bitboards("...",
                  "..O",
                  "..."),
        0,
        why="There are moves that hold the draw, and moves that lose.",
    ),
)
# fmt: on


@pytest.mark.stage("value")
@pytest.mark.parametrize("case", FINISHED, ids=str)
def test_value_of_a_finished_game(kata: Kata, case: Case) -> None:
    assert kata.negamax(*case.arguments) == case.expected


@pytest.mark.stage("value")
@pytest.mark.parametrize("case", ONE_PLY_LEFT, ids=str)
def test_value_of_one_ply(kata: Kata, case: Case) -> None:
    assert kata.negamax(*case.arguments) == case.expected


@pytest.mark.stage("value")
@pytest.mark.parametrize("case", DEEPER, ids=str)
def test_value(kata: Kata, case: Case) -> None:
    assert kata.negamax(*case.arguments) == case.expected


@pytest.mark.stage("value")
@pytest.mark.parametrize("case", BAD_BOARDS, ids=str)
def test_bad_boards_have_no_value(kata: Kata, case: BadInput) -> None:
    assert case.quotes in kata.negamax.refusal(*case.arguments)


@pytest.mark.stage("value")
def test_value_does_not_depend_on_the_cells_alone(kata: Kata) -> None:
    """Three positions with the same cells taken: a win, a draw and a loss, asked one by one."""
    won = bitboards(".O.", ".O.", "XX.")
    drawn = bitboards(".O.", ".X.", "OX.")
    lost = bitboards(".X.", ".O.", "OX.")
    assert kata.negamax.each([won, drawn, lost]) == [1, 0, -1]


@pytest.mark.stage("value")
def test_value_of_every_position(kata: Kata) -> None:
    """All 5,478 positions, 765 if turned and mirrored ones count once, against a slow oracle."""
    boards = every_board()
    assert (len(boards), len(set(map(first_image, boards)))) == (5_478, 765)
    assert kata.negamax.each(list(map(position, boards))) == list(map(value, boards))


# Stage: best move

# fmt: off
BEST_MOVES = (
    Case(
        "Complete the row",
        bitboards("XX.",
                  "OO.",
                  "..."),
        2,
        why="Cell 2 wins; cell 5 only holds the draw.",
    ),
    Case(
        "Complete the diagonal in the last cell",
        bitboards("XOO",
                  "OX.",
                  "..."),
        8,
        why="The answer is the number of a cell, 0 to 8, and not its mask.",
    ),
    Case(
        "Complete the column in the first cell",
        bitboards(".OO",
                  "X..",
                  "X.."),
        0,
        why="Cell 0 is an answer like any other.",
    ),
    Case(
        "Complete a line rather than stop one",
        bitboards("OX.",
                  "...",
                  "OX."),
        4,
        why="Cell 3 stops the opponent's column, but a line ends the game.",
    ),
    Case(
        "Stop the opponent's row",
        bitboards("OO.",
                  ".X.",
                  "..."),
        2,
        why="Any other move loses at once.",
    ),
    Case(
        "Stop the opponent's diagonal",
        bitboards("O..",
                  ".O.",
                  "X.."),
        8,
        why="Any other move loses at once.",
    ),
    Case(
        "Answer a corner with the middle",
        bitboards("O..",
                  "...",
                  "..."),
        4,
        why="After any other answer the opponent wins.",
    ),
    Case(
        "Answer the middle with a corner",
        bitboards("...",
                  ".O.",
                  "..."),
        OneOf((0, 2, 6, 8)),
        why="After an answer at an edge the opponent wins.",
    ),
    Case(
        "Answer two opposite corners at an edge",
        bitboards("O..",
                  ".X.",
                  "..O"),
        OneOf((1, 3, 5, 7)),
        why="After an answer in a corner the opponent takes the last corner and has two threats.",
    ),
    Case(
        "Make two threats",
        bitboards("X..",
                  "O.O",
                  "X.."),
        4,
        why="Cell 4 stops a row and threatens both diagonals.",
    ),
    Case(
        "The first move may be any",
        bitboards("...",
                  "...",
                  "..."),
        OneOf(range(9)),
        why="All nine first moves hold the draw.",
    ),
    Case(
        "Any empty cell will do when all of them lose",
        bitboards("O.O",
                  ".X.",
                  "O.X"),
        OneOf((1, 3, 5, 7)),
        why="A lost position has moves too; the answer must be an empty cell.",
    ),
    Case(
        "The last empty cell",
        bitboards("XOX",
                  "XOO",
                  "OX."),
        8,
        why="There is only one move, so it is the best.",
    ),
    Case(
        "Any empty cell will do when all of them lose sooner or later",
        bitboards("...",
                  "O..",
                  "O.X"),
        OneOf((0, 1, 2, 4, 5, 7)),
        why="Stopping the column only puts the end off, so every move keeps the value.",
    ),
)

FINISHED_GAMES = (
    BadInput(
        "The opponent has a line and cells are empty",
        bitboards("OOO",
                  "XX.",
                  "..."),
        why="After a line there are no more moves.",
        quotes="0b111000000",
    ),
    BadInput(
        "The opponent has a line and one cell is empty",
        bitboards("XOX",
                  "XOO",
                  ".OX"),
        why="Cell 6 is empty and would complete a column, but the game is over.",
        quotes="0b10011010",
    ),
    BadInput(
        "The board is full without a line",
        bitboards("XOX",
                  "OOX",
                  "OXO"),
        why="On a full board there are no moves.",
        quotes="0b101001010",
    ),
    BadInput(
        "The ninth disc completed the opponent's line",
        bitboards("OXX",
                  "XOO",
                  "OXO"),
        why="There are two reasons why there is no move here.",
    ),
)
# fmt: on


@pytest.mark.stage("best move")
@pytest.mark.parametrize("case", BEST_MOVES, ids=str)
def test_best_move(kata: Kata, case: Case) -> None:
    assert kata.best_move(*case.arguments) == case.expected


@pytest.mark.stage("best move")
@pytest.mark.parametrize("case", FINISHED_GAMES, ids=str)
def test_finished_games_have_no_best_move(kata: Kata, case: BadInput) -> None:
    assert case.quotes in kata.best_move.refusal(*case.arguments)


@pytest.mark.stage("best move")
@pytest.mark.parametrize("case", BAD_BOARDS, ids=str)
def test_bad_boards_have_no_best_move(kata: Kata, case: BadInput) -> None:
    assert case.quotes in kata.best_move.refusal(*case.arguments)


@pytest.mark.stage("best move")
def test_best_move_of_every_position(kata: Kata) -> None:
    """All 4,520 positions that are not finished: any move that keeps the value is right."""
    boards = [board for board in every_board() if moves(board)]
    assert len(boards) == 4_520
    expected: list[object] = [OneOf(best_cells(board)) for board in boards]
    assert kata.best_move.each(list(map(position, boards))) == expected


# Stage: fastest win

# fmt: off
FASTEST_WINS = (
    Case(
        "Cell 4 wins too, but cell 6 wins at once",
        bitboards("...",
                  "O.O",
                  ".XX"),
        6,
        why="Cell 4 makes three threats and wins two plies later than cell 6.",
    ),
    Case(
        "Cell 4 wins too, but cell 0 wins at once",
        bitboards(".XX",
                  "O.O",
                  "..."),
        0,
        why="The fastest of several wins can be the first one or the last one that is found.",
    ),
    Case(
        "Cells 0 and 4 win too, but cell 2 wins at once",
        bitboards("...",
                  "O.X",
                  ".OX"),
        2,
        why="Neither the first nor the last of the winning moves is the fastest here.",
    ),
    Case(
        "Two moves complete a line",
        bitboards("XO.",
                  "OXO",
                  "XO."),
        OneOf((2, 8)),
        why="Of two moves that win at once either is right.",
    ),
    Case(
        "Three plies are faster than five",
        bitboards("...",
                  "..X",
                  "XOO"),
        OneOf((3, 4)),
        why="Cells 0 and 1 win too, but in five plies.",
    ),
    Case(
        "Cells 2 and 8 are faster than cells 1 and 7",
        bitboards("O..",
                  "O.X",
                  "X.."),
        OneOf((2, 8)),
        why="No move wins at once: two of the wins take three plies, and two take five.",
    ),
    Case(
        "Cells 6 and 8 are faster than cells 3 and 5",
        bitboards("OOX",
                  "...",
                  ".X."),
        OneOf((6, 8)),
        why="After cell 5 the opponent can put the end off for two more plies.",
    ),
)
# fmt: on


@pytest.mark.stage("fastest win")
@pytest.mark.parametrize("case", FASTEST_WINS, ids=str)
def test_fastest_win(kata: Kata, case: Case) -> None:
    assert kata.best_move(*case.arguments) == case.expected


@pytest.mark.stage("fastest win")
def test_fastest_win_of_every_position(kata: Kata) -> None:
    """All 2,836 positions that the side to move can win."""
    boards = [board for board in every_board() if moves(board) and value(board) == 1]
    assert len(boards) == 2_836
    expected: list[object] = [OneOf(fastest_cells(board)) for board in boards]
    assert kata.best_move.each(list(map(position, boards))) == expected


# Stage: cost


@pytest.mark.stage("cost")
def test_calls_for_the_empty_board(kata: Kata) -> None:
    """The calls that the value of the empty board takes.

    There are 5,478 positions, and 549,946 ways to come to them, counted ply by ply. A tenth of
    these is allowed: keep what is known of a position, or leave out what cannot change the value.
    """
    assert kata.negamax.calls(0, 0) <= 54_994


@pytest.mark.stage("cost")
def test_lines_for_the_empty_board(kata: Kata) -> None:
    """The lines that run for the value of the empty board.

    A search with a stack of its own makes no calls, but its lines run once for each position that
    it comes to. With 5,478 positions there are 219 lines for each.
    """
    assert kata.negamax.lines(0, 0) <= 1_200_000


# The oracle. A board is a text of nine signs, and X is the side that began.


@cache
def every_set_of_cells() -> list[tuple[int, ...]]:
    """All 512 sets of cells, small ones first."""
    return [cells for size in range(10) for cells in combinations(range(9), size)]


def as_board(cells: Iterable[int]) -> int:
    """A set of cells as a bitboard: cell i is worth 2 to the power of 8 - i."""
    return sum(2 ** (8 - cell) for cell in cells)


def side_to_move(board: str) -> str:
    """X on an even number of discs, O on an odd one."""
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
def results() -> dict[str, tuple[int, int]]:
    """For each board the result for X, and the plies until it comes: fast wins, slow losses.

    The boards with the most discs come first, so the boards after each move are known already.
    Listing the boards takes 15 ms, valuing them 10 ms, and their images 35 ms; each is done once.
    """
    known: dict[str, tuple[int, int]] = {}
    for board in reversed(every_board()):
        after = [known[following] for following in moves(board).values()]
        if not after:
            known[board] = ({"X": 1, "O": -1, ".": 0}[winner(board)], 0)
            continue
        outcomes = [result for result, _ in after]
        wanted = 1 if side_to_move(board) == "X" else -1
        best = max(outcomes) if wanted == 1 else min(outcomes)
        plies = [length for result, length in after if result == best]
        known[board] = (best, 1 + (min(plies) if best == wanted else max(plies)))
    return known


def value(board: str) -> int:
    """The result for the side to move."""
    result, _ = results()[board]
    return result if side_to_move(board) == "X" else -result


def best_cells(board: str) -> list[int]:
    """The moves that keep the result."""
    known = results()
    return [cell for cell, after in moves(board).items() if known[after][0] == known[board][0]]


def fastest_cells(board: str) -> list[int]:
    """The moves that keep the result and do not lengthen the way to it."""
    known = results()
    result, plies = known[board]
    return [cell for cell, after in moves(board).items() if known[after] == (result, plies - 1)]


def position(board: str) -> tuple[int, int]:
    """A board as `(player, opponent)`."""
    player = side_to_move(board)
    mine = [cell for cell in range(9) if board[cell] == player]
    theirs = [cell for cell in range(9) if board[cell] not in (player, ".")]
    return as_board(mine), as_board(theirs)


def first_image(board: str) -> str:
    """Of a board and its turned and mirrored images the one that sorts first."""
    images = []
    for _ in range(4):
        board = "".join(board[cell] for cell in QUARTER_TURN)
        images += [board, "".join(board[cell] for cell in MIRROR)]
    return min(images)


# For the report of a case that fails.


def source(call: Call) -> str:
    """The call, with boards that show their rows."""
    return call_with_bits(call.function, call.arguments)


def draw(call: Call) -> str:
    """The position; brackets mark full lines, or for `best_move` the right answers."""
    boards = [board for board in call.arguments if isinstance(board, int) and 0 <= board < 512]
    if len(boards) < len(call.arguments):
        return ""
    player, opponent = (*boards, 0)[:2]
    marked, mark = 0, "a full line"
    for line in map(as_board, LINES):
        if line in (line & player, line & opponent):
            marked |= line
    if call.function == "best_move":
        cells = getattr(call.expected, "choices", (call.expected,))
        marked = as_board(cell for cell in cells if isinstance(cell, int))
        mark = "a best move"
    if call.function == "has_won":
        return draw_discs(player, marked)
    return draw_bitboards(player, opponent, marked, mark)


def meaning(function: str, value: object) -> str:
    """An answer in words."""
    if function == "has_won" and isinstance(value, bool):
        return "a line" if value else "no line"
    if function == "generate_moves" and isinstance(value, list):
        return cells_of(value)
    if type(value) is not int:
        return ""
    if function == "negamax":
        return {1: "the player wins", 0: "a draw", -1: "the opponent wins"}.get(value, "")
    if function == "best_move" and 0 <= value <= 8:
        return f"row {value // 3}, column {value % 3}"
    if function == "best_move" and value in MASKS:
        return f"the mask of cell {MASKS.index(value)}"
    return ""


def cells_of(moves: list[object]) -> str:
    """The cells of a list of masks, if it is one."""
    if not all(type(move) is int and move in MASKS for move in moves):
        return ""
    return "cells " + ", ".join(str(MASKS.index(move)) for move in moves) if moves else "no cell"
