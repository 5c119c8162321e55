"""What is special to the readers of sysbench; `test_inputs.py` has what is common to all."""

from __future__ import annotations

from ingest.damage import INPUTS, equal, numbers, reading_of, refuses

from ahp.ingest.readers.sysbench import SysbenchReader
from ahp.ingest.readers.sysbench_hooks import SysbenchHooksReader
from ahp.ingest.readers.sysbench_intervals import SysbenchIntervalsReader

# --- sysbench -----------------------------------------------------------------------------------------------


SYSBENCH = SysbenchReader()


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


def test_a_run_that_did_nothing_is_refused():
    nothing = PLAIN.replace(b"10342  (1033.85", b"0      (0.00").replace(
        b"events:              10342", b"events:              0"
    )
    nothing = nothing.replace(b" 3.87", b" 0.00").replace(b" 0.78", b" 0.00")
    refused_of_sysbench(nothing.replace(b"39992.86", b"0.00"), "greater than 0")


def test_a_test_that_only_writes_has_no_reads_and_a_total_that_names_the_writes():
    reading = reading_of(SYSBENCH, version("1.0_fileio_seqwr"))
    throughputs = {row.transaction: row for row in reading.rows if row.measure == "throughput"}
    assert [*throughputs] == ["write", "fsync", ""]
    assert (throughputs[""].line, throughputs[""].found) == (throughputs["write"].line, "13841.04")
    assert "0.00 a second are left out" in " ".join(reading.caveats)
    assert "0.00 a second" not in " ".join(reading_of(SYSBENCH, sample("fileio")).caveats)


def test_a_percentile_with_no_event_above_it_is_not_taken_from_a_histogram():
    rows = {row.measure: row.value for row in reading_of(SYSBENCH, version("1.0_few_histogram")).rows}
    assert "response_time_p999" not in rows  # of 570 events the 570th
    assert rows["response_time_p99"] == 12.752


# --- sysbench_hooks -----------------------------------------------------------------------------------------


SYSBENCH_HOOKS = SysbenchHooksReader()
CSV = (INPUTS / "sysbench_hooks" / "oltp_csv_hook.stdout.txt").read_bytes()
JSON = (INPUTS / "sysbench_hooks" / "oltp_json_hook.stdout.txt").read_bytes()


def test_the_unnamed_percentile_is_left_out_and_errors_are_said():
    assert [row.measure for row in reading_of(SYSBENCH_HOOKS, CSV).rows] == ["throughput"]
    assert "Which percentile" in reading_of(SYSBENCH_HOOKS, CSV).caveats[0]
    assert reading_of(SYSBENCH_HOOKS, JSON).caveats[-1] == "0.12 errors per second were ignored."
    assert "errors" not in " ".join(reading_of(SYSBENCH_HOOKS, CSV).caveats)


# --- sysbench_intervals -------------------------------------------------------------------------------------


SYSBENCH_INTERVALS = SysbenchIntervalsReader()


def test_a_report_far_below_the_lines_is_read_instead():
    whole = (INPUTS / "sysbench" / "oltp_baseline_rate.stdout.txt").read_bytes()
    headless = whole[whole.index(b"[ 2s ]") :]
    equal(numbers(reading_of(SYSBENCH_INTERVALS, headless)), numbers(reading_of(SysbenchReader(), whole)))
