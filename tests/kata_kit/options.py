"""The options that the katas add to pytest."""

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from math import inf
from pathlib import Path
from typing import Any

import pytest

from kata_kit import progress, spelling
from kata_kit.process import Limits

# All calls of a kata may take so many times what one of them may.
TIMES_A_CALL = 12


def seconds(text: str) -> float:
    """Return the value of an option that is a limit."""
    with suppress(ValueError):
        if 0 < float(text) < inf:
            return float(text)
    raise argparse.ArgumentTypeError(
        f"expected a number of seconds above 0, got {text!r}"
    )


def _number_of_hints(text: str) -> int:
    # With a space, the option takes the path behind it.
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(
            f"expected a number from 1 on, as --hints=1; got {text!r}"
        )
    return int(text)


# Options of pytest and its plugins that a learner uses.
OTHERS = (
    *("--benchmark-autosave", "--benchmark-compare", "--benchmark-only"),
    *("--collect-only", "--cov", "--durations", "--exitfirst", "--failed-first"),
    *("--help", "--junitxml", "--last-failed", "--maxfail", "--pdb", "--quiet"),
    *("--stepwise", "--trace", "--verbose"),
)
# What each does, and how it is set; one without settings is a switch.
OPTIONS: dict[str, tuple[str, dict[str, Any]]] = {
    "--solution": ("Run the tests against the reference solutions.", {}),
    "--anonymous": (
        "With everybody's files: show animals for names, drawn by lot.",
        {},
    ),
    "--watch": (
        "With everybody's files: run each file as it changes, and keep the report up "
        "to date.",
        {},
    ),
    "--all-stages": ("Run every stage, also those after a stage that fails.", {}),
    "--trace-case": (
        "Show which lines ran in the first failure, and what they changed.",
        {},
    ),
    "--progress": (
        "Show the path of katas, and what comes next. Nothing is run.",
        {},
    ),
    "--submission": (
        "Run the tests against that file, that folder of <kata>.py files, or "
        "everybody's files in a folder: <participant>/<kata>.py, "
        "<participant>/<kata>/<kata>.py, clones, or <participant>__<kata>.py. Write "
        "it with '=': --submission=PATH.",
        {"metavar": "PATH"},
    ),
    "--report": (
        "With everybody's files: write a report. It is a page for people (FILE.html), "
        "a file for programs (FILE.json), a table (FILE.csv), or a page for each "
        "person (FOLDER/). May be given more than once.",
        {"metavar": "FILE", "action": "append", "default": []},
    ),
    "--roster": (
        "With everybody's files: who should be here, as CSV with a column `handle`, "
        "and perhaps `name` and `pair`.",
        {"metavar": "FILE"},
    ),
    "--record": (
        "For programs: write what comes of each test to FILE, as a line of JSON.",
        {"metavar": "FILE"},
    ),
    "--case": (
        "Run one case alone, by its name, or all cases with a text in their names.",
        {"metavar": "NAME"},
    ),
    "--hints": (
        "Show the first N hints for the first kata that is not green. Write it with "
        "'=': --hints=2. At the end of a command, --hints alone means 1.",
        {"metavar": "N", "nargs": "?", "const": 1, "type": _number_of_hints},
    ),
    "--kata-timeout": (
        "How many seconds one call may take (default: %(default)g).",
        {"metavar": "SECONDS", "type": seconds, "default": Limits.seconds},
    ),
    "--kata-total": (
        "How many seconds all calls of a kata may take together (default: "
        f"{TIMES_A_CALL} times --kata-timeout, at least {Limits.total_seconds:g}).",
        {"metavar": "SECONDS", "type": seconds},
    ),
    "--participant-total": (
        "With everybody's files: how many seconds all runs of one participant's files "
        "may take together, by the clock (default: %(default)g).",
        {"metavar": "SECONDS", "type": seconds, "default": 300.0},
    ),
    "--workshop-total": (
        "With everybody's files: how many seconds the whole run may take (default: "
        "%(default)g).",
        {"metavar": "SECONDS", "type": seconds, "default": 3600.0},
    ),
}


def add(parser: pytest.Parser, typed: Sequence[str] = ()) -> None:
    """Add the options; raises UsageError for one that is misspelt."""
    group = parser.getgroup("katas")
    for name, (about, settings) in OPTIONS.items():
        group.addoption(name, help=about, **(settings or {"action": "store_true"}))
    if any(word.startswith("--") for word in typed):
        _, unknown = parser.parse_known_and_unknown_args(list(typed))
        for word in unknown:
            if word.startswith("--benchmark"):
                continue  # Its plugin comes later.
            if word.partition("=")[0] == "--cov":
                told = "--cov needs pytest-cov: pip install pytest-cov"
                raise pytest.UsageError(told)
            if problem := spelling.option(word, (*OPTIONS, *OTHERS)):
                raise pytest.UsageError(problem)


def limits(config: pytest.Config) -> Limits:
    """Return what the code under test may use, by the options."""
    a_call = config.getoption("kata_timeout")
    usual = max(Limits.total_seconds, TIMES_A_CALL * a_call)
    return Limits(a_call, config.getoption("kata_total") or usual)


def debugging(config: pytest.Config) -> bool:
    """Return True if the code has to run in the process of pytest.

    A debugger needs that, and so does pytest-cov.
    """
    names = "usepdb", "trace", "cov_source"
    is_asked = any(config.getoption(name, None) for name in names)
    return is_asked or bool({"pydevd", "debugpy"} & sys.modules.keys())


def refuse_unwritable(config: pytest.Config, here: Path) -> None:
    """Raise a ValueError for a file that the run could not write at its end."""
    given = {"--record": "record", "--junitxml": "xmlpath"}
    for name, setting in given.items():
        file = config.getoption(setting, None)
        path = Path(here, file or "")
        if not file or (name == "--junitxml" and not path.parent.exists()):
            continue  # pytest makes the folder.
        try:
            path.open("a").close()
        except OSError as error:
            told = f"{name}={file}: cannot be written: {error.strerror}"
            raise ValueError(told) from None


def do_without_cache(config: pytest.Config) -> bool:
    """Return True if pytest's cache cannot be written, and hide its warnings then."""
    if not config.pluginmanager.has_plugin("cacheprovider"):
        return False
    folder = progress.folder(config)
    while not folder.exists():
        folder = folder.parent
    if folder.is_dir() and os.access(folder, os.W_OK):
        return False
    config.addinivalue_line("filterwarnings", "ignore::pytest.PytestCacheWarning")
    return True


def refuse_for_many(config: pytest.Config, title: str) -> None:
    """Raise a ValueError for options that everybody's files have no use for."""
    names = "--case", "--hints", "--pdb", "--trace", "--trace-case"
    given = [name for name in names if config.getoption(name, None)]
    if given:
        raise ValueError(
            f"{given[0]}: this is about one person's code; expected\n"
            f"  --submission=FOLDER with one person's files, got {title}"
        )


def refuse_for_one(config: pytest.Config, title: str) -> None:
    """Raise a ValueError for options that one person's code has no use for."""
    given = [f"--report={file}" for file in config.getoption("report")]
    given += [f"--{name}" for name in ("anonymous", "watch") if config.getoption(name)]
    given += [f"--roster={file}" for file in [config.getoption("roster")] if file]
    if given:
        expected = "--submission=FOLDER with a folder of participants"
        about = f"{given[0]}: this is about everybody's files; expected"
        raise ValueError(f"{about}\n  {expected}, got {title}")
