"""What the tests of the micro-benchmark and monitor readers share."""

import json
import math
from collections.abc import Iterable
from pathlib import Path

import pytest
from ingest.damage import INPUTS, Numbers, reading_of

from ahp.errors import InputError
from ahp.ingest.readers.base import Reader

USER = ("%user", "%usr", "%nice", "%guest", "%gnice")
SYSTEM = ("%system", "%sys", "%irq", "%soft")
"""What counts as user and as system time, whichever of it a monitor shows apart."""


def refusal(reader: Reader, content: bytes | str | Path) -> str:
    """Return the message with which a file is refused, which names it."""
    with pytest.raises(InputError) as raised:
        reading_of(reader, content.encode() if isinstance(content, str) else content)
    assert raised.value.file is not None
    return str(raised.value)


def caveats(reader: Reader, content: bytes | str | Path) -> str:
    """Return what a reader has to say about a file."""
    return "\n".join(reading_of(reader, content.encode() if isinstance(content, str) else content).caveats)


def beside(harness: str) -> list[str]:
    """Return the files that stand beside `expected.csv`, to be damaged."""
    return sorted(
        p.name for p in (INPUTS / harness).iterdir() if p.name not in ("expected.csv", "README.txt")
    )


def samples(folder: str, names: Iterable[str]) -> set[str]:
    """Return the names of the samples that inputs were copied from."""
    return {name if name.startswith(("own/", "public/")) else f"{folder}/{name}" for name in names}


def mean(rows: list[tuple[float | None, float, float]], unit: str = "%") -> Numbers:
    """Return user and system time, averaged over (seconds, user, system)."""
    seconds = [row[0] for row in rows]
    weights = [1.0] * len(rows)
    if None not in seconds and max(seconds) - min(seconds) > 1:
        weights = seconds
    total = math.fsum(weights)
    return {
        ("", "", "", "", name): (
            math.fsum(w * row[i] for w, row in zip(weights, rows, strict=True)) / total,
            unit,
        )
        for i, name in ((1, "cpu_user"), (2, "cpu_system"))
    }


def of_report(text: str) -> Numbers:
    """Read a report of sar or mpstat from the right, where the columns of heading and rows agree."""
    rows, heading, before = [], [], None
    for line in text.splitlines():
        words = line.replace(",", ".").split()
        if {"CPU", "NODE"} & set(words):
            heading = words
            before = clock(words)
        elif "all" in words and words[0][0].isdigit():
            at = {name: len(heading) - i for i, name in enumerate(heading)}
            now = clock(words)
            kinds = (USER, SYSTEM)
            sums = [math.fsum(float(words[-at[n]]) for n in kind if n in at) for kind in kinds]
            rows.append(((now - before) % 86400, *sums))
            before = now
    return mean(rows)


def clock(words: list[str]) -> float | None:
    """Return the time at the beginning of a line."""
    if not words[0][0].isdigit():
        return None
    hours, minutes, seconds = (int(part) for part in words[0][:8].split(":"))
    if words[1] in ("AM", "PM"):
        hours = hours % 12 + 12 * (words[1] == "PM")
    return 3600 * hours + 60 * minutes + seconds


def of_json(text: str) -> Numbers:
    """Read the JSON of sadf or mpstat by its keys."""
    rows = []
    (host,) = json.loads(text)["sysstat"]["hosts"]
    for entry in host["statistics"]:
        (load,) = [load for load in entry["cpu-load"] if load["cpu"] in ("all", "-1")]
        stamp = entry["timestamp"]
        rows.append(
            (
                float(stamp["interval"]) if isinstance(stamp, dict) else None,
                *(math.fsum(load.get(name[1:], 0) for name in kind) for kind in (USER, SYSTEM)),
            )
        )
    return mean(rows)
