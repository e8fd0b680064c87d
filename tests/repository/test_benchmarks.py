"""Benchmarks: who takes part, who is not timed, what is shown. No test looks at a time."""

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from kata_kit.katas import BY_NAME, PATH, ROOT
from kata_kit.paths import has_benchmark, select
from kata_kit.sources import YourCode
from repository.project import Project, Run, clean_environment

COORDINATES, WINNER = "tictactoe_coordinates", "tictactoe_winner"
WITH = {kata.name for kata in PATH if has_benchmark(kata)}
# As few rounds as there can be.
QUICK = ("--benchmark-only", "--benchmark-max-time=0.001", "--benchmark-min-rounds=1")
LEGEND = "  Outliers: 1 Standard Deviation"


def timed(run: Run) -> set[str]:
    """Whoever has a row in a table."""
    return set(re.findall(r"^(\S.*?) +[\d,.]+ \([\d.>]+\)", run.text, re.MULTILINE))


@pytest.mark.slow
def test_your_code_the_reference_and_all_approaches_take_part(
    untouched: Project,
) -> None:
    """Without an argument all benchmarks are meant; with `--solution` nothing is yours."""
    run = untouched.pytest("--benchmark-only", "--collect-only", "-q")
    found = re.findall(
        r"^tests/(\w+)/bench_\1\.py::\w+(?:\[(\w+).*\])?$", run.text, re.MULTILINE
    )
    assert {kata for kata, _ in found} == WITH
    assert len(WITH) >= 6
    for kata in WITH:
        approaches = (ROOT / "solutions" / "approaches" / kata).glob("*.py")
        expected = {"yours", "reference", *(path.stem for path in approaches)}
        assert expected <= {name for other, name in found if other == kata}
    run = untouched.pytest("--solution", *QUICK, "--collect-only", "-q")
    assert "[reference" in run.text
    assert "[yours" not in run.text


@pytest.mark.slow
def test_code_that_is_not_right_is_not_timed_and_it_is_said(tmp_path: Path) -> None:
    """A kata is not started; another one has a wrong solution and a wrong approach."""
    project = Project(tmp_path / "project")
    wrong = "def has_winning_position(n, coordinates):\n    return n == 6 or right(n, coordinates)"
    project.solve_but("has_winning_position", wrong, COORDINATES)
    approach = (
        project.root / "solutions" / "approaches" / COORDINATES / "row_bitmasks.py"
    )
    approach.write_text("def has_winning_position(n, coordinates):\n    return 2\n")
    katas = f"katas/{COORDINATES}", f"katas/{WINNER}"
    run = project.pytest(*katas, *QUICK, "-k", "(n10 or n30) and not (n100 or n300)")
    text = " ".join(run.text.split())
    said = "not timed: your {}, which does not pass its table yet ({}"
    assert said.format(WINNER, "not started)") in text
    assert re.search(
        re.escape(said.format(COORDINATES, "")) + r".*: \d+ of \d+ cases fail\)", text
    )
    assert timed(run) >= {
        "reference",
        "one_list_of_lines",
        "Go solution",
        "loop of all()",
    }
    assert timed(run).isdisjoint({"yours", "row_bitmasks"})
    assert f"growth of {COORDINATES}: reference n^" in run.text
    # A wrong approach fails the run, and a peer that is not installed is named.
    assert run.exit_code == 1
    assert "row_bitmasks: expected [True], got [2]" in run.text
    line = 'not timed: numpy (not installed: pip install -e ".[peers]")\n'
    assert (line in run.text) is (find_spec("numpy") is None)


@pytest.mark.slow
def test_a_saved_run_stands_beside_the_next_one(project: Project) -> None:
    """With the rows of both, every line but the legend of pytest-benchmark fits 80 columns."""
    project.solve(COORDINATES)
    arguments = f"katas/{COORDINATES}", *QUICK, "-k", "n10 and not n100"
    before = project.pytest(*arguments, "--benchmark-autosave")
    after = project.pytest(*arguments, "--benchmark-compare")
    assert (before.exit_code, after.exit_code) == (0, 0)
    assert {"yours", "reference"} <= timed(before)
    assert {
        "yours (0001)",
        "yours (NOW)",
        "reference (0001)",
        "reference (NOW)",
    } <= timed(after)
    assert [line[:32] for line in after.lines if len(line) > 80] == [LEGEND]
    assert "not timed" not in after.text


def test_a_strangers_code_is_refused(untouched: Project) -> None:
    run = untouched.pytest(f"--submission=solutions/{WINNER}.py", "--benchmark-only")
    assert (run.exit_code, run.text) == (4, "")
    assert "would run that code in the process of pytest" in run.errors


@pytest.mark.parametrize(
    ("path", "benchmarks", "words"),
    [
        (
            "katas/tictactoe_player",
            True,
            "tictactoe_player has no benchmark; these have:\n",
        ),
        (BY_NAME[WINNER].benchmark, False, f"  pytest katas/{WINNER} --benchmark-only"),
    ],
)
def test_a_path_without_a_benchmark_is_refused(
    path: str, benchmarks: bool, words: str
) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        select([path], ROOT, YourCode(), benchmarks=benchmarks)


def test_a_run_of_tests_loads_no_benchmark_and_nothing_of_a_workshop(
    project: Project,
) -> None:
    beside = "[m for m in sys.modules if re.search('bench|kata_workshop|kata_report|jinja2', m)]"
    own = f"import re, sys\n\ndef test_mine():\n    assert {beside} == []\n"
    (project.root / "katas" / WINNER / "test_mine.py").write_text(own, encoding="utf-8")
    run = project.pytest(
        f"tests/{WINNER}", f"katas/{WINNER}/test_mine.py", "--all-stages", "-v"
    )
    assert "test_mine.py::test_mine PASSED" in run.text
    assert f"tests/{WINNER}/test_{WINNER}.py::" in run.text
    assert "/bench_" not in run.text


@pytest.mark.slow
def test_two_contenders_are_timed_in_turn() -> None:
    code = "import ratios; ratios.SECONDS = 0; ratios.main(['reversi_flips'])"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT / "tests" / "benchmarks",
        env=clean_environment(),
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    group, ratio = done.stdout.splitlines()[1:]
    assert group == "reversi_flips: legal moves in eight games"
    assert re.fullmatch(r"  chapter / border +(\d+\.\d\d +){3}1\.5\*?", ratio)
