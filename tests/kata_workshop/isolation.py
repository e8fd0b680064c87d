"""What keeps one participant's code apart from everything else, as the head of a run says it."""

from __future__ import annotations

from kata_kit.katas import PATH, ROOT
from kata_kit.process import Limits, Process

# Where the kernel does not guard; katas/WORKSHOP.md says how the image is made.
CONTAINER = (
    "docker run --rm --network none --read-only --tmpfs /tmp --volume .:/katas:ro katas "
    "--submission=submissions"
)


def lines(limits: Limits) -> list[str]:
    """What holds on this machine, a line each; found out by starting a worker."""
    file = ROOT / PATH[0].solution
    process = Process(file, PATH[0].name, limits, {}, file)
    try:
        process.load(b"")
        held = set(process.held)
    finally:
        process.close()
    told = [
        f"{limits.seconds:g} s a call, {limits.total_seconds:g} s a kata, 20 kB of output a call"
    ]
    words = {
        "RLIMIT_AS": f"{limits.memory // 1024**3} GB of memory",
        "seccomp": "no processes, no sockets, and none of other processes is reached",
        "files": "no file is read but Python's, its own and the references that it may import",
        "emptying": "none is written",
    }
    told += [f"kernel: {text}" for name, text in words.items() if name in held]
    if not {"seccomp", "files", "emptying"} <= held:
        told.append(f"the rest is only asked for politely; a container guards it:\n{CONTAINER}")
    return told
