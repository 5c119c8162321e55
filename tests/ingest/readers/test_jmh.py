import csv
import io
import json

import pytest
from ingest.damage import (
    INPUTS,
    Numbers,
    cuts,
    equal,
    expected,
    located,
    numbers,
    reading_of,
    recognised,
    survivors,
)
from ingest.readers.micro import beside, caveats, refusal, samples

from ahp.ingest.naming import Names
from ahp.ingest.readers.jmh import JmhReader

READER = JmhReader()
EXPECTED = expected("jmh")
JSON = (INPUTS / "jmh" / "result.json").read_text()
CSV = (INPUTS / "jmh" / "result.csv").read_text()
MEASURES = {"thrpt": "throughput", "avgt": "duration", "ss": "duration"}
PERCENTILES = {"0.50": "p50", "0.90": "p90", "0.95": "p95", "0.99": "p99", "0.999": "p999", "1.00": "max"}
LEVELS = {f"{100 * float(level):.4f}": name for level, name in PERCENTILES.items()}


@pytest.mark.parametrize("file", EXPECTED)
def test_the_numbers_are_those_a_person_reads(file):
    equal(numbers(reading_of(READER, located("jmh", file))), EXPECTED[file])


def test_only_its_own_samples_are_recognised():
    assert recognised(READER) == samples("own/jmh", [*EXPECTED])


def independent(text: str) -> Numbers:
    """Read by key and by column, a console by its words."""
    found: Numbers = {}
    if text.startswith("# JMH"):
        return of_console(text)
    if text.startswith("["):
        for result in json.loads(text):
            parts = [*result["params"].items()]
            metric = result["primaryMetric"]
            for run, value in enumerate((v for fork in metric["rawData"] for v in fork), start=1):
                scenario = threaded(parts, result, json.loads(text), "threads")
                found[scenario, result["benchmark"], str(run), "", MEASURES[result["mode"]]] = (
                    value,
                    metric["scoreUnit"].removesuffix("/op"),
                )
        return found
    rows = [*csv.DictReader(io.StringIO(text, newline=""), delimiter=text[len('"Benchmark"')])]
    for row in rows:
        name, _, percentile = row["Benchmark"].partition(":")
        if percentile and percentile[0] != "p":
            continue
        percentile = percentile[1:]
        if percentile and f"{float(percentile):.4f}" not in {f"{float(p):.4f}" for p in PERCENTILES}:
            continue
        statistic = next(
            (PERCENTILES[p] for p in PERCENTILES if percentile and float(p) == float(percentile)), "mean"
        )
        measure = (
            f"response_time_{statistic}" if percentile else MEASURES.get(row["Mode"], "response_time_mean")
        )
        parts = [(k.removeprefix("Param: "), v) for k, v in row.items() if k.startswith("Param: ") and v]
        scenario = threaded(parts, row, rows, "Threads")
        found[scenario, name, "", "", measure] = (
            float(row["Score"].replace(",", ".")),
            row["Unit"].removesuffix("/op"),
        )
    return found


def of_console(text: str) -> Numbers:
    """Read iterations, or scores where a benchmark was sampled too, and percentiles."""
    found: Numbers = {}
    sampled = "Sampling time" in text
    name = level = mode = ""
    for line in text.partition("# Run complete")[0].split("\n"):
        words = line.replace(",", ".").split()
        if line.startswith("# Benchmark: "):
            name = words[2]
        elif line.startswith("# Parameters: "):
            level = line[15:-1].replace(" ", "")
        elif line.startswith("# Benchmark mode: "):
            mode = words[3]
        elif line.startswith("Iteration ") and mode == "Throughput." and not sampled:
            found[level, name, words[1].strip(":"), "", "throughput"] = (float(words[2]), words[3])
        elif line.endswith("[Average]") and sampled:
            found[level, name, "", "", "throughput"] = (float(words[0]), words[3])
        elif line.startswith("  mean ="):
            found[level, name, "", "", "response_time_mean"] = (float(words[2]), words[5][:-3])
        elif words and words[0].startswith("p(") and words[0][2:-1] in LEVELS:
            statistic = LEVELS[words[0][2:-1]]
            found[level, name, "", "", f"response_time_{statistic}"] = (float(words[2]), words[3][:-3])
    return found


def threaded(parts, row, rows, key) -> str:
    if len({str(other[key]) for other in rows}) > 1:
        parts = [*parts, ("threads", row[key])]
    return ", ".join(f"{name}={value}" for name, value in parts)


@pytest.mark.parametrize("file", beside("jmh"))
def test_damage_is_refused_or_read_as_it_stands(file):
    read = survivors(READER, (INPUTS / "jmh" / file).read_bytes(), independent)
    assert not {"empty", "doubled"} & read
    assert not (file.endswith("json") and [line for line in cuts(read) if line < JSON.rstrip().count("\n")])
    if file.endswith("txt"):  # the table is the last but two lines
        assert len(cuts(read)) <= 2


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
