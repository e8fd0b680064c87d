"""Choose cases by their names, for `--case` and for a text after `-k`."""

import re
from collections.abc import Collection
from shlex import quote

import pytest

from kata_kit.attempt import ATTEMPT

# What pytest reads after `-k`: names with operators between them
NAME = r"(?:not )*(?!(?:and|or|not)(?: |$))[\w:+\-.\[\]\\/]+"
EXPRESSION = re.compile(rf"{NAME}(?: (?:and|or) {NAME})*")


def take_text(config: pytest.Config) -> None:
    """Take a text after `-k` that isn't an expression, which pytest would refuse."""
    words = re.sub("[()]", " ", config.option.keyword).split()
    if words and not EXPRESSION.fullmatch(" ".join(words)):
        config.option.case = config.option.case or config.option.keyword
        config.option.keyword = ""


def choose(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the case of that name, or all cases that have the text in their names.

    Raises:
        pytest.UsageError: if there's none.
    """
    text = config.option.case
    if not text or not items:
        return
    titles = [title_of(item) for item in items]
    chosen = [item for item in items if text in (title_of(item), item.name)]
    if not chosen:
        part = text.casefold()
        chosen = [item for item in items if part in title_of(item).casefold()]
    if not chosen:
        raise pytest.UsageError(f"none of {len(titles)} cases has {text!r} in its name")
    config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
    items[:] = chosen


def title_of(item: pytest.Item) -> str:
    """Return the title of a test, also of one that belongs to no kata."""
    attempt = item.stash.get(ATTEMPT, None)
    return attempt.title if attempt else item.name


def option(title: str, titles: Collection[str], room: int) -> str:
    """Return the option that runs one case, with a part of its name if that fits.

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
