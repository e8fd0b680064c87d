"""Workshops that the tests make themselves: everybody's files, with the truth about each of them.

The honest people hand in right solutions, misconceptions, other wrong code, stubs, and
nothing. The hostile ones hand in code that attacks the run or somebody else; most of it would give
the right answers if nothing stopped it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from kata_kit.katas import KataFiles
from kata_kit.record import BROKEN, GREEN, MISSING, NOT_STARTED, RED
from kata_tables.mistakes import read
from repository.project import ROOT

# How long a call may take in a cohort, and all calls of a kata, in seconds. The slowest call of a
# reference takes 0.3 s on a machine with nothing else to do, and a check runs four at a time.
CALL_SECONDS = 3.0
TOTAL_SECONDS = 24.0


@dataclass(frozen=True)
class Truth:
    """What is known of one participant's code for one kata before it is run."""

    state: str  # the state that it must be found in; see `kata_kit.record`
    belief: str = ""  # the name of the misconception that it is


Cells = dict[tuple[str, str], Truth]

# Names of people, and what a terminal shows of them.
NAMES = {
    "Ada": "Ada",
    "ada": "ada",
    "<b>bold & co": "<b>bold & co",
    "朱 明": "朱 明",
    "\u00e9lodie": "\u00e9lodie",
    "e\u0301lodie": "e\u0301lodie",
    "a::b[1]": "a::b[1]",
    "red \x1b[31m": "red \\x1b[31m",
    "two\nlines": "two\\nlines",
    "turned \u202e round": "turned \\u202e round",
    "' --solution": "' --solution",
    "a name that is longer than its column": "a name that is longer...",
    **{f"person {number:03}": f"person {number:03}" for number in range(300)},
}

LAYOUTS = (
    "{name}/{kata}.py",
    "{name}/{kata}/{kata}.py",
    "{name}/katas/{kata}/{kata}.py",
    "{name}__{kata}.py",
)

# What somebody hands in for the katas, one after the other.
HONEST = (
    ("right", "right", "right", "right", "right"),
    ("mistake", "right", "mistake", "stub", ""),
    ("right", "mistake", "stub", "", ""),
    ("wrong", "right", "wrong", "", "mistake"),
    ("stub", "stub", "stub", "stub", "stub"),
    ("right", "wrong", "right", "mistake", "right"),
    ("mistake", "", "", "", ""),
)

# Attacks on the first kata. Each may call `right(board)`, and knows FOLDER, the folder of all
# submissions, and RESULTS, the file that the run writes.
READS = "\ndef is_solved(board):\n    with open({path}) as file:\n        return right(board)"
ON_LINUX = RED if sys.platform == "linux" else GREEN
ATTACKS = {
    "loops": (RED, "def is_solved(board):\n    while True: pass"),
    "leaves": (BROKEN, "import os\nos._exit(0)"),
    "forges": (
        RED,
        """
import os
GREEN = '<testsuites><testsuite tests="1" failures="0"/></testsuites>'
def is_solved(board):
    for number in range(3, 30):
        try:
            os.write(number, b"('answers', [1, 1, 1])\\\\n" + b'{"state": "green"}')
        except OSError:
            pass
    with open(RESULTS, "w") as file:
        file.write(GREEN)
    return right(board)
""",
    ),
    "kills": (
        RED,
        "import os\ndef is_solved(board):\n    os.kill(os.getppid(), 9)\n    return right(board)",
    ),
    "crashes": (RED, "import os\ndef is_solved(board):\n    os.abort()"),
    "deletes": (
        RED,
        "import shutil\ndef is_solved(board):\n    shutil.rmtree(FOLDER)\n    return right(board)",
    ),
    "reads a file": (ON_LINUX, READS.format(path="FOLDER + '/kept.txt'")),
    "reads at home": (ON_LINUX, "import os" + READS.format(path="RESULTS + '.secret'")),
    "reads their own": (GREEN, READS.format(path="__file__")),
    "stays": (
        RED,
        """
import subprocess, sys
def is_solved(board):
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    return right(board)
""",
    ),
    "floods": (
        GREEN,
        """
LINE = "X" * 10**6
printed = []
def is_solved(board):
    if not printed:
        printed.append(1)
        for _ in range(100):
            print(LINE)
    return right(board)
""",
    ),
    "shadows": (GREEN, "import ast, json\nassert ast.literal_eval and json.loads"),
    "imports the answer": (BROKEN, "from solutions.tictactoe_winner import is_solved"),
}

# Files beside the code of whoever shadows: none of them may be taken for what it is named after.
SHADOWS = ("json.py", "ast.py", "conftest.py", "pytest.py", "kata_worker.py", "sitecustomize.py")


def build(
    folder: Path, katas: Sequence[KataFiles], results: Path, honest: int, attacks: Iterable[str]
) -> Cells:
    """Write a cohort into a folder, which is made.

    Args:
        folder: the folder.
        katas: the katas of the workshop; the first one must be `tictactoe_winner`.
        results: a file that the hostile ones shall try to write.
        honest: how many honest people there are.
        attacks: the hostile ones.

    Returns:
        The truth about them.
    """
    folder.mkdir(parents=True)
    (folder / "kept.txt").touch()
    Path(f"{results}.secret").touch()
    truth = {}
    for number, name in enumerate(list(NAMES)[:honest]):
        layout = LAYOUTS[number % len(LAYOUTS)]
        parts = HONEST[number % len(HONEST)]
        for kata, part in zip(katas, parts, strict=False):
            code, truth[name, kata.name] = _parts(kata, part, number)
            path = folder / layout.format(name=name, kata=kata.name)
            if part or layout != LAYOUTS[-1]:
                path.parent.mkdir(parents=True, exist_ok=True)
            if part == "right" and layout != LAYOUTS[-1]:
                # Everybody has a helper of the same name, and needs their own.
                (path.parent / "helper.py").write_text(f"OWNER = {name!r}\n", encoding="utf-8")
                code += f"\nimport helper\nassert helper.OWNER == {name!r}\n"
            if part:
                path.write_text(code, encoding="utf-8")
    for name in attacks:
        state, code = ATTACKS[name]
        right = (ROOT / katas[0].solution).read_text(encoding="utf-8")
        head = f"right = is_solved\nFOLDER, RESULTS = {str(folder)!r}, {str(results)!r}"
        files = {f"{katas[0].name}.py": f"{right}\n{head}\n{code}\n"}
        if name == "shadows":
            files |= dict.fromkeys(SHADOWS, "raise SystemExit('shadowed')\n")
        (folder / name).mkdir()
        for file, text in files.items():
            (folder / name / file).write_text(text, encoding="utf-8")
        truth |= {(name, kata.name): Truth(MISSING) for kata in katas}
        truth[name, katas[0].name] = Truth(state)
    return truth


def _parts(kata: KataFiles, part: str, number: int) -> tuple[str, Truth]:
    """The code that is handed in, and what is true of it."""
    stub = (ROOT / kata.stub).read_text(encoding="utf-8")
    if part == "mistake":
        mistakes = read(ROOT / kata.mistakes).mistakes
        mistake = mistakes[number % len(mistakes)]
        return mistake.code, Truth(RED, mistake.name)
    if part == "right":
        reference = (ROOT / kata.solution).read_text(encoding="utf-8")
        right = [reference, *(one.code for one in read(ROOT / kata.mistakes).right)]
        return right[number % len(right)], Truth(GREEN)
    return {
        "": ("", Truth(MISSING)),
        "stub": (stub, Truth(NOT_STARTED)),
        "wrong": (stub.replace("raise NotImplementedError", "return object()"), Truth(RED)),
    }[part]
