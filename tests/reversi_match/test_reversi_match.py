"""The table of reversi_match: known games between known players.

A player is `says(...)`, a list of its moves, or one of the functions in `CHOOSERS`,
each with what the oracle plays in its place. After "/" follows a second game, `wins:`
is the range of wins that's right, and `rng:` replaces a generator with a seed. The
oracle is a referee of its own, on the boards of `kata_tables.reversi`.

Code under test may use `rng` in its own way, so with chance the number of wins has to
lie in a range. Measured with the seeds 1 to 5, 2,000 games each, in percent:

                                    wins  draws  losses  wins by seed
    CHAPTER against AT_RANDOM       79.9    2.8    17.4  78.5 to 81.8
    CHAPTER against MOST_DISCS      77.2    2.9    19.9  76.3 to 78.2
    MOST_DISCS against AT_RANDOM    60.0    3.6    36.4  58.6 to 61.0

At these rates it happens once in ten million matches of 16 games that the first wins
fewer than 3.
"""

# mypy: allow-untyped-defs, allow-untyped-calls

import random
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
from kata_tables.arguments import Given, Made, Named, Scripted, Seeded, given

from solutions.reversi_flips import flips, legal_moves
from solutions.reversi_player import choose_move

# Chooses among the legal moves; -1 stands for anything else than a legal move.
Chooser = Callable[[reversi.Moves], int]

CELLS = {divmod(cell, 8): cell for cell in range(64)}

# The players, without types, so that their source can be pasted


def first(board, disc, rng):
    return min(legal_moves(board, disc))


def last(board, disc, rng):
    return max(legal_moves(board, disc))


def second(board, disc, rng):
    moves = sorted(legal_moves(board, disc))
    return moves[1] if len(moves) > 1 else moves[0]


def most(board, disc, rng):
    moves = sorted(legal_moves(board, disc))
    return max(moves, key=lambda move: len(flips(board, disc, *move)))


def raises(board, disc, rng):
    raise ZeroDivisionError


def faints(board, disc, rng):
    class Faint(Exception):
        pass

    raise Faint


def empties(board, disc, rng):
    move = min(legal_moves(board, disc))
    board.clear()
    return move


def empties_last(board, disc, rng):
    move = max(legal_moves(board, disc))
    board.clear()
    return move


def fills(board, disc, rng):
    move = min(legal_moves(board, disc))
    for row in board:
        row[:8] = [disc] * 8
    return move


def fills_last(board, disc, rng):
    move = max(legal_moves(board, disc))
    for row in board:
        row[:8] = [disc] * 8
    return move


def other_names(cells, side, chance):
    return min(legal_moves(cells, side))


def with_module(board, disc, rng):
    return min(legal_moves(board, disc)) if rng is random else None


def with_generator(board, disc, rng):
    return None if rng is random else min(legal_moves(board, disc))


def at_random(board, disc, rng):
    return rng.choice(sorted(legal_moves(board, disc)))


def most_discs(board, disc, rng):
    moves = sorted(legal_moves(board, disc))
    return max(moves, key=lambda move: (len(flips(board, disc, *move)), rng.random()))


def chapter(board, disc, rng):
    return choose_move(board, disc, rng)


def once(board, disc, rng):
    first = sum(row.count(" ") for row in board) > 58
    rng.games = getattr(rng, "games", 0) + first
    return min(legal_moves(board, disc)) if rng.games == 1 else None


def second_of(moves: reversi.Moves) -> int:
    """The oracle's version of `second`."""
    return (sorted(moves) * 2)[1]


def most_of(moves: reversi.Moves) -> int:
    """The oracle's version of `most`."""
    return max(sorted(moves), key=lambda move: len(moves[move]))


# The oracle's own version of each player; None is left to chance.
CHOOSERS: dict[Callable[..., object], Chooser | None] = {
    first: min,
    last: max,
    second: second_of,
    most: most_of,
    raises: lambda moves: -1,
    faints: lambda moves: -1,
    empties: min,
    empties_last: max,
    fills: min,
    fills_last: max,
    other_names: min,
    with_module: min,
    with_generator: min,
    at_random: None,
    most_discs: None,
    chapter: None,
    once: None,
}
IMPORTS = (
    "from solutions.reversi_player import choose_move, flips, legal_moves",
    "import random",
)
# By the name that the table uses.
PLAYERS = {player.__name__.upper(): given(player, *IMPORTS) for player in CHOOSERS}
GENERATORS = {
    "random": Given(random, "import random"),
    "random.Random(1)": Seeded(1),
}


# The oracle


def game(players: Sequence[Chooser]) -> tuple[str, str, str]:
    """Play a game: the board at its end, who wins, and why it is over."""
    sides = dict(zip("XO", players, strict=True))
    board, has_passed, events = reversi.START, False, list[str]()
    for turn in reversi.plies(lambda disc, moves: sides[disc](moves)):
        board, other = turn.board, reversi.OTHER[turn.disc]
        if has_passed and turn.moves:
            events.append(f"{other} passes after move {60 - board.count('.')}")
        has_passed = not turn.moves
        if turn.moves and turn.move not in turn.moves:
            events.append(f"{turn.disc} does not answer with a legal move")
            return board, other, ", ".join(events)
    lead = board.count("X") - board.count("O")
    events.append("neither side can move")
    winner = "draw"
    if lead:
        winner = "X" if lead > 0 else "O"
    return board, winner, ", ".join(events)


def chooser(player: Any) -> Chooser | None:
    """Return the oracle's own version of a player; None if it is left to chance."""
    if isinstance(player, Given):
        return CHOOSERS[player.make()]
    script = iter([cell_of(move) for move in player.moves])
    return lambda moves: next(script, -1)


def cell_of(move: object) -> int:
    """Return the number of a cell; -1 for anything else."""
    return CELLS[move] if move in [*CELLS] else -1


def games(players: Sequence[object], number: int) -> Iterator[tuple[str, str, str]]:
    """The games of a match, in which the players take turns at being X."""
    choosers = [player for player in map(chooser, players) if player]
    for x in islice(cycle((0, 1)), number):
        yield game((choosers[x], choosers[1 - x]))


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
    rng: Made = Seeded(0)
    if "rng" in row.fields:
        rng = GENERATORS[row.fields["rng"]]
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
    return Scripted(*own[0]), Scripted(*own[1])


FUNCTIONS: dict[str, object] = {
    "says": Scripted,
    "Match": lambda w, d, losses: record(w, d, w + d + losses),
}
TABLE = Table(__file__, build, FUNCTIONS | PLAYERS, fields=["moves", "wins", "rng"])
QUESTIONS = {
    "play_game": "How does the game end?",
    "play_match": "How do the games end?",
}


@pytest.mark.parametrize("case", TABLE.rows)
def test_row(kata: Kata, case: Case) -> None:
    case.check(kata)


@pytest.mark.stage("one game")
def test_play_game_with_its_arguments_by_name(kata: Kata) -> None:
    """The players and the generator are passed by their names."""
    first = PLAYERS["FIRST"]
    assert kata.play_game(Named(first=first, second=first, rng=Seeded(0))) == "X"


@pytest.mark.stage("a match")
def test_play_match_with_its_arguments_by_name(kata: Kata) -> None:
    """The players, the number of games and the generator are passed by their names."""
    first = PLAYERS["FIRST"]
    named = Named(player=first, rival=first, games=1, rng=Seeded(0))
    assert kata.play_match(named) == record(1, 0, 1)


# What a learner is shown


def draw(call: Call) -> drawing.Drawing:
    """Draw how the games end, if nothing in them is left to chance."""
    if None in map(chooser, call.arguments[:2]):
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
