"""Speed of reversi_bitboards: legal moves, flips, and perft."""

from functools import cache
from typing import Any

import pytest
from benchmarks import plain
from benchmarks.fixtures import Race, Solution, each, peer
from kata_tables.reversi import START, in_bits, in_rows, mask, played

MOVES, FLIPS = "legal moves of 1,000 positions", "flips of legal moves"
# Aart Bik, "Perft for Reversi": a pass is a ply, a finished game stays as one leaf.
PERFT = {6: 8200, 8: 390216, 9: 3005288}

each_depth = pytest.mark.parametrize("depth", PERFT)


@cache
def moves() -> tuple[list[tuple[int, int]], list[int]]:
    """Return the positions of 17 random games, a thousand, and their legal moves."""
    boards, right = [], []
    for board, disc, legal in played(17, 17):
        boards.append(in_bits(board, disc))
        right.append(mask(legal))
    return boards, right


@cache
def flips() -> tuple[list[tuple[int, int, int]], list[int]]:
    """Return each legal move of every tenth position, and what it turns over."""
    calls, right = [], []
    for board, disc, legal in played(17, 17)[::10]:
        for move, turned in legal.items():
            calls.append((*in_bits(board, disc), 1 << move))
            right.append(mask(turned))
    return calls, right


def test_moves(race: Race, solution: Solution) -> None:
    calls, right = moves()
    race(MOVES, solution.name, solution.each("legal_moves", calls), right)


def test_moves_by_the_chapter(race: Race) -> None:
    """Its boards are columns, and its moves lists of the column and the row."""
    calls = []
    for board, disc, _ in played(17, 17):
        columns = zip(*in_rows(board), strict=True)
        calls.append((list(map(list, columns)), disc))

    def masks(answers: Any) -> list[int]:
        return [mask(8 * y + x for x, y in cells) for cells in answers]

    race(MOVES, "chapter", each(plain.valid_moves, calls), moves()[1], masks)


def test_moves_by_creversi(race: Race) -> None:
    """Its own function for the mask of the legal moves, the fastest thing it has."""
    calls, right = moves()
    mobility = peer("creversi._bitboard").mobility
    race(MOVES, "creversi", each(mobility, calls), right)


def test_moves_by_rust_reversi(race: Race) -> None:
    rust = peer("rust_reversi")
    boards = [rust.Board() for _ in moves()[0]]
    for board, position in zip(boards, moves()[0], strict=True):
        board.set_board(*position, rust.Turn.BLACK)
    race(
        MOVES,
        "rust-reversi",
        lambda: [board.get_legal_moves() for board in boards],
        moves()[1],
    )


def test_flips(race: Race, solution: Solution) -> None:
    calls, right = flips()
    race(FLIPS, solution.name, solution.each("flips", calls), right)


def test_flips_by_creversi(race: Race) -> None:
    calls, right = flips()
    numbered = [
        (player, opponent, move.bit_length() - 1) for player, opponent, move in calls
    ]
    flip = peer("creversi._bitboard").flip
    race(FLIPS, "creversi", each(flip, numbered), right)


@each_depth
def test_perft(race: Race, solution: Solution, depth: int) -> None:
    if solution.name == "parallel_prefix":
        pytest.skip(f"{solution.name}, perft {depth} (it is that of the reference)")
    run = solution.each("perft", [(*in_bits(START), depth)])
    race(f"perft {depth}", solution.name, run, [PERFT[depth]])


@pytest.mark.parametrize("depth", [6, 8])
def test_perft_by_open_spiel(race: Race, depth: int) -> None:
    root = peer("pyspiel").load_game("othello").new_initial_state()
    race(
        f"perft {depth}",
        "open_spiel",
        each(open_spiel_perft, [(root, depth)]),
        [PERFT[depth]],
    )


@each_depth
def test_perft_by_rust_reversi(race: Race, depth: int) -> None:
    run = each(rust_perft, [(peer("rust_reversi").Board(), depth)])
    race(f"perft {depth}", "rust-reversi", run, [PERFT[depth]])


def open_spiel_perft(state: Any, depth: int) -> int:
    """Perft over open_spiel's states, with the last ply counted and not played."""
    if state.is_terminal():
        return 1
    actions = state.legal_actions()
    if depth == 1:
        return len(actions)
    children = map(state.child, actions)
    return sum([open_spiel_perft(child, depth - 1) for child in children])


def rust_perft(board: Any, depth: int) -> int:
    """Perft over rust-reversi's boards, driven in the fastest way that was found."""
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
