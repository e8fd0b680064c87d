"""The files of the project, and what is written in them."""

import re
import subprocess
from pathlib import Path

from kata_kit.katas import ROOT


def tracked() -> list[str]:
    """Return the files that are the project's, as git says; none without a clone."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False
    )
    return [file for file in done.stdout.splitlines() if (ROOT / file).is_file()]


FILES = tracked()


def files(pattern: str) -> list[str]:
    """Return the files of the project whose names the pattern matches."""
    return [file for file in FILES if re.fullmatch(pattern, file)]


def text_of(*names: str | Path) -> str:
    """Return the texts of files of the project, after each other."""
    return "".join((ROOT / name).read_text(encoding="utf-8") for name in names)
