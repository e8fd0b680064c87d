"""Your code, the references or a submission is under test, without its settings."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import before_conftests
import pytest
from before_conftests import refuse
from kata_kit.katas import BY_NAME
from kata_kit.sources import Source, choose
from repository.project import ROOT, WINNER

COORDINATES = "tictactoe_coordinates"
FOLDER = f"katas/{WINNER}"


@pytest.fixture
def someone(tmp_path: Path) -> Path:
    """Make a folder with right files for the first two katas, and a file of notes."""
    folder = tmp_path / "ana"
    folder.mkdir()
    for kata in (WINNER, COORDINATES):
        shutil.copy(ROOT / BY_NAME[kata].solution, folder)
    (folder / "notes.txt").write_text("for Tuesday\n", encoding="utf-8")
    return folder


def chosen(submission: object, here: Path = ROOT, *, solution: bool = False) -> Source:
    """Choose what is under test with `--submission=...`, and perhaps `--solution`."""
    source = choose(solution=solution, submission=str(submission), here=here)
    assert source is not None
    return source


def test_a_file_is_tested_as_the_kata_it_is_named_after_or_that_is_named(
    someone: Path,
) -> None:
    source = chosen(f"ana/{WINNER}.py", here=someone.parent)
    assert [*source.katas()] == [BY_NAME[WINNER]]
    assert source.file(BY_NAME[WINNER]) == someone / f"{WINNER}.py"
    file = (someone / f"{WINNER}.py").rename(someone / "ana v2.py")
    assert chosen(file).file(BY_NAME[WINNER]) == file


@pytest.mark.parametrize("place", ["{0}.py", "{0}/{0}.py", "katas/{0}/{0}.py"])
def test_of_a_folder_the_katas_it_has_files_for_are_tested(
    someone: Path, place: str
) -> None:
    for kata in (WINNER, COORDINATES):
        file = someone / place.format(kata)
        file.parent.mkdir(parents=True, exist_ok=True)
        (someone / f"{kata}.py").rename(file)
    assert [*chosen(someone).katas()] == [BY_NAME[WINNER], BY_NAME[COORDINATES]]
    assert chosen(someone).file(BY_NAME[WINNER]) == someone / place.format(WINNER)


NO_SUCH = (
    "--submission={}: there is no such file or folder;\n"
    "expected a Python file, or a folder of <kata>.py files"
)
WHICH = (
    "--submission={0}: which kata is this?\n"
    "Name the file after the kata, or name the kata:\n"
    f"  pytest --submission={{1}} {FOLDER}"
)


def test_a_submission_that_is_misspelt_is_asked_back(someone: Path) -> None:
    asked = re.escape("Did you mean --submission=ana/tictactoe_winner.py?")
    with pytest.raises(ValueError, match=asked):
        chosen("anna/tictactoe_winer.py", here=someone.parent)


@pytest.mark.parametrize(
    ("submission", "told"),
    [
        ("ana.py", NO_SUCH.format("ana.py")),
        ("", NO_SUCH.format("")),
        ("my code.py", WHICH.format("my code.py", "'my code.py'")),
    ],
)
def test_what_cannot_be_tested_is_an_error(
    tmp_path: Path, submission: str, told: str
) -> None:
    (tmp_path / "my code.py").touch()
    with pytest.raises(ValueError, match=f"^{re.escape(told)}$"):
        chosen(submission, tmp_path).katas()
    with pytest.raises(ValueError, match="expected one of them, got both"):
        chosen(submission, tmp_path, solution=True)


EVIL = "raise SystemExit('the settings of a stranger ran')\n"
EVE = "submissions/eve"
REFUSED = [
    # What is typed, the root that pytest takes, where it is typed, and the last line.
    (["--submission", EVE], ROOT, ROOT, f"  pytest --submission={EVE}"),
    (["--submission=."], ROOT / "x", ROOT / "x", f"  cd {ROOT}"),
    (["--submission=."], ROOT, ROOT / EVE, f"  pytest --submission={EVE}"),
]


@pytest.mark.parametrize(("arguments", "root", "here", "line"), REFUSED)
def test_a_space_and_the_folder_of_a_submission_are_refused_with_what_to_type(
    arguments: list[str], root: Path, here: Path, line: str
) -> None:
    with pytest.raises(pytest.UsageError) as error:
        refuse(arguments, root, here)
    lines = str(error.value).splitlines()
    assert line in lines[-2:]
    spaced = lines[0] == "expected '=' behind --submission, got a space:"
    assert spaced == (len(arguments) == 2)


def test_a_file_of_arguments_holds_no_submission(tmp_path: Path) -> None:
    (tmp_path / "args").write_text("-q\n--submission=x\n")
    with pytest.raises(pytest.UsageError, match="--submission=x\nType it behind"):
        refuse(["@args"], ROOT, tmp_path)
    (tmp_path / "args").write_text("-q\n")
    refuse(["@args"], ROOT, tmp_path)


@pytest.mark.parametrize(
    "arguments", [["--submission=x"], ["katas"], ["-k", "submission"], ["@nothing"]]
)
def test_other_calls_are_not_refused(arguments: list[str]) -> None:
    for here in (ROOT, ROOT / FOLDER):
        refuse(arguments, ROOT, here)


@pytest.mark.parametrize("inside", [True, False])
def test_pytest_refuses_before_it_loads_a_conftest(
    tmp_path: Path, inside: bool
) -> None:
    eve = tmp_path / "eve"
    eve.mkdir()
    (eve / "conftest.py").write_text(EVIL)
    (eve / "pytest.ini").write_text("[pytest]\n")
    installed = tmp_path / "katas-1.dist-info"  # What pip writes.
    installed.mkdir()
    (installed / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: katas\nVersion: 1\n"
    )
    (installed / "entry_points.txt").write_text(
        "[pytest11]\nkatas = before_conftests\n"
    )
    paths = [str(tmp_path), str(Path(before_conftests.__file__).parent)]
    typed = ["--submission=."] if inside else ["--submission", str(eve)]
    run = subprocess.run(
        [sys.executable, "-m", "pytest", *typed],
        cwd=eve if inside else ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == pytest.ExitCode.USAGE_ERROR
    assert "a conftest.py there would be part of this run" in run.stderr
    assert "stranger" not in run.stderr + run.stdout
