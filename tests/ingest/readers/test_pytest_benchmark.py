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
from ingest.readers.micro import caveats, refusal, samples

from ahp.ingest.readers.base import Options
from ahp.ingest.readers.pytest_benchmark import PytestBenchmarkReader

READER = PytestBenchmarkReader()
EXPECTED = expected("pytest_benchmark")
JSON = "own/pytest-benchmark/bench.json"
CSV = (INPUTS / "pytest_benchmark" / "compare.csv").read_text()


@pytest.mark.parametrize("file", EXPECTED)
def test_the_numbers_are_those_a_person_reads(file):
    equal(numbers(reading_of(READER, located("pytest_benchmark", file))), EXPECTED[file])


def test_only_its_own_samples_are_recognised():
    assert recognised(READER) == samples("own/pytest-benchmark", [*EXPECTED, JSON])


def independent(text: str) -> Numbers:
    """Read by key; one parametrised function is the scenario of all that has a name in brackets."""
    found: Numbers = {}

    def put(name: str, run: str, measure: str, value: float, unit: str) -> None:
        function, _, rest = name.partition("[")
        named = (function, rest[:-1]) if name.endswith("]") and len(rest) > 1 and function else ("", name)
        found[*named, run, "", measure] = (value, unit)

    if text.startswith("{"):
        for benchmark in json.loads(text)["benchmarks"]:
            data = benchmark["stats"].get("data")
            for run, value in enumerate(data or [benchmark["stats"]["mean"]], start=1):
                put(benchmark["name"], str(run) if data else "", "duration", value, "s")
            for key, value in benchmark.get("extra_info", {}).items():
                put(benchmark["name"], "", key, value, "")
        return found
    for row in csv.DictReader(io.StringIO(text, newline="")):
        put(row["name"].rpartition("::")[2], "", "duration", float(row["mean"]), "s")
    return found


def test_every_round_is_a_run():
    path = located("pytest_benchmark", JSON)
    found = numbers(reading_of(READER, path))
    equal(found, independent(path.read_text()))
    assert len(found) == 1592 + 4
    assert found["test_compress", "zlib-1", "1", "", "duration"] == (0.005081131000224559, "s")
    assert found["test_compress", "lzma-0", "", "", "compression_ratio"] == (2.4330900243309004, "")
    assert found["", "test_baseline", "1434", "", "duration"][0] > 0


def short() -> dict:
    """Return the sample with three rounds of each benchmark, small enough to be damaged often."""
    document = json.loads(located("pytest_benchmark", JSON).read_text())
    document["machine_info"]["cpu"] = {}
    for benchmark in document["benchmarks"]:
        stats = benchmark["stats"]
        stats["data"] = stats["data"][:3]
        stats["rounds"], stats["mean"] = 3, sum(stats["data"]) / 3
    return document


def test_damage_is_refused_or_read_as_it_stands():
    whole = survivors(READER, json.dumps(short(), indent=1).encode(), named_plainly)
    table = survivors(READER, CSV.encode(), named_plainly)
    assert not {"empty", "doubled"} & (whole | table)
    assert not cuts(whole)


def named_plainly(text: str) -> Numbers:
    """Read as above, or by whole names where a damaged name makes a second function."""
    found = independent(text)
    scenarios = {key[0] for key in found}
    if len(scenarios) < 3:
        return found
    if text.startswith("{"):
        names = {b["name"]: b["fullname"] for b in json.loads(text)["benchmarks"]}
    else:
        rows = csv.DictReader(io.StringIO(text, newline=""))
        names = {row["name"].rpartition("::")[2]: row["name"] for row in rows}
    return {
        ("", names[f"{key[0]}[{key[1]}]" if key[0] else key[1]], *key[2:]): value
        for key, value in found.items()
    }


def edited(**changes: object) -> str:
    document = short()
    document["benchmarks"][0]["stats"].update(changes)
    return json.dumps(document)


def test_rounds_and_mean_agree_with_the_data():
    assert "the number of rounds does not agree" in refusal(READER, edited(rounds=4))
    assert "the mean does not agree" in refusal(READER, edited(mean=1.0))


def test_a_group_is_the_scenario():
    document = short()
    for benchmark in document["benchmarks"]:
        benchmark["group"] = "codecs"
    rows = reading_of(READER, json.dumps(document).encode()).rows
    assert {row.scenario for row in rows} == {"codecs"}
    assert {row.alternative for row in rows} >= {"zlib-1", "test_baseline"}


def test_what_parameters_do_not_tell_apart_has_its_whole_name():
    document = short()
    for benchmark in document["benchmarks"][:2]:
        benchmark.update(group="g", name=benchmark["name"].split("[")[0] + "[x]")
    rows = reading_of(READER, json.dumps(document).encode()).rows
    assert {row.scenario for row in rows} == {None}
    assert "test_comp.py::test_baseline" in {row.alternative for row in rows}


def test_two_benchmarks_of_one_name_are_refused():
    document = short()
    document["benchmarks"].append(document["benchmarks"][0])
    assert "two benchmarks have this name" in refusal(READER, json.dumps(document))


def test_means_say_that_they_are():
    assert "no single rounds" in caveats(READER, CSV)
    assert caveats(READER, json.dumps(short())) == ""


def test_a_number_of_the_tests_own_becomes_what_the_caller_says():
    document = short()
    document["benchmarks"][0]["extra_info"] = {"kept": 0.5, "codec": "zlib"}
    reading = reading_of(READER, json.dumps(document).encode(), Options({"space_saving": "kept"}))
    assert [row.value for row in reading.rows if row.measure == "space_saving"] == [0.5]
    assert "kept" in reading.headings
