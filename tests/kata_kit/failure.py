"""Find out what a learner should know of a test that failed: a `Failure`, made once.

A call ended with a wrong answer, or changed its argument: that is told here. `messages`
tells of one that did not end in an answer.
"""

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

from kata_tables.answers import Other, same
from kata_tables.arguments import Call
from kata_tables.case import ANSWERED, REFUSED, TAKEN
from kata_tables.drawing import EMPTY, Drawing, side_by_side, text

from kata_kit import kinds, layout, messages
from kata_kit.attempt import Attempt
from kata_kit.record import BROKEN, FAILED, Failure
from kata_kit.replies import Trouble
from kata_kit.request import CallFailed, Code, Mismatch

ALONE = "asked alone it answers rightly: what comes depends on the calls before"
VARYING = "your answers vary from call to call: the same call gave"

LONGEST_ANSWER = 40  # columns, of one beside another
IN_A_SENTENCE = 60  # characters of a value
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
    failure: Failure
    function: str  # that is to be fixed; "" if the file cannot be loaded
    call: Call  # the one that the failure is about


@dataclass(frozen=True)
class View:
    """The call that went wrong, through the functions of the kata's test file."""

    attempt: Attempt
    mismatch: Mismatch
    call: Call

    @cached_property
    def drawing(self) -> Drawing:
        """The board with what came, if the mismatch is about one."""
        call, about = self.call, self.mismatch.about
        if self.mismatch.told:
            return self.mismatch.told.drawing
        if about not in (ANSWERED, TAKEN) and call.expected is not ValueError:
            return EMPTY
        if self.mismatch.trouble:  # Without an answer no cell is missing in it.
            call = call._replace(expected=None)
        return self.draw(call)

    def draw(self, call: Call) -> Drawing:
        return self._asked("draw", call) or EMPTY

    def in_words(self, value: object) -> str:
        """Return a value with its meaning, or the meaning alone behind a "="."""
        words = ""
        if not isinstance(value, Other):
            words = self._asked("meaning", self.call.function, value) or ""
        if words.startswith("="):
            return words[1:]
        return f"{layout.source(value)} ({words})" if words else layout.source(value)

    def source(self) -> str:
        """Return the call, to be pasted, below the imports that it needs."""
        function, arguments, *_ = self.call
        written = self._asked("source", self.call)
        if not written:
            inner = ", ".join(map(layout.source, arguments))
            written = layout.cut(f"{function}({inner})")
        imports = [getattr(one, "imports", ()) for one in arguments]
        lines = dict.fromkeys(chain.from_iterable(imports))
        return "\n".join([*lines, written])

    def _asked(self, name: str, *arguments: object) -> Any:
        """Return the value of a function of the test file; None if it has none."""
        function = getattr(self.attempt.room, name, None)
        with suppress(Exception):  # An answer may be anything.
            return function and function(*arguments)
        return None


def diagnose(error: BaseException, attempt: Attempt, code: Code) -> Diagnosis | None:
    """Say what was wrong; None if the test itself is what failed."""
    if isinstance(error, CallFailed):
        mismatch = messages.mismatch(error, attempt.case)
    elif isinstance(error, AssertionError) and code.mismatch:
        mismatch = code.mismatch
    else:
        return None
    call, trouble = mismatch.call, mismatch.trouble
    view = View(attempt, mismatch, call)
    status, is_answer = FAILED, mismatch.about == ANSWERED and not mismatch.told
    if trouble:
        status = messages.status(trouble)
        is_answer = is_answer and messages.is_answer_missing(trouble, call)
        expected = layout.cut(view.in_words(call.expected)) if is_answer else ""
        failure = messages.tell(mismatch, trouble, attempt, expected)
    else:
        failure = _ended(view, code.printed)
    if status == FAILED and not (trouble and trouble.kind == "no function"):
        if is_answer:
            failure = _alone(failure, view, code)
        failure = _in_context(failure, view, code.printed)
    function = "" if status == BROKEN else call.function
    return Diagnosis(status, failure, function, call)


def _ended(view: View, printed: str) -> Failure:
    call, about, _, _, told = view.mismatch
    if told:
        headline, *more = told.sentences
        neutral = f"{call.function} shows something else than expected"
        if about in (kinds.COST, kinds.MEMORY):
            return Failure(headline, about, headline, sentences=tuple(more))
        return Failure(headline, told.kind, neutral, sentences=tuple(more))
    if about == "arguments":
        return _changed(view)
    if about == TAKEN:
        headline = f"{call.function} took {call.got} items; expected {call.expected}"
        return Failure(headline, neutral=headline)
    if about == REFUSED:
        return _accepted(view) if call.expected is ValueError else _refused(call)
    return _answered(view, printed)


def _answered(view: View, printed: str) -> Failure:
    """Compare a wrong answer: "expected 1 (X wins), got -1 (unfinished)"."""
    call, value = view.call, view.call.got
    hint = _hint(call, printed.strip())
    expected = view.in_words(call.expected)
    got = view.in_words(value)
    neutral = got if layout.is_numeric(value) else layout.kind(value)
    form = ""
    if isinstance(value, tuple):
        form = kinds.form(call.expected, value)
    found = Failure(
        f"expected {expected}, got {got}",
        kind=form,
        neutral=f"expected {expected}, got {neutral}",
        sentences=hint,
        why_helps=not hint,
    )
    longest = max(len(expected), len(got))
    if longest <= IN_A_SENTENCE:
        return found
    headline = f"{call.function} gave another answer than expected"
    found = replace(found, headline=headline, neutral=headline)
    if longest > SHORTER_THAN_A_BOARD and not hint and view.drawing.lines():
        return found
    expected, got = layout.cut(expected), layout.cut(got)
    return replace(found, expected=expected, got=got)


def _hint(call: Call, printed: str) -> tuple[str, ...]:
    """Say what may be behind an answer of another kind than expected."""
    choices = getattr(call.expected, "choices", (call.expected,))
    if type(call.got) in map(type, choices):
        return ()
    if call.got is None and printed:
        first = layout.short(printed.splitlines()[0], 30)
        said = f"{call.function} printed {first!r} and returned None"
        return said, "return the answer instead of printing it"
    if call.got is None:
        return (f"{call.function} returned None: is there a path without a `return`?",)
    right = layout.kind(choices[0])
    came = layout.kind(call.got)
    if right == came:  # A number that is too large.
        return ()
    return (f"the answer should be {right}; it is {came}",)


def _changed(view: View) -> Failure:
    """Tell of arguments that were changed, with the board before and after."""
    call = view.call
    headline = f"{call.function} changed what it was given; work on a copy instead"
    found = Failure(headline, kinds.CHANGED, headline)
    before, after = call.expected, call.got
    if not isinstance(before, tuple) or not isinstance(after, tuple):
        return found
    calls = Call(call.function, before), Call(call.function, after)
    was, is_now = (view.draw(one).question.board() for one in calls)
    if was and is_now:
        rows = side_by_side([["before:", *was], ["after:", *is_now]])
        return replace(found, drawing=text(rows))
    lines = list[str]()
    for one, other in zip(before, after, strict=False):
        if not same(one, other):
            lines.append(f"before: {layout.cut(layout.source(one))}")
            lines.append(f"after:  {layout.cut(layout.source(other))}")
    return replace(found, sentences=tuple(lines))


def _refused(call: Call) -> Failure:
    """Tell of an error that says too little."""
    quoted = str(call.expected)
    message = layout.cut(str(call.got))
    headline = f"the message of the ValueError should quote {quoted}"
    lines = [f"it is: {message}"]
    choices = [one for one in quoted.split(" or ") if one.startswith("'")]
    texts = [one.strip("'") for one in choices]
    if not message.strip():
        lacks = "say what was expected, and quote what came"
        headline, lines = f"the ValueError has no message: {lacks}", []
    elif "\n" in quoted:
        headline = "the message of the ValueError should contain these lines:"
        lines = [f"    {line}" for line in quoted.split("\n")]
        lines += ["it is:", *(f"    {line}" for line in message.split("\n"))]
    elif any(one and one in message for one in texts):
        lines.append("write {value!r} in an f-string to quote it as Python does")
    return Failure(headline, kinds.MESSAGE, headline, sentences=tuple(lines))


def _accepted(view: View) -> Failure:
    """Tell of bad input that got an answer."""
    value = view.call.got
    got = view.in_words(value)
    answer = came = f"an answer: {layout.kind(value)}"
    if len(got) <= IN_A_SENTENCE or not view.drawing.lines():
        came = f"the answer {layout.cut(got, IN_A_SENTENCE)}"
    neutral = came if layout.is_numeric(value) else answer
    expected = "expected a ValueError, got"
    return Failure(f"{expected} {came}", kinds.ACCEPTED, f"{expected} {neutral}")


def _alone(found: Failure, view: View, code: Code) -> Failure:
    """Say so, if something else comes of the call in a process of its own."""
    alone = code.ask_alone(view.call, view.mismatch.trouble)
    if alone.varying:
        words = [
            one.type if isinstance(one, Trouble) else view.in_words(one)
            for one in alone.varying
        ]
        both = " and ".join(layout.short(one, LONGEST_ANSWER) for one in words)
        return replace(found, sentences=(*found.sentences, f"{VARYING} {both}"))
    if alone.is_right:
        lines = *found.sentences, ALONE
        return replace(found, sentences=lines, kind=kinds.BEFORE, why_helps=False)
    return found


def _in_context(found: Failure, view: View, printed: str) -> Failure:
    """Add the board, the call, why the case exists, and what the code printed."""
    call, about, trouble, many, told = view.mismatch
    attempt = view.attempt
    is_apart = trouble and trouble.kind == "not apart"
    if many and (many.total == 1 or is_apart):
        many = None
    typed = ""
    if call.typed is not None:
        lines = ["Ctrl-C" if line is None else repr(line) for line in call.typed]
        typed = ", ".join(lines) or "nothing"
    # Where None came, its headline says so, and a transcript shows what was printed.
    is_none = call.got is None and not trouble
    is_told = is_none or (told and about != ANSWERED)
    shown, unprinted = tuple[str, ...](), 0
    if printed and not is_told:
        shown, unprinted = layout.beginning(printed, MOST_PRINTED)
    # A test of many calls says in its reason what it is about.
    is_sweep = attempt.case is None and not trouble
    return replace(
        found,
        count=many,
        drawing=view.drawing if found.drawing is EMPTY else found.drawing,
        question=question(attempt, call, about),
        call=view.source(),
        typed=typed,
        printed=shown,
        unprinted=unprinted,
        why=attempt.why,
        why_helps=found.why_helps or is_sweep,
        source=attempt.case.source if attempt.case else "",
    )


def question(attempt: Attempt, call: Call, about: str) -> str:
    """Return what the test file asks about what is compared, or of the function."""
    asked = QUESTIONS | getattr(attempt.room, "QUESTIONS", {})
    of_case = attempt.case.about if attempt.case else ""
    subjects = about, of_case, call.function
    return next((asked[one] for one in subjects if one in asked), "")
