"""`python tests/kata_kit new NAME` makes all of a kata or nothing, and all of it red."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from repository.project import ROOT, Project, Run, clean_environment

NAME = "nine_mens_morris"
TO_WRITE = [
    f"katas/{NAME}/README.md",
    f"katas/{NAME}/{NAME}.py",
    f"solutions/{NAME}.py",
    f"tests/test_{NAME}.py",
    f"tests/misconceptions/{NAME}/name_of_the_mistake.py",
    f"tests/benchmarks/bench_{NAME}.py",
]
FILES = [*TO_WRITE, f"tests/repository/equivalent_mutants/{NAME}.py"]
WIRED = ["tests/kata_kit/katas.py", "katas/README.md", "README.md"]


@pytest.fixture
def whole(tmp_path: Path) -> Project:
    """A copy of the project with everything that an author needs."""
    return copy(tmp_path / "project")


@pytest.fixture(scope="module")
def scaffolded(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A copy with a new kata of which nothing is written; no test changes it."""
    project = copy(tmp_path_factory.mktemp("scaffolded") / "project")
    assert new(project, NAME).exit_code == 0
    return project


@pytest.fixture(scope="module")
def checked(scaffolded: Project) -> Run:
    """What the repository's own tests say about it."""
    return scaffolded.pytest("tests/repository", "-k", NAME)


def copy(root: Path) -> Project:
    """A copy of the project with its READMEs and its own tests."""
    project = Project(root)
    shutil.copy(ROOT / "README.md", root)
    without = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "tests" / "repository", root / "tests" / "repository", ignore=without)
    return project


def new(project: Project, *arguments: str, here: Path | None = None, path: str = "") -> Run:
    """Run the tool as an author does."""
    program = project.root / "tests" / "kata_kit"
    done = subprocess.run(
        [sys.executable, str(program if here else "tests/kata_kit"), "new", *arguments],
        cwd=here or project.root,
        env={**clean_environment(), "PYTHONPATH": path},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    return Run(done.returncode, done.stdout, done.stderr)


def tree(project: Project) -> dict[str, bytes]:
    """Every file of the project but caches, with its content."""
    return {
        path.relative_to(project.root).as_posix(): path.read_bytes() if path.is_file() else b""
        for path in project.root.rglob("*")
        if not {"__pycache__", ".pytest_cache"} & set(path.parts)
    }


def test_it_makes_the_files_and_enters_the_kata(whole: Project) -> None:
    before = tree(whole)
    run = new(whole, NAME)
    after = tree(whole)
    made = [file for file in after if file not in before and (whole.root / file).is_file()]
    changed = [file for file in before if after[file] != before[file]]
    assert (run.exit_code, run.errors) == (0, "")
    assert sorted(made) == sorted(FILES)
    assert sorted(changed) == sorted(WIRED)
    assert run.lines[1:8] == [f"  {file}" for file in FILES]
    assert run.last == f"then: pytest tests/repository -k {NAME}"


def test_it_works_from_any_folder_beside_any_package_of_the_name_tests(
    whole: Project, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    (other / "tests").mkdir(parents=True)
    (other / "tests" / "__init__.py").write_text("raise SystemExit('the wrong tests')\n")
    assert new(whole, NAME, here=tmp_path, path=str(other)).exit_code == 0
    assert (whole.root / FILES[0]).is_file()


def test_an_unwritten_kata_is_red_in_the_tests_of_the_repository(checked: Run) -> None:
    assert checked.exit_code == 1
    assert checked.counts["failed"] >= len(TO_WRITE)


def test_what_is_left_is_listed_by_file_in_the_order_of_writing(checked: Run) -> None:
    listed = checked.text.partition(" left to write ")[2].splitlines()[1:-1]
    files = [line for line in listed if not line.startswith(" ")]
    folder = TO_WRITE[4].rpartition("/")[0]
    assert files == [*TO_WRITE[:4], folder, TO_WRITE[5], "katas/README.md", "README.md"]
    assert max(map(len, listed)) <= 80
    assert "Traceback" not in checked.text
    assert " FAILURES " not in checked.text


@pytest.mark.parametrize("file", TO_WRITE)
def test_each_file_alone_keeps_it_red(whole: Project, file: str) -> None:
    new(whole, NAME)
    for other in TO_WRITE:
        if other != file:
            text = (whole.root / other).read_text(encoding="utf-8")
            (whole.root / other).write_text(text.replace("FILL IN", "Written"), encoding="utf-8")
    tests = "tests/repository/test_katas.py"
    run = whole.pytest(tests, "-k", f"{NAME} and nothing_of_the_template")
    assert run.counts["failed"] == 1
    assert re.search(rf"^{file}$|^{file.rpartition('/')[0]}$", run.text, re.MULTILINE)


def test_the_stub_is_not_started_and_the_reference_fails(scaffolded: Project) -> None:
    yours = scaffolded.pytest(f"katas/{NAME}")
    assert (yours.exit_code, yours.katas) == (1, {NAME: "[x.] not started"})
    reference = scaffolded.pytest("--solution", f"katas/{NAME}")
    assert reference.exit_code == 1
    assert set(reference.counts) == {"failed"}


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("tictactoe_winner", "there is a kata 'tictactoe_winner' already"),
        ("nine-mens", "expected words in lower case with _ between them, got 'nine-mens'"),
        ("4_in_a_row", "expected words in lower case"),
        ("Nine_Mens", "expected words in lower case"),
        ("", "expected words in lower case with _ between them, got ''"),
        ("../nine_mens", "expected words in lower case"),
        ("lambda", "'lambda' is a keyword of Python"),
        ("random", "'random' is a module of Python itself"),
        ("test_nine_mens", "pytest would collect the stub"),
        ("nine_mens_test", "pytest would collect the stub"),
        ("approaches", "the name of another module or folder"),
        ("pytest", "the name of another module or folder"),
        ("a" * 31, "expected at most 30 characters, got 31"),
    ],
)
def test_a_bad_name_is_refused_and_nothing_is_made(whole: Project, name: str, words: str) -> None:
    before = tree(whole)
    run = new(whole, name)
    assert (run.exit_code, run.text) == (2, "")
    assert run.errors.startswith("error: ")
    assert words in run.errors
    assert run.errors.endswith("\nNothing was made.\n")
    assert max(map(len, run.errors.splitlines())) <= 90
    assert tree(whole) == before


@pytest.mark.parametrize("arguments", [(), ("one", "two")], ids=["none", "two"])
def test_anything_but_one_name_shows_the_usage(scaffolded: Project, arguments: list[str]) -> None:
    run = new(scaffolded, *arguments)
    assert (run.exit_code, run.errors.startswith("usage: python tests/kata_kit new NAME")) == (
        2,
        True,
    )


def test_a_kata_is_not_made_twice(scaffolded: Project) -> None:
    run = new(scaffolded, NAME)
    assert (run.exit_code, f"there is a kata '{NAME}' already" in run.errors) == (2, True)


def test_a_file_that_is_there_is_not_written_over(whole: Project) -> None:
    (whole.root / FILES[2]).write_text("mine = 1\n")
    before = tree(whole)
    run = new(whole, NAME)
    assert (run.exit_code, f"but there is {FILES[2]}" in run.errors) == (2, True)
    assert tree(whole) == before


@pytest.mark.parametrize("file", WIRED[1:])
def test_a_file_without_its_table_is_told_and_nothing_is_made(whole: Project, file: str) -> None:
    (whole.root / file).write_text("# Nothing\n")
    before = tree(whole)
    run = new(whole, NAME)
    assert (run.exit_code, "found no place for this line:" in run.errors) == (2, True)
    assert tree(whole) == before


def test_when_a_file_cannot_be_written_all_is_as_before(whole: Project) -> None:
    shutil.rmtree(whole.root / "tests" / "misconceptions")
    (whole.root / "tests" / "misconceptions").write_text("no folder\n")
    before = tree(whole)
    run = new(whole, NAME)
    assert (run.exit_code, run.text) == (2, "")
    assert tree(whole) == before
