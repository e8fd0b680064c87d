"""The call that went wrong as a learner sees it: drawn, with values in words."""

from collections.abc import Sequence

from kata_tables.answers import Other
from kata_tables.arguments import Call
from kata_tables.drawing import EMPTY, Drawing

from kata_kit import layout
from kata_kit.attempt import Attempt
from kata_kit.request import Mismatch

# What is asked about a mismatch whatever the kata; a test file has its own.
QUESTIONS = {
    "arguments": "What has changed in what it was given?",
    "cost": "How much work does it take?",
}


class View:
    """One mismatch, through the functions of the kata's test file."""

    def __init__(self, attempt: Attempt, mismatch: Mismatch) -> None:
        self._attempt, self._mismatch = attempt, mismatch
        self.call = mismatch.call

    def drawing(self) -> Drawing:
        """Return the board with what came, if the mismatch is about one."""
        mismatch, call = self._mismatch, self.call
        if mismatch.told:
            return mismatch.told.drawing
        if (
            mismatch.about not in ("answer", "taken")
            and call.expected is not ValueError
        ):
            return EMPTY
        if mismatch.trouble:  # Without an answer no cell is missing in it.
            call = call._replace(expected=None)
        return self._attempt.drawing(call)

    def board(self, arguments: tuple[object, ...]) -> Sequence[str]:
        """Return the lines of the board in some arguments."""
        call = Call(self.call.function, arguments)
        return self._attempt.drawing(call).question.board()

    def question(self) -> str:
        """Return what the test file asks about what is compared, or of the function."""
        case, asked = self._attempt.case, dict(QUESTIONS)
        asked |= getattr(self._attempt.room, "QUESTIONS", {})
        subjects = [self._mismatch.about, case.about if case else ""]
        found = [asked[one] for one in (*subjects, self.call.function) if one in asked]
        return found[0] if found else ""

    def source(self) -> str:
        """Return the call, to be pasted, below the imports that it needs."""
        call = self.call
        written = self._attempt.words("source", call)
        written = written or layout.call(call.function, call.arguments)
        imports = [getattr(one, "imports", ()) for one in call.arguments]
        lines = dict.fromkeys(line for those in imports for line in those)
        return "\n".join([*lines, written])

    def typed(self) -> str:
        """Return the lines that were typed in a session; "" for a call without one."""
        if self.call.typed is None:
            return ""
        lines = ["Ctrl-C" if line is None else repr(line) for line in self.call.typed]
        return ", ".join(lines) or "nothing"

    def in_words(self, value: object) -> str:
        """Return a value with its meaning, or the meaning alone behind a "="."""
        words = ""
        if not isinstance(value, Other):
            words = self._attempt.words("meaning", self.call.function, value)
        if words.startswith("="):
            return words[1:]
        return f"{layout.source(value)} ({words})" if words else layout.source(value)
