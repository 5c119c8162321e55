import contextlib
import re
from functools import partial

import numpy as np
import pytest
from harness.served import SIZES, reachable, require, served_for

from ahp.errors import TrialError
from ahp.harness.catalogue import WORKLOADS
from ahp.harness.drivers.base import Load, Task
from ahp.harness.drivers.python import PythonDriver
from ahp.harness.drivers.sysbench import SysbenchDriver, read_records
from ahp.harness.engines.mariadb import MariaDB
from ahp.harness.filling import rows
from ahp.harness.histogram import merged
from ahp.harness.meters import Meter
from ahp.harness.workloads.stress_test import STRESS_TEST

ENGINE, DRIVER = MariaDB(), SysbenchDriver()

_served = partial(served_for, ENGINE, DRIVER)


@pytest.mark.slow
def test_throughput_latency_and_percentiles_are_what_sysbench_says(ledger):
    load = Load(clients=2, warmup_s=1, duration_s=3, seed=5, log=True)
    with _served(ledger) as (service, notes):
        meter = Meter(server=service.processes)
        found = DRIVER.drive(Task(ENGINE, service, STRESS_TEST, SIZES, load), notes, meter)
        said = (notes / "sysbench.out").read_text().rpartition("SQL statistics")[2]
        records, _ = read_records([notes / "window.0", notes / "window.1"])
    every = merged(found.response_times.values())
    events = int(re.search(r"total number of events: +(\d+)", said)[1])
    seconds = float(re.search(r"total time: +([\d.]+)s", said)[1])
    mean_ms = float(re.search(r"avg: +([\d.]+)", said)[1])
    assert every.number == events == len(records)
    assert every.number / found.seconds == pytest.approx(events / seconds, rel=0.01)
    assert every.mean / 1e6 == pytest.approx(mean_ms, rel=0.02, abs=0.006)  # two decimals are printed
    took = np.sort(records["ended"] - records["due"])
    for percent in (50, 90, 99):
        exact = took[int(np.ceil(percent / 100 * len(took))) - 1]
        assert every.percentile(percent) == pytest.approx(exact, rel=1 / 2048)
    shares = [times.number / every.number for times in found.response_times.values()]
    weights = [transaction.weight for transaction in STRESS_TEST.mix]
    assert shares == pytest.approx([weight / sum(weights) for weight in weights], abs=0.06)
    assert 0 < found.client_cpu_s < 6
    assert meter.reading.server_cpu_s > 0


@pytest.mark.slow
def test_a_number_a_rate_and_a_pause_are_kept(ledger):
    quiet = contextlib.nullcontext()
    with _served(ledger) as (service, notes):
        exact = Load(clients=2, warmup_s=0, duration_s=30, seed=5, transactions=50)
        found = DRIVER.drive(Task(ENGINE, service, STRESS_TEST, SIZES, exact), notes, quiet)
        assert sum(times.number for times in found.response_times.values()) == 100
        assert list(notes.glob("window.[0-9]")) == []
        service.query("DELETE FROM stress WHERE id > 1000000000", "bench")  # keys that clients made
        rated = Load(clients=2, warmup_s=0, duration_s=3, seed=6, rate=100.0)
        found = DRIVER.drive(Task(ENGINE, service, STRESS_TEST, SIZES, rated), notes, quiet)
        assert 200 < sum(times.number for times in found.response_times.values()) < 420
        service.query("DELETE FROM stress WHERE id > 1000000000", "bench")
        pausing = Load(clients=2, warmup_s=0, duration_s=2, seed=7, think_s=0.1)
        found = DRIVER.drive(Task(ENGINE, service, STRESS_TEST, SIZES, pausing), notes, quiet)
        assert sum(times.number for times in found.response_times.values()) <= 42
        service.query("DELETE FROM stress WHERE id > 1000000000", "bench")
        load = Load(clients=2, warmup_s=0.3, duration_s=1, seed=5)
        found = PythonDriver().drive(
            Task(ENGINE, service, STRESS_TEST, SIZES, load), notes, Meter(service.processes)
        )
        assert all(times.number for times in found.response_times.values())


@pytest.mark.slow
def test_a_transaction_that_fails_is_a_failed_trial(ledger):
    with _served(ledger) as (service, notes):
        service.query("DROP TABLE stress", "bench")
        load = Load(clients=1, warmup_s=0, duration_s=1, seed=1)
        with pytest.raises(TrialError, match=r"ended with 1: .*(doesn't exist|1146)"):
            DRIVER.drive(Task(ENGINE, service, STRESS_TEST, SIZES, load), notes, contextlib.nullcontext())


def test_records_that_are_missing_or_torn_are_told(tmp_path):
    file = tmp_path / "window.0"
    with pytest.raises(TrialError, match=r"window\.0: a client of sysbench has left no records"):
        read_records([file])
    file.write_bytes(np.array([1.0, 5.0, 9.0]).tobytes() + b"12")
    records, retries = read_records([file])
    assert records["ended"].tolist() == [9.0]
    assert retries == 12
    file.write_bytes(b"\0" * 20)
    with pytest.raises(TrialError, match="incomplete"):
        read_records([file])


@pytest.mark.slow
@pytest.mark.parametrize("name", ["order-entry", "calling-circle", "tpcc"])
def test_it_drives_every_mix(name, ledger):
    require(ENGINE)
    require(DRIVER)
    mix = WORKLOADS[name]
    sizes = mix.schema.sizes(0.0005)
    with reachable() as place:
        data, notes = place / "data", place / "notes"
        data.mkdir(mode=0o755)
        notes.mkdir()
        ENGINE.load(data, "none", mix.schema, partial(rows, sizes=sizes, seed=1), ledger)
        load = Load(clients=2, warmup_s=0, duration_s=60, seed=9, transactions=30)
        with ENGINE.serve(data, "none", ledger) as service:
            found = DRIVER.drive(Task(ENGINE, service, mix, sizes, load), notes, contextlib.nullcontext())
    assert sum(times.number for times in found.response_times.values()) == 60
