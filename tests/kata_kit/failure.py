"""Explain what's wrong: a `Wrong` becomes a `Failure`."""

from contextlib import suppress
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cached_property
from itertools import chain
from typing import Any

from kata_tables.arguments import Made
from kata_tables.calls import Call, Other, source
from kata_tables.drawing import EMPTY, Drawing, side_by_side, text
from kata_tables.rows import TAKEN
from kata_tables.wrong import ABSENT, ACCEPTED, LOADING, Wrong

from kata_kit import record
from kata_kit.attempt import Attempt
from kata_kit.code import Code
from kata_kit.exceptions import python_lines, raised, sentences, unwritten
from kata_kit.layout import cut
from kata_kit.record import BROKEN, FAILED, NOT_WRITTEN, Failure
from kata_kit.values import name_of

LONGEST_HEADLINE = 80  # characters; what came, if it's longer, has a line of its own
SHORTER_THAN_A_BOARD = 200  # whose drawing says it better than two long lines

# What is asked about a mismatch, whatever the kata; a test file has its own.
QUESTIONS = {
    "arguments": "What has changed in what it was given?",
    "cost": "How much work does it take?",
    "memory": "How much does it keep?",
}


@dataclass
class Describer:
    """Describes what's wrong in a test, with the functions of the kata's test file."""

    wrong: Wrong
    attempt: Attempt
    code: Code

    @cached_property
    def status(self) -> str:
        """How the case ends."""
        wrong, function = self.wrong, self.wrong.call.function
        if wrong.about == LOADING:
            return BROKEN
        error, own = wrong.error, self.code.own
        is_unwritten = error and unwritten(error, function, own) == function
        return NOT_WRITTEN if is_unwritten else FAILED

    def failure(self) -> Failure:
        """Return everything that a learner should know."""
        wrong, call = self.wrong, self.wrong.call
        failure = self._unequal() if wrong.error is None else self._raised(wrong.error)
        failure = replace(
            failure,
            kind=wrong.kind,
            error="" if wrong.error is None else name_of(wrong.error),
            details=(*failure.details, *wrong.details),
        )
        if self.status == NOT_WRITTEN or wrong.about in (ABSENT, LOADING):
            return failure
        # A reason belongs to an answer.
        helps = wrong.error is None or call.expected is ValueError
        keys = ["Ctrl-C" if line is None else repr(line) for line in call.typed or ()]
        return replace(
            failure,
            drawing=self._drawing(),
            question=self._question(),
            call=self._source(),
            typed="" if call.typed is None else ", ".join(keys) or "nothing",
            why=self.attempt.why if helps else "",
        )

    def _raised(self, error: BaseException) -> Failure:
        """Explain an exception that came instead of an answer."""
        call, at_load = self.wrong.call, self.wrong.about == LOADING
        headline, *advice = sentences(error, call.function, self.code, at_load=at_load)
        is_missing = isinstance(error, FileNotFoundError) and at_load
        if is_missing and getattr(error, "filename", "") == str(self.code.path):
            return missing(self.attempt.label)
        message = raised(error)  # is in the headline, so not once more below it
        lines = python_lines(error, self.code.own)[: -len(message.splitlines())]
        if call.expected is ValueError and headline.endswith(message):
            headline = f"expected a ValueError, got {message}"
        words = ""
        if not (at_load or call.typed or call.expected in (None, ValueError)):
            words = self._in_words(call.expected)
        return Failure(headline, tuple(advice), tuple(lines), expected=words)

    def _unequal(self) -> Failure:
        """Explain a wrong answer, or whatever else differs."""
        call, about, headline = self.wrong.call, self.wrong.about, self.wrong.headline
        if about == ABSENT:
            return self._absent()
        if about == "arguments":
            return self._changed()
        if about == TAKEN:
            items = f"read {call.got} items; expected {call.expected}"
            headline = f"{call.function} {items}"
        elif about == ACCEPTED and not headline:
            headline = f"expected a ValueError, got the answer {source(call.got)}"
            if len(headline) > LONGEST_HEADLINE:
                headline = "expected a ValueError, got an answer"
        elif about == record.MESSAGE:
            return quoting_too_little(str(call.expected), cut(str(call.got)))
        return Failure(headline) if headline else self._answered()

    def _absent(self) -> Failure:
        """Report that the file doesn't have the function."""
        name, module = self.wrong.call.function, vars(self.code.module)
        names = [other for other, value in module.items() if callable(value)]
        headline = f"there's no function {name} in {self.attempt.label}"
        near = get_close_matches(name, names, n=1)
        return Failure(f"{headline}. Did you mean: {near[0]!r}?" if near else headline)

    def _answered(self) -> Failure:
        """Compare a wrong answer: "expected 1 (X wins), got -1 (unfinished)"."""
        call, details = self.wrong.call, tuple[str, ...]()
        expected, got = self._in_words(call.expected), self._in_words(call.got)
        if call.got is None:
            details = ("is there a path without a `return`? Printing isn't returning.",)
        headline = f"expected {expected}, got {got}"
        if len(headline) <= LONGEST_HEADLINE:
            return Failure(headline, details, expected=expected, got=got)
        headline = f"{call.function} gave the wrong answer"
        longest = max(len(expected), len(got))
        if longest > SHORTER_THAN_A_BOARD and self._drawing().lines():
            return Failure(headline, details)
        return Failure(headline, details, expected=cut(expected), got=cut(got))

    def _changed(self) -> Failure:
        """Report arguments that were changed, if they aren't drawn."""
        function = self.wrong.call.function
        headline = f"{function} changed what it was given; work on a copy instead"
        values = [
            f"{name:7} {cut(', '.join(map(source, arguments)))}"
            for name, arguments in self._before_and_after()
        ]
        return Failure(headline, () if self._drawing().lines() else tuple(values))

    def _before_and_after(self) -> list[tuple[str, Any]]:
        call = self.wrong.call
        return [("before:", call.expected), ("after:", call.got)]

    # What the test file says about it

    def _of_room(self, name: str, *arguments: object) -> Any:
        """Return what a function of the test file says; None without one."""
        function = getattr(self.attempt.room, name, None)
        with suppress(Exception):  # An answer may be anything.
            return function and function(*arguments)
        return None

    def _in_words(self, value: object) -> str:
        """Return a value with its meaning, or the meaning on its own after a "="."""
        words = ""
        if not isinstance(value, Other):
            function = self.wrong.call.function
            words = self._of_room("meaning", function, value) or ""
        if words.startswith("="):
            return words[1:]
        return f"{source(value)} ({words})" if words else source(value)

    def _drawing(self) -> Drawing:
        """Return the board with the answer on it, if a board was asked about."""
        wrong, call = self.wrong, self.wrong.call
        if wrong.drawing is not None:
            return wrong.drawing
        if wrong.about == "arguments":
            boards = []
            for name, arguments in self._before_and_after():
                drawing = self._of_room("draw", Call(call.function, arguments))
                boards.append([name, *(drawing or EMPTY).question.board()])
            is_drawn = all(board for _, *board in boards)
            return text(side_by_side(boards)) if is_drawn else EMPTY
        if wrong.error is not None:  # Without an answer no cell is missing in it.
            call = call._replace(expected=None)
        if wrong.about == record.MESSAGE:
            call = call._replace(expected=ValueError)
        return self._of_room("draw", call) or EMPTY

    def _question(self) -> str:
        """Return the test file's question about the value or the function."""
        questions = QUESTIONS | getattr(self.attempt.room, "QUESTIONS", {})
        of_case = self.attempt.case.about if self.attempt.case else ""
        subjects = self.wrong.about, of_case, self.wrong.call.function
        return next((questions[name] for name in subjects if name in questions), "")

    def _source(self) -> str:
        """Return the call, to be pasted, below the imports that it needs."""
        call = self.wrong.call
        code = self._of_room("source", call)
        if not code:
            inner = ", ".join(map(source, call.arguments))
            code = cut(f"{call.function}({inner})")
        imports = [part.imports for part in call.arguments if isinstance(part, Made)]
        return "\n".join([*dict.fromkeys(chain(*imports)), code])


def missing(label: str) -> Failure:
    """Report that there is no file of this name; the kata's own can be had again."""
    is_own = label.startswith("katas/")
    advice = (f"bring it back: git checkout {label}",) if is_own else ()
    return Failure(f"{label} is missing", advice)


def quoting_too_little(wanted: str, message: str) -> Failure:
    """Report a message that doesn't have what it should quote."""
    details = [f"it says: {message or 'nothing'}"]
    texts = [part.strip("'") for part in wanted.split(" or ") if part.startswith("'")]
    if any(text and text in message for text in texts):
        details.append("write {value!r} in an f-string to quote it as Python does")
    headline = f"the message of the ValueError should quote {wanted}"
    return Failure(headline, tuple(details))
