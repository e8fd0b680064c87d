"""Rules of the kernel for the code under test, its files and its imports."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from kata_kit.katas import BY_NAME
from kata_kit.process import Limits
from kata_kit.sources import code
from kata_worker import kernel_allows, kernel_refuses
from repository.project import ROOT, on_linux
from repository.tables import asked

WINNER = BY_NAME["tictactoe_winner"]
FILE = f"{WINNER.name}.py"


# One line for each family of calls, and for each rule of Landlock. The calls are those
# of the C library, because the audit hook does not hear of them.

KERNEL = """
import ctypes, errno, fcntl, os, resource, signal, sys, time
from kata_worker import kernel
libc = ctypes.CDLL(None, use_errno=True)
me, parent, buffer = os.getpid(), os.getppid(), ctypes.create_string_buffer(1000)
folder = os.path.dirname(__file__)
def opened(path, flags=os.O_RDONLY): return libc.open(os.fsencode(path), flags, 0o600)
def own(name): return os.fsencode(os.path.join(folder, name))
def lock(how): return fcntl.fcntl(opened(os.__file__), how, bytes(32))
def thread():
    ctypes.set_errno(libc.pthread_create(buffer, None, libc.getpid, None))
    return -1
def f(attempt):
    ctypes.set_errno(0)
    try:
        result = eval(attempt)
    except OSError as error:
        return errno.errorcode.get(error.errno, "the hook")
    return errno.errorcode[ctypes.get_errno()] if result == -1 else "done"
"""
REFUSED = {
    "a reference is read": "opened(REFERENCE)",
    "a table is read": "opened(TABLE)",
    "somebody's file is read": "opened(own('../bob.py'))",
    "the folder of everybody is listed": "opened(own('..'), os.O_DIRECTORY)",
    "a file of the system is read": "opened('/etc/passwd')",
    "the memory of pytest is read": "opened(f'/proc/{parent}/mem')",
    "the own file is written": "opened(__file__, os.O_WRONLY)",
    "the own file is emptied": "libc.truncate(os.fsencode(__file__), 10**6)",
    "a file is made": "opened(own('new'), os.O_CREAT | os.O_WRONLY)",
    "a file is renamed": "libc.rename(os.fsencode(__file__), own('new'))",
    "a file is removed": "libc.unlink(own('notes.txt'))",
    "a mode is changed": "libc.chmod(own('notes.txt'), 0)",
    "a file is locked": "libc.flock(opened(os.__file__), 1)",
    "a part of a file is locked": "lock(fcntl.F_SETLK)",
    "a process is forked": "libc.fork() or os._exit(0)",
    "a program is run": "libc.execv(b'/bin/true', None)",
    "a thread is started": "thread()",
    "a socket is opened": "libc.socket(2, 2, 0)",
    "work is queued in the kernel": "libc.syscall(425, 1, buffer)",
    "memory of others is attached": "libc.shmat(0, None, 0)",
    "pytest is traced": "libc.ptrace(0x4206, parent, 0, 0)",
    "pytest is killed": "libc.kill(parent, 0)",
    "the group of pytest is killed": "libc.kill(-os.getpgid(parent), 0)",
    "pytest gets a signal from a pipe": "libc.fcntl(os.pipe()[0], 8, parent)",
    "pytest gets other limits": "resource.prlimit(parent, resource.RLIMIT_CORE)",
    "the end of pytest is survived": "libc.prctl(1, 0, 0, 0, 0)",
    "a terminal is typed into": "libc.ioctl(1, 0x5412, b'x')",
    "the clock is set": "time.clock_settime(time.CLOCK_REALTIME, time.time())",
    "the user is changed": "os.setuid(12345)",
    "the kernel is measured": "libc.syscall(298, buffer, 0, -1, -1, 0)",
}
ALLOWED = {
    "its own file is read": "opened(own('notes.txt'))",
    "the standard library is read": "opened(os.__file__)",
    "what nobody wants is thrown away": "open(os.devnull, 'w').write('x')",
    "it asks for its limits": "resource.getrlimit(resource.RLIMIT_CORE) and 0",
    "it asks whether it is there": "libc.kill(me, 0)",
    "it asks whether a file is a terminal": "os.isatty(1)",
}


@on_linux
def test_the_kernel_decides_in_a_process_that_is_guarded_as_a_participants(tmp_path):
    own, bob = tmp_path / "ada" / FILE, tmp_path / "bob.py"
    own.parent.mkdir()
    for other in (own.with_name("notes.txt"), bob):
        other.touch()
    secret = [str(ROOT / file) for file in (WINNER.solution, WINNER.table)]
    text = f"{KERNEL}\nREFERENCE, TABLE = {secret}"
    calls = [(attempt,) for attempt in (REFUSED | ALLOWED).values()]
    outcomes = asked(own, text, *calls).outcomes
    told = dict(zip(REFUSED | ALLOWED, outcomes, strict=True))
    refused = {what for what in told if told[what] in ("EPERM", "EACCES")}
    assert refused == {*REFUSED}
    assert {told[what] for what in ALLOWED} == {"done"}
    assert len([*tmp_path.rglob("*")]) == 4


# With arguments that no call takes, so that nothing happens if one is made.
EVERY_CALL = """
def failure(number):
    ctypes.set_errno(0)
    libc.syscall(number, *[ctypes.c_long(-1)] * 6)
    return errno.errorcode.get(ctypes.get_errno(), "made")
def f(calls):
    failures = {name: failure(number) for name, number in UNKNOWN.items()}
    if failures["clone3"] == "ENOSYS":  # Else there is no filter.
        known = kernel.numbers(kernel.REFUSED, os.uname().machine)
        failures |= {name: failure(number) for name, number in known.items()}
    return failures
UNKNOWN = {"clone3": 435, "the next one": 500, "of another table": 0x4000_0000}
"""


@on_linux
def test_a_known_call_is_refused_and_an_unknown_one_does_not_exist(tmp_path):
    (failures,) = asked(tmp_path / FILE, KERNEL + EVERY_CALL, (None,)).outcomes
    unknown = {name: failures.pop(name) for name in [*failures][:3]}
    assert {*unknown.values()} == {"ENOSYS"}
    assert len(failures) > 150
    assert {*failures.values()} == {"EPERM"}


@on_linux
@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_a_call_is_in_one_table_with_a_number_of_its_own(machine):
    from kata_worker.kernel import numbers  # Windows has no ctypes.CDLL(None).

    allowed = numbers(kernel_allows.ALLOWED, machine)
    refused = numbers(kernel_refuses.REFUSED, machine)
    assert not allowed.keys() & refused.keys()
    assert len({*allowed.values(), *refused.values()}) == len(allowed | refused) > 300


# One module opens a browser, one looks for libraries of iOS, and one prints a poem.
IMPORTS = """
import importlib, sys
LEFT_OUT = {"antigravity", "_ios_support", "this"}
def f():
    imported = []
    for name in sorted(sys.stdlib_module_names - LEFT_OUT):
        try:
            importlib.import_module(name)
            imported.append(name)
        except ImportError:
            pass
    return imported
"""


def test_the_whole_standard_library_can_be_imported(tmp_path):
    command = [sys.executable, "-I", "-c", f"{IMPORTS}\nprint(f())"]
    told = subprocess.run(command, capture_output=True, text=True, check=True)
    (imported,) = asked(tmp_path / FILE, IMPORTS, (), limits=Limits(20)).outcomes
    assert f"{imported}\n" == told.stdout


@pytest.mark.parametrize("name", ["negamax", "perft"])
def test_a_reference_can_be_imported_if_a_kata_needs_it(tmp_path, name):
    text = f"from solutions.tictactoe_{name} import {name} as f"
    file = tmp_path / "tictactoe_perft.py"
    (outcome,) = asked(file, text, (0, 0), own=file).outcomes
    assert (outcome == 0) is (name == "negamax")


OLDER = """
import os
from kata_worker import kernel
libc = kernel.LIBC
class Older:
    def syscall(self, number, rules, *more):
        return ABI if rules is None else libc.syscall(number, rules, *more)
kernel.give_up_privileges(os.getppid())
kernel.LIBC = Older()
print(*kernel.restrict_files(["/usr", "/lib"], "/dev/null"))
print(libc.open(b"/etc/passwd", 0) < 0)
"""


@on_linux
@pytest.mark.parametrize(
    ("abi", "held"),
    [(0, ""), (2, "files"), (6, "files emptying tcp signals")],
)
def test_an_older_kernel_guards_what_it_can(abi, held):
    told = of_python(OLDER.replace("ABI", str(abi)))
    assert told.stdout == f"{held}\n{abi > 0}\n"


@on_linux
def test_a_process_ends_if_its_parent_has_ended_before_it_is_guarded():
    call = "from kata_worker import kernel; kernel.give_up_privileges({})"
    assert of_python(call.format(os.getpid())).returncode == 0
    assert of_python(call.format(os.getppid())).returncode == 1


def of_python(code: str) -> subprocess.CompletedProcess[str]:
    """Run code that may import the harness."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "tests")}
    command = [sys.executable, "-c", code]
    return subprocess.run(command, env=environment, capture_output=True, text=True)


NOT_READ = {
    "link.py": "a link to another place; a file is expected",
    "zero": "a link to another place; a file is expected",
    "pipe": "a pipe or a device; a file is expected",
    "large": "larger than 1 MB",
}


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A folder with what is not a file of one's own, beside one of somebody else."""
    own = tmp_path / "own"
    own.mkdir(exist_ok=True)
    (tmp_path / "neighbour.py").write_text("SECRET = 1\n", encoding="utf-8")
    (own / "link.py").symlink_to("../neighbour.py")
    (own / "zero").symlink_to("/dev/zero")
    (own / "large").write_bytes(bytes(10**6 + 1))
    os.mkfifo(own / "pipe")
    return own


@on_linux
@pytest.mark.parametrize("place", ["link.py", "../neighbour.py", "pipe", "zero"])
@pytest.mark.parametrize(
    "body",
    [
        "exec(compile('1 / 0', {!r}, 'exec'))",
        "exec(compile('while True: pass', {!r}, 'exec'))",
        "raise SyntaxError('x', ({!r}, 1, 1, 'x'))",
    ],
)
def test_a_forged_place_shows_no_other_file(own, place, body):
    text = f"def f():\n    {body.format(str(own / place))}"
    told = asked(own / FILE, text, (), limits=Limits(0.2)).outcomes
    assert "SECRET" not in repr(told)


@on_linux
@pytest.mark.parametrize("target", NOT_READ)
def test_what_is_not_a_file_of_ones_own_is_not_read(own, target):
    (own / FILE).symlink_to(target)
    with pytest.raises(ValueError, match=NOT_READ[target]):
        code(own / FILE)


@on_linux
def test_one_submitted_file_is_guarded_as_those_of_many_are(project):
    secrets = [project.root / place / "secret" for place in ("", "home", "handed in")]
    for secret in secrets:
        secret.parent.mkdir(exist_ok=True)
        secret.touch()
    file, home = secrets[2].with_name(FILE), secrets[1].parent
    body = f"""
def is_solved(board):
    for file in {[*map(str, secrets)]}:
        try: return open(file)
        except PermissionError: pass
    raise LookupError("nothing was read")"""
    file.write_text(body, encoding="utf-8")
    run = project.pytest(f"--submission={file}", HOME=str(home))
    assert "is_solved raised LookupError: nothing was read" in run.lines
