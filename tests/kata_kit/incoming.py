"""What comes from the process of the code under test, and is not to be trusted.

`read` is the one place that all of it passes: it makes texts visible, cuts them, and lets nothing
through that could surprise the rest. The format is that of `kata_worker.codec`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from kata_kit import layout
from kata_kit.values import Other, Record

# In characters: of a text as a whole, of a sentence, of what is no value, and of a name.
LONGEST_TEXT = 100_000
LONGEST_SENTENCE = 2_000
LONGEST_OTHER = 200
LONGEST_NAME = 80
# In digits. Old versions of Python read a million of them, and take minutes.
LONGEST_INT = 4_300
DEEPEST = 50
MOST_IN_A_SET = 1_000  # Parts that collide take quadratic time.
LAST_LINE = 1_000_000

# The kinds of trouble that the process tells itself.
TOLD = (
    "not written",
    "signature",
    "syntax",
    "import",
    "exception",
    "recursion",
    "memory",
    "exit",
    "input",
    "debugger",
    "forbidden",
)


@dataclass(frozen=True)
class Trouble:
    """A call, or the loading of the file, that did not end in an answer.

    Attributes:
        kind: one of the keys of `kata_kit.messages.MESSAGES`.
        type: the name of the exception, if there was one.
        message: its message, or what belongs to the kind.
        file: the learner's file, and
        line: the line in it where it happened; 0 when it is not known.
        source: that line.
        column: for a SyntaxError.
        refusal: whether the exception is a `ValueError`.
        at_load: whether the file was being loaded.
        busy: for a call that took too long: it used up processor time, and did not wait.
        recursed: the same: the function that was running had called itself.
        done: the same: so many calls of the same request had come back before.
    """

    kind: str
    type: str = ""
    message: str = ""
    file: str = ""
    line: int = 0
    source: str = ""
    column: int = 0
    refusal: bool = False
    at_load: bool = False
    busy: bool = False
    recursed: bool = False
    done: int = 0


def read(line: bytes) -> tuple[str, list[Any]]:
    """The verb and the details of a message.

    Raises:
        ValueError, TypeError, LookupError, AttributeError, RecursionError: it is not one.
    """
    verb, *details = _restored(_DECODER.decode(line.decode()), 0)
    return verb, details


def trouble(facts: Any, *, at_load: bool = False) -> Trouble:
    """What the process says of a call that did not end in an answer.

    Raises:
        ValueError, TypeError, LookupError, AttributeError: it is not that.
    """
    told = Trouble(at_load=at_load, **facts)
    for field in fields(told):
        value = getattr(told, field.name)
        if type(value).__name__ != field.type or (
            type(value) is int and not 0 <= value < LAST_LINE
        ):
            raise ValueError(f"{field.name}: {value!r}")
    if told.kind not in TOLD:
        raise ValueError(f"no such trouble: {told.kind!r}")
    cut = {
        "type": name(told.type),
        "message": layout.cut(told.message, LONGEST_SENTENCE),
        "file": told.file[:LONGEST_SENTENCE],
        "source": told.source[:LONGEST_SENTENCE],
    }
    return Trouble(**{**vars(told), **cut})


def session(shown: Sequence[tuple[str, str]], answer: Any) -> dict[str, Any]:
    """The answer of a session, of which the transcript came in pieces.

    Returns:
        `text`, the transcript; `typed`, the lines that were read, each with its place in it, and
        "" for the end of the input; `asked`, the arguments that a scripted player got; `ended`,
        the `Trouble` that ended it or None.
    """
    text, typed = "", []
    for kind, piece in shown:
        if kind != "printed":
            typed.append((len(text), piece))
        text += piece
    asked, ended = answer["asked"], answer["ended"]
    if type(asked) is not list:
        raise ValueError(f"asked: {asked!r}")
    ended = None if ended is None else trouble(ended)
    return {"text": text, "typed": typed, "asked": asked, "ended": ended}


def name(text: Any, longest: int = LONGEST_NAME) -> str:
    """A name that the code under test gave, on one line."""
    return layout.short(layout.on_one_line(str(text)[: 2 * longest]), longest)


def restore(value: Any) -> Any:
    """Turn what `kata_worker.codec.plain` returns into values for a test."""
    return _restored(value, 0)


def _restored(value: Any, depth: int) -> Any:
    if depth > DEEPEST:
        raise ValueError("too deep")
    if type(value) is str:
        return _seen(value)
    if type(value) is list:
        return [_restored(item, depth + 1) for item in value]
    if type(value) is not dict:
        return value
    mark = next(iter(value), "")
    if mark not in ("__tuple__", "__set__", "__dict__", "__bytes__", "__record__", "__other__"):
        return {name(key): _restored(item, depth + 1) for key, item in value.items()}
    content = value[mark]
    if mark == "__bytes__":
        return content.encode("latin-1")
    if mark == "__other__":
        return Other(name(content), name(value["text"], LONGEST_OTHER))
    if mark == "__record__":
        pairs = {name(key): _restored(item, depth + 1) for key, item in value["fields"]}
        return Record(name(content), **pairs)
    parts = _restored(content, depth + 1)
    if mark == "__tuple__":
        return tuple(parts)
    if len(parts) > MOST_IN_A_SET:
        raise ValueError("too many to compare")
    try:
        return set(parts) if mark == "__set__" else dict(parts)
    except TypeError:  # There are sets in it, such as frozen ones.
        return Other(mark.strip("_"), name(parts, LONGEST_OTHER))


def _seen(text: str) -> str:
    """A text without what would move the cursor or colour the terminal, and cut."""
    text = layout.cut(text, LONGEST_TEXT)
    return text if text.isprintable() else layout.visible(text.replace("\r\n", "\n"))


def _int(digits: str) -> int:
    if len(digits) > LONGEST_INT:
        raise ValueError("a number that is too long")
    return int(digits)


_DECODER = json.JSONDecoder(parse_int=_int)
