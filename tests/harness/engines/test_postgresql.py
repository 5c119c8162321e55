import pytest
from harness.engines.servers import assert_conflict, assert_failed_load, assert_odd_texts, assert_same_rows
from harness.served import SCHEMA, loaded, reachable, require
from harness.storage.made import nothing_left

from ahp.errors import HarnessError, UnavailableError
from ahp.harness.engines import postgresql as engines
from ahp.harness.engines import postgresql_server
from ahp.harness.engines.postgresql import PostgreSQL, settings
from ahp.harness.engines.postgresql_installation import installation
from ahp.harness.engines.postgresql_psql import conninfo
from ahp.harness.engines.postgresql_server import make_cluster, server
from ahp.harness.scripts import Statement

ENGINE = PostgreSQL()


@pytest.mark.slow
def test_the_rows_are_the_same_with_every_alternative(place, ledger):
    def look(service, alternative):
        assert service.details["wal_compression"] == settings(alternative)["wal_compression"]
        assert service.details["server_version"].split()[0] >= "15"
        before = service.counters()["wal_bytes"]
        service.checkpoint()
        assert service.counters()["wal_bytes"] > before

    assert_same_rows(ENGINE, place, ledger, ("none", "wal-pglz", "toast-pglz"), look)


@pytest.mark.slow
@pytest.mark.parametrize("alternative", ["full-page-writes-off", "toast-pglz"])
def test_an_alternative_does_what_it_says(alternative, place, ledger):
    place.chmod(0o700)  # as the run makes it
    assert ENGINE.verify(alternative, place, ledger) > 1.2
    assert ENGINE.verify("none", place, ledger) == 1.0
    assert nothing_left(ledger)


@pytest.mark.slow
def test_one_that_stores_plain_is_refused(place, ledger, monkeypatch):
    monkeypatch.setattr(engines, "settings", lambda alternative: settings("none"))
    with pytest.raises(UnavailableError, match=r"wal-pglz in PostgreSQL cannot run here: it is accepted but"):
        ENGINE.verify("wal-pglz", place, ledger)


@pytest.mark.slow
def test_a_session_prepares_commits_and_rolls_back(place, ledger):
    from ahp.harness.scripts import Statement

    folder = loaded(ENGINE, place, "none", ledger)
    with ENGINE.serve(folder, "none", ledger) as service:
        session = ENGINE.connect(service.address, SCHEMA)
        get = session.statement(Statement("SELECT id, body FROM phrases WHERE id = :id", gets=True))
        number, body = get((1,))
        assert number == 1
        assert len(body) > 5
        assert get((10**9,)) is None
        change = session.statement(Statement("UPDATE phrases SET body = 'x%' WHERE id = :id"))
        session.begin()
        assert change((1,)) is None
        session.rollback()
        assert get((1,)) == (1, body)
        session.begin()
        change((1,))
        session.commit()
        assert get((1,)) == (1, "x%")
        session.close()


@pytest.mark.slow
def test_whoever_answers_must_be_the_server_that_was_started(place, ledger, monkeypatch):
    from ahp.errors import HarnessError
    from ahp.harness.engines import postgresql_server

    folder = loaded(ENGINE, place, "none", ledger)
    monkeypatch.setattr(postgresql_server, "listener", lambda path: 1)
    with pytest.raises(HarnessError, match=r"another server answers there .process 1"):
        ENGINE.serve(folder, "none", ledger).__enter__()
    assert nothing_left(ledger)


@pytest.mark.slow
def test_odd_texts_go_through_the_server(place, ledger):
    assert_odd_texts(ENGINE, place, ledger)


@pytest.mark.slow
def test_a_load_that_fails_is_told_and_leaves_no_server(place, ledger):
    assert_failed_load(ENGINE, place, ledger, r"psql ended with .*: ERROR:")


def test_why_there_is_none_is_said(monkeypatch):
    def none():
        raise UnavailableError("PostgreSQL", "not installed; install the package postgresql")

    monkeypatch.setattr(engines, "installation", none)
    assert ENGINE.available() == "not installed; install the package postgresql"


def test_a_connection_is_quoted():
    assert conninfo({"host": "h", "programs": "/bin", "dbname": "a b\\'"}, "c") == "host='h' dbname='c'"


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


@pytest.mark.slow
def test_a_deadlock_is_a_conflict_that_may_be_tried_again(ledger):
    engine = PostgreSQL()
    require(engine)
    with reachable() as place:
        folder = loaded(engine, place, "none", ledger)
        with engine.serve(folder, "none", ledger) as service:
            sessions = [engine.connect(service.address, SCHEMA) for _ in range(2)]
            assert_conflict(sessions)
            for session in sessions:
                session.close()
            with pytest.raises(Exception, match="closed"):
                sessions[0].begin()


@pytest.mark.slow
def test_what_was_read_goes_back_as_it_came(ledger):
    engine = PostgreSQL()
    require(engine)
    with reachable() as place:
        folder = loaded(engine, place, "none", ledger)
        with engine.serve(folder, "none", ledger) as service:
            session = engine.connect(service.address, SCHEMA)
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
            assert first is not None
            given = ", ".join(f"CAST(:{name} AS {kind}) AS {name}" for name, (kind, _) in kinds.items())
            back = session.statement(Statement(f"SELECT {given}", gets=True))(first)
            assert back == first
            values = dict(zip(kinds, first, strict=True))
            assert values["n"] is None
            assert values["f"] is False
            assert values["i"] == -9007199254740993
            assert values["t"] == r"it's \ " + '\\"ü\\"'
            with pytest.raises(Exception, match="division by zero"):
                session.statement(Statement("SELECT 1 / CAST(:d AS integer)"))((0,))
            session.close()


@pytest.mark.slow
def test_the_users_environment_changes_nothing(ledger, monkeypatch):
    engine = PostgreSQL()
    require(engine)
    monkeypatch.setenv("PGOPTIONS", "-c synchronous_commit=off")
    monkeypatch.setenv("PGCLIENTENCODING", "LATIN1")
    with reachable() as place:
        folder = loaded(engine, place, "none", ledger)
        with engine.serve(folder, "none", ledger) as service:
            session = engine.connect(service.address, SCHEMA)
            asked = "SELECT current_setting('synchronous_commit') AS c, length('é') AS n"
            assert session.statement(Statement(asked, gets=True))(()) == ("on", 1)
            session.begin()
            session.statement(Statement("CREATE TEMPORARY TABLE later (a integer) ON COMMIT DROP"))(())
            session.statement(Statement("INSERT INTO later VALUES (1)"))(())
            session.commit()
            session.close()
