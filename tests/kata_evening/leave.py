"""`python -m katas leave`: take part in an evening no longer."""

from collections.abc import Sequence

from kata_evening.sending import FOLDER, KEPT, LINK


def main(words: Sequence[str]) -> int:
    """Send nothing any more, also not what waited; the exit code is 0.

    The keys stay, so that this clone can come back under its names.
    """
    was_there = (FOLDER / LINK).exists()
    for file in FOLDER.rglob("*.*"):
        if file.name != KEPT:
            file.unlink(missing_ok=True)
    print("Your runs stay here now." if was_there else "You haven't joined an evening.")
    return 0
