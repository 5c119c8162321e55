"""Where the rows of a data set come from: columns filled from a seed, the same on every machine.

Texts are names, addresses and sentences of common English words, drawn as unevenly as words are used; numbers
are uniform. How well the rows compress is no accident, then, and :func:`compressibility` says how well.
"""

from __future__ import annotations

import tomllib
import zlib
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ahp.errors import HarnessError, quoted
from ahp.harness.engines.base import Row
from ahp.harness.workloads.base import Fill, Schema, Sizes, Table

_LISTS = tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))
WORDS, FIRST_NAMES, LAST_NAMES, STREETS, STREET_KINDS, TOWNS, COUNTRIES = (
    tuple(_LISTS[name].split())
    for name in ("words", "first_names", "last_names", "streets", "street_kinds", "towns", "countries")
)

CHUNK = 4096
"""Rows are made this many at a time; each chunk has its own draws, so that a larger table begins alike."""

_BLOCK = 16 * 1024


def rows(table: Table, sizes: Sizes, seed: int) -> Iterator[Row]:
    """Return a table's rows, one after the other.

    Parameters
    ----------
    table : Table
        What is filled.
    sizes : mapping of str to int
        The constants of the data set.
    seed : int
        The same seed gives the same rows, everywhere.
    """
    number = sizes[table.rows]
    for start in range(0, number, CHUNK):
        numbers = np.arange(start, min(start + CHUNK, number), dtype=np.int64)
        columns = []
        for place, column in enumerate(table.columns):
            entropy = (seed, zlib.crc32(table.name.encode()), start // CHUNK, place)
            values = column.fill(np.random.Generator(np.random.PCG64(entropy)), numbers, sizes)
            columns.append(values.tolist() if isinstance(values, np.ndarray) else values)
        yield from zip(*columns, strict=True)


def check_fillings(schema: Schema, sizes: Sizes) -> None:
    """Raise a HarnessError if a column cannot be filled with these constants: an empty range, say."""
    for table in schema.tables:
        for column in table.columns:
            try:
                column.fill(np.random.Generator(np.random.PCG64(0)), np.arange(1, dtype=np.int64), sizes)
            except (ValueError, KeyError, ArithmeticError) as problem:
                where = f"{schema.name}: table {quoted(table.name)}, column {quoted(column.name)}"
                raise HarnessError(f"{where}: cannot be filled at this scale: {problem}") from None


def compressibility(schema: Schema, sizes: Sizes, seed: int) -> float:
    """Return how many times smaller zlib (level 6) makes the rows, as text with tabs, in blocks of 16 KiB.

    At most one chunk of each table is looked at, and counts as the whole table does.
    """
    plain = packed = 0.0
    for table in schema.tables:
        some = []
        for row, _ in zip(rows(table, sizes, seed), range(CHUNK), strict=False):
            some.append("\t".join(map(str, row)))
        text = "\n".join(some).encode()
        blocks = [text[place : place + _BLOCK] for place in range(0, len(text), _BLOCK)]
        share = sizes[table.rows] / max(1, len(some))
        plain += share * len(text)
        packed += share * sum(len(zlib.compress(block, 6)) for block in blocks)
    return plain / packed if packed else 1.0


def raw_bytes(schema: Schema, sizes: Sizes) -> int:
    """Return about how many bytes the rows take: eight for a number, for a text what some rows have."""
    found = 0.0
    for table in schema.tables:
        some = list(islice(rows(table, sizes, 0), 100))
        lengths = (len(value) if isinstance(value, str) else 8 for row in some for value in row)
        found += sizes[table.rows] * sum(lengths) / max(1, len(some))
    return round(found)


def serial(rng: np.random.Generator, numbers: NDArray[np.int64], sizes: Sizes) -> NDArray[np.int64]:
    """Fill with the numbers from 1 on."""
    return numbers + 1


def parent(children: int) -> Fill:
    """Fill with 1 for the first `children` rows, 2 for the next, and so on."""
    return lambda rng, numbers, sizes: numbers // children + 1


def child(children: int) -> Fill:
    """Fill with 1 … `children`, again and again."""
    return lambda rng, numbers, sizes: numbers % children + 1


def counted(place: int, *within: int | str, start: int | str = 1) -> Fill:
    """Fill with one wheel of a counter: the rows run through all combinations, the last wheel fastest.

    Parameters
    ----------
    place : int
        Which wheel.
    *within : int or str
        How many values each wheel has, numbers or constants of the data set.
    start : int or str
        The wheel's first value.
    """

    def fill(rng: np.random.Generator, numbers: NDArray[np.int64], sizes: Sizes) -> NDArray[np.int64]:
        counts = [_known(count, sizes) for count in within]
        slower = int(np.prod(counts[place + 1 :], dtype=np.int64))
        return numbers // slower % counts[place] + _known(start, sizes)

    return fill


def constant(value: int | str) -> Fill:
    """Fill with one value; a name is a constant of the data set."""
    return lambda rng, numbers, sizes: np.full(numbers.size, _known(value, sizes), np.int64)


def uniform(low: int | str, high: int | str) -> Fill:
    """Fill with draws from `low` to `high`, both included; a name is a constant of the data set."""

    def fill(rng: np.random.Generator, numbers: NDArray[np.int64], sizes: Sizes) -> NDArray[np.int64]:
        return rng.integers(_known(low, sizes), _known(high, sizes), numbers.size, endpoint=True)

    return fill


def _known(value: int | str, sizes: Sizes) -> int:
    return sizes[value] if isinstance(value, str) else value


def one_of(names: Sequence[str]) -> Fill:
    """Fill with draws from a list."""
    return lambda rng, numbers, sizes: [names[i] for i in rng.integers(0, len(names), numbers.size)]


def sentence(fewest: int, most: int) -> Fill:
    """Fill with sentences of so many words; rank r is drawn with weight 1 / (r + 2.7) (Zipf-Mandelbrot)."""
    heights = 1.0 / (np.arange(len(WORDS)) + 3.7)
    edges = np.cumsum(heights / heights.sum())

    def fill(rng: np.random.Generator, numbers: NDArray[np.int64], sizes: Sizes) -> list[str]:
        lengths = rng.integers(fewest, most, numbers.size, endpoint=True)
        ends = np.cumsum(lengths)
        drawn = np.searchsorted(edges[:-1], rng.random(int(ends[-1])), side="right").tolist()
        return [
            " ".join([WORDS[i] for i in drawn[end - length : end]])
            for end, length in zip(ends.tolist(), lengths.tolist(), strict=True)
        ]

    return fill


def street(rng: np.random.Generator, numbers: NDArray[np.int64], sizes: Sizes) -> list[str]:
    """Fill with house numbers and streets."""
    house, name, kind = (rng.integers(0, top, numbers.size) for top in (250, len(STREETS), len(STREET_KINDS)))
    return [
        f"{h + 1} {STREETS[n]} {STREET_KINDS[k]}"
        for h, n, k in zip(house.tolist(), name.tolist(), kind.tolist(), strict=True)
    ]


def email(rng: np.random.Generator, numbers: NDArray[np.int64], sizes: Sizes) -> list[str]:
    """Fill with addresses for electronic mail."""
    first, last, tail = (
        rng.integers(0, top, numbers.size).tolist() for top in (len(FIRST_NAMES), len(LAST_NAMES), 10_000)
    )
    return [
        f"{FIRST_NAMES[f].lower()}.{LAST_NAMES[n].lower()}{t}@example.org"
        for f, n, t in zip(first, last, tail, strict=True)
    ]


def digits(form: str) -> Fill:
    """Fill with text in which each `#` of the form is a digit."""

    def fill(rng: np.random.Generator, numbers: NDArray[np.int64], sizes: Sizes) -> list[str]:
        drawn = rng.integers(48, 58, (numbers.size, form.count("#")), dtype=np.uint8)
        pattern = form.replace("%", "%%").replace("#", "%c")
        return [pattern % tuple(some) for some in drawn.tolist()]

    return fill
