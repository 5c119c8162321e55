import json

import pytest
from ingest.damage import (
    Numbers,
    equal,
    expected,
    located,
    numbers,
    reading_of,
    recognised,
    refuses,
    survivors,
)

from ahp.ingest.readers.hammerdb_json import HammerdbJsonReader

READER = HammerdbJsonReader()
EXPECTED = expected("hammerdb_json")
refused = refuses(READER)


@pytest.mark.parametrize("file", EXPECTED)
def test_the_numbers_are_those_a_person_reads(file):
    equal(numbers(reading_of(READER, located("hammerdb_json", file))), EXPECTED[file])


def sample() -> bytes:
    return located("hammerdb_json", next(iter(EXPECTED))).read_bytes()


def independent(text: str) -> Numbers:
    report = json.loads(text)
    found: Numbers = {("", "", "", "", "throughput"): (report["result"]["nopm"], "NOPM")}
    for row in report.get("response_times", {}).get("rows", []):
        for measure, key in (("mean", "avg"), ("max", "max"), ("p50", "p50"), ("p95", "p95"), ("p99", "p99")):
            found["", "", "", row["name"], f"response_time_{measure}"] = (row[f"{key}_ms"], "ms")
    window = report["analysis_hints"]["active_window"]
    points = report.get("metrics", {}).get("cpu_percent", [])
    if window["available"]:
        points = [point for point in points if window["start"] <= point["timestamp"] <= window["end"]]
    for measure, key in (("cpu_user", "usr_pct"), ("cpu_system", "sys_pct")) if points else ():
        found["", "", "", "", measure] = (sum(point[key] for point in points) / len(points), "%")
    return found


def test_only_job_reports_are_recognised():
    assert recognised(READER) == set(EXPECTED)


def test_a_damaged_report_is_refused_or_read_as_it_stands():
    read = survivors(READER, sample(), independent)
    assert not any(what.startswith(("cut", "doubled")) for what in read)


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ('"nopm": 776679', '"nopm": 9776679', "NOPM above TPM"),
        ('"nopm": 776679', '"nopm": 0', "greater than 0"),
        ('"nopm": 776679', '"nopm": "776679"', "not a number"),
        ('"avg_ms": 0.821', '"avg_ms": 0.921', "the mean of NEWORD"),
        ('"p95_ms": 1.918', '"p95_ms": 91.918', "a percentile of NEWORD"),
        ("2026-06-04 18:19:46", "2027-06-04 18:19:46", "no CPU was measured in the active window"),
    ],
)
def test_what_is_wrong_is_refused(before, after, words):
    text = sample().decode()
    assert before in text
    refused(text.replace(before, after, 1).encode(), words)


def test_a_report_of_the_result_alone_is_read():
    report = json.loads(sample())
    for name in ("response_times", "metrics"):
        del report[name]
    reading = reading_of(READER, json.dumps(report).encode())
    assert [row.measure for row in reading.rows] == ["throughput"]
    assert len(reading.caveats) == 1
