"""What is special to the readers of jmh; `test_inputs.py` has what is common to all."""

from __future__ import annotations

import json

from ingest.damage import CHANGED, INPUTS, numbers, reading_of, refusal

from ahp.ingest.readers.jmh import JmhReader

# --- jmh ----------------------------------------------------------------------------------------------------


JMH = JmhReader()
JSON = (INPUTS / "jmh" / "result.json").read_text()
CSV = (INPUTS / "jmh" / "result.csv").read_text()


def test_which_way_is_better_is_the_modes():
    measures = {row.unit.symbol: row.measure for row in reading_of(JMH, CSV.encode()).rows[:5]}
    assert measures == {"ops/ms": "throughput", "ms": "response_time_mean"}


def test_a_rate_converts_to_operations_per_second():
    unit = reading_of(JMH, CSV.encode()).rows[0].unit
    assert (unit.dimension, unit.factor) == ("operations per time", 1000)


def test_in_one_file_all_modes_of_a_sampled_benchmark_are_one_run():
    document = json.loads(JSON)[:1] * 2
    document[1] = json.loads(json.dumps(document[1])) | {"mode": "sample"}
    document[1]["primaryMetric"]["scoreUnit"] = "ms/op"
    del document[1]["primaryMetric"]["rawData"]
    reading = reading_of(JMH, json.dumps(document).encode())
    assert {row.run for row in reading.rows} == {None}
    assert reading.rows[0].value == document[0]["primaryMetric"]["score"]
    assert "counts as one run too" in reading.notes[0]
    assert reading.caveats == ()


def test_modes_that_measure_the_same_are_refused_together():
    document = json.loads(JSON)[:1] * 2
    document[0] = json.loads(json.dumps(document[0])) | {"mode": "ss"}
    document[1] = json.loads(json.dumps(document[1])) | {"mode": "avgt"}
    for result in document:
        result["primaryMetric"]["scoreUnit"] = "ms/op"
    assert "duration of b.Comp.baseline stands here again (mode ss, then avgt)" in refusal(
        JMH, json.dumps(document)
    )


# --- jmh_console --------------------------------------------------------------------------------------------


JMH_CONSOLE = JmhReader()
FORKED = (CHANGED / "jmh/forked.txt").read_text()


def test_without_forks_the_host_runs_the_iterations():
    one = FORKED.replace("# Warmup Fork: 1 of 1\n", "").replace("Iteration   1: 90.000 us/op\n", "")
    one = one.replace("# Fork: 1 of 2", "# Fork: N/A, test runs in the host VM").replace(
        "# Fork: 2 of 2\n", ""
    )
    one = one.replace("1: 3.000", "3: 3.000").replace("2: 4.000", "4: 4.000")
    found = numbers(reading_of(JMH_CONSOLE, one.encode()))
    assert [value[0] for value in found.values()] == [1.0, 2.0, 3.0, 4.0]
