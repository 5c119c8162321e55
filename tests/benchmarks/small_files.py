"""Folders of many small files as harnesses write them: each another run, with numbers that agree in it."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

INPUTS = Path(__file__).resolve().parents[1] / "inputs"
ALTERNATIVES = ("none", "lz4", "zstd", "zle")


def write_pgbench(folder: Path, count: int) -> str:
    """Write summaries of pgbench, of several numbers of clients; return the pattern of their names."""
    sample = (INPUTS / "pgbench" / "plain.stdout.txt").read_text(encoding="utf-8")
    rng = random.Random(1)
    for i in range(count):
        clients, done = rng.choice((1, 2, 4, 8, 16, 32)), rng.randrange(900, 90_000)
        tps = done / 8 * rng.uniform(0.999, 1.002)
        text = _with(sample, "number of clients: ", clients)
        text = _with(text, "actually processed: ", done)
        text = _with(text, "latency average = ", f"{1000 * clients / tps:.3f}")
        text = _with(text, "connection time = ", f"{rng.uniform(2, 200):.3f}")
        _write(folder, f"{ALTERNATIVES[i % 4]}-{i}.txt", _with(text, "tps = ", f"{tps:.6f}"))
    return "{alternative}-{run}.txt"


def write_sysbench(folder: Path, count: int) -> str:
    """Write final reports of sysbench's OLTP test; return the pattern of their names."""
    sample = (INPUTS / "sysbench" / "oltp_baseline_p95_default.stdout.txt").read_text(encoding="utf-8")
    rng = random.Random(2)
    for i in range(count):
        threads, seconds = rng.choice((2, 4, 8)), 10 + rng.uniform(0, 0.01)
        events = rng.randrange(900, 30_000)
        mean = 1000 * threads * seconds / events
        text = _with(sample, "Number of threads: ", threads)
        for word, number in {
            "read:": 14 * events,
            "write:": 4 * events,
            "other:": 2 * events,
            "total:": 20 * events,
            "total time:": f"{seconds:.4f}",
            "number of events:": events,
            "min:": f"{mean / 3:.2f}",
            "avg:": f"{mean:.2f}",
            "max:": f"{9 * mean:.2f}",
            "95th percentile:": f"{2 * mean:.2f}",
            "sum:": f"{mean * events:.2f}",
        }.items():
            text = _with(text, rf"(?<= ){word} +", number)
        for word, number in (("transactions", events), ("queries", 20 * events)):
            text = _with(text, rf" {word}: +", number)
            text = _with(text, rf" {word}: +[0-9]+ +\(", f"{number / seconds:.2f}")
        text = _with(text, r"events \(avg/stddev\): +", f"{events / threads:.4f}/{rng.uniform(0, 99):.2f}")
        text = _with(text, r"time \(avg/stddev\): +", f"{seconds - 0.004:.4f}/{rng.uniform(0, 0.01):.2f}")
        _write(folder, f"{ALTERNATIVES[i % 4]}-{i}.txt", text)
    return "{alternative}-{run}.txt"


def write_hyperfine(folder: Path, count: int) -> str:
    """Write JSON exports of hyperfine, one command with ten runs each; return the pattern of their names."""
    rng = random.Random(3)
    for i in range(count):
        times = [rng.uniform(0.05, 0.3) for _ in range(10)]
        mean = sum(times) / 10
        result = {
            "command": "gzip -c includes.tar > /dev/null",
            "mean": mean,
            "stddev": (sum((time - mean) ** 2 for time in times) / 9) ** 0.5,
            "median": sorted(times)[5],
            "user": mean * 0.9,
            "system": rng.uniform(0.00001, 0.01),
            "min": min(times),
            "max": max(times),
            "times": times,
            "exit_codes": [0] * 10,
        }
        text = json.dumps({"results": [result]}, indent=2)
        _write(folder, f"{ALTERNATIVES[i % 4]}-{i}.json", text)
    return "{alternative}-{scenario}.json"


def write_tables(folder: Path, count: int) -> None:
    """Write tables of one run with two alternatives each."""
    rng = random.Random(4)
    head = "scenario,alternative,run,tps,response_time_p95_ms,cpu_pct,compression_ratio\n"
    for i in range(count):
        rows = (
            f"s,{name},{i},{rng.uniform(200, 9000):.3f},{rng.uniform(1, 20):.2f},{rng.randrange(5, 95)},1.50\n"
            for name in ("lz4", "zstd")
        )
        _write(folder, f"{i}.csv", head + "".join(rows))


def _with(text: str, before: str, number: object) -> str:
    """Return a text with another number behind what a pattern describes."""
    found, times = re.subn(rf"({before})[0-9][0-9./]*", rf"\g<1>{number}", text, count=1)
    assert times == 1, before
    return found


def _write(folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(text, encoding="utf-8", newline="\n")
