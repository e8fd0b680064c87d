"""A session: a program under test that asks at the keyboard, and what it showed.

    session = kata.main.session(["0", "2", "b"], scripted((0, 0)), only=FIXED)
    assert session.reply == '''
        The computer plays row 1, column a.
        ...
    '''

The transcript of a session is what would stand in a terminal: what the program printed, with each
line that was typed in the place where the program read it. Tests compare parts of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from textwrap import dedent
from typing import Any

from kata_kit import layout, show
from kata_kit.arguments import Call
from kata_kit.asked import Told
from kata_kit.process import Trouble
from kata_kit.values import OneOf, same

CLEANLY = "cleanly"

# Of a transcript so many lines are shown, those before the wrong one, and so much of each.
MOST_LINES = 12
LONGEST_LINE = 78
IN_ONE_LINE = 78

# How near a line must be to the one that is missing, to be pointed out.
CLOSE = 0.75


@dataclass(frozen=True)
class Line:
    """A line of a transcript.

    Attributes:
        text: the line, without white space at its end.
        typed: whether it holds something that was typed.
        counts: whether it is compared.
    """

    text: str
    typed: bool
    counts: bool


Remember = Callable[[Call, "Trouble | None", Told], None]


class Session:
    """What the program showed, and how it ended.

    Attributes:
        text: the whole transcript.

    Args:
        call: the call of the program, with the lines that were typed.
        answer: what came of it; see `kata_worker.session`.
        only: the lines that are compared; the others may stand anywhere. None means all.
        remember: takes in a comparison that came out unequal.
    """

    def __init__(
        self, call: Call, answer: Any, only: re.Pattern[str] | None, remember: Remember
    ) -> None:
        self._call = call
        self._only = only
        self._remember = remember
        self._asked = answer["asked"]
        self._trouble = _trouble(answer["ended"])
        self.text: str = answer["text"]
        self._read = [(place, line) for place, line in answer["typed"] if line]
        ends = [place for place, line in answer["typed"] if not line]
        self._end = ends[0] if ends else None

    @property
    def lines(self) -> Part:
        """The lines until the end of the input; a question without an answer is the last one."""
        return Part(self, [], self._lines(0, self._end), self.trouble_before_the_end)

    @property
    def reply(self) -> Part:
        """The lines between the last one that was typed and the end of the input."""
        place, line = self._read[-1] if self._read else (0, "")
        start = place + len(line)
        before, lines = self._lines(0, start), self._lines(start, self._end)
        return Part(self, before, lines, self.trouble_before_the_end, self._unread())

    @property
    def farewell(self) -> Part:
        """The lines after the end of the input, of a program that ends cleanly.

        What follows right behind a question is no line.
        """
        if self._end is None:
            return Part(self, self.all_lines, [], self.trouble)
        before, after = self.text[: self._end], self.text[self._end :]
        behind_a_question = before != "" and not before.endswith("\n")
        start = self._end + (after.find("\n") + 1 or len(after) if behind_a_question else 0)
        says_no_more = f"{self._call.function} says no more"
        return Part(
            self,
            self._lines(0, start),
            self._lines(start, None),
            self.trouble,
            standing=says_no_more,
        )

    @property
    def ended(self) -> Fact:
        """How the program ended: "cleanly", or in another way.

        `sys.exit()` without a code, or with 0, is as clean as a return.
        """
        got = self.trouble.type if self.trouble else CLEANLY
        return Fact(self, got, ("the program should end by itself",), self.trouble)

    @property
    def refusal(self) -> Refused:
        """The message of the `ValueError` that the program has to end in."""
        return Refused(self)

    @property
    def asked(self) -> Fact:
        """What a scripted player was asked: a list with a tuple of arguments for each call.

        A random number generator stands in it as "rng".
        """
        sentences = ("the computer's player was asked something else",)
        return Fact(self, self._asked, sentences, self.trouble_before_the_end)

    @property
    def trouble(self) -> Trouble | None:
        """What ended the program, if it did not end cleanly."""
        trouble = self._trouble
        clean = trouble and trouble.type == "SystemExit" and trouble.message in ("None", "0")
        return None if clean else trouble

    @property
    def standing(self) -> str:
        """What the program does where no further line comes."""
        does = "comes to its end" if self._end is None else "waits for input"
        return f"{self._call.function} {does}"

    @property
    def all_lines(self) -> list[Line]:
        """The whole transcript."""
        return self._lines(0, None)

    @property
    def trouble_before_the_end(self) -> Trouble | None:
        """What ended the program, unless it came after the end of the input.

        Then it is a matter of `farewell` and `ended`.
        """
        return self.trouble if self._end is None else None

    def fail(self, sentences: tuple[str, ...], upto: list[Line], trouble: Trouble | None) -> None:
        """Remember what is wrong."""
        told = Told(tuple(map(layout.visible, sentences)), _picture(upto))
        self._remember(self._call, trouble, told)

    def _lines(self, start: int, stop: int | None) -> list[Line]:
        lines = []
        for text in self.text[start:stop].split("\n"):
            typed = any(start <= place <= start + len(text) for place, _ in self._read)
            shown = text.rstrip()
            counts = self._only.fullmatch(shown) is not None if self._only else shown != ""
            lines.append(Line(shown, typed, counts))
            start += len(text) + 1
        return lines if lines[-1].text else lines[:-1]

    def _unread(self) -> str | None:
        typed = [line for line in self._call.typed or () if line is not None]
        return typed[len(self._read)] if len(self._read) < len(typed) else None


class Part:
    """Some lines of a session, to be compared with `==`.

    They are compared with a text that holds one line below the other, indented or not; or with a
    `OneOf` of such texts.

    Args:
        session: the session.
        before: its lines before these.
        lines: these lines.
        trouble: what ended the program before or in them.
        unread: a typed line that they should come after, and that was not read.
        standing: what the program does where they end; `session.standing` without it.
    """

    __hash__ = None  # type: ignore[assignment]

    def __init__(
        self,
        session: Session,
        before: list[Line],
        lines: list[Line],
        trouble: Trouble | None,
        unread: str | None = None,
        standing: str = "",
    ) -> None:
        self._session = session
        self._trouble = trouble
        self._standing = standing or session.standing
        self._before = before
        self._lines = lines
        self._unread = unread

    def __eq__(self, expected: object) -> bool:
        choices = expected.choices if isinstance(expected, OneOf) else (expected,)
        trouble = self._trouble
        got = [line.text for line in self._lines if line.counts]
        # Of several texts, the one that went well for longest says best what is wrong.
        common, wanted = max(
            ((_common(lines, got), lines) for lines in map(written, choices)),
            key=lambda choice: (choice[1] == got, choice[0]),
        )
        whole = got == wanted
        if whole and trouble is None and self._unread is None:
            return True
        if trouble and common == len(got):
            self._session.fail((), self._session.all_lines, trouble)
        elif self._unread is not None:
            sentence = f"{self._session.standing} before it read {self._unread!r}"
            self._session.fail((sentence,), self._session.all_lines, None)
        else:
            sentences, upto = self._compare(wanted, got, common)
            self._session.fail(sentences, upto, None)
        return False

    def __repr__(self) -> str:
        return repr([line.text for line in self._lines if line.counts])

    def _compare(
        self, wanted: list[str], got: list[str], common: int
    ) -> tuple[tuple[str, ...], list[Line]]:
        """Say which line is the first wrong one; return also the lines up to it."""
        places = [place for place, line in enumerate(self._lines) if line.counts]
        before = places[common - 1] + 1 if common else 0
        place = places[common] + 1 if common < len(places) else len(self._lines)
        if any(line.typed and not line.counts for line in self._lines[place : place + 1]):
            place += 1  # What was typed stands below the question, not behind it.
        upto = self._before + self._lines[:place]
        if common == len(wanted):
            return (f'expected nothing more here, got "{got[common]}"',), upto
        right = wanted[common]
        if common == len(got):
            sentences = [f'expected "{right}", but {self._standing}']
        else:
            sentences = [f'expected "{right}", got "{got[common]}"']
        if len(sentences[0]) > IN_ONE_LINE:
            sentences = sentences[0].replace('", ', '",\n', 1).split("\n")
        others = [line.text for line in self._lines[before:place] if not line.counts]
        near = get_close_matches(right, others, n=1, cutoff=CLOSE)
        return (*sentences, *[f'close, but not the same: "{line}"' for line in near]), upto


class Fact:
    """Something about a session that is no line of it, to be compared with `==`."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(
        self,
        session: Session,
        got: object,
        sentences: tuple[str, ...],
        trouble: Trouble | None,
    ) -> None:
        self._session = session
        self._got = got
        self._sentences = sentences
        self._trouble = trouble

    def __eq__(self, expected: object) -> bool:
        if same(expected, self._got) and self._trouble is None:
            return True
        sentences = (
            *self._sentences,
            f"expected: {layout.cut(show.source(expected))}",
            f"got:      {layout.cut(show.source(self._got))}",
        )
        self._session.fail(sentences, self._session.all_lines, self._trouble)
        return False

    def __repr__(self) -> str:
        return repr(self._got)


class Refused:
    """The `ValueError` that a session has to end in, whose message can be searched with `in`."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def __contains__(self, quotes: str) -> bool:
        trouble = self._session.trouble
        if trouble and trouble.refusal:
            if quotes in trouble.message:
                return True
            sentences = [f"the message of the ValueError should quote {quotes}"]
            sentences.append(f"it is: {layout.cut(trouble.message)}")
            trouble = None
        else:
            sentences = [f"expected a ValueError, but {self._session.standing}"]
            trouble = self._session.trouble_before_the_end
        self._session.fail(tuple(sentences), self._session.all_lines, trouble)
        return False

    def __repr__(self) -> str:
        return repr(self._session.trouble)


def written(expected: object) -> list[str]:
    """The lines of an expected text.

    >>> written('''
    ...        a b
    ...     1 |X| |
    ... ''')
    ['   a b', '1 |X| |']
    """
    return [line.rstrip() for line in dedent(str(expected)).split("\n") if line.strip()]


def _common(wanted: list[str], got: list[str]) -> int:
    """How many lines are the same, from the first one on."""
    pairs = enumerate(zip(wanted, got))  # noqa: B905 - one may be shorter
    return next((n for n, (right, line) in pairs if right != line), min(len(wanted), len(got)))


def drawn(transcript: str) -> str:
    """The last lines of a transcript of which no more is known."""
    return _picture([Line(line, typed=False, counts=False) for line in transcript.splitlines()])


def _trouble(facts: dict[str, Any] | None) -> Trouble | None:
    """What ended the program, if it did not return."""
    if facts is None:
        return None
    file, line = facts["frame"] or ("", 0)
    return Trouble(
        facts["kind"],
        facts["type"],
        facts["message"],
        file,
        line,
        refusal=facts["refusal"],
    )


def _picture(lines: list[Line]) -> str:
    """The last lines; a `>` stands before those that hold something typed."""
    return "\n".join(
        layout.short(
            f"{'>' if line.typed else ' '} {layout.visible(line.text)}", LONGEST_LINE
        ).rstrip()
        for line in lines[-MOST_LINES:]
    )
