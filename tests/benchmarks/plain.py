"""The algorithms of the source texts, statement by statement; names are in our style.

Tic-tac-toe after "Como hacer un tres en raya", Deybis Melendez, 2024, whose code is
JavaScript: plain recursion on bitboards, and nothing is kept. Cell i is bit 8 - i; the
side to move comes first. Reversi after chapter 15 of "Invent Your Own Computer Games
with Python" by Al Sweigart, fourth edition, where a board is a list of columns,
`board[x][y]`.
"""

# An octal digit is a row.
LINES = (0o444, 0o222, 0o111, 0o700, 0o070, 0o007, 0o421, 0o124)
FULL = 0o777


def generate_moves(player: int, opponent: int) -> list[int]:
    """Return the masks of the empty cells."""
    taken = player | opponent
    moves = []
    for cell in range(9):
        move = 0o400 >> cell
        if not taken & move:
            moves.append(move)
    return moves


def has_won(discs: int) -> bool:
    """Return whether one side has a line."""
    for line in LINES:  # noqa: SIM110 - a loop, as in the text
        if discs & line == line:
            return True
    return False


def negamax(player: int, opponent: int) -> int:
    """Return the value of a position for the side to move; every game is played out."""
    if has_won(opponent):
        return -1
    if player | opponent == FULL:
        return 0
    best = -1
    for move in generate_moves(player, opponent):
        score = -negamax(opponent, player | move)
        if score > best:
            best = score
    return best


def statistics(player: int, opponent: int, depth: int) -> list[int]:
    """Return nodes, wins of the player, wins of the opponent, and draws.

    Ended games stay as leaves.
    """
    if has_won(opponent):
        return [1, 0, 1, 0]
    if player | opponent == FULL:
        return [1, 0, 0, 1]
    if depth == 0:
        return [1, 0, 0, 0]
    total = [0, 0, 0, 0]
    for move in generate_moves(player, opponent):
        nodes, wins, losses, draws = statistics(opponent, player | move, depth - 1)
        total[0] += nodes
        total[1] += losses
        total[2] += wins
        total[3] += draws
    return total


def perft(player: int, opponent: int, depth: int) -> int:
    """Return the positions that are exactly so many plies away."""
    if depth == 0:
        return 1
    if has_won(opponent):
        return 0
    nodes = 0
    for move in generate_moves(player, opponent):
        nodes += perft(opponent, player | move, depth - 1)
    return nodes


Board = list[list[str]]


def is_on_board(x: int, y: int) -> bool:
    """Return whether a cell is on the board."""
    return x >= 0 and x <= 7 and y >= 0 and y <= 7


def is_valid_move(
    board: Board, tile: str, xstart: int, ystart: int
) -> list[list[int]] | bool:
    """Return the discs that turn over, or False for an illegal move."""
    if board[xstart][ystart] != " " or not is_on_board(xstart, ystart):
        return False
    other_tile = "O" if tile == "X" else "X"
    tiles_to_flip = []
    directions = [[0, 1], [1, 1], [1, 0], [1, -1], [0, -1], [-1, -1], [-1, 0], [-1, 1]]
    for xdirection, ydirection in directions:
        x, y = xstart + xdirection, ystart + ydirection
        while is_on_board(x, y) and board[x][y] == other_tile:
            x += xdirection
            y += ydirection
            if is_on_board(x, y) and board[x][y] == tile:
                while True:
                    x -= xdirection
                    y -= ydirection
                    if x == xstart and y == ystart:
                        break
                    tiles_to_flip.append([x, y])
    return tiles_to_flip if len(tiles_to_flip) > 0 else False


def valid_moves(board: Board, tile: str) -> list[list[int]]:
    """Return the legal moves."""
    moves = []
    for x in range(8):
        for y in range(8):
            if is_valid_move(board, tile, x, y) is not False:
                moves.append([x, y])  # noqa: PERF401 - a loop, as in the text
    return moves
