"""Every way to call pytest: which katas it means, whose code, or why none."""

import os
import re
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from before_conftests import refuse
from kata_kit import options
from kata_kit.katas import BY_NAME, PATH
from kata_kit.paths import select
from kata_kit.record import FAILED
from kata_kit.sources import Source, YourCode, choose
from kata_kit.writing import SIGNS
from repository.cohorts import write
from repository.project import ROOT, WINNER

FOLDER = f"katas/{WINNER}"
STUB = f"{FOLDER}/{WINNER}.py"
TABLE = f"tests/{WINNER}/test_{WINNER}.py"
ROW = f"{TABLE}::test_row"
TABLES = [kata.table for kata in PATH]

# What is typed, where it is typed, and the test files that are meant. "{root}" is the
# root.
MEANT = [
    (f"{FOLDER} {FOLDER}/ {FOLDER}/README.md", ".", [TABLE]),
    (f"{STUB} {{root}}/{STUB} {WINNER} {TABLE} {{root}}/{TABLE}", ".", [TABLE]),
    (f". {WINNER}.py {FOLDER} {WINNER} {TABLE} ../{WINNER}", FOLDER, [TABLE]),
    (f"{WINNER}/test_{WINNER}.py", "tests", [TABLE]),
    (f"{{root}}/{FOLDER}", "..", [TABLE]),
    (". katas katas/README.md {root}", ".", TABLES),
    (". {root} ..", "katas", TABLES),
    (f"{FOLDER}::test_row {STUB}::test_row {TABLE}::test_row", ".", [ROW]),
    (f"{WINNER}.py::test_row ::test_row", FOLDER, [ROW]),
]

NO_KATA = f"no kata is named 'tictactoe_wimmer'. Did you mean {WINNER}?"
SOLUTIONS = "solutions/ holds the reference solutions. To test them:\n  pytest"

# What is typed, where, and the end of what is told.
REFUSED = [
    ("tictactoe_wimmer katas/tictactoe_wimmer/stub.py", ".", NO_KATA),
    ("tictactoe_wimmer", "katas", NO_KATA),
    ("katas/tictactoe_wimmer", FOLDER, NO_KATA),
    ("solutions", ".", f"{SOLUTIONS} --solution"),
    (f"solutions/{WINNER}.py", ".", f"{SOLUTIONS} --solution {FOLDER}"),
    (f"{FOLDER}/typo.py::test_row", ".", f"typo.py.\nDid you mean {STUB}?"),
    ("../../kata", FOLDER, "there is no ../../kata. Did you mean katas?"),
]


def meant(here: str, typed: str) -> list[str]:
    """Return the test files that arguments mean, from the root."""
    arguments = typed.format(root=ROOT).split()
    chosen = select(arguments, (ROOT / here).resolve(), YourCode())
    return [os.path.relpath(argument, ROOT) for argument in chosen]


@pytest.mark.parametrize(("typed", "here", "files"), MEANT)
def test_an_argument_means_test_files(typed, here, files):
    for argument in typed.split():
        assert meant(here, argument) == files, argument
    # A kata that is named twice is run once.
    assert meant(here, typed) == files


@pytest.mark.parametrize(("typed", "here", "told"), REFUSED)
def test_what_means_no_tests_is_told_what_does(typed, here, told):
    for argument in typed.split():
        with pytest.raises(ValueError, match=f"{re.escape(told)}$"):
            meant(here, argument)


def test_pytest_cov_sees_the_code_in_its_own_process():
    given: Any = SimpleNamespace(getoption={"cov_source": ["katas"]}.get)
    none: Any = SimpleNamespace(getoption={"cov_source": []}.get)
    assert (options.debugging(given), options.debugging(none)) == (True, False)


@pytest.mark.skipif(
    sys.platform == "win32", reason="only administrators make links on Windows"
)
def test_the_project_is_found_through_a_link(untouched, tmp_path):
    link = tmp_path / "link"
    link.symlink_to(untouched.root)
    run = untouched.pytest(str(link / STUB), str(link / TABLE))
    assert f"{WINNER}  [{SIGNS[FAILED]}....]  not started" in run.lines


@pytest.mark.slow
def test_every_table_is_collected(untouched):
    collected = untouched.pytest("tests", "--collect-only", "-q").lines
    files = dict.fromkeys(line.split("::")[0] for line in collected if "::" in line)
    assert list(files) == TABLES


# What is under test


@pytest.fixture
def chosen(tmp_path: Path) -> Callable[[str], Source]:
    """Return a function that chooses by a submission in a folder."""
    return partial(choose, solution=False, here=tmp_path)


@pytest.mark.parametrize("name", [f"{WINNER}.py", "ana v2.py"])
def test_a_file_is_tested_as_a_kata_of_another_name_as_well(tmp_path, chosen, name):
    (tmp_path / name).touch()
    assert chosen(submission=name).file(BY_NAME[WINNER]) == tmp_path / name


@pytest.mark.parametrize("place", ["{0}.py", "{0}/{0}.py", "katas/{0}/{0}.py"])
def test_the_katas_that_there_are_files_for_are_tested(tmp_path, chosen, place):
    katas = list(PATH[:2])
    files = [tmp_path / place.format(kata.name) for kata in katas]
    for file in files:
        write(file, "")
    folder = chosen(submission=".")
    assert list(folder.katas()) == katas
    assert folder.file(katas[1]) == files[1]
    alone = chosen(submission=str(files[0]))
    assert list(alone.katas()) == katas[:1]


UNREAD = "expected a folder or a Python file (.py)\nwhat is handed in otherwise "
TYPED = {
    "Ü.zip": f"{UNREAD}is read by:\n  python -m katas collect 'Ü.zip'",
    f"{WINNER}.ipynb": UNREAD,
    "ana.py": "--submission=ana.py: there is no such file or folder",
    "": "--submission=: there is no such file or folder",
    "my code.py": "--submission=my code.py: which kata is this?\nName the file",
    "anna/tictactoe_winer.py": f"Did you mean --submission=ana/{WINNER}.py?",
}


@pytest.mark.parametrize("submission", TYPED)
def test_a_submission_that_cannot_be_tested_is_an_error(tmp_path, chosen, submission):
    for name in ("my code.py", "Ü.zip", f"{WINNER}.ipynb"):
        write(tmp_path / name, "")
    write(tmp_path / f"ana/{WINNER}.py", "")
    with pytest.raises(ValueError, match=re.escape(TYPED[submission])):
        chosen(submission=submission).katas()
    with pytest.raises(ValueError, match="expected one of them, got both"):
        chosen(submission=submission, solution=True)


EVIL = "raise SystemExit('the settings of a stranger ran')\n"
EVE = "submissions/eve"


@pytest.mark.parametrize(
    ("typed", "root", "here"),
    [
        (f"--submission {EVE}", ROOT, ROOT),
        (f"--submission={EVE}", ROOT / EVE, ROOT),
        ("--submission=.", ROOT, ROOT / EVE),
    ],
)
def test_a_run_that_would_load_a_strangers_settings_is_told_what_to_type(
    typed, root, here
):
    with pytest.raises(pytest.UsageError) as error:
        refuse(typed.split(), root, here)
    assert str(error.value).endswith(f"\n  cd {ROOT}\n  pytest --submission={EVE}")
    refuse([f"--submission={EVE}"], ROOT, ROOT / FOLDER)


def test_a_file_of_arguments_holds_no_submission(tmp_path):
    (tmp_path / "args").write_text("-q\n--submission=x\n")
    with pytest.raises(pytest.UsageError, match="@args: type --submission behind"):
        refuse(["@args"], ROOT, tmp_path)
    (tmp_path / "args").write_text("-q\n")
    refuse(["@args", "@nothing"], ROOT, tmp_path)


@pytest.mark.parametrize(
    ("typed", "here"), [("--submission {}", "."), ("--submission=.", "{}")]
)
def test_pytest_refuses_before_it_loads_a_conftest(untouched, tmp_path, typed, here):
    (tmp_path / "conftest.py").write_text(EVIL)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    words = typed.format(tmp_path).split()
    run = untouched.python(
        *("-m", "pytest", "-p", "before_conftests", *words),
        here=here.format(tmp_path),
        PYTHONPATH=str(untouched.root / "tests" / "installed"),
    )
    assert run.exit_code == pytest.ExitCode.USAGE_ERROR
    assert "a conftest.py elsewhere would be part of this run" in run.errors
    assert "stranger" not in run.errors + run.text
