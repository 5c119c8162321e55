from ingest.damage import (
    located,
    numbers,
    reading_of,
    refuses,
)

from ahp.ingest.readers.hammerdb_queries import HammerdbQueriesReader

READER = HammerdbQueriesReader()
refused = refuses(READER)


def sample(name: str) -> bytes:
    return located("hammerdb_queries", f"public/hammerdb/{name}").read_bytes()


def test_a_missing_query_and_a_failed_user_are_refused():
    text = sample("oracle_tproch_log.txt")
    refused(text.replace(b"Query 7: 9.1 seconds\n", b""), "21 queries finished; a set has 22")
    refused(text.replace(b"Query 7: 9.1 s", b"Query 7: 9,1 s"), "this line is damaged")
    refused(text.replace(b"FINISHED SUCCESS", b"FINISHED FAILED"), "a virtual user failed")


def test_several_sets_are_averaged_and_said():
    text = sample("oracle_tproch_log.txt")
    other = text.replace(b"Query 1: 12.5", b"Query 1: 13.5").replace(b"Vuser 1", b"Vuser 2")
    reading = reading_of(READER, text + other)
    assert numbers(reading)["", "", "", "query 1", "response_time_mean"] == (13.0, "s")
    assert reading.caveats == ("A query's time includes what ran beside it.",)
    assert reading_of(READER, text).caveats == ()
