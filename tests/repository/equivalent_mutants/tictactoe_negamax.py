"""Mutants of solutions/tictactoe_negamax.py that no row can reject, each with the reason."""

from repository.mutants import Equivalent

EQUIVALENT = (
    Equivalent(
        "WITH_A_LINE",
        was="discs for discs in range(FULL + 1) if any(discs & line == line for line in LINES)",
        becomes="discs for discs in range(FULL + 2) if any(discs & line == line for line in LINES)",
        why="One number more is looked at: 512, whose only bit is in no line.",
    ),
    Equivalent(
        "WITH_A_LINE",
        was="discs for discs in range(FULL + 1) if any(discs & line == line for line in LINES)",
        becomes="discs for discs in range(FULL + 1) if any(discs & line >= line for line in LINES)",
        why="discs & line has no bit that line has not, so it is never above line.",
    ),
    Equivalent(
        "check_position",
        was="if not 0 <= player | opponent <= FULL:",
        becomes="if not 0 <= player ^ opponent <= FULL:",
        why="| and ^ differ only if a bit is on both boards. Then player & opponent is not 0, and "
        "the next test refuses the position with the same two numbers.",
    ),
    Equivalent(
        "generate_moves",
        was="check_position(player, opponent)",
        becomes="check_position(opponent, player)",
        why="| and & do not care for the order; only the two numbers in the message change places.",
    ),
    Equivalent(
        "generate_moves",
        was="taken = player | opponent",
        becomes="taken = player ^ opponent",
        why="check_position has refused boards that share a bit; without one, | and ^ agree.",
    ),
    Equivalent(
        "score",
        was="taken = player | opponent",
        becomes="taken = player ^ opponent",
        why="The position has been checked, and what comes after it has no cell on both boards, "
        "either; without one, | and ^ agree.",
    ),
    Equivalent(
        "score",
        was="return -(1 + (FULL ^ taken).bit_count())",
        becomes="return ~(1 + (FULL ^ taken).bit_count())",
        why="~n is -(n + 1): all wins and losses count one more. Their signs and their order "
        "stay, and negamax and best_move look at nothing else.",
    ),
    Equivalent(
        "score",
        was="return -(1 + (FULL ^ taken).bit_count())",
        becomes="return -(2 + (FULL ^ taken).bit_count())",
        why="All wins and losses count one more. Their signs and their order stay, and negamax "
        "and best_move look at nothing else.",
    ),
    Equivalent(
        "score",
        was="scores = [-score(opponent, player | cell) for cell in CELLS if not cell & taken]",
        becomes="scores = [-score(opponent, player ^ cell) for cell in CELLS if not cell & taken]",
        why="The cell is not taken, so its bit is not on the player's board: | and ^ agree.",
    ),
    Equivalent(
        "negamax",
        was="check_position(player, opponent)",
        becomes="check_position(opponent, player)",
        why="| and & do not care for the order; only the two numbers in the message change places.",
    ),
    Equivalent(
        "best_move",
        was="moves = generate_moves(player, opponent)",
        becomes="moves = generate_moves(opponent, player)",
        why="A cell is empty for both sides: generate_moves takes its arguments in any order.",
    ),
    Equivalent(
        "best_move",
        was="best = max(moves, key=lambda move: -score(opponent, player | move))",
        becomes="best = max(moves, key=lambda move: ~score(opponent, player | move))",
        why="~n is -n - 1: all keys are one less, and their order stays.",
    ),
    Equivalent(
        "best_move",
        was="best = max(moves, key=lambda move: -score(opponent, player | move))",
        becomes="best = max(moves, key=lambda move: -score(opponent, player ^ move))",
        why="A move is an empty cell, so its bit is not on the player's board: | and ^ agree.",
    ),
)
