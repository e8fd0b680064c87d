"""Fetch the parts of the site that `parts.txt` lists, and check each of them."""

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

LIST = Path(__file__).with_name("parts.txt")
# The wheels are for the Python in the browser, whichever Python runs here.
PIP = (
    *("-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"),
    *("--only-binary=:all:", "--python-version=3.14", "--platform=any", "--abi=none"),
)


class Missing(RuntimeError):
    """Something is not installed, or cannot be fetched; the message says what to do."""


class Part(NamedTuple):
    """One file that npm or pip fetches."""

    client: str  # "npm" or "pip"
    name: str
    version: str
    digest: str

    @property
    def file(self) -> str:
        """The name of the file that is fetched."""
        if self.client == "npm":
            return f"{self.flat}-{self.version}.tgz"
        return f"{self.name}-{self.version}-py3-none-any.whl"

    @property
    def flat(self) -> str:
        """The name without the signs of a scope: codemirror-view."""
        return self.name.lstrip("@").replace("/", "-")


def listed() -> list[Part]:
    """Return the parts, in the order of the list."""
    lines = LIST.read_text(encoding="utf-8").splitlines()
    return [Part(*line.split()) for line in lines if not line.startswith("#")]


def fetch(folder: Path) -> list[Part]:
    """Fetch all parts into a folder; raise `Missing` where one is not to be had."""
    npm = shutil.which("npm")
    if npm is None:
        raise Missing(
            "the site needs npm, which comes with Node.js: https://nodejs.org"
        )
    parts = listed()
    packages = [f"{p.name}@{p.version}" for p in parts if p.client == "npm"]
    wheels = [f"{p.name}=={p.version}" for p in parts if p.client == "pip"]
    for command in (
        [npm, "pack", "--loglevel=error", *packages],
        [sys.executable, *PIP, *wheels],
    ):
        # Why it fails is told by itself, as an error on the screen.
        subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, check=False)
    for part in parts:
        check(folder / part.file, part)
    return parts


def check(file: Path, part: Part) -> None:
    """Refuse a file that is not the one of the list."""
    if not file.exists():
        raise Missing(f"{part.client} did not bring {part.file}")
    found = hashlib.sha256(file.read_bytes()).hexdigest()
    if found != part.digest:
        raise Missing(
            f"{part.file} is not the file that {LIST.name} names:"
            f" expected {part.digest}, got {found}"
        )
