"""Starts the console games: your game, in which your player is the computer.

What is missing is said in words: a game that is not written, a player that is not written or does
not work. Only an error of the game itself is shown as Python shows it, from your first line on.
"""

from __future__ import annotations

import ast
import inspect
import sys
import traceback
from collections.abc import Callable
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

KATAS = Path(__file__).resolve().parent

QUESTION = "Play against the reference player instead (yes or no)? "


class Unfit(Exception):
    """A file cannot be used; the message says which one, and why."""


class Declined(Exception):
    """Whoever sits at the keyboard does not want the player that is offered."""


def play(game: str, *, against: str, first_question: tuple[object, ...]) -> None:
    """Play a game and end the program.

    Args:
        game: The kata that is the game.
        against: The kata that is the computer's player.
        first_question: What the player is asked first, to see whether it can play at all.
    """
    try:
        main = find_game(game)
        main(find_player(against, first_question))
    except Unfit as reason:
        print(reason)
        sys.exit(1)
    except NotImplementedError as error:
        print(f"This is not written yet:\n  {place(error)}")
        sys.exit(1)
    except Declined:
        print("Goodbye.")
    except (EOFError, KeyboardInterrupt):
        print("\nGoodbye.")
    except Exception as error:
        show(error)
        sys.exit(1)
    sys.exit(0)


def find_game(kata: str) -> Callable[..., None]:
    """The function `main` of a learner's game.

    Raises:
        Unfit: if there is none yet, or none that can be called with a player.
    """
    if is_stub(kata, "main"):
        raise Unfit(
            f"There is no game yet: write main in {stub(kata)}.\n"
            f"To play the reference: python -m solutions.{kata}"
        )
    main = function(kata, "main")
    try:
        inspect.signature(main).bind("a player")
    except TypeError as error:
        raise Unfit(f"main in {stub(kata)} takes no player:\n  {error}") from None
    return main


def find_player(kata: str, question: tuple[object, ...]) -> Callable[..., object]:
    """The function `choose_move` of a learner's player, or that of the reference.

    Raises:
        Declined: if the learner's cannot play and the reference is not wanted.
    """
    try:
        player = function(kata, "choose_move")
        try_out(kata, player, question)
    except Unfit as reason:
        print(reason)
        if not agrees():
            raise Declined from None
        return reference(kata)
    print(f"The computer is {stub(kata)}.")
    return player


def try_out(kata: str, player: Callable[..., Any], question: tuple[object, ...]) -> None:
    """Ask a player for one move.

    Raises:
        Unfit: if it does not answer with one.
    """
    try:
        answer = player(*question)
    except NotImplementedError:
        raise Unfit(f"The player in {stub(kata)} is not written yet.") from None
    except Exception as error:
        raise Unfit(f"The player in {stub(kata)} does not work:\n{in_words(error)}") from None
    if not (isinstance(answer, tuple) and len(answer) == 2):
        raise Unfit(
            f"The player in {stub(kata)} does not work:\n  expected a cell, got {answer!r:.50}"
        )


def agrees() -> bool:
    """Ask whether the reference is to play."""
    while True:
        answer = input(QUESTION).strip()
        if answer.lower() in ("yes", "y", "no", "n"):
            return answer.lower() in ("yes", "y")
        print(f"Expected yes or no, got {answer!r}.")


def reference(kata: str) -> Callable[..., object]:
    """The function `choose_move` of a reference solution."""
    player: Callable[..., object] = import_module(f"solutions.{kata}").choose_move
    return player


def stub(kata: str) -> str:
    """The file that a learner edits, from the root of the project."""
    return f"katas/{kata}/{kata}.py"


def is_stub(kata: str, name: str) -> bool:
    """Whether a function consists of nothing but a docstring and `raise NotImplementedError`."""
    try:
        tree = ast.parse((KATAS.parent / stub(kata)).read_bytes())
    except (OSError, SyntaxError, ValueError):
        return False  # Loading it will say what is wrong.
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name == name:
            body = node.body[1:] if ast.get_docstring(node) else node.body
            return [ast.unparse(line) for line in body] == ["raise NotImplementedError"]
    return False


def function(kata: str, name: str) -> Callable[..., Any]:
    """A function of a learner's file.

    Raises:
        Unfit: if the file is missing or cannot be loaded, or has no such function.
    """
    path = KATAS.parent / stub(kata)
    if not path.is_file():
        raise Unfit(f"{stub(kata)} is missing. To bring it back:\n  git checkout {stub(kata)}")
    sys.path.append(str(path.parent))  # A file may import others that stand beside it.
    spec = spec_from_file_location(kata, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[kata] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise Unfit(f"{stub(kata)} cannot be loaded:\n{in_words(error)}") from None
    found: Callable[..., Any] | None = getattr(module, name, None)
    if not callable(found):
        raise Unfit(f"{stub(kata)} has no function {name}.")
    return found


def in_words(error: BaseException) -> str:
    """An exception, and the line of a learner's file that it went through last."""
    text = str(error.msg if isinstance(error, SyntaxError) else error).partition("\n")[0]
    lines = [f"{type(error).__name__}: {text}".rstrip(": "), place(error)]
    return "\n".join(f"  {line}" for line in lines if line)


def place(error: BaseException) -> str:
    """The last line of a learner's file that an exception went through; "" if there is none."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"{relative(error.filename)}:{error.lineno}"
    frames = traceback.extract_tb(error.__traceback__)
    own = [f"{relative(frame.filename)}:{frame.lineno}" for frame in frames if is_own(frame)]
    return own[-1] if own else ""


def show(error: BaseException) -> None:
    """Print an exception as Python does, from the first line of a learner's file on."""
    frames = traceback.extract_tb(error.__traceback__)
    first = next((number for number, frame in enumerate(frames) if is_own(frame)), 0)
    told = traceback.TracebackException.from_exception(error)
    told.stack = traceback.StackSummary.from_list(frames[first:])
    print(*told.format(), sep="", end="", file=sys.stderr)


def is_own(frame: traceback.FrameSummary) -> bool:
    """Whether a line is one of a learner's."""
    return Path(frame.filename).parent.parent == KATAS and not frame.filename.endswith("_main__.py")


def relative(file: str) -> str:
    """A file from the root of the project, if it is in it."""
    path = Path(file)
    inside = path.is_relative_to(KATAS.parent)
    return path.relative_to(KATAS.parent).as_posix() if inside else file
