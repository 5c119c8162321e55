"""What is special to the readers of jmh; `test_inputs.py` has what is common to all."""

from __future__ import annotations

import json

from ingest.damage import CHANGED, INPUTS, caveats, numbers, reading_of, refusal

from ahp.ingest.naming import Names
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


def test_iterations_of_one_jvm_are_told_of():
    assert "one JVM" in caveats(JMH, JSON)
    assert caveats(JMH, JSON.replace('"forks" : 1', '"forks" : 2')) == ""


def test_the_score_and_its_iterations_agree():
    assert "does not agree" in refusal(JMH, JSON.replace("75.97172652705271,", "85.97172652705271,"))


def test_a_thousands_mark_is_none_of_jmh():
    german = (INPUTS / "jmh" / "result_locale_de_DE.csv").read_text()
    assert "a number is needed" in refusal(JMH, german.replace('"65,052813"', '"65.052813"'))


def test_percentiles_of_single_calls_are_response_times():
    document = json.loads(JSON)[:1]
    document[0]["mode"] = "sample"
    metric = document[0]["primaryMetric"]
    metric["scoreUnit"] = "ms/op"
    del metric["rawData"]
    found = numbers(reading_of(JMH, json.dumps(document).encode()))
    assert {key[-1] for key in found} == {
        *("response_time_mean", "response_time_p50", "response_time_p90", "response_time_p95"),
        *("response_time_p99", "response_time_p999", "response_time_max"),
    }


def forked(*forks: list[float]) -> str:
    document = json.loads(JSON)[:1]
    cells = [cell for fork in forks for cell in fork]
    document[0]["forks"] = len(forks)
    document[0]["primaryMetric"] |= {"rawData": forks, "score": sum(cells) / len(cells)}
    return json.dumps(document)


def test_forks_are_runs_where_there_are_several():
    found = numbers(reading_of(JMH, forked([2.0, 4.0], [5.0, 6.0], [7.0, 9.0]).encode()))
    assert [(key[2], value[0]) for key, value in found.items()] == [("1", 3.0), ("2", 5.5), ("3", 8.0)]


def test_a_single_iteration_names_no_run():
    assert [row.run for row in reading_of(JMH, forked([2.0]).encode()).rows] == [None]


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


def test_what_profilers_add_is_passed_over_by_name():
    document = json.loads(JSON)
    document[0]["secondaryMetrics"] = {"gc.alloc.rate": {}}
    assert reading_of(JMH, json.dumps(document).encode()).ignored == ("gc.alloc.rate",)
    line = '"b.Comp.baseline:gc.alloc.rate","thrpt",1,3,66.041288,868.206834,"MB/sec",1'
    assert reading_of(JMH, f"{CSV.rstrip()}\n{line}\n".encode()).ignored == ("gc.alloc.rate",)


def test_decimal_commas_are_told_of():
    german = reading_of(JMH, (INPUTS / "jmh" / "result_locale_de_DE.csv"))
    assert "decimal commas" in german.notes[0]
    assert reading_of(JMH, CSV.encode()).notes == ()


def test_called_from_outside_a_method_with_its_parameters_is_a_scenario():
    rows = Names(alternative="new").fill(reading_of(JMH, JSON.encode())).rows
    assert {(row.scenario, row.alternative) for row in rows} == {
        (f"b.Comp.{method}, level={level}", "new") for method in ("baseline", "deflate") for level in (1, 6)
    }


# --- jmh_console --------------------------------------------------------------------------------------------


JMH_CONSOLE = JmhReader()
TEXT = (INPUTS / "jmh" / "stdout_de.txt").read_text()
TABLE = (CHANGED / "jmh/table.txt").read_text()
FORKED = (CHANGED / "jmh/forked.txt").read_text()


def test_a_table_alone_holds_scores():
    reading = reading_of(JMH_CONSOLE, f"Some text.\n\n{TABLE}\nMore.\n".encode())
    assert numbers(reading) == {
        ("codec=lz4", "Pack.compress", "", "", "duration"): (12.346, "us"),
        ("codec=zstd, level=3", "Pack.compress", "", "", "duration"): (52.346, "us"),
        ("", "Pack.start", "", "", "duration"): (99.123, "ms"),
    }
    assert reading.ignored == ("gc.rate",)


def test_forks_are_runs_and_what_warms_up_is_none():
    found = numbers(reading_of(JMH_CONSOLE, FORKED.encode()))
    assert found == {
        ("", "a.Pack.lz4", "1", "", "duration"): (1.5, "us"),
        ("", "a.Pack.lz4", "2", "", "duration"): (3.5, "us"),
    }
    assert caveats(JMH_CONSOLE, FORKED) == ""
    assert "one JVM" in caveats(JMH_CONSOLE, TEXT)


def test_without_forks_the_host_runs_the_iterations():
    one = FORKED.replace("# Warmup Fork: 1 of 1\n", "").replace("Iteration   1: 90.000 us/op\n", "")
    one = one.replace("# Fork: 1 of 2", "# Fork: N/A, test runs in the host VM").replace(
        "# Fork: 2 of 2\n", ""
    )
    one = one.replace("1: 3.000", "3: 3.000").replace("2: 4.000", "4: 4.000")
    found = numbers(reading_of(JMH_CONSOLE, one.encode()))
    assert [value[0] for value in found.values()] == [1.0, 2.0, 3.0, 4.0]


def test_decimal_commas_are_read_and_told_of():
    reading = reading_of(JMH_CONSOLE, TEXT.encode())
    assert reading.rows[0].value == 73.470
    assert "decimal commas" in reading.notes[0]
    assert reading_of(JMH_CONSOLE, TABLE.encode()).notes == ()
    mixed = TABLE.replace("12.346", "12,346")
    assert "decimal points and decimal commas" in refusal(JMH_CONSOLE, mixed)
