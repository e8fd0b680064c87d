"""Whole screens, as they stand in a terminal: `pytest tests/repository --update`.

Each section of a document in `screens/` says what was typed and what was shown. With
`--update` the documents are written again; read them in the diff.
A document is Markdown, and `$ ` in a `console` block begins a command. Of a shell there
is as much as the documents need: `cd`, `cat`, `cp`, `mkdir`, `rm`, `echo $?`, pytest
and python, variables in front, `<< END`, and `2>&1 | head -n 5` or `tail` behind.
`/clone` is the folder of the clone. What stands in a comment is typed, but not shown.
"""

import os
import re
import shlex
import shutil
import sys
from collections.abc import Callable, Iterator
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest
from repository.project import ROOT, Project, too_long

BLOCK = re.compile(
    r"^(?:(`{3,})console|<!--)\n(.*?)^(?:\1|-->)$", re.DOTALL | re.MULTILINE
)
# A command, the part of its output that is shown, and what is typed for it.
STEP = re.compile(
    r"^\$ (.*?)( << END)?(?: 2>&1 \| (head|tail) -n (\d+))?\n"
    r"(?(2)((?s:.*?)^)END\n)",
    re.MULTILINE,
)
WITH_FILES: dict[str, Callable[..., object]] = {
    "cp": shutil.copy,
    "mkdir": os.mkdir,
    "rm": os.remove,
}
CLONE = "/clone"

# What is another one in the next run, and what stands for it.
VARYING = {
    r"\bPython \d+\.\d+\.\d+\w*": "Python 3.14.2",
    r"^platform .*": "platform linux -- Python 3.14.2, pytest-9.0.2, pluggy-1.6.0",
    r"\bin \d+\.\d+s( \(\d:\d\d:\d\d\))?": "in 1.00s",
    r" at 0x\w+": " at 0x7f0123456789",
    r"\((?:\d+ min )?\d+ s\)$": "(1 s)",
    r" +$": "",
}
# What is another one when somebody adds a row to a table, or a kata.
COUNTS = {
    r"\b\d+(?= (?:items?|tests|katas are|locked|not run|passed|deselected|selected)\b)"
    r"|\b\d+(?=\n  not run)": "N"
}
RULE = re.compile(r"=+( .* in 1\.00s )=+$", re.MULTILINE)


class Shell:
    """A terminal of 80 columns, in the folder of a clone."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._here = project.root
        self._exit_code = 0

    def replay(self, block: re.Match[str]) -> str:
        """Return a block of a document with what its commands print now."""
        shown = ""
        for step in STEP.finditer(block[2]):
            printed = self._run(*step.groups(default=""))
            shown += step[0] + printed.replace(str(self._project.root), CLONE)
        return block[0].replace(block[2], shown)

    def _run(self, command: str, _: str, part: str, number: str, typed: str) -> str:
        """Run a command, and return what it prints."""
        root = str(self._project.root)
        words = [word.replace(CLONE, root) for word in shlex.split(command)]
        match words:
            case ["cd", folder]:
                self._here = (self._here / folder).resolve()
            case ["cat", ">", file]:
                (self._here / file).write_text(typed, encoding="utf-8")
            case ["cat", file]:
                return (self._here / file).read_text(encoding="utf-8")
            case [("cp" | "mkdir" | "rm") as name, *files]:
                WITH_FILES[name](*(self._here / file for file in files))
            case ["echo", "$?"]:
                return f"{self._exit_code}\n"
            case _:
                lines = self._program(words, typed).splitlines(keepends=True)
                if part == "head":
                    lines = lines[: int(number)]
                elif part == "tail":
                    lines = lines[-int(number) :]
                return "".join(lines)
        return ""

    def _program(self, words: list[str], typed: str) -> str:
        """Run pytest or Python, and return what it prints."""
        settings = list(takewhile(lambda word: "=" in word, words))
        variables = dict(setting.split("=") for setting in settings)
        program, *arguments = words[len(settings) :]
        programs = {"pytest": self._project.pytest, "python": self._project.python}
        run = programs[program](
            *arguments, here=str(self._here), typed=typed, **variables
        )
        self._exit_code = run.exit_code
        return run.text + run.errors


README = ROOT / "README.md"
DOCUMENTS = sorted(Path(__file__).with_name("screens").glob("*.md"))

# Ends of headings that say where, and how often, a section is tried.
MARKS = {
    "(slow)": pytest.mark.slow,
    "(on Linux)": pytest.mark.skipif(sys.platform != "linux", reason="not Linux"),
    "(not on Windows)": pytest.mark.skipif(sys.platform == "win32", reason="Windows"),
}


def screens() -> Iterator[Any]:
    """Yield the sections of the documents in which something is typed."""
    for document in (README, *DOCUMENTS):
        text = document.read_text(encoding="utf-8")
        for section in re.split(r"^(?=## )", text, flags=re.MULTILINE):
            title = section.partition("\n")[0].removeprefix("## ")
            marks = [MARKS[end] for end in MARKS if title.endswith(end)]
            name = f"{document.stem}: {title}"
            if "\n$ " in section:
                yield pytest.param(document, section, id=name, marks=marks)


@pytest.mark.parametrize(("document", "section"), [*screens()])
def test_a_screen_is_as_it_stands_there(project, document, section, request):
    shown = BLOCK.sub(Shell(project).replay, section)
    constants = VARYING if document == README else VARYING | COUNTS
    for varying, constant in constants.items():
        shown = re.sub(varying, constant, shown, flags=re.MULTILINE)
    shown = RULE.sub(lambda rule: rule[1].center(80, "="), shown)
    if request.config.getoption("update"):
        text = document.read_text(encoding="utf-8").replace(section, shown)
        document.write_text(text, encoding="utf-8", newline="\n")
    else:
        hint = "pytest tests/repository -k screens --update writes all screens anew"
        assert lines_of(shown) == lines_of(section), hint


def lines_of(screen: str) -> list[str]:
    """Return the lines of a screen, without those that older versions lack.

    Python 3.10 marks nothing that failed, 3.12 no `assert`, and pytest 8 does not say
    where it looked.
    """
    lines = screen.splitlines()
    if pytest.version_tuple < (9,):
        where = ("  inifile: ", "  rootdir: ")
        lines = [line for line in lines if not line.startswith(where)]
    if sys.version_info[:2] in ((3, 10), (3, 12)):
        return [line for line in lines if line.strip(" ^") or "^" not in line]
    return lines


HARNESS = r"\bkata_[a-z]+|Traceback|INTERNALERROR|BdbQuit|site-packages"
# A path, the name of a test, and what pytest says of its options.
MAY_BE_WIDE = r".*/clone|.*::|pytest: error|\$ "
# Where a call to paste, pytest, a debugger, a game or a workflow says how wide it is.
WIDE = ("cost", "debugger", "own_tests", "showing", "verdict")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.stem)
def test_no_screen_shows_the_harness_or_is_too_wide(document):
    text = document.read_text(encoding="utf-8")
    assert re.findall(HARNESS, text) == []
    wide = [line for line in too_long(text) if not re.match(MAY_BE_WIDE, line)]
    assert not wide or document.stem in WIDE
