"""Answers: the values that come back, what a row expects, and how both are compared."""

from collections.abc import Mapping, Sequence


class Record:
    """An answer with named fields: a NamedTuple or a dataclass of a learner."""

    def __init__(self, type_name: str, /, **fields: object) -> None:
        self.type_name, self.fields = type_name, fields

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={value!r}" for name, value in self.fields.items())
        return f"{self.type_name}({fields})"


class OneOf:
    """An expected answer that leaves a choice: any one of these is right.

    Which of the wrong ones came `among` all that may be chosen is a matter of style,
    too.

    >>> OneOf((0, 2, 6)), OneOf((0, 2))
    (one of 0, 2, 6, 0 or 2)
    """

    def __init__(self, choices: Sequence[object], among: Sequence[object] = ()) -> None:
        self.choices, self.among = tuple(choices), tuple(among)

    def alike(self, one: object, other: object) -> bool:
        """Tell whether two answers are both right, or both wrong among all choices.

        Or both would be, if they were not lists, columns before rows, or counted from
        1.
        """
        if same(self, one) or same(self, other):
            return same(self, one) and same(self, other)
        pairs = [(one, other)]
        if type(one) is type(other):
            pairs += zip(_meant(one), _meant(other), strict=False)
        either = (self, OneOf(self.among))
        return any(
            same(of, mine) and same(of, its) for of in either for mine, its in pairs
        )

    def __repr__(self) -> str:
        few = len(self.choices) <= 2
        choices = (" or " if few else ", ").join(map(repr, self.choices))
        return choices if few else f"one of {choices}"


class Other:
    """An answer that is not a plain value. It is right for nothing."""

    def __init__(self, type_name: str, text: str) -> None:
        self.type_name, self.text = type_name, text

    def __repr__(self) -> str:
        return self.text


def same(expected: object, got: object) -> bool:
    """Tell whether an answer is the expected one, also in its types, at any depth.

    >>> same(1, True), same({(0, 1)}, {(0, 1)}), same(OneOf((1, 2)), 2)
    (False, True, True)
    """
    if isinstance(expected, OneOf):
        return any(same(choice, got) for choice in expected.choices)
    return _typed(expected) == _typed(got)


def _meant(answer: object) -> list[object]:
    """Return the cells that a wrong name may mean: a tuple, swapped, or from 0 on."""
    if isinstance(answer, int):
        return [answer - 1]
    if not isinstance(answer, (list, tuple)) or not all(
        isinstance(one, int) for one in answer
    ):
        return []
    return [tuple(answer), tuple(answer)[::-1], tuple(one - 1 for one in answer)]


def quoted(wanted: str, message: str) -> bool:
    """Tell whether a message quotes a text, or one of several.

    >>> quoted("[1, 2] or 7", "expected 3 cells, got [1, 2]")
    True
    """
    return any(one in message for one in wanted.split(" or "))


def _typed(value: object) -> object:
    """The value with the type of each part beside it, so that `==` compares both."""
    if isinstance(value, Record):
        return Record, value.type_name, _typed(list(value.fields.items()))
    if isinstance(value, Mapping):
        return dict, frozenset(
            (_typed(key), _typed(item)) for key, item in value.items()
        )
    if isinstance(value, (set, frozenset)):
        return frozenset(map(_typed, value))
    if isinstance(value, (list, tuple)):
        return type(value), tuple(map(_typed, value))
    return type(value), value
