"""Calls, answers, and how they compare."""

import marshal
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

NESTED = list, tuple, set, frozenset, dict  # what has a source of its own

MASK = re.compile("-?0[bx][0-9a-f]+")
NUMBER = re.compile(
    "(?<![0-9a-zA-Z])-?(?:0[bx][0-9a-fA-F]+|[1-9][0-9]*|0)(?![0-9a-zA-Z])"
)
# What a message expects, in which "3 rows of 3 cells" quotes no 3
EXPECTED = re.compile(r"\bexpected\b(?:(?!\b(?:got|not|but|instead)\b).)*", re.DOTALL)
COUNT = re.compile(r"\b[0-9]+ (?:rows|columns|cells)\b")
ROW = re.compile(r"\[[^\[\]]+\]")  # of a list of lists


class Call(NamedTuple):
    """A call that didn't give the expected answer, for drawing it.

    An answer is a plain value, or an `Other` if it's anything else. What's expected may
    also be a `OneOf` of several, a `Record`, or `ValueError`.
    """

    function: str
    arguments: tuple[object, ...] = ()
    expected: object = None
    got: object = None
    # The lines that were typed for it, if it's a session; None among them is Ctrl-C.
    typed: tuple[str | None, ...] | None = None

    def source_with(self, *first: str) -> str:
        """The call as source, with these texts for its first arguments.

        >>> Call("perft", (255, 0, 3)).source_with("0xff", "0x0")
        'perft(0xff, 0x0, 3)'
        """
        others = map(repr, self.arguments[len(first) :])
        return f"{self.function}({', '.join([*first, *others])})"


class Growth(NamedTuple):
    """A bound on a cost that may grow as n to the exponent, from the last size / 4 on.

    Each "row", of which there are n, or "cell", n * n, may cost a share at most, if one
    is given.
    """

    exponent: float
    unit: str
    share: int | None = None

    def units(self, n: int) -> int:
        """Return how many units there are on a board of n rows."""
        return n * n if self.unit == "cell" else n

    def most(self, n: int) -> int | None:
        """Return the most that a call on a board of n rows may cost."""
        return None if self.share is None else self.share * self.units(n)


class Record:
    """An answer with named fields: a NamedTuple of a learner."""

    def __init__(self, type_name: str, /, **fields: object) -> None:
        self.type_name, self.fields = type_name, fields

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={value!r}" for name, value in self.fields.items())
        return f"{self.type_name}({fields})"


class OneOf:
    """An expected answer that leaves a choice: each of these is right.

    Which of the wrong ones came `among` all that may be chosen is a matter of style.

    >>> OneOf((0, 2, 6)), OneOf((0, 2))
    (one of 0, 2, 6, 0 or 2)
    """

    def __init__(self, choices: Sequence[object], among: Sequence[object] = ()) -> None:
        self.choices, self.among = tuple(choices), tuple(among)

    def readings(self, answer: object) -> frozenset[object]:
        """Return the ways in which a wrong answer may have been meant.

        (2, 0) for (0, 2), [0, 2], and cells counted from 1 stand for the cells that
        they mean. Two answers that share a reading are wrong in the same way.

        >>> OneOf([(0, 2)]).readings((2, 0)) & OneOf([(0, 1)]).readings((1, 0))
        frozenset({('tuple', 2, 'right')})
        """
        kind = type(answer).__name__
        ways = set[object]()
        for number, cell in enumerate([answer, *_meant(answer)]):
            if same(self, cell):
                ways.add((kind, number, "right"))
            elif same(OneOf(self.among), cell):
                ways.add((kind, number, "possible"))
        return frozenset(ways or {repr(answer)})

    def __repr__(self) -> str:
        few = len(self.choices) <= 2
        choices = (" or " if few else ", ").join(map(repr, self.choices))
        return choices if few else f"one of {choices}"


class Other:
    """An answer that isn't a plain value. It's right for nothing."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text


def same(expected: Any, got: Any) -> bool:
    """Tell whether an answer is the expected one, also in its types, at any depth.

    >>> same(1, True), same({(0, 1)}, {(0, 1)}), same(OneOf((1, 2)), 2)
    (False, True, True)
    """
    if isinstance(expected, OneOf):
        return any(same(choice, got) for choice in expected.choices)
    has_parts = isinstance(expected, (*NESTED, Record))
    if not has_parts:
        return type(expected) is type(got) and bool(expected == got)
    try:
        if marshal.dumps(expected, 2) == marshal.dumps(got, 2):
            return True  # The bytes say what types there are, and are made quickly.
        if expected != got:  # Both are plain values.
            return False
    except ValueError:  # It's a `Record`, or another object.
        pass
    return _typed(expected) == _typed(got)


def quoted(wanted: str, message: str) -> bool:
    """Tell whether a message quotes a text, or one of several, in any spelling.

    >>> quoted("[1, 2] or 7", "expected 3 cells, got [1, 2]")
    True
    >>> quoted("0b111000", "got 0b000_111_000"), quoted("'xy'", "expected X, got xy")
    (True, True)
    >>> quoted("3", "expected 3 rows of 3 cells"), quoted("-1", "got -17")
    (False, False)
    >>> quoted("7", "expected 8 rows, got 7 rows"), quoted("3", "3 is no cell")
    (True, True)
    """
    return any(_quotes(text, message) for text in wanted.split(" or "))


def _quotes(text: str, message: str) -> bool:
    if text.removeprefix("-").isdecimal():
        said = EXPECTED.sub(lambda part: COUNT.sub("", part[0]), message)
        return re.search(rf"(?<![0-9A-Za-z_]){text}(?![0-9A-Za-z_])", said) is not None
    if text in message:
        return True
    if text.startswith(("(", "[")) and text.replace(" ", "") in message.replace(
        " ", ""
    ):
        return True
    if MASK.fullmatch(text):
        numbers = NUMBER.findall(message.replace("_", ""))
        return int(text, 0) in [int(number, 0) for number in numbers]
    if text.startswith("'"):
        value = text.strip("'")
        # A digit, a dot or a space may stand in any message.
        is_word = re.search(rf"\b{value}\b", message) if value.isalpha() else None
        return bool(is_word) or f'"{value}"' in message
    signs = re.sub(r"[\s|]", "", message)
    rows = ROW.findall(text) if text.startswith("[[") else []
    return bool(rows) and all(row in message or _drawn(row) in signs for row in rows)


def _drawn(row: str) -> str:
    return re.sub(r"[\[\], ]", "", row).translate(str.maketrans("012", ".XO"))


def source(value: object) -> str:
    """Return a value as Python source, with sets in order: the same in every run.

    >>> source({(3, 2), (2, 3)})
    '{(2, 3), (3, 2)}'
    """
    written = repr(value)
    if "{" not in written or not isinstance(value, NESTED):
        return written  # There's no set in it.
    if isinstance(value, dict):
        pairs = [f"{source(key)}: {source(item)}" for key, item in value.items()]
        return f"{{{', '.join(pairs)}}}"
    parts = [*map(source, value)]
    if isinstance(value, (set, frozenset)):
        parts.sort(key=lambda part: (len(part), part))
        return f"{{{', '.join(parts)}}}"
    inner = ", ".join(parts)
    if isinstance(value, list):
        return f"[{inner}]"
    return f"({inner},)" if len(parts) == 1 else f"({inner})"


def _meant(answer: object) -> list[object]:
    """Return the cells that a wrong name may mean: a tuple, swapped, or from 0 on."""
    match answer:
        case int():
            return [answer - 1]
        case [int(row), int(column)]:
            return [(row, column), (column, row), (row - 1, column - 1)]
    return []


def _typed(value: Any) -> object:
    """Return a value with the type of each part, so that `==` compares both."""
    kind = type(value)
    if kind in (list, tuple):
        return kind, tuple(map(_typed, value))
    if kind in (set, frozenset):
        return kind, frozenset(map(_typed, value))
    if kind is dict:
        return dict, frozenset(map(_typed, value.items()))
    if isinstance(value, Record):
        return Record, value.type_name, _typed(list(value.fields.items()))
    return kind, value
