from ingest.damage import (
    INPUTS,
    equal,
    numbers,
    reading_of,
    refuses,
)

from ahp.ingest.readers.sysbench import SysbenchReader
from ahp.ingest.readers.sysbench_intervals import SysbenchIntervalsReader

READER = SysbenchIntervalsReader()
RATE = (INPUTS / "sysbench_intervals" / "oltp_rate.txt").read_bytes()
CPU = (INPUTS / "sysbench_intervals" / "cpu.txt").read_bytes()
OLD = (
    b"[  10s] threads: 112, tps: 5856.34, reads: 82083.72, writes: 0.00, response time: 25.15ms (95%), "
    b"errors: 0.00, reconnects:  0.00\n"
    b"[  20s] threads: 112, tps: 5880.66, reads: 82339.96, writes: 0.00, response time: 24.16ms (95%), "
    b"errors: 0.50, reconnects:  0.00\n"
)
refused = refuses(READER)


def test_lines_of_old_versions_are_read():
    reading = reading_of(READER, OLD)
    equal(numbers(reading), {("", "", "", "", "throughput"): (5868.5, "1/s")})
    assert "ended with an error" in " ".join(reading.caveats)
    assert "ended with an error" not in " ".join(reading_of(READER, RATE).caveats)


def test_a_report_far_below_the_lines_is_read_instead():
    whole = (INPUTS / "sysbench" / "oltp_baseline_rate.stdout.txt").read_bytes()
    headless = whole[whole.index(b"[ 2s ]") :]
    equal(numbers(reading_of(READER, headless)), numbers(reading_of(SysbenchReader(), whole)))


def test_a_missing_interval_is_noticed():
    lines = RATE.splitlines(keepends=True)
    error = refused(b"".join(lines[:2] + lines[4:]), "an interval is missing")
    assert error.line == 5
    refused(CPU + RATE.splitlines(keepends=True)[2], "an interval is missing")  # transactions beside events


def test_lines_without_a_rate_of_operations_are_refused():
    refused(b"[ 1s ] 5526.38 MiB/sec\n", "this line is damaged")
    refused(b"[ 1s ] queue length: 0, concurrency: 1\n", "no interval")
    refused(
        CPU.replace(b"7", b"0").replace(b"2", b"0").replace(b"5", b"0"),
        "an interval is missing|greater than 0",
    )
    refused(b"[ 1s ] thds: 2 eps: 0.00 lat (ms,95%): 0.00\n", "greater than 0")


def test_the_rate_limit_is_said():
    assert "--rate" in " ".join(reading_of(READER, RATE).caveats)
    assert "--rate" not in " ".join(reading_of(READER, CPU).caveats)
