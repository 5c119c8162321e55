"""Rows with a primary key and secondary indexes, kept as keys and values in an ordered store.

A row's key is one byte for its table and eight for each number of its primary key; the value holds all its
columns. A secondary index has its own byte, and keys made of its columns and the primary key, without value.
A statement is planned once, from the columns that it compares for equality; running it is then a get, or a
walk along one prefix.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from struct import Struct
from typing import Any, Protocol

from ahp.errors import InputError, quoted
from ahp.harness.engines.base import Row
from ahp.harness.workloads.base import Schema, Table

_SHIFT = 1 << 63  # moves signed numbers so that their bytes sort as they do


class Store(Protocol):
    """Keys in order, with values."""

    def get(self, key: bytes) -> bytes | None:
        """Return the value of a key, None if there is none."""

    def walk(self, prefix: bytes) -> Iterator[tuple[bytes, bytes]]:
        """Return the keys that begin with a prefix, in order, with their values."""

    def write(self, changes: Mapping[bytes, bytes | None]) -> None:
        """Write all of some changes or none; None takes a key away."""


class Codec:
    """How the rows of one table become keys and values.

    Parameters
    ----------
    table : Table
        The table.
    first : int
        The byte of its rows; its indexes have the next ones.
    """

    def __init__(self, table: Table, first: int) -> None:
        self.table = table
        kinds = {column.name: column.kind for column in table.columns}
        self._integers = [name for name in table.names if kinds[name] == "int"]
        self._texts = [name for name in table.names if kinds[name] == "text"]
        self.stored = (*self._integers, *self._texts)
        """The columns in the order in which a row holds them here: numbers, then texts."""
        self.place = {name: place for place, name in enumerate(self.stored)}
        self._loaded = [self.table.names.index(name) for name in self.stored]
        self._as_declared = [self.place[name] for name in table.names]
        self._numbers = Struct(f"<{len(self._integers)}q")
        self._pack = self._numbers.pack
        self._unpack = self._numbers.unpack_from
        self._size = self._numbers.size
        self._split = len(self._integers)
        self.paths = [Path(first, table.key, table.key, self.place)]
        """The primary key, then the secondary indexes."""
        for number, columns in enumerate(table.indexes, start=1):
            rest = tuple(name for name in table.key if name not in columns)
            self.paths.append(Path(first + number, columns, (*columns, *rest), self.place))

    def value(self, row: Sequence[Any]) -> bytes:
        """Return a row, its columns as in `stored`, as bytes."""
        split = self._split
        return self._pack(*row[:split]) + "\0".join(row[split:]).encode()

    def row(self, value: bytes) -> tuple[Any, ...]:
        """Return the row that some bytes hold."""
        numbers: tuple[Any, ...] = self._unpack(value)
        if not self._texts:
            return numbers
        return numbers + tuple(value[self._size :].decode().split("\0"))

    def stored_row(self, declared: Sequence[Any]) -> tuple[Any, ...]:
        """Return a row in the order of `stored` from the table's own order."""
        return tuple([declared[place] for place in self._loaded])

    def declared(self, stored: Sequence[Any]) -> Row:
        """Return a row in the table's own order."""
        return tuple([stored[place] for place in self._as_declared])

    def changes(self, row: Sequence[Any]) -> dict[bytes, bytes | None]:
        """Return all that is written for a new row: itself, and an entry of each index."""
        found: dict[bytes, bytes | None] = {self.paths[0].key(row): self.value(row)}
        for path in self.paths[1:]:
            found[path.key(row)] = b""
        return found


class Path:
    """A way to rows: the primary key or an index."""

    def __init__(
        self, byte: int, columns: tuple[str, ...], full: tuple[str, ...], place: Mapping[str, int]
    ) -> None:
        self.columns = columns
        self.full = full
        self._byte = byte
        self._places = [place[name] for name in full]
        self._pack = Struct(f">B{len(full)}Q").pack
        self._prefixes = [Struct(f">B{count}Q").pack for count in range(len(full) + 1)]
        self._unpack = Struct(f">{len(full)}Q").unpack_from

    def key(self, row: Sequence[Any]) -> bytes:
        """Return a row's key on this path."""
        return self._pack(self._byte, *[row[place] + _SHIFT for place in self._places])

    def prefix(self, values: Sequence[int]) -> bytes:
        """Return what the keys begin with whose first columns have some values."""
        return self._prefixes[len(values)](self._byte, *[value + _SHIFT for value in values])

    def numbers(self, key: bytes) -> list[int]:
        """Return the columns that a key holds, in the order of `full`."""
        return [number - _SHIFT for number in self._unpack(key, 1)]


class Records:
    """The tables of a schema over a store, with one transaction at a time.

    Parameters
    ----------
    schema : Schema
        The tables.
    store : Store
        Where the rows are.
    """

    def __init__(self, schema: Schema, store: Store) -> None:
        self.codecs: dict[str, Codec] = {}
        first = 1
        for table in schema.tables:
            self.codecs[table.name] = Codec(table, first)
            first += 1 + len(table.indexes)
        self._store = store
        self._pending: dict[bytes, bytes | None] | None = None

    def codec(self, table: str) -> Codec:
        """Return how a table is kept.

        Raises
        ------
        InputError
            If there is no such table.
        """
        if table not in self.codecs:
            raise InputError(f"there is no table {quoted(table)}")
        return self.codecs[table]

    def begin(self) -> None:
        """Begin a transaction: what is written is seen by it alone until it commits."""
        self._pending = {}

    def commit(self) -> None:
        """Write all changes of the transaction at once."""
        pending, self._pending = self._pending, None
        if pending:
            self._store.write(pending)

    def rollback(self) -> None:
        """Forget the changes of the transaction."""
        self._pending = None

    def get(self, key: bytes) -> bytes | None:
        """Return a value as the transaction sees it."""
        if self._pending and key in self._pending:
            return self._pending[key]
        return self._store.get(key)

    def walk(self, prefix: bytes) -> Iterator[tuple[bytes, bytes]]:
        """Return the keys under a prefix as the transaction sees them."""
        pending = self._pending
        own = sorted(key for key in pending if key.startswith(prefix)) if pending else []
        if not own or not pending:
            return self._store.walk(prefix)
        return _merged(self._store.walk(prefix), own, pending)

    def write(self, changes: Mapping[bytes, bytes | None]) -> None:
        """Write changes with the transaction, at once where there is none."""
        if self._pending is None:
            self._store.write(changes)
        else:
            self._pending.update(changes)

    def rows(self, table: str) -> Iterator[Row]:
        """Return a table's rows in the order of its primary key, columns as declared."""
        codec = self.codec(table)
        for _, value in self.walk(codec.paths[0].prefix(())):
            yield codec.declared(codec.row(value))


def _merged(
    stored: Iterator[tuple[bytes, bytes]], own: list[bytes], pending: Mapping[bytes, bytes | None]
) -> Iterator[tuple[bytes, bytes]]:
    found = {key: value for key, value in stored if key not in pending}
    found.update((key, value) for key in own if (value := pending[key]) is not None)
    yield from sorted(found.items())
