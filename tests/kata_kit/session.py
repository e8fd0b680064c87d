"""A session: a program under test that asks at the keyboard, and what it showed.

    session = kata.main.session(["0", "2", "b"], scripted((0, 0)), only=FIXED)
    assert session.reply == "The computer plays row 1, column a. ..."

Its transcript is what would stand in a terminal: what the program printed, with each
line that was typed in the place where the program read it.
"""

import re
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from functools import partial
from typing import Any, NamedTuple

from kata_tables.calls import Call, OneOf, same, source
from kata_tables.drawing import Drawing, text

from kata_kit.layout import cut, short, visible
from kata_kit.record import ACCEPTED, EXCEPTION, LONGEST_HEADLINE, MESSAGE, Failure
from kata_kit.request import Mismatch, Transcript, Trouble

MOST_LINES = 12  # of a transcript are shown, those before the wrong one
LONGEST_LINE = 78  # characters
CLOSE = 0.75  # A line as near as this to the one that is missing is pointed out.

Note = Callable[[Mismatch], None]


class Line(NamedTuple):
    """A line of a transcript."""

    text: str  # without white space at its end
    typed: bool = False  # It holds something that was typed.
    counts: bool = False  # It is compared.


def drawn(transcript: str) -> Drawing:
    """Return the last lines of a transcript of which no more is known."""
    return picture([Line(line) for line in transcript.splitlines()])


def picture(lines: Sequence[Line]) -> Drawing:
    """Return the last lines; a `>` stands before those that hold something typed."""
    shown = []
    for line in lines[-MOST_LINES:]:
        marked = f"{'>' if line.typed else ' '} {visible(line.text)}"
        shown.append(short(marked, LONGEST_LINE).rstrip())
    return text(shown, theirs=True)


class Part:
    """A part of a session that a test compares with `==`."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, is_right: Callable[..., bool], *facts: object) -> None:
        self._is_right = partial(is_right, *facts)

    def __eq__(self, expected: object) -> bool:
        return self._is_right(expected)


class Session:
    """The lines that the program showed, and how it ended.

    If there is `only`, other lines may stand anywhere. `note` takes in what comes out
    unequal.
    """

    def __init__(
        self,
        call: Call,
        answer: Transcript,
        only: re.Pattern[str] | None,
        note: Note,
    ) -> None:
        self._call, self._answer = call, answer
        self._only, self._note = only, note
        self.text = answer.text
        self._read = [(place, line) for place, line in answer.typed if line]
        self._end = next((place for place, line in answer.typed if not line), None)
        # What ended the program, if it did not end cleanly.
        ended = answer.ended
        exits = ended and ended.type == "SystemExit" and ended.message in ("None", "0")
        self._ending = None if exits else ended
        self._upto = 0  # so many lines tell that another one is alike; 0: all
        self._leaving = False  # A test compares what comes behind the end of the input.

    @property
    def lines(self) -> Part:
        """The lines until the end of the input, also a question without an answer."""
        return Part(self._shows, 0, None)

    @property
    def reply(self) -> Part:
        """The lines between the last one that was typed and the end of the input."""
        begin = 0
        if self._read:
            place, last_read = self._read[-1]
            begin = place + len(last_read)
        typed = [line for line in self._call.typed or () if line is not None]
        unread = typed[len(self._read) :]
        return Part(self._shows, begin, unread[0] if unread else None)

    @property
    def farewell(self) -> Part:
        """The lines after the end of the input, of a program that ends cleanly.

        What follows right behind a question is not a line.
        """
        self._leaving = True
        start = len(self.text) if self._end is None else self._end
        if self._end and self.text[start - 1] != "\n":
            start = self.text.find("\n", start) + 1 or len(self.text)
        return Part(self._shows, start, None)

    @property
    def ended(self) -> Part:
        """The way it ended: "cleanly", if no exception ended it."""
        self._leaving = True
        return Part(self._is, "cleanly")

    @property
    def asked(self) -> Part:
        """The arguments of each call of a scripted player; "rng" is a generator."""
        return Part(self._is, self._answer.asked)

    @property
    def refusal(self) -> Part:
        """The message of the `ValueError` that ends the program; a part will do."""
        return Part(self._refuses)

    @property
    def _stop(self) -> int | None:
        """The end of what is compared; None for the end of the transcript."""
        return None if self._leaving else self._end

    @property
    def _trouble(self) -> Trouble | None:
        return self._ending if self._stop is None else None

    def alike(self, other: Transcript) -> bool:
        """Return True if another session goes the same way, up to the wrong line."""
        theirs = Session(self._call, other, self._only, self._note)
        theirs._leaving, theirs._upto = self._leaving, self._upto
        return self._compared() == theirs._compared()

    def _compared(self) -> object:
        shown = [line.text for line in self._between(0, self._stop) if line.counts]
        if self._upto:
            return shown[: self._upto]
        return shown, self._trouble and self._trouble.type, repr(self._answer.asked)

    @property
    def _standing(self) -> str:
        """A sentence about a program where no further line comes."""
        does = "says no more" if self._leaving else "waits for input"
        if self._end is None:
            does = "comes to its end"
        return f"{self._call.function} {does}"

    @property
    def _last_words(self) -> str:
        """The words behind the end of the input, in place of a line; "" for none."""
        if not self._leaving or self._end is None:
            return ""
        behind, *lines = self.text[self._end :].split("\n")
        if behind.strip():
            return f'got "{behind.strip()}" behind the question'
        words = [line.strip() for line in lines if line.strip()]
        return f'got "{words[-1]}"' if words else ""

    def _between(self, start: int, stop: int | None) -> list[Line]:
        """Return the lines between two places of the transcript."""
        lines = []
        for line in self.text[start:stop].split("\n"):
            typed = any(start <= place <= start + len(line) for place, _ in self._read)
            shown = line.rstrip()
            counts = self._only.fullmatch(shown) if self._only else shown
            lines.append(Line(shown, typed, bool(counts)))
            start += len(line) + 1
        return lines if lines[-1].text else lines[:-1]

    def _shows(self, start: int, unread: str | None, expected: object) -> bool:
        """Compare the lines from a place on with a text, or with `OneOf` several.

        They should come after the unread line, if there is one.
        """
        lines = self._between(start, self._stop)
        got = [line.text for line in lines if line.counts]
        choices = expected.choices if isinstance(expected, OneOf) else (expected,)
        texts = list(map(_written, choices))
        if got in texts and self._trouble is None and unread is None:
            return True
        # Of several, the one that went well for longest says best what is wrong.
        wanted = got if got in texts else max(texts, key=partial(_in_common, got))
        common = _in_common(wanted, got)
        before = self._between(0, start)
        if common < len(got):
            self._upto = sum(line.counts for line in before) + common + 1
        elif self._trouble:
            missing = [f'expected "{line}"' for line in wanted[common:][:1]]
            return self._fail("", *missing, trouble=self._trouble)
        if unread is not None:
            return self._fail(f"{self._standing} before it read {unread!r}")
        return self._misses(wanted, common, before, lines)

    def _misses(
        self, wanted: list[str], common: int, before: list[Line], lines: list[Line]
    ) -> bool:
        """Tell of the first wrong line, which stands behind those in common."""
        places = [place for place, line in enumerate(lines) if line.counts]
        got, end = "", len(lines)
        instead = self._last_words or f"but {self._standing}"
        if common < len(places):
            end = places[common] + 1
            got = f'"{lines[end - 1].text}"'
            instead = f"got {got}"
        if any(line.typed and not line.counts for line in lines[end : end + 1]):
            end += 1  # What was typed stands below the question, not behind it.
        shown = before + lines[:end]
        if common == len(wanted):
            return self._fail(f"expected nothing more here, {instead}", lines=shown)
        expected = f'"{wanted[common]}"'
        first = places[common - 1] + 1 if common else 0
        others = [line.text for line in lines[first:end] if not line.counts]
        near = get_close_matches(wanted[common], others, n=1, cutoff=CLOSE)
        close = [
            f'close, but not the same: "{line}"' for line in near if line not in instead
        ]
        headline = f"expected {expected}, {instead}"
        if not got or len(headline) <= LONGEST_HEADLINE:
            return self._fail(headline, *close, lines=shown)
        headline = f"{self._call.function} shows another line than expected"
        facts: Any = {"expected": expected, "got": got, "is_long": True}
        return self._fail(headline, *close, lines=shown, **facts)

    def _is(self, got: object, expected: object) -> bool:
        """Compare something about the session that is not a line of it."""
        if self._trouble:
            return self._fail("", trouble=self._trouble)
        if same(expected, got):
            return True
        facts: Any = {"expected": cut(source(expected)), "got": cut(source(got))}
        return self._fail("the computer's player was asked something else", **facts)

    def _refuses(self, quotes: str) -> bool:
        """Return True if it ends in a `ValueError` whose message quotes this."""
        ending, expected = self._ending, "expected a ValueError"
        if ending and ending.refusal:
            if quotes in ending.message:
                return True
            headline = f"the message of the ValueError should quote {quotes}"
            return self._fail(headline, f"it is: {cut(ending.message)}", kind=MESSAGE)
        if self._trouble:
            return self._fail("", expected, trouble=self._trouble, kind=EXCEPTION)
        return self._fail(f"{expected}, but {self._standing}", kind=ACCEPTED)

    def _fail(
        self,
        headline: str,
        *sentences: str,
        trouble: Trouble | None = None,
        lines: Sequence[Line] | None = None,
        **facts: Any,
    ) -> bool:
        """Note what is wrong, and the lines up to it; None for all lines.

        Where there is trouble, that is the headline.
        """
        told = Failure(
            headline,
            neutral=f"{self._call.function} shows something else than expected",
            sentences=sentences,
            drawing=picture(self._between(0, None) if lines is None else lines),
            **facts,
        )
        self._note(Mismatch(self._call, "session", trouble, told=told))
        return False


def _in_common(one: list[str], other: list[str]) -> int:
    """Return how many lines two texts have in common before they differ."""
    for number, (mine, its) in enumerate(zip(one, other, strict=False)):
        if mine != its:
            return number
    return min(len(one), len(other))


def _written(expected: object) -> list[str]:
    """Return the lines of an expected text."""
    return [line.rstrip() for line in str(expected).split("\n") if line.strip()]
