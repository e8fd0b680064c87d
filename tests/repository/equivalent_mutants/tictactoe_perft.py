"""Mutants of solutions/tictactoe_perft.py that no row can reject, each with the reason."""

from repository.mutants import Equivalent

CHECK_ANY_ORDER = (
    "check_position takes | and & of the boards, which do not care for the order; only the two "
    "numbers in the message change places."
)
MOVES_ANY_ORDER = "generate_moves takes | of the boards, which does not care for the order."
EMPTY_CELL = "A move is an empty cell, so its bit is not on the player's board: | and ^ agree."

EQUIVALENT = (
    Equivalent(
        "perft",
        was="check(player, opponent, depth)",
        becomes="check(opponent, player, depth)",
        why=CHECK_ANY_ORDER,
    ),
    Equivalent(
        "perft",
        was="if plies == depth:",
        becomes="if plies >= depth:",
        why="plies counts from 0 in steps of one, and the first one that is not below depth is "
        "depth itself.",
    ),
    Equivalent(
        "divide",
        was="check(player, opponent, depth)",
        becomes="check(opponent, player, depth)",
        why=CHECK_ANY_ORDER,
    ),
    Equivalent(
        "divide",
        was="if depth == 0 or has_won(opponent):",
        becomes="if depth <= 0 or has_won(opponent):",
        why="check has refused depths below 0.",
    ),
    Equivalent(
        "divide",
        was="CELLS.index(move): perft(opponent, player | move, depth - 1)",
        becomes="CELLS.index(move): perft(opponent, player ^ move, depth - 1)",
        why=EMPTY_CELL,
    ),
    Equivalent(
        "divide",
        was="for move in generate_moves(player, opponent)",
        becomes="for move in generate_moves(opponent, player)",
        why=MOVES_ANY_ORDER,
    ),
    Equivalent(
        "statistics",
        was="check(player, opponent, depth)",
        becomes="check(opponent, player, depth)",
        why=CHECK_ANY_ORDER,
    ),
    Equivalent(
        "statistics",
        was="return rows[min(depth, len(rows) - 1)]",
        becomes="return rows[min(len(rows) - 1, depth)]",
        why="The smaller of two numbers does not depend on their order.",
    ),
    Equivalent(
        "check",
        was="check_position(player, opponent)",
        becomes="check_position(opponent, player)",
        why=CHECK_ANY_ORDER,
    ),
    Equivalent(
        "following",
        was="for move in generate_moves(player, opponent):",
        becomes="for move in generate_moves(opponent, player):",
        why=MOVES_ANY_ORDER,
    ),
    Equivalent(
        "following",
        was="later[opponent, player | move] += ways",
        becomes="later[opponent, player ^ move] += ways",
        why=EMPTY_CELL,
    ),
    Equivalent(
        "results",
        was="elif player | opponent == FULL:",
        becomes="elif player ^ opponent == FULL:",
        why="The first position was checked, and following puts discs on empty cells only: the "
        "boards share no bit, and | and ^ agree.",
    ),
    Equivalent(
        "results",
        was="elif player | opponent == FULL:",
        becomes="elif player | opponent >= FULL:",
        why="No two boards of nine bits have a union above FULL.",
    ),
)
