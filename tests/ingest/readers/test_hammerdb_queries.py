import pytest
from ingest.damage import (
    Numbers,
    cuts,
    equal,
    expected,
    located,
    numbers,
    reading_of,
    recognised,
    refuses,
    survivors,
)

from ahp.ingest.readers.hammerdb_queries import HammerdbQueriesReader

READER = HammerdbQueriesReader()
EXPECTED = expected("hammerdb_queries")
refused = refuses(READER)


@pytest.mark.parametrize("file", EXPECTED)
def test_the_numbers_are_those_a_person_reads(file):
    equal(numbers(reading_of(READER, located("hammerdb_queries", file))), EXPECTED[file])


def sample(name: str) -> bytes:
    return located("hammerdb_queries", f"public/hammerdb/{name}").read_bytes()


def independent(text: str) -> Numbers:
    times: dict[str, list[float]] = {}
    found: Numbers = {}
    for line in text.splitlines():
        words = line.replace(":", " ").split()
        if line.startswith("Query ") or " completed in " in line:
            name = line.casefold().partition("query ")[2].replace(":", " ").split()[0]
            times.setdefault(f"query {int(name)}", []).append(float(words[-2]))
        elif "query set(s) in" in line:
            found["", "", "", "", "duration"] = (float(words[-2]), "s")
    for name, taken in times.items():
        found["", "", "", name, "response_time_mean"] = (sum(taken) / len(taken), "s")
    return found


def test_only_logs_of_queries_are_recognised():
    assert recognised(READER) == set(EXPECTED)


@pytest.mark.parametrize(("name", "needed"), [("hammerdbcli_tpch.log", 128), ("oracle_tproch_log.txt", 24)])
def test_a_damaged_log_is_refused_or_read_as_it_stands(name, needed):
    read = survivors(READER, sample(name), independent)
    assert "doubled" not in read
    assert all(line >= needed for line in cuts(read))


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
