import hashlib
import io
import math
import random
import re

import pytest
from ingest.cases import each
from ingest.damage import (
    INPUTS,
    SHARED,
    Numbers,
    equal,
    numbers,
    reading_of,
    refuses,
)

from ahp import files
from ahp.errors import InputError
from ahp.ingest import sources
from ahp.ingest.read import read
from ahp.ingest.readers import events
from ahp.ingest.readers.base import Options
from ahp.ingest.readers.pgbench_log import PgbenchLogReader
from ahp.ingest.sources import open_source

READER = PgbenchLogReader()
NOT_DONE = ("skipped", "failed", "serialization", "deadlock")
RATE = (INPUTS / "pgbench_log" / "pgbench_rate.21964").read_bytes()
MULTI = (INPUTS / "pgbench_log" / "pgbench_multi.21979").read_bytes()
FAILING = (INPUTS / "pgbench_log" / "pgbench_ser.22266").read_bytes()
refused = refuses(READER)


def independent(text: str) -> Numbers:
    """Line by line, with nothing but lists."""
    kinds: dict[int, list[int]] = {}
    starts, ends = [], []
    counted: dict[str, int] = {}
    for line in text.splitlines():
        client, transaction, time, script, second, micro = line.split(" ")[:6]
        counted[client] = int(transaction)
        ends.append(int(second) * 1_000_000 + int(micro))
        starts.append(ends[-1] - (int(time) if time.isdigit() else 0))
        if time.isdigit():
            kinds.setdefault(int(script), []).append(int(time))
    window = (max(ends) - min(starts)) / 1e6
    sampled = len(ends) < sum(counted.values())
    everything = {"": [time for times in kinds.values() for time in times]}
    named = {f"script {kind}": times for kind, times in kinds.items()} if len(kinds) > 1 else {}
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


def test_chunks_make_no_difference(monkeypatch):
    whole = numbers(reading_of(READER, MULTI))
    monkeypatch.setattr(sources, "_BLOCK", 200)
    assert numbers(reading_of(READER, MULTI)) == whole
    assert refused(MULTI + MULTI, "out of order").line == MULTI.count(b"\n") + 1


@each(
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


def strictly(text: str) -> Numbers | None:
    """The same, None if a line is not what pgbench writes or stands where it cannot."""
    form = re.compile(
        r"\d+ \d+ (\d+|skipped|failed|serialization|deadlock) \d+ \d{9,10} \d{1,6}( \d+)?( \d+)?", re.ASCII
    )
    latest: dict[int, int] = {}
    previous, columns, ended = 0, text.split("\n", 1)[0].count(" "), text.endswith("\n")
    for line in text.removesuffix("\n").split("\n"):
        words = line.split(" ")
        if not form.fullmatch(line) or line.count(" ") != columns or max(map(len, words)) > 16:
            return None
        client, transaction = int(words[0]), int(words[1])
        end = int(words[4]) * 1_000_000 + int(words[5])
        before = latest.get(client, 0)
        if transaction <= before or (end < previous and before) or max(client, int(words[3])) > 65_535:
            return None
        latest[client], previous = transaction, end
    return independent(text) if ended else None


def made_up(choose: random.Random) -> bytes:
    """A log of some threads, with words, long times, many clients, and further columns."""
    columns, scripts = choose.choice([6, 6, 7, 8]), choose.choice([[0], [3], [0, 1, 2], [0, 12, 700]])
    words = choose.choice([0, 0, 0.02, 0.9])
    lasting = choose.choice([9, 1000, 5000, 10**5, 10**7, 10**11])
    start, lines, clients = (
        choose.choice([999_999_990, 1_795_208_579]) * 1_000_000,
        [],
        choose.choice([1, 3, 30, 300]),
    )
    for thread in range(choose.choice([1, 1, 2, 3])):
        now, count = start + choose.randrange(10**6), {}
        for _ in range(choose.randrange(1, 400)):
            client = thread * clients + choose.randrange(clients)
            count[client] = count.get(client, choose.choice([0, 0, 0, 95, 10**7 - 3]) if not lines else 0) + 1
            now += choose.choice([0, 40, 300, 9000, 2_000_000])
            time = choose.choice(NOT_DONE) if choose.random() < words else str(choose.randrange(lasting))
            further = [choose.choice(["0", "7", "1234"]) for _ in range(columns - 6)]
            line = [client, count[client], time, choose.choice(scripts), now // 10**6, now % 10**6, *further]
            lines.append(" ".join(map(str, line)) + "\n")
    return "".join(lines).encode()


def same_or_refused(content: bytes, wanted: Numbers | None) -> None:
    refusal = None
    try:
        found = numbers(reading_of(READER, content))
    except InputError as error:
        refusal = error
    if refusal is None:
        assert wanted is not None
        equal(found, wanted)
    else:
        assert refusal.file == "<file>"
        assert wanted is None or "throughput must be" in str(refusal), refusal


@each("seed", range(8))
def test_made_up_logs_are_read_as_a_person_would(seed, monkeypatch):
    choose = random.Random(seed)
    monkeypatch.setattr(sources, "_BLOCK", choose.choice([100, 1000, 10**6]))
    monkeypatch.setattr(events, "_SMALL", choose.choice([100, 1 << 16]))
    content = made_up(choose)
    same_or_refused(content, strictly(content.decode()))
    same_or_refused(content.replace(b"\n", b"\r\n"), strictly(content.decode()))
    for wrong in (content + b"\n", content[:-1], content[: choose.randrange(1, len(content))]):
        if not wrong.endswith(b"\n") or wrong.endswith(b"\n\n"):
            same_or_refused(wrong, None)


@each("seed", range(8))
def test_a_made_up_log_with_a_wrong_place_is_refused_or_read_as_it_stands(seed, monkeypatch):
    choose = random.Random(1000 + seed)
    monkeypatch.setattr(sources, "_BLOCK", choose.choice([100, 1000, 10**6]))
    content = made_up(choose)
    for _ in range(20):
        at = choose.randrange(len(content))
        piece = choose.choice(
            [b"", b" ", b"\n", b"0", b"9", b"x", b"+", b"-", b".", b"\t", b"\xff", b"\0", b"skipped"]
        )
        wrong = content[:at] + piece + content[at + choose.randrange(3) :]
        text = wrong.decode("latin-1")
        same_or_refused(wrong, strictly(text) if wrong else None)


def test_a_large_log_comes_from_any_source_the_same(tmp_path, monkeypatch):
    whole = reading_of(READER, MULTI)
    monkeypatch.setattr(files, "_LARGE", 10_000)
    monkeypatch.setattr(files, "SMALL", 10_000)
    monkeypatch.setattr(files, "_AT_ONCE", 30_000)
    path = tmp_path / "pgbench_log.1"
    path.write_bytes(MULTI)
    assert reading_of(READER, path) == whole
    assert reading_of(READER, MULTI) == whole
    assert READER.read(open_source(io.StringIO(MULTI.decode())), Options()) == whole
    for encoding in ("utf-8-sig", "utf-16"):
        assert reading_of(READER, MULTI.decode().encode(encoding)) == whole
    assert read(f"lz4={path}").sources == (
        (str(path), hashlib.sha256(MULTI).hexdigest(), whole.count, "pgbench_log"),
    )


@each(
    ("piece", "words"),
    [
        (b"\xff", "byte 0xff is not UTF-8 text; save the file as UTF-8 text"),
        (b"\0", "a NUL byte: this is a binary file; give a text table"),
        ("é".encode(), "found '.*é.*': this is no line of a transaction log"),
    ],
)
def test_what_is_no_text_far_into_a_log_is_said(piece, words, monkeypatch):
    monkeypatch.setattr(files, "_LARGE", 10_000)
    monkeypatch.setattr(files, "SMALL", 10_000)
    monkeypatch.setattr(sources, "_BLOCK", 1000)
    lines = MULTI.split(b"\n")
    lines[900] = lines[900][:9] + piece + lines[900][9:]
    error = refused(b"\n".join(lines), words)
    assert (error.file, error.line) == ("<file>", 901)


@each(
    ("line", "words"),
    [
        (b"12345678901234567 3 814 0 1795208592 904946 82", "a number is too large"),
        (b"0 3 814 65536 1795208592 904946 82", "a number here is out of range"),
        (b"0 3 814 0 1795208592 9049467 82", "no line of a transaction log"),
        (b"0 3 814 0 17952085923 904946 82", "no line of a transaction log"),
        (b"0 3 +814 0 1795208592 904946 82", "no line of a transaction log"),
        (b"0 3 skipped  1795208592 904946 82", "no line of a transaction log"),
        (b"0 3 Failed 0 1795208592 904946 82", "no line of a transaction log"),
        (b"0 3 814 0 1795208592 904946 failed", "no line of a transaction log"),
    ],
)
def test_a_line_that_pgbench_does_not_write_is_named(line, words):
    assert refused(RATE + line + b"\n", words).line == 424


def test_a_cut_number_is_noticed_by_the_missing_line_end():
    assert refused(RATE[:-2], "has no end").line == 423


def test_no_success_is_no_measurement():
    refused(b"0 1 failed 0 1795208592 904946\n0 2 skipped 0 1795208592 904948\n", "greater than 0")


def test_a_missing_line_is_said():
    lines = MULTI.split(b"\n")
    reading = reading_of(READER, b"\n".join(lines[:600] + lines[601:]))
    assert not any(row.measure in ("throughput", "response_time_max") for row in reading.rows)
    assert "lines are missing" in reading.caveats[0]


@each(
    ("content", "said", "unsaid"),
    [
        (RATE, "include the schedule lag", "failed"),
        (FAILING, "transactions failed or were skipped", "schedule lag"),
        (MULTI, "nearest-rank", "schedule lag"),
    ],
)
def test_caveats_stand_only_where_they_apply(content, said, unsaid):
    caveats = " ".join(reading_of(READER, content).caveats)
    assert said in caveats
    assert unsaid not in caveats
