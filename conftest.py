"""Makes `pytest katas/<kata>` run the shared tests against your code.

The work is done in `tests/kata_kit`; see CONTRIBUTING.md for the way of a run.
"""

import os
import sys

# pytest-benchmark is loaded when it is asked for; pyproject.toml says why not always.
BENCHMARKS = any("--benchmark" in word for word in (*sys.argv, os.getenv("PYTEST_ADDOPTS", "")))

pytest_plugins = [
    "kata_kit.hooks",
    "pytest_benchmark.plugin" if BENCHMARKS else "kata_kit.without_benchmarks",
]
