"""The table of reversi_bitboards: Reversi on two 64-bit ints, and perft to prove it.

The stage "cost" tells code that counts the last ply from code that plays it. The first
makes 0 to 632 calls of itself for depth 5 and runs at most 1.8 times the lines that are
expected; the other makes 1,712 calls, or runs 4.3 times the lines. Merging equal
positions is no substitute: at these depths nearly all of them differ.

The oracle is that of `kata_tables.reversi`. A board here is a text of 64 signs, with X
to move.
"""

import random
import re
from functools import cache
from itertools import product
from typing import TypeGuard

import pytest
from kata_tables import Call, Case, Drawing, Kata, Row, Table, boards, hold, reversi
from kata_tables.reversi import in_bits


def build(row: Row) -> tuple[tuple[object, ...], object]:
    """The call that a picture draws, with what it turns over or comes to."""
    if not row.picture:
        return row.extra, row.answer
    drawn = reversi.picture(row.picture)
    move = row.extra or (reversi.mask(drawn.moves),)
    if row.function == "play":
        answer: object = in_bits(drawn.after if drawn.moves else drawn.board, "O")
    else:
        answer = reversi.mask(drawn.turned if row.function == "flips" else drawn.moves)
    arguments = (
        *in_bits(drawn.board),
        *(() if row.function == "legal_moves" else move),
    )
    return arguments, row.answer_or(answer)


TABLE = Table(
    __file__,
    build,
    {
        "bit": lambda row, column: 1 << 8 * row + column,
        "mask": lambda *cells: reversi.mask(8 * row + column for row, column in cells),
    },
    fields=["moves"],
    board=lambda lines: in_bits(reversi.picture(lines).board),
)
START = TABLE.names["START"]
QUESTIONS = {
    "flips": "Which discs turn over?",
    "legal_moves": "Which moves are legal?",
    "play": "What is the board after the move?",
    "perft": "How many nodes are there at this depth?",
}


@pytest.mark.parametrize("case", TABLE.rows)
def test_row(kata: Kata, case: Case) -> None:
    case.check(kata)


@pytest.mark.stage("flips")
def test_flips_of_every_run(kata: Kata) -> None:
    """Every run of every length in every direction, closed and not closed."""
    rows = list[tuple[tuple[int, ...], int]]()
    for move, run, end in reversi.runs():
        turned = reversi.mask(run)
        rows.append(((2**end, turned, 2**move), turned))
        rows.append(((0, turned, 2**move), 0))
    rows.sort(key=lambda row: discs_of(row[0]))
    hold(kata.flips.each, rows)


@pytest.mark.stage("moves")
def test_legal_moves_of_every_run(kata: Kata) -> None:
    """Every run of every length in every direction, between a disc of the player and the move."""  # noqa: E501 - a name
    rows = []
    for move, run, end in reversi.runs():
        boards = 2**end, reversi.mask(run)
        rows.append((boards, 2**move))
    hold(kata.legal_moves.each, rows)


@pytest.mark.stage("edges do not wrap")
def test_flips_of_every_run_across_an_edge(kata: Kata) -> None:
    """Every run of bits that are 1, 7, 8 or 9 apart and that leaves its line at an edge."""  # noqa: E501 - a name
    calls = [(*in_bits(board), 2**move) for board, move in across_edges()]
    hold(kata.flips.each, [(call, 0) for call in calls])


@pytest.mark.stage("edges do not wrap")
def test_legal_moves_of_every_run_across_an_edge(kata: Kata) -> None:
    """Every run of bits that are 1, 7, 8 or 9 apart and that leaves its line at an edge."""  # noqa: E501 - a name
    rows = []
    for board, _ in across_edges():
        moves = reversi.mask(reversi.oracle(board))
        rows.append((in_bits(board), moves))
    hold(kata.legal_moves.each, rows)


@pytest.mark.stage("edges do not wrap")
def test_legal_moves_of_every_run_up_to_an_edge(kata: Kata) -> None:
    """From every cell in every direction, a run that ends at the edge."""
    calls = list[tuple[int, ...]]()
    for cell in range(64):
        masks = map(reversi.mask, reversi.rays(cell))
        calls += [(2**cell, mask) for mask in masks]
    calls.sort(key=discs_of)
    hold(kata.legal_moves.each, [(call, 0) for call in calls])


@pytest.mark.stage("agrees with reversi_flips")
def test_legal_moves_in_played_games(kata: Kata) -> None:
    """The legal moves of 3,000 positions."""
    rows = []
    for board, disc, moves in played():
        rows.append((in_bits(board, disc), reversi.mask(moves)))
    hold(kata.legal_moves.each, rows)


@pytest.mark.stage("agrees with reversi_flips")
def test_flips_in_played_games(kata: Kata) -> None:
    """The flips of a legal move and of any cell, in 3,000 positions."""
    rng = random.Random(64)
    rows = []
    for *turn, moves in played():
        chosen = [rng.randrange(64)]
        if moves:
            chosen += rng.sample(list(moves), 1)
        for move in chosen:
            turned = reversi.mask(moves.get(move, ()))
            rows.append(((*in_bits(*turn), 2**move), turned))
    hold(kata.flips.each, rows)


@pytest.mark.stage("agrees with reversi_flips")
def test_play_in_played_games(kata: Kata) -> None:
    """A legal move, or the pass, of 3,000 positions."""
    rng = random.Random(64)
    rows = []
    for board, disc, moves in played():
        other = reversi.OTHER[disc]
        call = in_bits(board, disc)
        if moves:
            move = rng.choice(list(moves))
            after = reversi.after(board, disc, move, moves[move])
            rows.append(((*call, 2**move), in_bits(after, other)))
        elif reversi.oracle(board, other):
            rows.append(((*call, 0), in_bits(board, other)))
    hold(kata.play.each, rows)


@pytest.mark.stage("agrees with reversi_flips")
def test_play_of_the_records(kata: Kata) -> None:
    """Every move and every pass of the recorded games."""
    rows = []
    for board, disc, _, move, after in reversi.recorded(TABLE):
        bit = 0 if move is None else 2**move
        answer = in_bits(after, reversi.OTHER[disc])
        rows.append(((*in_bits(board, disc), bit), answer))
    hold(kata.play.each, rows)


@pytest.mark.stage("perft")
def test_perft_to_the_end(kata: Kata) -> None:
    """Positions with at most four empty cells, at each depth until the games are finished."""  # noqa: E501 - a name
    late = [turn for turn in played() if turn[0].count(".") <= 4]
    rows = []
    for board, disc, _ in late[::5]:
        for depth in range(board.count(".") + 6):
            call = (*in_bits(board, disc), depth)
            rows.append((call, leaves(board, disc, depth)))
    hold(kata.perft.each, rows)


@pytest.mark.stage("cost")
def test_calls_for_perft_of_depth_5(kata: Kata) -> None:
    """The calls that perft takes for depth 5 from the start.

    There are 317 nodes at depth 0 to 4, and 1,396 at depth 5. These need not be played:
    after the last ply but one, the number of legal moves says how many there are.
    """
    assert kata.perft.calls(*START, 5, answer=1_396) <= 900


@pytest.mark.stage("cost")
def test_lines_for_perft_of_depth_5(kata: Kata) -> None:
    """The lines that run for perft at depth 5, and those for one node, 244 times.

    There are 244 nodes at depth 4. One takes the lines of your legal_moves and of your
    play, and three times that is allowed. The 1,396 nodes at depth 5 are to be counted,
    and not to be played.
    """
    (move, turned), *_ = reversi.oracle(reversi.START).items()
    played = in_bits(reversi.after(reversi.START, "X", move, turned), "O")
    moves_of_one = kata.legal_moves.lines(
        *START, answer=reversi.mask(reversi.oracle(reversi.START))
    ).number
    one_node = moves_of_one + kata.play.lines(*START, 2**move, answer=played).number
    assert kata.perft.lines(*START, 5, answer=1_396) <= 3 * 244 * one_node


# Boards, and the positions that the oracle is asked about.


def leaves(board: str, disc: str, depth: int) -> int:
    """The answer of perft."""
    boards = reversi.children(board, disc)
    if depth == 0 or not boards:
        return 1
    other = reversi.OTHER[disc]
    return sum(leaves(after, other, depth - 1) for after in boards)


def discs_of(call: tuple[int, ...]) -> int:
    """Return how many discs are on the two bitboards that a call begins with."""
    player, opponent, *_ = call
    return (player | opponent).bit_count()


@cache
def across_edges() -> list[tuple[str, int]]:
    """Return boards with a run beside a move in the bits, but not on the board."""
    boards = []
    for length, move, step in product(
        range(1, 7), range(64), (-9, -8, -7, -1, 1, 7, 8, 9)
    ):
        line = [move + step * number for number in range(1, length + 2)]
        if 0 <= line[-1] < 64 and line not in [
            ray[: length + 1] for ray in reversi.rays(move)
        ]:
            signs = ["O" if number in line else "." for number in range(64)]
            signs[line[-1]] = "X"
            boards.append(("".join(signs), move))
    return boards


def played() -> list[tuple[str, str, reversi.Moves]]:
    """Return positions of 50 random games, fewest discs first (0.2 s, once)."""
    return reversi.played(50, 10)


# For the report of a case that fails.


SIDES_EXCHANGED = (
    "the boards are right, but in the wrong order: the side that moves next comes first"
)


def draw(call: Call) -> Drawing:
    """Draw the board, with signs for the move and for what is right or wrong."""
    masks = [mask for mask in call.arguments[:2] if is_board(mask)]
    if len(masks) < 2:
        return Drawing()
    board, words = boards.from_bits(*masks), boards.sides(*masks)
    if call.function == "perft":
        return boards.draw_reversi(board, words=words)
    move = cells_of(*call.arguments[2:])
    if call.function == "play":
        about = []
        right, came = after(call.expected), after(call.got)
        if isinstance(call.expected, tuple) and call.got == call.expected[::-1]:
            came = right
            about.append(SIDES_EXCHANGED)
        return boards.draw_play(board, move, "X", right, came, words, about)
    what = "turns over" if call.function == "flips" else "a legal move"
    got = call.got if isinstance(call.expected, int) else ()
    answers = cells_of(call.expected), cells_of(got)
    return boards.draw_cells(board, move, "X", *answers, what, words)


def is_board(value: object) -> TypeGuard[int]:
    """Return True if a value is a mask of 64 bits."""
    return isinstance(value, int) and 0 <= value < 2**64


def after(answer: object) -> reversi.Board | None:
    """Return the board that `play` gave, on which X is the side that has moved."""
    match answer:
        case (opponent, player) if is_board(opponent) and is_board(player):
            return boards.from_bits(player, opponent)
    return None


def cells_of(value: object = 0) -> list[reversi.Coordinate]:
    """Return the cells of a mask; none if it is not a mask."""
    if type(value) is not int or value < 0:
        return []
    cells = [cell for cell in range(64) if value >> cell & 1]
    return [divmod(cell, 8) for cell in cells]


def meaning(function: str, value: object) -> str:
    """An answer in hexadecimal, in place of the number, and the cells of a mask."""
    if function == "perft" or type(value) not in (int, tuple, list):
        return ""
    hexadecimal = re.sub(r"\b\d+\b", lambda digits: hex(int(digits[0])), repr(value))
    written = f"={hexadecimal}"
    if function == "play" or type(value) is not int:
        return written
    if value < 0:
        return f"{written}: negative, so it is not a mask"
    cells = list(map(str, cells_of(value)))
    if value >= 2**64:
        cells.append("cells beyond the board")
    return f"{written}: {' '.join(cells) or 'no cell'}"


def source(call: Call) -> str:
    """The call, with boards and moves in hexadecimal."""
    return boards.call_in_hex(call, 2 if call.function == "perft" else 3)
