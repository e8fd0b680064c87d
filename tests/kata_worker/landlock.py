"""Landlock of the Linux kernel: which files the code under test can open, for root too.

It needs neither rights nor an installation, and it cannot be taken off again. What it can refuse
differs by the version of its interface (ABI), which is asked of the kernel:

    1  opening files and folders, and making, removing or linking any    Linux 5.13
    3  also emptying a file (`O_TRUNC`, `truncate`)                      6.2
    4  also TCP                                                          6.7
    6  also signals to other processes, and abstract UNIX sockets        6.12

Landlock lets everything else about a file through: its size and times, its mode and owner. What
changes those is refused by `kata_worker.seccomp`. Source: docs.kernel.org/userspace-api/landlock
"""

from __future__ import annotations

import os
import stat
from struct import pack

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ctypes
    from collections.abc import Iterable

# The same on every architecture.
CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
VERSION, PATH_BENEATH = 1, 1

WRITE_FILE, READ_FILE, READ_DIR = 1 << 1, 1 << 2, 1 << 3
# How many kinds of access to files an ABI knows; all of them are refused, but for the rules.
KINDS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
NEWEST = 5
TCP = 0b11  # bind and connect
SCOPES = 0b11  # abstract UNIX sockets and signals


def restrict(libc: ctypes.CDLL, readable: Iterable[str], writable: Iterable[str]) -> list[str]:
    """Have this process open nothing but some files and folders, for good.

    The process must have given up new privileges before.

    Returns:
        What holds: "files", "emptying", "tcp" and "signals", or those that this kernel has.
    """
    abi = libc.syscall(CREATE_RULESET, None, 0, VERSION)
    if abi < 1:
        return []  # An old kernel, or one that was started without Landlock.
    files = (1 << KINDS[min(abi, NEWEST)]) - 1
    # struct landlock_ruleset_attr, which became longer twice.
    asked = pack("=QQQ", files, TCP, SCOPES)[: 8 if abi < 4 else 16 if abi < 6 else 24]
    rules = libc.syscall(CREATE_RULESET, asked, len(asked), 0)
    for path in readable:
        _allow(libc, rules, path, READ_FILE | READ_DIR)
    for path in writable:
        _allow(libc, rules, path, READ_FILE | WRITE_FILE)
    holds = libc.syscall(RESTRICT_SELF, rules, 0) == 0
    os.close(rules)
    since = {"files": 1, "emptying": 3, "tcp": 4, "signals": 6}
    return [name for name, first in since.items() if holds and abi >= first]


def _allow(libc: ctypes.CDLL, rules: int, path: str, access: int) -> None:
    try:
        place = os.open(path, os.O_PATH)
    except OSError:
        return  # Not every system has it.
    if not stat.S_ISDIR(os.fstat(place).st_mode):
        access &= ~READ_DIR
    # struct landlock_path_beneath_attr, which is packed
    libc.syscall(ADD_RULE, rules, PATH_BENEATH, pack("=Qi", access, place), 0)
    os.close(place)
