import sqlite3

import pytest

from ahp.errors import TrialError
from ahp.harness.engines import sqlite
from ahp.harness.engines.base import ConflictError, Taken
from ahp.harness.engines.probe import PROBE, probe_rows
from ahp.harness.engines.sqlite import FILE, SQLite, SQLiteService
from ahp.harness.scripts.script import Statement
from ahp.harness.storage.base import written

ENGINE = SQLite()
TABLE = PROBE.tables[0]


@pytest.fixture
def service(tmp_path, ledger):
    ENGINE.load(tmp_path, "none", PROBE, probe_rows, ledger)
    with ENGINE.serve(tmp_path, "none", ledger) as service:
        yield service


def test_statements_in_and_out_of_transactions(service):
    session = ENGINE.connect(service.address, PROBE)
    change = session.statement(Statement("UPDATE probe SET number = :n WHERE id = :id"))
    look = session.statement(Statement("SELECT number FROM probe WHERE id = :id", gets=True))
    change((5, 1))
    session.begin()
    change((6, 1))
    session.rollback()
    assert look((1,)) == (5,)
    session.begin()
    change((7, 1))
    session.commit()
    assert look((1,)) == (7,)
    assert look((10**9,)) is None
    with pytest.raises(TrialError, match=r"2 rows came of it, and the .gset after it needs one"):
        session.statement(Statement("SELECT id FROM probe LIMIT 2", gets=True))(())
    with pytest.raises(sqlite3.OperationalError, match="no such table"):  # a mistake is no conflict
        session.statement(Statement("SELECT 1 FROM nowhere"))(())
    session.close()
    assert service.details["sqlite"] == sqlite3.sqlite_version
    assert (service.details["page_size"], service.details["journal_mode"]) == ("16384", "wal")


def test_waiting_too_long_for_another_client_is_a_conflict(service, monkeypatch):
    monkeypatch.setattr(sqlite, "_WAIT_S", 0.01)
    one, other = ENGINE.connect(service.address, PROBE), ENGINE.connect(service.address, PROBE)
    one.begin()
    with pytest.raises(ConflictError):
        other.begin()
    other.rollback()
    change = Statement("UPDATE probe SET number = 1 WHERE id = 1 RETURNING id", gets=True)
    with pytest.raises(ConflictError):
        other.statement(change)(())
    one.commit()
    one.close()
    other.close()


def test_at_rest_all_is_in_one_file(tmp_path, ledger):
    folder = tmp_path / "data"
    folder.mkdir()
    ENGINE.load(folder, "none", PROBE, probe_rows, ledger)
    with ENGINE.serve(folder, "none", ledger) as service:
        session = ENGINE.connect(service.address, PROBE)
        session.statement(Statement("DELETE FROM probe WHERE id > 10"))(())
        session.close()
    assert [path.name for path in folder.iterdir() if path.stat().st_size] == [FILE]
    assert ENGINE.taken(folder, written) == Taken(written([folder / FILE]), 0)


def test_what_cannot_be_written_out_fails_the_trial_and_is_no_fault_of_ours(tmp_path):
    (tmp_path / FILE).write_bytes(b"no database at all" * 1000)
    with pytest.raises(TrialError, match=f"SQLite: {FILE}: file is not a database"):
        SQLiteService(tmp_path / FILE).checkpoint()
