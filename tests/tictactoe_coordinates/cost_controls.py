"""`has_winning_position`: right_, and wrong_ with too much memory or work.

All give right answers. `tests/repository/test_cost.py` runs them.
"""

# A small question to each function that there are controls for, and the answer.
SMALL = {"has_winning_position": ((3, [(0, 0), (0, 2), (1, 1), (2, 2)]), True)}


class Lines:
    def __init__(self, size):
        self.size = size
        self.counts = {}

    def add(self, row, column):
        full = False
        for key in self.through(row, column):
            self.counts[key] = self.counts.get(key, 0) + 1
            full = full or self.counts[key] == self.size
        return full

    def through(self, row, column):
        yield f"row {row}"
        yield f"column {column}"
        if row == column:
            yield "diagonal"
        if row + column == self.size - 1:
            yield "anti-diagonal"


def right_class(n, coordinates):
    """A class that is told one cell after the other."""
    lines = Lines(n)
    return any(lines.add(row, column) for row, column in coordinates)


def right_lists(n, coordinates):
    """A counter for each line, in lists."""
    rows, columns, down, up = [0] * n, [0] * n, 0, 0
    for row, column in coordinates:
        rows[row] += 1
        columns[column] += 1
        if row == column:
            down += 1
        if row + column == n - 1:
            up += 1
        if n in (rows[row], columns[column], down, up):
            return True
    return False


def wrong_in_all_counters(n, coordinates):
    """Looks for n in the counters of all rows and columns, for each cell."""
    rows, columns = [0 for _ in range(n)], [0 for _ in range(n)]
    down = up = 0
    for r, c in coordinates:
        rows[r] += 1
        columns[c] += 1
        down += r == c
        up += r + c == n - 1
        if n in rows or n in columns or n in (down, up):
            return True
    return False


def wrong_slices(n, coordinates):
    """Puts the counters into new lists, for each cell."""
    rows, columns, down, up = [0] * n, [0] * n, 0, 0
    for r, c in coordinates:
        rows = rows[:r] + [rows[r] + 1] + rows[r + 1 :]
        columns = columns[:c] + [columns[c] + 1] + columns[c + 1 :]
        down += r == c
        up += r + c == n - 1
        if n in (rows[r], columns[c], down, up):
            return True
    return False


def wrong_constant_board(n, coordinates):
    """A board of 256 x 256 cells: it does not grow, and is too large for n = 128."""
    board = bytearray(256 * 256)

    def written():
        for r, c in coordinates:
            board[r * 256 + c] = 1
            yield r, c

    return right_lists(n, written())


def wrong_one_bitmask(n, coordinates):
    """The whole board as one int of n * n bits."""
    row = (1 << n) - 1
    column = sum(1 << n * i for i in range(n))
    down = sum(1 << (n + 1) * i for i in range(n))
    up = sum(1 << n * i + n - 1 - i for i in range(n))
    board = 0
    for r, c in coordinates:
        board |= 1 << n * r + c
        for line in (row << n * r, column << c, down, up):
            if board & line == line:
                return True
    return False


def covered(n, r, c, is_taken):
    """Tell whether one of the lines through a cell is covered."""
    return (
        all(is_taken(r, i) for i in range(n))
        or all(is_taken(i, c) for i in range(n))
        or (r == c and all(is_taken(i, i) for i in range(n)))
        or (r + c == n - 1 and all(is_taken(i, n - 1 - i) for i in range(n)))
    )


def wrong_set_of_cells(n, coordinates):
    """Keeps every cell in a set, and looks at the lines through the newest one."""
    seen = set()
    for r, c in coordinates:
        seen.add((r, c))
        if covered(n, r, c, lambda r, c: (r, c) in seen):
            return True
    return False
