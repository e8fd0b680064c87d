"""What is told of one test: its title, its status and the text for a learner."""

from contextlib import suppress
from pathlib import Path
from textwrap import indent
from typing import Any

import pytest
from kata_tables.answers import Other, same
from kata_tables.arguments import Call

from kata_kit import layout, messages
from kata_kit.incoming import Trouble
from kata_kit.record import BROKEN, FAILED, NOT_WRITTEN
from kata_kit.request import CallFailed, Code, Mismatch, Told

RAISED = (
    "exception",
    "recursion",
)  # the kinds of trouble instead of which an answer should come
ALONE = "asked alone it answers rightly: what comes depends on the calls before"

MOST_PRINTED = 10  # lines of what a call printed
IN_A_SENTENCE = 60  # characters of a value
SHORTER_THAN_A_BOARD = 200  # whose picture says it better than two long lines


def title_of(item: pytest.Item) -> str:
    """The name of the test's case, or the first line of its docstring, or its name."""
    title = str(_case(item) or "") or _doc(item).partition("\n")[0].rstrip(".")
    return title or item.name


class Teller:
    """Turns what was raised in a test into the text for a learner."""

    def __init__(self, item: pytest.Item, code: Code, label: str) -> None:
        self._item, self._code, self._label = item, code, label
        self._module, self._case = getattr(item, "module", None), _case(item)
        self.call = Call("")  # the one that is told of

    def tell(self, error: BaseException) -> tuple[str, str, str] | None:
        """The status, the text and the function; None if the test itself is what failed."""
        mismatch = self._code.mismatch
        if isinstance(error, CallFailed):
            call, told = error.call, Told((), error.drawn) if error.drawn else None
            if self._case and self._case.about == "answer" and call.typed is None:
                call = call._replace(expected=self._case.expected)
            mismatch = Mismatch(call, "answer", error.trouble, told=told)
        elif not (isinstance(error, AssertionError) and mismatch):
            return None
        trouble, status = mismatch.trouble, FAILED
        if trouble and trouble.kind == NOT_WRITTEN:
            status = NOT_WRITTEN
        elif trouble and (trouble.at_load or trouble.kind == "no file"):
            status = BROKEN
        self.call = mismatch.call
        function = self.call.function if status != BROKEN else ""
        return status, "\n".join(self._lines(mismatch, status)), function

    def _lines(self, mismatch: Mismatch, status: str) -> list[str]:
        call, told, trouble = mismatch.call, mismatch.told, mismatch.trouble
        drawn, hint = told.drawn if told else self._drawn(mismatch), list[str]()
        if trouble:
            lines = self._trouble(trouble, call)
            if (
                status != FAILED or trouble.kind == "no function"
            ):  # That is not about the case.
                return lines
            if told:
                lines += told.sentences
            elif trouble.kind in RAISED and call.expected not in (None, ValueError):
                lines.append(
                    f"expected {layout.cut(self._in_words(call, call.expected))}"
                )
                lines += [ALONE] * self._code.is_right_alone(call)
        elif told:
            lines = list(told.sentences)
        elif mismatch.about == "arguments":
            lines = _changed(call)
        elif mismatch.about == "taken":
            lines = [f"{call.function} took {call.got} items; expected {call.expected}"]
        elif mismatch.about == "refusal":
            lines = self._refused(call, bool(drawn))
        else:
            hint = _hint(call, self._code.printed)
            lines = self._answered(call, hint, bool(drawn))
            lines += [ALONE] * (
                mismatch.about == "answer" and self._code.is_right_alone(call)
            )
        many = mismatch.total > 1
        if many and not (trouble and trouble.kind == "not apart"):
            lines.append(_one_of_many(mismatch))
        lines += self._context(call, drawn, is_known=bool(hint) or ALONE in lines)
        # What was printed in place of an answer is told already, and a transcript has
        # it.
        if (call.got is None and not trouble) or (told and mismatch.about != "answer"):
            return lines
        return lines + _output(self._code.printed, "" if many else "; -s shows them")

    def _trouble(self, trouble: Trouble, call: Call) -> list[str]:
        stages = getattr(getattr(self._module, "TABLE", None), "stages", ())
        headline = messages.headline(trouble, call.function, self._label)
        if trouble.kind == "exception" and call.expected is ValueError:
            headline = "expected a ValueError, got " + headline.partition(" raised ")[2]
        lines = [headline, *messages.place(trouble, self._label)]
        lines += messages.slowness(trouble, costs="cost" in stages)
        if trouble.kind == "import" and self._module:
            lines += messages.advice(
                trouble.message, Path(str(self._module.__file__)).parent.name
            )
        return lines

    def _answered(self, call: Call, hint: list[str], drawn: bool) -> list[str]:
        """The sentences about a wrong answer: "expected 1 (X wins), got -1 (unfinished)"."""
        expected, got = (
            self._in_words(call, value) for value in (call.expected, call.got)
        )
        longest = max(len(expected), len(got))
        if longest <= IN_A_SENTENCE:
            return [f"expected {expected}, got {got}", *hint]
        lines = [f"{call.function} gave another answer than expected"]
        if hint or not drawn or longest <= SHORTER_THAN_A_BOARD:
            lines += [
                f"expected: {layout.cut(expected)}",
                f"got:      {layout.cut(got)}",
            ]
        return lines + hint

    def _refused(self, call: Call, drawn: bool) -> list[str]:
        """The sentences about bad input that got an answer, or an error that says too little."""
        if call.expected is ValueError:
            got = self._in_words(call, call.got)
            if drawn and len(got) > IN_A_SENTENCE:
                return [
                    f"expected a ValueError, got an answer: {layout.kind(call.got)}"
                ]
            return [
                f"expected a ValueError, got the answer {layout.cut(got, IN_A_SENTENCE)}"
            ]
        quoted, message = str(call.expected), layout.cut(str(call.got))
        if not message.strip():
            return [
                "the ValueError has no message: say what was expected, and quote what came"
            ]
        if "\n" not in quoted:
            return [
                f"the message of the ValueError should quote {quoted}",
                f"it is: {message}",
            ]
        should = "the message of the ValueError should contain these lines:"
        return [should, indent(quoted, "    "), "it is:", indent(message, "    ")]

    def _context(self, call: Call, drawn: str, *, is_known: bool) -> list[str]:
        """The board, the call to paste, and why the case exists, unless something else is wrong."""
        lines = ["", indent(drawn, "    "), ""] if drawn else [""]
        lines.append(
            self._ask("source", call) or layout.call(call.function, call.arguments)
        )
        if call.typed is not None:
            typed = ("Ctrl-C" if line is None else repr(line) for line in call.typed)
            lines.append(f"typed: {', '.join(typed) or 'nothing'}")
        case = self._case
        # A test without cases says it in its docstring behind the first line.
        why = (
            case.why if case else " ".join(_doc(self._item).partition("\n")[2].split())
        )
        lines += [f"why: {why}"] if why and not (case and is_known) else []
        return lines + ([f"from: {case.source}"] if getattr(case, "source", "") else [])

    def _drawn(self, mismatch: Mismatch) -> str:
        call = mismatch.call
        if (
            mismatch.about not in ("answer", "taken")
            and call.expected is not ValueError
        ):
            return ""
        # Without an answer no cell is missing in it.
        return self._ask(
            "draw", call._replace(expected=None) if mismatch.trouble else call
        )

    def _in_words(self, call: Call, value: object) -> str:
        """A value with its meaning, which stands for it behind a "="."""
        words = (
            ""
            if isinstance(value, Other)
            else self._ask("meaning", call.function, value)
        )
        if words.startswith("="):
            return words[1:]
        return layout.source(value) + (f" ({words})" if words else "")

    def _ask(self, name: str, *arguments: object) -> str:
        """What a function of the kata's test file says, `draw`, `meaning` or `source`; else ""."""
        function = getattr(self._module, name, None)
        with suppress(
            Exception
        ):  # An answer may be anything, and the sentence is told anyway.
            return str(function(*arguments)) if function else ""
        return ""


def _changed(call: Call) -> list[str]:
    lines = [f"{call.function} changed what it was given; work on a copy instead"]
    if isinstance(call.expected, tuple) and isinstance(call.got, tuple):
        for before, after in zip(call.expected, call.got, strict=False):
            if not same(before, after):
                lines.append(f"before: {layout.cut(layout.source(before))}")
                lines.append(f"after:  {layout.cut(layout.source(after))}")
    return lines


def _hint(call: Call, printed: str) -> list[str]:
    """What may be behind an answer of another kind than expected."""
    choices, got = getattr(call.expected, "choices", (call.expected,)), call.got
    if got is None and choices[0] is not None:
        if not printed.strip():
            return [
                f"{call.function} returned None: is there a path without a `return`?"
            ]
        first = layout.short(printed.strip().splitlines()[0], 30)
        said = f"{call.function} printed {first!r} and returned None"
        return [said, "return the answer instead of printing it"]
    right, it_is = (
        layout.kind(choices[0]),
        layout.kind(got),
    )  # Alike if the number is too large.
    if right != it_is and all(type(got) is not type(choice) for choice in choices):
        return [f"the answer should be {right}; it is {it_is}"]
    return []


def _one_of_many(mismatch: Mismatch) -> str:
    wrong, done, total = mismatch.wrong, mismatch.done, mismatch.total
    first, of_all = ("the first ", f", of {total:,}") if done < total else ("", "")
    are = "is" if wrong == 1 else "are"
    return f"{wrong:,} of {first}{done:,} calls {are} wrong{of_all}; this is the first"


def _output(text: str, elsewhere: str) -> list[str]:
    """What the code printed, or the beginning of it and where there is more."""
    if not text.strip():
        return []
    lines = layout.visible(text).rstrip().split("\n")
    shown = [
        layout.short(line, messages.longest_line()) for line in lines[:MOST_PRINTED]
    ]
    if len(lines) > MOST_PRINTED:
        shown.append(f"... ({len(lines) - MOST_PRINTED:,} more lines{elsewhere})")
    return ["printed:", *(f"    {line}".rstrip() for line in shown)]


def _doc(item: pytest.Item) -> str:
    return (getattr(getattr(item, "function", None), "__doc__", None) or "").strip()


def _case(item: pytest.Item) -> Any:
    case = getattr(getattr(item, "callspec", None), "params", {}).get("case")
    return case if hasattr(case, "why") else None
