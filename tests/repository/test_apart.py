"""Wrong solutions whose answers look right, because a copy does not tell which lists are one."""

from __future__ import annotations

from dataclasses import replace

import pytest
from kata_kit.incoming import Trouble
from kata_kit.katas import BY_NAME, ROOT
from repository.tables import Direct, learners_run, ours

# It keeps the board, so that no other one gets its id.
BY_ID = "def {0}(*a): return kept.setdefault(id({1}), (a, right(*a)))[1]"
ONE_SET = "def {0}(*a): new = right(*a); ONE.clear(); ONE.update(new); return ONE"
NEXT_CALL = "returned a {} that its next call changed; make a new one each time"
AGAIN = "returned a list again that a caller has changed; make a new one each time"
AGAIN_SET = AGAIN.replace("list", "set")

# The kata, the function, how it is wrong, the first row that says so, and what is said: nothing
# where the answer itself is wrong.
WRONG = [
    ("tictactoe_winner", "is_solved", BY_ID.format("is_solved", "a[0]"), "Every line of every", ""),
    (
        *("tictactoe_coordinates", "has_winning_position"),
        BY_ID.format("has_winning_position", "a[1]"),
        *("Boards of 1 to 6 rows in seeded random orders", ""),
    ),
    (
        *("tictactoe_negamax", "generate_moves"),
        "def generate_moves(*a): ONE[:] = right(*a); return ONE",
        *("All 512 sets of taken cells", NEXT_CALL.format("list")),
    ),
    (
        *("tictactoe_negamax", "best_move"),
        "generate_moves = cache(generate_moves)\n"
        "def best_move(*a):\n    generate_moves(*a).sort()\n    return right(*a)",
        *(
            "The moves of fifty positions",
            NEXT_CALL.format("list").replace("its next call", "best_move"),
        ),
    ),
    (
        *("tictactoe_perft", "divide", ONE_SET.format("divide").replace("ONE", "kept")),
        *("Positions of three discs", NEXT_CALL.format("dict")),
    ),
    ("reversi_flips", "new_board", "def new_board(): return FIRST", "The board of another", AGAIN),
    ("reversi_flips", "new_board", "def new_board(): return FIRST[:]", "The board of an", AGAIN),
    (
        *("reversi_flips", "new_board"),
        "def new_board():\n    e = [' '] * 8\n    return [e] * 3 + right()[3:5] + [e] * 3",
        *("The board of another", "returned one list in two places: [0] and [1] of it"),
    ),
    (
        *("reversi_flips", "flips", ONE_SET.format("flips")),
        *("A move among eight discs", NEXT_CALL.format("set")),
    ),
    (
        "reversi_flips",
        "flips",
        BY_ID.format("flips", "a[0]"),
        "A move among eight discs",
        AGAIN_SET,
    ),
    (
        *("reversi_flips", "legal_moves", BY_ID.format("legal_moves", "a[0]")),
        *("The moves of both sides", AGAIN_SET),
    ),
    (
        *("reversi_flips", "play"),
        "def play(board, *move):\n    new = right(board, *move)\n"
        "    return [old if old == row else row for old, row in zip(board, new)]",
        "The recorded games",
        "returned a part of what it was given: [0] is the same list, and no copy",
    ),
    (
        *("reversi_flips", "score", ONE_SET.format("score").replace("ONE", "kept")),
        *("The score in positions", NEXT_CALL.format("dict")),
    ),
    (
        *("tictactoe_player", "choose_move", BY_ID.format("choose_move", "a[0]")),
        *("Every position of a game that X began, with a win", ""),
    ),
    (
        *("reversi_player", "choose_move", BY_ID.format("choose_move", "a[0]")),
        *("Every position of eight random games", ""),
    ),
]
# What caches so that nobody can notice is right.
RIGHT = [
    (
        *("reversi_flips", "flips"),
        "def new_board(): return [*map(list, FIRST)]\n"
        "def flips(b, *a): return kept.setdefault((*map(tuple, b), *a), frozenset(right(b, *a)))",
    ),
    ("tictactoe_negamax", "generate_moves", "generate_moves = cache(right)"),
    (
        *("tictactoe_player", "choose_move"),
        "def choose_move(b, p): return kept.setdefault((*map(tuple, b), p), right(b, p))",
    ),
]


def run(kata: str, function: str, code: str) -> tuple[list[str], list[str]]:
    """The titles of the rows that reject the reference with this change, and what is said."""
    reference = ours(ROOT / BY_NAME[kata].solution)
    given = f"from functools import cache\nright, kept = {function}, {{}}\n"
    given += (
        f"ONE = {'[]' if '[:]' in code else 'set()'}\nFIRST = globals().get('new_board', list)()"
    )
    solution = replace(reference, code=f"{reference.code}\n{given}\n{code}\n")
    asked, failed = learners_run(BY_NAME[kata], Direct(BY_NAME[kata], solution))
    outcomes = [outcome for one in asked.requests for outcome in one.outcomes]
    troubles = [one for one in outcomes if isinstance(one, Trouble) and one.kind == "not apart"]
    return [row.title for row in failed], [one.message for one in troubles]


@pytest.mark.parametrize(("kata", "function", "code", "title", "said"), WRONG)
def test_what_is_shared_or_kept_is_rejected_and_named(
    kata: str, function: str, code: str, title: str, said: str
) -> None:
    titles, messages = run(kata, function, code)
    assert [first[: len(title)] for first in titles[:1]] == [title]
    assert messages[:1] == [said] * bool(said)


@pytest.mark.parametrize(("kata", "function", "code"), RIGHT)
def test_what_is_kept_and_cannot_be_noticed_is_right(kata: str, function: str, code: str) -> None:
    assert run(kata, function, code) == ([], [])
