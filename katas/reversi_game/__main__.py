"""Plays your game: `python -m katas.reversi_game`. There is nothing to edit in this file."""

from katas._play import play

play("reversi_game", "reversi_player")
