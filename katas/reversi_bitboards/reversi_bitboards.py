"""Reversi on bitboards: legal moves, flips, play and perft on two 64-bit ints.

The statement is in README.md; test your code with `pytest katas/reversi_bitboards`.

The cell in row r and column c, counted from 0 at the top left, is bit 8 * r + c: 0xFF
is row 0.
"""


def legal_moves(player: int, opponent: int) -> int:
    """Return the cells on which the player may put the next disc, as one mask.

    Raises ValueError if a board doesn't fit into 64 bits, or a cell is on both boards.

    >>> hex(legal_moves(0x0000_0010_0800_0000, 0x0000_0008_1000_0000))
    '0x80420100000'
    """
    # TODO: return one mask with the bits of all legal moves.
    raise NotImplementedError


def flips(player: int, opponent: int, move: int) -> int:
    """Return the discs that a move turns over, as one mask; 0 if the move is illegal.

    Raises ValueError if the move isn't the mask of one cell, or as `legal_moves` does.

    >>> hex(flips(0x0000_0010_0800_0000, 0x0000_0008_1000_0000, 1 << 20))
    '0x10000000'
    """
    # TODO: return one mask with the bits of all discs that turn over; 0 for an illegal
    # move.
    raise NotImplementedError


def play(player: int, opponent: int, move: int) -> tuple[int, int]:
    """Return the position after a move, or a pass (0), with the sides swapped.

    Raises ValueError if the move is illegal, or a pass although the player has a legal
    move or the game is finished, or as `flips` does.

    >>> boards = 0x0000_0010_0800_0000, 0x0000_0008_1000_0000
    >>> [hex(board) for board in play(*boards, 1 << 20)]
    ['0x800000000', '0x1018100000']
    """
    # TODO: return the position after the move or the pass, the side to move first.
    raise NotImplementedError


def perft(player: int, opponent: int, depth: int) -> int:
    """Return the number of nodes that are `depth` plies away from a position.

    A pass is a ply. A game that is finished earlier stays as one leaf and is counted.
    Raises ValueError if the depth is negative, or as `legal_moves` does.

    >>> perft(0x0000_0010_0800_0000, 0x0000_0008_1000_0000, 5)
    1396
    """
    # TODO: return the number of nodes at that depth; a pass is a ply, a finished game
    # one leaf.
    raise NotImplementedError


if __name__ == "__main__":
    print(__doc__)
