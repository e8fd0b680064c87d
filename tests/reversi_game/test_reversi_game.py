"""The table of reversi_game: sessions at the console, typed line by line.

Compared are the fixed lines of the statement, all of them and in order; other lines may
stand anywhere. A game that does not handle the end of the input yet passes all stages
but the one about it, because nothing that comes after it is compared there.

Who goes first is random, so a test first looks for a seed with which the side that it
needs goes first: how the game asks its random number generator is left to the game.

The oracle plays what a row types, with the rules of `kata_tables.reversi`, and a row
without a picture is compared with it. In braces is the name of a game in this file,
which is played to its end. You go first, unless `first:` says who does, game by game.
`asked` compares the arguments that the computer's player got, and `ended` how the
program ended.
"""

# mypy: allow-untyped-defs

import re
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress

import pytest
from kata_tables import (
    Case,
    Kata,
    OneOf,
    Row,
    Screen,
    Scripted,
    Seeded,
    Table,
    reversi,
    script,
)
from kata_tables.arguments import Named, given

Cell = tuple[int, int]

FIXED = re.compile(
    r"Do you want.*|You go first.*|The computer goes first.*"
    r"|   1 2 3 4 5 6 7 8|[1-8] \|.*|You have \d.*"
    r"|Your move.*|Press ENTER.*|The computer plays.*"
    r"|You have no legal move.*|The computer cannot move.*"
    r"|You win.*|The computer wins.*|A draw.*|Play again.*|Expected .*"
)
LEAVING = re.compile(rf"{FIXED.pattern}|Goodbye.*")

X_OR_O = "Do you want to be X or O?"
MOVE = "Your move (column and row, hints, quit)?"
ENTER = "Press ENTER to see the computer's move:"
AGAIN = "Play again (yes or no)?"
PASSES = {
    True: "You have no legal move and must pass.",
    False: "The computer cannot move and passes.",
}

# Who goes first, as a row says it and as the game says it.
YOU, COMPUTER = "You go first.", "The computer goes first."
FIRST = {"you": YOU, "the computer": COMPUTER}

# So many seeds are tried for one with which a side goes first; in a fair game half of
# them are.
SEEDS = 20

# Games that rows play: the moves of both sides in turn. A search through random games
# found them.
GAMES = {
    "X passes": "35 36 53 25 15 14 27 16",
    "O passes": "64 43 33 65 42 41 53 75 51 23 31",
    # O begins, and cannot move after sixteen moves, nor after the next one of X.
    "O passes twice": "65 66 43 53 63 33 67 77 23 75 85 68 34 84 88 86 57",
    # The shortest game that there is: X begins, and O has no disc left.
    "no O left": "53 63 73 43 33 34 35 72 81",
    # O begins; X has two discs left, and neither side can move.
    "two X left": (
        "43 53 63 35 26 52 65 56 41 72 67 25 15 76 81 58 87 33 23 85 78 32 21"
    ),
    # The board is full in the end, and each side has half of it.
    "a draw": (
        "53 43 35 63 52 41 32 34 51 56 74 72 46 85 23 61 57 24 42 12 81 83 33 22 11 "
        "65 75 47 36 62 21 26 14 76 82 66 77 71 84 78 48 38 27 31 13 15 37 68 28 67 "
        "73 64 25 18 88 87 58 86 16 17"
    ),
    # The board is full in the end, and the score is that of the chapter's sample run.
    "the computer has 36": (
        "64 63 46 74 53 42 52 62 51 36 72 65 27 41 66 75 85 35 25 47 43 18 37 71 57 "
        "33 31 48 73 26 28 16 17 77 23 76 34 12 88 32 14 67 81 78 61 15 24 21 87 58 "
        "83 38 22 11 68 82 86 56 13 84"
    ),
    # X begins; O passes before the last move, and X fills the board.
    "a full board": (
        "53 43 36 64 63 65 66 56 33 32 57 52 51 73 62 23 42 77 22 31 84 35 24 41 76 "
        "34 25 14 78 72 15 87 82 47 16 75 27 37 13 61 86 18 85 58 88 12 21 11 38 26 "
        "67 81 74 68 48 83 46 28 17 71"
    ),
}

# A player, without types, so that its source can be pasted


def counts(board, disc, rng):
    rng.moves = getattr(rng, "moves", 0) + 1
    return (2, 5) if rng.moves == 1 else (2, 3)


# The oracle


def session(
    typed: Sequence[str | None], moves: Sequence[Cell], firsts: Sequence[str] = ()
) -> tuple[Screen, list[str]]:
    """Play a session until the end of the input; return also who went first.

    Args:
        typed: the lines that are typed.
        moves: the computer's moves.
        firsts: who goes first, game after game; you, where nothing is said.
    """
    screen, computers, went_first = Screen(typed), iter(moves), list[str]()
    with suppress(EOFError, StopIteration):
        again = "yes"
        while again in ("yes", "y"):
            you = screen.choice(X_OR_O, "X or O", ("x", "o")).upper()
            went_first.append([*firsts[len(went_first) :], YOU][0])
            screen.lines.append(went_first[-1])
            play(
                screen,
                computers,
                you,
                you if went_first[-1] == YOU else reversi.OTHER[you],
            )
            again = screen.choice(AGAIN, "yes or no", ("yes", "y", "no", "n"))
        screen.lines.append("Goodbye.")
    return screen, went_first


def play(screen: Screen, moves: Iterator[Cell], you: str, disc: str) -> None:
    """Play one game; `disc` is to move."""
    board, hints = reversi.START, False
    while reversi.oracle(board, "X") or reversi.oracle(board, "O"):
        legal = reversi.oracle(board, disc)
        if not legal:
            screen.lines.append(PASSES[disc == you])
        elif disc == you:
            move, hints = your_move(screen, board, you, hints)
            board = reversi.after(board, disc, move, legal[move])
        else:
            screen.lines += drawn(board, you)
            screen.ask(ENTER)
            row, column = next(moves)
            move = 8 * row + column
            if move not in legal:
                raise EOFError
            screen.lines.append(f"The computer plays {column + 1}{row + 1}.")
            board = reversi.after(board, disc, move, legal[move])
        disc = reversi.OTHER[disc]
    lead = board.count(you) - board.count(reversi.OTHER[you])
    winner = "You win" if lead > 0 else "The computer wins"
    screen.lines += [
        *drawn(board, you),
        f"{winner} by {abs(lead)}." if lead else "A draw.",
    ]


def your_move(screen: Screen, board: str, you: str, hints: bool) -> tuple[int, bool]:
    """Ask for a move until it is legal; return also whether hints are on."""
    legal = reversi.oracle(board, you)
    screen.lines += drawn(board, you, legal if hints else ())
    while True:
        line = screen.ask(MOVE).strip()
        word = line.lower()
        if word == "quit":
            screen.lines.append("Goodbye.")
            raise EOFError
        if word == "hints":
            hints = not hints
            screen.lines += drawn(board, you, legal if hints else ())
        elif not re.fullmatch("[1-8][1-8]", word):
            expected = "a column and a row from 1 to 8, as in 53"
            screen.lines.append(f"Expected {expected}, got {line!r}.")
        elif cell_of(word) in legal:
            return cell_of(word), hints
        else:
            taken = board[cell_of(word)] != "."
            expected = "an empty cell" if taken else "a move that turns a disc over"
            screen.lines.append(f"Expected {expected}, got {word}.")


def drawn(board: str, you: str, dots: Collection[int] = ()) -> list[str]:
    """The board as it is shown, and the score below it."""
    head = "   1 2 3 4 5 6 7 8"
    signs = [
        "." if n in dots else sign.replace(".", " ") for n, sign in enumerate(board)
    ]
    rows = [f"{n + 1} |{'|'.join(signs[8 * n : 8 * n + 8])}| {n + 1}" for n in range(8)]
    others = board.count(reversi.OTHER[you])
    score = f"You have {board.count(you)}, the computer has {others}."
    return [head, *rows, head, score]


def cell_of(key: str) -> int:
    """The cell that is typed as two digits, the column first."""
    return 8 * int(key[1]) + int(key[0]) - 9


# The table


def build(row: Row) -> tuple[tuple[object, ...], object]:
    """The session of a row; where nothing is drawn, the oracle says what is shown."""
    names = row.fields.get("first", "").split(", ")
    firsts = [FIRST[name] for name in names if name]
    typed, moves = script(with_games(row.fields["types"], firsts))
    screen, went_first = session(typed, moves, firsts)
    arguments = went_first, typed, Scripted(*moves)
    if row.about == "asked":
        assert isinstance(row.answer, tuple)
        return arguments, [(reversi.in_rows("".join(row.picture)), *row.answer)]
    if row.picture:
        return arguments, "\n".join(row.picture)
    return arguments, row.answer_or(screen.part(row.about))


def with_games(types: str, firsts: Sequence[str]) -> str:
    """Return the typed lines with a game in the place of its name."""
    game = re.search(r"\{(.+)\}", types)
    if not game:
        return types
    you = types[0].upper()
    first = reversi.OTHER[you] if firsts[:1] == [COMPUTER] else you
    keys = list[str]()
    for turn in reversi.replayed(map(cell_of, GAMES[game[1]].split()), first):
        if turn.move is not None:
            row, column = divmod(turn.move, 8)
            is_yours = turn.disc == you
            keys.append(f"{column + 1}{row + 1}" if is_yours else f'"" {row, column}')
    return types.replace(game[0], " ".join(keys))


TABLE = Table(
    __file__,
    build,
    fields=("types", "first"),
    compared=("lines", "reply", "asked", "farewell", "ended"),
)
QUESTIONS = {
    "main": "What comes next on the screen?",
    "asked": "What is the computer asked?",
}


@pytest.mark.parametrize("case", TABLE.rows)
def test_row(kata: Kata, case: Case) -> None:
    firsts, typed, player = case.arguments
    assert isinstance(firsts, list)
    assert isinstance(typed, list)
    only = LEAVING if case.expected == "Goodbye." else FIXED
    rng = rng_for(kata, firsts, typed if len(firsts) > 1 else typed[:2], player)
    case.compare(kata.main.session(typed, player, rng, only=only))


@pytest.mark.stage("a move")
def test_the_own_player(kata: Kata) -> None:
    """A game without a scripted player, and without a generator: main()."""
    first, typed, keys = COMPUTER, ["x", ""], "34 43 56 65"
    if YOU in kata.main.session(["x"]).text:
        first, typed, keys = YOU, ["x", "53", ""], "43 63 65"
    replies = []
    for key in keys.split():
        screen, _ = session(typed, [divmod(cell_of(key), 8)], [first])
        replies.append(screen.part("reply"))
    assert kata.main.session(typed, only=FIXED).reply == OneOf(replies)


@pytest.mark.stage("a move")
def test_both_arguments_by_name(kata: Kata) -> None:
    """The computer's player and the generator are passed by their names."""
    screens = [
        session(["x"], [], [first])[0].part("reply") for first in (YOU, COMPUTER)
    ]
    arguments = Named(choose_move=Scripted(), rng=Seeded(0))
    assert kata.main.session(["x"], arguments, only=FIXED).reply == OneOf(screens)


@pytest.mark.stage("a move")
def test_the_generator_itself_is_handed_on(kata: Kata) -> None:
    """A player that notes on the generator how many moves it has made.

    Each call of the player gets the generator that main was given, and not a copy.
    """
    typed, player = ["x", "53", "", "73", ""], given(counts)
    screen, _ = session(typed, [(2, 5), (2, 3)])
    rng = rng_for(kata, [YOU], typed[:2], player)
    assert kata.main.session(typed, player, rng, only=FIXED).reply == screen.part(
        "reply"
    )


def rng_for(kata: Kata, firsts: list[object], typed: object, player: object) -> object:
    """Return a random generator with which these sides go first, game after game."""
    for seed in range(SEEDS if firsts else 0):
        session = kata.main.session(typed, player, Seeded(seed))
        if re.findall(rf"^(?:{YOU}|{COMPUTER})$", session.text, re.MULTILINE) == firsts:
            return Seeded(seed)
    return Seeded(0)  # The session that is held with it will show what is wrong.
