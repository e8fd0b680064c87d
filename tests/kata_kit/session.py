"""A session: a program under test that asks at the keyboard, and what it showed.

A test compares one part of it: `assert kata.main.session(typed).reply == "Row?"`.
"""

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from kata_tables.arguments import Script, parted
from kata_tables.calls import Call, same, source
from kata_tables.wrong import ACCEPTED, SESSION, Wrong

from kata_kit import record
from kata_kit.code import Code
from kata_kit.console import (
    Console,
    CtrlC,
    Line,
    Part,
    StillReading,
    Transcript,
    in_common,
    nearest,
    picture,
)
from kata_kit.layout import cut
from kata_kit.surroundings import Ended
from kata_kit.watch import TimeIsUp

LONGEST_HEADLINE = 80  # characters; what it should say has lines of its own then
CLOSE = 0.75  # A line as near as this to the one that is missing is pointed out.


def hold(
    code: Code, function: Any, call: Call, only: re.Pattern[str] | None
) -> "Session":
    """Call a function that reads the call's typed lines.

    If there is `only`, other lines may stand anywhere.

    Raises:
        Wrong: if it doesn't come to an end.
    """
    console = Console(call.typed or ())
    placed, named = parted(call.arguments)
    random.seed(0)

    def play() -> BaseException | None:
        with console.inside():
            try:
                function(*placed, **named)
            except (Exception, SystemExit, CtrlC, StillReading) as error:
                return error
        return None

    error = code.call(play)
    is_lost = isinstance(error, (NotImplementedError, TimeIsUp, Ended))
    # What follows the end of the input is compared only where a row is about it.
    if is_lost or (isinstance(error, StillReading) and console.end is None):
        drawing = picture([Line(line) for line in console.getvalue().splitlines()])
        key = call.function, type(error).__name__
        raise Wrong(call, SESSION, error, drawing=drawing, key=key)
    questions = list[object]()
    for player in placed:
        questions += player.questions if isinstance(player, Script) else ()
    text, read, end = console.getvalue(), console.read_lines, console.end
    screen = Transcript(text, read, end, call.function, only)
    return Session(call, screen, error, questions)


@dataclass
class Session:
    """What a program showed, how it ended, and what it asked a scripted player."""

    call: Call
    screen: Transcript
    error: BaseException | None
    questions: list[object]

    @property
    def text(self) -> str:
        """The whole transcript."""
        return self.screen.text

    @property
    def lines(self) -> Part:
        """The lines until the end of the input, also a question without an answer."""
        return Part(self._compare, 0, self.screen.end, None)

    @property
    def reply(self) -> Part:
        """The lines between the last one that was typed and the end of the input."""
        screen, begin = self.screen, 0
        for place, line in screen.read[-1:]:
            begin = place + len(line) + 1
        typed = [line for line in self.call.typed or () if line is not None]
        unread = typed[len(screen.read)] if len(typed) > len(screen.read) else None
        return Part(self._compare, begin, screen.end, unread)

    @property
    def farewell(self) -> Part:
        """The lines after the end of the input, of a program that ends cleanly.

        What follows right after a question isn't a line.
        """
        text, end = self.screen.text, self.screen.end
        start = len(text) if end is None else end
        if end and text[end - 1] != "\n":
            start = text.find("\n", end) + 1 or len(text)
        return Part(self._compare, start, None, None)

    @property
    def ended(self) -> Part:
        """The way it ended: "cleanly", if no exception ended it."""
        return Part(self._is, "cleanly", self.error)

    @property
    def asked(self) -> Part:
        """The arguments of each call of a scripted player; "rng" is a generator."""
        error = self.error if self.screen.end is None else None
        return Part(self._is, self.questions, error)

    @property
    def refusal(self) -> Part:
        """The message of the `ValueError` that ends the program, or a part of it."""
        return Part(self._refuses)

    def _compare(
        self, start: int, stop: int | None, unread: str | None, expected: object
    ) -> bool:
        """Compare the lines between two places with a text, or with `OneOf` several.

        They should come after the unread line, if there's one.
        """
        lines = self.screen.between(start, stop)
        got = [line.text for line in lines if line.counts]
        wanted = nearest(got, expected)
        error = self.error if stop is None else None
        if got == wanted and error is None and unread is None:
            return True
        common = in_common(wanted, got)
        if common == len(got) and error:
            missing = [f'expected "{line}"' for line in wanted[common:][:1]]
            raise self._wrong("", missing, error=error)
        if unread is not None and common == len(got):
            standing = self.screen.standing(stop)
            raise self._wrong(f"{standing} before reading {unread!r}")
        raise self._missed(wanted, common, start, lines, stop)

    def _missed(
        self,
        wanted: list[str],
        common: int,
        start: int,
        lines: list[Line],
        stop: int | None,
    ) -> Wrong:
        """Describe the first wrong line, which follows those in common."""
        places = [place for place, line in enumerate(lines) if line.counts]
        got, end = "", len(lines)
        instead = self.screen.last_words(stop) or f"but {self.screen.standing(stop)}"
        if common < len(places):
            end = places[common] + 1
            got = f'"{lines[end - 1].text}"'
            instead = f"got {got}"
        if any(line.typed and not line.counts for line in lines[end : end + 1]):
            end += 1  # What was typed stands below the question, not after it.
        before = self.screen.between(0, start)
        transcript = before + lines[:end]
        # Another program makes the same mistake if it shows the same up to here.
        key = [line.text for line in transcript if line.counts], common < len(places)
        if common == len(wanted):
            headline = f"expected nothing more here, {instead}"
            return self._wrong(headline, (), transcript, key)
        expected = f'"{wanted[common]}"'
        first = places[common - 1] + 1 if common else 0
        others = [line.text for line in lines[first:end] if not line.counts]
        near = get_close_matches(wanted[common], others, n=1, cutoff=CLOSE)
        close = [f'close, but not the same: "{n}"' for n in near if n not in instead]
        headline = f"expected {expected}, {instead}"
        if got and len(headline) > LONGEST_HEADLINE:
            headline = f"{self.call.function} shows the wrong line"
            close = [f"expected: {expected}", f"got:      {got}", *close]
        return self._wrong(headline, close, transcript, key)

    def _is(self, got: object, error: BaseException | None, expected: object) -> bool:
        """Compare a fact about the session, rather than a line."""
        if error:
            raise self._wrong("", error=error)
        if not same(expected, got):
            wanted, came = cut(source(expected)), cut(source(got))
            facts = f"expected: {wanted}", f"got:      {came}"
            headline = "the computer's player got the wrong arguments"
            raise self._wrong(headline, facts, key=repr(got))
        return True

    def _refuses(self, quotes: str) -> bool:
        """Check that it ends in a `ValueError` whose message quotes this."""
        error, expected = self.error, "expected a ValueError"
        if isinstance(error, ValueError):
            if quotes in str(error):
                return True
            headline = f"the message of the ValueError should quote {quotes}"
            details = [f"it says: {cut(str(error))}"]
            raise self._wrong(headline, details, kind=record.MESSAGE)
        if error:
            kind = record.EXCEPTION
            raise self._wrong("", [expected], error=error, kind=kind)
        headline = f"{expected}, but {self.screen.standing(self.screen.end)}"
        raise self._wrong(headline, kind=ACCEPTED, about=ACCEPTED)

    def _wrong(
        self,
        headline: str,
        details: Sequence[str] = (),
        transcript: Sequence[Line] | None = None,
        key: object = None,
        *,
        error: BaseException | None = None,
        kind: str = "",
        about: str = SESSION,
    ) -> Wrong:
        """Return a `Wrong` with the lines up to the mistake; None for all lines."""
        lines = self.screen.between(0, None) if transcript is None else transcript
        if key is None:
            words = [line.text for line in self.screen.between(0, None) if line.counts]
            key = type(error).__name__, words
        return Wrong(
            self.call,
            about,
            error,
            headline=headline,
            details=details,
            kind=kind,
            drawing=picture(lines),
            key=repr(key),
        )
