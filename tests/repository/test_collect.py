"""However files were handed in, `python -m katas collect` and a workshop find them."""

from __future__ import annotations

import io
import os
import re
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
from kata_kit.katas import BY_NAME, PATH
from kata_kit.whose import choose
from kata_workshop.participants import Gathering, gather, plain_id, refuse_nearly_right
from repository.project import ROOT, files_of

WINNER, PERFT = "tictactoe_winner", "tictactoe_perft"
FILE, CLONE = f"{WINNER}.py", f"katas/{WINNER}/{WINNER}.py"
STUB = (ROOT / BY_NAME[WINNER].stub).read_text(encoding="utf-8")
MINE = STUB.replace("raise NotImplementedError", "return 1")
OTHER = STUB.replace("raise NotImplementedError", "return 2")
DEEPER = MINE.replace("return 1", "    return 1")  # Not the same code.
PERFTS = "def perft(a, b, c):\n    return 1\n"
SITE = "Ana García_123456_assignsubmission_file_"

Patch = pytest.MonkeyPatch

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
    folder.mkdir(exist_ok=True)
    for name, inside in tree.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        data = zipped(inside) if isinstance(inside, Mapping) else inside
        path.write_bytes(data.encode() if isinstance(data, str) else data)
    return folder


@pytest.fixture
def collected(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    """Collects files or folders into another one: the exit code, the files there, what is said."""

    def collected(*handed_in: Path | Tree, into: str = "all") -> tuple[int, dict[str, str], str]:
        folders = [
            one if isinstance(one, Path) else make(tmp_path / "source", one) for one in handed_in
        ]
        folder = tmp_path / into
        code = collect.main([*map(str, folders), f"--into={folder}"])
        paths = [path for path in folder.rglob("*") if path.is_file()]
        files = {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in paths}
        said = capsys.readouterr()
        return code, files, said.out + said.err

    return collected


def laid_out(files: Mapping[str, str]) -> dict[str, str]:
    """The files by where they are put; of a name alone, that for the first kata."""
    return {who if "/" in who else f"{who}/{WINNER}/{FILE}": code for who, code in files.items()}


# What is handed in, what is made of it and what is said.
LAYOUTS: dict[str, tuple[Tree, Mapping[str, str], Sequence[str]]] = {
    "nearly right names": (
        {
            f"{SITE}/TicTacToe-Winner.py": MINE,
            "bob/winner.py": OTHER,
            "cy/tictactoe_winer.py.txt": PERFTS,
            f"dan/{PERFT}.py": PERFTS,
            "dan/winner.py": "A = 1\n",  # A module of theirs.
            f"eve_maria__{FILE}": MINE,
            f"fay_{FILE}": OTHER,
            f"fay_{PERFT}.py": PERFTS,
            f"gus_12345_678901_{WINNER}-1.py": DEEPER,
        },
        {"Ana García": MINE, "bob": OTHER, "cy": PERFTS, f"dan/{PERFT}/{PERFT}.py": PERFTS}
        | {"eve_maria": MINE, "fay": OTHER, f"fay/{PERFT}/{PERFT}.py": PERFTS, "gus": DEEPER},
        [
            "bob: winner.py is taken, but it should be called tictactoe_winner.py",
            f"{WINNER}: the same code from eve_maria, Ana García",
        ],
    ),
    "clones, with stubs, references and a module": (
        {
            f"ana/{CLONE}": f"import lines\n{MINE}",
            f"ana/katas/{WINNER}/lines.py": "A = 1\n",
            f"ana/katas/{WINNER}/notes.py": "B = 1\n",
            f"ana/katas/{PERFT}/{PERFT}.py": STUB,
            f"ana/solutions/{FILE}": OTHER,
            f"ana/tests/{WINNER}/test_{FILE}": OTHER,
            f"bob/{CLONE}": STUB.replace("\n", "\r\n"),
            f"cy/{CLONE}": STUB,
            f"cy/{FILE}": OTHER,
        },
        {"ana": f"import lines\n{MINE}", f"ana/{WINNER}/lines.py": "A = 1\n", "cy": OTHER},
        ["3 participants, 2 files for katas"],
    ),
    "ZIPs: a code host's, one in a folder, a flat one, a platform's in one more folder": (
        {
            "ana.zip": {f"katas-main/{CLONE}": MINE, "katas-main/README.md": "x"},
            "bob/work.zip": {FILE: OTHER},
            "all.zip": {f"cy_{FILE}": MINE, f"dan_{FILE}": OTHER},
            "more.zip": {
                f"Evening 1/{SITE}/{FILE}": MINE,
                "Evening 1/eve_77_assignsubmission_file_/me.zip": {f"src/{FILE}": OTHER},
            },
        },
        {"ana": MINE, "bob": OTHER, "cy": MINE, "dan": OTHER, "Ana García": MINE, "eve": OTHER},
        ["6 participants"],
    ),
    "two of a name": (
        {
            "a/ada/winner.py": MINE,
            "Ada.zip": {FILE: OTHER},
            f"ada__{FILE}": OTHER,
            f"bob/{FILE}": MINE,
            f"bob/{WINNER} (1).py": DEEPER,
            f"bob/old_{FILE}": PERFTS,
        },
        {"Ada": OTHER, "a": MINE, "bob": MINE, "bob (2)": DEEPER},
        [
            f"bob: there is another {FILE}; {WINNER} (1).py is in bob (2)",
            f"bob: old_{FILE} is left out, there is {FILE}",
        ],
    ),
    "what cannot be taken": (
        {
            f"bob/{FILE}": OTHER,
            "ana/notes.txt": "later",
            "ivy/picture.png": "",
            "notes.txt": "",
            f"cy/{WINNER}.ipynb": '{"source": ["def is_solved(board):"]}',
            "dan.zip": b"PK nonsense",
            f"eve/{FILE}": "#" * 1_000_001,
            "fay.zip": {f"../../{FILE}": MINE, f"/{FILE}": MINE, f"C:\\{FILE}": MINE},
            "gus.patch": "nonsense",
            "hal.zip": {"1.zip": {"2.zip": {FILE: MINE}}},
        },
        {"bob": OTHER},
        [
            "\nnot collected: ana: nothing for a kata, found notes.txt\n",
            "\nnot collected: ivy: nothing for a kata, found no file\n",
            "notes.txt is not for a kata\n",
            f"cy: {WINNER}.ipynb (a notebook; its code belongs into {FILE})",
            "dan.zip (not a ZIP that can be read",
            f"eve/{FILE} (larger than 1 MB)",
            f"fay.zip/../../{FILE} (leads out of the ZIP)",
            f"fay.zip//{FILE} (leads out of the ZIP)",
            f"fay.zip/C:/{FILE} (leads out of the ZIP)",
            "gus.patch (git: ",
            "hal.zip/1.zip/2.zip (a ZIP in a ZIP in a ZIP",
        ],
    ),
}


NAMES: dict[str, str | None] = {
    FILE: "",
    "TicTacToeWinner.PY": "",
    "tic tac toe - winner (2) - Copy.txt": "",
    "tictactoe_winer": "",
    "Winner_final_v2.py": "",
    f"{WINNER}_Zoë.py": "Zoë",
    f"Lee_Ann_LATE_123456_789012_{WINNER}-1.py": "Lee_Ann",
    f"Evening 1_lee_attempt_2026-01-31-18-00-00_{FILE}": "Evening 1_lee",
    f"test_{FILE}": None,
    f"{WINNER}.pyc": None,
    f"{WINNER}s_helper.md": None,
    "player.py": None,  # Of two katas.
    "(1)" * 80 + "a.py": None,  # Ends.
}


def test_a_name_says_which_kata_and_perhaps_who() -> None:
    found = {file: name and (name.kata.name, name.who) for file in NAMES for name in [read(file)]}
    assert found == {file: None if who is None else (WINNER, who) for file, who in NAMES.items()}


@git_is_there
@pytest.mark.parametrize("name", LAYOUTS)
def test_however_it_came_it_has_one_layout(tmp_path: Path, collected: Any, name: str) -> None:
    tree, files, words = LAYOUTS[name]
    source, expected = make(tmp_path / "source", tree), laid_out(files)
    before, code = files_of(source), int(any("not collected" in text for text in words))
    assert collected(source)[:2] == (code, expected)
    *again, said = collected(source)  # The same again changes nothing.
    assert again == [code, expected]
    assert [text for text in words if text not in said] == []
    found = {one.file for one in gather(tmp_path / "all", "").submitted}
    there = (tmp_path / "all" / path for path in expected)
    assert found == {path for path in there if path.parent.name == path.stem}
    assert files_of(source) == before
    assert {path.name for path in tmp_path.iterdir()} == {"source", "all"}


def git(folder: Path, *words: str) -> None:
    """Run git as somebody."""
    who = "user.name=Grace H.", "user.email=x@x.example", "protocol.file.allow=always"
    settings = [word for one in who for word in ("-c", one)]
    subprocess.run(["git", *settings, *words], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A clone in which Ada and a pair have pushed to branches, Bob to a fork; Cy only here."""
    shared, fork, clone = (tmp_path / name for name in ("shared", "fork", "clone"))
    make(shared, {CLONE: STUB, f"solutions/{FILE}": OTHER})
    git(shared, "init", "--quiet", "--initial-branch=main")
    git(shared, "add", ".")
    git(shared, "commit", "--quiet", "-m", "start")
    git(tmp_path, "clone", "--quiet", "shared", "fork")
    pushed = (shared, "ada", MINE), (shared, "pair/grace", OTHER), (fork, "main", PERFTS)
    for folder, branch, code in pushed:
        git(folder, "checkout", "--quiet", "-B", branch)
        make(folder, {CLONE: code})
        git(folder, "commit", "--quiet", "-am", "mine")
    git(shared, "update-ref", "refs/pull/12/head", "ada")
    git(tmp_path, "clone", "--quiet", "-b", "main", "shared", "clone")
    git(clone, "remote", "add", "bob", "../fork")
    git(clone, "fetch", "--quiet", "bob")
    git(clone, "branch", "cy")
    return clone


@git_is_there
def test_branches_forks_and_pull_requests_are_participants(
    repository: Path, tmp_path: Path, collected: Any
) -> None:
    shallow = "clone", "--quiet", "--mirror", "--depth=1", "--no-single-branch"
    git(tmp_path, *shallow, f"file://{tmp_path}/shared", "mirror.git")
    git(tmp_path, "clone", "--quiet", "--bare", "fork", "dan.git")
    pushed = {"ada": MINE, "pair-grace": OTHER}
    for source, expected, words in (
        ("clone", {**pushed, "bob": PERFTS}, "3 participants, 3 files for katas"),
        ("mirror.git", {**pushed, "pull-12": MINE}, f"{WINNER}: the same code from ada, pull-12"),
        # What is on the branch that all share is one person's.
        ("dan.git", {"dan": PERFTS}, "1 participant"),
        ("fork", {"fork": PERFTS}, "1 participant"),
    ):
        code, files, said = collected(tmp_path / source, into=f"of {source}")
        assert (code, files) == (0, laid_out(expected))
        assert words in said
    broken = [
        make(tmp_path / "ada", {".git": "gitdir: nowhere", FILE: MINE}),
        make(tmp_path / "b.git", {"HEAD": "", "objects/x": "", "refs/x": "", "hooks/x": ""}),
    ]
    code, files, said = collected(*broken)
    assert (code, files) == (1, laid_out({"ada": MINE}))
    assert re.findall("not collected: .+ [(]git: ", said) == [
        f"not collected: {name} (git: " for name in ("ada", "b.git")
    ]


@git_is_there
@on_posix
def test_nothing_of_a_strange_repository_is_run(
    repository: Path, tmp_path: Path, collected: Any
) -> None:
    touch = make(tmp_path, {"touch": f"#!/bin/sh\ntouch {tmp_path}/ran\ncat\n"}) / "touch"
    touch.chmod(0o755)
    git(repository, "checkout", "--quiet", "-b", "eve")
    (repository / CLONE).unlink()
    (repository / CLONE).symlink_to("/etc/passwd")
    make(repository, {".gitattributes": "* filter=x\n", f"{WINNER} (1).py": MINE})
    git(repository, "add", ".")
    git(repository, "commit", "-qm", "x")
    git(repository, "update-ref", "refs/remotes/origin/eve", "eve")
    for hook in ("post-checkout", "reference-transaction", "post-merge"):
        shutil.copy(touch, repository / ".git" / "hooks" / hook)
    keys = "core.fsmonitor", "core.sshCommand", "uploadpack.packObjectsHook", "core.pager"
    for key in (*keys, "filter.x.smudge"):
        git(repository, "config", key, str(touch))
    code, files, said = collected(repository)
    assert (code, files[f"eve/{WINNER}/{FILE}"]) == (1, MINE)
    assert f"not collected: eve/{CLONE} (a link" in said
    assert not (tmp_path / "ran").exists()


@git_is_there
@pytest.mark.parametrize("kind", ["3.patch", "grace.diff", "grace.mbox", "dos.diff"])
def test_a_patch_is_applied_to_the_stub(tmp_path: Path, collected: Any, kind: str) -> None:
    theirs = make(tmp_path / "theirs", {CLONE: STUB, "README.md": "x"})
    git(theirs, "init", "--quiet")
    for text in (STUB, MINE, OTHER):  # A pull request of two commits.
        make(theirs, {CLONE: text, "README.md": f"ñ {len(text)}\n"})
        git(theirs, "add", ".")
        git(theirs, "commit", "--quiet", "--allow-empty", "-m", f"ñ {kind}")
    command = ["diff", "HEAD~2"] if kind.endswith("diff") else ["format-patch", "-2", "--stdout"]
    done = subprocess.run(["git", *command], cwd=theirs, capture_output=True, check=True)
    sent = done.stdout.replace(b"\n", b"\r\n") if kind == "dos.diff" else done.stdout
    who = "Grace H" if kind[0] == "3" else kind.partition(".")[0]
    assert collected({kind: sent})[:2] == (0, laid_out({who: OTHER}))


def test_a_bomb_ends_at_the_limits(collected: Any, monkeypatch: Patch) -> None:
    many = {f"{number}/{FILE}": MINE for number in range(11)}
    large = {f"{number}/{FILE}": "#" * 900_000 for number in range(3)}
    assert len(zipped(large)) < 10_000
    monkeypatch.setattr(pile, "MOST_FILES", 10)
    monkeypatch.setattr(pile, "MOST_BYTES", 2_000_000)
    code, files, said = collected({"many.zip": many, "large.zip": large})
    assert (code, len(files)) == (1, 2)
    assert "not collected: many.zip (11 files; at most 10 are unpacked)" in said
    assert f"not collected: large.zip/2/{FILE} (too large" in said


@on_posix
def test_a_link_is_not_followed(tmp_path: Path, collected: Any) -> None:
    secret = make(tmp_path / "secret", {FILE: MINE})
    source = make(tmp_path / "source", {f"bob/{FILE}": OTHER})
    (source / "ana").symlink_to(secret)
    (source / f"cy_{FILE}").symlink_to(secret / FILE)
    link = zipfile.ZipInfo(FILE)
    link.external_attr = 0o120777 << 16
    with zipfile.ZipFile(source / "dan.zip", "w") as packed:
        packed.writestr(link, "/etc/passwd")
    code, files, said = collected(source)
    assert (code, files) == (1, laid_out({"bob": OTHER}))
    for path in (f"cy_{FILE}", f"dan.zip/{FILE}"):
        assert f"not collected: {path} (a link" in said


def test_when_it_cannot_be_written_nothing_is(
    tmp_path: Path, collected: Any, monkeypatch: Patch
) -> None:
    source = make(tmp_path / "source", {f"ana_{FILE}": MINE, f"bob_{FILE}": OTHER})
    make(tmp_path / "all", {f"eve/{FILE}": MINE})
    before, write = files_of(tmp_path), Path.write_bytes

    def full(path: Path, data: bytes) -> int:
        if "bob" in path.parts:
            raise OSError(28, "No space left on device")
        return write(path, data)

    monkeypatch.setattr(Path, "write_bytes", full)
    code, _, said = collected(source)
    assert code == 2
    assert "No space left on device\nNothing was written." in said
    assert files_of(tmp_path) == before


def test_where_there_is_nothing_nothing_is_made(tmp_path: Path, collected: Any) -> None:
    for source, words in (("nowhere", "there is no"), (".", "found nothing to collect")):
        code, files, said = collected(tmp_path / source)
        assert (code, files, words in said) == (2, {}, True)
        assert list(tmp_path.iterdir()) == []


# What `pytest --submission` does with the same names


@on_posix
def test_who_is_somebody_and_what_is_passed_over(tmp_path: Path) -> None:
    make(tmp_path, {f"ada/{FILE}": MINE, "notes.txt": "", f"__{FILE}": "", ".git/x": ""})
    make(tmp_path, {"bob/x": "", "__pycache__/x": "", f"eve__of__us__{FILE}": ""})
    # What is not one's own is not a submission.
    for link, to in ((f"bob/{FILE}", f"ada/{FILE}"), ("cy", "ada"), (f"dan__{FILE}", "ada")):
        (tmp_path / link).symlink_to(tmp_path / to)
    gathering = Gathering(tmp_path, "here")
    assert gathering.participants == ["ada", "bob", "eve__of__us"]
    # Beside the file of a flat folder stand the files of others.
    assert [(one.participant, one.own.name) for one in gathering.submitted] == [
        ("ada", "ada"),
        ("eve__of__us", f"eve__of__us__{FILE}"),
    ]
    assert gathering.passed_over == ["cy", f"dan__{FILE}", "notes.txt"]
    assert gathering.unreadable == [f"bob/{FILE} (a link or a device; expected a file)"]
    # One person's clone is one submission.
    found = choose(solution=False, submission=".", here=make(tmp_path / "clone", {CLONE: MINE}))
    assert found is not None
    assert (found.is_one_persons, found.katas()) == (True, [PATH[0]])


@pytest.mark.parametrize(
    ("module", "name", "refused", "told"),
    [
        (os, "scandir", "bob", "bob (Permission denied)"),
        (Path, "lstat", f"bob/{FILE}", f"bob/{FILE} (not readable: Permission denied)"),
    ],
)
def test_a_folder_without_permission_is_one_line(
    tmp_path: Path, monkeypatch: Patch, module: Any, name: str, refused: str, told: str
) -> None:
    make(tmp_path, {f"ada/{FILE}": MINE, f"bob/{FILE}": MINE})
    ask = getattr(module, name)

    def refuse(path: Any) -> Any:  # root may read everywhere
        if Path(path) == tmp_path / refused:
            raise PermissionError(13, "Permission denied", str(path))
        return ask(path)

    monkeypatch.setattr(module, name, refuse)
    gathering = gather(tmp_path, "here")
    monkeypatch.undo()
    assert gathering.unreadable == [told]
    assert [one.participant for one in gathering.submitted] == ["ada"]


def test_two_names_never_have_one_id() -> None:
    same = {"a::b": "a:\\x3ab", "[a": "\\x5ba", "a\nb": "a\\nb", "Ada": "ada", "é": "e\u0301"}
    for name, other in same.items():
        assert plain_id(name) != plain_id(other)
        assert plain_id(name).isprintable()
        assert not re.search(r"::|\[", plain_id(name))


SHOULD = f"it should be called {FILE}"
NEARLY = {
    **dict.fromkeys((f"ada/{WINNER} (1).py", "ada/TicTacToe_Winner.py", "ada/winner.py"), SHOULD),
    f"ada/{FILE}.txt": SHOULD,
    f"ada/{WINNER}.ipynb": f"a notebook; its code belongs into {FILE}",
    f"ada_{FILE}": f"it should be called ada__{FILE}",
}


@pytest.mark.parametrize("path", NEARLY)
def test_a_nearly_right_name_is_told(tmp_path: Path, path: str) -> None:
    make(tmp_path, {path: MINE, f"bob__{FILE}": MINE})
    gathering = gather(tmp_path, "here")
    assert [one.participant for one in gathering.submitted] == ["bob"]
    assert gathering.unreadable == [f"{path} ({NEARLY[path]})"]
    (tmp_path / f"bob__{FILE}").unlink()
    with pytest.raises(ValueError, match="found no file of a kata") as refused:
        gather(tmp_path, "here")
    assert f"\n  {path} ({NEARLY[path]})" in str(refused.value)


def test_what_would_vanish_is_told_and_of_two_files_neither_is_taken(tmp_path: Path) -> None:
    make(tmp_path, {f"ada/{FILE}": MINE, f"ada/{WINNER} (1).py": OTHER, "ada/winner.py": MINE})
    told = f"{WINNER} (1).py (it should be called {FILE})"
    assert Gathering(tmp_path, "here").unreadable == [f"ada/{told}"]
    with pytest.raises(ValueError, match="these files would not be run") as refused:
        refuse_nearly_right(tmp_path / "ada", "ada")
    assert str(refused.value).endswith(f"\n  {told}")
    (tmp_path / "ada" / f"{WINNER} (1).py").unlink()
    refuse_nearly_right(tmp_path / "ada", "ada")
    for other, data in {f"ada__{FILE}": MINE, "ada.zip": {FILE: MINE}}.items():
        make(tmp_path, {other: data})
        with pytest.raises(ValueError, match=rf"got two:\n  ada/{FILE}\n  {other}"):
            gather(tmp_path, "here")
        (tmp_path / other).unlink()


def test_what_stands_in_a_zip_has_one_place_while_it_does_not_change(tmp_path: Path) -> None:
    found = []
    for code in (MINE, MINE, OTHER):
        make(tmp_path, {"ada.zip": {FILE: code}})
        (one,) = gather(tmp_path, "here").submitted
        assert one.file.read_text(encoding="utf-8") == code
        found.append(one.file)
    assert found[0] == found[1] != found[2]
