"""Matplotlib's SVG made fit for a page: no style that reaches beyond it, no unused ids, a text alternative.

What Matplotlib writes stands alone: its style sheet speaks of every element, its ids are in every figure the
same, and its styles are attributes that a strict content policy does not apply. Here styles become
presentation attributes, ids that nothing refers to go, and the figure gets a title and a description.
"""

from __future__ import annotations

import hashlib
import re
from xml.etree import ElementTree as ET

from ahp.report.figures.palette import INK

_SVG = "{http://www.w3.org/2000/svg}"
_HREF = "{http://www.w3.org/1999/xlink}href"
_FONT = re.compile(r"(?P<rest>.*?)(?P<size>[\d.]+)px\s+(?P<family>.+)")
_NUMBER = re.compile(r"-?\d+\.\d+")
_REFERENCE = re.compile(r"url\(#([^)]+)\)")
_FAMILY = "'DejaVu Sans', Verdana, sans-serif"


def to_embed(source: str, title: str, description: str) -> str:
    """Return the `svg` element of a figure for a page: what was ink has the colour of the page's text.

    Parameters
    ----------
    source : str
        The SVG as Matplotlib writes it.
    title, description : str
        Its text alternative.
    """
    root = _cleaned(source, title, description)
    for element in root.iter():
        for key, value in element.attrib.items():
            if value.lower() == INK:
                element.set(key, "currentColor")
    return ET.tostring(root, encoding="unicode")


def to_file(source: str, title: str, description: str) -> str:
    """Return a figure as the text of a file: an SVG on white."""
    root = _cleaned(source, title, description)
    ground = ET.Element("rect", {"width": "100%", "height": "100%", "fill": "#ffffff"})
    root.insert(2, ground)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ET.tostring(root, encoding="unicode")}\n'


def _cleaned(source: str, title: str, description: str) -> ET.Element:
    root = ET.fromstring(source)
    used = set(_REFERENCE.findall(source)) | set(re.findall(r'xlink:href="#([^"]+)"', source))
    _walk(root, used)
    size = {key: root.attrib[key] for key in ("width", "height", "viewBox")}
    name = f"f{hashlib.sha256(source.encode()).hexdigest()[:10]}"
    root.attrib.clear()
    root.attrib.update(
        {
            "xmlns": "http://www.w3.org/2000/svg",
            **size,
            "role": "img",
            "aria-labelledby": f"{name}t {name}d",
            "font-family": _FAMILY,
            "stroke-linejoin": "round",
            "fill": INK,
        }
    )
    words = [ET.Element("title", {"id": f"{name}t"}), ET.Element("desc", {"id": f"{name}d"})]
    words[0].text, words[1].text = title, description
    root[:0] = words
    return root


def _walk(element: ET.Element, used: set[str]) -> None:
    element.tag = element.tag.removeprefix(_SVG)
    if element.attrib.get("id") not in used:
        element.attrib.pop("id", None)
    if _HREF in element.attrib:
        element.set("href", element.attrib.pop(_HREF))
    _unstyle(element)
    if not (element.text or "").strip():
        element.text = None
    elif element.tag == "text":  # blanks side by side would become one
        element.text = (element.text or "").replace("  ", " \u00a0")
    element.tail = None
    _round(element)
    for child in list(element):
        _walk(child, used)
        if _says_nothing(child):
            element.remove(child)


def _says_nothing(element: ET.Element) -> bool:
    """Say whether an element shows nothing: a description of the program, an empty group, a bare ground."""
    if element.tag in ("metadata", "style"):
        return True
    if element.tag == "path":
        return element.get("fill") == "none" and "stroke" not in element.attrib
    return element.tag in ("g", "defs") and not len(element)


def _round(element: ET.Element) -> None:
    """Write places to a hundredth of a point, and no turn where nothing turns."""
    for key in ("d", "x", "y", "transform", "points"):
        if key in element.attrib:
            rounded = _NUMBER.sub(
                lambda found: f"{float(found[0]):.2f}".rstrip("0").rstrip("."), element.attrib[key]
            )
            element.set(key, " ".join(rounded.split()))
    if element.get("transform", "").startswith("rotate(-0 "):
        del element.attrib["transform"]


def _unstyle(element: ET.Element) -> None:
    """Turn the style of an element into presentation attributes."""
    for declaration in filter(None, map(str.strip, element.attrib.pop("style", "").split(";"))):
        key, _, value = declaration.partition(":")
        key, value = key.strip(), value.strip()
        if key == "font" and (found := _FONT.fullmatch(value)) is not None:
            element.set("font-size", found["size"])
            for word in found["rest"].split():
                element.set("font-weight" if word.isdigit() or word == "bold" else "font-style", word)
        elif key != "font-family":  # the whole figure has one
            element.set(key, value.removesuffix("px"))
