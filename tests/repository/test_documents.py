"""What the documents say holds, and the rooms have one order.

`test_screens.py` has the screens in them, and `test_katas.py` what a kata must have.
"""

import ast
import random
import re
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha1
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from kata_kit import code, hints
from kata_kit.katas import BY_NAME, PATH, ROOT
from kata_tables import tictactoe
from repository.texts import FILES, files, text_of

from solutions import reversi_bitboards, tictactoe_perft

if not FILES:
    pytest.skip("git says which files there are", allow_module_level=True)
STATEMENTS = {kata.name: f"katas/{kata.name}/README.md" for kata in PATH}


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
        _, _, card = text_of(file).partition(f" [{kata}]({kata}/README.")
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


def line_of(place: re.Match[str]) -> int:
    return place.string.count("\n", 0, place.start()) + 1


@pytest.mark.parametrize("words", LIMITS)
def test_documents_name_the_limits_of_the_code(words):
    places = [
        (file, place)
        for file in files(r"(README|CONTRIBUTING|katas/.*)\.md")
        for place in re.finditer(words, text_of(file))
    ]
    assert places
    wrong = [
        f"{file}:{line_of(place)}: {place[1]}"
        for file, place in places
        if (WORDS.get(place[1].lower()) or float(place[1])) != LIMITS[words]
    ]
    assert not wrong, "\n".join([f"expected {LIMITS[words]:g}, got", *wrong])


@pytest.mark.parametrize("file", files(r"katas/README(\.\w+)?\.md"))
def test_each_kata_is_in_one_track(file):
    tracks = re.findall(r"\*\*:? \(?(\d+(?:, \d+)+)", text_of(file))
    every_number = [str(number) for number, _ in enumerate(PATH, 1)]
    assert sorted(", ".join(tracks).split(", "), key=int) == every_number
    rows = re.findall(r"(?m)^\| (\d+) \|", text_of("katas/README.md"))
    assert rows == every_number


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
    for node in ast.walk(ast.parse(text if file.endswith(".py") else "")):
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
    too_long: r"tests/(kata_|repository).*\.(py|js)",
    elsewhere: r".*\.(md|py|toml|yml|txt|html|jinja|js)",
}


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_no_file_has(check):
    checked = {file: check(file) for file in files(CHECKS[check])}
    assert {file: wrong for file, wrong in checked.items() if wrong} == {}
