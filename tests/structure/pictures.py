"""The figures that stand in the documentation, and how they are drawn anew.

`python tests/structure/test_docs.py` writes them as it writes the outputs of the pages.
"""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import ahp

ROOT = Path(__file__).resolve().parents[2]
PICTURES = {
    "docs/images/order_entry.svg": ("examples/zfs_oltp.csv", "benefit_cost", "benefit_cost-1-order-entry.svg")
}
"""For each file its table, the kind of figure, and which of the figures of that kind it is."""

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?")
_SVG = "{http://www.w3.org/2000/svg}"


def drawn(name: str) -> bytes:
    """Return what a picture is now: the very file that `ahp-rank TABLE --figures` writes."""
    from ahp.report.figures import files

    table, kind, file = PICTURES[name]
    return dict(files(ahp.rank(ahp.read(ROOT / table)).to_dict(), ["svg"], [kind]))[file]


def main() -> None:
    """Write the pictures that say something else now."""
    for name in PICTURES:
        path, new = ROOT / name, drawn(name)
        if not path.exists() or not alike(path.read_bytes(), new):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(new)
            print(f"{name}: drawn anew")


def parts(svg: bytes) -> tuple[list[str], list[tuple[str, list[float]]]]:
    """Return what a figure says and what it draws: its words, and by element the numbers that place it."""
    root = ET.fromstring(svg)
    words = [element.text for element in root.iter() if element.text and element.text.strip()]
    placed = []
    for element in root.iter():
        placing = [element.get(key, "") for key in ("x", "y", "d", "transform", "points", "width", "height")]
        numbers = [float(number) for number in _NUMBER.findall(" ".join(placing))]
        if numbers:
            placed.append((element.tag.removeprefix(_SVG), numbers))
    return words, placed


def alike(old: bytes, new: bytes, tolerance: float = 2.0) -> bool:
    """Say whether two figures say the same in the same places, to two points: versions of Matplotlib differ in less."""
    (words, placed), (other_words, other_placed) = parts(old), parts(new)
    return (
        words == other_words
        and [(tag, len(numbers)) for tag, numbers in placed]
        == [(tag, len(numbers)) for tag, numbers in other_placed]
        and all(
            abs(a - b) <= tolerance
            for (_, numbers), (_, others) in zip(placed, other_placed, strict=True)
            for a, b in zip(numbers, others, strict=True)
        )
    )
