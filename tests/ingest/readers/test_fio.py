"""What is special to the readers of fio; `test_inputs.py` has what is common to all."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from ingest.cases import each
from ingest.damage import INPUTS, Numbers, equal, located, numbers, reading_of

import ahp
from ahp.errors import InputError
from ahp.ingest.readers.base import Options
from ahp.ingest.readers.fio_json import FioJsonReader
from ahp.ingest.readers.fio_log import FioLogReader
from ahp.ingest.readers.fio_normal import FioNormalReader
from ahp.ingest.readers.fio_terse import FioTerseReader

# --- fio_json -----------------------------------------------------------------------------------------------


FIO_JSON = FioJsonReader()
FSYNC = (INPUTS / "fio" / "randwrite_fsync.json").read_bytes()
MIXED = (INPUTS / "fio" / "seqread_normal_terse_json.txt").read_bytes()
ENDS = {"50.000000": "p50", "90.000000": "p90", "95.000000": "p95", "99.000000": "p99", "99.900000": "p999"}


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
    for row in reading_of(FIO_JSON, FSYNC).rows:
        assert row.found in lines[row.line - 1]
    lines = MIXED.decode().splitlines()
    for row in reading_of(FIO_JSON, MIXED).rows:
        assert row.found in lines[row.line - 1]


def test_mixed_output_is_read_from_its_json_and_refused_when_doubled():
    text = MIXED.decode()
    start = text.index("\n{") + 1
    alone = text[start : text.index("\n}", start) + 2]
    found = numbers(reading_of(FIO_JSON, MIXED))
    equal(found, by_key(alone))
    with pytest.raises(InputError, match="not whole JSON") as caught:
        reading_of(FIO_JSON, MIXED + MIXED)
    assert caught.value.line > 200
    with pytest.raises(InputError, match="no JSON object begins here"):
        reading_of(FIO_JSON, text[:start].encode())


# --- fio_log ------------------------------------------------------------------------------------------------


FIO_LOG = FioLogReader()
FOLDER = INPUTS / "fio_log"
IOPS = (FOLDER / "iops_iops.1.log").read_bytes()
EACH = (FOLDER / "each_3.33_lat.1.log").read_bytes()
AS_IOPS, AS_LAT = Options(columns={"throughput": "iops"}), Options(columns={"response_time_mean": "lat"})


def test_windows_give_what_fio_says_of_its_own_samples():
    report = located("fio_normal", "logs_normal.txt").read_text()
    found = numbers(reading_of(FIO_LOG, FOLDER / "iops_iops.1.log"))
    assert f"avg={found['', '', '', '', 'throughput'][0]:.2f}," in report


def test_what_the_values_are_stands_in_the_name_only(tmp_path):
    renamed = tmp_path / "second.log"
    renamed.write_bytes(IOPS)
    with pytest.raises(
        InputError, match=r"do not say whether they are bandwidth \(KiB/s\), I/Os per second or lat"
    ):
        reading_of(FIO_LOG, renamed)
    given = ahp.read(f"x={renamed}", columns={"throughput": "iops"})
    assert given.to_frame().value.tolist() == [pytest.approx(14758.571428571)] * 2
    assert "by --map" in reading_of(FIO_LOG, renamed, AS_IOPS).notes[0]
    assert "by its name" in reading_of(FIO_LOG, FOLDER / "iops_iops.1.log").notes[0]


def test_submission_latency_is_no_response_time(tmp_path):
    path = tmp_path / "x_slat.1.log"
    path.write_bytes(EACH)
    with pytest.raises(InputError, match="a part of the response time only"):
        reading_of(FIO_LOG, path)


def test_four_columns_of_latency_have_no_certain_unit():
    with pytest.raises(InputError, match=r"microseconds \(fio 2\) or nanoseconds"):
        reading_of(FIO_LOG, FOLDER / "log_3.5_lat.1.log")


def test_offsets_without_priorities_have_none_either(tmp_path):
    path = Path(tmp_path / "x_clat.1.log")
    six = (FOLDER / "offe_3.33_clat.1.log").read_text()
    path.write_text("".join(line.rpartition(",")[0] + "\n" for line in six.splitlines()))
    with pytest.raises(InputError, match="offsets"):
        reading_of(FIO_LOG, path)
    assert reading_of(FIO_LOG, FOLDER / "offe_3.33_clat.1.log").count == 50


def test_what_windows_cannot_tell_is_told():
    windows = reading_of(FIO_LOG, FOLDER / "lat_clat.1.log")
    assert {row.measure for row in windows.rows} == {"response_time_mean"}
    told = "\n".join(windows.caveats)
    assert "each window counts alike" in told
    assert "without the submission" in told
    assert "log_max_value" in told
    assert "nearest-rank" in "\n".join(reading_of(FIO_LOG, FOLDER / "each_3.33_lat.1.log").caveats)
    assert "nothing of one direction" not in told


def test_times_of_a_clock_count_from_the_first(tmp_path):
    lines = [f"{1_795_240_000_000 + 10 * i}, 1, 0, 4096, 0" for i in range(101)]
    path = tmp_path / "x_iops.1.log"
    path.write_text("\n".join(lines))
    assert numbers(reading_of(FIO_LOG, path))["", "", "", "", "throughput"] == (pytest.approx(100), "io/s")


# --- fio_normal ---------------------------------------------------------------------------------------------


FIO_NORMAL = FioNormalReader()
ONE = (INPUTS / "fio_normal" / "logs_normal.txt").read_bytes()
STONE = (INPUTS / "fio_normal" / "stonewall_3.33.txt").read_bytes()


def test_a_group_of_fio_2_is_one_job():
    found = numbers(reading_of(FIO_NORMAL, located("fio_normal", "group_2.21.txt")))
    assert found["", "", "", "read", "throughput"][0] == pytest.approx(442532 / 1.001, rel=1e-9)
    assert found["", "", "", "write", "response_time_p999"] == (31_000, "ns")
    assert found["", "", "", "", "cpu_system"] == (70.3, "%core")


def test_a_report_cut_before_its_last_line_of_the_group_is_noticed():
    group = ONE.decode().split("\n").index("Run status group 0 (all jobs):") + 1
    for kept in range(5, group):
        with pytest.raises(InputError):
            reading_of(FIO_NORMAL, b"\n".join(ONE.split(b"\n")[: kept - 1]))


def test_times_keep_the_digits_that_were_printed():
    rows = {row.measure: row for row in reading_of(FIO_NORMAL, ONE).rows if row.transaction == "read"}
    assert rows["response_time_mean"].resolution == pytest.approx(5)
    assert rows["response_time_p50"].resolution == pytest.approx(500)
    (slow,) = (
        row
        for row in reading_of(FIO_NORMAL, STONE).rows
        if (row.transaction, row.measure) == ("read", "response_time_max")
    )
    assert (slow.value, slow.resolution) == (6_988_400, pytest.approx(50))


# --- fio_terse ----------------------------------------------------------------------------------------------


FIO_TERSE = FioTerseReader()
V3 = (INPUTS / "fio_terse" / "randrw_terse_v3.txt").read_bytes()


@each("end", [3, 40, 90, 200, 400, 700, 900, 1070, 1077])
def test_a_line_that_is_cut_short_is_refused(end):
    with pytest.raises(InputError, match=r"fields|no line|starts with"):
        reading_of(FIO_TERSE, V3[:end])


def test_jobs_of_one_group_are_merged():
    second = V3.replace(b";randrw70;", b";other;").replace(b";24;5093;", b";24;6093;")
    reading = reading_of(FIO_TERSE, V3 + second)
    values = numbers(reading)
    assert values["", "", "", "read", "throughput"] == (2 * 20957, "io/s")
    assert not any("_p" in key[4] for key in values)
    assert any("--group_reporting" in caveat for caveat in reading.caveats)
