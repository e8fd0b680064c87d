"""What keeps one participant's code apart from everything else, beyond the guard of the worker.

Where `bwrap` (bubblewrap) is installed and can make namespaces, the code sees a file system that
holds Python, the worker, its own files and the references that it may import, all of them read
only; no other process; and no network. Where it cannot, the guard's audit hook refuses the same
to Python code. `lines` tells which of these hold, from a trial on this machine.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from kata_kit.katas import PATH, ROOT
from kata_kit.process import WORKER, Confinement, Limits, Process

# What a program needs of the system; what of it is missing is left out.
SYSTEM = ("/usr", "/bin", "/lib", "/lib32", "/lib64", "/etc/ld.so.cache", "/etc/localtime")

# A trial takes some milliseconds.
TRIAL_SECONDS = 10


@dataclass(frozen=True)
class Sandbox:
    """The program `bwrap`, or why it is not used.

    Attributes:
        program: its path; empty if it is not used.
        why_not: why it is not used.
    """

    program: str = ""
    why_not: str = ""

    def command(
        self, own: Path, secret: Iterable[Path], references: Iterable[str], folder: str
    ) -> list[str]:
        """What stands before the command of a worker; nothing without the program.

        Args:
            own: what the code under test may read.
            secret: folders of which it sees nothing else.
            references: the files of reference solutions that it may import.
            folder: its working directory.
        """
        if not self.program:
            return []
        secrets = sorted({str(path) for path in secret}, key=len)  # The outer ones come first.
        prefixes = {sys.prefix, sys.base_prefix}
        python = prefixes | {os.path.realpath(path) for path in prefixes}
        inside = sorted(path for path in python if _is_inside(path, secrets))
        # What comes later covers what came before: a secret folder that lies in /usr, too.
        words = [self.program, "--unshare-all", "--die-with-parent", "--cap-drop", "ALL"]
        words += _shown([*SYSTEM, *sorted(python - {*inside})])
        words += [word for path in secrets for word in ("--tmpfs", path)]
        words += _shown([*inside, str(WORKER), str(own), *references, folder])
        words += ["--proc", "/proc", "--dev", "/dev"]
        words += [word for path in (*secrets, "/dev", "/") for word in ("--remount-ro", path)]
        return [*words, "--chdir", folder]


def _homes() -> set[Path]:
    """The home folder by its name, and by the one that a link in it leads to."""
    try:
        return {Path.home(), Path.home().resolve()}
    except RuntimeError:  # A user without one.
        return set()


def _shown(paths: Iterable[str]) -> list[str]:
    return [word for path in paths for word in ("--ro-bind-try", path, path)]


def _is_inside(path: str, folders: Iterable[str]) -> bool:
    return any(Path(path).is_relative_to(folder) for folder in folders)


def find_sandbox() -> Sandbox:
    """Look for `bwrap`, and try whether a worker starts in it."""
    program = shutil.which("bwrap")
    if not program:
        return Sandbox(why_not="bubblewrap is not installed")
    sandbox = Sandbox(program)
    try:
        tried = subprocess.run(
            [*sandbox.command(WORKER, [ROOT], [], "/usr"), sys.executable, "-I", "-c", ""],
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=TRIAL_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return Sandbox(why_not=f"bubblewrap cannot be used here ({error})")
    if tried.returncode:
        last = (tried.stderr.strip().splitlines() or [f"exit code {tried.returncode}"])[-1]
        return Sandbox(why_not=f"bubblewrap cannot be used here ({last})")
    return sandbox


def confinement(
    own: Path, gathering: Path, references: Mapping[str, str], sandbox: Sandbox
) -> Confinement:
    """What one participant's code is kept from.

    Args:
        own: what it may read.
        gathering: the folder of everybody's files.
        references: the files of reference solutions that it may import, by name.
        sandbox: the program around it.
    """
    # A service may have the root of everything for its home.
    secret = [path for path in (*_homes(), ROOT, gathering) if path != Path(path.anchor)]
    return Confinement(
        str(own),
        tuple(map(str, secret)),
        lambda folder: sandbox.command(own, secret, references.values(), folder),
    )


def lines(limits: Limits, sandbox: Sandbox) -> list[str]:
    """What holds on this machine, one line for each layer; found out by starting a worker."""
    file = ROOT / PATH[0].solution
    process = Process(file, PATH[0].name, limits, ROOT, {}, confinement(file, ROOT, {}, sandbox))
    try:
        held = set(process.load().held)
    finally:
        process.close()
    kernel = [
        f"{limits.memory // 1024**3} GB of memory" if "RLIMIT_AS" in held else "",
        f"{limits.file_size // 1024**2} MB a file" if "RLIMIT_FSIZE" in held else "",
        "no processes" if "seccomp" in held else "",
    ]
    system = ", ".join(filter(None, kernel))
    return [
        f"{limits.seconds:g} s a call, {limits.total_seconds:g} s a kata, 20 kB of output a call",
        f"kernel: {system}" if system else "kernel: no limits on this system",
        "Python: no files of others, no tables, no network, no processes (audit hook)",
        "bubblewrap: read-only files, none of others, no network"
        if sandbox.program
        else f"no sandbox: {sandbox.why_not}",
    ]
