import math

import pytest
from ingest.damage import (
    INPUTS,
    SHARED,
    Numbers,
    equal,
    expected,
    located,
    numbers,
    reading_of,
    recognised,
    survivors,
)

from ahp.errors import InputError
from ahp.ingest.readers import pgbench_log
from ahp.ingest.readers.pgbench_log import PgbenchLogReader

READER = PgbenchLogReader()
EXPECTED = expected("pgbench_log")
RATE = (INPUTS / "pgbench_log" / "pgbench_rate.21964").read_bytes()
MULTI = (INPUTS / "pgbench_log" / "pgbench_multi.21979").read_bytes()
FAILING = (INPUTS / "pgbench_log" / "pgbench_ser.22266").read_bytes()


def refused(content: bytes, words: str) -> InputError:
    with pytest.raises(InputError, match=words) as caught:
        reading_of(READER, content)
    return caught.value


def independent(text: str) -> Numbers:
    """Line by line, with nothing but lists."""
    kinds: dict[str, list[int]] = {}
    starts, ends = [], []
    counted: dict[str, int] = {}
    for line in text.splitlines():
        client, transaction, time, script, second, micro = line.split(" ")[:6]
        counted[client] = int(transaction)
        ends.append(int(second) * 1_000_000 + int(micro))
        starts.append(ends[-1] - (int(time) if time.isdigit() else 0))
        if time.isdigit():
            kinds.setdefault(script, []).append(int(time))
    window = (max(ends) - min(starts)) / 1e6
    sampled = len(ends) < sum(counted.values())
    everything = {"": [time for times in kinds.values() for time in times]}
    named = {f"script {int(kind)}": times for kind, times in kinds.items()} if len(kinds) > 1 else {}
    found: Numbers = {}
    for name, times in (everything | named).items():
        times.sort()
        n = len(times)
        found["", "", "", name, "response_time_mean"] = (sum(times) / n, "us")
        for measure, percent in {"p50": 500, "p90": 900, "p95": 950, "p99": 990, "p999": 999}.items():
            rank = math.ceil(n * percent / 1000)
            if rank < n:
                found["", "", "", name, f"response_time_{measure}"] = (times[rank - 1], "us")
        if not sampled:
            found["", "", "", name, "response_time_max"] = (times[-1], "us")
            found["", "", "", name, "throughput"] = (n / window, "1/s")
    return found


@pytest.mark.parametrize("file", EXPECTED)
def test_the_numbers_are_those_a_person_counts(file):
    equal(numbers(reading_of(READER, located("pgbench_log", file))), EXPECTED[file])


def test_the_logs_of_both_threads_give_what_the_summary_printed():
    logs = [SHARED / "samples/own/pgbench" / f"pgbench_multi.21979{thread}" for thread in ("", ".1")]
    if not logs[0].exists():
        pytest.skip("the samples are not here")
    found = numbers(reading_of(READER, b"".join(log.read_bytes() for log in logs)))
    for script, mean in enumerate([1681.31, 1272.55, 171.67]):
        assert found["", "", "", f"script {script}", "response_time_mean"][0] == pytest.approx(
            mean, abs=0.005
        )
    assert found["", "", "", "", "throughput"][0] == pytest.approx(3164.37, rel=1e-3)


def test_only_transaction_logs_are_recognised():
    names = "log.21950 multi.21979 rate.21964 retries.22029 sampled.22017 ser.22266"
    assert recognised(READER) == {
        f"own/pgbench/pgbench_{name}{thread}" for name in names.split(" ") for thread in ("", ".1")
    }


@pytest.mark.parametrize("content", [RATE, MULTI[:9000], FAILING[:9000]], ids=["rate", "multi", "failing"])
def test_a_damaged_log_is_refused_or_read_as_it_stands(content):
    content = content[: content.rindex(b"\n") + 1]
    assert "doubled" not in survivors(READER, content, independent)


def test_chunks_make_no_difference(monkeypatch):
    whole = numbers(reading_of(READER, MULTI))
    monkeypatch.setattr(pgbench_log, "_AT_ONCE", 7)
    assert numbers(reading_of(READER, MULTI)) == whole
    assert refused(MULTI + MULTI, "out of order").line == MULTI.count(b"\n") + 1


@pytest.mark.parametrize(
    ("number", "text", "words"),
    [
        (3, b"0 2 814 0 1795208592 904946", "no line of a transaction log"),
        (3, b"0 2 814 0 1795208592 904946 82 1 1", "no line of a transaction log"),
        (3, b"0 2 x 0 1795208592 904946 82", "no line of a transaction log"),
        (3, b"", "no line of a transaction log"),
        (3, b"0 2 814.5 0 1795208592 904946 82", "no line of a transaction log"),
        (3, b"99999 2 814 0 1795208592 904946 82", "out of range"),
        (3, b"0 1 814 0 1795208592 904946 82", "transaction 1 of client 0 is out of order"),
        (3, b"0 2 814 0 1795208591 904946 82", "transaction 2 of client 0 is out of order"),
    ],
)
def test_a_wrong_line_is_named(number, text, words):
    lines = RATE.split(b"\n")
    assert lines[number - 1] == b"0 2 814 0 1795208592 904946 82"
    lines[number - 1] = text
    assert refused(b"\n".join(lines), words).line == number


def test_a_cut_number_is_noticed_by_the_missing_line_end():
    assert refused(RATE[:-2], "has no end").line == 423


def test_no_success_is_no_measurement():
    refused(b"0 1 failed 0 1795208592 904946\n0 2 skipped 0 1795208592 904948\n", "greater than 0")


def test_a_missing_line_is_said():
    lines = MULTI.split(b"\n")
    reading = reading_of(READER, b"\n".join(lines[:600] + lines[601:]))
    assert not any(row.measure in ("throughput", "response_time_max") for row in reading.rows)
    assert "lines are missing" in reading.caveats[0]


@pytest.mark.parametrize(
    ("content", "said", "unsaid"),
    [
        (RATE, "include the schedule lag", "failed"),
        (FAILING, "transactions failed or were skipped", "schedule lag"),
        (MULTI, "nearest-rank", "schedule lag"),
    ],
    ids=["rate", "failing", "multi"],
)
def test_caveats_stand_only_where_they_apply(content, said, unsaid):
    caveats = " ".join(reading_of(READER, content).caveats)
    assert said in caveats
    assert unsaid not in caveats
