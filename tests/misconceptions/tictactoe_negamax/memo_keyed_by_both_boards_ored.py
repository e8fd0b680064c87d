"""On its way your code seems to keep one value for all positions with the same cells taken.

Four discs are on the cells 1, 4, 6 and 7. The player wins with those on 6 and 7, and loses with
those on 1 and 7. Which discs does a value depend on, and on which of the moves tried?
"""

from __future__ import annotations

CELLS = tuple(1 << (8 - cell) for cell in range(9))
LINES = (
    0b111_000_000,
    0b000_111_000,
    0b000_000_111,
    0b100_100_100,
    0b010_010_010,
    0b001_001_001,
    0b100_010_001,
    0b001_010_100,
)
WITH_A_LINE = {discs for discs in range(512) if any(discs & line == line for line in LINES)}


def generate_moves(player: int, opponent: int) -> list[int]:
    """List the masks of the empty cells."""
    check(player, opponent)
    return [cell for cell in CELLS if not cell & (player | opponent)]


def has_won(discs: int) -> bool:
    """Look for a full line."""
    check(discs)
    return discs in WITH_A_LINE


def score(player: int, opponent: int, memo: dict[int, int]) -> int:
    """Value a position: the sooner the end, the further from 0."""
    taken = player | opponent
    moves = [cell for cell in CELLS if not cell & taken]
    if opponent in WITH_A_LINE:
        return -1 - len(moves)
    if not moves:
        return 0
    if taken in memo:
        return memo[taken]
    best = -10
    for move in moves:
        worth = -score(opponent, player | move, memo)
        memo[taken] = worth
        best = max(best, worth)
    return best


def negamax(player: int, opponent: int) -> int:
    """Value a position: 1, 0 or -1."""
    check(player, opponent)
    worth = score(player, opponent, {})
    return (worth > 0) - (worth < 0)


def best_move(player: int, opponent: int) -> int:
    """Choose a cell."""
    moves = generate_moves(player, opponent)
    if has_won(opponent) or not moves:
        raise ValueError(f"expected an unfinished position, got {bin(player)} and {bin(opponent)}")
    memo: dict[int, int] = {}
    return CELLS.index(max(moves, key=lambda move: -score(opponent, player | move, memo)))


def check(player: int, opponent: int = 0) -> None:
    """Refuse boards that are too wide or share a cell."""
    if not 0 <= player | opponent < 512 or player & opponent:
        raise ValueError(
            f"expected boards of 9 bits that share no cell, got {bin(player)} and {bin(opponent)}"
        )
