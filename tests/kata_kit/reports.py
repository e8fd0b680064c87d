"""The text of a failure, as pytest prints it."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from kata_tables.wrong import Wrong

from kata_kit.code import Code
from kata_kit.exceptions import own_entries
from kata_kit.katas import relative
from kata_kit.layout import wrapped
from kata_kit.record import Failure, failure_lines

PYTHONS = ("auto", "native")  # the styles of --tb in which Python's own text is shown


class Place(NamedTuple):
    """Where a failure is, for the list of failures and `--tb=line`."""

    path: str
    lineno: int
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.lineno}: {self.message}"


@dataclass
class Text:
    """A failure for pytest, which writes it to a terminal or takes its text."""

    failure: Failure
    file: Path
    line: int = 1
    styled: Any = None  # pytest's own text of the exception, with --tb or -l
    more: list[str] = field(default_factory=list)  # lines about other failures
    is_short: bool = False  # With --tb=line a terminal shows the place only.

    @property
    def reprcrash(self) -> Place:
        return Place(relative(self.file), self.line, self.failure.headline)

    def __str__(self) -> str:
        styled = str(self.styled).splitlines() if self.styled else []
        return "\n".join([self.failure.headline, *styled, *self._lines()])

    def _lines(self) -> list[str]:
        failure = replace(self.failure, traceback=()) if self.styled else self.failure
        return [*failure_lines(failure), *self.more]

    def toterminal(self, terminal: Any) -> None:
        """Write it; pytest asks what it shows for this."""
        if self.is_short:
            return
        for line in folded([self.failure.headline], ()):
            terminal.line(line, red=True, bold=True)
        if self.styled:
            self.styled.toterminal(terminal)
        for line in folded(self._lines(), self.failure.call.split("\n")):
            terminal.line(line, bold=line.endswith(" failing:"))


def text_of(failure: Failure, wrong: Wrong, code: Code, option: Any) -> Text:
    """Return the text of a failure, as the options of pytest ask for it."""
    text = Text(failure, code.path, is_short=option.tbstyle == "line")
    error = wrong.error
    if error is None or isinstance(error, SyntaxError):
        return text
    for entry in own_entries(error, code.own)[-1:]:
        text.line = entry.tb_lineno
    is_long = option.fulltrace or option.showlocals
    style = "long" if is_long and option.tbstyle == "auto" else option.tbstyle
    if style not in PYTHONS:
        text.styled = styled(error, code.own, style, show_locals=option.showlocals)
    return text


def folded(lines: Iterable[str], whole: Collection[str]) -> Iterator[str]:
    """Yield lines that fit the terminal; indented ones and a call stay whole."""
    for line in lines:
        if line in whole or line.startswith((" ", "alone:")):
            yield line
        else:
            yield from wrapped(line, further="  ") if line else [line]


def styled(error: BaseException, own: str, style: Any, *, show_locals: bool) -> Any:
    """Return an exception as pytest writes it in a style, with own frames only."""

    def own_frames(excinfo: Any) -> Any:
        return excinfo.traceback.filter(lambda entry: str(entry.path).startswith(own))

    excinfo = pytest.ExceptionInfo.from_exception(error)
    return excinfo.getrepr(
        showlocals=show_locals,
        style="short" if style in ("line", "no") else style,
        tbfilter=own_frames,
        truncate_locals=True,
    )
