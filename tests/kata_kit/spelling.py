"""Suggest what a word that is misspelt may mean: a name, an option, a path."""

from argparse import ArgumentParser
from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import Any


def nearest(word: str, words: Iterable[str], cutoff: float = 0.7) -> str:
    """Return the word that is spelt most like one that is not among them; else "".

    >>> nearest("Reversi_Palyer", ["reversi_game", "reversi_player"])
    'reversi_player'
    """
    folded = {one.casefold(): one for one in words}
    near = get_close_matches(word.casefold(), folded, n=1, cutoff=cutoff)
    return folded[near[0]] if near else ""


def asked(problem: str, meant: str) -> str:
    """Return a problem and the question behind it, on one line where there is room."""
    question = f"Did you mean {meant}?"
    gap = " " if len(f"ERROR: {problem} {question}") <= 80 else "\n"
    return f"{problem}{gap}{question}"


def option(typed: str, options: Iterable[str]) -> str:
    """Return what to say of an option that is misspelt; "" if none is like it."""
    name, equals, value = typed.partition("=")
    near = nearest(name, options, cutoff=0.75)
    problem = f"there is no option {name}."
    return asked(problem, f"{near}{equals}{value}") if near else ""


def nearest_path(path: Path) -> Path | None:
    """Return the path that is spelt most like one that does not exist."""
    if path.exists():
        return path
    folder = nearest_path(path.parent)
    if folder is None or not folder.is_dir():
        return None
    try:
        names = [one.name for one in folder.iterdir() if not one.name.startswith(".")]
    except OSError:
        return None
    name = nearest(path.name, names)
    return folder / name if name else None


class Parser(ArgumentParser):
    """A parser of a command line that says which option may be meant."""

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse words; leave with a sentence if one is an option that is misspelt."""
        known = self._option_string_actions
        for word in args:
            is_one = word.startswith("--") and word.partition("=")[0] not in known
            if is_one and (told := option(word, known)):
                self.exit(2, f"error: {told}\n")
        return super().parse_args(args, namespace)
