"""A filter of the Linux kernel (seccomp) for what Landlock lets through, for root too.

It refuses new processes, sockets, and whatever changes a file's mode, owner or times; what reaches
another process (its memory, its priority, its limits, signals); and what stays behind when this
process is gone. A crash may still end the process itself, and a library may start a thread.

`clone3` hides its flags from a filter, so it answers ENOSYS and the C library falls back to
`clone`. Sources: the manual pages seccomp(2), prctl(2) and capabilities(7); the kernel's tables.
"""

from __future__ import annotations

import ctypes
import os
import struct

CLONE3 = 435  # the same on every architecture
CLONE_THREAD = 0x0001_0000
X32_BIT = 0x4000_0000  # a second table of calls on x86_64
EPERM, ENOSYS = 1, 38

ARCHITECTURES = {"x86_64": 0xC000_003E, "aarch64": 0xC000_00B7}

# The numbers of the calls on x86_64 and aarch64. All of these are refused ...
REFUSED = """
    fork 57 -  vfork 58 -  execve 59 221  execveat 322 281
    socket 41 198  io_uring_setup 425 425
    ptrace 101 117  process_vm_readv 310 270  process_vm_writev 311 271  pidfd_getfd 438 438
    kcmp 312 272  perf_event_open 298 241  bpf 321 280  userfaultfd 323 282
    rt_sigqueueinfo 129 138  rt_tgsigqueueinfo 297 240  pidfd_send_signal 424 424
    setpriority 141 140  ioprio_set 251 30  sched_setparam 142 118  sched_setscheduler 144 119
    sched_setattr 314 274  sched_setaffinity 203 122  migrate_pages 256 238  move_pages 279 239
    mknod 133 -  mknodat 259 33  truncate 76 45  open_by_handle_at 304 265
    chmod 90 -  fchmod 91 52  fchmodat 268 53  fchmodat2 452 452
    chown 92 -  lchown 94 -  fchown 93 55  fchownat 260 54
    utime 132 -  utimes 235 -  futimesat 261 -  utimensat 280 88
    setxattr 188 5  lsetxattr 189 6  fsetxattr 190 7  setxattrat 463 463
    removexattr 197 14  lremovexattr 198 15  fremovexattr 199 16  removexattrat 466 466
    shmget 29 194  semget 64 190  msgget 68 186  mq_open 240 180
    add_key 248 217  request_key 249 218  keyctl 250 219
    unshare 272 97  setns 308 268  file_setattr 469 469
"""
# ... and these depend on an argument.
FCNTL = 72, 25
OWNERS = 8, 10, 15, 1024, 1026  # F_SETOWN, F_SETSIG, F_SETOWN_EX, F_SETLEASE, F_NOTIFY
PRCTL = 157, 167
PARENTS = 1, 62  # PR_SET_PDEATHSIG, PR_SCHED_CORE
IOCTL = 16, 29
# TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIONCLEX, FIOCLEX, TCGETS2
HARMLESS = 0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451, 0x802C_542A
SIGNALS = (62, 129), (200, 130), (234, 131)  # kill, tkill, tgkill
PRLIMIT = 302, 261
CLONE = 56, 220

# Instructions, and where in `struct seccomp_data` the fields stand.
LOAD, IF_EQUAL, IF_AT_LEAST, IF_ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
NUMBER, ARCHITECTURE, ARGUMENTS = 0, 4, 16
ALLOW, REFUSE = 0x7FFF_0000, 0x0005_0000 | EPERM

PR_SET_PDEATHSIG, PR_SET_SECCOMP, SECCOMP_MODE_FILTER, PR_SET_NO_NEW_PRIVS = 1, 22, 2, 38
SIGKILL = 9

CAPGET, CAPSET = (125, 90), (126, 91)
CAPABILITIES_VERSION = 0x2008_0522
KEPT_CAPABILITIES = 0b110  # Root reads what is not its own.


def prepare(libc: ctypes.CDLL) -> None:
    """Have this process end with the thread that started it, and never gain privileges."""
    libc.prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0)
    libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)


def install(libc: ctypes.CDLL) -> bool:
    """Install the filter for this process, for good; return whether it holds."""
    machine = os.uname().machine
    if machine not in ARCHITECTURES or struct.calcsize("P") < 8:
        return False
    column = list(ARCHITECTURES).index(machine)
    _drop_capabilities(libc, CAPGET[column], CAPSET[column])
    program = _program(ARCHITECTURES[machine], column)
    code = ctypes.create_string_buffer(program, len(program))
    # struct sock_fprog { unsigned short len; struct sock_filter *filter; }
    header = struct.pack("@HP", len(program) // 8, ctypes.addressof(code))
    return bool(libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.c_char_p(header), 0, 0) == 0)


def _drop_capabilities(libc: ctypes.CDLL, get: int, put: int) -> None:
    """Take from root what makes it root: to set the clock, to change its user, to mount."""
    header = struct.pack("=Ii", CAPABILITIES_VERSION, 0)
    # Two of struct { effective, permitted, inheritable }, for the lower and the upper half.
    held = ctypes.create_string_buffer(24)
    libc.syscall(get, header, held)
    kept = struct.unpack("=6I", held)[1] & KEPT_CAPABILITIES
    libc.syscall(put, header, struct.pack("=6I", kept, kept, 0, 0, 0, 0))


def _program(architecture: int, column: int) -> bytes:
    """The filter for an architecture, which has a column of the table: 8 bytes an instruction."""
    numbers = [int(word) for word in REFUSED.split()[1 + column :: 3] if word != "-"]
    pid = os.getpid()
    return b"".join(
        (
            _step(LOAD, ARCHITECTURE),
            _step(IF_EQUAL, architecture, 1, 0),
            _step(RETURN, REFUSE),
            _step(LOAD, NUMBER),
            _end(IF_AT_LEAST, X32_BIT, REFUSE),
            _end(IF_EQUAL, CLONE3, 0x0005_0000 | ENOSYS),
            *(_end(IF_EQUAL, number, REFUSE) for number in numbers),
            _by_argument(FCNTL[column], 1, OWNERS, REFUSE),
            _by_argument(PRCTL[column], 0, PARENTS, REFUSE),
            _by_argument(IOCTL[column], 1, HARMLESS, ALLOW),
            _by_argument(PRLIMIT[column], 0, (0, pid), ALLOW),
            *(_by_argument(call[column], 0, (pid,), ALLOW) for call in SIGNALS),
            _by_argument(CLONE[column], 0, (CLONE_THREAD,), ALLOW, IF_ANY_BIT),
            _step(RETURN, ALLOW),
        )
    )


def _step(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("=HBBI", code, if_true, if_false, value)


def _end(test: int, value: int, result: int) -> bytes:
    """If the test holds, end with `result`; else go on."""
    return _step(test, value, 0, 1) + _step(RETURN, result)


def _by_argument(
    number: int, place: int, values: tuple[int, ...], found: int, test: int = IF_EQUAL
) -> bytes:
    """End the call `number` with `found` if the test holds for the argument, else otherwise."""
    block = _step(LOAD, ARGUMENTS + 8 * place)
    block += b"".join(_end(test, value, found) for value in values)
    block += _step(RETURN, ALLOW if found == REFUSE else REFUSE)
    return _step(IF_EQUAL, number, 0, len(block) // 8) + block
