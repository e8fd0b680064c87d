"""Mutants of solutions/reversi_bitboards.py that no row can reject, each with the reason."""

from repository.mutants import Equivalent

ANY_ORDER = (
    "check_position takes | and & of the boards, which do not care for the order; only the two "
    "numbers in the message change places."
)
NOTHING_SHARED = "check_position has refused boards that share a bit; without one, | and ^ agree."
COUNTED_BY_PLAYING = (
    "The last ply is played instead of counted: perft is 1 for each move at depth 0, which adds up "
    "to the number of moves. It takes longer, and no row may depend on that."
)

EQUIVALENT = (
    Equivalent(
        "INNER",
        was="INNER: Bitboard = 0x7E7E_7E7E_7E7E_7E7E",
        becomes="INNER: Bitboard = 9114861777597660799",
        why="Bit 0, the top left corner, counts as inner. Only the steps to the right can reach "
        "it (a number shifted to the left has no bit 0), and the next step leaves nothing of it: "
        "a run that ends there is not closed, as before.",
    ),
    Equivalent(
        "legal_moves",
        was="check_position(player, opponent)",
        becomes="check_position(opponent, player)",
        why=ANY_ORDER,
    ),
    Equivalent(
        "legal_moves",
        was="empty = FULL ^ (player | opponent)",
        becomes="empty = FULL ^ (player ^ opponent)",
        why=NOTHING_SHARED,
    ),
    Equivalent(
        "flips",
        was="check_position(player, opponent)",
        becomes="check_position(opponent, player)",
        why=ANY_ORDER,
    ),
    Equivalent(
        "flips",
        was="if move & (player | opponent):",
        becomes="if move & (player ^ opponent):",
        why=NOTHING_SHARED,
    ),
    Equivalent(
        "play",
        was="return opponent ^ turned, player | turned | move",
        becomes="return opponent ^ turned, player ^ turned | move",
        why="What turns over is the opponent's, and flips has refused boards that share a bit.",
    ),
    Equivalent(
        "play",
        was="return opponent ^ turned, player | turned | move",
        becomes="return opponent ^ turned, player | turned ^ move",
        why="flips turns nothing over for a move to a taken cell, so the move is none of turned.",
    ),
    Equivalent(
        "perft",
        was="if depth == 0:",
        becomes="if depth <= 0:",
        why="Depths below 0 have been refused.",
    ),
    Equivalent(
        "perft",
        was="if depth == 1: return moves.bit_count()",
        becomes="pass",
        why=COUNTED_BY_PLAYING,
    ),
    Equivalent(
        "perft",
        was="if depth == 1:",
        becomes="if depth <= 1:",
        why="At depth 0 the function has returned before.",
    ),
    Equivalent(
        "perft",
        was="if depth == 1:",
        becomes="if depth < 1:",
        why=COUNTED_BY_PLAYING,
    ),
    Equivalent(
        "perft",
        was="if depth == 1:",
        becomes="if depth == 0:",
        why=COUNTED_BY_PLAYING,
    ),
    Equivalent(
        "check_position",
        was="if not 0 <= player | opponent <= FULL:",
        becomes="if not 0 <= player ^ opponent <= FULL:",
        why="| and ^ differ only if a bit is on both boards. Then player & opponent is not 0, and "
        "the next test refuses the position with the same two numbers.",
    ),
    Equivalent(
        "check_cell",
        was="if not 0 < move <= FULL or move & move - 1:",
        becomes="if not 0 != move <= FULL or move & move - 1:",
        why="A number below 0 has endlessly many bits, so move & move - 1 is not 0 for it.",
    ),
    Equivalent(
        "check_cell",
        was="if not 0 < move <= FULL or move & move - 1:",
        becomes="if not 0 < move < FULL or move & move - 1:",
        why="FULL has 64 bits, so move & move - 1 refuses it.",
    ),
)
