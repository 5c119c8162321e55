"""Google Benchmark, run from its Python package: JSON, CSV and console of one start say the same."""

import json
import subprocess
import sys

import pytest
from endtoend.tools import kept

import ahp

pytest.importorskip("google_benchmark", reason="google-benchmark is not installed")

SUITE = """
import zlib
import google_benchmark

DATA = b"abc" * 1000

@google_benchmark.register
@google_benchmark.option.arg(1)
@google_benchmark.option.arg(6)
def pack(state):
    while state:
        zlib.compress(DATA, state.range(0))
    state.counters["ratio"] = len(DATA) / len(zlib.compress(DATA, state.range(0)))

@google_benchmark.register(name="sum up")
@google_benchmark.option.unit(google_benchmark.kMicrosecond)
def total(state):
    while state:
        sum(range(1000))

@google_benchmark.register
def broken(state):
    state.skip_with_error("no codec")

google_benchmark.main()
"""


@pytest.fixture(scope="module")
def start(tmp_path_factory):
    """Return what runs the suite: it writes a file and returns what was printed."""
    folder = tmp_path_factory.mktemp("suite")
    script = folder / "suite.py"
    script.write_text(SUITE)

    def start(name, *options):
        command = [sys.executable, script, "--benchmark_min_time=0.01s", f"--benchmark_out={folder / name}"]
        done = subprocess.run([*command, *options], capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        (folder / f"{name}.log").write_text(done.stderr + done.stdout)
        return folder / name

    return start


@pytest.fixture(scope="module")
def repeated(start):
    return start("repeated.json", "--benchmark_filter=pack|sum", "--benchmark_repetitions=3")


def durations(path):
    frame = kept(ahp.read(path))
    frame = frame[frame.measure == "duration"]
    return {(row.alternative, row.run): row.value for row in frame.itertuples()}


def test_each_repetition_is_read_from_json_and_to_three_digits_from_the_console(repeated):
    rows = [row for row in json.loads(repeated.read_text())["benchmarks"] if row["run_type"] == "iteration"]
    units = {"ns": 1e-9, "us": 1e-6}
    wanted = {
        (row["name"], str(row["repetition_index"] + 1)): row["real_time"] * units[row["time_unit"]]
        for row in rows
    }
    found = durations(repeated)
    assert found == pytest.approx(wanted, rel=1e-12)
    assert {name for name, _ in found} == {"pack/1", "pack/6", "sum up"}
    log = repeated.with_name("repeated.json.log")  # what it prints of the machine stands above the table
    assert durations(log) == pytest.approx(wanted, rel=6e-3)
    assert "CPU Caches" in log.read_text()
    frame = kept(ahp.read(repeated, columns={"compression_ratio": "ratio"}))
    ratios = frame[frame.measure == "compression_ratio"]  # a counter is what the caller says
    assert set(ratios.alternative) == {"pack/1", "pack/6"}
    assert (ratios.value > 50).all()


def test_csv_says_the_same_as_the_console_of_its_start(start):
    path = start("out.csv", "--benchmark_filter=pack|sum", "--benchmark_out_format=csv")
    assert durations(path) == pytest.approx(durations(path.with_name("out.csv.log")), rel=6e-3)


@pytest.mark.parametrize("form", ["json", "csv"])
def test_a_benchmark_that_failed_is_refused_with_its_reason(start, form):
    path = start(f"broken.{form}", f"--benchmark_out_format={form}")
    for written in (path, path.with_name(f"broken.{form}.log")):
        with pytest.raises(ahp.InputError, match="broken failed: no codec"):
            ahp.read(written)
