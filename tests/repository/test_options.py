"""What the options of one person's run choose and show; whole runs stand in runs.txt."""

import shlex
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from kata_kit import debugger
from kata_kit.attempt import ATTEMPT, title_of
from kata_kit.choosing import choose, is_expression, take_text
from kata_kit.choosing import option as case
from kata_kit.fixture import Kata
from kata_kit.hints import all_of as hints
from kata_kit.hints import first as first_hints
from kata_kit.in_process import InProcess
from kata_kit.katas import BY_NAME, PATH, KataFiles
from kata_kit.progress import digest, of_config, written
from kata_tables.arguments import Call
from repository.project import WINNER, Project, Terminal
from repository.screen import too_long
from repository.tables import rows, under_test

FIRST = BY_NAME[WINNER]
FOLDER = f"katas/{WINNER}"
TITLES = [row.title for row in rows(FIRST)]
TOP_ROW = "The top row of X wins"

each_kata = pytest.mark.parametrize("kata", PATH, ids=lambda kata: kata.name)


@pytest.fixture(autouse=True)
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal of 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")


def chosen(*, case: str = "", keyword: str = "") -> list[str]:
    """The titles of the cases that options choose in the first kata."""
    config: Any = SimpleNamespace(
        getoption={"case": case or None}.get,
        option=SimpleNamespace(keyword=keyword),
        stash=pytest.Stash(),
        hook=SimpleNamespace(pytest_deselected=lambda items: None),
    )
    take_text(config)
    items: list[Any] = []
    for row in rows(FIRST):
        items.append(SimpleNamespace(name=row.name, stash=pytest.Stash()))
        items[-1].stash[ATTEMPT] = row.attempt(FIRST, "")
    choose(config, items)
    return [title_of(item) for item in items]


def refused(**options: str) -> list[str]:
    """The lines of the error that options get."""
    with pytest.raises(pytest.UsageError) as error:
        chosen(**options)
    return str(error.value).splitlines()


@pytest.mark.parametrize(
    ("options", "titles"),
    [
        ({"case": TOP_ROW}, [TOP_ROW]),
        ({"case": "top row of x"}, [TOP_ROW]),
        ({"case": f"test_row[{TOP_ROW}]"}, [TOP_ROW]),
        (
            {"keyword": "Row of X"},
            [title for title in TITLES if "row of x" in title.lower()],
        ),
        ({"keyword": "row and not X"}, TITLES),  # An expression is left to pytest.
    ],
)
def test_a_part_of_its_name_names_a_case(
    options: dict[str, str], titles: list[str]
) -> None:
    assert chosen(**options) == titles


def test_a_name_that_none_has_or_several_is_refused_with_those_that_are_near() -> None:
    having = [title for title in TITLES if "row of" in title]
    problem, *names = refused(case="row of")
    assert (
        problem == f"'row of' is in the names of {len(having)} cases; expected one of:"
    )
    more = [f"  ... and {len(having) - 5} more"] if len(having) > 5 else []
    assert names == [f"  {title}" for title in having[:5]] + more
    problem, name, *_ = refused(case="the top row of x wons")
    assert problem == "no case is named 'the top row of x wons'. Did you mean:"
    assert name == f"  {TOP_ROW}"
    assert refused(case="zzz") == ["no case is named 'zzz'."]
    assert refused(keyword="no such case") == ["no case is named 'no such case'."]


def test_what_pytest_reads_is_an_expression_and_the_rest_is_text() -> None:
    read = [
        "row",
        "row and X",
        "not (row or X)",
        "test_row[X",
        "a.py::test_row",
        "",
        "and-or",
    ]
    assert [text for text in read if not is_expression(text)] == []
    refused = ["top row", "row and", "X, O", "it's", "row(X)", "()", "not", "(X"]
    assert [text for text in refused if is_expression(text)] == []


@each_kata
def test_the_option_of_a_case_names_it_alone(kata: KataFiles) -> None:
    titles = {row.title for row in rows(kata)}
    for title in titles:
        (text,) = shlex.split(case(title, titles, 200).removeprefix("--case="))
        (part,) = shlex.split(case(title, titles, 40).removeprefix("--case="))
        assert text == title
        assert [one for one in titles if part.lower() in one.lower()] == [
            title
        ] or part == title
    # Signs of the shell are quoted.
    assert case('"$x" and `y`', [], 80) == """--case='"$x" and `y`'"""


def headings(lines: list[str]) -> list[str]:
    """The headings of the hints among lines of a run."""
    return [line for line in lines if line.startswith("hint ")]


def test_two_hints_are_shown_as_they_stand_in_the_statement() -> None:
    lines = first_hints(FIRST, 2)
    assert headings(lines) == [
        f"hint {number} of 4 for tictactoe_winner:" for number in (1, 2)
    ]
    told = " ".join(" ".join(lines).split())
    assert [" ".join(hint.split()) in told for hint in hints(FIRST)] == [
        True,
        True,
        False,
        False,
    ]
    # A sentence begins where it does there.
    first = [
        line.split()[:3] for hint in hints(FIRST)[:2] for line in hint.splitlines()
    ]
    assert [
        words for words in first if words not in [line.split()[:3] for line in lines]
    ] == []


def test_paragraphs_and_code_of_a_hint_stay_as_they_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("kata_kit.hints.all_of", lambda kata: ["One.\n\n    two = 2"])
    assert first_hints(FIRST, 1)[2:] == ["  One.", "", "      two = 2"]


@each_kata
def test_all_hints_fit_the_terminal_and_that_there_are_no_more_is_said(
    kata: KataFiles,
) -> None:
    lines, number = first_hints(kata, 99), len(hints(kata))
    assert too_long("\n".join(lines)) == []
    assert [line for line in lines if line != line.rstrip()] == []
    assert len(headings(lines)) == number
    assert lines[-1] == f"There are no more than {number} hints for {kata.name}."


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "not run yet"),
        ("[]", "not run yet"),
        ('{"tictactoe_winner": {}}', "not run yet"),
        ('{"tictactoe_winner": ["[#]", "passes", true, "d"]}', "not run yet"),
        (
            '{"tictactoe_winner": {"states": ["passed"], "words": "passes",'
            ' "green": true, "digest": "another"}}',
            "changed since its last run",
        ),
    ],
)
def test_a_damaged_or_an_old_cache_is_not_an_error(
    tmp_path: Path, text: str, words: str
) -> None:
    file = tmp_path / "v" / "katas" / "progress"
    file.parent.mkdir(parents=True)
    file.write_text(text)
    plugins = SimpleNamespace(has_plugin=lambda name: True)
    config: Any = SimpleNamespace(
        rootpath=tmp_path, getini=lambda name: ".", pluginmanager=plugins
    )
    first, *_, last = written(of_config(config))
    assert first.split(maxsplit=2) == [WINNER, "-", words]
    assert last == f"next: pytest {FOLDER}"
    plugins.has_plugin = lambda name: False  # With `-p no:cacheprovider`.
    assert written(of_config(config))[0].endswith("not run yet")
    assert digest(tmp_path / "missing.py", FIRST)


# How a learner looks into a run: `--pdb` and `--trace-case`


@pytest.mark.parametrize(
    ("kata", "test", "code"),
    [
        (WINNER, "test_every_reachable_board", "def is_solved(board): return -1"),
        ("tictactoe_game", "test_row", "def main(choose_move): print(input())"),
        (
            "reversi_flips",
            "test_new_board_for",
            "def new_board(): return BOARD\nBOARD = [[' '] * 8] * 8",
        ),
    ],
)
def test_the_call_that_is_made_again_is_the_one_that_failed(
    tmp_path: Path, kata: str, test: str, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # It offers the references that the code may import, here none, to all of this
    # process.
    monkeypatch.setitem(sys.modules, "solutions", ModuleType("solutions"))
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path])
    file = tmp_path / f"{kata}.py"
    file.write_text(code, encoding="utf-8")
    callee, again = InProcess(file, kata, {}), list[Any]()
    for row in rows(BY_NAME[kata]):
        fixture = Kata(kata, callee)
        if row.name.startswith(test) and not row.holds(fixture):
            break
    asked = fixture.kata_code
    callee.again(
        asked, lambda f, *arguments: again.append((f.__name__, repr(arguments)))
    )
    assert asked.mismatch is not None
    call = asked.mismatch.call
    assert again[0][0] == call.function
    assert (
        callee.traceback is None
    )  # The debugger makes the call, and shows no way to the error.
    assert kata != WINNER or again[0][1] == repr(call.arguments)


def test_pdb_can_be_used_in_a_terminal(project: Project) -> None:
    project.write("def is_solved(board):\n    return board[7]\n")
    terminal = Terminal(project.root, "-m", "pytest", f"katas/{WINNER}", "--pdb")
    for line in ("p len(board)", "q"):
        terminal.expect(r"\(Pdb\) $")
        terminal.type(f"{line}\n")
    assert (terminal.end(), "p len(board)\n3\n" in terminal.screen) == (1, True)


BOARD = [[1, 2], [0, 0]]
COUNTS = """\
def is_solved(board):
    full = False
    for row in board:
        print(row)
        full |= is_full(row)
    return full


def is_full(row):
    return all(cell for cell in row)
"""
TRACE = """
trace:
      is_solved(board=[[1, 2], [0, 0]])
   2      full = False              full = False
   3      for row in board:         row = [1, 2]
   4          print(row)
   5          full |= is_full(row)  full = True
      is_full(row=[1, 2])
  10      return all(cell for cell in row)
      returns True
   3      for row in board:         row = [0, 0]
   4          print(row)
   5          full |= is_full(row)
      is_full(row=[0, 0])
  10      return all(cell for cell in row)
      returns False
   3      for row in board:
   6      return full
      returns True"""
ENDLESS = """\
def is_solved(board):
    total = 0
    while True:
        try: total += 1
        except: pass
"""


def trace(folder: Path, code: str, *, whole: bool = False) -> list[str]:
    """The trace of a call that has been made."""
    file = folder / f"{WINNER}.py"
    file.write_text(code, encoding="utf-8")
    kata = Kata(WINNER, under_test(file, seconds=0.3))
    kata.kata_code.ask("is_solved", "answer", [(BOARD,)])
    return debugger.traced(kata.kata_code, Call("is_solved", (BOARD,)), whole=whole)


def test_the_lines_that_ran_stand_with_what_they_changed(tmp_path: Path) -> None:
    assert trace(tmp_path, COUNTS) == TRACE.splitlines()


def test_an_endless_loop_is_cut_to_a_screen(tmp_path: Path) -> None:
    lines = trace(tmp_path, ENDLESS)
    assert lines[-1] == f"    stopped after {debugger.MOST_LINES:,} lines"
    assert len(lines) == debugger.FIRST + debugger.LAST + 4
    assert lines[debugger.FIRST + 2] == "    ... (-v shows more)"
    assert "total = 2499" in lines[-3] + lines[-2]
    assert len(trace(tmp_path, ENDLESS, whole=True)) > 100


def test_an_exception_is_named_in_each_function_that_it_leaves(tmp_path: Path) -> None:
    lines = trace(tmp_path, COUNTS.replace("all(", "undefined("))
    assert [line.strip() for line in lines[-2:]] == ["raises NameError"] * 2


def test_a_session_is_not_traced() -> None:
    file = BY_NAME["tictactoe_game"].solution
    kata = Kata("tictactoe_game", under_test(Path(file).resolve()))
    kata.kata_code.ask("main", "session", [({"typed": []},)])
    (line,) = debugger.traced(kata.kata_code, Call("main"), whole=False)
    assert line.endswith("--pdb steps through it")
