"""What a learner is told, word for word.

Every message is a headline, and a place in the learner's own file where there is one. The words
are tested in `tests/repository/test_messages.py`.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable
from textwrap import indent

from kata_kit import show
from kata_kit.process import Trouble
from kata_kit.table import Call

# What the code under test may use is told in these units.
GIGABYTE = 1024**3

MESSAGES: dict[str, str] = {
    "not written": "{function} is not written yet",
    "no file": "{label} is missing; `git checkout {label}` brings the stub back",
    "no function": "{label} has no function {function}{near}",
    "signature": "the test calls {function} with {given}, but it is defined as {function}({takes})",
    "syntax": "SyntaxError: {message}",
    "import": "{type}: {message}",
    "exception": "{subject} raised {type}{colon}{message}",
    "recursion": "{function} calls itself without an end (RecursionError)",
    "memory": "{subject} needed too much memory; {memory:g} GB are allowed",
    "exit": "{subject} ended the program with {type}({message}); return the answer instead",
    "input": "{subject} asked for keyboard input; a kata gets all it needs as arguments",
    "timeout": "{subject} did not come back within {message} s; stopped",
    "too long": "all calls of this kata together took more than {message} s; stopped",
    "crash": "{subject} crashed the Python process ({message})",
    "ended": "{subject} ended the Python process (exit code {message})",
    "forbidden": "{subject} tried to {message}, which code under test may not",
    "garbled": "{subject} wrote to the channel that the tests use; nothing it said counts",
    "not run": "not run: {message}",
}


def headline(trouble: Trouble, function: str, label: str, memory: int) -> str:
    """The first sentence about a call that did not end in an answer.

    Args:
        trouble: what happened.
        function: the function of the kata that was called.
        label: the file under test, as messages name it.
        memory: the limit, in bytes.
    """
    given, _, takes = trouble.message.partition("|") if trouble.kind == "signature" else "0||"
    kind, type_name = trouble.kind, trouble.type
    if kind == "exit" and type_name == "SystemExit":
        type_name = "sys.exit"
    if kind == "signature" and not takes:
        kind = "exception"
    return MESSAGES[kind].format(
        function=function,
        label=label,
        subject=f"loading {label}" if trouble.at_load else function,
        message=trouble.message,
        type=type_name,
        colon=": " if trouble.message else "",
        near=f"; it has {trouble.message}" if trouble.message else "",
        given=f"{given} argument{'' if given == '1' else 's'}",
        takes=takes,
        memory=memory / GIGABYTE,
    )


def place(trouble: Trouble, relative: Callable[[str], str]) -> list[str]:
    """Where it happened: the file and line, the line itself, and for a SyntaxError the spot."""
    if not trouble.file or not trouble.line:
        return []
    lines = [f"{relative(trouble.file)}:{trouble.line}"]
    written = linecache.getline(trouble.file, trouble.line).rstrip("\n")
    if written.strip():
        lines.append(f"    {written.strip()}")
        indent = len(written) - len(written.lstrip())
        if trouble.kind == "syntax" and trouble.column > indent:
            lines.append("    " + " " * (trouble.column - 1 - indent) + "^")
    return lines


def wrong_answer(
    call: Call, meaning: Callable[[str, object], str], printed: str, *, drawn: bool
) -> list[str]:
    """The sentences about a wrong answer: "expected 1 (X wins), got -1 (unfinished)"."""
    expected = _with_meaning(call.function, call.expected, meaning)
    got = _with_meaning(call.function, call.got, meaning)
    if max(len(expected), len(got)) <= show.IN_A_SENTENCE:
        lines = [f"expected {expected}, got {got}"]
    else:
        lines = [f"{call.function} gave another answer than expected"]
        # Of a whole board the picture says it better than two long lines.
        if not drawn or max(len(expected), len(got)) <= show.SHORTER_THAN_A_BOARD:
            lines += [f"expected: {show.cut(expected)}", f"got:      {show.cut(got)}"]
    return lines + _hint(call, printed)


def changed_arguments(call: Call) -> list[str]:
    """The sentences about a function that changed what it was given."""
    return [
        f"{call.function} changed its arguments; work on a copy instead",
        f"before: {show.cut(show.source(call.expected))}",
        f"after:  {show.cut(show.source(call.got))}",
    ]


def wrong_count(call: Call) -> list[str]:
    """The sentence about how much of a one-shot argument was read."""
    return [f"{call.function} took {call.got} items; expected {show.source(call.expected)}"]


def not_refused(trouble: Trouble) -> str:
    """The sentence about bad input that ended in another error than a ValueError."""
    return f"expected a ValueError, got {trouble.type}: {trouble.message}"


def wrong_refusal(call: Call, meaning: Callable[[str, object], str]) -> list[str]:
    """The sentence about bad input that got an answer, or an error that says too little."""
    if call.expected is ValueError:
        got = show.cut(_with_meaning(call.function, call.got, meaning), show.IN_A_SENTENCE)
        return [f"expected a ValueError, got the answer {got}"]
    if not str(call.got).strip():
        return ["the ValueError has no message: say what was expected, and quote what came"]
    quoted, message = str(call.expected), show.cut(str(call.got))
    if "\n" in quoted:
        return [
            "the message of the ValueError should contain these lines:",
            indent(quoted, "    "),
            "it is:",
            indent(message, "    "),
        ]
    return [f"the message of the ValueError should quote {quoted}", f"it is: {message}"]


def one_of_many(wrong: int, done: int, total: int) -> str:
    """The line for a batch of calls, of which the first wrong one is shown."""
    if done < total:
        return f"{wrong:,} of the first {done:,} calls are wrong, of {total:,}; this is the first"
    return f"{wrong:,} of {total:,} calls are wrong; this is the first"


def _with_meaning(function: str, value: object, meaning: Callable[[str, object], str]) -> str:
    words = meaning(function, value) if not hasattr(value, "type_name") else ""
    return show.source(value) + (f" ({words})" if words else "")


def _hint(call: Call, printed: str) -> list[str]:
    """What may be behind an answer of another kind than expected."""
    expected, got = call.expected, call.got
    choices = getattr(expected, "choices", (expected,))
    if got is None and choices[0] is not None:
        if printed.strip():
            first = printed.strip().splitlines()[0]
            return [
                f"{call.function} printed {show.cut(first, 40)!r} and returned None: "
                "return the answer instead of printing it"
            ]
        return [f"{call.function} returned None: is there a path without a `return`?"]
    if all(type(got) is not type(choice) for choice in choices):
        return [f"the answer is {show.kind(got)}; expected is {show.kind(choices[0])}"]
    return []
