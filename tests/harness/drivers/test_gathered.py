import pytest

from ahp.harness.catalogue import WORKLOADS
from ahp.harness.drivers.gathered import gathered
from ahp.harness.histogram import histogram, merged

MIX = WORKLOADS["stress-test"]


def _result(end, *times):
    return {
        "response_times": {kind.name: histogram(times).to_dict() for kind in MIX.mix},
        "first_half": 2, "second_half": 3, "at_the_end": 1, "end": end, "retries": 1,
        "cpu_ns": 10**9, "own_share": 0.5, "ceiling": 100.0,
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


def test_a_workload_that_asks_for_it_has_the_throughput_of_the_end():
    mix = WORKLOADS["iibench"]
    results = [
        {**_result(3 * 10**9), "response_times": {kind.name: histogram([5]).to_dict() for kind in mix.mix}}
    ]
    found = gathered(results, mix, 10**9)
    assert found.exit_throughput == pytest.approx(1 / (2 * mix.exit_share))
