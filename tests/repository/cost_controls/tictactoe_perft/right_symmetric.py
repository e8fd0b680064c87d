"""Levels in which the eight images of a board are one."""

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
TURN = (6, 3, 0, 7, 4, 1, 8, 5, 2)
MIRROR = (2, 1, 0, 5, 4, 3, 8, 7, 6)


def text(player, opponent):
    signs = [".", "X", "O"]
    return "".join(signs[(player >> 8 - i & 1) + 2 * (opponent >> 8 - i & 1)] for i in range(9))


def first_image(board):
    images = []
    for _ in range(4):
        board = "".join(board[i] for i in TURN)
        images.append(board)
        images.append("".join(board[i] for i in MIRROR))
    return min(images)


def lost(board):
    return any(board[a] == board[b] == board[c] == "O" for a, b, c in LINES)


def perft(player, opponent, depth):
    level = {text(player, opponent): 1}
    for _ in range(depth):
        following = {}
        for board, ways in level.items():
            if lost(board):
                continue
            for i in range(9):
                if board[i] == ".":
                    after = board[:i] + "X" + board[i + 1 :]
                    after = first_image(after.translate(str.maketrans("XO", "OX")))
                    following[after] = following.get(after, 0) + ways
        level = following
    return sum(level.values())
