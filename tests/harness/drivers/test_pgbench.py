import contextlib
import re
from functools import partial

import numpy as np
import pytest
from harness.served import SIZES, served_for

from ahp.errors import HarnessError, TrialError, UnavailableError
from ahp.harness.drivers import pgbench
from ahp.harness.drivers.base import Load, Task
from ahp.harness.drivers.pgbench import PgbenchDriver, read_log
from ahp.harness.engines.postgresql import PostgreSQL
from ahp.harness.histogram import merged
from ahp.harness.meters import Meter
from ahp.harness.workloads.stress_test import STRESS_TEST

ENGINE, DRIVER = PostgreSQL(), PgbenchDriver()

_served = partial(served_for, ENGINE, DRIVER)


def _summary(notes):
    """Return what pgbench itself says of its last run: TPS, and the mean latency in milliseconds."""
    text = (notes / "pgbench.out").read_text()
    return float(re.findall(r"^tps = ([\d.]+)", text, re.MULTILINE)[-1]), float(
        re.findall(r"^latency average = ([\d.]+) ms", text, re.MULTILINE)[-1]
    )


@pytest.mark.slow
def test_throughput_latency_and_percentiles_are_what_pgbench_says_and_its_log_holds(ledger):
    load = Load(clients=2, warmup_s=1, duration_s=3, seed=5, log=True)
    with _served(ledger) as (service, notes):
        meter = Meter(server=service.processes)
        found = DRIVER.drive(Task(ENGINE, service, STRESS_TEST, SIZES, load), notes, meter)
        tps, mean_ms = _summary(notes)
        raw = np.concatenate([np.loadtxt(file, ndmin=2) for file in notes.glob("window.*")])
        kept = np.load(notes / "client-0.npz")
        assert sorted(kept["ended"] - kept["due"]) == sorted(raw[:, 2] * 1000)
    every = merged(found.response_times.values())
    assert every.number == len(raw)
    assert every.number / found.seconds == pytest.approx(tps, rel=0.01)
    assert every.mean / 1e6 == pytest.approx(mean_ms, rel=0.02)
    took = np.sort(raw[:, 2]) * 1000
    for percent in (50, 90, 99):
        exact = took[int(np.ceil(percent / 100 * len(took))) - 1]
        assert every.percentile(percent) == pytest.approx(exact, rel=1 / 2048)
    assert every.largest == took[-1]
    shares = {name: times.number / every.number for name, times in found.response_times.items()}
    weights = {transaction.name: transaction.weight for transaction in STRESS_TEST.mix}
    for name, weight in weights.items():
        assert shares[name] == pytest.approx(weight / sum(weights.values()), abs=0.06)
    assert 0 < found.client_cpu_s < 3
    assert meter.reading.server_cpu_s > 0


@pytest.mark.slow
def test_a_number_of_transactions_and_a_rate_are_kept(ledger):
    with _served(ledger) as (service, notes):
        exact = Load(clients=2, warmup_s=0, duration_s=30, seed=5, transactions=50)
        quiet = contextlib.nullcontext()
        found = DRIVER.drive(Task(ENGINE, service, STRESS_TEST, SIZES, exact), notes, quiet)
        assert sum(times.number for times in found.response_times.values()) == 100
        assert list(notes.glob("window.*")) == []


def test_what_pgbench_cannot_do_is_told(ledger, tmp_path):
    load = Load(clients=1, warmup_s=0, duration_s=1, seed=1, think_s=0.5)
    with pytest.raises(HarnessError, match="pgbench has no think time; use --driver python"):
        DRIVER.drive(Task(ENGINE, None, STRESS_TEST, SIZES, load), tmp_path, contextlib.nullcontext())


@pytest.mark.slow
def test_a_transaction_that_fails_is_a_failed_trial(ledger, tmp_path):
    with _served(ledger) as (service, notes):
        service.query("DROP TABLE stress CASCADE")
        load = Load(clients=1, warmup_s=0, duration_s=1, seed=1)
        with pytest.raises(TrialError, match=r"ended with 2: .*(aborted|does not exist|ERROR)"):
            DRIVER.drive(Task(ENGINE, service, STRESS_TEST, SIZES, load), notes, contextlib.nullcontext())


def test_the_log_of_a_failed_transaction_is_refused(tmp_path):
    log = tmp_path / "window.1"
    log.write_text("0 1 1200 0 1700000000 5 2\n0 2 800 1 1700000001 9 0\n")
    found = read_log([log], 2, rated=False)
    assert found.took_us.tolist() == [1200, 800]
    assert found.ended_us.tolist() == [1_700_000_000_000_005, 1_700_000_001_000_009]
    assert found.retries == 2
    log.write_text("0 1 failed 0 1700000000 5 10\n")
    with pytest.raises(TrialError, match="a transaction failed after 10 tries"):
        read_log([log], 2, rated=False)
    log.write_text("0 1 1200 0 1700000000\n")
    with pytest.raises(TrialError, match="5 columns, where pgbench writes 7"):
        read_log([log], 2, rated=False)
    log.write_text("")
    assert read_log([log], 2, rated=True).took_us.size == 0


def test_without_postgresql_it_is_said_why(monkeypatch):
    def absent():
        raise UnavailableError("PostgreSQL", "not installed; install the package postgresql")

    monkeypatch.setattr(pgbench, "installation", absent)
    assert DRIVER.available() == "not installed; install the package postgresql"
