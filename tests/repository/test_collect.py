"""`python -m katas collect` keeps five rules, and its account names every file."""

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
from repository.handed_in import KATAS, Files, hand_in, make, pack
from repository.project import ROOT, files_of

WINNER, PERFT = "tictactoe_winner", "tictactoe_perft"
FILE = f"{WINNER}.py"
MINE, OTHER = "A = 1\n", "A = 2\n"


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
            re.findall(r"^left: in/(.+) \(", account, re.MULTILINE),
        )

    return run


def _text(path: Path) -> str:
    return path.read_bytes().decode()


def laid(kata: str = WINNER, **code: str) -> dict[str, str]:
    """Return the files of a kata where they are put, by whose they are."""
    return {f"{who}/{kata}/{kata}.py": text for who, text in code.items()}


def test_thirty_people_hand_in_five_katas_in_six_ways(
    run: Collect, tmp_path: Path
) -> None:
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


def test_a_source_with_a_kata_of_its_own_is_one_person(
    run: Collect, tmp_path: Path
) -> None:
    for place in (FILE, f"{WINNER}/{FILE}", f"katas/{WINNER}/{FILE}"):
        make(tmp_path / place[:9] / "ada", {place: MINE, "docs/conf.py": OTHER})
        assert run(None, f"{place[:9]}/ada").files == laid(ada=MINE)
    # Unless somebody else's entry stands beside it.
    for odd in ("gus.zip", f"gus/ada_{FILE}"):
        shutil.rmtree(tmp_path / "in", ignore_errors=True)
        assert sorted(run({FILE: MINE, odd: "nonsense"}).left) == [odd, FILE]
    # What was collected before is not handed in, and a module is no person.
    module = {f"{WINNER}/{FILE}": "import lines", f"{WINNER}/lines.py": MINE}
    make(tmp_path / "every" / "hal", module)
    for _ in range(2):
        collected = run(None, "every", "every/hal", "--into=every/all")
        assert collected.code == 0
    assert {path.name for path in (tmp_path / "every/all").iterdir()} == {"hal"}


def test_an_archive_is_a_source_as_a_folder_is(run: Collect, tmp_path: Path) -> None:
    # A platform marks what is one person's. A Mac does not say that it writes UTF-8.
    marked = "m.zip/ZoXX_1_assignsubmission_file_"
    make(
        tmp_path,
        {
            f"bob.zip/katas-main/katas/{WINNER}/{FILE}": MINE,
            f"dan__{FILE}": MINE,
            f"{marked}/1.zip/{FILE}": MINE,
            f"{marked}/2.zip/{PERFT}.py": OTHER,
            f"m.zip/eve/{FILE}": MINE,
        },
    )
    data = (tmp_path / "m.zip").read_bytes()
    (tmp_path / "m.zip").write_bytes(data.replace(b"ZoXX", "Zoë".encode()))
    collected = run(None, "bob.zip", f"dan__{FILE}", "m.zip")
    there = laid(bob=MINE, dan=MINE, eve=MINE, Zoë=MINE)
    assert collected.files == there | laid(PERFT, Zoë=OTHER)


def test_an_entry_without_a_kata_holds_people(run: Collect) -> None:
    collected = run(
        {
            f"all.zip/all/cy/katas/{WINNER}/{FILE}": MINE,
            f"all.zip/all/dan.zip/work/{FILE}": MINE,
            # One folder is no other person.
            f"eve/mine/{FILE}": MINE,
            f"{WINNER}/fay.py": MINE,
            f"{WINNER}/gus_{FILE}": MINE,
            f"{PERFT}/fay.py": OTHER,
            # There are two with the same name.
            f"m.zip/Ana_2_assignsubmission_file_/{FILE}": MINE,
            f"m.zip/Ana_3_assignsubmission_file_/{FILE}": OTHER,
        }
    )
    there = laid(cy=MINE, dan=MINE, eve=MINE, fay=MINE, gus=MINE)
    there |= laid(Ana_2_assignsubmission_file_=MINE, Ana_3_assignsubmission_file_=OTHER)
    assert collected.files == there | laid(PERFT, fay=OTHER)
    assert collected.code == 0


def test_each_file_of_a_person_counts_with_what_it_imports(run: Collect) -> None:
    stub = (ROOT / "katas" / WINNER / FILE).read_text(encoding="utf-8")
    importing = "import lines\nfrom .cells import corner\n"
    modules = {"lines.py": "import more\n", "more.py": MINE, "cells.py": MINE}
    katas = f"ada/katas/{WINNER}"
    collected = run(
        {
            **{f"{katas}/{name}": text for name, text in modules.items()},
            f"{katas}/{FILE}": importing,
            f"{katas}/notes.py": MINE,
            f"{katas}/test_{FILE}": MINE,
            f"ada/a/b/{PERFT}.py": "def (",
            f"bob/{FILE}": stub,
            f"bob/copy/{FILE}": stub.replace("\n", "\r\n"),
            # What tools make is no kata.
            f"bob/__MACOSX/._{FILE}": OTHER,
            "bob/.venv/lib64": Path("lib"),
            "bob/pictures.zip/1.png": "",
            # Beside a loose file stand the files of others.
            f"cy_{FILE}": importing,
            "lines.py": OTHER,
        }
    )
    there = laid(ada=importing, bob=stub, cy=importing) | laid(PERFT, ada="def (")
    beside = {f"ada/{WINNER}/{name}": text for name, text in modules.items()}
    assert collected.files == there | beside
    harmless = [f"{katas}/test_{FILE}", f"bob/copy/{FILE}", "bob/pictures.zip"]
    assert collected.left == [*harmless, f"{katas}/notes.py", "lines.py"]
    words = "left that may be for a kata: 2, the last lines above"
    assert collected.code == 1
    assert collected.account[-2] == words


def test_of_two_different_files_neither_is_chosen(run: Collect) -> None:
    ada = {f"ada/{FILE}": MINE, f"ada/old.zip/{FILE}": OTHER}
    bob = {f"bob/{FILE}": MINE, f"bob_{FILE}": OTHER}
    files = {**ada, **bob, f"cy/{FILE}": MINE}
    twice = run(files)
    assert twice.code == 1
    assert twice.files == laid(cy=MINE)
    assert twice.left == sorted({**ada, **bob})
    chosen = run(files, f"--take=in/ada/old.zip/{FILE}", f"--take=in/bob/{FILE}")
    assert chosen.code == 0
    assert chosen.files == laid(ada=OTHER, bob=MINE, cy=MINE)
    refused = run(files, "--take=in/ada/other.py")
    assert refused.code == 2
    assert refused.account[-1] == "Nothing was written."


def test_a_name_is_put_right_if_nothing_else_is_meant(
    run: Collect, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = {
        "ada/TicTacToe-Winner.py": MINE,
        "bob/tictactoe_winer.py": MINE,
        "cy/tictactoe_winenr.PY": MINE,
        "dan/ticktactoe_winner.py": MINE,
        "eve - Tictactoe-winner(2).py": MINE,
    }
    there = laid(ada=MINE, bob=MINE, cy=MINE, dan=MINE, eve=MINE)
    collected = run(right)
    assert collected.code == 0
    assert collected.files == there
    assert sum("its name is put right" in line for line in collected.account) == 5
    wrong = {
        "hal/tictactoe_winner (1).py": OTHER,
        "ivy/Tictactoe_winner.py": MINE,
        "ivy/tictactoe_winer.py": OTHER,
        "joe/tictctoe_winer.py": MINE,
        "kim/winner.py": MINE,
        "lee/tictactoe_winner_final.py": MINE,
    }
    collected = run({**wrong, f"hal/{FILE}": MINE})
    assert collected.code == 1
    assert collected.files == there | laid(hal=MINE)
    assert {*collected.left} == {*wrong}
    monkeypatch.setattr(names, "BY_NAME", ["lines_a", "lines_b"])
    assert names.meant("lines_c.py") is None


def test_no_git_is_run_and_history_is_named(run: Collect) -> None:
    collected = run(
        {
            f"ada/{FILE}": MINE,
            "ada/.git/hooks/post-checkout": "exit 1",
            "cy/changes.mbox": "From cy",
            "dan.git/objects/pack/1.pack": "",
            ".git/packed-refs": f"{'0' * 40} refs/remotes/origin/eve\n",
            ".git/refs/remotes/fay/main": "0" * 40,
            ".git/refs/remotes/fay/mine": "0" * 40,
        }
    )
    assert collected.code == 1
    assert collected.files == laid(ada=MINE)
    assert collected.left == [".git", "cy/changes.mbox", "dan.git"]
    for line in collected.account[1:4]:
        assert "history is not read: katas/WORKSHOP.md" in line
    assert "fay/mine, origin/eve: " in "".join(collected.account)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
def test_no_link_is_followed(run: Collect, tmp_path: Path) -> None:
    secret = make(tmp_path / "secret", {FILE: OTHER})
    (tmp_path / "in" / "fay").mkdir(parents=True)
    os.mkfifo(tmp_path / "in" / "fay" / FILE)
    collected = run(
        {
            f"ada/{FILE}": MINE,
            f"bob/{FILE}": secret / FILE,
            "cy": secret,
            f"dan.zip/{FILE}": Path("/etc/passwd"),
            f"eve.tar.gz/{FILE}": Path("/etc/passwd"),
        }
    )
    assert collected.code == 1
    assert collected.files == laid(ada=MINE)
    left = {path.split("/")[0] for path in collected.left}
    assert left == {"bob", "cy", "dan.zip", "eve.tar.gz", "fay"}
    # Neither is one to write through.
    (tmp_path / "empty").mkdir()
    (tmp_path / "all" / "hal").symlink_to(tmp_path / "empty")
    assert f"hal/{FILE}" in run({f"hal/{FILE}": MINE}).left
    assert files_of(tmp_path / "empty") == set()


def test_nothing_is_overwritten_unless_it_is_said(
    run: Collect, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(tmp_path / "all", laid(ada=OTHER, bob=MINE))
    files = {f"ada/{FILE}": MINE, f"bob/{FILE}": MINE}
    kept = run(files)
    assert (kept.code, kept.left) == (1, [f"ada/{FILE}"])
    assert kept.files == laid(ada=OTHER, bob=MINE)
    replaced = run(files, "--replace")
    assert replaced.code == 0
    assert replaced.files == laid(ada=MINE, bob=MINE)
    # Some systems take two names for the same.
    monkeypatch.setattr(collect, "listdir", lambda folder: ["ADA", "bob"])
    assert run(files, "--replace").left == [f"ada/{FILE}"]


def test_what_cannot_be_read_concerns_its_entry_alone(
    run: Collect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seen, "LEAST", 200_000)
    monkeypatch.setattr(seen, "MOST_UNPACKED", 4_000_000)
    monkeypatch.setattr(seen, "LARGEST_ARCHIVE", 3_000_000)
    large = "#" * 900_000
    odd = {
        **{f"many.zip/{number}.txt": "" for number in range(20)},
        f"many.zip/{FILE}": OTHER,
        **{f"bomb.zip/{number}/{FILE}": large for number in range(5)},
        **{f"class.zip/eve.zip/{name}.py": large for name in KATAS},
        "large.tar.gz/video.mp4": b"\0" * 3_000_000,
        f"large.tar.gz/{FILE}": OTHER,
        f"deep.zip/{'a/' * 200}{FILE}": MINE,
        f"{'z.zip/' * 50}{FILE}": MINE,
        f"two.zip/{'x' * 300}/{FILE}": MINE,
        f"up.zip/../../{FILE}": MINE,
        f"root.zip//etc/{FILE}": MINE,
        f"drive.zip/C:\\{FILE}": MINE,
        f".hal/{FILE}": MINE,
    }
    right = (f"ada/{FILE}", f"class.zip/zoe/{FILE}", f"two.zip/bob/{FILE}")
    collected = run({**odd, **dict.fromkeys(right, MINE)})
    assert collected.code == 1
    assert collected.files == laid(ada=MINE, bob=MINE, zoe=MINE)
    named = "\n".join(collected.left)
    for path in odd:
        entry = "class.zip/eve.zip" if "eve" in path else path.split("/")[0]
        assert entry in named
    assert any("too long" in line for line in collected.account)


def test_no_archive_ends_the_run_or_leaves_its_place(
    run: Collect, tmp_path: Path
) -> None:
    dice = random.Random(20)
    for number in range(120):
        folder = tmp_path / "in"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.rmtree(tmp_path / "all", ignore_errors=True)
        name = dice.choice(["eve.zip", "eve.tar.gz"])
        data = bytearray(pack(name, {_strange(dice): MINE for _ in range(6)}))
        for _ in range(dice.randrange(4)):
            data[dice.randrange(len(data))] = dice.randrange(256)
        cut = dice.choice([len(data), len(data), dice.randrange(len(data))])
        make(folder, {f"ada/{FILE}": MINE, name: bytes(data[:cut])})
        before = files_of(tmp_path) - {("all", 0)}
        collected = run(None, "in")
        assert collected.files.items() >= laid(ada=MINE).items()
        assert f"in/{name}" in "".join(collected.account), number
        assert all(line.isprintable() for line in collected.account)
        after = {one for one in files_of(tmp_path) if one[0].split(os.sep)[0] != "all"}
        assert after == before


def _strange(dice: random.Random) -> str:
    """Return the path of a file in an archive."""
    parts = ["..", ".", "C:", "a\\b", "__x", "é", "CON", "katas", "solutions", "Eve"]
    parts += ["", "\x1b[2J", "e\u0301", "x" * 300, WINNER, "\u202e", "\udcff"]
    files = [FILE, f"{PERFT}.py", "TicTacToe_Winner.py", f"ada_{FILE}", "x.zip", "a.py"]
    return "/".join([*dice.choices(parts, k=dice.randrange(4)), dice.choice(files)])
