"""Lets a file that imports a reference run in any folder, as an editor runs it."""

from katas import CLONE

__path__ = [str(CLONE / "solutions")]
