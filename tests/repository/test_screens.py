"""A document shows a screen as it is, and the first page a picture of one.

A `console` block of a document shows what is typed, and what comes of it: bash types it
in a copy of the project. `...` is anything, and a comment is typed but not compared.
"""

import re
import subprocess
import sys
from doctest import ELLIPSIS, OutputChecker

import pytest
from kata_kit.attempt import stages_of
from kata_kit.katas import PATH, load
from kata_kit.progress import SIGNS
from kata_kit.record import FAILED, NOT_RUN, PASSED
from repository import warm
from repository.picture import svg
from repository.project import ROOT, ROWS_ONLY, Project, clean_environment
from repository.texts import files, text_of

BLOCK = r"(?ms)^(```console|<!--)\n(\$ .*?)^(?:```|-->)$"
STEP = r"(?m)^\$ (.*<< END\n(?s:.*?)^END|.*)\n((?:(?!\$ ).*\n)*)"
VARYING = r"(?m)={3,}|\d+\.\d\ds|Python 3[.\d]+|^platform .*"
CARETS = r"\n +[~^]+(?=\n)"
WITH_SCREENS = r"README.md|CONTRIBUTING.md|katas/WORK.*.md|tests/repository/screens.md"
SCREENS = [
    pytest.param(file, section, id=section.partition("\n")[0])
    for file in files(WITH_SCREENS)
    for section in text_of(file).split("\n## ")
    if re.search(BLOCK, section)
]


def screens_of(commands: list[str], project: Project) -> list[str]:
    """Type commands into bash, and return what each of them shows."""
    server = project.server.fileno()
    pytest = f'pytest() {{ "{sys.executable}" -SE "{warm.__file__}" {server} "$@"; }}'
    between = "\n(code=$?; printf '\\036'; exit $code)\n"
    text = subprocess.check_output(
        ["bash", "-c", between.join([f"{pytest}\nexec 2>&1", *commands, "true"])],
        cwd=project.root,
        env=clean_environment(),
        encoding="utf-8",
        pass_fds=[server],
    )
    return text.split("\x1e")[1:-1]


def is_like(screen: str, expected: str) -> bool:
    """Compare a screen with that of a document; the dots of passed tests are dots.

    The carets below a line of code vary with Python.
    """
    expected, screen = (re.sub(CARETS, "", text) for text in (expected, screen))
    expected, screen = (re.sub(r"\.{4,}", "····", text) for text in (expected, screen))
    expected = re.sub(VARYING, "...", expected)
    return OutputChecker().check_output(expected, screen, ELLIPSIS)


@pytest.mark.skipif(sys.platform == "win32", reason="the commands are those of bash")
@pytest.mark.parametrize(("file", "section"), SCREENS)
def test_a_screen_is_as_it_stands_there(file, section, project, request):
    blocks = re.findall(BLOCK, section)
    steps = [(mark, *step) for mark, text in blocks for step in re.findall(STEP, text)]
    screens = screens_of([command for _, command, _ in steps], project)
    for (mark, command, expected), screen in zip(steps, screens, strict=True):
        assert "ERROR: none of " not in screen, "it names a case that isn't there"
        if mark == "<!--" or is_like(screen, expected) or screen == expected:
            continue
        assert request.config.getoption("update"), f"{OUT_OF_DATE}\n{screen}"
        typed = f"$ {command}\n"
        text = text_of(file).replace(typed + expected, typed + constant(screen))
        (ROOT / file).write_text(text, encoding="utf-8")


OUT_OF_DATE = (
    "If this is as it should be, run\n"
    "pytest tests/repository/test_screens.py --update\nand read the diff. It's now:"
)


def constant(screen: str) -> str:
    """Return a screen with `...` for what is another one on another machine."""
    screen = re.sub(r"(?m)^(platform|rootdir:|configfile:|plugins:) .*", "...", screen)
    return re.sub(r"\d+\.\d\ds", "1.00s", screen)


PICTURE = "tests/repository/failure.svg"


@pytest.mark.skipif(sys.version_info < (3, 11), reason="may have an older pytest")
def test_the_picture_of_the_first_page_is_a_real_screen(project, request):
    screen = project.run(ROWS_ONLY.lstrip(), "--color=yes").text
    _, line, failures = constant(screen).partition("\n" + " FAILURES ".center(80, "="))
    picture = svg("$ pytest katas/tictactoe_winner\n..." + line + failures)
    if request.config.getoption("update"):
        (ROOT / PICTURE).write_text(picture, encoding="utf-8")
    assert text_of(PICTURE) == picture, OUT_OF_DATE


def test_the_first_page_explains_its_picture():
    total = stages_of(load(PATH[0].tests))["three by three"]
    signs = [f"`{SIGNS[state]}`" for state in (PASSED, FAILED, NOT_RUN)]
    page = text_of("README.md")
    assert "{} passes, {} fails, {} hasn't run yet".format(*signs) in page
    assert f"first stage has {total} tests: {total - 1} rows of the table" in page
