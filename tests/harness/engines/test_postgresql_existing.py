import pytest
from harness.served import SCHEMA
from harness.storage.made import nothing_left
from harness.strangers import CODED, SECRET, postgresql

from ahp.errors import HarnessError
from ahp.harness.datasets import Datasets
from ahp.harness.dsn import target
from ahp.harness.engines import postgresql_existing
from ahp.harness.engines.postgresql_existing import ExistingPostgreSQL, drop_database

RIGHTS = "GRANT SET ON PARAMETER wal_compression TO bencher; GRANT pg_checkpoint TO bencher"
DATABASES = "SELECT string_agg(datname, ',' ORDER BY datname) FROM pg_database"


@pytest.fixture
def at(monkeypatch):
    monkeypatch.delenv("PGPASSWORD", raising=False)
    monkeypatch.setenv("PGPASSWORD", "")
    return lambda service: target(f"postgresql://bencher:{CODED}@/postgres?host={service.socket}")


@pytest.mark.slow
def test_what_it_makes_is_its_own_and_gone_at_the_end(at, ledger, tmp_path):
    with postgresql(more=RIGHTS) as (service, _):
        before = service.query(DATABASES, "postgres")
        engine = ExistingPostgreSQL(at(service))
        assert engine.available() is None
        assert engine.alternatives()[:2] == ("none", "wal-pglz")
        assert "toast-pglz" in engine.alternatives()
        assert list(engine.refused()) == ["full-page-writes-off"]
        with engine.opened():
            sets = Datasets(tmp_path, engine, 0.002, 1, ledger)
            plain, other = sets.get(SCHEMA, "none"), sets.get(SCHEMA, "wal-pglz")
            assert plain.checksum == other.checksum
            assert plain.stored_bytes == other.stored_bytes > 10**6
            for name, value in (("none", "off"), ("wal-pglz", "pglz")):
                with engine.serve(sets.get(SCHEMA, name).folder, name, ledger) as served:
                    assert served.details["wal_compression"] == value
                    assert served.processes == service.processes
                    served.checkpoint()
                    session = engine.connect(served.address, SCHEMA)
                    session.close()
                    assert service.query(DATABASES, "postgres").count("ahp_bench_") == 3
            # The server's own settings stand as they stood.
            assert service.query("SHOW wal_compression", "postgres") == "pglz"
            assert service.query(DATABASES, "postgres").count("ahp_bench_") == 2
        assert service.query(DATABASES, "postgres") == before
    assert nothing_left(ledger)
    assert SECRET not in ledger.path.read_text()
    assert CODED not in ledger.path.read_text()


@pytest.mark.slow
def test_alternatives_are_verified_on_the_server_itself(at, ledger, tmp_path):
    with postgresql(more=RIGHTS) as (service, _):
        engine = ExistingPostgreSQL(at(service))
        assert engine.verify("none", tmp_path, ledger) == 1.0
        assert engine.verify("wal-pglz", tmp_path, ledger) > 1.2
        assert engine.verify("toast-pglz", tmp_path, ledger) > 1.2
    assert nothing_left(ledger)


@pytest.mark.slow
def test_what_the_account_may_not_do_is_told(at, ledger):
    with postgresql() as (service, _):
        refused = ExistingPostgreSQL(at(service)).refused()
        assert (
            refused["wal-pglz"] == "the account may not set it: GRANT SET ON PARAMETER wal_compression TO …"
        )
        service.query("GRANT SET ON PARAMETER wal_compression TO bencher", "postgres")
        assert "GRANT pg_checkpoint" in ExistingPostgreSQL(at(service)).refused()["wal-pglz"]
        service.query("ALTER ROLE bencher NOCREATEDB", "postgres")
        assert "may not create databases" in ExistingPostgreSQL(at(service)).available()
        wrong = target(f"postgresql://bencher:wrong@/postgres?host={service.socket}")
        reason = ExistingPostgreSQL(wrong).available()
        assert "password authentication failed" in reason
        assert reason.endswith("a password goes into PGPASSWORD")


def test_nothing_but_a_database_of_its_own_is_dropped(at):
    with pytest.raises(HarnessError, match="'customers': no database of ahp-bench; nothing was touched"):
        drop_database({"dsn": "postgresql://x/", "name": "customers"})


def test_a_server_that_is_too_old_is_refused(monkeypatch):
    monkeypatch.setattr(postgresql_existing, "query", lambda *_: "140011")
    engine = ExistingPostgreSQL(target("postgresql://db.example/bench"))
    assert engine.available() == "its version is 14; 15 is the oldest that can be used"
