"""Ask the Linux kernel to refuse things to this process, also to root, and for good.

Landlock decides which files can be opened, made, removed or linked. Its interface has
versions (ABI): 1 (Linux 5.13) knows these, 3 (6.2) also how to empty a file, 4 (6.7)
TCP, 6 (6.12) signals to other processes, and abstract UNIX sockets.

A filter of system calls, seccomp, decides about everything else. Calls in
`kernel_allows` are made. Those in `kernel_refuses` fail with EPERM. A number that is in
neither fails with ENOSYS, as on an older kernel: so does `clone3`, which hides its
arguments from a filter, and which libraries can do without.

Sources: docs.kernel.org/userspace-api/landlock; the manual pages seccomp(2), prctl(2)
and capabilities(7); the kernel's tables of system calls.
"""

from __future__ import annotations

import ctypes
import os
import stat
from struct import calcsize, pack, unpack

from kata_worker.kernel_allows import ALLOWED
from kata_worker.kernel_refuses import REFUSED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    # Of a filter: what it does, how many to skip if so and if not, and a value.
    Step = tuple[int, int, int, int]

LIBC = ctypes.CDLL(None, use_errno=True)

PR_SET_PDEATHSIG = 1
PR_SET_SECCOMP = 22
PR_SET_NO_NEW_PRIVS = 38
SECCOMP_MODE_FILTER = 2
SIGKILL = 9

# Landlock
CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
VERSION = 1
PATH_BENEATH = 1
WRITE_FILE, READ_FILE, READ_DIR = 1 << 1, 1 << 2, 1 << 3
# How many kinds of access to files an ABI knows. All of them are refused, except where
# a rule allows them.
KINDS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
TCP = 0b11  # to bind and to connect
SCOPES = 0b11  # abstract UNIX sockets, and signals
SINCE = {"files": 1, "emptying": 3, "tcp": 4, "signals": 6}

# seccomp: the architectures, in the order of the columns in the tables of calls
ARCHITECTURES = {"x86_64": 0xC000_003E, "aarch64": 0xC000_00B7}
# What a step of the filter does
LOAD, IF_EQUAL, RETURN = 0x20, 0x15, 0x06
# Places in `struct seccomp_data`
NUMBER, ARCHITECTURE, FIRST_ARGUMENT = 0, 4, 16
ALLOW = 0x7FFF_0000
FAIL = 0x0005_0000
EPERM, ENOSYS = 1, 38

ME = os.getpid()
# Calls that are allowed only if an argument, by its place, has one of these values
ARGUMENTS = {
    # F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_QUERY, F_DUPFD_CLOEXEC,
    # F_GETPIPE_SZ, F_ADD_SEALS, F_GET_SEALS
    "fcntl": (1, [0, 1, 2, 3, 4, 1027, 1030, 1032, 1033, 1034]),
    # TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIONCLEX, FIOCLEX, TCGETS2
    "ioctl": (1, [0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451, 0x802C_542A]),
    # PR_GET_PDEATHSIG, PR_GET_DUMPABLE, PR_SET_NAME, PR_GET_NAME, PR_GET_SECCOMP,
    # PR_CAPBSET_READ, PR_GET_NO_NEW_PRIVS, PR_GET_THP_DISABLE, PR_SVE_GET_VL,
    # PR_SET_VMA, PR_GET_AUXV
    "prctl": (0, [2, 3, 15, 16, 21, 23, 39, 42, 51, 0x5356_4D41, 0x4155_5856]),
    "prlimit64": (0, [0, ME]),
    "kill": (0, [ME]),
    "tkill": (0, [ME]),
    "tgkill": (0, [ME]),
}

CAPABILITIES_VERSION = 0x2008_0522
KEPT_CAPABILITIES = 0b110  # Root reads what is not its own.


def give_up_privileges(parent: int) -> None:
    """Have this process end with its parent, and gain no privileges."""
    LIBC.prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0)
    LIBC.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    if os.getppid() != parent:  # It has ended already.
        os._exit(1)


def restrict_files(readable: Iterable[str | int], writable: str) -> list[str]:
    """Have this process open nothing but this; return what of `SINCE` holds."""
    abi = LIBC.syscall(CREATE_RULESET, None, 0, VERSION)
    if abi < 1:
        return []  # An old kernel, or one that was started without Landlock.
    files = (1 << KINDS[min(abi, max(KINDS))]) - 1
    # struct landlock_ruleset_attr became longer twice.
    asked = pack("=QQQ", files, TCP, SCOPES)
    if abi < 6:
        asked = asked[:16]
    if abi < 4:
        asked = asked[:8]
    rules = LIBC.syscall(CREATE_RULESET, asked, len(asked), 0)
    for path in readable:
        _allow(rules, path, READ_FILE | READ_DIR)
    _allow(rules, writable, READ_FILE | WRITE_FILE)
    failed = LIBC.syscall(RESTRICT_SELF, rules, 0)
    os.close(rules)
    if failed:
        return []
    return [name for name, first in SINCE.items() if abi >= first]


def _allow(rules: int, path: str | int, access: int) -> None:
    """Allow access to a path, or to a descriptor, which must not stay open."""
    try:
        place = path if isinstance(path, int) else os.open(path, os.O_PATH)
    except OSError:
        return  # Not every system has it.
    if not stat.S_ISDIR(os.fstat(place).st_mode):
        access &= ~READ_DIR
    # struct landlock_path_beneath_attr, which is packed
    LIBC.syscall(ADD_RULE, rules, PATH_BENEATH, pack("=Qi", access, place), 0)
    os.close(place)


def filter_calls() -> list[str]:
    """Install the filter of system calls; return "seccomp" if it holds."""
    machine = os.uname().machine
    if machine not in ARCHITECTURES or calcsize("P") < 8:
        return []
    allowed, refused = numbers(ALLOWED, machine), numbers(REFUSED, machine)
    _drop_capabilities(allowed["capget"], refused["capset"])
    program = _program(ARCHITECTURES[machine], allowed, refused)
    code = ctypes.create_string_buffer(program, len(program))
    # struct sock_fprog { unsigned short len; struct sock_filter *filter; }
    header = ctypes.c_char_p(pack("@HP", len(program) // 8, ctypes.addressof(code)))
    failed = LIBC.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, header, 0, 0)
    return [] if failed else ["seccomp"]


def numbers(families: Mapping[str, str], machine: str) -> dict[str, int]:
    """Return the calls that an architecture has, with their numbers."""
    column = list(ARCHITECTURES).index(machine)
    found = {}
    for text in families.values():
        for line in text.strip().splitlines():
            name, *each = line.split()
            if each[column] != "-":
                found[name] = int(each[column])
    return found


def _drop_capabilities(get: int, put: int) -> None:
    """Take from root the rights to set the clock, to mount, to become another user."""
    header = pack("=Ii", CAPABILITIES_VERSION, 0)
    # Two of struct { effective, permitted, inheritable }: the lower and the upper half.
    held = ctypes.create_string_buffer(24)
    LIBC.syscall(get, header, held)
    _, permitted, *_ = unpack("=6I", held)
    kept = permitted & KEPT_CAPABILITIES
    LIBC.syscall(put, header, pack("=6I", kept, kept, 0, 0, 0, 0))


def _program(
    architecture: int, allowed: Mapping[str, int], refused: Mapping[str, int]
) -> bytes:
    """Return the filter, 8 bytes a step."""
    always = [number for name, number in allowed.items() if name not in ARGUMENTS]
    program: list[Step] = [
        (LOAD, 0, 0, ARCHITECTURE),
        (IF_EQUAL, 1, 0, architecture),
        (RETURN, 0, 0, FAIL | EPERM),
        (LOAD, 0, 0, NUMBER),
        *_end(always, ALLOW),
        *_end(refused.values(), FAIL | EPERM),
    ]
    for name, (place, values) in ARGUMENTS.items():
        block = [
            (LOAD, 0, 0, FIRST_ARGUMENT + 8 * place),
            *_end(values, ALLOW),
            (RETURN, 0, 0, FAIL | EPERM),
        ]
        program += [(IF_EQUAL, 0, len(block), allowed[name]), *block]
    program.append((RETURN, 0, 0, FAIL | ENOSYS))
    return b"".join([pack("=HBBI", *step) for step in program])


def _end(values: Iterable[int], result: int) -> list[Step]:
    """Return steps that end with a result if one of these values was loaded."""
    steps: list[Step] = []
    for value in values:
        steps += [(IF_EQUAL, 0, 1, value), (RETURN, 0, 0, result)]
    return steps
