"""Load the code under test, and make its calls."""

from __future__ import annotations

import os
import sys
from types import ModuleType

from kata_worker.plain_values import plain
from kata_worker.troubles import Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from typing import Any

    Arguments = tuple[Any, ...]
    Function = Callable[..., Any]
    Ask = Callable[[Arguments], Any]

MOST_ASKED = 100  # questions that a scripted player remembers


def load(
    path: str, name: str, source: bytes, references: Mapping[str, str]
) -> ModuleType:
    """Run the source of a file as a module; it may import references, by katas."""
    # The folder comes last, so that a file named `json.py` hides nothing.
    sys.path.append(os.path.dirname(path))
    sys.modules["solutions"] = ModuleType("solutions")
    sys.modules["solutions"].__path__ = []
    sys.meta_path.append(References(references))
    if b"\0" in source:  # Python does not say where.
        line = source[: source.index(b"\0")].count(b"\n") + 1
        message = "there is a null byte; save the file as UTF-8"
        raise SyntaxError(message, (path, line, 0, None))
    module = sys.modules[name] = ModuleType(name)
    module.__file__ = path
    exec(compile(source, path, "exec", dont_inherit=True), vars(module))
    return module


class References:
    """Finds the references that a kata may import, and those of no other copy."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self._files = {f"solutions.{kata}": file for kata, file in files.items()}

    def find_spec(self, name: str, path: object = None, target: object = None) -> Any:
        """Return what Python's import asks for; None if the name is no reference."""
        if name not in self._files:
            return None
        import importlib.util  # Few katas build on another one.

        return importlib.util.spec_from_file_location(name, self._files[name])


def each(
    ask: Ask,
    batch: Iterable[Arguments],
    caught: tuple[type[BaseException], ...],
    seed: int = 0,
) -> Iterator[Any]:
    """Make calls one after the other; yield the answer of each, or what it raised."""
    if "random" in sys.modules:  # Its answers are the same in every run.
        sys.modules["random"].seed(seed)
    for arguments in batch:
        try:
            outcome = ask(arguments)
        except caught as error:
            outcome = error
        yield outcome


def asker(function: Function, wanted: str) -> Ask:
    """Return what makes a call of a function and returns what is wanted of it.

    That is its "answer" (or "refusal": none is wanted), its "arguments" after the call,
    how many items of one-shot arguments are "taken", or its answer to a caller who
    makes it his "own".
    """
    if wanted == "own":
        from kata_worker.playing_on import PlayingOn  # Needed in a few tests only.

        return PlayingOn(function, make).ask

    def ask(arguments: Arguments) -> Any:
        made = make(arguments)
        answer = function(*made)
        if wanted == "arguments":
            return made
        if wanted == "taken":
            return sum(map(_items_taken, arguments, made))
        return answer

    return ask


def _items_taken(recipe: Any, argument: Any) -> int:
    if type(recipe) is dict and "one_shot" in recipe:
        return len(recipe["one_shot"]) - int(argument.__length_hint__())
    return 0


def make(arguments: Iterable[Any]) -> Arguments:
    """Return arguments, with what the recipes of `kata_tables.arguments` stand for."""
    return tuple([_made(one) if type(one) is dict else one for one in arguments])


def _made(recipe: dict[Any, Any]) -> Any:
    if "one_shot" in recipe:
        return iter(recipe["one_shot"])
    if "rng" in recipe:
        from random import Random  # 5 ms, for the few katas that need it

        return Random(recipe["rng"])
    if "player" in recipe:
        return Scripted(recipe["player"])
    if "source" in recipe:
        return _value(recipe["module"], recipe["source"])
    return recipe


_values: dict[tuple[str, str], Any] = {}


def _value(name: str, source: str) -> Any:
    """Return the value of an expression in a module: the same one in all calls.

    Code may remember what it found out with a function, which is its own key.
    """
    if (name, source) not in _values:
        module = __import__(name, fromlist=["*"])
        _values[name, source] = eval(source, vars(module))
    return _values[name, source]


class Scripted:
    """A player that makes given moves, and remembers what it was asked."""

    def __init__(self, moves: list[Any]) -> None:
        self._moves = iter(moves)
        self.asked: list[Any] = []

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        if len(self.asked) < MOST_ASKED:
            # As they are now, because the board will change.
            values = map(_named, (*arguments, *named.values()))
            self.asked.append(plain(tuple(values)))
        for move in self._moves:
            return move
        raise Refused("no move")


def _named(argument: Any) -> Any:
    """Return an argument, and "rng" for a generator of random numbers."""
    return "rng" if hasattr(argument, "randrange") else argument
