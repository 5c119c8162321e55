"""What clients and generators leave is gathered, and how they fail is told."""

import json
import sys

import numpy as np
import pytest

from ahp.errors import TrialError
from ahp.harness.catalogue import WORKLOADS
from ahp.harness.client import main
from ahp.harness.drivers import native
from ahp.harness.drivers.native import Noted, recording, run
from ahp.harness.drivers.python import gathered
from ahp.harness.histogram import histogram, merged

STRESS_TEST = WORKLOADS["stress-test"]

MIX = WORKLOADS["stress-test"]


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
    code = "import time\nwhile time.process_time() < 0.2: pass\nprint('done')"
    used = run([sys.executable, "-c", code], tmp_path / "out", 1)
    assert 0.15 < used < 0.7
    assert (tmp_path / "out").read_text() == "done\n"


def test_a_generator_that_fails_is_told_by_its_error(tmp_path):
    code = "import sys; print('FATAL: no such table'); print('bye'); sys.exit(3)"
    with pytest.raises(TrialError, match="ended with 3: FATAL: no such table"):
        run([sys.executable, "-c", code], tmp_path / "out", 1)


def test_one_that_does_not_end_is_killed(tmp_path, monkeypatch):
    monkeypatch.setattr(native, "GRACE_S", 0.1)
    with pytest.raises(TrialError, match=r"did not end within 0\.2 s"):
        run(["sleep", "60"], tmp_path / "out", 0.1)


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
