"""What a learner is told, word for word.

Every message is a headline, and a place in the learner's own file where there is one. The words
are tested in `tests/repository/test_messages.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from textwrap import indent

from kata_tables.arguments import Call

from kata_kit import layout, show
from kata_kit.incoming import Trouble
from kata_kit.record import counted
from kata_kit.values import same

# What the code under test may use is told in these units.
GIGABYTE = 1024**3

# Of what a call printed, so many lines are shown.
MOST_PRINTED = 10
# So much is shown of a printed line, and of a line of the code under test, or what a wider terminal
# has room for.
LONGEST_LINE = 76

# A line fits into 80 columns with the longest name of a function.
MESSAGES: dict[str, str] = {
    "not written": "{function} is not written yet",
    "no file": "{label} is {message}{restore}",
    "no function": "there is no function {function}{near}",
    "signature": "{function} is called with {given}, but it takes ({takes})",
    "syntax": "{type}: {message}",
    "import": "{type}: {message}",
    "exception": "{subject} raised {type}{colon}{message}",
    "recursion": "{subject} raised RecursionError: it went {message} calls deep\n"
    "Python allows no more; does each call come nearer to an end?",
    "not apart": "{function} {message}",
    "memory": "{subject} needed too much memory; {memory:g} GB are allowed",
    "exit": "{subject} called {type}({message}); return the answer instead",
    "input": "{subject} asked for keyboard input; all it needs comes as arguments",
    "debugger": "{subject} asked for the debugger; add --pdb to stop there",
    "timeout": "{subject} did not return within {message} s; is there an endless loop?",
    "slow": "{subject} did not return within {message} s of processor time",
    "too long": "all calls of this kata together took more than {message} s and were stopped",
    "crash": "{subject} crashed Python itself ({message})",
    "ended": "{subject} ended the Python process (exit code {message})",
    "forbidden": "{subject} tried to {message}\nthe code of a kata may not do that",
    "garbled": "{subject} wrote into the pipe for answers\nwhat it wrote does not count",
    "not run": "not run: {message}",
}


def headline(trouble: Trouble, function: str, label: str, memory: int) -> str:
    """The first sentence about a call of a function that did not end in an answer.

    The label is the name of the file; the limit of the memory is in bytes.
    """
    given, _, takes = trouble.message.partition("|")
    kind, type_name = trouble.kind, trouble.type
    if kind == "exit" and type_name == "SystemExit":
        type_name = "sys.exit"
    if kind == "signature" and not trouble.line:
        kind = "exception"
    if kind in ("syntax", "import") and not (trouble.at_load and trouble.line):
        kind = "exception"
    if kind == "timeout" and is_slow(trouble):
        kind = "slow"
    return MESSAGES[kind].format(
        function=function,
        label=label,
        subject="loading the file" if trouble.at_load else function,
        message=trouble.message,
        type=type_name,
        colon=": " if trouble.message else "",
        restore=f"\nbring it back:\n  git checkout {label}" if label.startswith("katas/") else "",
        near=f"; there is {trouble.message}" if trouble.message else "",
        given=f"{given} argument{'' if given == '1' else 's'}",
        takes=takes,
        memory=memory / GIGABYTE,
    )


def is_slow(trouble: Trouble) -> bool:
    """Whether a call that took too long may well be slow, and not endless.

    It is where it was in a function that had called itself, as searches and counts are.
    """
    return trouble.kind == "timeout" and trouble.busy and trouble.recursed


def slowness(trouble: Trouble, *, costs: bool = False) -> list[str]:
    """What tells slow code from endless code, and what helps; nothing of any other trouble."""
    if not is_slow(trouble):
        return []
    before = f", and {counted(trouble.done, 'call')} before it came back"
    return [
        f"slow or endless? it had called itself{before if trouble.done else ''}",
        "more time for each call: --kata-timeout=20",
        *['less work: the stage "cost" of the statement says how much is enough'] * costs,
    ]


def place(trouble: Trouble, label: str, relative: Callable[[str], str]) -> list[str]:
    """Where it happened: the file and line, the line itself, and for a SyntaxError the spot."""
    if not trouble.file or not trouble.line:
        return [label] if trouble.at_load or trouble.kind == "no function" else []
    lines = [f"{relative(trouble.file)}:{trouble.line}"]
    written = trouble.source
    if written.strip():
        lines.append(f"    {layout.short(written.strip(), _longest_line())}")
        column = trouble.column - 1 - (len(written) - len(written.lstrip()))
        if trouble.kind == "syntax" and 0 <= column < _longest_line():
            lines.append("    " + " " * column + "^")
    return lines


def wrong_answer(
    call: Call, meaning: Callable[[str, object], str], hint: list[str], *, drawn: bool
) -> list[str]:
    """The sentences about a wrong answer: "expected 1 (X wins), got -1 (unfinished)"."""
    expected = _with_meaning(call.function, call.expected, meaning)
    got = _with_meaning(call.function, call.got, meaning)
    if max(len(expected), len(got)) <= show.IN_A_SENTENCE:
        lines = [f"expected {expected}, got {got}"]
    else:
        lines = [f"{call.function} gave another answer than expected"]
        # Of a whole board the picture says it better than two long lines.
        if hint or not drawn or max(len(expected), len(got)) <= show.SHORTER_THAN_A_BOARD:
            lines += [f"expected: {layout.cut(expected)}", f"got:      {layout.cut(got)}"]
    return lines + hint


def changed_arguments(call: Call) -> list[str]:
    """The sentences about a function that changed what it was given."""
    lines = [f"{call.function} changed what it was given; work on a copy instead"]
    if isinstance(call.expected, tuple) and isinstance(call.got, tuple):
        for before, after in zip(call.expected, call.got, strict=False):
            if not same(before, after):
                lines.append(f"before: {layout.cut(show.source(before))}")
                lines.append(f"after:  {layout.cut(show.source(after))}")
    return lines


def wrong_count(call: Call) -> list[str]:
    """The sentence about how much of a one-shot argument was read."""
    return [f"{call.function} took {call.got} items; expected {show.source(call.expected)}"]


def wanted(call: Call, meaning: Callable[[str, object], str]) -> str:
    """What would have been right where there was no answer: "expected 1 (X wins)"."""
    return f"expected {layout.cut(_with_meaning(call.function, call.expected, meaning))}"


def not_refused(trouble: Trouble) -> str:
    """The sentence about bad input that ended in another error than a ValueError."""
    colon = ": " if trouble.message else ""
    return f"expected a ValueError, got {trouble.type}{colon}{trouble.message}"


def output(text: str, *, in_many_calls: bool = False) -> list[str]:
    """What the code printed during the call, or the beginning of it."""
    if not text.strip():
        return []
    lines = layout.visible(text).rstrip().split("\n")
    shown = [layout.short(line, _longest_line()) for line in lines[:MOST_PRINTED]]
    if len(lines) > MOST_PRINTED:
        where = "" if in_many_calls else "; -s shows them"
        shown.append(f"... ({len(lines) - MOST_PRINTED:,} more lines{where})")
    return ["printed:", *(f"    {line}".rstrip() for line in shown)]


def wrong_refusal(call: Call, meaning: Callable[[str, object], str], *, drawn: bool) -> list[str]:
    """The sentence about bad input that got an answer, or an error that says too little."""
    if call.expected is ValueError:
        got = _with_meaning(call.function, call.got, meaning)
        if drawn and len(got) > show.IN_A_SENTENCE:
            return [f"expected a ValueError, got an answer: {show.kind(call.got)}"]
        return [f"expected a ValueError, got the answer {layout.cut(got, show.IN_A_SENTENCE)}"]
    if not str(call.got).strip():
        return ["the ValueError has no message: say what was expected, and quote what came"]
    quoted, message = str(call.expected), layout.cut(str(call.got))
    if "\n" in quoted:
        return [
            "the message of the ValueError should contain these lines:",
            indent(quoted, "    "),
            "it is:",
            indent(message, "    "),
        ]
    return [f"the message of the ValueError should quote {quoted}", f"it is: {message}"]


def _longest_line() -> int:
    return max(LONGEST_LINE, layout.width() - 4)


def one_of_many(wrong: int, done: int, total: int) -> str:
    """The line for a batch of calls, of which the first wrong one is shown."""
    calls = f"the first {done:,} calls" if done < total else f"{total:,} calls"
    of_all = f", of {total:,}" if done < total else ""
    verb = "is" if wrong == 1 else "are"
    return f"{wrong:,} of {calls} {verb} wrong{of_all}; this is the first"


def _with_meaning(function: str, value: object, meaning: Callable[[str, object], str]) -> str:
    words = meaning(function, value) if not hasattr(value, "type_name") else ""
    if words.startswith("="):  # It stands for the value.
        return words[1:]
    return show.source(value) + (f" ({words})" if words else "")


def hint(call: Call, printed: str) -> list[str]:
    """What may be behind an answer of another kind than expected."""
    expected, got = call.expected, call.got
    choices = getattr(expected, "choices", (expected,))
    if got is None and choices[0] is not None:
        if printed.strip():
            first = layout.short(printed.strip().splitlines()[0], 30)
            return [
                f"{call.function} printed {first!r} and returned None",
                "return the answer instead of printing it",
            ]
        return [f"{call.function} returned None: is there a path without a `return`?"]
    right, it_is = show.kind(choices[0]), show.kind(got)  # One kind if the number is too large.
    if right != it_is and all(type(got) is not type(choice) for choice in choices):
        return [f"the answer should be {right}; it is {it_is}"]
    return []
