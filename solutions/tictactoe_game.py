"""Tic-tac-toe at the console: you are X, the computer is O.

To play, type `python -m solutions.tictactoe_game` in the root of the project.

`play` knows the game: whose turn it is, and when it's over. `show`, `ask` and
`ask_for_cell` know the words, and nothing of the game. Boards and sides come from
the kata tictactoe_winner.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from solutions.tictactoe_player import choose_move
from solutions.tictactoe_winner import UNFINISHED, is_solved

Board: TypeAlias = list[list[int]]
Player: TypeAlias = Callable[[Board, int], tuple[int, int]]

EMPTY, YOU, COMPUTER = 0, 1, 2
MARKS = " XO"

ROWS = ("1", "2", "3")
COLUMNS = ("a", "b", "c")

# What `is_solved` says of a finished game, in words.
RESULTS = {0: "A draw.", YOU: "You win.", COMPUTER: "The computer wins."}


def main(choose_move: Player = choose_move) -> None:
    """Play one game at the console; the end of the input or Ctrl-C leaves it.

    `choose_move` is the computer's player; it gets the board and 2, and answers with a
    cell.
    Raises ValueError if that is taken or not on the board.

    >>> from unittest.mock import patch
    >>> with patch("builtins.input", side_effect=["1", EOFError]):
    ...     main(choose_move=lambda board, side: (1, 1))
    The computer plays row 2, column b.
       a b c
    1 | | | |
    2 | |O| |
    3 | | | |
    <BLANKLINE>
    Goodbye.
    """
    try:
        play(choose_move)
    except (EOFError, KeyboardInterrupt):
        print()  # The cursor is still after a question.
        print("Goodbye.")


def play(choose_move: Player) -> None:
    """Play one game, to its end."""
    board = [[EMPTY] * len(COLUMNS) for _ in ROWS]
    side = (YOU, COMPUTER)[ask("Who starts (0 you, 1 the computer)? ", ("0", "1"))]
    while is_solved(board) == UNFINISHED:
        row, column = (
            your_move(board) if side == YOU else computers_move(board, choose_move)
        )
        board[row][column] = side
        side = COMPUTER if side == YOU else YOU
    show(board)
    print(RESULTS[is_solved(board)])


def your_move(board: Board) -> tuple[int, int]:
    """Show the board, and ask for a cell until it's an empty one."""
    show(board)
    while True:
        row, column = ask_for_cell()
        if board[row][column] == EMPTY:
            return row, column
        print(f"Expected an empty cell, got {name(row, column)}.")


def computers_move(board: Board, choose_move: Player) -> tuple[int, int]:
    """Ask the computer's player for a move, and say which one it is."""
    move = choose_move(board, COMPUTER)
    # A comparison with all cells, because `board[-1][-1]` is a cell for Python.
    empty = [
        (row, column)
        for row in range(3)
        for column in range(3)
        if board[row][column] == EMPTY
    ]
    if move not in empty:
        raise ValueError(
            f"expected an empty cell from the computer's player, got {move!r}"
        )
    print(f"The computer plays {name(*move)}.")
    return move


def show(board: Board) -> None:
    """Print the board."""
    print("  ", *COLUMNS)
    for number, cells in zip(ROWS, board, strict=True):
        print(f"{number} |{'|'.join(MARKS[cell] for cell in cells)}|")


def ask_for_cell() -> tuple[int, int]:
    """Ask for a row and then for a column."""
    return ask("Row (1, 2, 3)? ", ROWS), ask("Column (a, b, c)? ", COLUMNS)


def ask(question: str, choices: Sequence[str]) -> int:
    """Ask until the answer is one of the choices; return its place among them."""
    while True:
        answer = input(question).strip()
        if answer.lower() in choices:
            return choices.index(answer.lower())
        print(f"Expected {', '.join(choices[:-1])} or {choices[-1]}, got {answer!r}.")


def name(row: int, column: int) -> str:
    """A cell by the names of its row and its column."""
    return f"row {ROWS[row]}, column {COLUMNS[column]}"


if __name__ == "__main__":
    main()


# Roads not taken
#
# - We don't write `int(input(...))` with a `try` around it. It takes "-1" and " 02 "
#   for numbers, and then needs a test for the range as well. If you compare texts,
#   there's nothing to convert.
# - We don't ask whether `answer in "abc"`, because "" and "ab" are parts of "abc",
#   too.
# - We don't make a class Game. Saving or undoing would need one, and here a list and a
#   loop are enough.
# - We don't call `sys.exit()` when the input ends. A program that wants to go on could
#   not call such a function.
