"""Have the Linux kernel refuse things to this process, also to root, and for good.

Landlock decides which files can be opened, made, removed or linked. Its interface has
versions: 1 is Linux 5.13. A filter of system calls, seccomp, decides about everything
else. A call that isn't in `system_calls` fails with EPERM (a PermissionError), and from
number 424 on with ENOSYS: libraries then do without it, as on an older kernel.

Sources: docs.kernel.org/userspace-api/landlock; the manual pages seccomp(2), prctl(2)
and capabilities(7); the kernel's tables of system calls.
"""

import os
import site
import stat
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from struct import calcsize, pack

from kata_guard.system_calls import (
    ALLOWED,
    ARCHITECTURES,
    GUARD_ITSELF,
    limited_arguments,
    numbers,
)

# A step of a filter: what it does, how many steps to skip if so and if not, and a value
Step = tuple[int, int, int, int]

# Bytes (of a file that is open already: a pipe has no limit), open files, and bytes;
# memory leaves 1 GB to pytest, beside the 2 GB that a call gets.
LIMITS = {
    "RLIMIT_FSIZE": 2**20,
    "RLIMIT_NOFILE": 128,
    "RLIMIT_CORE": 0,
    "RLIMIT_AS": 3 * 2**30,
}

# Python, the libraries of packages and of the system; no folder of users
ROOTS = {sys.prefix, sys.base_prefix, sys.exec_prefix, "/", "/usr", "/usr/local"}
if site.ENABLE_USER_SITE:
    ROOTS.add(site.getuserbase())
SYSTEM = [os.path.join(root, name) for root in ROOTS for name in ("lib", "lib64")]
SYSTEM += ["/etc/ld.so.cache", "/etc/localtime", "/usr/share/zoneinfo", "/dev/urandom"]

# prctl
PR_SET_PDEATHSIG, PR_SET_NO_NEW_PRIVS = 1, 38
SIGKILL = 9

# capset: what lets root read what isn't its own; the first that this process has
CAPABILITIES_VERSION = 0x2008_0522
DAC_READ_SEARCH, DAC_OVERRIDE = 1 << 2, 1 << 1

# Landlock
VERSION = 1
PATH_BENEATH = 1
WRITE_FILE, READ_FILE, READ_DIR, TRUNCATE = 1 << 1, 1 << 2, 1 << 3, 1 << 14
# How many kinds of access to files versions 1 to 5 know. All are refused, except where
# a rule allows them.
KINDS = (13, 14, 15, 15, 16)
KNOWS_TRUNCATE = 3  # Linux 6.2

# seccomp
SET_MODE_FILTER, GET_ACTION_AVAIL = 1, 2
TSYNC = 1  # The filter is for all threads.
ALLOW, FAIL = 0x7FFF_0000, 0x0005_0000
EPERM, ENOSYS = FAIL | 1, FAIL | 38
# What a step does
LOAD, IF_EQUAL, IF_AT_LEAST, IF_ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
# Places in `struct seccomp_data`
NUMBER, ARCHITECTURE, FIRST_ARGUMENT = 0, 4, 16
NEWER = 424  # From here on the numbers of all architectures are the same.
# The calls that empty a file, by the place of their flags, and the flag
OPENING, O_TRUNC = {"open": 1, "openat": 2}, 0o1000


class NotGuarded(RuntimeError):
    """The kernel doesn't hold this process; the message says what is missing."""


def reason_not_available() -> str:
    """Return what this system lacks for `confine`; "" if it can be called."""
    if sys.platform != "linux":
        return f"the guard needs Linux, and this is {sys.platform}"
    machine = os.uname().machine
    if machine not in ARCHITECTURES or calcsize("P") < 8:
        return f"the guard knows 64-bit {' and '.join(ARCHITECTURES)}, not {machine}"
    try:
        _landlock_version()
        _call("seccomp", GET_ACTION_AVAIL, 0, pack("=I", FAIL))
    except ImportError:
        return "the guard needs ctypes, and this Python was built without it"
    except NotGuarded as error:
        return str(error)
    return ""


def confine(
    readable: Iterable[Path | str],
    parent: int | None = None,
    start: Callable[[], object] | None = None,
) -> None:
    """Confine this process for good.

    It opens nothing but Python, its libraries and what is `readable`, writes no file,
    and makes no network, process or thread. What is open already stays open, such as a
    pipe for results. It can still see that another file exists, with its size and
    times. Links in the paths are followed: look before.

    It ends with its `parent`, exactly with the thread there that started it.

    Landlock holds the thread that asks for it and those that are started later. Any
    other thread would be a way out: code can run itself there by a signal, a finalizer
    or an attribute it replaces. So this raises `NotGuarded` if there's one; `start`,
    which is called before threads are refused, is the place to start ours.
    """
    reason = reason_not_available()
    if reason:
        raise NotGuarded(reason)
    if len(os.listdir("/proc/self/task")) > 1:
        raise NotGuarded("the guard has to come before other threads are started")
    _limit_resources()
    _give_up_privileges(parent)
    version = _restrict_files(readable)
    if start:
        start()
    _filter_calls(version)


def _call(name: str, *arguments: object) -> int:
    """Make a system call of `GUARD_ITSELF`, and return its result."""
    import ctypes  # Not every Python has it.

    number = numbers(GUARD_ITSELF, os.uname().machine)[name]
    result = int(ctypes.CDLL(None, use_errno=True).syscall(number, *arguments))
    if result < 0:
        why = os.strerror(ctypes.get_errno())
        needed = "Linux 5.13 or later with Landlock and seccomp"
        raise NotGuarded(f"the guard needs {needed}, and {name} failed: {why}")
    return result


def _landlock_version() -> int:
    return _call("landlock_create_ruleset", None, 0, VERSION)


def _limit_resources() -> None:
    import resource  # Not on Windows.

    for name, value in LIMITS.items():
        kind = getattr(resource, name)
        _, hard = resource.getrlimit(kind)
        limit = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(kind, (limit, limit))


def _give_up_privileges(parent: int | None) -> None:
    """Gain no privileges any more, keep none but reading, and end with the parent."""
    _call("prctl", PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    header = pack("=Ii", CAPABILITIES_VERSION, 0)
    for kept in (DAC_READ_SEARCH, DAC_OVERRIDE, 0):
        with suppress(NotGuarded):
            # Two of struct { effective, permitted, inheritable }
            _call("capset", header, pack("=6I", kept, kept, 0, 0, 0, 0))
            break
    if parent is not None:
        _call("prctl", PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0)
        if os.getppid() != parent:  # It has ended already.
            os._exit(1)


def _restrict_files(readable: Iterable[Path | str]) -> int:
    """Have this thread open nothing but this; return the version of Landlock."""
    version = _landlock_version()
    kinds = (1 << KINDS[min(version, len(KINDS)) - 1]) - 1
    # The first field of struct landlock_ruleset_attr
    rules = _call("landlock_create_ruleset", pack("=Q", kinds), 8, 0)
    for path in [*filter(os.path.exists, SYSTEM), *readable]:
        _allow(rules, path, READ_FILE | READ_DIR)
    _allow(rules, os.devnull, kinds & (READ_FILE | WRITE_FILE | TRUNCATE))
    _call("landlock_restrict_self", rules, 0)
    os.close(rules)
    return version


def _allow(rules: int, path: Path | str, access: int) -> None:
    place = os.open(path, os.O_PATH)
    if not stat.S_ISDIR(os.fstat(place).st_mode):
        access &= ~READ_DIR
    # struct landlock_path_beneath_attr, which is packed
    _call("landlock_add_rule", rules, PATH_BENEATH, pack("=Qi", access, place), 0)
    os.close(place)


def _filter_calls(version: int) -> None:
    """Install the filter of system calls in all threads."""
    import ctypes

    program = b"".join([pack("=HBBI", *step) for step in _program(version)])
    code = ctypes.create_string_buffer(program, len(program))
    # struct sock_fprog { unsigned short len; struct sock_filter *filter; }
    header = pack("@HP", len(program) // 8, ctypes.addressof(code))
    if _call("seccomp", SET_MODE_FILTER, TSYNC, header):
        raise NotGuarded("a thread of this process has got another filter before")


def _program(version: int) -> list[Step]:
    """Return the filter for this process, as Landlock of this version leaves it."""
    machine = os.uname().machine
    steps = [
        (LOAD, 0, 0, ARCHITECTURE),
        (IF_EQUAL, 1, 0, ARCHITECTURES[machine]),
        (RETURN, 0, 0, EPERM),
        (LOAD, 0, 0, NUMBER),
    ]
    for name, number in numbers("\n".join(ALLOWED.values()), machine).items():
        decision = _decision(name, version)
        steps += [(IF_EQUAL, 0, len(decision), number), *decision]
    return [
        *steps,
        (IF_AT_LEAST, 0, 1, NEWER),
        (RETURN, 0, 0, ENOSYS),
        (RETURN, 0, 0, EPERM),
    ]


def _decision(name: str, version: int) -> list[Step]:
    """Return the steps that allow a call, or that look at an argument first."""
    limited = limited_arguments(os.getpid())
    if name in limited:
        place, values = limited[name]
        steps = [(LOAD, 0, 0, FIRST_ARGUMENT + 8 * place)]
        for value in values:
            steps += [(IF_EQUAL, 0, 1, value), (RETURN, 0, 0, ALLOW)]
        return [*steps, (RETURN, 0, 0, EPERM)]
    if name in OPENING and version < KNOWS_TRUNCATE:
        return [
            (LOAD, 0, 0, FIRST_ARGUMENT + 8 * OPENING[name]),
            (IF_ANY_BIT, 0, 1, O_TRUNC),
            (RETURN, 0, 0, EPERM),
            (RETURN, 0, 0, ALLOW),
        ]
    return [(RETURN, 0, 0, ALLOW)]
