import pytest
from harness.engines.servers import assert_conflict
from harness.served import SCHEMA, loaded, reachable, require

from ahp.errors import TrialError
from ahp.harness.engines.mariadb import MariaDB
from ahp.harness.scripts import Statement

pytestmark = pytest.mark.slow


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
