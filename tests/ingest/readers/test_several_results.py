"""Several jobs, modes or failures in one file, several outputs of one run, and reports that end too early."""

import json

import pytest
from ingest.cases import each
from ingest.damage import INPUTS, caveats, equal, located, numbers, reading_of, refusal

from ahp.errors import InputError
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


def test_percentiles_of_ab_are_those_of_its_report():
    report = (INPUTS / "ab" / "ab.txt").read_text()
    found = numbers(reading_of(READERS["ab_exports"], INPUTS / "ab_exports" / "ab_percentiles.csv"))
    for (*_, measure), (value, _) in found.items():
        share = {"response_time_max": "100"}.get(measure, measure[-2:])
        (printed,) = (line.split()[1] for line in report.split("\n") if line.startswith(f" {share:>3}%"))
        assert round(value) == int(printed), measure


def test_a_report_of_sysbench_far_below_the_lines_of_its_intervals_is_read_instead():
    whole = (INPUTS / "sysbench" / "oltp_baseline_rate.stdout.txt").read_bytes()
    headless = whole[whole.index(b"[ 2s ]") :]
    found = numbers(reading_of(READERS["sysbench_intervals"], headless))
    equal(found, numbers(reading_of(READERS["sysbench"], whole)))


def test_transaction_types_of_benchbase_whose_names_are_digits_are_told_apart():
    heading, *lines = (INPUTS / "benchbase_raw" / "tpcc_off.raw.csv.head300.csv").read_text().splitlines()
    renamed = [line.replace(line.split(",")[1], "01" if i % 3 else "1", 1) for i, line in enumerate(lines)]
    found = numbers(reading_of(READERS["benchbase_raw"], "\n".join([heading, *renamed, ""]).encode()))
    for name in ("1", "01"):
        times = [int(row[3]) for row in (line.split(",") for line in renamed) if row[1] == name]
        assert found["", "", "", name, "response_time_mean"] == (pytest.approx(sum(times) / len(times)), "us")
        assert found["", "", "", name, "response_time_max"] == (max(times), "us")


@pytest.mark.parametrize("file", ["ab_three_clients.txt", "ab.txt", "ab_no_percentiles.txt"])
def test_a_report_of_ab_is_refused_or_told(file):
    reader, content = READERS["ab"], (INPUTS / "ab" / file).read_bytes()
    whole = reading_of(reader, content)
    noticed = 0
    for end in range(len(content.rstrip())):
        try:
            reading = reading_of(reader, content[:end])
        except InputError:
            noticed += 1
            continue
        assert any("Percentiles and the maximum are missing" in caveat for caveat in reading.caveats), end
        assert reading.rows == whole.rows[:2], end
        assert content[:end].count(b"Total:"), end
    assert noticed > content.index(b"Connection Times")


def test_a_report_of_fio_is_refused_before_its_last_line_of_the_group():
    lines = (INPUTS / "fio_normal" / "logs_normal.txt").read_bytes().split(b"\n")
    for kept in range(4, lines.index(b"Run status group 0 (all jobs):")):
        with pytest.raises(InputError):
            reading_of(READERS["fio_normal"], b"\n".join(lines[:kept]))


@each("end", [3, 40, 90, 200, 400, 700, 900, 1070, 1077])
def test_a_terse_line_of_fio_is_refused(end):
    line = (INPUTS / "fio_terse" / "randrw_terse_v3.txt").read_bytes()
    with pytest.raises(InputError, match=r"fields|no line|starts with"):
        reading_of(READERS["fio_terse"], line[:end])


def test_a_report_of_pidstat_without_its_average_says_so():
    whole = (INPUTS / "pidstat" / "pidstat_C.txt").read_text()
    lines = whole.splitlines(keepends=True)
    average = next(number for number, line in enumerate(lines) if line.startswith("Average:"))
    for kept in range(4, average):
        assert "cut off" in caveats(READERS["pidstat"], "".join(lines[:kept]))
    assert "cut off" not in caveats(READERS["pidstat"], whole)
    assert "cut off" not in caveats(
        READERS["pidstat"], INPUTS / "pidstat" / "pidstat_h_C.txt"
    )  # -h prints none
