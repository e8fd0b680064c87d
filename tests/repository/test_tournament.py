"""`python -m katas tournament`: who plays, what a fault costs, the table, the page."""

import os
from contextlib import closing
from pathlib import Path

import pytest
from kata_evening.confined import SECONDS
from kata_evening.process import Child, Submission
from kata_evening.tournament import (
    Game,
    Tournament,
    answer,
    faults,
    final,
    main,
    rows,
)
from kata_guard import guard
from kata_kit.katas import BY_NAME
from kata_page.games import course, question
from repository.project import ROOT, too_long

PLAYER = "tictactoe_player"
REFERENCE = BY_NAME[PLAYER].solution.read_text("utf-8")
needs_guard = pytest.mark.skipif(
    bool(guard.reason_not_available()), reason="the kernel doesn't guard"
)


def save(room: Path, kata: str = PLAYER, **bodies: str) -> Path:
    """Write players: "" is for a copy of the reference."""
    for name, body in bodies.items():
        (room / name).mkdir(parents=True, exist_ok=True)
        code = f"def choose_move(board, player):\n    {body}\n" if body else REFERENCE
        (room / name / f"{kata}.py").write_text(code, "utf-8")
    return room


def played(*games: tuple[str, str, str], fault: str = "") -> Tournament:
    """Return a tournament with these games: X, O, and who has won."""
    names = sorted({name for first, second, _ in games for name in (first, second)})
    files = [Submission(name, BY_NAME[PLAYER], b"") for name in names]
    tournament = Tournament(files, "")
    for first, second, winner in games:
        tournament.games[first, second] = Game([4], winner, fault)
    return tournament


def test_players_with_the_same_points_share_a_place():
    tournament = played(("bob", "ada", ""), ("ada", "cy", "X"), ("cy", "bob", "O"))
    table = [(row.place, row.name, row.points, row.counts) for row in rows(tournament)]
    assert table == [
        (1, "ada", 1.5, [1, 1, 0]),
        (1, "bob", 1.5, [1, 1, 0]),
        (3, "cy", 0.0, [0, 0, 2]),
    ]


def test_the_final_is_of_the_best_who_have_met():
    tournament = played(("ada", "cy", "X"), ("bob", "cy", "X"), ("cy", "dan", "X"))
    assert final(tournament) == ("ada", "cy")
    tournament.games["ada", "bob"] = Game([], "X", "it ended")
    assert final(tournament) == ("ada", "cy")
    tournament.games.clear()
    assert final(tournament) is None


def test_a_fault_is_told_once_with_the_number_of_games():
    tournament = played(("ada", "bob", "X"), ("bob", "ada", "O"), fault="it was late")
    assert faults(tournament) == ["bob: it was late (2 games)"]


# What a player returns, and what its answer is
ANSWERS = {
    "(1, 1)": 4,
    "[1, 1]": "choose_move returned [1, 1]",
    "(True, 1)": "choose_move returned (True, 1)",
    "print('[0, 0]')": "choose_move returned None",
    "os.write(1, b'[0, 0]')": "choose_move returned 6",
    r"{}['\x1b']": r"choose_move raised KeyError: '\x1b'",
    f"open({str(ROOT / 'conftest.py')!r})": "choose_move raised PermissionError",
}
LAST_ANSWERS = [
    {"'x' * 10**7": "choose_move returned an answer that's too large"},
    {"ctypes.CDLL(None)._exit(0)": "the code ended the process"},
    {"os.write(4, b'[' * 50_000)": "expected JSON that isn't so deep"},
    {"os.kill(os.getpid(), 9)": "Python itself crashed or was stopped (SIGK"},
]


PLAYERS = {
    "ada": "",
    "bob": "",
    "eve": r"raise KeyError('\x1b[2J<script>')",
}


@needs_guard
@pytest.mark.parametrize("answers", [ANSWERS, *LAST_ANSWERS], ids=" ".join)
def test_an_answer_is_a_cell_or_a_line(answers):
    code = f"""import ctypes, os
returned = iter({[*answers]})
def choose_move(board, player):
    return eval(next(returned))
"""
    ada = Submission("ada", BY_NAME[PLAYER], code.encode())
    with closing(Child("player", ada, str(os.getpid()), SECONDS)) as player:
        (start,) = course("tictactoe", "X")
        for expected in answers.values():
            cell = answer(player, question(PLAYER, start, None), 0)
            assert str(cell).startswith(str(expected))


@needs_guard
@pytest.mark.slow
def test_a_fault_loses_one_game_and_harms_nobody(tmp_path, capsys):
    pytest.importorskip("jinja2", reason='the page needs the extra "evening"')
    room = save(tmp_path / "room", **PLAYERS)
    page = tmp_path / "page.html"
    assert main([str(room), "--page", str(page)]) == 0
    text, html = capsys.readouterr().out, page.read_text("utf-8")
    assert "  1  ada" in text
    assert "  1  bob" in text
    assert r"eve: choose_move raised KeyError: '\x1b[2J<script>' (4 games)" in text
    assert too_long(text) == []
    assert "\x1b" not in text + html
    assert "<script" not in html
    assert "The final: ada (X) against bob (O)" in html
    assert html.count("<figure>") == 10


@needs_guard
@pytest.mark.slow
@pytest.mark.parametrize("kata", ["reversi_player", "reversi_search"])
def test_the_references_play_reversi_to_the_end(kata, tmp_path, capsys):
    for name in ("ada", "bob"):
        file = tmp_path / name / f"{kata}.py"
        file.parent.mkdir()
        file.write_bytes(BY_NAME[kata].solution.read_bytes())
    assert main([str(tmp_path)]) == 0
    first = capsys.readouterr().out
    assert f"{kata}: 2 games" in first
    assert "(" not in first
    if kata == "reversi_player":  # It chooses by chance.
        assert main([str(tmp_path)]) == 0
        assert capsys.readouterr().out == first


@needs_guard
@pytest.mark.slow
def test_whoever_is_late_loses(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("kata_evening.tournament.SECONDS", 4.0)
    room = save(tmp_path / "room", ada="", late="import time; time.sleep(10**6)")
    assert main([str(room)]) == 0
    assert "late: it took more than 4 s" in capsys.readouterr().out


@needs_guard
def test_what_cannot_be_played_is_said(tmp_path, capsys):
    room = save(tmp_path / "room", ada="")
    assert main([str(room)]) == 2
    assert "expected two players or more, got 1" in capsys.readouterr().err
    save(room, "reversi_player", ada="", bob="")
    assert main([str(room)]) == 2
    assert "--kata: reversi_player or tictactoe_player" in capsys.readouterr().err
    assert main([str(tmp_path / "missing")]) == 2
    assert "No such file" in capsys.readouterr().err
    assert main([str(room), "--page=table.json"]) == 2
    assert "expected FILE.html, got 'table.json'" in capsys.readouterr().err
