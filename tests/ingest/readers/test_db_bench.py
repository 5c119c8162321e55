from ingest.cases import each
from ingest.damage import (
    INPUTS,
    numbers,
    reading_of,
    refuses,
)

from ahp.ingest.readers.db_bench import DbBenchReader

READER = DbBenchReader()
refused = refuses(READER)


LZ4 = (INPUTS / "db_bench" / "dbbench_lz4.stdout.txt").read_bytes()


def test_without_a_histogram_the_mean_is_that_of_each_thread():
    old = b"fillseq      :       2.500 micros/op 400000 ops/sec;   44.2 MB/s\n"
    reading = reading_of(READER, old)
    assert numbers(reading) == {
        ("", "", "", "fillseq", "throughput"): (400000.0, "ops/s"),
        ("", "", "", "fillseq", "response_time_mean"): (2.5, "us"),
    }
    assert "mean of each thread" in reading.caveats[1]
    assert len(reading_of(READER, LZ4).caveats) == 1


@each(
    ("before", "after", "words"),
    [
        ("276854 ops/sec", "976854 ops/sec", "ops/sec does not agree"),
        ("276854 ops/sec", "27,854 ops/sec", "this line is damaged"),
        ("Count: 300000 Average: 7", "Count: 400000 Average: 7", "the count does not agree"),
        ("  147448 ", "  147449 ", "do not add up to 300000"),
        ("Percentiles: P50: 5.49", "Percentiles: P50: x", "no percentiles of the histogram"),
        ("readrandom", "fillrandom", "stands on line 23 already"),
        ("DB path: [./db_lz4]\nfill", "put error: IO error: No space\nfill", "the benchmark failed"),
    ],
)
def test_what_is_wrong_is_refused(before, after, words):
    text = LZ4.decode()
    assert before in text
    refused(text.replace(before, after).encode(), words)


def test_what_went_to_standard_error_holds_no_result():
    refused((INPUTS / "db_bench" / "dbbench_none.stderr.txt").read_bytes(), "messages without a result")
