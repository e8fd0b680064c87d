"""Start your console game, against your player, or the reference for a stub."""

import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from traceback import TracebackException
from types import TracebackType
from typing import Any

KATAS = Path(__file__).resolve().parent
OURS = ("_play.py", "__main__.py")


def play(game: str, player: str) -> None:
    """Play the game that one kata is, against the player that another one is."""
    sys.excepthook = show
    main, choose_move = written(game, "main"), written(player, "choose_move")
    if not main:
        sys.exit(
            f"There's no game yet: write main in katas/{game}/{game}.py.\n"
            f"To play the reference: python -m solutions.{game}"
        )
    if not choose_move:
        print(f"katas/{player}/{player}.py isn't written yet: the reference plays.")
        choose_move = import_module(f"solutions.{player}").choose_move
    main(choose_move)


def written(kata: str, name: str) -> Callable[..., None] | None:
    """A function of your file; None if it's missing, or a stub."""
    sys.path.append(str(KATAS.with_name("tests")))
    from kata_kit.katas import is_stub

    file = KATAS / kata / f"{kata}.py"
    if not file.exists() or is_stub(file.read_text("utf-8", "replace"), name):
        return None
    sys.path.append(str(file.parent))  # A file may import others that stand beside it.
    function: Callable[..., None] | None = getattr(import_module(kata), name, None)
    return function


def show(
    kind: type[BaseException], error: BaseException, frames: TracebackType | None
) -> None:
    """Show an exception as Python does, with the frames of your files only."""
    shown: Any = TracebackException(kind, error, frames)
    shown.stack[:] = [frame for frame in shown.stack if is_yours(frame.filename)]
    shown.stack = shown.stack or None  # Without a frame there's no head either.
    print(*shown.format(), sep="", end="", file=sys.stderr)


def is_yours(file: str) -> bool:
    """Return True for a file in the folder of a kata that is for you to edit."""
    return KATAS in Path(file).parents and Path(file).name not in OURS
