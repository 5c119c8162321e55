"""Real clients on a real engine: what the histograms say against the log of every single response time."""

import numpy as np
import pytest
from harness.served import require

from ahp.harness.catalogue import ENGINES, WORKLOADS
from ahp.harness.drivers.base import Load, Task
from ahp.harness.drivers.python import PythonDriver
from ahp.harness.filling import rows
from ahp.harness.histogram import RELATIVE_ERROR, merged
from ahp.harness.meters import Meter

MIX = WORKLOADS["stress-test"]
SIZES = MIX.schema.sizes(0.0002)


@pytest.mark.parametrize("name", [pytest.param("rocksdb", marks=pytest.mark.slow), "sqlite"])
def test_percentiles_are_those_of_the_sorted_log(name, tmp_path, ledger):
    engine = ENGINES[name]
    require(engine)
    data = tmp_path / "data"
    data.mkdir()
    engine.load(data, engine.alternatives()[0], MIX.schema, lambda table: rows(table, SIZES, 1), ledger)
    load = Load(1, 0.1, 60.0, seed=3, transactions=500, log=True)
    with engine.serve(data, engine.alternatives()[0], ledger) as service:
        task = Task(engine, service, MIX, SIZES, load)
        recording = PythonDriver().drive(task, tmp_path, Meter())
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
def test_the_machine_is_read_over_the_window_that_was_asked_for(tmp_path, ledger):
    """However many clients want its processors when it begins."""
    engine, data = ENGINES["sqlite"], tmp_path / "data"
    data.mkdir()
    engine.load(data, "none", MIX.schema, lambda table: rows(table, SIZES, 1), ledger)
    with engine.serve(data, "none", ledger) as service:
        task = Task(engine, service, MIX, SIZES, Load(24, 0.5, 2.0, seed=3))
        PythonDriver().drive(task, tmp_path, meter := Meter())
    assert meter.reading.seconds == pytest.approx(2.0, rel=0.03)
