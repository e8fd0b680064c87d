"""Starts the tool for authors: `python tests/kata_author new NAME`."""

import sys
from pathlib import Path

# A folder that is run stands first on the path; the package is found beside it. It is not run as
# `python -m tests.kata_author`, because another package may have brought a `tests` of its own.
sys.path[0] = str(Path(__file__).resolve().parents[1])

from kata_author.new import main  # noqa: E402 - the path is set first

sys.exit(main(sys.argv[1:]))
