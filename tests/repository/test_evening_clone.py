"""An evening: clones that have joined it, for people with an editor of their own."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from time import sleep
from unittest.mock import Mock

import pytest

pytest.importorskip("segno", reason='needs the extra "evening"')

from kata_evening import join, leave, sending
from kata_evening.evening import HERE
from kata_evening.files import submissions
from kata_evening.room import Room
from kata_evening.wall import Wall
from kata_evening.web import Web
from kata_kit.katas import BY_NAME, PATH
from repository.evening import NO_DIAGONALS, RIGHT, bars, record_of, save, serving
from repository.project import (
    GREEN_BAR,
    LONGEST_WAIT,
    RED_BAR,
    WINNER,
    clean_environment,
)
from repository.site import HEAD

pytest_plugins = ["repository.evening_fixtures"]

LOST_BAR = "[?????]"
SENT = "evening: sent as"
KEPT = "your run is kept, and sent with the next one:"
UMLAUT = f"# coding: latin-1\n{RIGHT}# für dich\n"
ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which a clone keeps what it has joined."""
    for module in (join, leave, sending):
        monkeypatch.setattr(module, "FOLDER", tmp_path / "kept")
    return tmp_path / "kept"


def test_a_clone_leaves_and_comes_back_under_its_name(evening, clone, capsys):
    evening.join("eva")
    assert join.main([evening.address, "Eva"]) == 2
    assert "is here already." in capsys.readouterr().err
    assert join.main([evening.address, "ada"]) == 0
    for line in ("Your runs stay here now.", "You haven't joined an evening."):
        capsys.readouterr()
        leave.main([])
        assert capsys.readouterr().out == f"{line}\n"
    assert [file.name for file in clone.rglob("*.*")] == ["key.txt"]
    assert join.main([evening.address, "ADA"]) == 0
    assert "You take part as ada." in capsys.readouterr().out


def test_a_clones_run_goes_to_the_room_in_which_it_was_made(
    web, pages, evening, clone, tmp_path, monkeypatch, capsys
):
    record = record_of(NO_DIAGONALS)
    room = Room(tmp_path / "other", web.room.known)
    with serving(Web(Wall(room), pages / "site", "secret")) as other:
        assert join.main([other.address, "ada"]) == 0
        with monkeypatch.context() as patch:
            patch.setattr("kata_evening.room.MOST_RUNS", 0)
            (line,) = sending.send([record])
            assert line == f"{KEPT} too many requests in this minute: wait a little"
        assert join.main([evening.address, "ada"]) == 0
        assert [*sending.send([record])] == ["sent as ada"]
        assert (len(web.room.results()), room.results()) == (1, [])
        assert len([*clone.rglob("*-*.json")]) == 1
        assert join.main([other.address, "\uff21DA "]) == 0  # It sends what waits.
        assert capsys.readouterr().out.endswith("\nsent as ada\n")
        assert (len(web.room.results()), len(room.results())) == (1, 1)
        room.release("ada")
        assert [*sending.send([record])] == [sending.UNKNOWN]


@contextmanager
def answering(answer: bytes, pause: float = 0.0) -> Iterator[str]:
    """Yield the link of a server that gives one answer, which may be no HTTP.

    With a pause it drips.
    """
    parts = [answer[n : n + 1] for n in range(len(answer))] if pause else [answer]
    with socket.create_server((HERE, 0)) as listening:

        def serve() -> None:
            with suppress(OSError):
                while True:
                    connection = listening.accept()[0]
                    with connection:
                        request = b""  # What isn't read resets the connection.
                        while not request.endswith(b"}"):
                            # Whoever has gone sends nothing.
                            request += connection.recv(10_000) or b"}"
                        for part in parts:
                            connection.sendall(part)
                            sleep(pause)

        Thread(target=serve, daemon=True).start()
        yield f"http://{HERE}:{listening.getsockname()[1]}/"


def answer_of(status: str, body: str) -> bytes:
    return f"HTTP/1.0 {status}\r\n\r\n{body}".encode()


JOINED = '{"name": "ada", "key": "x"}'
NO_EVENINGS = {
    b"SSH-2.0-OpenSSH_9.6\r\n": "SSH-2.0-OpenSSH_9.6",
    answer_of("404 Not Found", '{"detail": "Not Found"}'): "404 Not Found",
    answer_of("200 OK", '["key"]'): "200 OK",
    answer_of("200 OK", '{"key": "x"}'): "200 OK",
    answer_of("200 OK", '{"name": "ada", "key": 5}'): "200 OK",
    answer_of("200 OK", "[" * 9_000): "so deep",
    answer_of("200 OK", f"{' ' * 10_000}{JOINED}"): "Expecting value",
    answer_of("200 OK", "<h1>Log in to the network</h1>"): "Expecting value",
}


def test_what_is_no_evening_gets_a_sentence_and_keeps_the_runs(
    clone, monkeypatch, capsys
):
    def check(link: str, problem: str) -> None:
        assert join.main([link, "ada"]) == 2
        errors = capsys.readouterr().err
        assert errors.startswith(f"error: no evening answers at {link} (")
        assert problem in errors
        assert errors.count("\n") == 1
        place = json.dumps({"link": link, "name": "ada", "key": "x"})
        folder = sending.folder_of(link, "ada")
        folder.mkdir(parents=True)
        (clone / "link.json").write_text(place)
        (line,) = sending.send([record_of(NO_DIAGONALS)])
        assert line.startswith(f"{KEPT} no evening answers at {link} (")
        assert len([*folder.iterdir()]) == 1

    check("nonsense/", "unknown url type")
    for answer, problem in NO_EVENINGS.items():
        with answering(answer) as link:
            check(link, problem)
    monkeypatch.setattr(sending, "SECONDS", 0.5)
    with answering(answer_of("200 OK", JOINED), pause=0.1) as link:
        check(link, "timed out")


def test_after_ctrl_c_or_an_error_the_run_is_kept(evening, clone, monkeypatch, capsys):
    join.main([evening.address, "ada"])
    for error, reason in (
        (KeyboardInterrupt(), "you pressed Ctrl-C"),
        (RuntimeError("a bug"), "RuntimeError('a bug')"),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(sending, "post", Mock(side_effect=error))
            (line,) = sending.send([record_of(NO_DIAGONALS)])
        assert line == f"{KEPT} {reason}"
    capsys.readouterr()
    with monkeypatch.context() as patch:
        patch.setattr(join, "post", Mock(side_effect=KeyboardInterrupt))
        assert join.main([evening.address, "ada"]) == 130
    assert capsys.readouterr() == ("", "")
    assert [*sending.send([])] == ["sent as ada"]
    assert not [*clone.rglob("*-*.json")]


def test_runs_wait_for_the_server_and_come_in_order(server, project, capsys):
    link = server.start().address
    words = "-m", "katas", "join", link, "朱"
    joined = project.python(*words, PYTHONIOENCODING="ascii")
    assert joined.text.startswith(r"You take part as \u6731."), joined
    project.write("def is_solved(board)\n    pass\n")
    before = project.pytest(f"katas/{WINNER}")
    assert before.text.endswith(f"\n{SENT} 朱\n")
    server.kill()
    project.write(f"import os\n{HEAD}    os.kill(os.getpid(), 9)\n")
    lost = project.pytest(f"katas/{WINNER}").text
    assert "the run ended here" in lost
    assert f"\nevening: {KEPT} no evening answers at {link} (" in lost
    project.stub().write_bytes(UMLAUT.encode("latin-1"))
    server.start()
    run = project.pytest(f"katas/{WINNER}", **ASCII)
    assert (run.exit_code, run.errors, before.errors) == (0, "", "")
    assert " passed in " in run.text
    assert bars(server.data / "朱") == [RED_BAR, LOST_BAR, GREEN_BAR]
    (file,) = submissions(server.data, "", PATH)
    assert (file.participant, file.data) == ("朱", UMLAUT.encode())
    assert capsys.readouterr().out == ""  # Nothing was left.
    secrets = [*(project.root / ".evening").rglob("*.*")]
    secrets.append(server.data / "facilitator.json")
    assert len(secrets) == 3
    assert not any(file.stat().st_mode & 0o077 for file in secrets)


def test_only_whole_runs_of_ones_own_code_are_sent(evening, project, tmp_path):
    def run(*words: str) -> list[str]:
        """Return what a run says of the evening."""
        lines = project.pytest(*words, f"katas/{WINNER}").lines
        return [line for line in lines if line.startswith("evening: ")]

    project.solve()
    assert run() == []
    project.python("-m", "katas", "join", evening.address, "ada")
    assert run() == [f"{SENT} ada"]
    submission = f"--submission={BY_NAME[WINNER].solution}", "--trust"
    for words in (("-k", "row"), ("--solution",), submission):
        assert run(*words) == []
    project.write(f"{RIGHT}# {'x' * 100_000}\n")
    problem = "evening: a run wasn't taken: expected code of at most 100,000 bytes"
    assert run() == [problem]
    assert bars(tmp_path / "data" / "ada") == [GREEN_BAR]
    (project.root / ".evening" / "link.json").write_text("no JSON")
    (broken,) = run()
    assert broken.startswith("evening: nothing was sent: JSONDecodeError")


def test_ctrl_c_ends_the_wait_for_a_room_and_the_run_is_kept(project):
    folder = project.root / ".evening"
    with socket.create_server((HERE, 0)) as silent:
        link = f"http://{HERE}:{silent.getsockname()[1]}/"
        place = {"link": link, "name": "ada", "key": "x"}
        save(folder, "link.json", json.dumps(place))
        (folder / sending.folder_of(link, "ada").name).mkdir()
        process = subprocess.Popen(
            [sys.executable, "-m", "pytest", f"katas/{WINNER}"],
            cwd=project.root,
            env=clean_environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            start_new_session=True,
        )
        with silent.accept()[0]:
            os.killpg(process.pid, signal.SIGINT)
            text = process.communicate(timeout=LONGEST_WAIT)[0]
    assert "Traceback" not in text
    assert f"\nevening: {KEPT} you pressed Ctrl-C\n" in text
    assert len([*folder.glob("*/*.json")]) == 1
