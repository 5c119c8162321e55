"""A page as a tree, refused unless every element that is opened is closed where it should be."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"meta", "input", "br", "link", "img", "hr"}
CELL = ("td", "th")
IMPLIED = {"td": CELL, "th": CELL, "tr": (*CELL, "tr"), "tbody": (*CELL, "tr", "thead")}
"""What a start tag ends: HTML does not ask for the end tags of cells and rows."""


@dataclass
class Element:
    """An element with what stands in it."""

    tag: str
    attributes: dict[str, str]
    children: list[Element | str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """Everything that is written in it, scripts and styles left out."""
        if self.tag in ("script", "style"):
            return ""
        return "".join(c if isinstance(c, str) else c.text for c in self.children)

    def all(self, *tags: str) -> list[Element]:
        """Every element with one of these names inside it, in order."""
        found = []
        for child in self.children:
            if isinstance(child, Element):
                if not tags or child.tag in tags:
                    found.append(child)
                found += child.all(*tags)
        return found


class _Tree(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("", {})
        self.open = [self.root]

    def handle_starttag(self, tag, attrs):
        while self.open[-1].tag in IMPLIED.get(tag, ()):
            self.open.pop()
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"<{tag}> has an attribute twice"
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        while tag == "table" and self.open[-1].tag in ("td", "th", "tr", "tbody", "thead"):
            self.open.pop()
        assert self.open[-1].tag == tag, f"</{tag}> where <{self.open[-1].tag}> is open"
        self.open.pop()

    def handle_data(self, data):
        self.open[-1].children.append(data)


def parsed(page: str) -> Element:
    """Return the tree of a page or of a fragment."""
    tree = _Tree()
    tree.feed(page)
    tree.close()
    assert tree.open == [tree.root], f"<{tree.open[-1].tag}> is not closed"
    return tree.root
