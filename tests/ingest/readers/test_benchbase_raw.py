import math

import pytest
from ingest.damage import (
    INPUTS,
    Numbers,
    numbers,
    reading_of,
    refuses,
)

from ahp.ingest.readers.benchbase_raw import BenchbaseRawReader

READER = BenchbaseRawReader()
RAW = (INPUTS / "benchbase_raw" / "tpcc_off.raw.csv.head300.csv").read_bytes()
refused = refuses(READER)


def independent(text: str) -> Numbers:
    rows = [line.split(",") for line in text.splitlines()[1:]]
    starts = [float(row[2]) for row in rows]
    window = max(start + int(row[3]) / 1e6 for start, row in zip(starts, rows, strict=True)) - min(starts)
    found: Numbers = {}
    for name in ["", *{row[1] for row in rows}]:
        times = sorted(int(row[3]) for row in rows if name in ("", row[1]))
        n = len(times)
        found["", "", "", name, "throughput"] = (n / window, "req/s")
        found["", "", "", name, "response_time_mean"] = (sum(times) / n, "us")
        found["", "", "", name, "response_time_max"] = (times[-1], "us")
        for measure, percent in {"p50": 500, "p90": 900, "p95": 950, "p99": 990, "p999": 999}.items():
            rank = math.ceil(n * percent / 1000)
            if rank < n:
                found["", "", "", name, f"response_time_{measure}"] = (times[rank - 1], "us")
    return found


def test_what_is_wrong_is_named_with_its_line():
    lines = RAW.splitlines(keepends=True)
    assert (
        refused(b"".join([*lines[:5], b"2,Payment,x,1,1,1\n", *lines[5:]]), "no line of a raw file").line == 6
    )
    assert (
        refused(b"".join([*lines[:5], b"2,Payment,1.5,1,1\n", *lines[5:]]), "no line of a raw file").line == 6
    )
    assert (
        refused(b"".join([*lines[:5], b"2,Pay ment,1.5,1,1,1\n", *lines[5:]]), "no line of a raw file").line
        == 6
    )
    assert refused(RAW[:-1], "no end").line == 300
    assert refused(b"".join([*lines, lines[-1].replace(b",1\n", b",2\n")]), "several phases").line == 301
    assert refused(lines[0], "no request").line == 2


def test_types_whose_names_are_digits_are_told_apart():
    head, *lines = RAW.decode().splitlines()
    renamed = [line.replace(line.split(",")[1], "01" if i % 3 else "1", 1) for i, line in enumerate(lines)]
    found = numbers(reading_of(READER, "\n".join([head, *renamed, ""]).encode()))
    counted = independent("\n".join([head, *renamed]))
    assert set(found) == set(counted)
    for key, (value, unit) in counted.items():
        assert found[key] == (pytest.approx(value, rel=1e-9), unit)


def test_requests_that_take_no_time_have_no_throughput():
    heading = RAW.splitlines(keepends=True)[0]
    refused(heading + b"1,Payment,1760000000.5,0,1,1\n", "the requests took no time")
    # Found by fuzzing: of a start that large a double holds no microseconds.
    assert refused(heading + 2 * b"1,Payment,179521098777996.4,7019,2,1\n", "too large").line == 3
