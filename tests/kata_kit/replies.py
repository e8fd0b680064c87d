"""Read the replies of the code under test, of which none is trusted.

All of them pass `read`. It makes texts visible, cuts them, and lets nothing through
that could surprise the rest.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from kata_tables.calls import Other, Record
from kata_worker import COUNTED, MOST_PRINTED

from kata_kit import layout
from kata_kit.plain import made
from kata_kit.request import Counted, Loaded, Request, Transcript, Trouble

# A reply that is not as `kata_worker.serve` says raises one of these.
UNREADABLE = (
    ValueError,
    TypeError,
    AttributeError,
    ArithmeticError,
    LookupError,
    MemoryError,
    RecursionError,
)

# In characters
LONGEST_TEXT = 100_000
CUT = f"\n(more than {MOST_PRINTED // 1000} kB: the rest is not shown)\n"
LONGEST_SENTENCE = 2_000
LONGEST_OTHER = 200  # of something that is not a value
LONGEST_NAME = 80
LONGEST_SESSION = 400_000
MOST_IN_A_SET = 1_000  # Parts that collide take quadratic time.
MOST_TYPED = 200  # They are looked for in each line of the transcript.
DEEPEST = 50

# The kinds of trouble that the process tells itself
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
    "not apart",
    "no move",
)


def read(request: Request, lines: Iterable[bytes]) -> None:
    """Take in the replies to a request; raises one of `UNREADABLE`."""
    wanted, outcomes = request.wanted, request.outcomes
    answer = ANSWERS.get(wanted, value)
    shown = list[tuple[str, str]]()
    for line in lines:
        kind, content = json.loads(line.decode())
        if kind == "end":
            request.seconds, request.is_done = float(content), True
        elif kind in ("answer", "trouble") and len(outcomes) == len(request.batch):
            raise ValueError("more answers than questions")
        elif kind == "answer" and wanted == "session":
            outcomes.append(transcript(shown, content))
        elif kind == "answer":
            outcomes.append(answer(content))
        elif kind == "trouble":
            outcomes.append(trouble(content))
        elif kind == "printed" or (kind == "typed" and wanted == "session"):
            shown.append((kind, text(content)))
        else:
            raise ValueError(f"not a reply to {wanted}")
    if request.is_done and len(outcomes) < len(request.batch):
        # Only a call that went wrong, or cost too much, ends a request early.
        last = outcomes[-1]
        if not isinstance(last, Trouble) and not getattr(last, "stopped", False):
            raise ValueError("fewer answers than questions")
    printed = "".join([piece for _, piece in shown])
    if len(printed) >= MOST_PRINTED:
        printed = printed[: MOST_PRINTED - len(CUT)] + CUT
    request.printed = printed


def _loaded(content: Any) -> Loaded:
    functions, held = (list(filter(str.isidentifier, names)) for names in content)
    return Loaded(functions, held)


def _counted(content: Any) -> Counted:
    number, stopped, answer = value(content)
    return Counted(abs(int(number)), stopped is True, answer)


def trouble(facts: Any) -> Trouble:
    """Return a trouble that the process tells of, with these fields."""
    told: Trouble = made(Trouble, facts)
    if told.kind not in TOLD:
        raise ValueError("not what a process tells")
    shown: dict[str, Any] = {
        key: layout.cut(text(found), LONGEST_SENTENCE)
        for key, found in vars(told).items()
        if isinstance(found, str)
    }
    shown |= {"type": name(told.type), "inside": name(told.inside, LONGEST_SENTENCE)}
    return replace(told, **shown)


def transcript(shown: Sequence[tuple[str, str]], answer: Any) -> Transcript:
    """Return the outcome of a session, from what `kata_worker.console.hold` returns."""
    whole, typed = "", []
    for kind, piece in shown:
        if kind == "typed":
            typed.append((len(whole), piece))
        whole += piece
    if len(typed) > MOST_TYPED or len(whole) > LONGEST_SESSION:
        raise ValueError("a session that is too long")
    ended = answer["ended"]
    asked = [value(arguments) for arguments in answer["asked"]]
    return Transcript(whole, typed, asked, None if ended is None else trouble(ended))


def text(written: object) -> str:
    """Return a text without what would move the cursor, and not too long."""
    if not isinstance(written, str):
        raise TypeError("not a text")
    return layout.visible(layout.cut(written, LONGEST_TEXT).replace("\r\n", "\n"))


def name(given: Any, longest: int = LONGEST_NAME) -> str:
    """Return a name that the code under test gave, on one line."""
    return layout.short(layout.on_one_line(str(given)[: 2 * longest]), longest)


def value(plain: Any, depth: int = 0) -> Any:
    """Return the value for a test that `kata_worker.plain_values` has written."""
    if depth > DEEPEST:
        raise ValueError("too deep")
    if type(plain) is str:
        return text(plain)
    if type(plain) is list:
        return [value(item, depth + 1) for item in plain]
    if type(plain) is dict:
        (mark, content), *rest = plain.items()
        return _marked(mark, content, dict(rest), depth + 1)
    return plain


def _marked(mark: str, content: Any, rest: dict[str, Any], depth: int) -> Any:
    """Return the value that a mark stands for."""
    if mark == "__bytes__":
        return content.encode("latin-1")
    if mark == "__other__":
        return Other(name(content), name(rest["text"], LONGEST_OTHER))
    if mark == "__record__":
        pairs = {name(key): value(item, depth) for key, item in rest["fields"]}
        return Record(name(content), **pairs)
    parts = value(content, depth)
    if mark == "__tuple__":
        return tuple(parts)
    if mark not in ("__set__", "__dict__") or len(parts) > MOST_IN_A_SET:
        raise ValueError("not a mark, or too many to compare")
    try:
        return set(parts) if mark == "__set__" else dict(parts)
    except TypeError:  # There are sets in it, such as frozen ones.
        return Other(mark.strip("_"), name(parts, LONGEST_OTHER))


# What reads an answer that is not the value of a call
ANSWERS: Mapping[str, Callable[[Any], Any]] = {
    "load": _loaded,
    **dict.fromkeys(COUNTED, _counted),
}
