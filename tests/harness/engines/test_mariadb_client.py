import pytest
from harness.served import loaded, reachable, require

from ahp.errors import TrialError
from ahp.harness.engines.mariadb import MariaDB
from ahp.harness.engines.mariadb_client import details, environment, feed, lines, query, status


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
