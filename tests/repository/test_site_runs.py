"""Code under test in the browser: it is told the same as in a terminal, and ends."""

from __future__ import annotations

import re
import shlex
from itertools import zip_longest
from textwrap import indent

import pytest
from kata_kit.katas import PATH
from kata_tables.mistakes import read
from repository.project import ROOT, WINNER
from repository.site import HEAD, RIGHT, same_everywhere
from repository.tables import rows

pytestmark = pytest.mark.slow


def test_the_references_pass_as_they_do_in_a_terminal(resident):
    screen = resident.run("--solution katas")
    assert screen.count("stages pass") == len(PATH)
    tests = sum(len(rows(kata)) for kata in PATH)
    assert f" {tests} passed in " in screen


def test_the_screens_are_those_of_a_terminal(visitor, project, request):
    def compare(*options: str) -> None:
        inside = visitor.run(" ".join(options))
        outside = project.pytest(*options).text
        assert same_everywhere(inside) == same_everywhere(outside)

    visitor.open("index")
    compare("katas")  # the stubs
    # One mistake of each kata, or one after the other.
    rounds = zip_longest(*[read(ROOT / kata.mistakes).mistakes for kata in PATH])
    for mistakes in rounds:
        for kata, mistake in zip(PATH, mistakes, strict=True):
            if mistake:
                project.write(mistake.code, kata.name)
                visitor.keep(kata.name, mistake.code)
        compare("katas")
        if not request.config.getoption("--every-mistake"):
            break


# The loops stand on one line, so that they end at the same one.
ENDLESS = (
    "while True:\n  try: x = 1\n  except: pass",
    "while True:\n  try:\n    while True: x = 1\n  except: pass",
    "while True:\n  try: work()\n  except BaseException: continue",
)
WORK = "\n\ndef work():\n  while True: pass\n"
# Two cases may be at different lines when they are ended.
ONE_CASE = "--case=An empty board is unfinished"


@pytest.mark.parametrize("body", ENDLESS)
def test_an_endless_loop_ends_with_its_line(body, resident, project):
    code = HEAD + indent(body, "  ") + WORK
    project.write(code)
    options = ONE_CASE, "--kata-timeout=1"
    inside = resident.run(shlex.join(options), code)
    outside = project.pytest(f"katas/{WINNER}", *options).text
    # Python may be at any of its lines.
    screens = {
        re.sub(r"py:\d+\n    .+\n|within \d+ s", "", same_everywhere(screen))
        for screen in (inside, outside)
    }
    assert len(screens) == 1
    assert "did not return within" in inside
    assert "67 passed" in resident.run(code=RIGHT)


LATE = f"'{ONE_CASE}' --kata-timeout=1"
# Options, code that ends this Python or breaks what pytest needs, and the verdict.
BAD = {
    "a loop in C": (
        LATE,
        f"{HEAD} sum(iter(int, 1))",
        "is_solved did not return within 1 s; is there an endless loop",
    ),
    "sleep": (
        LATE,
        f"import time\n{HEAD} time.sleep(60)",
        "is_solved did not return within 1 s\n",
    ),
    "memory": (
        f"'{ONE_CASE}'",
        f"{HEAD} rows = []\n while True: rows.append([0] * 200_000)",
        "is_solved needed too much memory; 1 GB are allowed",
    ),
    "a crash, twice": (
        "",
        f"{HEAD} one = []\n for _ in range(200_000): one = [one]\n return one",
        "is_solved crashed Python itself",
    ),
    "nothing is as it was": (
        "",
        f"""
import argparse, builtins, io, json, os, sys
os.environ["PYTEST_ADDOPTS"] = "--collect-only"
json.loads = json.dumps = os.stat = os.getcwd = io.StringIO = None
argparse.ArgumentParser.__init__ = None
sys.setrecursionlimit(10**9)
sys.modules.clear()
builtins.len = builtins.print = None
{HEAD} return -1
""",
        "16 failed, 6 passed",
    ),
    "a class that pytest needs": (
        "",
        f"import json\njson.JSONEncoder.encode = None\n{HEAD} return -1",
        "Your code changes something that pytest needs",
    ),
    "the page": (
        "",
        f"import js\n{HEAD} return -1",
        "ModuleNotFoundError: No module named 'js'",
    ),
}


@pytest.mark.parametrize(("options", "code", "verdict"), BAD.values(), ids=BAD)
def test_any_code_gets_a_verdict_and_the_next_run_is_green(
    options, code, verdict, resident
):
    assert verdict in resident.run(options, code)
    assert "67 passed" in resident.run(code=RIGHT)
    resident.forgive("fatal error|call stack")  # An end is logged.


def test_somebody_can_stop_a_run(resident):
    resident.bring(f"{HEAD}    while True: pass\n")
    resident.page.click("#run")
    resident.page.click("#stop")
    resident.wait()
    assert "You stopped it." in resident.page.locator("#screen").inner_text()
    assert "67 passed" in resident.run(code=RIGHT)
