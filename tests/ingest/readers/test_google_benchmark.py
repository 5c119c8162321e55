"""What is special to the readers of google benchmark; `test_inputs.py` has what is common to all."""

from __future__ import annotations

import json

import pytest
from ingest.cases import each
from ingest.damage import INPUTS, caveats, expected, located, numbers, reading_of, refusal

from ahp.errors import InputError
from ahp.ingest.naming import Names
from ahp.ingest.readers.base import Options
from ahp.ingest.readers.google_benchmark import GoogleBenchmarkReader

# --- google_benchmark ---------------------------------------------------------------------------------------


GOOGLE_BENCHMARK = GoogleBenchmarkReader()
EXPECTED = expected("google_benchmark")
JSON = (INPUTS / "google_benchmark" / "bench.json").read_text()
CSV = (INPUTS / "google_benchmark" / "reps.csv").read_text()
MACHINE = "own/google-benchmark/bench.stderr.txt"


def test_what_it_prints_of_the_machine_holds_no_results():
    said = refusal(GOOGLE_BENCHMARK, located("google_benchmark", MACHINE))
    assert "what Google Benchmark prints of the machine, and holds no results" in said


def test_units_differ_from_row_to_row():
    rows = reading_of(GOOGLE_BENCHMARK, JSON.encode()).rows
    assert [row.unit.symbol for row in rows if row.measure == "duration"] == ["ms", "ms", "ns"]


def test_a_counter_becomes_what_the_caller_says():
    options = Options({"compression_ratio": "ratio"})
    reading = reading_of(GOOGLE_BENCHMARK, JSON.encode(), options)
    assert next(row.value for row in reading.rows if row.measure == "compression_ratio") == 2.7758501040943790
    assert "ratio" in reading.headings


def test_what_the_library_printed_before_is_passed_over():
    before = "2026-11-20T21:38:33+00:00\nRunning ./b\nRun on (2 X 2596.15 MHz CPU s)\n"
    reading = reading_of(GOOGLE_BENCHMARK, (before + CSV).encode())
    assert numbers(reading) == EXPECTED["reps.csv"]
    assert reading.rows[0].line == 5


def test_means_serve_where_there_are_no_repetitions():
    assert "no single repetitions" in caveats(
        GOOGLE_BENCHMARK, INPUTS / "google_benchmark" / "aggregates.json"
    )
    assert "no single repetitions" not in caveats(GOOGLE_BENCHMARK, CSV)


def test_repetitions_of_one_process_are_told_of():
    assert "ran in one process" in caveats(GOOGLE_BENCHMARK, CSV)
    assert "ran in one process" not in caveats(GOOGLE_BENCHMARK, JSON)


def test_a_debug_build_and_threads_are_told_of():
    assert "built for debugging" in caveats(GOOGLE_BENCHMARK, JSON)
    assert "several threads" in caveats(GOOGLE_BENCHMARK, CSV.replace("BM_copy", "BM_copy/threads:2"))


def test_a_benchmark_that_failed_is_refused_in_google_benchmark():
    failed = '"BM_copy",,,,,,,,true,"no memory",'
    said = refusal(GOOGLE_BENCHMARK, "\n".join([*CSV.splitlines()[:4], failed]))
    assert "BM_copy failed: no memory" in said
    document = json.loads(JSON)
    document["benchmarks"][1] |= {"error_occurred": True, "error_message": "no memory"}
    assert "BM_deflate/6 failed: no memory" in refusal(GOOGLE_BENCHMARK, json.dumps(document))


def test_a_name_that_only_looks_like_an_aggregate_is_a_benchmark():
    text = CSV.splitlines()[0] + '\n"BM_mean",10,2.0,1.0,ms,,,,,,\n"BM",10,2.0,1.0,ms,,,,,,\n'
    assert {row.alternative for row in reading_of(GOOGLE_BENCHMARK, text.encode()).rows} == {"BM_mean", "BM"}


@each("lines", [5, 6, 12, 13, 19, 20])
def test_a_mean_without_its_deviation_is_a_file_cut_off_and_no_benchmark(lines):
    text = "\n".join(CSV.split("\n")[:lines]) + "\n"
    assert "end before their standard deviation: the file is cut off" in refusal(GOOGLE_BENCHMARK, text)


@pytest.mark.parametrize("lines", [6, 7])
def test_so_is_one_behind_aggregates_alone(lines):
    ends = ("_mean", "_median", "_stddev", "_cv")
    aggregates = [line for line in CSV.split("\n") if line.split(",")[0].strip('"').endswith((*ends, "name"))]
    whole = reading_of(GOOGLE_BENCHMARK, "\n".join(aggregates[:5]).encode())
    assert {row.alternative for row in whole.rows} == {"BM_deflate/1"}
    said = refusal(GOOGLE_BENCHMARK, "\n".join(aggregates[:lines]))
    assert "line 6: found 'BM_deflate/6_mean': the aggregates of BM_deflate/6 end before" in said


def test_a_unit_is_needed():
    assert "this is not a unit of time" in refusal(GOOGLE_BENCHMARK, JSON.replace('"ns"', '"ticks"'))


def test_a_time_of_0_is_refused():
    assert "it must be greater than 0" in refusal(GOOGLE_BENCHMARK, CSV.replace("2.06685", "0.00000", 1))


def test_a_failure_in_a_row_that_is_shorter_than_the_heading_is_refused_for_its_reason():
    said = refusal(GOOGLE_BENCHMARK, CSV + '"BM_x",,,,,,,,true,"no ""zstd"" here"\n')
    assert f'line {CSV.count(chr(10)) + 1}: BM_x failed: no "zstd" here' in said


def test_a_benchmark_that_failed_is_left_out_where_the_caller_wishes_it():
    document = json.loads(JSON)
    document["benchmarks"][1] |= {"error_occurred": True, "error_message": "no memory"}
    console = (INPUTS / "google_benchmark" / "console.txt").read_text()
    lines = [
        line if "/6" not in line else "BM_deflate/6    ERROR OCCURRED: 'no memory'"
        for line in console.splitlines()
    ]
    rows = [
        line
        for line in (INPUTS / "google_benchmark" / "bench.csv").read_text().splitlines()
        if "/6" not in line
    ]
    rows.append('"BM_deflate/6",,,,,,,,true,"no memory"')
    for text in (json.dumps(document), "\n".join(lines), "\n".join(rows)):
        reading = reading_of(GOOGLE_BENCHMARK, text.encode(), Options(failed="drop"))
        assert {row.alternative for row in reading.rows} == {"BM_deflate/1", "BM_copy"}
        assert "BM_deflate/6 failed: no memory" in reading.left_out[0]


def test_what_the_benchmark_skipped_is_told_of():
    skipped = CSV + '"BM_x",,,,,,,,false,"no AVX"\n'
    reading = reading_of(GOOGLE_BENCHMARK, skipped.encode())
    assert numbers(reading) == EXPECTED["reps.csv"]
    assert "Skipped by their own code: 'BM_x'." in reading.caveats
    document = json.loads(JSON)
    document["benchmarks"][1] = {"name": "BM_x", "run_name": "BM_x", "run_type": "iteration"} | {
        "skipped": True,
        "skip_message": "no AVX",
    }
    reading = reading_of(GOOGLE_BENCHMARK, json.dumps(document).encode())
    assert {row.alternative for row in reading.rows} == {"BM_deflate/1", "BM_copy"}
    assert "Skipped by their own code: 'BM_x'." in reading.caveats


def test_called_from_outside_each_benchmark_is_a_scenario():
    rows = Names(alternative="new", scenario="laptop").fill(reading_of(GOOGLE_BENCHMARK, CSV.encode())).rows
    assert {(row.scenario, row.alternative) for row in rows} == {
        ("laptop, BM_deflate/1", "new"),
        ("laptop, BM_deflate/6", "new"),
        ("laptop, BM_copy", "new"),
    }


# --- google_console -----------------------------------------------------------------------------------------


GOOGLE_CONSOLE = GoogleBenchmarkReader()
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
    found = numbers(reading_of(GOOGLE_CONSOLE, REPEATED.encode()))
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
    said = caveats(GOOGLE_CONSOLE, REPEATED)
    for words in (
        "built for debugging",
        "free to change",
        "one process",
        "Skipped by their own code: 'skips'",
    ):
        assert words in said
    assert caveats(GOOGLE_CONSOLE, TEXT) == ""


def test_counters_in_columns_belong_to_their_headings():
    found = numbers(reading_of(GOOGLE_CONSOLE, TABULAR.encode()))
    assert found["", "compress", "", "", "ratio"] == (73.1707, "")
    assert found["", "sum of range/10", "", "", "duration"] == (479.0, "ns")


def test_a_counter_with_a_prefix_is_passed_over():
    assert reading_of(GOOGLE_CONSOLE, TEXT.encode()).ignored == ("bytes_per_second",)
    assert reading_of(GOOGLE_CONSOLE, TABULAR.encode()).ignored == ("threads",)
    with pytest.raises(InputError, match="has a prefix, of which M may be 10⁶ or 2²⁰"):
        reading_of(GOOGLE_CONSOLE, TEXT.encode(), Options({"throughput": "bytes_per_second"}))


def test_a_benchmark_that_failed_is_refused_in_google_console():
    assert "line 7: BM_x failed: no codec" in refusal(
        GOOGLE_CONSOLE, TEXT + "BM_x      ERROR OCCURRED: 'no codec'\n"
    )


def test_what_is_no_line_of_the_table_is_refused():
    assert "line 7: found 'done': this is no line of Google Benchmark's table" in refusal(
        GOOGLE_CONSOLE, TEXT + "done\n"
    )
    assert "line 4: found" in refusal(GOOGLE_CONSOLE, TEXT.replace("1.95 ms", "1.95 xs"))


def test_a_name_stands_in_one_table():
    assert "'BM_deflate/1' stands in the table of line 2 already" in refusal(GOOGLE_CONSOLE, TEXT + TEXT)
