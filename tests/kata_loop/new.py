"""A new kata, as a copy of one that there is: `python -m katas new NAME`.

The copy is green from the first minute, under its new name. Its author then writes it
anew, file by file; `pytest tests/repository -k NAME` names the files that are still a
copy.
"""

import re
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path

from kata_kit.katas import BY_NAME, PATH, ROOT, KataFiles

# What a new kata is a copy of, where nothing else is said.
MODEL = "tictactoe_winner"

USAGE = f"""\
usage: python -m katas new NAME [MODEL]

Copies the files of the kata MODEL ({MODEL}) and enters the copy in the path.
NAME is words in lower case, such as connect_four_winner.
"""
# A name stands in front of every line of a summary, which has 80 columns.
LONGEST_NAME = 30
NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")

# The files that have a row or a line for each kata.
WIRED = ("tests/kata_kit/katas.py", "katas/README.md", "README.md")


def main(arguments: Sequence[str]) -> int:
    """Make a kata as the command line says; the exit code is 2 when nothing was made."""
    help_asked = bool(arguments) and arguments[0] in ("-h", "--help")
    if help_asked or len(arguments) not in (1, 2):
        print(USAGE, end="", file=sys.stdout if help_asked else sys.stderr)
        return 0 if help_asked else 2
    name, model = (*arguments, MODEL)[:2]
    try:
        made = make(name, model, ROOT)
    except ValueError as error:
        print(f"error: {error}\nNothing was made.", file=sys.stderr)
        return 2
    print("made:", *(f"  {file}" for file in made), sep="\n")
    print("entered in:", *(f"  {file}" for file in WIRED), sep="\n")
    print(f"next: write {KataFiles(name).statement}")
    print(f"then: pytest tests/repository -k {name}")
    return 0


def make(name: str, model: str, root: Path) -> list[str]:
    """Copy the files of a kata below a root and enter the copy in the path; return the new files.

    Nothing is made, and a ValueError for the terminal is raised, if the name cannot be
    that of a new kata, or a file is not as expected.
    """
    check(name)
    if model not in BY_NAME:
        raise ValueError(f"expected one of {', '.join(BY_NAME)}, got {model!r}")
    texts = {}
    for file in files_of(BY_NAME[model], root):
        copy = file.replace(model, name)
        if (root / copy).exists():
            raise ValueError(f"expected no file of {name} yet, but there is {copy}")
        texts[copy] = (root / file).read_text("utf-8").replace(model, name)
    made = list(texts)
    texts |= {
        file: entered(name, model, file, (root / file).read_text("utf-8"))
        for file in WIRED
    }
    for file, text in texts.items():
        (root / file).parent.mkdir(exist_ok=True)
        (root / file).write_text(text, encoding="utf-8", newline="\n")
    return made


def files_of(kata: KataFiles, root: Path = ROOT) -> list[str]:
    """The files of one kata, from the root: statement, stub, reference, and its room."""
    room = sorted((root / kata.table).parent.rglob("*.*"))
    files = [
        path.relative_to(root).as_posix()
        for path in room
        if path.parent.name == kata.name
    ]
    return [kata.statement, kata.stub, kata.solution, *files]


def check(name: str) -> None:
    """Raise a ValueError for what cannot be the name of a new kata, and say why."""
    if name in BY_NAME:
        raise ValueError(f"there is a kata {name!r} already: {BY_NAME[name].statement}")
    if not NAME.fullmatch(name):
        raise ValueError(
            f"expected words in lower case with _ between them, got {name!r};\n"
            "the name of a kata is the name of a Python module"
        )
    if len(name) > LONGEST_NAME:
        raise ValueError(
            f"expected at most {LONGEST_NAME} characters, got {len(name)}: {name!r}"
        )
    if iskeyword(name):
        raise ValueError(
            f"{name!r} is a keyword of Python: no module can have this name"
        )
    if name in sys.stdlib_module_names:
        raise ValueError(
            f"{name!r} is a module of Python itself, which the kata would hide"
        )
    if name.startswith("test_") or name.endswith("_test"):
        raise ValueError(f"{name!r} is a name for tests: pytest would collect the stub")
    if name in ("approaches", "benchmarks", "installed") or find_spec(name):
        raise ValueError(
            f"{name!r} is the name of another module or folder that is in use"
        )


def entered(name: str, model: str, file: str, text: str) -> str:
    """The text of a file with a line for the new kata behind the last one of a kata."""
    last = PATH[-1].name
    rows = [
        rf'^(?:.*KataFiles\("{kata}"|\| .*\[{kata}\]\().*\n' for kata in (model, last)
    ]
    like, place = (re.search(row, text, re.MULTILINE) for row in rows)
    if not like or not place:
        raise ValueError(
            f"{file}: expected a line for {model} and one for {last}, found none"
        )
    row = re.sub(r"^\| \d+ ", f"| {len(PATH) + 1} ", like[0].replace(model, name))
    return text.replace(place[0], place[0] + row, 1)
