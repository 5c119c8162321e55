"""What is special to the readers of pytest benchmark; `test_inputs.py` has what is common to all."""

from __future__ import annotations

import csv
import io
import itertools
import json

from ingest.damage import CHANGED, INPUTS, Numbers, caveats, equal, located, numbers, reading_of, refusal

import ahp
from ahp.ingest.naming import Names
from ahp.ingest.readers.base import Options
from ahp.ingest.readers.pytest_benchmark import PytestBenchmarkReader

# --- pytest_benchmark ---------------------------------------------------------------------------------------


PYTEST_BENCHMARK = PytestBenchmarkReader()
JSON = "own/pytest-benchmark/bench.json"
CSV = (INPUTS / "pytest_benchmark" / "compare.csv").read_text()


def independent(text: str) -> Numbers:
    """Read by key; one parametrised function is the scenario of all that has a name in brackets."""
    found: Numbers = {}

    def put(name: str, measure: str, value: float, unit: str) -> None:
        function, _, rest = name.partition("[")
        named = (function, rest[:-1]) if name.endswith("]") and len(rest) > 1 and function else ("", name)
        found[*named, "", "", measure] = (value, unit)

    if text.startswith("{"):
        for benchmark in json.loads(text)["benchmarks"]:
            put(benchmark["name"], "duration", benchmark["stats"]["mean"], "s")
            for key, value in benchmark.get("extra_info", {}).items():
                put(benchmark["name"], key, value, "")
    elif "time in" in text:
        unit = text[text.index("time in ") + 8 :][:2]
        lines = text.splitlines()
        start = next(i for i, line in enumerate(lines) if "time in" in line) + 2
        for line in itertools.takewhile(lambda line: set(line) != {"-"}, lines[start:]):
            put(line[:24].strip(), "duration", float(line[24:].replace(",", "").split()[4]), unit)
    else:
        for row in csv.DictReader(io.StringIO(text, newline="")):
            put(row["name"].rpartition("::")[2], "duration", float(row["mean"]), "s")
    return found


def test_all_rounds_are_one_run():
    path = located("pytest_benchmark", JSON)
    found = numbers(reading_of(PYTEST_BENCHMARK, path))
    equal(found, independent(path.read_text()))
    assert {key[2] for key in found} == {""}
    assert "count as one run" in caveats(PYTEST_BENCHMARK, path)
    assert "count as one run" in caveats(PYTEST_BENCHMARK, CSV)


def short() -> dict:
    """Return the sample with three rounds of each benchmark, small enough to be damaged often."""
    document = json.loads(located("pytest_benchmark", JSON).read_text())
    document["machine_info"]["cpu"] = {}
    for benchmark in document["benchmarks"]:
        stats = benchmark["stats"]
        stats["data"] = stats["data"][:3]
        stats["rounds"], stats["mean"] = 3, sum(stats["data"]) / 3
    return document


def edited(**changes: object) -> str:
    document = short()
    document["benchmarks"][0]["stats"].update(changes)
    return json.dumps(document)


def test_rounds_and_mean_agree_with_the_data():
    assert "the number of rounds does not agree" in refusal(PYTEST_BENCHMARK, edited(rounds=4))
    assert "the mean does not agree" in refusal(PYTEST_BENCHMARK, edited(mean=1.0))


def test_a_group_is_the_scenario():
    document = short()
    for benchmark in document["benchmarks"]:
        benchmark["group"] = "codecs"
    rows = reading_of(PYTEST_BENCHMARK, json.dumps(document).encode()).rows
    assert {row.scenario for row in rows} == {"codecs"}
    assert {row.alternative for row in rows} >= {"zlib-1", "test_baseline"}


def test_what_parameters_do_not_tell_apart_has_its_whole_name():
    document = short()
    for benchmark in document["benchmarks"][:2]:
        benchmark.update(group="g", name=benchmark["name"].split("[")[0] + "[x]")
    rows = reading_of(PYTEST_BENCHMARK, json.dumps(document).encode()).rows
    assert {row.scenario for row in rows} == {None}
    assert "test_comp.py::test_baseline" in {row.alternative for row in rows}


def test_two_benchmarks_of_one_name_are_refused():
    document = short()
    document["benchmarks"].append(document["benchmarks"][0])
    assert "two benchmarks have this name" in refusal(PYTEST_BENCHMARK, json.dumps(document))


def test_a_number_of_the_tests_own_becomes_what_the_caller_says():
    document = short()
    document["benchmarks"][0]["extra_info"] = {"kept": 0.5, "codec": "zlib"}
    reading = reading_of(PYTEST_BENCHMARK, json.dumps(document).encode(), Options({"space_saving": "kept"}))
    assert [row.value for row in reading.rows if row.measure == "space_saving"] == [0.5]
    assert "kept" in reading.headings


def test_called_from_outside_each_test_is_a_scenario_by_its_whole_name():
    rows = Names(alternative="new").fill(reading_of(PYTEST_BENCHMARK, CSV.encode())).rows
    assert {row.alternative for row in rows} == {"new"}
    assert [row.scenario for row in rows][:2] == [
        "test_comp.py::test_baseline",
        "test_comp.py::test_compress[zlib-1]",
    ]


def test_several_starts_of_pytest_are_runs(tmp_path):
    for run in (1, 2):
        document = short()
        for benchmark in document["benchmarks"]:
            del benchmark["stats"]["data"]
            benchmark["stats"]["mean"] = run * 0.5
        (tmp_path / f"000{run}_unversioned.json").write_text(json.dumps(document))
    measured = ahp.read(str(tmp_path), path="{run}_*.json")
    assert measured.runs("test_compress", "zlib-1") == ("0001", "0002")


def test_the_csv_of_several_files_does_not_say_which_is_whose():
    line = CSV.splitlines()[1]
    assert "does not say which row is whose" in refusal(PYTEST_BENCHMARK, CSV + line + "\n")


# --- pytest_console -----------------------------------------------------------------------------------------


PYTEST_CONSOLE = PytestBenchmarkReader()
COMPARED = (CHANGED / "pytest_benchmark/compared.txt").read_text()


def test_files_that_are_compared_are_the_alternatives():
    reading = reading_of(PYTEST_CONSOLE, COMPARED.encode())
    assert numbers(reading) == {
        ("test_a[1]", "NOW", "", "", "duration"): (6.8408, "us"),
        ("test_a[1]", "0001_unversi", "", "", "duration"): (6.8929, "us"),
    }
    assert reading.benchmarks == {}
