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
    refuses,
    survivors,
)

from ahp.ingest.readers.benchbase import BenchbaseReader

READER = BenchbaseReader()
EXPECTED = expected("benchbase")
refused = refuses(READER)


@pytest.mark.parametrize("file", EXPECTED)
def test_the_numbers_are_those_a_person_reads(file):
    equal(numbers(reading_of(READER, located("benchbase", file))), EXPECTED[file])


SUMMARY = (INPUTS / "benchbase" / "tpcc_lz4.summary.json").read_bytes()
LOG = (INPUTS / "benchbase" / "tpcc_lz4.stdout.log").read_bytes()


def of_summary(text: str) -> Numbers:
    report = json.loads(text)
    names = {"Average": "mean", "Median": "p50", "Maximum": "max"}
    names |= {f"{percent}th Percentile": f"p{percent}" for percent in (90, 95, 99)}
    found: Numbers = {("", "", "", "", "throughput"): (report["Throughput (requests/second)"], "req/s")}
    for name, measure in names.items():
        value = report["Latency Distribution"][f"{name} Latency (microseconds)"]
        found["", "", "", "", f"response_time_{measure}"] = (value, "us")
    return found


def of_log(text: str) -> Numbers:
    line = next(line for line in text.splitlines() if "measuredRequests" in line)
    return {("", "", "", "", "throughput"): (float(line.split(") = ")[1].split()[0]), "req/s")}


def test_only_summaries_and_logs_are_recognised():
    assert recognised(READER) == {f"own/benchbase/{file}" for file in EXPECTED}


@pytest.mark.parametrize(("content", "independent", "needed"), [(SUMMARY, of_summary, 25), (LOG, of_log, 66)])
def test_damaged_files_are_refused_or_read_as_they_stand(content, independent, needed):
    read = survivors(READER, content, independent)
    assert "doubled" not in read
    assert all(line >= needed for line in cuts(read))


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ('"EXIT"', '"ERROR"', "did not end by itself"),
        ("696.118", "796.118", "the throughput does not agree"),
        ('Requests": 7657', 'Requests": 0', "the throughput does not agree"),
        ("696.1187637769734", "0", "greater than 0"),
        ("13219", "93219", "a response time does not agree"),
        ("5304", "1", "a response time does not agree"),
        ("Median", "Middle", "is missing"),
    ],
)
def test_what_is_wrong_is_refused(before, after, words):
    text = SUMMARY.decode()
    assert before in text
    refused(text.replace(before, after).encode(), words)


def test_a_log_without_a_result_is_refused_and_several_are_runs():
    refused(LOG[: LOG.index(b"Rate limited")], "no line of results")
    other = (INPUTS / "benchbase" / "tpcc_off.stdout.log").read_bytes()
    assert {row.run for row in reading_of(READER, LOG + other).rows} == {"1", "2"}
