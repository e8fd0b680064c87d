"""An evening: its server, which may be killed, and the pages that it serves."""

import webbrowser
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http.client import HTTPConnection
from time import monotonic, sleep
from unittest.mock import Mock

import pytest

pytest.importorskip("segno", reason='needs the extra "evening"')

from benchmarks.evening import Crowd, failing
from kata_evening import site
from kata_evening.evening import HERE, main, parsed, show
from kata_evening.known import write_down
from kata_kit.katas import BY_NAME
from kata_page.build import Missing
from repository.evening import PAGE, RIGHT, pages_in, save
from repository.project import LONGEST_WAIT, WINNER, Project

pytest_plugins = ["repository.evening_fixtures"]


def test_a_server_that_is_killed_loses_and_swaps_nothing(server, cases):
    crowd = Crowd(server.start(), 20, failing(cases))
    end, taken = monotonic() + LONGEST_WAIT, 0
    with ThreadPoolExecutor(20) as pool:
        for name in crowd.keys:
            pool.submit(crowd.run, name, 1_000, 0.2)
        while taken < 50 and monotonic() < end:
            sleep(0.01)
            taken = sum(map(len, crowd.sent.values()))
        server.kill()
    assert taken >= 50
    assert crowd.refused == []
    assert crowd.lost(server.data) == []
    again = server.start()
    for name, sent in crowd.sent.items():
        for run in sent[-2:]:
            assert again.run(crowd.keys[name], run).status == 200
    assert crowd.lost(server.data) == []
    assert again.view()["count"] == 20


def test_the_facilitator_ends_it_and_starts_it_again(server):
    evening = server.start()
    assert f"everybody's files       {server.data}\n" in server.screen
    evening.enter(f"/{server.mine.removeprefix(evening.address)}")
    evening.send("ada", RIGHT)
    with closing(HTTPConnection(evening.host, evening.port, timeout=20)) as wall:
        wall.request("GET", "/wall/events")
        reply = wall.getresponse()
        assert reply.readline().startswith(b"data: ")
        end = server.interrupt()
        assert b"\n\n".startswith(reply.read())  # It's whole.
    assert end.startswith("\nThe report: ")
    assert f"\n- {WINNER}: 1 of 1 green.\n" in end
    assert "Traceback" not in end
    server.start()
    assert evening.mine("events").data["count"] == 1


def test_without_a_browser_the_facilitators_link_is_printed(
    web, tmp_path, monkeypatch, capsys
):
    options = parsed([f"--data={tmp_path}", f"--host={HERE}"])
    link = "Your own page: http://127.0.0.1:8000/f"
    missing = Mock(return_value=webbrowser.BackgroundBrowser("missing-browser"))
    terminal = Mock(return_value=webbrowser.GenericBrowser("true"))
    none = Mock(side_effect=webbrowser.Error)
    browsers = ((missing, False), (terminal, False), (none, False), (Mock(), True))
    for get, is_open in browsers:
        monkeypatch.setattr(webbrowser, "get", get)
        show(options, web, 8000)
        screen = capsys.readouterr().out
        assert screen.endswith("\nThe link for everybody: http://127.0.0.1:8000/\n")
        assert ("Your own page is open in this" in screen) == is_open
        assert (link in screen) != is_open


def test_what_cannot_be_served_is_said_in_a_sentence(server, tmp_path, capsys):
    def check(word: str, sentence: str) -> None:
        assert main([*server.words, word]) == 2
        errors = capsys.readouterr().err
        assert errors.startswith(sentence)
        assert errors.count("\n") == 1

    (tmp_path / "file").write_text("")
    for file in (tmp_path / "file", tmp_path / "file" / "data"):
        check(f"--data={file}", f"error: expected a folder, got a file: {file}\n")
    place = "error: can't listen at nowhere.invalid, port 0: "
    check("--host=nowhere.invalid", place)
    server.start()
    check(
        f"--port={server.port}",
        f"error: another evening uses {server.data}: end that one, or",
    )
    place = f"error: can't listen at {HERE}, port {server.port}: Address already in use"
    advice = "; --host and --port choose another place\n"
    check(f"--data={tmp_path / 'other'}", f"{place}{advice}")
    with pytest.raises(SystemExit):
        main(["--port=99999"])
    sentence = "error: expected a port from 0 to 65535, got 99999"
    assert sentence in capsys.readouterr().err


# The pages


def test_pages_are_made_whole_once_and_anew_when_their_sources_changed(
    tmp_path, monkeypatch, capsys
):
    def made(sources: str, problem: str = "") -> int:
        """Return how many times pages were made, or tried to."""
        build = Mock(side_effect=Missing(problem) if problem else pages_in)
        monkeypatch.setattr(site, "build", lambda folder, source: build(folder))
        monkeypatch.setattr(site, "digest", lambda: sources)
        monkeypatch.setattr(site, "write_down", lambda file: None)
        page = site.made(pages) / site.SITE / "index.html"
        assert page.read_text() == PAGE
        return build.call_count

    pages = tmp_path / "pages"
    with pytest.raises(Missing, match=r"^npm stopped\n.*\n?.*copy the folder"):
        made("a", "npm stopped")
    assert [made("a"), made("a"), made("b")] == [1, 0, 1]
    assert made("c", "npm stopped") == 1
    assert "may be out of date: npm stopped" in capsys.readouterr().err


def test_cases_are_written_down_whole_or_not_at_all(tmp_path, monkeypatch):
    file, katas = tmp_path / "cases.json", [BY_NAME[WINNER]]
    monkeypatch.setattr("kata_evening.known.SECONDS", 0.0)
    with pytest.raises(ValueError, match="it took more than 0 s"):
        write_down(file, katas)
    cut = Mock(return_value=[{"status": "passed"}, {"status": "not run"}])
    monkeypatch.setattr("kata_evening.known.cases_of", cut)
    with pytest.raises(ValueError, match="not all cases of the katas were run"):
        write_down(file, katas)
    assert not [*tmp_path.iterdir()]


DIGEST = "from kata_evening.site import digest; print(digest())"
NO_SOURCES = [f"{WINNER}.py", f"{WINNER}.py.old-1", "notes.txt", "test_my.py"]
NOT_MADE_OF = ["katas/CIRCLE.md", *(f"katas/{WINNER}/{name}" for name in NO_SOURCES)]
MADE_OF = [f"katas/{WINNER}/README.es.md", f"tests/{WINNER}/table.txt"]
MADE_OF += ["tests/kata_page/page/words.js", "tests/kata_page/parts.txt"]


def test_pages_are_made_of_their_sources_and_of_nothing_else(tmp_path):
    project = Project(tmp_path / "project")  # The shared copy keeps its `tests/`.

    def digest() -> str:
        return str(project.python("-c", DIGEST, PYTHONPATH="tests").text)

    before = digest()
    for name in NOT_MADE_OF:
        save(project.root, name, "changed\n")
    assert digest() == before
    for name in MADE_OF:
        save(project.root, name, "changed\n")
        before, last = digest(), before
        assert before != last
