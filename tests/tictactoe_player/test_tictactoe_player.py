"""The table of tictactoe_player, every position, and every game against the player.

All positions are reachable: on a board without a line every order of its marks is a game, if a side
has as many of them as the other one, or one fewer.

The oracle of the games is a search: it knows the value of every position, and no rules. A position
that is not lost becomes lost by one move of the player, and then the other side has a way to win,
whatever the player does. So a player never loses if and only if each of its moves holds, and the
first one that does not is the move where a game goes wrong.

Cells are counted from 0 to 8, row by row; a game is the cells that were taken in turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

import pytest
from kata_kit import Call, Kata, OneOf
from kata_kit.fixture import Answers
from kata_tables.boards import Coordinate, draw_matrix, matrix
from kata_tables.table import Case, Row, read

Cells = tuple[int, ...]
Game = tuple[int, ...]

EMPTY, X, O = 0, 1, 2  # noqa: E741 - O is the name of a side
OTHER = {X: O, O: X}
LETTERS = {EMPTY: ".", X: "X", O: "O"}
NO_MARKS: Cells = (EMPTY,) * 9

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def build(row: Row) -> tuple[tuple[object, ...], object]:
    """The board that is drawn, and any of its stars as the answer."""
    if not row.picture:
        return row.extra, row.answer
    board = matrix(*[line.replace("*", ".") for line in row.picture])
    stars = [cell for cell, sign in enumerate("".join(row.picture)) if sign == "*"]
    free = [divmod(cell, 3) for cell in range(9) if not board[cell // 3][cell % 3]]
    return (board, *row.extra), OneOf(coordinates(stars), free) if stars else row.answer


def coordinates(moves: Sequence[int]) -> list[Coordinate]:
    """Moves as the player gives them."""
    return [divmod(move, 3) for move in moves]


TABLE = read(__file__, build, {"X": X, "O": O})


# These two stand before the table, because a lost game says more than a position.


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


@pytest.mark.parametrize("case", TABLE.rows)
def test_row(kata: Kata, case: Case) -> None:
    case.check(kata)


@pytest.mark.stage("wins")
def test_every_win(kata: Kata) -> None:
    """Every position of a game that X began, with a win and nothing to block.

    One board is asked about again and again: the answer is about what stands on it now.
    """
    turns = [turn for turn in all_turns() if turn.wins and not turn.blocks]
    assert kata.choose_move.own([t.arguments for t in turns]) == [t.right for t in turns]


@pytest.mark.stage("blocks")
def test_every_block(kata: Kata) -> None:
    """Every position of a game that X began, with something to block and no win."""
    turns = [turn for turn in all_turns() if turn.blocks and not turn.wins]
    assert kata.choose_move.each([t.arguments for t in turns]) == [t.right for t in turns]


@pytest.mark.stage("wins before it blocks")
def test_every_win_before_a_block(kata: Kata) -> None:
    """Every position of a game that X began, with a win and something to block."""
    turns = [turn for turn in all_turns() if turn.wins and turn.blocks]
    assert kata.choose_move.each([t.arguments for t in turns]) == [t.right for t in turns]


@pytest.mark.stage("never loses moving first")
def test_every_other_position(kata: Kata) -> None:
    """Every position of a game that X began, with nothing to win or to block: an empty cell."""
    turns = [turn for turn in all_turns() if not turn.wins and not turn.blocks]
    assert kata.choose_move.each([t.arguments for t in turns]) == [t.right for t in turns]


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


# The oracle


def rows(cells: Cells) -> list[list[int]]:
    """A board as the player gets it."""
    return [list(cells[:3]), list(cells[3:6]), list(cells[6:])]


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
    """A position with a side to move, the moves that complete a line, and the right ones."""

    def __init__(self, cells: Cells, player: int) -> None:
        self.arguments = (rows(cells), player)
        self.wins = completing(cells, player)
        self.blocks = completing(cells, OTHER[player])
        self.right = OneOf(
            coordinates(self.wins or self.blocks or empty(cells)), coordinates(empty(cells))
        )


@cache
def all_turns() -> list[Turn]:
    """All 4,520 unfinished positions of the games that X begins, fewest marks first (0.1 s)."""
    turns: list[Turn] = []
    games: dict[Cells, Game] = {NO_MARKS: ()}
    for player in (X, O, X, O, X, O, X, O, X):
        turns += [Turn(cells, player) for cells in games]
        games = after_every_move(games, player)
    return turns


@cache
def value(cells: Cells, player: int) -> int:
    """What the side to move can reach: 1 a win, 0 a draw, -1 a loss (0.1 s for all positions)."""
    other = OTHER[player]
    if has_line(cells, other):
        return -1
    return max([-value(put(cells, move, player), other) for move in empty(cells)], default=0)


class Holding(OneOf):
    """The moves that hold in a position of a game; the game comes along, so that it can be drawn.

    Attributes:
        game: the moves that led to the position.
        answers: what the player answered in all positions that it was asked about.
    """

    def __init__(self, cells: Cells, player: int, game: Game, answers: Mapping[Cells, int | None]):
        after = {move: put(cells, move, player) for move in empty(cells)}
        holding = [move for move in after if value(after[move], OTHER[player]) < 1]
        super().__init__(coordinates(holding), coordinates(list(after)))
        self.game = game
        self.answers = answers


def every_game(kata: Kata, player: int, *, first: int) -> list[tuple[Answers, list[Holding]]]:
    """Play every game that the other side can play against the player.

    The player is asked about each position once, and about all that are equally far in one batch:
    82 positions in 5 batches when the reference moves first, 294 in 4 when it moves second.

    Returns:
        For each turn of the player its answers, and the right ones.
    """
    played = []
    known: dict[Cells, int | None] = {}
    games: dict[Cells, Game] = {NO_MARKS: ()}
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
    after = {put(c, move, side): (*games[c], move) for c in games for move in empty(c)}
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
    signs = {cell: "+" for cell in range(9) if divmod(cell, 3) in right}
    last = "a taken cell" if call.got in coordinates(range(9)) else "no cell of the board"
    words = [
        f"{LETTERS[player]} is to move",
        "+  a right move" * bool(signs),
        f"the answer is {last}",
    ]
    if move is not None:
        signs[move], words[2] = "!", "!  the answer"
    drawn = [signs.get(cell, LETTERS[owner]) for cell, owner in enumerate(cells)]
    return "\n".join(f" {'  '.join(drawn[3 * n : 3 * n + 3])}    {words[n]}" for n in range(3))


def draw_game(expected: Holding, player: int, move: int) -> str:
    """A lost game: a board after each move, and the move that lost it."""
    number = len(expected.game) + 1
    boards = []
    for turn, (side, cell, cells) in enumerate(lost_game(expected, player, move), start=1):
        words = " ?" if turn == number else " wins" if has_line(cells, side) else ""
        drawn = draw_matrix(rows(cells), marked={divmod(cell, 3)})
        boards.append(f"{turn} {LETTERS[side]}{words}\n{drawn}")
    return "\n".join(
        [
            f"A lost game of {LETTERS[player]}, after each move:",
            *("\n" + side_by_side(boards[start : start + 5]) for start in range(0, len(boards), 5)),
            f"\nMove {number} is the one that loses. These moves would have held:",
            ", ".join(map(str, expected.choices)),
        ]
    )


def side_by_side(pictures: Sequence[str]) -> str:
    """Pictures of the same height beside each other."""
    rows_of_lines = zip(*(picture.splitlines() for picture in pictures), strict=True)
    return "\n".join("   ".join(f"{text:9}" for text in row).rstrip() for row in rows_of_lines)


def lost_game(expected: Holding, player: int, move: int) -> Iterator[tuple[int, int, Cells]]:
    """A game that the player loses by this move, as the other side wins it.

    The player's further moves are its own answers; without an answer the game stops there.

    Yields:
        For each move its side, its cell, and all cells after it.
    """
    other, cells, played = OTHER[player], NO_MARKS, [*expected.game, move]
    side = player if len(played) % 2 == 1 else other
    while not has_line(cells, other):
        if played:
            cell: int | None = played.pop(0)
        elif side == player:
            cell = expected.answers.get(cells)
        else:
            after = {move: put(cells, move, other) for move in empty(cells)}
            winning = [move for move in after if value(after[move], player) == -1]
            cell = [*completing(cells, other), *winning][0]
        if cell is None:
            return
        cells = put(cells, cell, side)
        yield side, cell, cells
        side = OTHER[side]
