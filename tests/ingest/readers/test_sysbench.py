"""What is special to the readers of sysbench; `test_inputs.py` has what is common to all."""

from __future__ import annotations

import re

from ingest.cases import each
from ingest.damage import INPUTS, equal, expected, numbers, reading_of, refuses

from ahp.ingest.readers.sysbench import SysbenchReader
from ahp.ingest.readers.sysbench_hooks import SysbenchHooksReader
from ahp.ingest.readers.sysbench_intervals import SysbenchIntervalsReader

# --- sysbench -----------------------------------------------------------------------------------------------


SYSBENCH = SysbenchReader()
EXPECTED = expected("sysbench")


def sample(name: str) -> bytes:
    return (INPUTS / "sysbench" / f"{name}.stdout.txt").read_bytes()


def version(name: str) -> bytes:
    return (INPUTS / "sysbench" / f"v{name}.txt").read_bytes()


PLAIN = sample("oltp_baseline_r1")
refused_of_sysbench = refuses(SYSBENCH)


def test_every_number_names_its_line():
    lines = PLAIN.decode().splitlines()
    for row in reading_of(SYSBENCH, PLAIN).rows:
        assert row.found in lines[row.line - 1]
        assert row.resolution == 0.005


def test_failed_and_unfinished_runs_are_refused():
    error = refused_of_sysbench(sample("failed_run"), "the run failed")
    assert (error.line, error.found) == (11, "FATAL: mysql_stmt_prepare() failed")
    refused_of_sysbench((INPUTS / "sysbench" / "prepare_baseline.txt").read_bytes(), "prepare or cleanup")
    refused_of_sysbench(PLAIN[: PLAIN.index(b"SQL statistics")], "no final report")


@each(
    ("before", "after", "words"),
    [
        ("(1033.85 per", "(1933.85 per", "the rate does not agree"),
        ("10342  (", "70342  (", "the rate does not agree"),
        (
            "total time:                          10",
            "total time:                          20",
            "the rate does not",
        ),
        (
            "avg:                                    3.87",
            "avg:                                    3.97",
            "the mean",
        ),
        (
            "max:                                   31",
            "max:                                    1",
            "the mean does",
        ),
        (
            "percentile:                       12.30",
            "percentile:                       42.30",
            "the percentile",
        ),
        ("12.30", "12,30", "this line is damaged"),
        ("transactions:", "transfactions:", "no rate is printed"),
        ("         sum:", "         sun:", "sum stands 0 times"),
        (
            "events:              10342",
            "events:              10342\n    total number of events:   10342",
            "2 times",
        ),
    ],
)
def test_a_contradiction_is_refused(before, after, words):
    text = PLAIN.decode()
    assert before in text
    refused_of_sysbench(text.replace(before, after).encode(), words)


def test_a_run_that_did_nothing_is_refused():
    nothing = PLAIN.replace(b"10342  (1033.85", b"0      (0.00").replace(
        b"events:              10342", b"events:              0"
    )
    nothing = nothing.replace(b" 3.87", b" 0.00").replace(b" 0.78", b" 0.00")
    refused_of_sysbench(nothing.replace(b"39992.86", b"0.00"), "greater than 0")


def test_a_histogram_with_a_missing_bucket_is_refused():
    lines = sample("oltp_histogram").splitlines(keepends=True)
    refused_of_sysbench(b"".join(lines[:40] + lines[41:]), "the histogram does not agree")


def test_the_second_rate_of_the_coming_version_is_the_first_one_again():
    refused_of_sysbench(version("1.1_cpu").replace(b"68599", b"98599"), "the rate does not agree")


def test_only_a_test_that_prints_no_rate_has_one_computed():
    assert b"per sec" not in version("1.0_threads")
    refused_of_sysbench(
        version("1.0_threads").replace(b"started!\n", b"started!\nrate: 7 per century\n"),
        "no rate is printed",
    )
    refused_of_sysbench(version("1.0_threads").replace(b"Threads started!", b"Threads"), "no rate is printed")


def test_a_run_without_an_event_is_refused():
    error = refused_of_sysbench(version("0.4_threads"), "greater than 0")
    assert error.found == "total number of events:              0"


def test_what_prepared_a_run_is_refused_alone_and_passed_over_beside_one():
    prepare = (INPUTS / "sysbench" / "prepare_baseline.txt").read_bytes()
    assert refused_of_sysbench(prepare, "prepare or cleanup").line == 3
    assert refused_of_sysbench(version("0.4_prepare"), "prepare or cleanup").line == 4
    equal(numbers(reading_of(SYSBENCH, prepare + PLAIN)), EXPECTED["oltp_baseline_r1.stdout.txt"])


@each(
    ("name", "said", "unsaid"),
    [
        ("oltp_baseline_r1", "steps of about 2 %", "--rate"),
        ("oltp_baseline_rate", "waiting in the queue", "checkpoints"),
        ("oltp_checkpoints", "checkpoints are joined", "steps of about"),
        ("oltp_percentile0", "no warm-up", "steps of about"),
        ("memory", "printed as 0.00 ms are left out", "fsyncs"),
        ("fileio", "include fsyncs", "0.00 ms"),
    ],
)
def test_caveats_stand_only_where_they_apply(name, said, unsaid):
    caveats = " ".join(reading_of(SYSBENCH, sample(name)).caveats)
    assert said in caveats
    assert unsaid not in caveats


def test_a_test_that_only_writes_has_no_reads_and_a_total_that_names_the_writes():
    reading = reading_of(SYSBENCH, version("1.0_fileio_seqwr"))
    throughputs = {row.transaction: row for row in reading.rows if row.measure == "throughput"}
    assert [*throughputs] == ["write", "fsync", ""]
    assert (throughputs[""].line, throughputs[""].found) == (throughputs["write"].line, "13841.04")
    assert "0.00 a second are left out" in " ".join(reading.caveats)
    assert "0.00 a second" not in " ".join(reading_of(SYSBENCH, sample("fileio")).caveats)


def test_a_file_test_that_only_synchronised_did_nothing():
    content = version("1.0_fileio_seqwr").replace(b"13841.04", b"0.00").replace(b"278.48", b"14127.88")
    assert "reads/s" in refused_of_sysbench(content, "greater than 0").found


def test_a_percentile_with_no_event_above_it_is_not_taken_from_a_histogram():
    rows = {row.measure: row.value for row in reading_of(SYSBENCH, version("1.0_few_histogram")).rows}
    assert "response_time_p999" not in rows  # of 570 events the 570th
    assert rows["response_time_p99"] == 12.752


def test_a_warm_up_is_seen():
    assert "no warm-up" not in " ".join(reading_of(SYSBENCH, version("1.1_warm_up")).caveats)
    assert "no warm-up" in " ".join(reading_of(SYSBENCH, version("1.1_cpu")).caveats)


def test_a_computed_rate_is_said():
    assert "prints no rate" in " ".join(reading_of(SYSBENCH, version("1.0_mutex")).caveats)
    assert "prints no rate" not in " ".join(reading_of(SYSBENCH, version("1.1_cpu")).caveats)


# --- sysbench_hooks -----------------------------------------------------------------------------------------


SYSBENCH_HOOKS = SysbenchHooksReader()
CSV = (INPUTS / "sysbench_hooks" / "oltp_csv_hook.stdout.txt").read_bytes()
JSON = (INPUTS / "sysbench_hooks" / "oltp_json_hook.stdout.txt").read_bytes()
refused_of_sysbench_hooks = refuses(SYSBENCH_HOOKS)


def test_what_is_wrong_is_named_with_its_line():
    lines = CSV.splitlines(keepends=True)
    assert refused_of_sysbench_hooks(b"".join(lines[:-1]), "cumulative record").line == 16
    assert refused_of_sysbench_hooks(CSV + CSV, "cumulative record").line == 17
    assert (
        refused_of_sysbench_hooks(
            CSV.replace(b"1069.27", b"2069.27"), "the cumulative rate does not agree"
        ).line
        == 17
    )
    assert (
        refused_of_sysbench_hooks(
            CSV.replace(b"21671", b"21671").replace(b"21672.17", b"31672.17"), "the number of queries"
        ).line
        == 14
    )
    assert refused_of_sysbench_hooks(CSV.replace(b"\n4,4,", b"\n2,4,"), "time goes back").line == 14
    assert refused_of_sysbench_hooks(CSV.replace(b"1083.13", b"1O83.13"), "this line is damaged").line == 14
    assert refused_of_sysbench_hooks(b"x", "no record").line == 1
    idle = re.sub(rb"(?m)^([0-9]+,[0-9]+)(,[0-9.]+){8}$", rb"\1" + b",0.00" * 8, CSV)
    assert (
        refused_of_sysbench_hooks(idle, "throughput must be greater than 0; the run did nothing").line == 17
    )


def test_the_unnamed_percentile_is_left_out_and_errors_are_said():
    assert [row.measure for row in reading_of(SYSBENCH_HOOKS, CSV).rows] == ["throughput"]
    assert "Which percentile" in reading_of(SYSBENCH_HOOKS, CSV).caveats[0]
    assert reading_of(SYSBENCH_HOOKS, JSON).caveats[-1] == "0.12 errors per second were ignored."
    assert "errors" not in " ".join(reading_of(SYSBENCH_HOOKS, CSV).caveats)


# --- sysbench_intervals -------------------------------------------------------------------------------------


SYSBENCH_INTERVALS = SysbenchIntervalsReader()
RATE = (INPUTS / "sysbench_intervals" / "oltp_rate.txt").read_bytes()
CPU = (INPUTS / "sysbench_intervals" / "cpu.txt").read_bytes()
OLD = (
    b"[  10s] threads: 112, tps: 5856.34, reads: 82083.72, writes: 0.00, response time: 25.15ms (95%), "
    b"errors: 0.00, reconnects:  0.00\n"
    b"[  20s] threads: 112, tps: 5880.66, reads: 82339.96, writes: 0.00, response time: 24.16ms (95%), "
    b"errors: 0.50, reconnects:  0.00\n"
)
refused_of_sysbench_intervals = refuses(SYSBENCH_INTERVALS)


def test_lines_of_old_versions_are_read():
    reading = reading_of(SYSBENCH_INTERVALS, OLD)
    equal(numbers(reading), {("", "", "", "", "throughput"): (5868.5, "1/s")})
    assert "ended with an error" in " ".join(reading.caveats)
    assert "ended with an error" not in " ".join(reading_of(SYSBENCH_INTERVALS, RATE).caveats)


def test_a_report_far_below_the_lines_is_read_instead():
    whole = (INPUTS / "sysbench" / "oltp_baseline_rate.stdout.txt").read_bytes()
    headless = whole[whole.index(b"[ 2s ]") :]
    equal(numbers(reading_of(SYSBENCH_INTERVALS, headless)), numbers(reading_of(SysbenchReader(), whole)))


def test_a_missing_interval_is_noticed():
    lines = RATE.splitlines(keepends=True)
    error = refused_of_sysbench_intervals(b"".join(lines[:2] + lines[4:]), "an interval is missing")
    assert error.line == 5
    refused_of_sysbench_intervals(
        CPU + RATE.splitlines(keepends=True)[2], "an interval is missing"
    )  # transactions beside events


def test_lines_without_a_rate_of_operations_are_refused():
    refused_of_sysbench_intervals(b"[ 1s ] 5526.38 MiB/sec\n", "this line is damaged")
    refused_of_sysbench_intervals(b"[ 1s ] queue length: 0, concurrency: 1\n", "no interval")
    refused_of_sysbench_intervals(
        CPU.replace(b"7", b"0").replace(b"2", b"0").replace(b"5", b"0"),
        "an interval is missing|greater than 0",
    )
    refused_of_sysbench_intervals(b"[ 1s ] thds: 2 eps: 0.00 lat (ms,95%): 0.00\n", "greater than 0")


def test_the_rate_limit_is_said():
    assert "--rate" in " ".join(reading_of(SYSBENCH_INTERVALS, RATE).caveats)
    assert "--rate" not in " ".join(reading_of(SYSBENCH_INTERVALS, CPU).caveats)
