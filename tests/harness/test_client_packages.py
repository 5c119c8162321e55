import pytest

from ahp.errors import UnavailableError
from ahp.harness import client_packages
from ahp.harness.client_packages import missing_package
from ahp.harness.plan import plan


def test_the_extra_is_named_before_anything_is_built(monkeypatch):
    monkeypatch.setattr(client_packages, "find_spec", lambda name: None)
    assert missing_package("rocksdb") is None
    assert missing_package("postgresql") == (
        "the package psycopg is not installed; pip install 'ahp-rank[postgres]'"
    )


def test_a_plan_whose_clients_lack_their_package_is_refused(monkeypatch):
    monkeypatch.setattr("ahp.harness.plan.missing_package", lambda engine: f"nothing to talk to {engine}")
    with pytest.raises(
        UnavailableError, match="clients in Python on SQLite cannot run here: nothing to talk to sqlite"
    ):
        plan({"engine": "sqlite"})
