"""What the harness's tests share."""

import pytest

from ahp.harness.ledger import TOKEN, Ledger


@pytest.fixture
def ledger(tmp_path, monkeypatch):
    """The ledger of a results folder of the test's own."""
    monkeypatch.setenv(TOKEN, "")  # restored afterwards
    folder = tmp_path / "results"
    folder.mkdir()
    return Ledger(folder)
