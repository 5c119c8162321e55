import pytest
from harness.engines.servers import assert_conflict, assert_failed_load, assert_odd_texts, assert_same_rows
from harness.served import SCHEMA, loaded, reachable, require
from harness.storage.made import nothing_left

from ahp.errors import HarnessError, TrialError, UnavailableError
from ahp.harness.engines import mariadb as engines
from ahp.harness.engines import mariadb_server
from ahp.harness.engines.mariadb import MariaDB, options, selective, settings
from ahp.harness.engines.mariadb_client import details, environment, feed, lines, query, status
from ahp.harness.scripts import Statement
from ahp.harness.workloads.base import Column, Table

ENGINE = MariaDB()


@pytest.mark.slow
def test_the_rows_are_the_same_with_every_alternative(place, ledger):
    def look(service, alternative):
        made = service.query("SELECT row_format FROM information_schema.tables WHERE table_name = 'orders'")
        assert made.upper() == ("COMPRESSED" if alternative == "row-8" else "DYNAMIC")
        assert service.details["tx_isolation"] == "READ-COMMITTED"

    assert_same_rows(ENGINE, place, ledger, ("none", "row-8", "page-zlib"), look)


@pytest.mark.slow
@pytest.mark.parametrize("alternative", ["row-8", "page-lz4", "myrocks-zstd"])
def test_an_alternative_does_what_it_says(alternative, place, ledger):
    if alternative not in ENGINE.alternatives():
        pytest.skip(f"{alternative}: its plug-in is not installed; .ci/packages installs it")
    place.chmod(0o700)  # as the run makes it
    assert ENGINE.verify(alternative, place, ledger) > 1.2
    assert ENGINE.verify("none", place, ledger) == 1.0
    assert nothing_left(ledger)


@pytest.mark.slow
def test_one_that_stores_plain_is_refused(place, ledger, monkeypatch):
    monkeypatch.setattr(engines, "options", lambda alternative, table: "ENGINE=InnoDB")
    with pytest.raises(
        UnavailableError, match="row-8 in MariaDB cannot run here: it is accepted but compresses"
    ):
        ENGINE.verify("row-8", place, ledger)


def test_the_selective_are_those_of_text():
    def table(*columns):
        return Table(
            "t",
            tuple(Column(f"c{n}", kind, lambda *_: 0, width) for n, (kind, width) in enumerate(columns)),
            ("c0",),
            (),
            "n",
        )

    notes, numbers = table(("int", 0), ("text", 200)), table(("int", 0), ("int", 0), ("text", 10))
    assert selective(notes)
    assert not selective(numbers)
    assert options("row-4-selective", notes) == options("row-4", notes) == options("row-4", numbers)
    assert options("row-4-selective", numbers) == options("none", numbers) == "ENGINE=InnoDB"
    assert options("row-4", notes).endswith("KEY_BLOCK_SIZE=4")
    assert options("myrocks-lz4", notes) == "ENGINE=ROCKSDB"
    assert settings("none") == settings("row-8") == {}


@pytest.mark.slow
def test_odd_texts_go_through_the_server(place, ledger):
    assert_odd_texts(ENGINE, place, ledger)


@pytest.mark.slow
def test_a_load_that_fails_is_told_and_leaves_no_server(place, ledger):
    assert_failed_load(ENGINE, place, ledger, r"ended with 1: .*ERROR")


def test_why_there_is_none_is_said(monkeypatch):
    monkeypatch.setattr(engines, "missing", lambda *names: "mariadbd: command not found")
    assert ENGINE.available() == "mariadbd: command not found"


def test_without_an_account_for_the_server_it_is_said(monkeypatch):
    def nobody():
        raise UnavailableError("a server", "there is no account 'nobody'")

    monkeypatch.setattr(engines, "missing", lambda *names: None)
    monkeypatch.setattr(engines, "unprivileged", nobody)
    assert ENGINE.available() == "there is no account 'nobody'"


def test_a_password_is_for_servers_that_were_there_alone(monkeypatch):
    monkeypatch.setenv("MYSQL_PWD", "hush")
    assert environment({"existing": True}) == {"MYSQL_PWD": "hush"}
    assert environment({"socket": "/tmp/own"}) == {"MYSQL_PWD": ""}


@pytest.mark.slow
def test_statements_go_in_and_rows_come_out(ledger, monkeypatch):
    engine = MariaDB()
    require(engine)
    monkeypatch.setenv("MYSQL_PWD", "of another server")
    with reachable() as place:
        folder = loaded(engine, place, "none", ledger)
        with engine.serve(folder, "none", ledger) as service:
            inserts = (f"INSERT INTO fed VALUES ({number})" for number in range(1000))
            feed(service.address, ["CREATE TABLE fed (id INT PRIMARY KEY)", *inserts])
            assert list(lines(service.address, "SELECT id FROM fed WHERE id < 2")) == [b"0", b"1"]
            assert query(service.address, "SELECT count(*) FROM fed", "bench") == "1000"
            with pytest.raises(TrialError, match="mariadb ended with 1: ERROR 1062"):
                feed(service.address, ["INSERT INTO fed VALUES (1)"])
            assert status(service.address, "Innodb_os_log_written") > 0
            assert status(service.address, "No_such_count") == 0
            assert "version" in details(service.address)


@pytest.mark.slow
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


@pytest.mark.slow
def test_the_plug_ins_are_those_of_its_own_folder():
    require(MariaDB())
    assert all("/" not in name for name in mariadb_server.plugins())


@pytest.mark.slow
def test_a_session_commits_rolls_back_and_tells_a_deadlock(ledger):
    engine = MariaDB()
    require(engine)
    with reachable() as place:
        folder = loaded(engine, place, "none", ledger)
        with engine.serve(folder, "none", ledger) as service:
            sessions = [engine.connect(service.address, SCHEMA) for _ in range(2)]
            get = sessions[0].statement(Statement("SELECT id, body FROM phrases WHERE id = :id", gets=True))
            number, body = get((1,))
            assert number == 1
            assert get((10**9,)) is None
            odd = sessions[0].statement(Statement("SELECT :a, ':a', :b", gets=True))
            assert odd(("it's 100 %\\", 2)) == ("it's 100 %\\", ":a", 2)
            change = sessions[0].statement(Statement("UPDATE phrases SET body = 'y' WHERE id = :id"))
            sessions[0].begin()
            assert change((1,)) is None
            sessions[0].rollback()
            assert get((1,)) == (1, body)
            assert_conflict(sessions)
            with pytest.raises(Exception, match="1146"):
                sessions[0].statement(Statement("SELECT * FROM no_such_table"))(())
            with pytest.raises(TrialError, match=r"rows came of it, and the .gset after it needs one"):
                sessions[0].statement(Statement("SELECT id FROM phrases LIMIT 2", gets=True))(())
            for session in sessions:
                session.close()
