"""The options of pytest that the katas add, and what is read from them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from math import isfinite

import pytest

from kata_kit.process import Limits

SWITCHES = {
    "--solution": "Run the tests against the reference solutions.",
    "--anonymous": "With everybody's files: show animals for names, drawn by lot.",
    "--watch": "With everybody's files: run each as it changes, and keep the report up to date.",
    "--all-stages": "Run every stage, also those after a stage that fails.",
    "--trace-case": "Show for the first failure which lines ran, and what they changed.",
    "--progress": "Show the path of katas, what is done and what comes next, and run nothing.",
}
# In seconds: what holds without the option, and what it is about.
TIMES = {
    "--kata-timeout": (Limits.seconds, "How long one call may take (default: %(default)g)."),
    "--kata-total": (
        None,
        "How long all calls of a kata may take together (default: 12 times --kata-timeout, "
        f"at least {Limits.total_seconds:g}).",
    ),
    "--participant-total": (
        300.0,
        "With everybody's files: how long all runs of one participant's files may take "
        "together, by the clock (default: %(default)g).",
    ),
    "--workshop-total": (
        3600.0,
        "With everybody's files: how long the whole run may take (default: %(default)g).",
    ),
}


def add(parser: pytest.Parser) -> None:
    """Add the options."""
    group = parser.getgroup("katas")
    for name, about in SWITCHES.items():
        group.addoption(name, action="store_true", help=about)
    group.addoption(
        "--submission",
        metavar="PATH",
        help="Run the tests against that file, that folder of <kata>.py files, or everybody's "
        "files in a folder: <participant>/<kata>.py, <participant>/<kata>/<kata>.py, clones, or "
        "<participant>__<kata>.py. Write it with '=': --submission=PATH.",
    )
    group.addoption(
        "--report",
        metavar="FILE",
        action="append",
        default=[],
        help="With everybody's files: write a report, a page for people (FILE.html), a file for "
        "programs (FILE.json), or a page for each person (FOLDER/). May be given more than once.",
    )
    group.addoption(
        "--case",
        metavar="NAME",
        help="Run one case alone: its name, or a part that no other name has.",
    )
    group.addoption(
        "--hints",
        metavar="N",
        nargs="?",
        const=1,
        type=_number_of_hints,
        help="Show the first N hints for the first kata that is not green. Write it with '=': "
        "--hints=2; --hints alone, at the end, means 1.",
    )
    for name, (default, about) in TIMES.items():
        group.addoption(name, metavar="SECONDS", type=_seconds, default=default, help=about)


def suggest(parser: pytest.Parser, typed: Sequence[str]) -> None:
    """Refuse an option that nobody has, pytest included, if it is near to one of the katas.

    Raises:
        pytest.UsageError: with the option that may be meant.
    """
    if not any(word.startswith("--") for word in typed):
        return
    _, unknown = parser.parse_known_and_unknown_args(list(typed))
    ours = [name for option in parser.getgroup("katas").options for name in option.names()]
    for word in unknown:
        option, equals, value = word.partition("=")
        near = get_close_matches(option, ours, n=1, cutoff=0.75)
        if near:
            raise pytest.UsageError(
                f"there is no option {option}. Did you mean {near[0]}{equals}{value}?"
            )


def limits(config: pytest.Config) -> Limits:
    """What the code under test may use."""
    seconds = config.getoption("kata_timeout")
    total = config.getoption("kata_total") or max(Limits.total_seconds, 12 * seconds)
    return Limits(seconds, total)


def debugging(config: pytest.Config) -> bool:
    """Whether the code has to run in the process of pytest: for a debugger, or for pytest-cov."""
    return bool(
        config.getoption("usepdb", False)
        or config.getoption("trace", False)
        or config.getoption("cov_source", None)
        or {"pydevd", "debugpy"} & sys.modules.keys()
    )


def refuse_for_one(config: pytest.Config, title: str) -> None:
    """Refuse options that one person's code has no use for.

    Raises:
        ValueError: if one is given.
    """
    given = [f"--report={file}" for file in config.getoption("report")]
    given += [f"--{name}" for name in ("anonymous", "watch") if config.getoption(name)]
    if given:
        raise ValueError(
            f"{given[0]}: this is about everybody's files; expected\n"
            f"  --submission=FOLDER with a folder of participants, got {title}"
        )


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not (isfinite(seconds) and seconds > 0):
        raise argparse.ArgumentTypeError(f"expected a number of seconds above 0, got {text!r}")
    return seconds


def _number_of_hints(text: str) -> int:
    # Written with a space, the option takes the path that comes next.
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a number from 1 on, as --hints=1; got {text!r}")
    return int(text)
