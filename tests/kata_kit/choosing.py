"""Choose cases by their names, for `--case` and for a text behind `-k`."""

import re
from collections.abc import Collection
from difflib import get_close_matches
from shlex import quote

import pytest

from kata_kit.attempt import title_of
from kata_kit.spelling import nearest

# What pytest reads behind `-k`: names with operators between them.
_NAME = r"(?:not )*(?!(?:and|or|not)(?: |$))[\w:+\-.\[\]\\/]+"
_EXPRESSION = re.compile(rf"{_NAME}(?: (?:and|or) {_NAME})*")


def take_text(config: pytest.Config) -> None:
    """Take a text behind `-k` that is no expression, which pytest would refuse."""
    if not is_expression(config.option.keyword):
        config.option.kata_text, config.option.keyword = config.option.keyword, ""


def choose(config: pytest.Config, items: list[pytest.Item], what: str) -> None:
    """Leave the case of that name, or all that have the text of `--case` or `-k`.

    With everybody's files, a file is what is named.

    Raises UsageError if none is named so.
    """
    text = config.getoption("case") or getattr(config.option, "kata_text", "")
    if not text or not items:
        return
    part = text.casefold()
    exact = [item for item in items if text in (title_of(item), item.name)]
    chosen = exact or [item for item in items if part in _names(item).casefold()]
    if not chosen:
        problem = f"no {what} is named {text!r}."
        near = _near(part, [title_of(item) for item in items])
        if len(near) == 1:
            problem += f" Did you mean {near[0]!r}?"
        elif near:
            problem += "\n  ".join([" Did you mean one of these?", *near])
        raise pytest.UsageError(problem)
    config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
    items[:] = chosen


def _names(item: pytest.Item) -> str:
    """Return its title; that of a test without rows has the name of its function, too.

    Every row of a table has a function such as `test_row`.
    """
    title = title_of(item)
    return title if hasattr(item, "callspec") else f"{title}\n{item.name}"


def _near(text: str, titles: Collection[str]) -> list[str]:
    """Return the titles that are like a text; else a text with its words put right."""
    by_fold = {title.casefold(): title for title in titles}
    near = get_close_matches(text, by_fold, cutoff=0.5)
    if near:
        return [by_fold[title] for title in near]
    words = {word for title in by_fold for word in title.split()}
    right = " ".join(filter(None, (nearest(word, words) for word in text.split())))
    return [right] if right and any(right in title for title in by_fold) else []


def is_expression(text: str) -> bool:
    """Return True for what pytest reads behind `-k`, brackets left aside."""
    words = re.sub("[()]", " ", text).split()
    return not words or _EXPRESSION.fullmatch(" ".join(words)) is not None


def option(title: str, titles: Collection[str], room: int) -> str:
    """Return the option that runs a case alone, with a part of its name if that fits.

    >>> option("The top row", ["The top row", "The last row"], 16)
    '--case="The top"'
    >>> print(option('"$x" and `y`', [], 80))
    --case='"$x" and `y`'
    """
    room -= len('--case=""')
    part = title
    if len(title) > room:
        part = title[: max(0, room) + 1].rpartition(" ")[0]
    is_unique = sum(part.casefold() in other.casefold() for other in titles) == 1
    return f"--case={quoted(part if part and is_unique else title)}"


def quoted(text: str) -> str:
    """Return a text as a shell takes it, in quotation marks."""
    return quote(text) if re.search(r'["$`\\!%]', text) else f'"{text}"'
