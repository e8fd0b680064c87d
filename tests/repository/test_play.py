"""`python -m katas play`: the answers of its server, and the games of the console."""

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from time import sleep
from typing import Any

import pytest
from kata_page.child import CLOSED, Child
from kata_page.games import course
from kata_page.table import PLAYERS
from repository.games import (
    BEST,
    CENTRE,
    ENDLESS,
    FIRST_FREE,
    NOT_WRITTEN,
    START,
    requested,
)
from repository.project import on_linux, processes_with
from repository.terminal import Terminal

# The shortest game that is over
WIPED_OUT = [34, 42, 20, 19, 18, 26, 49, 50, 58]


@pytest.mark.parametrize(
    ("game", "moves", "facts"),
    [
        ("tictactoe", [0, 1, 4, 2, 8], {"winner": "X", "line": [0, 4, 8]}),
        ("reversi", WIPED_OUT, {"side": "", "winner": "X"}),
    ],
)
def test_a_position(game, moves, facts, games):
    *_, last = games.ask("look", game=game, moves=moves)["positions"]
    assert last | facts == last


@pytest.mark.parametrize("game", PLAYERS)
def test_everybody_has_a_legal_move(game, games):
    _, *players = PLAYERS[game].items()
    for key, player in players:
        if player.instead:
            games.write(player.kata)
        move = games.ask("move", game=game, O=key, first="O")
        assert move["cell"] in course(game, "O")[0].legal


# Code, and words about it; where it ended the process, they are an "error".
WRONG = [
    (CENTRE, "told", "one of 0, 1, 2, 3, 5, 6, 7, 8, got 4 (row 1, column 1)\n"),
    (NOT_WRITTEN, "told", "best_move isn't written yet"),
    ("def best_move(:", "told", "SyntaxError"),
    (f"{BEST}    while True: pass", "told", "didn't return within 1 s"),
    (f"{BEST}    sum(iter(int, 1))", "error", "line 2, in best_move"),
]


@on_linux
@pytest.mark.parametrize(("code", "kind", "words"), WRONG)
def test_what_is_wrong_is_told_and_the_next_game_is_played(code, kind, words, games):
    games.write("tictactoe_negamax", code)
    request = json.dumps(START | {"moves": [4], "O": "yours"})
    answer = json.loads(games.send("/move", request)[1])
    assert words in answer[kind]
    assert bool(answer.get("instead")) == (code == NOT_WRITTEN)
    games.write("tictactoe_negamax", FIRST_FREE)
    assert games.ask("move", moves=[4], O="yours", table="another") == {"cell": 0}


def test_saved_code_is_loaded_with_the_next_game(games, capfd):
    games.write("tictactoe_negamax", f"print('loaded')\n{FIRST_FREE}")
    assert games.ask("move", X="yours") == {"cell": 0}
    assert capfd.readouterr().err == "loaded\n"
    games.write("tictactoe_negamax", FIRST_FREE.replace("range(9)", "[8, 7]"))
    assert games.ask("move", X="yours") == {"cell": 0}
    assert games.ask("move", X="yours", table="another") == {"cell": 8}


def test_no_two_games_are_the_same(games):
    games.write("reversi_player")
    sides = {"game": "reversi", "X": "yours", "O": "chapter"}
    first, *others = [games.ask("play", **sides)["moves"] for _ in range(4)]
    assert first not in others


def test_a_new_game_does_not_wait_for_the_old_one(games):
    games.write("reversi_player", ENDLESS)
    child = games.server.child = Child(120, games.folder)
    with ThreadPoolExecutor() as pages:
        moving = pages.submit(games.ask, "move", game="reversi", X="yours")
        while not child._process:
            sleep(0.01)
        request = {"game": "reversi", "X": "chapter", "table": "another"}
        assert "cell" in pages.submit(games.ask, "move", **request).result(timeout=60)
    with pytest.raises(ValueError, match=CLOSED):
        moving.result()


def test_nothing_is_asked_for_a_game_that_is_old(games):
    games.write("reversi_player")
    child = games.server.child
    sides = {"game": "reversi", "X": "yours"}
    waiting = dict[str, Any]()
    with ThreadPoolExecutor() as pages:
        with child._lock:  # A request is being answered.
            for table in ("old", "new"):
                waiting[table] = pages.submit(games.ask, "move", table=table, **sides)
                for _ in range(500):
                    sleep(0.01 * (child._table != table))
        assert "cell" in waiting["new"].result(timeout=60)
        with pytest.raises(ValueError, match=CLOSED):
            waiting["old"].result(timeout=60)


ODD = (
    *('"moves": Infinity', '"moves": [0, 0]', '"moves": [[0]]', '"game": "go"'),
    *('"X": "you"', "[", f'"moves": {"[" * 4_000 + "]" * 4_000}'),
)


def test_a_request_that_is_odd_gets_an_error(games):
    for odd in ODD:
        body = f"{json.dumps(START | {'X': 'random'})[:-1]}, {odd}}}"
        status, answer = games.send("/move", body)
        assert (status, list(json.loads(answer))) == (200, ["error"]), odd


# What the page of somebody else, or another program, may send
FOREIGN = [
    {"Origin": "http://example.com"},
    {"Origin": "null"},
    {"Host": "127.0.0.1.example.com:80"},
    {"Content-Type": "text/plain"},
    {"Content-Length": "99999999"},
]


def test_only_the_page_itself_is_answered(games):
    request = "/look", json.dumps(START)
    own = {"Host": "localhost:80", "Origin": "http://localhost:80"}
    assert games.send(*request, **own)[0] == 200
    for headers in FOREIGN:
        assert games.send(*request, **headers)[0] == 403, headers
    assert games.send("/", Host="example.com")[0] == 403


def test_only_the_files_of_the_page_are_there(games):
    assert b"<title>" in games.send("/")[1]
    assert games.send("/../play.py")[0] == 404
    assert games.send("/see/kata.html")[0] == 404


def test_a_console_game_is_played_against_your_player_or_the_reference(project):
    game, player = "tictactoe_game", "tictactoe_player"
    left = "    raise NotImplementedError\n"
    asks = "def main(choose_move):\n    return print(choose_move.__module__)\n"
    moves = "def choose_move(board, player):\n    return 1, 1\n"
    assert "There's no game yet" in project.python("-m", f"katas.{game}").errors
    project.write(f"{asks}{left}", game)
    _, mover = project.python("-m", f"katas.{game}").lines
    assert mover == f"solutions.{player}"
    project.write(f"{moves}{left}", player)
    assert project.python("-m", f"katas.{game}").text == f"{player}\n"


@on_linux
def test_ctrl_c_ends_it_and_what_it_runs(untouched, tmp_path, monkeypatch):
    monkeypatch.setenv("TMP", str(tmp_path))  # All that it starts has this.
    # A browser of text would keep the terminal, and wait for the page.
    monkeypatch.setenv("BROWSER", f"{sys.executable} -c input() %s")
    terminal = Terminal(untouched.root, "katas", "play", "tictactoe_player")
    terminal.expect("#tictactoe,you,your-rules\n")
    port = int(terminal.screen.split(":")[2].partition("/")[0])
    _, answer = requested(port, "/move", json.dumps(START | {"X": "yours"}))
    assert b"best_move isn't written yet" in answer
    assert len(processes_with(f"TMP={tmp_path}")) == 2
    assert terminal.interrupt() == 0
    assert "Traceback" not in terminal.screen
    assert processes_with(f"TMP={tmp_path}") == []
