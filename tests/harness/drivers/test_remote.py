"""What a Dask worker does, without one."""

import time

import pytest
from harness.drivers.crews import told

from ahp._version import __version__
from ahp.errors import TrialError
from ahp.harness.drivers import remote
from ahp.harness.identity import boot_id
from ahp.harness.pacing import Window


def test_a_crew_is_kept_between_the_words(tmp_path, ledger):
    assert remote.facts() == (__version__, boot_id())
    with told(tmp_path, ledger) as jobs:
        remote.prepare("one", jobs, 600.0)
        begin = remote.clock() + 10**9
        assert 0 < remote.begin("one", Window(begin, begin, begin + 60 * 10**9, 10)) <= 10**9
        remote.done("one", 120.0)
        (seen,) = remote.collect("one")
        assert seen["first_half"] + seen["second_half"] == 10
        remote.dismiss("one")
        remote.dismiss("one")  # again is nothing
    assert remote._CREWS == {}


def test_one_whose_harness_is_gone_ends_by_itself(tmp_path, ledger):
    with told(tmp_path, ledger) as jobs:
        remote.prepare("two", jobs, 2.0)
        until = time.monotonic() + 60
        while "two" in remote._CREWS:
            assert time.monotonic() < until
            time.sleep(0.05)
    with pytest.raises(TrialError, match="a worker's clients are gone"):
        remote.done("two", 1.0)


def test_what_goes_wrong_travels_as_one_line():
    with pytest.raises(TrialError, match="a client ended with"):
        remote.prepare("three", [{"number": 0}], 60.0)
    assert remote._CREWS == {}
