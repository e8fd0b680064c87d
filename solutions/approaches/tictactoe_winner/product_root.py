"""Who has won, from the products of the lines: how far can a root be carried?

The text that this kata comes from multiplies the cells of a line and takes the n-th
root: 2.0 is a line of O, 1.0 one of X. Its program takes the cube root, which goes with
three cells: on a board of four, X O O O has the product 8 as well. The n-th root of its
formula is right on paper, but a root is a float, and from n = 103 on the n-th root of 2
** n doesn't always come out as 2.0; 2 ** 1024 is too large for a float.

The way out isn't to take a root. "The n-th root is 2" says that the product is 2 ** n,
and ints are exact. A product of n cells 0, 1 and 2 is 1 only if every cell is 1, and 2
** n only if every cell is 2. Other cells have to be refused first: 4 beside 1 would
pass for two cells 2.

Choose it where the idea is the point. Each line costs n products of ints that grow to n
bits.
"""

from math import prod

from solutions.tictactoe_winner import DRAW, SIDES, UNFINISHED, Board, check, lines


def is_solved(board: Board) -> int:
    """As the reference's."""
    check(board)
    size = len(board)
    products = [prod(line) for line in lines(board)]
    for side in SIDES:
        if side**size in products:
            return side
    # Every row is a line, so an empty cell anywhere has made the product of its row 0.
    return UNFINISHED if 0 in products else DRAW
