"""The table of reversi_flips: which discs a move turns over, and what follows from it.

The oracle is that of `kata_tables.reversi`; it is asked about the first four plies of
all games, about eight random games, and about runs of every length in every place.
"""

from collections.abc import Collection, Iterable, Iterator
from functools import cache
from itertools import combinations
from typing import Any

import pytest
from kata_tables import Call, Case, Kata, Row, Table, drawing, hold, reversi
from kata_tables.reversi import in_rows, oracle

Board = list[list[str]]
Signs = dict[reversi.Coordinate, str]

# Games of Reversi from the first position, by the number of plies: the table that
# programs for this game publish as "perft" and that the kata reversi_bitboards carries
# on.
PERFT = (1, 4, 12, 56, 244)


def build(row: Row) -> tuple[tuple[object, ...], object]:
    """The call that a picture draws, with what it turns over or comes to."""
    if not row.picture:
        if row.function == "play" and row.about == "answer":
            return row.extra, played(*row.extra)
        return row.extra, row.answer
    drawn = reversi.picture(row.picture)
    board = in_rows(drawn.board)
    if row.function == "score":
        return (board,), row.answer
    disc, *move = row.extra or (drawn.disc,)
    if row.function == "legal_moves":
        return (board, disc), row.answer_or(reversi.coordinates(drawn.moves))
    if drawn.moves and not move:
        move = [*divmod(drawn.moves[0], 8)]
    arguments = (board, disc, *move)
    if row.function == "flips":
        return arguments, row.answer_or(reversi.coordinates(drawn.turned))
    if drawn.turned:
        return arguments, row.answer_or(in_rows(drawn.after))
    return arguments, row.answer


def played(rows: Any, disc: Any, row: Any, column: Any) -> Board:
    """The board after a move."""
    board = "".join(map("".join, rows)).replace(" ", ".")
    move = 8 * row + column
    return in_rows(reversi.after(board, disc, move, oracle(board, disc)[move]))


TABLE = Table(
    __file__, build, fields=["moves"], board=lambda p: in_rows(reversi.picture(p).board)
)
QUESTIONS = {
    "flips": "Which discs turn over?",
    "legal_moves": "Which moves are legal?",
    "play": "What is the board after the move?",
    "score": "How many discs has each side?",
    "new_board": "How does a game begin?",
}


# These stand first: a stage is locked behind a function that is not written, and this
# one is the first to write.
@pytest.mark.stage("one direction")
def test_new_board(kata: Kata) -> None:
    """The board at the beginning of a game."""
    assert kata.new_board() == in_rows(reversi.START)


@pytest.mark.stage("one direction")
def test_new_board_for_another_game(kata: Kata) -> None:
    """The board of another game.

    It has rows of its own, and what was played on the first board is not on it.
    """
    assert kata.new_board.own([(), ()]) == [in_rows(reversi.START)] * 2


@pytest.mark.parametrize("case", TABLE.rows)
def test_row(kata: Kata, case: Case) -> None:
    case.check(kata)


@pytest.mark.stage("all eight")
def test_every_set_of_directions(kata: Kata) -> None:
    """A move among eight discs: every choice of the directions that are closed.

    One board is asked about again and again, and each set belongs to whoever asked.
    """
    # 256 boards: eight O around (3, 4), and an X behind each of those that are to turn
    # over.
    ways = reversi.rays(8 * 3 + 4)
    rows = []
    for number in range(len(ways) + 1):
        for closed in combinations(ways, number):
            discs = {way[0]: "O" for way in ways} | {way[1]: "X" for way in closed}
            rows.append(
                (
                    (board_of(discs), "X", 3, 4),
                    reversi.coordinates(way[0] for way in closed),
                )
            )
    hold(kata.flips.own, rows)


@pytest.mark.stage("edges")
def test_every_run_that_the_edge_cuts_off(kata: Kata) -> None:
    """A run to the edge, with one's own discs on every other cell of the board."""
    # 420 boards, one for each cell and each direction in which it has a neighbour.
    rows: list[tuple[tuple[object, ...], object]] = []
    for cell in range(64):
        for run in reversi.rays(cell):
            discs = (
                dict.fromkeys(range(64), "X") | dict.fromkeys(run, "O") | {cell: "."}
            )
            rows.append(((board_of(discs), "X", *divmod(cell, 8)), set()))
    hold(kata.flips.each, rows)


@pytest.mark.stage("edges")
def test_every_closed_run(kata: Kata) -> None:
    """A closed run on an otherwise empty board: every line, place and length."""
    rows = []
    for cell, run, end in reversi.runs():
        board = board_of({end: "X"} | dict.fromkeys(run, "O"))
        rows.append(((board, "X", *divmod(cell, 8)), reversi.coordinates(run)))
    hold(kata.flips.each, rows)


@pytest.mark.stage("edges")
def test_flips_in_played_games(kata: Kata) -> None:
    """What every cell turns over, in positions of played games."""
    # Every seventh position of the games, all 64 cells.
    rows = [
        (
            (in_rows(board), disc, *divmod(cell, 8)),
            reversi.coordinates(moves.get(cell, ())),
        )
        for board, disc, moves in reversi.played(8, 8)[::7]
        for cell in range(64)
    ]
    hold(kata.flips.each, rows)


@pytest.mark.stage("legal moves")
def test_legal_moves_of_the_first_plies(kata: Kata) -> None:
    """The moves in every position after at most four plies."""
    hold(kata.legal_moves.each, moves_of(first_plies()))


@pytest.mark.stage("legal moves")
def test_legal_moves_in_played_games(kata: Kata) -> None:
    """The moves of both sides, in positions of played games.

    One board is asked about again and again, and each set belongs to whoever asked.
    """
    # Every other position of the games, for the side to move and for the one that
    # waits.
    turns = [
        (board, disc) for board, _, _ in reversi.played(8, 8)[::2] for disc in "XO"
    ]
    hold(kata.legal_moves.own, moves_of(turns))


@pytest.mark.stage("play")
def test_play_of_the_first_plies(kata: Kata) -> None:
    """Every move of the first four plies."""
    rows = []
    for board, disc in first_plies():
        if board.count(".") <= 60 - 4:  # Four discs were put down.
            continue
        for move, turned in oracle(board, disc).items():
            call = (in_rows(board), disc, *divmod(move, 8))
            after = reversi.after(board, disc, move, turned)
            rows.append((call, in_rows(after)))
    hold(kata.play.each, rows)


@pytest.mark.stage("play")
def test_play_of_the_records(kata: Kata) -> None:
    """The recorded games, move by move.

    The board that comes back belongs to whoever asked: it shares no row with another
    one.
    """
    rows = [
        ((in_rows(board), disc, *divmod(move, 8)), in_rows(after))
        for board, disc, move, after in reversi.recorded(TABLE)
        if move is not None
    ]
    hold(kata.play.own, rows)


@pytest.mark.stage("score and passes")
def test_scores_in_played_games(kata: Kata) -> None:
    """The score in positions of played games.

    One board is asked about again and again, and each score belongs to whoever asked.
    """
    rows = [
        ((in_rows(board),), {disc: board.count(disc) for disc in "XO"})
        for board, *_ in reversi.played(8, 8)[::3]
    ]
    hold(kata.score.own, rows)


def board_of(discs: dict[int, str]) -> Board:
    """A board with these discs and no others."""
    return in_rows("".join(discs.get(cell, ".") for cell in range(64)))


def moves_of(
    turns: Iterable[tuple[str, str]],
) -> Iterator[tuple[tuple[object, ...], object]]:
    """The calls of legal_moves, with the right answers."""
    for board, disc in turns:
        yield (in_rows(board), disc), reversi.coordinates(oracle(board, disc))


@cache
def first_plies() -> list[tuple[str, str]]:
    """Every position after at most four plies from the start, with the side to move."""
    # 317 games, 307 positions. Nobody has to pass before the ninth ply.
    games, positions = [(reversi.START, "X")], dict[tuple[str, str], None]()
    for ply, number in enumerate(PERFT):
        if len(games) != number:
            raise AssertionError(f"the oracle finds {len(games)} games of {ply} plies")
        positions.update(dict.fromkeys(games))
        turns = [(reversi.children(*turn), reversi.OTHER[turn[1]]) for turn in games]
        games = [(board, disc) for boards, disc in turns for board in boards]
    return list(positions)


# What a learner is shown

source = reversi.call_with_rows


def draw(call: Call) -> drawing.Drawing:
    """Draw the board, with signs for the move and for what is right or wrong."""
    if call.function == "new_board":
        return draw_start(call.got)
    board, *others = call.arguments
    assert isinstance(board, list)
    move = {
        cell for cell in reversi.coordinates(range(64)) if cell == tuple(others[1:])
    }
    signs: Signs = {}
    legend = {"*": f"the move of {others[0]}"} if others else {}
    if call.function in ("flips", "legal_moves") and isinstance(call.expected, set):
        signs = reversi.judged(call.expected, cells_of(call.got))
        if call.function == "flips":
            signs |= {cell: "#" for cell in move if cell in signs}
            what, not_what = "turns over", "does not turn over"
        else:
            what, not_what = "a legal move", "not a legal move"
        legend |= {
            "#": f"the move of {others[0]}: in the answer, but not turned over",
            "+": f"{what}, in the answer",
            "-": f"{what}, missing in the answer",
            "!": f"in the answer, but {not_what}",
        }
    elif call.function == "play" and isinstance(call.expected, list):
        signs, meanings = signs_of_play(call, board, move)
        legend |= meanings
    elif call.function == "play" and reversi.is_matrix(call.got):
        signs = dict.fromkeys(changed(call.got, board), "!")
        legend["!"] = "changed in the board that came"
    drawn = reversi.draw_reversi(board, signs, legend)
    return reversi.on_board(drawn, dict.fromkeys(move, "*"))


def draw_start(got: object) -> drawing.Drawing:
    """Draw the first board, and beside it the one that came."""
    if not reversi.is_matrix(got):
        return drawing.Drawing()
    right = ["as it should be:", *reversi.draw_reversi(in_rows(reversi.START)).lines()]
    came = ["as it came:", *reversi.draw_reversi(got).lines()]
    lines = drawing.side_by_side([right, came])
    if not all(cell in ("X", "O", " ") for row in got for cell in row):
        lines.append("?  neither 'X' nor 'O' nor ' '")
    return drawing.text(lines)


def signs_of_play(
    call: Call, board: Board, move: Collection[reversi.Coordinate]
) -> tuple[Signs, dict[str, str]]:
    """Return signs for cells that should change and that did, and their meanings."""
    wrong, turning = changed(call.got, call.expected), changed(call.expected, board)
    signs = {cell: "+" for cell in turning if cell not in move}
    for cell in wrong:
        signs[cell] = "#" if cell in move else "-" if cell in turning else "!"
    return signs, {
        "#": f"the move of {call.arguments[1]}: the disc is not there",
        # If the answer is not a board, nothing can be said about it.
        "+": "turned over, as it should" if wrong else "has to turn over",
        "-": "not turned over, but should be",
        "!": "changed, but should not be",
    }


def cells_of(got: object) -> set[reversi.Coordinate]:
    """The cells of the board that are in an answer."""
    cells = reversi.coordinates(range(64))
    return (
        {cell for cell in got if cell in cells}
        if isinstance(got, (set, list))
        else set()
    )


def changed(got: object, expected: object) -> list[reversi.Coordinate]:
    """The cells in which two boards differ; none if one of them is not a board."""
    try:
        return [
            divmod(cell, 8)
            for cell in range(64)
            if got[cell // 8][cell % 8] != expected[cell // 8][cell % 8]  # type: ignore[index]
        ]
    except (TypeError, LookupError):
        return []


def meaning(function: str, value: object) -> str:
    """An answer in words."""
    words = {
        "flips": "nothing turns over, the move is illegal",
        "legal_moves": "no move, the side has to pass",
    }
    return words.get(function, "") if value == set() else ""
