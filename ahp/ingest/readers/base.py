"""What a reader is, and what it returns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from ahp.ingest.sources import Source
from ahp.units import Unit


class Row(NamedTuple):
    """One cell as a reader understood it; `value` is None where the cell holds no number.

    `scenario` and `run` are None where the file does not say. `measure` is a catalogued name, or the
    heading's own words where nobody knows it.
    """

    scenario: str | None
    alternative: str
    run: str | None
    transaction: str
    block: str
    measure: str
    value: float | None
    unit: Unit | None
    resolution: float
    found: str
    line: int | None
    column: str


@dataclass(frozen=True)
class Reading:
    """What one file gave.

    Attributes
    ----------
    rows : tuple of Row
        Every cell of a column that names a measure.
    ignored : tuple of str
        Headings of columns that hold no measure.
    count : int
        Number of data rows in the file.
    headings : frozenset of str
        What the caller may name a column by, in lower case.
    """

    rows: tuple[Row, ...]
    ignored: tuple[str, ...] = ()
    count: int = 0
    headings: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Options:
    """What the caller says about a file.

    Attributes
    ----------
    columns : mapping of str to str
        For a measure or a role (`alternative`, `scenario`, `run`, …) the heading of its column.
    decimal : str or None
        The decimal mark, `"."` or `","`; found from the cells unless given.
    own : tuple of str
        Names of the user's own measures, which win over every alias.
    """

    columns: Mapping[str, str] = field(default_factory=dict)
    decimal: str | None = None
    own: tuple[str, ...] = ()


class Reader(Protocol):
    """A format that can be recognised and read."""

    def matches(self, head: str) -> bool:
        """Say whether the first characters of a file are in this format."""
        ...

    def read(self, source: Source, options: Options) -> Reading:
        """Return the rows of a source."""
        ...
