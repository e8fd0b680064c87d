"""A stranger's settings have no part in a run of what they submitted."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import before_conftests
import pytest
from before_conftests import ROOT, refuse

EVIL = "raise SystemExit('the settings of a stranger ran')\n"


def refusal(arguments: list[str], root: Path = ROOT, here: Path = ROOT) -> str:
    """What a call of pytest is refused with; "" if it is not."""
    try:
        refuse(arguments, root, here)
    except pytest.UsageError as error:
        return str(error)
    return ""


def test_a_space_is_refused_with_the_command_to_type(tmp_path: Path) -> None:
    told = refusal(["--submission", "submissions/eve"])
    assert told.splitlines()[-1] == "  pytest --submission=submissions/eve"
    told = refusal(["--submission", str(tmp_path)], tmp_path)  # Taken for the root by pytest.
    assert told.startswith("expected '=' behind --submission, got a space:")
    assert told.splitlines()[-1] == f"  pytest --submission={tmp_path}"


def test_a_call_from_inside_a_submission_is_refused(tmp_path: Path) -> None:
    told = refusal(["--submission=."], tmp_path, tmp_path)
    assert told.splitlines()[-2] == f"  cd {ROOT}"
    told = refusal(["--submission=."], ROOT, ROOT / "submissions" / "eve")
    assert told.splitlines()[-1] == "  pytest --submission=submissions/eve"


@pytest.mark.parametrize("here", [ROOT, ROOT / "katas" / "tictactoe_winner"])
@pytest.mark.parametrize("arguments", [["--submission=x"], ["katas"], ["-k", "submission"]])
def test_other_calls_are_not(arguments: list[str], here: Path) -> None:
    assert refusal(arguments, here=here) == ""


@pytest.mark.parametrize("ini", [True, False])
@pytest.mark.parametrize("inside", [True, False])
def test_pytest_refuses_before_it_loads_a_conftest(tmp_path: Path, ini: bool, inside: bool) -> None:
    eve = tmp_path / "eve"
    eve.mkdir()
    (eve / "conftest.py").write_text(EVIL)
    if ini:
        (eve / "pytest.ini").write_text("[pytest]\n")
    installed = tmp_path / "katas-1.dist-info"  # What pip writes.
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: katas\nVersion: 1\n")
    (installed / "entry_points.txt").write_text("[pytest11]\nkatas = before_conftests\n")
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
