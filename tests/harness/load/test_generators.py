"""Load generators of others, pgbench and sysbench: what is read of them is what they say themselves."""

import dataclasses
import re
import subprocess
import sys
from functools import partial

import numpy as np
import pytest
from harness.served import SIZES, reachable, require, served_for

from ahp.errors import TrialError, UnavailableError
from ahp.harness.catalogue import WORKLOADS
from ahp.harness.engines.mariadb import MariaDB
from ahp.harness.engines.postgresql import PostgreSQL
from ahp.harness.load import native
from ahp.harness.load.base import Load, Task, histogram, merged
from ahp.harness.load.native import PgbenchDriver, SysbenchDriver, read_log, read_records, recording
from ahp.harness.load.python import PythonDriver
from ahp.harness.system.meters import Meter
from ahp.harness.workloads.filling import rows

STRESS_TEST = WORKLOADS["stress-test"]

PAIRS = {"pgbench": (PostgreSQL(), PgbenchDriver()), "sysbench": (MariaDB(), SysbenchDriver())}
QUIET = Meter()


@pytest.fixture(params=PAIRS)
def driven(request, ledger):
    """What runs a load on a server with the data set, the server, and the folder of the driver's notes."""
    engine, driver = PAIRS[request.param]
    with served_for(engine, driver, ledger) as (service, notes):

        def drive(meter=QUIET, driver=driver, **load):
            task = Task(engine, service, STRESS_TEST, SIZES, Load(**load))
            return driver.drive(task, notes, meter)

        yield drive, service, notes


def said_by_pgbench(notes):
    """Return what pgbench itself says: transactions a second, their mean in ms, and each one's time in ns."""
    text = (notes / "pgbench.out").read_text()
    raw = np.concatenate([np.loadtxt(file, ndmin=2) for file in notes.glob("window.*")])
    kept = np.load(notes / "client-0.npz")
    assert sorted(kept["ended"] - kept["due"]) == sorted(raw[:, 2] * 1000)
    (tps, mean) = (re.findall(rf"^{what} = ([\d.]+)", text, re.M)[-1] for what in ("tps", "latency average"))
    return float(tps), float(mean), raw[:, 2] * 1000


def said_by_sysbench(notes):
    """Return the same of sysbench."""
    text = (notes / "sysbench.out").read_text().rpartition("SQL statistics")[2]
    noted = read_records([notes / "window.0", notes / "window.1"])
    took = np.concatenate([some.ended_ns - some.due_ns for some in noted])
    events = int(re.search(r"total number of events: +(\d+)", text)[1])
    assert events == len(took)
    seconds = float(re.search(r"total time: +([\d.]+)s", text)[1])
    return events / seconds, float(re.search(r"avg: +([\d.]+)", text)[1]), took


@pytest.mark.slow
def test_throughput_latency_and_percentiles_are_those_that_it_says_and_logs(driven):
    drive, service, notes = driven
    meter = Meter(server=service.processes)
    found = drive(meter, clients=2, warmup_s=1, duration_s=3, seed=5, log=True)
    said = said_by_pgbench if (notes / "pgbench.out").exists() else said_by_sysbench
    tps, mean_ms, took = said(notes)
    every, took = merged(found.response_times.values()), np.sort(took)
    assert every.number == len(took)
    assert every.number / found.seconds == pytest.approx(tps, rel=0.01)
    assert every.mean / 1e6 == pytest.approx(mean_ms, rel=0.02, abs=0.006)  # sysbench prints two decimals
    for percent in (50, 90, 99):
        exact = took[int(np.ceil(percent / 100 * len(took))) - 1]
        assert every.percentile(percent) == pytest.approx(exact, rel=1 / 2048)
    assert every.largest == pytest.approx(took[-1], rel=1e-12)
    shares = {name: times.number / every.number for name, times in found.response_times.items()}
    weights = {kind.name: kind.weight for kind in STRESS_TEST.mix}
    assert shares == pytest.approx({n: w / sum(weights.values()) for n, w in weights.items()}, abs=0.06)
    assert 0 < found.client_cpu_s < 6
    assert meter.reading.server_s > 0


def number(found):
    return sum(times.number for times in found.response_times.values())


@pytest.mark.slow
def test_a_number_a_rate_and_a_pause_are_kept(driven):
    drive, service, notes = driven
    assert number(drive(clients=2, warmup_s=0, duration_s=30, seed=5, transactions=50)) == 100
    assert list(notes.glob("window.[0-9]*")) == []
    if (notes / "pgbench.out").exists():  # which has no pause
        return
    for seconds, least, most, more in ((3, 200, 420, {"rate": 100.0}), (2, 1, 42, {"think_s": 0.1})):
        service.query("DELETE FROM stress WHERE id > 1000000000", "bench")  # keys that clients made
        found = drive(clients=2, warmup_s=0, duration_s=seconds, seed=6, **more)
        assert least < number(found) <= most
    service.query("DELETE FROM stress WHERE id > 1000000000", "bench")
    found = drive(Meter(service.processes), PythonDriver(), clients=2, warmup_s=0.3, duration_s=1, seed=5)
    assert all(times.number for times in found.response_times.values())


@pytest.mark.slow
def test_a_transaction_that_fails_is_a_failed_trial(driven):
    drive, service, _ = driven
    service.query("DROP TABLE stress", "bench")
    told = r"ended with [12]: .*(aborted|does not exist|ERROR|doesn't exist|1146)"
    with pytest.raises(TrialError, match=told):
        drive(clients=1, warmup_s=0, duration_s=1, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["order-entry", "calling-circle", "tpcc"])
def test_sysbench_drives_every_mix(name, ledger):
    engine, driver = PAIRS["sysbench"]
    require(engine)
    require(driver)
    mix = WORKLOADS[name]
    sizes = mix.schema.sizes(0.0005)
    with reachable() as place:
        data, notes = place / "data", place / "notes"
        data.mkdir(mode=0o755)
        notes.mkdir()
        engine.load(data, "none", mix.schema, partial(rows, sizes=sizes, seed=1), ledger)
        load = Load(clients=2, warmup_s=0, duration_s=60, seed=9, transactions=30)
        with engine.serve(data, "none", ledger) as service:
            assert number(driver.drive(Task(engine, service, mix, sizes, load), notes, QUIET)) == 60


def test_what_pgbench_lacks_is_told(monkeypatch):
    _, driver = PAIRS["pgbench"]

    def absent():
        raise UnavailableError("PostgreSQL", "not installed; install the package postgresql")

    monkeypatch.setattr(native, "installation", absent)
    assert driver.available() == "not installed; install the package postgresql"


def test_the_log_of_a_failed_transaction_is_refused(tmp_path):
    log = tmp_path / "window.1"
    log.write_text("0 1 1200 0 1700000000 5 2\n0 2 800 1 1700000001 9 0\n")
    (found,) = read_log([log], 2, rated=False)
    assert (found.ended_ns - found.due_ns).tolist() == [1_200_000, 800_000]
    assert found.ended_ns.tolist() == [1_700_000_000_000_005_000, 1_700_000_001_000_009_000]
    assert found.retries == 2
    for line, told in (
        ("0 1 failed 0 1700000000 5 10\n", "a transaction failed after 10 tries"),
        (
            "0 1 1200 0 1700000000\n",
            r"window\.1, line 1: found '0 1 1200 0 1700000000': this is no line of a",
        ),
        ("0 1 1200 2 1700000000 5 0\n", r"window\.1: script 2, where there are 2"),
    ):
        log.write_text(line)
        with pytest.raises(TrialError, match=told):
            list(read_log([log], 2, rated=False))
    log.write_text("")
    assert list(read_log([log], 2, rated=True)) == []


def test_records_of_sysbench_that_are_missing_or_torn_are_told(tmp_path):
    file = tmp_path / "window.0"
    with pytest.raises(TrialError, match=r"window\.0: a client of sysbench has left no records"):
        list(read_records([file]))
    file.write_bytes(np.array([1.0, 5.0, 9.0]).tobytes() + b"12")
    records, end = read_records([file])
    assert (records.ended_ns.tolist(), records.retries, end.retries) == ([9], 0, 12)
    file.write_bytes(b"\0" * 20)
    with pytest.raises(TrialError, match="incomplete"):
        list(read_records([file]))


def test_what_was_noted_is_the_same_in_blocks_of_any_size(tmp_path, monkeypatch):
    draws = np.random.default_rng(7)
    took, every = draws.integers(1, 10**6, 1000), np.arange(1000)
    ended = 1_700_000_000_000_000 + np.sort(draws.integers(0, 5 * 10**6, 1000))
    lines = [
        f"0 {n} {took[n]} {n % 4} {ended[n] // 10**6} {ended[n] % 10**6} {n % 7 == 0:d}\n" for n in every
    ]
    log = tmp_path / "window.1"
    log.write_text("".join(lines))
    mix = dataclasses.replace(STRESS_TEST, exit_share=0.25)
    records = tmp_path / "window.0"
    noted = np.column_stack(
        [every % 4, 1000 * (ended - took - ended[0] + 10**6), 1000 * (ended - ended[0] + 10**6)]
    )
    records.write_bytes(noted.astype("<f8").tobytes() + b"143")
    start, end = (ended - took).min(), ended.max()
    for size in (2**22, 1000):
        monkeypatch.setattr(native, "BLOCK_BYTES", size)
        for notes in (partial(read_log, [log], 4, rated=False), partial(read_records, [records])):
            found = recording(mix, notes, 0.5)
            assert found.retries == 143
            assert found.seconds == pytest.approx((end - start) / 1e6)
            for number, times in enumerate(found.response_times.values()):
                assert times.to_dict() == histogram(1000 * took[every % 4 == number]).to_dict()
            first = (ended < (start + end) // 2).sum()
            assert found.steady == (1000 - first) / first
            last = (ended > end - (end - start) / 4).sum()
            assert found.exit_throughput == pytest.approx(last / (end - start) * 4e6)


LINES = 2_000_000
HELD = """
import resource, sys
from functools import partial
from pathlib import Path
from ahp.harness.load.native import recording
from ahp.harness.catalogue import WORKLOADS
from ahp.harness.load.native import read_log
found = recording(WORKLOADS["stress-test"], partial(read_log, [Path(sys.argv[1])], 4, rated=False), 0.0)
number = sum(times.number for times in found.response_times.values())
print(number, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


@pytest.mark.slow
def test_a_long_log_takes_no_more_memory_than_a_short_one(tmp_path):
    held = []
    for lines in (0, LINES):
        log = tmp_path / f"window.{lines}"
        with log.open("w") as file:
            file.writelines(
                f"{n % 4} {n} {n % 999 + 1} {n % 4} {1700000000 + n // 10000} 5 0\n" for n in range(lines)
            )
        told = subprocess.run([sys.executable, "-c", HELD, log], check=True, capture_output=True, text=True)
        number, kilobytes = map(int, told.stdout.split())
        assert number == lines
        held.append(kilobytes)
    assert held[1] - held[0] < 100_000
