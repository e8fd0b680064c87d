"""Makes a list first, and counts then."""


def has_winning_position(n, coordinates):
    coordinates = list(coordinates)
    for i in range(n):
        if sum(row == i for row, _ in coordinates) == n:
            return True
        if sum(column == i for _, column in coordinates) == n:
            return True
    if sum(row == column for row, column in coordinates) == n:
        return True
    return sum(row + column == n - 1 for row, column in coordinates) == n
