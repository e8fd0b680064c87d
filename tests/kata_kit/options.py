"""The options that the katas add to pytest."""

import argparse
from contextlib import suppress
from typing import Any

import pytest

from kata_kit.code import SECONDS, TIMES_A_CALL

DAY = 86_400  # seconds


def seconds(text: str) -> float:
    """Return the value of an option that is a limit."""
    with suppress(ValueError):
        if 0 < float(text) <= DAY:
            return float(text)
    raise argparse.ArgumentTypeError(
        f"expected a number of seconds above 0, and {DAY} at most; got {text!r}"
    )


def number_of_hints(text: str) -> int:
    """Return the value of `--hints`."""
    # With a space, the option takes the path after it.
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(
            f"expected a number of 1 or more, as --hints=1; got {text!r}"
        )
    return int(text)


# What each option does, and how it is set; an option without settings is a switch.
OPTIONS: dict[str, tuple[str, dict[str, Any]]] = {
    "--solution": ("Run the tests against the reference solutions.", {}),
    "--all-stages": ("Run every stage, even after one that fails.", {}),
    "--case": (
        "Run one case, by its name, or all cases with a text in their names.",
        {"metavar": "NAME"},
    ),
    "--hints": (
        "Show N hints for the first kata that isn't green, from its current stage "
        "on. Write it with '=': --hints=2. At the end of a command, --hints alone "
        "means 1.",
        {"metavar": "N", "nargs": "?", "const": 1, "type": number_of_hints},
    ),
    "--progress": ("Show the path of katas, and what comes next. Nothing is run.", {}),
    "--kata-timeout": (
        "How many seconds of processor time one call may take (default: %(default)g).",
        {"metavar": "SECONDS", "type": seconds, "default": SECONDS},
    ),
    "--kata-total": (
        "How many seconds a kata's calls may take in all (default: "
        f"{TIMES_A_CALL} times --kata-timeout).",
        {"metavar": "SECONDS", "type": seconds, "default": 0.0},
    ),
    "--submission": (
        "Run the tests against a file, a folder of <kata>.py files, or "
        "everybody's files in a folder, each in a process of its own that the Linux "
        "kernel guards. Write it with '=': --submission=PATH.",
        {"metavar": "PATH"},
    ),
    "--report": (
        "With everybody's files: write a report, FILE.html for people or FILE.json "
        "for programs. You can repeat it.",
        {"metavar": "FILE", "action": "append", "default": []},
    ),
    "--trust": (
        "With --submission: run the files without the guard, because you know the "
        "people, or because it all runs in a container.",
        {},
    ),
    "--record": ("Write each kata's result to FILE, as JSON.", {"metavar": "FILE"}),
    "--file-under-test": (argparse.SUPPRESS, {"metavar": "FILE"}),
    "--in-loop": (argparse.SUPPRESS, {}),  # Keys are pressed there, not typed.
}


def add(parser: pytest.Parser) -> None:
    """Add the options to pytest's."""
    group = parser.getgroup("katas")
    for name, (about, settings) in OPTIONS.items():
        group.addoption(name, help=about, **(settings or {"action": "store_true"}))


def case_option(title: str) -> str:
    """Return the option that runs one case, as a shell takes it.

    >>> case_option("The top row")
    '--case="The top row"'
    """
    return f'--case="{title}"'
