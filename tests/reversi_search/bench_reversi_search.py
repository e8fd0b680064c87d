"""Speed of reversi_search: endgames of the FFO's test suite, and a midgame move."""

from typing import Any

import pytest
from benchmarks.fixtures import Race, Solution, each, peer
from kata_tables.reversi import coordinates, in_bits, in_rows, played

# By the number of empty cells: position 1 of the suite, and what its best moves come
# to.
ENDGAMES = {
    8: "..XXXXX..OXOXX.O.XOOXXOOXXXXXXXOOXXXOOXOO.XOXOOOOOOOOOOOXXXXXXX.",
    10: "..XXXXX..OOOXX.O.OOOXXOO.OOOOOXOOOXXOOXOO.XOXOOO.XXXOOOOXXXXXXX.",
    14: "..XXXXX..OOOXX.O.OOOXXOX.OXOXOXXOXXXOXXX..XOXOXX.XXXOOO..OOOOO..",
}
VALUE = 18

each_endgame = pytest.mark.parametrize("cells", ENDGAMES)


@each_endgame
def test_solve(race: Race, solution: Solution, cells: int) -> None:
    run = solution.each("solve", [in_bits(ENDGAMES[cells])])
    race(f"{cells:2} empty cells", solution.name, run, [VALUE])


@each_endgame
def test_who_wins_by_rust_reversi(race: Race, cells: int) -> None:
    """Alpha-beta in Rust. It says who wins, not by how much, so it cuts more off."""
    rust = peer("rust_reversi")
    board = rust.Board()
    board.set_board(*in_bits(ENDGAMES[cells]), rust.Turn.BLACK)
    run = rust.AlphaBetaSearch(rust.PieceEvaluator(), cells, 1).get_search_score
    race(f"{cells:2} empty cells", "rust-reversi", each(run, [(board,)]), [1])


def test_moves_of_a_game(race: Race, solution: Solution) -> None:
    turns = [turn for turn in played(1, 3) if turn[2]]
    legal = [coordinates(moves) for _, _, moves in turns]

    def are_legal(answers: Any) -> list[bool]:
        return [move in moves for move, moves in zip(answers, legal, strict=True)]

    calls = [(in_rows(board), disc) for board, disc, _ in turns]
    run, right = solution.each("choose_move", calls), [True] * len(turns)
    race("the moves of a game", solution.name, run, right, are_legal)
