import pytest
from harness.engines.servers import assert_failed_load, assert_odd_texts, assert_same_rows
from harness.served import SCHEMA, loaded
from harness.storage.made import nothing_left

from ahp.errors import UnavailableError
from ahp.harness.engines import postgresql as engines
from ahp.harness.engines.postgresql import PostgreSQL, settings

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
@pytest.mark.parametrize("alternative", ["wal-pglz", "full-page-writes-off", "toast-pglz"])
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
