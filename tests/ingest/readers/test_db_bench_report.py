import pytest
from ingest.cases import each
from ingest.damage import (
    INPUTS,
    expected,
    numbers,
    reading_of,
    refuses,
)

from ahp.ingest.readers.db_bench_report import DbBenchReportReader

READER = DbBenchReportReader()
EXPECTED = expected("db_bench_report")
FOLDER = INPUTS / "db_bench_report"
LONG = (FOLDER / "readrandom_1s.csv").read_bytes()
refused = refuses(READER)


def test_an_interval_of_three_seconds_counts_operations_of_three_seconds():
    # Standard output of these runs said 124866 and 114837 ops/sec, without the time before a thread starts.
    for name, said in (("readrandom_1s.csv", 124866), ("readrandom_3s.csv", 114837)):
        assert EXPECTED[name]["", "", "", "", "throughput"][0] == pytest.approx(said, rel=0.07)


def test_a_run_shorter_than_an_interval_is_refused():
    error = refused((FOLDER / "report_lz4.csv").read_bytes(), "no interval")
    assert error.line == 1
    assert "standard output" in error.advice


def test_what_is_cut_within_a_line_is_noticed():
    assert refused(LONG[:-3], "no end").line == 11


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
        assert numbers(reading_of(READER, LONG.replace(before, after)))
    else:
        refused(LONG.replace(before, after), words)


def test_nothing_done_is_refused():
    refused(b"secs_elapsed,interval_qps\n1,0\n2,0\n", "greater than 0")
