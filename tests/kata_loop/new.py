"""A new kata: `python -m katas new NAME` makes one, and takes it away again.

Its code, its table and its mistakes are those of another kata, as an example that runs.
No prose is copied: the statement and the rows in the lists of katas say what to write.
"""

import re
import shutil
import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path

from kata_kit import hints
from kata_kit.katas import BY_NAME, PATH, ROOT, KataFiles, unknown

# What a new kata is a copy of, where nothing else is said.
MODEL = "tictactoe_winner"

USAGE = f"""\
usage: python -m katas new NAME [MODEL]
       python -m katas new --remove NAME
       python -m katas new --remove-changed NAME

Makes a kata with the code of the kata MODEL ({MODEL}), and enters it in the path.
NAME is words in lower case, such as connect_four_winner.
--remove takes it away, if nobody has changed it; --remove-changed in any case.
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

STATEMENT = """\
# TODO: the title

**In short**: TODO: the task, with the signature of each function.
TODO: its arguments, its answer, and the input that it refuses.

Write it in `katas/{0}/{0}.py`, and run `pytest katas/{0}` to see how far you are.
[The same table](../../tests/{0}/table.txt) tests your code and the reference.

## Rules

TODO: the rules, with each word defined where it first stands.

## Input and output

TODO: the types, and the arguments that stay as they were.

## Examples

TODO: boards, indented by four spaces, with the call beside them.

## Bad input

TODO: the input that raises a `ValueError`, and the words that its message quotes.

## Stages

TODO: the stages of the table, with an arrow between them

## {1}

<details><summary>Hint 1, for the stage "TODO"</summary>

TODO: hints in the order of the stages, the first one gentle.
</details>

## The small print

TODO: questions that stay open, and details that can wait until one codes.

## Going further

TODO: ideas for the time after this kata.

## Where it comes from

TODO: the text that the kata is from, if there is one.
"""

# The rows of a new kata, by the file that has a row for each kata. The last word is its
# number in the path.
ROWS = {
    "tests/kata_kit/katas.py": "    KataFiles({0!r}, {1!r}),\n",
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
        if first in ("--remove", "--remove-changed"):
            removed = remove(second, ROOT, changed=first == "--remove-changed")
            print("removed:", *(f"  {file}" for file in removed), sep="\n")
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
    texts = texts_of(name, model, root)
    for file in texts:
        if (root / file).exists():
            raise ValueError(f"expected no file of {name} yet, but there is {file}")
    made = list(texts)
    for file in ROWS:
        text = (root / file).read_text("utf-8")
        last = find_row(text, file, PATH[-1].name)
        row = row_of(name, model, file, len(PATH) + 1)
        texts[file] = text.replace(last, last + row, 1)
    for file, text in texts.items():
        (root / file).parent.mkdir(exist_ok=True)
        (root / file).write_text(text, encoding="utf-8", newline="\n")
    return made


def remove(name: str, root: Path, *, changed: bool = False) -> list[str]:
    """Delete the files of a kata and its rows; return what is gone.

    Raises:
        ValueError: other katas need it, or something is not as `make` left it, and it
            was not said that what is changed may go.
    """
    needed_by = [kata.name for kata in PATH if name in kata.needs]
    if needed_by:
        raise ValueError(f"{', '.join(needed_by)} need {name}")
    files = sorted(files_below(name, root))
    rows = {
        file: find_row((root / file).read_text("utf-8"), file, name) for file in ROWS
    }
    if not changed:
        check_unchanged(name, root, files, rows)
    for file, row in rows.items():
        text = (root / file).read_text("utf-8").replace(row, "", 1)
        (root / file).write_text(text, encoding="utf-8", newline="\n")
    for file in files:
        (root / file).unlink()
    for folder in folders_of(name, root):
        shutil.rmtree(folder, ignore_errors=True)  # Caches are left, at most.
    return [*files, *(f"the row in {file}" for file in rows)]


def check_unchanged(
    name: str, root: Path, files: Sequence[str], rows: dict[str, str]
) -> None:
    """Refuse to delete anything that `make` did not make, or that was changed since."""
    models = [model for model in BY_NAME if model != name]
    known = [texts_of(name, model, root) for model in models]
    changed = [
        file
        for file in files
        if (root / file).read_text("utf-8") not in [one.get(file) for one in known]
    ]
    for file, row in rows.items():
        number = re.sub(r"^\| (\d+) .*\n", r"\1", row)
        if row not in [row_of(name, model, file, number) for model in models]:
            changed.append(f"the row in {file}")
    if changed:
        listed = "\n".join(f"  {file}" for file in changed)
        raise ValueError(
            f"these were changed since, or are not of `new`:\n{listed}\n"
            f"To delete them, too: python -m katas new --remove-changed {name}"
        )


def texts_of(name: str, model: str, root: Path) -> dict[str, str]:
    """Return the texts of the files of a new kata, by file."""
    texts = {}
    for file in files_of(BY_NAME[model], root):
        text = (root / file).read_text("utf-8").replace(model, name)
        if file == BY_NAME[model].statement:
            text = STATEMENT.format(name, hints.SECTION)
        elif file.endswith("/table.txt"):
            text = re.sub(r"^from: .*\n", "", text, flags=re.MULTILINE)
        if file != BY_NAME[model].benchmark:
            texts[file.replace(model, name)] = text
    return texts


def files_of(kata: KataFiles, root: Path = ROOT) -> list[str]:
    """Return the files of one kata, from the root: statement, stub, reference, room."""
    room = sorted((root / kata.table).parent.glob("*.*"))
    files = [path.relative_to(root).as_posix() for path in room]
    return [kata.statement, kata.stub, kata.solution, *files]


def folders_of(name: str, root: Path) -> list[Path]:
    """Return the folders that belong to one kata."""
    parents = ("katas", "tests", "solutions/approaches")
    return [root / parent / name for parent in parents]


def files_below(name: str, root: Path) -> Iterator[str]:
    """Yield all files of a kata, from the root; caches are not files of it."""
    paths = [path for folder in folders_of(name, root) for path in folder.rglob("*")]
    for path in [*paths, root / KataFiles(name).solution]:
        if path.is_file() and path.parent.name != "__pycache__":
            yield path.relative_to(root).as_posix()


def row_of(name: str, model: str, file: str, number: object) -> str:
    """Return the row of a new kata in a file."""
    row = ROWS[file].format(name, BY_NAME[model].needs, number)
    return row.replace(", ()", "").replace("'", '"')


def find_row(text: str, file: str, name: str) -> str:
    """Return the row of a kata in the text of a file."""
    pattern = rf'^    KataFiles\(\s*"{name}".*?\),\n|^\|[^\n]*\[{name}\]\([^\n]*\n'
    found = re.search(pattern, text, re.MULTILINE | re.DOTALL)
    if not found:
        raise ValueError(f"{file}: expected a row of {name}, found none")
    return found[0]


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
