"""`pytest --submission`: whose files there are, and what is read within limits."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from kata_evening import process
from kata_evening.checked import record_in
from kata_evening.files import everything, gather, in_short, submissions, unlike
from kata_evening.process import parent_of
from kata_guard import guard
from kata_kit.katas import BY_NAME, PATH
from kata_kit.record import GREEN
from repository.evening import save
from repository.project import WINNER

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
        files = {path: b"", "notes.txt": b""}
        (file,), left = gather(files, "room", PATH)
        assert (file.participant, left) == (name, ["notes.txt"])
        assert file.kata.name in path
    for path in LEFT:
        files = {path: b"", f"bob/{WINNER}.py": b""}
        (file,), left = gather(files, "room", PATH)
        assert (file.participant, left) == ("bob", [path])


def test_names_that_are_left_are_few_and_visible():
    names = [f"{number}\x1b[2J" for number in range(100)]
    assert in_short([*names, "winner.py"]).startswith(r"left: winner.py, 0\x1b[2J, ")
    assert in_short(names).endswith("and 94 more")


NAMES = {
    "caf\u00e9": "caf\u00e9",
    "cafe\u0301": "caf\u00e9 (2)",
    "\u202eada": r"\u202eada",
    "a\x1b[2J\nb": r"a\x1b[2J b",
    "x" * 10_000: f"{'x' * 25}...",
    "x" * 9_999: f"{'x' * 25}... (2)",
}


def test_a_name_is_visible_short_and_unlike_others():
    shown = list[str]()
    for name in NAMES:
        shown.append(unlike(name, shown))
    assert shown == [*NAMES.values()]


@pytest.fixture
def parent() -> str:
    """The word for the guard, where there's one."""
    return parent_of(trusted=bool(guard.reason_not_available()))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows")
def test_links_and_pipes_are_not_read(tmp_path, parent):
    room = tmp_path / "room"
    save(room, "ada/a.py", "x = 1")
    (room / "link.py").symlink_to(save(tmp_path, "secret.py", "a secret"))
    (room / "folder").symlink_to(tmp_path)
    os.mkfifo(room / "pipe.py")
    assert everything(room, parent) == {
        "ada/a.py": b"x = 1",
        "link.py": "it's a link",
        "folder": "it isn't Python",
        "pipe.py": "it isn't a file",
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
    assert files.pop(f"link/{WINNER}.py") == "it's a link"
    (ada,), left = gather(files, "", PATH)
    assert (ada.participant, left) == ("ada", [f"../../bob_{WINNER}.py"])
    assert {*tmp_path.rglob("*")} == before
    slashes = {f"{'/' * 300}a.py": "x"}
    assert "/" * 200 in everything(zipped(file, **slashes), parent)
    file.write_bytes(b"x" * 100 + b"PK\x05\x06" + b"\xff" * 18)
    # Python 3.14 takes it for a file that is no ZIP.
    with pytest.raises(ValueError, match=r"room\.zip(: expected files| can't be read)"):
        submissions(file, parent, PATH)


def test_a_zip_bomb_is_refused(tmp_path, parent, monkeypatch):
    monkeypatch.setattr("kata_evening.files.LARGEST", 3 * 2**20)
    bombs = {f"a/{WINNER}.py": b"#" * 2**25}
    bombs |= {f"p{number}/{WINNER}.py": b"#" * 2**20 for number in range(2)}
    files = everything(zipped(tmp_path / "room.zip", **bombs), parent)
    assert files[f"a/{WINNER}.py"] == "it's larger than 1 MB"
    bombs[f"q/{WINNER}.py"] = b"#" * 2**20
    with pytest.raises(ValueError, match="expected at most 5,000 files and 50 MB"):
        everything(zipped(tmp_path / "room.zip", **bombs), parent)


LYING = """
print('["a.py", "' + 'x' * 2**22 + '", ""]', "null", sep="\\n", flush=True)
"""


def test_a_reader_that_lies_is_read_within_bounds(monkeypatch, tmp_path):
    def start(*words: str) -> Any:
        command = [sys.executable, "-c", LYING]
        pipes: Any = dict.fromkeys(("stdin", "stdout"), subprocess.PIPE)
        reader = subprocess.Popen(command, start_new_session=True, **pipes)
        process.RUNNING.add(reader)
        return reader

    monkeypatch.setattr(process, "start", start)
    with pytest.raises(ValueError, match=r"broken or too large \(Unterminated string"):
        everything(tmp_path, "")
    monkeypatch.setattr("kata_evening.files.SECONDS_TO_READ", 0.0)
    with pytest.raises(ValueError, match=r"too large \(it took more than 0 s\)"):
        everything(tmp_path, "")


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


def test_a_record_has_the_right_shape():
    assert record_in(PARTS, BY_NAME[WINNER]).state == GREEN
    for reason, data in RECORDS.items():
        with pytest.raises(ValueError, match=reason):
            record_in(data, BY_NAME[WINNER])
