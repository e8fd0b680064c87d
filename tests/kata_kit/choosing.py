"""Choosing cases by their names: `--case`, and text behind `-k` that is not an expression."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Sequence
from difflib import get_close_matches
from shlex import quote

import pytest

from kata_kit.told import title_of

MOST_NAMES = 5
# What pytest takes for a name in an expression behind `-k`.
_NAME = re.compile(r"[\w:+\-.\[\]\\/]+")
_OF_AN_EXPRESSION = (ast.Expression, ast.BoolOp, ast.boolop, ast.UnaryOp, ast.Not, ast.Name)


def choose(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the cases that the options name.

    Raises:
        pytest.UsageError: if there is none of that name, or `--case` names several.
    """
    one = config.getoption("case")
    text = one or config.stash[TEXT]
    if not text or not items:
        return
    exact = [item for item in items if text in (title_of(item), item.name)]
    chosen = exact or [
        item for item in items if text.casefold() in f"{title_of(item)}\n{item.name}".casefold()
    ]
    names = list(dict.fromkeys(map(title_of, chosen)))
    if not chosen:
        by_fold = {title_of(item).casefold(): title_of(item) for item in items}
        near = get_close_matches(text.casefold(), by_fold, n=3, cutoff=0.5)
        raise pytest.UsageError(
            f"no case is named {text!r}." + _listed(" Did you mean", [by_fold[it] for it in near])
        )
    if one and len(names) > 1:
        problem = f"{text!r} is in the names of {len(names)} cases; expected one of"
        raise pytest.UsageError(_listed(problem, names))
    config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
    items[:] = chosen


TEXT = pytest.StashKey[str]()


def take_text(config: pytest.Config) -> None:
    """Take what stands behind `-k`, if pytest would refuse it because it is not an expression."""
    keyword = config.option.keyword
    config.stash[TEXT] = "" if is_expression(keyword) else keyword
    if config.stash[TEXT]:
        config.option.keyword = ""


def is_expression(text: str) -> bool:
    """Whether pytest can read it: names, `and`, `or`, `not` and brackets.

    >>> is_expression("row and not (X or O)"), is_expression("The top row of X wins")
    (True, False)
    """
    signs = _NAME.sub(lambda name: name[0] if name[0] in ("and", "or", "not") else " x ", text)
    try:
        nodes = ast.walk(ast.parse(signs.strip() or "x", mode="eval"))
    except SyntaxError:
        return False
    return all(isinstance(node, (*_OF_AN_EXPRESSION, ast.Load)) for node in nodes)


def option(title: str, titles: Collection[str], room: int) -> str:
    """The option that runs a case alone, in so many columns if the beginning of its name will do.

    >>> option("Row one is full", ["Row one is full", "Row two is full"], 18)
    '--case="Row one"'
    """
    name, part = title, title[: max(0, room - len('--case=""')) + 1].rpartition(" ")[0]
    if len(title) + len('--case=""') > room and _is_unique(part, titles):
        name = part
    return f"--case={quote(name)}" if re.search(r'["$`\\!%]', name) else f'--case="{name}"'


def _is_unique(part: str, titles: Collection[str]) -> bool:
    return bool(part) and sum(part.casefold() in title.casefold() for title in titles) == 1


def _listed(problem: str, names: Sequence[str]) -> str:
    if not names:
        return ""
    more = [f"... and {len(names) - MOST_NAMES} more"] if len(names) > MOST_NAMES else []
    return "\n  ".join([f"{problem}:", *names[:MOST_NAMES], *more])
