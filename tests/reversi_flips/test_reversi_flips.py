"""The table of reversi_flips: which discs a move turns over, and what follows from it.

The oracle is that of `kata_tables.reversi`; it is asked about the first four plies of
all games, about eight random games, and about runs of every length in every place.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, product
from typing import Any

import pytest
from kata_tables import Call, Case, Kata, Row, Table, boards, drawing, hold, reversi
from kata_tables.reversi import in_rows

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


def played(rows: Any, disc: Any, row: Any, column: Any) -> reversi.Board:
    """The board after a move."""
    board = "".join(map("".join, rows)).replace(" ", ".")
    move = 8 * row + column
    turned = reversi.oracle(board, disc)[move]
    return in_rows(reversi.after(board, disc, move, turned))


TABLE = Table(
    __file__,
    build,
    fields=["moves"],
    board=lambda lines: in_rows(reversi.picture(lines).board),
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
            discs = {way[0]: "O" for way in ways}
            discs |= {way[1]: "X" for way in closed}
            turned = reversi.coordinates(way[0] for way in closed)
            rows.append(((board_of(discs), "X", 3, 4), turned))
    hold(kata.flips.own, rows)


@pytest.mark.stage("edges")
def test_every_run_that_the_edge_cuts_off(kata: Kata) -> None:
    """A run to the edge, with one's own discs on every other cell of the board."""
    # 420 boards, one for each cell and each direction in which it has a neighbour.
    rows: list[tuple[tuple[object, ...], object]] = []
    for cell in range(64):
        for run in reversi.rays(cell):
            discs = dict.fromkeys(range(64), "X")
            discs |= dict.fromkeys(run, "O")
            discs[cell] = "."
            call = (board_of(discs), "X", *divmod(cell, 8))
            rows.append((call, set()))
    hold(kata.flips.each, rows)


@pytest.mark.stage("edges")
def test_every_closed_run(kata: Kata) -> None:
    """A closed run on an otherwise empty board: every line, place and length."""
    rows = []
    for cell, run, end in reversi.runs():
        board = board_of({end: "X"} | dict.fromkeys(run, "O"))
        call = (board, "X", *divmod(cell, 8))
        rows.append((call, reversi.coordinates(run)))
    hold(kata.flips.each, rows)


@pytest.mark.stage("edges")
def test_flips_in_played_games(kata: Kata) -> None:
    """What every cell turns over, in positions of played games."""
    # Every seventh position of the games, all 64 cells.
    rows = []
    for board, disc, moves in reversi.played(8, 8)[::7]:
        for cell in range(64):
            call = (in_rows(board), disc, *divmod(cell, 8))
            rows.append((call, reversi.coordinates(moves.get(cell, ()))))
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
    boards = [board for board, _, _ in reversi.played(8, 8)[::2]]
    hold(kata.legal_moves.own, moves_of(product(boards, "XO")))


@pytest.mark.stage("play")
def test_play_of_the_first_plies(kata: Kata) -> None:
    """Every move of the first four plies."""
    rows = []
    for board, disc in first_plies():
        if board.count(".") <= 60 - 4:  # Four discs were put down.
            continue
        for move, turned in reversi.oracle(board, disc).items():
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
        for board, disc, _, move, after in reversi.recorded(TABLE)
        if move is not None
    ]
    hold(kata.play.own, rows)


@pytest.mark.stage("score and passes")
def test_scores_in_played_games(kata: Kata) -> None:
    """The score in positions of played games.

    One board is asked about again and again, and each score belongs to whoever asked.
    """
    rows = []
    for board, *_ in reversi.played(8, 8)[::3]:
        score = {disc: board.count(disc) for disc in "XO"}
        rows.append(((in_rows(board),), score))
    hold(kata.score.own, rows)


def board_of(discs: dict[int, str]) -> reversi.Board:
    """A board with these discs and no others."""
    return in_rows("".join(discs.get(cell, ".") for cell in range(64)))


def moves_of(
    turns: Iterable[tuple[str, str]],
) -> Iterator[tuple[tuple[object, ...], object]]:
    """The calls of legal_moves, with the right answers."""
    for board, disc in turns:
        moves = reversi.oracle(board, disc)
        yield (in_rows(board), disc), reversi.coordinates(moves)


@cache
def first_plies() -> list[tuple[str, str]]:
    """Every position after at most four plies from the start, with the side to move."""
    # 317 games, 307 positions. Nobody has to pass before the ninth ply.
    boards, disc = [reversi.START], "X"
    positions = dict[tuple[str, str], None]()
    for ply, number in enumerate(PERFT):
        if len(boards) != number:
            raise AssertionError(f"the oracle finds {len(boards)} games of {ply} plies")
        positions |= dict.fromkeys((board, disc) for board in boards)
        boards = [after for board in boards for after in reversi.children(board, disc)]
        disc = reversi.OTHER[disc]
    return list(positions)


# What a learner is shown

source = boards.call_with_rows


def draw(call: Call) -> drawing.Drawing:
    """Draw the board, with signs for the move and for what is right or wrong."""
    if call.function == "new_board":
        return draw_start(call.got)
    board, *others = call.arguments
    assert isinstance(board, list)
    if call.function == "score":
        return boards.draw_reversi(board)
    disc, *move = others
    cells = cells_of([tuple(move)])
    if call.function == "play":
        right = call.expected if isinstance(call.expected, list) else board
        return boards.draw_play(board, cells, str(disc), right, call.got)
    what = "turns over" if call.function == "flips" else "a legal move"
    got = call.got if isinstance(call.expected, set) else ()
    answers = cells_of(call.expected), cells_of(got)
    return boards.draw_cells(board, cells, str(disc), *answers, what)


def draw_start(got: object) -> drawing.Drawing:
    """Draw the first board, and beside it the one that came."""
    if not boards.is_matrix(got):
        return drawing.Drawing()
    right = ["expected:", *boards.draw_reversi(in_rows(reversi.START)).lines()]
    came = ["got:", *boards.draw_reversi(got).lines()]
    lines = drawing.side_by_side([right, came])
    if "?" in "".join(came):
        lines.append("?  neither 'X' nor 'O' nor ' '")
    return drawing.text(lines)


def cells_of(answer: object) -> set[reversi.Coordinate]:
    """Return the cells of the board that are in an answer."""
    cells = answer if isinstance(answer, (set, list)) else ()
    return {cell for cell in cells if cell in reversi.CELLS}


def meaning(function: str, value: object) -> str:
    """An answer in words."""
    words = {
        "flips": "nothing turns over, the move is illegal",
        "legal_moves": "no move, the side has to pass",
    }
    return words.get(function, "") if value == set() else ""
