"""The pictures of the tic-tac-toe tables, and an oracle of the rules.

Here a board is a text of nine signs, row by row: X, O, and a dot for an empty cell. X
is the side that began. The oracle knows no bits and no swapped sides: it goes from the
first move on, or from the last boards back to the first.
"""

from collections.abc import Collection, Iterable, Sequence
from functools import cache

from kata_tables.arguments import Call
from kata_tables.drawing import Drawing, bracketed, rows_of

Coordinate = tuple[int, int]

EMPTY = "." * 9


@cache
def lines(size: int) -> list[list[Coordinate]]:
    """Return the lines of a board of any size: rows, columns, both diagonals."""
    numbers = range(size)
    return [
        *([(row, column) for column in numbers] for row in numbers),
        *([(row, column) for row in numbers] for column in numbers),
        [(number, number) for number in numbers],
        [(number, size - 1 - number) for number in numbers],
    ]


LINES = [tuple(3 * row + column for row, column in line) for line in lines(3)]


def side_to_move(board: str) -> str:
    """O on an even number of empty cells, X on an odd one."""
    return "O" if board.count(".") % 2 == 0 else "X"


@cache
def winner(board: str) -> str:
    """The side that has a line, or a dot."""
    for a, b, c in LINES:
        if board[a] == board[b] == board[c] != ".":
            return board[a]
    return "."


def put(board: str, cell: int, mark: str) -> str:
    """The board after a move."""
    return board[:cell] + mark + board[cell + 1 :]


@cache
def moves(board: str) -> dict[int, str]:
    """The boards after each move, by cell; none if the game is over."""
    if winner(board) != ".":
        return {}
    mark = side_to_move(board)
    return {cell: put(board, cell, mark) for cell in range(9) if board[cell] == "."}


@cache
def every_board() -> list[str]:
    """Return all 5,478 boards that play can reach, fewest discs first (15 ms)."""
    boards, latest = [], {EMPTY}
    while latest:
        boards += sorted(latest)
        latest = {after for board in latest for after in moves(board).values()}
    return boards


@cache
def results() -> dict[str, tuple[int, int]]:
    """Return for each board the result for X and its plies: fast wins, slow losses.

    The boards with the most discs come first, so the boards after each move are known
    already. It takes 10 ms.
    """
    known: dict[str, tuple[int, int]] = {}
    for board in reversed(every_board()):
        after = [known[following] for following in moves(board).values()]
        if not after:
            known[board] = ({"X": 1, "O": -1, ".": 0}[winner(board)], 0)
            continue
        wanted = 1 if side_to_move(board) == "X" else -1
        best = wanted * max(wanted * result for result, _ in after)
        plies = [length for result, length in after if result == best]
        known[board] = (best, 1 + (min(plies) if best == wanted else max(plies)))
    return known


def value(board: str) -> int:
    """The result for the side to move."""
    result, _ = results()[board]
    return result if side_to_move(board) == "X" else -result


def first_image(board: str) -> str:
    """Of a board and its turned and mirrored images the one that sorts first.

    >>> first_image("XO......."), first_image(".......OX")
    ('.......OX', '.......OX')
    """
    images = []
    for _ in range(4):
        # Rows become columns, then left becomes right: together a quarter turn.
        images.append(board := board[0::3] + board[1::3] + board[2::3])
        images.append(board := board[2::-1] + board[5:2:-1] + board[8:5:-1])
    return min(images)


# Boards as learners have them: rows of numbers, or two ints of nine bits.


def matrix(*rows: str) -> list[list[int]]:
    """Rows of text, or a board in one, as a matrix: 0 empty, 1 X, 2 O.

    >>> matrix("XO",
    ...        ".X")
    [[1, 2], [0, 1]]
    """
    if len(rows) == 1 and len(rows[0]) == 9:
        rows = (rows[0][:3], rows[0][3:6], rows[0][6:])
    return [[".XO".index(cell) for cell in row] for row in rows]


def bitboards(board: str, side: str = "X") -> tuple[int, int]:
    """A board as `(player, opponent)`, with a side to move; cell i (0..8) is bit 8 - i.

    >>> [f"{mask:09b}" for mask in bitboards("XX.OO....")]
    ['110000000', '000110000']
    """
    x, o = (as_board(cell for cell in range(9) if board[cell] == mark) for mark in "XO")
    return (x, o) if side == "X" else (o, x)


def position(board: str) -> tuple[int, int]:
    """A board as `(player, opponent)`, for the side whose turn it is."""
    return bitboards(board, side_to_move(board))


def as_board(cells: Iterable[int]) -> int:
    """A set of cells as a bitboard: cell i is worth 2 to the power of 8 - i."""
    return sum(2 ** (8 - cell) for cell in cells)


# What a learner is shown.


def draw_matrix(
    board: Iterable[Iterable[object]], marked: Collection[Coordinate] = ()
) -> Drawing:
    """Draw a matrix; cells in `marked` stand in brackets, what is not a cell is `?`.

    >>> print(draw_matrix([[1, 2], [0, 1]], marked={(0, 0), (1, 1)}))
    [X] O
     . [X]
    """
    signs = {"0": ".", "1": "X", "2": "O"}  # True is not a cell.
    rows = [[signs.get(repr(cell), "?") for cell in row] for row in board]
    return Drawing(rows_of(rows), bracketed(marked))


def draw_bitboards(
    boards: Sequence[object], best: Iterable[object] | None = None
) -> Drawing:
    """Draw a position or one side's discs; brackets mark full lines or best moves.

    >>> print(draw_bitboards((0b110_000_000, 0b000_110_000), best=[2]))
     X  X [.]   X, the player    0b110_000_000
     O  O  .    O, the opponent  0b000_110_000
     .  .  .    [ ]: a best move
    """
    ints = [board for board in boards if isinstance(board, int) and 0 <= board < 512]
    if len(ints) < len(boards):
        return Drawing()
    if len(ints) == 2:
        words = [
            f"X, the player    {bits(ints[0])}",
            f"O, the opponent  {bits(ints[1])}",
        ]
    else:
        words = [f"X, the discs  {bits(ints[0])}"]
    player, opponent = (f"{board:09b}" for board in (*ints, 0)[:2])
    known = {"00": ".", "10": "X", "01": "O", "11": "#"}
    signs = [known[x + o] for x, o in zip(player, opponent, strict=True)]
    if best is None:
        marked, meaning = full_lines(player, opponent), "[ ]: a full line"
    else:
        marked, meaning = {*range(9)}.intersection(best), "[ ]: a best move"
    return Drawing(
        rows_of((signs[:3], signs[3:6], signs[6:])),
        bracketed(divmod(cell, 3) for cell in marked),
        tuple(words),
        about=(meaning,) if marked else (),
        counted=True,
        beside=True,
    )


def full_lines(*boards: str) -> set[int]:
    """Return the cells of all lines that one of the boards has whole."""
    full = set[int]()
    for board in boards:
        for line in LINES:
            if all(board[cell] == "1" for cell in line):
                full.update(line)
    return full


def bits(board: object) -> str:
    """A 9-bit board as a literal that shows its rows; anything else as it is.

    >>> bits(0b111000001), bits(512)
    ('0b111_000_001', '512')
    """
    if not isinstance(board, int) or not 0 <= board < 512:
        return repr(board)
    digits = f"{board:09b}"
    return f"0b{digits[:-6]}_{digits[-6:-3]}_{digits[-3:]}"


def call_with_bits(call: Call) -> str:
    """A call whose first two arguments are 9-bit boards, which show their rows.

    >>> call_with_bits(Call("perft", (0b110_000_000, 0, 3)))
    'perft(0b110_000_000, 0b000_000_000, 3)'
    """
    return call.written(*map(bits, call.arguments[:2]))
