"""However files were handed in, `python -m katas collect` and a workshop find them."""

import io
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from kata_collect import collect, pile
from kata_kit.katas import BY_NAME
from kata_workshop.names import Aliases
from kata_workshop.participants import Gathering, gather, refuse_nearly_right
from repository.project import ROOT, files_of

WINNER, PERFT = "tictactoe_winner", "tictactoe_perft"
FILE, CLONE = f"{WINNER}.py", f"katas/{WINNER}/{WINNER}.py"
STUB = (ROOT / BY_NAME[WINNER].stub).read_text(encoding="utf-8")
MINE, OTHER = (STUB.replace("raise NotImplementedError", f"return {n}") for n in "12")

Patch = pytest.MonkeyPatch
Collected = Callable[..., tuple[int, dict[str, str], list[str]]]
Files = Mapping[
    str, str | bytes | Path
]  # by their paths: what is in them, or where a link leads

git_is_there = pytest.mark.skipif(shutil.which("git") is None, reason="git is missing")
on_posix = pytest.mark.skipif(
    sys.platform == "win32", reason="Windows has no such files"
)


def make(folder: Path, files: Files) -> Path:
    """Write files into a folder, which is made; what stands below "x.zip/" is added to that ZIP."""
    for name, inside in files.items():
        first, is_zipped, rest = name.partition(".zip/")
        path = folder / (f"{first}.zip" if is_zipped else name)
        path.parent.mkdir(parents=True, exist_ok=True)
        if is_zipped:
            add(path, rest, inside)
        elif isinstance(inside, Path):
            path.symlink_to(inside)
        else:
            path.write_bytes(inside.encode() if isinstance(inside, str) else inside)
    return folder


def add(to: Path | io.BytesIO, name: str, inside: str | bytes | Path) -> None:
    """Add a file to a ZIP; what stands below "x.zip/" is alone in a ZIP in it."""
    first, is_zipped, rest = name.partition(".zip/")
    member, one = zipfile.ZipInfo(f"{first}.zip" if is_zipped else name), io.BytesIO()
    if is_zipped:
        add(one, rest, inside)
        inside = one.getvalue()
    elif isinstance(inside, Path):
        member.external_attr, inside = 0o120777 << 16, str(inside)
    with zipfile.ZipFile(to, "a") as packed:
        packed.writestr(member, inside, zipfile.ZIP_DEFLATED)


@pytest.fixture
def collected(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Collected:
    """Collects sources into a folder: the exit code, the files there, and the lines that it says.

    What git and the standard library say is left out.
    """

    def collected(*sources: Path) -> tuple[int, dict[str, str], list[str]]:
        folder = tmp_path / "all"
        code = collect.main([*map(str, sources), f"--into={folder}"])
        paths = [path for path in folder.rglob("*") if path.is_file()]
        files = {
            path.relative_to(folder).as_posix(): path.read_text("utf-8")
            for path in paths
        }
        said = "".join(capsys.readouterr()).replace(f"{tmp_path}{os.sep}", "")
        return code, files, plain(said).splitlines()

    return collected


def plain(said: str) -> str:
    return re.sub(r"\((git|.* read): .+\)", r"(\1: ...)", said)


def laid_out(**files: str) -> dict[str, str]:
    """The files for the first kata where they are put, by whose they are."""
    return {f"{who}/{WINNER}/{FILE}": code for who, code in files.items()}


# What may be in a file that is handed in; other words stand for code of which these are
# all.
INSIDE: Files = {
    "stub": STUB,
    "stub of Windows": STUB.replace("\n", "\r\n"),
    "mine": MINE,
    "mine, deeper": MINE.replace("return 1", "    return 1"),
    "mine, importing": f"import lines\n{MINE}",
    "module": "A = 1\n",
    "perft": "def perft(a, b, c):\n    return 1\n",
    "player of two katas": "def choose_move(board):\n    return 1\n",
    "notebook": '{"source": ["def is_solved(board):"]}',
    "large": "#" * 1_000_001,
    "nonsense": "PK nonsense",
    "link": Path("/etc/passwd"),
    "link to a folder": ROOT / "solutions",
}

# Each file that is handed in, with what is in it. Behind "->" stands whose it is when
# all of it is collected, and behind "=" whose it is for a workshop about the folder as
# it is, which says of "?" what it should be called. Behind "!" stands why neither takes
# it. Behind ">" stands what is said when it is collected, and behind "<" what a
# workshop says.
LAYOUTS = r"""
nearly right names
    Ana García_123456_assignsubmission_file_/TicTacToe-Winner.py: mine -> Ana García ?
    Evening 1_lee_attempt_2026-01-31-18-00-00_tictactoe_winner.py: third -> Evening 1_lee ?
    Lee_Ann_LATE_123456_789012_tictactoe_winner-1.py: fourth -> Lee_Ann ?
    bob/Winner_final_v2.py: other -> bob ?
    bob/ENDLESS.py: mine
    cy/tictactoe_winer.py.txt: fifth -> cy ?
    dan/tictactoe_perft.py: perft -> dan = dan
    dan/winner.py: module
    eve_maria__tictactoe_winner.py: mine -> eve_maria = eve_maria
    fay_tictactoe_perft.py: perft -> fay ?
    fay_tictactoe_winner.py: mine, deeper -> fay ?
    tic tac toe - winner (2) - Copy.txt: sixth -> unnamed
    tictactoe_winner_Zoë.py: seventh -> Zoë ?
    < tic tac toe - winner (2) - Copy.txt (it should be called <participant>__tictactoe_winner.py)
    > bob: Winner_final_v2.py is taken, but it should be called tictactoe_winner.py
    > tictactoe_winner: the same code from eve_maria, Ana García

clones, with stubs, references and a module
    ana/katas/tictactoe_winner/tictactoe_winner.py: mine, importing -> ana = ana
    ana/katas/tictactoe_winner/lines.py: module -> ana
    ana/katas/tictactoe_winner/notes.py: module
    ana/katas/tictactoe_perft/tictactoe_perft.py: stub = ana
    ana/solutions/tictactoe_winner.py: other
    ana/tests/tictactoe_winner/test_tictactoe_winner.py: other
    bob/katas/tictactoe_winner/tictactoe_winner.py: stub of Windows = bob
    cy/katas/tictactoe_winner/tictactoe_winner.py: stub
    cy/tictactoe_winner.py: other -> cy = cy
    > 3 participants, 2 files for katas, in all

ZIPs: a code host's, one in a folder, a flat one, a platform's in one more folder
    ana.zip/katas-main/katas/tictactoe_winner/tictactoe_winner.py: mine -> ana = ana
    ana.zip/katas-main/README.md: nonsense
    bob/work.zip/tictactoe_winner.py: other -> bob = bob
    all.zip/cy_tictactoe_winner.py: third -> cy ?
    all.zip/dan_tictactoe_winner.py: fourth -> dan ?
    more.zip/Evening 1/Ana García_123456_assignsubmission_file_/winner.py: fifth -> Ana García
    more.zip/Evening 1/eve_77_assignsubmission_file_/me.zip/src/tictactoe_winner.py: 6 -> eve = more
    > 6 participants, 6 files for katas, in all

two of a name
    a/ada/winner.py: mine -> a ?
    Ada.zip/tictactoe_winner.py: other -> Ada = Ada
    ada__tictactoe_winner.py: other -> Ada = ada
    bob/tictactoe_winner.py: third -> bob = bob
    bob/tictactoe_winner (1).py: fourth -> bob (2) ?
    bob/old_tictactoe_winner.py: fifth
    > bob: there is another tictactoe_winner.py; tictactoe_winner (1).py is in bob (2)
    > bob: old_tictactoe_winner.py is left out, there is tictactoe_winner.py

what cannot be taken
    __pycache__/tictactoe_winner.py: mine
    __tictactoe_winner.py: mine
    ana/notes.txt: nonsense
    bob/tictactoe_winner.py: other -> bob = bob
    cy: link to a folder
    cy_tictactoe_winner.py: link
    dan/tictactoe_winner.ipynb: notebook
    dan.zip: nonsense ! not a ZIP that can be read: ...
    eve/tictactoe_winner.py: large ! larger than 1 MB
    fay.zip/../../tictactoe_winner.py: mine ! leads out of the ZIP
    fay.zip//tictactoe_winner.py: mine ! leads out of the ZIP
    fay.zip/C:\tictactoe_winner.py: mine ! leads out of the ZIP
    fay.zip/tictactoe_winner.py: link ! a link; expected a file
    gus.patch: nonsense
    hal.zip/1.zip/2.zip: nonsense ! a ZIP in a ZIP in a ZIP; unpack it yourself
    ivy/picture.png: nonsense
    joe/tictactoe_winner.py: link ! a link or a device; expected a file
    kim/player.py: player of two katas
    kim/test_tictactoe_winner.py: mine
    notes.txt: nonsense
    > notes.txt is not for a kata
    > not collected: ana: nothing for a kata, found notes.txt
    > not collected: cy_tictactoe_winner.py (a link or a device; expected a file)
    > not collected: dan: tictactoe_winner.ipynb (a notebook; NAME)
    > not collected: gus.patch (git: ...)
    > not collected: ivy: nothing for a kata, found no file
    > not collected: kim: nothing for a kata, found player.py, test_tictactoe_winner.py
    < dan/tictactoe_winner.ipynb (a notebook; NAME)
    < passed over: cy, cy_tictactoe_winner.py, gus.patch, notes.txt
    < nothing of ana, dan, eve, ivy, joe, kim
""".replace("NAME", f"its code belongs into {FILE}").replace(
    "ENDLESS", "(1)" * 80 + "a"
)
HANDED_IN = r"^    ([^<>].*?): (.+?)(?: -> (.+?))?(?: = (.+?))?(?: (\?))?(?: ! (.+))?$"


@git_is_there
@on_posix
@pytest.mark.parametrize("layout", LAYOUTS.split("\n\n"), ids=range(5))
def test_whatever_came_has_one_layout(
    tmp_path: Path, collected: Collected, layout: str
) -> None:
    files, laid = dict[str, Any](), dict[str, Any]()
    begun, odd = set[tuple[str, str]](), list[str]()
    for path, what, who, as_it_is, misnamed, why in re.findall(HANDED_IN, layout, re.M):
        kata = PERFT if PERFT in path else WINNER
        name = Path(path).name if what == "module" else f"{kata}.py"
        files[path] = INSIDE.get(what, f"def is_solved(board):\n    return {what!r}\n")
        if who:
            laid[f"{who}/{kata}/{name}"] = files[path]
        if as_it_is:
            begun.add((as_it_is, kata))
        if misnamed:
            should = name if "/" in path else f"{who}__{name}"
            odd.append(f"{path} (it should be called {should})")
        if why:
            odd.append(f"{path} ({why})".replace("\\", "/"))
    said, told = (re.findall(rf"^    {sign} (.+)$", layout, re.M) for sign in "><")
    source = make(tmp_path / "source", files)
    before = files_of(source)
    for _ in range(2):  # The same again changes nothing.
        code, there, lines = collected(source)
        assert (code, there) == (int("not collected" in layout), laid)
        assert [text for text in said if text not in lines] == []
    gathering, again = Gathering(source, "here"), gather(tmp_path / "all", "")
    assert {one.cell for one in gathering.submitted} == begun
    nothing = [name for name in gathering.participants if name not in dict(begun)]
    over = f"passed over: {', '.join(gathering.passed_over)}"
    shown = [
        *map(plain, gathering.unreadable),
        over,
        f"nothing of {', '.join(nothing)}",
    ]
    assert [text for text in odd + told if text not in shown] == []
    # Beside a file of a flat folder stand the files of others.
    assert {one.own.parent for one in gathering.submitted if not one.packed} <= {source}
    katas = {path for path in laid if Path(path).parent.name == Path(path).stem}
    assert {
        one.file.relative_to(tmp_path / "all").as_posix() for one in again.submitted
    } == katas
    assert (files_of(source), len([*tmp_path.iterdir()])) == (before, 2)


# What git knows


def git(folder: Path, *words: str) -> bytes:
    """What git prints when somebody runs it."""
    who = "user.name=Grace H.", "user.email=x@x.example", "protocol.file.allow=always"
    command = ["git", *(word for one in who for word in ("-c", one)), *words]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True).stdout


def commit(repository: Path, branch: str, files: Files) -> None:
    """Commit files to a branch; the repository and the branch are made if they are not there."""
    if not repository.exists():
        git(repository.parent, "init", "--quiet", repository.name)
    git(repository, "checkout", "--quiet", "-B", branch)
    make(repository, files)
    git(repository, "add", ".")
    git(repository, "commit", "--quiet", "--allow-empty", "-m", "ñ")


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A clone in which Ada and a pair have pushed to branches, Bob to a fork; Cy only here."""
    shared, fork, clone = (tmp_path / name for name in ("shared", "fork", "clone"))
    commit(shared, "main", {CLONE: STUB, f"solutions/{FILE}": OTHER})
    git(tmp_path, "clone", "--quiet", "shared", "fork")
    commit(fork, "main", {CLONE: "A = 1\n"})
    commit(shared, "ada", {CLONE: MINE})
    commit(shared, "pair/grace", {CLONE: OTHER})
    git(shared, "update-ref", "refs/pull/12/head", "ada")
    git(tmp_path, "clone", "--quiet", "-b", "main", "shared", "clone")
    git(clone, "remote", "add", "bob", "../fork")
    git(clone, "fetch", "--quiet", "bob")
    git(clone, "branch", "cy")
    return clone


@git_is_there
@pytest.mark.usefixtures("repository")
def test_branches_forks_and_pulls_are_people(
    tmp_path: Path, collected: Collected
) -> None:
    shallow = "--mirror", "--depth=1", "--no-single-branch", f"file://{tmp_path}/shared"
    git(tmp_path, "clone", "--quiet", *shallow, "mirror.git")
    git(tmp_path, "clone", "--quiet", "--bare", "fork", "dan.git")
    pushed, one = (
        {"ada": MINE, "pair-grace": OTHER},
        "1 participant, 1 file for katas, in all",
    )
    for source, files, first in (
        (
            "clone",
            {**pushed, "bob": "A = 1\n"},
            "3 participants, 3 files for katas, in all",
        ),
        (
            "mirror.git",
            {**pushed, "pull-12": MINE},
            f"{WINNER}: the same code from ada, pull-12",
        ),
        # What is on the branch that all share is one person's.
        ("dan.git", {"dan": "A = 1\n"}, one),
        ("fork", {"fork": "A = 1\n"}, one),
    ):
        code, there, said = collected(tmp_path / source)
        assert (code, there, said[0]) == (0, laid_out(**files), first)
        shutil.rmtree(tmp_path / "all")
    clone = make(tmp_path / "ada", {".git": "gitdir: nowhere", FILE: MINE})
    bare = make(
        tmp_path / "b.git",
        dict.fromkeys(("HEAD", "objects/x", "refs/x", "hooks/x"), ""),
    )
    code, there, said = collected(clone, bare)
    assert (code, there) == (1, laid_out(ada=MINE))
    assert said[:2] == [
        f"not collected: {name} (git: ...)" for name in ("ada", "b.git")
    ]


@git_is_there
@on_posix
def test_nothing_strange_is_run(
    repository: Path, tmp_path: Path, collected: Collected
) -> None:
    touch = (
        make(tmp_path, {"touch": f"#!/bin/sh\ntouch {tmp_path}/ran\ncat\n"}) / "touch"
    )
    touch.chmod(0o755)
    (repository / CLONE).unlink()
    strange: Files = {CLONE: Path("/etc/passwd"), ".gitattributes": "* filter=x\n"}
    commit(repository, "eve", {**strange, f"{WINNER} (1).py": MINE})
    git(repository, "update-ref", "refs/remotes/origin/eve", "eve")
    for hook in ("post-checkout", "reference-transaction", "post-merge"):
        shutil.copy(touch, repository / ".git" / "hooks" / hook)
    keys = "core.fsmonitor core.sshCommand uploadpack.packObjectsHook core.pager filter.x.smudge"
    for key in keys.split():
        git(repository, "config", key, str(touch))
    code, files, said = collected(repository)
    assert (code, files[f"eve/{WINNER}/{FILE}"]) == (1, MINE)
    assert f"not collected: eve/{CLONE} (a link, or too large; expected a file)" in said
    assert not (tmp_path / "ran").exists()


@git_is_there
def test_a_patch_is_applied_to_the_stub(tmp_path: Path, collected: Collected) -> None:
    theirs = tmp_path / "theirs"
    for code in (STUB, MINE, OTHER):  # A pull request of two commits.
        commit(theirs, "main", {CLONE: code, "README.md": f"ñ {len(code)}\n"})
    mails, diff = (
        git(theirs, "format-patch", "-2", "--stdout"),
        git(theirs, "diff", "HEAD~2"),
    )
    dos = diff.replace(b"\n", b"\r\n")
    sent = {"3.patch": mails, "cy.mbox": mails, "dan.diff": diff, "eve.diff": dos}
    who = "Grace H", "cy", "dan", "eve"
    assert collected(make(tmp_path / "sent", sent))[1] == laid_out(
        **dict.fromkeys(who, OTHER)
    )


# What has limits, and what fails


def test_bombs_end_at_the_limits(
    tmp_path: Path, collected: Collected, monkeypatch: Patch
) -> None:
    many = {f"many.zip/{number}_{FILE}": MINE for number in range(11)}
    large = {f"large.zip/{number}_{FILE}": "#" * 900_000 for number in range(3)}
    source = make(tmp_path / "source", many | large)
    assert (source / "large.zip").stat().st_size < 10_000
    monkeypatch.setattr(pile, "MOST_FILES", 10)
    monkeypatch.setattr(pile, "MOST_BYTES", 2_000_000)
    code, files, said = collected(source)
    assert (code, len(files)) == (1, 2)
    assert "not collected: many.zip (11 files; at most 10 are unpacked)" in said
    assert f"not collected: large.zip/2_{FILE} (too large, by itself or" in "\n".join(
        said
    )


def test_nothing_is_half_written(
    tmp_path: Path, collected: Collected, monkeypatch: Patch
) -> None:
    make(tmp_path / "all", {f"eve/{FILE}": MINE, "empty/notes.md": ""})
    full = make(tmp_path / "full", {f"ana_{FILE}": MINE, f"bob_{FILE}": OTHER})
    refuse(monkeypatch, Path, "write_bytes", tmp_path / "all" / "bob" / WINNER / FILE)
    before = files_of(tmp_path)
    for source, why in (
        (full, "Permission denied"),
        (tmp_path / "nowhere", "there is no nowhere"),
        (tmp_path / "all" / "empty", "found nothing to collect"),
    ):
        code, _, said = collected(source)
        assert (code, said[-2:]) == (2, [f"error: {why}", "Nothing was written."])
        assert files_of(tmp_path) == before


def refuse(monkeypatch: Patch, module: Any, name: str, refused: Path) -> None:
    """Have a function refuse one path; root may read and write everywhere."""
    ask = getattr(module, name)

    def asked(path: Any, *more: Any) -> Any:
        if Path(path) == refused:
            raise PermissionError(13, "Permission denied", str(path))
        return ask(path, *more)

    monkeypatch.setattr(module, name, asked)


# What a workshop takes from a folder as it is


def test_what_may_not_be_read_is_one_line(tmp_path: Path, monkeypatch: Patch) -> None:
    make(tmp_path, {f"{who}/{FILE}": MINE for who in ("ada", "bob", "cy")})
    refuse(monkeypatch, os, "scandir", tmp_path / "bob")
    refuse(monkeypatch, Path, "lstat", tmp_path / "cy" / FILE)
    gathering = gather(tmp_path, "here")
    told = ["bob (Permission denied)", f"cy/{FILE} (not readable: Permission denied)"]
    assert gathering.unreadable == told
    assert [one.participant for one in gathering.submitted] == ["ada"]
    make(tmp_path, {f"{FILE[:-3]}_Emmy.py": MINE})
    names = gather(tmp_path, "here").participants
    hidden = replace(gather(tmp_path, "here"), aliases=Aliases(names, "lot"))
    assert [text.partition(" ")[2] for text in hidden.unreadable[:1]] == [
        "(Permission denied)"
    ]
    assert hidden.unreadable[2:] == ["1 file (names are hidden)"]


def test_what_is_not_run_is_told_and_of_two_files_neither_is_taken(
    tmp_path: Path,
) -> None:
    make(
        tmp_path,
        {f"ada/{FILE}": MINE, f"ada/{WINNER} (1).py": OTHER, "ada/winner.py": MINE},
    )
    with pytest.raises(ValueError, match="these files would not be run") as refused:
        refuse_nearly_right(tmp_path / "ada", "ada")
    assert str(refused.value).endswith(
        f":\n  {WINNER} (1).py (it should be called {FILE})"
    )
    (tmp_path / "ada" / f"{WINNER} (1).py").unlink()
    refuse_nearly_right(tmp_path / "ada", "ada")
    for other, path in (
        (f"ada__{FILE}", f"ada__{FILE}"),
        ("ada.zip", f"ada.zip/{FILE}"),
    ):
        make(tmp_path, {path: MINE})
        with pytest.raises(ValueError, match=rf"got two:\n  ada/{FILE}\n  {other}"):
            gather(tmp_path, "here")
        (tmp_path / other).unlink()


def test_what_stands_in_a_zip_has_one_place_while_it_does_not_change(
    tmp_path: Path,
) -> None:
    found = []
    for code in (MINE, MINE, OTHER):
        (tmp_path / "ada.zip").unlink(missing_ok=True)
        make(tmp_path, {f"ada.zip/{FILE}": code})
        (one,) = gather(tmp_path, "here").submitted
        assert one.file.read_text(encoding="utf-8") == code
        found.append(one.file)
    assert found[0] == found[1] != found[2]
