"""What comes from the process of the code under test, and is not to be trusted.

All of it passes `read`, which makes texts visible, cuts them, and lets nothing through
that could surprise the rest: what is not as `kata_worker.outgoing` says raises one of
`UNREADABLE`.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from kata_tables.answers import Other, Record

from kata_kit import layout

UNREADABLE = (
    *(ValueError, TypeError, AttributeError, ArithmeticError, LookupError),
    *(MemoryError, RecursionError),
)

# In characters: of a text as a whole, of a sentence, of what is not a value, and of a
# name.
LONGEST_TEXT, LONGEST_SENTENCE, LONGEST_OTHER, LONGEST_NAME = 100_000, 2_000, 200, 80
LONGEST_INT = 4_300  # digits; Python 3.10.6 reads a million of them, and takes minutes
LARGEST_LINE = 1_000_000
MOST_IN_A_SET = 1_000  # Parts that collide take quadratic time.
MOST_TYPED = 200  # They are looked for in each line of the transcript.
DEEPEST = 50

MARKS = ("__tuple__", "__set__", "__dict__", "__bytes__", "__record__", "__other__")

OUTCOMES = ("loaded", "answer", "trouble")  # of a call, or of loading
# Of a call; its answer is the count, whether it costs more than that, and what the call
# returned.
COUNTED = ("calls", "lines", "steps", "own steps", "memory", "trace")

# The kinds of trouble that the process tells itself.
TOLD = (
    *(
        "not written",
        "signature",
        "syntax",
        "import",
        "exception",
        "recursion",
        "memory",
    ),
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
    typed: Sequence[
        tuple[int, str]
    ]  # these, by their places in it; "" is the end of the input
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
    return replace(
        told, type=name(told.type), message=message, file=file, source=source
    )


def transcript(shown: Sequence[tuple[str, str]], answer: Any) -> Transcript:
    """What came of a session, by what was shown and what `kata_worker.console.hold` returns."""
    text, typed = "", []
    for kind, piece in shown:
        if kind != "printed":
            typed.append((len(text), piece))
        text += piece
    asked, ended = answer["asked"], answer["ended"]
    if (
        type(asked) is not list
        or len(typed) > MOST_TYPED
        or len(text) > 4 * LONGEST_TEXT
    ):
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
        return (
            text if text.isprintable() else layout.visible(text.replace("\r\n", "\n"))
        )
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


def _int(digits: str) -> int:
    if len(digits) > LONGEST_INT:
        raise ValueError("a number that is too long")
    return int(digits)


_DECODER = json.JSONDecoder(parse_int=_int)
