"""Code under test in the browser: the verdict is that of a terminal, and it ends."""

from __future__ import annotations

import re

import pytest
from kata_kit.katas import PATH
from kata_tables.mistakes import read
from repository.project import WINNER
from repository.site import HEAD, RIGHT, is_green

pytestmark = pytest.mark.slow

# Seconds, the line around them, and the carets of a traceback, which vary with Python
VARYING = re.compile(r"=+ (.* in )\d+\.\d+s( \(\S+\))? =+|\n +[~^]+(?=\n)")


@pytest.mark.one_browser
def test_the_screens_are_those_of_a_terminal(visitor, project, browser):
    def screens() -> list[str]:
        options = ("katas", "--no-header")
        both = visitor.run(" ".join(options)), project.pytest(*options).text
        return [VARYING.sub(r"\1", screen).strip() for screen in both]

    # These take longest, and what Python prints isn't the browser's: the stubs run in
    # the one, and drafts in the other.
    if browser.browser_type.name == "firefox":
        inside, outside = screens()
        assert inside == outside
        return
    # A reference takes long, and a draft fails early.
    codes = {kata.name: read(kata.mistakes).mistakes[0].code for kata in PATH[1::2]}
    for kata, code in {WINNER: RIGHT, **codes}.items():
        project.write(code, kata)
        visitor.keep(kata, code)
    inside, outside = screens()
    assert inside == outside


ONE_CASE = "'--case=An empty board is unfinished'"
SHORT = f"{ONE_CASE} --kata-timeout=1"
LATE = "is_solved didn't return within 1 s"
LOST = "An empty board is unfinished: the call never returned from C code"
# Options, a body of `is_solved` that ends, loops or breaks what pytest needs, and what
# is on the screen.
BAD = {
    "a loop": (SHORT, "while True: pass", LATE),
    "a loop inside": (
        SHORT,
        "while True:\n  try:\n    while True: x = 1\n  except: pass",
        LATE,
    ),
    "a loop in C": (SHORT, "sum(iter(int, 1))", LOST),
    "memory": (
        f"{ONE_CASE} --kata-timeout=60",  # Firefox is slow to fill it.
        "rows = []\nwhile True: rows.append([0] * 200_000)",
        "An empty board is unfinished: it needed too much memory",
    ),
    "a crash": (
        ONE_CASE,
        "rows = []\nfor _ in range(200_000): rows = [rows]\nreturn rows",
        "An empty board is unfinished: it crashed Python itself",
    ),
    "a flood": (SHORT, "while True: print('x' * 99)", "the rest was cut"),
    "an exit": ("", "import os; os._exit(0)", "is_solved called os._exit(0)"),
    "what pytest needs": (
        "",
        "import json; json.JSONEncoder.encode = None",
        "Your code changes something that pytest needs",
    ),
}


@pytest.mark.parametrize(("options", "body", "words"), BAD.values(), ids=BAD)
def test_any_code_gets_a_verdict(options, body, words, resident):
    lines = "\n".join(f"    {line}" for line in body.split("\n"))
    assert words in resident.run(options, f"{HEAD}{lines}\n")
    resident.forgive("fatal error|call stack|memory|^Error$")  # An end is logged.


def test_somebody_can_stop_a_run_and_the_next_is_green(resident):
    resident.bring(f"{HEAD}    while True: pass\n")
    resident.page.fill("#options", "--kata-timeout=60")
    resident.page.click("#run")
    resident.page.click("#stop")
    resident.wait()
    assert "You stopped it." in resident.page.locator("#screen").text_content()
    assert is_green(resident.run(code=RIGHT))
