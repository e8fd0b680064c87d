"""The prose is plain: short sentences, one rule in each; translations follow it.

A test that fails shows each sentence that breaks a rule, and the rule.
"""

import difflib
import hashlib
import re
import shutil
import subprocess
from pathlib import Path
from statistics import mean, median
from typing import NamedTuple

import pytest
from kata_kit import hints
from kata_kit.katas import PATH, KataFiles
from repository.project import ROOT, each_kata
from repository.tables import rows

LONGEST = 25  # words in a sentence
TOO_LONG = f"more than {LONGEST} words"
SEMICOLON = "a semicolon"
CLAUSE = "a clause with what, whatever or whoever"
AVERAGE = 14  # words in a sentence of one text

STATEMENTS = [kata.statement for kata in PATH]
# A statement has so many words before its hints, and reversi_game says where to stop.
MOST_BEFORE_HINTS = 700
MEDIAN_BEFORE_HINTS = 450

WHAT = re.compile(r"\b(what|whatever|whoever)\b", re.IGNORECASE)
UNWANTED = re.compile(
    r"\b(just|simply|obviously|easy|easily|trivial|of course)\b", re.IGNORECASE
)
END_OF_SENTENCE = re.compile(r"(?<=[.!?]) +(?=[A-Z¿¡ÁÉÍÓÚÄÖÜ\"„«(*_`])")
NO_PROSE = re.compile(r" {4}|\t|#|\||>>>")
LIST_ITEM = re.compile(r"^ *(?:[-*]|\d+\.) +")


class Sentence(NamedTuple):
    """A sentence, in which a piece of inline code is one word."""

    text: str

    @property
    def words(self) -> int:
        """The number of words."""
        return len(self.text.split())

    def broken_rules(self) -> list[str]:
        """Return the rules that the sentence breaks."""
        broken = []
        prose = re.sub("`[^`]*`", "code", self.text)
        if self.words > LONGEST:
            broken.append(TOO_LONG)
        if ";" in prose:
            broken.append(SEMICOLON)
        if WHAT.search(prose) and not self.text.endswith("?"):
            broken.append(CLAUSE)
        if UNWANTED.search(prose):
            broken.append("a word such as simply or easy")
        return broken


def sentences(markdown: str) -> list[Sentence]:
    r"""Return the sentences; code, tables, headings and drawings are left out.

    >>> [one.text for one in sentences("A rule. Is it `a b`?\n\n    X O\n\n- an item")]
    ['A rule.', 'Is it `a_b`?', 'an item']
    """
    found = []
    for paragraph in paragraphs(markdown):
        for part in re.split(r"(?<=[.!?:])\n", paragraph):
            line = " ".join(part.split())
            found += [Sentence(text) for text in END_OF_SENTENCE.split(line)]
    return [sentence for sentence in found if "→" not in sentence.text]


def paragraphs(markdown: str) -> list[str]:
    """Return the paragraphs and the items of lists, without marks of Markdown."""
    text = re.sub(r"<!--.*?-->", "", without_code(markdown), flags=re.DOTALL)
    text = re.sub(r"</?[a-z]+>", "\n", text)
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub("`[^`\n]*`", lambda code: code[0].replace(" ", "_"), text)
    lines = [LIST_ITEM.sub("\n", line) for line in text.split("\n")]
    kept = [line for line in lines if not NO_PROSE.match(line)]
    blocks = re.split(r"\n\s*\n", "\n".join(kept))
    return [block for block in blocks if block.strip()]


def without_code(markdown: str) -> str:
    """Return the text without its fenced blocks of code."""
    return re.sub(r"^```.*?^```$", "", markdown, flags=re.MULTILINE | re.DOTALL)


def read(file: str) -> str:
    """Return the text of a file of the project."""
    return (ROOT / file).read_text(encoding="utf-8")


def words_before_the_hints(file: str) -> int:
    """Return how many words of prose a learner reads before the hints."""
    heading = "|".join([hints.SECTION, *hints.TRANSLATED.values()])
    beginning = re.split(rf"^## (?:{heading})$", read(file), flags=re.MULTILINE)[0]
    return sum(sentence.words for sentence in sentences(beginning))


TRANSLATIONS = sorted((ROOT / "katas").glob("*/README.??.md"))
PLAIN = [
    *STATEMENTS,
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
    *(file.relative_to(ROOT).as_posix() for file in TRANSLATIONS),
]


def broken(text: str) -> str:
    """Return the sentences that break a rule, each with its rules."""
    found = [(sentence.broken_rules(), sentence.text) for sentence in sentences(text)]
    told = [f"{', '.join(rules)}: {sentence}" for rules, sentence in found if rules]
    return "\n".join(told)


@pytest.mark.parametrize("file", PLAIN)
def test_each_sentence_is_plain(file: str) -> None:
    told = broken(read(file))
    assert not told, f"{file}: write plainer sentences\n{told}"


@each_kata
def test_each_reason_of_a_table_is_plain(kata: KataFiles) -> None:
    reasons = {row.case.why for row in rows(kata) if row.case}
    told = broken("\n\n".join(sorted(reasons)))
    assert not told, f"tests/{kata.name}/table.txt: write plainer reasons\n{told}"


@pytest.mark.parametrize("file", PLAIN)
def test_the_sentences_of_a_text_are_short(file: str) -> None:
    every = sentences(read(file))
    average = mean(sentence.words for sentence in every)
    longest = sorted(every, key=lambda sentence: -sentence.words)[:10]
    told = "\n".join(sentence.text for sentence in longest)
    assert average <= AVERAGE, f"{file}: {average:.1f} words a sentence\n{told}"


@pytest.mark.parametrize("file", STATEMENTS)
def test_a_learner_may_soon_begin_to_code(file: str) -> None:
    assert words_before_the_hints(file) <= MOST_BEFORE_HINTS


def test_most_statements_are_short() -> None:
    words = {file: words_before_the_hints(file) for file in STATEMENTS}
    assert median(words.values()) <= MEDIAN_BEFORE_HINTS, words


@pytest.mark.parametrize("file", PLAIN)
def test_the_links_of_a_text_lead_to_files_of_the_project(file: str) -> None:
    links = re.findall(r"\]\((?!http)([^)#]+)[^)]*\)", without_code(read(file)))
    here = (ROOT / file).parent
    assert [link for link in links if not (here / link).is_file()] == []


# Translations. The first line of each names the English text that it follows by its
# blob, as git does. If that text has changed, a test fails and shows the change:
# translate it, and write the new blob into the first line.

# Where to begin, in each language.
LANGUAGES = ("de", "es")
FIRST_EVENING = PATH[:2]

FIRST_LINE = "<!-- follows README.md, blob {} -->"

each_translation = pytest.mark.parametrize(
    "translation",
    TRANSLATIONS,
    ids=lambda path: f"{path.parent.name}-{path.suffixes[0][1:]}",
)


def blob(content: bytes) -> str:
    """Return the name that git gives to a content, also where there is no git."""
    content = content.replace(b"\r\n", b"\n")
    header = b"blob %d\0" % len(content)
    return hashlib.sha1(header + content, usedforsecurity=False).hexdigest()


def followed(translation: Path) -> str:
    """Return the blob in the first line of a translation."""
    first, *_ = translation.read_text(encoding="utf-8").splitlines()
    found = re.fullmatch(FIRST_LINE.format("([0-9a-f]{40})"), first)
    assert found, f"{translation}: expected {FIRST_LINE.format('...')}, got {first}"
    return found[1]


def changes(old: str, english: Path) -> str:
    """Return how an English text differs from a blob that the clone may have."""
    command = ["git", "cat-file", "blob", old]
    shown = subprocess.run(
        command, cwd=english.parent, capture_output=True, check=False
    )
    before = shown.stdout.decode("utf-8").splitlines()
    after = english.read_text(encoding="utf-8").splitlines()
    lines = difflib.unified_diff(before, after, "followed", "now", n=0, lineterm="")
    return "\n".join(lines)


def stale(translation: Path) -> str:
    """Return the message for a translation of an older text, or "" for a fresh one."""
    english = translation.with_name("README.md")
    old, now = followed(translation), blob(english.read_bytes())
    if old == now:
        return ""
    return (
        f"{translation.name} follows an older text. Translate this change:\n"
        f"{changes(old, english)}\n"
        f"and write into its first line:\n{FIRST_LINE.format(now)}"
    )


@each_translation
def test_a_translation_follows_the_english_text(translation: Path) -> None:
    assert stale(translation) == ""


@pytest.mark.parametrize("kata", FIRST_EVENING, ids=lambda kata: kata.name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_evening_is_there_in_each_language(
    kata: KataFiles, language: str
) -> None:
    assert (ROOT / kata.statement).with_name(f"README.{language}.md") in TRANSLATIONS


@each_translation
def test_a_translation_has_the_sections_stages_and_calls_of_the_english_text(
    translation: Path,
) -> None:
    texts = [
        file.read_text(encoding="utf-8")
        for file in (translation, translation.with_name("README.md"))
    ]
    translated, english = texts
    for sign in (r"^#+ ", r"^<details>", r"^.* → .*$"):
        counted = [re.findall(sign, text, re.MULTILINE) for text in texts]
        assert counted[0] == counted[1], sign
    assert calls(translated) == calls(english)


def calls(text: str) -> set[str]:
    """Return the calls of examples, with their answers."""
    text = re.sub(r" (?:es|ist) ", " is ", text)
    return set(re.findall(r"^    .*?(\w+\(.+?\) is -?\w+)", text, re.MULTILINE))


@pytest.mark.skipif(shutil.which("git") is None, reason="git is missing")
def test_a_stale_translation_is_told_with_the_change(tmp_path: Path) -> None:
    english, translation = tmp_path / "README.md", tmp_path / "README.es.md"
    english.write_text("One.\nTwo.\n", encoding="utf-8")
    old = blob(english.read_bytes())
    assert old == "8edc5e7fa0d6f21b19114372a95acb521bc39318"
    translation.write_text(f"{FIRST_LINE.format(old)}\nUno.\n", encoding="utf-8")
    assert stale(translation) == ""
    for command in (["init", "--quiet"], ["hash-object", "-w", "README.md"]):
        subprocess.run(["git", *command], cwd=tmp_path, check=True, capture_output=True)
    english.write_text("One.\nThree.\n", encoding="utf-8")
    told = stale(translation)
    assert "-Two.\n+Three.\n" in told
    assert told.endswith(FIRST_LINE.format(blob(english.read_bytes())))
