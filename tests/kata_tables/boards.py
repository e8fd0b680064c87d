"""Boards of both games, as a learner sees them when a case fails."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain
from typing import TypeGuard

from kata_tables.calls import Call
from kata_tables.drawing import BRACKETS, Drawing, bracketed, marks, rows_of, signs
from kata_tables.reversi import CELLS, Board, Coordinate
from kata_tables.tictactoe import full_lines

# Tic-tac-toe


def draw_matrix(
    board: Iterable[Iterable[object]], marked: Collection[Coordinate] = ()
) -> Drawing:
    """Draw a matrix; cells in `marked` stand in brackets, what isn't a cell is `?`.

    >>> print(draw_matrix([[1, 2], [0, 1]], marked={(0, 0), (1, 1)}))
    [X] O
     . [X]
    """
    return Drawing(signs(board, {0: ".", 1: "X", 2: "O"}), bracketed(marked))


def draw_nine_bits(
    boards: Sequence[object], best: Iterable[object] | None = None
) -> Drawing:
    """Draw a position or one side's discs; brackets mark full lines or best moves.

    >>> print(draw_nine_bits((0b110_000_000, 0b000_110_000), best=[2]))
     X  X [.]   X, the player    0b110_000_000
     O  O  .    O, the opponent  0b000_110_000
     .  .  .    [ ]: a best move
    """
    masks = [board for board in boards if isinstance(board, int) and 0 <= board < 512]
    if len(masks) < len(boards):
        return Drawing()
    names = ["X, the player   ", "O, the opponent "]
    if len(masks) == 1:
        names = ["X, the discs "]
    words = [f"{name} {bits(mask)}" for name, mask in zip(names, masks, strict=True)]
    player, opponent, *_ = [*masks, 0]
    board = "".join(signs_of(player, opponent, range(8, -1, -1), ".XO#"))
    if best is None:
        marked, meaning = full_lines(board), "a full line"
    else:
        marked, meaning = {*range(9)}.intersection(best), "a best move"
    return Drawing(
        rows_of((board[:3], board[3:6], board[6:])),
        bracketed(divmod(cell, 3) for cell in marked),
        tuple(words),
        legend=((BRACKETS, meaning),),
        beside=True,
    )


def bits(board: object) -> str:
    """Return a 9-bit board as a literal that shows its rows; anything else as it is.

    >>> bits(0b111000001), bits(512)
    ('0b111_000_001', '512')
    """
    if not isinstance(board, int) or not 0 <= board < 512:
        return repr(board)
    digits = f"{board:09b}"
    return f"0b{digits[:3]}_{digits[3:6]}_{digits[6:]}"


def signs_of(
    player: int, opponent: int, places: Iterable[int], known: str
) -> list[str]:
    """Return signs for the bits in some places: for none, one side, the other, both."""
    return [
        known[(player >> place & 1) + 2 * (opponent >> place & 1)] for place in places
    ]


def call_with_bits(call: Call) -> str:
    """Return a call as source, whose first two boards show their rows."""
    return call.source_with(*map(bits, call.arguments[:2]))


# Reversi


def draw_reversi(
    board: Iterable[Iterable[object]],
    answer: Mapping[Coordinate, str] | None = None,
    legend: Mapping[str, str] | None = None,
    *,
    question: Mapping[Coordinate, str] | None = None,
    words: Sequence[str] = (),
    about: Sequence[str] = (),
) -> Drawing:
    """Draw a board with its numbers; signs about question and answer replace cells.

    >>> print(draw_reversi([["X", " "], ["O", "X"]], answer={(0, 1): "+"}))
      0 1
    0 X +
    1 O X
    """
    rows = signs(board, {"X": "X", "O": "O", " ": "."})
    cells = Drawing(rows, marks(question or {})).with_marks()
    return Drawing(
        rows_of(cells),
        marks(answer or {}),
        tuple(words),
        tuple((legend or {}).items()),
        tuple(about),
        numbered=True,
    )


def draw_cells(
    board: Board,
    move: Collection[Coordinate],
    disc: str,
    expected: Collection[Coordinate],
    got: Collection[Coordinate],
    what: str,
    words: Sequence[str] = (),
) -> Drawing:
    """Draw a board with the cells of an answer: `what` says of each what is right."""
    answer = {cell: "+" if cell in got else "-" for cell in expected}
    answer |= {cell: "!" for cell in got if cell not in expected}
    answer |= {cell: "#" for cell in move if cell in answer}
    side = disc if disc in ("X", "O") else repr(disc)
    legend = {
        "*": f"the move of {side}",
        "#": f"the move of {side}: in the answer, but not turned over",
        "+": f"{what}, in the answer",
        "-": f"{what}, but missing from the answer",
        "!": "in the answer, but shouldn't be",
    }
    return draw_reversi(
        board, answer, legend, question=dict.fromkeys(move, "*"), words=words
    )


def draw_play(
    board: Board,
    move: Collection[Coordinate],
    disc: str,
    expected: object,
    got: object,
    words: Sequence[str] = (),
    about: Sequence[str] = (),
) -> Drawing:
    """Draw a board with what a move has to change, and what is wrong in an answer."""
    wrong, turning = changed(got, expected), changed(expected, board)
    answer = {cell: "+" for cell in turning if cell not in move}
    for cell in wrong:
        answer[cell] = "!"
        if cell in turning:
            answer[cell] = "#" if cell in move else "-"
    side = disc if disc in ("X", "O") else repr(disc)
    legend = {
        "*": f"the move of {side}",
        "#": f"the move of {side}: the disc isn't there",
        # Of what isn't a board nothing more can be said.
        "+": "turned over, as it should be" if is_board(got) else "has to turn over",
        "-": "not turned over, but should be",
        "!": "changed, but shouldn't have been",
    }
    question = dict.fromkeys(move, "*")
    return draw_reversi(
        board, answer, legend, question=question, words=words, about=about
    )


def changed(got: object, expected: object) -> list[Coordinate]:
    """Return the cells in which two boards differ; none if one isn't a board."""
    if not is_board(got) or not is_board(expected):
        return []
    return [(r, c) for r, c in sorted(CELLS) if got[r][c] != expected[r][c]]


def is_board(value: object) -> TypeGuard[Board]:
    """Return True if a value is eight lists of eight."""
    return is_matrix(value) and [*map(len, value)] == [8] * 8


def is_matrix(value: object) -> TypeGuard[Board]:
    """Return True if a value is a list of lists."""
    return isinstance(value, list) and all(isinstance(row, list) for row in value)


def from_bits(player: int, opponent: int) -> Board:
    """Return two 64-bit boards as one; ? is a cell that both have."""
    cells = signs_of(player, opponent, range(64), " XO?")
    return [cells[first : first + 8] for first in range(0, 64, 8)]


def sides(player: int, opponent: int) -> tuple[str, str]:
    """Return who has which sign on the drawing of two 64-bit boards."""
    return f"X  the player, {player:#x}", f"O  the opponent, {opponent:#x}"


def call_with_rows(call: Call) -> str:
    """Return a call as source, with the rows of its board; "" if it has none.

    >>> board = [[" "] * 8 for _ in range(7)] + [["X", "O"] + [" "] * 6]
    >>> print(call_with_rows(Call("score", (board,))))
    score([list(row) for row in [
        '        ', '        ', '        ', '        ',
        '        ', '        ', '        ', 'XO      ']])
    """
    board = next(iter(call.arguments), None)
    if not is_matrix(board) or not all(map(is_text, chain.from_iterable(board))):
        return ""
    rows = [repr("".join(row)) for row in board]
    lines = [", ".join(rows[start : start + 4]) for start in range(0, len(rows), 4)]
    return call.source_with(
        "[list(row) for row in [\n    " + ",\n    ".join(lines) + "]]"
    )


def is_text(cell: object) -> bool:
    """Tell whether a cell is one character."""
    return isinstance(cell, str) and len(cell) == 1


def call_in_hex(call: Call, number: int = 2) -> str:
    """Return a call as source, whose first arguments are masks in hexadecimal."""
    return call.source_with(*(f"{mask:#x}" for mask in call.arguments[:number]))
