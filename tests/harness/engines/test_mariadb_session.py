import threading

import pytest
from harness.served import SCHEMA, loaded, reachable, require

from ahp.harness.engines.base import ConflictError
from ahp.harness.engines.mariadb import MariaDB
from ahp.harness.scripts import Statement


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
            update = Statement("UPDATE phrases SET body = 'y' WHERE id = :id")
            calls = [session.statement(update) for session in sessions]
            sessions[0].begin()
            assert calls[0]((1,)) is None
            sessions[0].rollback()
            assert get((1,)) == (1, body)
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
            with pytest.raises(Exception, match="1146"):
                sessions[0].statement(Statement("SELECT * FROM no_such_table"))(())
            for session in sessions:
                session.close()
