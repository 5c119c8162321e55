"""Several jobs, modes, query sets or failures in one file."""

import json

import pytest
from ingest.damage import INPUTS, located, numbers, reading_of, refusal

from ahp.ingest.readers import READERS
from ahp.ingest.readers.base import Options


def test_jobs_of_one_group_of_fio_are_merged():
    first = (INPUTS / "fio_terse" / "randrw_terse_v3.txt").read_bytes()
    second = first.replace(b";randrw70;", b";other;").replace(b";24;5093;", b";24;6093;")
    reading = reading_of(READERS["fio_terse"], first + second)
    values = numbers(reading)
    assert values["", "", "", "read", "throughput"] == (2 * 20957, "io/s")
    assert not any("_p" in key[4] for key in values)
    assert any("--group_reporting" in caveat for caveat in reading.caveats)


def test_query_sets_of_hammerdb_are_averaged_and_that_is_said():
    text = located("hammerdb_queries", "public/hammerdb/oracle_tproch_log.txt").read_bytes()
    other = text.replace(b"Query 1: 12.5", b"Query 1: 13.5").replace(b"Vuser 1", b"Vuser 2")
    reading = reading_of(READERS["hammerdb_queries"], text + other)
    assert numbers(reading)["", "", "", "query 1", "response_time_mean"] == (13.0, "s")
    assert reading.caveats == ("A query's time includes what ran beside it.",)


def in_two_modes(first, second):
    """One benchmark of JMH in two modes."""
    text = json.dumps(json.loads((INPUTS / "jmh" / "result.json").read_text())[0])
    results = [json.loads(text) | {"mode": mode} for mode in (first, second)]
    for result in results:
        if result["mode"] != "thrpt":
            result["primaryMetric"]["scoreUnit"] = "ms/op"
    return results


def test_all_modes_of_a_sampled_benchmark_of_jmh_are_one_run():
    results = in_two_modes("thrpt", "sample")
    del results[1]["primaryMetric"]["rawData"]
    reading = reading_of(READERS["jmh"], json.dumps(results).encode())
    assert {row.run for row in reading.rows} == {None}
    assert reading.rows[0].value == results[0]["primaryMetric"]["score"]
    assert "counts as one run too" in reading.notes[0]
    assert reading.caveats == ()


def test_modes_of_jmh_that_measure_the_same_are_refused_together():
    said = refusal(READERS["jmh"], json.dumps(in_two_modes("ss", "avgt")))
    assert "duration of b.Comp.baseline stands on line 1 already" in said


def test_codecs_of_lzbench_that_failed_are_left_out_by_name_where_the_caller_wishes_it():
    file = located("lzbench", "public/lzbench/lzbench19_sorted.md")
    left = reading_of(READERS["lzbench"], file, Options(failed="drop"))
    lines = file.read_text().split("\n")
    failed = [line for line in lines if line.startswith("|") and "ERROR" in line]
    assert len(left.left_out) == len(failed) > 0
    for told, line in zip(left.left_out, failed, strict=True):
        assert line.split("|")[1].strip() in told
    without = "\n".join(line for line in lines if line not in failed)
    values = numbers(reading_of(READERS["lzbench"], without.encode()))
    assert numbers(left) == values
    assert values["", "lzlib 1.13 -9", "", "", "stored_bytes"] == (48296889, "B")
    assert values["", "zstd 1.5.5 -22", "", "", "compression_speed"] == (2.20, "MB/s")
    assert values["", "zstd 1.5.5 -22", "", "", "compression_ratio"][0] == pytest.approx(100 / 24.75)


def test_what_the_values_of_a_log_of_fio_are_stands_in_its_name(tmp_path):
    folder, reader = INPUTS / "fio_log", READERS["fio_log"]
    assert "by its name" in reading_of(reader, folder / "iops_iops.1.log").notes[0]
    assert "without the submission" in "\n".join(reading_of(reader, folder / "lat_clat.1.log").caveats)
    assert reading_of(reader, folder / "offe_3.33_clat.1.log").count == 50
    submission = tmp_path / "x_slat.1.log"
    submission.write_bytes((folder / "each_3.33_lat.1.log").read_bytes())
    assert "a part of the response time only" in refusal(reader, submission)
