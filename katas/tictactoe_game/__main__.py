"""Plays your game: `python -m katas.tictactoe_game`. There is nothing to edit in this file."""

from katas._play import play

FIRST_BOARD = [[0, 0, 0], [0, 0, 0], [0, 0, 0]]

play("tictactoe_game", against="tictactoe_player", first_question=(FIRST_BOARD, 2))
