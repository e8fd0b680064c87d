"""Reversi at the console: you against the computer.

To play, type `python -m solutions.reversi_game` in the root of the project.

Boards and rules come from the kata reversi_flips, and the computer is the player of
the kata reversi_player. What is left for this file is the talk, which comes from
chapter 15 of "Invent Your Own Computer Games with Python", fourth edition, by Al
Sweigart: to show, to ask, and to announce. On the screen, with hints (dots on your
legal moves), rows 3 and 4 of the first board are

    3 | | | | |.| | | | 3         the key of the upper dot, which one types, is 53:
    4 | | | |X|O|.| | | 4         column 5, row 3, the cell (2, 4)
"""

import random
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import TypeAlias, TypeVar

from solutions.reversi_flips import (
    DISCS,
    EMPTY,
    Board,
    Cell,
    legal_moves,
    new_board,
    play,
    score,
)
from solutions.reversi_player import choose_move

Rng: TypeAlias = random.Random | ModuleType
Player: TypeAlias = Callable[[Board, str, Rng], Cell]
Answer = TypeVar("Answer")

OTHER = {"X": "O", "O": "X"}

DIGITS = "12345678"
CELLS = {
    f"{DIGITS[column]}{DIGITS[row]}": (row, column)
    for row in range(8)
    for column in range(8)
}
KEYS = {cell: key for key, cell in CELLS.items()}

SIDES = {"x": "X", "o": "O"}
AGAIN = {"yes": True, "y": True, "no": False, "n": False}


class Quit(Exception):
    """The word "quit" was typed."""


@dataclass
class Game:
    """What's on the table."""

    board: Board  # Each move replaces it.
    you: str  # Your disc.
    hints: bool = False  # Whether you want to see where you may move.


def main(choose_move: Player = choose_move, rng: Rng = random) -> None:
    """Play Reversi at the console, game after game, until the player has had enough.

    `choose_move` is the computer's player; it gets the board, its disc and `rng`, which
    also decides who goes first, and answers with the cell of its move.
    Raises ValueError if that isn't legal.

    >>> from unittest.mock import patch
    >>> with patch("builtins.input", side_effect=EOFError):  # the input ends at once
    ...     main()
    <BLANKLINE>
    Goodbye.
    """
    try:
        play_game(choose_move, rng)
        while ask("Play again (yes or no)? ", AGAIN, "yes or no"):
            play_game(choose_move, rng)
    except Quit:
        pass
    except (EOFError, KeyboardInterrupt):
        print()  # The cursor is still after a question.
    print("Goodbye.")


def play_game(choose_move: Player, rng: Rng) -> None:
    """Play one game to its end; Quit comes out of it if you don't want to."""
    game = Game(new_board(), ask("Do you want to be X or O? ", SIDES, "X or O"))
    disc = rng.choice(DISCS)
    print("You go first." if disc == game.you else "The computer goes first.")
    while any(legal_moves(game.board, side) for side in DISCS):
        take_turn(game, disc, choose_move, rng)
        disc = OTHER[disc]
    show(game)
    print(result(game))


def take_turn(game: Game, disc: str, choose_move: Player, rng: Rng) -> None:
    """Let one side move, or say that it passes."""
    yours = disc == game.you
    if not legal_moves(game.board, disc):
        you_pass = "You have no legal move and must pass."
        print(you_pass if yours else "The computer cannot move and passes.")
        return
    cell = your_move(game) if yours else computers_move(game, choose_move, rng)
    game.board = play(game.board, disc, *cell)


def your_move(game: Game) -> Cell:
    """Show the board, and ask for a move until it's a legal one, or raise Quit."""
    moves = legal_moves(game.board, game.you)
    show(game, moves)
    while True:
        typed = input("Your move (column and row, hints, quit)? ").strip()
        if typed.lower() == "quit":
            raise Quit
        if typed.lower() == "hints":
            game.hints = not game.hints
            show(game, moves)
        elif CELLS.get(typed) in moves:
            return CELLS[typed]
        else:
            print(f"Expected {what_is_wrong(game.board, typed)}.")


def what_is_wrong(board: Board, typed: str) -> str:
    """Say what's expected when somebody types anything but a legal move.

    >>> what_is_wrong(new_board(), "44")
    'an empty cell, got 44'
    """
    if typed not in CELLS:
        return f"a column and a row from 1 to 8, as in 53, got {typed!r}"
    row, column = CELLS[typed]
    if board[row][column] != EMPTY:
        return f"an empty cell, got {typed}"
    return f"a move that turns a disc over, got {typed}"


def computers_move(game: Game, choose_move: Player, rng: Rng) -> Cell:
    """Show the board, ask the computer's player for a move, and say which one it is."""
    disc = OTHER[game.you]
    show(game)
    input("Press ENTER to see the computer's move: ")
    move = choose_move(game.board, disc, rng)
    if move not in legal_moves(game.board, disc):
        raise ValueError(
            f"expected a legal move from the computer's player, got {move!r}"
        )
    print(f"The computer plays {KEYS[move]}.")
    return move


def show(game: Game, moves: Collection[Cell] = ()) -> None:
    """Print the board, with dots on your moves if you want hints, and the score."""
    print("  ", *DIGITS)
    for row, digit in enumerate(DIGITS):
        signs = [
            "." if game.hints and (row, column) in moves else cell
            for column, cell in enumerate(game.board[row])
        ]
        print(f"{digit} |{'|'.join(signs)}| {digit}")
    print("  ", *DIGITS)
    count = score(game.board)
    print(f"You have {count[game.you]}, the computer has {count[OTHER[game.you]]}.")


def result(game: Game) -> str:
    """Say who has won, and by how many discs.

    >>> result(Game(play(new_board(), "X", 2, 4), you="X"))
    'You win by 3.'
    """
    count = score(game.board)
    yours, others = count[game.you], count[OTHER[game.you]]
    if yours == others:
        return "A draw."
    winner = "You win" if yours > others else "The computer wins"
    return f"{winner} by {abs(yours - others)}."


def ask(question: str, answers: Mapping[str, Answer], expected: str) -> Answer:
    """Ask until one of the answers is typed, in any letters; return its meaning."""
    while True:
        typed = input(question).strip()
        if typed.lower() in answers:
            return answers[typed.lower()]
        print(f"Expected {expected}, got {typed!r}.")


if __name__ == "__main__":
    main()


# Roads not taken
#
# - We don't convert two digits with `int`, test the range, take one away and exchange
#   them. The table `CELLS` says all of it once, and "x9", "09" and "531" aren't in it.
# - We don't return `quit` as a value that every caller has to hand on. An exception
#   ends the game from anywhere.
# - We don't write a pass as a loop inside a turn. If a turn may do nothing, the sides
#   always alternate.
# - We don't keep the hints in a global variable. They belong to the game, and a new
#   one begins without them.
