import pytest
from harness.served import loaded, reachable, require

from ahp.errors import TrialError
from ahp.harness.engines.postgresql import PostgreSQL
from ahp.harness.engines.postgresql_psql import conninfo, copy_in, copy_out, details, query


def test_a_connection_is_quoted():
    assert conninfo({"host": "h", "programs": "/bin", "dbname": "a b\\'"}, "c") == "host='h' dbname='c'"


@pytest.mark.slow
def test_what_is_copied_in_comes_out(ledger):
    engine = PostgreSQL()
    require(engine)
    with reachable() as place:
        folder = loaded(engine, place, "none", ledger)
        with engine.serve(folder, "none", ledger) as service:
            query(service.address, "CREATE TABLE copied (body text)")
            copy_in(service.address, "COPY copied FROM STDIN", [b"one\n", b"two\n"])
            assert list(copy_out(service.address, "COPY copied TO STDOUT")) == [b"one", b"two"]
            with pytest.raises(TrialError, match=r"psql ended with .*: ERROR:"):
                copy_in(service.address, "COPY copied FROM STDIN", [b"too\tmany\n"])
            assert details(service.address)["wal_compression"] == "off"
