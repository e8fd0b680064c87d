"""`pytest --progress` shows the path from the last runs, and runs nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from kata_kit.katas import PATH
from kata_kit.progress import shown
from repository.project import Project, Run

WINNER = "tictactoe_winner"
FOLDER = f"katas/{WINNER}"
GREEN = "[#####] all 5 stages pass"

# A test that saves another file when the table has been run already.
SAVES = """\
from pathlib import Path


def test_save():
    Path(__file__).with_name("tictactoe_winner.py").write_text("# What came later.")
"""


def state(run: Run, kata: str = WINNER) -> str:
    """What is said of a kata, without its name."""
    (line,) = (line for line in run.lines if line.split()[0] == kata)
    return " ".join(line.split()[1:])


def test_before_any_run_nothing_is_known(run: Callable[..., Run]) -> None:
    said = run("--progress", "-p", "no:cacheprovider")
    assert (said.exit_code, len(said.lines)) == (0, len(PATH) + 2)
    assert {state(said, kata.name) for kata in PATH} == {"- not run yet"}
    assert said.last == "next: pytest katas/tictactoe_winner"


@pytest.mark.slow
def test_what_is_green_is_done_until_its_file_is_another_one(project: Project) -> None:
    project.solve(WINNER)
    for part_or_reference in ("-k=diagonal", "--solution"):
        project.pytest(f"{FOLDER}", part_or_reference)
        assert state(project.pytest("--progress")) == "- not run yet"
    project.pytest(FOLDER)
    run = project.pytest("--progress")
    assert (run.exit_code, state(run)) == (0, GREEN)
    assert run.lines[-2:] == [
        f"1 of {len(PATH)} katas are done",
        "next: pytest katas/tictactoe_coordinates",
    ]
    project.write(WINNER, "")
    changed = project.pytest("--progress")
    assert state(changed) == "- changed since its last run"
    assert changed.last == "next: pytest katas/tictactoe_winner"
    project.stub(WINNER).unlink()
    assert state(project.pytest("--progress")) == "- changed since its last run"


def test_what_was_begun_shows_its_stages(project: Project) -> None:
    project.write(WINNER, "def is_solved(board):\n    return -1\n")
    project.pytest(FOLDER)
    assert state(project.pytest("--progress")).startswith("[x....] three by three: ")


def test_what_ran_is_recorded_and_not_what_the_file_became_meanwhile(project: Project) -> None:
    project.solve(WINNER)
    (project.root / FOLDER / "test_save.py").write_text(SAVES, encoding="utf-8")
    assert project.pytest(FOLDER).exit_code == 0
    assert project.stub(WINNER).read_text(encoding="utf-8") == "# What came later."
    assert state(project.pytest("--progress")) == "- changed since its last run"


@pytest.mark.slow
def test_the_progress_is_the_same_with_two_processes(project: Project) -> None:
    project.solve(WINNER)
    project.pytest(FOLDER, "-n", "2")
    assert state(project.pytest("--progress")) == GREEN


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "not run yet"),
        ("[]", "not run yet"),
        ('{"tictactoe_winner": {}}', "not run yet"),
        ('{"tictactoe_winner": ["[#]", "passes", true, "another"]}', "changed since its last run"),
    ],
)
def test_a_damaged_or_an_old_cache_is_not_an_error(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "v" / "katas" / "progress"
    file.parent.mkdir(parents=True)
    file.write_text(text)
    config: Any = SimpleNamespace(
        rootpath=tmp_path,
        getini=lambda name: ".",
        pluginmanager=SimpleNamespace(has_plugin=lambda name: True),
    )
    assert shown(config)[0].split(maxsplit=2) == [WINNER, "-", words]
