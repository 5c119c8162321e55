"""What is special to the readers of google benchmark; `test_inputs.py` has what is common to all."""

from __future__ import annotations

import json

import pytest
from ingest.damage import CHANGED, INPUTS, expected, located, numbers, reading_of, refusal

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


@pytest.mark.parametrize("lines", [6, 7])
def test_so_is_one_behind_aggregates_alone(lines):
    ends = ("_mean", "_median", "_stddev", "_cv")
    aggregates = [line for line in CSV.split("\n") if line.split(",")[0].strip('"').endswith((*ends, "name"))]
    whole = reading_of(GOOGLE_BENCHMARK, "\n".join(aggregates[:5]).encode())
    assert {row.alternative for row in whole.rows} == {"BM_deflate/1"}
    said = refusal(GOOGLE_BENCHMARK, "\n".join(aggregates[:lines]))
    assert "line 6: found 'BM_deflate/6_mean': the aggregates of BM_deflate/6 end before" in said


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
TABULAR = (CHANGED / "google_benchmark/tabular.txt").read_text()


def test_a_counter_with_a_prefix_is_passed_over():
    assert reading_of(GOOGLE_CONSOLE, TEXT.encode()).ignored == ("bytes_per_second",)
    assert reading_of(GOOGLE_CONSOLE, TABULAR.encode()).ignored == ("threads",)
    with pytest.raises(InputError, match="has a prefix, of which M may be 10⁶ or 2²⁰"):
        reading_of(GOOGLE_CONSOLE, TEXT.encode(), Options({"throughput": "bytes_per_second"}))
