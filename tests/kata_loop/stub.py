"""Bring a stub back, and keep the code that was in its file."""

import shutil
import subprocess
from contextlib import suppress
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from kata_kit.katas import ROOT, Kata, is_stub, relative


def restore(kata: Kata) -> None:
    """Write a kata's stub, and keep the learner's file as `kept_as` says.

    Raises:
        LookupError: for the screen, if git knows no stub, or the file is the stub.
        OSError: if it can't be written; the learner's file is as it was.
    """
    text = known(kata)
    exists = kata.stub.exists()
    if exists and kata.stub.read_bytes() == text.encode():
        raise LookupError(f"{kata.stub.name} is the stub already")
    with TemporaryDirectory(dir=kata.stub.parent) as folder:
        new = Path(folder, "stub")
        new.write_text(text, encoding="utf-8", newline="\n")
        if exists:
            shutil.copy2(kata.stub, kept_as(kata))
        new.replace(kata.stub)


def kept_as(kata: Kata) -> Path:
    """Return the first free place to keep a learner's file."""
    name = kata.stub.name
    places = (kata.stub.with_name(f"{name}.old-{number}") for number in count(1))
    return next(place for place in places if not place.exists())


def known(kata: Kata) -> str:
    """Return the newest stub of a kata that git knows.

    The last commit may have what the learner wrote.
    """
    path = f"./{relative(kata.stub)}"
    for commit in git("log", "--format=%H", "--", path).split():
        text = git("show", f"{commit}:{path}")
        if is_stub(text):
            return text
    raise LookupError(f"git isn't installed, or knows no stub of {kata.name}")


def git(*words: str) -> str:
    """Return what git prints; "" if there's no git, or it knows nothing."""
    with suppress(OSError):
        done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True)
        return done.stdout.decode("utf-8", "replace").replace("\r\n", "\n")
    return ""
