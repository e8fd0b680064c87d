"""A new kata: `python -m katas new NAME` makes one, and takes it away again.

Its code, its table and its mistakes are those of another kata, as an example that runs.
No prose is copied: the statement and the rows in the lists of katas say what to write.
"""

import re
import shutil
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path
from tempfile import mkdtemp

from kata_kit.katas import BY_NAME, PATH, ROOT, KataFiles, unknown

# What a new kata is a copy of, where nothing else is said.
MODEL = "tictactoe_winner"

USAGE = f"""\
usage: python -m katas new NAME [MODEL]
       python -m katas new --remove NAME

Makes a kata with the code of the kata MODEL ({MODEL}), and enters it in the path.
NAME is words in lower case, such as connect_four_winner.
--remove takes it out of the path, and moves its files to another folder.
"""

TO_DO = """\
write, with a TODO in each:
  katas/{0}/README.md
  katas/README.md, README.md             the row of {0}
look over:
  tests/kata_kit/katas.py                its place in PATH, and the katas it needs
write anew:
  katas/{0}/{0}.py
  solutions/{0}.py
  tests/{0}/
add:
  katas/README.es.md, katas/README.de.md   a card
  katas/WORKSHOP.md                        three questions
  tests/kata_loop/learnt.txt               what one learns
  CHANGELOG.md                             the name of the kata
what is missing: pytest tests/repository -k {0}
to take it away: python -m katas new --remove {0}"""

# The statement of a new kata, before the headings that every statement has.
BEGINNING = """\
# TODO: the title

**In short**: TODO: the task, with the signature of each function.
TODO: its arguments, its answer, and the input that it refuses.

Write it in `katas/{0}/{0}.py`, and run `pytest katas/{0}` to see how far you are.
[The same table](../../tests/{0}/table.txt) tests your code and the reference.
"""

# By file, the row of a new kata: of its name, what it needs, and its number.
ROWS = {
    "tests/kata_kit/katas.py": '    KataFiles("{0}", {1}),\n',
    "katas/README.md": "| {2} | [{0}]({0}/README.md) | TODO minutes |"
    " TODO: what one learns | TODO: what it needs |\n",
    "README.md": "| [{0}](katas/{0}/README.md) | TODO: what you write |"
    " TODO: how hard |\n",
}

# A name stands in front of every line of a summary, which has 80 columns.
LONGEST_NAME = 30
NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")


def main(arguments: Sequence[str]) -> int:
    """Make or remove a kata; the exit code is 2 when nothing was done."""
    if arguments and arguments[0] in ("-h", "--help"):
        print(USAGE, end="")
        return 0
    if len(arguments) not in (1, 2) or arguments[-1].startswith("-"):
        print(USAGE, end="", file=sys.stderr)
        return 2
    first, second = (*arguments, MODEL)[:2]
    try:
        if first == "--remove":
            print(f"moved to {remove(second, ROOT)}")
        else:
            made = make(first, second, ROOT)
            print("made:", *(f"  {file}" for file in made), sep="\n")
            print(TO_DO.format(first))
    except ValueError as error:
        print(f"error: {error}\nNothing was changed.", file=sys.stderr)
        return 2
    return 0


def make(name: str, model: str, root: Path) -> list[str]:
    """Make a kata below a root and enter it in the path; return the new files.

    Nothing is made, and a ValueError for the terminal is raised, if the name cannot be
    that of a new kata, or a file is not as expected.
    """
    check(name)
    if model not in BY_NAME:
        raise ValueError(unknown(model))
    texts = copied(name, BY_NAME[model], root)
    made = list(texts)
    for file in made:
        if (root / file).exists():
            raise ValueError(f"expected no file of {name} yet, but there is {file}")
    needs = str(BY_NAME[model].needs).replace("'", '"')
    for file, row in ROWS.items():
        text = (root / file).read_text("utf-8")
        last = find_row(text, file, PATH[-1].name)
        new = row.format(name, needs, len(PATH) + 1)
        texts[file] = text.replace(last, last + new)
    for file, text in texts.items():
        (root / file).parent.mkdir(exist_ok=True)
        (root / file).write_text(text, encoding="utf-8", newline="\n")
    return made


def copied(name: str, model: KataFiles, root: Path) -> dict[str, str]:
    """Return the texts of the files of a new kata, by file."""
    texts = {}
    for file in files_of(model, root):
        text = (root / file).read_text("utf-8").replace(model.name, name)
        if file == model.statement:
            headings = re.findall("^## .*\n", text, re.MULTILINE)
            text = "\n".join([BEGINNING, *(f"{one}\nTODO\n" for one in headings)])
            text = text.format(name)
        elif file.endswith("/table.txt"):
            text = re.sub(r"^from: .*\n", "", text, flags=re.MULTILINE)
        if file != model.benchmark:
            texts[file.replace(model.name, name)] = text
    return texts


def files_of(kata: KataFiles, root: Path = ROOT) -> list[str]:
    """Return the files of one kata, from the root: statement, stub, reference, room."""
    room = sorted((root / kata.table).parent.glob("*.*"))
    files = [path.relative_to(root).as_posix() for path in room]
    return [kata.statement, kata.stub, kata.solution, *files]


def remove(name: str, root: Path) -> Path:
    """Move the files of a kata to a new folder, with its rows; return the folder.

    Raises:
        ValueError: there is no such kata, or others need it.
    """
    if needed_by := [kata.name for kata in PATH if name in kata.needs]:
        raise ValueError(f"{', '.join(needed_by)} need {name}")
    texts = {file: (root / file).read_text("utf-8") for file in ROWS}
    rows = {file: find_row(text, file, name) for file, text in texts.items()}
    folder = Path(mkdtemp(prefix=f"{name}-"))
    (folder / "rows.txt").write_text("".join(rows.values()), encoding="utf-8")
    for file, row in rows.items():
        text = texts[file].replace(row, "")
        (root / file).write_text(text, encoding="utf-8", newline="\n")
    parents = ("katas", "tests", "solutions/approaches")
    for place in (f"solutions/{name}.py", *(f"{parent}/{name}" for parent in parents)):
        if (root / place).exists():
            (folder / place).parent.mkdir(parents=True, exist_ok=True)
            shutil.move(root / place, folder / place)
    return folder


def find_row(text: str, file: str, name: str) -> str:
    """Return the row of a kata in the text of a file."""
    pattern = rf'^    KataFiles\(\s*"{name}".*?\),\n|^\|[^\n]*\[{name}\]\([^\n]*\n'
    found = re.search(pattern, text, re.MULTILINE | re.DOTALL)
    if not found:
        raise ValueError(f"{file}: expected a row of {name}, found none")
    return found[0]


def check(name: str) -> None:
    """Raise a ValueError for what cannot be the name of a new kata, and say why."""
    problem = ""
    if not NAME.fullmatch(name) or iskeyword(name):
        problem = "expected words in lower case with _ between them, as of a module"
    elif len(name) > LONGEST_NAME:
        problem = f"expected at most {LONGEST_NAME} characters"
    elif name.startswith("test_") or name.endswith("_test"):
        problem = "expected no name of tests, because pytest would collect the stub"
    elif name in ("approaches", "benchmarks", "installed", *BY_NAME) or find_spec(name):
        problem = "expected a name that no kata and no module has"
    if problem:
        raise ValueError(f"{problem}, got {name!r}")
