"""First drafts, and how many of them are named: `pytest tests/repository/test_drafts.py -rP`.

`drafts.md` has below the name of each kata what learners write first, apart from the catalogue and
in its form: each block of code is a draft, and the prose of its section is the name of the mistake
in it, as the catalogue has it; none if the catalogue has no such mistake. A `python` block is a
draft that is right, but for the check of its input.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from kata_kit import recognise
from kata_kit.asked import telling
from kata_kit.katas import BY_NAME
from kata_tables.mistakes import Solution, parse
from repository.tables import Direct, learners_run

FILE = Path(__file__).with_name("drafts.md")
DRAFTS = {
    kata: parse(text, f"{FILE}: {kata}")
    for kata, text in re.findall(r"^# (\w+)\n((?:(?!# ).*\n)*)", FILE.read_text("utf-8"), re.M)
}
LEAST = 0.6


def name_of(kata: str, draft: Solution) -> str:
    """The name that the run of a draft gives it, if any; what calls cost is not what is named."""
    asked, _ = learners_run(Direct(BY_NAME[kata], draft, counts=False))
    mistake = telling(asked) and recognise.recognise(BY_NAME[kata], telling(asked))
    return mistake.name.replace("_", " ") if mistake else ""


@pytest.mark.slow
def test_most_drafts_are_named_and_none_falsely() -> None:
    hit = of = 0
    for kata, drafts in DRAFTS.items():
        names = {draft: name_of(kata, draft) for draft in (*drafts.right, *drafts.mistakes)}
        assert [(one.name, name) for one, name in names.items() if name not in ("", one.text)] == []
        found = sum(bool(names[draft]) for draft in drafts.mistakes)
        print(f"{kata:24}{found:3} of {len(drafts.mistakes)}")
        hit, of = hit + found, of + len(drafts.mistakes)
    print(f"{'all':24}{hit:3} of {of}: {hit / of:.0%}")
    assert hit / of >= LEAST
