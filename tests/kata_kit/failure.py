"""Find out what a learner should know of a test that failed: a `Failure`, made once.

A call ended with a wrong answer, or changed its argument: that is told here. `messages`
tells of one that did not end in an answer.
"""

import builtins
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

from kata_tables.calls import Call, Made, Other, is_numeric, source, type_of
from kata_tables.drawing import EMPTY, Drawing, side_by_side, text
from kata_tables.rows import ANSWERED, REFUSED, TAKEN

from kata_kit import messages, record
from kata_kit.attempt import Attempt
from kata_kit.fixture import Code
from kata_kit.layout import cut, short
from kata_kit.parsing import returns_nothing
from kata_kit.record import FAILED, LONGEST_HEADLINE, Failure
from kata_kit.request import CallFailed, Mismatch, Trouble
from kata_kit.under_test import UnderTest

ALONE = "asked alone it answers rightly: what comes depends on the calls before"
VARYING = "your answers vary from call to call: the same call gave"

LONGEST_ANSWER = 40  # columns, of one beside another
SHORTER_THAN_A_BOARD = 200  # whose picture says it better than two long lines
MOST_PRINTED = 10  # lines of what a call printed

# What is asked about a mismatch whatever the kata; a test file has its own.
QUESTIONS = {
    "arguments": "What has changed in what it was given?",
    "cost": "How much work does it take?",
}


class Diagnosis(NamedTuple):
    """The result of a test that failed."""

    status: str  # one of `record.FAILURES`
    function: str  # that is to be fixed; "" if the file cannot be loaded
    failure: Failure
    mismatch: Mismatch  # that it is about


@dataclass(frozen=True)
class View:
    """The call that went wrong, through the functions of the kata's test file."""

    attempt: Attempt
    mismatch: Mismatch

    @cached_property
    def drawing(self) -> Drawing:
        """The board with what came, if the mismatch is about one."""
        call, about, trouble, _, _ = self.mismatch
        if about not in (ANSWERED, TAKEN) and call.expected is not ValueError:
            return EMPTY
        if trouble:  # Without an answer no cell is missing in it.
            call = call._replace(expected=None)
        return self.drawn(call)

    def drawn(self, call: Call) -> Drawing:
        """Return the drawing of a call, which may be empty."""
        return self.of_kata("draw", call) or EMPTY

    def in_words(self, value: object) -> str:
        """Return a value with its meaning, or the meaning alone behind a "="."""
        words = ""
        if not isinstance(value, Other):
            function = self.mismatch.call.function
            words = self.of_kata("meaning", function, value) or ""
        if words.startswith("="):
            return words[1:]
        return f"{source(value)} ({words})" if words else source(value)

    def source(self) -> str:
        """Return the call, to be pasted, below the imports that it needs."""
        call = self.mismatch.call
        written = self.of_kata("source", call)
        if not written:
            inner = ", ".join(map(source, call.arguments))
            written = cut(f"{call.function}({inner})")
        imports = [one.imports for one in call.arguments if isinstance(one, Made)]
        return "\n".join([*dict.fromkeys(chain(*imports)), written])

    def of_kata(self, name: str, *arguments: object) -> Any:
        """Return the value of a function of the test file; None if it has none."""
        function = getattr(self.attempt.room, name, None)
        with suppress(Exception):  # An answer may be anything.
            return function and function(*arguments)
        return None


def diagnose(error: BaseException, attempt: Attempt, code: Code) -> Diagnosis | None:
    """Say what was wrong; None if the test itself is what failed."""
    mismatch = code.mismatch if isinstance(error, AssertionError) else None
    if isinstance(error, CallFailed):
        mismatch = messages.expecting(attempt.case, error.mismatch)
    if not mismatch:
        return None
    call, about, trouble, _, told = mismatch
    view, status = View(attempt, mismatch), FAILED
    is_answer = about == ANSWERED and not told
    if trouble:
        status = messages.status(trouble)
        failure = messages.tell(mismatch, trouble, attempt)
        is_expected = call.expected not in (None, ValueError)
        is_answer = is_answer and is_expected and trouble.is_raised
        if is_answer:
            failure = replace(failure, expected=cut(view.in_words(call.expected)))
    else:
        text = getattr(code.callee, "text", "")
        prints = bool(code.last.printed) and returns_nothing(text, call.function)
        failure = told or _unequal(view, prints)
    if is_answer and not code.last.together:
        failure = _alone(failure, view, code)
    if status == FAILED and not (trouble and trouble.kind == "no function"):
        failure = _in_context(failure, view, code.last.printed)
    function = "" if status == record.BROKEN else call.function
    return Diagnosis(status, function, failure, mismatch)


def _unequal(view: View, prints: bool) -> Failure:
    """Tell of what came, and was not what should have come."""
    call, about, *_ = view.mismatch
    if about == "arguments":
        return _changed(view)
    if about == TAKEN:
        headline = f"{call.function} took {call.got} items; expected {call.expected}"
        return Failure(headline, neutral=headline)
    if about == REFUSED:
        return _accepted(view) if call.expected is ValueError else _refused(call)
    return _answered(view, prints)


def _answered(view: View, prints: bool) -> Failure:
    """Compare a wrong answer: "expected 1 (X wins), got -1 (unfinished)"."""
    call = view.mismatch.call
    choices = getattr(call.expected, "choices", (call.expected,))
    is_other = type(call.got) not in map(type, choices)
    hint = _hint(call, choices[0], prints) if is_other else ""
    expected, got = view.in_words(call.expected), view.in_words(call.got)
    shown = got if is_numeric(call.got) else _python_type(call.got)
    found = Failure(
        f"expected {expected}, got {got}",
        kind=_form(call.got, choices),
        neutral=f"expected {expected}, got {shown}",
        sentences=(hint,) if hint else (),
        why_helps=not hint,
    )
    if len(found.headline) <= LONGEST_HEADLINE:
        return found
    headline = f"{call.function} gave another answer than expected"
    found = replace(found, headline=headline, neutral=headline, is_long=True)
    longest = max(len(expected), len(got))
    if longest > SHORTER_THAN_A_BOARD and not hint and view.drawing.lines():
        return found
    return replace(found, expected=cut(expected), got=cut(got))


def _form(got: object, choices: Sequence[object]) -> str:
    """Return the kind of a wrong cell that is a right one in another form; else "".

    >>> [_form(got, [(0, 2)]) for got in [(2, 0), (1, 3), (1, 1)]]
    ['the_column_comes_first', 'rows_and_columns_from_one', '']
    """
    match got:
        case (int(row), int(column)) if (column, row) in choices:
            return record.EXCHANGED
        case (int(row), int(column)) if (row - 1, column - 1) in choices:
            return record.FROM_ONE
    return ""


def _hint(call: Call, right: object, prints: bool) -> str:
    """Say what may be behind an answer of another kind than the right one."""
    if call.got is None and prints:
        return "return the answer instead of printing it"
    if call.got is None:
        return f"{call.function} returned None: is there a path without a `return`?"
    came, expected = type_of(call.got), type_of(right)
    if came == expected:  # A number that is too large.
        return ""
    return f"the answer should be {expected}; it is {came}"


def _changed(view: View) -> Failure:
    """Tell of arguments that were changed, with the board before and after."""
    function = view.mismatch.call.function
    before: Any = view.mismatch.call.expected
    after: Any = view.mismatch.call.got
    headline = f"{function} changed what it was given; work on a copy instead"
    found = Failure(headline, record.CHANGED, headline)
    boards, values = [], []
    for name, arguments in {"before:": before, "after:": after}.items():
        drawing = view.drawn(Call(function, arguments))
        boards.append([name, *drawing.question.board()])
        values.append(f"{name:7} {cut(', '.join(map(source, arguments)))}")
    if all(board for _, *board in boards):
        return replace(found, drawing=text(side_by_side(boards)))
    return replace(found, sentences=tuple(values))


def _refused(call: Call) -> Failure:
    """Tell of an error that says too little."""
    quoted, message = str(call.expected), cut(str(call.got))
    headline = f"the message of the ValueError should quote {quoted}"
    lines = [f"it is: {message}"]
    choices = [one for one in quoted.split(" or ") if one.startswith("'")]
    if not message.strip():
        lacks = "say what was expected, and quote what came"
        headline, lines = f"the ValueError has no message: {lacks}", []
    elif "\n" in quoted:
        headline = "the message of the ValueError should contain these lines:"
        lines = [f"    {line}" for line in quoted.split("\n")]
        lines += ["it is:", *(f"    {line}" for line in message.split("\n"))]
    elif any(one != "''" and one.strip("'") in message for one in choices):
        lines.append("write {value!r} in an f-string to quote it as Python does")
    return Failure(headline, record.MESSAGE, headline, sentences=tuple(lines))


def _accepted(view: View) -> Failure:
    """Tell of bad input that got an answer."""
    value = view.mismatch.call.got
    got = "expected a ValueError, got an answer:"
    headline = f"expected a ValueError, got the answer {view.in_words(value)}"
    if len(headline) > LONGEST_HEADLINE:
        headline = f"{got} {type_of(value)}"
    neutral = headline if is_numeric(value) else f"{got} {_python_type(value)}"
    return Failure(headline, record.ACCEPTED, neutral)


def _python_type(value: object) -> str:
    """Return the type of an answer, without a name of the code under test."""
    name = getattr(value, "type_name", "")
    is_own = name and not hasattr(builtins, name)
    return "something else" if is_own else type_of(value)


def _alone(found: Failure, view: View, code: Code) -> Failure:
    """Say so, if something else comes of the call in a process of its own."""
    if not isinstance(code.callee, UnderTest):  # A debugger has one process.
        return found
    alone = code.callee.ask_alone(view.mismatch.call, view.mismatch.trouble)
    if alone.varying:
        words = []
        for one in alone.varying:
            told = one.type if isinstance(one, Trouble) else view.in_words(one)
            words.append(short(told, LONGEST_ANSWER))
        both = " and ".join(words)
        return replace(found, sentences=(*found.sentences, f"{VARYING} {both}"))
    if alone.is_right:
        # A test of many calls says in its reason what it is about.
        helps = view.attempt.case is None
        lines = *found.sentences, ALONE
        return replace(found, sentences=lines, kind=record.BEFORE, why_helps=helps)
    return found


def _in_context(found: Failure, view: View, printed: str) -> Failure:
    """Add the board, the call, why the case exists, and what the code printed."""
    call, about, trouble, many, _ = view.mismatch
    attempt = view.attempt
    is_apart = trouble and trouble.kind == "not apart"
    if many and (many.total == 1 or is_apart):
        many = None
    # Of many calls nobody knows which one printed a line.
    lines = [] if many else printed.rstrip().splitlines()
    typed = ""
    if call.typed is not None:
        keys = ["Ctrl-C" if line is None else repr(line) for line in call.typed]
        typed, lines = ", ".join(keys) or "nothing", []  # The transcript shows them.
    return replace(
        found,
        count=many,
        drawing=view.drawing if found.drawing is EMPTY else found.drawing,
        question=question(attempt, call, about),
        call=view.source(),
        typed=typed,
        printed=tuple(lines[:MOST_PRINTED]),
        unprinted=max(0, len(lines) - MOST_PRINTED),
        why=attempt.why,
        source=attempt.case.source if attempt.case else "",
    )


def question(attempt: Attempt, call: Call, about: str) -> str:
    """Return what the test file asks about what is compared, or of the function."""
    questions = QUESTIONS | getattr(attempt.room, "QUESTIONS", {})
    of_case = attempt.case.about if attempt.case else ""
    subjects = about, of_case, call.function
    return next((questions[one] for one in subjects if one in questions), "")
