"""`perft` as learners write it: within the bounds (right_) and over one (wrong_).

All give right answers. A control is a dict of functions by name: a bound on `perft` is
made of what the learner's own `legal_moves` and `play` cost.
`tests/repository/test_cost.py` runs them.
"""

# A small question to each function that there are controls for, and the answer.
SMALL = {"perft": ((0x0000_0010_0800_0000, 0x0000_0008_1000_0000, 4), 244)}

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
    return sum(
        bit(*cell) for cell in ALL if flips_by_cells(player, opponent, bit(*cell))
    )


INNER = 0x7E7E7E7E7E7E7E7E
SHIFTS = [(1, INNER), (7, INNER), (8, FULL), (9, INNER)]


def flips_by_shifts(player, opponent, move):
    """Shifts of whole boards."""
    turned = 0
    if move & (player | opponent):
        return 0
    for step, inner in SHIFTS:
        for shift in (lambda b, n=step: b << n, lambda b, n=step: b >> n):
            run, cell = 0, shift(move)
            while cell & opponent & inner:
                run |= cell
                cell = shift(cell)
            if cell & player:
                turned |= run
    return turned


def moves_by_shifts(player, opponent):
    moves = 0
    for step, inner in SHIFTS:
        up, down = player << step & opponent & inner, player >> step & opponent & inner
        for _ in range(5):
            up |= up << step & opponent & inner
            down |= down >> step & opponent & inner
        moves |= up << step | down >> step
    return moves & FULL & ~(player | opponent)


def player_with(flips):
    def play(player, opponent, move):
        if move == 0:
            return opponent, player
        turned = flips(player, opponent, move)
        return opponent ^ turned, player | turned | move

    return play


BY_CELLS = (moves_by_cells, player_with(flips_by_cells))
BY_SHIFTS = (moves_by_shifts, player_with(flips_by_shifts))


# Ways to count nodes, for either style.


def recursion(legal_moves, play, is_bulk):
    """Recursion; the last ply is counted and not played if it is bulk."""

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


def two_functions(legal_moves, play):
    """Two functions that call each other, which makes twice as many calls."""

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


def stack_of_positions(legal_moves, play):
    """A stack of its own; every leaf is played."""

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
wrong_explicit_stack = stack_of_positions(*BY_SHIFTS)
wrong_plain_cell_by_cell = recursion(*BY_CELLS, is_bulk=False)
wrong_plain_with_shifts = recursion(*BY_SHIFTS, is_bulk=False)
