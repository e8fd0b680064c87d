"""What comes from the process of the code under test, and whether it is what was expected.

All of it passes `read`, which makes texts visible, cuts them, and lets nothing through that could
surprise the rest: what is not as `kata_worker.outgoing` says raises one of `UNREADABLE`.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from kata_kit import layout

UNREADABLE = (
    *(ValueError, TypeError, AttributeError, ArithmeticError, LookupError),
    *(MemoryError, RecursionError),
)

# In characters: of a text as a whole, of a sentence, of what is not a value, and of a name.
LONGEST_TEXT, LONGEST_SENTENCE, LONGEST_OTHER, LONGEST_NAME = 100_000, 2_000, 200, 80
LONGEST_INT = 4_300  # digits; Python 3.10.6 reads a million of them, and takes minutes
LARGEST_LINE = 1_000_000
MOST_IN_A_SET = 1_000  # Parts that collide take quadratic time.
MOST_TYPED = 200  # They are looked for in each line of the transcript.
DEEPEST = 50

MARKS = ("__tuple__", "__set__", "__dict__", "__bytes__", "__record__", "__other__")

OUTCOMES = ("loaded", "answer", "trouble")  # of a call, or of loading
# Of a call; its answer is the count, whether it costs more than that, and what the call returned.
COUNTED = ("calls", "lines", "steps", "own steps", "memory", "trace")

# The kinds of trouble that the process tells itself.
TOLD = (
    *("not written", "signature", "syntax", "import", "exception", "recursion", "memory"),
    *("exit", "input", "debugger", "forbidden", "not apart"),
)


@dataclass(frozen=True)
class Trouble:
    """A call, or the loading of the file, that did not end in an answer."""

    kind: str  # one of the keys of `kata_kit.messages.MESSAGES`
    type: str = ""  # the name of the exception, if there was one
    message: str = ""  # its message, or what belongs to the kind
    file: str = ""  # the learner's file
    line: int = 0  # the line in it where it happened; 0 when it is not known
    source: str = ""  # that line
    column: int = 0  # for a SyntaxError
    refusal: bool = False  # whether the exception is a `ValueError`
    at_load: bool = False  # whether the file was being loaded
    busy: bool = False  # for a call that took too long: it used up processor time, and did not wait
    recursed: bool = False  # the same: the function that was running had called itself
    done: int = 0  # the same: so many calls of the same request had come back before


@dataclass(frozen=True)
class Transcript:
    """What came of a session."""

    text: str  # what the program showed, with the lines that it read where it read them
    typed: Sequence[tuple[int, str]]  # these, by their places in it; "" is the end of the input
    asked: Sequence[object]  # the arguments of each call of a scripted player
    ended: Trouble | None  # what ended the program, if it did not return


def read(line: bytes) -> tuple[str, list[Any]]:
    """The verb and the details of a message."""
    verb, *details = restore(_DECODER.decode(line.decode()))
    return verb, details


def outcome(
    wanted: str, message: str, content: Sequence[Any], shown: Sequence[tuple[str, str]]
) -> object:
    """What came of a call, or of loading, by a message and, for a session, what was `shown`."""
    (found,) = content
    if message == "trouble":
        return trouble(found, at_load=wanted == "load")
    if message != ("loaded" if wanted == "load" else "answer"):
        raise ValueError(f"not an outcome of {wanted}: {message!r}")
    if wanted == "load":
        return {name: (str(takes), int(line)) for name, (takes, line) in found.items()}
    if wanted == "session":
        return transcript(shown, found)
    if wanted in COUNTED:
        number, more, answer = found
        found = abs(int(number)), more is True, answer
    return found


def trouble(facts: Any, *, at_load: bool = False) -> Trouble:
    """What the process says of a call that did not end in an answer."""
    told = Trouble(at_load=at_load, **facts)
    for field in fields(told):
        value = getattr(told, field.name)
        in_range = type(value) is not int or 0 <= value < LARGEST_LINE
        if type(value) is not field.type or not in_range or told.kind not in TOLD:
            raise ValueError(f"{field.name}: {value!r:.80}")
    message = layout.cut(told.message, LONGEST_SENTENCE)
    file, source = told.file[:LONGEST_SENTENCE], told.source[:LONGEST_SENTENCE]
    return replace(told, type=name(told.type), message=message, file=file, source=source)


def transcript(shown: Sequence[tuple[str, str]], answer: Any) -> Transcript:
    """What came of a session, by what was shown and what `kata_worker.console.hold` returns."""
    text, typed = "", []
    for kind, piece in shown:
        if kind != "printed":
            typed.append((len(text), piece))
        text += piece
    asked, ended = answer["asked"], answer["ended"]
    if type(asked) is not list or len(typed) > MOST_TYPED or len(text) > 4 * LONGEST_TEXT:
        raise ValueError("not a transcript")
    return Transcript(text, typed, asked, None if ended is None else trouble(ended))


def name(text: Any, longest: int = LONGEST_NAME) -> str:
    """A name that the code under test gave, on one line."""
    return layout.short(layout.on_one_line(str(text)[: 2 * longest]), longest)


def restore(value: Any, depth: int = 0) -> Any:
    """Turn what `kata_worker.outgoing.plain` makes of a value into a value for a test."""
    if depth > DEEPEST:
        raise ValueError("too deep")
    if type(value) is str:
        text = layout.cut(value, LONGEST_TEXT)
        return text if text.isprintable() else layout.visible(text.replace("\r\n", "\n"))
    if type(value) is list:
        return [restore(item, depth + 1) for item in value]
    if type(value) is not dict:
        return value
    mark = next(iter(value), "")
    if mark not in MARKS:
        return {name(key): restore(item, depth + 1) for key, item in value.items()}
    content = value[mark]
    if mark == "__bytes__":
        return content.encode("latin-1")
    if mark == "__other__":
        return Other(name(content), name(value["text"], LONGEST_OTHER))
    if mark == "__record__":
        pairs = {name(key): restore(item, depth + 1) for key, item in value["fields"]}
        return Record(name(content), **pairs)
    parts = restore(content, depth + 1)
    if mark == "__tuple__":
        return tuple(parts)
    if len(parts) > MOST_IN_A_SET:
        raise ValueError("too many to compare")
    try:
        return set(parts) if mark == "__set__" else dict(parts)
    except TypeError:  # There are sets in it, such as frozen ones.
        return Other(mark.strip("_"), name(parts, LONGEST_OTHER))


class Record:
    """An answer with named fields: a NamedTuple or a dataclass of the code under test."""

    def __init__(self, type_name: str, /, **fields: object) -> None:
        self.type_name, self.fields = type_name, fields

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={value!r}" for name, value in self.fields.items())
        return f"{self.type_name}({fields})"


class OneOf:
    """An expected answer that leaves a choice: any one of these is right.

    Which of the wrong ones came `among` all that may be chosen is a matter of style, too.

    >>> OneOf((0, 2, 6)), OneOf((0, 2))
    (one of 0, 2, 6, 0 or 2)
    """

    def __init__(self, choices: Sequence[object], among: Sequence[object] = ()) -> None:
        self.choices, self.among = tuple(choices), tuple(among)

    def alike(self, one: object, other: object) -> bool:
        """Whether two answers are both right, or both wrong among what may be chosen.

        Or both would be, if they were not lists, columns before rows, or counted from 1.
        """
        right = [same(self, answer) for answer in (one, other)]
        if any(right):
            return all(right)
        pairs = [(one, other)]
        if type(one) is type(other):
            pairs += zip(_meant(one), _meant(other), strict=False)
        either = (self, OneOf(self.among))
        return any(same(of, mine) and same(of, its) for of in either for mine, its in pairs)

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
    """Whether an answer is the expected one, also in its types, at any depth.

    >>> same(1, True), same({(0, 1)}, {(0, 1)}), same(OneOf((1, 2)), 2)
    (False, True, True)
    """
    if isinstance(expected, OneOf):
        return any(same(choice, got) for choice in expected.choices)
    return _typed(expected) == _typed(got)


def _meant(answer: object) -> list[object]:
    """What may be meant by the wrong name of a cell: not a list, the row first, from 0 on."""
    if isinstance(answer, int):
        return [answer - 1]
    if not isinstance(answer, (list, tuple)) or not all(isinstance(one, int) for one in answer):
        return []
    return [tuple(answer), tuple(answer)[::-1], tuple(one - 1 for one in answer)]


def quoted(wanted: str, message: str) -> bool:
    """Whether a message quotes what it should, or one of several things.

    >>> quoted("[1, 2] or 7", "expected 3 cells, got [1, 2]"), quoted("[0, 3]", "a wrong row")
    (True, False)
    """
    return any(one in message for one in wanted.split(" or "))


def _typed(value: object) -> object:
    """The value with the type of each part beside it, so that `==` compares both."""
    if isinstance(value, Record):
        return Record, value.type_name, _typed(list(value.fields.items()))
    if isinstance(value, Mapping):
        return dict, frozenset((_typed(key), _typed(item)) for key, item in value.items())
    if isinstance(value, (set, frozenset)):
        return frozenset(map(_typed, value))
    if isinstance(value, (list, tuple)):
        return type(value), tuple(map(_typed, value))
    return type(value), value


def _int(digits: str) -> int:
    if len(digits) > LONGEST_INT:
        raise ValueError("a number that is too long")
    return int(digits)


_DECODER = json.JSONDecoder(parse_int=_int)
