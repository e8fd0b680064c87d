"""An evening: clones that have joined it, for people with an editor of their own."""

from pathlib import Path
from unittest.mock import Mock

import pytest

pytest.importorskip("segno", reason='needs the extra "evening"')

from kata_evening import join, leave, process, sending
from kata_evening.files import submissions
from kata_evening.room import Room
from kata_evening.wall import Wall
from kata_evening.web import Web
from kata_kit.katas import BY_NAME, PATH
from repository.evening import NO_DIAGONALS, RIGHT, bars, record_of, serving
from repository.project import GREEN_BAR, RED_BAR, WINNER, Project
from repository.site import HEAD

pytest_plugins = ["repository.evening_fixtures"]

LOST_BAR = "[?????]"
GOES = "evening: your run goes to the room as"
UMLAUT = f"{RIGHT}# für dich\n"
ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which a clone keeps what it has joined."""
    for module in (join, leave, sending):
        monkeypatch.setattr(module, "FOLDER", tmp_path / "kept")
    monkeypatch.setattr(sending, "PAUSES", [0])
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
    web, pages, evening, clone, tmp_path, monkeypatch
):
    monkeypatch.setattr(process, "start", Mock())
    room = Room(tmp_path / "other", web.room.known)
    with serving(Web(Wall(room), pages / "site", "secret")) as other:
        for link in (evening.address, other.address):
            assert join.main([link, "ada"]) == 0
            join.send_later([record_of(NO_DIAGONALS)])
        assert join.main([evening.address, "\uff21DA "]) == 0
        assert sending.send() == ""
        assert (len(web.room.results()), room.results()) == (1, [])
        assert len([*clone.rglob("*-*.json")]) == 1
        assert join.main([other.address, "ada"]) == 0
        room.release("ada")
        assert "join again with `python -m katas join`" in sending.send()
    sending.main()
    problem = (clone / "problem.txt").read_text()
    sentence = "a run is still waiting: no evening answers at "
    assert problem.startswith(f"{sentence}{other.address} (")


def test_a_link_to_no_evening_gets_a_sentence(capsys):
    for link in ("http://127.0.0.1:9/", "nonsense/"):
        assert join.main([link, "ada"]) == 2
        errors = capsys.readouterr().err
        assert errors.startswith(f"error: no evening answers at {link} (")
        assert errors.count("\n") == 1


def send_from(project: Project) -> None:
    """Send all that runs have left."""
    sent = project.python("-m", "kata_evening.sending", PYTHONPATH="tests")
    assert sent.errors == ""


def test_runs_wait_for_the_server_and_come_in_order(server, project, capsys):
    link = server.start().address
    words = "-m", "katas", "join", link, "朱"
    joined = project.python(*words, PYTHONIOENCODING="ascii")
    assert joined.text.startswith(r"You take part as \u6731."), joined
    before = project.pytest(f"katas/{WINNER}")
    assert f"\n{GOES} 朱\n" in before.text
    server.kill()
    project.write(f"import os\n{HEAD}    os.kill(os.getpid(), 9)\n")
    lost = project.pytest(f"katas/{WINNER}").text
    assert "the run ended here" in lost
    assert lost.endswith(f"\n{GOES} 朱\n")
    project.write(UMLAUT)
    run = project.pytest(f"katas/{WINNER}", **ASCII)
    assert (run.exit_code, run.errors, before.errors) == (0, "", "")
    assert " passed in " in run.text
    server.start()
    send_from(project)
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
    assert run() == [f"{GOES} ada"]
    submission = f"--submission={BY_NAME[WINNER].solution}", "--trust"
    for words in (("-k", "row"), ("--solution",), submission):
        assert run(*words) == []
    project.write(f"{RIGHT}# {'x' * 100_000}\n")
    assert run() == [f"{GOES} ada"]
    send_from(project)
    assert bars(tmp_path / "data" / "ada") == [GREEN_BAR]
    problem = "evening: a run wasn't taken: expected code of at most 100,000 bytes"
    assert run() == [f"{GOES} ada", problem]
    (project.root / ".evening" / "link.json").write_text("no JSON")
    (broken,) = run()
    assert broken.startswith("evening: nothing was sent: JSONDecodeError")
