"""Killed at random moments, again and again, with whatever exists at that moment left where it is.

AHP_KILLS asks for more kills than the two of CI; `.ci/deep` asks for thirty. AHP_KILL_SEED repeats the moments.
"""

import contextlib
import os
import signal
import subprocess
from random import Random

import pytest
from endtoend import leftovers
from endtoend.tools import BENCH, bench
from harness.served import reachable, require
from harness.storage.made import alone
from harness.storage.made import require as require_layer

from ahp.harness.catalogue import ENGINES, LAYERS
from ahp.harness.results import Journal

RUN = "--workload stress-test --scale 0.0002 --interference flag --warmup 0 --duration 1 --runs 2 --clients 1"
KILLS = int(os.environ.get("AHP_KILLS", "2"))
SEED = int(os.environ.get("AHP_KILL_SEED", "0")) or int.from_bytes(os.urandom(4), "big")
SETTINGS = [
    ("rocksdb", "plain", "none,lz4,zstd"),
    ("postgresql", "plain", "none,wal-pglz"),
    ("sqlite", "btrfs", "none,zstd:3"),
    ("mariadb", "plain", "none,page-zlib"),
    ("sqlite", "zfs", "off,gzip-1"),
]
LONGEST_S = 12.0


def killed(arguments, delay):
    """Start a command, kill it after some seconds, and say whether it had ended by itself."""
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen([*BENCH, *arguments], **quiet) as process:
        try:
            return process.wait(delay) == 0
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            return False


def done(*arguments):
    """Run a command to its end, which has to be a good one."""
    found = bench(*arguments)
    assert found.returncode == 0, f"{arguments}: {found.stderr}"


@pytest.mark.parametrize("number", range(KILLS))
def test_killed_at_a_random_moment_and_resumed(number):
    random = Random(f"{SEED} {number}")
    engine, storage, alternatives = SETTINGS[(number + SEED) % len(SETTINGS)]
    require(ENGINES[engine])
    require_layer(LAYERS[storage])
    chosen = ["--engine", engine, "--storage", storage, "--alternatives", alternatives]
    print(f"AHP_KILL_SEED={SEED}: {engine} on {storage}")  # shown if it fails
    with alone() if storage == "zfs" else contextlib.nullcontext(), reachable() as place:
        folder = place / "results"
        begun = ["run", *RUN.split(), *chosen, "--output", str(folder)]
        before = []
        for _ in range(3):  # resuming is killed as well
            if killed(begun, random.uniform(0.5, LONGEST_S)):
                begun = ["resume", str(folder)]  # it was done sooner; resuming then finds nothing to do
                break
            if not (folder / "plan.toml").exists():  # so early that nothing was begun
                leftovers.assert_nothing_begun(folder)
                continue
            now = Journal(folder).of("finished")
            assert now[: len(before)] == before  # none is lost
            before = now
            if random.random() < 0.5:
                done("clean", str(folder))
                leftovers.assert_none(folder)
            begun = ["resume", str(folder)]
        done(*begun)
        assert Journal(folder).of("finished")[: len(before)] == before
        leftovers.assert_each_once(folder, 2 * len(alternatives.split(",")))
        done("clean", str(folder))
        leftovers.assert_none(folder)
