"""The table of reversi_match: known games between known players.

A player comes as a list of its moves, or as one of `PLAYERS`: an expression, and what
the oracle plays in its place. The oracle is a referee of its own, on the boards of
`kata_tables.reversi`.

Code under test may use `rng` in its own way, so with chance the number of wins has to
lie in a range. Measured with the seeds 1 to 5, 2,000 games each, in percent:

                                    wins  draws  losses  wins by seed
    CHAPTER against AT_RANDOM       79.9    2.8    17.4  78.5 to 81.8
    CHAPTER against MOST_DISCS      77.2    2.9    19.9  76.3 to 78.2
    MOST_DISCS against AT_RANDOM    60.0    3.6    36.4  58.6 to 61.0

At these rates it happens once in ten million matches of 16 games that the first wins
fewer than 3.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import cycle, islice
from typing import Any

import pytest
from kata_tables import (
    Call,
    Case,
    Kata,
    Record,
    Row,
    Table,
    boards,
    calls,
    drawing,
    reversi,
)

# Chooses among the legal moves; -1 stands for anything else than a legal move.
Chooser = Callable[[reversi.Moves], int]

CELLS = {divmod(cell, 8): cell for cell in range(64)}

LEGAL = "legal_moves(board, disc)"
FILL = "[row.__setitem__(slice(8), [disc] * 8) for row in board]"
PLAYERS: dict[str, tuple[str, Chooser]] = {
    "FIRST": (f"min({LEGAL})", min),
    "LAST": (f"max({LEGAL})", max),
    "SECOND": (f"(sorted({LEGAL}) * 2)[1]", lambda moves: (sorted(moves) * 2)[1]),
    "MOST": (
        f"max(sorted({LEGAL}), key=lambda move: len(flips(board, disc, *move)))",
        lambda moves: max(sorted(moves), key=lambda move: len(moves[move])),
    ),
    "RAISES": ("1 / 0", lambda moves: -1),
    "EMPTIES": (f"(min({LEGAL}), board.clear())[0]", min),
    "EMPTIES_LAST": (f"(max({LEGAL}), board.clear())[0]", max),
    "FILLS": (f"(min({LEGAL}), {FILL})[0]", min),
    "FILLS_LAST": (f"(max({LEGAL}), {FILL})[0]", max),
    "WITH_MODULE": (f"min({LEGAL}) if rng is random else None", min),
    "WITH_GENERATOR": (f"None if rng is random else min({LEGAL})", min),
}
BY_CHANCE = {
    "AT_RANDOM": f"rng.choice(sorted({LEGAL}))",
    "MOST_DISCS": (
        f"max(sorted({LEGAL}), key=lambda move:"
        " (len(flips(board, disc, *move)), rng.random()))"
    ),
    "CHAPTER": "choose_move(board, disc, rng)",
}
MODULE = "solutions.reversi_player"  # has all names that these expressions need
IMPORTS = (
    "from solutions.reversi_player import choose_move, flips, legal_moves",
    "import random",
)
BODIES = {name: body for name, (body, _) in PLAYERS.items()} | BY_CHANCE
NAMES = {
    name: calls.written(f"lambda board, disc, rng: {body}", MODULE, *IMPORTS)
    for name, body in BODIES.items()
}
CHOOSERS = {repr(NAMES[name]): chooser for name, (_, chooser) in PLAYERS.items()}
NAMES["OTHER_NAMES"] = calls.written(
    "lambda cells, side, chance: min(legal_moves(cells, side))", MODULE, *IMPORTS
)
CHOOSERS[repr(NAMES["OTHER_NAMES"])] = min


# The oracle


def game(players: Sequence[Chooser]) -> tuple[str, str, str]:
    """Play a game: the board at its end, who wins, and why it is over."""
    sides = dict(zip("XO", players, strict=True))
    board, has_passed, told = reversi.START, False, list[str]()
    for turn in reversi.plies(lambda disc, moves: sides[disc](moves)):
        board, other = turn.board, reversi.OTHER[turn.disc]
        if has_passed and turn.moves:
            told.append(f"{other} passes after move {60 - board.count('.')}")
        has_passed = not turn.moves
        if turn.moves and turn.move not in turn.moves:
            told.append(f"{turn.disc} does not answer with a legal move")
            return board, other, ", ".join(told)
    lead = board.count("X") - board.count("O")
    told.append("neither side can move")
    winner = "draw"
    if lead:
        winner = "X" if lead > 0 else "O"
    return board, winner, ", ".join(told)


def chooser(player: Any) -> Chooser:
    """Return the oracle's own version of a player."""
    if repr(player) in CHOOSERS:
        return CHOOSERS[repr(player)]
    moves = player.recipe["player"]
    assert isinstance(moves, list)
    script = iter([CELLS.get(move, -1) for move in moves])
    return lambda moves: next(script, -1)


def games(players: Sequence[object], number: int) -> Iterator[tuple[str, str, str]]:
    """The games of a match, in which the players take turns at being X."""
    one, other = map(chooser, players)
    for first in islice(cycle("XO"), number):
        yield game((one, other) if first == "X" else (other, one))


def match(players: Sequence[object], number: int) -> Record:
    """Return the result of a match."""
    results = [winner for _, winner, _ in games(players, number)]
    wins = sum(mine == winner for mine, winner in zip(cycle("XO"), results))
    return record(wins, results.count("draw"), number)


def record(wins: int, draws: int, number: int) -> Record:
    """A `Match` of so many games."""
    return Record("Match", wins=wins, draws=draws, losses=number - wins - draws)


class Wins(calls.OneOf):
    """Any `Match` of so many games with a number of wins in a range."""

    def __init__(self, least: int, most: int, number: int) -> None:
        self._words = f"{least} to {most} wins in a Match of {number} games"
        matches = []
        for won in range(least, most + 1):
            matches += [record(won, drawn, number) for drawn in range(number - won + 1)]
        super().__init__(matches)

    def __repr__(self) -> str:
        return self._words


# The table


def build(row: Row) -> tuple[tuple[object, ...], object]:
    """The call of a row, and what the oracle finds.

    Raises:
        ValueError: the answer or the picture of the row is another one.
    """
    players, others = row.extra[:2], row.extra[2:]
    if "moves" in row.fields:
        players, others = dealt(row.fields["moves"]), row.extra
    rng = calls.seeded(0)
    if "rng" in row.fields:
        rng = calls.written(row.fields["rng"], MODULE, *IMPORTS)
    call = (*players, *others, rng)
    if row.about == "refusal":
        return call, row.answer
    if "wins" in row.fields:
        least, most = map(int, row.fields["wins"].split(" to "))
        return call, Wins(least, most, int(str(others[0])))
    board, winner, _ = next(games(players, 1))
    if row.picture and reversi.picture(row.picture).board != board:
        raise ValueError(f"the game ends with {board}")
    answer: object = winner
    if row.function == "play_match":
        answer = match(players, int(str(others[0])))
    if repr(row.answer_or(answer)) != repr(answer):
        raise ValueError(f"the answer is {answer!r}")
    return call, answer


def dealt(moves: str) -> tuple[object, object]:
    """Return players that make the moves of known games, as X and as O by turns."""
    own: tuple[list[object], list[object]] = [], []
    for number, record in enumerate(moves.split(" / ")):
        for turn in reversi.replayed(reversi.cells(record)):
            if turn.move is not None:
                mine = own["XO".index(turn.disc) ^ number % 2]
                mine.append(divmod(turn.move, 8))
    return calls.scripted(*own[0]), calls.scripted(*own[1])


FUNCTIONS: dict[str, object] = {
    "says": calls.scripted,
    "Match": lambda w, d, losses: record(w, d, w + d + losses),
}
TABLE = Table(__file__, build, FUNCTIONS | NAMES, fields=["moves", "wins", "rng"])
QUESTIONS = {
    "play_game": "How does the game end?",
    "play_match": "How do the games end?",
}


@pytest.mark.parametrize("case", TABLE.rows)
def test_row(kata: Kata, case: Case) -> None:
    case.check(kata)


# What a learner is shown


def draw(call: Call) -> drawing.Drawing:
    """Draw how the games end, if nothing in them is left to chance."""
    sources = {repr(argument) for argument in call.arguments}
    if not sources.isdisjoint(repr(NAMES[name]) for name in BY_CHANCE):
        return drawing.Drawing()
    number = call.arguments[2] if call.function == "play_match" else 1
    assert isinstance(number, int)
    lines = list[str]()
    for mine, (board, winner, why) in zip(
        cycle("XO"), games(call.arguments[:2], number)
    ):
        discs = f"{board.count('X')} X and {board.count('O')} O"
        end = f"{why}: {discs}, the result is {winner}"
        if call.function == "play_game":
            rows = reversi.in_rows(board)
            return boards.draw_reversi(rows, about=[f"the end; {end}"])
        lines.append(f"game {len(lines) + 1}, the player is {mine}; {end}")
    return drawing.text(lines)
