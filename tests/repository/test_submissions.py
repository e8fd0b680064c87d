"""`pytest --submission`: whose files there are, what they can't do, and the reports."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from kata_evening import process
from kata_evening.checked import decoded, record_in
from kata_evening.files import everything, gather, in_short, unlike
from kata_evening.process import parent_of
from kata_guard import guard
from kata_kit.katas import BY_NAME, PATH
from kata_kit.record import GREEN, RED, STOPPED
from repository.project import (
    ROOT,
    WINNER,
    Clone,
    Run,
    processes_with,
)

REFERENCE = BY_NAME[WINNER].solution.read_text("utf-8")
SECRET = "the file of somebody else"

needs_guard = pytest.mark.skipif(
    bool(guard.reason_not_available()), reason="the kernel doesn't guard"
)


def save(folder: Path, name: str, text: str = REFERENCE) -> Path:
    """Write a file, with its folders."""
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


HERE = Clone(ROOT)


def submit(path: Path, *words: str, kata: str = f"katas/{WINNER}") -> Run:
    """Run the files at a path, as a facilitator does."""
    return HERE.pytest(f"--submission={path}", kata, *words)


def rows(report: Path) -> dict[str, Any]:
    """Return the rows of a report by participant."""
    return {row["participant"]: row for row in json.loads(report.read_text("utf-8"))}


# Whose files there are


# Paths, and whose files they are
LAYOUTS = {
    f"ada/{WINNER}.py": "ada",
    f"ada/{WINNER}/{WINNER}.py": "ada",
    f"ada/katas/{WINNER}/{WINNER}.py": "ada",
    f"ada_{WINNER}.py": "ada",
    "ada_lovelace_reversi_flips.py": "ada_lovelace",
    f"{WINNER}.py": "room",
    f"{WINNER}/{WINNER}.py": "room",
    f"katas/{WINNER}/{WINNER}.py": "room",
}
LEFT = (
    "notes.txt",
    "ada/tictactoe_winer.py",
    f"ada/{WINNER}.txt",
    f"ada/solutions/{WINNER}.py",
    f"solutions/{WINNER}.py",
    f"week 1/ada/{WINNER}.py",
    f"ada/x_{WINNER}.py",
)


def test_files_are_found_where_people_put_them_and_the_others_are_named():
    for path, name in LAYOUTS.items():
        files = {tuple(path.split("/")): b"", ("notes.txt",): b""}
        (file,), left = gather(files, "room", PATH)
        assert (file.participant, left) == (name, ["notes.txt"])
        assert file.kata.name in path
    for path in LEFT:
        files = {tuple(path.split("/")): b"", ("bob", f"{WINNER}.py"): b""}
        (file,), left = gather(files, "room", PATH)
        assert (file.participant, left) == ("bob", [path])


def test_names_that_are_left_are_few_and_visible():
    names = [f"{number}\x1b[2J" for number in range(100)]
    assert in_short([*names, "winner.py"]).startswith(r"left: winner.py, 0\x1b[2J, ")
    assert in_short(names).endswith("and 94 more")


NAMES = {
    ("caf\u00e9", "cafe\u0301"): ["caf\u00e9", "caf\u00e9 (2)"],
    ("Ada", "ada"): ["Ada", "ada (2)"],
    ("\u202eada",): [r"\u202eada"],
    ("a\x1b[2J\nb",): [r"a\x1b[2J b"],
    ("x" * 10_000, "x" * 9_999): [f"{'x' * 25}...", f"{'x' * 25}... (2)"],
    ("<b>",): ["<b>"],
}


def test_a_name_is_visible_short_and_unlike_others():
    for names, expected in NAMES.items():
        shown = list[str]()
        for name in names:
            shown.append(unlike(name, shown))
        assert shown == expected


# What is read


@pytest.fixture
def parent() -> str:
    """The word for the guard, where there's one."""
    return parent_of(trusted=bool(guard.reason_not_available()))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows")
def test_links_pipes_and_large_files_are_not_read(tmp_path, parent):
    save(tmp_path / "room", "ada/a.py")
    save(tmp_path / "room", "large.py", "#" * (2**20 + 1))
    secret = save(tmp_path, "secret.py", SECRET)
    (tmp_path / "room/link.py").symlink_to(secret)
    (tmp_path / "room/folder").symlink_to(tmp_path)
    os.mkfifo(tmp_path / "room/pipe.py")
    files = {**everything(tmp_path / "room", parent)}
    assert files.pop(("ada", "a.py")) == REFERENCE.encode()
    assert files == {
        ("large.py",): "it's larger than 1 MB",
        ("link.py",): "it's a link",
        ("folder",): "it isn't Python",
        ("pipe.py",): "it isn't a file",
    }


def zipped(path: Path, **contents: bytes | str) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(contents):
            archive.writestr(name, contents[name])
        link = zipfile.ZipInfo(f"link/{WINNER}.py")
        link.external_attr = 0o120777 << 16
        archive.writestr(link, "/etc/passwd")
    return path


def test_a_zip_is_read_as_a_folder_is(tmp_path, parent):
    names = {f"evening/ada/{WINNER}.py": "x = 1", f"evening/../../bob_{WINNER}.py": "x"}
    file = zipped(tmp_path / "room.zip", **names)
    before = {*tmp_path.rglob("*")}
    files = {**everything(file, parent)}
    assert files.pop(("link", f"{WINNER}.py")) == "it's a link"
    (ada,), left = gather(files, "", PATH)
    assert (ada.participant, left) == ("ada", [f"../../bob_{WINNER}.py"])
    assert {*tmp_path.rglob("*")} == before
    slashes = {f"{'/' * 300}a.py": "x", f"ada/{WINNER}.py": "x"}
    _, left = gather(everything(zipped(file, **slashes), parent), "", PATH)
    assert "?" in left
    file.write_bytes(b"x" * 100 + b"PK\x05\x06" + b"\xff" * 18)
    with pytest.raises(ValueError, match=r"room\.zip can't be read"):
        everything(file, parent)


def test_a_zip_bomb_is_cut(tmp_path, parent, monkeypatch):
    monkeypatch.setattr("kata_evening.files.LARGEST", 3 * 2**20)
    bombs = {f"p{number}/{WINNER}.py": b"#" * 2**20 for number in range(9)}
    bombs[f"a/{WINNER}.py"] = b"#" * 2**25
    files = everything(zipped(tmp_path / "room.zip", **bombs), parent)
    assert files["a", f"{WINNER}.py"] == "it's larger than 1 MB"
    assert files["p8", f"{WINNER}.py"] == "there is too much"
    assert sum(len(data) for data in files.values()) < 5 * 2**20


LYING = """
print('["a.py", "' + 'x' * 2**22 + '", ""]', "null", sep="\\n", flush=True)
"""


def test_a_reader_that_lies_is_read_within_bounds(monkeypatch, tmp_path):
    def start(*words: str, **pipes: Any) -> Any:
        command = [sys.executable, "-c", LYING]
        reader = subprocess.Popen(command, start_new_session=True, **pipes)
        process.RUNNING.add(reader)
        return reader

    monkeypatch.setattr(process, "start", start)
    with pytest.raises(ValueError, match=r"broken or too large \(Unterminated string"):
        everything(tmp_path, "")
    monkeypatch.setattr("kata_evening.files.SECONDS_TO_READ", 0.0)
    with pytest.raises(ValueError, match=r"too large \(it took more than 0 s\)"):
        everything(tmp_path, "")


# What strangers' code can't do

OUTSIDE = "/tmp/written by a submission"
# What each call does, and what its headline says of that
ATTACKS = {
    f"open({OUTSIDE!r}, 'w').write('x')": "PermissionError",
    "open(__file__, 'w')": "PermissionError",
    "open(FOLDER + '/../secret.py').read()": "PermissionError",
    "import socket; socket.create_connection(('127.0.0.1', 80))": "PermissionError",
    "import os; os.fork()": "PermissionError",
    "import threading; threading.Thread(target=print).start()": "RuntimeError",
    "import os; os.kill(os.getppid(), 9)": "PermissionError",
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
    save(tmp_path, f"room/ada/{WINNER}.py")
    save(tmp_path, f"room/<script>alert(1)<&_{WINNER}.py", "raise ValueError('<b>')")
    save(tmp_path, f"room/eve/{WINNER}.py", attacks(tmp_path / "room"))
    for name, body in {**SLOW, **LOST}.items():
        text = f"def is_solved(board):\n    {body}\n"
        save(tmp_path, f"room/{name}/{WINNER}.py", text)
    reports = [f"--report={tmp_path / name}" for name in ("r.html", "r.json")]
    limits = "--kata-timeout=0.5", "--kata-total=2"
    run = submit(tmp_path / "room", *limits, *reports)
    found, page = rows(tmp_path / "r.json"), (tmp_path / "r.html").read_text("utf-8")
    assert run.exit_code == 1
    assert found["ada"]["state"] == GREEN
    states = {name: found[name]["state"] for name in ("eve", *SLOW, *LOST)}
    red = dict.fromkeys(("eve", *SLOW), RED)
    assert states == red | dict.fromkeys(LOST, STOPPED)
    said = [case["failure"]["headline"] for case in found["eve"]["failures"]]
    for part, headline in zip(ATTACKS.values(), said, strict=False):
        assert part in headline
    assert not Path(OUTSIDE).exists()
    assert SECRET not in (tmp_path / "r.json").read_text("utf-8")
    assert "\x1b" not in run.text + page
    assert "<script" not in page
    assert "&lt;script&gt;alert(1)&lt;&amp;" in page
    assert "<th>leaves the board alone</th>" in page
    assert 'class="stopped">?' in page


PARTS = {"kata": WINNER, "file": "", "state": GREEN, "words": ""}
RECORDS: dict[str, Any] = {
    f"a record of {WINNER}, got 'reversi_flips'": PARTS | {"kata": "reversi_flips"},
    f"a record of {WINNER}, got .* in the state 'x'": PARTS | {"state": "x"},
    "expected at most 1000 parts, got 1001": PARTS | {"stages": [{}] * 1001},
    "missing 3 required": {"kata": WINNER},
    "expected .*'x'": PARTS | {"x": ""},
    "expected <class 'str'>, got int": PARTS | {"file": 1},
    "got list": [PARTS],
}
TEXTS = {"Expecting value": "", "deep": "[" * 100_000, "digits": "1" * 100_000}


def test_a_record_has_the_right_shape():
    assert record_in(PARTS, BY_NAME[WINNER]).state == GREEN
    for reason, data in RECORDS.items():
        with pytest.raises(ValueError, match=reason):
            record_in(data, BY_NAME[WINNER])
    for reason, text in TEXTS.items():
        with pytest.raises(ValueError, match=reason):
            decoded(text)


# What a facilitator sees


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
    file = save(tmp_path, "ada.py", "def is_solved(board):\n    return 0\n")
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
    file = save(tmp_path, f"{WINNER}.py", f"{start}{write}{REFERENCE}")
    report = tmp_path / "report.json"
    run = submit(file, "--trust", f"--report={report}")
    assert run.exit_code == 0
    assert run.text.endswith(f"\nThe report: {report}\n")
    assert (tmp_path / "x").exists()
    assert processes_with(f"PLACE={tmp_path}") == []
