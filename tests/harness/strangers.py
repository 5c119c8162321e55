"""Servers that are not the harness's own: private to a test, with a password, for it to be pointed at."""

import contextlib
import os
import random
import shutil
import socket
import tempfile
from pathlib import Path

from harness.served import require

from ahp.harness.engines import mariadb_server, postgresql_server
from ahp.harness.engines.mariadb import MariaDB
from ahp.harness.engines.postgresql import PostgreSQL
from ahp.harness.engines.postgresql_server import installation
from ahp.harness.ledger import Ledger

SECRET = "hush!p%40ss@word"
CODED = "hush%21p%2540ss%40word"
"""The password as it stands in a DSN."""


def free_port():
    """Return a port of the loopback address that nobody listens on at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextlib.contextmanager
def _place():
    """Yield a folder for a server, and the ledger of whoever it belongs to."""
    folder = Path(tempfile.mkdtemp(prefix="ahp-other-", dir="/var/tmp"))
    token = os.environ.get("AHP_BENCH_TOKEN")
    try:
        folder.chmod(0o755)
        (folder / "ledger").mkdir()
        yield folder, Ledger(folder / "ledger")
    finally:
        os.environ.pop("AHP_BENCH_TOKEN", None)
        if token is not None:
            os.environ["AHP_BENCH_TOKEN"] = token
        shutil.rmtree(folder)


@contextlib.contextmanager
def postgresql(rights="CREATEDB", more=""):
    """Yield a server with the account `bencher`, as its owner sees it, and an address of its own for TCP."""
    require(PostgreSQL())
    with _place() as (folder, ledger):
        cluster = postgresql_server.make_cluster(installation(), folder)
        rules = "local all bench trust\nlocal all all scram-sha-256\nhost all all 127.0.0.0/8 scram-sha-256\n"
        (cluster / "pg_hba.conf").write_text(rules)
        host = f"127.{random.randint(1, 254)}.{random.randint(1, 254)}.{random.randint(1, 254)}"
        given = {"listen_addresses": host, "wal_compression": "pglz", "fsync": "off"}
        with postgresql_server.server(installation(), cluster, given, ledger) as service:
            made = f"CREATE ROLE bencher LOGIN {rights} PASSWORD '{SECRET}'; {more}"
            service.query(made, "postgres")
            yield service, host


@contextlib.contextmanager
def mariadb(more=""):
    """Yield a server with the account `bencher`, as its owner sees it, and its port of the loopback address."""
    require(MariaDB())
    with _place() as (folder, ledger):
        data = mariadb_server.make_data(folder)
        port = free_port()
        usual = {  # as a server is that nobody has set up for this harness
            "skip-networking": "0",
            "bind-address": "127.0.0.1",
            "port": str(port),
            "innodb-flush-method": "nosync",
            "sql-mode": "STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION",
            "transaction-isolation": "REPEATABLE-READ",
            "collation-server": "utf8mb4_general_ci",
        }
        with mariadb_server.server(data, usual, ledger) as service:
            service.query(
                f"CREATE USER bencher@localhost IDENTIFIED BY '{SECRET}'; "
                "GRANT ALL ON `ahp\\_bench\\_%`.* TO bencher@localhost; "
                f"GRANT PROCESS, RELOAD ON *.* TO bencher@localhost; {more}"
            )
            yield service, port
