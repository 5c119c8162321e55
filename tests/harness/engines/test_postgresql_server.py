import pytest
from harness.served import reachable, require
from harness.storage.made import nothing_left

from ahp.errors import HarnessError
from ahp.harness.engines import postgresql_server
from ahp.harness.engines.postgresql import PostgreSQL
from ahp.harness.engines.postgresql_installation import installation
from ahp.harness.engines.postgresql_server import make_cluster, server


@pytest.mark.slow
def test_a_server_listens_on_its_own_socket_alone(ledger):
    require(PostgreSQL())
    with reachable() as folder:
        cluster = make_cluster(installation(), folder)
        with server(installation(), cluster, {"fsync": "off"}, ledger) as one:
            assert one.query("SHOW listen_addresses", "postgres") == ""
            assert one.query("SHOW fsync", "postgres") == "off"
            assert one.socket.stat().st_mode & 0o077 == 0
            with pytest.raises(HarnessError, match="ended with 1: ERROR:"):
                one.query("SELECT 1/0", "postgres")
            # A second server over the same data is refused by PostgreSQL, and told.
            with pytest.raises(HarnessError, match=r"ended at once with 1: .*lock file"):
                server(installation(), cluster, {}, ledger).__enter__()
            assert one.query("SELECT 1", "postgres") == "1"
        assert nothing_left(ledger)


def test_without_a_file_system_in_memory_the_shared_files_stay_in_the_cluster(tmp_path, ledger, monkeypatch):
    monkeypatch.setattr(postgresql_server, "MEMORY", tmp_path / "absent")
    cluster = tmp_path / "cluster"
    place = cluster / postgresql_server._SHARED
    place.mkdir(parents=True)
    with postgresql_server._in_memory(cluster, None, ledger):
        assert place.is_dir()
        assert not place.is_symlink()
    assert nothing_left(ledger)
