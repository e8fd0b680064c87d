"""A request to the code under test, and its replies, of which none is trusted.

All of them pass `read`. It makes texts visible, cuts them, and lets nothing through
that could surprise the rest.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any, NamedTuple, TypeAlias

from kata_tables.calls import Other, Record
from kata_worker import COUNTED, MOST_PRINTED

from kata_kit import layout
from kata_kit.plain import made

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
# Those instead of which an answer should come
RAISED = ("exception", "recursion")


@dataclass(frozen=True)
class Trouble:
    """A call, or the loading of the file, that did not end in an answer."""

    kind: str  # one of the keys of `kata_kit.messages.MESSAGES`
    type: str = ""  # of the exception, if there was one
    message: str = ""  # its message, or what belongs to the kind
    file: str = ""  # the learner's
    line: int = 0  # from 1 on
    source: str = ""  # that line
    column: int = 0  # of the expression, from 1 on
    end: int = 0  # the column behind the expression
    inside: str = ""  # the call of the function that it happened in
    callers: str = ""  # those on the way there, a line each, the nearest one first
    takes: str = ""  # the parameters, for a call with others
    refusal: bool = False  # The exception is a `ValueError`.
    at_load: bool = False  # The file was being loaded.
    # For a call that took too long:
    busy: bool = False  # It used up processor time, and did not wait.
    running: str = ""  # the lines of the file that were running
    recursed: bool = False  # A function that was running had called itself.
    endless: bool = False  # One of these lines is in a loop that may have no end.


@dataclass(frozen=True)
class Transcript:
    """The outcome of a session."""

    text: str  # what the program showed, and the lines that it read
    typed: Sequence[tuple[int, str]]  # these, by their places; "" is the end of input
    asked: Sequence[object]  # the arguments of each call of a scripted player
    ended: Trouble | None  # what ended the program, if it did not return


class Counted(NamedTuple):
    """The outcome of a call that was counted."""

    number: int
    stopped: bool  # The call costs more than that.
    answer: Any


class Alone(NamedTuple):
    """The outcome of a call that was made again in processes of its own."""

    is_right: bool = False  # where the answer was wrong behind other calls
    varying: tuple[Any, ...] = ()  # two outcomes that chance made different


class Loaded(NamedTuple):
    """The outcome of loading a file."""

    functions: list[str]
    held: list[str]  # what the system guards


Batch: TypeAlias = Sequence[tuple[Any, ...]]


@dataclass
class Request:
    """Calls of one function, what came of each, and what a test found."""

    function: str
    wanted: str  # as `kata_worker.calls.asker` has it, "session", or one of `COUNTED`
    # The arguments of each call. Of what is `Made` there, the recipe is sent.
    batch: Batch
    # For each call an answer or a `Trouble`; fewer, if the process ended.
    outcomes: list[Any] = field(default_factory=list)
    printed: str = ""
    seconds: float = inf  # the processor time that the process says it took
    is_done: bool = False  # the process came to the end of it
    right: Sequence[object] = ()  # answers, as soon as a test has compared
    wrong: int = 0  # calls that a test found something wrong about
    lacks: str = ""  # in the message of a `ValueError`
    together: bool = False  # Only the set of all answers counts.
    # Tells whether another session went the same way.
    alike: Callable[[Transcript], bool] | None = None

    def __post_init__(self) -> None:
        self.batch = [
            tuple([getattr(one, "recipe", one) for one in arguments])
            for arguments in self.batch
        ]


def read(request: Request, lines: Iterable[bytes]) -> None:
    """Take in the replies to a request; raises one of `UNREADABLE`."""
    wanted, outcomes = request.wanted, request.outcomes
    shown = list[tuple[str, str]]()
    for line in lines:
        kind, content = json.loads(line.decode())
        if kind == "end":
            request.seconds, request.is_done = float(content), True
        elif kind in ("answer", "trouble") and len(outcomes) == len(request.batch):
            raise ValueError("more answers than questions")
        elif kind == "answer":
            outcomes.append(_answer(content, wanted, shown))
        elif kind == "trouble":
            outcomes.append(trouble(content, at_load=wanted == "load"))
        elif kind == "printed" or (kind == "typed" and wanted == "session"):
            shown.append((kind, text(content)))
        else:
            raise ValueError(f"not a reply to {wanted}")
    if request.is_done and len(outcomes) < len(request.batch):
        # Only a call that went wrong, or cost too much, ends a request early.
        last = outcomes[-1]
        if not isinstance(last, Trouble) and not getattr(last, "stopped", False):
            raise ValueError("fewer answers than questions")
    request.printed = "".join([piece for _, piece in shown])[:MOST_PRINTED]


def _answer(content: Any, wanted: str, shown: Sequence[tuple[str, str]]) -> object:
    if wanted == "session":
        return transcript(shown, content)
    if wanted == "load":
        functions, held = (list(filter(str.isidentifier, names)) for names in content)
        return Loaded(functions, held)
    answer = value(content)
    if wanted in COUNTED:
        number, stopped, answer = answer
        return Counted(abs(int(number)), stopped is True, answer)
    return answer


def trouble(facts: Any, *, at_load: bool = False) -> Trouble:
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
    return replace(told, at_load=at_load, **shown)


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
