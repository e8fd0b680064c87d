"""A session: a program under test that asks at the keyboard, and what it showed.

A test compares one part of it: `assert kata.main.session(typed).reply == "Row?"`.
"""

import random
import re
from collections.abc import Callable, Sequence
from typing import Any

from kata_tables.arguments import Script, parted
from kata_tables.calls import Call, same, source
from kata_tables.wrong import ACCEPTED, SESSION, Wrong

from kata_kit import record
from kata_kit.code import Code, Ended
from kata_kit.console import (
    END,
    TYPED,
    Console,
    CtrlC,
    Line,
    StillReading,
    in_common,
    nearest,
    picture,
    transcript_lines,
)
from kata_kit.layout import cut
from kata_kit.values import Compared
from kata_kit.watch import TimeIsUp


class Part(Compared):
    """A part of a session that a test compares with `==`."""

    def __init__(self, compare: Callable[[Any], bool]) -> None:
        self._compare = compare

    def __eq__(self, expected: object) -> bool:
        return self._compare(expected)


class Session:
    """What a program showed when it was called with typed lines to read.

    If there is `only`, lines that it doesn't match may stand anywhere.
    """

    def __init__(
        self, code: Code, function: Any, call: Call, only: re.Pattern[str] | None
    ) -> None:
        self._call, self._only = call, only
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

        self._error: BaseException | None = code.call(play)
        self._typed = console.getvalue()
        # Until the end of the input, or Ctrl-C, and after it
        self._shown, end, self._after = self._typed.partition(END)
        self._is_over = bool(end)
        self._questions = list[object]()
        for player in placed:
            self._questions += player.questions if isinstance(player, Script) else ()
        # What follows the end of the input is compared only where a row is about it.
        is_endless = isinstance(self._error, StillReading) and not self._is_over
        if is_endless or isinstance(
            self._error, (NotImplementedError, TimeIsUp, Ended)
        ):
            key = type(self._error).__name__
            raise self._wrong("", error=self._error, key=key)

    @property
    def text(self) -> str:
        """The whole transcript."""
        return self._typed.replace(TYPED, "").replace(END, "")

    @property
    def lines(self) -> Part:
        """The lines until the end of the input, also a question without an answer."""
        return Part(lambda expected: self._compare("", self._shown, expected))

    @property
    def reply(self) -> Part:
        """The lines between the last one that was typed and the end of the input."""
        *_, reply = self._shown.split(TYPED)
        if TYPED in self._shown:
            reply = reply.partition("\n")[2]
        before = self._shown.removesuffix(reply)
        return Part(lambda expected: self._compare(before, reply, expected))

    @property
    def farewell(self) -> Part:
        """The lines after the end of the input, of a program that ends cleanly.

        What follows right after a question isn't a line.
        """
        farewell = self._after
        if not self._shown.endswith("\n"):
            farewell = farewell.partition("\n")[2]
        before = f"{self._shown}{self._after}".removesuffix(farewell)
        return Part(
            lambda expected: self._compare(before, farewell, expected, is_last=True)
        )

    @property
    def ended(self) -> Part:
        """The way it ended: "cleanly", if no exception ended it."""
        return Part(lambda _: self._ends(self._error))

    @property
    def asked(self) -> Part:
        """The arguments of each call of a scripted player; "rng" is a generator."""
        return Part(self._asks)

    @property
    def refusal(self) -> Part:
        """The message of the `ValueError` that ends the program, or a part of it."""
        return Part(self._refuses)

    def _compare(
        self,
        before: str,
        part: str,
        expected: object,
        *,
        is_last: bool = False,
    ) -> bool:
        """Compare the lines of a part of the transcript."""
        lines = transcript_lines(part, self._only)
        got = [line.text for line in lines if line.counts]
        wanted = nearest(got, expected)
        error = self._error if is_last or not self._is_over else None
        if got == wanted and error is None:
            return True
        common = in_common(got, wanted)
        if error and common == len(got):
            missing = [f'expected "{line}"' for line in wanted[common:][:1]]
            raise self._wrong("", missing, error=error)
        earlier = transcript_lines(before, self._only)
        raise self._missed(wanted, common, earlier, lines, is_last=is_last)

    def _missed(
        self,
        wanted: list[str],
        common: int,
        earlier: list[Line],
        lines: list[Line],
        *,
        is_last: bool,
    ) -> Wrong:
        """Describe the first wrong line, which follows those in common."""
        places = [place for place, line in enumerate(lines) if line.counts]
        is_wrong, end = common < len(places), len(lines)
        instead = f"but {self._standing(is_last=is_last)}"
        if is_wrong:
            end = places[common] + 1
            instead = f'got "{lines[end - 1].text}"'
        elif is_last and (words := self._after.strip()):
            where = "" if self._shown.endswith("\n") else " right after the question"
            instead = f'got "{words}"{where}'
        right = f'"{wanted[common]}"' if common < len(wanted) else "nothing more here"
        transcript = [*earlier, *lines[:end]]
        # Another program makes the same mistake if it shows the same up to here.
        key = [line.text for line in transcript if line.counts], is_wrong
        return self._wrong(
            f"expected {right}, {instead}", transcript=transcript, key=key
        )

    def _ends(self, error: BaseException | None) -> bool:
        """Check that no exception ended it."""
        if error:
            raise self._wrong("", error=error)
        return True

    def _asks(self, expected: object) -> bool:
        """Compare what the scripted player was asked."""
        self._ends(None if self._is_over else self._error)
        if not same(expected, self._questions):
            facts = [
                f"expected: {cut(source(expected))}",
                f"got:      {cut(source(self._questions))}",
            ]
            headline = "the computer's player got the wrong arguments"
            raise self._wrong(headline, facts, key=self._questions)
        return True

    def _refuses(self, quotes: str) -> bool:
        """Check that it ends in a `ValueError` whose message quotes this."""
        error, expected = self._error, "expected a ValueError"
        if isinstance(error, ValueError):
            if quotes in str(error):
                return True
            headline = f"the message of the ValueError should quote {quotes}"
            details = [f"it says: {cut(str(error))}"]
            raise self._wrong(headline, details, kind=record.MESSAGE)
        if error:
            raise self._wrong("", [expected], error=error, kind=record.EXCEPTION)
        headline = f"{expected}, but {self._standing()}"
        raise self._wrong(headline, kind=ACCEPTED, about=ACCEPTED)

    def _standing(self, *, is_last: bool = False) -> str:
        """Return what the program does instead of printing another line."""
        does = "waits for input" if self._is_over and not is_last else "ends"
        return f"{self._call.function} {does}"

    def _wrong(
        self,
        headline: str,
        details: Sequence[str] = (),
        *,
        transcript: Sequence[Line] | None = None,
        key: object = None,
        error: BaseException | None = None,
        kind: str = "",
        about: str = SESSION,
    ) -> Wrong:
        """Return a `Wrong` with the lines up to the mistake; None for all lines."""
        lines = transcript_lines(self._typed.replace(END, ""), self._only)
        if key is None:
            words = [line.text for line in lines if line.counts]
            key = type(error).__name__, words
        return Wrong(
            self._call,
            about,
            error,
            headline=headline,
            details=details,
            kind=kind,
            drawing=picture(lines if transcript is None else transcript),
            key=repr(key),
        )
