"""Logs of transactions and tables of studies of any length."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import ahp

INPUTS = Path(__file__).resolve().parents[1] / "inputs" / "pgbench_log"
KINDS = np.array(["new_order", "payment", "order_status", "delivery", "stock_level"])
_SHARES = (0.45, 0.43, 0.04, 0.04, 0.04)
_MEDIANS = np.array([3000, 1500, 800, 6000, 2500])  # microseconds
_AT_ONCE = 1_000_000
RUNS = 10
"""Of each alternative in each scenario of a study."""


def write_log(path: Path, size: int) -> Path:
    """Write a log of about `size` bytes as one long run of pgbench would: a real one again and again, moved on."""
    lines = [line.split(b" ") for line in (INPUTS / "pgbench_multi.21979").read_bytes().splitlines()]
    done: dict[bytes, int] = {}
    for client, transaction, *_ in lines:
        done[client] = max(done.get(client, 0), int(transaction))
    seconds = int(lines[-1][4]) - int(lines[0][4]) + 1
    with path.open("wb") as file:
        turn = 0
        while file.tell() < size:
            file.writelines(
                b"%s %d %s %s %d %s\n"
                % (
                    client,
                    int(number) + turn * done[client],
                    time,
                    script,
                    int(second) + turn * seconds,
                    rest,
                )
                for client, number, time, script, second, rest in lines
            )
            turn += 1
    return path


def write_transactions(path: Path, rows: int) -> Path:
    """Write a log of so many transactions as CSV, about 31 bytes each: five types, 10,000 a second."""
    import pyarrow as pa
    from pyarrow import csv

    rng = np.random.default_rng(1)
    time = 1_760_000_000_000_000
    with path.open("wb") as file:
        file.write(b"time_us,transaction,response_time_us\n")
        for start in range(0, rows, _AT_ONCE):
            many = min(_AT_ONCE, rows - start)
            times = time + np.cumsum(rng.integers(1, 200, many))
            time = int(times[-1])
            kind = rng.choice(len(KINDS), many, p=_SHARES)
            response = np.exp(rng.normal(np.log(_MEDIANS[kind]), 0.5)).astype(np.int64) + 1
            columns = {"time_us": times, "transaction": pa.array(KINDS[kind]), "response_time_us": response}
            options = csv.WriteOptions(include_header=False, quoting_style="none")
            csv.write_csv(pa.table(columns), file, options)
    return path


def write_study(path: Path, scenarios: int, alternatives: int, criteria: int) -> Path:
    """Write a table with a row for each run and a column for each measure, with three decimals."""
    rng = np.random.default_rng(scenarios)
    heading = ["scenario", "alternative", "run", *(f"m{c}" for c in range(criteria))]
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.write(",".join(heading) + "\n")
        for s in range(scenarios):
            centres = 100.0 * np.exp(rng.uniform(-0.5, 0.5, (alternatives, 1, criteria)))
            noise = np.exp(0.03 * rng.standard_normal((alternatives, RUNS, criteria)))
            for a, runs in enumerate((centres * noise).tolist()):
                for run, numbers in enumerate(runs, 1):
                    file.write(f"s{s},a{a},{run}," + ",".join(f"{x:.3f}" for x in numbers) + "\n")
    return path


def study_of(criteria: int, path: Path) -> ahp.Study:
    """Return the study of such a table: the first half benefits, the second costs, `a0` the baseline."""
    text = 'baseline = "a0"\n'
    for c in range(criteria):
        merit = "benefit" if c < criteria // 2 else "cost"
        text += f'[[criteria]]\nname = "c{c}"\nmerit = "{merit}"\nmeasure = "m{c}"\n'
    for c in range(criteria):
        text += f'[measures.m{c}]\nbetter = "{("higher", "lower")[c % 2]}"\n'
    path.write_text(text, encoding="utf-8")
    return ahp.Study.from_toml(path)
