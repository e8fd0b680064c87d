"""`perft` as learners write it: within the bounds on its cost (right_) and over one (wrong_).

All give right answers. A control is a dict of functions by name: a bound on `perft` is made of
what the learner's own `legal_moves` and `play` cost. `tests/repository/test_cost.py` runs them.
"""

FULL = 0xFFFFFFFFFFFFFFFF
ALL = [(row, column) for row in range(8) for column in range(8)]
WAYS = [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if (a, b) != (0, 0)]


def bit(row, column):
    return 1 << 8 * row + column


# Flips and legal moves in two styles.


def flips_by_cells(player, opponent, move):
    """Rows and columns, cell by cell."""
    if move & (player | opponent):
        return 0
    row, column = divmod(move.bit_length() - 1, 8)
    turned = 0
    for down, right in WAYS:
        run = 0
        r, c = row + down, column + right
        while 0 <= r < 8 and 0 <= c < 8 and opponent & bit(r, c):
            run |= bit(r, c)
            r, c = r + down, c + right
        if 0 <= r < 8 and 0 <= c < 8 and player & bit(r, c):
            turned |= run
    return turned


def moves_by_cells(player, opponent):
    return sum(bit(*cell) for cell in ALL if flips_by_cells(player, opponent, bit(*cell)))


DIRECTIONS = (-9, -8, -7, -1, 1, 7, 8, 9)
LEFT = {1: 0xFEFEFEFEFEFEFEFE, 7: 0x7F7F7F7F7F7F7F00, 8: 0xFFFFFFFFFFFFFF00, 9: 0xFEFEFEFEFEFEFE00}
RIGHT = {1: 0x7F7F7F7F7F7F7F7F, 7: 0xFEFEFEFEFEFEFE, 8: 0xFFFFFFFFFFFFFF, 9: 0x7F7F7F7F7F7F7F}


def shifted(board, step):
    if step > 0:
        return board << step & LEFT[step]
    right = RIGHT[-step]
    return board >> -step & right


def flips_by_shifts(player, opponent, move):
    """Shifts of whole boards."""
    turned = 0
    if move & (player | opponent):
        return 0
    for step in DIRECTIONS:
        run = 0
        cell = shifted(move, step)
        while cell & opponent:
            run |= cell
            cell = shifted(cell, step)
        if cell & player:
            turned |= run
    return turned


def moves_by_shifts(player, opponent):
    empty = FULL & ~(player | opponent)
    moves = 0
    for step in DIRECTIONS:
        front = shifted(player, step) & opponent
        while front:
            front = shifted(front, step)
            moves |= front & empty
            front &= opponent
    return moves


BY_CELLS = (flips_by_cells, moves_by_cells)
BY_SHIFTS = (flips_by_shifts, moves_by_shifts)


# Ways to count nodes, for either style.


def player_with(flips):
    def play(player, opponent, move):
        if move == 0:
            return opponent, player
        turned = flips(player, opponent, move)
        return opponent ^ turned, player | turned | move

    return play


def recursion(flips, legal_moves, is_bulk):
    """Recursion; the last ply is counted and not played if it is bulk."""
    play = player_with(flips)

    def perft(player, opponent, depth):
        if depth == 0:
            return 1
        moves = legal_moves(player, opponent)
        if moves == 0:
            if legal_moves(opponent, player) == 0:
                return 1
            return perft(opponent, player, depth - 1)
        if is_bulk and depth == 1:
            return bin(moves).count("1")
        total = 0
        while moves:
            move = moves & -moves
            moves ^= move
            total += perft(*play(player, opponent, move), depth - 1)
        return total

    return {"legal_moves": legal_moves, "play": play, "perft": perft}


def two_functions(flips, legal_moves):
    """Two functions that call each other, which makes twice as many calls."""
    play = player_with(flips)

    def perft(player, opponent, depth):
        if depth == 0:
            return 1
        return after_moves(player, opponent, depth, legal_moves(player, opponent))

    def after_moves(player, opponent, depth, moves):
        if not moves and not legal_moves(opponent, player):
            return 1
        if not moves:
            return perft(opponent, player, depth - 1)
        if depth == 1:
            return bin(moves).count("1")
        total = 0
        for number in range(64):
            if moves >> number & 1:
                total += perft(*play(player, opponent, 1 << number), depth - 1)
        return total

    return {"legal_moves": legal_moves, "play": play, "perft": perft}


def levels(flips, legal_moves):
    """Equal positions are merged, ply by ply, and the last ply is counted."""
    play = player_with(flips)

    def perft(player, opponent, depth):
        if depth == 0:
            return 1
        level = {(player, opponent): 1}
        for _ in range(depth - 1):
            following = {}
            for (player, opponent), ways in level.items():
                moves = legal_moves(player, opponent)
                if moves:
                    children = [play(player, opponent, 1 << i) for i in range(64) if moves >> i & 1]
                elif legal_moves(opponent, player):
                    children = [(opponent, player)]
                else:
                    children = [(player, opponent)]
                for child in children:
                    following[child] = following.get(child, 0) + ways
            level = following
        return sum(
            ways * (bin(legal_moves(*position)).count("1") or 1) for position, ways in level.items()
        )

    return {"legal_moves": legal_moves, "play": play, "perft": perft}


def stack_of_positions(flips, legal_moves):
    """A stack of its own; every leaf is played."""
    play = player_with(flips)

    def perft(player, opponent, depth):
        nodes = 0
        stack = [(player, opponent, depth)]
        while stack:
            player, opponent, depth = stack.pop()
            if depth == 0:
                nodes += 1
                continue
            moves = legal_moves(player, opponent)
            if moves:
                for i in range(64):
                    if moves >> i & 1:
                        stack.append((*play(player, opponent, 1 << i), depth - 1))
            elif legal_moves(opponent, player):
                stack.append((opponent, player, depth - 1))
            else:
                nodes += 1
        return nodes

    return {"legal_moves": legal_moves, "play": play, "perft": perft}


right_bulk_cell_by_cell = recursion(*BY_CELLS, is_bulk=True)
right_bulk_in_two_functions = two_functions(*BY_SHIFTS)
right_bulk_with_shifts = recursion(*BY_SHIFTS, is_bulk=True)
right_levels_with_bulk = levels(*BY_SHIFTS)
wrong_explicit_stack = stack_of_positions(*BY_SHIFTS)
wrong_plain_cell_by_cell = recursion(*BY_CELLS, is_bulk=False)
wrong_plain_with_shifts = recursion(*BY_SHIFTS, is_bulk=False)
