"""The translated statements follow the English ones, and say which version.

The first line of a translation has the blob of the English text: the name that git
gives to its content. If the English text has changed, a test fails and shows the
change. Translate it, and write the new blob into the first line.
"""

import difflib
import hashlib
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from kata_kit.katas import PATH, KataFiles
from repository.project import ROOT

TRANSLATIONS = sorted((ROOT / "katas").glob("*/README.??.md"))
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
    """Return how an English text differs from a blob, or why nobody can say so."""
    git = shutil.which("git")
    if git is None:
        return "git is missing, so the change cannot be shown"
    shown = subprocess.run(
        [git, "cat-file", "blob", old],
        cwd=english.parent,
        capture_output=True,
        check=False,
    )
    if shown.returncode != 0:
        return f"this clone does not have the blob {old}, so the change cannot be shown"
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


def test_a_stale_translation_is_told_with_the_change(tmp_path: Path) -> None:
    english, translation = tmp_path / "README.md", tmp_path / "README.es.md"
    english.write_text("One.\nTwo.\n", encoding="utf-8")
    old = blob(english.read_bytes())
    assert old == "8edc5e7fa0d6f21b19114372a95acb521bc39318"
    translation.write_text(f"{FIRST_LINE.format(old)}\nUno.\n", encoding="utf-8")
    assert stale(translation) == ""
    git = shutil.which("git")
    if git is None:
        pytest.skip("git is missing, so there is no change to show")
    for command in (["init", "--quiet"], ["hash-object", "-w", "README.md"]):
        subprocess.run([git, *command], cwd=tmp_path, check=True, capture_output=True)
    english.write_text("One.\nThree.\n", encoding="utf-8")
    told = stale(translation)
    assert "-Two.\n+Three.\n" in told
    assert told.endswith(FIRST_LINE.format(blob(english.read_bytes())))


def test_without_git_or_the_blob_a_stale_translation_is_told_as_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    english, translation = tmp_path / "README.md", tmp_path / "README.es.md"
    english.write_text("One.\n", encoding="utf-8")
    translation.write_text(f"{FIRST_LINE.format('0' * 40)}\n", encoding="utf-8")
    assert "does not have the blob" in stale(translation) or not shutil.which("git")
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert "git is missing" in stale(translation)
