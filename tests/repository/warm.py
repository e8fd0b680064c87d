"""Runs of pytest that cost no start: a process has imported it, and forks for each run.

A test starts this file in a copy of the project, and asks it for runs through a socket.
The child of a run becomes what `python -m pytest` is. What is about a start, a signal,
a terminal or a process that is lost is no matter for it: that has to be a new process.
"""

import gc
import json
import os
import socket
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from runpy import run_module

LARGEST = 100_000  # bytes of a request
LONGEST_SECONDS = 120  # of a run
# What a run imports
MODULES = """
    pytest _pytest.helpconfig _pytest.junitxml _pytest.unittest readline tomllib
    kata_kit.plugin kata_kit.misconceptions kata_kit.untimed
    kata_tables.reversi kata_tables.tictactoe
"""


def ask(
    server: socket.socket,
    descriptors: list[int],
    folder: str,
    arguments: Sequence[str],
    environment: dict[str, str],
) -> int:
    """Have pytest run with these standard streams, and return its exit code."""
    request = json.dumps([folder, arguments, environment])
    server.settimeout(LONGEST_SECONDS)
    socket.send_fds(server, [request.encode()], descriptors)
    return int(server.recv(LARGEST))


def serve(asking: socket.socket) -> None:
    """Run what is asked for, one after the other; return in the process of a run."""
    while True:
        request, descriptors, _, _ = socket.recv_fds(asking, LARGEST, 3)
        if not request:
            sys.exit()  # Whoever asked has gone.
        child = os.fork()
        if not child:
            become(descriptors, *json.loads(request))
            return
        for descriptor in descriptors:
            os.close(descriptor)
        _, status = os.waitpid(child, 0)
        asking.sendall(str(os.waitstatus_to_exitcode(status)).encode())


def become(
    descriptors: list[int],
    folder: str,
    arguments: list[str],
    environment: dict[str, str],
) -> None:
    """Take what a process gets from the one that starts it."""
    for number, descriptor in enumerate(descriptors):
        os.dup2(descriptor, number)
        os.close(descriptor)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    sys.argv[1:] = arguments
    sys.path[0] = folder


def load() -> None:
    """Import what a run imports, and leave `sys.path` as it was."""
    own = sys.path[0]
    sys.path[:1] = [os.getcwd(), os.path.join(os.getcwd(), "tests")]
    for module in MODULES.split():
        with suppress(ImportError):  # Python 3.10 has no tomllib, Windows no readline.
            import_module(module)
    sys.path[:2] = [own]
    gc.freeze()  # No run has to look through it for what can be thrown away.


if __name__ == "__main__":
    with socket.socket(fileno=int(sys.argv[1])) as connection:
        if sys.argv[2:]:  # It's typed in a shell.
            environment = dict(os.environ)
            words = sys.argv[2:]
            sys.exit(ask(connection, [0, 1, 2], os.getcwd(), words, environment))
        load()
        serve(connection)
    run_module("pytest", run_name="__main__", alter_sys=True)
