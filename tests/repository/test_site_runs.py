"""Code under test in the browser: it is told the same as in a terminal, and ends."""

from __future__ import annotations

import re
import shlex

import pytest
from kata_kit.katas import PATH
from kata_tables.mistakes import read
from repository.project import ROOT, WINNER
from repository.site import HEAD, RIGHT, same_everywhere

pytestmark = pytest.mark.slow


def test_the_screens_are_those_of_a_terminal(visitor, project, request):
    visitor.open("index")
    for options in ("--solution katas", "katas"):
        inside = visitor.run(options)
        outside = project.pytest(*options.split())
        assert same_everywhere(inside) == same_everywhere(outside.text)
    # One mistake of every second kata, or all of them.
    every = request.config.getoption("--every-mistake")
    for kata in PATH if every else PATH[::2]:
        visitor.open(kata.name)
        mistakes = read(ROOT / kata.mistakes).mistakes
        for mistake in mistakes if every else mistakes[:1]:
            project.write(mistake.code, kata.name)
            inside = visitor.run(code=mistake.code)
            outside = project.pytest(f"katas/{kata.name}")
            assert same_everywhere(inside) == same_everywhere(outside.text)


# The loops stand on one line, so that they end at the same one.
ENDLESS = (
    "while True:\n  try: x = 1\n  except: pass",
    "while True:\n  try:\n    while True: x = 1\n  except: pass",
    "while True:\n  try: work()\n  except BaseException: continue",
)
WORK = "\n\ndef work():\n  while True: pass\n"


def test_an_endless_loop_ends_with_its_line(visitor, project):
    visitor.open(WINNER)
    for body in ENDLESS:
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


LATE = "is_solved did not return within 1 s; is there an endless loop"
BAD = {
    # It ends this Python.
    f"{HEAD} sum(iter(int, 1))": LATE,
    f"import time\n{HEAD} time.sleep(60)": f"{LATE.partition(';')[0]}\n",
    f"{HEAD} one = []\n for _ in range(200_000): one = [one]\n return one": (
        "is_solved crashed Python itself"
    ),
    f"{HEAD} rows = []\n while True: rows.append([0] * 200_000)": (
        "is_solved needed too much memory; 1 GB are allowed"
    ),
    # It breaks what pytest needs.
    f"""
import argparse, builtins, io, json, os, sys
json.loads = json.dumps = os.stat = os.getcwd = io.StringIO = None
argparse.ArgumentParser.__init__ = None
sys.setrecursionlimit(10**9)
sys.modules.clear()
builtins.len = builtins.print = None
{HEAD} return -1
""": "16 failed, 6 passed",
    f"import json\njson.JSONEncoder.encode = None\n{HEAD} return -1": (
        "Your code changes something that pytest needs"
    ),
    f"import js\n{HEAD} return -1": "ModuleNotFoundError: No module named 'js'",
}


def test_code_that_ends_or_breaks_python_gets_a_verdict_and_the_next_run_is_green(
    visitor,
):
    visitor.open(WINNER)
    for code, verdict in BAD.items():
        assert verdict in visitor.run("--kata-timeout=1", code)
        assert "67 passed" in visitor.run(code=RIGHT)
    # An end is logged.
    expected = re.compile("fatal error|call stack")
    visitor.wrong[:] = [one for one in visitor.wrong if not expected.search(one)]


def test_somebody_can_stop_a_run(visitor):
    visitor.open(WINNER)
    visitor.bring(f"{HEAD}    while True: pass\n")
    visitor.page.click("#run")
    visitor.page.click("#stop")
    visitor.wait()
    assert "You stopped it." in visitor.page.locator("#screen").inner_text()
    assert "67 passed" in visitor.run(code=RIGHT)
