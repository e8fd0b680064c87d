"""Play your game: `python -m katas.tictactoe_game`. Nothing is edited in this file."""

from katas._play import play

play("tictactoe_game", "tictactoe_player")
