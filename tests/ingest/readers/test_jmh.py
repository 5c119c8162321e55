import json

from ingest.damage import (
    INPUTS,
    numbers,
    reading_of,
)
from ingest.readers.micro import caveats, refusal

from ahp.ingest.naming import Names
from ahp.ingest.readers.jmh import JmhReader

READER = JmhReader()
JSON = (INPUTS / "jmh" / "result.json").read_text()
CSV = (INPUTS / "jmh" / "result.csv").read_text()


def test_which_way_is_better_is_the_modes():
    measures = {row.unit.symbol: row.measure for row in reading_of(READER, CSV.encode()).rows[:5]}
    assert measures == {"ops/ms": "throughput", "ms": "response_time_mean"}


def test_a_rate_converts_to_operations_per_second():
    unit = reading_of(READER, CSV.encode()).rows[0].unit
    assert (unit.dimension, unit.factor) == ("operations per time", 1000)


def test_iterations_of_one_jvm_are_told_of():
    assert "one JVM" in caveats(READER, JSON)
    assert caveats(READER, JSON.replace('"forks" : 1', '"forks" : 2')) == ""


def test_a_mode_and_its_unit_agree():
    assert "this is no unit of mode thrpt" in refusal(READER, CSV.replace("ops/ms", "ms/op"))
    assert "the modes are" in refusal(READER, CSV.replace('"thrpt"', '"all"'))


def test_the_score_and_its_iterations_agree():
    assert "does not agree" in refusal(READER, JSON.replace("75.97172652705271,", "85.97172652705271,"))


def test_a_score_that_is_no_number_is_refused():
    assert "found 'NaN'" in refusal(READER, CSV.replace("66.041288", "NaN"))


def test_a_thousands_mark_is_none_of_jmh():
    german = (INPUTS / "jmh" / "result_locale_de_DE.csv").read_text()
    assert "a number is needed" in refusal(READER, german.replace('"65,052813"', '"65.052813"'))


def test_percentiles_of_single_calls_are_response_times():
    document = json.loads(JSON)[:1]
    document[0]["mode"] = "sample"
    metric = document[0]["primaryMetric"]
    metric["scoreUnit"] = "ms/op"
    del metric["rawData"]
    found = numbers(reading_of(READER, json.dumps(document).encode()))
    assert {key[-1] for key in found} == {
        *("response_time_mean", "response_time_p50", "response_time_p90", "response_time_p95"),
        *("response_time_p99", "response_time_p999", "response_time_max"),
    }


def test_numbers_of_threads_are_told_apart():
    lines = CSV.splitlines()[:2]
    text = "\n".join([*lines, lines[1].replace('"thrpt",1', '"thrpt",4')])
    scenarios = {row.scenario for row in reading_of(READER, text.encode()).rows}
    assert scenarios == {"level=1, threads=1", "level=1, threads=4"}


def forked(*forks: list[float]) -> str:
    document = json.loads(JSON)[:1]
    cells = [cell for fork in forks for cell in fork]
    document[0]["forks"] = len(forks)
    document[0]["primaryMetric"] |= {"rawData": forks, "score": sum(cells) / len(cells)}
    return json.dumps(document)


def test_forks_are_runs_where_there_are_several():
    found = numbers(reading_of(READER, forked([2.0, 4.0], [5.0, 6.0], [7.0, 9.0]).encode()))
    assert [(key[2], value[0]) for key, value in found.items()] == [("1", 3.0), ("2", 5.5), ("3", 8.0)]


def test_a_single_iteration_names_no_run():
    assert [row.run for row in reading_of(READER, forked([2.0]).encode()).rows] == [None]


def test_in_one_file_all_modes_of_a_sampled_benchmark_are_one_run():
    document = json.loads(JSON)[:1] * 2
    document[1] = json.loads(json.dumps(document[1])) | {"mode": "sample"}
    document[1]["primaryMetric"]["scoreUnit"] = "ms/op"
    del document[1]["primaryMetric"]["rawData"]
    reading = reading_of(READER, json.dumps(document).encode())
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
        READER, json.dumps(document)
    )


def test_what_profilers_add_is_passed_over_by_name():
    document = json.loads(JSON)
    document[0]["secondaryMetrics"] = {"gc.alloc.rate": {}}
    assert reading_of(READER, json.dumps(document).encode()).ignored == ("gc.alloc.rate",)
    line = '"b.Comp.baseline:gc.alloc.rate","thrpt",1,3,66.041288,868.206834,"MB/sec",1'
    assert reading_of(READER, f"{CSV.rstrip()}\n{line}\n".encode()).ignored == ("gc.alloc.rate",)


def test_decimal_commas_are_told_of():
    german = reading_of(READER, (INPUTS / "jmh" / "result_locale_de_DE.csv"))
    assert "decimal commas" in german.notes[0]
    assert reading_of(READER, CSV.encode()).notes == ()


def test_called_from_outside_a_method_with_its_parameters_is_a_scenario():
    rows = Names(alternative="new").fill(reading_of(READER, JSON.encode())).rows
    assert {(row.scenario, row.alternative) for row in rows} == {
        (f"b.Comp.{method}, level={level}", "new") for method in ("baseline", "deflate") for level in (1, 6)
    }
