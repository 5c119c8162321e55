"""Real clients on a real engine: what the histograms say against the log of every single response time."""

import contextlib

import numpy as np
import pytest
from harness.served import require

from ahp.errors import TrialError
from ahp.harness.catalogue import ENGINES, WORKLOADS
from ahp.harness.drivers.base import Load, Task
from ahp.harness.drivers.python import PythonDriver
from ahp.harness.filling import rows
from ahp.harness.histogram import RELATIVE_ERROR, merged

MIX = WORKLOADS["stress-test"]
SIZES = MIX.schema.sizes(0.0002)


@pytest.fixture(params=[pytest.param("rocksdb", marks=pytest.mark.slow), "sqlite"])
def served(request, tmp_path, ledger):
    engine = ENGINES[request.param]
    require(engine)
    data = tmp_path / "data"
    data.mkdir()
    engine.load(data, engine.alternatives()[0], MIX.schema, lambda table: rows(table, SIZES, 1), ledger)
    with engine.serve(data, engine.alternatives()[0], ledger) as service:
        yield engine, service


def test_percentiles_are_those_of_the_sorted_log(served, tmp_path):
    engine, service = served
    load = Load(1, 0.1, 60.0, seed=3, transactions=500, log=True)
    recording = PythonDriver().drive(
        Task(engine, service, MIX, SIZES, load), tmp_path, contextlib.nullcontext()
    )
    log = np.load(tmp_path / "client-0.result.npz")
    every = merged(recording.response_times.values())
    assert every.number == 500
    took = np.sort((log["ended"] - log["due"])[-500:])
    for percent in (50, 90, 95, 99):
        exact = took[int(np.ceil(percent / 100 * 500)) - 1]
        assert every.percentile(percent) == pytest.approx(exact, rel=RELATIVE_ERROR)
    assert every.largest == took[-1]
    assert recording.seconds < 60


@pytest.mark.slow
def test_a_client_that_fails_says_why_and_none_is_left(served, tmp_path):
    engine, service = served
    load = Load(1, 0.0, 60.0, seed=3, transactions=300)
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
    driver = PythonDriver()
    driver.drive(Task(engine, service, MIX, SIZES, load), tmp_path / "first", contextlib.nullcontext())
    with pytest.raises(TrialError, match=r"a client ended with [12]: .*(there already|UNIQUE)"):
        # Keys made by clients collide where a run is repeated on the same data, and that is an error.
        driver.drive(Task(engine, service, MIX, SIZES, load), tmp_path / "second", contextlib.nullcontext())
