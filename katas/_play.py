"""Start your console game, against your player, or the reference for a stub."""

import inspect
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

KATAS = Path(__file__).resolve().parent


def play(game: str, player: str) -> None:
    """Play the game that one kata is, against the player that another one is."""
    main, choose_move = written(game, "main"), written(player, "choose_move")
    if not main:
        sys.exit(
            f"There is no game yet: write main in katas/{game}/{game}.py.\n"
            f"To play the reference: python -m solutions.{game}"
        )
    if not choose_move:
        print(f"katas/{player}/{player}.py is not written yet: the reference plays.")
        choose_move = import_module(f"solutions.{player}").choose_move
    main(choose_move)


def written(kata: str, name: str) -> Callable[..., None] | None:
    """A function of your file; None if it is missing, or a stub."""
    sys.path.append(str(KATAS / kata))  # A file may import others that stand beside it.
    function: Callable[..., None] | None = getattr(import_module(kata), name, None)
    is_stub = function and inspect.getsource(function).endswith(
        "raise NotImplementedError\n"
    )
    return None if is_stub else function
