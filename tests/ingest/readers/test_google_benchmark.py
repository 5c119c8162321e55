"""What is special to the readers of google benchmark; `test_inputs.py` has what is common to all."""

from __future__ import annotations

import json

import pytest
from ingest.damage import INPUTS, reading_of, refusal

from ahp.ingest.readers.base import Options
from ahp.ingest.readers.google_benchmark import GoogleBenchmarkReader

# --- google_benchmark ---------------------------------------------------------------------------------------


GOOGLE_BENCHMARK = GoogleBenchmarkReader()
JSON = (INPUTS / "google_benchmark" / "bench.json").read_text()
CSV = (INPUTS / "google_benchmark" / "reps.csv").read_text()


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
