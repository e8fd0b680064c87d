"""Start the loop: `python -m katas`; where nothing is installed, `python CLONE/katas`.

There's nothing to edit in this file.
"""

import sys
from importlib.util import find_spec
from pathlib import Path

if not find_spec("pytest"):
    sys.exit(
        "error: this Python has no pytest. Activate the environment of the README's "
        "set-up,\n"
        'or install what the loop needs: pip install -e ".[loop]"'
    )

# First on the path, because other packages may have brought a `tests` or `solutions` of
# their own.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from kata_loop.commands import main

sys.exit(main(sys.argv[1:]))
