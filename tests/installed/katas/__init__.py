"""Lets `python -m katas` be typed in any folder: it is that of the clone around it.

Outside of every clone it is that of the clone that is installed.
"""

from pathlib import Path


def _clone() -> Path:
    """Return the root of the clone that the folder at hand is in."""
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / "katas" / "__main__.py").is_file():
            return folder
    return Path(__file__).resolve().parents[3]


CLONE = _clone()
__path__ = [str(CLONE / "katas")]
