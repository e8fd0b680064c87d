"""Choose cases by their names, for `--case`."""

import re
from shlex import quote

import pytest

from kata_kit.attempt import ATTEMPT


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


def option(title: str) -> str:
    """Return the option that runs one case.

    >>> option("The top row")
    '--case="The top row"'
    >>> print(option('"$x" and `y`'))
    --case='"$x" and `y`'
    """
    return f"--case={quoted(title)}"


def quoted(text: str) -> str:
    """Return a text as a shell takes it, in quotation marks."""
    return quote(text) if re.search(r'["$`\\!%]', text) else f'"{text}"'
