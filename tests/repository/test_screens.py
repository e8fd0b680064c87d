"""Whole screens, as they stand in a terminal; `--update` writes them again.

Each section of a document in `screens/` says what was typed and what was shown.
"""

import re
import sys
from pathlib import Path
from typing import Any

import pytest
from repository.project import ROOT, Project, too_long
from repository.shell import Section, sections

README = ROOT / "README.md"
DOCUMENTS = sorted(Path(__file__).with_name("screens").glob("*.md"))

# Ends of headings that say where, and how often, a section is tried.
MARKS = {
    "(slow)": pytest.mark.slow,
    "(on Linux)": pytest.mark.skipif(sys.platform != "linux", reason="not Linux"),
    "(not on Windows)": pytest.mark.skipif(sys.platform == "win32", reason="Windows"),
}


def screens() -> list[Any]:
    found = []
    for document in (README, *DOCUMENTS):
        for section in sections(document):
            marks = [MARKS[end] for end in MARKS if section.title.endswith(end)]
            name = f"{document.stem}: {section.title}"
            found.append(pytest.param(section, id=name, marks=marks))
    return found


@pytest.mark.parametrize("section", screens())
def test_a_screen_is_as_it_stands_there(
    project: Project, section: Section, request: pytest.FixtureRequest
) -> None:
    shown = section.replayed(project, counts=section.document == README)
    if request.config.getoption("update"):
        update = [str(section.document), section.text, shown]
        request.node.user_properties.append(("update", update))
    else:
        hint = "pytest tests/repository -k screens --update writes all screens anew"
        assert lines_of(shown) == lines_of(section.text), hint


def lines_of(screen: str) -> list[str]:
    """Return the lines of a screen; Python 3.10 does not mark what failed."""
    lines = screen.splitlines()
    if sys.version_info < (3, 11):
        return [line for line in lines if line.strip(" ^") or "^" not in line]
    return lines


HARNESS = r"\bkata_[a-z]+|Traceback|INTERNALERROR|BdbQuit|site-packages"
# A path, the name of a test, and what pytest says of its options.
MAY_BE_WIDE = r".*/clone|.*::|pytest: error|\$ "
# Where a call to paste, pytest, a debugger, a game or a workflow says how wide it is.
WIDE = ("cost", "debugger", "own_tests", "showing", "verdict")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.stem)
def test_no_screen_shows_the_harness_or_is_too_wide(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    assert re.findall(HARNESS, text) == []
    wide = [line for line in too_long(text) if not re.match(MAY_BE_WIDE, line)]
    assert not wide or document.stem in WIDE
