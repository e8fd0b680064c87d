"""Values as a learner reads them: short, sorted, the same in every run."""

from __future__ import annotations

from collections.abc import Mapping

from kata_kit import layout
from kata_kit.values import Record

# A value longer than this does not stand in a sentence.
IN_A_SENTENCE = 60
SHORTER_THAN_A_BOARD = 200


def source(value: object) -> str:
    """A value as Python source, with sets and dicts in order.

    >>> source({(3, 2), (2, 3)})
    '{(2, 3), (3, 2)}'
    """
    if isinstance(value, (set, frozenset)) and value:
        return "{" + ", ".join(sorted(map(source, value), key=_by_number)) + "}"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{source(k)}: {source(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(source, value)) + "]"
    if isinstance(value, tuple):
        return "(" + ", ".join(map(source, value)) + ("," if len(value) == 1 else "") + ")"
    return repr(value)


def call(function: str, arguments: tuple[object, ...]) -> str:
    """A call that can be pasted into `python`.

    >>> call("perft", (0, 0, 3))
    'perft(0, 0, 3)'
    """
    return layout.cut(f"{function}({', '.join(map(source, arguments))})")


def keys(typed: tuple[str | None, ...]) -> str:
    """The lines that were typed in a session, as a learner reads them; None is Ctrl-C.

    >>> keys(("0", "", None))
    "'0', '', Ctrl-C"
    """
    return ", ".join("Ctrl-C" if line is None else repr(line) for line in typed) or "nothing"


def kind(value: object) -> str:
    """The type of an answer, with its article: "an int", "a list".

    >>> kind(True), kind(None), kind([1])
    ('a bool', 'None', 'a list')
    """
    if value is None:
        return "None"
    name = getattr(value, "type_name", None) or (
        value.name if isinstance(value, Record) else type(value).__name__
    )
    return f"{'an' if name[0].lower() in 'aeiou' else 'a'} {name}"


def _by_number(text: str) -> tuple[int, str]:
    return len(text), text
