"""An HTML page read as a tree, to check what is in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"meta", "br", "wbr", "rect", "link", "img", "hr", "input"}


@dataclass
class Node:
    """An element.

    Attributes:
        tag: its name.
        attributes: its attributes.
        parts: its texts and elements, in order.
    """

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    parts: list[Node | str] = field(default_factory=list)

    def all(self, *tags: str) -> Iterator[Node]:
        """All elements inside of these names, in order; all of any name without names."""
        for part in self.parts:
            if isinstance(part, Node):
                if not tags or part.tag in tags:
                    yield part
                yield from part.all(*tags)

    def one(self, tag: str, **attributes: str) -> Node:
        """The only element inside with that name and these attributes.

        Raises:
            ValueError: if there is another number of them.
        """
        (found,) = [
            node
            for node in self.all(tag)
            if all(node.attributes.get(name) == value for name, value in attributes.items())
        ]
        return found

    @property
    def text(self) -> str:
        """All text inside."""
        return "".join(part if isinstance(part, str) else part.text for part in self.parts)

    @property
    def spoken(self) -> str:
        """The text inside that is not hidden from a screen reader."""
        if self.attributes.get("aria-hidden") == "true":
            return ""
        return "".join(part if isinstance(part, str) else part.spoken for part in self.parts)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open = [Node("")]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = Node(tag, {name: value or "" for name, value in attrs})
        self.open[-1].parts.append(node)
        if tag not in VOID:
            self.open.append(node)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            if self.open[-1].tag != tag:
                raise ValueError(f"expected </{self.open[-1].tag}>, got </{tag}>")
            self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].parts.append(data)


def read(page: str) -> Node:
    """Read a page.

    Raises:
        ValueError: if an element is not closed, or closed in the wrong place.
    """
    reader = _Reader()
    reader.feed(page)
    reader.close()
    if len(reader.open) != 1:
        raise ValueError(f"expected </{reader.open[-1].tag}>, got the end of the page")
    return reader.open[0]


def matrix(page: Node) -> list[list[str]]:
    """The rows of the matrix as they are read aloud."""
    rows = page.one("table", id="matrix").all("tr")
    return [[" ".join(cell.spoken.split()) for cell in row.all("th", "td")] for row in rows]
