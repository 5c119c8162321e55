import threading

import pytest
from harness.served import SCHEMA, loaded, reachable, require

from ahp.harness.engines.base import ConflictError
from ahp.harness.engines.postgresql import PostgreSQL
from ahp.harness.scripts import Statement


def test_a_deadlock_is_a_conflict_that_may_be_tried_again(ledger):
    engine = PostgreSQL()
    require(engine)
    with reachable() as place:
        folder = loaded(engine, place, "none", ledger)
        with engine.serve(folder, "none", ledger) as service:
            sessions = [engine.connect(service.address, SCHEMA) for _ in range(2)]
            update = Statement("UPDATE phrases SET body = 'y' WHERE id = :id")
            calls = [session.statement(update) for session in sessions]
            for session, call, first in zip(sessions, calls, (1, 2), strict=True):
                session.begin()
                call((first,))
            failed = []

            def other():
                try:
                    calls[0]((2,))
                except ConflictError as error:
                    failed.append(error)

            waiting = threading.Thread(target=other)
            waiting.start()
            try:
                calls[1]((1,))
            except ConflictError as error:
                failed.append(error)
            waiting.join(30)
            assert len(failed) == 1
            for session in sessions:
                session.rollback()
                session.begin()
                session.commit()
                session.close()
            with pytest.raises(Exception, match="closed"):
                sessions[0].begin()
