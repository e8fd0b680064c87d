"""Explain what's wrong: a `Wrong` becomes a `Failure`, and that becomes a text."""

from contextlib import suppress
from dataclasses import dataclass, replace
from difflib import get_close_matches
from itertools import chain
from typing import Any

from kata_tables.arguments import Made
from kata_tables.calls import Call, Other, source, type_of
from kata_tables.drawing import EMPTY, Drawing, side_by_side, text
from kata_tables.rows import TAKEN
from kata_tables.wrong import ABSENT, ACCEPTED, LOADING, WITHOUT_A_BOARD, Wrong

from kata_kit import record
from kata_kit.attempt import Attempt
from kata_kit.code import Code
from kata_kit.exceptions import python_lines, raised, sentences
from kata_kit.layout import cut
from kata_kit.own import Shared
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


def status_of(wrong: Wrong) -> str:
    """Return how a case ends."""
    if wrong.about == LOADING:
        return BROKEN
    return NOT_WRITTEN if isinstance(wrong.error, NotImplementedError) else FAILED


@dataclass
class Describer:
    """Describes what's wrong in a test, with the functions of the kata's test file."""

    wrong: Wrong
    attempt: Attempt
    code: Code

    def failure(self) -> Failure:
        """Return everything that a learner should know."""
        wrong, call = self.wrong, self.wrong.call
        if wrong.about == ABSENT:
            return Failure(self._absent())
        if wrong.error is not None:
            failure = self._raised(wrong.error)
        else:
            failure = Failure(wrong.headline) if wrong.headline else self._unequal()
        failure = replace(
            failure,
            kind=wrong.kind,
            error="" if wrong.error is None else name_of(wrong.error),
            details=(*failure.details, *wrong.details),
        )
        if status_of(wrong) != FAILED:
            return failure
        # A reason belongs to an answer.
        helps = wrong.error is None or isinstance(wrong.error, Shared)
        keys = ["Ctrl-C" if line is None else repr(line) for line in call.typed or ()]
        return replace(
            failure,
            drawing=self._drawing() if failure.drawing is EMPTY else failure.drawing,
            question=self._question(),
            call=self._source(),
            typed="" if call.typed is None else ", ".join(keys) or "nothing",
            why=self.attempt.why if helps or call.expected is ValueError else "",
        )

    # An exception

    def _raised(self, error: BaseException) -> Failure:
        call, at_load = self.wrong.call, self.wrong.about == LOADING
        headline, *advice = sentences(error, call.function, at_load=at_load)
        is_missing = getattr(error, "filename", None) == str(self.code.path)
        if isinstance(error, FileNotFoundError) and at_load and is_missing:
            label = self.attempt.label
            headline = f"{label} is missing"
            if label.startswith("katas/"):
                advice = [f"bring it back: git checkout {label}"]
        elif call.expected is ValueError and headline.endswith(raised(error)):
            headline = f"expected a ValueError, got {raised(error)}"
        place = tuple(python_lines(error, self.code.own)[:-1])
        if at_load or call.typed or call.expected in (None, ValueError):
            return Failure(headline, tuple(advice), place)
        words = self._in_words(call.expected)
        if isinstance(error, Shared) and len(words) > SHORTER_THAN_A_BOARD:
            words = ""  # What is on the board has nothing to do with it.
        return Failure(headline, tuple(advice), place, expected=words)

    def _absent(self) -> str:
        """Return a sentence about a function that the file doesn't have."""
        name = self.wrong.call.function
        headline = f"there's no function {name} in {self.attempt.label}"
        names = [n for n, value in vars(self.code.module).items() if callable(value)]
        near = get_close_matches(name, names, n=1)
        return f"{headline}. Did you mean: {near[0]!r}?" if near else headline

    # An answer

    def _unequal(self) -> Failure:
        """Explain a wrong answer, or whatever else differs."""
        call, about = self.wrong.call, self.wrong.about
        if about == "arguments":
            return self._changed()
        if about == TAKEN:
            items = f"read {call.got} items; expected {call.expected}"
            return Failure(f"{call.function} {items}")
        if about == ACCEPTED:
            return self._accepted()
        return self._refused() if about == record.MESSAGE else self._answered()

    def _answered(self) -> Failure:
        """Compare a wrong answer: "expected 1 (X wins), got -1 (unfinished)"."""
        call = self.wrong.call
        choices = getattr(call.expected, "choices", (call.expected,))
        is_other = type(call.got) not in map(type, choices)
        hint = hint_about(call, choices[0]) if is_other else ""
        details = (hint,) if hint else ()
        expected, got = self._in_words(call.expected), self._in_words(call.got)
        headline = f"expected {expected}, got {got}"
        if len(headline) <= LONGEST_HEADLINE:
            return Failure(headline, details, expected=expected, got=got)
        headline = f"{call.function} gave the wrong answer"
        longest = max(len(expected), len(got))
        if longest > SHORTER_THAN_A_BOARD and not hint and self._drawing().lines():
            return Failure(headline)
        return Failure(headline, details, expected=cut(expected), got=cut(got))

    def _changed(self) -> Failure:
        """Report arguments that were changed, with the board before and after."""
        function = self.wrong.call.function
        sides: Any = self.wrong.call.expected, self.wrong.call.got
        headline = f"{function} changed what it was given; work on a copy instead"
        boards, values = [], []
        for name, arguments in zip(("before:", "after:"), sides, strict=True):
            drawing = self._of_room("draw", Call(function, arguments)) or EMPTY
            boards.append([name, *drawing.question.board()])
            values.append(f"{name:7} {cut(', '.join(map(source, arguments)))}")
        if all(board for _, *board in boards):
            return Failure(headline, drawing=text(side_by_side(boards)))
        return Failure(headline, tuple(values))

    def _accepted(self) -> Failure:
        """Report bad input that got an answer."""
        value = self.wrong.call.got
        for words in (self._in_words(value), source(value)):
            headline = f"expected a ValueError, got the answer {words}"
            if len(headline) <= LONGEST_HEADLINE:
                return Failure(headline)
        return Failure(f"expected a ValueError, got an answer: {type_of(value)}")

    def _refused(self) -> Failure:
        """Report an error that says too little."""
        wanted, message = str(self.wrong.call.expected), cut(str(self.wrong.call.got))
        if not message.strip():
            lacks = "say what was expected, and quote what you got"
            return Failure(f"the ValueError has no message: {lacks}")
        if "\n" in wanted:
            lines = [f"    {line}" for line in wanted.split("\n")]
            lines += ["it is:", *(f"    {line}" for line in message.split("\n"))]
            headline = "the message of the ValueError should contain these lines:"
            return Failure(headline, tuple(lines))
        headline = f"the message of the ValueError should quote {wanted}"
        details = [f"it says: {message}"]
        quoted = [part for part in wanted.split(" or ") if part.startswith("'")]
        if any(part != "''" and part.strip("'") in message for part in quoted):
            details.append("write {value!r} in an f-string to quote it as Python does")
        return Failure(headline, tuple(details))

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
        wrong = self.wrong
        if wrong.drawing is not None:
            return wrong.drawing
        if wrong.about in WITHOUT_A_BOARD:
            return EMPTY
        call = wrong.call
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
        written = self._of_room("source", call)
        if not written:
            inner = ", ".join(map(source, call.arguments))
            written = cut(f"{call.function}({inner})")
        imports = [part.imports for part in call.arguments if isinstance(part, Made)]
        return "\n".join([*dict.fromkeys(chain(*imports)), written])


def hint_about(call: Call, right: object) -> str:
    """Return what may explain an answer of the wrong type."""
    if call.got is None:
        return f"{call.function} returned None: is there a path without a `return`?"
    came, expected = type_of(call.got), type_of(right)
    if came == expected:  # A number that is too large
        return ""
    return f"the answer should be {expected}; it's {came}"
