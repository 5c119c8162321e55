"""The command on a server that is not its own: what it leaves there, what it reports, and where a password goes."""

import json
import signal
import subprocess
import time
from functools import partial

import pytest
from endtoend import leftovers
from endtoend.tools import BENCH, bench
from harness.served import reachable
from harness.strangers import CODED, SECRET, mariadb, postgresql

from ahp.cli.bench import main

SMALL = "--interference flag --workload stress-test --scale 0.0005 --runs 1 --warmup 0 --clients 2"
RIGHTS = "GRANT SET ON PARAMETER wal_compression TO bencher; GRANT pg_checkpoint TO bencher"


def assert_silent(folder, *texts):
    """Fail if the password stands anywhere, in either form."""
    told = [path.read_bytes() for path in folder.rglob("*") if path.is_file()] if folder.exists() else []
    told += [text.encode() for text in texts]
    assert told
    for text in told:
        assert SECRET.encode() not in text
        assert CODED.encode() not in text


def columns_of(service, dsn, folder, driver, *alternatives):
    """Run alternatives on a server, and return the columns of the results; nothing else may be left."""
    before = databases(service)
    chosen = ["--alternatives", ",".join(alternatives), "--driver", driver, "--duration", "1"]
    done = bench("run", "--dsn", dsn, *SMALL.split(), *chosen, "--output", str(folder))
    assert done.returncode == 0, done.stderr
    assert databases(service) == before
    assert_silent(folder, done.stdout, done.stderr)
    leftovers.assert_none(folder)
    leftovers.assert_each_once(folder, len(alternatives))
    return set((folder / "results.csv").read_text().splitlines()[0].split(","))


def databases(service):
    if "dbname" in service.address:
        return service.query("SELECT datname FROM pg_database ORDER BY datname", "postgres")
    return service.query("SHOW DATABASES")


@pytest.mark.parametrize(
    ("started", "native", "other"),
    [(partial(postgresql, more=RIGHTS), "pgbench", "wal-pglz"), (mariadb, "sysbench", "row-8")],
)
def test_by_its_socket_and_by_tcp_with_every_driver(started, native, other):
    with started() as (service, way), reachable() as place:
        if native == "pgbench":
            by_socket = f"postgresql://bencher:{CODED}@/postgres?host={service.socket}"
            by_port = f"postgresql://bencher:{CODED}@{way}:5432"
        else:
            by_socket = f"mariadb://bencher:{CODED}@localhost/?socket={service.socket}"
            by_port = f"mysql://bencher:{CODED}@127.0.0.1:{way}"
        columns = columns_of(service, by_socket, place / "socket", native, "none", other)
        assert {"wal_bytes", "compression_ratio", "cpu_per_transaction_ms", "machine"} <= columns
        # By TCP nothing shows that the server is this machine's, and no CPU is reported.
        for driver in (native, "python"):
            columns = columns_of(service, by_port, place / driver, driver, "none")
            assert [name for name in columns if name.startswith("cpu")] == []
            lines = (place / driver / "journal.jsonl").read_text().splitlines()
            flags = [json.loads(line)["flags"] for line in lines if '"flags"' in line]
            assert all(any("not seen from here" in flag for flag in some) for some in flags)


def test_killed_its_databases_are_cleaned(monkeypatch):
    with postgresql(more=RIGHTS) as (service, _), reachable() as place:
        dsn = f"postgresql://bencher:{CODED}@/postgres?host={service.socket}"
        folder = place / "results"
        arguments = ["run", "--dsn", dsn, *SMALL.split(), "--duration", "60", "--output", str(folder)]
        with subprocess.Popen([*BENCH, *arguments], stderr=subprocess.DEVNULL) as process:
            until = time.monotonic() + 60
            while databases(service).count("ahp_bench_") < 2:
                assert process.poll() is None
                assert time.monotonic() < until
                time.sleep(0.1)
            process.send_signal(signal.SIGKILL)
        monkeypatch.delenv("PGPASSWORD", raising=False)
        refused = bench("clean", str(folder))
        assert refused.returncode == 2
        assert "password" in refused.stderr
        assert "ahp_bench_" in databases(service)
        monkeypatch.setenv("PGPASSWORD", SECRET)
        cleaned = bench("clean", str(folder))
        assert cleaned.returncode == 0, cleaned.stderr
        assert "postgresql database" in cleaned.stdout
        assert "ahp_bench_" not in databases(service)
        assert_silent(folder, refused.stderr, cleaned.stdout)


def test_what_it_can_offer_is_listed_with_reasons(capsys, monkeypatch, told):
    monkeypatch.setenv("PGPASSWORD", "")
    with postgresql() as (service, _):
        dsn = f"postgresql://bencher:{CODED}@/postgres?host={service.socket}"
        assert main(["list", "--dsn", dsn]) == 0
        assert "not full-page-writes-off: full_page_writes is" in " ".join(capsys.readouterr().out.split())
        (engine,) = json.loads(told(0, main, ["list", "--dsn", dsn, "--format", "json"]).out)["engines"]
        assert engine["alternatives"][:2] == ["none", "toast-pglz"]
        assert engine["refused"]["wal-pglz"].startswith("the account may not set it")
        assert main(["run", "--dsn", dsn, "--alternatives", "none,wal-pglz"]) == 2
        asked = "wal-pglz in PostgreSQL cannot run here: the account may not set it"
        assert asked in capsys.readouterr().err
