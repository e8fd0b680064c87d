"""A new kata: `python -m katas new NAME` makes one, and takes it away again.

Its code, its table and its mistakes are those of another kata, as an example that runs.
No prose is copied: the statement and the rows in the lists of katas say what to write.
"""

import re
import shutil
import sys
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path
from tempfile import mkdtemp

from kata_kit.katas import PATH, ROOT, KataFiles
from kata_kit.spelling import Parser

MODEL = PATH[0]

TO_DO = """\
write, with a TODO in each:
  katas/{0}/README.md
  katas/README.md, README.md               the row of {0}
write anew:
  katas/{0}/{0}.py, solutions/{0}.py, tests/{0}/
add:
  tests/kata_kit/katas.py                  the katas it needs, its place in PATH
  katas/README.es.md, katas/README.de.md   a card
  katas/WORKSHOP.md                        three questions
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

# By file, the row of a new kata: of its name and its number.
ROWS = {
    "tests/kata_kit/katas.py": '    KataFiles("{0}"),\n',
    "katas/README.md": "| {1} | [{0}]({0}/README.md) | TODO minutes |"
    " TODO: what one learns | TODO: what it needs |\n",
    "README.md": "| [{0}](katas/{0}/README.md) | TODO: what you write |"
    " TODO: how hard |\n",
}

# What its author has written about a kata, beside its files and rows.
BY_HAND = (
    "katas/README.es.md",
    "katas/README.de.md",
    "katas/WORKSHOP.md",
    "CHANGELOG.md",
)

# Where the files of a kata stand.
PLACES = "katas/{}", "tests/{}", "solutions/{}.py", "solutions/approaches/{}"

NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")


def main(arguments: Sequence[str]) -> int:
    """Make or remove a kata; the exit code is 2 when nothing was done."""
    what = f"Make a kata with the code of {MODEL.name}, and enter it in the path."
    parser = Parser("python -m katas new", description=what)
    parser.add_argument(
        "name", metavar="NAME", help="words in lower case, such as connect_four_winner"
    )
    parser.add_argument(
        "--remove",
        action="store_true",
        help="take it out of the path, and move its files to another folder",
    )
    options = parser.parse_args(arguments)
    try:
        if options.remove:
            print(f"moved to {remove(options.name)}")
            left = [file for file in BY_HAND if options.name in read(file)]
            print(*(f"{file} still names it" for file in left), sep="\n")
        else:
            made = make(options.name)
            print("made:", *(f"  {file}" for file in made), sep="\n")
            print(TO_DO.format(options.name))
    except ValueError as error:
        print(f"error: {error}\nNothing was changed.", file=sys.stderr)
        return 2
    return 0


def make(name: str) -> list[str]:
    """Make a kata and enter it in the path; return the new files.

    Nothing is made, and a ValueError for the terminal is raised, if the name cannot be
    that of a new kata, or a file is not as expected.
    """
    check(name)
    texts = copied(name)
    made = list(texts)
    for file in made:
        if (ROOT / file).exists():
            raise ValueError(f"expected no file of {name} yet, but there is {file}")
    for file, row in ROWS.items():
        last = find_row(read(file), file, PATH[-1].name)
        new = last + row.format(name, len(PATH) + 1)
        texts[file] = read(file).replace(last, new)
    write(texts)
    return made


def copied(name: str) -> dict[str, str]:
    """Return the texts of the files of a new kata, by file."""
    texts = {}
    for file in files_of(MODEL):
        text = read(file).replace(MODEL.name, name)
        if file == MODEL.statement:
            headings = re.findall("^## .*\n", text, re.MULTILINE)
            text = "\n".join([BEGINNING, *(f"{one}\nTODO\n" for one in headings)])
            text = text.format(name)
        elif file.endswith("/table.txt"):
            text = re.sub(r"^from: .*\n", "", text, flags=re.MULTILINE)
        if file != MODEL.benchmark:
            texts[file.replace(MODEL.name, name)] = text
    return texts


def files_of(kata: KataFiles) -> list[str]:
    """Return the files of one kata, from the root: statement, stub, reference, room."""
    room = sorted((ROOT / kata.table).parent.glob("*.*"))
    files = [path.relative_to(ROOT).as_posix() for path in room]
    return [kata.statement, kata.stub, kata.solution, *files]


def remove(name: str) -> Path:
    """Move the files of a kata to a new folder, with its rows; return the folder.

    Raises:
        ValueError: there is no such kata, or others need it.
    """
    if needed_by := [kata.name for kata in PATH if name in kata.needs]:
        raise ValueError(f"{', '.join(needed_by)} need {name}")
    rows = {file: find_row(read(file), file, name) for file in ROWS}
    folder = Path(mkdtemp(prefix=f"{name}-"))
    (folder / "rows.txt").write_text("".join(rows.values()), encoding="utf-8")
    write({file: read(file).replace(row, "") for file, row in rows.items()})
    for pattern in PLACES:
        place = pattern.format(name)
        if (ROOT / place).exists():
            (folder / place).parent.mkdir(parents=True, exist_ok=True)
            shutil.move(ROOT / place, folder / place)
    return folder


def find_row(text: str, file: str, name: str) -> str:
    """Return the row of a kata in the text of a file."""
    pattern = rf'^    KataFiles\(\s*"{name}".*?\),\n|^\|[^\n]*\[{name}\]\([^\n]*\n'
    found = re.search(pattern, text, re.MULTILINE | re.DOTALL)
    if not found:
        raise ValueError(f"{file}: expected a row of {name}, found none")
    return found[0]


def read(file: str) -> str:
    return (ROOT / file).read_text(encoding="utf-8")


def write(texts: Mapping[str, str]) -> None:
    for file, text in texts.items():
        (ROOT / file).parent.mkdir(exist_ok=True)
        (ROOT / file).write_text(text, encoding="utf-8", newline="\n")


def check(name: str) -> None:
    """Raise a ValueError for what cannot be the name of a new kata."""
    is_name = NAME.fullmatch(name) and not iskeyword(name)
    # pytest would collect a stub of such a name.
    is_test = name.startswith("test_") or name.endswith("_test")
    # Python takes a room for a module, and a folder of approaches for one, too.
    modules = name, f"solutions.{name}"
    if not is_name or is_test or any(map(find_spec, modules)):
        raise ValueError(
            "expected words in lower case with _ between them, no name of a test,\n"
            f"and none that a kata or a module has; got {name!r}"
        )
