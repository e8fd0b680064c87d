"""Calls of the code under test: it is loaded, arguments are made for it, answers are looked at.

Which lists are one list is looked at here: what arrives in another process is a copy.
"""

from __future__ import annotations

import os
import sys
from types import ModuleType, SimpleNamespace

from kata_worker.outgoing import Refused, plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any

    Arguments = tuple[Any, ...]
    Functions = Mapping[str, Callable[..., Any]]

MOST_ASKED = 100  # questions that a scripted player remembers
MOST_KEPT = 5  # answers; what a call changes of an earlier one, it changes in one of these as well


def load(
    path: str, name: str, source: bytes, references: Mapping[str, str]
) -> ModuleType:
    """Run the source of the file at `path` as the module `name`, with its references by kata."""
    sys.path.append(
        os.path.dirname(path)
    )  # Last, so that a file named `json.py` hides nothing.
    _offer({f"solutions.{kata}": file for kata, file in references.items()})
    if b"\0" in source:  # Python does not say where.
        line = source[: source.index(b"\0")].count(b"\n") + 1
        raise SyntaxError(
            "there is a null byte; save the file as UTF-8", (path, line, 0, None)
        )
    module = sys.modules[name] = ModuleType(name)
    module.__file__ = path
    exec(compile(source, path, "exec", dont_inherit=True), vars(module))
    return module


def _offer(files: Mapping[str, str]) -> None:
    """Make these modules importable, and none of another copy."""
    solutions = sys.modules["solutions"] = ModuleType("solutions")
    solutions.__path__ = []

    def find(name: str, path: object = None, target: object = None) -> Any:
        if name not in files:
            return None
        from importlib.util import (
            spec_from_file_location,
        )  # Few katas build on another one.

        return spec_from_file_location(name, files[name])

    sys.meta_path.append(SimpleNamespace(find_spec=find))


def seed_random() -> None:
    """Have code that uses the module `random` give the same answers in every run."""
    if "random" in sys.modules:
        sys.modules["random"].seed(0)


class NoMoveLeft(Exception):
    """A scripted player was asked more often than it has moves."""


class Scripted:
    """A player that makes given moves, whatever it is asked, and remembers what it was asked."""

    def __init__(self, moves: list[Any]) -> None:
        self._moves = iter(moves)
        self.asked: list[Any] = []

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        if len(self.asked) < MOST_ASKED:
            # As they are now, because the board will change; the generator of random as
            # "rng".
            values = (*arguments, *named.values())
            self.asked.append(
                plain(tuple("rng" if hasattr(v, "randrange") else v for v in values))
            )
        for move in self._moves:
            return move
        raise NoMoveLeft("it was not the computer's turn")


def make(arguments: Sequence[Any]) -> Arguments:
    """Make what the recipes of `kata_tables.arguments.Made` stand for; the rest stays as it is."""
    return tuple(
        [_made(value) if type(value) is dict else value for value in arguments]
    )


def _made(recipe: dict[Any, Any]) -> Any:
    if "one_shot" in recipe:
        return iter(recipe["one_shot"])
    if "rng" in recipe:
        from random import Random  # 5 ms, for the few katas that need it

        return Random(recipe["rng"])
    if "player" in recipe:
        return Scripted(recipe["player"])
    if "source" in recipe:
        return eval(
            recipe["source"], vars(__import__(recipe["module"], fromlist=["*"]))
        )
    if "counted_rows" in recipe:
        from kata_worker.counting import Row  # Needed in one stage only.

        return [Row(cells) for cells in recipe["counted_rows"]]
    return recipe


def asker(functions: Functions, name: str, wanted: str) -> Callable[[Arguments], Any]:
    """What makes the calls of one request, one after the other, and gives what is wanted of each.

    That is "answer", "refusal", "arguments" as they are after the call, how many items
    of one-shot arguments are "taken", or "own" or "kept OTHER", of a caller who plays
    on.
    """
    if wanted.startswith(("own", "kept")):
        return _playing_on(functions, name, wanted)

    def ask(arguments: Arguments) -> Any:
        made = make(arguments)
        answer = functions[name](*made)
        if wanted == "taken":
            recipes = (
                (one, it)
                for one, it in zip(arguments, made, strict=True)
                if one is not it
            )
            return sum(
                len(one["one_shot"]) - it.__length_hint__() for one, it in recipes
            )
        return made if wanted == "arguments" else answer

    return ask


def _playing_on(
    functions: Functions, name: str, wanted: str
) -> Callable[[Arguments], Any]:
    """What asks about one board that changes from call to call, and keeps the answers.

    An answer shares nothing with itself or the arguments, and no later call changes it:
    none of the other function in "kept OTHER" either. With "own" the caller changes
    each, and asks again.
    """
    function, (word, _, other) = functions[name], wanted.partition(" ")
    made: list[Any] = []
    kept: list[tuple[Any, object]] = []

    def check_kept(how: str) -> None:
        for answer, content in kept:
            _check_same(_content(answer), content, answer, how)

    def ask(arguments: Arguments) -> Any:
        new = [*map(_copy, make(arguments))]
        made[:] = map(_onto, made or new, new)
        answer = function(*made)
        _check_places(answer, made)
        check_kept("that its next call changed")
        content = _content(answer)
        parts = (
            [(part, part.copy()) for _, part in _parts(answer)] if word == "own" else []
        )
        for part, _ in parts:
            part.clear()
        if parts:
            try:
                again = _content(function(*map(_copy, make(arguments))))
            finally:
                for part, items in parts:
                    part.clear()
                    (part.extend if isinstance(part, list) else part.update)(items)
            _check_same(again, content, answer, "again that a caller has changed")
        kept[:] = [*kept[1 - MOST_KEPT :], (answer, content)]
        if other in functions:
            try:
                functions[other](*made)
            except Exception:  # It is asked about in rows of its own.
                return answer
            check_kept(f"that {other} changed")
        return answer

    return ask


def _check_places(answer: object, given: list[Any]) -> None:
    taken, places = (
        {id(part) for value in given for _, part in _parts(value)},
        dict[int, str](),
    )
    for place, part in _parts(answer):
        kind = type(part).__name__
        if id(part) in taken:
            what = (
                f"a part of what it was given: {place}"
                if place
                else "what it was given: it"
            )
            raise Refused(
                "not apart", f"returned {what} is the same {kind}, and no copy"
            )
        if (before := places.setdefault(id(part), place)) != place:
            where = f"{before} and {place} of it"
            raise Refused("not apart", f"returned one {kind} in two places: {where}")


def _check_same(now: object, before: object, answer: object, how: str) -> None:
    if now != before:
        kind = type(answer).__name__
        raise Refused("not apart", f"returned a {kind} {how}; make a new one each time")


def _copy(value: Any) -> Any:
    return [*map(_copy, value)] if type(value) is list else value


def _onto(old: Any, new: Any) -> Any:
    """What holds the new content: the old list, if both are lists."""
    if type(old) is not list or type(new) is not list:
        return new
    old[:] = [*map(_onto, old, new), *new[len(old) :]]
    return old


def _parts(value: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    """What can be changed in a value, itself included, each with its place."""
    if isinstance(value, (list, set, dict)):
        yield place, value
    items = enumerate(value) if isinstance(value, (list, tuple)) else ()
    for key, item in value.items() if isinstance(value, dict) else items:
        yield from _parts(item, f"{place}[{key!r}]")


def _content(value: Any) -> object:
    """What is equal for all values with the same content."""
    if isinstance(value, (list, tuple)):
        return type(value), [*map(_content, value)]
    if isinstance(value, dict):
        return {key: _content(item) for key, item in value.items()}
    return frozenset(value) if isinstance(value, set) else value
