"""Benchmarks: what starts them and what does not, who takes part, who is left out, what is shown.

None of these tests looks at a time.
"""

from __future__ import annotations

import importlib
import importlib.util
import re

import pytest
from kata_kit.benchmarks import Group
from kata_kit.benchmarks.contest import REFERENCE, YOURS, names
from kata_kit.benchmarks.tables import Timing, growth_lines, left_out_lines, speed_lines
from kata_kit.katas import PATH, ROOT
from repository.project import Project, Run

WITH = [kata for kata in PATH if (ROOT / f"tests/benchmarks/bench_{kata.name}.py").is_file()]
COORDINATES = "katas/tictactoe_coordinates"
# As few rounds as there can be, and the smallest group.
QUICK = ("--benchmark-only", "--benchmark-max-time=0.001", "--benchmark-min-rounds=1")
SMALLEST = (*QUICK, "-k", "n10 and not n100")

each_kata = pytest.mark.parametrize("kata", [kata.name for kata in WITH])


@pytest.fixture(scope="module")
def not_started(untouched: Project) -> Run:
    """The benchmarks of a kata that is not started."""
    return untouched.pytest(COORDINATES, *QUICK)


def test_these_katas_have_benchmarks() -> None:
    assert {kata.name for kata in WITH} >= {
        "tictactoe_winner",
        "tictactoe_coordinates",
        "tictactoe_negamax",
        "tictactoe_perft",
        "reversi_flips",
        "reversi_bitboards",
    }


@each_kata
def test_a_contest_has_your_code_the_reference_a_source_text_and_all_approaches(kata: str) -> None:
    approaches = {path.stem for path in (ROOT / "solutions" / "approaches" / kata).glob("*.py")}
    for group in groups(kata):
        assert {YOURS, REFERENCE} <= set(names(kata, group))
        assert set(group.without) <= approaches
    first = groups(kata)[0]
    assert approaches <= set(names(kata, first))
    assert [other for other in first.others if not other.needs]


@each_kata
def test_the_names_of_groups_differ_and_fit_a_line(kata: str) -> None:
    titles = [f"{kata}: {group}" for group in groups(kata)]
    assert len(set(titles)) == len(titles)
    assert [title for title in titles if len(title) > 80] == []


def test_a_kata_is_timed_and_everybody_is_in_the_table(not_started: Run) -> None:
    assert not_started.exit_code == 0
    table = not_started.text.partition("tictactoe_coordinates: n=10,")[2].partition("\n\n")[0]
    rows = {line[:38].strip() for line in table.splitlines()[2:]}
    assert rows == {"reference", "one_list_of_lines", "row_bitmasks", "the Go solution"}


def test_the_fastest_is_first_and_has_the_ratio_one(not_started: Run) -> None:
    table = not_started.text.partition("tictactoe_coordinates: n=10,")[2].partition("\n\n")[0]
    ratios = [float(line[50:60].replace(",", "")) for line in table.splitlines()[2:]]
    assert ratios == sorted(ratios)
    assert ratios[0] == 1


def test_growth_has_a_column_for_each_size(not_started: Run) -> None:
    growth = not_started.text.partition("\ngrowth: ")[2].splitlines()
    assert growth[1].split() == [
        "contender",
        *("n=10", "n=30", "n=100", "n=300", "n=1000"),
        "exponent",
    ]


def test_every_line_fits_80_columns(not_started: Run) -> None:
    assert [line for line in not_started.lines if len(line) > 80] == []


def test_tables_fit_80_columns_whatever_is_in_them() -> None:
    slow = Timing("a contender with a name that is far too long", 12345.678, 100_000)
    fast = Timing("b", 1e-9, 1)
    sizes = {10: 0.00123, 30: 0.0123, 100: 0.123, 300: 1.23, 1000: 123.0}
    lines = [
        *speed_lines("a title " * 20, [slow, fast]),
        *growth_lines("a title " * 20, {slow.contender: sizes}),
        *left_out_lines({"yours": "a reason that is long " * 9}),
    ]
    assert [line for line in lines if len(line) > 80] == []


def test_a_stub_is_left_out_with_a_line(not_started: Run) -> None:
    assert "\nleft out: yours (not started)\n" in not_started.text
    assert not re.search(r"^yours ", not_started.text, re.MULTILINE)


def test_a_right_solution_is_timed(project: Project) -> None:
    project.solve("tictactoe_coordinates")
    run = project.pytest(COORDINATES, *SMALLEST)
    assert run.exit_code == 0
    assert re.search(r"^yours +\d", run.text, re.MULTILINE)
    assert "left out" not in run.text


def test_a_wrong_solution_is_left_out_with_what_is_wrong(project: Project) -> None:
    project.solve_but(
        "tictactoe_coordinates",
        "has_winning_position",
        "def has_winning_position(n, coordinates):\n    return n == 6 or right(n, coordinates)",
    )
    run = project.pytest(COORDINATES, *SMALLEST)
    assert run.exit_code == 0
    assert re.search(r"^left out: yours \(.*: \d+ of \d+ cases fail", run.text, re.MULTILINE)
    assert not re.search(r"^yours ", run.text, re.MULTILINE)


SLOW_WHEN_TIMED = """def has_winning_position(n, coordinates):
    cells = list(coordinates) if n == 10 else coordinates
    while n == 10 and len(cells) > 80:
        pass
    return right(n, cells)"""


def test_an_endless_solution_is_stopped_and_left_out(project: Project) -> None:
    """It passes the whole table, and hangs on an input of the benchmark."""
    project.solve_but("tictactoe_coordinates", "has_winning_position", SLOW_WHEN_TIMED)
    run = project.pytest(COORDINATES, *SMALLEST, "--kata-timeout=1")
    assert run.exit_code == 0
    text = " ".join(run.text.split())
    assert "left out: yours, n=10, nine cells of each row, then a full row (a call takes" in text
    assert "longer than 1 s)" in text


def test_a_reference_that_is_wrong_fails_the_run(project: Project) -> None:
    reference = project.root / "solutions" / "tictactoe_coordinates.py"
    code = reference.read_text(encoding="utf-8")
    reference.write_text(code.replace("return True", "return False"), encoding="utf-8")
    run = project.pytest(COORDINATES, *SMALLEST)
    assert run.exit_code == 1
    assert "expected True, got False" in run.text


def test_a_submission_is_timed_in_place_of_your_code(project: Project) -> None:
    run = project.pytest("--submission=solutions/tictactoe_coordinates.py", *SMALLEST)
    assert run.exit_code == 0
    assert re.search(r"^yours +\d", run.text, re.MULTILINE)


def test_with_solution_nothing_is_yours(untouched: Project) -> None:
    run = untouched.pytest("--solution", COORDINATES, *SMALLEST)
    assert run.exit_code == 0
    assert "yours" not in run.text


def test_peers_that_are_not_installed_are_left_out_with_a_line(untouched: Project) -> None:
    run = untouched.pytest("katas/tictactoe_winner", *SMALLEST)
    installed = importlib.util.find_spec("numpy") is not None
    line = '\nleft out: numpy (not installed: pip install -e ".[peers]")\n'
    assert (line in run.text) is not installed


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("-n", "2", COORDINATES), "--benchmark-only and -n: "),
        (("katas/tictactoe_player",), "tictactoe_player: no benchmarks. These have:"),
        (("katas/no_kata",), "no kata is named 'no_kata'"),
        ((f"{COORDINATES}::test_after_the_line",), "and -k to choose, got"),
    ],
    ids=["two processes", "a kata without benchmarks", "no kata", "one test"],
)
def test_what_cannot_be_timed_is_refused(
    untouched: Project, arguments: tuple[str, ...], words: str
) -> None:
    if "-n" in arguments:
        pytest.importorskip("xdist")
    run = untouched.pytest(*arguments, "--benchmark-only")
    assert run.exit_code == 4
    assert words in run.errors


def test_a_kata_without_benchmarks_beside_one_that_has_them_is_named(untouched: Project) -> None:
    run = untouched.pytest(COORDINATES, "katas/tictactoe_game", *SMALLEST)
    assert run.exit_code == 0
    assert "\nwithout benchmarks: tictactoe_game\n" in run.text


def test_without_an_argument_all_benchmarks_are_meant(untouched: Project) -> None:
    run = untouched.pytest("--benchmark-only", "--collect-only", "-q")
    collected = {line.partition("::")[0] for line in run.lines if "::" in line}
    assert collected == {f"tests/benchmarks/bench_{kata.name}.py" for kata in WITH}


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("katas",),
        (COORDINATES,),
        ("tests/tictactoe_coordinates/test_tictactoe_coordinates.py",),
        ("tests",),
    ],
    ids=lambda arguments: " ".join(arguments) or "no argument",
)
def test_a_run_of_tests_starts_no_benchmark(untouched: Project, arguments: tuple[str, ...]) -> None:
    run = untouched.pytest(*arguments, "--collect-only", "-q")
    assert "::" in run.text
    assert "bench_" not in run.text


def test_a_run_of_tests_loads_nothing_of_the_benchmarks(project: Project) -> None:
    own = project.root / COORDINATES / "test_mine.py"
    own.write_text(
        "import sys\n\ndef test_mine():\n"
        "    assert not [m for m in sys.modules if 'benchmark' in m and 'without' not in m]\n",
        encoding="utf-8",
    )
    run = project.pytest(f"{COORDINATES}/test_mine.py")
    assert run.counts == {"passed": 1}


@pytest.mark.parametrize("path", ["tests/benchmarks", "tests/benchmarks/bench_reversi_flips.py"])
def test_a_run_of_tests_on_benchmarks_is_refused(untouched: Project, path: str) -> None:
    run = untouched.pytest(path)
    assert run.exit_code == 4
    assert "a run of tests starts none" in run.errors


def groups(kata: str) -> tuple[Group, ...]:
    """The groups of a kata's benchmarks."""
    found: tuple[Group, ...] = importlib.import_module(f"benchmarks.bench_{kata}").GROUPS
    return found
