"""What the harness's tests share."""

import pytest
from harness.served import reachable

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
def place():
    """A folder that everybody may enter, as a server's account has to."""
    with reachable() as folder:
        yield folder


@pytest.fixture
def rocksdb():
    """RocksDB itself, where its package is installed."""
    pytest.importorskip("rocksdict", reason="rocksdict is not installed; it is in the extra bench")
    return ENGINES["rocksdb"]
