"""`python -m katas tournament FOLDER`: everybody's player plays everybody else's.

Each player of each game has a process of its own, so that nothing is left of one game
for the next, and a loss is one game's. Chance has a fixed seed for each game.
"""

import argparse
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import closing
from functools import partial
from itertools import permutations
from pathlib import Path
from random import Random
from typing import NamedTuple, TypeAlias

from kata_kit.katas import BY_NAME
from kata_kit.layout import columns, short, width
from kata_kit.record import counted
from kata_loop.commands import refused
from kata_page.games import SIZES, Question, course, question
from kata_tables.reversi import OTHER

from kata_evening import report, whole
from kata_evening.confined import SECONDS
from kata_evening.files import LONGEST_NAME, one_line, submissions
from kata_evening.process import Child, Submission, at_once, parent_of

KATAS = ("tictactoe_player", "reversi_player", "reversi_search")
SEEDS = 1_000_000
WHAT = f"""\
Everybody's player plays everybody else's, on both sides. Each has {SECONDS:g} s for all
its moves in a game. Whoever is late, raises an exception, or makes a move that isn't
legal loses that game. The same files give the same table, unless somebody is late."""

Pairing: TypeAlias = tuple[str, str]  # who is X, and begins; and who is O


class Game(NamedTuple):
    """The course of a game."""

    moves: Sequence[int]  # the cells
    winner: str  # "X", "O", or "" for a draw
    fault: str = ""  # of the loser, if that is why the game is over


Games: TypeAlias = Mapping[Pairing, Game]


class Row(NamedTuple):
    """A row of the table; players with the same points share a place."""

    place: int
    name: str
    points: float
    counts: list[int]  # games won, drawn and lost


def play(parent: str, files: Sequence[Submission]) -> tuple[Pairing, Game]:
    """Play a game; a side that doesn't answer with a legal move loses it."""
    x, o = [Child("player", file, parent, SECONDS) for file in files]
    first, second = [file.participant for file in files]
    rng = Random(f"{first} {second}")  # A text gives the same seed in every run.
    sides, kata, moves = {"X": x, "O": o}, files[0].kata.name, list[int]()
    (at,) = course(game_of(kata), "X")
    with closing(x), closing(o):
        while at.side:
            asked = question(kata, at, None)
            cell = answer(sides[at.side], asked, rng.randrange(SEEDS))
            if isinstance(cell, str):
                game = Game(moves, OTHER[at.side], one_line(cell))
                return (first, second), game
            moves.append(cell)
            at = at.after(cell)
    return (first, second), Game(moves, at.winner)


def game_of(kata: str) -> str:
    return kata.partition("_")[0]


def answer(player: Child, asked: Question, seed: int) -> int | str:
    """Return the cell that a player chooses, or its fault."""
    try:
        reply = player.ask(arguments=asked.arguments, seed=seed)
        if isinstance(reply, str):
            return reply
        fault = f"choose_move returned {tuple(reply)}, which isn't legal"
        return asked.cells.get(tuple(reply), fault)
    except (OSError, TypeError, ValueError) as error:
        return str(error)


def rows(games: Games) -> list[Row]:
    """Return the table, the best first."""
    results = defaultdict[str, list[float]](list)
    for pairing, game in games.items():
        for name, side in zip(pairing, "XO", strict=True):
            results[name].append({side: 1, "": 0.5}.get(game.winner, 0))
    order = sorted(map(sum, results.values()), reverse=True)
    table = list[Row]()
    for name, points in results.items():
        place, counts = order.index(sum(points)) + 1, map(points.count, (1, 0.5, 0))
        table.append(Row(place, name, sum(points), [*counts]))
    return sorted(table)


def final(games: Games) -> Pairing | None:
    """Return a game between two of the best in which moves were made."""
    places = {row.name: row.place for row in rows(games)}
    played = [pairing for pairing, game in games.items() if game.moves]
    best = [(places[x] + places[o], (x, o)) for x, o in played]
    return min(best)[1] if best else None


def faults(games: Games) -> list[str]:
    """Return whose faults ended games: the first of each, and of how many."""
    faults = defaultdict[str, list[str]](list)
    for (x, o), game in games.items():
        if game.fault:
            faults[o if game.winner == "X" else x].append(game.fault)
    return [
        f"{name}: {fault} ({counted(len(more) + 1, 'game')})"
        for name, (fault, *more) in faults.items()
    ]


def main(words: Sequence[str]) -> int:
    """Hold a tournament; the exit code is 1 if it ended early, 2 for an error."""
    parser = argparse.ArgumentParser("python -m katas tournament", description=WHAT)
    add = parser.add_argument
    add("folder", type=Path, help="everybody's files: a folder or a ZIP")
    add("--kata", choices=KATAS, help="whose players, if several are there")
    page = "write the table and the final"
    add("--page", action="append", default=[], metavar="FILE.html", help=page)
    add("--trust", action="store_true", help="run the players without the guard")
    options = parser.parse_args(words)
    try:
        parent = parent_of(trusted=options.trust)
        report.check(options.page, ".html")
        players = players_in(options.folder, parent, options.kata)
        pairings, kata = [*permutations(players, 2)], players[0].kata.name
        games = dict(at_once(partial(play, parent), pairings))
        show(kata, games)
        for page in options.page:
            write(Path(page), kata, games)
    except (OSError, ValueError) as error:
        return refused(str(error))
    if is_early := len(games) < len(pairings):
        print("ended early")
    return int(is_early)


def players_in(folder: Path, parent: str, name: str | None) -> list[Submission]:
    """Return the players of one kata, and name what else there is.

    Raises:
        OSError: if there is no such folder.
        ValueError: if it isn't known which kata, or there are too few.
    """
    katas = [BY_NAME[kata] for kata in KATAS if name in (None, kata)]
    players = submissions(folder, parent, katas)
    there = {file.kata.name for file in players}
    if len(there) > 1:
        raise ValueError(f"choose one with --kata: {' or '.join(sorted(there))}")
    if len(players) < 2:
        raise ValueError(f"expected two players or more, got {len(players)}")
    return players


def write(page: Path, kata: str, games: Games) -> None:
    """Write the table, and the final move by move."""
    end, game = final(games), game_of(kata)
    text = report.page(
        "tournament",
        kata=kata,
        games=games,
        rows=rows(games),
        faults=faults(games),
        final=end,
        positions=course(game, "X", games[end].moves) if end else (),
        size=SIZES[game],
    )
    whole.write(page, text)


def show(kata: str, games: Games) -> None:
    """Show the table, and whose faults ended games."""
    print(f"{kata}: {counted(len(games), 'game')}")
    print(f"     {'player':{LONGEST_NAME}} points   won drawn  lost")
    for place, name, points, counts in rows(games):
        gap = " " * (LONGEST_NAME - columns(name))
        numbers = "".join(f"{count:6}" for count in counts)
        print(f"{place:>3}  {name}{gap}{points:7g}{numbers}")
    for line in faults(games):
        print(short(line, width()))
