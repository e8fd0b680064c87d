"""Workshops that the tests make themselves: everybody's files, with the truth about each of them.

The honest people hand in references, other approaches, misconceptions, mutants of the reference
that its table rejects, stubs, and nothing. The hostile ones hand in code that attacks the run or
somebody else; most of it would give the right answers if nothing stopped it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import cycle
from pathlib import Path

from kata_kit.katas import KataFiles
from kata_kit.record import BROKEN, GREEN, MISSING, NOT_STARTED, RED
from kata_tables.mistakes import read
from repository.mutants import mutants_of
from repository.project import ROOT
from repository.verdicts import equivalents

# How long a call may take in a cohort, and all calls of a kata, in seconds. The slowest call of a
# reference takes 0.3 s on a machine with nothing else to do, and a check runs four at a time.
CALL_SECONDS = 3.0
TOTAL_SECONDS = 24.0


@dataclass(frozen=True)
class Truth:
    """What is known of one participant's code for one kata before it is run.

    Attributes:
        state: the state that it must be found in; see `kata_kit.record`.
        belief: the name of the misconception that it is.
    """

    state: str
    belief: str = ""


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

# What somebody hands in for the katas, one after the other.
HONEST = (
    ("reference", "reference", "reference", "reference", "reference"),
    ("misconception", "reference", "misconception", "stub", "missing"),
    ("reference", "misconception", "stub", "missing", "missing"),
    ("mutant", "reference", "mutant", "missing", "misconception"),
    ("stub", "stub", "stub", "stub", "stub"),
    ("reference", "mutant", "reference", "misconception", "reference"),
    ("misconception", "missing", "missing", "missing", "missing"),
)

# Attacks on the first kata. Each may call `right(board)`, and knows FOLDER, the folder of all
# submissions, and RESULTS, the file that the run writes.
ATTACKS = {
    "loops": (RED, "def is_solved(board):\n    while True: pass"),
    "leaves": (BROKEN, "import os\nos._exit(0)"),
    "forks": (
        RED,
        """
import os
def is_solved(board):
    for _ in range(8):
        os.fork()
    return right(board)
""",
    ),
    "hoards": (RED, "def is_solved(board):\n    kept = bytes(3 * 10**9)\n    return right(board)"),
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
    "deletes": (
        RED,
        "import shutil\ndef is_solved(board):\n    shutil.rmtree(FOLDER)\n    return right(board)",
    ),
    "copies": (
        RED,
        """
import glob
def is_solved(board):
    for path in sorted(glob.glob(FOLDER + "/Ada/**/tictactoe_winner.py", recursive=True)) or [
        FOLDER + "/Ada/tictactoe_winner.py"
    ]:
        names = {}
        exec(open(path).read(), names)
        return names["is_solved"](board)
""",
    ),
    "calls home": (
        RED,
        "import socket\ndef is_solved(board):\n    socket.socket()\n    return right(board)",
    ),
    "stays": (
        RED,
        """
import subprocess, sys
def is_solved(board):
    subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    return right(board)
""",
    ),
    "dawdles": (
        RED,
        f"""
import time
def is_solved(board):
    time.sleep({0.9 * CALL_SECONDS})
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


class Builder:
    """Writes a cohort into a folder, and notes the truth.

    Args:
        folder: the folder to make.
        katas: the katas of the workshop; the first one must be `tictactoe_winner`.
        results: a file that the hostile ones shall try to write.
    """

    def __init__(self, folder: Path, katas: Sequence[KataFiles], results: Path) -> None:
        self._folder = folder
        self._katas = katas
        self._results = results
        self.truth: Cells = {}
        folder.mkdir(parents=True)

    def build(self, honest: int, attacks: Sequence[str]) -> Cells:
        """Make the files of so many honest people and of these hostile ones."""
        layouts = cycle(("flat", "nested", "clone", "single"))
        for number, (name, layout) in enumerate(zip(list(NAMES)[:honest], layouts, strict=False)):
            parts = HONEST[number % len(HONEST)]
            for kata, part in zip(self._katas, parts, strict=False):
                self._hand_in(name, kata, part, number, layout)
        for name in attacks:
            self._attack(name)
        return self.truth

    def _hand_in(self, name: str, kata: KataFiles, part: str, number: int, layout: str) -> None:
        code, truth = _parts(kata, part, number)
        self.truth[name, kata.name] = truth
        if layout != "single":
            (self._folder / name).mkdir(exist_ok=True)
        if not code:
            return
        path = self._place(name, kata, layout)
        path.parent.mkdir(parents=True, exist_ok=True)
        # Everybody has a helper of the same name, and needs their own.
        (path.parent / "helper.py").write_text(f"OWNER = {name!r}\n", encoding="utf-8")
        if part == "reference" and layout != "single":
            code += f"\nimport helper\nassert helper.OWNER == {name!r}\n"
        path.write_text(code, encoding="utf-8")

    def _place(self, name: str, kata: KataFiles, layout: str) -> Path:
        file = f"{kata.name}.py"
        return {
            "flat": self._folder / name / file,
            "nested": self._folder / name / kata.name / file,
            "clone": self._folder / name / "katas" / kata.name / file,
            "single": self._folder / f"{name}__{file}",
        }[layout]

    def _attack(self, name: str) -> None:
        state, code = ATTACKS[name]
        first, *others = self._katas
        reference = (ROOT / first.solution).read_text(encoding="utf-8")
        head = f"right = is_solved\nFOLDER, RESULTS = {str(self._folder)!r}, {str(self._results)!r}"
        folder = self._folder / name
        folder.mkdir()
        (folder / f"{first.name}.py").write_text(f"{reference}\n{head}\n{code}\n", encoding="utf-8")
        self.truth[name, first.name] = Truth(state)
        if name == "shadows":
            for shadow in SHADOWS:
                (folder / shadow).write_text("raise SystemExit('shadowed')\n", encoding="utf-8")
        for kata in others:
            self.truth[name, kata.name] = Truth(MISSING)


def _parts(kata: KataFiles, part: str, number: int) -> tuple[str, Truth]:
    """The code that is handed in, and what is true of it."""
    if part == "missing":
        return "", Truth(MISSING)
    if part == "stub":
        return (ROOT / kata.stub).read_text(encoding="utf-8"), Truth(NOT_STARTED)
    if part == "mutant":
        mutants = rejected_mutants(kata)
        return mutants[number % len(mutants)], Truth(RED)
    if part == "misconception":
        mistakes = read(ROOT / kata.mistakes).mistakes
        mistake = mistakes[number % len(mistakes)]
        return mistake.code, Truth(RED, mistake.name)
    approaches = sorted((ROOT / "solutions" / "approaches" / kata.name).glob("*.py"))
    right = [ROOT / kata.solution, *approaches]
    return right[number % len(right)].read_text(encoding="utf-8"), Truth(GREEN)


@cache
def rejected_mutants(kata: KataFiles) -> tuple[str, ...]:
    """Mutants of the reference that the table rejects: wrong comparisons, to name one kind.

    `test_adequacy` proves that each mutant that is not listed is rejected.
    """
    listed = dict(equivalents(kata))
    source = (ROOT / kata.solution).read_text(encoding="utf-8")
    return tuple(
        mutant.source
        for mutant in mutants_of(source)
        if mutant.name not in listed and mutant.name.was.startswith("return")
    )
