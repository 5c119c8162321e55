import pytest
from ingest.damage import (
    INPUTS,
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

from ahp.ingest.readers.redis_benchmark import RedisBenchmarkReader

READER = RedisBenchmarkReader()
EXPECTED = expected("redis_benchmark")
refused = refuses(READER)


@pytest.mark.parametrize("file", EXPECTED)
def test_the_numbers_are_those_a_person_reads(file):
    equal(numbers(reading_of(READER, located("redis_benchmark", file))), EXPECTED[file])


CSV, FULL, QUIET = (
    (INPUTS / "redis_benchmark" / f"redis_benchmark{name}").read_bytes()
    for name in (".csv", "_full.txt", "_q.txt")
)
STATISTICS = ("mean", "min", "p50", "p95", "p99", "max")


def of_csv(text: str) -> Numbers:
    found: Numbers = {}
    for line in text.splitlines()[1:]:
        name, rate, *times = (cell.strip('"') for cell in line.split('","'))
        found["", "", "", name, "throughput"] = (float(rate), "req/s")
        for statistic, time in zip(STATISTICS, times, strict=True):
            if statistic != "min":
                found["", "", "", name, f"response_time_{statistic}"] = (float(time), "ms")
    return found


def of_report(text: str) -> Numbers:
    found: Numbers = {}
    name = text.partition("====== ")[2].partition(" ======")[0]
    lines = text.splitlines()
    for i, line in enumerate(lines):
        if line.startswith("  throughput summary:"):
            found["", "", "", name, "throughput"] = (float(line.split()[2]), "req/s")
        elif line.split() == ["avg", "min", "p50", "p95", "p99", "max"]:
            for statistic, time in zip(STATISTICS, lines[i + 1].split(), strict=True):
                if statistic != "min":
                    found["", "", "", name, f"response_time_{statistic}"] = (float(time), "ms")
    return found


def of_line(text: str) -> Numbers:
    words = text.split("\r")[-1].split("\n")[0].replace(":", "").split()
    found: Numbers = {("", "", "", words[0], "throughput"): (float(words[1]), "req/s")}
    if words[-1] == "msec":
        found["", "", "", words[0], "response_time_p50"] = (float(words[-2].removeprefix("p50=")), "ms")
    return found


def test_only_what_redis_benchmark_printed_is_recognised():
    assert recognised(READER) == {f"own/redis/{file}" for file in EXPECTED}


@pytest.mark.parametrize(
    ("content", "independent", "needed"),
    [(CSV, of_csv, 2), (FULL, of_report, 59), (QUIET, of_line, 1)],
    ids=["csv", "full", "quiet"],
)
def test_damaged_output_is_refused_or_read_as_it_stands(content, independent, needed):
    read = survivors(READER, content, independent)
    assert "doubled" not in read
    assert all(line >= needed for line in cuts(read))


def test_the_older_csv_has_two_columns():
    found = numbers(reading_of(READER, b'"test","rps"\n"SET","59701.49"\n'))
    assert found == {("", "", "", "SET", "throughput"): (59701.49, "req/s")}


def test_what_is_wrong_is_named_with_its_line():
    assert refused(CSV.replace(b'"51150.89"', b'"51150,89"'), "this line is damaged").line == 3
    assert refused(CSV.replace(b'"GET"', b'"SET"'), "stands on line 2 already").line == 3
    assert refused(CSV.replace(b'"51150.89"', b'"0.00"'), "greater than 0").line == 3
    assert refused(FULL[: FULL.index(b"Summary")], "no throughput summary of GET").line == 53
    refused(CSV.splitlines()[0], "no test finished")
