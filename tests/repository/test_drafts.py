"""First drafts, and how many of them are named: `pytest tests/repository/test_drafts.py -rP`.

`drafts/<kata>.md` holds what learners write first, apart from the catalogue and in its form: each
block of code is a draft, and the prose of its section is the name of the mistake in it, as the
catalogue has it, or "-" if the catalogue has no such mistake. A `python` block is a draft that is
right, but for the check of its input.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from kata_kit import recognise
from kata_kit.asked import telling
from kata_kit.cost import Cost
from kata_kit.katas import BY_NAME
from kata_tables.mistakes import Solution, read
from repository.tables import Direct, learners_run

DRAFTS = {path.stem: read(path) for path in sorted(Path(__file__).parent.glob("drafts/*.md"))}
LEAST = 0.6

pytestmark = pytest.mark.slow


def named(kata: str) -> list[tuple[Solution, str]]:
    """The drafts of a kata, each with the name that its run gives it; "-" for none."""
    found = []
    for draft in (*DRAFTS[kata].right, *DRAFTS[kata].mistakes):
        with pytest.MonkeyPatch.context() as patch:
            # What calls cost is not what is named.
            patch.setattr(Cost, "__le__", lambda cost, allowed: True)
            patch.setattr(Cost, "number", 1)
            asked, _ = learners_run(BY_NAME[kata], Direct(BY_NAME[kata], draft))
        requests = telling(asked)
        mistake = recognise.recognise(BY_NAME[kata], requests) if requests else None
        found.append((draft, mistake.name.replace("_", " ") if mistake else "-"))
    return found


def test_most_drafts_are_named_and_none_falsely() -> None:
    shares: dict[str, tuple[int, int]] = {}
    false: dict[str, str] = {}
    for kata, drafts in DRAFTS.items():
        found = named(kata)
        false |= {draft.name: name for draft, name in found if name not in ("-", draft.text)}
        names = [name for draft, name in found if draft in drafts.mistakes]
        shares[kata] = (len(names) - names.count("-"), len(names))
        print(f"{kata:24}{shares[kata][0]:3} of {len(names)}")
    hit, of = map(sum, zip(*shares.values(), strict=True))
    print(f"{'all':24}{hit:3} of {of}: {hit / of:.0%}")
    assert false == {}
    assert hit / of >= LEAST
