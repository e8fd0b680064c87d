"""Speed of reversi_bitboards: legal moves and flips one position at a time, and perft."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from benchmarks.plain import reversi as plain
from kata_kit.benchmarks import Group, Other, each_contender
from kata_kit.katas import BY_NAME, ROOT
from kata_kit.loading import load

table = load(ROOT / BY_NAME["reversi_bitboards"].table)
START = table.START
in_bits = table.in_bits
mask_of = table.mask_of
played = table.played

# Aart Bik, "Perft for Reversi": a pass is a ply, a finished game stays as one leaf.
PERFT = {5: 1396, 6: 8200, 7: 55092, 8: 390216, 9: 3005288}

# All positions of 50 random games are some 3,000.
EVERY = 3


def moves_in_games() -> tuple[list[tuple[int, int]], list[Any]]:
    """The legal moves of a thousand positions of random games."""
    positions = played()[::EVERY]
    return [in_bits(board) for board, _ in positions], [mask_of(moves) for _, moves in positions]


def flips_in_games() -> tuple[list[tuple[int, int, int]], list[Any]]:
    """What each legal move turns over, in a hundred of the positions."""
    calls, right = [], []
    for board, moves in played()[:: 10 * EVERY]:
        for move, turned in moves.items():
            calls.append((*in_bits(board), 1 << move))
            right.append(mask_of(turned))
    return calls, right


def perft_from_the_start(depth: int) -> Callable[[], tuple[list[tuple[int, int, int]], list[Any]]]:
    """The published count."""
    return lambda: ([(*START, depth)], [PERFT[depth]])


def columns_of(player: int, opponent: int) -> list[list[str]]:
    """A position as the chapter has it: X is to move, and the column comes first."""
    signs = {(0, 0): " ", (1, 0): "X", (0, 1): "O"}
    return [
        [signs[player >> 8 * y + x & 1, opponent >> 8 * y + x & 1] for y in range(8)]
        for x in range(8)
    ]


def as_mask(cells: Any) -> int:
    """A list of [x, y] as a mask."""
    return sum(1 << 8 * y + x for x, y in cells)


CHAPTER = Other(
    "the chapter's functions",
    lambda batch: [columns_of(*position) for position in batch],
    lambda boards: [plain.valid_moves(board, "X") for board in boards],
    lambda answers: [as_mask(cells) for cells in answers],
)


def creversi_moves(batch: Any) -> list[int]:
    """Creversi's own function for the mask of the legal moves, the fastest thing it has."""
    from creversi._bitboard import mobility

    return [mobility(player, opponent) for player, opponent in batch]


def creversi_flips(batch: Any) -> list[int]:
    """Creversi's own function for the mask of what turns over."""
    from creversi._bitboard import flip

    return [flip(*call) for call in batch]


def with_cell_numbers(batch: Any) -> list[tuple[int, int, int]]:
    """Calls whose move is the number of a cell."""
    return [(player, opponent, move.bit_length() - 1) for player, opponent, move in batch]


def rust_boards(batch: Any) -> list[Any]:
    """Boards of rust-reversi."""
    from rust_reversi import Board, Turn

    boards = []
    for player, opponent in batch:
        board = Board()
        board.set_board(player, opponent, Turn.BLACK)
        boards.append(board)
    return boards


CREVERSI_MOVES = Other("creversi", list, creversi_moves, needs="creversi")
CREVERSI_FLIPS = Other("creversi", with_cell_numbers, creversi_flips, needs="creversi")
RUST_MOVES = Other(
    "rust-reversi",
    rust_boards,
    lambda boards: [board.get_legal_moves() for board in boards],
    needs="rust_reversi",
)


def open_spiel_root(batch: Any) -> tuple[Any, int]:
    """The first position of open_spiel's Reversi, and the depth."""
    import pyspiel

    return pyspiel.load_game("othello").new_initial_state(), batch[0][-1]


def open_spiel_perft(state: Any, depth: int) -> int:
    """Perft over open_spiel's states, with the last ply counted and not played."""
    if state.is_terminal():
        return 1
    actions = state.legal_actions()
    if depth == 1:
        return len(actions)
    return sum([open_spiel_perft(state.child(action), depth - 1) for action in actions])


def rust_root(batch: Any) -> tuple[Any, int]:
    """The first position of rust-reversi, and the depth."""
    from rust_reversi import Board

    return Board(), batch[0][-1]


def rust_perft(board: Any, depth: int) -> int:
    """Perft over rust-reversi's boards; of several ways to drive it this is the fastest found."""
    children = board.get_child_boards()
    if not children:
        if depth == 1 or board.is_game_over():
            return 1
        passed = board.clone()
        passed.do_pass()
        return rust_perft(passed, depth - 1)
    if depth == 2:
        return sum([child.get_legal_moves().bit_count() or 1 for child in children])
    return sum([rust_perft(child, depth - 1) for child in children])


OPEN_SPIEL = Other(
    "open_spiel, last ply counted",
    open_spiel_root,
    lambda root: [open_spiel_perft(*root)],
    needs="pyspiel",
)
RUST_PERFT = Other(
    "rust-reversi", rust_root, lambda root: [rust_perft(*root)], needs="rust_reversi"
)

GROUPS = (
    Group(
        "legal moves of 1,000 positions",
        "legal_moves",
        moves_in_games,
        (CHAPTER, CREVERSI_MOVES, RUST_MOVES),
    ),
    Group("flips of legal moves", "flips", flips_in_games, (CREVERSI_FLIPS,)),
    Group("perft 6", "perft", perft_from_the_start(6), (OPEN_SPIEL, RUST_PERFT)),
    Group(
        "perft 8",
        "perft",
        perft_from_the_start(8),
        (OPEN_SPIEL, RUST_PERFT),
        without=("ray_tables",),
    ),
    Group(
        "perft 9",
        "perft",
        perft_from_the_start(9),
        (RUST_PERFT,),
        without=("ray_tables", "parallel_prefix"),
    ),
)


@each_contender("reversi_bitboards", GROUPS)
def test_speed(race: Any, group: Group, name: str) -> None:
    race(group, name)
