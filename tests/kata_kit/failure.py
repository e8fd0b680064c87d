"""Find out what a learner should know of a test that failed: a `Failure`, made once."""

from dataclasses import replace
from typing import NamedTuple

from kata_tables.answers import Other, same
from kata_tables.arguments import Call
from kata_tables.drawing import EMPTY, Drawing, side_by_side, text

from kata_kit import kinds, layout, messages
from kata_kit.attempt import Attempt
from kata_kit.incoming import Trouble
from kata_kit.record import BROKEN, FAILED, NOT_WRITTEN, Failure
from kata_kit.request import CallFailed, Code, Mismatch, Told

# The kinds of trouble instead of which an answer should come.
RAISED = ("exception", "recursion")
ALONE = "asked alone it answers rightly: what comes depends on the calls before"

MOST_PRINTED = 10  # lines of what a call printed
IN_A_SENTENCE = 60  # characters of a value
SHORTER_THAN_A_BOARD = 200  # whose picture says it better than two long lines


class Diagnosis(NamedTuple):
    """The result of a test that failed."""

    status: str  # one of `record.FAILURES`
    failure: Failure
    function: str  # that is to be fixed; "" if the file cannot be loaded
    call: Call  # the one that the failure is about


def diagnose(error: BaseException, attempt: Attempt, code: Code) -> Diagnosis | None:
    """Say what was wrong; None if the test itself is what failed."""
    if isinstance(error, CallFailed):
        mismatch = _failed_call(error, attempt)
    elif isinstance(error, AssertionError) and code.mismatch:
        mismatch = code.mismatch
    else:
        return None
    status = _status(mismatch.trouble)
    failure = _Writer(attempt, code, mismatch).failure(status)
    function = mismatch.call.function if status != BROKEN else ""
    return Diagnosis(status, failure, function, mismatch.call)


def _failed_call(error: CallFailed, attempt: Attempt) -> Mismatch:
    call, case = error.call, attempt.case
    if case and case.about == "answer" and call.typed is None:
        call = call._replace(expected=case.expected)
    told = Told((), error.drawing) if error.drawing else None
    return Mismatch(call, "answer", error.trouble, told=told)


def _status(trouble: Trouble | None) -> str:
    if trouble is None:
        return FAILED
    if trouble.kind == NOT_WRITTEN:
        return NOT_WRITTEN
    return BROKEN if trouble.at_load or trouble.kind == "no file" else FAILED


class _Writer:
    """Writes the `Failure` of one mismatch."""

    def __init__(self, attempt: Attempt, code: Code, mismatch: Mismatch) -> None:
        self._attempt, self._code, self._mismatch = attempt, code, mismatch
        self._call, self._trouble = mismatch.call, mismatch.trouble
        self._is_known = (
            False  # whether what is wrong is told, and not the case's reason
        )

    def failure(self, status: str) -> Failure:
        """Return the sentences about what is wrong, and what they are about."""
        if self._trouble:
            found = self._about_trouble(self._trouble)
            if status != FAILED or self._trouble.kind == "no function":
                return found  # That is not about the case.
        else:
            found = self._about_answer()
        found = self._depends_on_calls_before(found)
        return self._in_context(found)

    def _about_trouble(self, trouble: Trouble) -> Failure:
        """Return what is wrong about a call that did not end in an answer."""
        call, attempt, told = self._call, self._attempt, self._mismatch.told
        whole = messages.headline(trouble, call.function, attempt.label)
        if trouble.kind == "exception" and call.expected is ValueError:
            whole = f"expected a ValueError, got {messages.raised(trouble)}"
        headline, *more = whole.split("\n")
        message: list[str] = []
        if trouble.kind == "exception":
            message, more = more, []
        costs = "cost" in getattr(getattr(attempt.room, "TABLE", None), "stages", ())
        more += messages.slowness(trouble, costs=costs)
        if trouble.kind == "import":
            more += messages.advice(trouble.message, attempt.kata.name)
        expected = ""
        if told:
            more += told.sentences
        elif self._is_answer_missing():
            expected = layout.cut(self._in_words(call.expected))
        return Failure(
            headline,
            kind=self._kind(trouble),
            neutral=messages.neutral(trouble, call.function),
            message=tuple(message),
            place=messages.place(trouble, attempt.label),
            expected=expected,
            sentences=tuple(more),
        )

    def _kind(self, trouble: Trouble) -> str:
        if trouble.kind == "not apart":
            return kinds.SHARED
        is_bad_input = self._call.expected is ValueError
        return kinds.EXCEPTION if is_bad_input and trouble.kind == "exception" else ""

    def _is_answer_missing(self) -> bool:
        """Return True if an answer should have come, and an exception came instead."""
        trouble, expected = self._trouble, self._call.expected
        if not trouble or trouble.at_load or trouble.kind not in RAISED:
            return False
        return expected not in (None, ValueError)

    def _about_answer(self) -> Failure:
        """Return what is wrong about a call that ended."""
        mismatch, call = self._mismatch, self._call
        if mismatch.told:
            headline, *more = mismatch.told.sentences
            neutral = headline
            if mismatch.about == "session":
                neutral = f"{call.function} shows something else than expected"
            kind = kinds.COST if mismatch.about == "cost" else ""
            return Failure(headline, kind, neutral, sentences=tuple(more))
        if mismatch.about == "arguments":
            return self._changed()
        if mismatch.about == "taken":
            headline = (
                f"{call.function} took {call.got} items; expected {call.expected}"
            )
            return Failure(headline, neutral=headline)
        if mismatch.about == "refusal":
            return self._refused()
        return self._answered()

    def _answered(self) -> Failure:
        """Compare a wrong answer: "expected 1 (X wins), got -1 (unfinished)"."""
        call, hint = self._call, self._hint()
        self._is_known = bool(hint)
        expected, got = self._in_words(call.expected), self._in_words(call.got)
        neutral = got if is_numeric(call.got) else layout.kind(call.got)
        found = Failure(
            f"expected {expected}, got {got}",
            neutral=f"expected {expected}, got {neutral}",
            sentences=tuple(hint),
        )
        longest = max(len(expected), len(got))
        if longest <= IN_A_SENTENCE:
            return found
        headline = f"{call.function} gave another answer than expected"
        found = replace(found, headline=headline, neutral=headline)
        if self._drawing().lines() and not hint and longest > SHORTER_THAN_A_BOARD:
            return found
        return replace(found, expected=layout.cut(expected), got=layout.cut(got))

    def _hint(self) -> list[str]:
        """Say what may be behind an answer of another kind than expected."""
        call, printed = self._call, self._code.printed.strip()
        choices = getattr(call.expected, "choices", (call.expected,))
        if call.got is None and choices[0] is not None:
            if not printed:
                return [
                    f"{call.function} returned None: is there a path without a `return`?"
                ]
            first = layout.short(printed.splitlines()[0], 30)
            said = f"{call.function} printed {first!r} and returned None"
            return [said, "return the answer instead of printing it"]
        right, it_is = layout.kind(choices[0]), layout.kind(call.got)
        # Both are of one kind if the number is too large.
        if right == it_is or any(type(call.got) is type(one) for one in choices):
            return []
        return [f"the answer should be {right}; it is {it_is}"]

    def _changed(self) -> Failure:
        """Tell of arguments that were changed, with the board before and after."""
        call = self._call
        headline = f"{call.function} changed what it was given; work on a copy instead"
        found = Failure(headline, kinds.CHANGED, headline)
        before, after = call.expected, call.got
        if not isinstance(before, tuple) or not isinstance(after, tuple):
            return found
        boards = self._board(before), self._board(after)
        if all(boards):
            pictures = [["before:", *boards[0]], ["after:", *boards[1]]]
            return replace(found, drawing=text(side_by_side(pictures)))
        lines = []
        for one, other in zip(before, after, strict=False):
            if not same(one, other):
                lines.append(f"before: {layout.cut(layout.source(one))}")
                lines.append(f"after:  {layout.cut(layout.source(other))}")
        return replace(found, sentences=tuple(lines))

    def _board(self, arguments: tuple[object, ...]) -> list[str]:
        call = Call(self._call.function, arguments)
        return self._attempt.drawing(call).question.board()

    def _refused(self) -> Failure:
        """Tell of bad input that got an answer, or an error that says too little."""
        call = self._call
        if call.expected is ValueError:
            got = self._in_words(call.got)
            a_kind = f"an answer: {layout.kind(call.got)}"
            came = f"the answer {layout.cut(got, IN_A_SENTENCE)}"
            if len(got) > IN_A_SENTENCE and self._drawing().lines():
                came = a_kind
            neutral = came if is_numeric(call.got) else a_kind
            expected = "expected a ValueError, got"
            return Failure(f"{expected} {came}", neutral=f"{expected} {neutral}")
        quoted, message = str(call.expected), layout.cut(str(call.got))
        if not message.strip():
            headline = (
                "the ValueError has no message:"
                " say what was expected, and quote what came"
            )
            return Failure(headline, kinds.MESSAGE, headline)
        if "\n" not in quoted:
            headline = f"the message of the ValueError should quote {quoted}"
            lines = [f"it is: {message}"]
            if _lacks_quotation_marks(quoted, message):
                lines.append(
                    "write {value!r} in an f-string to quote it as Python does"
                )
            return Failure(headline, kinds.MESSAGE, headline, sentences=tuple(lines))
        headline = "the message of the ValueError should contain these lines:"
        lines = [f"    {line}" for line in quoted.split("\n")]
        it_is = [f"    {line}" for line in message.split("\n")]
        lines += ["it is:", *it_is]
        return Failure(headline, kinds.MESSAGE, headline, sentences=tuple(lines))

    def _depends_on_calls_before(self, found: Failure) -> Failure:
        """Say so, if the call that went wrong goes right in a process of its own."""
        mismatch = self._mismatch
        answered = mismatch.about == "answer" and not (
            mismatch.trouble or mismatch.told
        )
        raised = self._is_answer_missing() and not mismatch.told
        if (raised or answered) and self._code.is_right_alone(self._call):
            self._is_known = True
            lines = *found.sentences, ALONE
            return replace(found, sentences=lines, kind=kinds.BEFORE)
        return found

    def _in_context(self, found: Failure) -> Failure:
        """Add the board, the call, why the case exists, and what was printed."""
        mismatch, call, case = self._mismatch, self._call, self._attempt.case
        is_answer = self._trouble is None or self._trouble.kind == "not apart"
        is_known = self._is_known and case is not None
        typed = ""
        if call.typed is not None:
            lines = ["Ctrl-C" if line is None else repr(line) for line in call.typed]
            typed = ", ".join(lines) or "nothing"
        count = mismatch.many
        if not count or count.total == 1 or (self._trouble and is_answer):
            count = None
        printed = self._printed()
        return replace(
            found,
            count=count,
            drawing=self._drawing() if found.drawing is EMPTY else found.drawing,
            call=self._attempt.words("source", call)
            or layout.call(call.function, call.arguments),
            typed=typed,
            printed=tuple(printed[:MOST_PRINTED]),
            unprinted=max(0, len(printed) - MOST_PRINTED),
            why=self._attempt.why,
            why_helps=is_answer and not is_known,
            source=case.source if case else "",
        )

    def _printed(self) -> list[str]:
        """Return the lines that the code printed, unless they are told already."""
        told, call = self._mismatch.told, self._call
        returned_none = call.got is None and self._trouble is None
        if returned_none or (told and self._mismatch.about != "answer"):
            return []
        text = layout.visible(self._code.printed).rstrip()
        return text.split("\n") if text.strip() else []

    def _drawing(self) -> Drawing:
        mismatch, call = self._mismatch, self._call
        if mismatch.told:
            return mismatch.told.drawing
        is_drawn = mismatch.about in ("answer", "taken") or call.expected is ValueError
        if not is_drawn:
            return EMPTY
        if mismatch.trouble:  # Without an answer no cell is missing in it.
            call = call._replace(expected=None)
        return self._attempt.drawing(call)

    def _in_words(self, value: object) -> str:
        """Return a value with its meaning, or the meaning alone behind a "="."""
        words = ""
        if not isinstance(value, Other):
            words = self._attempt.words("meaning", self._call.function, value)
        if words.startswith("="):
            return words[1:]
        return f"{layout.source(value)} ({words})" if words else layout.source(value)


def _lacks_quotation_marks(quoted: str, message: str) -> bool:
    """Return True if a message has the text, but not as Python writes it.

    >>> _lacks_quotation_marks("'1'", "bad cell 1"), _lacks_quotation_marks("7", "x")
    (True, False)
    """
    texts = [one.strip("'") for one in quoted.split(" or ") if one.startswith("'")]
    return any(one and one in message for one in texts)


def is_numeric(value: object) -> bool:
    """Return True for numbers, booleans, None, and containers of these.

    >>> is_numeric([(0, True), None]), is_numeric({"X": 1})
    (True, False)
    """
    if isinstance(value, dict):
        return all(map(is_numeric, [*value, *value.values()]))
    if isinstance(value, (list, tuple, set, frozenset)):
        return all(map(is_numeric, value))
    return value is None or isinstance(value, (bool, int, float))
