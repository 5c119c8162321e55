"""What is special to the readers of db bench; `test_inputs.py` has what is common to all."""

from __future__ import annotations

import pytest
from ingest.damage import INPUTS, expected, located, numbers, reading_of, refuses

from ahp.ingest.readers.db_bench import DbBenchReader
from ahp.ingest.readers.db_bench_report import DbBenchReportReader
from ahp.ingest.readers.rocksdb_report import RocksdbReportReader

# --- db_bench -----------------------------------------------------------------------------------------------


DB_BENCH = DbBenchReader()


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


# --- db_bench_report ----------------------------------------------------------------------------------------


DB_BENCH_REPORT = DbBenchReportReader()
DB_BENCH_REPORT_EXPECTED = expected("db_bench_report")
FOLDER = INPUTS / "db_bench_report"
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
