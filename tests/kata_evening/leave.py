"""`python -m katas leave`: take part in an evening no longer."""

import shutil
from collections.abc import Sequence

from kata_evening.sending import FOLDER


def main(words: Sequence[str]) -> int:
    """Forget the evening, and what waited to be sent; the exit code is 0."""
    was_there = FOLDER.exists()
    shutil.rmtree(FOLDER, ignore_errors=True)
    print("Your runs stay here now." if was_there else "You haven't joined an evening.")
    return 0
