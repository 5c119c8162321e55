import pytest
from harness.served import SCHEMA
from harness.storage.made import nothing_left
from harness.strangers import CODED, SECRET, mariadb

from ahp.errors import HarnessError
from ahp.harness.datasets import Datasets
from ahp.harness.dsn import target
from ahp.harness.engines import mariadb_existing
from ahp.harness.engines.mariadb_existing import ExistingMariaDB, drop_database


@pytest.fixture
def at(monkeypatch):
    monkeypatch.setenv("MYSQL_PWD", "")
    return lambda service: target(f"mariadb://bencher:{CODED}@/?socket={service.socket}")


@pytest.mark.slow
def test_what_it_makes_is_its_own_and_gone_at_the_end(at, ledger, tmp_path):
    with mariadb() as (service, port):
        before = service.query("SHOW DATABASES")
        engine = ExistingMariaDB(at(service))
        assert engine.available() is None
        assert engine.alternatives() == (
            "none", "row-8", "row-4", "row-8-selective", "row-4-selective", "page-zlib",
        )  # fmt: skip
        assert engine.refused()["page-lz4"].endswith("is set for the whole server, to zlib")
        assert "column families" in engine.refused()["myrocks-zstd"]
        with engine.opened():
            sets = Datasets(tmp_path, engine, 0.002, 1, ledger)
            plain, small = sets.get(SCHEMA, "none"), sets.get(SCHEMA, "row-4")
            assert plain.checksum == small.checksum
            assert plain.stored_bytes > 1.2 * small.stored_bytes > 10**6
            with engine.serve(small.folder, "row-4", ledger) as served:
                assert served.processes == service.processes
                assert served.counters()["wal_bytes"] > 0
                served.checkpoint()
                session = engine.connect(served.address, SCHEMA)
                session.begin()
                session.rollback()
                session.close()
                name = served.address["database"]
                made = "SELECT DISTINCT row_format FROM information_schema.tables WHERE table_schema = "
                assert service.query(f"{made}'{name}'").upper() == "COMPRESSED"
            by_port = ExistingMariaDB(target(f"mysql://bencher:{CODED}@127.0.0.1:{port}"))
            with by_port.serve(plain.folder, "none", ledger) as served:
                assert served.processes == ()
                by_port.connect(served.address, SCHEMA).close()
        assert service.query("SHOW DATABASES") == before
    assert nothing_left(ledger)
    assert SECRET not in ledger.path.read_text()
    assert CODED not in ledger.path.read_text()


@pytest.mark.slow
def test_alternatives_are_verified_on_the_server_itself(at, ledger, tmp_path):
    with mariadb() as (service, _):
        engine = ExistingMariaDB(at(service))
        assert engine.verify("none", tmp_path, ledger) == 1.0
        assert engine.verify("row-4", tmp_path, ledger) > 1.2
        assert engine.verify("page-zlib", tmp_path, ledger) > 1.2
    assert nothing_left(ledger)


@pytest.mark.slow
def test_what_the_account_may_not_do_is_told(at):
    with mariadb("REVOKE PROCESS ON *.* FROM bencher@localhost") as (service, _):
        reason = ExistingMariaDB(at(service)).available()
        assert "PROCESS" in reason
        assert reason.endswith(
            "the account needs the rights PROCESS and RELOAD, a password goes into MYSQL_PWD"
        )
        wrong = target(f"mariadb://bencher:wrong@/?socket={service.socket}")
        assert "Access denied" in ExistingMariaDB(wrong).available()


def test_nothing_but_a_database_of_its_own_is_dropped():
    with pytest.raises(HarnessError, match="'customers': no database of ahp-bench; nothing was touched"):
        drop_database({"dsn": "mariadb://x/", "name": "customers"})


def test_without_its_client_program_it_cannot_be_asked(monkeypatch):
    monkeypatch.setattr(mariadb_existing, "missing", lambda *names: f"{names[0]}: command not found")
    engine = ExistingMariaDB(target("mariadb://db.example/"))
    assert engine.available() == "mariadb: command not found"
