"""Time two contenders in turn, many rounds, and print their ratio.

The tables of `--benchmark-only` time one contender after the other. When the machine is
busier in one minute than in the next, their ratio is off. Here the two take turns, each
round gives a ratio, and the least, the median and the greatest of them are printed.
What counts is processor time.

    python tests/benchmarks/ratios.py                 all ratios
    python tests/benchmarks/ratios.py tictactoe_perft only those of a kata
"""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout
from functools import cache, partial
from io import StringIO
from pathlib import Path
from statistics import median
from time import process_time
from timeit import timeit
from typing import Any, TypeAlias

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

Run: TypeAlias = Callable[[], Any]

ROOT = Path(__file__).resolve().parents[2]
# A pair gets so many rounds, or as many as fit into so many seconds.
MOST_ROUNDS = 51
FEWEST_ROUNDS = 5
SECONDS = 20.0

# The seconds of processor time that one round of a contender takes; timeit stops the
# collector.
timed = partial(timeit, setup="gc.enable()", timer=process_time, number=1)

# Two contenders of a group, and how many times as long the slow one is to take at
# least.
RATIOS = (
    ("tictactoe_winner: 16 drawn boards", "cube root", "reference", 1),
    ("tictactoe_winner: n=1000", "loop of all()", "byte_slices", 5),
    ("tictactoe_coordinates: n=1000", "reference", "ask_forgiveness", 2),
    ("tictactoe_negamax: 4,520 positions", "plain, root only", "reference", 20),
    (
        "tictactoe_negamax: 4,520 positions, asked again",
        "plain, root only",
        "reference",
        80,
    ),
    ("tictactoe_negamax: the empty board", "plain search", "threats_first", 150),
    ("tictactoe_negamax: the empty board", "open_spiel", "threats_first", 7),
    ("tictactoe_perft: nine rows of statistics", "plain recursion", "reference", 10),
    ("reversi_flips: legal moves in eight games", "chapter", "border", 1.5),
    ("reversi_bitboards: legal moves of 1,000 positions", "chapter", "reference", 15),
    ("reversi_bitboards: legal moves of 1,000 positions", "creversi", "reference", 1.8),
    ("reversi_bitboards: perft 8", "open_spiel", "lanes", 40),
    ("reversi_bitboards: perft 9", "rust-reversi", "lanes", 1.5),
    ("reversi_search: 14 empty cells", "reference", "last_cells", 2),
    ("reversi_search: 14 empty cells", "last_cells", "rust-reversi", 1),
)


def main(katas: Sequence[str]) -> None:
    """Print each ratio; a median below its bound is marked."""
    print(f"{'slow / fast':46}{'least':>7}{'median':>8}{'most':>8}{'bound':>7}")
    for group, slow, fast, at_least in RATIOS:
        kata = group.partition(":")[0]
        if katas and kata not in katas:
            continue
        runs, told = contenders(kata), " not installed"
        if (group, slow) in runs and (group, fast) in runs:
            found = sorted(ratios(runs[group, slow], runs[group, fast]))
            mark = "*" * (median(found) < at_least)
            told = f"{found[0]:7.2f}{median(found):8.2f}{found[-1]:8.2f}"
            told += f"{at_least:7g}{mark}"
        print(f"{group}\n{f'  {slow} / {fast}':46}{told}", flush=True)


@cache
def contenders(kata: str) -> dict[tuple[str, str], Run]:
    """Return what a run of the benchmarks of a kata times, by group and name."""
    found: dict[tuple[str, str], Run] = {}

    def keep(benchmark: Any, run: Run, rounds: int) -> None:
        found[benchmark.group, benchmark.name] = run

    with pytest.MonkeyPatch.context() as patch, redirect_stdout(StringIO()):
        patch.setattr(BenchmarkFixture, "pedantic", keep)
        patch.setenv("PYTEST_ADDOPTS", "--solution --benchmark-only")
        options = f"--rootdir={ROOT}", "-pno:cacheprovider", "-Wignore"
        pytest.main([f"{ROOT}/katas/{kata}", *options])
    return found


def ratios(slow: Run, fast: Run) -> Iterator[float]:
    """Yield the ratio of each round; the first one isn't counted: caches fill."""
    seconds = timed(slow) + timed(fast)
    for _ in range(max(FEWEST_ROUNDS, min(MOST_ROUNDS, int(SECONDS / seconds)))):
        yield timed(slow) / timed(fast)


if __name__ == "__main__":
    os.chdir(ROOT)
    main(sys.argv[1:])
