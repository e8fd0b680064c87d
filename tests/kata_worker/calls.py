"""Load the code under test, and make its calls."""

from __future__ import annotations

import marshal
import os
import sys
from types import ModuleType

from kata_worker.plain_values import plain
from kata_worker.troubles import Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from typing import Any, NoReturn

    Arguments = tuple[Any, ...]
    Function = Callable[..., Any]
    Ask = Callable[[Arguments], Any]

MOST_ASKED = 100  # questions that a scripted player remembers
# Lists of earlier answers: a call that changes an older one changes one of these, too.
MOST_KEPT = 50


def load(
    path: str, name: str, source: bytes, references: Mapping[str, str]
) -> ModuleType:
    """Run the source of a file as a module; it may import references, by katas."""
    # The folder comes last, so that a file named `json.py` hides nothing.
    sys.path.append(os.path.dirname(path))
    sys.modules["solutions"] = ModuleType("solutions")
    sys.modules["solutions"].__path__ = []
    sys.meta_path.append(References(references))
    if b"\0" in source:  # Python does not say what to do.
        line = source.partition(b"\0")[0].count(b"\n") + 1
        message = "there is a null byte; save the file as UTF-8"
        raise SyntaxError(message, (path, line, 0, None))
    if b"async " in source:  # A call that nobody awaits would show a line of ours.
        from warnings import filterwarnings

        filterwarnings("ignore", category=RuntimeWarning, module="kata_worker")
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
    makes it his "own", see `PlayingOn`.
    """
    if wanted == "own":
        return PlayingOn(function).ask

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
    """Return arguments, with what the recipes of `kata_tables.calls` stand for."""
    return tuple([_made(one) if type(one) is dict else one for one in arguments])


def _made(recipe: dict[Any, Any]) -> Any:
    for kind, content in recipe.items():
        if kind in MAKERS:
            return MAKERS[kind](content)
    return recipe


def _generator(seed: int) -> Any:
    from random import Random  # 5 ms, for the few katas that need it

    return Random(seed)


_values: dict[tuple[str, str], Any] = {}


def _value(place: tuple[str, str]) -> Any:
    """Return the value of an expression in a module: the same one in all calls.

    Code may remember what it found out with a function, which is its own key.
    """
    if place not in _values:
        name, source = place
        _values[place] = eval(source, vars(__import__(name, fromlist=["*"])))
    return _values[place]


class Scripted:
    """A player that makes given moves, and remembers what it was asked."""

    def __init__(self, moves: list[Any]) -> None:
        self._moves = iter(moves)
        self.asked: list[Any] = []

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        if len(self.asked) < MOST_ASKED:
            given = (*arguments, *named.values())
            shown = ["rng" if hasattr(one, "randrange") else one for one in given]
            # As they are now, because the board will change.
            self.asked.append(plain(tuple(shown)))
        for move in self._moves:
            return move
        raise Refused("no move")


MAKERS: dict[str, Any] = {
    "one_shot": iter,
    "rng": _generator,
    "player": Scripted,
    "value": _value,
}


class PlayingOn:
    """A caller who plays on with one board, keeps the answers, and changes them.

    An answer shares no list, set or dictionary with the arguments or with itself. No
    later call changes it. If the caller changes it, later answers stay right. This is
    looked at here: what arrives in another process is a copy.
    """

    def __init__(self, function: Function) -> None:
        self._function = function
        self._given: list[Any] = []
        self._kept: list[tuple[Any, Any]] = []  # what can be changed, and copies

    def ask(self, arguments: Arguments) -> Any:
        """Make a call, check all of that, and return the answer."""
        _onto(self._given, _fresh(arguments))
        answer = self._function(*self._given)
        self._check_places(answer)
        for part, before in self._kept:
            if part != before:
                _refuse(part, "that it has returned before")
        parts = [(part, part.copy()) for _, part in _parts(answer)]
        if parts:
            self._ask_beside_emptied(answer, parts, arguments)
        self._kept = [*self._kept, *parts][-MOST_KEPT:]
        return answer

    def _check_places(self, answer: object) -> None:
        given = {id(part) for value in self._given for _, part in _parts(value)}
        places: dict[int, str] = {}
        for place, part in _parts(answer):
            if id(part) in given:
                _refuse(part, "that it was given")
            before = places.setdefault(id(part), place)
            if before != place:
                _refuse(part, f"in two places, {before} and {place}")

    def _ask_beside_emptied(
        self, answer: object, parts: list[tuple[Any, Any]], arguments: Arguments
    ) -> None:
        """Make the same call while its first answer is empty; it answers the same."""
        for part, _ in parts:
            part.clear()
        try:
            again = self._function(*_fresh(arguments))
            shared = {id(part) for part, _ in parts}
            is_shared = any(id(part) in shared for _, part in _parts(again))
        finally:
            for part, items in parts:
                part.clear()
                fill = part.extend if isinstance(part, list) else part.update
                fill(items)
        if is_shared or again != answer:
            _refuse(answer, "that it has returned before")


def _fresh(arguments: Arguments) -> list[Any]:
    """Return new arguments each time, as if they had come over the pipe again."""
    return [*make(marshal.loads(marshal.dumps(arguments, 2)))]


def _refuse(part: object, how: str) -> NoReturn:
    kind = type(part).__name__
    raise Refused("not apart", f"returned a {kind} {how}; make a new one each time")


def _onto(old: Any, new: Any) -> Any:
    """Return the old list with the new content; what is new, if it is no list."""
    if type(old) is not list or type(new) is not list:
        return new
    old[:] = [*map(_onto, old, new), *new[len(old) :]]
    return old


def _parts(value: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    """Yield what can be changed in a value, itself included, each with its place."""
    if isinstance(value, (list, set, dict)):
        yield place, value
    items: Any = ()
    if isinstance(value, dict):
        items = value.items()
    elif isinstance(value, (list, tuple)):
        items = enumerate(value)
    for key, item in items:
        if isinstance(item, (list, tuple, set, dict)):
            yield from _parts(item, f"{place}[{key!r}]")
