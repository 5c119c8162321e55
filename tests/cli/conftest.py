"""What the commands' tests share."""

import pytest

from ahp.harness.catalogue import ENGINES


@pytest.fixture
def embedded(monkeypatch):
    """RocksDB for plans that nobody carries out, whether its package is installed or not."""
    monkeypatch.setattr(type(ENGINES["rocksdb"]), "available", lambda self: None)
