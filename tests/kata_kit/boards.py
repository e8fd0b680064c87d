"""Boards as people draw them: from rows of text to arguments, and from arguments to pictures."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

Coordinate = tuple[int, int]

MARKS = {".": 0, "X": 1, "O": 2}


def matrix(*rows: str) -> list[list[int]]:
    """Rows of text as a matrix: 0 empty, 1 X, 2 O.

    >>> matrix("XO",
    ...        ".X")
    [[1, 2], [0, 1]]
    """
    return [[MARKS[cell] for cell in row] for row in rows]


def draw_matrix(board: Sequence[Sequence[object]], marked: Collection[Coordinate] = ()) -> str:
    """Draw a matrix; cells in `marked` stand in brackets, and what is no cell as itself.

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


def draw_bitboards(player: int, opponent: int, marked: int = 0) -> str:
    """Draw two 9-bit boards as one, with their literals; cells in `marked` stand in brackets.

    >>> print(draw_bitboards(0b110_000_000, 0b000_110_000, marked=0b110_000_000))
    [X][X] .    X, the player    0b110_000_000
     O  O  .    O, the opponent  0b000_110_000
     .  .  .
    """

    def sign(bit: int) -> str:
        if player & opponent & bit:
            return "#"  # Held by both sides.
        return "X" if player & bit else "O" if opponent & bit else "."

    def cell(bit: int) -> str:
        return f"[{sign(bit)}]" if marked & bit else f" {sign(bit)} "

    rows = ["".join(cell(1 << (8 - 3 * row - column)) for column in range(3)) for row in range(3)]
    words = [f"X, the player    {bits(player)}", f"O, the opponent  {bits(opponent)}", ""]
    return "\n".join(f"{row}   {text}".rstrip() for row, text in zip(rows, words, strict=True))


def reversi_board(*rows: str) -> list[list[str]]:
    """Eight rows of text as a Reversi board: cells are `"X"`, `"O"` and `" "`.

    >>> reversi_board(*["........"] * 7, "XO......")[7]
    ['X', 'O', ' ', ' ', ' ', ' ', ' ', ' ']
    """
    return [[" " if cell == "." else cell for cell in row] for row in rows]


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
        return "." if value == " " else value if value in ("X", "O") else "?"

    width = max(map(len, board), default=0)
    head = "  " + " ".join(str(column) for column in range(width))
    return "\n".join(
        [
            head,
            *(
                f"{row} " + " ".join(cell(row, column, value) for column, value in enumerate(cells))
                for row, cells in enumerate(board)
            ),
        ]
    )
