"""Code under test in the browser: the verdict is that of a terminal, and it ends."""

from __future__ import annotations

import re
from textwrap import indent
from typing import TYPE_CHECKING

import pytest
from kata_kit.katas import BY_NAME
from kata_tables.mistakes import read
from repository.project import WINNER
from repository.site import CRASH, ENDS, HEAD, RIGHT, is_green

if TYPE_CHECKING:
    from playwright.sync_api import Route

pytestmark = pytest.mark.slow

# Seconds, the line around them, and the carets of a traceback, which vary with Python
VARYING = re.compile(r"=+ (.* in )\d+\.\d+s( \(\S+\))? =+|\n +[~^]+(?=\n)")


# Drafts that fail early, and the stub of another kata
DRAFTS = "tictactoe_game", "reversi_player", "reversi_game", "reversi_search"
STUB = "reversi_match"


@pytest.mark.one_browser
def test_the_screens_are_those_of_a_terminal(visitor, project):
    codes = {name: read(BY_NAME[name].mistakes).mistakes[0].code for name in DRAFTS}
    for kata, code in {WINNER: RIGHT, **codes}.items():
        project.write(code, kata)
        visitor.keep(kata, code)
    options = [*(f"katas/{name}" for name in (*DRAFTS, STUB)), "--no-header"]
    both = (
        visitor.run(" ".join(options)),
        project.pytest(f"katas/{WINNER}", *options).text,
    )
    inside, outside = (VARYING.sub(r"\1", screen).strip() for screen in both)
    assert inside == outside


ONE_CASE = "'--case=An empty board is unfinished'"
SHORT = f"{ONE_CASE} --kata-timeout=0.5"
LATE = "is_solved didn't return within 0.5 s"
LOST = "An empty board is unfinished: the call never returned from C code"
# Options, a body of `is_solved` that ends, loops or breaks what pytest needs, and what
# is on the screen.
BAD = {
    "a loop": (SHORT, "while True: pass", LATE),
    "a loop in C": (SHORT, "sum(iter(int, 1))", LOST),
    "memory": (
        f"{ONE_CASE} --kata-timeout=60",  # Firefox is slow to fill it.
        "rows = []\nwhile True: rows.append([0] * 200_000)",
        "An empty board is unfinished: it needed too much memory",
    ),
    "a crash": (
        ONE_CASE,
        CRASH,
        "An empty board is unfinished: it crashed Python itself",
    ),
}
# The same in every browser
SAME = {
    "a loop inside": (
        SHORT,
        "while True:\n  try:\n    while True: x = 1\n  except: pass",
        LATE,
    ),
    "a flood": (SHORT, "while True: print('x' * 99)", "the rest was cut"),
    "what pytest needs": (
        ONE_CASE,
        "import json; json.JSONEncoder.encode = None",
        "Your code changes something that pytest needs",
    ),
}
CASES = [
    *(pytest.param(*row, id=name) for name, row in BAD.items()),
    *(
        pytest.param(*row, id=name, marks=pytest.mark.one_browser)
        for name, row in SAME.items()
    ),
]


@pytest.mark.parametrize(("options", "body", "words"), CASES)
def test_any_code_gets_a_verdict(options, body, words, resident):
    assert words in resident.run(options, HEAD + indent(body, "    "))
    if words == LATE:
        resident.shows("expected-1 (unfinished)", "#verdict .answers")
    resident.forgive(ENDS)


def refuse(route: Route) -> None:
    """Answer a request as if there were no network."""
    route.abort()


@pytest.mark.one_browser
def test_somebody_can_stop_a_run_and_the_next_is_green(resident):
    page, script = resident.page, "**/worker.js"
    resident.bring(f"{HEAD}    while True: pass\n")
    resident.choose("--kata-timeout=60")
    # The next Python hangs while it's loaded, and the one after that can't be.
    for state, answer in (("running", lambda _: None), ("starting", refuse)):
        page.route(script, answer)
        page.click("#run")
        resident.shows(state, "#state")
        page.click("#stop")
        resident.wait()
    assert page.locator("#screen").text_content().count("You stopped it.") == 2
    assert "Python didn't start." in resident.run()
    page.unroute(script)
    assert is_green(resident.run(code=RIGHT))
