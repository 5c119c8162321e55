"""A disk that really fills up in the middle of a run: a file system in memory that is only so large."""

import os
import subprocess
import time

import pytest
from endtoend import leftovers
from endtoend.tools import BENCH, bench, tmpfs
from harness.served import reachable
from harness.served import require as require_engine
from harness.storage.made import require as require_layer

from ahp.harness.catalogue import ENGINES, LAYERS
from ahp.harness.datasets import FULL_BYTES
from ahp.harness.results import Journal

RUN = "--interference flag --workload stress-test --scale 0.0002 --warmup 0 --duration 2 --runs 3 --clients 1"


@pytest.fixture
def disk():
    """An empty file system of 1 GB that is gone at the end."""
    with reachable() as folder, tmpfs(folder / "disk", "1g") as place:
        yield place


def fill(disk):
    """Take all the room there is, to the last byte."""
    with (disk / "filler").open("wb", buffering=0) as file:
        # A piece that finds no room is given back whole: it is no larger than what a full disk may have free, or
        # the run would see a disk that is full for a moment and has room again when it looks.
        size, end = FULL_BYTES, 0
        while size:
            try:
                os.posix_fallocate(file.fileno(), end, size)
                end += size
            except OSError:
                size //= 2


@pytest.mark.parametrize(
    ("engine", "storage", "wanted"),
    [
        ("sqlite", "plain", "none"),
        ("rocksdb", "plain", "none,lz4"),
        ("postgresql", "plain", "none"),
        ("sqlite", "btrfs", "none,zstd:3"),
    ],
)
def test_one_clear_error_and_resume_goes_on(engine, storage, wanted, disk):
    require_engine(ENGINES[engine])
    require_layer(LAYERS[storage])
    folder = disk / "results"
    arguments = ["--engine", engine, "--storage", storage, "--alternatives", wanted, "--output", str(folder)]
    command = [*BENCH, "run", *RUN.split(), *arguments]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as run:
        until = time.monotonic() + 120
        while not Journal(folder).finished() and run.poll() is None and time.monotonic() < until:
            time.sleep(0.05)
        time.sleep(0.7)  # into the next trial
        fill(disk)
        told = [line for line in run.stderr.read().splitlines() if line.startswith("ahp-bench: ")]
    said = [line for line in told if not line.startswith("ahp-bench: warning: ")]  # of others on the machine
    assert run.returncode == 1, said
    (line,) = said
    assert str(folder) in line
    assert "the disk is full" in line or "No space left on device" in line
    journal = (folder / "journal.jsonl").read_bytes()
    assert journal.endswith(b"\n")  # no line is torn
    before = Journal(folder).of("finished")
    assert len(before) >= 1
    assert Journal(folder).of("failed") == [], said

    assert "Traceback" not in bench("clean", folder).stderr  # on the full disk itself
    (disk / "filler").unlink()
    again = bench("resume", folder)
    assert again.returncode == 0, again.stderr
    assert Journal(folder).of("finished")[: len(before)] == before
    leftovers.assert_each_once(folder, 3 * len(wanted.split(",")))
    cleaned = bench("clean", folder)
    assert cleaned.returncode == 0, cleaned.stderr
    leftovers.assert_none(folder)
