"""A class that is told one cell after the other."""


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


def has_winning_position(n, coordinates):
    lines = Lines(n)
    return any(lines.add(row, column) for row, column in coordinates)
