"""One file for each format: `matches(head)` says whether it is this one, `read(source)` returns its rows."""

from __future__ import annotations

from ahp.errors import ReaderError
from ahp.ingest.readers.base import Reader
from ahp.ingest.readers.table import TableReader
from ahp.registry import Registry

READERS: Registry[Reader] = Registry("reader", {"table": TableReader()}, error=ReaderError)
"""The readers by name, in the order in which they are tried."""

__all__ = ["READERS", "Reader"]
