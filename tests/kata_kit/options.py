"""The options that the katas add to pytest, and what they mean."""

import argparse
import ast
import re
import sys
from collections.abc import Collection, Sequence
from contextlib import suppress
from difflib import get_close_matches
from math import inf
from shlex import quote
from typing import Any

import pytest

from kata_kit.attempt import title_of
from kata_kit.process import Limits

MOST_NAMES = 5  # of the cases that may be meant
_NAME = re.compile(
    r"[\w:+\-.\[\]\\/]+"
)  # in an expression behind `-k`, and what else stands there
_PARTS = (
    ast.Expression,
    ast.BoolOp,
    ast.boolop,
    ast.UnaryOp,
    ast.Not,
    ast.Name,
    ast.Load,
)


def _seconds(text: str) -> float:
    with suppress(ValueError):
        if 0 < float(text) < inf:
            return float(text)
    raise argparse.ArgumentTypeError(
        f"expected a number of seconds above 0, got {text!r}"
    )


def _number_of_hints(
    text: str,
) -> int:  # With a space, the option takes the path behind it.
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(
            f"expected a number from 1 on, as --hints=1; got {text!r}"
        )
    return int(text)


OPTIONS = {
    "--solution": "Run the tests against the reference solutions.",
    "--anonymous": "With everybody's files: show animals for names, drawn by lot.",
    "--watch": "With everybody's files: run each as it changes, and keep the report up to date.",
    "--all-stages": "Run every stage, also those after a stage that fails.",
    "--trace-case": "Show for the first failure which lines ran, and what they changed.",
    "--progress": "Show the path of katas, what is done and what comes next, and run nothing.",
    "--submission": "Run the tests against that file, that folder of <kata>.py files, or "
    "everybody's files in a folder: <participant>/<kata>.py, <participant>/<kata>/<kata>.py, "
    "clones, or <participant>__<kata>.py. Write it with '=': --submission=PATH.",
    "--report": "With everybody's files: write a report, a page for people (FILE.html), a file for "
    "programs (FILE.json), or a page for each person (FOLDER/). May be given more than once.",
    "--record": "For programs: write what came of each kata to FILE, as JSON.",
    "--case": "Run one case alone: its name, or a part that no other name has.",
    "--hints": "Show the first N hints for the first kata that is not green. Write it with '=': "
    "--hints=2; --hints alone, at the end, means 1.",
    "--kata-timeout": "How long one call may take (default: %(default)g).",
    "--kata-total": "How long all calls of a kata may take together (default: 12 times "
    f"--kata-timeout, at least {Limits.total_seconds:g}).",
    "--participant-total": "With everybody's files: how long all runs of one participant's files "
    "may take together, by the clock (default: %(default)g).",
    "--workshop-total": "With everybody's files: how long the whole run may take "
    "(default: %(default)g).",
}
SETTINGS: dict[str, dict[str, Any]] = {  # of those that are not switches
    "--submission": {"metavar": "PATH"},
    "--report": {"metavar": "FILE", "action": "append", "default": []},
    "--record": {"metavar": "FILE"},
    "--case": {"metavar": "NAME"},
    "--hints": {"metavar": "N", "nargs": "?", "const": 1, "type": _number_of_hints},
    "--kata-timeout": {
        "metavar": "SECONDS",
        "type": _seconds,
        "default": Limits.seconds,
    },
    "--kata-total": {"metavar": "SECONDS", "type": _seconds},
    "--participant-total": {"metavar": "SECONDS", "type": _seconds, "default": 300.0},
    "--workshop-total": {"metavar": "SECONDS", "type": _seconds, "default": 3600.0},
}


def add(parser: pytest.Parser, typed: Sequence[str] = ()) -> None:
    """Add the options; raises UsageError for one that nobody has and that is near to one."""
    group = parser.getgroup("katas")
    for name, about in OPTIONS.items():
        group.addoption(
            name, help=about, **SETTINGS.get(name, {"action": "store_true"})
        )
    if any(word.startswith("--") for word in typed):
        _, unknown = parser.parse_known_and_unknown_args(list(typed))
        for option, equals, value in (word.partition("=") for word in unknown):
            for near in get_close_matches(option, OPTIONS, n=1, cutoff=0.75):
                meant = f"{near}{equals}{value}"
                raise pytest.UsageError(
                    f"there is no option {option}. Did you mean {meant}?"
                )


def limits(config: pytest.Config) -> Limits:
    seconds = config.getoption("kata_timeout")
    total = config.getoption("kata_total") or max(Limits.total_seconds, 12 * seconds)
    return Limits(seconds, total)


def debugging(config: pytest.Config) -> bool:
    """Whether the code has to run in the process of pytest: for a debugger, or for pytest-cov."""
    asked = any(
        config.getoption(name, None) for name in ("usepdb", "trace", "cov_source")
    )
    return asked or bool({"pydevd", "debugpy"} & sys.modules.keys())


def refuse_for_one(config: pytest.Config, title: str) -> None:
    """Raise a ValueError for options that one person's code has no use for."""
    given = [f"--report={file}" for file in config.getoption("report")]
    given += [f"--{name}" for name in ("anonymous", "watch") if config.getoption(name)]
    if given:
        expected = "--submission=FOLDER with a folder of participants"
        about = f"{given[0]}: this is about everybody's files; expected"
        raise ValueError(f"{about}\n  {expected}, got {title}")


def take_text(config: pytest.Config) -> None:
    """Take what stands behind `-k`, if pytest would refuse it because it is not an expression."""
    if not is_expression(config.option.keyword):
        config.option.kata_text, config.option.keyword = config.option.keyword, ""


def choose(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the cases that `--case` or the text behind `-k` names; raises UsageError if not one."""
    one = config.getoption("case")
    text = one or getattr(config.option, "kata_text", "")
    if not text or not items:
        return
    chosen = [item for item in items if text in (title_of(item), item.name)] or [
        item
        for item in items
        if text.casefold() in f"{title_of(item)}\n{item.name}".casefold()
    ]
    names, problem = list(dict.fromkeys(map(title_of, chosen))), ""
    if not chosen:
        by_fold = {title_of(item).casefold(): title_of(item) for item in items}
        names = [
            by_fold[it]
            for it in get_close_matches(text.casefold(), by_fold, cutoff=0.5)
        ]
        problem = f"no case is named {text!r}." + " Did you mean:" * bool(names)
    elif one and len(names) > 1:
        problem = f"{text!r} is in the names of {len(names)} cases; expected one of:"
    if problem:
        more = (
            [f"... and {len(names) - MOST_NAMES} more"]
            if len(names) > MOST_NAMES
            else []
        )
        raise pytest.UsageError("\n  ".join([problem, *names[:MOST_NAMES], *more]))
    config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
    items[:] = chosen


def is_expression(text: str) -> bool:
    """Whether pytest can read what stands behind `-k`: names, `and`, `or`, `not` and brackets."""
    signs = _NAME.sub(
        lambda name: name[0] if name[0] in ("and", "or", "not") else " x ", text
    )
    try:
        nodes = ast.walk(ast.parse(signs.strip() or "x", mode="eval"))
    except SyntaxError:
        return False
    return all(isinstance(node, _PARTS) for node in nodes)


def case(title: str, titles: Collection[str], room: int) -> str:
    """The option that runs a case alone, in so many columns if a beginning of its name will do."""
    room -= len('--case=""')
    part = title if len(title) <= room else title[: max(0, room) + 1].rpartition(" ")[0]
    is_unique = sum(part.casefold() in other.casefold() for other in titles) == 1
    return f"--case={quoted(part if part and is_unique else title)}"


def quoted(text: str) -> str:
    return quote(text) if re.search(r'["$`\\!%]', text) else f'"{text}"'
