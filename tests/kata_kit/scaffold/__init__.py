"""A new kata's files, with what is to be written marked in them: `python tests/kata_kit new NAME`.

The templates stand beside this file. Until the last `FILL IN` is gone, the tests of the repository
are red: `pytest tests/repository -k NAME` lists what is left.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path
from string import Template

from kata_kit.katas import BY_NAME, PATH, ROOT, KataFiles

# What marks a place that is left to write, in all files but the stub's own `# TODO:`.
MARK = "FILL IN"

USAGE = """\
usage: python tests/kata_kit new NAME

Makes the files of a new kata and enters it in the path. NAME is words in lower
case, such as connect_four_winner.
"""
# A name stands in front of every line of a summary, which has 80 columns.
LONGEST_NAME = 30
NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")


class Refused(ValueError):
    """A kata cannot be made; the message is for the terminal."""


def main(arguments: Sequence[str]) -> int:
    """Make a kata as the command line says.

    Returns:
        The exit code: 0, or 2 when nothing was made.
    """
    if len(arguments) != 2 or arguments[0] != "new":
        print(USAGE, end="", file=sys.stderr)
        return 2
    name = arguments[1]
    try:
        made = make(name, ROOT)
    except (Refused, OSError) as error:
        print(f"error: {error}\nNothing was made.", file=sys.stderr)
        return 2
    print("made:", *(f"  {file}" for file in made), sep="\n")
    print("entered in:", *(f"  {file}" for file in WIRED), sep="\n")
    print(f"next: write {KataFiles(name).statement}")
    print(f"then: pytest tests/repository -k {name}")
    return 0


def make(name: str, root: Path) -> list[str]:
    """Make the files of a kata and enter it in the path; all of it, or nothing.

    Args:
        name: the name of the kata.
        root: the root of the repository.

    Returns:
        The new files, from the root.

    Raises:
        Refused: if the name cannot be that of a new kata, or a file is not as expected.
        OSError: if a file cannot be written.
    """
    check(name)
    new = new_files(name)
    there = [file for file in new if (root / file).exists()]
    if there:
        raise Refused(f"expected no file of {name} yet, but there is {there[0]}")
    changed = {file: wire(name, read(root / file)) for file, wire in WIRED.items()}
    write(root, {**new, **changed})
    return list(new)


def check(name: str) -> None:
    """Refuse what cannot be the name of a new kata.

    Raises:
        Refused: and says why.
    """
    if name in BY_NAME:
        raise Refused(f"there is a kata {name!r} already: {BY_NAME[name].statement}")
    if not NAME.fullmatch(name):
        raise Refused(
            f"expected words in lower case with _ between them, got {name!r};\n"
            "the name of a kata is the name of a Python module"
        )
    if len(name) > LONGEST_NAME:
        raise Refused(f"expected at most {LONGEST_NAME} characters, got {len(name)}: {name!r}")
    if iskeyword(name):
        raise Refused(f"{name!r} is a keyword of Python: no module can have this name")
    if name in sys.stdlib_module_names:
        raise Refused(f"{name!r} is a module of Python itself, which the kata would hide")
    if name.startswith("test_") or name.endswith("_test"):
        raise Refused(f"{name!r} is a name for tests: pytest would collect the stub")
    if name == "approaches" or find_spec(name):
        raise Refused(f"{name!r} is the name of another module or folder that is in use")


def new_files(name: str) -> dict[str, str]:
    """The text of each new file, by its path from the root, in the order of writing."""
    kata = KataFiles(name)
    templates = {
        kata.statement: "statement.md.txt",
        kata.stub: "stub.py.txt",
        kata.solution: "solution.py.txt",
        kata.table: "table.py.txt",
        f"{kata.misconceptions}/name_of_the_mistake.py": "misconception.py.txt",
        kata.benchmark: "benchmark.py.txt",
        f"tests/repository/equivalent_mutants/{name}.py": "equivalent_mutants.py.txt",
    }
    words = {"name": name, "title": name.replace("_", " ").capitalize()}
    return {
        file: Template(read(Path(__file__).with_name(template))).substitute(words)
        for file, template in templates.items()
    }


def in_path(name: str, text: str) -> str:
    """`tests/kata_kit/katas.py` with the kata at the end of `PATH`."""
    return with_line(text, r"^PATH = \(\n(?:.+\n)*?(?=\)\n)", f'    KataFiles("{name}"),\n')


def in_readme(name: str, text: str) -> str:
    """`README.md` with a row for the kata."""
    row = f"| [{name}](katas/{name}/README.md) | {MARK}: what you write | {MARK} |\n"
    return with_line(text, LAST_ROW.format(prefix=r"\| ", folder="katas/"), row)


def in_katas(name: str, text: str) -> str:
    """`katas/README.md` with a row for the kata, and one for its source."""
    number = len(PATH) + 1
    row = f"| {number} | [{name}]({name}/README.md) | {MARK} | {MARK} | {MARK}: what it needs |\n"
    source = f"| {number} | {MARK}: the text that {name} comes from |\n"
    text = with_line(text, LAST_ROW.format(prefix=r"\| \d+ \| ", folder=""), row)
    return with_line(text, r"^\| katas \| text \|\n(?:\|.*\n)+", source)


# The last row of a table of katas, and what is before it.
LAST_ROW = r"(?:^{prefix}\[(\w+)\]\({folder}\1/README\.md\) \|.*\n)+"

# The files that name every kata, and what enters a new one there.
WIRED = {
    "tests/kata_kit/katas.py": in_path,
    "katas/README.md": in_katas,
    "README.md": in_readme,
}


def with_line(text: str, before: str, line: str) -> str:
    r"""The text with a line behind the part that a pattern matches.

    >>> with_line("a: 1\nb: 2\n", "^a.*\n", "a: 3\n")
    'a: 1\na: 3\nb: 2\n'

    Raises:
        Refused: if nothing matches.
    """
    found = re.search(before, text, re.MULTILINE)
    if found is None:
        raise Refused(f"found no place for this line:\n  {line.rstrip()}")
    return text[: found.end()] + line + text[found.end() :]


def read(path: Path) -> str:
    """The text of a file."""
    return path.read_text(encoding="utf-8")


def write(root: Path, files: Mapping[str, str]) -> None:
    """Write all files; if one cannot be written, leave everything as it was.

    Raises:
        OSError: for the file that cannot be written.
    """
    before = {file: read(root / file) if (root / file).exists() else None for file in files}
    folders: list[Path] = []
    try:
        for file, text in files.items():
            folder = (root / file).parent
            if not folder.exists():
                folder.mkdir()
                folders.append(folder)
            (root / file).write_text(text, encoding="utf-8", newline="\n")
    except OSError:
        for file, old in before.items():
            if old is not None:
                (root / file).write_text(old, encoding="utf-8", newline="\n")
            elif (root / file).parent.is_dir():
                (root / file).unlink(missing_ok=True)
        for folder in folders:
            folder.rmdir()
        raise
