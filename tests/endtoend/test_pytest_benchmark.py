"""pytest-benchmark, run on three tests in a process of its own: all that it writes and prints says the same."""

import json
import os
import statistics
import subprocess
import sys

import pytest
from endtoend.tools import kept

import ahp

pytest.importorskip("pytest_benchmark", reason="pytest-benchmark is not installed")

SUITE = """
import zlib, pytest

@pytest.mark.parametrize("level", [1, 6])
def test_pack(benchmark, level):
    benchmark.extra_info["compression_ratio"] = 3000 / len(zlib.compress(b"abc" * 1000, level))
    benchmark(zlib.compress, b"abc" * 1000, level)

def test_sum(benchmark):
    benchmark(sum, range(1000))
"""


def run(folder, *arguments):
    """Return what a program of Python's prints, out of reach of the options of this test run."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST", "COV")) and k != "COLUMNS"}
    done = subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=folder, env=clean | {"NO_COLOR": "1"}, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("suite")
    (folder / "test_io.py").write_text(SUITE)
    options = "pytest -q --rootdir=. -p no:randomly -p no:cacheprovider --benchmark-max-time=0.05 test_io.py"
    for start in ("first", "second"):
        saved = f"--benchmark-autosave --benchmark-save-data --benchmark-json={start}.json"
        printed = run(folder, *f"{options} {saved}".split())
        (folder / f"{start}.txt").write_text(printed)
    return folder


def means(path):
    """Return the mean of each test's rounds, from the rounds themselves."""
    benchmarks = json.loads(path.read_text())["benchmarks"]
    return {b["fullname"]: statistics.fmean(b["stats"]["data"]) for b in benchmarks}


def read(*sources, **how):
    """Return the durations in seconds, by scenario, alternative and run."""
    frame = kept(ahp.read(*sources, **how))
    frame = frame[frame.measure == "duration"]
    return {(row.scenario, row.alternative, row.run): row.value for row in frame.itertuples()}


def test_json_holds_one_run_of_each_test(folder):
    wanted = means(folder / "first.json")
    found = read(f"first={folder / 'first.json'}")
    assert found == {(name, "first", ""): pytest.approx(mean, rel=1e-9) for name, mean in wanted.items()}
    assert len(found) == 3


def test_the_console_says_the_same_to_its_digits(folder):
    wanted = {name.partition("::")[2]: mean for name, mean in means(folder / "first.json").items()}
    found = read(f"first={folder / 'first.txt'}")
    assert {key[0]: value for key, value in found.items()} == pytest.approx(wanted, rel=1e-3)


def test_what_is_compared_stands_beside_each_other(folder):
    printed = run(folder, "pytest_benchmark", "compare", "0001", "0002", "--csv=both.csv")
    (folder / "compared.txt").write_text(printed)
    found = read(folder / "compared.txt")
    first = {n.partition("::")[2]: mean for n, mean in means(folder / "first.json").items()}
    assert {s: v for (s, a, _), v in found.items() if a.startswith("0001")} == pytest.approx(first, rel=1e-3)
    with pytest.raises(ahp.InputError, match="does not say which row is whose"):
        ahp.read(folder / "both.csv")


def test_the_csv_of_one_file_says_the_same(folder):
    run(folder, "pytest_benchmark", "compare", "0001", "--csv=one.csv")
    found = read(f"x={folder / 'one.csv'}")
    assert {key[0]: value for key, value in found.items()} == pytest.approx(means(folder / "first.json"))
