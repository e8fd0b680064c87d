"""`python -m katas collect` keeps five rules, and its account names every file."""

import errno
import os
import random
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from kata_collect import collect, names, seen
from kata_kit.katas import PATH
from repository.handed_in import KATAS, Files, hand_in, make, pack
from repository.project import ROOT, files_of, tracked

WINNER, PERFT = "tictactoe_winner", "tictactoe_perft"
FILE = f"{WINNER}.py"


class Collected(NamedTuple):
    """What was collected."""

    code: int
    files: dict[str, str]  # by their paths
    account: list[str]
    left: list[str]  # the paths of what was left


Collect = Callable[..., Collected]


@pytest.fixture
def run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Collect:
    """Return what collects files that it makes, or sources, into a folder."""
    monkeypatch.chdir(tmp_path)
    into = tmp_path / "all"

    def run(files: Files | None, *words: str) -> Collected:
        if files is not None:
            make(tmp_path / "in", files)
            words = ("in", *words)
        code = collect.main([f"--into={into}", *words])
        account = "".join(capsys.readouterr())
        written = [path for path in into.rglob("*") if path.is_file()]
        return Collected(
            code,
            {path.relative_to(into).as_posix(): _text(path) for path in written},
            account.splitlines(),
            re.findall(r"^left: in/(.+?) \((?!\d)", account, re.MULTILINE),
        )

    return run


def _text(path: Path) -> str:
    return path.read_bytes().decode()


def laid(kata: str = WINNER, **code: str) -> dict[str, str]:
    """Return the files of a kata where they are put, by whose they are."""
    return {f"{who}/{kata}/{kata}.py": text for who, text in code.items()}


def test_thirty_people_hand_in_five_katas_in_six_ways(run, tmp_path):
    made = hand_in(tmp_path / "in")
    cells = {
        f"{who}/{kata}/{kata}.py": code.decode()
        for (who, kata), code in made.cells.items()
    }
    assert len(cells) == 150
    undecided = {f"{who}/{kata}/{kata}.py" for who, kata in made.undecided}
    first = run(None, "in")
    assert first.code == 1
    assert first.files == {at: cells[at] for at in cells if at not in undecided}
    assert sorted(first.left) == sorted([*made.odd, *made.undecided.values()])
    choices = [f"--take=in/{path}" for path in made.undecided.values()]
    assert run(None, "in", *choices).files == cells


# What is handed in, and whose it is: W stands for `tictactoe_winner`, and P for
# `tictactoe_perft`. What is odd or named is left, and there is no word of "-".
MOODLE = "assignsubmission_file_"
RULES = {
    "one person": "W.py in, docs/conf.py odd",
    "one person's clone": "katas/W/W.py in, solutions/W.py -, tests/W/P.py -",
    "nobody's beside a person's": "W.py odd, ada/W.py ada, bob/notes.txt named",
    "nobody's beside what may be": "W.py odd, gus/ada_W.py odd, eve.zip odd",
    "loose files": "ada_W.py ada, ada__P.py ada, bob - W(2).PY bob, lines.py odd",
    "a classroom": "c/ada/katas/W/W.py ada, c/bob.zip/work/W.py bob",
    "everybody": "all.zip/all/cy/W.py cy, all.zip/all/dan.zip/W.py dan",
    "one folder is no other person": "eve/mine/W.py eve, eve/test_W.py named",
    "the folder of a kata": "W/fay.py fay, W/gus_W.py gus, P/fay.py fay",
    "Moodle": f"m.zip/Zo\u00eb_1_{MOODLE}/1.zip/W.py Zo\u00eb, m.zip/b/P.py b",
    "Canvas": "bob_111_222_W.py bob, al_11_222_333_W.py al_11",
    "two of a name": "al_111_222_W.py al_111_222, al_333_444_W.py al_333_444",
    "of any depth": "ada/P.py ada, ada/a/b.zip/W.py ada, d.zip/1.png named",
    "what tools make": "ada/W.py ada, ada/__MACOSX/._P.py -, ada/.venv/P.py -",
    "names put right": "ada/TicTacToe-Winner.py ada, bob/tictactoe_winer.py bob, "
    "cy/tictactoe_winenr.PY cy, dan/ticktactoe_winner.py.txt dan",
    "names that nobody knows": "joe/tictctoe_winer.py odd, kim/winner.py odd, "
    "lee/W_final.py odd",
    "a second download": "hal/W.py odd, hal/W (1).py odd, ada/W.py ada",
    "entries of other kinds": "ada/W.py ada, ada/a.txt -, my kata.eml odd, "
    "bob.msg odd, readme.txt named, .DS_Store -",
    "nobody's": "bob/notes.txt named, readme.txt named",
    "one person's other files": "W.py in, readme.txt -",
    "history": "cy/changes.mbox odd, dan.git/objects/1.pack odd",
    "names that are not run": ".hal/W.py odd, __ivy/W.py odd, katas/x/W.py x",
}


@pytest.mark.parametrize("rule", RULES)
def test_whose_a_file_is(run, rule):
    named = {"W": WINNER, "P": PERFT}
    text = re.sub(r"(?<![a-zA-Z])[WP](?=[/._( ])", lambda it: named[it[0]], RULES[rule])
    fates = dict(one.rsplit(" ", 1) for one in text.split(", "))
    collected = run({path: f"# {path}" for path in fates})
    files = dict[str, str]()
    for path, fate in fates.items():
        is_left = any(path.startswith(one) for one in collected.left)
        assert is_left == (fate in ("odd", "named"))
        if fate not in ("odd", "named", "-"):
            files |= laid(PERFT if PERFT in path else WINNER, **{fate: f"# {path}"})
    assert collected.files == files
    assert collected.code == (int("odd" in fates.values()) if files else 2)


def test_the_help_says_where_files_are_written(capsys):
    with pytest.raises(SystemExit, match="0"):
        collect.main(["--help"])
    assert "written (submissions)" in capsys.readouterr().out


def test_an_archive_is_a_source_as_a_folder_is(run, tmp_path):
    make(tmp_path, {f"b.zip/katas-main/katas/{WINNER}/{FILE}": "1", f"d__{FILE}": "2"})
    make(tmp_path, {f"m.zip/ZoXX/{FILE}": "3", f"m.zip/e_{FILE}": "4"})
    # A Mac does not say that it writes UTF-8.
    data = (tmp_path / "m.zip").read_bytes()
    (tmp_path / "m.zip").write_bytes(data.replace(b"ZoXX", "Zo\u00eb".encode()))
    collected = run(None, "b.zip", f"d__{FILE}", "m.zip")
    assert collected.files == laid(b="1", d="2", e="4", Zoë="3")
    # What was collected before is not handed in.
    assert run(None, "all").code == 2


@pytest.mark.parametrize("clone", ["ada", "ada.zip"])
def test_nothing_of_a_clone_is_odd(run, clone):
    files = {path: (ROOT / path).read_bytes() for path in tracked()}
    if not files:
        pytest.skip("this is not a clone")
    collected = run({f"{clone}/{path}": data for path, data in files.items()})
    assert collected.code == 0
    assert len(collected.files) == len(PATH)


def test_the_modules_that_a_file_imports_come_with_it(run):
    importing = "import lines\nfrom .cells import corner\n"
    modules = {"lines.py": "import more\n", "more.py": "1", "cells.py": "def ("}
    files = {f"ada/{WINNER}/{name}": text for name, text in modules.items()}
    files |= laid(ada=importing)
    make(Path("ada"), {f"{WINNER}/{name}": text for name, text in modules.items()})
    make(Path("ada"), {f"{WINNER}/{FILE}": importing})
    mine = run(None, "ada")
    assert mine.files == files  # They are no people.
    assert mine.account[-2].startswith("1 participant, 1 file for katas, ")
    # Beside a loose file stand the files of others.
    loose = {f"cy_{FILE}": importing, "lines.py": "2"}
    collected = run({**files, f"ada/{WINNER}/notes.py": "", **loose})
    assert collected.files == files | laid(cy=importing)
    assert collected.left == [f"ada/{WINNER}/notes.py", "lines.py"]
    words = "left that may be for a kata: 2, the last lines above"
    assert collected.account[-2] == words


def test_of_two_different_files_neither_is_chosen(run):
    ada = {f"ada/{FILE}": "1", f"ada/old.zip/{FILE}": "2"}
    bob = {f"bob/{FILE}": "1", f"bob_{WINNER} (1).py": "2"}
    stub = (ROOT / "katas" / WINNER / FILE).read_text(encoding="utf-8")
    cy = {f"cy/{FILE}": stub, f"cy/copy/{FILE}": stub.replace("\n", "\r\n")}
    dan = {f"dan/{FILE}": "1", f"dan/{WINNER}s.py": "2"}
    eve = {f"eve.zip/first/{FILE}": "1", f"eve/second/{FILE}": "2"}
    files = {**ada, **bob, **cy, **dan, **eve}
    twice = run(files)
    assert twice.code == 1
    assert twice.files == laid(cy=stub)
    assert {*twice.left} == {*files} - {f"cy/{FILE}"}
    chosen = run(files, f"--take=in/ada/old.zip/{FILE}", f"--take=in/bob/{FILE}")
    assert chosen.files == laid(ada="2", bob="1", cy=stub)
    refused = run(files, "--take=in/ada/other.py")
    assert refused.code == 2
    assert refused.account[-1] == "Nothing was written."


def test_a_name_that_may_mean_two_katas_means_none(
    monkeypatch,
):
    monkeypatch.setattr(names, "BY_NAME", ["lines_a", "lines_b"])
    assert names.meant("lines_c.py") is None


def test_no_git_is_run_and_history_is_named_as_a_notebook_is(run):
    refs = {"packed-refs": "0 refs/remotes/origin/eve\n"}
    refs |= {f"refs/remotes/fay/{name}": "0" for name in ("main", "mine")}
    refs["hooks/post-checkout"] = "exit 1"
    git = {f".git/{name}": text for name, text in refs.items()}
    notebook = f"bob_{WINNER}.ipynb"
    collected = run({**git, f"ada/{FILE}": "1", notebook: "{}"})
    assert collected.left == [".git", notebook]
    assert "(a notebook: its code belongs " in collected.account[2]
    why = "fay/mine, origin/eve: history is not read: katas/WORKSHOP.md shows how"
    assert why in collected.account[1]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
def test_no_link_is_followed(run, tmp_path):
    secret = make(tmp_path / "secret", {FILE: "secret"})
    (tmp_path / "in" / "fay").mkdir(parents=True)
    os.mkfifo(tmp_path / "in" / "fay" / FILE)
    collected = run(
        {
            f"ada/{FILE}": "1",
            f"bob/{FILE}": secret / FILE,
            "cy": secret,
            f"dan.zip/{FILE}": Path("/etc/passwd"),
            f"eve.tar.gz/{FILE}": Path("/etc/passwd"),
        }
    )
    assert collected.code == 1
    assert collected.files == laid(ada="1")
    left = {path.split("/")[0] for path in collected.left}
    assert left == {"bob", "cy", "dan.zip", "eve.tar.gz", "fay"}
    # Neither is one to write through.
    (tmp_path / "empty").mkdir()
    (tmp_path / "all" / "hal").symlink_to(tmp_path / "empty")
    assert f"hal/{FILE}" in run({f"hal/{FILE}": "1"}).left
    assert files_of(tmp_path / "empty") == set()


def test_nothing_is_overwritten_unless_it_is_said(run, tmp_path, monkeypatch):
    make(tmp_path / "all", laid(ada="2", bob="1"))
    files = {f"ada/{FILE}": "1", f"bob/{FILE}": "1"}
    kept = run(files)
    assert (kept.code, kept.left) == (1, [f"ada/{FILE}"])
    assert kept.files == laid(ada="2", bob="1")
    # A disk may be full.
    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", _half)
        full = run(None, "in", "--replace")
    assert (full.code, full.files.items() >= kept.files.items()) == (2, True)
    replaced = run(files, "--replace")
    assert (replaced.code, replaced.files) == (0, laid(ada="1", bob="1"))
    # Some systems take two names for the same.
    monkeypatch.setattr(collect, "listdir", lambda folder: ["ADA", "bob"])
    assert run(files, "--replace").left == [f"ada/{FILE}"]


def _half(path: Path, data: bytes) -> int:
    """Write half of the data, as on a disk that is full then."""
    with path.open("wb") as file:
        file.write(data[: len(data) // 2])
    raise OSError(errno.ENOSPC, "No space left on device")


def test_what_cannot_be_read_concerns_its_entry_alone(run, monkeypatch):
    monkeypatch.setattr(seen, "LEAST", 200_000)
    monkeypatch.setattr(seen, "MOST_UNPACKED", 4_000_000)
    monkeypatch.setattr(seen, "LARGEST_ARCHIVE", 3_000_000)
    large = "#" * 900_000
    odd = {
        **{f"many.zip/{number}.txt": "" for number in range(20)},
        f"many.zip/{FILE}": "",
        **{f"bomb.zip/{number}/{FILE}": large for number in range(5)},
        **{f"class.zip/eve.zip/{name}.py": large for name in KATAS},
        "large.tar.gz/video.mp4": b"\0" * 3_000_000,
        f"large.tar.gz/{FILE}": "",
        f"{'z.zip/' * 50}{FILE}": "",
        f"down/{'a/' * 50}{FILE}": "",
        f"pit.zip/{'a/' * 1_500}{FILE}": "",
        f"two.zip/{'x' * 300}/{FILE}": "",
    }
    # Where a path in an archive leads, it is its owner's.
    away = ("up.zip/../..", "root.zip//etc", "drive.zip/C:", f"deep.zip/{'a/' * 30}b")
    folders = ("ada", "class.zip/zoe.zip", "two.zip/bob", *away)
    collected = run({**odd, **{f"{folder}/{FILE}": "1" for folder in folders}})
    assert collected.code == 1
    people = ["ada", "zoe", "bob", "up", "root", "drive", "deep"]
    assert collected.files == laid(**dict.fromkeys(people, "1"))
    named = "\n".join(collected.left)
    for path in odd:
        entry = "class.zip/eve.zip" if "eve" in path else path.split("/")[0]
        assert entry in named
    assert any("too long" in line for line in collected.account)


def test_no_archive_ends_the_run_or_leaves_its_place(run, tmp_path):
    dice = random.Random(20)
    for number in range(120):
        folder = tmp_path / "in"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.rmtree(tmp_path / "all", ignore_errors=True)
        name = dice.choice(["eve.zip", "eve.tar.gz"])
        data = bytearray(pack(name, {_strange(dice): "1" for _ in range(6)}))
        for _ in range(dice.randrange(4)):
            data[dice.randrange(len(data))] = dice.randrange(256)
        cut = dice.choice([len(data), len(data), dice.randrange(len(data))])
        make(folder, {f"ada/{FILE}": "1", name: bytes(data[:cut])})
        before = files_of(tmp_path) - {("all", 0)}
        collected = run(None, "in")
        assert collected.files.items() >= laid(ada="1").items()
        assert f"in/{name}" in "".join(collected.account), number
        assert all(line.isprintable() for line in collected.account)
        after = {one for one in files_of(tmp_path) if one[0].split(os.sep)[0] != "all"}
        assert after == before


def _strange(dice: random.Random) -> str:
    """Return the path of a file in an archive."""
    parts = ["..", ".", "C:", "a\\b", "__x", "CON", "katas", "solutions", "Eve"]
    parts += ["\u00e9", "", "\x1b[2J", "e\u0301", "x" * 300, WINNER, "\u202e", "\udcff"]
    files = [FILE, f"{PERFT}.py", "TicTacToe_Winner.py", f"ada_{FILE}", "x.zip", "a.py"]
    return "/".join([*dice.choices(parts, k=dice.randrange(4)), dice.choice(files)])
