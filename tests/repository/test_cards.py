"""The cards of the katas in Spanish and German, held against the English statements."""

from __future__ import annotations

import random
import re
from itertools import groupby

import pytest
from kata_kit.katas import BY_NAME, PATH, ROOT, KataFiles
from kata_kit.loading import load

LANGUAGES = {"es": "Español", "de": "Deutsch"}
MOST_WORDS = 150

each_language = pytest.mark.parametrize("language", LANGUAGES)
each_kata = pytest.mark.parametrize("kata", PATH, ids=lambda kata: kata.name)


@each_language
def test_there_is_a_card_for_each_kata_in_order(language: str) -> None:
    headings = [card.partition("\n")[0] for card in cards(language)]
    assert headings == [f"{number} {kata.name}" for number, kata in enumerate(PATH, 1)]


@each_language
def test_a_card_has_at_most_150_words(language: str) -> None:
    counts = {card.partition("\n")[0]: len(card.split()) for card in cards(language)}
    assert {name: words for name, words in counts.items() if words > MOST_WORDS} == {}


@each_language
@each_kata
def test_a_card_has_the_signatures_of_the_statement(language: str, kata: KataFiles) -> None:
    section = statement(kata).partition("\n## Input and output\n")[2].partition("\n## ")[0]
    expected = re.findall(r"^    (\w+\(.*\) -> .+)$", section, re.MULTILINE)
    assert blocks(language, kata)[0] == expected


@each_language
@each_kata
def test_the_examples_of_a_card_hold(language: str, kata: KataFiles) -> None:
    names = {"Random": random.Random}
    for other in (*kata.needs, kata.name):
        names |= vars(load(ROOT / BY_NAME[other].solution))
    lines = [line for block in blocks(language, kata)[1:] for line in block]
    assert lines, f"katas/README.{language}.md: give {kata.name} an example"
    for line in lines:
        call, arrow, answer = line.partition("  →  ")
        if arrow:
            assert eval(call, names) == eval(answer), line
        else:  # What is said at the console, and what is typed behind a question.
            assert line.partition("? ")[0] in statement(kata), line


@pytest.mark.parametrize(("language", "name"), LANGUAGES.items())
def test_the_readme_links_the_cards_at_its_top(language: str, name: str) -> None:
    top = (ROOT / "README.md").read_text(encoding="utf-8").partition("\n## ")[0]
    assert f"[{name}](katas/README.{language}.md)" in top


def cards(language: str) -> list[str]:
    """The text of each card, its heading first."""
    text = (ROOT / f"katas/README.{language}.md").read_text(encoding="utf-8")
    return re.split(r"^## ", text, flags=re.MULTILINE)[1:]


def blocks(language: str, kata: KataFiles) -> list[list[str]]:
    """The lines of each block of code on a card."""
    found = [card for card in cards(language) if card.split("\n")[0].endswith(f" {kata.name}")]
    assert found, f"katas/README.{language}.md: write a card for {kata.name}"
    groups = groupby(found[0].splitlines(), key=lambda line: line.startswith("    "))
    return [[line.strip() for line in group] for is_code, group in groups if is_code]


def statement(kata: KataFiles) -> str:
    """The English statement."""
    return (ROOT / kata.statement).read_text(encoding="utf-8")
