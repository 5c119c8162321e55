import json

import pytest
from ingest.cases import each
from ingest.damage import (
    INPUTS,
    Numbers,
    equal,
    numbers,
    reading_of,
)

from ahp.errors import InputError
from ahp.ingest.readers.fio_json import FioJsonReader

READER = FioJsonReader()
GROUPED = (INPUTS / "fio" / "randrw_group_jsonplus.json").read_bytes()
FSYNC = (INPUTS / "fio" / "randwrite_fsync.json").read_bytes()
JOBS = (INPUTS / "fio" / "randrw.json").read_bytes()
MIXED = (INPUTS / "fio" / "seqread_normal_terse_json.txt").read_bytes()
ENDS = {"50.000000": "p50", "90.000000": "p90", "95.000000": "p95", "99.000000": "p99", "99.900000": "p999"}


def changed(content: bytes, **job: object) -> bytes:
    document = json.loads(content)
    for key, value in job.items():
        document["jobs"][0][key] = value
    return json.dumps(document, indent=1).encode()


def by_key(text: str) -> Numbers:
    """One job of fio 3, key by key."""
    job = json.loads(text)["jobs"][0]
    found: Numbers = {}

    def times(name, part, percentiles):
        if part["lat_ns"]["N"]:
            found["", "", "", name, "response_time_mean"] = (part["lat_ns"]["mean"], "ns")
            found["", "", "", name, "response_time_max"] = (part["lat_ns"]["max"], "ns")
        known = {end: percentiles[key] for key, end in ENDS.items() if key in percentiles}
        for end, value in known.items() if any(known.values()) else ():
            found["", "", "", name, f"response_time_{end}"] = (value, "ns")

    active = [name for name in ("read", "write", "trim") if job[name]["io_bytes"] or job[name]["iops"]]
    for name in active:
        found["", "", "", name, "throughput"] = (job[name]["iops"], "io/s")
        times(name, job[name], job[name]["clat_ns"].get("percentile", {}))
    if len(active) == 1:
        found |= {("", "", "", "", key[4]): value for key, value in found.items()}
    else:
        parts = [job[name] for name in active]
        count = sum(part["total_ios"] for part in parts if part["lat_ns"]["N"])
        mean = sum(part["total_ios"] * part["lat_ns"]["mean"] for part in parts) / count
        found["", "", "", "", "throughput"] = (sum(part["iops"] for part in parts), "io/s")
        found["", "", "", "", "response_time_mean"] = (mean, "ns")
        found["", "", "", "", "response_time_max"] = (max(part["lat_ns"]["max"] for part in parts), "ns")
    if job.get("sync", {}).get("total_ios"):
        times("sync", job["sync"], job["sync"]["lat_ns"].get("percentile", {}))
    found["", "", "", "", "cpu_user"] = (job["usr_cpu"], "%core")
    found["", "", "", "", "cpu_system"] = (job["sys_cpu"], "%core")
    return found


def test_every_number_stands_on_its_line():
    lines = FSYNC.decode().splitlines()
    for row in reading_of(READER, FSYNC).rows:
        assert row.found in lines[row.line - 1]
    lines = MIXED.decode().splitlines()
    for row in reading_of(READER, MIXED).rows:
        assert row.found in lines[row.line - 1]


def test_mixed_output_is_read_from_its_json_and_refused_when_doubled():
    text = MIXED.decode()
    start = text.index("\n{") + 1
    alone = text[start : text.index("\n}", start) + 2]
    found = numbers(reading_of(READER, MIXED))
    equal(found, by_key(alone))
    with pytest.raises(InputError, match="not whole JSON") as caught:
        reading_of(READER, MIXED + MIXED)
    assert caught.value.line > 200
    with pytest.raises(InputError, match="no JSON object begins here"):
        reading_of(READER, text[:start].encode())


def test_jobs_that_ran_at_once_lose_their_percentiles_with_a_caveat():
    reading = reading_of(READER, JOBS)
    assert not any("_p" in row.measure for row in reading.rows)
    assert any("--group_reporting" in caveat for caveat in reading.caveats)
    assert not any("completion" in caveat for caveat in reading.caveats)


def test_jobs_that_ended_at_different_times_have_a_caveat():
    document = json.loads(JOBS)
    document["jobs"][1]["read"]["runtime"] = 2000
    reading = reading_of(READER, json.dumps(document).encode())
    assert any("upper bound" in caveat for caveat in reading.caveats)


def test_caveats_stand_only_where_they_apply():
    assert any("fsync" in caveat for caveat in reading_of(READER, FSYNC).caveats)
    assert not any("fsync" in caveat for caveat in reading_of(READER, GROUPED).caveats)
    assert any("weighs each" in caveat for caveat in reading_of(READER, GROUPED).caveats)
    assert not any("weighs each" in caveat for caveat in reading_of(READER, FSYNC).caveats)


def test_percentiles_of_the_total_latency_are_preferred_and_need_no_caveat():
    document = json.loads(FSYNC)
    write = document["jobs"][0]["write"]
    write["lat_ns"]["percentile"] = {"99.000000": 4321}
    del write["clat_ns"]["percentile"]
    reading = reading_of(READER, json.dumps(document).encode())
    values = numbers(reading)
    assert values["", "", "", "write", "response_time_p99"] == (4321, "ns")
    assert not any("completion" in caveat for caveat in reading.caveats)


def test_a_latency_that_fio_was_told_not_to_measure_is_absent():
    document = json.loads(FSYNC)
    document["jobs"][0]["write"]["lat_ns"] = {"min": 0, "max": 0, "mean": 0.0, "stddev": 0.0, "N": 0}
    values = numbers(reading_of(READER, json.dumps(document).encode()))
    assert ("", "", "", "write", "response_time_mean") not in values
    assert ("", "", "", "write", "throughput") in values


def test_groups_are_scenarios_and_two_of_one_name_are_refused():
    document = json.loads(JOBS)
    document["jobs"][1] |= {"groupid": 1, "jobname": "second"}
    reading = reading_of(READER, json.dumps(document).encode())
    assert {row.scenario for row in reading.rows} == {"randrw70", "second"}
    assert any("scenario" in caveat for caveat in reading.caveats)
    document["jobs"][1]["jobname"] = "randrw70"
    with pytest.raises(InputError, match="two groups of jobs have the name 'randrw70'"):
        reading_of(READER, json.dumps(document).encode())


@each(
    ("content", "words"),
    [
        (changed(FSYNC, error=5), "job 'writefsync' failed"),
        (changed(FSYNC, usr_cpu="much"), "'usr_cpu' is not a number"),
        (changed(FSYNC, sys_cpu=float("nan")), "'sys_cpu' is not finite"),
        (changed(FSYNC, write=None), "'write' is not an object"),
        (changed(FSYNC, write={"iops": 1}), "'runtime' is missing"),
        (b'{"fio version": "fio-3.33", "jobs": []}', "holds no job"),
        (b'{"fio version": "fio-3.33", "jobs": [3]}', "missing"),
        (b'{"fio version": "fio-3.33", "client_stats": []}', "--client"),
        (b'{"jobs": []}', "'fio version' is missing"),
        (b"[]", "no JSON object begins here"),
        (b'{"a":' * 100_000, "nested too deeply"),
    ],
)
def test_what_cannot_be_understood_is_refused(content, words):
    with pytest.raises(InputError, match=words) as caught:
        reading_of(READER, content)
    assert caught.value.line is not None


def test_a_run_without_any_io_is_refused():
    document = json.loads(FSYNC)
    job = document["jobs"][0]
    job["write"] = job["trim"]
    job["sync"]["total_ios"] = 0
    with pytest.raises(InputError, match="no job did any I/O"):
        reading_of(READER, json.dumps(document).encode())
