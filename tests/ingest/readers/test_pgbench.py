"""What is special to the readers of pgbench; `test_inputs.py` has what is common to all."""

from __future__ import annotations

import hashlib
import io
import math
import random
import re

import pytest
from ingest.cases import each
from ingest.damage import INPUTS, SHARED, Numbers, equal, numbers, reading_of, refused

from ahp import files
from ahp.errors import InputError
from ahp.ingest.files import open as sources
from ahp.ingest.files.open import open_source
from ahp.ingest.read import read
from ahp.ingest.readers.base import Options
from ahp.ingest.readers.pgbench import PgbenchLogReader, PgbenchReader

# --- pgbench ------------------------------------------------------------------------------------------------


PGBENCH = PgbenchReader()


HEAD = """transaction type: TPC-B (sort of)
scaling factor: 10
query mode: simple
number of clients: 4
number of threads: 2
"""
TIMED = "duration: 10 s\nnumber of transactions actually processed: 20000\n"
COUNTED = "number of transactions per client: 5000\nnumber of transactions actually processed: 20000/20000\n"
OLD = "tps = 1999.000000 (including connections establishing)\ntps = 2000.500000 (excluding connections establishing)\n"
NEW = "initial connection time = 5.230 ms\ntps = 2000.500000 (without initial connection time)\n"


@each(
    ("text", "mean", "computed"),
    [
        (HEAD + TIMED + OLD, None, False),  # 9.0 to 9.3
        (HEAD + TIMED + "latency average: 2.000 ms\n" + OLD, 2.0, True),  # 9.4, 9.5
        (HEAD + TIMED + "latency average: 1.900 ms\nlatency stddev: 0.400 ms\n" + OLD, 1.9, False),  # and -P
        (HEAD + COUNTED + "latency average: 0.000 ms\n" + OLD, None, False),  # and -t: computed from no duration
        (HEAD + TIMED + "latency average = 2.000 ms\n" + OLD, 2.0, True),  # 9.6 to 13
        (HEAD + COUNTED + "latency average = 2.000 ms\n" + NEW, 2.0, True),  # 14
        (
            HEAD.replace("query", "partition method: hash\npartitions: 4\nquery")
            + "maximum number of tries: 1\n" + TIMED
            + "number of failed transactions: 0 (0.000%)\nlatency average = 2.000 ms\n" + NEW,
            2.0,
            True,
        ),  # 15 to 18
        (
            HEAD + TIMED + "number of transactions skipped: 5 (0.025%)\n"
            "number of transactions above the 20.0 ms latency limit: 7/20000 (0.035%)\n"
            "latency average = 2.300 ms\nlatency stddev = 0.200 ms\n"
            "rate limit schedule lag: avg 0.300 (max 9.000) ms\n" + NEW,
            2.3,
            False,
        ),  # -R -L
    ],
)  # fmt: skip
def test_the_wording_of_each_version_is_read(text, mean, computed):
    reading = reading_of(PGBENCH, text.encode())
    wanted = {("", "", "", "", "throughput"): (2000.5, "1/s")}
    if mean is not None:
        wanted["", "", "", "", "response_time_mean"] = (mean, "ms")
    equal(numbers(reading), wanted)
    assert ("computed as clients" in " ".join(reading.caveats)) is computed


# --- pgbench_log --------------------------------------------------------------------------------------------


PGBENCH_LOG = PgbenchLogReader()
NOT_DONE = ("skipped", "failed", "serialization", "deadlock")
MULTI = (INPUTS / "pgbench_log" / "pgbench_multi.21979").read_bytes()


def independent(text: str) -> Numbers:
    """Line by line, with nothing but lists."""
    kinds: dict[int, list[int]] = {}
    starts, ends = [], []
    counted: dict[str, int] = {}
    for line in text.splitlines():
        client, transaction, time, script, second, micro = line.split(" ")[:6]
        counted[client] = max(counted.get(client, 0), int(transaction))
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
    found = numbers(reading_of(PGBENCH_LOG, b"".join(log.read_bytes() for log in logs)))
    for script, mean in enumerate([1681.31, 1272.55, 171.67]):
        assert found["", "", "", f"script {script}", "response_time_mean"][0] == pytest.approx(
            mean, abs=0.005
        )
    assert found["", "", "", "", "throughput"][0] == pytest.approx(3164.37, rel=1e-3)


def test_chunks_make_no_difference(monkeypatch):
    whole = numbers(reading_of(PGBENCH_LOG, MULTI))
    monkeypatch.setattr(sources, "_BLOCK", 200)
    assert numbers(reading_of(PGBENCH_LOG, MULTI)) == whole
    error = refused(PGBENCH_LOG, MULTI + MULTI, "stands here again")
    assert error.line == MULTI.count(b"\n") + 1


def strictly(text: str) -> Numbers | None:
    """The same, None if a line is not what pgbench writes or stands where it cannot."""
    form = re.compile(
        r"\d+ \d+ (\d+|skipped|failed|serialization|deadlock) \d+ \d{9,10} \d{1,6}( \d+)?( \d+)?", re.ASCII
    )
    seen: set[tuple[int, int]] = set()
    columns, ended = text.split("\n", 1)[0].count(" "), text.endswith("\n")
    for line in text.removesuffix("\n").split("\n"):
        words = line.split(" ")
        if not form.fullmatch(line) or line.count(" ") != columns or max(map(len, words)) > 13:
            return None
        key = int(words[0]), int(words[1])
        if key in seen or max(key[0], int(words[3])) > 99_999:
            return None
        seen.add(key)
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
        found = numbers(reading_of(PGBENCH_LOG, content))
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
    whole = reading_of(PGBENCH_LOG, MULTI)
    monkeypatch.setattr(files, "_LARGE", 10_000)
    monkeypatch.setattr(files, "SMALL", 10_000)
    monkeypatch.setattr(files, "_AT_ONCE", 30_000)
    path = tmp_path / "pgbench_log.1"
    path.write_bytes(MULTI)
    assert reading_of(PGBENCH_LOG, path) == whole
    assert reading_of(PGBENCH_LOG, MULTI) == whole
    assert PGBENCH_LOG.read(open_source(io.StringIO(MULTI.decode())), Options()) == whole
    for encoding in ("utf-8-sig", "utf-16"):
        assert reading_of(PGBENCH_LOG, MULTI.decode().encode(encoding)) == whole
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
    error = refused(PGBENCH_LOG, b"\n".join(lines), words)
    assert (error.file, error.line) == ("<file>", 901)
