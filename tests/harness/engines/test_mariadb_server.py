import pytest
from harness.served import loaded, reachable, require
from harness.storage.made import nothing_left

from ahp.errors import HarnessError
from ahp.harness.engines import mariadb_server
from ahp.harness.engines.mariadb import MariaDB

pytestmark = pytest.mark.slow


def test_a_server_listens_on_its_own_socket_alone_and_writes_all_out(ledger, monkeypatch):
    engine = MariaDB()
    require(engine)
    with reachable() as place:
        folder = loaded(engine, place, "none", ledger)
        with engine.serve(folder, "none", ledger) as one:
            assert one.query("SELECT @@skip_networking") == "1"
            assert one.socket.parent.stat().st_mode & 0o077 == 0
            before = one.counters()["wal_bytes"]
            one.query("UPDATE phrases SET body = 'changed'", "bench")
            assert one.counters()["wal_bytes"] > before
            usual = one.query("SELECT @@innodb_max_dirty_pages_pct")
            one.checkpoint()
            assert one.status("Innodb_buffer_pool_pages_dirty") == 0
            assert one.query("SELECT @@innodb_max_dirty_pages_pct") == usual
            with pytest.raises(HarnessError, match="ended with 1: ERROR 1064"):
                one.query("no sql")
        monkeypatch.setattr(mariadb_server, "listener", lambda path: 1)
        with pytest.raises(HarnessError, match=r"another server answers there .process 1"):
            engine.serve(folder, "none", ledger).__enter__()
        assert nothing_left(ledger)


def test_the_plug_ins_are_those_of_its_own_folder():
    require(MariaDB())
    assert all("/" not in name for name in mariadb_server.plugins())
