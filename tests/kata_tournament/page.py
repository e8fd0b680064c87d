"""Write the page of a tournament: one file, which grows while games are played."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from string import Template
from time import monotonic
from typing import Any

from kata_kit.record import counted
from kata_play.rules import SIZES, Position, position
from kata_play.server import PAGE as PLAY

from kata_tournament import screen
from kata_tournament.draw import Pairing
from kata_tournament.game import Game, game_of
from kata_tournament.standings import Row, standings
from kata_tournament.tournament import Tournament

PARTS = Path(__file__).with_name("page")
SECONDS = 2.0  # from one time that the page is written to the next


class Page:
    """The file of the page."""

    def __init__(self, path: Path, total: int, others: Sequence[str]) -> None:
        if path.suffix.lower() != ".html":
            raise ValueError(f"--page={path}: expected a file such as tournament.html")
        self._path, self._last = path.resolve(), 0.0
        self._total, self._others = total, others

    def write(self, tournament: Tournament, live: bool) -> None:
        """Write the page, whole or not at all; while it is live, not all the time."""
        if live and monotonic() < self._last + SECONDS:
            return
        facts = seen(tournament, self._total, self._others, live)
        beside = self._path.with_name(f".{self._path.name}.part")
        try:
            beside.write_text(page(facts), encoding="utf-8", newline="\n")
            beside.replace(self._path)
        finally:
            beside.unlink(missing_ok=True)
        self._last = monotonic()


def page(facts: Mapping[str, Any]) -> str:
    """Return the page; no text in it can end a script."""
    return Template(_part("index.html")).substitute(
        style=(PLAY / "play.css").read_text("utf-8") + _part("tournament.css"),
        script=_part("tournament.js"),
        sure=screen.SURE.partition(": ")[2],
        facts=json.dumps(facts).replace("<", "\\u003c"),
    )


def _part(name: str) -> str:
    return (PARTS / name).read_text("utf-8")


def seen(
    tournament: Tournament, total: int, others: Sequence[str], live: bool
) -> dict[str, Any]:
    """Return what the page shows; players are numbered from the first one on."""
    kata, games = tournament.kata, tournament.games
    game = game_of(kata)
    rows = standings(list(tournament.entrants), games)
    numbers = {row.name: number for number, row in enumerate(rows)}
    lines: dict[tuple[int, ...], int] = {}
    told = []
    for pairing, one in games.items():
        told.append(
            {
                "first": numbers[pairing.first],
                "second": numbers[pairing.second],
                "round": pairing.round,
                "line": lines.setdefault(one.moves, len(lines)),
                "winner": one.winner,
                "fault": bool(one.fault),
                "result": _result(pairing, one, position(game, "X", one.moves)),
            }
        )
    return {
        "title": f"Tournament: {kata}",
        "words": f"{len(games)} of {counted(total, 'game')}",
        "total": total,
        "live": live,
        "game": game,
        "size": SIZES[game],
        "start": position(game, "X", ()).board,
        "names": list(numbers),
        "rows": [_row(row) for row in rows],
        "games": told,
        "lines": [_line(game, moves) for moves in lines],
        "told": [*screen.notes(tournament), *others],
    }


def _row(row: Row) -> dict[str, Any]:
    return {**row._asdict(), "points": row.points, "percent": row.percent}


def _result(pairing: Pairing, game: Game, at: Position) -> str:
    """Return how a game ended, with the names of the players."""
    if not game.fault:
        winner = pairing.sides.get(game.winner, "")
        return at.result.replace(f"{game.winner} wins", f"{winner} wins", 1)
    return f"{' and '.join(screen.losers(pairing, game))}: {game.fault}."


def _line(game: str, moves: tuple[int, ...]) -> dict[str, Any]:
    """Return the course of a game: each move with the cells that change."""
    after = [position(game, "X", moves[: n + 1]) for n in range(len(moves))]
    plies = [
        {"side": at.mover, "cells": [cell, *at.turned]}
        for cell, at in zip(moves, after, strict=True)
    ]
    return {"plies": plies, "won": list(after[-1].line) if after else []}
