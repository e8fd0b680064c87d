"""Write the page of a tournament: one file, which grows while games are played."""

import json
from pathlib import Path
from time import monotonic
from typing import Any

from kata_play.rules import course
from kata_play.server import PAGE as PLAY

from kata_tournament import screen
from kata_tournament.game import Game, Pairing, game_of
from kata_tournament.tournament import Tournament

TEMPLATE = Path(__file__).with_name("page.html")
SECONDS = 2.0  # from one time that the page is written to the next


class Page:
    """The file of the page."""

    def __init__(self, path: Path) -> None:
        if path.suffix.lower() != ".html":
            raise ValueError(f"--page={path}: expected a file such as tournament.html")
        self._path, self._last = path.resolve(), 0.0

    def write(self, tournament: Tournament, live: bool) -> None:
        """Write the page, whole or not at all; while it is live, not all the time."""
        if live and monotonic() < self._last + SECONDS:
            return
        beside = self._path.with_name(f".{self._path.name}.part")
        try:
            text = page(tournament, live)
            beside.write_text(text, encoding="utf-8", newline="\n")
            beside.replace(self._path)
        finally:
            beside.unlink(missing_ok=True)
        self._last = monotonic()


def page(tournament: Tournament, live: bool) -> str:
    """Return the page; no name or message in it can end a script."""
    facts = json.dumps(seen(tournament, live)).replace("<", "\\u003c")
    parts = {
        "style": (PLAY / "play.css").read_text("utf-8"),
        "script": (PLAY / "board.js").read_text("utf-8"),
        "sure": screen.SURE.partition(": ")[2],
        "facts": facts,
    }
    text = TEMPLATE.read_text("utf-8")
    for name, part in parts.items():
        text = text.replace(f"{{{{{name}}}}}", part)
    return text


def seen(tournament: Tournament, live: bool) -> dict[str, Any]:
    """Return what the page shows; players are numbered from the first one on."""
    game, rows = game_of(tournament.kata), tournament.rows()
    numbers = {row.name: number for number, row in enumerate(rows)}
    games = [
        {
            "first": numbers[pairing.first],
            "second": numbers[pairing.second],
            "winner": one.winner,
            "fault": bool(one.fault),
            **_course(game, pairing, one),
        }
        for pairing, one in tournament.games.items()
    ]
    return {
        "title": f"Tournament: {tournament.kata}",
        "words": tournament.progress,
        "live": live,
        "game": game,
        "start": course(game, "X")[0].board,
        "names": list(numbers),
        "rows": [row.cells for row in rows],
        "games": games,
        "told": [*screen.notes(tournament), *tournament.others],
    }


def _course(kind: str, pairing: Pairing, game: Game) -> dict[str, Any]:
    """Return each move with the cells that change, and how the game ended."""
    positions = course(kind, "X", game.moves)
    result = f"{' and '.join(screen.losers(pairing, game))}: {game.fault}."
    if not game.fault:
        winner = pairing.sides.get(game.winner, "")
        result = positions[-1].result.replace(game.winner, winner, 1)
    plies = [{"side": at.mover, "cells": [at.cell, *at.turned]} for at in positions[1:]]
    return {"plies": plies, "line": positions[-1].line, "result": result}
