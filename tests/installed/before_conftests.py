"""Keep a stranger's settings out of a run: installing this repository adds it.

pytest reads the `conftest.py` and `pytest.ini` of the folders that its arguments name,
and of the folder in which it is called. With `--submission FOLDER` in place of
`--submission=FOLDER`, and from inside such a folder, these are somebody else's, and run
with all rights. pytest loads this module before any of them. Where the repository is
not installed, the hooks of `kata_kit` call it: that is too late for code in a
stranger's conftest.py, but not for a verdict.
"""

import os
import shlex
from collections.abc import Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
OPTION = "--submission"


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config, args: list[str]) -> None:
    """Refuse what would load a stranger's settings."""
    refuse(args, early_config.rootpath, early_config.invocation_params.dir)


def refuse(arguments: Sequence[str], root: Path, here: Path) -> None:
    """Refuse a call of pytest that reads settings from a folder of submissions.

    The root is the folder that pytest takes for it; here is the folder in which it is
    called.

    Raises:
        pytest.UsageError: with the command to type instead.
    """
    for argument in arguments:
        _refuse_in_a_file(argument, here)
    given = [argument for argument in arguments if argument.partition("=")[0] == OPTION]
    if not given:
        return
    folder, apart = given[0].partition("=")[2], OPTION in arguments
    if apart:
        folder = [*arguments, "FOLDER"][list(arguments).index(OPTION) + 1]
    inside = any(
        here.resolve().is_relative_to(ROOT / name) for name in ("katas", "tests")
    )
    ours = inside or here.resolve() == ROOT
    if ours and apart:
        # pytest may have taken the folder for the root; the space is what is wrong.
        problem = "expected '=' behind --submission, got a space"
        command = f"pytest {OPTION}={shlex.quote(folder)}"
    elif not ours or root.resolve() != ROOT:
        problem = f"expected to be called in {ROOT}, got\n{root if ours else here}"
        whole = os.path.relpath(Path(here, folder), ROOT)
        command = f"cd {shlex.quote(str(ROOT))}\n  pytest {OPTION}={shlex.quote(whole)}"
    else:
        return
    told = (
        f"{problem}:\na conftest.py there would be part of this run. Type\n  {command}"
    )
    raise pytest.UsageError(told)


def _refuse_in_a_file(argument: str, here: Path) -> None:
    """Refuse `@FILE` with the option in it: pytest reads it too late to be checked."""
    if not argument.startswith("@"):
        return
    try:
        lines = Path(here, argument[1:]).read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return  # pytest says what is wrong with it.
    for line in (line for line in lines if line.partition("=")[0] == OPTION):
        told = f"{argument}: expected no --submission in a file of arguments, got"
        raise pytest.UsageError(f"{told}\n  {line}\nType it behind pytest.")
