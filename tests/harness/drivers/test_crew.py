"""Clients are started, told when to begin, and ended, here and on a Dask worker."""

import time

import pytest

from ahp._version import __version__
from ahp.errors import TrialError
from ahp.harness.catalogue import ENGINES, WORKLOADS
from ahp.harness.drivers import dask_worker, python
from ahp.harness.drivers.base import Load, Task
from ahp.harness.drivers.python import jobs
from ahp.harness.filling import rows
from ahp.harness.pacing import UNTOLD, Window
from ahp.harness.process_table import boot_id

pytestmark = pytest.mark.slow  # each test starts clients of its own

MIX = WORKLOADS["stress-test"]
SIZES = MIX.schema.sizes(0.0002)
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


def test_one_that_does_not_come_up_says_why(told, tmp_path):
    wrong = {**told[0], "number": 1, "workload": "nothing"}
    with pytest.raises(TrialError, match="a client ended with 2: 'nothing' is not a known workload"):
        python.clients([*told, wrong], tmp_path).__enter__()


def test_one_that_is_gone_is_told_with_what_memory_has_to_do_with_it(told, tmp_path):
    for waited in (python.done, lambda some, within: python.begin(some, Window(0, 0, 10**9))):
        with python.clients(told, tmp_path) as some:
            some[0].kill()
            some[0].wait()
            with pytest.raises(TrialError, match=KILLED):
                waited(some, 10)


def test_a_crew_that_is_left_is_ended(told, tmp_path):
    with python.clients(told, tmp_path) as some:
        assert some[0].poll() is None
        with pytest.raises(TrialError, match=r"a client did not say 'done' within 0.1 s"):
            python.done(some, 0.1)
    assert some[0].poll() is not None


def test_a_crew_begins_when_told_and_is_kept_between_the_words(told):
    assert dask_worker.facts() == (__version__, boot_id())
    dask_worker.prepare("one", told, 600.0)
    begin = dask_worker.clock() + 10**9
    assert 0 < dask_worker.begin("one", Window(begin, begin, UNTOLD)) <= 10**9
    dask_worker.warm("one", 120.0)
    dask_worker.begin("one", Window(begin, begin, begin + 60 * 10**9, 10))
    dask_worker.done("one", 120.0)
    (seen,) = dask_worker.collect("one")
    assert seen["first_half"] + seen["second_half"] == 10
    assert [client.poll() for client in dask_worker._CREWS["one"].clients] == [0]
    dask_worker.dismiss("one")
    dask_worker.dismiss("one")  # again is nothing
    assert dask_worker._CREWS == {}


def test_one_whose_harness_is_gone_ends_by_itself(told):
    dask_worker.prepare("two", told, 1.0)
    until = time.monotonic() + 60
    while "two" in dask_worker._CREWS:
        assert time.monotonic() < until
        time.sleep(0.05)
    with pytest.raises(TrialError, match="a worker's clients are gone"):
        dask_worker.done("two", 1.0)


def test_what_goes_wrong_travels_as_one_line():
    with pytest.raises(TrialError, match="a client ended with"):
        dask_worker.prepare("three", [{"number": 0}], 60.0)
    assert dask_worker._CREWS == {}
