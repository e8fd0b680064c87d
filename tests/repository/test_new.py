"""`python -m katas new NAME` copies all of a kata or nothing, and enters the copy."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from kata_author import new
from kata_author.new import MODEL, WIRED, Refused, check, files_of
from kata_kit.katas import BY_NAME
from repository.project import ROOT, Project, clean_environment

# Whatever katas there are, this is not one of them.
NAME = "_".join(["nine", "mens", "morris", *("2" for name in BY_NAME if "morris" in name)])
FILES = [file.replace(MODEL, NAME) for file in files_of(BY_NAME[MODEL])]


@pytest.fixture
def copied(tmp_path: Path) -> Project:
    """A copy of the project with its README."""
    project = Project(tmp_path / "project")
    shutil.copy(ROOT / "README.md", project.root)
    return project


def tree(root: Path) -> dict[str, bytes]:
    """Every file of the project but caches, with its content."""
    return {
        path.relative_to(root).as_posix(): path.read_bytes() if path.is_file() else b""
        for path in root.rglob("*")
        if not {"__pycache__", ".pytest_cache"} & set(path.parts)
    }


@pytest.mark.slow
def test_the_copy_is_entered_and_green_and_told_to_be_a_copy(
    copied: Project, tmp_path: Path
) -> None:
    root = copied.root
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "tests" / "repository", root / "tests" / "repository", ignore=ignored)
    other = tmp_path / "other" / "tests"  # Any package of the name `tests`.
    other.mkdir(parents=True)
    (other / "__init__.py").write_text("raise SystemExit('the wrong tests')\n")
    before = tree(root)
    made = subprocess.run(
        [sys.executable, str(root / "katas"), "new", NAME],
        cwd=tmp_path,
        env={**clean_environment(), "PYTHONPATH": str(other.parent)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    after = tree(root)
    new_files = [file for file in after if file not in before and (root / file).is_file()]
    assert (made.returncode, made.stderr) == (0, "")
    assert sorted(new_files) == sorted(FILES)
    assert sorted(file for file in before if after[file] != before[file]) == sorted(WIRED)
    assert copied.pytest("--solution", f"katas/{NAME}").exit_code == 0
    assert copied.pytest(f"katas/{NAME}").katas[NAME].endswith("not started")
    copies = copied.pytest("tests/repository/test_katas.py", "-k", f"{NAME} and copy").text
    assert [file for file in FILES if f"{file} is a copy of that of {MODEL}" not in copies] == []
    # A kata may come from no published text: then no row is from one.
    for file, words, is_told in (
        (f"tests/{NAME}/table.txt", "from:", True),
        (FILES[0], "](http", False),
    ):
        text = (root / file).read_text(encoding="utf-8").replace(words, "why: ")
        (root / file).write_text(text, encoding="utf-8")
        told = copied.pytest("tests/repository/test_katas.py", "-k", f"{NAME} and table").text
        assert ("say of one worked example" in told) is is_told


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
def test_a_bad_name_is_refused(name: str, words: str) -> None:
    with pytest.raises(Refused) as refused:
        check(name)
    assert words in str(refused.value)
    assert max(map(len, str(refused.value).splitlines())) <= 90


@pytest.mark.parametrize("arguments", [(), ("a_b", "c_d", "e_f")])
def test_anything_but_a_name_shows_the_usage(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert new.main(arguments) == 2
    assert capsys.readouterr().err.startswith("usage: python -m katas new NAME")


def test_a_model_that_there_is_not_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="got 'chess'"):
        new.make(NAME, "chess", tmp_path)


def test_a_file_that_is_there_is_not_written_over(copied: Project) -> None:
    (copied.root / FILES[2]).write_text("mine = 1\n")
    before = tree(copied.root)
    with pytest.raises(Refused, match=f"but there is {FILES[2]}"):
        new.make(NAME, MODEL, copied.root)
    assert tree(copied.root) == before


@pytest.mark.parametrize("file", WIRED)
def test_a_file_without_its_line_is_told_and_nothing_is_made(copied: Project, file: str) -> None:
    (copied.root / file).write_text("# Nothing\n")
    before = tree(copied.root)
    with pytest.raises(Refused, match="found none"):
        new.make(NAME, MODEL, copied.root)
    assert tree(copied.root) == before
