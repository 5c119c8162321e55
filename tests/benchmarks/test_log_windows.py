"""How fast a log of transactions is summed up, against the same engine's own scan of the same columns.

Both run in turn under the same limit of memory. `AHP_LOG_ROWS=100000000` makes the log as long as the promise is
about (`.ci/deep` does), and what takes longer than the promised share of the scan fails there by the clock on the
wall; of a short log the processors' time is compared, which other programs disturb less.
"""

import os
import tempfile
import time

import pytest
from benchmarks.large_files import write_transactions
from benchmarks.timing import memory_in_fresh_process, ratio_of_best, report

import ahp
from ahp.ingest.logs.engines import connection

ROWS = int(float(os.environ.get("AHP_LOG_ROWS", "3e6")))
LARGE = ROWS > 5 * 10**7
COLUMNS = {"time_us": "BIGINT", "transaction": "VARCHAR", "response_time_us": "BIGINT"}


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    path = write_transactions(tmp_path_factory.mktemp("logs") / "log.csv", ROWS)
    yield path
    path.unlink()


def scan(log):
    with tempfile.TemporaryDirectory() as overflow, connection(overflow) as con:
        table = con.read_csv([str(log)], columns=COLUMNS, auto_detect=False, header=True, delimiter=",")
        return table.aggregate("sum(time_us), sum(response_time_us), max(transaction)").fetchall()


# Of a short log what is paid once, some 40 ms, weighs more.
@pytest.mark.parametrize(("window", "least"), [(1, 0.3), (10, 0.6 if LARGE else 0.5)])
def test_windows_against_the_scan_of_the_same_columns(log, window, least):
    clock, rounds = (time.perf_counter, 2) if LARGE else (time.process_time, 4)
    speed = 1 / ratio_of_best(
        lambda: ahp.read_log(f"x={log}", window=window), lambda: scan(log), rounds=rounds, clock=clock
    )
    report(f"speed of windows of {window} s over {ROWS:.0e} rows / DuckDB's scan", speed, least, "at least")


MEMORY = """
import ahp
found = ahp.read_log("x=" + sys.argv[1], window=int(sys.argv[2]), warmup=60)
assert found.totals[0].count > 0
print(most())
"""


# What a window takes is 5 types of some 200 buckets; of 10^8 rows there are 10,000 windows of a second.
@pytest.mark.parametrize(("window", "most"), [(1, 1.25), (10, 1.0)])
def test_memory_stays_within_the_limit_and_what_the_windows_take(log, window, most):
    gigabytes = memory_in_fresh_process(MEMORY, log, window) / 1000
    report(f"GB of memory for windows of {window} s over {ROWS:.0e} rows", gigabytes, most)
    assert gigabytes > 0.01
