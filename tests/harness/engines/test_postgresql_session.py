import pytest
from harness.engines.servers import assert_conflict
from harness.served import SCHEMA, loaded, reachable, require

from ahp.harness.engines.postgresql import PostgreSQL


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
