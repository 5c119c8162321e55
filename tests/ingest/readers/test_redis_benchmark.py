from ingest.damage import (
    INPUTS,
    numbers,
    reading_of,
    refuses,
)

from ahp.ingest.readers.redis_benchmark import RedisBenchmarkReader

READER = RedisBenchmarkReader()
refused = refuses(READER)


CSV, FULL, QUIET = (
    (INPUTS / "redis_benchmark" / f"redis_benchmark{name}").read_bytes()
    for name in (".csv", "_full.txt", "_q.txt")
)


def test_the_older_csv_has_two_columns():
    found = numbers(reading_of(READER, b'"test","rps"\n"SET","59701.49"\n'))
    assert found == {("", "", "", "SET", "throughput"): (59701.49, "req/s")}


def test_what_is_wrong_is_named_with_its_line():
    assert refused(CSV.replace(b'"51150.89"', b'"51150,89"'), "this line is damaged").line == 3
    assert refused(CSV.replace(b'"GET"', b'"SET"'), "stands on line 2 already").line == 3
    assert refused(CSV.replace(b'"51150.89"', b'"0.00"'), "greater than 0").line == 3
    assert refused(FULL[: FULL.index(b"Summary")], "no throughput summary of GET").line == 53
    refused(CSV.splitlines()[0], "no test finished")
