"""What git knows: the branches of a repository, and what a patch makes of the stubs.

What is handed in is a stranger's, also its `.git`. So objects are fetched into a
repository that was made here, and read from there: nothing is checked out, no hook,
filter or submodule is run, no configuration is read but what stands here, and no
address is asked.
"""

import mailbox
import os
import re
import subprocess
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Any

from kata_kit.katas import PATH, ROOT
from kata_kit.sources import LARGEST, is_stub

from kata_collect.pile import MOST_FILES, Pile, is_wanted, theirs
from kata_collect.sorting import person

CONFIG = """\
[core] hooksPath = /dev/null
[fetch] recurseSubmodules = false
[protocol] allow = never
[protocol "file"] allow = always
[safe] directory = *
"""
SETTINGS = {
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_TERMINAL_PROMPT": "0",
}
# Where branches, forks and pull requests stand in a clone, and in a mirror of one.
REFS = ("heads", "remotes", "pull", "merge-requests")
MAIN = ("main", "master", "HEAD")
# Of a command of git.
OPTIONS: dict[str, Any] = {"capture_output": True, "timeout": 120.0}


class Failed(ValueError):
    """Git cannot do what it is asked for; the message is its last line."""


class Git:
    """Git in a folder of our own."""

    def __init__(self, folder: Path) -> None:
        self.folder, config = folder, folder / "config of ours"
        config.write_text(CONFIG, encoding="utf-8")
        kept = {
            name: text
            for name, text in os.environ.items()
            if not name.startswith("GIT_")
        }
        ours = {
            "GIT_CONFIG_GLOBAL": str(config),
            "GIT_CEILING_DIRECTORIES": str(folder.parent),
        }
        self._options = OPTIONS | {"env": kept | ours | SETTINGS | {"LC_ALL": "C"}}

    def __call__(self, *words: str, given: bytes = b"") -> bytes:
        """What a command prints; raises `Failed`."""
        try:
            done = subprocess.run(
                ["git", *words], cwd=self.folder, input=given, **self._options
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise Failed(f"git cannot be run: {error}") from None
        if done.returncode:
            said = done.stderr.decode("utf-8", "replace").strip().splitlines()
            raise Failed(said[-1] if said else f"git ended with {done.returncode}")
        return bytes(done.stdout)


def branches(repository: Path) -> list[tuple[str, Pile]]:
    """What each participant has in a repository: one branch, one fork or one pull request each.

    Where there is only the branch that all share, nothing of a clone, whose files stand
    beside its `.git`; else that branch, under the name of the folder. Raises `Failed`
    if it cannot be read.
    """
    is_clone = (repository / ".git").exists()
    if not (
        is_clone
        or all((repository / part).exists() for part in ("HEAD", "objects", "refs"))
    ):
        return []
    with TemporaryDirectory(prefix="katas-") as temporary:
        git = Git(Path(temporary))
        git("init", "--quiet", "--bare", "objects.git")
        git.folder /= "objects.git"
        wanted = [f"+refs/{kind}/*:refs/{kind}/*" for kind in REFS]
        git("fetch", "--quiet", "--no-tags", "--depth=1", str(repository), *wanted)
        listed = (
            git("for-each-ref", "--format=%(refname) %(objectname)")
            .decode()
            .splitlines()
        )
        refs = dict(line.split(" ") for line in listed)
        named = {ref: who for ref in refs if (who := _who(ref))}
        if not (named or is_clone):
            named = {
                ref: person(repository.name.removesuffix(".git"))
                for ref in list(refs)[:1]
            }
        if any(ref.startswith("refs/remotes/") for ref in named):
            # What somebody pushed; a branch here may be an older copy of it.
            named = {
                ref: who
                for ref, who in named.items()
                if not ref.startswith("refs/heads/")
            }
        return [(who, _tree(git, refs[ref], who)) for ref, who in named.items()]


def _who(ref: str) -> str:
    """Whose a branch is, as pair-grace of refs/heads/pair/grace; "" for the one that all share."""
    _, kind, *words = ref.removesuffix("/HEAD").split("/")
    if kind == "remotes":
        remote, *words = words
        if remote != "origin":
            words = [remote, *(word for word in words if word not in MAIN)]
    elif kind != "heads":
        words = [kind, words[0]] if words[1:] == ["head"] else []
    return "" if words[:1] and words[0] in MAIN else "-".join(words)


def _tree(git: Git, commit: str, who: str) -> Pile:
    """The files of a commit, read from the objects."""
    pile, wanted = Pile(), dict[str, str]()
    listed = git("ls-tree", "-r", "-z", "-l", "--full-tree", commit).decode(
        "utf-8", "replace"
    )
    entries = dict(line.split("\t")[::-1] for line in listed.split("\0") if line)
    for path in theirs(entries):
        mode, _, name, size = entries[path].split()
        if not is_wanted(PurePosixPath(path)) or mode == "160000":
            continue
        if mode == "120000" or int(size) > LARGEST:
            pile.odd.append(f"{who}/{path} (a link, or too large; expected a file)")
        elif len(wanted) < MOST_FILES:
            wanted[path] = name
    out = BytesIO(
        git("cat-file", "--batch", given="\n".join([*wanted.values(), ""]).encode())
    )
    for path in wanted:
        pile.files[path] = out.read(int(out.readline().split()[2]))
        out.read(1)
    return pile


def patched(data: bytes, label: str) -> Pile:
    """What a patch makes of the stubs; raises `Failed` if it does not fit them."""
    with TemporaryDirectory(prefix="katas-") as temporary:
        git, pile = Git(Path(temporary)), Pile()
        git.folder /= "stubs"
        for path, text in _stubs():
            (git.folder / path).parent.mkdir(parents=True)
            (git.folder / path).write_text(text, encoding="utf-8", newline="\n")
        only = "--include=katas/*/*.py", "--whitespace=nowarn", "--ignore-whitespace"
        git("apply", *only, "-", given=_without_mail(data, Path(temporary)))
        pile.add_folder(git.folder, label)
        return pile


def author(data: bytes) -> str:
    """The name of who sent a patch as a mail; "" if it is none."""
    found = re.search(rb"^From: \"?([^\"<\n]+?)\"? *<", data[:10_000], re.MULTILINE)
    return person(found[1].decode("utf-8", "replace")) if found else ""


def _stubs() -> Iterator[tuple[str, str]]:
    """The stubs with their paths; where one is written in this clone, as git knows it."""
    for kata in PATH:
        text = (ROOT / kata.stub).read_text(encoding="utf-8")
        if not is_stub(text):
            command = ["git", "show", f"HEAD:./{kata.stub}"]
            text = (
                subprocess.run(command, cwd=ROOT, **OPTIONS)
                .stdout.decode("utf-8", "replace")
                .replace("\r\n", "\n")
            )
        if is_stub(text):
            yield kata.stub, text


def _without_mail(data: bytes, folder: Path) -> bytes:
    """The patches themselves, where mails hold them; a mail may write them in another alphabet."""
    (folder / "mails").write_bytes(data)
    parts = (part for mail in mailbox.mbox(folder / "mails") for part in mail.walk())
    bodies = (part.get_payload(decode=True) for part in parts)
    return b"\n".join(body for body in bodies if isinstance(body, bytes)) or data
