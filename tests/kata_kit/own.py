"""A caller who plays on with one board, keeps the answers, and changes them.

An answer shares no list, set or dictionary with the arguments or with itself. No later
call changes it, and if the caller changes it, later answers stay right.
"""

from collections.abc import Iterator
from typing import Any, NoReturn

from kata_tables.arguments import made

from kata_kit.values import plain

# So many lists of earlier answers are kept, the newest: a call that changes an older
# one has changed these as well.
MOST_KEPT = 50

VARIED = (
    "gave another answer to the same call, after the first one was emptied; "
    "does it keep that answer, or leave anything to chance?"
)


class Shared(Exception):
    """An answer shares a list, set or dictionary with something else."""


class PlayingOn:
    """Calls a function, and checks that each answer is the caller's own."""

    def __init__(self, function: Any) -> None:
        self._function = function
        self._given = list[Any]()
        self._kept = list[tuple[Any, Any]]()  # what can be changed, and copies

    def __call__(self, *arguments: Any) -> object:
        """Make a call, check all of that, and return the answer."""
        put(self._given, [*made(arguments)])
        answer = self._function(*self._given)
        places = list(parts_of(answer))
        if places:
            self._check_places(places)
        for part, before in self._kept:
            if part != before:
                refuse(part, "that it has returned before")
        copies = [(part, part.copy()) for _, part in places]
        if copies:
            self._ask_beside_emptied(answer, copies, arguments)
        self._kept = [*self._kept, *copies][-MOST_KEPT:]
        return plain(answer)

    def _check_places(self, places: list[tuple[str, Any]]) -> None:
        given = {id(part) for value in self._given for _, part in parts_of(value)}
        seen = dict[int, str]()
        for place, part in places:
            if id(part) in given:
                refuse(part, "that it was given")
            before = seen.setdefault(id(part), place)
            if before != place:
                refuse(part, f"in two places, {before} and {place}")

    def _ask_beside_emptied(
        self, answer: object, copies: list[tuple[Any, Any]], arguments: Any
    ) -> None:
        """Make the same call while its first answer is empty: it answers the same."""
        for part, _ in copies:
            part.clear()
        try:
            again = self._function(*made(arguments))
            shared = {id(part) for part, _ in copies}
            is_shared = any(id(part) in shared for _, part in parts_of(again))
        finally:
            for part, items in copies:
                part.clear()
                fill = part.extend if isinstance(part, list) else part.update
                fill(items)
        if is_shared:
            refuse(answer, "that it has returned before")
        if again != answer:
            raise Shared(VARIED)


def refuse(part: object, how: str) -> NoReturn:
    kind = type(part).__name__
    raise Shared(f"returned a {kind} {how}; make a new one each time")


def put(old: Any, new: Any) -> Any:
    """Return the old list with the new content; what is new, if it isn't a list."""
    if not (type(old) is type(new) is list):
        return new
    is_nested = list in map(type, new)
    old[:] = [*map(put, old, new), *new[len(old) :]] if is_nested else new
    return old


def parts_of(value: Any, place: str = "") -> Iterator[tuple[str, Any]]:
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
            yield from parts_of(item, f"{place}[{key!r}]")
