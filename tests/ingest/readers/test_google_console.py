import pytest
from ingest.damage import INPUTS, numbers, reading_of
from ingest.readers.micro import caveats, refusal

from ahp.errors import InputError
from ahp.ingest.readers.base import Options
from ahp.ingest.readers.google_benchmark import GoogleBenchmarkReader

READER = GoogleBenchmarkReader()
TEXT = (INPUTS / "google_benchmark" / "console.txt").read_text()
REPEATED = """2026-11-21T06:00:46+00:00
Running ./bench
Run on (2 X 2445.43 MHz CPU s)
Load Average: 2.95, 1.66, 1.00
***WARNING*** CPU scaling is enabled, the benchmark real time measurements may be noisy.
***WARNING*** Library was built as DEBUG. Timings may be affected.
-----------------------------------------------------------------------------------
Benchmark                         Time             CPU   Iterations UserCounters...
-----------------------------------------------------------------------------------
sum of range/10                 380 ns          364 ns        75782
sum of range/10                 366 ns          366 ns        75782
sum of range/10_mean            373 ns          365 ns            2
sum of range/10_median          373 ns          365 ns            2
sum of range/10_stddev         9.99 ns        0.858 ns            2
sum of range/10_cv             2.68 %          0.24 %             2
compress/8                    1.2e+10 ns      1.2e+10 ns            1 kept=0.25
skips                      SKIPPED: 'no AVX'
cx_BigO                       17.21 N         11.72 N
cx_RMS                           10 %             7 %
"""
TABULAR = """-----------------------------------------------------------------------
Benchmark                  Time             CPU   Iterations      ratio    threads
-----------------------------------------------------------------------
compress               82802 ns        65791 ns          415    73.1707       2.5k
------------------------------------------------------------
Benchmark                  Time             CPU   Iterations
------------------------------------------------------------
sum of range/10          479 ns          377 ns        75478
"""


def test_repetitions_are_read_and_aggregates_are_not():
    found = numbers(reading_of(READER, REPEATED.encode()))
    assert found == {
        ("", "sum of range/10", "1", "", "duration"): (380.0, "ns"),
        ("", "sum of range/10", "1", "", "cpu_per_transaction"): (364.0, "ns"),
        ("", "sum of range/10", "2", "", "duration"): (366.0, "ns"),
        ("", "sum of range/10", "2", "", "cpu_per_transaction"): (366.0, "ns"),
        ("", "compress/8", "", "", "duration"): (1.2e10, "ns"),
        ("", "compress/8", "", "", "cpu_per_transaction"): (1.2e10, "ns"),
        ("", "compress/8", "", "", "kept"): (0.25, ""),
    }


def test_what_stands_above_the_table_is_told():
    said = caveats(READER, REPEATED)
    for words in (
        "built for debugging",
        "free to change",
        "one process",
        "Skipped by their own code: 'skips'",
    ):
        assert words in said
    assert caveats(READER, TEXT) == ""


def test_counters_in_columns_belong_to_their_headings():
    found = numbers(reading_of(READER, TABULAR.encode()))
    assert found["", "compress", "", "", "ratio"] == (73.1707, "")
    assert found["", "sum of range/10", "", "", "duration"] == (479.0, "ns")


def test_a_counter_with_a_prefix_is_passed_over():
    assert reading_of(READER, TEXT.encode()).ignored == ("bytes_per_second",)
    assert reading_of(READER, TABULAR.encode()).ignored == ("threads",)
    with pytest.raises(InputError, match="has a prefix, of which M may be 10⁶ or 2²⁰"):
        reading_of(READER, TEXT.encode(), Options({"throughput": "bytes_per_second"}))


def test_a_benchmark_that_failed_is_refused():
    assert "line 7: BM_x failed: no codec" in refusal(READER, TEXT + "BM_x      ERROR OCCURRED: 'no codec'\n")


def test_what_is_no_line_of_the_table_is_refused():
    assert "line 7: found 'done': this is no line of Google Benchmark's table" in refusal(
        READER, TEXT + "done\n"
    )
    assert "line 4: found" in refusal(READER, TEXT.replace("1.95 ms", "1.95 xs"))


def test_a_name_stands_in_one_table():
    assert "'BM_deflate/1' stands in the table of line 2 already" in refusal(READER, TEXT + TEXT)
