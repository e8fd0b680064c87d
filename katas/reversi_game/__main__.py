"""Play your game: `python -m katas.reversi_game`. Nothing is edited in this file."""

from katas._play import play

play("reversi_game", "reversi_player")
