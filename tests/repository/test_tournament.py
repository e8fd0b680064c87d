"""`python -m katas tournament`: who plays, what a fault costs, the table, the page."""

import os
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
from kata_evening.confined import SECONDS
from kata_evening.process import Child, Submission
from kata_evening.tournament import (
    Game,
    Pairing,
    answer,
    faults,
    final,
    main,
    rows,
)
from kata_kit.katas import BY_NAME
from kata_page.games import course, question
from repository.evening import needs_guard, save
from repository.project import ROOT, too_long

PLAYER = "tictactoe_player"


def room_of(folder: Path, *names: str, kata: str = PLAYER) -> Path:
    """Write the reference for each of these people."""
    for name in names:
        save(folder, f"{name}/{kata}.py", BY_NAME[kata].solution.read_text("utf-8"))
    return folder


def played(winners: dict[Pairing, str], fault: str = "") -> dict[Pairing, Game]:
    """Return games: of X and O, and who has won."""
    return {pairing: Game([4], winner, fault) for pairing, winner in winners.items()}


def test_players_with_the_same_points_share_a_place():
    games = {("bob", "ada"): "", ("ada", "cy"): "X", ("cy", "bob"): "O"}
    assert rows(played(games)) == [
        (1, "ada", 1.5, [1, 1, 0]),
        (1, "bob", 1.5, [1, 1, 0]),
        (3, "cy", 0.0, [0, 0, 2]),
    ]


def test_the_final_is_of_the_best_who_have_met():
    games = played({("ada", "cy"): "X", ("bob", "cy"): "X", ("cy", "dan"): "X"})
    games["ada", "bob"] = Game([], "X", "it ended")
    assert final(games) == ("ada", "cy")
    assert final({}) is None


def test_a_fault_is_told_once_with_the_number_of_games():
    games = {("ada", "bob"): "X", ("bob", "ada"): "O"}
    assert faults(played(games, "it was late")) == ["bob: it was late (2 games)"]


# What a player returns, and what its answer is
ANSWERS = {
    "(1, 1)": 4,
    "[1, 1]": "choose_move returned [1, 1]",
    "(True, 1)": "choose_move returned (True, 1)",
    "print('[0, 0]')": "choose_move returned None",
    "os.write(1, b'[0, 0]')": "choose_move returned 6",
    r"{}['\x1b']": r"choose_move raised KeyError: '\x1b'",
    f"open({str(ROOT / 'conftest.py')!r})": "choose_move raised PermissionError",
    "'x' * 10**7": "choose_move returned an answer that's too large",
    "globals().pop('choose_move')": "choose_move returned ",
    "1": "there's no function choose_move",
}
LAST_ANSWERS = {
    "ctypes.CDLL(None)._exit(0)": "the code ended the process",
    r"os.write(4, b'no JSON\n')": "Expecting value",
    "os.kill(os.getpid(), 9)": "Python itself crashed or was stopped (SIGK",
}


def answers_of(returned: Sequence[str], seconds: float = SECONDS) -> list[str]:
    """Return the answers of a player that returns one after the other."""
    code = f"""import ctypes, os, time
returned = iter({[*returned]})
def choose_move(board, player):
    return eval(next(returned))
"""
    ada = Submission("ada", BY_NAME[PLAYER], code.encode())
    (start,) = course("tictactoe", "X")
    with closing(Child("player", ada, str(os.getpid()), seconds)) as player:
        asked = question(PLAYER, start, None)
        return [str(answer(player, asked, 0)) for _ in returned]


@needs_guard
def test_an_answer_is_a_cell_or_a_line():
    answers = answers_of([*ANSWERS])
    for expected, cell in zip(ANSWERS.values(), answers, strict=True):
        assert cell.startswith(str(expected))


@needs_guard
@pytest.mark.parametrize("returned", LAST_ANSWERS)
def test_whoever_gives_no_answer_is_told_why(returned):
    (line,) = answers_of([returned])
    assert line.startswith(LAST_ANSWERS[returned])


@needs_guard
def test_whoever_is_late_is_told_so():
    assert answers_of(["time.sleep(10**6)"], 1.0) == ["it took more than 1 s"]


@needs_guard
@pytest.mark.slow
def test_a_fault_loses_one_game_and_harms_nobody(tmp_path, capsys):
    pytest.importorskip("jinja2", reason='the page needs the extra "evening"')
    room, page = room_of(tmp_path / "room", "ada", "bob"), tmp_path / "page.html"
    raising = r"def choose_move(*_): raise KeyError('\x1b[2J<script>')"
    save(room, f"eve/{PLAYER}.py", raising)
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
    room_of(tmp_path, "ada", "bob", kata=kata)
    assert main([str(tmp_path)]) == 0
    first = capsys.readouterr().out
    assert f"{kata}: 2 games" in first
    assert "(" not in first
    if kata == "reversi_player":  # It chooses by chance.
        assert main([str(tmp_path)]) == 0
        assert capsys.readouterr().out == first


@needs_guard
def test_what_cannot_be_played_is_said(tmp_path, capsys):
    def said(folder: Path, *words: str) -> str:
        assert main([str(folder), *words]) == 2
        return str(capsys.readouterr().err)

    room = room_of(tmp_path / "room", "ada")
    assert "expected two players or more, got 1" in said(room)
    room_of(room, "ada", "bob", kata="reversi_player")
    assert "--kata: reversi_player or tictactoe_player" in said(room)
    assert "No such file" in said(tmp_path / "missing")
    assert "expected FILE.html, got 'table.json'" in said(room, "--page=table.json")
