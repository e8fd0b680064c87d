"""`--trace-case`: what the code did in a call that failed, line by line, as a learner reads it."""

from __future__ import annotations

from kata_tables.arguments import Call

from kata_kit import layout
from kata_kit.asked import Code

# After so many lines a call is stopped; the process keeps the first rows and the last ones.
MOST_LINES = 5_000
# A screen holds so many rows of these.
FIRST, LAST = 12, 6
NARROWEST_SOURCE = 24  # columns


def traced(code: Code, call: Call, *, whole: bool) -> list[str]:
    """The lines for the terminal, a screen or the `whole`; none if it cannot be called again."""
    if code.requests[-1].wanted == "session":
        return ["trace: a session is not traced; --pdb steps through it"]
    reply = code.callee.count(call.function, "trace", [MOST_LINES], [code.arguments(call)])
    rows = [line.split("\t") for line in reply.printed.splitlines() if line.count("\t") == 2]
    cost = reply.outcomes[0] if reply.outcomes else None
    if not rows:
        return []
    lines = list(map("".join, _aligned(rows)))
    if not whole and len(lines) > FIRST + LAST + 1:
        lines = [*lines[:FIRST], "    ... (-v shows more)", *lines[-LAST:]]
    if isinstance(cost, tuple) and cost[1]:
        lines.append(f"    stopped after {MOST_LINES:,} lines")
    return ["", "trace:", *(layout.short(line, layout.width()) for line in lines)]


def _aligned(rows: list[list[str]]) -> list[tuple[str, str]]:
    """The source with the number of its line, and the changes in a column of their own."""
    places = [place.rpartition(":") for place, _, _ in rows]
    one_file = len({file for file, _, _ in places if file}) == 1
    numbers = [line if one_file else f"{file}:{line}".strip(":") for file, _, line in places]
    width = max(map(len, numbers))
    widest = max((len(source) for _, source, changes in rows if changes), default=0)
    room = min(widest, max(NARROWEST_SOURCE, (layout.width() - width) * 3 // 5))
    return [
        (f"  {number:>{width}}  ", f"{layout.short(source, room):{room}}  {changes}".rstrip())
        if changes
        else (f"  {number:>{width}}  ", source)
        for number, (_, source, changes) in zip(numbers, rows, strict=True)
    ]
