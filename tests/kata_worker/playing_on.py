"""A caller who plays on with one board, keeps the answers, and changes them.

Which lists are one list is looked at here: what arrives in another process is a copy.
"""

from __future__ import annotations

import marshal
from collections import deque

from kata_worker.troubles import Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any, NoReturn

# Answers: a call that changes an earlier one changes one of these as well.
MOST_KEPT = 5


class PlayingOn:
    """Asks a function about one board, which changes from call to call.

    An answer shares no list, set or dictionary with the arguments or with itself. No
    later call changes it. If the caller changes it, later answers stay right.
    """

    def __init__(self, function: Callable[..., Any], make: Callable[..., Any]) -> None:
        self._function, self._make = function, make
        self._given: list[Any] = []
        self._kept: deque[tuple[Any, object]] = deque(maxlen=MOST_KEPT)

    def ask(self, arguments: tuple[Any, ...]) -> Any:
        """Make a call, check all of that, and return the answer."""
        new = self._made(arguments)
        self._given = _onto(self._given, new) if self._given else new
        answer = self._function(*self._given)
        self._check_places(answer)
        for kept, content in self._kept:
            if _content(kept) != content:
                _refuse(kept, "that its next call changed")
        content = _content(answer)
        parts = [part for _, part in _parts(answer)]
        if parts and self._ask_beside_emptied(parts, arguments) != content:
            _refuse(answer, "again that a caller has changed")
        self._kept.append((answer, content))
        return answer

    def _check_places(self, answer: object) -> None:
        given = {id(part) for value in self._given for _, part in _parts(value)}
        places: dict[int, str] = {}
        for place, part in _parts(answer):
            kind = type(part).__name__
            if id(part) in given:
                what = "what it was given: it"
                if place:
                    what = f"a part of what it was given: {place}"
                message = f"returned {what} is the same {kind}, and no copy"
                raise Refused("not apart", message)
            before = places.setdefault(id(part), place)
            if before != place:
                message = f"returned one {kind} in two places: {before} and {place}"
                raise Refused("not apart", f"{message} of it")

    def _ask_beside_emptied(
        self, parts: list[Any], arguments: tuple[Any, ...]
    ) -> object:
        """Make the same call while its first answer is empty; return the content."""
        copies = [part.copy() for part in parts]
        for part in parts:
            part.clear()
        try:
            return _content(self._function(*self._made(arguments)))
        finally:
            for part, items in zip(parts, copies, strict=True):
                part.clear()
                fill = part.extend if isinstance(part, list) else part.update
                fill(items)

    def _made(self, arguments: tuple[Any, ...]) -> list[Any]:
        """Return new arguments each time, as if they had come over the pipe again."""
        copy = marshal.loads(marshal.dumps(arguments, 2))
        return list(self._make(copy))


def _refuse(answer: object, how: str) -> NoReturn:
    kind = type(answer).__name__
    raise Refused("not apart", f"returned a {kind} {how}; make a new one each time")


def _onto(old: Any, new: Any) -> Any:
    """Return the old list with the new content; what is new, if it is no list."""
    if type(old) is not list or type(new) is not list:
        return new
    rest = new[len(old) :]
    old[:] = [*map(_onto, old, new), *rest]
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
        yield from _parts(item, f"{place}[{key!r}]")


def _content(value: Any) -> object:
    """Return what does not change, and is equal for all values with this content."""
    if isinstance(value, (list, tuple)):
        return type(value), [*map(_content, value)]
    if isinstance(value, dict):
        return {key: _content(item) for key, item in value.items()}
    if isinstance(value, set):
        return frozenset(value)
    return value
