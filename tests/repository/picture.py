"""Draw the coloured output of a terminal as an SVG, for the first page."""

import re
from collections.abc import Iterator
from html import escape

COLUMN, LINE, MARGIN = 8.4, 19, 16  # pixels
HEAD = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" \
width="{width}" height="{height}">
<style>
text {{ font: 14px ui-monospace, Menlo, Consolas, monospace; fill: #d6dae2; }}
.bold {{ font-weight: bold; }}
.red {{ fill: #ff8585; }} .green {{ fill: #7fd88f; }} .yellow {{ fill: #f2cc60; }}
</style>
<rect width="100%" height="100%" rx="8" fill="#1b1f27"/>
"""
STYLES = {"1": "bold", "31": "red", "32": "green", "33": "yellow"}


def svg(screen: str) -> str:
    """Return the picture of a screen of 80 columns."""
    lines = screen.splitlines()
    width = round(80 * COLUMN + 2 * MARGIN)
    height = len(lines) * LINE + 2 * MARGIN
    picture = HEAD.format(width=width, height=height)
    for number, line in enumerate(lines, start=1):
        for column, text, styles in parts(line):
            left = MARGIN + (column + len(text) - len(text.lstrip())) * COLUMN
            text = text.strip().replace(" ", "\N{NO-BREAK SPACE}")
            picture += (
                f'<text x="{left:.1f}" y="{MARGIN + number * LINE - 5}"'
                f' class="{styles}" textLength="{len(text) * COLUMN:.1f}"'
                f">{escape(text, quote=False)}</text>\n"
            )
    return picture + "</svg>\n"


def parts(line: str) -> Iterator[tuple[int, str, str]]:
    """Yield the texts of a line, each with its column and its styles."""
    column, styles = 0, list[str]()
    for code, text in re.findall(r"(?:\x1b\[(\d+)m|^)([^\x1b]*)", line):
        if code in STYLES:
            styles.append(STYLES[code])
        elif code == "0":
            styles.clear()
        if text.strip():
            yield column, text, " ".join(styles)
        column += len(text)
