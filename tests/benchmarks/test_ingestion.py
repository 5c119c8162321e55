"""How fast files become measurements, and in how much memory.

The log has 100 MB; `AHP_LOG_MB=1000` makes it as large as the promise is about (`.ci/deep` does).
"""

import os
import time

import pytest
from benchmarks import small_files
from benchmarks.large_files import write_log
from benchmarks.timing import memory_in_fresh_process, ratio_of_first_calls, report

import ahp

SIZE = int(os.environ.get("AHP_LOG_MB", "100")) * 10**6
LARGE = SIZE > 500 * 10**6


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    path = write_log(tmp_path_factory.mktemp("logs") / "pgbench_log.1", SIZE)
    yield path
    path.unlink()


# Here every line is checked, the order too, and the digest is computed.
def test_a_log_of_transactions_against_pandas(log):
    ours = [
        "import ahp, ahp.ingest.read, ahp.ingest.readers as r; list(r.READERS.values())",
        f"ahp.read({f'x={log}'!r})",
    ]
    theirs = ["import pandas as pd", f"pd.read_csv({str(log)!r}, sep=' ', header=None)"]
    rounds, clock = (3, "perf_counter") if LARGE else (5, "process_time")
    ratio = ratio_of_first_calls(ours, theirs, rounds=rounds, clock=clock)
    report(f"ahp.read of a log of {SIZE / 1e6:.0f} MB / pandas.read_csv", ratio, 4)


MEMORY = """
import ahp
ahp.read(sys.argv[1])
before = most()
ahp.read("x=" + sys.argv[2])
print(most() - before)
"""


def test_a_log_of_transactions_takes_little_memory(log, examples):
    megabytes = memory_in_fresh_process(MEMORY, examples / "zfs_oltp.csv", log)
    report(f"MB that ahp.read of a log of {SIZE / 1e6:.0f} MB takes", megabytes, 500)
    assert megabytes > 1


@pytest.mark.parametrize("name", ["write_pgbench", "write_sysbench", "write_tables", "write_hyperfine"])
def test_a_small_file(tmp_path, name):
    pattern = getattr(small_files, name)(tmp_path, 100)
    ahp.read(tmp_path, path=pattern)
    start = time.process_time()
    ahp.read(tmp_path, path=pattern)
    report(f"ms a small file, {name}", (time.process_time() - start) * 10, 2, "about")
