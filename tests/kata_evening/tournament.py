"""`python -m katas tournament FOLDER`: everybody's player plays everybody else's.

Each player of each game has a process of its own, so that nothing is left of one game
for the next, and a loss is one game's. Chance has a fixed seed for each game.
"""

import argparse
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import closing
from itertools import permutations
from pathlib import Path
from random import Random
from typing import NamedTuple, TypeAlias

from kata_kit.katas import BY_NAME
from kata_kit.layout import columns, short, width
from kata_kit.record import counted
from kata_loop.commands import refused
from kata_page.games import Question, course, question
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

    def points(self, side: str) -> float:
        return 1.0 if self.winner == side else 0.0 if self.winner else 0.5


class Row(NamedTuple):
    """A row of the table; players with the same points share a place."""

    place: int
    name: str
    points: float
    counts: list[int]  # games won, drawn and lost


class Tournament:
    """The players of a kata, and the games that are over."""

    def __init__(self, files: Sequence[Submission], parent: str) -> None:
        self.files = {file.participant: file for file in files}
        self._parent = parent
        self.kata = files[0].kata.name
        self.game = self.kata.partition("_")[0]
        self.games = dict[Pairing, Game]()

    def run(self) -> bool:
        """Play everybody against everybody, and return whether that is all."""
        pairings = [*permutations(self.files, 2)]
        self.games = dict(at_once(self._play, pairings))
        return len(self.games) == len(pairings)

    def _play(self, pairing: Pairing) -> tuple[Pairing, Game]:
        first, second = [
            Child("player", self.files[name], self._parent, SECONDS) for name in pairing
        ]
        with closing(first), closing(second):
            # A text gives the same seed in every run.
            rng, sides = Random(" ".join(pairing)), {"X": first, "O": second}
            return pairing, self._between(sides, rng)

    def _between(self, sides: Mapping[str, Child], rng: Random) -> Game:
        """Play a game; a side that doesn't answer with a legal move loses it."""
        (at,), moves = course(self.game, "X"), list[int]()
        while at.side:
            asked = question(self.kata, at, None)
            cell = answer(sides[at.side], asked, rng.randrange(SEEDS))
            if isinstance(cell, str):
                return Game(moves, OTHER[at.side], one_line(cell))
            moves.append(cell)
            at = at.after(cell)
        return Game(moves, at.winner)


def answer(player: Child, asked: Question, seed: int) -> int | str:
    """Return the cell that a player chooses, or its fault."""
    try:
        match player.ask(arguments=asked.arguments, seed=seed):
            case [int(row), int(column)] if (row, column) in asked.cells:
                return asked.cells[row, column]
            case [int(row), int(column)]:
                return f"choose_move returned {row, column}, which isn't legal"
            case fault:
                return str(fault)
    except (OSError, ValueError) as error:
        return str(error)


def rows(tournament: Tournament) -> list[Row]:
    """Return the table, the best first."""
    results: dict[str, list[float]] = {name: [] for name in sorted(tournament.files)}
    for pairing, game in tournament.games.items():
        for name, side in zip(pairing, "XO", strict=True):
            results[name].append(game.points(side))
    points = {name: sum(results[name]) for name in results}
    order = sorted(points.values(), reverse=True)
    return [
        Row(
            order.index(points[name]) + 1,
            name,
            points[name],
            [results[name].count(result) for result in (1, 0.5, 0)],
        )
        for name in sorted(points, key=lambda name: -points[name])
    ]


def final(tournament: Tournament) -> Pairing | None:
    """Return a game between two of the best in which moves were made."""
    places = {row.name: row.place for row in rows(tournament)}
    played = [pairing for pairing, game in tournament.games.items() if game.moves]
    best = [(sum(places[name] for name in pairing), pairing) for pairing in played]
    return min(best)[1] if best else None


def faults(tournament: Tournament) -> list[str]:
    """Return whose faults ended games: the first of each, and of how many."""
    first, counts = dict[str, str](), Counter[str]()
    for pairing, game in tournament.games.items():
        if game.fault:
            loser = pairing["XO".index(OTHER[game.winner])]
            first.setdefault(loser, game.fault)
            counts[loser] += 1
    return [
        f"{name}: {fault} ({counted(counts[name], 'game')})"
        for name, fault in first.items()
    ]


def main(words: Sequence[str]) -> int:
    """Hold a tournament; the exit code is 1 if it ended early, 2 for an error."""
    parser = argparse.ArgumentParser("python -m katas tournament", description=WHAT)
    add = parser.add_argument
    add("folder", type=Path, help="everybody's files: a folder or a ZIP")
    add("--kata", choices=KATAS, help="whose players, if several are there")
    add("--page", metavar="FILE.html", help="write the table and the final")
    add("--trust", action="store_true", help="run the players without the guard")
    options = parser.parse_args(words)
    pages = [options.page] if options.page else []
    try:
        parent = parent_of(trusted=options.trust)
        report.check(pages, [".html"])
        tournament = Tournament(
            players_in(options.folder, parent, options.kata), parent
        )
        is_all = tournament.run()
        show(tournament)
        for page in pages:
            write(Path(page), tournament)
    except (OSError, ValueError) as error:
        return refused(str(error))
    if not is_all:
        print("ended early")
    return int(not is_all)


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


def write(page: Path, tournament: Tournament) -> None:
    """Write the table, and the final move by move."""
    end = final(tournament)
    moves = tournament.games[end].moves if end else ()
    text = report.page(
        "tournament",
        tournament=tournament,
        rows=rows(tournament),
        faults=faults(tournament),
        final=end,
        positions=course(tournament.game, "X", moves),
    )
    whole.write(page, text)


def show(tournament: Tournament) -> None:
    """Show the table, and whose faults ended games."""
    print(f"{tournament.kata}: {counted(len(tournament.games), 'game')}")
    print(f"     {'player':{LONGEST_NAME}} points   won drawn  lost")
    for place, name, points, counts in rows(tournament):
        gap = " " * (LONGEST_NAME - columns(name))
        numbers = "".join(f"{count:6}" for count in counts)
        print(f"{place:>3}  {name}{gap}{points:7g}{numbers}")
    for line in faults(tournament):
        print(short(line, width()))
