"""The table of reversi_player: corners first, then the most discs, and ties left to chance.

A board is drawn as eight rows; X and O are discs, a dot is an empty cell. Coordinates are
(row, column), both from 0. `reachable=False` says that no game comes to a position.

Stages:
    a corner first    drawn positions; every position of eight games in which a corner is legal
    the most discs    drawn positions; every position of these games in which none is
    ties              which moves are chosen, with many seeds and with the same one
    no move           a side that has to pass, finished games; wrong discs and boards

With several legal corners any of them is right. Which of the other moves are tied is known, and
all of them have to be chosen sooner or later. How `rng` is used is up to the player.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from typing import TypeAlias

import pytest
from kata_kit import BadInput, Call, Case, Kata, OneOf, seeded
from kata_kit.boards import Coordinate, call_with_rows, draw_reversi, reversi_board

Board: TypeAlias = list[list[str]]
Flips: TypeAlias = dict[Coordinate, set[Coordinate]]

CHAPTER = "Invent Your Own Computer Games with Python, chapter 15"
OTHER = {"X": "O", "O": "X"}
CORNER_CELLS = {(0, 0), (0, 7), (7, 0), (7, 7)}

# A fair player chooses each of k tied moves with the same chance in each call. The chance that one
# of them is missing after n calls is at most k * (1 - 1 / k) ** n. Here k is at most 4, so that it
# is below 1e-24 for each board, and below 1e-23 for all: no false alarm is to be expected, however
# `rng` is used. Even a player that gives a tied move one call in eight is below 1e-10.
SEEDS = 200
SAME_SEED = 30

# fmt: off
START = reversi_board("........",
                      "........",
                      "........",
                      "...XO...",
                      "...OX...",
                      "........",
                      "........",
                      "........")
# X has to pass, O has two moves.
X_PASSES = reversi_board(".....O.X",
                         "......O.",
                         "....XXOO",
                         "...XX...",
                         "..XXX...",
                         "........",
                         "........",
                         "........")
# The chapter's sample game after its last move: O has to pass, X has three moves.
O_PASSES = reversi_board("OOOOOOOO",
                         "OOOOOOOO",
                         "OOOOOOOO",
                         "OOXOOOOO",
                         "OOOXOXOX",
                         "OXOXXXXX",
                         "OXXOOOOO",
                         "OXXO..X.")
NO_O_LEFT = reversi_board("........",
                          "..XXXXX.",
                          "...XXX..",
                          "...XX...",
                          "..XXX...",
                          "........",
                          "........",
                          "........")
FULL = reversi_board("OOOOOOOX",
                     "XOOOXOXX",
                     "XOOOXXXX",
                     "XOOXOXXX",
                     "XOXXOOXO",
                     "XXOOXOOO",
                     "XXOOOOXO",
                     "XXXXXXXO")


# Stage: a corner first

CORNERS = (
    Case(
        "A corner at the top left",
        (reversi_board("........",
                       ".O......",
                       ".OXXX...",
                       ".O.OX...",
                       "...OOX..",
                       "......X.",
                       "........",
                       "........"), "X"),
        (0, 0),
        why="A disc in a corner never turns over again. (4, 2) would turn over more discs now.",
    ),
    Case(
        "A corner at the top right",
        (reversi_board("........",
                       ".....XXX",
                       "....XO..",
                       "...XXO..",
                       "...OOO..",
                       "........",
                       "........",
                       "........"), "O"),
        (0, 7),
        why="A disc in a corner never turns over again, and the player is O here.",
    ),
    Case(
        "A corner at the bottom left",
        (reversi_board("........",
                       "........",
                       ".....O..",
                       "...XOX..",
                       ".OXOX...",
                       ".OX.....",
                       ".OX.....",
                       "........"), "X"),
        (7, 0),
        why="A disc in a corner never turns over again.",
    ),
    Case(
        "A corner at the bottom right",
        (reversi_board("........",
                       "........",
                       "..XXX...",
                       "...XO...",
                       "...OXO..",
                       ".....O..",
                       "....XOX.",
                       ".....O.."), "O"),
        (7, 7),
        why="A disc in a corner never turns over again.",
    ),
    Case(
        "The corner that the chapter's sample game leaves to X",
        (reversi_board("OOOOOOOO",
                       "OOOOOOOO",
                       "OOOOOOOO",
                       "OOXOOOOO",
                       "OOOXOXOX",
                       "OXOXXXXX",
                       "OXXOOOOO",
                       "OXXO..X."), "X"),
        (7, 7),
        why="Two other moves would turn over three discs each, and this one turns over two.",
        source=f"{CHAPTER}, the position after its last move",
    ),
    Case(
        "Two corners, and another move turns over more",
        (reversi_board("........",
                       ".....OX.",
                       ".O...X..",
                       ".XOXXXX.",
                       "..XOO...",
                       "..XXO...",
                       ".X......",
                       "........"), "O"),
        OneOf(((0, 7), (7, 0))),
        why="Any corner is right, whether it turns over more discs than another one or not.",
    ),
    Case(
        "The only move is a corner",
        (reversi_board(".XOOOOOO",
                       "OOOOOOX.",
                       "OOOXOOX.",
                       "OXOXXOXX",
                       "OXXXXXXO",
                       "O.XXXXXX",
                       "O.X..X..",
                       "......X."), "X"),
        (0, 0),
        why="One corner, and nothing else to choose from.",
    ),
)
# fmt: on


@pytest.mark.stage("a corner first")
@pytest.mark.parametrize("case", CORNERS, ids=str)
def test_corners(kata: Kata, case: Case) -> None:
    assert kata.choose_move(*case.arguments, seeded(0)) == case.expected


@pytest.mark.stage("a corner first")
def test_every_corner_of_eight_games(kata: Kata) -> None:
    """Every position of eight random games in which a corner is legal."""
    turns = [turn for turn in played() if turn.corners]
    assert kata.choose_move.each([(*turn.arguments, seeded(0)) for turn in turns]) == [
        one_of(turn.corners) for turn in turns
    ]


# Stage: the most discs

# fmt: off
MOST_DISCS = (
    Case(
        "Three discs turn over, in the chapter's drawing",
        (reversi_board("........",
                       "........",
                       "...OOO..",
                       "...OOX..",
                       "...OOOX.",
                       "........",
                       "........",
                       "........"), "X"),
        (4, 2),
        why="The six legal moves turn over 1, 1, 2, 3, 1 and 1 discs.",
        source=f"{CHAPTER}, the drawing of the hints",
    ),
    Case(
        "Two discs turn over, in the chapter's drawing",
        (reversi_board("........",
                       "........",
                       "...OOO..",
                       "...OOX..",
                       "...OOOX.",
                       "........",
                       "........",
                       "........"), "O"),
        (5, 7),
        why="For O the four legal moves turn over 1, 1, 1 and 2 discs.",
        source=f"{CHAPTER}, the drawing of the hints",
    ),
    Case(
        "Four discs turn over, late in the chapter's sample game",
        (reversi_board("OOOOOOOO",
                       "OOOOOOOO",
                       "OOOOOOOO",
                       "OOXOOOOO",
                       "OOOXOXOX",
                       "OXOXXOO.",
                       "OXXOOOOO",
                       "OXXO..X."), "X"),
        (7, 4),
        why="The empty corner is no legal move yet: nothing turns over from there.",
        source=f"{CHAPTER}, a position of its sample game",
    ),
    Case(
        "The best move is the first one in the order of the cells",
        (reversi_board("........",
                       "........",
                       "...O....",
                       "...OXX..",
                       "..XXX...",
                       "........",
                       "........",
                       "........"), "O"),
        (3, 6),
        why="Compare all moves, wherever the best one comes.",
    ),
    Case(
        "The best move is the last one in the order of the cells",
        (reversi_board("........",
                       "........",
                       "........",
                       "...XXX..",
                       "..XXO...",
                       "....O...",
                       "........",
                       "........"), "O"),
        (4, 1),
        why="Compare all moves, wherever the best one comes.",
    ),
    Case(
        "Two short runs together are more than a long one",
        (reversi_board("........",
                       "........",
                       "....XO..",
                       "...XXO..",
                       "...OXO..",
                       ".....X..",
                       "........",
                       "........"), "O"),
        (2, 3),
        why="What counts is the number of all discs that turn over, in all directions.",
    ),
    Case(
        "One long run is more than three short ones",
        (reversi_board("........",
                       ".....X..",
                       ".....X..",
                       "..OOOX..",
                       "..XXXX..",
                       "...XOO..",
                       "........",
                       "........"), "O"),
        (0, 5),
        why="What counts is the number of discs, not of directions.",
    ),
    Case(
        "An edge is no corner",
        (reversi_board("........",
                       "........",
                       "........",
                       "...XXX..",
                       "...OOOO.",
                       ".....X..",
                       "........",
                       "........"), "X"),
        (5, 3),
        why="Only the four corners come first; the edge of the board counts like any other cell.",
    ),
    Case(
        "The cell beside a corner is not shunned",
        (reversi_board("........",
                       "........",
                       "...O....",
                       "...OXX..",
                       "..XOX...",
                       "..O.....",
                       "........",
                       "........"), "X"),
        (6, 1),
        why="A better player would think twice; this one takes the most discs.",
    ),
    Case(
        "The cell beside a corner is not shunned on the edge, either",
        (reversi_board("........",
                       "..X.....",
                       "...XX...",
                       "...XX...",
                       "...XOO..",
                       "...X....",
                       "........",
                       "........"), "O"),
        (0, 1),
        why="(0, 1) turns over three discs, (1, 4) turns over two.",
    ),
    Case(
        "An edge is no corner, with five other moves",
        (reversi_board("........",
                       "...X....",
                       "...OXO..",
                       "...OXX..",
                       "...OX...",
                       "........",
                       "........",
                       "........"), "O"),
        (4, 5),
        why="(4, 5) turns over three discs; (0, 3), which is on the edge, turns over one.",
    ),
    Case(
        "A corner is taken already",
        (reversi_board("........",
                       "........",
                       "...X....",
                       "..OXO...",
                       "..OXX...",
                       "..OX....",
                       ".O......",
                       "O......."), "O"),
        (5, 4),
        why="A corner that has a disc is no move.",
    ),
    Case(
        "A corner is legal for the other side only",
        (reversi_board("........",
                       "....O.X.",
                       "....OOO.",
                       "...XX...",
                       "...XX...",
                       "...X....",
                       "........",
                       "........"), "X"),
        (0, 4),
        why="O could take (0, 7); for X nothing turns over there.",
    ),
    Case(
        "There is only one move",
        (reversi_board("........",
                       "........",
                       "..O.X...",
                       "...XX...",
                       "..XXXX..",
                       "......X.",
                       "........",
                       "........"), "O"),
        (5, 5),
        why="One legal move, and nothing to choose.",
    ),
)
AS_IT_WAS = (
    Case(
        "The board of a move without a corner is left alone",
        (START, "X"),
        OneOf(((2, 4), (3, 5), (4, 2), (5, 3))),
        why="The answer is a move; whoever asked for it makes it.",
    ),
    Case(
        "The board of a move into a corner is left alone",
        (O_PASSES, "X"),
        (7, 7),
        why="The answer is a move; whoever asked for it makes it.",
    ),
)
# fmt: on


@pytest.mark.stage("the most discs")
@pytest.mark.parametrize("case", MOST_DISCS, ids=str)
def test_most_discs(kata: Kata, case: Case) -> None:
    assert kata.choose_move(*case.arguments, seeded(0)) == case.expected


@pytest.mark.stage("the most discs")
def test_every_other_position_of_eight_games(kata: Kata) -> None:
    """Every position of eight random games in which no corner is legal."""
    turns = [turn for turn in played() if turn.flips and not turn.corners]
    assert kata.choose_move.each([(*turn.arguments, seeded(0)) for turn in turns]) == [
        one_of(turn.most) for turn in turns
    ]


@pytest.mark.stage("the most discs")
@pytest.mark.parametrize("case", AS_IT_WAS, ids=str)
def test_leaves_the_board_alone(kata: Kata, case: Case) -> None:
    assert kata.choose_move.arguments_after(*case.arguments) == case.arguments


# Stage: ties

# fmt: off
TIES = (
    Case(
        "Four moves at the beginning, for X",
        (START, "X"),
        {(2, 4), (3, 5), (4, 2), (5, 3)},
        why="Each legal move turns over one disc.",
    ),
    Case(
        "Four moves at the beginning, for O",
        (START, "O"),
        {(2, 3), (3, 2), (4, 5), (5, 4)},
        why="Each legal move turns over one disc.",
    ),
    Case(
        "Two of five moves",
        (reversi_board("........",
                       "........",
                       "........",
                       "...XXX..",
                       "...OOO..",
                       "........",
                       "........",
                       "........"), "X"),
        {(5, 3), (5, 5)},
        why="(5, 3) and (5, 5) turn over two discs each, the other moves one.",
    ),
    Case(
        "Three of seven moves",
        (reversi_board("........",
                       "........",
                       "....X...",
                       "..OOX...",
                       "...OX...",
                       "...XO...",
                       "........",
                       "........"), "X"),
        {(2, 3), (3, 1), (4, 2)},
        why="Three moves turn over two discs each, the other ones one.",
    ),
    Case(
        "Four of eight moves",
        (reversi_board("........",
                       "........",
                       "....X...",
                       "..OOX...",
                       "..OXX...",
                       "..OX....",
                       "........",
                       "........"), "O"),
        {(2, 5), (4, 5), (5, 4), (6, 3)},
        why="Four moves turn over two discs each, the other ones one.",
    ),
)
# fmt: on


@pytest.mark.stage("ties")
@pytest.mark.parametrize("case", TIES, ids=str)
def test_ties(kata: Kata, case: Case) -> None:
    """All tied moves are chosen with one of 200 seeds, and no other move ever."""
    board, disc = case.arguments
    calls = [(copy(board), disc, seeded(seed)) for seed in range(SEEDS)]
    assert kata.choose_move.distinct(calls) == case.expected


SAME = (
    Case(
        "The same seed at the beginning, for X",
        (START, "X"),
        OneOf(({(2, 4)}, {(3, 5)}, {(4, 2)}, {(5, 3)})),
        why="rng alone decides, and with the same seed it decides in the same way.",
    ),
    Case(
        "The same seed at the beginning, for O",
        (START, "O"),
        OneOf(({(2, 3)}, {(3, 2)}, {(4, 5)}, {(5, 4)})),
        why="rng alone decides, and with the same seed it decides in the same way.",
    ),
)


@pytest.mark.stage("ties")
@pytest.mark.parametrize("case", SAME, ids=str)
def test_the_same_seed(kata: Kata, case: Case) -> None:
    """The same seed chooses the same move, each of 30 times."""
    board, disc = case.arguments
    calls = [(copy(board), disc, seeded(7)) for _ in range(SAME_SEED)]
    assert kata.choose_move.distinct(calls) == case.expected


# Stage: no move

# fmt: off
NO_MOVE = (
    BadInput(
        "X has to pass",
        (X_PASSES, "X"),
        quotes="'X'",
        why="Without a legal move there is nothing to choose; O could move here.",
    ),
    BadInput(
        "O has to pass, and the board is in the message",
        (O_PASSES, "O"),
        quotes="OOOOOOOO\nOOOOOOOO\nOOOOOOOO\nOOXOOOOO\nOOOXOXOX\nOXOXXXXX\nOXXOOOOO\nOXXO..X.",
        why="Without a legal move there is nothing to choose; X could take a corner here.",
    ),
    BadInput(
        "A finished game with empty cells",
        (NO_O_LEFT, "X"),
        quotes="'X'",
        why="There are empty cells, but nothing to turn over.",
    ),
    BadInput(
        "A full board",
        (FULL, "O"),
        quotes="'O'",
        why="A full board has no move.",
    ),
    BadInput(
        "A board without discs",
        (reversi_board(*["........"] * 8), "O"),
        quotes="'O'",
        why="All corners are empty, but nothing turns over there.",
    ),
    BadInput(
        "A small letter for a disc",
        (START, "x"),
        quotes="'x'",
        why="The discs are X and O, in capitals.",
    ),
    BadInput(
        "An empty cell for a disc",
        (START, " "),
        quotes="' '",
        why="A space is an empty cell, no disc.",
    ),
    BadInput(
        "Seven rows",
        (START[:7], "X"),
        quotes="7",
        why="A board has 8 rows.",
    ),
    BadInput(
        "A row of nine cells",
        ([*START[:7], [" "] * 9], "X"),
        quotes="9",
        why="Every row has 8 cells.",
    ),
    BadInput(
        "A dot on the board",
        ([*START[:7], ["."] * 8], "X"),
        quotes="'.'",
        why="An empty cell is a space; the dot is for drawings.",
    ),
)
# fmt: on


@pytest.mark.stage("no move")
@pytest.mark.parametrize("case", NO_MOVE, ids=str)
def test_no_move(kata: Kata, case: BadInput) -> None:
    assert case.quotes in kata.choose_move.refusal(*case.arguments)


# The oracle: it writes each line of the board as text and finds the moves with a regular expression


@cache
def lines() -> list[list[Coordinate]]:
    """The rows, columns and diagonals of the board, each in both directions."""
    found: dict[tuple[str, int], list[Coordinate]] = defaultdict(list)
    for row in range(8):
        for column in range(8):
            found["row", row].append((row, column))
            found["column", column].append((row, column))
            found["falling", row - column].append((row, column))
            found["rising", row + column].append((row, column))
    return [path for line in found.values() for path in (line, line[::-1])]


def oracle(board: Board, disc: str) -> Flips:
    """Every legal move, with the cells that it turns over (about 0.1 ms)."""
    closed = re.compile(f"(?= ({OTHER[disc]}+){disc})")
    moves: Flips = defaultdict(set)
    for path in lines():
        text = "".join([board[row][column] for row, column in path])
        for match in closed.finditer(text):
            moves[path[match.start()]] |= set(path[match.start(1) : match.end(1)])
    return dict(moves)


class Turn:
    """A position with a side to move, and what is right there.

    Attributes:
        arguments: what the player is asked.
        flips: the legal moves with what they turn over.
        corners: the corners among them.
        most: those that turn over the most.
    """

    def __init__(self, board: Board, disc: str) -> None:
        self.arguments = (copy(board), disc)
        self.flips = oracle(board, disc)
        self.corners = sorted(CORNER_CELLS & self.flips.keys())
        most = max(map(len, self.flips.values()), default=0)
        self.most = sorted(move for move, turned in self.flips.items() if len(turned) == most)


@cache
def played() -> list[Turn]:
    """The positions of eight random games, fewest discs first: about 490, in 0.1 s."""
    rng = random.Random(8)
    turns = [turn for _ in range(8) for turn in random_game(rng)]
    return sorted(turns, key=lambda turn: -sum(row.count(" ") for row in turn.arguments[0]))


def random_game(rng: random.Random) -> Iterator[Turn]:
    """The positions of one game; a side that has to pass is asked, too."""
    board, disc, passes = START, "X", 0
    while passes < 2:
        turn = Turn(board, disc)
        yield turn
        passes = 0 if turn.flips else passes + 1
        if turn.flips:
            move = rng.choice(sorted(turn.flips))
            board = copy(board)
            for row, column in (move, *turn.flips[move]):
                board[row][column] = disc
        disc = OTHER[disc]


def copy(board: object) -> Board:
    """A board of its own for each call."""
    assert isinstance(board, list)
    return [list(row) for row in board]


def one_of(moves: list[Coordinate]) -> Coordinate | OneOf:
    """Any of these moves is right."""
    return moves[0] if len(moves) == 1 else OneOf(moves)


# What a learner is shown


def draw(call: Call) -> str:
    """The board with the legal moves, and below it what is wrong about the answer."""
    board, disc = call.arguments[:2]
    assert isinstance(board, list)
    assert isinstance(disc, str)
    moves = oracle(board, disc)
    signs = {move: str(min(len(turned), 9)) for move, turned in moves.items()}
    drawn = draw_reversi(board, signs)
    words = [f"{disc} is to move; a digit is a legal move and how many discs it turns over"]
    if isinstance(call.expected, set) and isinstance(call.got, set):
        words += [f"asked {SEEDS} times, each time with another seed"]
        words += told("tied, and never chosen", call.expected - call.got)
        words += told("chosen, and not tied", call.got - call.expected)
    elif isinstance(call.got, set):
        words += told(f"asked {SAME_SEED} times with the same seed; chosen", call.got)
    elif call.got in moves:
        corner = "a corner, " if call.got in CORNER_CELLS else ""
        words += [f"the answer: {call.got}, {corner}turns over {len(moves[call.got])}"]
    else:
        words += ["the answer is no legal move"]
    return "\n".join([drawn, *words])


def source(call: Call) -> str:
    """The call, with a board that shows its rows."""
    return call_with_rows(call.function, call.arguments)


def told(words: str, moves: set[object]) -> list[str]:
    """A line about some moves, if there are any."""
    return [f"{words}: {', '.join(sorted(map(str, moves)))}"] if moves else []


def meaning(function: str, value: object) -> str:
    """An answer in words."""
    return "all moves that were chosen" if isinstance(value, set) else ""
