"""Tic-tac-toe as a conversation: the game itself neither prints nor reads.

The game is a generator. It yields each line that it says. If it wants an answer, it
yields a `Question`, and `send` brings the answer back to the same place:

    game:      Question("Row (1, 2, 3)? ")      yielded
    console:   "b"                              sent
    game:      "Expected 1, 2 or 3, got 'b'."   yielded

So all of `input` and `print` is in one short function, `hold`. Another one can play the
same game in a window, over a network, or in a test that has no console at all.

Choose it when a program will be used in more than one place, or tested without a
console. Values that go in and out of a generator take some getting used to.
"""

from collections.abc import Generator, Sequence

from solutions.tictactoe_game import (
    COLUMNS,
    COMPUTER,
    EMPTY,
    MARKS,
    RESULTS,
    ROWS,
    YOU,
    Board,
    Player,
    name,
)
from solutions.tictactoe_player import choose_move
from solutions.tictactoe_winner import UNFINISHED, is_solved


class Question(str):
    """A line that wants an answer."""


Cell = tuple[int, int]
Talk = Generator[str, str, None]
Answer = Generator[str, str, int]
Move = Generator[str, str, Cell]


def main(choose_move: Player = choose_move) -> None:
    """As the reference's."""
    try:
        hold(game(choose_move))
    except (EOFError, KeyboardInterrupt):
        print("\nGoodbye.")


def hold(talk: Talk) -> None:
    """Print all that a conversation says, and answer it from the keyboard."""
    said = next(talk)
    while True:
        answer = ""
        if isinstance(said, Question):
            answer = input(said)
        else:
            print(said)
        try:
            said = talk.send(answer)
        except StopIteration:
            return


def game(choose_move: Player) -> Talk:
    """Play one game, to its end.

    >>> talk = game(lambda board, side: (1, 1))
    >>> next(talk), talk.send("1"), talk.send("")
    ('Who starts (0 you, 1 the computer)? ', 'The computer plays row 2, column b.', \
'   a b c')
    """
    board = [[EMPTY] * len(COLUMNS) for _ in ROWS]
    starts = yield from ask("Who starts (0 you, 1 the computer)? ", ("0", "1"))
    side = (YOU, COMPUTER)[starts]
    while is_solved(board) == UNFINISHED:
        if side == YOU:
            row, column = yield from your_move(board)
        else:
            row, column = yield from computers_move(board, choose_move)
        board[row][column] = side
        side = COMPUTER if side == YOU else YOU
    yield from drawn(board)
    yield RESULTS[is_solved(board)]


def your_move(board: Board) -> Move:
    """Show the board, and ask for a cell until it's an empty one."""
    yield from drawn(board)
    while True:
        row = yield from ask("Row (1, 2, 3)? ", ROWS)
        column = yield from ask("Column (a, b, c)? ", COLUMNS)
        if board[row][column] == EMPTY:
            return row, column
        yield f"Expected an empty cell, got {name(row, column)}."


def computers_move(board: Board, choose_move: Player) -> Move:
    """Ask the computer's player for a move, and say which one it is."""
    row, column = choose_move(board, COMPUTER)
    on_board = row in range(len(ROWS)) and column in range(len(COLUMNS))
    if not on_board or board[row][column] != EMPTY:
        raise ValueError(
            f"expected an empty cell from the computer's player, got {(row, column)}"
        )
    yield f"The computer plays {name(row, column)}."
    return row, column


def drawn(board: Board) -> Talk:
    """Say the board, line by line."""
    yield "   " + " ".join(COLUMNS)
    for number, cells in zip(ROWS, board, strict=True):
        yield f"{number} |{'|'.join(MARKS[cell] for cell in cells)}|"


def ask(question: str, choices: Sequence[str]) -> Answer:
    """Ask until the answer is one of the choices; return its place among them."""
    while True:
        answer = (yield Question(question)).strip()
        if answer.lower() in choices:
            return choices.index(answer.lower())
        listed = f"{', '.join(choices[:-1])} or {choices[-1]}"
        yield f"Expected {listed}, got {answer!r}."
