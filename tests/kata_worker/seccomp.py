"""A filter of the Linux kernel: the code under test starts no process and signals to no other.

`RLIMIT_NPROC` does not bind root and counts what else a user runs. A seccomp filter binds
everybody and only this process: `fork`, `vfork`, `execve`, and `clone` without a shared thread
group, fail with EPERM. `clone3` hides its flags from a filter, so it answers ENOSYS and the C
library falls back to `clone`: the timer of `faulthandler`, a thread, still starts.

A signal to another process fails as well: no audit event tells of `signal.pidfd_send_signal`. One
to the process itself goes through, so that a crash still ends it. No event tells of `os.mkfifo` and
`os.mknod` either, which leave a file behind.

Sources: the manual pages seccomp(2) and prctl(2); the kernel's tables of system calls.
"""

from __future__ import annotations

import os
import struct
import sys

CLONE3 = 435  # the same on every architecture
CLONE_THREAD = 0x0001_0000
X32_BIT = 0x4000_0000  # a second table of calls on x86_64
EPERM, ENOSYS = 1, 38

# By machine: the kernel's number for the architecture; `clone`; the calls that signal (kill, tkill,
# tgkill); the calls to refuse (fork, vfork, execve, execveat; ptrace; rt_sigqueueinfo,
# rt_tgsigqueueinfo, pidfd_send_signal; mknod, mknodat). aarch64 has no fork, vfork and mknod.
MACHINES = {
    "x86_64": (
        0xC000_003E,
        56,
        (62, 200, 234),
        (57, 58, 59, 322, 101, 129, 297, 424, 133, 259),
    ),
    "aarch64": (0xC000_00B7, 220, (129, 130, 131), (221, 281, 117, 138, 240, 424, 33)),
}

# Instructions, and where in `struct seccomp_data` the fields stand.
LOAD, IF_EQUAL, IF_AT_LEAST, IF_ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
NUMBER, ARCHITECTURE, FIRST_ARGUMENT = 0, 4, 16
ALLOW, REFUSE = 0x7FFF_0000, 0x0005_0000

PR_SET_PDEATHSIG, PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 1, 38, 22, 2
SIGKILL = 9


def install_filter() -> bool:
    """Install the filter for this process, and have it end with pytest; return whether it holds."""
    if not sys.platform.startswith("linux"):
        return False
    machine = MACHINES.get(os.uname().machine)
    if machine is None or sys.maxsize < 2**32:
        return False
    program = _program(*machine)
    try:
        import ctypes

        libc = ctypes.CDLL(None, use_errno=True)
        # Code that sleeps without its alarm would outlive a pytest that was killed.
        libc.prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0)
        code = ctypes.create_string_buffer(program, len(program))
        # struct sock_fprog { unsigned short len; struct sock_filter *filter; }
        header = struct.pack("@HP", len(program) // 8, ctypes.addressof(code))
        holds: bool = (
            libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
            and libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.c_char_p(header), 0, 0) == 0
        )
    except (ImportError, OSError, AttributeError):
        return False
    finally:
        # A new import meets the audit hook; a module that is there already would not.
        for name in [name for name in sys.modules if name.split(".")[0] in ("ctypes", "_ctypes")]:
            del sys.modules[name]
    return holds


def _program(
    architecture: int, clone: int, signals: tuple[int, ...], refused: tuple[int, ...]
) -> bytes:
    """The filter, as the kernel wants it: eight bytes an instruction."""

    def step(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
        return struct.pack("=HBBI", code, if_true, if_false, value)

    def answer(code: int, value: int, result: int) -> bytes:
        """If the test holds, end with `result`; else go on."""
        return step(code, value, 0, 1) + step(RETURN, result)

    def only_to_itself(number: int) -> bytes:
        """Let the call `number` through if its first argument is this process."""
        return (
            step(IF_EQUAL, number, 0, 4)
            + step(LOAD, FIRST_ARGUMENT)
            + answer(IF_EQUAL, os.getpid(), ALLOW)
            + step(RETURN, REFUSE | EPERM)
        )

    return b"".join(
        (
            step(LOAD, ARCHITECTURE),
            step(IF_EQUAL, architecture, 1, 0),
            step(RETURN, REFUSE | EPERM),
            step(LOAD, NUMBER),
            answer(IF_AT_LEAST, X32_BIT, REFUSE | EPERM),
            answer(IF_EQUAL, CLONE3, REFUSE | ENOSYS),
            *(answer(IF_EQUAL, number, REFUSE | EPERM) for number in refused),
            *map(only_to_itself, signals),
            step(IF_EQUAL, clone, 1, 0),
            step(RETURN, ALLOW),
            step(LOAD, FIRST_ARGUMENT),
            answer(IF_ANY_BIT, CLONE_THREAD, ALLOW),
            step(RETURN, REFUSE | EPERM),
        )
    )
