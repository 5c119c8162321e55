"""The command on a server that is not its own: what it leaves there, what it reports, and where a password goes."""

import json
import signal
import subprocess
import sys
import time

import pytest
from endtoend import leftovers
from harness.served import reachable
from harness.strangers import CODED, SECRET, mariadb, postgresql

from ahp.cli.bench import main

COMMAND = [sys.executable, "-m", "ahp.cli.bench"]
SMALL = [
    "--interference",
    "flag",
    "--workload",
    "stress-test",
    "--scale",
    "0.0005",
    "--runs",
    "1",
    "--warmup",
    "0.2",
    "--clients",
    "2",
]
RIGHTS = "GRANT SET ON PARAMETER wal_compression TO bencher; GRANT pg_checkpoint TO bencher"
DATABASES = {
    "postgresql": "SELECT datname FROM pg_database ORDER BY datname",
    "mariadb": "SHOW DATABASES",
}


def bench(*arguments):
    return subprocess.run([*COMMAND, *arguments], capture_output=True, text=True)


def assert_silent(folder, *texts):
    """Fail if the password stands anywhere, in either form."""
    told = [path.read_bytes() for path in folder.rglob("*") if path.is_file()] if folder.exists() else []
    told += [text.encode() for text in texts]
    assert told
    for text in told:
        assert SECRET.encode() not in text
        assert CODED.encode() not in text


def assert_ran(service, kind, dsn, folder, *more):
    before = service.query(DATABASES[kind], None if kind == "mariadb" else "postgres")
    done = bench("run", "--dsn", dsn, *SMALL, *more, "--output", str(folder))
    assert done.returncode == 0, done.stderr
    assert "2 runs finished" in done.stdout
    assert service.query(DATABASES[kind], None if kind == "mariadb" else "postgres") == before
    assert_silent(folder, done.stdout, done.stderr)
    leftovers.assert_none(folder)
    leftovers.assert_each_once(folder, 2)
    return (folder / "results.csv").read_text().splitlines()[0].split(",")


@pytest.mark.parametrize("driver", ["pgbench", "python"])
def test_postgresql(driver):
    with postgresql(more=RIGHTS) as (service, host), reachable() as place:
        by_socket = f"postgresql://bencher:{CODED}@/postgres?host={service.socket}"
        chosen = ["--alternatives", "none,wal-pglz", "--driver", driver, "--duration", "1"]
        columns = assert_ran(service, "postgresql", by_socket, place / "socket", *chosen)
        assert {"wal_bytes", "compression_ratio", "cpu_per_transaction_ms"} <= set(columns)
        if driver == "pgbench":
            # By TCP nothing shows that the server is this machine's, and no CPU is reported.
            by_port = f"postgresql://bencher:{CODED}@{host}:5432"
            columns = assert_ran(service, "postgresql", by_port, place / "port", *chosen)
            assert [name for name in columns if name.startswith("cpu")] == []
            lines = (place / "port" / "journal.jsonl").read_text().splitlines()
            flags = [json.loads(line)["flags"] for line in lines if '"flags"' in line]
            assert all(any("not seen from here" in flag for flag in some) for some in flags)


@pytest.mark.parametrize("driver", ["sysbench", "python"])
def test_mariadb(driver):
    with mariadb() as (service, port), reachable() as place:
        chosen = ["--alternatives", "none,row-8", "--driver", driver, "--duration", "1"]
        by_socket = f"mariadb://bencher:{CODED}@localhost/?socket={service.socket}"
        columns = assert_ran(service, "mariadb", by_socket, place / "socket", *chosen)
        assert {"wal_bytes", "compression_ratio", "cpu_per_transaction_ms"} <= set(columns)
        if driver == "sysbench":
            by_port = f"mysql://bencher:{CODED}@127.0.0.1:{port}"
            columns = assert_ran(service, "mariadb", by_port, place / "port", *chosen)
            assert [name for name in columns if name.startswith("cpu")] == []


def test_killed_its_databases_are_cleaned(monkeypatch):
    with postgresql(more=RIGHTS) as (service, _), reachable() as place:
        dsn = f"postgresql://bencher:{CODED}@/postgres?host={service.socket}"
        folder = place / "results"
        arguments = ["run", "--dsn", dsn, *SMALL, "--duration", "60", "--output", str(folder)]
        with subprocess.Popen([*COMMAND, *arguments], stderr=subprocess.DEVNULL) as process:
            until = time.monotonic() + 60
            while service.query(DATABASES["postgresql"], "postgres").count("ahp_bench_") < 2:
                assert process.poll() is None
                assert time.monotonic() < until
                time.sleep(0.1)
            process.send_signal(signal.SIGKILL)
        monkeypatch.delenv("PGPASSWORD", raising=False)
        refused = bench("clean", str(folder))
        assert refused.returncode == 2
        assert "password" in refused.stderr
        assert "ahp_bench_" in service.query(DATABASES["postgresql"], "postgres")
        monkeypatch.setenv("PGPASSWORD", SECRET)
        cleaned = bench("clean", str(folder))
        assert cleaned.returncode == 0, cleaned.stderr
        assert "postgresql database" in cleaned.stdout
        assert "ahp_bench_" not in service.query(DATABASES["postgresql"], "postgres")
        assert_silent(folder, refused.stderr, cleaned.stdout)


def test_what_it_can_offer_is_listed_with_reasons():
    with postgresql() as (service, _):
        dsn = f"postgresql://bencher:{CODED}@/postgres?host={service.socket}"
        listed = bench("list", "--dsn", dsn)
        assert listed.returncode == 0, listed.stderr
        assert "not full-page-writes-off: full_page_writes is" in " ".join(listed.stdout.split())
        (engine,) = json.loads(bench("list", "--dsn", dsn, "--format", "json").stdout)["engines"]
        assert engine["alternatives"] == ["none", "toast-pglz", "toast-lz4"]
        assert engine["refused"]["wal-lz4"].startswith("the account may not set it")
        asked = bench("run", "--dsn", dsn, "--alternatives", "none,wal-lz4")
        assert asked.returncode == 2
        assert "wal-lz4 in PostgreSQL cannot run here: the account may not set it" in asked.stderr


@pytest.mark.parametrize(
    "dsn",
    [
        f"postgresql://me:{SECRET}@127.0.0.1:1/db",  # nobody listens there
        f"postgresql://me:{SECRET}/x@127.0.0.1/db",
        f"host=127.0.0.1 password='{SECRET}'",
        f"postgresql://me@127.0.0.1:1/db?password={CODED}&{SECRET}=1",
        f"mariadb://me:{CODED}@127.0.0.1:1/",
        f"oracle://me:{CODED}@db/",
        f"mysql://me:x@127.0.0.1:{SECRET}/",
    ],
)
def test_no_message_has_the_password(dsn, tmp_path, capsys, monkeypatch):
    for name in ("PGPASSWORD", "MYSQL_PWD"):
        monkeypatch.setenv(name, "")
    assert main(["run", "--dsn", dsn, "--output", str(tmp_path / "results")]) == 2
    told = capsys.readouterr()
    assert told.err.count("\n") == 1
    assert not (tmp_path / "results").exists()
    assert_silent(tmp_path, told.out, told.err)
