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
from contextlib import suppress
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
    folder, is_apart = given[0].partition("=")[2], OPTION in arguments
    if is_apart:
        folder = [*arguments, "FOLDER"][list(arguments).index(OPTION) + 1]
    rooms = ROOT / "katas", ROOT / "tests"
    place = here.resolve()
    is_ours = place == ROOT or any(place.is_relative_to(room) for room in rooms)
    if is_apart or not is_ours or root.resolve() != ROOT:
        path = os.path.relpath(Path(here, folder), ROOT)
        raise pytest.UsageError(
            f"expected {OPTION}=PATH with '=', in the folder of the clone:\n"
            "a conftest.py elsewhere would be part of this run. Type\n"
            f"  cd {shlex.quote(str(ROOT))}\n"
            f"  pytest {OPTION}={shlex.quote(path)}"
        )


def _refuse_in_a_file(argument: str, here: Path) -> None:
    """Refuse `@FILE` with the option in it: pytest reads it too late to be checked."""
    if not argument.startswith("@"):
        return
    with suppress(OSError, ValueError):  # pytest says what is wrong with it.
        if OPTION in Path(here, argument[1:]).read_text(encoding="utf-8"):
            raise pytest.UsageError(f"{argument}: type {OPTION} behind pytest instead")
