"""A class with a method for each question."""


class Board:
    def __init__(self, rows):
        self.rows = rows
        self.size = len(rows)

    def cell(self, row, column):
        return self.rows[row][column]

    def row(self, number):
        return [self.cell(number, column) for column in range(self.size)]

    def column(self, number):
        return [self.cell(row, number) for row in range(self.size)]

    def diagonals(self):
        forward = [self.cell(i, i) for i in range(self.size)]
        backward = [self.cell(i, self.size - 1 - i) for i in range(self.size)]
        return [forward, backward]

    def lines(self):
        for number in range(self.size):
            yield self.row(number)
            yield self.column(number)
        yield from self.diagonals()

    def is_full(self):
        return all(self.cell(r, c) != 0 for r in range(self.size) for c in range(self.size))

    def has_line(self, mark):
        for line in self.lines():
            if all(cell == mark for cell in line):
                return True
        return False


def is_solved(board):
    position = Board(board)
    if position.has_line(1):
        return 1
    if position.has_line(2):
        return 2
    return 0 if position.is_full() else -1
