"""`pytest --submission`: what strangers' code can't do, and what a facilitator sees."""

import json
import sys
from pathlib import Path

import pytest
from kata_evening import process
from kata_guard import guard
from kata_kit.katas import BY_NAME
from kata_kit.record import GREEN, RED, STOPPED
from repository.evening import RIGHT, needs_guard, save
from repository.project import ROOT, WINNER, Clone, Run, processes_with

SECRET = "the file of somebody else"
HERE = Clone(ROOT)
HEAD = "def is_solved(board):\n    "


def submit(path: Path, *words: str, kata: str = f"katas/{WINNER}") -> Run:
    """Run the files at a path, as a facilitator does."""
    return HERE.pytest(f"--submission={path}", kata, *words)


OUTSIDE = "/tmp/written by a submission"
# What each call does, and what its headline says of that; `confined` has more of those
# that the guard refuses.
ATTACKS = {
    f"open({OUTSIDE!r}, 'w').write('x')": "PermissionError",
    "open(FOLDER + '/../secret.py').read()": "PermissionError",
    "import threading; threading.Thread(target=print).start()": "RuntimeError",
    "input()": "input",
    "a = []; [a := [a] for _ in range(10**5)]; return a": "got",
    "a = []; a.append(a); return a": "got",
    "return 'x' * 10**8": "got",
    "bytes(10**10)": "too much memory",
    r"print('\x1b[2J' * 10**6); raise ValueError('\x1b[2J\nall')": r"\x1b[2J",
    'print(\'[{"kata": "tictactoe_winner", "state": "green"}]\')': "got None",
}
SLOW = {
    "endless": "while True:\n        try: pass\n        except BaseException: pass",
    "sleeps": "import time; time.sleep(10**6)",
}
LOST = {
    "an odd signal": "import os; os.kill(os.getpid(), 40)",
    "a loop in C": "return 10 ** 10 ** 9",
    "writes a record": """import os, ctypes
    for number in range(3, 128):
        try: os.write(number, b'[' * 900_000)
        except OSError: pass
    ctypes.CDLL(None)._exit(0)""",
}


def attacks(folder: Path) -> str:
    """Return code that attacks in another way for each board."""
    functions = [f"def f{n}():\n    {body}\n" for n, body in enumerate(ATTACKS)]
    names = ", ".join(f"f{number}" for number in range(len(ATTACKS)))
    return f"""FOLDER, NUMBERS = {str(folder)!r}, {{}}
{"".join(functions)}
def is_solved(board):
    number = NUMBERS.setdefault(str(board), len(NUMBERS))
    return [{names}][number]()
"""


@needs_guard
@pytest.mark.slow
def test_a_hostile_file_is_one_red_row_and_is_only_shown(tmp_path):
    save(tmp_path, "secret.py", SECRET)
    files = {"ada": RIGHT, "eve": attacks(tmp_path / "room")}
    files |= {name: HEAD + body for name, body in {**SLOW, **LOST}.items()}
    for name, code in files.items():
        save(tmp_path, f"room/{name}/{WINNER}.py", code)
    save(tmp_path, f"room/<script>alert(1)<&_{WINNER}.py", "raise ValueError('<b>')")
    reports = tmp_path / "r.html", tmp_path / "r.json"
    limits = "--kata-timeout=0.5", "--kata-total=2"
    run = submit(tmp_path / "room", *limits, *(f"--report={file}" for file in reports))
    page, data = [file.read_text("utf-8") for file in reports]
    rows = {row["participant"]: row for row in json.loads(data)}
    assert run.exit_code == 1
    states = {"ada": GREEN, "eve": RED}
    states |= dict.fromkeys(SLOW, RED) | dict.fromkeys(LOST, STOPPED)
    assert {name: rows[name]["state"] for name in files} == states
    headlines = [case["failure"]["headline"] for case in rows["eve"]["failures"]]
    for part, headline in zip(ATTACKS.values(), headlines, strict=False):
        assert part in headline
    assert not Path(OUTSIDE).exists()
    assert SECRET not in data
    assert "\x1b" not in run.text + page
    assert "<script" not in page
    assert "&lt;script&gt;alert(1)&lt;&amp;" in page
    assert "<th>leaves the board alone</th>" in page
    assert 'class="stopped">?' in page


# They ask more of the system than the others: their memory is measured, a console
# stands for ours, and chance is passed to them.
ASKING_MORE = "tictactoe_coordinates", "tictactoe_game", "reversi_player"


@needs_guard
@pytest.mark.slow
def test_the_references_are_green_under_the_guard(tmp_path):
    for kata in ASKING_MORE:
        save(tmp_path, f"{kata}.py", BY_NAME[kata].solution.read_text("utf-8"))
    run = submit(tmp_path, kata="katas")
    assert run.exit_code == 0, run.text
    assert run.text.count(": 1 of 1 green") == len(ASKING_MORE)


@needs_guard
def test_one_file_is_shown_as_its_author_sees_it(tmp_path):
    file = save(tmp_path, "ada.py", f"{HEAD}return 0\n")
    run = submit(file)
    assert run.exit_code == 1
    assert "expected -1 (unfinished), got 0 (draw)" in run.text
    assert submit(file, kata="katas").exit_code == 4


WRONG = {
    "--report=missing/report.json": "No such file or directory",
    "--report=report.txt": "expected FILE.html or FILE.json",
}


def test_what_cannot_be_is_said_before_anything_runs(tmp_path):
    save(tmp_path, f"ada/{WINNER}.py", "import time; time.sleep(100)")
    for word, sentence in WRONG.items():
        run = submit(tmp_path, "--trust", word)
        assert run.exit_code == 4
        assert sentence in run.errors


def test_without_a_guard_files_have_to_be_trusted(monkeypatch):
    monkeypatch.setattr(guard, "reason_not_available", lambda: "the guard needs Linux")
    with pytest.raises(ValueError, match=r"(?s)needs Linux.*container.*--trust"):
        process.parent_of(trusted=False)
    assert process.parent_of(trusted=True) == ""


def test_a_trusted_file_may_write_and_what_it_has_started_ends_with_it(tmp_path):
    sleep = [sys.executable, "-c", "import time; time.sleep(987)"]
    environment = {"PLACE": str(tmp_path)}
    start = f"import subprocess\nsubprocess.Popen({sleep}, env={environment})\n"
    write = f"open({str(tmp_path / 'x')!r}, 'w')\n"
    file = save(tmp_path, f"{WINNER}.py", f"{start}{write}{RIGHT}")
    report = tmp_path / "report.json"
    # As CIRCLE.md has it, for a container with a clone that is read-only.
    words = "-p", "no:cacheprovider", "--trust", f"--report={report}"
    run = submit(file, *words)
    assert run.exit_code == 0
    assert run.text.endswith(f"\nThe report: {report}\n")
    assert (tmp_path / "x").exists()
    assert processes_with(f"PLACE={tmp_path}") == []
