"""What readers' tests share: expected values typed by hand, and files damaged on their way.

`tests/inputs/<harness>/expected.csv` has the columns file, scenario, alternative, run, transaction, measure,
value, unit. A file stands beside it or, where its name starts with `public/` or `own/`, in the samples
(`AHP_SHARED`, by default `../shared` beside the project); a test of a missing sample is skipped.
"""

from __future__ import annotations

import csv
import io
import os
import random
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from ahp.errors import InputError
from ahp.ingest.files.open import open_source
from ahp.ingest.read import naming
from ahp.ingest.readers.base import Options, Reader, Reading

ROOT = Path(__file__).resolve().parents[2]
INPUTS = ROOT / "tests" / "inputs"
CHANGED = ROOT / "tests" / "ingest" / "readers" / "changed"
SHARED = Path(os.environ.get("AHP_SHARED", ROOT.parent / "shared"))

Key = tuple[str, str, str, str, str]
"""Scenario, alternative, run, transaction, measure; "" where the file does not say."""
Numbers = dict[Key, tuple[float, str]]
"""The value and the unit of each."""


def path_of(harness: str, file: str) -> Path:
    """Return where a file of a harness, or one of the samples, would stand."""
    return SHARED / "samples" / file if file.startswith(("own/", "public/")) else INPUTS / harness / file


def located(harness: str, file: str) -> Path:
    """Return where a file stands; skip the test if it is a sample that is not there."""
    path = path_of(harness, file)
    if not path.exists():
        pytest.skip(f"the sample {path} is not here")
    return path


def expected(harness: str) -> dict[str, Numbers]:
    """Return what was typed by hand for each file of a harness."""
    found: dict[str, Numbers] = {}
    with (INPUTS / harness / "expected.csv").open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            key = (row["scenario"], row["alternative"], row["run"], row["transaction"], row["measure"])
            numbers = found.setdefault(row["file"], {})
            assert key not in numbers, f"{row['file']}: {key} is typed twice"
            numbers[key] = (float(row["value"]), row["unit"])
    return found


def reading_of(reader: Reader, content: object, options: Options | None = None) -> Reading:
    """Return what a reader makes of a file, of its bytes, or of a frame."""
    source = open_source(io.BytesIO(content) if isinstance(content, bytes) else content)
    with naming(source):
        return reader.read(source, options or Options())


def refused(reader: Reader, content: bytes, words: str) -> InputError:
    """Assert that a file is refused in some words, and return the error."""
    with pytest.raises(InputError, match=words) as caught:
        reading_of(reader, content)
    return caught.value


def refusal(reader: Reader, content: bytes | str | Path) -> str:
    """Return the message with which a file is refused, which names it."""
    with pytest.raises(InputError) as raised:
        reading_of(reader, content.encode() if isinstance(content, str) else content)
    assert raised.value.file is not None
    return str(raised.value)


def caveats(reader: Reader, content: bytes | str | Path) -> str:
    """Return what a reader has to say about a file."""
    return "\n".join(reading_of(reader, content.encode() if isinstance(content, str) else content).caveats)


def numbers(reading: Reading) -> Numbers:
    """Return the numbers of a reading; each stands in it once."""
    found: Numbers = {}
    for row in reading.rows:
        if row.value is None:
            continue
        key = (row.scenario or "", row.alternative or "", row.run or "", row.transaction, row.measure)
        assert key not in found, f"{key} twice"
        found[key] = (row.value, row.unit.symbol if row.unit else "")
    return found


def equal(
    found: Mapping[Key, tuple[float, str]], wanted: Mapping[Key, tuple[float, str]], rel: float = 1e-9
) -> None:
    """Assert that two sets of numbers are the same, but for how they were rounded."""
    assert set(found) == set(wanted), set(found) ^ set(wanted)
    for key, (value, unit) in wanted.items():
        assert found[key][0] == pytest.approx(value, rel=rel, abs=0), key
        assert found[key][1] == unit, key


def damaged(content: bytes, cuts: int = 20, flips: int = 20, seed: int = 4) -> Iterator[tuple[str, bytes]]:
    """Yield the ways a file is damaged, each with its name: `cut 7`, `flip 123`, `empty`, `doubled`."""
    choose, at, ends = random.Random(seed), 0, []
    for line, text in enumerate(content.splitlines(keepends=True), start=1):
        at += len(text)
        if content[at:].strip():  # without the blank lines at its end it is whole
            ends.append((line, at))
    for line, end in sorted(choose.sample(ends, min(cuts, len(ends)))):
        yield f"cut {line}", content[:end]
    for _ in range(flips):
        place = choose.randrange(len(content))
        flipped = bytearray(content)
        flipped[place] ^= 1 << choose.randrange(8)
        yield f"flip {place}", bytes(flipped)
    yield "empty", b""
    yield "doubled", content + content
