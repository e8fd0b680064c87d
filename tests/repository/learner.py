"""The code of a learner, called without pytest, and what they read about it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from kata_kit.again import doubt_about
from kata_kit.attempt import Attempt
from kata_kit.code import SECONDS, Code
from kata_kit.failure import Describer
from kata_kit.kata import Functions
from kata_kit.katas import BY_NAME, Kata, load
from kata_kit.record import Failure, failure_lines
from kata_tables.wrong import Wrong

WINNER = BY_NAME["tictactoe_winner"]
EMPTY = [[0, 0, 0], [0, 0, 0], [0, 0, 0]]


def functions(
    folder: Path, source: str, seconds: float = SECONDS, total: float = 0.0
) -> Functions:
    """Return the functions of some code."""
    file = folder / f"{WINNER.name}.py"
    file.write_text(source)
    return Functions(Code(file, seconds, total))


def body(*lines: str) -> str:
    """Return a function of these lines."""
    return "\n    ".join(["def is_solved(board):", *lines, ""])


def is_unfinished(kata: Any) -> bool:
    """Test a call, which has a right answer and any number of wrong ones."""
    return bool(kata.is_solved(EMPTY) == -1)


def wrong_in(kata: Functions, test: Callable[[Any], object] = is_unfinished) -> Wrong:
    """Return what is wrong in a test, and whether that is by chance."""
    with pytest.raises(Wrong) as raised:
        test(kata)
    doubt_about(kata._code, raised.value)
    return raised.value


def described(
    wrong: Wrong, code: Code, kata: Kata = WINNER, file: Path | None = None
) -> Failure:
    """Return what is wrong in words."""
    about = Attempt(kata, file or code.path, "A case", room=load(kata.tests))
    return Describer(wrong, about, code).failure()


def screen(kata: Functions) -> list[str]:
    """Return the lines of a failure."""
    problem = described(wrong_in(kata), kata._code)
    return [problem.headline, *failure_lines(problem)]
