"""However files were handed in, `python -m katas collect` makes one folder of them."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from kata_collect import collect, pile
from kata_collect.names import read
from kata_kit.katas import BY_NAME
from kata_workshop.participants import Gathering, gather, refuse_nearly_right
from repository.project import ROOT, files_of

WINNER, PERFT = "tictactoe_winner", "tictactoe_perft"
STUB = (ROOT / BY_NAME[WINNER].stub).read_text(encoding="utf-8")
MINE = STUB.replace("raise NotImplementedError", "return 1")
OTHER = STUB.replace("raise NotImplementedError", "return 2")
DEEPER = MINE.replace("return 1", "    return 1")  # Not the same code.
PERFTS = "def perft(a, b, c):\n    return 1\n"
SITE = "Ana García_123456_assignsubmission_file_"
CLONE = f"katas/{WINNER}/{WINNER}.py"
ANA, BOB = f"Ana García/{WINNER}/{WINNER}.py", f"bob/{WINNER}/{WINNER}.py"

git_is_there = pytest.mark.skipif(shutil.which("git") is None, reason="git is missing")
on_posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")

Tree = Mapping[str, Any]  # what is in each file; the name of a ZIP stands for one with this in it


def zipped(tree: Tree) -> bytes:
    """A ZIP of files."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, inside in tree.items():
            packed.writestr(name, zipped(inside) if isinstance(inside, Mapping) else inside)
    return out.getvalue()


def make(folder: Path, tree: Tree) -> Path:
    """Write files into a folder, which is made."""
    for name, inside in tree.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        data = zipped(inside) if isinstance(inside, Mapping) else inside
        path.write_bytes(data.encode() if isinstance(data, str) else data)
    return folder


def collected(into: Path, capsys: Any, *sources: Path) -> tuple[int, dict[str, str], str]:
    """The exit code, the files that are there, and what was printed."""
    code = collect.main([*map(str, sources), f"--into={into}"])
    paths = [path for path in into.rglob("*") if path.is_file()]
    files = {path.relative_to(into).as_posix(): path.read_text("utf-8") for path in paths}
    said = capsys.readouterr()
    return code, files, said.out + said.err


LAYOUTS: dict[str, tuple[Tree, Mapping[str, str], int, Sequence[str]]] = {
    "folders with nearly right names": (
        {
            f"{SITE}/TicTacToe-Winner.py": MINE,
            "bob/winner.py": OTHER,
            "cy/tictactoe_winer.py.txt": PERFTS,
            f"dan/{PERFT}.py": PERFTS,
            "dan/winner.py": "A = 1\n",  # A module of theirs.
        },
        {ANA: MINE, BOB: OTHER}
        | {f"cy/{WINNER}/{WINNER}.py": PERFTS, f"dan/{PERFT}/{PERFT}.py": PERFTS},
        0,
        ["bob: winner.py is taken, but it should be called tictactoe_winner.py"],
    ),
    "flat files": (
        {
            "ana_maria__tictactoe_winner.py": MINE,
            "bob_tictactoe_winner.py": OTHER,
            "bob_tictactoe_perft.py": PERFTS,
            "eve_12345_678901_tictactoe_winner-1.py": MINE,
        },
        {
            f"ana_maria/{WINNER}/{WINNER}.py": MINE,
            BOB: OTHER,
            f"bob/{PERFT}/{PERFT}.py": PERFTS,
            f"eve/{WINNER}/{WINNER}.py": MINE,
        },
        0,
        [f"{WINNER}: the same code from ana_maria, eve"],
    ),
    "clones, with stubs, references and a module": (
        {
            f"ana/{CLONE}": f"import lines\n{MINE}",
            f"ana/katas/{WINNER}/lines.py": "A = 1\n",
            f"ana/katas/{WINNER}/notes.py": "B = 1\n",
            f"ana/katas/{PERFT}/{PERFT}.py": STUB,
            f"ana/solutions/{WINNER}.py": OTHER,
            f"ana/tests/{WINNER}/test_{WINNER}.py": OTHER,
            f"bob/{CLONE}": STUB.replace("\n", "\r\n"),
            f"cy/{CLONE}": STUB,
            f"cy/{WINNER}.py": OTHER,
        },
        {
            f"ana/{WINNER}/{WINNER}.py": f"import lines\n{MINE}",
            f"ana/{WINNER}/lines.py": "A = 1\n",
            f"cy/{WINNER}/{WINNER}.py": OTHER,
        },
        0,
        ["3 participants, 2 files for katas"],
    ),
    "ZIPs: a code host's, one in a folder, a flat one": (
        {
            "ana.zip": {f"katas-main/{CLONE}": MINE, "katas-main/README.md": "x"},
            "bob/work.zip": {f"{WINNER}.py": OTHER},
            "all.zip": {f"cy_{WINNER}.py": MINE, f"dan_{WINNER}.py": OTHER},
        },
        {f"{who}/{WINNER}/{WINNER}.py": MINE for who in ("ana", "cy")}
        | {f"{who}/{WINNER}/{WINNER}.py": OTHER for who in ("bob", "dan")},
        0,
        ["4 participants"],
    ),
    "a platform's ZIP of folders and ZIPs, in one more folder": (
        {
            "all.zip": {
                f"Evening 1/{SITE}/{WINNER}.py": MINE,
                "Evening 1/bob_77_assignsubmission_file_/me.zip": {f"src/{WINNER}.py": OTHER},
            }
        },
        {ANA: MINE, BOB: OTHER},
        0,
        [],
    ),
    "two of a name": (
        {"a/ada/winner.py": MINE, "Ada.zip": {f"{WINNER}.py": OTHER}, f"ada__{WINNER}.py": OTHER}
        | {
            f"bob/{WINNER}.py": MINE,
            f"bob/{WINNER} (1).py": DEEPER,
            f"bob/old_{WINNER}.py": PERFTS,
        },
        {
            f"Ada/{WINNER}/{WINNER}.py": OTHER,
            f"a/{WINNER}/{WINNER}.py": MINE,
            BOB: MINE,
            f"bob (2)/{WINNER}/{WINNER}.py": DEEPER,
        },
        0,
        [
            f"bob: there is another {WINNER}.py; {WINNER} (1).py is in bob (2)",
            f"bob: old_{WINNER}.py is left out, there is {WINNER}.py",
        ],
    ),
    "what cannot be taken": (
        {
            f"bob/{WINNER}.py": OTHER,
            "ana/notes.txt": "later",
            "ivy/picture.png": "",
            "notes.txt": "",
            f"cy/{WINNER}.ipynb": '{"source": ["def is_solved(board):"]}',
            "dan.zip": b"PK nonsense",
            f"eve/{WINNER}.py": "#" * 1_000_001,
            "fay.zip": {
                f"../../{WINNER}.py": MINE,
                f"/{WINNER}.py": MINE,
                f"C:\\{WINNER}.py": MINE,
            },
            "gus.patch": "nonsense",
            "hal.zip": {"1.zip": {"2.zip": {f"{WINNER}.py": MINE}}},
        },
        {BOB: OTHER},
        1,
        [
            "\nnot collected: ana: nothing for a kata, found notes.txt\n",
            "\nnot collected: ivy: nothing for a kata, found no file\n",
            "notes.txt is not for a kata\n",
            f"cy: {WINNER}.ipynb (a notebook; its code belongs into {WINNER}.py)",
            "dan.zip (not a ZIP that can be read",
            f"eve/{WINNER}.py (larger than 1 MB)",
            f"fay.zip/../../{WINNER}.py (leads out of the ZIP)",
            f"fay.zip//{WINNER}.py (leads out of the ZIP)",
            f"fay.zip/C:/{WINNER}.py (leads out of the ZIP)",
            "gus.patch (git: ",
            "hal.zip/1.zip/2.zip (a ZIP in a ZIP in a ZIP",
        ],
    ),
}


@pytest.mark.parametrize(
    ("file", "told"),
    [
        (f"{WINNER}.py", ("",)),
        ("TicTacToeWinner.PY", ("",)),
        ("tic tac toe - winner (2) - Copy.txt", ("",)),
        ("tictactoe_winer", ("",)),
        ("Winner_final_v2.py", ("",)),
        (f"{WINNER}_Zoë.py", ("Zoë",)),
        (f"Lee_Ann_LATE_123456_789012_{WINNER}-1.py", ("Lee_Ann",)),
        (f"Evening 1_lee_attempt_2026-01-31-18-00-00_{WINNER}.py", ("Evening 1_lee",)),
        (f"test_{WINNER}.py", None),
        (f"{WINNER}.pyc", None),
        (f"{WINNER}s_helper.md", None),
        ("player.py", None),  # Of two katas.
        ("(1)" * 80 + "a.py", None),  # Ends.
    ],
)
def test_a_name_says_which_kata_and_perhaps_who(file: str, told: tuple[str] | None) -> None:
    name = read(file)
    assert (name and (name.kata.name, name.who)) == (told and (WINNER, *told))


@git_is_there
@pytest.mark.parametrize("name", LAYOUTS)
def test_however_it_came_it_has_one_layout(tmp_path: Path, capsys: Any, name: str) -> None:
    tree, expected, code, words = LAYOUTS[name]
    source, into = make(tmp_path / "source", tree), tmp_path / "submissions"
    before = files_of(source)
    assert collected(into, capsys, source)[:2] == (code, expected)
    ended, files, again = collected(into, capsys, source)  # The same again changes nothing.
    assert (ended, files) == (code, expected)
    assert [text for text in words if text not in again] == []
    found = {
        f"{one.participant}/{one.kata.name}/{one.file.name}" for one in gather(into, "").submitted
    }
    assert found <= set(expected)
    assert found >= {path for path in expected if path.split("/")[1] + ".py" == path.split("/")[2]}
    assert files_of(source) == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["source", "submissions"]


def git(folder: Path, *words: str) -> None:
    """Run git as somebody."""
    who = (
        "-c",
        "user.name=Grace H.",
        "-c",
        "user.email=x@x.example",
        "-c",
        "protocol.file.allow=always",
    )
    subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A clone in which Ada and a pair have pushed to branches, Bob to a fork; Cy only here."""
    shared, fork = tmp_path / "shared", tmp_path / "fork"
    make(shared, {CLONE: STUB, f"solutions/{WINNER}.py": OTHER})
    git(shared, "init", "--quiet", "--initial-branch=main")
    git(shared, "add", ".")
    git(shared, "commit", "--quiet", "-m", "start")
    git(tmp_path, "clone", "--quiet", "shared", "fork")
    for folder, branch, code in (
        (shared, "ada", MINE),
        (shared, "pair/grace", OTHER),
        (fork, "main", PERFTS),
    ):
        git(folder, "checkout", "--quiet", "-B", branch)
        make(folder, {CLONE: code})
        git(folder, "commit", "--quiet", "-am", "mine")
    git(shared, "update-ref", "refs/pull/12/head", "ada")
    git(tmp_path, "clone", "--quiet", "-b", "main", "shared", "clone")
    git(tmp_path / "clone", "remote", "add", "bob", "../fork")
    git(tmp_path / "clone", "fetch", "--quiet", "bob")
    git(tmp_path / "clone", "branch", "cy")
    return tmp_path / "clone"


@git_is_there
def test_branches_forks_and_pull_requests_are_participants(
    repository: Path, tmp_path: Path, capsys: Any
) -> None:
    place = f"{WINNER}/{WINNER}.py"
    expected = {f"ada/{place}": MINE, f"pair-grace/{place}": OTHER, f"bob/{place}": PERFTS}
    code, files, said = collected(tmp_path / "all", capsys, repository)
    assert (code, files) == (0, expected)
    assert "3 participants, 3 files for katas" in said
    shallow = "clone", "--quiet", "--mirror", "--depth=1", "--no-single-branch"
    git(tmp_path, *shallow, f"file://{tmp_path}/shared", "mirror.git")
    expected = {f"ada/{place}": MINE, f"pair-grace/{place}": OTHER, f"pull-12/{place}": MINE}
    code, files, said = collected(tmp_path / "mirrored", capsys, tmp_path / "mirror.git")
    assert (code, files) == (0, expected)
    assert f"{WINNER}: the same code from ada, pull-12" in said
    git(tmp_path, "clone", "--quiet", "--bare", "fork", "dan.git")
    # What is on the branch that all share is one person's.
    code, files, _ = collected(tmp_path / "dan", capsys, tmp_path / "dan.git")
    assert (code, files) == (0, {f"dan/{place}": PERFTS})
    code, files, _ = collected(tmp_path / "own", capsys, tmp_path / "fork")
    assert (code, files) == (0, {f"fork/{place}": PERFTS})


@git_is_there
def test_a_repository_that_git_cannot_read_is_told(tmp_path: Path, capsys: Any) -> None:
    source = make(tmp_path / "ada", {".git": "gitdir: nowhere", f"{WINNER}.py": MINE})
    broken = make(tmp_path / "b.git", {"HEAD": "", "objects/x": "", "refs/x": "", "hooks/x": ""})
    code, files, said = collected(tmp_path / "all", capsys, source, broken)
    assert (code, files) == (1, {f"ada/{WINNER}/{WINNER}.py": MINE})
    told = [line.partition(" (git: ")[0] for line in said.splitlines() if "not collected" in line]
    assert told == ["not collected: ada", "not collected: b.git"]


@git_is_there
@on_posix
def test_nothing_of_a_strange_repository_is_run(
    repository: Path, tmp_path: Path, capsys: Any
) -> None:
    touch = tmp_path / "touch"
    touch.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\ncat\n", encoding="utf-8")
    touch.chmod(0o755)
    for hook in ("post-checkout", "reference-transaction", "post-merge"):
        shutil.copy(touch, repository / ".git" / "hooks" / hook)
    for key in ("core.fsmonitor", "core.sshCommand", "uploadpack.packObjectsHook", "core.pager"):
        git(repository, "config", key, str(touch))
    git(repository, "config", "filter.x.smudge", str(touch))
    git(repository, "checkout", "--quiet", "-b", "eve")
    (tmp_path / "ran").unlink(missing_ok=True)
    (repository / CLONE).unlink()
    (repository / CLONE).symlink_to("/etc/passwd")
    make(repository, {".gitattributes": "* filter=x\n", f"{WINNER} (1).py": MINE})
    git(repository, "-c", "core.fsmonitor=", "-c", "filter.x.clean=cat", "add", ".")
    git(repository, "-c", "core.fsmonitor=", "-c", "core.hooksPath=/dev/null", "commit", "-qm", "x")
    git(repository, "update-ref", "refs/remotes/origin/eve", "eve")
    (tmp_path / "ran").unlink(missing_ok=True)
    code, files, said = collected(tmp_path / "all", capsys, repository)
    assert code == 1
    assert f"not collected: eve/{CLONE} (a link" in said
    assert files[f"eve/{WINNER}/{WINNER}.py"] == MINE
    assert not (tmp_path / "ran").exists()


@git_is_there
@pytest.mark.parametrize("kind", ["3.patch", "grace.diff", "grace.mbox", "dos.diff"])
def test_a_patch_is_applied_to_the_stub(tmp_path: Path, capsys: Any, kind: str) -> None:
    theirs = make(tmp_path / "theirs", {CLONE: STUB, "README.md": "x"})
    git(theirs, "init", "--quiet")
    for text in (STUB, MINE, OTHER):  # A pull request of two commits.
        make(theirs, {CLONE: text, "README.md": f"ñ {len(text)}\n"})
        git(theirs, "add", ".")
        git(theirs, "commit", "--quiet", "--allow-empty", "-m", f"ñ {kind}")
    command = ["diff", "HEAD~2"] if kind.endswith("diff") else ["format-patch", "-2", "--stdout"]
    done = subprocess.run(["git", *command], cwd=theirs, capture_output=True, check=True)
    sent = done.stdout.replace(b"\n", b"\r\n") if kind == "dos.diff" else done.stdout
    source = make(tmp_path / "source", {kind: sent})
    who = "Grace H" if kind[0] == "3" else kind.partition(".")[0]
    expected = (0, {f"{who}/{WINNER}/{WINNER}.py": OTHER})
    assert collected(tmp_path / "all", capsys, source)[:2] == expected


def test_a_bomb_ends_at_the_limits(
    tmp_path: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    many = {f"{number}/{WINNER}.py": MINE for number in range(11)}
    large = {f"{number}/{WINNER}.py": "#" * 900_000 for number in range(3)}
    source = make(tmp_path / "source", {"many.zip": many, "large.zip": large})
    assert (source / "large.zip").stat().st_size < 10_000
    monkeypatch.setattr(pile, "MOST_FILES", 10)
    monkeypatch.setattr(pile, "MOST_BYTES", 2_000_000)
    code, files, said = collected(tmp_path / "all", capsys, source)
    assert (code, len(files)) == (1, 2)
    assert "not collected: many.zip (11 files; at most 10 are unpacked)" in said
    assert f"not collected: large.zip/2/{WINNER}.py (too large" in said


@on_posix
def test_a_link_is_not_followed(tmp_path: Path, capsys: Any) -> None:
    secret = make(tmp_path / "secret", {f"{WINNER}.py": MINE})
    source = make(tmp_path / "source", {f"bob/{WINNER}.py": OTHER})
    (source / "ana").symlink_to(secret)
    (source / f"cy_{WINNER}.py").symlink_to(secret / f"{WINNER}.py")
    link = zipfile.ZipInfo(f"{WINNER}.py")
    link.external_attr = 0o120777 << 16
    with zipfile.ZipFile(source / "dan.zip", "w") as packed:
        packed.writestr(link, "/etc/passwd")
    code, files, said = collected(tmp_path / "all", capsys, source)
    assert (code, files) == (1, {BOB: OTHER})
    for path in (f"cy_{WINNER}.py", f"dan.zip/{WINNER}.py"):
        assert f"not collected: {path} (a link" in said


def test_when_it_cannot_be_written_nothing_is(
    tmp_path: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = make(tmp_path / "source", {f"ana_{WINNER}.py": MINE, f"bob_{WINNER}.py": OTHER})
    into = make(tmp_path / "all", {f"eve/{WINNER}.py": MINE})
    before, rename = files_of(tmp_path), Path.rename

    def full(path: Path, target: Path) -> Path:
        if "bob" in Path(target).parts:
            raise OSError(28, "No space left on device")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", full)
    code, _, said = collected(into, capsys, source)
    assert code == 2
    assert "No space left on device\nNothing was written." in said
    assert files_of(tmp_path) == before


@pytest.mark.parametrize(
    ("sources", "words"), [(["nowhere"], "there is no"), (["."], "found nothing to collect")]
)
def test_where_there_is_nothing_nothing_is_made(
    tmp_path: Path, capsys: Any, sources: list[str], words: str
) -> None:
    code, files, said = collected(tmp_path / "all", capsys, *(tmp_path / one for one in sources))
    assert (code, files) == (2, {})
    assert words in said
    assert list(tmp_path.iterdir()) == []


# What `pytest --submission` does with the same names


NEARLY = {
    f"ada/{WINNER} (1).py": f"it should be called {WINNER}.py",
    "ada/TicTacToe_Winner.py": f"it should be called {WINNER}.py",
    "ada/winner.py": f"it should be called {WINNER}.py",
    f"ada/{WINNER}.py.txt": f"it should be called {WINNER}.py",
    f"ada/{WINNER}.ipynb": f"a notebook; its code belongs into {WINNER}.py",
    f"ada_{WINNER}.py": f"it should be called ada__{WINNER}.py",
}


@pytest.mark.parametrize("path", NEARLY)
def test_a_nearly_right_name_is_told(tmp_path: Path, path: str) -> None:
    make(tmp_path, {path: MINE, f"bob__{WINNER}.py": MINE})
    gathering = gather(tmp_path, "here")
    assert [one.participant for one in gathering.submitted] == ["bob"]
    assert gathering.unreadable == [f"{path} ({NEARLY[path]})"]


def test_what_would_vanish_beside_a_right_name_is_told(tmp_path: Path) -> None:
    make(tmp_path, {f"ada/{WINNER}.py": MINE, f"ada/{WINNER} (1).py": OTHER, "ada/winner.py": MINE})
    told = f"{WINNER} (1).py (it should be called {WINNER}.py)"
    assert Gathering(tmp_path, "here").unreadable == [f"ada/{told}"]
    with pytest.raises(ValueError, match="these files would not be run") as refused:
        refuse_nearly_right(tmp_path / "ada", "ada")
    assert str(refused.value).endswith(f"\n  {told}")
    (tmp_path / "ada" / f"{WINNER} (1).py").unlink()
    refuse_nearly_right(tmp_path / "ada", "ada")


def test_where_no_name_is_right_the_refusal_says_what_each_should_be(tmp_path: Path) -> None:
    make(tmp_path, {path: f"{MINE}# {path}" for path in list(NEARLY)[:2]})
    with pytest.raises(ValueError, match="found no file of a kata") as refused:
        gather(tmp_path, "here")
    assert [
        line for line in list(NEARLY)[:2] if f"\n  {line} (it should" not in str(refused.value)
    ] == []


def test_what_stands_in_a_zip_has_one_place_while_it_does_not_change(tmp_path: Path) -> None:
    found = []
    for code in (MINE, MINE, OTHER):
        make(tmp_path, {"ada.zip": {f"{WINNER}.py": code}})
        (one,) = gather(tmp_path, "here").submitted
        assert one.file.read_text(encoding="utf-8") == code
        found.append(one.file)
    assert found[0] == found[1] != found[2]


@pytest.mark.slow
def test_zips_and_what_a_code_host_unpacks_are_run(untouched: Any, tmp_path: Path) -> None:
    right = (ROOT / BY_NAME[WINNER].solution).read_text(encoding="utf-8")
    tree = {"ada.zip": {f"katas-main/{CLONE}": right}, f"bob/katas-main/{CLONE}": right}
    tree["cy/mine.zip"] = {f"{WINNER}.py": MINE}
    make(tmp_path / "all", tree)
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    environment = dict.fromkeys(("TMPDIR", "TMP", "TEMP"), str(temporary))
    run = untouched.pytest(f"--submission={tmp_path / 'all'}", "-v", environment=environment)
    assert run.last.startswith("3 participants, 1 kata: 2 green, 1 red")
    assert "cy/mine.zip/tictactoe_winner.py" in run.text
    assert str(temporary) not in run.text
    assert os.listdir(temporary) == []
