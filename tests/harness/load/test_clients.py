"""Real clients on a real engine: what the histograms say against the log of every single response time."""

import json
import sys
import time

import numpy as np
import pytest
from harness.served import require

from ahp._version import __version__
from ahp.errors import TrialError
from ahp.harness.catalogue import ENGINES, WORKLOADS
from ahp.harness.load import dask as dask_worker
from ahp.harness.load import native, python
from ahp.harness.load.base import RELATIVE_ERROR, Load, Task, histogram, merged
from ahp.harness.load.client import main
from ahp.harness.load.native import Noted, recording, run
from ahp.harness.load.pacing import UNTOLD, Window
from ahp.harness.load.python import PythonDriver, gathered, jobs
from ahp.harness.system.meters import Meter
from ahp.harness.system.process_table import boot_id
from ahp.harness.workloads.filling import rows

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


KILLED = r"a client was killed, .*: give more --memory"


@pytest.fixture
def told(tmp_path, ledger):
    """What a client on a small SQLite database is told."""
    engine = ENGINES["sqlite"]
    data = tmp_path / "data"
    data.mkdir()
    engine.load(data, "none", MIX.schema, lambda table: rows(table, SIZES, 1), ledger)
    with engine.serve(data, "none", ledger) as service:
        yield jobs(Task(engine, service, MIX, SIZES, Load(1, 0.0, 1.0, seed=1)))


@pytest.mark.slow
def test_one_that_does_not_come_up_says_why(told, tmp_path):
    wrong = {**told[0], "number": 1, "workload": "nothing"}
    with pytest.raises(TrialError, match="a client ended with 2: 'nothing' is not a known workload"):
        python.crew([*told, wrong], tmp_path).__enter__()


@pytest.mark.slow
def test_one_that_is_gone_is_told_with_what_memory_has_to_do_with_it(told, tmp_path):
    for word, said in (("done", 10), ("begin", Window(0, 0, 10**9))):
        with python.crew(told, tmp_path) as some:
            some.clients[0].kill()
            some.clients[0].wait()
            with pytest.raises(TrialError, match=KILLED):
                getattr(some, word)(said)


@pytest.mark.slow
def test_a_crew_that_is_left_is_ended(told, tmp_path):
    with python.crew(told, tmp_path) as some:
        assert some.clients[0].poll() is None
        with pytest.raises(TrialError, match=r"a client did not say 'done' within 0.1 s"):
            some.done(0.1)
    assert some.clients[0].poll() is not None


@pytest.mark.slow
def test_a_crew_begins_when_told_and_is_kept_between_the_words(told):
    assert dask_worker.facts() == (__version__, boot_id())
    dask_worker.prepare("one", told, 600.0)
    begin = dask_worker.clock() + 10**9
    assert 0 < dask_worker.ask("one", "begin", Window(begin, begin, UNTOLD)) <= 10**9
    dask_worker.ask("one", "warm", 120.0)
    dask_worker.ask("one", "begin", Window(begin, begin, begin + 60 * 10**9, 10))
    dask_worker.ask("one", "done", 120.0)
    (seen,) = dask_worker.ask("one", "results")
    assert seen["first_half"] + seen["second_half"] == 10
    assert [client.poll() for client in dask_worker._CREWS["one"][0].clients] == [0]
    dask_worker.dismiss("one")
    dask_worker.dismiss("one")  # again is nothing
    assert dask_worker._CREWS == {}


@pytest.mark.slow
def test_one_whose_harness_is_gone_ends_by_itself(told):
    dask_worker.prepare("two", told, 1.0)
    until = time.monotonic() + 60
    while "two" in dask_worker._CREWS:
        assert time.monotonic() < until
        time.sleep(0.05)
    with pytest.raises(TrialError, match="a worker's clients are gone"):
        dask_worker.ask("two", "done", 1.0)


@pytest.mark.slow
def test_what_goes_wrong_travels_as_one_line():
    with pytest.raises(TrialError, match="a client ended with"):
        dask_worker.prepare("three", [{"number": 0}], 60.0)
    assert dask_worker._CREWS == {}


STRESS_TEST = WORKLOADS["stress-test"]


def _result(end, *times):
    return {
        "response_times": {kind.name: histogram(times).to_dict() for kind in MIX.mix},
        "first_half": 2, "second_half": 3, "at_the_end": 1, "end": end, "retries": 1,
        "cpu_ns": 10**9, "own_share": 0.5, "ceiling": 100.0,
        "counters_before": {"flushes": 1.0}, "counters": {"flushes": 3.0},
    }  # fmt: skip


def test_histograms_add_and_the_window_ends_with_the_last():
    found = gathered([_result(3 * 10**9, 5, 7), _result(2 * 10**9, 9)], MIX, 10**9, {"hosts": []})
    for times in found.response_times.values():
        assert (times.number, times.total, times.largest) == (3, 21, 9)
    assert merged(found.response_times.values()).number == 3 * len(MIX.mix)
    assert (found.seconds, found.retries, found.client_cpu_s, found.ceiling) == (2.0, 2, 1.0, 200.0)
    assert found.steady == pytest.approx(6 / 4)
    assert found.exit_throughput is None
    assert found.details == {"hosts": []}
    assert (found.own_share, found.counters_before, found.counters) == (0.5, {"flushes": 2}, {"flushes": 6})


def test_of_clients_of_a_server_all_processor_time_is_their_own():
    found = gathered([{**_result(10**9), "own_share": None, "counters": {}}], MIX, 0)
    assert (found.client_cpu_s, found.own_share, found.counters) == (1.0, None, {})


def test_a_workload_that_asks_for_it_has_the_throughput_of_the_end():
    mix = WORKLOADS["iibench"]
    times = {kind.name: histogram([5]).to_dict() for kind in mix.mix}
    found = gathered([{**_result(3 * 10**9), "response_times": times}], mix, 10**9)
    assert found.exit_throughput == pytest.approx(1 / (2 * mix.exit_share))


def test_the_processor_time_of_a_generator_is_its_own(tmp_path):
    code = "import time\nwhile time.process_time() < 0.2: pass"
    used = run([sys.executable, "-c", code], tmp_path, 1)
    assert 0.15 < used < 0.7


def test_a_generator_that_fails_is_told_by_its_error(tmp_path):
    code = "import sys; print('FATAL: no such table'); print('bye'); sys.exit(3)"
    with pytest.raises(TrialError, match="ended with 3: FATAL: no such table"):
        run([sys.executable, "-c", code], tmp_path, 1)


def test_one_that_does_not_end_is_killed(tmp_path, monkeypatch):
    monkeypatch.setattr(native, "GRACE_S", 0.1)
    with pytest.raises(TrialError, match=r"did not end within 0\.2 s"):
        run(["sleep", "60"], tmp_path, 0.1)


def test_the_window_is_from_the_first_that_was_due_to_the_last_that_ended():
    noted = Noted(np.array([0, 1, 0]), np.array([1_000, 1_900, 2_800]), np.array([1_500, 2_000, 3_000]), 4)
    found = recording(STRESS_TEST, lambda: iter([noted]), 0.5)
    assert found.seconds == 2_000 / 1e9
    assert [times.number for times in found.response_times.values()][:2] == [2, 1]
    assert (found.retries, found.client_cpu_s) == (4, 0.5)
    assert found.steady == pytest.approx(2.0)
    assert recording(STRESS_TEST, lambda: iter([]), 0.0).seconds == 0


def test_what_is_wrong_with_a_client_is_one_line_and_a_status(tmp_path, capsys):
    job = tmp_path / "job.json"
    fields = {"address": {}, "sizes": {}, "number": 0, "seed": 1, "think_s": 0.0, "rate": None, "log": False}
    job.write_text(json.dumps({"engine": "nobody", "workload": MIX.name, **fields}))
    assert main([str(job)]) == 2
    assert "'nobody' is not a known engine" in capsys.readouterr().err
    job.write_text("{}")
    assert main([str(job)]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("TypeError")
