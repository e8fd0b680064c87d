"""The table of tictactoe_player, every position, and every game against the player.

All positions are reachable: on a board without a line every order of its marks is a
game, if a side has as many of them as the other one, or one fewer.

The oracle of the games is the value of every position; it knows no rules. A position
that is not lost becomes lost by one move of the player, and then the other side has a
way to win, whatever the player does. So a player never loses if and only if each of its
moves holds, and the first one that does not is the move where a game goes wrong.

A board of the oracle is that of `kata_tables.tictactoe`, as if X had begun. Cells are
counted from 0 to 8, row by row; a game is the cells that were taken in turn.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache

import pytest
from kata_tables import (
    Call,
    Case,
    Kata,
    OneOf,
    Row,
    Table,
    boards,
    drawing,
    hold,
    tictactoe,
)

Game = tuple[int, ...]

X, O = 1, 2  # noqa: E741 - O is the name of a side
SWAPPED = str.maketrans("XO", "OX")


def coordinates(cells: Iterable[int]) -> list[tictactoe.Coordinate]:
    """Moves as the player gives them."""
    return [divmod(cell, 3) for cell in cells]


def free(board: str) -> list[tictactoe.Coordinate]:
    """Return the cells that are empty."""
    return coordinates(cell for cell in range(9) if board[cell] == ".")


def build(row: Row) -> tuple[tuple[object, ...], object]:
    """The board that is drawn, and any of its stars as the answer."""
    if not row.picture:
        return row.extra, row.answer
    drawn = "".join(row.picture)
    board = drawn.replace("*", ".")
    stars = [cell for cell, sign in enumerate(drawn) if sign == "*"]
    right = OneOf(coordinates(stars), free(board)) if stars else row.answer
    return (tictactoe.matrix(board), *row.extra), right


TABLE = Table(__file__, build, {"X": X, "O": O})


# These two stand before the table, because a lost game says more than a position.


@pytest.mark.stage("never loses moving second")
def test_never_loses_as_o_moving_second(kata: Kata) -> None:
    """Every game of X against your O, which moves second."""
    for answers, right in every_game(kata, O, first=X):
        assert answers == right


@pytest.mark.stage("never loses moving second")
def test_never_loses_as_x_moving_second(kata: Kata) -> None:
    """Every game of O against your X, which moves second."""
    for answers, right in every_game(kata, X, first=O):
        assert answers == right


QUESTIONS = {"choose_move": "Which cell, as (row, column)?"}


@pytest.mark.parametrize("case", TABLE.rows)
def test_row(kata: Kata, case: Case) -> None:
    case.check(kata)


@pytest.mark.stage("wins")
def test_every_win(kata: Kata) -> None:
    """Every position of a game that X began, with a win and nothing to block.

    One board is asked about again and again: the answer is about what stands on it now.
    """
    hold(kata.choose_move.own, turns(can_win=True, can_block=False))


@pytest.mark.stage("blocks")
def test_every_block(kata: Kata) -> None:
    """Every position of a game that X began, with something to block and no win."""
    hold(kata.choose_move.each, turns(can_win=False, can_block=True))


@pytest.mark.stage("wins before it blocks")
def test_every_win_before_a_block(kata: Kata) -> None:
    """Every position of a game that X began, with a win and something to block."""
    hold(kata.choose_move.each, turns(can_win=True, can_block=True))


@pytest.mark.stage("never loses moving first")
def test_the_same_board_gives_the_same_move(kata: Kata) -> None:
    """The empty board, and a cross in a corner, each asked twenty times."""
    for board, player in (([[0] * 3] * 3, X), ([[X, 0, 0], [0] * 3, [0] * 3], O)):
        empty = free("".join(".X"[cell] for row in board for cell in row))
        any_move = OneOf([{cell} for cell in empty])
        assert kata.choose_move.distinct([(board, player)] * 20) == any_move


@pytest.mark.stage("never loses moving first")
def test_every_other_position(kata: Kata) -> None:
    """Every position of a game that X began, with nothing to win or to block: an empty cell."""  # noqa: E501 - a name
    hold(kata.choose_move.each, turns(can_win=False, can_block=False))


@pytest.mark.stage("never loses moving first")
def test_never_loses_as_x_moving_first(kata: Kata) -> None:
    """Every game of O against your X, which moves first."""
    for answers, right in every_game(kata, X, first=X):
        assert answers == right


@pytest.mark.stage("never loses moving first")
def test_never_loses_as_o_moving_first(kata: Kata) -> None:
    """Every game of X against your O, which moves first."""
    for answers, right in every_game(kata, O, first=O):
        assert answers == right


# The oracle


@cache
def turns(*, can_win: bool, can_block: bool) -> list[tuple[tuple[object, ...], object]]:
    """Return calls for unfinished positions of a kind, fewest marks first."""
    rows = list[tuple[tuple[object, ...], object]]()
    for board in filter(tictactoe.moves, tictactoe.every_board()):
        side = tictactoe.side_to_move(board)
        wins = completing(board, side)
        blocks = completing(board, side.translate(SWAPPED))
        if (bool(wins), bool(blocks)) == (can_win, can_block):
            right = OneOf(
                coordinates(wins or blocks or tictactoe.moves(board)), free(board)
            )
            player = X if side == "X" else O
            rows.append(((tictactoe.matrix(board), player), right))
    return rows


def completing(board: str, mark: str) -> list[int]:
    """The cells that give a side a line."""
    return [
        cell
        for cell in tictactoe.moves(board)
        if tictactoe.winner(tictactoe.put(board, cell, mark)) == mark
    ]


class Holding(OneOf):
    """The moves that hold in a position; its game comes along, so that it can be drawn.

    Attributes:
        game: the moves that led to the position.
        answers: what the player answered in all positions that it was asked about.
        letters: the letters of the sides, the one first that moves first.
    """

    def __init__(
        self, board: str, game: Game, answers: Mapping[str, int | None], letters: str
    ) -> None:
        moves = tictactoe.moves(board)
        holding = [move for move in moves if tictactoe.value(moves[move]) < 1]
        super().__init__(coordinates(holding), free(board))
        self.game, self.answers, self.letters = game, answers, letters


def every_game(
    kata: Kata, player: int, *, first: int
) -> list[tuple[object, list[Holding]]]:
    """Play every game that the other side can play against the player.

    The player is asked about each position once, and about all that are equally far in
    one batch: 82 positions in 5 batches when the reference moves first, 294 in 4 when
    it moves second.

    Returns:
        For each turn of the player its answers, and the right ones.
    """
    played = []
    known: dict[str, int | None] = {}
    letters = "XO" if first == X else "OX"
    renamed = str.maketrans("XO", letters)
    games: dict[str, Game] = {tictactoe.EMPTY: ()}
    if first != player:
        games = after_every_move(games)
    while games:
        calls = [
            (tictactoe.matrix(board.translate(renamed)), player) for board in games
        ]
        answers = kata.choose_move.each(calls)
        right = [Holding(board, game, known, letters) for board, game in games.items()]
        played.append((answers, right))
        replies: dict[str, Game] = {}
        for (board, game), answer in zip(games.items(), answers.values, strict=True):
            cell = known[board] = chosen(board, answer)
            if cell is None:
                return played  # Whoever does not move cannot be played against.
            replies[tictactoe.moves(board)[cell]] = (*game, cell)
        games = after_every_move(replies)
    return played


def after_every_move(games: Mapping[str, Game]) -> dict[str, Game]:
    """The unfinished positions after each move, each with one game that leads there."""
    return {
        after: (*game, cell)
        for board, game in games.items()
        for cell, after in tictactoe.moves(board).items()
        if tictactoe.moves(after)
    }


def chosen(board: str, answer: object) -> int | None:
    """The empty cell that an answer names; None if it names no such cell."""
    for row, column in free(board):
        if (row, column) == answer:
            return 3 * row + column
    return None


# What a learner is shown


def draw(call: Call) -> drawing.Drawing:
    """Draw the board with the answer, or a lost game with a board for each move."""
    rows, player = call.arguments
    assert isinstance(rows, (list, tuple))
    assert isinstance(player, int)
    board = "".join(".XO"[cell] for row in rows for cell in row)
    cell = chosen(board, call.got)
    if isinstance(call.expected, Holding) and cell is not None:
        return draw_game(call.expected, cell)
    right = getattr(call.expected, "choices", (call.expected,))
    signs = {cell: "+" for cell in coordinates(range(9)) if cell in right}
    about: tuple[str, ...] = ()
    if cell is not None:
        signs[divmod(cell, 3)] = "!"
    elif call.got in coordinates(range(9)):
        about = ("the answer is a taken cell",)
    elif call.got is not None:
        about = ("the answer is no cell of the board",)
    return drawing.Drawing(
        drawing.rows_of((board[:3], board[3:6], board[6:])),
        drawing.marks(signs),
        words=(f"{'.XO'[player]} is to move",),
        legend=(("+", "a right move"), ("!", "the answer")),
        about=about,
        numbered=True,
        beside=True,
    )


def draw_game(expected: Holding, cell: int) -> drawing.Drawing:
    """Draw a lost game: a board after each move, and the move that lost it."""
    number = len(expected.game) + 1
    renamed = str.maketrans("XO", expected.letters)
    pictures = []
    for turn, (move, board) in enumerate(lost_game(expected, cell), start=1):
        title = f"{turn} {expected.letters[(turn - 1) % 2]}"
        if turn == number:
            title += " ?"
        elif tictactoe.winner(board) != ".":
            title += " wins"
        rows = tictactoe.matrix(board.translate(renamed))
        drawn = boards.draw_matrix(rows, marked={divmod(move, 3)})
        pictures.append([title, *drawn.lines()])
    loser = expected.letters[(number - 1) % 2]
    lines = [f"A game that {loser} lost, move by move:"]
    for start in range(0, len(pictures), 5):
        lines += ["", *drawing.side_by_side(pictures[start : start + 5], width=9)]
    lines += ["", f"Move {number} loses the game. A safe move:"]
    lines.append(" or ".join(map(str, expected.choices)))
    return drawing.text(lines)


def lost_game(expected: Holding, cell: int) -> Iterator[tuple[int, str]]:
    """A game that the player loses by this move, as the other side wins it.

    The player's further moves are its own answers; without an answer the game stops
    there.

    Yields:
        For each move its cell, and the board after it.
    """
    board, played = tictactoe.EMPTY, [*expected.game, cell]
    while tictactoe.moves(board):
        number = 9 - board.count(".")
        if number < len(played):
            move: int | None = played[number]
        elif number % 2 == len(expected.game) % 2:
            move = expected.answers.get(board)
        else:
            losing = [
                move
                for move, after in tictactoe.moves(board).items()
                if tictactoe.value(after) == -1
            ]
            move = [*completing(board, tictactoe.side_to_move(board)), *losing][0]
        if move is None:
            return
        board = tictactoe.moves(board)[move]
        yield move, board
