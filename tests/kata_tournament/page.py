"""Write the page of a tournament: one file, which grows while games are played."""

import json
from argparse import ArgumentTypeError
from functools import cache
from pathlib import Path
from time import monotonic
from typing import Any

from kata_play.games import course
from kata_play.server import PAGE as PLAY

from kata_tournament.standings import Game, Pairing, faults
from kata_tournament.tournament import Tournament, game_of

TEMPLATE = Path(__file__).with_name("page.html")
SECONDS = 2.0  # from one time that the page is written to the next
SURE = (
    "how likely it is that the player is better than the next one. 50% is a guess. "
    "The number comes from the games of the two, and from where one of them did better "
    "than the other against the same player. Games that are the same move by move "
    "count once."
)


class Page:
    """The file of the page."""

    def __init__(self, path: str) -> None:
        if not path.lower().endswith(".html"):
            raise ArgumentTypeError(f"expected a file such as page.html, got {path!r}")
        self.path = Path(path).resolve()
        self._last = 0.0

    def write(self, tournament: Tournament, live: bool) -> None:
        """Write the page, whole or not at all; while it is live, not all the time."""
        if live and monotonic() < self._last + SECONDS:
            return
        beside = self.path.with_name(f".{self.path.name}.part")
        try:
            text = page(tournament, live)
            beside.write_text(text, encoding="utf-8", newline="\n")
            beside.replace(self.path)
        finally:
            beside.unlink(missing_ok=True)
        self._last = monotonic()


def page(tournament: Tournament, live: bool) -> str:
    """Return the page; no name or message in it can end a script."""
    facts = json.dumps(seen(tournament, live)).replace("<", "\\u003c")
    parts = {
        "title": f"Tournament: {tournament.kata}",
        "style": (PLAY / "play.css").read_text("utf-8"),
        "script": (PLAY / "board.js").read_text("utf-8"),
        "sure": SURE,
        "facts": facts,
    }
    text = TEMPLATE.read_text("utf-8")
    for name, part in parts.items():
        text = text.replace(f"{{{{{name}}}}}", part)
    return text


def seen(tournament: Tournament, live: bool) -> dict[str, Any]:
    """Return what the page shows; players are numbered from the first one on."""
    game, rows = game_of(tournament.kata), tournament.rows()
    names = [name for _, name, *_ in rows]
    return {
        "words": tournament.progress,
        "live": live,
        "game": game,
        "start": course(game, "X")[0].board,
        "names": names,
        "rows": rows,
        "games": [
            {**_course(game, pairing, one), "players": [*map(names.index, pairing)]}
            for pairing, one in tournament.games.items()
        ],
        "told": [*faults(tournament.games), *tournament.others],
    }


@cache  # Of Reversi it takes 7 ms, and the page is written again and again.
def _course(kind: str, pairing: Pairing, game: Game) -> dict[str, Any]:
    """Return each move with the cells that change, and how the game ended."""
    _, *plies = positions = course(kind, "X", game.moves)
    told = f"{' and '.join(game.losers(pairing))}: {game.fault}."
    return {
        "plies": [
            {"mover": at.mover, "cell": at.cell, "turned": at.turned} for at in plies
        ],
        "line": sorted(positions[-1].line),
        "winner": game.winner,
        "is_fault": bool(game.fault),
        "result": told if game.fault else positions[-1].result,
    }
