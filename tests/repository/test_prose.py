"""The prose is plain: short sentences, one rule in each; translations follow it.

A test that fails shows each sentence that breaks a rule, and the rule.
"""

import hashlib
import re
from statistics import mean, median

import pytest
from kata_kit import hints
from kata_kit.katas import PATH
from repository.project import ROOT, each_kata
from repository.tables import rows, text_of

AVERAGE = 14  # words in a sentence of one text
# A statement has so many words before its hints, and reversi_game says where to stop.
MOST_BEFORE_HINTS = 700
MEDIAN_BEFORE_HINTS = 450

# What no sentence has.
UNWANTED = {
    "more than 25 words": r"(\S+ ){25}\S",
    "a semicolon": ";",
    "a clause with what, whatever or whoever": (
        r"(?i)\b(what|whatever|whoever)\b.*(?<!\?)$"
    ),
    "a word such as simply or easy": (
        r"(?i)\b(just|simply|obviously|easy|easily|trivial|of course)\b"
    ),
}
END_OF_SENTENCE = re.compile(r"(?<=[.!?]) +(?=[A-Z¿¡ÁÉÍÓÚÄÖÜ\"„«(*_`])")
NO_PROSE = re.compile(r" {4}|\t|#|\||>>>")
LIST_ITEM = re.compile(r"^ *(?:[-*]|\d+\.) +")

TRANSLATIONS = sorted(
    file.relative_to(ROOT).as_posix() for file in ROOT.glob("katas/*/README.??.md")
)
PLAIN = [
    *(kata.statement for kata in PATH),
    "README.md",
    "katas/README.md",
    "katas/WORKING.md",
    "katas/README.es.md",
    "katas/README.de.md",
    "katas/WORKSHOP.md",
    "katas/OFFLINE.md",
    "katas/BRANCHES.md",
    "solutions/approaches/README.md",
    "tests/kata_report/README.md",
    *(kata.mistakes for kata in PATH),
    *TRANSLATIONS,
]
each_text = pytest.mark.parametrize("file", PLAIN)


def words(*sentences: str) -> int:
    """Return the number of words."""
    return len(" ".join(sentences).split())


def sentences(markdown: str) -> list[str]:
    r"""Return the sentences; code, tables, headings and drawings are left out.

    A piece of inline code is one word.

    >>> sentences("A rule. Is it `a b`?\n\n    X O\n\n- an item")
    ['A rule.', 'Is it `a_b`?', 'an item']
    """
    text = re.sub(r"<!--.*?-->", "", without_code(markdown), flags=re.DOTALL)
    text = re.sub(r"</?[a-z]+>", "\n", text)
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub("`[^`\n]*`", lambda code: code[0].replace(" ", "_"), text)
    lines = [LIST_ITEM.sub("\n", line) for line in text.split("\n")]
    kept = "\n".join(line for line in lines if not NO_PROSE.match(line))
    found = []
    for part in re.split(r"\n\s*\n|(?<=[.!?:])\n", kept):
        found += END_OF_SENTENCE.split(" ".join(part.split()))
    return [sentence for sentence in found if sentence and "→" not in sentence]


def without_code(markdown: str) -> str:
    """Return the text without its fenced blocks of code."""
    return re.sub(r"^```.*?^```$", "", markdown, flags=re.MULTILINE | re.DOTALL)


def broken(text: str) -> list[str]:
    """Return the sentences that break a rule, each with the rule."""
    return [
        f"{rule}: {sentence}"
        for sentence in sentences(text)
        for rule, pattern in UNWANTED.items()
        if re.search(pattern, re.sub("`[^`]*`", "code", sentence))
    ]


@each_text
def test_each_sentence_is_plain_and_they_are_short(file):
    assert broken(text_of(file)) == []
    every = sorted(sentences(text_of(file)), key=words)
    assert mean(map(words, every)) <= AVERAGE, every[-10:]


@each_kata
def test_each_reason_of_a_table_is_plain(kata):
    reasons = {row.case.why for row in rows(kata) if row.case}
    assert broken("\n\n".join(sorted(reasons))) == []


def test_a_learner_may_soon_begin_to_code():
    heading = "|".join([hints.SECTION, *hints.TRANSLATED.values()])
    found = {}
    for kata in PATH:
        before, *_ = re.split(rf"(?m)^## (?:{heading})$", text_of(kata.statement))
        found[kata.name] = words(*sentences(before))
    assert max(found.values()) <= MOST_BEFORE_HINTS, found
    assert median(found.values()) <= MEDIAN_BEFORE_HINTS, found


@each_text
def test_the_links_of_a_text_lead_to_files_of_the_project(file):
    links = re.findall(r"\]\((?!http)([^)#]+)[^)]*\)", without_code(text_of(file)))
    here = (ROOT / file).parent
    assert [link for link in links if not (here / link).is_file()] == []


# The first line of a translation names the English text that it follows by its blob, as
# git does. If that text has changed, the test says how to see the change: translate it,
# and write the new blob into the first line.


def blob(content: bytes) -> str:
    """Return the name that git gives to a content, also where there is no git."""
    content = content.replace(b"\r\n", b"\n")
    header = b"blob %d\0" % len(content)
    return hashlib.sha1(header + content, usedforsecurity=False).hexdigest()


@pytest.mark.parametrize("translation", TRANSLATIONS)
def test_a_translation_follows_the_english_text(translation):
    english = (ROOT / translation).with_name("README.md")
    first, _, translated = text_of(translation).partition("\n")
    expected = f"<!-- follows README.md, blob {blob(english.read_bytes())} -->"
    old, new = first.split()[-2], english.relative_to(ROOT).as_posix()
    assert first == expected, f"translate `git diff {old} {new}`; then change this line"
    for sign in (r"(?m)^#+ ", r"(?m)^<details>", r"(?m)^.* → .*$"):
        assert re.findall(sign, translated) == re.findall(sign, text_of(new))
