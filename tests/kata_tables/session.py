"""A session: a program under test that asks at the keyboard, and what it showed.

    session = kata.main.session(["0", "2", "b"], scripted((0, 0)), only=FIXED)
    assert session.reply == "The computer plays row 1, column a. ..."

The transcript of a session is what would stand in a terminal: what the program printed, with each
line that was typed in the place where the program read it. Tests compare parts of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import takewhile
from operator import eq
from textwrap import dedent
from typing import NamedTuple

from kata_kit import layout
from kata_kit.asked import Told
from kata_kit.incoming import Transcript, Trouble
from kata_kit.values import OneOf, same

from kata_tables.arguments import Call

# Of a transcript so many lines are shown, those before the wrong one, and so much of each.
MOST_LINES = 12
LONGEST_LINE = 78

# How near a line must be to the one that is missing, to be pointed out.
CLOSE = 0.75

Remember = Callable[[Call, "Trouble | None", Told], None]


class Line(NamedTuple):
    """A line of a transcript."""

    text: str  # the line, without white space at its end
    typed: bool  # whether it holds something that was typed
    counts: bool  # whether it is compared


class Session:
    """What the program showed, and how it ended.

    Only the lines that match `only` are compared; the others may stand anywhere. None means all.
    `remember` takes in a comparison that came out unequal.
    """

    def __init__(
        self, call: Call, answer: Transcript, only: re.Pattern[str] | None, remember: Remember
    ) -> None:
        self._call, self._answer, self._only, self._remember = call, answer, only, remember
        self.text: str = answer.text
        self._read = [(place, line) for place, line in answer.typed if line]
        self._end = next((place for place, line in answer.typed if not line), None)
        # What ended the program, if it did not end cleanly.
        ended = answer.ended
        clean = ended and ended.type == "SystemExit" and ended.message in ("None", "0")
        self.trouble = None if clean else ended
        # The same, but what comes after the end is for `farewell` and `ended` to tell.
        self.trouble_before_the_end = self.trouble if self._end is None else None
        # What the program does where no further line comes.
        does = "comes to its end" if self._end is None else "waits for input"
        self.standing = f"{call.function} {does}"
        # What makes another one alike: so many lines (0: all), and what else was compared.
        self._upto, self._about = 0, ""

    @property
    def lines(self) -> Part:
        """The lines until the end of the input; a question without an answer is the last one."""
        return Part(self, 0, self._end, self.trouble_before_the_end, self.standing)

    @property
    def reply(self) -> Part:
        """The lines between the last one that was typed and the end of the input."""
        place, line = self._read[-1] if self._read else (0, "")
        typed = [line for line in self._call.typed or () if line is not None]
        unread = next(iter(typed[len(self._read) :]), None)
        trouble = self.trouble_before_the_end
        return Part(self, place + len(line), self._end, trouble, self.standing, unread)

    @property
    def farewell(self) -> Part:
        """The lines after the end of the input, of a program that ends cleanly.

        What follows right behind a question is not a line.
        """
        self._about = "leaving"
        start, standing = self._end, f"{self._call.function} says no more"
        if start is None:
            start, standing = len(self.text), self.standing
        elif start and self.text[start - 1] != "\n":
            start = self.text.find("\n", start) + 1 or len(self.text)
        return Part(self, start, None, self.trouble, standing)

    @property
    def ended(self) -> Fact:
        """How the program ended: "cleanly", as also with `sys.exit(0)`, or in another way."""
        self._about = "leaving"
        got = self.trouble.type if self.trouble else "cleanly"
        return Fact(self, got, "the program should end by itself", self.trouble)

    @property
    def refusal(self) -> Refused:
        """The message of the `ValueError` that the program has to end in."""
        return Refused(self)

    @property
    def asked(self) -> Fact:
        """What a scripted player was asked: a list with a tuple of arguments for each call.

        A random number generator stands in it as "rng".
        """
        self._about = "asked"
        sentence = "the computer's player was asked something else"
        return Fact(self, self._answer.asked, sentence, self.trouble_before_the_end)

    def alike(self, other: Transcript) -> bool:
        """Whether the session of another program goes the same way, up to the first wrong line."""
        theirs = Session(self._call, other, self._only, self._remember)
        return self._compared(self) == self._compared(theirs)

    def _compared(self, one: Session) -> object:
        leaves = self._about == "leaving"
        lines = one.lines_between(0, None if leaves else one._end)
        shown = [line.text for line in lines if line.counts]
        if self._upto:
            return shown[: self._upto]
        trouble = one.trouble if leaves else one.trouble_before_the_end
        asked = one._answer.asked if self._about == "asked" else ()
        return shown, trouble and trouble.type, repr(asked)

    def goes_wrong(self, start: int, common: int) -> None:
        """Take in that it goes wrong so many lines that count behind a place."""
        self._upto = sum(line.counts for line in self.lines_between(0, start)) + common + 1

    def lines_between(self, start: int, stop: int | None) -> list[Line]:
        """The lines between two places of the transcript."""
        lines = []
        for text in self.text[start:stop].split("\n"):
            typed = any(start <= place <= start + len(text) for place, _ in self._read)
            shown = text.rstrip()
            counts = self._only.fullmatch(shown) is not None if self._only else shown != ""
            lines.append(Line(shown, typed, counts))
            start += len(text) + 1
        return lines if lines[-1].text else lines[:-1]

    def fail(
        self,
        sentences: Sequence[str],
        trouble: Trouble | None = None,
        upto: Sequence[Line] | None = None,
    ) -> None:
        """Remember what is wrong, and the lines up to it; all of them if none are given."""
        lines = self.lines_between(0, None) if upto is None else upto
        told = Told(tuple(map(layout.visible, sentences)), _picture(lines))
        self._remember(self._call, trouble, told)


@dataclass(eq=False, repr=False)
class Part:
    """Some lines of a session, to be compared with a text, indented or not, or `OneOf` several."""

    session: Session
    start: int  # where they begin and end in the transcript
    stop: int | None
    trouble: Trouble | None  # what ended the program before or in them
    standing: str  # what the program does where they end
    unread: str | None = None  # a typed line that they should come after, and that was not read

    def __eq__(self, expected: object) -> bool:
        choices = expected.choices if isinstance(expected, OneOf) else (expected,)
        lines = self.session.lines_between(self.start, self.stop)
        got = [line.text for line in lines if line.counts]
        # Of several texts, the one that went well for longest says best what is wrong.
        common, wanted = max(
            ((len(list(takewhile(bool, map(eq, t, got)))), t) for t in map(written, choices)),
            key=lambda choice: (choice[1] == got, choice[0]),
        )
        if got == wanted and self.trouble is None and self.unread is None:
            return True
        if common < len(got):
            self.session.goes_wrong(self.start, common)
        if self.trouble and common == len(got):
            self.session.fail([f'expected "{line}"' for line in wanted[common:][:1]], self.trouble)
        elif self.unread is not None:
            self.session.fail([f"{self.standing} before it read {self.unread!r}"])
        else:
            self._tell(lines, wanted, got, common)
        return False

    def _tell(self, lines: list[Line], wanted: list[str], got: list[str], common: int) -> None:
        """Say which line is the first wrong one, and show the lines up to it."""
        places = [place for place, line in enumerate(lines) if line.counts]
        first = places[common - 1] + 1 if common else 0
        place = places[common] + 1 if common < len(places) else len(lines)
        if any(line.typed and not line.counts for line in lines[place : place + 1]):
            place += 1  # What was typed stands below the question, not behind it.
        instead = f'got "{got[common]}"' if common < len(got) else f"but {self.standing}"
        if common == len(wanted):
            sentences = [f"expected nothing more here, {instead}"]
        else:
            right = wanted[common]
            between = "\n" if len(f'expected "{right}", {instead}') > LONGEST_LINE else " "
            sentences = f'expected "{right}",{between}{instead}'.split("\n")
            others = [line.text for line in lines[first:place] if not line.counts]
            near = get_close_matches(right, others, n=1, cutoff=CLOSE)
            sentences += [f'close, but not the same: "{line}"' for line in near]
        before = self.session.lines_between(0, self.start)
        self.session.fail(sentences, upto=before + lines[:place])


@dataclass(eq=False, repr=False)
class Fact:
    """Something about a session that is not a line of it, to be compared with `==`."""

    session: Session
    got: object
    sentence: str
    trouble: Trouble | None

    def __eq__(self, expected: object) -> bool:
        if same(expected, self.got) and self.trouble is None:
            return True
        right, got = (layout.cut(layout.source(value)) for value in (expected, self.got))
        sentences = (self.sentence, f"expected: {right}", f"got:      {got}")
        self.session.fail(() if self.trouble else sentences, self.trouble)
        return False


@dataclass
class Refused:
    """The `ValueError` that a session has to end in, whose message can be searched with `in`."""

    session: Session

    def __contains__(self, quotes: str) -> bool:
        trouble = self.session.trouble
        if not (trouble and trouble.refusal):
            before = self.session.trouble_before_the_end
            does = "" if before else f", but {self.session.standing}"
            self.session.fail([f"expected a ValueError{does}"], before)
            return False
        if quotes not in trouble.message:
            it_is = f"it is: {layout.cut(trouble.message)}"
            self.session.fail([f"the message of the ValueError should quote {quotes}", it_is])
        return quotes in trouble.message


def written(expected: object) -> list[str]:
    """The lines of an expected text.

    >>> written('''
    ...        a b
    ...     1 |X| |
    ... ''')
    ['   a b', '1 |X| |']
    """
    return [line.rstrip() for line in dedent(str(expected)).split("\n") if line.strip()]


def drawn(transcript: str) -> str:
    """The last lines of a transcript of which no more is known."""
    return _picture([Line(line, typed=False, counts=False) for line in transcript.splitlines()])


def _picture(lines: Sequence[Line]) -> str:
    """The last lines; a `>` stands before those that hold something typed."""
    return "\n".join(
        layout.short(
            f"{'>' if line.typed else ' '} {layout.visible(line.text)}", LONGEST_LINE
        ).rstrip()
        for line in lines[-MOST_LINES:]
    )
