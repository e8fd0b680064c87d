"""What is told of one test: its title, its status and the text for a learner."""

from __future__ import annotations

from pathlib import Path
from textwrap import indent
from typing import Any

import pytest
from kata_tables.arguments import Call

from kata_kit import messages, show
from kata_kit.asked import CallFailed, Code, Mismatch, Told
from kata_kit.incoming import Trouble
from kata_kit.record import BROKEN, FAILED, NOT_WRITTEN
from kata_kit.running import relative

# The kinds of trouble that an answer should have come instead of.
RAISED = ("exception", "recursion")

ALONE = "asked alone it answers rightly: what comes depends on the calls before"


def title_of(item: pytest.Item) -> str:
    """The name of the test's case, or the first line of its docstring, or its name."""
    case = _case(item)
    if case:
        return str(case)
    title, _, _ = _doc(item).partition("\n")
    return title.rstrip(".") or item.name


class Teller:
    """Turns what was raised in a test into the text for a learner.

    It knows what the test asked, the name of the file in messages, and the limit in bytes.
    """

    def __init__(self, item: pytest.Item, code: Code, label: str, memory: int) -> None:
        self._item, self._code, self._label, self._memory = item, code, label, memory

    def tell(self, error: BaseException) -> tuple[str, str, str] | None:
        """The status, the text and the function; None if the test itself is what failed."""
        mismatch, case = self._code.mismatch, _case(self._item)
        if isinstance(error, CallFailed):
            call, told = error.call, Told((), error.drawn) if error.drawn else None
            if case and case.about == "answer" and call.typed is None:
                call = call._replace(expected=case.expected)
            mismatch = Mismatch(call, "answer", error.trouble, told=told)
        elif not (isinstance(error, AssertionError) and mismatch):
            return None
        status = _status(mismatch.trouble) if mismatch.trouble else FAILED
        function = mismatch.call.function if status != BROKEN else ""
        return status, "\n".join(self._lines(mismatch, status)), function

    def _trouble(self, trouble: Trouble, function: str) -> list[str]:
        table = getattr(getattr(self._item, "module", None), "TABLE", None)
        lines = [
            messages.headline(trouble, function, self._label, self._memory),
            *messages.place(trouble, self._label, relative),
            *messages.slowness(trouble, costs="cost" in getattr(table, "stages", ())),
        ]
        if trouble.kind == "import":
            from kata_kit.clues import advice  # Needed for these only.

            lines += advice(trouble.message, Path(self._item.module.__file__).parent.name)  # type: ignore[attr-defined]
        return lines

    def _lines(self, mismatch: Mismatch, status: str) -> list[str]:
        call, told, trouble = mismatch.call, mismatch.told, mismatch.trouble
        is_answer = mismatch.about in ("answer", "taken") or call.expected is ValueError
        # Without an answer no cell is missing in it.
        drawn = self._draw(call._replace(expected=None) if trouble else call) if is_answer else ""
        hint = list[str]()
        if trouble:
            lines = self._trouble(trouble, call.function)
            if trouble.kind == "exception" and call.expected is ValueError:
                lines[0] = messages.not_refused(trouble)
            if status != FAILED or trouble.kind == "no function":  # That is not about the case.
                return lines
            if told:
                lines += told.sentences
            elif trouble.kind in RAISED and call.expected not in (None, ValueError):
                lines += [messages.wanted(call, self._meaning), *self._alone(call)]
        elif told:
            lines = list(told.sentences)
        elif mismatch.about == "arguments":
            lines = messages.changed_arguments(call)
        elif mismatch.about == "taken":
            lines = messages.wrong_count(call)
        elif mismatch.about == "refusal":
            lines = messages.wrong_refusal(call, self._meaning, drawn=bool(drawn))
        else:
            hint = messages.hint(call, self._code.printed)
            lines = messages.wrong_answer(call, self._meaning, hint, drawn=bool(drawn))
            lines += self._alone(call) if mismatch.about == "answer" else []
        if mismatch.total > 1 and not (trouble and trouble.kind == "not apart"):
            lines.append(messages.one_of_many(mismatch.wrong, mismatch.done, mismatch.total))
        is_known = bool(hint) or ALONE in lines
        lines += self._context(call, told.drawn if told else drawn, is_known=is_known)
        # What was printed in place of an answer is told already, and a transcript has it.
        if (call.got is None and not trouble) or (told and mismatch.about != "answer"):
            return lines
        return lines + messages.output(self._code.printed, in_many_calls=mismatch.total > 1)

    def _alone(self, call: Call) -> list[str]:
        return [ALONE] * self._code.is_right_alone(call)

    def _context(self, call: Call, drawn: str, *, is_known: bool = False) -> list[str]:
        """The board, the call to paste, and why the case exists, unless something else is wrong."""
        lines = ["", indent(drawn, "    "), ""] if drawn else [""]
        lines.append(self._source(call))
        if call.typed is not None:
            lines.append(f"typed: {show.keys(call.typed)}")
        case = _case(self._item)
        if why := "" if case and is_known else case.why if case else _why(self._item):
            lines.append(f"why: {why}")
        if getattr(case, "source", ""):
            lines.append(f"from: {case.source}")
        return lines

    def _source(self, call: Call) -> str:
        return self._of_the_table("source", call) or show.call(call.function, call.arguments)

    def _draw(self, call: Call) -> str:
        return self._of_the_table("draw", call)

    def _meaning(self, function: str, value: object) -> str:
        return self._of_the_table("meaning", function, value)

    def _of_the_table(self, name: str, *arguments: object) -> str:
        """What a function of the kata's test file says, `draw`, `meaning` or `source`; else ""."""
        function = getattr(getattr(self._item, "module", None), name, None)
        try:
            return str(function(*arguments)) if function else ""
        except Exception:
            # An answer may be anything; the picture may not take the sentence with it.
            return ""


def _status(trouble: Trouble) -> str:
    if trouble.kind == NOT_WRITTEN:
        return NOT_WRITTEN
    if trouble.at_load or trouble.kind == "no file":
        return BROKEN
    return FAILED


def _why(item: pytest.Item) -> str:
    """Why a test without cases is there: what its docstring says behind the first line."""
    _, _, rest = _doc(item).partition("\n")
    return " ".join(rest.split())


def _doc(item: pytest.Item) -> str:
    return (getattr(getattr(item, "function", None), "__doc__", None) or "").strip()


def _case(item: pytest.Item) -> Any:
    case = getattr(getattr(item, "callspec", None), "params", {}).get("case")
    return case if hasattr(case, "why") else None
