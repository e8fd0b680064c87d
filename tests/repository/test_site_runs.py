"""Code under test in the browser: it is told the same as in a terminal, and ends."""

from __future__ import annotations

import re
import shlex

import pytest
from kata_kit.katas import PATH
from kata_kit.process import Limits
from kata_tables.mistakes import read
from repository.project import ROOT, WINNER, Project
from repository.site import HEAD, RIGHT, Visitor, same_everywhere


@pytest.mark.slow
def test_the_screens_are_those_of_a_terminal(
    visitor: Visitor, project: Project
) -> None:
    visitor.open("index")
    for options in ("--solution katas", "katas"):
        inside = visitor.run(options)
        outside = project.pytest(*options.split())
        assert same_everywhere(inside) == same_everywhere(outside.text)


@pytest.mark.slow
def test_the_screens_of_mistakes_are_those_of_a_terminal(
    visitor: Visitor, project: Project, request: pytest.FixtureRequest
) -> None:
    visitor.open(WINNER)
    # One mistake of every second kata, or all of them.
    every = request.config.getoption("--every-mistake")
    for kata in PATH if every else PATH[::2]:
        mistakes = read(ROOT / kata.mistakes).mistakes
        for mistake in mistakes if every else mistakes[:1]:
            project.write(mistake.code, kata.name)
            outside = project.pytest(f"katas/{kata.name}")
            files = {kata.stub: mistake.code}
            inside, told = visitor.ask("run", kata.name, "", files=files)
            assert same_everywhere(inside) == same_everywhere(outside.text)
            assert told["code"] == outside.exit_code


# The loops stand on one line, so that they end at the same one.
ENDLESS = {
    "a bare except": "while True:\n  try: x = 1\n  except: pass",
    "a loop in it": "while True:\n  try:\n    while True: x = 1\n  except: pass",
    "in a function": "while True:\n  try: work()\n  except BaseException: continue",
    "asleep": "import time; time.sleep(60)",
}
WORK = "\n\ndef work():\n  while True: pass\n"


@pytest.mark.slow
def test_an_endless_loop_ends_with_its_line(visitor: Visitor, project: Project) -> None:
    visitor.open(WINNER)
    for body in ENDLESS.values():
        code = HEAD + "".join(f"  {line}\n" for line in body.splitlines()) + WORK
        project.write(code)
        # One case: two may be at different lines when they are ended.
        options = "--kata-timeout=1", "--case=An empty board is unfinished"
        inside = visitor.run(shlex.join(options), code)
        outside = project.pytest(f"katas/{WINNER}", *options).text
        assert "did not return within" in inside
        assert _without_line(inside) == _without_line(outside)
    assert "67 passed" in visitor.run(code=RIGHT)


def _without_line(screen: str) -> str:
    """A screen without the line at which the loop was; Python may be at any of it."""
    screen = re.sub(r"py:\d+\n    .+\n", "py:LINE\n", same_everywhere(screen))
    return re.sub(r"within \d+ s", "within N s", screen)


LATE = f"is_solved did not return within {Limits.seconds:g} s; is there an endless loop"
SHARED = "Your code changes something that pytest needs"
WRONG = "16 failed, 6 passed"
BAD = {
    # It ends this Python.
    "def is_solved(board): return sum(iter(int, 1))": LATE,
    f"{HEAD} one = []\n for _ in range(200_000): one = [one]\n return one": (
        "is_solved crashed Python itself"
    ),
    f"{HEAD} rows = []\n while True: rows.append([0] * 200_000)": (
        "is_solved needed too much memory; 1 GB are allowed"
    ),
    # It breaks what pytest needs.
    "import json\njson.loads = json.dumps = None": WRONG,
    "import json\njson.JSONEncoder.encode = None": SHARED,
    "import builtins\nbuiltins.len = builtins.print = None": WRONG,
    "import sys\nsys.modules.clear()": WRONG,
    "import sys\nsys.setrecursionlimit(10**9)": WRONG,
    "import os, io\nos.stat = os.getcwd = io.StringIO = None": WRONG,
    "import random\nrandom.Random.seed = None": f"{SHARED} (random.Random.seed)",
    "import js": "ModuleNotFoundError: No module named 'js'",
}


@pytest.mark.slow
def test_code_that_ends_or_breaks_python_gets_a_verdict_and_the_next_run_is_green(
    visitor: Visitor,
) -> None:
    visitor.open(WINNER)
    for code, verdict in BAD.items():
        answer = "" if "is_solved" in code else f"\n{HEAD}    return -1"
        screen = visitor.run(code=f"{code}{answer}\n")
        assert verdict in screen
        assert "INTERNAL" not in screen
        assert "67 passed" in visitor.run(code=RIGHT)
    # An end is logged.
    expected = re.compile("fatal error|call stack")
    visitor.wrong[:] = [one for one in visitor.wrong if not expected.search(one)]


@pytest.mark.slow
def test_somebody_can_stop_a_run(visitor: Visitor) -> None:
    visitor.open(WINNER)
    visitor.bring(f"{HEAD}    while True: pass\n")
    visitor.page.click("#run")
    visitor.page.click("#stop")
    visitor.wait()
    assert "You stopped it." in visitor.page.locator("#screen").inner_text()
    assert "67 passed" in visitor.run(code=RIGHT)
