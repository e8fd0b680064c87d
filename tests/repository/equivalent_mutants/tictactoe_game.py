"""Mutants of solutions/tictactoe_game.py that no row can reject, each with the reason."""

from repository.mutants import Equivalent

TWO_SIDES = "A side is YOU or COMPUTER, and YOU is the smaller number."
NO_CELL_BELOW = "Only 0, 1 and 2 are ever put on the board, so no cell is below EMPTY."

EQUIVALENT = (
    Equivalent(
        "main",
        was="except (EOFError, KeyboardInterrupt):",
        becomes="except (KeyboardInterrupt, EOFError):",
        why="Which exceptions are caught does not depend on their order.",
    ),
    Equivalent(
        "play",
        was="while is_solved(board) == UNFINISHED:",
        becomes="while is_solved(board) <= UNFINISHED:",
        why="UNFINISHED is -1, and the other answers of is_solved are 0, 1 and 2.",
    ),
    Equivalent(
        "play",
        was="row, column = your_move(board) if side == YOU else computers_move(board, choose_move)",
        becomes="row, column = your_move(board) if side <= YOU else computers_move(board, "
        "choose_move)",
        why=TWO_SIDES,
    ),
    Equivalent(
        "play",
        was="side = COMPUTER if side == YOU else YOU",
        becomes="side = COMPUTER if side <= YOU else YOU",
        why=TWO_SIDES,
    ),
    Equivalent(
        "your_move",
        was="if board[row][column] == EMPTY:",
        becomes="if board[row][column] <= EMPTY:",
        why=NO_CELL_BELOW,
    ),
    Equivalent(
        "empty_cells",
        was="if cell == EMPTY",
        becomes="if cell <= EMPTY",
        why=NO_CELL_BELOW,
    ),
    Equivalent(
        "show",
        was="for number, cells in zip(ROWS, board, strict=True):",
        becomes="for number, cells in zip(ROWS, board, strict=False):",
        why="ROWS has three numbers and the board three rows; strict never has a say.",
    ),
)
