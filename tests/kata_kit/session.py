"""A session: a program under test that asks at the keyboard, and what it showed.

    session = kata.main.session(["0", "2", "b"], scripted((0, 0)), only=FIXED)
    assert session.reply == "The computer plays row 1, column a. ..."

The transcript of a session is what would stand in a terminal: what the program printed,
with each line that was typed in the place where the program read it. Tests compare
parts of it.
"""

import re
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from functools import partial
from itertools import takewhile
from operator import eq
from typing import Any, NamedTuple

from kata_tables.answers import OneOf, same
from kata_tables.arguments import Call
from kata_tables.drawing import Drawing, text

from kata_kit import layout
from kata_kit.replies import Transcript, Trouble
from kata_kit.request import Told

# Of a transcript so many lines are shown, those before the wrong one, and so much of
# each.
MOST_LINES = 12
LONGEST_LINE = 78

# How near a line must be to the one that is missing, to be pointed out.
CLOSE = 0.75

Remember = Callable[[Call, "Trouble | None", Told], None]


class Line(NamedTuple):
    """A line of a transcript."""

    text: str  # the line, without white space at its end
    typed: bool = False  # whether it holds something that was typed
    counts: bool = False  # whether it is compared


class Part:
    """What a test compares with `==`."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, is_right: Callable[[Any], bool]) -> None:
        self._is_right = is_right

    def __eq__(self, expected: object) -> bool:
        return self._is_right(expected)


class Session:
    """What the program showed, and how it ended.

    Only the lines that match `only` are compared; the others may stand anywhere. None
    means all. `remember` takes in a comparison that came out unequal.
    """

    def __init__(
        self,
        call: Call,
        answer: Transcript,
        only: re.Pattern[str] | None,
        remember: Remember,
    ) -> None:
        self._call, self._answer, self._only, self._remember = (
            call,
            answer,
            only,
            remember,
        )
        self.text = answer.text
        self._read = [(place, line) for place, line in answer.typed if line]
        self._end = next((place for place, line in answer.typed if not line), None)
        # What ended the program, if it did not end cleanly.
        ended = answer.ended
        clean = ended and ended.type == "SystemExit" and ended.message in ("None", "0")
        self._trouble = None if clean else ended
        # The same, but what comes after the end is for `farewell` and `ended` to tell.
        self._trouble_before_the_end = self._trouble if self._end is None else None
        # What the program does where no further line comes.
        does = "comes to its end" if self._end is None else "waits for input"
        self._standing = f"{call.function} {does}"
        # What makes another one alike: so many lines (0: all), and what else was
        # compared.
        self._upto, self._about = 0, ""

    @property
    def lines(self) -> Part:
        """The lines until the end of the input; a question without an answer is the last one."""
        return Part(partial(self._shows, 0))

    @property
    def reply(self) -> Part:
        """The lines between the last one that was typed and the end of the input."""
        place, line = self._read[-1] if self._read else (0, "")
        typed = [line for line in self._call.typed or () if line is not None]
        unread = next(iter(typed[len(self._read) :]), None)
        return Part(partial(self._shows, place + len(line), unread=unread))

    @property
    def farewell(self) -> Part:
        """The lines after the end of the input, of a program that ends cleanly.

        What follows right behind a question is not a line.
        """
        self._about = "leaving"
        start = len(self.text) if self._end is None else self._end
        if self._end and self.text[start - 1] != "\n":
            start = self.text.find("\n", start) + 1 or len(self.text)
        return Part(partial(self._shows, start, leaves=True))

    @property
    def ended(self) -> Part:
        """How the program ended: "cleanly", as also with `sys.exit(0)`, or in another way."""
        self._about = "leaving"
        got = self._trouble.type if self._trouble else "cleanly"
        told = "the program should end by itself"
        return Part(partial(self._is, got, told, self._trouble))

    @property
    def asked(self) -> Part:
        """What a scripted player was asked: a list with a tuple of arguments for each call.

        A random number generator stands in it as "rng".
        """
        self._about = "asked"
        told = "the computer's player was asked something else"
        return Part(
            partial(self._is, self._answer.asked, told, self._trouble_before_the_end)
        )

    @property
    def refusal(self) -> Part:
        """The message of the `ValueError` that the program has to end in; a part will do."""
        return Part(self._refuses)

    def alike(self, other: Transcript) -> bool:
        """Whether the session of another program goes the same way, up to the first wrong line."""
        theirs = Session(self._call, other, self._only, self._remember)
        theirs._upto, theirs._about = self._upto, self._about
        return self._compared() == theirs._compared()

    def _compared(self) -> object:
        leaves = self._about == "leaving"
        lines = self._between(0, None if leaves else self._end)
        shown = [line.text for line in lines if line.counts]
        if self._upto:
            return shown[: self._upto]
        trouble = self._trouble if leaves else self._trouble_before_the_end
        asked = self._answer.asked if self._about == "asked" else ()
        return shown, trouble and trouble.type, repr(asked)

    def _between(self, start: int, stop: int | None) -> list[Line]:
        """The lines between two places of the transcript."""
        lines = []
        for line in self.text[start:stop].split("\n"):
            typed = any(start <= place <= start + len(line) for place, _ in self._read)
            shown = line.rstrip()
            counts = (
                self._only.fullmatch(shown) is not None if self._only else shown != ""
            )
            lines.append(Line(shown, typed, counts))
            start += len(line) + 1
        return lines if lines[-1].text else lines[:-1]

    def _shows(
        self,
        start: int,
        expected: object,
        *,
        unread: str | None = None,
        leaves: bool = False,
    ) -> bool:
        """Whether the lines from a place on are those of a text, or of `OneOf` several.

        They end with the input, or with the program if it `leaves`. An unread line was
        typed, and they should come after it.
        """
        trouble = self._trouble if leaves else self._trouble_before_the_end
        choices = expected.choices if isinstance(expected, OneOf) else (expected,)
        lines = self._between(start, None if leaves else self._end)
        got = [line.text for line in lines if line.counts]
        # Of several texts, the one that went well for longest says best what is wrong.
        common, wanted = max(
            (
                (len(list(takewhile(bool, map(eq, t, got)))), t)
                for t in map(written, choices)
            ),
            key=lambda choice: (choice[1] == got, choice[0]),
        )
        if got == wanted and trouble is None and unread is None:
            return True
        before = self._between(0, start)
        if common < len(got):
            self._upto = sum(line.counts for line in before) + common + 1
        if trouble and common == len(got):
            return self._fail(
                [f'expected "{line}"' for line in wanted[common:][:1]], trouble
            )
        if unread is not None:
            return self._fail([f"{self._standing} before it read {unread!r}"])
        says_no_more = leaves and self._end is not None
        standing = (
            f"{self._call.function} says no more" if says_no_more else self._standing
        )
        instead = f'got "{got[common]}"' if common < len(got) else f"but {standing}"
        return self._misses(wanted, instead, common, before, lines)

    def _misses(
        self,
        wanted: list[str],
        instead: str,
        common: int,
        before: list[Line],
        lines: list[Line],
    ) -> bool:
        """Show the lines up to the first wrong one, behind those in common, and tell of it."""
        places = [place for place, line in enumerate(lines) if line.counts]
        place = places[common] + 1 if common < len(places) else len(lines)
        if any(line.typed and not line.counts for line in lines[place : place + 1]):
            place += 1  # What was typed stands below the question, not behind it.
        if common == len(wanted):
            sentences = [f"expected nothing more here, {instead}"]
        else:
            right, first = wanted[common], places[common - 1] + 1 if common else 0
            between = (
                "\n" if len(f'expected "{right}", {instead}') > LONGEST_LINE else " "
            )
            sentences = f'expected "{right}",{between}{instead}'.split("\n")
            others = [line.text for line in lines[first:place] if not line.counts]
            near = get_close_matches(right, others, n=1, cutoff=CLOSE)
            sentences += [f'close, but not the same: "{line}"' for line in near]
        return self._fail(sentences, upto=before + lines[:place])

    def _is(
        self, got: object, sentence: str, trouble: Trouble | None, expected: object
    ) -> bool:
        """Whether something about the session that is not a line of it is as expected."""
        if same(expected, got) and trouble is None:
            return True
        right, came = (layout.cut(layout.source(value)) for value in (expected, got))
        sentences = (sentence, f"expected: {right}", f"got:      {came}")
        return self._fail(() if trouble else sentences, trouble)

    def _refuses(self, quotes: str) -> bool:
        """Whether it ends in a `ValueError` whose message quotes this."""
        if not (self._trouble and self._trouble.refusal):
            before = self._trouble_before_the_end
            does = "" if before else f", but {self._standing}"
            return self._fail([f"expected a ValueError{does}"], before)
        if quotes in self._trouble.message:
            return True
        it_is = f"it is: {layout.cut(self._trouble.message)}"
        return self._fail(
            [f"the message of the ValueError should quote {quotes}", it_is]
        )

    def _fail(
        self,
        sentences: Sequence[str],
        trouble: Trouble | None = None,
        upto: Sequence[Line] | None = None,
    ) -> bool:
        """Remember what is wrong, and the lines up to it; all of them if none are given."""
        lines = self._between(0, None) if upto is None else upto
        told = Told(tuple(map(layout.visible, sentences)), _picture(lines))
        self._remember(self._call, trouble, told)
        return False


def written(expected: object) -> list[str]:
    """The lines of an expected text."""
    return [line.rstrip() for line in str(expected).split("\n") if line.strip()]


def drawn(transcript: str) -> Drawing:
    """The last lines of a transcript of which no more is known."""
    return _picture([Line(line) for line in transcript.splitlines()])


def _picture(lines: Sequence[Line]) -> Drawing:
    """The last lines; a `>` stands before those that hold something typed."""
    last = lines[-MOST_LINES:]
    shown = (
        f"{'>' if line.typed else ' '} {layout.visible(line.text)}" for line in last
    )
    return text(
        [layout.short(line, LONGEST_LINE).rstrip() for line in shown], theirs=True
    )
