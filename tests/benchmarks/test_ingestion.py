"""How fast files become measurements, and in how much memory.

The log has 100 MB; `AHP_LOG_MB=1000` makes it as large as the promise is about (`.ci/deep` does).
"""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from benchmarks import small_files
from benchmarks.logs import write_log
from benchmarks.timing import ratio_of_first_calls, report

import ahp

SIZE = int(os.environ.get("AHP_LOG_MB", "100")) * 10**6
LARGE = SIZE > 500 * 10**6


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    path = write_log(tmp_path_factory.mktemp("logs") / "pgbench_log.1", SIZE)
    yield path
    path.unlink()


PANDAS = {"pyarrow": "import pandas as pd, pyarrow.csv", "c": "import pandas as pd"}


# The promise is about 1 GB. Of 100 MB it depends on the memory that the system has at hand how long pandas takes
# to fill it: 0.7 of pyarrow and 1.3 have been seen. Here every line is checked, and the digest is computed too.
@pytest.mark.parametrize(("engine", "limit"), [("pyarrow", 0.5 if LARGE else 2.0), ("c", 2.0)])
def test_a_log_of_transactions_against_pandas(log, engine, limit):
    ours = ["import ahp, ahp.ingest.catalogue; ahp.read", f"ahp.read({f'x={log}'!r})"]
    call = f"pd.read_csv({str(log)!r}, sep=' ', header=None, engine={engine!r})"
    rounds, clock = (3, "perf_counter") if LARGE else (5, "process_time")
    ratio = ratio_of_first_calls(ours, [PANDAS[engine], call], rounds=rounds, clock=clock)
    report(f"ahp.read of a log of {SIZE / 1e6:.0f} MB / pandas, engine {engine}", ratio, limit)
    assert ratio <= limit


MEMORY = """
import sys, ahp
def most():
    return next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmHWM")) / 1000
ahp.read(sys.argv[1])
before = most()
ahp.read("x=" + sys.argv[2])
print(most() - before)
"""


def test_a_log_of_transactions_takes_little_memory(log):
    if not Path("/proc/self/status").exists():
        pytest.skip("this machine cannot: say how much memory a process took")
    small = Path(__file__).resolve().parents[2] / "examples" / "zfs_oltp.csv"
    done = subprocess.run(
        [sys.executable, "-c", MEMORY, str(small), str(log)], capture_output=True, text=True, check=True
    )
    megabytes = float(done.stdout)
    report(f"MB that ahp.read of a log of {SIZE / 1e6:.0f} MB takes", megabytes, 500)
    assert 1 < megabytes < 500


@pytest.mark.parametrize(
    "write",
    [
        small_files.write_pgbench,
        small_files.write_sysbench,
        small_files.write_tables,
        small_files.write_hyperfine,
    ],
)
def test_a_small_file(tmp_path, write):
    pattern = write(tmp_path, 100)
    ahp.read(tmp_path, path=pattern)
    start = time.process_time()
    ahp.read(tmp_path, path=pattern)
    report(f"ms a small file, {write.__name__}", (time.process_time() - start) * 10, 2, "about")
