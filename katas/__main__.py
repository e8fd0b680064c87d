"""Starts the loop: `python -m katas`, in the root of the clone; elsewhere, `python CLONE/katas`.

There is nothing to edit in this file.
"""

import sys
from pathlib import Path

# First on the path, because another package may have brought a `tests` of its own.
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from kata_loop.commands import main

sys.exit(main(sys.argv[1:]))
