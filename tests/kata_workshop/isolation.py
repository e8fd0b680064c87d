"""What keeps one participant's code apart from everything else, as the head of a run says it."""

from __future__ import annotations

from collections.abc import Collection

from kata_kit.katas import PATH, ROOT
from kata_kit.process import Limits, Process

# What stands for what the kernel guards, in the words of `kata_worker.guard`; and what is open
# to the code where the kernel does not.
GUARDED = {
    "seccomp": ("no processes, no network, no other process is reached", "processes, the network"),
    "files": ("no file is opened but Python's, its own and references that it needs", "all files"),
    "emptying": ("no file is written", "writing files"),
}

# katas/WORKSHOP.md says how its image is made.
CONTAINER = "docker run --rm --network=none -v .:/katas:ro katas"


def held(limits: Limits) -> Collection[str]:
    """What holds on this machine, as `Process.held`; found out by starting one."""
    file = ROOT / PATH[0].solution
    process = Process(file, PATH[0].name, limits, {}, file)
    try:
        process.load(b"")
    finally:
        process.close()
    return process.held


def told(limits: Limits, held: Collection[str]) -> list[str]:
    """The lines for what the system took.

    >>> told(Limits(), ["RLIMIT_AS", "files", "emptying"])[-2:]
    ['not guarded here: processes, the network', \
'a container guards them: docker run --rm --network=none -v .:/katas:ro katas']
    """
    seconds = f"{limits.seconds:g} s a call, {limits.total_seconds:g} s a kata"
    guarded = [words for name, (words, _) in GUARDED.items() if name in held]
    if "RLIMIT_AS" in held:
        guarded.append(f"{limits.memory // 1024**3} GB of memory")
    missing = [words for name, (_, words) in GUARDED.items() if name not in held]
    head = [f"{seconds}, 20 kB of output a call", *(f"kernel: {words}" for words in guarded)]
    if missing:
        head += [f"not guarded here: {', '.join(missing)}", f"a container guards them: {CONTAINER}"]
    return head
