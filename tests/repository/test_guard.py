"""What a confined process is refused, and what it can still do: see `confined`."""

import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from kata_guard import guard
from kata_guard.system_calls import ALLOWED, ARCHITECTURES, GUARD_ITSELF, numbers
from repository.evening import save

REASON = guard.reason_not_available()
if REASON:
    pytest.skip(REASON, allow_module_level=True)
from repository import confined  # noqa: E402 (It needs what the guard needs.)

TESTS = Path(__file__).parents[1]


@pytest.fixture(scope="module", params=["", "1"], ids=["this_kernel", "linux_5.13"])
def outcomes(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, str]:
    """Return what became of each attempt of a confined process."""
    own = tmp_path_factory.mktemp("everybody") / "own"
    for name in ("notes.txt", "../bob.py"):
        save(own, name, "text")
    (own / "link.py").symlink_to("../bob.py")
    command = [sys.executable, "-B", "-m", "repository.confined", str(own)]
    process = subprocess.run(
        [*command, request.param],
        cwd=TESTS,
        stdout=subprocess.PIPE,
        text=True,
        timeout=60,
    )
    printed, results = process.stdout.splitlines()
    outcomes: dict[str, str] = json.loads(results)
    outcomes["printed"] = printed
    outcomes["exit code"] = str(process.returncode)
    files = [path for path in own.parent.rglob("*") if path.is_file()]
    outcomes["files"] = " ".join(path.read_text() for path in files)
    return outcomes


@pytest.mark.parametrize("attempt", confined.lines(confined.REFUSED))
def test_it_is_refused(outcomes, attempt):
    assert outcomes[attempt] in ("EACCES", "EPERM", "ENOSYS")


@pytest.mark.parametrize("attempt", confined.lines(confined.POSSIBLE))
def test_it_is_possible(outcomes, attempt):
    assert outcomes[attempt] == "done"


@pytest.mark.parametrize("attempt", confined.LIMITED)
def test_it_is_limited(outcomes, attempt):
    assert outcomes[attempt] == confined.LIMITED[attempt]


def test_no_file_has_changed(outcomes):
    assert outcomes["files"] == "text text text"  # the link also


def test_results_leave_it_by_standard_output(outcomes):
    assert len(outcomes["a large result"]) > guard.LIMITS["RLIMIT_FSIZE"]
    assert outcomes["printed"] == "printed"
    assert outcomes["exit code"] == "0"


CANNOT_BE = {
    "OUR_THREAD.submit(int).result(); guard.confine([])": (
        "the guard has to come before other threads are started"
    ),
    "guard.confine(['missing'])": "No such file or directory: 'missing'",
    "guard.confine([], parent=0)": "",
}


@pytest.mark.parametrize("line", CANNOT_BE)
def test_a_process_that_cannot_be_confined_ends(line):
    code = f"from repository.confined import *; {line}; print('confined')"
    command = [sys.executable, "-B", "-c", code]
    process = subprocess.run(command, cwd=TESTS, capture_output=True, text=True)
    assert (process.returncode, process.stdout) == (1, "")
    assert process.stderr.strip().endswith(CANNOT_BE[line])


def test_the_reason_names_another_system(monkeypatch):
    monkeypatch.setattr(sys, "platform", "darwin")
    assert guard.reason_not_available() == "the guard needs Linux, and this is darwin"


def test_the_reason_names_another_processor(monkeypatch):
    monkeypatch.setattr(os, "uname", lambda: SimpleNamespace(machine="riscv64"))
    reason = "the guard knows 64-bit x86_64 and aarch64, not riscv64"
    assert guard.reason_not_available() == reason


def test_the_reason_names_what_the_kernel_lacks(monkeypatch):
    monkeypatch.setattr(guard, "VERSION", 2**20)  # No kernel knows such a question.
    reason = (
        "the guard needs Linux 5.13 or later with Landlock and seccomp, and "
        "landlock_create_ruleset failed: Invalid argument"
    )
    assert guard.reason_not_available() == reason


@pytest.mark.parametrize("machine", ARCHITECTURES)
def test_each_call_has_a_number_of_its_own(machine):
    calls = numbers("\n".join([*ALLOWED.values(), GUARD_ITSELF]), machine)
    assert len({*calls.values()}) == len(calls) > 140
