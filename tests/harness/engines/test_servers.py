"""The database servers that the harness starts: what all of them promise, and what each has of its own."""

import os
import threading

import pytest
from harness.served import SCHEMA, loaded, require
from harness.storage.made import nothing_left

from ahp.errors import HarnessError, TrialError, UnavailableError
from ahp.harness.catalogue import WORKLOADS
from ahp.harness.datasets import rows_checksum
from ahp.harness.engines import mariadb, mariadb_server, postgresql, postgresql_server
from ahp.harness.engines.base import ConflictError
from ahp.harness.engines.mariadb import MariaDB, options
from ahp.harness.engines.mariadb_server import environment, status
from ahp.harness.engines.postgresql import PostgreSQL
from ahp.harness.engines.postgresql_server import conninfo
from ahp.harness.scripts.script import Statement
from ahp.harness.storage.base import written
from ahp.harness.system import processes
from ahp.harness.system.process_table import started
from ahp.harness.system.processes import unprivileged
from ahp.harness.workloads.base import Column, Schema, Table

SERVERS = {"mariadb": MariaDB(), "postgresql": PostgreSQL()}
ODD = ["tab\there", "line\nend", "back\\slash", "\\N", "", "naïve ☂", "'quote\"", "a", "a ", "A"]


@pytest.fixture(params=SERVERS)
def engine(request):
    require(SERVERS[request.param])
    return SERVERS[request.param]


@pytest.fixture
def served(engine, place, ledger):
    """A server with the data set."""
    with engine.serve(loaded(engine, place, "none", ledger), "none", ledger) as service:
        yield service
    assert nothing_left(ledger)


def looked_at_mariadb(service, alternative):
    made = service.query("SELECT row_format FROM information_schema.tables WHERE table_name = 'orders'")
    assert made.upper() == ("COMPRESSED" if alternative == "row-8" else "DYNAMIC")
    assert service.details["tx_isolation"] == "READ-COMMITTED"
    before = service.counters()
    service.query("UPDATE phrases SET body = 'changed'", "bench")
    after = service.counters()
    assert after["wal_bytes"] > before["wal_bytes"]
    assert after["buffer_hits"] > before["buffer_hits"]
    assert after["buffer_reads"] > 0
    usual = service.query("SELECT @@innodb_max_dirty_pages_pct")
    service.checkpoint()
    assert status(service.address, "^innodb_buffer_pool_pages_dirty$") == {
        "innodb_buffer_pool_pages_dirty": 0
    }
    assert service.query("SELECT @@innodb_max_dirty_pages_pct") == usual


def looked_at_postgresql(service, alternative):
    assert service.details["wal_compression"] == postgresql.settings(alternative)["wal_compression"]
    assert service.details["server_version"].split()[0] >= "15"
    before = service.counters()
    service.checkpoint()
    after = service.counters()
    assert after["wal_bytes"] > before["wal_bytes"]
    assert after["checkpoints"] == before["checkpoints"] + 1
    assert min(after["buffer_hits"], after["buffer_reads"]) > 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("engine", "alternatives", "look"),
    [
        ("mariadb", ("none", "row-8", "page-zlib"), looked_at_mariadb),
        ("postgresql", ("none", "wal-pglz", "toast-pglz"), looked_at_postgresql),
    ],
    indirect=["engine"],
)
def test_the_rows_are_the_same_with_every_alternative(engine, alternatives, look, place, ledger):
    seen = set()
    for alternative in alternatives:
        folder = loaded(engine, place, alternative, ledger)
        with engine.serve(folder, alternative, ledger) as service:
            seen.add(rows_checksum(SCHEMA, lambda table, s=service: engine.rows(s, SCHEMA, table)))
            account = unprivileged()
            owner = os.stat(f"/proc/{service.processes[0]}").st_uid
            assert owner == (account.uid if account else os.getuid()) != 0
            look(service, alternative)
        assert started(service.processes[0]) is None
        assert engine.taken(folder, written).tables > 10**6
    assert len(seen) == 1
    assert nothing_left(ledger)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("engine", "alternative"),
    [
        ("mariadb", "row-8"),
        ("mariadb", "page-lz4"),
        ("mariadb", "myrocks-zstd"),
        ("postgresql", "full-page-writes-off"),
        ("postgresql", "toast-pglz"),
    ],
    indirect=["engine"],
)
def test_an_alternative_does_what_it_says(engine, alternative, place, ledger):
    if alternative not in engine.alternatives():
        pytest.skip(f"{alternative}: its plug-in is not installed; .ci/packages installs it")
    place.chmod(0o700)  # as the run makes it
    assert engine.verify(alternative, place, ledger) > 1.2
    assert engine.verify("none", place, ledger) == 1.0
    assert nothing_left(ledger)


@pytest.mark.slow
def test_one_that_stores_plain_is_refused(engine, place, ledger, monkeypatch):
    usual = postgresql.settings("none")
    monkeypatch.setattr(mariadb, "options", lambda alternative, table: "ENGINE=InnoDB")
    monkeypatch.setattr(postgresql, "settings", lambda alternative: usual)
    with pytest.raises(UnavailableError, match="cannot run here: it is accepted but compresses"):
        engine.verify({"mariadb": "row-8", "postgresql": "wal-pglz"}[engine.name], place, ledger)


@pytest.mark.slow
def test_odd_texts_come_out_of_a_server_as_they_went_in_by_code_point(engine, place, ledger):
    body = Column("body", "text", lambda *_: "", 40)
    table = Table("odd", (Column("id", "int", lambda *_: 0), body), ("body",), (("id",),), "rows")
    schema = Schema("odd", (table,), lambda scale: {"rows": len(ODD)})
    engine.load(place, "none", schema, lambda table: enumerate(ODD), ledger)
    with engine.serve(place, "none", ledger) as service:
        assert [text for _, text in engine.rows(service, schema, table)] == sorted(ODD)


@pytest.mark.slow
def test_a_load_of_a_row_that_is_too_short_is_told_and_leaves_no_server(engine, place, ledger):
    schema = Schema("s", SCHEMA.tables[:1], SCHEMA.sizes)
    with pytest.raises(HarnessError, match=r"ERROR: *missing data|doesn't contain data for all columns"):
        engine.load(place, "none", schema, lambda table: [(1,)], ledger)
    assert nothing_left(ledger)


@pytest.mark.slow
def test_whoever_answers_must_be_the_server_that_was_started(engine, place, ledger, monkeypatch):
    folder = loaded(engine, place, "none", ledger)
    monkeypatch.setattr(processes, "listener", lambda path: 1)
    with pytest.raises(HarnessError, match=r"another server answers there .process 1"):
        engine.serve(folder, "none", ledger).__enter__()
    assert nothing_left(ledger)


@pytest.mark.slow
def test_a_server_listens_on_its_own_socket_alone(engine, served):
    asked, told, place = {
        "mariadb": ("SELECT @@skip_networking", "1", served.socket.parent),
        "postgresql": ("SHOW listen_addresses", "", served.socket),
    }[engine.name]
    assert served.query(asked) == told
    assert place.stat().st_mode & 0o077 == 0
    with pytest.raises(HarnessError, match="ended with 1: ERROR"):
        served.query("no sql")


@pytest.mark.slow
def test_a_session_commits_rolls_back_and_tells_a_deadlock(engine, served):
    sessions = [engine.connect(served.address, SCHEMA) for _ in range(2)]
    one = sessions[0]
    get = one.statement(Statement("SELECT id, body FROM phrases WHERE id = :id", gets=True))
    number, body = get((1,))
    assert (number, len(body) > 5, get((10**9,))) == (1, True, None)
    change = one.statement(Statement("UPDATE phrases SET body = 'x%' WHERE id = :id"))
    for end, expected in ((one.rollback, body), (one.commit, "x%")):
        one.begin()
        assert change((1,)) is None
        end()
        assert get((1,)) == (1, expected)
    with pytest.raises(TrialError, match=r"rows came of it, and the .gset after it needs one"):
        one.statement(Statement("SELECT id FROM phrases LIMIT 2", gets=True))(())
    with pytest.raises(Exception, match=r"1146|does not exist"):
        one.statement(Statement("SELECT * FROM no_such_table"))(())
    assert_conflict(sessions)
    for session in sessions:
        session.close()


def assert_conflict(sessions):
    """Fail if of two sessions that wait for each other not exactly one is told that it may try again."""
    update = Statement("UPDATE phrases SET body = 'y' WHERE id = :id")
    calls = [session.statement(update) for session in sessions]
    for session, call, first in zip(sessions, calls, (1, 2), strict=True):
        session.begin()
        call((first,))
    failed = []

    def tried(call, second):
        try:
            call((second,))
        except ConflictError as error:
            failed.append(error)

    waiting = threading.Thread(target=tried, args=(calls[0], 2))
    waiting.start()
    tried(calls[1], 1)
    waiting.join(30)
    assert len(failed) == 1
    for session in sessions:
        session.rollback()
        session.begin()
        session.commit()


@pytest.fixture
def users(monkeypatch):
    """What a user may have in the environment for servers of other ones."""
    monkeypatch.setenv("PGOPTIONS", "-c synchronous_commit=off")
    monkeypatch.setenv("PGCLIENTENCODING", "LATIN1")
    monkeypatch.setenv("MYSQL_PWD", "of another server")


@pytest.mark.slow
def test_the_users_environment_changes_nothing(users, engine, served):
    session = engine.connect(served.address, SCHEMA)
    asked, told = {
        "mariadb": ("SELECT 'on' AS c, char_length('é') AS n", ("on", 1)),
        "postgresql": ("SELECT current_setting('synchronous_commit') AS c, length('é') AS n", ("on", 1)),
    }[engine.name]
    assert session.statement(Statement(asked, gets=True))(()) == told
    session.close()


def test_why_there_is_none_is_said(monkeypatch):
    def nobody():
        raise UnavailableError("PostgreSQL", "nobody can run it")

    monkeypatch.setattr(postgresql, "installation", nobody)
    assert PostgreSQL().available() == "nobody can run it"
    monkeypatch.setattr(mariadb, "missing", lambda *names: "mariadbd: command not found")
    assert MariaDB().available() == "mariadbd: command not found"
    monkeypatch.setattr(mariadb, "missing", lambda *names: None)
    monkeypatch.setattr(mariadb, "unprivileged", nobody)
    assert MariaDB().available() == "nobody can run it"


COMMON = {"buffer_pool": 64e6, "max_clients": 300}
SET = {
    "mariadb": (
        {"sort_buffer_size": "1M"},
        "sort_buffer_size",
        "1048576",
        "innodb_buffer_pool_size",
        "max_connections",
    ),
    "postgresql": ({"work_mem": "8MB"}, "work_mem", "8MB", "shared_buffers", "max_connections"),
}


@pytest.mark.slow
def test_what_is_set_is_what_the_server_says(engine, place, ledger):
    own, name, value, pool, most = SET[engine.name]
    folder = loaded(engine, place, "none", ledger)
    with engine.configured(COMMON, own).serve(folder, "none", ledger) as service:
        told = service.details
        assert (told[name], told[most]) == (value, "320")
        assert told[pool] == "62496kB" or int(told[pool]) == pytest.approx(64e6, rel=0.05)
    assert nothing_left(ledger)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("engine", "own", "message"),
    [
        (
            "postgresql",
            {"work_mem": "8XB"},
            r"PostgreSQL refuses work_mem = '8XB': invalid value for parameter",
        ),
        ("postgresql", {"wrk_mem": "8MB"}, r"PostgreSQL refuses wrk_mem = '8MB': unrecognized config"),
        (
            "postgresql",
            {"wal_compression": "lz4"},
            "wal_compression is set by the harness or its alternatives",
        ),
        ("postgresql", {"shared_buffers": "1GB"}, "shared_buffers is given by a common name too"),
        ("mariadb", {"sort_buffer": "x"}, r"MariaDB refuses sort-buffer = 'x': .*[uU]nknown"),
        ("mariadb", {"innodb_flush_log_at_trx_commit": "9"}, "refuses innodb-flush.* value 9 adjusted to 3"),
        (
            "mariadb",
            {"innodb_flush_method": "slow"},
            "refuses innodb-flush-method = 'slow': Error while setting",
        ),
        ("mariadb", {"sql_mode": "ANSI"}, "sql-mode is set by the harness"),
    ],
    indirect=["engine"],
)
def test_a_setting_that_a_server_refuses_is_named_before_any_is_started(engine, own, message):
    with pytest.raises(HarnessError, match=f"^settings: .*{message}") as told:
        engine.configured(COMMON, own)
    assert "\n" not in str(told.value)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("engine", "own", "message"),
    [
        ("postgresql", {"no.such": "1"}, r"settings: PostgreSQL has not kept no\.such"),
        ("mariadb", {"innodb-buffer-pool-size": "9999T"}, "settings: MariaDB|ended"),
    ],
    indirect=["engine"],
)
def test_a_setting_that_a_server_does_not_keep_is_named_as_it_starts(engine, own, message, place, ledger):
    folder = loaded(engine, place, "none", ledger)
    with pytest.raises(HarnessError, match=message):
        type(engine)(own).serve(folder, "none", ledger).__enter__()
    assert nothing_left(ledger)


# --- MariaDB ---------------------------------------------------------------------------------------------------------


def test_the_selective_are_those_of_the_study():
    tables = WORKLOADS["tpcc"].schema.tables
    taken = [t.name for t in tables if options("row-8-selective", t) == options("row-8", t)]
    assert sorted(taken) == ["history", "order_line", "orders"]  # Lee (2015), table 4
    stock = WORKLOADS["tpcc"].schema.table("stock")
    assert options("row-8-selective", stock) == options("none", stock) == "ENGINE=InnoDB"
    assert options("row-4", stock).endswith("KEY_BLOCK_SIZE=4")
    assert options("myrocks-lz4", stock) == "ENGINE=ROCKSDB"
    # Every data set of ours has some.
    assert all(any(table.selective for table in found.schema.tables) for found in WORKLOADS.values())


@pytest.mark.slow
def test_selective_without_such_tables_is_refused(place, ledger):
    require(SERVERS["mariadb"])
    schema = Schema("notes", (Table("t", (Column("id", "int", lambda *_: 0),), ("id",), (), "n"),), dict)
    with pytest.raises(HarnessError, match=r"'notes' has no table that is marked.*`selective = true`"):
        MariaDB().load(place, "row-8-selective", schema, None, ledger)


def test_the_settings_of_what_the_tables_decide():
    assert mariadb.settings("none") == mariadb.settings("row-8") == {}


def test_a_password_is_for_servers_that_were_there_alone(monkeypatch):
    monkeypatch.setenv("MYSQL_PWD", "hush")
    assert environment({"existing": True}) == {"MYSQL_PWD": "hush"}
    assert environment({"socket": "/tmp/own"}) == {"MYSQL_PWD": ""}


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["mariadb"], indirect=True)
def test_mariadb_gets_what_it_is_given_and_knows_its_plug_ins_and_counts(engine, served):
    assert all("/" not in name for name in mariadb_server.plugins())
    assert status(served.address, "^no_such_count$") == {}
    session = engine.connect(served.address, SCHEMA)
    odd = session.statement(Statement("SELECT :a, ':a', :b", gets=True))
    assert odd(("it's 100 %\\", 2)) == ("it's 100 %\\", ":a", 2)
    session.close()


# --- PostgreSQL ------------------------------------------------------------------------------------------------------


def test_a_connection_is_quoted():
    assert conninfo({"host": "h", "programs": "/bin", "dbname": "a b\\'"}, "c") == "host='h' dbname='c'"


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["postgresql"], indirect=True)
def test_a_second_server_over_the_same_data_is_refused_and_told(engine, place, ledger):
    folder = loaded(engine, place, "none", ledger)
    with engine.serve(folder, "none", ledger) as service:
        with pytest.raises(HarnessError, match=r"ended at once with 1: .*lock file"):
            engine.serve(folder, "none", ledger).__enter__()
        assert service.query("SELECT 1") == "1"
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


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["postgresql"], indirect=True)
def test_what_was_read_goes_back_as_it_came(engine, served):
    session = engine.connect(served.address, SCHEMA)
    kinds = {
        "t": ("text", r"'it''s \ \"ü\"'"),
        "b": ("bytea", r"'\x00ff27'"),
        "n": ("text", "NULL"),
        "d": ("numeric", "1234567890123456789.50"),
        "f": ("boolean", "false"),
        "i": ("bigint", "-9007199254740993"),
        "r": ("double precision", "0.1"),
        "j": ("jsonb", """'{"a": [1, null]}'"""),
        "w": ("timestamptz", "'2026-11-22 00:30:00.123456+02'"),
    }
    read = ", ".join(f"CAST({value} AS {kind}) AS {name}" for name, (kind, value) in kinds.items())
    first = session.statement(Statement(f"SELECT {read}", gets=True))(())
    given = ", ".join(f"CAST(:{name} AS {kind}) AS {name}" for name, (kind, _) in kinds.items())
    assert session.statement(Statement(f"SELECT {given}", gets=True))(first) == first
    values = dict(zip(kinds, first, strict=True))
    assert (values["n"], values["f"], values["i"]) == (None, False, -9007199254740993)
    assert values["t"] == r"it's \ " + '\\"ü\\"'
    with pytest.raises(Exception, match="division by zero"):
        session.statement(Statement("SELECT 1 / CAST(:d AS integer)"))((0,))
    session.close()
