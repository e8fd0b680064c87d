"""What the documents say holds, and the rooms have one order.

A `console` block of a document shows what is typed, and what comes of it: bash types it
in a copy of the project. `...` is anything, and a comment is typed but not compared.
"""

import ast
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from doctest import ELLIPSIS, OutputChecker
from hashlib import sha1
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from kata_kit import code, hints
from kata_kit.attempt import stages_of
from kata_kit.katas import BY_NAME, PATH, ROOT, load
from kata_kit.progress import SIGNS
from kata_kit.record import FAILED, NOT_RUN, PASSED
from kata_tables import tictactoe
from repository import warm
from repository.picture import svg
from repository.project import ROWS_ONLY, Project, clean_environment, tracked

from solutions import reversi_bitboards, tictactoe_perft

FILES = [file for file in tracked() if (ROOT / file).is_file()]
if not FILES:
    pytest.skip("git says which files there are", allow_module_level=True)
STATEMENTS = {kata.name: f"katas/{kata.name}/README.md" for kata in PATH}


def files(pattern: str) -> list[str]:
    """Return the files of the project whose names the pattern matches."""
    return [file for file in FILES if re.fullmatch(pattern, file)]


def text_of(*names: str) -> str:
    """Return the texts of files of the project, after each other."""
    return "".join((ROOT / name).read_text(encoding="utf-8") for name in names)


def dead_links(file: str) -> list[str]:
    """Return the links of a document that lead to no file, or to no heading of one."""
    prose = re.sub("(?ms)^```.*?^```$|`[^`\n]*`", "", text_of(file))
    links = re.findall(r"\]\((?!https?://)([^)\s]+)\)", prose)
    return [link for link in links if is_dead(ROOT / file, *link.split("#"))]


def is_dead(document: Path, file: str, anchor: str = "") -> bool:
    """Check that a document has a link to no file, or to no heading of one."""
    path = document.parent / (file or document.name)
    if not (anchor and path.exists()):
        return not path.exists()
    headings = re.findall("(?m)^#+ (.+)$", text_of(str(path)))
    names = [re.sub(r"\]\(.*?\)|[^\w\s-]", "", heading) for heading in headings]
    return anchor not in [name.lower().replace(" ", "-") for name in names]


# Before the line of a statement, in any order, and below it
FIRST = "Bad input|Examples|Hints|Input and output|Rules|Stages"
SECOND = "The small print|What you have learnt|Going further|Where it comes from"
STAGE = r'(?m)^(?:== |@pytest\.mark\.stage\(")([^"\n]+)'
# A call, with two parentheses in each other at most, and what follows "is"
CALL = r"\b([a-z_]+\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))"
EXAMPLE = CALL + r'`? +is +`?(\{.*?\}|\w*\(.*?\)|"\w+"|-?\w+)'


@pytest.mark.parametrize("name", STATEMENTS)
def test_a_statement_has_its_sections_and_hints_and_no_semicolon(name):
    text = text_of(STATEMENTS[name])
    parts = text.split("\n\n---\n\n")
    first, second = (re.findall("(?m)^## (.+)$", part) for part in parts)
    assert (sorted(first), second) == (FIRST.split("|"), SECOND.split("|"))
    prose = re.sub(r"(?m)^( {4}|\|).*|(?s:^```.*?^```$)|`[^`\n]*`", "", text)
    assert re.findall(".*;.*", prose) == []
    stages = re.findall("## Stages\n\n(.*)", text)[0].split(" → ")
    room = text_of(*files(f"tests/{name}/(table.txt|test_.*)"))
    assert {*re.findall(STAGE, room)} == {*stages}
    helped = [hint.stage for hint in hints.all_of(BY_NAME[name])]
    numbers = [str(number) for number, _ in enumerate(helped, 1)]
    assert re.findall(r"<summary>Hint (\d+)", text) == numbers
    assert helped == sorted(helped, key=stages.index)


def examples(kata: str) -> Iterator[tuple[str, object, object]]:
    """Yield the calls in a statement and the cards, with the answers now and there."""
    names: dict[str, Any] = {"Random": random.Random}  # and all of every reference
    for name in (*STATEMENTS, kata):
        names |= vars(import_module(f"solutions.{name}"))
    pairs = re.findall(EXAMPLE, text_of(STATEMENTS[kata]))
    for file in files(r"katas/README\.\w+\.md"):
        _, heading, card = text_of(file).partition(f" [{kata}]({kata}/README.")
        assert heading, f"{file}: add a card of {kata}"
        pairs += re.findall("(?m)^    (.+?) +→  (.+)$", card.partition("\n## ")[0])
    for call, answer in pairs:
        # A call can be part of a drawing, have a board in words, or be refused.
        with suppress(SyntaxError, NameError, ValueError):
            yield call, eval(call, names), eval(answer, names)


def test_the_examples_hold():
    checked = [example for name in STATEMENTS for example in examples(name)]
    assert [example for example in checked if example[1] != example[2]] == []
    assert len(checked) > 50


def numbers() -> Iterator[tuple[str, str]]:
    """Yield what statements say of numbers, each with its kata."""
    tree = [tictactoe_perft.perft(0, 0, depth) for depth in range(10)]
    for kata in ("tictactoe_negamax", "tictactoe_perft"):
        yield kata, f"calls itself {sum(tree) - 1:,} times"
    yield "tictactoe_perft", f" {len(tictactoe.every_board()):,}"
    for depth, nodes in enumerate(tree):
        row = depth, nodes, *tictactoe_perft.statistics(0, 0, depth)
        yield "tictactoe_perft", "".join(f"| {number:,} " for number in row)
    for depth in range(7):
        nodes = reversi_bitboards.perft(1 << 27 | 1 << 36, 1 << 28 | 1 << 35, depth)
        yield "reversi_bitboards", f"| {depth} | {nodes:,} |"


def test_the_numbers_of_the_statements_are_counted():
    texts = {name: text_of(file) for name, file in STATEMENTS.items()}
    assert [each for each in numbers() if each[1] not in texts[each[0]]] == []


@pytest.mark.parametrize("file", files(r"katas/\w+/README\.\w+\.md"))
def test_a_translation_follows_the_english_text(file):
    """If the English text has changed, translate that, and put its new blob here."""
    translated, english = text_of(file), text_of(file[:-6] + ".md")
    content = english.encode()
    blob = sha1(b"blob %d\0%b" % (len(content), content), usedforsecurity=False)
    first, _, _ = translated.partition("\n")
    assert first == f"<!-- follows README.md, blob {blob.hexdigest()} -->"
    for sign in ("^#+ ", "^<details>", "^.* → .*$", rf"^    .*{CALL}"):
        pattern = re.compile(sign, re.MULTILINE)
        assert pattern.findall(translated) == pattern.findall(english)


@pytest.mark.parametrize("file", files(r"katas/README\.\w+\.md"))
def test_the_cards_follow_the_short_form_of_each_statement(file):
    """If an "In short" has changed, translate that, and put its new digest here."""
    texts = map(text_of, STATEMENTS.values())
    short = "".join(re.findall(r"(?s)\*\*In short\*\*.*?\n\n", "".join(texts)))
    digest = sha1(short.encode(), usedforsecurity=False).hexdigest()
    first, _, _ = text_of(file).partition("\n")
    assert first == f"<!-- follows each In short, sha1 {digest} -->"


COUNTED = """
    one two three four five six seven eight nine ten eleven twelve thirteen
    eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn
    uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece
"""
WORDS = {
    word: number
    for line in COUNTED.strip().splitlines()
    for number, word in enumerate(line.split(), 1)
}
LIMITS = {
    r"(\w+) (?:s|seconds) (?:of processor time|a call)": code.SECONDS,
    r"(?:darf|dispone de) (\w+) [Ss]e": code.SECONDS,
    r"(?:a kata (?:together )?ha\w+|together may take) (\w+) s": code.SECONDS
    * code.TIMES_A_CALL,
    r"(\w+) GB of memory": code.MEMORY / 1024**3,
    r"(\w+) (?:exercises|Übungen|ejercicios)": len(PATH),
}


@pytest.mark.parametrize("words", LIMITS)
def test_documents_name_the_limits_of_the_code(words):
    limits = [
        (file, WORDS.get(number.lower()) or float(number))
        for file in files(r"(README|CONTRIBUTING|katas/.*)\.md")
        for number in re.findall(words, text_of(file))
    ]
    assert limits
    wrong = [f"{file}: {said:g}" for file, said in limits if said != LIMITS[words]]
    assert not wrong, "\n".join([f"expected {LIMITS[words]:g}, got", *wrong])


@pytest.mark.parametrize("file", files(r"katas/README(\.\w+)?\.md"))
def test_each_kata_is_in_one_track(file):
    tracks = re.findall(r"\*\*:? \(?(\d+(?:, \d+)+)", text_of(file))
    every_number = [str(number) for number, _ in enumerate(PATH, 1)]
    assert sorted(", ".join(tracks).split(", "), key=int) == every_number
    rows = re.findall(r"(?m)^\| (\d+) \|", text_of("katas/README.md"))
    assert rows == every_number


BLOCK = r"(?ms)^(```console|<!--)\n(\$ .*?)^(?:```|-->)$"
STEP = r"(?m)^\$ (.*<< END\n(?s:.*?)^END|.*)\n((?:(?!\$ ).*\n)*)"
VARYING = r"(?m)={3,}|\d+\.\d\ds|Python 3[.\d]+|^platform .*"
WITH_SCREENS = r"README.md|CONTRIBUTING.md|katas/WORK.*.md|tests/repository/screens.md"
SCREENS = [
    pytest.param(file, section, id=section.partition("\n")[0])
    for file in files(WITH_SCREENS)
    for section in text_of(file).split("\n## ")
    if re.search(BLOCK, section)
]


def screens_of(commands: list[str], project: Project) -> list[str]:
    """Type commands into bash, and return what each of them shows."""
    server = project.server.fileno()
    pytest = f'pytest() {{ "{sys.executable}" -SE "{warm.__file__}" {server} "$@"; }}'
    between = "\n(code=$?; printf '\\036'; exit $code)\n"
    text = subprocess.check_output(
        ["bash", "-c", between.join([f"{pytest}\nexec 2>&1", *commands, "true"])],
        cwd=project.root,
        env=clean_environment(),
        encoding="utf-8",
        pass_fds=[server],
    )
    return text.split("\x1e")[1:-1]


def is_like(screen: str, expected: str) -> bool:
    """Compare a screen with that of a document; the dots of passed tests are dots."""
    expected, screen = (re.sub(r"\.{4,}", "····", text) for text in (expected, screen))
    expected = re.sub(VARYING, "...", expected)
    return OutputChecker().check_output(expected, screen, ELLIPSIS)


@pytest.mark.skipif(sys.platform == "win32", reason="the commands are those of bash")
@pytest.mark.parametrize(("file", "section"), SCREENS)
def test_a_screen_is_as_it_stands_there(file, section, project, request):
    blocks = re.findall(BLOCK, section)
    steps = [(mark, *step) for mark, text in blocks for step in re.findall(STEP, text)]
    screens = screens_of([command for _, command, _ in steps], project)
    for (mark, command, expected), screen in zip(steps, screens, strict=True):
        if mark == "<!--" or is_like(screen, expected) or screen == expected:
            continue
        assert request.config.getoption("update"), f"{OUT_OF_DATE}\n{screen}"
        document = (ROOT / file).read_text(encoding="utf-8")
        typed = f"$ {command}\n"
        text = document.replace(typed + expected, typed + constant(screen))
        (ROOT / file).write_text(text, encoding="utf-8")


OUT_OF_DATE = (
    "If this is as it should be, run\n"
    "pytest tests/repository/test_documents.py --update\nand read the diff. It's now:"
)


def constant(screen: str) -> str:
    """Return a screen with `...` for what is another one on another machine."""
    screen = re.sub(r"(?m)^(platform|rootdir:|configfile:|plugins:) .*", "...", screen)
    return re.sub(r"\d+\.\d\ds", "1.00s", screen)


PICTURE = ROOT / "tests/repository/failure.svg"


@pytest.mark.skipif(sys.version_info < (3, 11), reason="may have an older pytest")
def test_the_picture_of_the_first_page_is_a_real_screen(project, request):
    project.write(ROWS_ONLY.lstrip())
    screen = project.pytest("katas/tictactoe_winner", "--color=yes").text
    _, line, failures = constant(screen).partition("\n" + " FAILURES ".center(80, "="))
    picture = svg("$ pytest katas/tictactoe_winner\n..." + line + failures)
    if request.config.getoption("update"):
        PICTURE.write_text(picture, encoding="utf-8")
    assert PICTURE.read_text(encoding="utf-8") == picture, OUT_OF_DATE


def test_the_first_page_explains_its_picture():
    total = stages_of(load(PATH[0].tests))["three by three"]
    signs = [f"`{SIGNS[state]}`" for state in (PASSED, FAILED, NOT_RUN)]
    page = text_of("README.md")
    assert "{} passes, {} fails, {} hasn't run yet".format(*signs) in page
    assert f"first stage has {total} tests: {total - 1} rows of the table" in page


MAY_IMPORT = {
    "kata_tables": "",
    "kata_guard": "",
    "kata_kit": "kata_tables kata_guard",
    "kata_loop": "kata_tables kata_guard kata_kit",
    "kata_page": "kata_tables kata_guard kata_kit kata_loop",
    "kata_evening": "kata_tables kata_guard kata_kit kata_loop kata_page",
    **dict.fromkeys(STATEMENTS, "kata_tables"),
}


def wrong_imports(file: str) -> set[str]:
    """Return the packages that a file imports, and may not."""
    imported = {*re.findall(r"(?m)^\s*(?:from|import) (\w+)", text_of(file))}
    room = [*Path(file).parts, ""][1]
    others = {path.name for path in (ROOT / "tests").iterdir()} - {room}
    allowed = MAY_IMPORT.get(room, " ".join(others)).split()
    return imported & {"_pytest", "tests", *others.difference(allowed)}


def too_long(file: str) -> list[str]:
    """Return what has more than 250 lines, or 40 if it's a function."""
    text, long = text_of(file), list[str]()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            length = (node.end_lineno or 0) - node.lineno + 1
            long += [node.name] * (length > 40)
    return long + ["the module"] * (text.count("\n") > 250)


def elsewhere(file: str) -> list[str]:
    """Return the hosts of registries, and the numbers of issues, in a file."""
    hosts = "pypi org|pythonhosted org|npmjs org|npmjs com".replace(" ", r"\.")
    issues = r"\bissues? #?\d|(?<![\w&/#])#\d{1,2}\b"
    return re.findall(rf"(?i){hosts}|{issues}", text_of(file))


def test_git_has_no_lock_file_and_nothing_that_it_ignores():
    listed = ["git", "ls-files", "--cached", "--ignored", "--exclude-standard"]
    ignored = subprocess.run(listed, cwd=ROOT, capture_output=True, check=False).stdout
    assert (ignored, files(r".*(\.lock|-lock\.\w+)")) == (b"", [])


CHECKS = {
    dead_links: r".*\.md",
    wrong_imports: r"(.*/)?(?!bench_)\w+\.py",
    too_long: r"tests/kata_.*\.py",
    elsewhere: r".*\.(md|py|toml|yml|txt|html|jinja|js)",
}


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_no_file_has(check):
    checked = {file: check(file) for file in files(CHECKS[check])}
    assert {file: wrong for file, wrong in checked.items() if wrong} == {}
