import json

import pytest
from ingest.cases import each
from ingest.damage import (
    INPUTS,
    expected,
    located,
    numbers,
    reading_of,
)
from ingest.readers.micro import caveats, refusal

from ahp.ingest.naming import Names
from ahp.ingest.readers.base import Options
from ahp.ingest.readers.google_benchmark import GoogleBenchmarkReader

READER = GoogleBenchmarkReader()
EXPECTED = expected("google_benchmark")
JSON = (INPUTS / "google_benchmark" / "bench.json").read_text()
CSV = (INPUTS / "google_benchmark" / "reps.csv").read_text()
MACHINE = "own/google-benchmark/bench.stderr.txt"


def test_what_it_prints_of_the_machine_holds_no_results():
    said = refusal(READER, located("google_benchmark", MACHINE))
    assert "what Google Benchmark prints of the machine, and holds no results" in said


def test_units_differ_from_row_to_row():
    rows = reading_of(READER, JSON.encode()).rows
    assert [row.unit.symbol for row in rows if row.measure == "duration"] == ["ms", "ms", "ns"]


def test_a_counter_becomes_what_the_caller_says():
    options = Options({"compression_ratio": "ratio"})
    reading = reading_of(READER, JSON.encode(), options)
    assert next(row.value for row in reading.rows if row.measure == "compression_ratio") == 2.7758501040943790
    assert "ratio" in reading.headings


def test_what_the_library_printed_before_is_passed_over():
    before = "2026-11-20T21:38:33+00:00\nRunning ./b\nRun on (2 X 2596.15 MHz CPU s)\n"
    reading = reading_of(READER, (before + CSV).encode())
    assert numbers(reading) == EXPECTED["reps.csv"]
    assert reading.rows[0].line == 5


def test_means_serve_where_there_are_no_repetitions():
    assert "no single repetitions" in caveats(READER, INPUTS / "google_benchmark" / "aggregates.json")
    assert "no single repetitions" not in caveats(READER, CSV)


def test_repetitions_of_one_process_are_told_of():
    assert "ran in one process" in caveats(READER, CSV)
    assert "ran in one process" not in caveats(READER, JSON)


def test_a_debug_build_and_threads_are_told_of():
    assert "built for debugging" in caveats(READER, JSON)
    assert "several threads" in caveats(READER, CSV.replace("BM_copy", "BM_copy/threads:2"))


def test_a_benchmark_that_failed_is_refused():
    failed = '"BM_copy",,,,,,,,true,"no memory",'
    said = refusal(READER, "\n".join([*CSV.splitlines()[:4], failed]))
    assert "BM_copy failed: no memory" in said
    document = json.loads(JSON)
    document["benchmarks"][1] |= {"error_occurred": True, "error_message": "no memory"}
    assert "BM_deflate/6 failed: no memory" in refusal(READER, json.dumps(document))


def test_a_name_that_only_looks_like_an_aggregate_is_a_benchmark():
    text = CSV.splitlines()[0] + '\n"BM_mean",10,2.0,1.0,ms,,,,,,\n"BM",10,2.0,1.0,ms,,,,,,\n'
    assert {row.alternative for row in reading_of(READER, text.encode()).rows} == {"BM_mean", "BM"}


@each("lines", [5, 6, 12, 13, 19, 20])
def test_a_mean_without_its_deviation_is_a_file_cut_off_and_no_benchmark(lines):
    text = "\n".join(CSV.split("\n")[:lines]) + "\n"
    assert "end before their standard deviation: the file is cut off" in refusal(READER, text)


@pytest.mark.parametrize("lines", [6, 7])
def test_so_is_one_behind_aggregates_alone(lines):
    ends = ("_mean", "_median", "_stddev", "_cv")
    aggregates = [line for line in CSV.split("\n") if line.split(",")[0].strip('"').endswith((*ends, "name"))]
    whole = reading_of(READER, "\n".join(aggregates[:5]).encode())
    assert {row.alternative for row in whole.rows} == {"BM_deflate/1"}
    said = refusal(READER, "\n".join(aggregates[:lines]))
    assert "line 6: found 'BM_deflate/6_mean': the aggregates of BM_deflate/6 end before" in said


def test_a_unit_is_needed():
    assert "this is not a unit of time" in refusal(READER, JSON.replace('"ns"', '"ticks"'))


def test_a_time_of_0_is_refused():
    assert "it must be greater than 0" in refusal(READER, CSV.replace("2.06685", "0.00000", 1))


def test_a_failure_in_a_row_that_is_shorter_than_the_heading_is_refused_for_its_reason():
    said = refusal(READER, CSV + '"BM_x",,,,,,,,true,"no ""zstd"" here"\n')
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
        reading = reading_of(READER, text.encode(), Options(failed="drop"))
        assert {row.alternative for row in reading.rows} == {"BM_deflate/1", "BM_copy"}
        assert "BM_deflate/6 failed: no memory" in reading.left_out[0]


def test_what_the_benchmark_skipped_is_told_of():
    skipped = CSV + '"BM_x",,,,,,,,false,"no AVX"\n'
    reading = reading_of(READER, skipped.encode())
    assert numbers(reading) == EXPECTED["reps.csv"]
    assert "Skipped by their own code: 'BM_x'." in reading.caveats
    document = json.loads(JSON)
    document["benchmarks"][1] = {"name": "BM_x", "run_name": "BM_x", "run_type": "iteration"} | {
        "skipped": True,
        "skip_message": "no AVX",
    }
    reading = reading_of(READER, json.dumps(document).encode())
    assert {row.alternative for row in reading.rows} == {"BM_deflate/1", "BM_copy"}
    assert "Skipped by their own code: 'BM_x'." in reading.caveats


def test_called_from_outside_each_benchmark_is_a_scenario():
    rows = Names(alternative="new", scenario="laptop").fill(reading_of(READER, CSV.encode())).rows
    assert {(row.scenario, row.alternative) for row in rows} == {
        ("laptop, BM_deflate/1", "new"),
        ("laptop, BM_deflate/6", "new"),
        ("laptop, BM_copy", "new"),
    }
