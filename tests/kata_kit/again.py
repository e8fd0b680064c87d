"""Make a call again, to see whether its answer depends on more than its arguments.

It's made in the file loaded anew, a second time if that differs, and once in a process
in which texts have other hashes, so that sets of texts have another order. That's done
once in a run, for the first failure.
"""

import marshal
import os
import subprocess
import sys
import warnings
from typing import Any

from kata_tables.arguments import made
from kata_tables.calls import Other, same, source
from kata_tables.wrong import Wrong

from kata_kit import record
from kata_kit.code import Code
from kata_kit.katas import ROOT
from kata_kit.layout import short
from kata_kit.values import answer
from kata_kit.watch import IN_PAGE, WATCH

ALONE = "on its own this call is right: the answer depends on earlier calls"
VARYING = "your answers vary from call to call: the same call gave"

LONGEST_ANSWER = 40  # columns, of an answer beside another
SECONDS = 10.0  # for the process
HASHED = ("set", "hash", "{")  # No other code depends on the order of a set.


def doubt_about(code: Code, wrong: Wrong) -> None:
    """Note that a wrong answer depends on earlier calls, or on chance."""
    call, got = wrong.call, wrong.call.got
    if wrong.about != "answer" or code.is_lost or WATCH.was_paused:
        return
    if isinstance(got, Other):  # It's equal to nothing.
        return
    if isinstance(wrong.error, (NotImplementedError, RecursionError, MemoryError)):
        return
    first, error = answer_anew(code, wrong), wrong.error
    if error is not None and type(error) is type(first):
        return
    if error is None and same(got, first):
        others = elsewhere(code, wrong)
    else:
        others = [answer_anew(code, wrong)]
        is_right = call.expected is not None and same(call.expected, first)
        if is_right and same(first, *others):
            wrong.kind = record.BEFORE
            wrong.details = (*wrong.details, ALONE)
            return
    if others and error is None:
        wrong.kind = record.VARYING
        both = (short(source(answer), LONGEST_ANSWER) for answer in (got, *others))
        wrong.details = (*wrong.details, f"{VARYING} {' and '.join(both)}")


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
    text = code.source.decode("utf-8", "replace")
    if IN_PAGE or not any(word in text for word in HASHED):
        return []
    try:
        arguments = marshal.dumps(made(wrong.call.arguments))
        environment = os.environ | {
            "PYTHONHASHSEED": "1",
            "PYTHONPATH": os.pathsep.join([str(ROOT / "tests"), str(ROOT)]),
        }
        done = subprocess.run(
            [sys.executable, "-m", __name__, str(code.path), wrong.call.function],
            input=arguments,
            capture_output=True,
            timeout=SECONDS,
            env=environment,
        )
        other = marshal.loads(done.stdout)
    except (OSError, ValueError, EOFError, TypeError, subprocess.TimeoutExpired):
        return []  # It can't be made there; under the guard no process is allowed.
    return [] if same(wrong.call.got, other) else [other]


def main(path: str, function: str) -> None:
    """Make one call, whose arguments come in and whose answer goes out as bytes."""
    from pathlib import Path

    arguments = marshal.loads(sys.stdin.buffer.read())
    code = Code(Path(path))
    result = code.call(answer, getattr(code.module, function), *arguments)
    sys.stdout.buffer.write(marshal.dumps(result))


if __name__ == "__main__":
    main(*sys.argv[1:])
