"""Make a call again, to see whether its answer depends on more than its arguments.

It's made in the file loaded anew. If that answer is the same, it's made once in a
process in which texts have other hashes, so that sets of texts have another order.
That's done once for each kata in a run, for its first failure.
"""

import ast
import marshal
import os
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

from kata_tables.arguments import made
from kata_tables.calls import Call, OneOf, Other, same, source
from kata_tables.wrong import Wrong

from kata_kit import record
from kata_kit.code import Code
from kata_kit.katas import python_path
from kata_kit.layout import short
from kata_kit.values import answer
from kata_kit.watch import IN_PAGE, WATCH

ALONE = "on its own this call is right: the answer depends on earlier calls"
VARYING = "your answers vary from call to call: the same call gave"

LONGEST_ANSWER = 40  # columns, of an answer beside another
SECONDS = 10.0  # for the process
HASHING = {"set", "frozenset", "hash"}  # the builtins that depend on hashes


def doubt_about(code: Code, wrong: Wrong) -> None:
    """Note that a wrong answer depends on earlier calls, or on chance."""
    call, got = wrong.call, wrong.call.got
    if wrong.about != "answer" or code.is_lost or WATCH.was_paused:
        return
    if isinstance(got, Other) or got != got:  # It's equal to nothing; so is a NaN.
        return
    if isinstance(wrong.error, (NotImplementedError, RecursionError, MemoryError)):
        return
    anew = answer_anew(code, wrong)
    if wrong.error is None and same(got, anew):
        others = elsewhere(code, wrong)
    elif is_right(call, anew) and same(anew, answer_anew(code, wrong)):
        wrong.kind = record.BEFORE
        wrong.details = (*wrong.details, ALONE)
        return
    else:
        others = [anew] if wrong.error is None else []
    answers: list[Any] = [got, *others]
    if isinstance(got, set) and isinstance(anew, tuple):
        # They're the answers to many calls, which are equal if there's a choice.
        answers = sorted(got, key=repr) if isinstance(call.expected, OneOf) else []
    if len(answers) > 1:
        both = [short(source(value), LONGEST_ANSWER) for value in answers[:2]]
        wrong.kind = record.VARYING
        wrong.details = (*wrong.details, f"{VARYING} {' and '.join(both)}")


def is_right(call: Call, got: object) -> bool:
    return call.expected is not None and same(call.expected, got)


def answer_anew(code: Code, wrong: Wrong) -> object:
    """Return the answer of a call in the file loaded anew, or what it raises."""

    def ask() -> object:
        function = getattr(code.load(), wrong.call.function)
        return answer(function, *wrong.call.arguments)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # They were shown the first time.
        return code.call(ask)


def elsewhere(code: Code, wrong: Wrong) -> list[Any]:
    """Return the answer in a process with other hashes, if it's another one."""
    if IN_PAGE or not uses_hashes(code.source):
        return []
    try:
        done = subprocess.run(
            [sys.executable, "-m", __name__, str(code.path), wrong.call.function],
            input=marshal.dumps(made(wrong.call.arguments)),
            capture_output=True,
            timeout=SECONDS,
            env=os.environ | {"PYTHONPATH": python_path(), "PYTHONHASHSEED": "1"},
        )
        other = marshal.loads(done.stdout)
    except (OSError, ValueError, EOFError, TypeError, subprocess.TimeoutExpired):
        return []  # It can't be made there; under the guard no process is allowed.
    return [] if same(wrong.call.got, other) else [other]


def uses_hashes(program: bytes) -> bool:
    """Return True if a program makes a set or asks for a hash.

    >>> uses_hashes(b"{1, 2}"), uses_hashes(b"{1: 2}"), uses_hashes(b"map(set, x)")
    (True, False, True)
    """
    return any(
        isinstance(node, (ast.Set, ast.SetComp))
        or (isinstance(node, ast.Name) and node.id in HASHING)
        for node in ast.walk(ast.parse(program))
    )


def main(path: str, function: str) -> None:
    """Make one call, whose arguments come in and whose answer goes out as bytes."""
    arguments = marshal.loads(sys.stdin.buffer.read())
    with os.fdopen(os.dup(1), "wb") as answers:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # The code may print.
        code = Code(Path(path))
        result = code.call(answer, getattr(code.module, function), *arguments)
        answers.write(marshal.dumps(result))


if __name__ == "__main__":
    main(*sys.argv[1:])
