"""Time two contenders in turn, many rounds, and print their ratio.

The tables of `--benchmark-only` time one contender after the other. When the machine is busier in
one minute than in the next, their ratio is off. Here the two take turns, each round gives a ratio,
and the least, the median and the greatest of them are printed. What counts is processor time.

    python tests/benchmarks/ratios.py                 all ratios
    python tests/benchmarks/ratios.py tictactoe_perft only those of a kata
"""

from __future__ import annotations

import argparse
import sys
import tracemalloc
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from statistics import median
from time import process_time

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).resolve().parents[depth]) for depth in (1, 2)]

from kata_kit.benchmarks import Group
from kata_kit.benchmarks.contest import Entry, LeftOut, contender

# A pair gets so many rounds, or as many as fit into so many seconds.
MOST_ROUNDS = 51
FEWEST_ROUNDS = 5
SECONDS = 20.0


@dataclass(frozen=True)
class Ratio:
    """Two contenders of a group, and how many times as long the slow one is to take at least."""

    kata: str
    group: str
    slow: str
    fast: str
    at_least: float


LARGE = "n=1000, every line broken in its last cell"
FILLING = "n=1000, nine cells of each row, then a full row"
MOVES = "legal moves of 1,000 positions"
POSITIONS = "all 4,520 positions"
PLAIN_ROOT = "the plain search, root alone"
CHAPTER = "the chapter's functions"

RATIOS = (
    Ratio(
        "tictactoe_winner", "n=3, the 16 drawn boards", "product and cube root", "reference", 1.5
    ),
    Ratio("tictactoe_winner", LARGE, "a loop with all()", "byte_slices", 5),
    Ratio("tictactoe_coordinates", FILLING, "the Go solution", "reference", 1.1),
    Ratio("tictactoe_negamax", POSITIONS, PLAIN_ROOT, "reference", 80),
    Ratio("tictactoe_negamax", f"{POSITIONS}, asked again", PLAIN_ROOT, "reference", 80),
    Ratio("tictactoe_negamax", "the empty board", "the plain search", "threats_first", 150),
    Ratio("tictactoe_negamax", "the empty board", "open_spiel, alpha-beta", "threats_first", 7),
    Ratio("tictactoe_perft", "statistics, all nine rows", "the plain recursion", "reference", 60),
    Ratio("reversi_flips", "legal moves in eight games", CHAPTER, "reference", 2),
    Ratio("reversi_bitboards", MOVES, CHAPTER, "reference", 15),
    Ratio("reversi_bitboards", MOVES, "creversi", "reference", 1.8),
    Ratio("reversi_bitboards", "perft 8", "open_spiel, last ply counted", "lanes", 40),
    Ratio("reversi_bitboards", "perft 9", "rust-reversi", "lanes", 1.5),
)

# The reference of tictactoe_coordinates: bytes for each row of the board, and bytes in all cases.
MEMORY = (120, 4096)


def main(arguments: Sequence[str]) -> None:
    """Print a line for each ratio; a median below its bound is marked."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("kata", nargs="*", help="only the ratios of these katas")
    wanted = parser.parse_args(arguments).kata
    print(f"{'slow / fast':46}{'least':>7}{'median':>8}{'most':>8}{'bound':>7}")
    for ratio in RATIOS:
        if wanted and ratio.kata not in wanted:
            continue
        print(f"{ratio.kata}: {ratio.group}"[:80])
        try:
            found = sorted(ratios(ratio))
        except LeftOut as reason:
            print(f"  {ratio.slow}: {reason}")
            continue
        middle = median(found)
        pair = f"  {ratio.slow} / {ratio.fast}"
        mark = "" if middle >= ratio.at_least else "*"
        print(
            f"{pair:46}{found[0]:7.2f}{middle:8.2f}{found[-1]:8.2f}{ratio.at_least:7g}{mark}",
            flush=True,
        )
    if not wanted or "tictactoe_coordinates" in wanted:
        memory()


def ratios(ratio: Ratio) -> Iterator[float]:
    """Yield the ratio of each round.

    Raises:
        LeftOut: if a contender is not installed.
    """
    group = group_of(ratio.kata, ratio.group)
    slow, fast = (entered(ratio.kata, group, name) for name in (ratio.slow, ratio.fast))
    # The first round is not counted: caches fill, and the answers are compared.
    seconds = tried(slow) + tried(fast)
    for _ in range(max(FEWEST_ROUNDS, min(MOST_ROUNDS, int(SECONDS / seconds)))):
        yield timed(slow) / timed(fast)


def group_of(kata: str, name: str) -> Group:
    """A group of a kata's benchmarks, by its name."""
    groups: Sequence[Group] = import_module(f"benchmarks.bench_{kata}").GROUPS
    return next(group for group in groups if group.name == name)


def entered(kata: str, group: Group, name: str) -> Entry:
    """A contender that is ready to be timed."""
    return contender(kata, group, name).enter(group)


def tried(entry: Entry) -> float:
    """Run a contender once, compare its answers, and return the seconds that it took."""
    began = process_time()
    result = entry.run()
    seconds = process_time() - began
    entry.check(result)
    return seconds


def timed(entry: Entry) -> float:
    """Return the seconds of processor time that one round of a contender takes."""
    began = process_time()
    entry.run()
    return process_time() - began


def memory() -> None:
    """Print the peak memory of the reference of tictactoe_coordinates, and its bound."""
    group = group_of("tictactoe_coordinates", FILLING)
    entry = entered("tictactoe_coordinates", group, "reference")
    entry.run()
    tracemalloc.start()
    entry.run()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    bound = MEMORY[0] * group.size + MEMORY[1]
    print(f"tictactoe_coordinates: {FILLING}\n  peak memory: {peak:,} bytes, at most {bound:,}")


if __name__ == "__main__":
    main(sys.argv[1:])
