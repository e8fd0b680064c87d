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
        outside = project.pytest("katas", *options.split()[:-1])
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
            assert same_everywhere(inside) == same_everywhere(outside.text), (
                mistake.name
            )
            assert told["answer"][0] == outside.exit_code


ENDLESS = (
    """
    while True:
        try:
            x = 1
        except:
            pass
""",
    """
    while True:
        try:
            while True:
                x = 1
        except:
            pass
""",
    """
    while True:
        try:
            work()
        except BaseException:
            continue

def work():
    while True:
        x = 1
""",
    """
    import time
    time.sleep(60)
""",
)


@pytest.mark.slow
def test_an_endless_loop_ends_with_its_line(visitor: Visitor, project: Project) -> None:
    visitor.open(WINNER)
    for body in ENDLESS:
        visitor.bring(f"{HEAD}{body}", WINNER)
        project.write(f"{HEAD}{body}")
        # One case: two may be at different lines when they are ended.
        options = "--kata-timeout=1", "--case=An empty board is unfinished"
        inside = visitor.run(shlex.join(options))
        outside = project.pytest(f"katas/{WINNER}", *options).text
        assert "did not return within" in inside
        assert _without_line(inside) == _without_line(outside)
    visitor.bring(RIGHT, WINNER)
    assert "67 passed" in visitor.run()


def _without_line(screen: str) -> str:
    """A screen without the line at which the loop was; Python may be at any of it."""
    screen = re.sub(r"py:\d+\n    .+\n", "py:LINE\n", same_everywhere(screen))
    return re.sub(r"within \d+ s", "within N s", screen)


LOST = {
    "from itertools import count\n\ndef is_solved(board):\n    return sum(count())\n": (
        f"is_solved did not return within {Limits.seconds:g} s; "
        "is there an endless loop?"
    ),
    f"""{HEAD}
    nested = []
    for _ in range(200_000):
        nested = [nested]
    return nested
""": "is_solved crashed Python itself",
    f"{HEAD}    rows = []\n    while True:\n        rows.append([0] * 200_000)\n": (
        "is_solved needed too much memory; 1 GB are allowed"
    ),
}


@pytest.mark.slow
def test_code_that_ends_this_python_gets_a_verdict(visitor: Visitor) -> None:
    visitor.open(WINNER)
    for code, verdict in LOST.items():
        visitor.bring(code, WINNER)
        screen = visitor.run()
        assert verdict in screen
        assert "2 failed, 20 not run" in screen
        visitor.bring(RIGHT, WINNER)
        assert "67 passed" in visitor.run()
    visitor.wrong[:] = [text for text in visitor.wrong if "fatal error" not in text]
    visitor.wrong[:] = [text for text in visitor.wrong if "call stack" not in text]


SHARED = "Your code changes something that pytest needs"
BROKEN = {
    "import json\njson.loads = json.dumps = None": "16 failed, 6 passed",
    "import json\njson.JSONEncoder.encode = None": SHARED,
    "import builtins\nbuiltins.len = builtins.print = None": "16 failed, 6 passed",
    "import sys\nsys.modules.clear()": "16 failed, 6 passed",
    "import sys\nsys.setrecursionlimit(10**9)": "16 failed, 6 passed",
    "import os, io\nos.stat = os.getcwd = io.StringIO = None": "16 failed, 6 passed",
    "import random\nrandom.Random.seed = None": f"{SHARED} (random.Random.seed)",
    "import js": "ModuleNotFoundError: No module named 'js'",
}


@pytest.mark.slow
def test_code_that_breaks_python_breaks_no_later_run(visitor: Visitor) -> None:
    visitor.open(WINNER)
    for code, verdict in BROKEN.items():
        visitor.bring(f"{code}\n{HEAD}    return -1\n", WINNER)
        screen = visitor.run()
        assert verdict in screen
        assert "INTERNAL" not in screen
        visitor.bring(RIGHT, WINNER)
        assert "67 passed" in visitor.run()


@pytest.mark.slow
def test_somebody_can_stop_a_run(visitor: Visitor) -> None:
    visitor.open(WINNER)
    visitor.bring(f"{HEAD}    while True:\n        pass\n", WINNER)
    visitor.page.click("#run")
    visitor.page.click("#stop")
    visitor.wait()
    assert "You stopped it." in visitor.page.locator("#screen").inner_text()
    visitor.bring(RIGHT, WINNER)
    assert "67 passed" in visitor.run()
