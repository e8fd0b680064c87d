"""Plays your game: `python -m katas.reversi_game`. There is nothing to edit in this file."""

from katas._play import play
from solutions.reversi_flips import new_board

play("reversi_game", against="reversi_player", first_question=(new_board(), "X"))
