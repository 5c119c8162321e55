"""What is frozen of reading: each input whole, cut, changed and doubled is read as so many rows, or refused."""

from __future__ import annotations

import hashlib
import random
import re
import tempfile
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from ingest.damage import ROOT, SHARED

import ahp

TOPS = {
    "inputs": ROOT / "tests" / "inputs",
    "examples": ROOT / "examples",
    "refused": ROOT / "tests" / "bad_input",
}
TOPS |= {f"shared_{name}": SHARED / name for name in ("samples", "reproductions")}
"""The folders of inputs by the name of the file with what is frozen of them."""

NO_INPUTS = re.compile(r"README\.\w+|expected\.\w+|VERSION\.txt|.*\.(py|toml|yml|rst|md5)")
"""Files beside the inputs; of the Markdown there are tables, which are inputs."""

LARGE = 100_000
"""Bytes above which a file is only read whole and cut."""

_DIGITS = re.compile(rb"\d\d")


def files(name: str) -> list[Path]:
    """Return the inputs below a folder, in an order that is no machine's own."""
    top = TOPS[name]
    found = (path for path in top.rglob("*") if path.is_file())
    inputs = [path for path in found if not NO_INPUTS.fullmatch(path.name)]
    return sorted(inputs, key=lambda path: path.relative_to(top).as_posix())


def groups(name: str) -> list[tuple[str, tuple[Path, ...]]]:
    """Return the inputs by the folder that they are in, each group with the name of what is frozen."""
    found: dict[str, list[Path]] = {}
    for path in files(name):
        found.setdefault(path.parent.relative_to(TOPS[name]).as_posix(), []).append(path)
    return [(name, tuple(paths)) for _, paths in sorted(found.items())]


def title(name: str, path: Path) -> str:
    """Return how an input is called in what is frozen."""
    return path.relative_to(TOPS[name]).as_posix()


def changes(content: bytes, name: str) -> Iterator[tuple[str, bytes]]:
    """Yield an input whole, and then as it may arrive: cut, changed in one place, pasted twice.

    Where a file is changed follows from its name: the same on every machine and in every order.
    """
    yield "whole", content
    lines = content.splitlines(keepends=True)
    numbers = [match.start() + 1 for match in _DIGITS.finditer(content)]
    if numbers:
        at = numbers[len(numbers) * 3 // 4]
        yield f"cut inside a number at byte {at}", content[:at]
    if name.startswith(("refused/", "shared_reproductions/")) or not content:
        return
    if len(lines) > 1:
        at = len(lines) // 2
        yield f"cut after line {at}", b"".join(lines[:at])
    if len(content) > LARGE:
        return
    choose = random.Random(zlib.crc32(name.encode()))
    if numbers:
        at = choose.choice(numbers)
        other = b"%d" % ((content[at] - ord("0") + choose.randrange(1, 10)) % 10)
        yield f"another digit at byte {at}", content[:at] + other + content[at + 1 :]
    if name.startswith("shared_"):
        return
    yield "cut before the last byte", content[:-1]
    for _ in range(2):
        at, bit = choose.randrange(len(content)), choose.randrange(8)
        yield f"bit {bit} of byte {at}", content[:at] + bytes([content[at] ^ 1 << bit]) + content[at + 1 :]
    if len(lines) > 2:
        at = choose.randrange(len(lines))
        yield f"without line {at + 1}", b"".join(lines[:at] + lines[at + 1 :])
        at = choose.randrange(len(lines))
        yield f"line {at + 1} twice", b"".join(lines[: at + 1] + lines[at:])
    yield "doubled", content + content


def lines(group: tuple[str, Iterable[Path]]) -> list[str]:
    """Return a line for each input of a group and change: what was read, or that it was refused."""
    name, paths = group
    found = []
    for path in paths:
        given = None
        for change, content in changes(path.read_bytes(), f"{name}/{title(name, path)}"):
            with tempfile.TemporaryDirectory() as folder:
                copy = Path(folder, path.name)
                copy.write_bytes(content)
                ways = ("", "tested=") if given is None else (given,)
                for way in ways:
                    outcome = _outcome(f"{way}{copy}", way)
                    if not outcome.startswith("refused"):
                        break
            if change == "whole":
                given = way if not outcome.startswith("refused") else ""
            found.append(f"{title(name, path)} | {change} | {outcome}")
    return found


def _outcome(given: str, way: str) -> str:
    try:
        found = ahp.read(given)
        told = _told(found)
    except ahp.AHPError as error:
        return f"refused: {type(error).__name__}"
    (source,) = found.sources
    digest = hashlib.sha256("\n".join(told).encode()).hexdigest()[:16]
    counts = {
        "rows": len(found.rows),
        "measures": len({row.measure for row in found.rows}),
        "gaps": len(found.gaps),
        "spare": len(found.spare),
        "ignored": len(found.ignored),
        "warnings": len(found.warnings),
        "caveats": len(found.caveats) + len(found.assumed) + len(found.means),
    }
    numbers = ", ".join(f"{number} {what}" for what, number in counts.items() if number)
    return f"{'as ' + way if way else 'alone'} | {source.reader} | {numbers} | {digest}"


def _told(found: ahp.Measurements) -> list[str]:
    """Return everything that was read, line by line, numbers to ten digits; where it stood is not part of it."""
    rows = [
        f"{r.scenario}|{r.alternative}|{r.run}|{r.block}|{r.transaction}|{r.measure}|{r.value:.10g}|{r.unit}|"
        f"{r.resolution:.10g}|{r.stated.symbol if r.stated else ''}"
        for r in found.rows
    ]
    gaps = [f"gap|{g.scenario}|{g.alternative}|{g.run}|{g.transaction}|{g.measure}" for g in found.gaps]
    spare = [
        f"spare|{s.scenario}|{s.alternative}|{s.run}|{s.transaction}|{s.words}|{s.value:.10g}|"
        f"{s.unit.symbol if s.unit else ''}"
        for s in found.spare
    ]
    return [
        *rows,
        *gaps,
        *spare,
        *(f"ignored|{heading}" for heading in found.ignored),
        f"baseline|{found.baseline}",
    ]
