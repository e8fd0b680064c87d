"""What the Linux kernel refuses this process, for root too, and for good: Landlock and seccomp.

Landlock is about which files can be opened, made, removed or linked. What it can refuse
differs by the version of its interface (ABI): 1 (Linux 5.13) knows these, 3 (6.2) also
how to empty a file, 4 (6.7) TCP, 6 (6.12) signals to other processes, and abstract UNIX
sockets.

A filter of system calls, seccomp, is for what Landlock lets through. It refuses new
processes, sockets, and whatever changes a file's mode, owner or times; what reaches
another process; and what stays behind when this one is gone. A crash may still end it,
and a library may start a thread.

Sources: docs.kernel.org/userspace-api/landlock; the manual pages seccomp(2), prctl(2)
and capabilities(7); the kernel's tables of system calls.
"""

from __future__ import annotations

import ctypes
import os
import stat
from struct import calcsize, pack, unpack

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

LIBC = ctypes.CDLL(None, use_errno=True)

PR_SET_PDEATHSIG, PR_SET_SECCOMP, SECCOMP_MODE_FILTER, PR_SET_NO_NEW_PRIVS = (
    1,
    22,
    2,
    38,
)
SIGKILL = 9

CREATE_RULESET, ADD_RULE, RESTRICT_SELF, VERSION, PATH_BENEATH = 444, 445, 446, 1, 1
WRITE_FILE, READ_FILE, READ_DIR = 1 << 1, 1 << 2, 1 << 3
# How many kinds of access to files an ABI knows; all of them are refused, but for the
# rules.
KINDS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
TCP, SCOPES = 0b11, 0b11  # to bind and connect; abstract UNIX sockets and signals
SINCE = {"files": 1, "emptying": 3, "tcp": 4, "signals": 6}

ARCHITECTURES = {"x86_64": 0xC000_003E, "aarch64": 0xC000_00B7}
X32_BIT = 0x4000_0000  # a second table of calls on x86_64
CLONE3 = 435  # hides its flags from a filter: with ENOSYS the C library falls back to `clone`
CAPGET, CAPSET = (125, 90), (126, 91)
CAPABILITIES_VERSION = 0x2008_0522
KEPT_CAPABILITIES = 0b110  # Root reads what is not its own.

# Instructions of a filter, where in `struct seccomp_data` the fields stand, and how a
# call ends.
LOAD, IF_EQUAL, IF_AT_LEAST, IF_ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
NUMBER, ARCHITECTURE, ARGUMENTS = 0, 4, 16
ALLOW, REFUSE, UNKNOWN = 0x7FFF_0000, 0x0005_0000 | 1, 0x0005_0000 | 38  # EPERM, ENOSYS

# The numbers of the calls on x86_64 and aarch64. All of these are refused ...
REFUSED = """
    fork 57 -  vfork 58 -  execve 59 221  execveat 322 281  socket 41 198  io_uring_setup 425 425
    ptrace 101 117  process_vm_readv 310 270  process_vm_writev 311 271  pidfd_getfd 438 438
    kcmp 312 272  perf_event_open 298 241  bpf 321 280  userfaultfd 323 282
    rt_sigqueueinfo 129 138  rt_tgsigqueueinfo 297 240  pidfd_send_signal 424 424
    setpriority 141 140  ioprio_set 251 30  sched_setparam 142 118  sched_setscheduler 144 119
    sched_setattr 314 274  sched_setaffinity 203 122  migrate_pages 256 238  move_pages 279 239
    mknod 133 -  mknodat 259 33  truncate 76 45  open_by_handle_at 304 265  file_setattr 469 469
    chmod 90 -  fchmod 91 52  fchmodat 268 53  fchmodat2 452 452  chown 92 -  lchown 94 -
    fchown 93 55  fchownat 260 54  utime 132 -  utimes 235 -  futimesat 261 -  utimensat 280 88
    setxattr 188 5  lsetxattr 189 6  fsetxattr 190 7  setxattrat 463 463
    removexattr 197 14  lremovexattr 198 15  fremovexattr 199 16  removexattrat 466 466
    shmget 29 194  semget 64 190  msgget 68 186  mq_open 240 180  unshare 272 97  setns 308 268
    add_key 248 217  request_key 249 218  keyctl 250 219
"""
# ... and these end so if an argument, by its place, passes a test for a value; else
# otherwise.
ME = os.getpid()
# TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIONCLEX, FIOCLEX, TCGETS2
HARMLESS = 0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451, 0x802C_542A
BY_ARGUMENT = (
    # fcntl: F_SETOWN, F_SETSIG, F_SETOWN_EX, F_SETLEASE, F_NOTIFY
    ((72, 25), REFUSE, 1, IF_EQUAL, (8, 10, 15, 1024, 1026)),
    # prctl: PR_SET_PDEATHSIG, PR_SCHED_CORE
    ((157, 167), REFUSE, 0, IF_EQUAL, (1, 62)),
    ((16, 29), ALLOW, 1, IF_EQUAL, HARMLESS),  # ioctl
    ((302, 261), ALLOW, 0, IF_EQUAL, (0, ME)),  # prlimit
    ((62, 129), ALLOW, 0, IF_EQUAL, (ME,)),  # kill
    ((200, 130), ALLOW, 0, IF_EQUAL, (ME,)),  # tkill
    ((234, 131), ALLOW, 0, IF_EQUAL, (ME,)),  # tgkill
    ((56, 220), ALLOW, 0, IF_ANY_BIT, (0x0001_0000,)),  # clone: CLONE_THREAD
)


def give_up_privileges() -> None:
    """Have this process end with the thread that started it, and never gain privileges."""
    LIBC.prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0)
    LIBC.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)


def restrict_files(readable: Iterable[str], writable: str) -> list[str]:
    """Have this process open nothing but some files and folders; return what of `SINCE` holds."""
    abi = LIBC.syscall(CREATE_RULESET, None, 0, VERSION)
    if abi < 1:
        return []  # An old kernel, or one that was started without Landlock.
    files = (1 << KINDS[min(abi, max(KINDS))]) - 1
    # struct landlock_ruleset_attr, which became longer twice.
    asked = pack("=QQQ", files, TCP, SCOPES)[: 8 if abi < 4 else 16 if abi < 6 else 24]
    rules = LIBC.syscall(CREATE_RULESET, asked, len(asked), 0)
    for path in readable:
        _allow(rules, path, READ_FILE | READ_DIR)
    _allow(rules, writable, READ_FILE | WRITE_FILE)
    holds = LIBC.syscall(RESTRICT_SELF, rules, 0) == 0
    os.close(rules)
    return [name for name, first in SINCE.items() if holds and abi >= first]


def _allow(rules: int, path: str, access: int) -> None:
    try:
        place = os.open(path, os.O_PATH)
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
    column = list(ARCHITECTURES).index(machine)
    _drop_capabilities(CAPGET[column], CAPSET[column])
    program = _program(ARCHITECTURES[machine], column)
    code = ctypes.create_string_buffer(program, len(program))
    # struct sock_fprog { unsigned short len; struct sock_filter *filter; }
    header = ctypes.c_char_p(pack("@HP", len(program) // 8, ctypes.addressof(code)))
    failed = LIBC.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, header, 0, 0)
    return [] if failed else ["seccomp"]


def _drop_capabilities(get: int, put: int) -> None:
    """Take from root what makes it root: to set the clock, to change its user, to mount."""
    header = pack("=Ii", CAPABILITIES_VERSION, 0)
    # Two of struct { effective, permitted, inheritable }, for the lower and the upper
    # half.
    held = ctypes.create_string_buffer(24)
    LIBC.syscall(get, header, held)
    kept = unpack("=6I", held)[1] & KEPT_CAPABILITIES
    LIBC.syscall(put, header, pack("=6I", kept, kept, 0, 0, 0, 0))


def _program(architecture: int, column: int) -> bytes:
    """The filter for an architecture, which has a column of the tables: 8 bytes an instruction."""
    program = (
        _step(LOAD, ARCHITECTURE)
        + _step(IF_EQUAL, architecture, 1)
        + _step(RETURN, REFUSE)
    )
    program += _step(LOAD, NUMBER) + _end(IF_AT_LEAST, X32_BIT, REFUSE)
    program += _end(IF_EQUAL, CLONE3, UNKNOWN)
    for word in REFUSED.split()[1 + column :: 3]:
        program += b"" if word == "-" else _end(IF_EQUAL, int(word), REFUSE)
    for numbers, found, place, test, values in BY_ARGUMENT:
        block = _step(LOAD, ARGUMENTS + 8 * place)
        block += b"".join(_end(test, value, found) for value in values)
        block += _step(RETURN, ALLOW if found == REFUSE else REFUSE)
        program += _step(IF_EQUAL, numbers[column], 0, len(block) // 8) + block
    return program + _step(RETURN, ALLOW)


def _step(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return pack("=HBBI", code, if_true, if_false, value)


def _end(test: int, value: int, result: int) -> bytes:
    """If the test holds, end with `result`; else go on."""
    return _step(test, value, 0, 1) + _step(RETURN, result)
