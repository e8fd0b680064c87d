"""The table of tictactoe_player: single moves, whole games, and what is no position.

Boards are drawn with X, O and dots. All positions here are reachable: on a board without a line
every order of its marks is a game, if a side has as many of them as the other one, or one fewer.

Stages:
    wins                        the player can win, and the other side threatens nothing
    blocks                      the other side threatens to win, and the player cannot
    wins before it blocks       both
    never loses moving first    every game of the other side, against X and against O
    never loses moving second   the moves that nobody can do without; every game
    bad input                   finished games, wrong players, wrong turns, wrong boards

The oracle of the games is a search: it knows the value of every position, and no rules. A position
that is not lost becomes lost by one move of the player, and then the other side has a way to win,
whatever the player does. So a player never loses if and only if each of its moves holds, and the
first one that does not is the move where a game goes wrong.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from typing import TypeAlias

import pytest
from kata_kit import BadInput, Call, Case, Kata, OneOf
from kata_kit.boards import Coordinate, draw_matrix, matrix
from kata_kit.fixture import Answers

Cells: TypeAlias = tuple[int, ...]
Game: TypeAlias = tuple[int, ...]

EMPTY, X, O = 0, 1, 2  # noqa: E741 - O is the name of a side
OTHER = {X: O, O: X}
LETTERS = {EMPTY: ".", X: "X", O: "O"}

PROLOG = "the tic-tac-toe program in Prolog by Pedro Ortiz and Miguel Pazos"


# Stage: wins

# fmt: off
WINS = (
    Case(
        "X completes the top row",
        (matrix("XX.",
                "O..",
                ".O."), X),
        (0, 2),
        why="Two marks of yours and an empty cell in a line: that cell wins.",
    ),
    Case(
        "O completes the middle row, with the gap in the middle",
        (matrix(".X.",
                "O.O",
                "..X"), O),
        (1, 1),
        why="The empty cell of a line can be the one in its middle.",
    ),
    Case(
        "X completes the bottom row, with the gap on the left",
        (matrix(".O.",
                "..O",
                ".XX"), X),
        (2, 0),
        why="The empty cell of a line can be the first one.",
    ),
    Case(
        "O completes the left column",
        (matrix("O.X",
                ".X.",
                "O.."), O),
        (1, 0),
        why="Columns are lines, and the player is O here.",
    ),
    Case(
        "X completes the middle column",
        (matrix("...",
                "OXO",
                ".X."), X),
        (0, 1),
        why="Columns are lines.",
    ),
    Case(
        "O completes the right column",
        (matrix("X..",
                ".XO",
                "..O"), O),
        (0, 2),
        why="Columns are lines.",
    ),
    Case(
        "X completes the diagonal from the top left",
        (matrix("X.O",
                "OX.",
                "..."), X),
        (2, 2),
        why="Diagonals are lines.",
    ),
    Case(
        "O completes the diagonal from the top right",
        (matrix("..O",
                "XOX",
                "..."), O),
        (2, 0),
        why="Diagonals are lines.",
    ),
    Case(
        "Three lines of O, and two of them are closed",
        (matrix("..O",
                ".OX",
                "XXO"), O),
        (0, 0),
        why="Two marks of yours are no win if the third cell is taken.",
    ),
    Case(
        "Two cells win",
        (matrix("...",
                "OXO",
                "XOX"), X),
        OneOf(((0, 0), (0, 2))),
        why="Either of them will do.",
    ),
    Case(
        "O began, and X wins",
        (matrix("..O",
                ".XO",
                ".OX"), X),
        (0, 0),
        why="Either side may begin: here X has one mark fewer and is to move.",
    ),
    Case(
        "The last empty cell wins",
        (matrix(".XX",
                "XOO",
                "OOX"), X),
        (0, 0),
        why="A game can be won with the ninth move.",
    ),
)
AS_IT_WAS = (
    Case(
        "A board with a win is left alone",
        (matrix("XX.",
                "O..",
                ".O."), X),
        (0, 2),
        why="The answer is a move; whoever asked for it makes it.",
    ),
    Case(
        "A board without a win is left alone",
        (matrix("X..",
                ".O.",
                "..."), X),
        OneOf(((0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2))),
        why="A mark that was put down for a trial has to be taken up again.",
    ),
)
OTHER_SEQUENCES = (
    Case(
        "A board of tuples",
        (((0, 2, 0), (0, 1, 1), (0, 0, 2)), X),
        (1, 0),
        why="A board is any sequence of sequences, also one that cannot be changed.",
    ),
)
# fmt: on


@pytest.mark.stage("wins")
@pytest.mark.parametrize("case", WINS, ids=str)
def test_wins(kata: Kata, case: Case) -> None:
    assert kata.choose_move(*case.arguments) == case.expected


@pytest.mark.stage("wins")
def test_every_win(kata: Kata) -> None:
    """Every position of a game that X began, with a win and nothing to block."""
    turns = [turn for turn in all_turns() if turn.wins and not turn.blocks]
    assert kata.choose_move.each([turn.arguments for turn in turns]) == [
        one_of(turn.wins) for turn in turns
    ]


@pytest.mark.stage("wins")
@pytest.mark.parametrize("case", AS_IT_WAS, ids=str)
def test_leaves_the_board_alone(kata: Kata, case: Case) -> None:
    assert kata.choose_move.arguments_after(*case.arguments) == case.arguments


@pytest.mark.stage("wins")
@pytest.mark.parametrize("case", OTHER_SEQUENCES, ids=str)
def test_other_sequences(kata: Kata, case: Case) -> None:
    assert kata.choose_move(*case.arguments) == case.expected


# Stage: blocks

# fmt: off
BLOCKS = (
    Case(
        "O blocks the top row",
        (matrix("XX.",
                ".O.",
                "..."), O),
        (0, 2),
        why="X would complete the row with the next move.",
    ),
    Case(
        "X blocks the middle row, with the gap in the middle",
        (matrix(".X.",
                "O.O",
                "..."), X),
        (1, 1),
        why="The empty cell of a line can be the one in its middle; the player is X here.",
    ),
    Case(
        "O blocks the bottom row and leaves the centre",
        (matrix("O..",
                "...",
                ".XX"), O),
        (2, 0),
        why="The centre is worth nothing if X wins with the next move.",
    ),
    Case(
        "X blocks the left column",
        (matrix("OX.",
                "...",
                "O.."), X),
        (1, 0),
        why="Columns are lines.",
    ),
    Case(
        "O blocks the middle column",
        (matrix(".X.",
                ".X.",
                "..O"), O),
        (2, 1),
        why="Columns are lines.",
    ),
    Case(
        "X blocks the right column",
        (matrix("X.O",
                "...",
                "..O"), X),
        (1, 2),
        why="Columns are lines.",
    ),
    Case(
        "O blocks the diagonal from the top left",
        (matrix("...",
                ".XO",
                "..X"), O),
        (0, 0),
        why="Diagonals are lines.",
    ),
    Case(
        "X blocks the diagonal from the top right",
        (matrix("..O",
                ".O.",
                "..X"), X),
        (2, 0),
        why="Diagonals are lines.",
    ),
    Case(
        "Two lines of X, and one of them is closed",
        (matrix("XXO",
                "X..",
                ".O."), O),
        (2, 0),
        why="The top row is closed already; the left column is not.",
    ),
    Case(
        "Two empty cells are left",
        (matrix("..X",
                "XOO",
                "OXO"), X),
        (0, 0),
        why="O would complete the diagonal; the other cell can wait.",
    ),
    Case(
        "Two cells would win for X",
        (matrix("...",
                "XX.",
                "OXO"), O),
        OneOf(((0, 1), (1, 2))),
        why="Both cannot be blocked. Take one of them: X has yet to find the other.",
    ),
)
# fmt: on


@pytest.mark.stage("blocks")
@pytest.mark.parametrize("case", BLOCKS, ids=str)
def test_blocks(kata: Kata, case: Case) -> None:
    assert kata.choose_move(*case.arguments) == case.expected


@pytest.mark.stage("blocks")
def test_every_block(kata: Kata) -> None:
    """Every position of a game that X began, with something to block and no win."""
    turns = [turn for turn in all_turns() if turn.blocks and not turn.wins]
    assert kata.choose_move.each([turn.arguments for turn in turns]) == [
        one_of(turn.blocks) for turn in turns
    ]


# Stage: wins before it blocks

# fmt: off
WINS_FIRST = (
    Case(
        "Both sides have two in a row, and X is to move",
        (matrix("XX.",
                "OO.",
                "..."), X),
        (0, 2),
        why="A win ends the game; after a block it goes on.",
    ),
    Case(
        "The cell that blocks comes before the one that wins",
        (matrix("...",
                "OO.",
                ".XX"), X),
        (2, 0),
        why="Look through the whole board for a win before you look for a block.",
    ),
    Case(
        "Both sides have two in a row, and O is to move",
        (matrix("XX.",
                ".OO",
                "..."), O),
        (1, 0),
        why="A win ends the game; after a block it goes on.",
    ),
    Case(
        "Both sides have two in a column",
        (matrix("XO.",
                "...",
                "XO."), X),
        (1, 0),
        why="A win ends the game; after a block it goes on.",
    ),
    Case(
        "A column wins, and another one could be blocked",
        (matrix("O..",
                "..X",
                "O.X"), O),
        (1, 0),
        why="The columns are lines for both sides.",
    ),
    Case(
        "The centre completes a column, and a cell beside it would block",
        (matrix("OX.",
                "...",
                "OX."), X),
        (1, 1),
        why="A win ends the game; after a block it goes on.",
    ),
    Case(
        "A column wins, and the other side has three marks",
        (matrix(".OO",
                "OXX",
                "XX."), O),
        (0, 0),
        why="X began: O has one mark fewer and is to move.",
    ),
    Case(
        "The cell that wins is the one that would block",
        (matrix("XX.",
                ".O.",
                "O.."), X),
        (0, 2),
        why="A threat of the other side on the same cell changes nothing.",
    ),
)
# fmt: on


@pytest.mark.stage("wins before it blocks")
@pytest.mark.parametrize("case", WINS_FIRST, ids=str)
def test_wins_before_it_blocks(kata: Kata, case: Case) -> None:
    assert kata.choose_move(*case.arguments) == case.expected


@pytest.mark.stage("wins before it blocks")
def test_every_win_before_a_block(kata: Kata) -> None:
    """Every position of a game that X began, with a win and something to block."""
    turns = [turn for turn in all_turns() if turn.wins and turn.blocks]
    assert kata.choose_move.each([turn.arguments for turn in turns]) == [
        one_of(turn.wins) for turn in turns
    ]


# Stage: never loses moving first

ANY_CELL = OneOf(tuple(product(range(3), range(3))))

# fmt: off
FIRST_MOVES = (
    Case(
        "X begins",
        (matrix("...",
                "...",
                "..."), X),
        ANY_CELL,
        why="No first move loses. There is nothing to win or to block yet.",
    ),
    Case(
        "O begins",
        (matrix("...",
                "...",
                "..."), O),
        ANY_CELL,
        why="Either side may begin.",
    ),
)
# fmt: on


@pytest.mark.stage("never loses moving first")
@pytest.mark.parametrize("case", FIRST_MOVES, ids=str)
def test_first_moves(kata: Kata, case: Case) -> None:
    assert kata.choose_move(*case.arguments) == case.expected


@pytest.mark.stage("never loses moving first")
def test_every_other_position(kata: Kata) -> None:
    """Every position of a game that X began, with nothing to win or to block: an empty cell."""
    turns = [turn for turn in all_turns() if not turn.wins and not turn.blocks]
    assert kata.choose_move.each([turn.arguments for turn in turns]) == [
        one_of(turn.moves) for turn in turns
    ]


@pytest.mark.stage("never loses moving first")
def test_never_loses_as_x_moving_first(kata: Kata) -> None:
    """Every game of O against your X, which moves first."""
    for answers, moves in every_game(kata, X, first=X):
        assert answers == moves


@pytest.mark.stage("never loses moving first")
def test_never_loses_as_o_moving_first(kata: Kata) -> None:
    """Every game of X against your O, which moves first."""
    for answers, moves in every_game(kata, O, first=O):
        assert answers == moves


# Stage: never loses moving second. The games come first: a lost one says more than a position.


@pytest.mark.stage("never loses moving second")
def test_never_loses_as_o_moving_second(kata: Kata) -> None:
    """Every game of X against your O, which moves second."""
    for answers, moves in every_game(kata, O, first=X):
        assert answers == moves


@pytest.mark.stage("never loses moving second")
def test_never_loses_as_x_moving_second(kata: Kata) -> None:
    """Every game of O against your X, which moves second."""
    for answers, moves in every_game(kata, X, first=O):
        assert answers == moves


# fmt: off
SECOND_MOVES = (
    Case(
        "A corner is answered in the centre",
        (matrix("X..",
                "...",
                "..."), O),
        (1, 1),
        why="Any other answer loses, though not at once.",
    ),
    Case(
        "A corner of O is answered in the centre",
        (matrix("...",
                "...",
                "..O"), X),
        (1, 1),
        why="Any other answer loses, though not at once; the player is X here.",
    ),
    Case(
        "The centre is answered in a corner",
        (matrix("...",
                ".X.",
                "..."), O),
        OneOf(((0, 0), (0, 2), (2, 0), (2, 2))),
        why="An answer in an edge loses, though not at once.",
        source=f"{PROLOG}, an example of its text",
    ),
    Case(
        "An edge is answered in its lines",
        (matrix(".O.",
                "...",
                "..."), X),
        OneOf(((0, 0), (0, 2), (1, 1), (2, 1))),
        why="The other four cells lose, though not at once; the player is X here.",
    ),
    Case(
        "Two opposite corners of X around a centre of O",
        (matrix("X..",
                ".O.",
                "..X"), O),
        OneOf(((0, 1), (1, 0), (1, 2), (2, 1))),
        why="X would get two threats at once in either of the free corners. Give X no time for it.",
    ),
    Case(
        "Two opposite corners of O around a centre of X",
        (matrix("..O",
                ".X.",
                "O.."), X),
        OneOf(((0, 1), (1, 0), (1, 2), (2, 1))),
        why="What holds against X holds against O, on the other diagonal as well.",
    ),
    Case(
        "Two edges of X around a centre of O",
        (matrix("...",
                ".OX",
                ".X."), O),
        OneOf(((0, 2), (2, 0), (2, 2))),
        why="X would get two threats at once in (2, 2). Take it, or an end of its lines.",
    ),
    Case(
        "A corner and a far edge of X around a centre of O",
        (matrix("X..",
                ".OX",
                "..."), O),
        OneOf(((0, 1), (0, 2), (2, 1), (2, 2))),
        why="After a threat from (2, 0), X blocks in (0, 2) and has two threats at once.",
        source=f"{PROLOG}: it claims never to lose, and loses 0-4-5-6-2-1-8 (cells 0 to 8)",
    ),
    Case(
        "A corner and a far edge of O around a centre of X",
        (matrix("O..",
                ".X.",
                ".O."), X),
        OneOf(((1, 0), (1, 2), (2, 0), (2, 2))),
        why="After a threat from (0, 2), O blocks in (2, 0) and has two threats at once.",
    ),
)
# fmt: on


@pytest.mark.stage("never loses moving second")
@pytest.mark.parametrize("case", SECOND_MOVES, ids=str)
def test_second_moves(kata: Kata, case: Case) -> None:
    assert kata.choose_move(*case.arguments) == case.expected


# Stage: bad input

# fmt: off
BAD_INPUT = (
    BadInput(
        "X has won",
        (matrix("XXX",
                "OO.",
                "..."), O),
        quotes="[[1, 1, 1], [2, 2, 0], [0, 0, 0]]",
        why="A finished game has no move, though it would be the turn of O.",
    ),
    BadInput(
        "O has won, on the diagonal",
        (matrix("OX.",
                "XO.",
                "X.O"), X),
        quotes="[[2, 1, 0], [1, 2, 0], [1, 0, 2]]",
        why="A finished game has no move, though it would be the turn of X.",
    ),
    BadInput(
        "A draw",
        (matrix("XOX",
                "XOO",
                "OXX"), O),
        quotes="[[1, 2, 1], [1, 2, 2], [2, 1, 1]]",
        why="A full board has no move.",
    ),
    BadInput(
        "A line on a full board",
        (matrix("OXO",
                "OXX",
                "XXO"), O),
        quotes="[[2, 1, 2], [2, 1, 1], [1, 1, 2]]",
        why="A full board has no move, won or not.",
    ),
    BadInput(
        "Player 0",
        (matrix("X..",
                ".O.",
                "..."), 0),
        quotes="0",
        why="The players are 1 and 2; 0 is an empty cell.",
    ),
    BadInput(
        "Player 3",
        (matrix("X..",
                ".O.",
                "..."), 3),
        quotes="3",
        why="The players are 1 and 2.",
    ),
    BadInput(
        "Player -1",
        (matrix("X..",
                ".O.",
                "..."), -1),
        quotes="-1",
        why="The players are 1 and 2; other programs write -1 for the second one.",
    ),
    BadInput(
        "Player X, as a letter",
        (matrix("X..",
                ".O.",
                "..."), "X"),
        quotes="'X'",
        why="The players are numbers; the letters are for drawing.",
    ),
    BadInput(
        "X has moved, and is asked again",
        (matrix("X..",
                "...",
                "..."), X),
        quotes="[[1, 0, 0], [0, 0, 0], [0, 0, 0]]",
        why="X has one mark more than O: it is the turn of O.",
    ),
    BadInput(
        "O has moved, and is asked again",
        (matrix("XO.",
                ".O.",
                "..."), O),
        quotes="[[1, 2, 0], [0, 2, 0], [0, 0, 0]]",
        why="O has one mark more than X: it is the turn of X.",
    ),
    BadInput(
        "X has two marks more",
        (matrix("X..",
                "...",
                "..X"), O),
        quotes="[[1, 0, 0], [0, 0, 0], [0, 0, 1]]",
        why="No game comes to this board: O has missed a turn.",
    ),
    BadInput(
        "O has three marks more",
        (matrix("O.O",
                "...",
                ".O."), X),
        quotes="[[2, 0, 2], [0, 0, 0], [0, 2, 0]]",
        why="No game comes to this board: X has missed its turns.",
    ),
    BadInput(
        "No rows",
        ([], X),
        quotes="[]",
        why="A board has three rows.",
    ),
    BadInput(
        "Two rows",
        ([[0, 0], [0, 0]], X),
        quotes="[[0, 0], [0, 0]]",
        why="This kata plays on three by three cells only.",
    ),
    BadInput(
        "Four rows",
        (matrix("X...",
                "....",
                "....",
                "...O"), X),
        quotes="[[1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 2]]",
        why="This kata plays on three by three cells only.",
    ),
    BadInput(
        "A row of two cells",
        ([[0, 0, 0], [1, 2], [0, 0, 0]], X),
        quotes="[1, 2]",
        why="Every row has three cells.",
    ),
    BadInput(
        "A row of four cells",
        ([[0, 0, 0], [0, 0, 0], [1, 2, 0, 0]], X),
        quotes="[1, 2, 0, 0]",
        why="Every row has three cells.",
    ),
    BadInput(
        "A cell holds 3",
        ([[0, 0, 0], [0, 3, 0], [0, 0, 0]], X),
        quotes="3",
        why="A cell is 0, 1 or 2.",
    ),
    BadInput(
        "A cell holds the letter O",
        ([[1, 0, 0], [0, "O", 0], [0, 0, 0]], X),
        quotes="'O'",
        why="A cell is a number; the letters are for drawing.",
    ),
)
# fmt: on


@pytest.mark.stage("bad input")
@pytest.mark.parametrize("case", BAD_INPUT, ids=str)
def test_bad_input(kata: Kata, case: BadInput) -> None:
    assert case.quotes in kata.choose_move.refusal(*case.arguments)


# The oracle of the single moves: cells are counted from 0 to 8, row by row

LINES = (
    *([3 * row + column for column in range(3)] for row in range(3)),
    *([3 * row + column for row in range(3)] for column in range(3)),
    [3 * number + number for number in range(3)],
    [3 * number + 2 - number for number in range(3)],
)


def rows(cells: Cells) -> list[list[int]]:
    """A board as the player gets it."""
    return [list(cells[start : start + 3]) for start in (0, 3, 6)]


def coordinates(moves: Sequence[int]) -> list[Coordinate]:
    """Moves as the player gives them."""
    return [divmod(move, 3) for move in moves]


def one_of(moves: Sequence[object]) -> object:
    """Any of these moves is right."""
    return moves[0] if len(moves) == 1 else OneOf(moves)


def empty(cells: Cells) -> list[int]:
    """The cells that are empty."""
    return [cell for cell in range(9) if cells[cell] == EMPTY]


def put(cells: Cells, move: int, side: int) -> Cells:
    """The cells after a move."""
    return (*cells[:move], side, *cells[move + 1 :])


def has_line(cells: Cells, side: int) -> bool:
    """Whether a side has a line."""
    return any(cells[a] == cells[b] == cells[c] == side for a, b, c in LINES)


def completing(cells: Cells, side: int) -> list[int]:
    """The moves that give a side a line."""
    return [move for move in empty(cells) if has_line(put(cells, move, side), side)]


class Turn:
    """A position with a side to move, its moves, and those that complete a line of each side."""

    def __init__(self, cells: Cells, player: int) -> None:
        self.arguments = (rows(cells), player)
        self.moves = coordinates(empty(cells))
        self.wins = coordinates(completing(cells, player))
        self.blocks = coordinates(completing(cells, OTHER[player]))


@cache
def all_turns() -> list[Turn]:
    """All 4,520 unfinished positions of the games that X begins, fewest marks first (0.1 s)."""
    turns: list[Turn] = []
    level: list[Cells] = [(EMPTY,) * 9]
    for player in (X, O, X, O, X, O, X, O, X):
        turns += [Turn(cells, player) for cells in level]
        after = {put(cells, move, player): None for cells in level for move in empty(cells)}
        level = [cells for cells in after if not has_line(cells, player)]
    return turns


# The oracle of the games


@cache
def value(cells: Cells, player: int) -> int:
    """What the side to move can reach: 1 a win, 0 a draw, -1 a loss (0.1 s for all positions)."""
    other = OTHER[player]
    if has_line(cells, other):
        return -1
    return max([-value(put(cells, move, player), other) for move in empty(cells)], default=0)


def holding(cells: Cells, player: int) -> list[int]:
    """The moves after which the player is not lost."""
    other = OTHER[player]
    return [move for move in empty(cells) if value(put(cells, move, player), other) < 1]


class Holding(OneOf):
    """The moves that hold in a position of a game; the game comes along, so that it can be drawn.

    Attributes:
        game: the moves that led to the position.
        answers: what the player answered in all positions that it was asked about.
    """

    def __init__(self, cells: Cells, player: int, game: Game, answers: Mapping[Cells, int | None]):
        super().__init__(coordinates(holding(cells, player)))
        self.game = game
        self.answers = answers

    def __repr__(self) -> str:
        return repr(one_of(self.choices))


def every_game(kata: Kata, player: int, *, first: int) -> list[tuple[Answers, list[Holding]]]:
    """Play every game that the other side can play against the player.

    The player is asked about each position once, and about all that are equally far in one batch:
    82 positions in 5 batches when the reference moves first, 294 in 4 when it moves second.

    Returns:
        For each turn of the player its answers, and the right ones.
    """
    played = []
    known: dict[Cells, int | None] = {}
    games: dict[Cells, Game] = {(EMPTY,) * 9: ()}
    if first != player:
        games = after_every_move(games, first)
    while games:
        answers = kata.choose_move.each([(rows(cells), player) for cells in games])
        right = [Holding(cells, player, game, known) for cells, game in games.items()]
        played.append((answers, right))
        replies: dict[Cells, Game] = {}
        for (cells, game), answer in zip(games.items(), answers.values, strict=True):
            move = known[cells] = chosen(cells, answer)
            if move is None:
                return played  # Whoever does not move cannot be played against.
            after = put(cells, move, player)
            if not has_line(after, player):
                replies[after] = (*game, move)
        games = after_every_move(replies, OTHER[player])
    return played


def after_every_move(games: Mapping[Cells, Game], side: int) -> dict[Cells, Game]:
    """The unfinished positions after each move of a side, each with one game that leads there."""
    after = {
        put(cells, move, side): (*game, move)
        for cells, game in games.items()
        for move in empty(cells)
    }
    return {cells: after[cells] for cells in after if empty(cells) and not has_line(cells, side)}


def chosen(cells: Cells, answer: object) -> int | None:
    """The empty cell that an answer names; None if it names no such cell."""
    return next((cell for cell in empty(cells) if divmod(cell, 3) == answer), None)


# What a learner is shown


def draw(call: Call) -> str:
    """The board with the answer on it, or a lost game with a board for each move."""
    board, player = call.arguments
    assert isinstance(board, (list, tuple))
    assert isinstance(player, int)
    cells = tuple(cell for row in board for cell in row)
    move = chosen(cells, call.got)
    if isinstance(call.expected, Holding) and move is not None:
        return draw_game(call.expected, player, move)
    right = call.expected.choices if isinstance(call.expected, OneOf) else (call.expected,)
    return draw_move(cells, player, right, call.got)


def draw_move(cells: Cells, player: int, right: Sequence[object], answer: object) -> str:
    """The board with signs for the right moves and for the answer."""
    signs = {cell: "+" for cell in range(9) if divmod(cell, 3) in right}
    words = [
        f"{LETTERS[player]} is to move",
        "+  a right move",
        "the answer is no cell of the board",
    ]
    move = chosen(cells, answer)
    if move is not None:
        signs[move] = "!"
        words[2] = "!  the answer"
    elif answer in coordinates(range(9)):
        words[2] = "the answer is a taken cell"
    drawn = [signs.get(cell, LETTERS[owner]) for cell, owner in enumerate(cells)]
    lines = [f" {'  '.join(drawn[start : start + 3])}" for start in (0, 3, 6)]
    return "\n".join(f"{line}    {text}" for line, text in zip(lines, words, strict=True))


def draw_game(expected: Holding, player: int, move: int) -> str:
    """A lost game: a board after each move, and the move that lost it."""
    number = len(expected.game) + 1
    game = to_the_end((*expected.game, move), player, expected.answers)
    sides = (player, OTHER[player]) if number % 2 == 1 else (OTHER[player], player)
    cells: Cells = (EMPTY,) * 9
    boards = []
    for turn, cell in enumerate(game):
        side = sides[turn % 2]
        cells = put(cells, cell, side)
        words = " ?" if turn + 1 == number else " wins" if has_line(cells, side) else ""
        drawn = draw_matrix(rows(cells), marked={divmod(cell, 3)})
        boards.append(f"{turn + 1} {LETTERS[side]}{words}\n{drawn}")
    return "\n".join(
        [
            f"A lost game of {LETTERS[player]}, after each move:",
            *("\n" + side_by_side(boards[start : start + 5]) for start in range(0, len(boards), 5)),
            "",
            f"Move {number} is the one that loses. These moves would have held:",
            ", ".join(map(str, expected.choices)),
        ]
    )


def side_by_side(pictures: Sequence[str]) -> str:
    """Pictures of the same height beside each other."""
    rows_of_lines = zip(*(picture.splitlines() for picture in pictures), strict=True)
    return "\n".join("   ".join(f"{text:9}" for text in row).rstrip() for row in rows_of_lines)


def to_the_end(game: Game, player: int, answers: Mapping[Cells, int | None]) -> Game:
    """A game that was just lost by its last move, as the other side wins it.

    The player's moves are its own answers; without an answer the game stops there.
    """
    other = OTHER[player]
    cells: Cells = (EMPTY,) * 9
    for back, move in enumerate(reversed(game)):
        cells = put(cells, move, other if back % 2 else player)
    while True:
        winning = [move for move in empty(cells) if value(put(cells, move, other), player) == -1]
        move = [*completing(cells, other), *winning][0]
        cells, game = put(cells, move, other), (*game, move)
        answer = answers.get(cells)
        if has_line(cells, other) or answer is None:
            return game
        cells, game = put(cells, answer, player), (*game, answer)
