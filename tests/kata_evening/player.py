"""One player of a tournament, under the guard: started by `tournament.Player`.

A line of JSON asks for a move; a line of JSON answers, with the cell or a fault.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any

from kata_kit.code import Code
from kata_kit.exceptions import raised
from kata_kit.layout import short
from kata_kit.surroundings import Ended
from kata_kit.values import answer
from kata_kit.watch import TimeIsUp
from kata_tables.arguments import Seeded
from kata_tables.calls import source

from kata_evening.process import confine, pipe_of_answers

SECONDS = 10.0  # for all moves of a game
LATE = "choose_move was late: it had used up its time for the game"


def main(file: str, parent: str) -> None:
    """Answer until nobody asks any more."""
    answers, questions = pipe_of_answers(), os.fdopen(os.dup(0))
    code = Code(Path(file), SECONDS)
    confine(code.path, parent)
    for line in questions:
        print(json.dumps(reply(code, **json.loads(line))), file=answers, flush=True)


def reply(code: Code, arguments: list[Any], seed: int) -> list[int] | str:
    """Return the cell of a move, or what is wrong; None stands for the generator."""
    given = [Seeded(seed) if part is None else part for part in arguments]
    try:
        function = code.module.choose_move
    except (Exception, SystemExit, TimeIsUp, Ended) as error:
        return f"loading the file raised {raised(error)}"
    outcome = code.call(answer, function, *given)
    if type(outcome) is tuple and [*map(type, outcome)] == [int, int]:
        return [*outcome]
    if isinstance(outcome, TimeIsUp):
        return LATE
    if isinstance(outcome, BaseException):
        return f"choose_move raised {raised(outcome)}"
    return f"choose_move returned {short(source(outcome), 60)}"


if __name__ == "__main__":
    main(*sys.argv[1:])
