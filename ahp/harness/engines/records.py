"""Rows with a primary key and secondary indexes, kept as keys and values in an ordered store.

A row's key is one byte for its table and eight for each number of its primary key; the value holds all its
columns. A secondary index has its own byte, and keys made of its columns and the primary key, without value.
What statements do with them is written out in :mod:`ahp.harness.engines.record_queries`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from struct import Struct
from typing import Any, Protocol, runtime_checkable

from ahp.errors import InputError, quoted
from ahp.harness.engines.base import Row
from ahp.harness.workloads.base import Schema, Table

SHIFT = 1 << 63
"""Added to signed numbers, it makes their bytes sort as they do."""


class Store(Protocol):
    """Keys in order, with values."""

    def get(self, key: bytes) -> bytes | None:
        """Return the value of a key, None if there is none."""

    def walk(self, prefix: bytes) -> Iterator[tuple[bytes, bytes]]:
        """Return the keys that begin with a prefix, in order, with their values."""

    def write(self, changes: Mapping[bytes, bytes | None]) -> None:
        """Write all of some changes or none; None takes a key away."""


@runtime_checkable
class Batching(Protocol):
    """A store that looks several keys up in one call, for less than one by one."""

    def get_many(self, keys: Sequence[bytes]) -> Sequence[bytes | None]:
        """Return the value of each key, None where there is none."""


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
        self.integers = tuple(name for name in table.names if kinds[name] == "int")
        self.texts = tuple(name for name in table.names if kinds[name] == "text")
        self.stored = (*self.integers, *self.texts)
        """The columns in the order in which a row holds them here: numbers, then texts."""
        place = {name: place for place, name in enumerate(self.stored)}
        self._loaded = [table.names.index(name) for name in self.stored]
        self._as_declared = [place[name] for name in table.names]
        numbers = Struct(f"<{len(self.integers)}q")
        self.pack, self.size = numbers.pack, numbers.size
        """What makes bytes of a row's numbers, and how many; the texts follow, with zeros between."""
        self._unpack = numbers.unpack_from
        self.paths = [Path(first, table.key, table.key, place)]
        """The primary key, then the secondary indexes."""
        for number, columns in enumerate(table.indexes, start=1):
            rest = tuple(name for name in table.key if name not in columns)
            self.paths.append(Path(first + number, columns, (*columns, *rest), place))

    def unpacker(self, names: Collection[str]) -> Callable[[bytes], tuple[int, ...]]:
        """Return what takes some numbers, in the order of `integers`, out of a row's bytes."""
        return Struct("<" + "".join("q" if name in names else "8x" for name in self.integers)).unpack_from

    def value(self, row: Sequence[Any]) -> bytes:
        """Return a row, its columns as in `stored`, as bytes."""
        split = len(self.integers)
        return self.pack(*row[:split]) + "\0".join(row[split:]).encode()

    def row(self, value: bytes) -> tuple[Any, ...]:
        """Return the row that some bytes hold."""
        numbers: tuple[Any, ...] = self._unpack(value)
        if not self.texts:
            return numbers
        return numbers + tuple(value[self.size :].decode().split("\0"))

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
    """A way to rows: the primary key or an index, of some `columns`; its keys hold the `full` ones."""

    def __init__(
        self, byte: int, columns: tuple[str, ...], full: tuple[str, ...], place: Mapping[str, int]
    ) -> None:
        self.byte = byte
        self.columns = columns
        self.full = full
        self._places = [place[name] for name in full]
        self._pack = self.packer(len(full))

    def packer(self, count: int) -> Callable[..., bytes]:
        """Return what packs the path's byte and some numbers, shifted by `SHIFT`."""
        return Struct(f">B{count}Q").pack

    def key(self, row: Sequence[Any]) -> bytes:
        """Return a row's key on this path."""
        return self._pack(self.byte, *[row[place] + SHIFT for place in self._places])

    def prefix(self, values: Sequence[int]) -> bytes:
        """Return what the keys begin with whose first columns have some values."""
        return self.packer(len(values))(self.byte, *[value + SHIFT for value in values])


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
        self.schema = schema
        self.store = store
        self.codecs: dict[str, Codec] = {}
        first = 1
        for table in schema.tables:
            self.codecs[table.name] = Codec(table, first)
            first += 1 + len(table.indexes)
        self.pending: dict[bytes, bytes | None] = {}
        """What the transaction has written so far; always this one dictionary."""
        self._open = False
        self._at_once = store.get_many if isinstance(store, Batching) else None

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
        self._open = True

    def commit(self) -> None:
        """Write all changes of the transaction at once."""
        try:
            if self.pending:
                self.store.write(self.pending)
        finally:
            self.rollback()

    def rollback(self) -> None:
        """Forget the changes of the transaction."""
        self._open = False
        self.pending.clear()

    def get(self, key: bytes) -> bytes | None:
        """Return a value as the transaction sees it."""
        return self.pending[key] if key in self.pending else self.store.get(key)

    def get_many(self, keys: Sequence[bytes]) -> Sequence[bytes | None]:
        """Return the values of some keys as the transaction sees them, at once where the store can."""
        if self._at_once is not None and not self.pending:
            return self._at_once(keys)
        return [self.get(key) for key in keys]

    def walk(self, prefix: bytes) -> Iterator[tuple[bytes, bytes]]:
        """Return the keys under a prefix as the transaction sees them."""
        pending = self.pending
        own = [key for key in pending if key.startswith(prefix)] if pending else []
        if not own:
            return self.store.walk(prefix)
        found = {key: value for key, value in self.store.walk(prefix) if key not in pending}
        found.update((key, value) for key in own if (value := pending[key]) is not None)
        return iter(sorted(found.items()))

    def write(self, changes: Mapping[bytes, bytes | None]) -> None:
        """Write changes with the transaction, at once where there is none."""
        if self._open:
            self.pending.update(changes)
        else:
            self.store.write(changes)

    def rows(self, table: str) -> Iterator[Row]:
        """Return a table's rows in the order of its primary key, columns as declared."""
        codec = self.codec(table)
        for _, value in self.walk(codec.paths[0].prefix(())):
            yield codec.declared(codec.row(value))
