"""Benchmarks of the katas: loaded in runs with --benchmark-only, and in no other.

- `contest`: what is compared, and on which inputs;
- `proof`: your code has to be right before it is timed;
- `plugin`: the hooks and the fixture `race`;
- `tables`: the text at the end of the run.

The inputs stand in `tests/benchmarks/bench_<kata>.py`.
"""

from kata_kit.benchmarks.contest import Group, Other, each_contender

__all__ = ["Group", "Other", "each_contender"]
