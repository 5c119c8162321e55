import pytest
from harness.engines.servers import assert_conflict
from harness.served import SCHEMA, loaded, reachable, require

from ahp.harness.engines.postgresql import PostgreSQL
from ahp.harness.scripts import Statement

pytestmark = pytest.mark.slow


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
