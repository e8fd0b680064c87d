"""Benchmarks: who takes part, who isn't timed, what is shown; no test asks a time."""

import re
from importlib.util import find_spec

import pytest
from kata_kit.katas import PATH, ROOT
from repository.project import Run

COORDINATES, WINNER = "tictactoe_coordinates", "tictactoe_winner"
WITH = {kata.name for kata in PATH if kata.benchmark.is_file()}
# As few rounds as there can be.
QUICK = ("--benchmark-only", "--benchmark-max-time=0.001", "--benchmark-min-rounds=1")
LEGEND = "  Outliers: 1 Standard Deviation"


def timed(run: Run) -> set[str]:
    """Whoever has a row in a table."""
    return set(re.findall(r"^(\S.*?) +[\d,.]+ \([\d.>]+\)", run.text, re.MULTILINE))


def test_your_code_the_reference_and_all_approaches_take_part(untouched):
    """Collect all benchmarks where none is named; with `--solution` none is yours."""
    run = untouched.pytest("--benchmark-only", "--collect-only", "-q")
    pattern = r"^tests/(\w+)/bench_\1\.py::\w+(?:\[(\w+).*\])?$"
    timed = re.findall(pattern, run.text, re.MULTILINE)
    assert {kata for kata, _ in timed} == WITH
    assert len(WITH) >= 6
    for kata in WITH:
        approaches = (ROOT / "solutions" / "approaches" / kata).glob("*.py")
        names = ["yours", "reference", *(path.stem for path in approaches)]
        assert {(kata, name) for name in names} <= {*timed}
    run = untouched.pytest("--solution", *QUICK, "--collect-only", "-q")
    assert "[reference" in run.text
    assert "[yours" not in run.text


@pytest.mark.slow
def test_code_that_is_not_right_is_not_timed_and_it_is_said(project):
    """A kata isn't started; another one has a wrong solution and a wrong approach."""
    wrong = "def has_winning_position(n, coordinates):\n    return {}\n"
    project.write(wrong.format("n == 6"), COORDINATES)
    approaches = project.root / "solutions" / "approaches" / COORDINATES
    (approaches / "row_bitmasks.py").write_text(wrong.format(2))
    katas = f"katas/{COORDINATES}", f"katas/{WINNER}"
    run = project.pytest(*katas, *QUICK, "-k", "(n10 or n30) and not (n100 or n300)")
    text = " ".join(run.text.split())
    said = "not timed: your {}, which doesn't pass its table yet ({}"
    assert said.format(WINNER, "not started)") in text
    counted = re.escape(said.format(COORDINATES, "")) + r".*: \d+ of \d+ cases fail\)"
    assert re.search(counted, text)
    others = {"reference", "one_list_of_lines", "Go solution", "loop of all()"}
    assert timed(run) >= others
    assert timed(run).isdisjoint({"yours", "row_bitmasks"})
    assert f"growth of {COORDINATES}: reference n^" in run.text
    # A wrong approach fails the run, and a peer that isn't installed is named.
    assert run.exit_code == 1
    assert "row_bitmasks: expected [True], got [2]" in run.text
    line = 'not timed: numpy (not installed: pip install -e ".[peers]")\n'
    assert (line in run.text) is (find_spec("numpy") is None)


@pytest.mark.slow
def test_a_saved_run_stands_beside_the_next_one(project):
    """Every line with rows of both fits 80 columns, but pytest-benchmark's legend."""
    project.solve(COORDINATES)
    arguments = f"katas/{COORDINATES}", *QUICK, "-k", "n10 and not n100"
    before = project.pytest(*arguments, "--benchmark-autosave")
    after = project.pytest(*arguments, "--benchmark-compare")
    assert (before.exit_code, after.exit_code) == (0, 0)
    for name in ("yours", "reference"):
        assert name in timed(before)
        assert timed(after) >= {f"{name} (0001)", f"{name} (NOW)"}
    assert [line[:32] for line in after.lines if len(line) > 80] == [LEGEND]
    assert "not timed" not in after.text


OWN_TEST = """
import re, sys

def test_mine():
    unwanted = re.compile("bench|kata_evening|jinja2")
    assert list(filter(unwanted.search, sys.modules)) == []
"""


def test_a_run_of_tests_loads_no_benchmark_and_nothing_of_an_evening(project):
    own = f"katas/{WINNER}/test_mine.py"
    (project.root / own).write_text(OWN_TEST, encoding="utf-8")
    run = project.pytest(f"tests/{WINNER}", own, "-v")
    assert "test_mine.py::test_mine PASSED" in run.text
    assert f"tests/{WINNER}/test_{WINNER}.py::" in run.text
    assert "/bench_" not in run.text
