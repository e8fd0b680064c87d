r"""Sessions in a table: what is typed, what the computer plays, and what is shown.

    Row: 4
        Expected 1, 2 or 3, got '4'.
        Row (1, 2, 3)?
    types: 0 4 (0, 0)
    There are three rows.

The picture of a row is what is shown: the part of the session that its heading names,
such as `-- main: reply`; see the properties of `kata_kit.session.Session`.

After `types:` are the lines that are typed. In quotation marks they may be empty or
have spaces; `^C` is Ctrl-C. In parentheses are the moves of the computer's player,
which is scripted.
"""

import re
import shlex
from collections.abc import Collection, Sequence

Cell = tuple[int, int]

_MOVE = re.compile(r"\((-?\d+), (-?\d+)\)")


def script(types: str) -> tuple[list[str | None], list[Cell]]:
    """Return the lines that are typed, None for Ctrl-C, and the computer's moves.

    >>> script('0 " 2" b (2, 0) ^C')
    (['0', ' 2', 'b', None], [(2, 0)])
    """
    lines = shlex.split(_MOVE.sub("", types))
    typed = [None if line == "^C" else line for line in lines]
    return typed, [(int(row), int(column)) for row, column in _MOVE.findall(types)]


class Screen:
    """The screen of an oracle's game, with the typed lines after the questions."""

    def __init__(self, typed: Sequence[str | None]) -> None:
        self.lines: list[str] = []
        self._typed = iter(typed)
        self._answered = 0

    def ask(self, question: str) -> str:
        """Ask a question; return what is typed.

        Raises:
            EOFError: where nothing more is typed.
        """
        self.lines.append(question)
        line = next(self._typed, None)
        if line is None:
            raise EOFError
        self.lines[-1] = f"{question} {line}".rstrip()
        self._answered = len(self.lines)
        return line

    def choice(self, question: str, expected: str, choices: Collection[str]) -> str:
        """Ask until the answer is one of the choices; return it in small letters."""
        while (line := self.ask(question).strip()).lower() not in choices:
            self.lines.append(f"Expected {expected}, got {line!r}.")
        return line.lower()

    def part(self, about: str) -> str:
        """Return the text that a row about this part of a session is compared with."""
        if about == "farewell":
            return "Goodbye."
        return "\n".join(self.lines[0 if about == "lines" else self._answered :])
