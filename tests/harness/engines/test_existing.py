"""Servers that were there: what is made on them is the harness's own, and gone at the end."""

import os
import signal
import socket
import time
from threading import Timer
from types import SimpleNamespace

import pytest
from harness.served import SCHEMA, require
from harness.storage.made import nothing_left
from harness.strangers import CODED, SECRET, free_port, mariadb, postgresql

from ahp.cli import benching
from ahp.errors import HarnessError, TrialError, UnavailableError
from ahp.harness.datasets import Datasets, Original
from ahp.harness.engines import mariadb as on_mariadb
from ahp.harness.engines import postgresql as on_postgresql
from ahp.harness.engines.base import Taken
from ahp.harness.engines.existing import ExistingEngine, listening, target, unseen
from ahp.harness.engines.mariadb import ExistingMariaDB
from ahp.harness.engines.postgresql import ExistingPostgreSQL
from ahp.harness.ledger import TOKEN, standing
from ahp.harness.load.native import PgbenchDriver
from ahp.harness.plan import plan
from ahp.harness.results_folder import clean
from ahp.harness.run import run
from ahp.harness.storage.base import Unowned, written
from ahp.harness.system.meters import Reading
from ahp.harness.system.processes import missing

RIGHTS = "GRANT SET ON PARAMETER wal_compression TO bencher; GRANT pg_checkpoint TO bencher"
DATABASES = "SELECT string_agg(datname, ',' ORDER BY datname) FROM pg_database"


class Engine(ExistingEngine):
    """A server of which every database takes as much as its alternative's name is long."""

    title = "X"

    def __init__(self, drop):
        super().__init__(target("postgresql://me@h/"), drop)
        self.made = []
        self.gone = None

    def available(self):
        return self.gone

    def refused(self):
        return {"b": "it is the whole server's"}

    def _known(self):
        return ("none", "a", "b")

    def _probed(self, name, alternative, measured):
        return len(alternative)

    def _filled(self, name, alternative, schema, rows):
        self.made.append(name)
        return 17

    def _copied(self, loaded, name, alternative):
        assert loaded == self.made[0]
        return SimpleNamespace(address={"dbname": name})

    def _size(self, where):
        return 18


def test_a_loaded_database_stays_for_the_session_and_a_copy_for_the_run(ledger, tmp_path):
    dropped = []
    engine = Engine(dropped.append)
    with engine.opened():
        engine.load(tmp_path, "none", None, None, ledger)
        assert engine.taken(tmp_path, written) == Taken(17)
        with engine.serve(tmp_path, "none", ledger) as service:
            names = {entry.facts["name"] for entry in standing(ledger.path.parent)}
            assert names == {engine.made[0], service.address["dbname"]}
        assert [facts["name"] for facts in dropped] == [service.address["dbname"]]
        assert engine.taken(tmp_path, written) == Taken(18)
    assert [facts["name"] for facts in dropped][1:] == engine.made
    assert dropped[0]["dsn"] == "postgresql://me@h/"
    assert standing(ledger.path.parent) == ()
    dropped.clear()

    def failing():
        with engine.opened():
            engine.load(tmp_path, "none", None, None, ledger)
            raise KeyError

    with pytest.raises(KeyError):
        failing()
    assert len(dropped) == 1


def test_a_server_that_dies_leaves_what_is_on_it_in_the_ledger(ledger, tmp_path):
    def drop(facts):
        raise HarnessError("no server answers")

    engine = Engine(drop)
    with engine.opened():
        engine.load(tmp_path, "none", None, None, ledger)
        with (
            pytest.raises(TrialError, match="the client's own reason"),
            engine.serve(tmp_path, "none", ledger),
        ):
            raise TrialError("the client's own reason")
        engine.gone = "no server answers"
        left = standing(ledger.path.parent)
        with pytest.raises(TrialError, match="no server answers"), engine.serve(tmp_path, "none", ledger):
            pass
    assert standing(ledger.path.parent) == left  # of what was never made there is no word
    assert [entry.kind for entry in left] == ["postgresql database"] * 2


def test_what_is_offered_is_what_is_not_refused_and_does_what_it_says(ledger, tmp_path):
    dropped = []
    engine = Engine(dropped.append)
    assert engine.alternatives() == ("none", "a")
    assert engine.verify("none", tmp_path, ledger) == 1.0
    assert engine.verify("a", tmp_path, ledger) == 4.0
    assert len(dropped) == 2
    with pytest.raises(UnavailableError, match="long as it is in X cannot run here: it is accepted but"):
        engine.verify("long as it is", tmp_path, ledger)


def test_only_our_own_may_be_dropped():
    for drop, dsn in (
        (on_postgresql.drop_database, "postgresql://x/"),
        (on_mariadb.drop_database, "mariadb://x/"),
    ):
        with pytest.raises(HarnessError, match="'customers': no database of ahp-bench; nothing was touched"):
            drop({"dsn": dsn, "name": "customers"})


def test_nobody_listens_where_nothing_is_and_what_others_used_stays_known(tmp_path):
    assert listening(None) == listening(tmp_path / "socket") == ()
    seen = unseen(Reading(1.0, 2, 0.5, 0.5, 0.0, 0.0, 0.3, 0.3, 0.1, 0.1, 1, 2, 3))
    assert (seen.user_s, seen.server_s, seen.read_bytes) == (None, None, None)
    assert (seen.client_s, seen.foreign_s) == (0.3, 0.1)


def test_why_one_cannot_be_used_is_said(monkeypatch):
    monkeypatch.setattr(on_postgresql, "query", lambda *_: "140011")
    engine = ExistingPostgreSQL(target("postgresql://db.example/bench"))
    assert engine.available() == "its version is 14; 15 is the oldest that can be used"
    monkeypatch.setattr(on_mariadb, "missing", lambda *names: f"{names[0]}: command not found")
    assert ExistingMariaDB(target("mariadb://db.example/")).available() == "mariadb: command not found"


# --- PostgreSQL and MariaDB themselves -------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def no_password(monkeypatch):
    for name in ("PGPASSWORD", "MYSQL_PWD"):
        monkeypatch.setenv(name, "")  # restored afterwards


def at_postgresql(service, password=CODED):
    return ExistingPostgreSQL(target(f"postgresql://bencher:{password}@/postgres?host={service.socket}"))


def at_mariadb(service, password=CODED):
    return ExistingMariaDB(target(f"mariadb://bencher:{password}@/?socket={service.socket}"))


def assert_nothing_left(ledger):
    assert nothing_left(ledger)
    assert SECRET not in ledger.path.read_text()
    assert CODED not in ledger.path.read_text()


@pytest.mark.slow
def test_what_it_makes_in_postgresql_is_its_own_and_gone_at_the_end(ledger, tmp_path):
    with postgresql(more=RIGHTS) as (service, _):
        before = service.query(DATABASES, "postgres")
        engine = at_postgresql(service)
        assert engine.available() is None
        assert engine.alternatives()[:2] == ("none", "wal-pglz")
        assert "toast-pglz" in engine.alternatives()
        assert list(engine.refused()) == ["full-page-writes-off"]
        with engine.opened():
            sets = Datasets(tmp_path, engine, Unowned(), 0.002, 1, ledger)
            plain, other = sets.get(SCHEMA, "none"), sets.get(SCHEMA, "wal-pglz")
            assert plain.checksum == other.checksum
            assert plain.taken == other.taken
            assert plain.taken.tables > 10**6
            for name, value in (("none", "off"), ("wal-pglz", "pglz")):
                with engine.serve(sets.get(SCHEMA, name).folder, name, ledger) as served:
                    assert served.details["wal_compression"] == value
                    assert served.processes == service.processes
                    served.checkpoint()
                    engine.connect(served.address, SCHEMA).close()
                    assert service.query(DATABASES, "postgres").count("ahp_bench_") == 3
            # The server's own settings stand as they stood.
            assert service.query("SHOW wal_compression", "postgres") == "pglz"
            assert service.query(DATABASES, "postgres").count("ahp_bench_") == 2
        assert service.query(DATABASES, "postgres") == before
    assert_nothing_left(ledger)


@pytest.mark.slow
def test_what_it_makes_in_mariadb_is_its_own_and_gone_at_the_end(ledger, tmp_path):
    with mariadb() as (service, port):
        before = service.query("SHOW DATABASES")
        engine = at_mariadb(service)
        assert engine.available() is None
        kept = "none row-8 row-4 row-8-selective row-4-selective page-zlib"
        assert engine.alternatives() == tuple(kept.split())
        assert engine.refused()["page-lz4"].endswith("is set for the whole server, to zlib")
        assert "column families" in engine.refused()["myrocks-zstd"]
        with engine.opened():
            sets = Datasets(tmp_path, engine, Unowned(), 0.002, 1, ledger)
            plain, small = sets.get(SCHEMA, "none"), sets.get(SCHEMA, "row-4")
            assert plain.checksum == small.checksum
            assert plain.taken.tables > 1.2 * small.taken.tables > 10**6
            assert sets.original(SCHEMA) == Original(plain.taken.tables, None)
            with engine.serve(small.folder, "row-4", ledger) as served:
                assert served.processes == service.processes
                assert served.counters()["wal_bytes"] > 0
                served.checkpoint()
                engine.connect(served.address, SCHEMA).close()
                name = served.address["database"]
                made = "SELECT DISTINCT row_format FROM information_schema.tables WHERE table_schema = "
                assert service.query(f"{made}'{name}'").upper() == "COMPRESSED"
            by_port = ExistingMariaDB(target(f"mysql://bencher:{CODED}@127.0.0.1:{port}"))
            with by_port.serve(plain.folder, "none", ledger) as served:
                assert served.processes == ()
                by_port.connect(served.address, SCHEMA).close()
        assert service.query("SHOW DATABASES") == before
    assert_nothing_left(ledger)


@pytest.mark.slow
def test_a_server_that_dies_in_mid_run_fails_the_run_and_is_told(tmp_path, capsys, monkeypatch):
    require(PgbenchDriver())
    monkeypatch.setenv(TOKEN, "")
    folder = tmp_path / "results"
    with postgresql() as (service, _):
        dsn = f"postgresql://bencher:{CODED}@/postgres?host={service.socket}"
        asked = {
            "workload": "stress-test",
            "alternatives": "none",
            "scale": 0.0005,
            "warmup": 0,
            "duration": 4,
        }
        chosen = plan(asked | {"dsn": dsn, "runs": 4, "interference": "flag"})

        def work(progress):
            def dying(step):
                if step.number == 2:
                    Timer(2.0, os.kill, [service.processes[0], signal.SIGKILL]).start()  # into its window
                progress(step)

            return run(chosen, folder, progress=dying)

        assert benching._session(folder, work) == 1
    said = capsys.readouterr()
    assert "1 runs finished, 3 failed (ahp-bench resume repeats them)" in said.out
    *_, failed, told = said.err.splitlines()
    assert failed == f"ahp-bench: failed: no server answers at {service.socket}/.s.PGSQL.5432"
    left = [entry.facts["name"] for entry in standing(folder)]
    assert f"left on the server, which is gone: {', '.join(left)};" in told
    assert f"ahp-bench clean {folder}" in told
    names = ", ".join(f"postgresql database {name}" for name in left)
    with pytest.raises(HarnessError, match=f"not all could be taken away: {names}: no server answers at /"):
        clean(folder)  # in one go, and not once for each


@pytest.mark.slow
def test_alternatives_are_verified_on_the_server_itself(ledger, tmp_path):
    for begun, at, alternatives in (
        (postgresql(more=RIGHTS), at_postgresql, ("wal-pglz", "toast-pglz")),
        (mariadb(), at_mariadb, ("row-4", "page-zlib")),
    ):
        with begun as (service, _):
            assert at(service).verify("none", tmp_path, ledger) == 1.0
            for alternative in alternatives:
                assert at(service).verify(alternative, tmp_path, ledger) > 1.2
        assert nothing_left(ledger)


@pytest.mark.slow
def test_what_the_account_may_not_do_is_told():
    with postgresql() as (service, _):
        refused = at_postgresql(service).refused()["wal-pglz"]
        assert refused == "the account may not set it: GRANT SET ON PARAMETER wal_compression TO …"
        service.query("GRANT SET ON PARAMETER wal_compression TO bencher", "postgres")
        assert "GRANT pg_checkpoint" in at_postgresql(service).refused()["wal-pglz"]
        service.query("ALTER ROLE bencher NOCREATEDB", "postgres")
        assert "may not create databases" in at_postgresql(service).available()
        reason = at_postgresql(service, "wrong").available()
        assert "password authentication failed" in reason
        assert reason.endswith("a password goes into PGPASSWORD")
    with mariadb("REVOKE PROCESS ON *.* FROM bencher@localhost") as (service, _):
        reason = at_mariadb(service).available()
        assert "PROCESS" in reason
        assert reason.endswith("the account needs the rights PROCESS and RELOAD")
        reason = at_mariadb(service, "wrong").available()
        assert "Access denied" in reason
        assert reason.endswith("a password goes into MYSQL_PWD")


def test_where_nobody_listens_is_said_in_a_few_words():
    port = free_port()
    for dsn, engine in (
        ("postgresql://me@127.0.0.1", ExistingPostgreSQL),
        ("mysql://me@127.0.0.1", ExistingMariaDB),
    ):
        at = engine(target(f"{dsn}:{port}"))
        if at.name == "mariadb" and missing("mariadb"):
            continue
        assert at.available() == f"no server answers at 127.0.0.1:{port}"


def test_whoever_says_nothing_is_waited_for_a_few_seconds_only():
    """As a port does on which something else listens: a MySQL client would wait a minute for its word."""
    if reason := missing("mariadb"):
        pytest.skip(reason)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port, began = silent.getsockname()[1], time.monotonic()
        reason = ExistingMariaDB(target(f"mysql://me@127.0.0.1:{port}")).available()
    assert reason == f"no server answers at 127.0.0.1:{port}"
    assert time.monotonic() - began < 5 + 1
