"""What is special to the readers of db bench; `test_inputs.py` has what is common to all."""

from __future__ import annotations

import pytest
from ingest.cases import each
from ingest.damage import INPUTS, expected, located, numbers, reading_of, refuses

from ahp.ingest.readers.db_bench import DbBenchReader
from ahp.ingest.readers.db_bench_report import DbBenchReportReader
from ahp.ingest.readers.rocksdb_report import RocksdbReportReader

# --- db_bench -----------------------------------------------------------------------------------------------


DB_BENCH = DbBenchReader()
refused_of_db_bench = refuses(DB_BENCH)


LZ4 = (INPUTS / "db_bench" / "dbbench_lz4.stdout.txt").read_bytes()


def test_without_a_histogram_the_mean_is_that_of_each_thread():
    old = b"fillseq      :       2.500 micros/op 400000 ops/sec;   44.2 MB/s\n"
    reading = reading_of(DB_BENCH, old)
    assert numbers(reading) == {
        ("", "", "", "fillseq", "throughput"): (400000.0, "ops/s"),
        ("", "", "", "fillseq", "response_time_mean"): (2.5, "us"),
    }
    assert "mean of each thread" in reading.caveats[1]
    assert len(reading_of(DB_BENCH, LZ4).caveats) == 1


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
    refused_of_db_bench(text.replace(before, after).encode(), words)


def test_what_went_to_standard_error_holds_no_result():
    refused_of_db_bench(
        (INPUTS / "db_bench" / "dbbench_none.stderr.txt").read_bytes(), "messages without a result"
    )


# --- db_bench_report ----------------------------------------------------------------------------------------


DB_BENCH_REPORT = DbBenchReportReader()
DB_BENCH_REPORT_EXPECTED = expected("db_bench_report")
FOLDER = INPUTS / "db_bench_report"
LONG = (FOLDER / "readrandom_1s.csv").read_bytes()
refused_of_db_bench_report = refuses(DB_BENCH_REPORT)


def test_an_interval_of_three_seconds_counts_operations_of_three_seconds():
    # Standard output of these runs said 124866 and 114837 ops/sec, without the time before a thread starts.
    for name, said in (("readrandom_1s.csv", 124866), ("readrandom_3s.csv", 114837)):
        assert DB_BENCH_REPORT_EXPECTED[name]["", "", "", "", "throughput"][0] == pytest.approx(
            said, rel=0.07
        )


def test_a_run_shorter_than_an_interval_is_refused():
    error = refused_of_db_bench_report((FOLDER / "report_lz4.csv").read_bytes(), "no interval")
    assert error.line == 1
    assert "standard output" in error.advice


def test_what_is_cut_within_a_line_is_noticed():
    assert refused_of_db_bench_report(LONG[:-3], "no end").line == 11


@each(
    ("before", "after", "words"),
    [
        (b"\n5,116238", b"", None),
        (b"\n5,116238\n6,120874", b"", "an interval is missing"),
        (b"5,116238", b"4,116238", "the time goes back"),
        (b"5,116238", b"5,-116238", "this line is damaged"),
        (b"secs_elapsed", b"secs_elapsee", "heading line is damaged"),
    ],
)
def test_gaps_are_refused_unless_a_late_report_explains_them(before, after, words):
    assert before in LONG
    if words is None:
        assert numbers(reading_of(DB_BENCH_REPORT, LONG.replace(before, after)))
    else:
        refused_of_db_bench_report(LONG.replace(before, after), words)


def test_nothing_done_is_refused():
    refused_of_db_bench_report(b"secs_elapsed,interval_qps\n1,0\n2,0\n", "greater than 0")


# --- rocksdb_report -----------------------------------------------------------------------------------------


ROCKSDB_REPORT = RocksdbReportReader()
ROCKSDB_REPORT_EXPECTED = expected("rocksdb_report")
refused_of_rocksdb_report = refuses(ROCKSDB_REPORT)


def sample() -> bytes:
    """Return the first two sections of the report."""
    text = located("rocksdb_report", next(iter(ROCKSDB_REPORT_EXPECTED))).read_bytes()
    return b"".join(text.splitlines(keepends=True)[:36])


def test_what_is_wrong_is_named_with_its_line():
    text = sample()
    assert refused_of_rocksdb_report(text.replace(b"1142578\t", b"failed\t"), "a number is needed").line == 3
    assert refused_of_rocksdb_report(text.replace(b"1142578\t", b"0\t"), "greater than 0").line == 3
    assert refused_of_rocksdb_report(text.replace(b"1142578\t", b"-5\t"), "a number are needed").line == 3
    assert refused_of_rocksdb_report(text.replace(b"1142578\t", b""), "27 cells for 28 headings").line == 3
    assert (
        refused_of_rocksdb_report(text.replace(b"\t9.0.1\t", b"\t8.11.4\t"), "stand on line 2 already").line
        == 3
    )
    refused_of_rocksdb_report(text.splitlines()[0], "no test below the headings")
