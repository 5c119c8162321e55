r"""Rows as lines with tabs between the fields, as PostgreSQL's COPY and MariaDB's LOAD DATA have them.

A backslash escapes; what stands for itself in both is written in the same way.

>>> line((1, "a\tb"))
b'1\ta\\tb\n'
>>> fields(b"1\ta\\tb", ("int", "text"))
(1, 'a\tb')
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, runtime_checkable

from ahp.harness.engines.base import Row

_WRITTEN = {"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"}
_READ = {"t": "\t", "n": "\n", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0"}


@runtime_checkable
class Lines(Protocol):
    """Rows that have been written as lines already."""

    def lines(self) -> Iterable[bytes]:
        """Return them, with their ends."""


def lines(rows: Iterable[Row]) -> Iterable[bytes]:
    """Return rows as lines, with their ends."""
    return rows.lines() if isinstance(rows, Lines) else map(line, rows)


def line(row: Row) -> bytes:
    """Return a row as a line, with its end."""
    return "\t".join(map(_escaped, row)).encode() + b"\n"


def fields(text: bytes, kinds: Sequence[str]) -> Row:
    """Return the row of a line that has no end, given the kinds of its columns."""
    found = text.decode("utf-8").split("\t")
    return tuple(
        int(field) if kind == "int" else _plain(field) for kind, field in zip(kinds, found, strict=True)
    )


def _escaped(value: int | str) -> str:
    return value.translate(_TABLE) if isinstance(value, str) else str(value)


_TABLE = str.maketrans(_WRITTEN)


def _plain(field: str) -> str:
    if "\\" not in field:
        return field
    parts = iter(field)
    return "".join(_READ.get(follows := next(parts), follows) if part == "\\" else part for part in parts)
