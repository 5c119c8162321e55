import io

from ingest.damage import (
    INPUTS,
    Numbers,
    equal,
    numbers,
    reading_of,
    refuses,
)

from ahp.ingest.readers.base import Options
from ahp.ingest.readers.benchbase_windows import BenchbaseWindowsReader
from ahp.ingest.sources import open_source

READER = BenchbaseWindowsReader()
refused = refuses(READER)


RESULTS = (INPUTS / "benchbase_windows" / "tpcc_lz4.results.csv").read_bytes()
SAMPLES = (INPUTS / "benchbase_windows" / "tpcc_lz4.samples.csv").read_bytes()


def independent(text: str) -> Numbers:
    titles, *rows = [line.split(",") for line in text.splitlines() if line]
    unit = "us" if "microseconds" in text else "ms"

    def column(start: str) -> list[float]:
        return [
            float(row[next(i for i, title in enumerate(titles) if title.startswith(start))]) for row in rows
        ]

    rates, means = column("Throughput"), column("Average")
    whole = rates[:-1] or rates
    busy = [(rate, mean) for rate, mean in zip(rates, means, strict=True) if rate > 0]
    return {
        ("", "", "", "", "throughput"): (sum(whole) / len(whole), "req/s"),
        ("", "", "", "", "response_time_mean"): (
            sum(rate * mean for rate, mean in busy) / sum(rate for rate, _ in busy),
            unit,
        ),
        ("", "", "", "", "response_time_max"): (max(column("Maximum")), unit),
    }


def test_the_type_is_in_the_name_of_the_file_alone():
    assert {row.transaction for row in reading_of(READER, RESULTS).rows} == {""}
    file = io.BytesIO(RESULTS)
    file.name = "x/tpcc.results.Payment.csv"
    assert {row.transaction for row in READER.read(open_source(file), Options()).rows} == {"Payment"}


def test_empty_windows_are_passed_over():
    lines = SAMPLES.decode().splitlines()
    lines[3] = "2,0,0.000" + ",-1" * 9
    equal(numbers(reading_of(READER, "\n".join(lines).encode())), independent("\n".join(lines)))
    nothing = [lines[0], "0,0,0.000" + ",-1" * 9]
    refused("\n".join(nothing).encode(), "greater than 0")
    last = ["1," + lines[1].split(",", 1)[1]]  # which may be cut short, and is no measure of the rate
    assert refused("\n".join(nothing + last).encode(), "greater than 0").line == 2


def test_what_is_wrong_is_named_with_its_line():
    lines = RESULTS.splitlines(keepends=True)
    assert refused(RESULTS.replace(b",10.327,", b",1.327,"), "percentiles are not in order").line == 2
    assert refused(RESULTS.replace(b",4.891,", b",4891.0,"), "the mean does not agree").line == 2
    assert refused(RESULTS.replace(b",4.891,", b",4;891,"), "this line is damaged").line == 2
    assert refused(SAMPLES.replace(b"\n4,833,", b"\n5,833,"), "window is missing").line == 6
    assert refused(b"".join([lines[0], *lines[1:], *lines[1:]]), "stands twice").line == 5
    refused(RESULTS.replace(b"Median Latency", b"Middle Latency"), "is missing")
    refused(RESULTS.replace(b"Average", b"Mean"), "heading line is damaged")
