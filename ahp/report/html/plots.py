"""The figures of a page: inline SVG, each with names of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ahp.errors import FigureError

if TYPE_CHECKING:
    from markupsafe import Markup


@dataclass(frozen=True)
class Plot:
    """A figure as the template draws it: an `svg` element, and what it shows."""

    svg: Markup
    shows: str


def plots_of(
    document: Mapping[str, Any], kinds: tuple[str, ...], prefix: str, scenario: str | None = None
) -> tuple[Plot, ...]:
    """Return figures of a document, a few, without those for which it lacks the numbers."""
    from markupsafe import Markup

    from ahp.report.figures.drawing import svg
    from ahp.report.figures.kinds import KINDS

    found = []
    for letter, kind in zip("abcdefgh", kinds, strict=False):
        try:
            drawn = svg(document, kind, scenario)
        except FigureError:
            continue
        found.append(Plot(Markup(renamed(drawn, f"{prefix}{letter}")), KINDS[kind].shows))
    return tuple(found)


def renamed(svg: str, prefix: str) -> str:
    """Return an SVG whose ids, and whatever refers to them, begin with a prefix: a page has several.

    Examples
    --------
    >>> renamed('<svg><path id="a"/><use href="#a" fill="url(#b)"/></svg>', "p-")
    '<svg><path id="p-a" /><use href="#p-a" fill="url(#p-b)" /></svg>'
    """
    from xml.etree import ElementTree as ET

    root = ET.fromstring(svg)
    for element in root.iter():
        element.tag = element.tag.removeprefix("{http://www.w3.org/2000/svg}")
        for key, value in element.attrib.items():
            if key == "id":
                element.set(key, f"{prefix}{value}")
            elif key == "aria-labelledby":
                element.set(key, " ".join(f"{prefix}{name}" for name in value.split()))
            elif key == "href" and value.startswith("#"):
                element.set(key, f"#{prefix}{value[1:]}")
            elif value.startswith("url(#"):
                element.set(key, f"url(#{prefix}{value[5:]}")
    return ET.tostring(root, encoding="unicode")
