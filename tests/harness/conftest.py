"""What the harness's tests share."""

import pytest

from ahp.harness.catalogue import ENGINES
from ahp.harness.ledger import TOKEN, Ledger


@pytest.fixture
def ledger(tmp_path, monkeypatch):
    """The ledger of a results folder of the test's own."""
    monkeypatch.setenv(TOKEN, "")  # restored afterwards
    folder = tmp_path / "results"
    folder.mkdir()
    return Ledger(folder)


@pytest.fixture
def embedded(monkeypatch):
    """RocksDB for plans that nobody carries out, whether its package is installed or not."""
    monkeypatch.setattr(type(ENGINES["rocksdb"]), "available", lambda self: None)


@pytest.fixture
def rocksdb():
    """RocksDB itself, where its package is installed."""
    pytest.importorskip("rocksdict", reason="rocksdict is not installed; it is in the extra bench")
    return ENGINES["rocksdb"]
