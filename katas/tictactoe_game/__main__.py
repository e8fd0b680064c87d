"""Plays your game: `python -m katas.tictactoe_game`. There is nothing to edit in this file."""

from katas._play import play

play("tictactoe_game", "tictactoe_player")
