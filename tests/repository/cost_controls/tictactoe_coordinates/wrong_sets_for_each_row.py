"""A set of columns for each row, and a set of rows for each column."""


def has_winning_position(n, coordinates):
    rows = {}
    columns = {}
    for r, c in coordinates:
        rows.setdefault(r, set()).add(c)
        columns.setdefault(c, set()).add(r)
        if len(rows[r]) == n or len(columns[c]) == n:
            return True
        if all(i in rows.get(i, ()) for i in range(n)):
            return True
        if all(n - 1 - i in rows.get(i, ()) for i in range(n)):
            return True
    return False
