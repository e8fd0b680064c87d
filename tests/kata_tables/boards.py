"""Boards as people draw them: from rows of text to arguments, and from arguments to pictures."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TypeGuard

Coordinate = tuple[int, int]

MARKS = {".": 0, "X": 1, "O": 2}
# The cells of a Reversi board.
MARKS_OR_SPACE = ("X", "O", " ")


def matrix(*rows: str) -> list[list[int]]:
    """Rows of text as a matrix: 0 empty, 1 X, 2 O.

    >>> matrix("XO",
    ...        ".X")
    [[1, 2], [0, 1]]
    """
    return [[MARKS[cell] for cell in row] for row in rows]


def draw_matrix(board: Sequence[Sequence[object]], marked: Collection[Coordinate] = ()) -> str:
    """Draw a matrix; cells in `marked` stand in brackets, and what is not a cell as itself.

    >>> print(draw_matrix([[1, 2], [0, 1]], marked={(0, 0), (1, 1)}))
    [X] O
     . [X]
    """
    signs = {number: mark for mark, number in MARKS.items()}

    def cell(row: int, column: int, value: object) -> str:
        sign = signs.get(value, "?") if type(value) is int else "?"
        return f"[{sign}]" if (row, column) in marked else f" {sign} "

    return "\n".join(
        "".join(cell(row, column, value) for column, value in enumerate(cells)).rstrip()
        for row, cells in enumerate(board)
    )


def bitboards(*rows: str) -> tuple[int, int]:
    """Three rows of text as `(player, opponent)`: X is the player, O the opponent.

    Cell i (0..8, row by row from the top left) is bit 8 - i.

    >>> [f"{board:09b}" for board in bitboards("XX.", "OO.", "...")]
    ['110000000', '000110000']
    """
    cells = "".join(rows)
    player, opponent = (
        int("".join("1" if cell == mark else "0" for cell in cells), 2) for mark in "XO"
    )
    return player, opponent


def bits(board: int) -> str:
    """A 9-bit board as a literal that shows its rows.

    >>> bits(0b111000001)
    '0b111_000_001'
    """
    digits = f"{board:09b}"
    return f"0b{digits[:-6]}_{digits[-6:-3]}_{digits[-3:]}"


def call_with_bits(function: str, arguments: Sequence[object]) -> str:
    """A call whose first two arguments are 9-bit boards, which show their rows.

    >>> call_with_bits("perft", (0b110_000_000, 0, 3))
    'perft(0b110_000_000, 0b000_000_000, 3)'
    """

    def literal(position: int, value: object) -> str:
        is_board = position < 2 and isinstance(value, int) and 0 <= value < 2**9
        return bits(value) if is_board else repr(value)  # type: ignore[arg-type]

    written = [literal(position, value) for position, value in enumerate(arguments)]
    return f"{function}({', '.join(written)})"


def draw_bitboards(player: int, opponent: int, marked: int = 0, mark: str = "a full line") -> str:
    """Draw two 9-bit boards as one; cells in `marked` stand in brackets, which mean `mark`.

    >>> print(draw_bitboards(0b110_000_000, 0b000_110_000, 0b001_000_000, "a best move"))
     X  X [.]   X, the player    0b110_000_000
     O  O  .    O, the opponent  0b000_110_000
     .  .  .    [ ]: a best move
    """
    legend = f"[ ]: {mark}" if marked else ""
    words = [f"X, the player    {bits(player)}", f"O, the opponent  {bits(opponent)}", legend]
    return _draw_bits(player, opponent, marked, words)


def draw_discs(discs: int, marked: int = 0) -> str:
    """Draw one side's 9-bit board; cells in `marked` stand in brackets.

    >>> print(draw_discs(0b111_000_001, 0b111_000_000))
    [X][X][X]   X, the discs  0b111_000_001
     .  .  .    [ ]: a full line
     .  .  X
    """
    legend = "[ ]: a full line" if marked else ""
    return _draw_bits(discs, 0, marked, [f"X, the discs  {bits(discs)}", legend, ""])


def _draw_bits(player: int, opponent: int, marked: int, words: Sequence[str]) -> str:
    """Three rows of cells, each one with words behind it."""

    def sign(bit: int) -> str:
        if player & opponent & bit:
            return "#"  # Held by both sides.
        return "X" if player & bit else "O" if opponent & bit else "."

    def cell(bit: int) -> str:
        return f"[{sign(bit)}]" if marked & bit else f" {sign(bit)} "

    rows = ["".join(cell(1 << (8 - 3 * row - column)) for column in range(3)) for row in range(3)]
    return "\n".join(f"{row}   {text}".rstrip() for row, text in zip(rows, words, strict=True))


def reversi_board(*rows: str) -> list[list[str]]:
    """Eight rows of text as a Reversi board: cells are `"X"`, `"O"` and `" "`.

    >>> reversi_board(*["........"] * 7, "XO......")[7]
    ['X', 'O', ' ', ' ', ' ', ' ', ' ', ' ']
    """
    return [[" " if cell == "." else cell for cell in row] for row in rows]


def call_with_rows(function: str, arguments: Sequence[object]) -> str:
    """A call whose first argument is a Reversi board, which shows its rows; else "".

    >>> print(call_with_rows("score", (reversi_board(*["........"] * 7, "XO......"),)))
    score([list(row) for row in [
        '        ', '        ', '        ', '        ',
        '        ', '        ', '        ', 'XO      ']])
    """
    board, *others = arguments or (None,)
    if not is_matrix(board) or not all(cell in MARKS_OR_SPACE for row in board for cell in row):
        return ""
    rows = [repr("".join(map(str, row))) for row in board]
    lines = [", ".join(rows[start : start + 4]) for start in range(0, len(rows), 4)]
    written = "[list(row) for row in [\n    " + ",\n    ".join(lines) + "]]"
    return f"{function}({', '.join([written, *map(repr, others)])})"


def is_matrix(value: object) -> TypeGuard[list[list[object]]]:
    """Whether a value is a list of lists."""
    return isinstance(value, list) and all(isinstance(row, list) for row in value)


def draw_reversi(
    board: Sequence[Sequence[object]], signs: Mapping[Coordinate, str] | None = None
) -> str:
    """Draw a Reversi board with its row and column numbers; `signs` replace cells.

    >>> print(draw_reversi([["X", " "], ["O", "X"]], signs={(0, 1): "+"}))
      0 1
    0 X +
    1 O X
    """
    signs = signs or {}

    def cell(row: int, column: int, value: object) -> str:
        if (row, column) in signs:
            return signs[row, column]
        return "." if value == " " else str(value) if value in MARKS_OR_SPACE else "?"

    width = max(map(len, board), default=0)
    head = "  " + " ".join(str(column) for column in range(width))
    rows = [
        f"{row} " + " ".join(cell(row, column, value) for column, value in enumerate(cells))
        for row, cells in enumerate(board)
    ]
    return "\n".join([head, *rows])
